package compile

import (
	"boardgame/dsl/ir"
)

// This file compiles towers. A position stores them by depth: the tops are the sets that every game
// has, and each depth below has its own sets, of owners and of kinds. So sets of sites see the
// tops, a piece that lands on a cell moves the others there one depth down, and the first empty
// depth tells how high a tower is.
//
// What happens to a single tower is computed on its columns: the bits of an owner or a kind on one
// site, the top first. They are conditions, one for each depth, or bits of one number if they are
// shifted by a number that is known only during play.

// maxTall is how many pieces the towers of a compiled game may have: a column has room for them
// even after a shift.
const maxTall = 62

// described returns, by plane, where a description fits the piece at a depth.
func (c *expressions) described(e *ir.Expr, low *state, v *env) []*node {
	e, v = v.head(e)
	switch e.Op {
	case ir.Occupied:
		return c.occupied(low)
	case ir.PiecesOf:
		sets := c.none()
		players := c.bitset(e.Args[0], v)
		for p := range c.game.Players {
			sets = c.union(sets, c.whenSets(c.member(players, p), c.ownedBy(low, p)))
		}
		return sets
	case ir.PiecesKind:
		sets := c.none()
		kinds := c.bitset(e.Args[0], v)
		for k := range c.game.Kinds {
			sets = c.union(sets, c.whenSets(c.member(kinds, k), c.ofKind(low, k)))
		}
		return sets
	case ir.ConstSites:
		return c.none()
	case ir.And:
		return c.meet(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.Or:
		return c.union(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.Minus:
		return c.without(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.If, ir.For:
		return selected(c, e, v, form[[]*node]{
			func(e *ir.Expr, v *env) []*node { return c.described(e, low, v) },
			c.chooseSets, c.union, c.none()})
	}
	fail("a description of operator %d", e.Op)
	return nil
}

// holding compiles the sites in whose tower a description fits a piece.
func (c *expressions) holding(e *ir.Expr, v *env) []*node {
	v = v.withLane(nil)
	floors, _ := c.floors(v.st)
	sets := c.none()
	for _, low := range floors {
		sets = c.union(sets, c.described(e, low, v))
	}
	return sets
}

// sliceOf reads a slice; n is nil of a whole tower.
func (c *expressions) sliceOf(part ir.Part, n *ir.Expr, v *env) slice {
	if part == ir.Whole {
		return slice{}
	}
	return slice{part, c.number(n, v)}
}

// piecesIn compiles `pieces(D)` and `pieces(D, S)`.
func (c *expressions) piecesIn(e *ir.Expr, v *env) *node {
	floors, occupied := c.floors(v.st)
	on := occupied[0]
	s := slice{}
	if len(e.Args) > 1 {
		on = c.sites(e.Args[1], v)
		if part := ir.Part(e.N); part != ir.Whole {
			s = c.sliceOf(part, e.Args[2], v)
		}
	}
	n := c.integer(0)
	for depth, low := range floors {
		fits := c.described(e.Args[0], low, v)
		for _, set := range c.meet(c.sliced(s, on, depth, occupied), fits) {
			n = c.binary(bAdd, n, c.members(set))
		}
	}
	return n
}
