package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// Truth compiles a condition: to 0 or 1, or in a lane to the set of the anchors for which it holds.
func (c *expressions) Truth(e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if v.Lane != nil && !v.Varies(e) {
		return c.SpreadTruth(v, c.Truth(e, v.WithLane(nil)))
	}
	switch e.Op {
	case ir.ConstTruth:
		return c.SpreadTruth(v, c.Boolean(e.N != 0))
	case ir.Var:
		return c.SpreadTruth(v, v.NumberOf(e))
	case ir.Not:
		return c.Negate(v, c.Truth(e.Args[0], v))
	case ir.LAnd:
		a := c.Truth(e.Args[0], v)
		if c.IsNever(a) {
			return a
		}
		return c.Both(v, a, c.Truth(e.Args[1], v))
	case ir.LOr:
		a := c.Truth(e.Args[0], v)
		if graph.IsTrue(a) {
			return a
		}
		return c.Either(v, a, c.Truth(e.Args[1], v))
	case ir.Implies:
		a := c.Truth(e.Args[0], v)
		if c.IsNever(a) {
			return c.Yes(v)
		}
		return c.Either(v, c.Negate(v, a), c.Truth(e.Args[1], v))
	case ir.Eq, ir.Ne:
		if e.Args[0].Type == ir.Truth {
			a, b := c.Truth(e.Args[0], v), c.Truth(e.Args[1], v)
			differ := c.Either(v, c.ButNot(v, a, b), c.ButNot(v, b, a))
			if e.Op == ir.Eq {
				return c.Negate(v, differ)
			}
			return differ
		}
		return c.relation(e, v)
	case ir.Lt, ir.Le, ir.Gt, ir.Ge, ir.Even, ir.Odd:
		return c.relation(e, v)
	case ir.Some, ir.No, ir.ExactlyOne:
		return c.presence(e, v)
	case ir.Same, ir.In:
		return c.compareSets(e, v)
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll:
		return c.quantifier(e, v)
	case ir.StateOf:
		t := c.Boolean(false)
		list, _ := c.stateIndex(int(e.N), e.Args, v.WithLane(nil))
		for _, x := range list {
			t = c.Logical(graph.BOr, t, c.Logical(graph.BAnd, x.Cond,
				c.Binary(graph.BNe, v.St.Nums[symbolic.NumFirst+x.Index], c.Integer(0))))
		}
		return c.SpreadTruth(v, t)
	case ir.AttrOf:
		t := c.Never(v)
		for when, a := range c.attributes(e, v) {
			t = c.Either(v, t, c.Both(v, when, c.Truth(a, v.OfAttr())))
		}
		return t
	case ir.Stuck:
		return c.SpreadTruth(v, c.Fact(v, symbolic.NumStuck))
	case ir.If, ir.For:
		return c.selectedTruth(e, v, c.Truth)
	}
	symbolic.Fail("the condition %s", symbolic.Quote(e))
	return nil
}

// relation compiles a comparison of numbers.
func (c *expressions) relation(e *ir.Expr, v *symbolic.Env) *graph.Node {
	f := func(x, y int64) bool {
		switch e.Op {
		case ir.Even:
			return x&1 == 0
		case ir.Odd:
			return x&1 != 0
		}
		return e.Op.Holds(x, y)
	}
	if v.Lane == nil {
		a := c.Number(e.Args[0], v)
		switch e.Op {
		case ir.Even:
			return c.Binary(graph.BEq, c.Binary(graph.BAnd, a, c.Integer(1)), c.Integer(0))
		case ir.Odd:
			return c.Binary(graph.BAnd, a, c.Integer(1))
		}
		b := c.Number(e.Args[1], v)
		switch e.Op {
		case ir.Gt:
			return c.Binary(graph.BLt, b, a)
		case ir.Ge:
			return c.Binary(graph.BLe, b, a)
		}
		return c.Binary(binOps[e.Op], a, b)
	}
	if t := c.wholeLines(e, v); t != nil {
		return t
	}
	a := c.parts(e.Args[0], v)
	b := []symbolic.Part{{Cond: c.Yes(v)}}
	if len(e.Args) > 1 {
		b = c.parts(e.Args[1], v)
	}
	t := c.Never(v)
	for _, x := range a {
		for _, y := range b {
			if f(x.Val, y.Val) {
				t = c.Either(v, t, c.Both(v, x.Cond, y.Cond))
			}
		}
	}
	return t
}

// presence compiles `some`, `no` and `one` of a set.
func (c *expressions) presence(e *ir.Expr, v *symbolic.Env) *graph.Node {
	a := e.Args[0]
	if a.Type != ir.Sites {
		if e.Op == ir.ExactlyOne || v.Lane != nil && a.Type != ir.Steps {
			t := c.Never(v)
			for _, p := range c.parts(a, v) {
				one := p.Val != 0 && p.Val&(p.Val-1) == 0
				if e.Op == ir.ExactlyOne && one || e.Op != ir.ExactlyOne && p.Val != 0 {
					t = c.Either(v, t, p.Cond)
				}
			}
			if e.Op == ir.No {
				return c.Negate(v, t)
			}
			return t
		}
		t := c.Never(v)
		if a.Type == ir.Steps {
			for _, p := range c.Steps(a, v) {
				if !p.Dirs.Empty() {
					t = c.Either(v, t, p.Cond)
				}
			}
		} else {
			t = c.Binary(graph.BNe, c.Bitset(a, v), c.Integer(0))
		}
		if e.Op == ir.No {
			return c.Negate(v, t)
		}
		return t
	}
	if e.Op == ir.ExactlyOne {
		if v.Lane == nil {
			return c.Binary(graph.BEq, c.count1of(a, v), c.Integer(1))
		}
		once, twice := c.Empty, c.Empty
		for _, p := range c.Points(a, v) {
			twice = c.Or(twice, c.And(once, p.Cond))
			once = c.Or(once, p.Cond)
		}
		return c.Diff(once, twice)
	}
	var t *graph.Node
	if v.Lane == nil {
		t = c.someOne(a, v)
	} else {
		t = c.someOf(a, v)
	}
	if e.Op == ir.No {
		return c.Negate(v, t)
	}
	return t
}

// someOne compiles `some` of a set without a lane. A union has a member if one of its parts does;
// testing the parts keeps the expressions small.
func (c *expressions) someOne(e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if e.Op == ir.Or {
		return c.Logical(graph.BOr, c.someOne(e.Args[0], v), c.someOne(e.Args[1], v))
	}
	return c.SomeSets(c.Sites(e, v))
}

// compareSets compiles A = B and A in B.
func (c *expressions) compareSets(e *ir.Expr, v *symbolic.Env) *graph.Node {
	a, b := e.Args[0], e.Args[1]
	switch a.Type {
	case ir.Sites:
		if v.Lane == nil {
			x, y := c.Sites(a, v), c.Sites(b, v)
			t := c.Not(c.SomeSets(c.Without(x, y)))
			if e.Op == ir.Same {
				t = c.Logical(graph.BAnd, t, c.Not(c.SomeSets(c.Without(y, x))))
			}
			return t
		}
		t := c.Negate(v, c.someOf(&ir.Expr{Op: ir.Minus, Type: ir.Sites, Card: a.Card,
			Args: []*ir.Expr{a, b}}, v))
		if e.Op == ir.Same {
			t = c.Both(v, t, c.Negate(v,
				c.someOf(&ir.Expr{Op: ir.Minus, Type: ir.Sites, Card: b.Card,
					Args: []*ir.Expr{b, a}}, v)))
		}
		return t
	case ir.Steps:
		t := c.Never(v)
		for _, x := range c.Steps(a, v) {
			for _, y := range c.Steps(b, v) {
				if e.Op == ir.Same && x.Dirs == y.Dirs || e.Op == ir.In && x.Dirs.Minus(y.Dirs).Empty() {
					t = c.Either(v, t, c.Both(v, x.Cond, y.Cond))
				}
			}
		}
		return t
	}
	if v.Lane == nil {
		x, y := c.Bitset(a, v), c.Bitset(b, v)
		if e.Op == ir.Same {
			return c.Binary(graph.BEq, x, y)
		}
		return c.Binary(graph.BEq, c.Binary(graph.BAndNot, x, y), c.Integer(0))
	}
	t := c.Never(v)
	for _, x := range c.parts(a, v) {
		for _, y := range c.parts(b, v) {
			if e.Op == ir.Same && x.Val == y.Val || e.Op == ir.In && x.Val&^y.Val == 0 {
				t = c.Either(v, t, c.Both(v, x.Cond, y.Cond))
			}
		}
	}
	return t
}

// quantifier compiles `some x in A: B` and its like.
func (c *expressions) quantifier(e *ir.Expr, v *symbolic.Env) *graph.Node {
	some, twice := c.Never(v), c.Never(v)
	one := e.Op == ir.QOne
	add := func(t *graph.Node) {
		if one {
			twice = c.Either(v, twice, c.Both(v, some, t))
		}
		some = c.Either(v, some, t)
	}
	body := func(w *symbolic.Env) *graph.Node {
		t := c.Truth(e.Args[1], w)
		if e.Op == ir.QAll {
			return c.Negate(w, t)
		}
		return t
	}
	done := func() *graph.Node {
		switch {
		case one:
			return c.ButNot(v, some, twice)
		case e.Op == ir.QSome:
			return some
		}
		return c.Negate(v, some)
	}
	if c.unroll(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		add(c.Both(v, t, body(w)))
		return one || !graph.IsTrue(some)
	}) {
		return done()
	}
	if e.Args[0].Type != ir.Sites || e.Args[0].Op == ir.Range {
		symbolic.Fail("a quantifier over a range that is not constant")
	}
	if v.Lane != nil {
		if !v.Varies(e.Args[0]) {
			// The domain is the same for every anchor: the body must not be, so there must be a
			// loop over one of the two.
			symbolic.Fail("a quantifier over sites whose body depends on two sites")
		}
		for _, p := range c.Points(e.Args[0], v) {
			add(c.And(p.Cond, body(v.Bind(int(e.N), v.At(p)))))
		}
		return done()
	}
	dom := c.Sites(e.Args[0], v)
	cond := e.Args[1]
	if e.Op == ir.QAll {
		cond = &ir.Expr{Op: ir.Not, Type: ir.Truth, Args: []*ir.Expr{cond}}
	}
	if one {
		n := c.Integer(0)
		for p := range dom {
			n = c.Binary(graph.BAdd, n, c.Count1(c.those(dom[p], p, int(e.N), cond, v)))
		}
		return c.Binary(graph.BEq, n, c.Integer(1))
	}
	t := c.Boolean(false)
	for p := range dom {
		if graph.IsEmpty(dom[p]) {
			continue
		}
		if x := c.those(dom[p], p, int(e.N), cond, v); x.Op == graph.SThose {
			// Stop at the first.
			t = c.Logical(graph.BOr, t, c.Loop(graph.NAny, x.K, x.A, x.B))
		} else {
			t = c.Logical(graph.BOr, t, c.Some(x))
		}
	}
	if e.Op == ir.QSome {
		return t
	}
	return c.Not(t)
}
