package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// unroll calls f for each member that the domain of a quantifier can have: with the environment in
// which it is bound and with the condition under which it is a member. It reports false, without a
// call, if the domain is not of that kind: constants, steps, players, kinds, small ranges. f
// returns false to stop.
func (c *expressions) unroll(e *ir.Expr, v *env, f func(w *env, t *node) bool) bool {
	return c.unrollDomain(e.Args[0], int(e.N), v, f) ||
		c.perCell(e.Args[1]) && c.eachCell(e.Args[0], int(e.N), v, f)
}

func (c *expressions) unrollDomain(dom *ir.Expr, slot int, v *env,
	f func(w *env, t *node) bool) bool {
	if dom.Op == ir.Range {
		lo, hi := c.parts(dom.Args[0], v), c.parts(dom.Args[1], v)
		first, last := int64(0), int64(0)
		for i, p := range lo {
			if i == 0 || p.val < first {
				first = p.val
			}
		}
		for i, p := range hi {
			if i == 0 || p.val > last {
				last = p.val
			}
		}
		if last-first >= maxUnroll {
			fail("a range of %d numbers", last-first+1)
		}
		for n := first; n <= last; n++ {
			t := c.never(v)
			for _, p := range lo {
				for _, q := range hi {
					if p.val <= n && n <= q.val {
						t = c.either(v, t, c.both(v, p.cond, q.cond))
					}
				}
			}
			if c.isNever(t) {
				continue
			}
			if !f(v.bind(slot, binding{kind: bindNum, num: c.integer(n), piece: -1}), t) {
				break
			}
		}
		return true
	}
	switch dom.Type {
	case ir.Steps:
		union := topology.Steps{}
		parts := c.steps(dom, v)
		for _, p := range parts {
			union = union.Or(p.dirs)
		}
		for r := range union.All() {
			t := c.never(v)
			for _, p := range parts {
				if p.dirs.Has(r) {
					t = c.either(v, t, p.cond)
				}
			}
			if c.isNever(t) {
				continue
			}
			if !f(v.bind(slot, binding{kind: bindSteps, dirs: topology.StepsOf(r), piece: -1}), t) {
				break
			}
		}
		return true
	case ir.Players, ir.Kinds:
		var parts []part
		var set *node // of players or kinds, if it can have too many values to tell them apart
		if why := attempt(func() { parts = c.parts(dom, v) }); why != "" {
			if v.varies(dom) {
				fail("%s", why)
			}
			set = c.bitset(dom, v)
		}
		members := len(c.game.Kinds)
		if dom.Type == ir.Players {
			members = len(c.game.Players)
		}
		for i := range members {
			t := c.never(v)
			for _, p := range parts {
				if p.val>>i&1 != 0 {
					t = c.either(v, t, p.cond)
				}
			}
			if set != nil {
				t = c.spreadTruth(v, c.member(set, i))
			}
			if c.isNever(t) {
				continue
			}
			if !f(v.bind(slot, binding{kind: bindNum, num: c.integer(1 << i), piece: -1}), t) {
				break
			}
		}
		return true
	case ir.Sites:
		if v.varies(dom) {
			return false
		}
		var sets []*node
		if attempt(func() { sets = c.sites(dom, v) }) != "" {
			return false
		}
		n := 0
		for _, s := range sets {
			if s.op == sOne {
				n++
				continue
			}
			if s.op != sConst {
				return false
			}
			n += s.set.Len()
		}
		if n > 12 {
			return false
		}
		// Members come in the order of the sites, which is not that of their places.
		var members topology.Set
		for p, s := range sets {
			if s.op == sOne {
				if !f(v.bind(slot, binding{kind: bindOne, plane: p, num: s.a, piece: -1}),
					c.yes(v)) {
					return true
				}
				continue
			}
			for b := range s.set.All() {
				members.Add(c.lay.Site[p][b])
			}
		}
		for x := range members.All() {
			p, b := int(c.lay.Plane[x]), c.integer(int64(c.lay.Bit[x]))
			if !f(v.bind(slot, binding{kind: bindOne, plane: p, num: b, piece: -1}), c.yes(v)) {
				return true
			}
		}
		return true
	}
	return false
}

// domainIsConst reports whether unroll can run through the domain of a quantifier.
func (c *expressions) domainIsConst(e *ir.Expr, v *env) bool {
	return c.unroll(e, v, func(*env, *node) bool { return false })
}

// eachCell calls f as unroll does, for the cells that can be in a domain which is not known
// beforehand.
func (c *expressions) eachCell(dom *ir.Expr, slot int, v *env,
	f func(w *env, t *node) bool) bool {
	if v.lane != nil || dom.Type != ir.Sites || dom.Op == ir.Range ||
		c.game.Board.Cells.Len() > maxCells {
		return false
	}
	sets := c.sites(dom, v)
	for p, s := range sets {
		if !isEmpty(s) && c.lay.All[p] != *c.cellBits(p) {
			return false
		}
	}
	for _, x := range c.cellsOf(sets) {
		at := binding{kind: bindOne, plane: int(c.lay.Plane[x.site]),
			num: c.integer(int64(c.lay.Bit[x.site])), piece: -1}
		if !f(v.bind(slot, at), x.cond) {
			break
		}
	}
	return true
}
