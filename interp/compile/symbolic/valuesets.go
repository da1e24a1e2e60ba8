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
		if mv == nil {
			return false
		}
		for i := range mv.Clauses {
			c := &mv.Clauses[i]
			if c.Op != ir.BindClause || int64(mv.Roles[c.Role].Slot) != e.N || c.Value.Op != ir.Range {
				continue
			}
			lo := c.Value.Args[0]
			hi, ok := value.Most(g, c.Value.Args[1])
			if lo.Op != ir.ConstNumber || !ok || value.Sub(hi, lo.N) >= maxValues {
				return false
			}
			for x := lo.N; x <= hi; x++ {
				values[x] = true
			}
			return true
		}
	}
	return false
}
