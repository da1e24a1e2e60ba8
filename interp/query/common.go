package query

import (
	"fmt"
	"maps"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// Common answers the question for a player to whom several positions are possible. It returns an
// error if anything that the question reads differs between them, or takes longer than anyone would
// wait. To compare only the answers would not do: the positions are a few of many, and rare things
// that are hidden seldom meet in one. Only a single position has notes, as of [Question.Notes].
func (q *Question) Common(all []*position.Position, me int) (v value.Value, notes []string,
	err error) {
	hidden := fmt.Errorf("the value of %q depends on what is hidden", q.text)
	if len(all) == 0 || q.rules == nil {
		return v, nil, hidden
	}
	c := &common{eval.New(q.rules), all, me, make([]value.Value, q.slots), map[int64]bool{},
		eval.MostWork, map[*ir.Expr]bool{}}
	v, ok := c.value(q.expr, all[0])
	switch {
	case !ok:
		return v, nil, fmt.Errorf("%q takes too long to work out", q.text)
	case len(all) == 1:
		return v, q.Notes(all[0], me), nil
	case !c.known(q.expr):
		return v, nil, hidden
	}
	return v, nil, nil
}

// common compares what expressions read of several positions.
type common struct {
	m     *eval.Machine
	all   []*position.Position
	me    int
	frame []value.Value
	bound map[int64]bool    // slots of the frame that have a value
	left  int64             // how much work it may still take
	told  map[*ir.Expr]bool // what known has returned of expressions without variables
}

func (c *common) value(e *ir.Expr, p *position.Position) (v value.Value, ok bool) {
	v, ok = c.m.EvalWithin(c.left, e, p.State(), c.me, c.frame)
	c.left -= c.m.Spent()
	return v, ok
}

// known reports whether an expression, and all that it is made of, is the same in all positions.
func (c *common) known(e *ir.Expr) bool {
	if known, ok := c.told[e]; ok {
		return known
	}
	known := true
	switch {
	case open(e, c.bound):
		known = c.partsKnown(e)
	case e.Op >= ir.QSome && e.Op <= ir.QMax && e.Args[0].Type == ir.Sites &&
		e.Args[0].Op != ir.Subset && int(e.N) < len(c.frame):
		known = c.known(e.Args[0]) && c.knownOfEach(e)
	case e.Op == ir.In && e.Args[0].Type == ir.Sites: // reads of the second those of the first
		known = c.known(e.Args[0]) && c.fixed(&ir.Expr{Op: ir.And, Type: ir.Sites, Args: e.Args})
	case e.Type == ir.Sites:
		known = c.fixed(e)
	default:
		first, _ := c.value(e, c.all[0])
		for _, p := range c.all {
			v, ok := c.value(e, p)
			known = known && ok && v == first
		}
		known = known && c.partsKnown(e)
	}
	if !open(e, nil) {
		c.told[e] = known
	}
	return known
}

// knownOfEach is known for the body of a quantifier, with each site that its variable runs over.
func (c *common) knownOfEach(e *ir.Expr) bool {
	over, known := c.value(e.Args[0], c.all[0])
	defer delete(c.bound, e.N)
	for x := range over.Sites.All() {
		c.frame[e.N] = value.Value{Type: ir.Sites, Sites: topology.SetOf(x)}
		c.bound[e.N] = true
		known = known && c.known(e.Args[1])
	}
	return known
}

// partsKnown is known for what an expression is made of.
func (c *common) partsKnown(e *ir.Expr) bool {
	known := true
	ir.Walk(e, func(part *ir.Expr) bool {
		known = known && (part == e || c.known(part))
		return part == e && known
	})
	if e.Func == nil || !known {
		return known
	}
	outer, bound := c.frame, c.bound // a function has variables of its own
	defer func() { c.frame, c.bound = outer, bound }()
	c.frame, c.bound = make([]value.Value, len(outer)), map[int64]bool{}
	return c.known(e.Func.Body)
}

// fixed reports whether a set has the same sites in all positions.
func (c *common) fixed(e *ir.Expr) bool {
	sure, may := c.bounds(e)
	return sure == may
}

// bounds returns the sites that are in a set in all positions, and those that may be in it.
func (c *common) bounds(e *ir.Expr) (sure, may topology.Set) {
	switch e.Op {
	case ir.And, ir.Or, ir.Minus:
		sure, may = c.bounds(e.Args[0])
		s, m := c.bounds(e.Args[1])
		switch e.Op {
		case ir.And:
			return sure.And(s), may.And(m)
		case ir.Or:
			return sure.Or(s), may.Or(m)
		}
		return sure.Minus(m), may.Minus(s)
	}
	everywhere := c.m.Game().Board.All()
	if !c.partsKnown(e) {
		return sure, everywhere
	}
	sure = everywhere
	for _, p := range c.all {
		v, ok := c.value(e, p)
		if !ok {
			return topology.Set{}, everywhere
		}
		sure, may = sure.And(v.Sites), may.Or(v.Sites)
		if e.Op == ir.PiecesKind { // where two kinds may stand, others may, too
			may = may.Or(p.State().Changed(c.all[0].State()))
		}
	}
	return sure, may
}

// open reports whether an expression has a variable in it that neither it nor anything outside
// binds.
func open(e *ir.Expr, outside map[int64]bool) bool {
	used, bound := map[int64]bool{}, map[int64]bool{}
	maps.Copy(bound, outside)
	ir.Walk(e, func(e *ir.Expr) bool {
		switch {
		case e.Op == ir.Var:
			used[e.N] = true
		case e.Op == ir.Let || e.Op >= ir.QSome && e.Op <= ir.QMax:
			bound[e.N] = true
		}
		return true
	})
	for slot := range used {
		if !bound[slot] {
			return true
		}
	}
	return false
}
