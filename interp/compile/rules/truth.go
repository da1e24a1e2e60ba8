package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// Truth compiles a condition: to 0 or 1, or in a lane to the set of the anchors for which it holds.
func (c *Expressions) Truth(e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if v.Lane != nil && !v.Varies(e) {
		return c.Alg.SpreadTruth(v, c.Truth(e, v.WithLane(nil)))
	}
	switch e.Op {
	case ir.ConstTruth:
		return c.Alg.SpreadTruth(v, c.G.Boolean(e.N != 0))
	case ir.Var:
		return c.Alg.SpreadTruth(v, v.NumberOf(e))
	case ir.Not:
		return c.Alg.Negate(v, c.Truth(e.Args[0], v))
	case ir.LAnd:
		a := c.Truth(e.Args[0], v)
		if c.Alg.IsNever(a) {
			return a
		}
		return c.Alg.Both(v, a, c.Truth(e.Args[1], v))
	case ir.LOr:
		a := c.Truth(e.Args[0], v)
		if graph.IsTrue(a) {
			return a
		}
		return c.Alg.Either(v, a, c.Truth(e.Args[1], v))
	case ir.Implies:
		a := c.Truth(e.Args[0], v)
		if c.Alg.IsNever(a) {
			return c.Alg.Yes(v)
		}
		return c.Alg.Either(v, c.Alg.Negate(v, a), c.Truth(e.Args[1], v))
	case ir.Eq, ir.Ne:
		if e.Args[0].Type == ir.Truth {
			a, b := c.Truth(e.Args[0], v), c.Truth(e.Args[1], v)
			differ := c.Alg.Either(v, c.Alg.ButNot(v, a, b), c.Alg.ButNot(v, b, a))
			if e.Op == ir.Eq {
				return c.Alg.Negate(v, differ)
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
		t := c.G.Boolean(false)
		list, _ := c.stateIndex(int(e.N), e.Args, v.WithLane(nil))
		for _, x := range list {
			t = c.G.Logical(graph.BOr, t, c.G.Logical(graph.BAnd, x.Cond,
				c.G.Binary(graph.BNe, v.St.Nums[symbolic.NumFirst+x.Index], c.G.Integer(0))))
		}
		return c.Alg.SpreadTruth(v, t)
	case ir.AttrOf:
		t := c.Alg.Never(v)
		for when, a := range c.attributes(e, v) {
			t = c.Alg.Either(v, t, c.Alg.Both(v, when, c.Truth(a, v.OfAttr())))
		}
		return t
	case ir.Stuck:
		return c.Alg.SpreadTruth(v, c.Read.Fact(v, symbolic.NumStuck))
	case ir.If, ir.For:
		return c.selectedTruth(e, v, c.Truth)
	}
	symbolic.Fail("the condition %s", symbolic.Quote(e))
	return nil
}

// relation compiles a comparison of numbers.
func (c *Expressions) relation(e *ir.Expr, v *symbolic.Env) *graph.Node {
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
			return c.G.Binary(graph.BEq, c.G.Binary(graph.BAnd, a, c.G.Integer(1)), c.G.Integer(0))
		case ir.Odd:
			return c.G.Binary(graph.BAnd, a, c.G.Integer(1))
		}
		b := c.Number(e.Args[1], v)
		switch e.Op {
		case ir.Gt:
			return c.G.Binary(graph.BLt, b, a)
		case ir.Ge:
			return c.G.Binary(graph.BLe, b, a)
		}
		return c.G.Binary(binOps[e.Op], a, b)
	}
	if t := c.paths.wholeLines(e, v); t != nil {
		return t
	}
	if t := c.Cases.compared(e, v); t != nil {
		return t
	}
	a := c.Cases.of(e.Args[0], v)
	b := []symbolic.Part{{Cond: c.Alg.Yes(v)}}
	if len(e.Args) > 1 {
		b = c.Cases.of(e.Args[1], v)
	}
	t := c.Alg.Never(v)
	for _, x := range a {
		for _, y := range b {
			if f(x.Val, y.Val) {
				t = c.Alg.Either(v, t, c.Alg.Both(v, x.Cond, y.Cond))
			}
		}
	}
	return t
}

// presence compiles `some`, `no` and `one` of a set.
func (c *Expressions) presence(e *ir.Expr, v *symbolic.Env) *graph.Node {
	a := e.Args[0]
	if a.Type != ir.Sites {
		if e.Op == ir.ExactlyOne || v.Lane != nil && a.Type != ir.Steps {
			t := c.Alg.Never(v)
			for _, p := range c.Cases.of(a, v) {
				one := p.Val != 0 && p.Val&(p.Val-1) == 0
				if e.Op == ir.ExactlyOne && one || e.Op != ir.ExactlyOne && p.Val != 0 {
					t = c.Alg.Either(v, t, p.Cond)
				}
			}
			if e.Op == ir.No {
				return c.Alg.Negate(v, t)
			}
			return t
		}
		t := c.Alg.Never(v)
		if a.Type == ir.Steps {
			for _, p := range c.Cases.Steps(a, v) {
				if !p.Dirs.Empty() {
					t = c.Alg.Either(v, t, p.Cond)
				}
			}
		} else {
			t = c.G.Binary(graph.BNe, c.Bitset(a, v), c.G.Integer(0))
		}
		if e.Op == ir.No {
			return c.Alg.Negate(v, t)
		}
		return t
	}
	if e.Op == ir.ExactlyOne {
		if v.Lane == nil {
			return c.G.Binary(graph.BEq, c.count1of(a, v), c.G.Integer(1))
		}
		once, twice := c.G.Empty, c.G.Empty
		for _, p := range c.Points(a, v) {
			twice = c.G.Or(twice, c.G.And(once, p.Cond))
			once = c.G.Or(once, p.Cond)
		}
		return c.G.Diff(once, twice)
	}
	var t *graph.Node
	if v.Lane == nil {
		t = c.someOne(a, v)
	} else {
		t = c.someOf(a, v)
	}
	if e.Op == ir.No {
		return c.Alg.Negate(v, t)
	}
	return t
}

// someOne compiles `some` of a set without a lane. A union has a member if one of its parts does;
// testing the parts keeps the expressions small.
func (c *Expressions) someOne(e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if e.Op == ir.Or {
		return c.G.Logical(graph.BOr, c.someOne(e.Args[0], v), c.someOne(e.Args[1], v))
	}
	return c.Alg.SomeSets(c.Sites(e, v))
}

// compareSets compiles A = B and A in B.
func (c *Expressions) compareSets(e *ir.Expr, v *symbolic.Env) *graph.Node {
	a, b := e.Args[0], e.Args[1]
	switch a.Type {
	case ir.Sites:
		if v.Lane == nil {
			x, y := c.Sites(a, v), c.Sites(b, v)
			t := c.G.Not(c.Alg.SomeSets(c.Alg.Without(x, y)))
			if e.Op == ir.Same {
				t = c.G.Logical(graph.BAnd, t, c.G.Not(c.Alg.SomeSets(c.Alg.Without(y, x))))
			}
			return t
		}
		t := c.Alg.Negate(v, c.someOf(&ir.Expr{Op: ir.Minus, Type: ir.Sites, Card: a.Card,
			Args: []*ir.Expr{a, b}}, v))
		if e.Op == ir.Same {
			t = c.Alg.Both(v, t, c.Alg.Negate(v,
				c.someOf(&ir.Expr{Op: ir.Minus, Type: ir.Sites, Card: b.Card,
					Args: []*ir.Expr{b, a}}, v)))
		}
		return t
	case ir.Steps:
		t := c.Alg.Never(v)
		for _, x := range c.Cases.Steps(a, v) {
			for _, y := range c.Cases.Steps(b, v) {
				if e.Op == ir.Same && x.Dirs == y.Dirs || e.Op == ir.In && x.Dirs.Minus(y.Dirs).Empty() {
					t = c.Alg.Either(v, t, c.Alg.Both(v, x.Cond, y.Cond))
				}
			}
		}
		return t
	}
	if v.Lane == nil {
		x, y := c.Bitset(a, v), c.Bitset(b, v)
		if e.Op == ir.Same {
			return c.G.Binary(graph.BEq, x, y)
		}
		return c.G.Binary(graph.BEq, c.G.Binary(graph.BAndNot, x, y), c.G.Integer(0))
	}
	t := c.Alg.Never(v)
	for _, x := range c.Cases.of(a, v) {
		for _, y := range c.Cases.of(b, v) {
			if e.Op == ir.Same && x.Val == y.Val || e.Op == ir.In && x.Val&^y.Val == 0 {
				t = c.Alg.Either(v, t, c.Alg.Both(v, x.Cond, y.Cond))
			}
		}
	}
	return t
}

// quantifier compiles `some x in A: B` and its like.
func (c *Expressions) quantifier(e *ir.Expr, v *symbolic.Env) *graph.Node {
	some, twice := c.Alg.Never(v), c.Alg.Never(v)
	one := e.Op == ir.QOne
	add := func(t *graph.Node) {
		if one {
			twice = c.Alg.Either(v, twice, c.Alg.Both(v, some, t))
		}
		some = c.Alg.Either(v, some, t)
	}
	body := func(w *symbolic.Env) *graph.Node {
		t := c.Truth(e.Args[1], w)
		if e.Op == ir.QAll {
			return c.Alg.Negate(w, t)
		}
		return t
	}
	done := func() *graph.Node {
		switch {
		case one:
			return c.Alg.ButNot(v, some, twice)
		case e.Op == ir.QSome:
			return some
		}
		return c.Alg.Negate(v, some)
	}
	if c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		add(c.Alg.Both(v, t, body(w)))
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
			add(c.G.And(p.Cond, body(v.Bind(int(e.N), v.At(p)))))
		}
		return done()
	}
	dom := c.Sites(e.Args[0], v)
	cond := e.Args[1]
	if e.Op == ir.QAll {
		cond = &ir.Expr{Op: ir.Not, Type: ir.Truth, Args: []*ir.Expr{cond}}
	}
	if one {
		n := c.G.Integer(0)
		for p := range dom {
			n = c.G.Binary(graph.BAdd, n, c.G.Count1(c.those(dom[p], p, int(e.N), cond, v)))
		}
		return c.G.Binary(graph.BEq, n, c.G.Integer(1))
	}
	t := c.G.Boolean(false)
	for p := range dom {
		if graph.IsEmpty(dom[p]) {
			continue
		}
		if x := c.those(dom[p], p, int(e.N), cond, v); x.Op == graph.SThose {
			// Stop at the first.
			t = c.G.Logical(graph.BOr, t, c.G.Loop(graph.NAny, x.K, x.A, x.B))
		} else {
			t = c.G.Logical(graph.BOr, t, c.G.Some(x))
		}
	}
	if e.Op == ir.QSome {
		return t
	}
	return c.G.Not(t)
}
