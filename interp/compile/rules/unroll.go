package rules

import (
	"cmp"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// loops compile what is repeated for each member of a domain.
type loops struct {
	symbolic.Tools
	ask *Expressions
}

// each calls f for each member that the domain of a quantifier can have: with the environment
// that binds it and the condition under which it is a member. It reports false, without a call, if
// the domain is of another kind than constants, steps, players, kinds and small ranges. f returns
// false to stop.
func (c *loops) each(e *ir.Expr, v *symbolic.Env,
	f func(w *symbolic.Env, t *graph.Node) bool) bool {
	return c.Domain(e.Args[0], int(e.N), v, false, f) ||
		c.Read.PerCell(e.Args[1]) && !c.loopsWithin(e.Args[1]) && c.eachCell(e.Args[0], int(e.N), v, f)
}

// Domain is each for the members of a domain that need no states per cell, in their order if it
// matters.
func (c *loops) Domain(dom *ir.Expr, slot int, v *symbolic.Env, ordered bool,
	f func(w *symbolic.Env, t *graph.Node) bool) bool {
	switch {
	case dom.Op == ir.Range:
		c.overRange(dom, slot, v, ordered, f)
	case dom.Type == ir.Steps:
		c.overSteps(dom, slot, v, f)
	case dom.Type == ir.Players:
		c.overMembers(dom, len(c.Read.Game.Players), slot, v, f)
	case dom.Type == ir.Kinds:
		c.overMembers(dom, len(c.Read.Game.Kinds), slot, v, f)
	case dom.Type == ir.Sites:
		return c.overSites(dom, slot, v, f)
	default:
		return false
	}
	return true
}

// whenAny returns the condition that one of the picked parts applies.
func (c *loops) whenAny(v *symbolic.Env, parts []symbolic.Part,
	picked func(p *symbolic.Part) bool) *graph.Node {
	t := c.Alg.Never(v)
	for i := range parts {
		if picked(&parts[i]) {
			t = c.Alg.Either(v, t, parts[i].Cond)
		}
	}
	return t
}

// overRange runs through a range, and downward if the order does not matter: it then meets a walk
// that is too long to unroll before all the shorter ones.
func (c *loops) overRange(dom *ir.Expr, slot int, v *symbolic.Env, ordered bool,
	f func(w *symbolic.Env, t *graph.Node) bool) {
	byValue := func(a, b symbolic.Part) int { return cmp.Compare(a.Val, b.Val) }
	lo, hi := c.ask.Cases.of(dom.Args[0], v), c.ask.Cases.of(dom.Args[1], v)
	if len(lo) == 0 || len(hi) == 0 {
		return
	}
	first, last := slices.MinFunc(lo, byValue).Val, slices.MaxFunc(hi, byValue).Val
	if last-first >= symbolic.MaxUnroll {
		symbolic.Fail("a range of %d numbers", last-first+1)
	}
	for i := range last - first + 1 {
		n := last - i
		if ordered {
			n = first + i
		}
		t := c.Alg.Never(v)
		for _, p := range lo {
			for _, q := range hi {
				if p.Val <= n && n <= q.Val {
					t = c.Alg.Either(v, t, c.Alg.Both(v, p.Cond, q.Cond))
				}
			}
		}
		if !c.Alg.IsNever(t) &&
			!f(v.Bind(slot, symbolic.Binding{Kind: symbolic.BindNum, Num: c.G.Integer(n), Piece: -1}), t) {
			break
		}
	}
}

func (c *loops) overSteps(dom *ir.Expr, slot int, v *symbolic.Env,
	f func(w *symbolic.Env, t *graph.Node) bool) {
	union := topology.Steps{}
	parts := c.ask.Cases.Steps(dom, v)
	for _, p := range parts {
		union = union.Or(p.Dirs)
	}
	for r := range union.All() {
		t := c.whenAny(v, parts, func(p *symbolic.Part) bool { return p.Dirs.Has(r) })
		if !c.Alg.IsNever(t) &&
			!f(
				v.Bind(slot, symbolic.Binding{Kind: symbolic.BindSteps, Dirs: topology.StepsOf(r), Piece: -1}),
				t) {
			break
		}
	}
}

// overMembers runs through a set of n players or kinds.
func (c *loops) overMembers(dom *ir.Expr, n, slot int, v *symbolic.Env,
	f func(w *symbolic.Env, t *graph.Node) bool) {
	var parts []symbolic.Part
	var set *graph.Node // the set, if it has too many possible values for a case each
	if why := symbolic.Attempt(func() { parts = c.ask.Cases.of(dom, v) }); why != "" {
		if v.Varies(dom) {
			symbolic.Fail("%s", why)
		}
		set = c.ask.Bitset(dom, v)
	}
	for i := range n {
		var t *graph.Node
		if set != nil {
			t = c.Alg.SpreadTruth(v, c.Alg.Member(set, i))
		} else {
			t = c.whenAny(v, parts, func(p *symbolic.Part) bool { return p.Val>>i&1 != 0 })
		}
		if !c.Alg.IsNever(t) &&
			!f(v.Bind(slot, symbolic.Binding{Kind: symbolic.BindNum, Num: c.G.Integer(1 << i), Piece: -1}),
				t) {
			break
		}
	}
}

func (c *loops) overSites(dom *ir.Expr, slot int, v *symbolic.Env,
	f func(w *symbolic.Env, t *graph.Node) bool) bool {
	var sets []*graph.Node
	if v.Varies(dom) || symbolic.Attempt(func() { sets = c.ask.Sites(dom, v) }) != "" {
		return false
	}
	n := 0
	for _, s := range sets {
		switch s.Op {
		case graph.SOne:
			n++
		case graph.SConst:
			n += s.Set.Len()
		default:
			return false
		}
	}
	if n > 12 {
		return false
	}
	at := func(plane int, num *graph.Node) bool {
		return f(
			v.Bind(slot, symbolic.Binding{Kind: symbolic.BindOne, Plane: plane, Num: num, Piece: -1}),
			c.Alg.Yes(v))
	}
	// Members come in the order of the sites, which is not that of their places.
	var members topology.Set
	for p, s := range sets {
		if s.Op == graph.SOne {
			if !at(p, s.A) {
				return true
			}
			continue
		}
		for b := range s.Set.All() {
			members.Add(c.G.Lay.Site[p][b])
		}
	}
	for x := range members.All() {
		if !at(int(c.G.Lay.Plane[x]), c.G.Integer(int64(c.G.Lay.Bit[x]))) {
			break
		}
	}
	return true
}

// loopsWithin reports whether unrolling an expression for every cell needs more loop variables than
// there are, since it has quantifiers over sites.
func (c *loops) loopsWithin(e *ir.Expr) bool {
	return c.Read.Game.Board.Cells.Len() > symbolic.MaxLoops && symbolic.AnyExpr(e,
		func(x *ir.Expr) bool {
			return x.Op >= ir.QSome && x.Op <= ir.QMax && x.Args[0].Type == ir.Sites
		})
}

// domainIsConst reports whether unroll can run through the domain of a quantifier.
func (c *loops) domainIsConst(e *ir.Expr, v *symbolic.Env) bool {
	return c.each(e, v, func(*symbolic.Env, *graph.Node) bool { return false })
}

// eachCell calls f as unroll does, for the cells that can be in a domain that is not known
// beforehand.
func (c *loops) eachCell(dom *ir.Expr, slot int, v *symbolic.Env,
	f func(w *symbolic.Env, t *graph.Node) bool) bool {
	if v.Lane != nil || dom.Type != ir.Sites || dom.Op == ir.Range ||
		c.Read.Game.Board.Cells.Len() > c.Walk.Cells {
		return false
	}
	sets := c.ask.Sites(dom, v)
	for p, s := range sets {
		if !graph.IsEmpty(s) && c.G.Lay.All[p] != *c.Walk.CellBits(p) {
			return false
		}
	}
	for _, x := range c.Walk.CellsOf(sets) {
		at := symbolic.Binding{Kind: symbolic.BindOne, Plane: int(c.G.Lay.Plane[x.Site]),
			Num: c.G.Integer(int64(c.G.Lay.Bit[x.Site])), Piece: -1}
		if !f(v.Bind(slot, at), x.Cond) {
			break
		}
	}
	return true
}
