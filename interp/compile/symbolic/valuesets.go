package symbolic

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/value"
)

// maxValues is the greatest number of values for which a counter is compiled value by value.
const maxValues = 16

// ValueSets returns the counters that the rules set to only a few values, such as a die: all
// possible values, by number of the position. Positions that were set up by hand are checked
// against this when they are loaded.
func ValueSets(g *ir.Game) map[int][]int64 {
	list := make([]map[int64]bool, len(g.States)) // nil: any
	for i := range g.States {
		s := &g.States[i]
		switch {
		case s.Type != ir.Number:
		case s.Init == nil:
			list[i] = map[int64]bool{0: true}
		case s.Init.Op == ir.ConstNumber:
			list[i] = map[int64]bool{s.Init.N: true}
		}
	}
	var effect func(e *ir.Effect, mv *ir.Move)
	effect = func(e *ir.Effect, mv *ir.Move) {
		if e == nil {
			return
		}
		if e.Op == ir.Assign && list[e.State] != nil &&
			(e.Assign != ir.SetTo || !addValues(g, e.B, mv, list[e.State])) {
			list[e.State] = nil
		}
		effect(e.Body, mv)
		for _, x := range e.More {
			effect(x, mv)
		}
	}
	for _, e := range g.Setup {
		effect(e, nil)
	}
	for _, mv := range g.Moves {
		for _, e := range mv.Do {
			effect(e, mv)
		}
	}
	sets := map[int][]int64{}
	for i, values := range list {
		if values == nil || len(values) > maxValues {
			continue
		}
		players, kinds, cells := g.Extent(&g.States[i])
		var all []int64
		for x := range values {
			all = append(all, x)
		}
		sortInts(all)
		for k := range players * kinds * cells {
			sets[NumFirst+g.Base(i)+k] = all
		}
	}
	return sets
}

// addValues adds the values that an expression in an effect of a move can have; it reports false if
// they are not known.
func addValues(g *ir.Game, e *ir.Expr, mv *ir.Move, values map[int64]bool) bool {
	switch e.Op {
	case ir.ConstNumber:
		values[e.N] = true
		return true
	case ir.If:
		return addValues(g, e.Args[1], mv, values) && addValues(g, e.Args[2], mv, values)
	case ir.Var:
		span := rangeIn(g, mv, int(e.N))
		if w := value.Sub(span.Hi, span.Lo); w < 0 || w >= maxValues {
			return false
		}
		for x := span.Lo; x <= span.Hi; x++ {
			values[x] = true
		}
		return true
	}
	return false
}

// rangeIn bounds a number that a move binds to a range, which may depend on earlier ones.
func rangeIn(g *ir.Game, mv *ir.Move, slot int) value.Interval {
	if mv != nil {
		for i := range mv.Clauses {
			c := &mv.Clauses[i]
			if c.Op == ir.BindClause && mv.Roles[c.Role].Slot == slot && c.Value.Op == ir.Range {
				earlier := func(slot int) value.Interval { return rangeIn(g, mv, slot) }
				return value.Interval{Lo: value.IntervalOf(g, c.Value.Args[0], earlier).Lo,
					Hi: value.IntervalOf(g, c.Value.Args[1], earlier).Hi}
			}
		}
	}
	return value.AnyNumber
}
