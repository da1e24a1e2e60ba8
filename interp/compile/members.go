package compile

import (
	"boardgame/dsl/ir"
	"math/bits"
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
		switch b := v.variable(e); b.kind {
		case bindNum:
			return b.num
		}
		fail("a variable that is no player and no kind")
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
		at := c.sites(e.Args[0], v)
		set := c.integer(0)
		for p := range c.game.Players {
			set = c.withBit(set, p, c.someSets(c.meet(at, c.ownedBy(v.st, p))))
		}
		return set
	case ir.KindOf:
		if k := v.knownKind(e.Args[0]); k >= 0 {
			return c.integer(1 << k)
		}
		at := c.sites(e.Args[0], v)
		set := c.integer(0)
		for k := range c.game.Kinds {
			set = c.withBit(set, k, c.someSets(c.meet(at, c.ofKind(v.st, k))))
		}
		return set
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
		for _, k := range c.kindsOf(e.Args[0], v) {
			for kind := uint64(k.val); kind != 0; kind &= kind - 1 {
				if a := c.attr(e, bits.TrailingZeros64(kind)); a != nil {
					set = c.binary(bOr, set,
						c.choose(k.cond, c.bitset(a, v.ofAttr()), c.integer(0)))
				}
			}
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

// playersOf returns the players that an expression of one player can mean, and when.
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

// kindsOf returns the sets of kinds that an expression can be, and when.
func (c *expressions) kindsOf(e *ir.Expr, v *env) []part {
	var list []part
	for _, p := range c.parts(e, v) {
		if p.val != 0 {
			list = append(list, p)
		}
	}
	return list
}
