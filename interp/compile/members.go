package compile

import (
	"iter"
	"math/bits"

	"boardgame/dsl/ir"
)

// bitset compiles a set of players or kinds as a number, without a lane.
func (c *expressions) bitset(e *ir.Expr, v *env) *node {
	e, v = v.head(e)
	if v.lane != nil {
		if v.varies(e) {
			fail("players or kinds that depend on the anchor")
		}
		v = v.withLane(nil)
	}
	switch e.Op {
	case ir.ConstPlayers, ir.ConstKinds:
		return c.integer(e.N)
	case ir.Var:
		return v.numberOf(e)
	case ir.Me:
		return c.integer(1 << v.me)
	case ir.Next:
		return c.next(v)
	case ir.InGame:
		all := c.integer(1<<len(c.game.Players) - 1)
		if c.opposed {
			return all
		}
		return c.binary(bAndNot, all, v.st.nums[NumOut])
	case ir.OwnerOf:
		return c.present(c.sites(e.Args[0], v), v.st, len(c.game.Players), c.ownedBy)
	case ir.KindOf:
		if k := v.knownKind(e.Args[0]); k >= 0 {
			return c.integer(1 << k)
		}
		return c.present(c.sites(e.Args[0], v), v.st, len(c.game.Kinds), c.ofKind)
	case ir.And:
		return c.binary(bAnd, c.bitset(e.Args[0], v), c.bitset(e.Args[1], v))
	case ir.Or:
		return c.binary(bOr, c.bitset(e.Args[0], v), c.bitset(e.Args[1], v))
	case ir.Minus:
		return c.binary(bAndNot, c.bitset(e.Args[0], v), c.bitset(e.Args[1], v))
	case ir.StateOf:
		set := c.integer(0)
		list, _ := c.stateIndex(int(e.N), e.Args, v)
		for _, x := range list {
			set = c.binary(bOr, set, c.choose(x.cond, v.st.nums[NumFirst+x.index], c.integer(0)))
		}
		return set
	case ir.AttrOf:
		set := c.integer(0)
		for when, a := range c.attributes(e, v) {
			set = c.binary(bOr, set, c.choose(when, c.bitset(a, v.ofAttr()), c.integer(0)))
		}
		return set
	case ir.QUnion, ir.QThose:
		set := c.integer(0)
		if !c.unroll(e, v, func(w *env, t *node) bool {
			x := w.variable(&ir.Expr{Op: ir.Var, N: e.N}).num
			if e.Op == ir.QUnion {
				x = c.bitset(e.Args[1], w)
			} else {
				t = c.logical(bAnd, t, c.truth(e.Args[1], w))
			}
			set = c.binary(bOr, set, c.choose(t, x, c.integer(0)))
			return true
		}) {
			fail("a union of players or kinds over many sites")
		}
		return set
	case ir.If, ir.For:
		return selected(c, e, v, form[*node]{c.bitset, c.choose,
			func(x, y *node) *node { return c.binary(bOr, x, y) }, c.integer(0)})
	}
	fail("players or kinds of operator %d", e.Op)
	return nil
}

// present returns which of n players or kinds have a piece on some sites.
func (c *expressions) present(at []*node, st *state, n int, of func(*state, int) []*node) *node {
	set := c.integer(0)
	for i := range n {
		set = c.withBit(set, i, c.someSets(c.meet(at, of(st, i))))
	}
	return set
}

// piecesOf returns the sites of the pieces of those of n players or kinds that are in a set.
func (c *expressions) piecesOf(set *node, st *state, n int, of func(*state, int) []*node) []*node {
	sites := c.none()
	for i := range n {
		sites = c.union(sites, c.whenSets(c.member(set, i), of(st, i)))
	}
	return sites
}

// attributes yields the values of an attribute for the kinds that an expression can mean, with the
// condition for each.
func (c *expressions) attributes(e *ir.Expr, v *env) iter.Seq2[*node, *ir.Expr] {
	return func(yield func(*node, *ir.Expr) bool) {
		for _, k := range c.kindsOf(e.Args[0], v) {
			for kinds := uint64(k.val); kinds != 0; kinds &= kinds - 1 {
				if a := c.attr(e, bits.TrailingZeros64(kinds)); a != nil && !yield(k.cond, a) {
					return
				}
			}
		}
	}
}

// playersOf returns the players that an expression of one player can mean, with the condition for
// each.
func (c *expressions) playersOf(e *ir.Expr, v *env) []part {
	var list []part
	for _, p := range c.parts(e, v) {
		if p.val == 0 {
			continue
		}
		p.val = int64(bits.TrailingZeros64(uint64(p.val)))
		if p.val < int64(len(c.game.Players)) {
			list = append(list, p)
		}
	}
	return list
}

// kindsOf returns the sets of kinds that an expression can be, with the condition for each.
func (c *expressions) kindsOf(e *ir.Expr, v *env) []part {
	var list []part
	for _, p := range c.parts(e, v) {
		if p.val != 0 {
			list = append(list, p)
		}
	}
	return list
}
