package compile

import (
	"cmp"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// unroll calls f for each member that the domain of a quantifier can have: with the environment
// that binds it and the condition under which it is a member. It reports false, without a call, if
// the domain is of another kind than constants, steps, players, kinds and small ranges. f returns
// false to stop.
func (c *expressions) unroll(e *ir.Expr, v *env, f func(w *env, t *node) bool) bool {
	return c.unrollDomain(e.Args[0], int(e.N), v, f) ||
		c.perCell(e.Args[1]) && c.eachCell(e.Args[0], int(e.N), v, f)
}

func (c *expressions) unrollDomain(dom *ir.Expr, slot int, v *env,
	f func(w *env, t *node) bool) bool {
	switch {
	case dom.Op == ir.Range:
		c.unrollRange(dom, slot, v, f)
	case dom.Type == ir.Steps:
		c.unrollSteps(dom, slot, v, f)
	case dom.Type == ir.Players:
		c.unrollMembers(dom, len(c.game.Players), slot, v, f)
	case dom.Type == ir.Kinds:
		c.unrollMembers(dom, len(c.game.Kinds), slot, v, f)
	case dom.Type == ir.Sites:
		return c.unrollSites(dom, slot, v, f)
	default:
		return false
	}
	return true
}

// whenAny returns the condition that one of the picked parts applies.
func (c *expressions) whenAny(v *env, parts []part, picked func(p *part) bool) *node {
	t := c.never(v)
	for i := range parts {
		if picked(&parts[i]) {
			t = c.either(v, t, parts[i].cond)
		}
	}
	return t
}

func (c *expressions) unrollRange(dom *ir.Expr, slot int, v *env, f func(w *env, t *node) bool) {
	byValue := func(a, b part) int { return cmp.Compare(a.val, b.val) }
	lo, hi := c.parts(dom.Args[0], v), c.parts(dom.Args[1], v)
	if len(lo) == 0 || len(hi) == 0 {
		return
	}
	first, last := slices.MinFunc(lo, byValue).val, slices.MaxFunc(hi, byValue).val
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
		if !c.isNever(t) &&
			!f(v.bind(slot, binding{kind: bindNum, num: c.integer(n), piece: -1}), t) {
			break
		}
	}
}

func (c *expressions) unrollSteps(dom *ir.Expr, slot int, v *env, f func(w *env, t *node) bool) {
	union := topology.Steps{}
	parts := c.steps(dom, v)
	for _, p := range parts {
		union = union.Or(p.dirs)
	}
	for r := range union.All() {
		t := c.whenAny(v, parts, func(p *part) bool { return p.dirs.Has(r) })
		if !c.isNever(t) &&
			!f(v.bind(slot, binding{kind: bindSteps, dirs: topology.StepsOf(r), piece: -1}), t) {
			break
		}
	}
}

// unrollMembers runs through a set of n players or kinds.
func (c *expressions) unrollMembers(dom *ir.Expr, n, slot int, v *env,
	f func(w *env, t *node) bool) {
	var parts []part
	var set *node // the set, if it has too many possible values for a case each
	if why := attempt(func() { parts = c.parts(dom, v) }); why != "" {
		if v.varies(dom) {
			fail("%s", why)
		}
		set = c.bitset(dom, v)
	}
	for i := range n {
		var t *node
		if set != nil {
			t = c.spreadTruth(v, c.member(set, i))
		} else {
			t = c.whenAny(v, parts, func(p *part) bool { return p.val>>i&1 != 0 })
		}
		if !c.isNever(t) &&
			!f(v.bind(slot, binding{kind: bindNum, num: c.integer(1 << i), piece: -1}), t) {
			break
		}
	}
}

func (c *expressions) unrollSites(dom *ir.Expr, slot int, v *env,
	f func(w *env, t *node) bool) bool {
	var sets []*node
	if v.varies(dom) || attempt(func() { sets = c.sites(dom, v) }) != "" {
		return false
	}
	n := 0
	for _, s := range sets {
		switch s.op {
		case sOne:
			n++
		case sConst:
			n += s.set.Len()
		default:
			return false
		}
	}
	if n > 12 {
		return false
	}
	at := func(plane int, num *node) bool {
		return f(v.bind(slot, binding{kind: bindOne, plane: plane, num: num, piece: -1}), c.yes(v))
	}
	// Members come in the order of the sites, which is not that of their places.
	var members topology.Set
	for p, s := range sets {
		if s.op == sOne {
			if !at(p, s.a) {
				return true
			}
			continue
		}
		for b := range s.set.All() {
			members.Add(c.lay.Site[p][b])
		}
	}
	for x := range members.All() {
		if !at(int(c.lay.Plane[x]), c.integer(int64(c.lay.Bit[x]))) {
			break
		}
	}
	return true
}

// domainIsConst reports whether unroll can run through the domain of a quantifier.
func (c *expressions) domainIsConst(e *ir.Expr, v *env) bool {
	return c.unroll(e, v, func(*env, *node) bool { return false })
}

// eachCell calls f as unroll does, for the cells that can be in a domain that is not known
// beforehand.
func (c *expressions) eachCell(dom *ir.Expr, slot int, v *env,
	f func(w *env, t *node) bool) bool {
	if v.lane != nil || dom.Type != ir.Sites || dom.Op == ir.Range ||
		c.game.Board.Cells.Len() > maxCells {
		return false
	}
	sets := c.sites(dom, v)
	for p, s := range sets {
		if !isEmpty(s) && c.lay.all[p] != *c.cellBits(p) {
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
