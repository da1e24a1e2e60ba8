package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// This file compiles towers. A position stores them by depth: the tops are the sets that every game
// has, and each depth below has its own sets, of owners and of kinds. So sets of sites see the
// tops, a piece that lands on a cell moves the others there one depth down, and the first empty
// depth tells how high a tower is.
//
// What happens to a single tower is computed on its columns: the bits of an owner or a kind on one
// site, the top first. They are conditions, one for each depth, or bits of one number if they are
// shifted by a number that is known only during play.

// MaxTall is how many pieces the towers of a compiled game may have: a column has room for them
// even after a shift.
const MaxTall = 62

// described returns, by plane, where a description fits the piece at a depth.
func (c *Expressions) described(e *ir.Expr, low *symbolic.State, v *symbolic.Env) []*graph.Node {
	e, v = v.Head(e)
	switch e.Op {
	case ir.Occupied:
		return c.Read.Occupied(low)
	case ir.PiecesOf:
		sets := c.Alg.None()
		players := c.Bitset(e.Args[0], v)
		for p := range c.Read.Game.Players {
			sets = c.Alg.Union(sets, c.Alg.WhenSets(c.Alg.Member(players, p), c.Read.OwnedBy(low, p)))
		}
		return sets
	case ir.PiecesKind:
		sets := c.Alg.None()
		kinds := c.Bitset(e.Args[0], v)
		for k := range c.Read.Game.Kinds {
			sets = c.Alg.Union(sets, c.Alg.WhenSets(c.Alg.Member(kinds, k), c.Read.OfKind(low, k)))
		}
		return sets
	case ir.ConstSites:
		return c.Alg.None()
	case ir.And:
		return c.Alg.Meet(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.Or:
		return c.Alg.Union(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.Minus:
		return c.Alg.Without(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.If, ir.For:
		return selected(c, e, v, form[[]*graph.Node]{
			func(e *ir.Expr, v *symbolic.Env) []*graph.Node { return c.described(e, low, v) },
			c.Alg.ChooseSets, c.Alg.Union, c.Alg.None()})
	}
	symbolic.Fail("the description %s", symbolic.Quote(e))
	return nil
}

// holding compiles the sites in whose tower a description fits a piece.
func (c *Expressions) holding(e *ir.Expr, v *symbolic.Env) []*graph.Node {
	v = v.WithLane(nil)
	floors, _ := c.Read.Floors(v.St)
	sets := c.Alg.None()
	for _, low := range floors {
		sets = c.Alg.Union(sets, c.described(e, low, v))
	}
	return sets
}

// sliceOf reads a slice; n is nil of a whole tower.
func (c *Expressions) sliceOf(part ir.Part, n *ir.Expr, v *symbolic.Env) symbolic.Slice {
	if part == ir.Whole {
		return symbolic.Slice{}
	}
	return symbolic.Slice{Part: part, Many: c.Number(n, v)}
}

// piecesIn compiles `pieces(D)` and `pieces(D, S)`.
func (c *Expressions) piecesIn(e *ir.Expr, v *symbolic.Env) *graph.Node {
	floors, occupied := c.Read.Floors(v.St)
	on := occupied[0]
	s := symbolic.Slice{}
	if len(e.Args) > 1 {
		on = c.Sites(e.Args[1], v)
		if part := ir.Part(e.N); part != ir.Whole {
			s = c.sliceOf(part, e.Args[2], v)
		}
	}
	n := c.G.Integer(0)
	for depth, low := range floors {
		fits := c.described(e.Args[0], low, v)
		for _, set := range c.Alg.Meet(c.Read.Sliced(s, on, depth, occupied), fits) {
			n = c.G.Binary(graph.BAdd, n, c.Alg.Members(set))
		}
	}
	return n
}
