package compile

import (
	"boardgame/dsl/ir"
)

// truth compiles a condition: to 0 or 1, or in a lane to the set of the anchors for which it holds.
func (c *expressions) truth(e *ir.Expr, v *env) *node {
	e, v = v.head(e)
	if v.lane != nil && !v.varies(e) {
		return c.spreadTruth(v, c.truth(e, v.withLane(nil)))
	}
	switch e.Op {
	case ir.ConstTruth:
		return c.spreadTruth(v, c.boolean(e.N != 0))
	case ir.Var:
		return c.spreadTruth(v, v.numberOf(e))
	case ir.Not:
		return c.negate(v, c.truth(e.Args[0], v))
	case ir.LAnd:
		a := c.truth(e.Args[0], v)
		if c.isNever(a) {
			return a
		}
		return c.both(v, a, c.truth(e.Args[1], v))
	case ir.LOr:
		a := c.truth(e.Args[0], v)
		if isTrue(a) {
			return a
		}
		return c.either(v, a, c.truth(e.Args[1], v))
	case ir.Implies:
		a := c.truth(e.Args[0], v)
		if c.isNever(a) {
			return c.yes(v)
		}
		return c.either(v, c.negate(v, a), c.truth(e.Args[1], v))
	case ir.Eq, ir.Ne:
		if e.Args[0].Type == ir.Truth {
			a, b := c.truth(e.Args[0], v), c.truth(e.Args[1], v)
			differ := c.either(v, c.butNot(v, a, b), c.butNot(v, b, a))
			if e.Op == ir.Eq {
				return c.negate(v, differ)
			}
			return differ
		}
		return c.relation(e, v)
	case ir.Lt, ir.Le, ir.Gt, ir.Ge, ir.Even, ir.Odd:
		return c.relation(e, v)
	case ir.Some, ir.No, ir.Only1:
		return c.presence(e, v)
	case ir.Same, ir.In:
		return c.compareSets(e, v)
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll:
		return c.quantifier(e, v)
	case ir.StateOf:
		t := c.boolean(false)
		list, _ := c.stateIndex(int(e.N), e.Args, v.withLane(nil))
		for _, x := range list {
			t = c.logical(bOr, t,
				c.logical(bAnd, x.cond, c.binary(bNe, v.st.nums[NumFirst+x.index], c.integer(0))))
		}
		return c.spreadTruth(v, t)
	case ir.AttrOf:
		t := c.never(v)
		for when, a := range c.attributes(e, v) {
			t = c.either(v, t, c.both(v, when, c.truth(a, v.ofAttr())))
		}
		return t
	case ir.Stuck:
		return c.spreadTruth(v, c.fact(v, NumStuck))
	case ir.If, ir.For:
		return c.selectedTruth(e, v, c.truth)
	}
	fail("a condition of operator %d", e.Op)
	return nil
}

// relation compiles a comparison of numbers.
func (c *expressions) relation(e *ir.Expr, v *env) *node {
	f := func(x, y int64) bool {
		switch e.Op {
		case ir.Even:
			return x&1 == 0
		case ir.Odd:
			return x&1 != 0
		}
		return e.Op.Holds(x, y)
	}
	if v.lane == nil {
		a := c.number(e.Args[0], v)
		switch e.Op {
		case ir.Even:
			return c.binary(bEq, c.binary(bAnd, a, c.integer(1)), c.integer(0))
		case ir.Odd:
			return c.binary(bAnd, a, c.integer(1))
		}
		b := c.number(e.Args[1], v)
		switch e.Op {
		case ir.Gt:
			return c.binary(bLt, b, a)
		case ir.Ge:
			return c.binary(bLe, b, a)
		}
		return c.binary(binOps[e.Op], a, b)
	}
	if t := c.wholeLines(e, v); t != nil {
		return t
	}
	a := c.parts(e.Args[0], v)
	b := []part{{cond: c.yes(v)}}
	if len(e.Args) > 1 {
		b = c.parts(e.Args[1], v)
	}
	t := c.never(v)
	for _, x := range a {
		for _, y := range b {
			if f(x.val, y.val) {
				t = c.either(v, t, c.both(v, x.cond, y.cond))
			}
		}
	}
	return t
}

// presence compiles `some`, `no` and `one` of a set.
func (c *expressions) presence(e *ir.Expr, v *env) *node {
	a := e.Args[0]
	if a.Type != ir.Sites {
		if e.Op == ir.Only1 || v.lane != nil && a.Type != ir.Steps {
			t := c.never(v)
			for _, p := range c.parts(a, v) {
				one := p.val != 0 && p.val&(p.val-1) == 0
				if e.Op == ir.Only1 && one || e.Op != ir.Only1 && p.val != 0 {
					t = c.either(v, t, p.cond)
				}
			}
			if e.Op == ir.No {
				return c.negate(v, t)
			}
			return t
		}
		t := c.never(v)
		if a.Type == ir.Steps {
			for _, p := range c.steps(a, v) {
				if !p.dirs.Empty() {
					t = c.either(v, t, p.cond)
				}
			}
		} else {
			t = c.binary(bNe, c.bitset(a, v), c.integer(0))
		}
		if e.Op == ir.No {
			return c.negate(v, t)
		}
		return t
	}
	if e.Op == ir.Only1 {
		if v.lane == nil {
			return c.binary(bEq, c.count1of(a, v), c.integer(1))
		}
		once, twice := c.empty, c.empty
		for _, p := range c.points(a, v) {
			twice = c.or(twice, c.and(once, p.cond))
			once = c.or(once, p.cond)
		}
		return c.diff(once, twice)
	}
	var t *node
	if v.lane == nil {
		t = c.someOne(a, v)
	} else {
		t = c.someOf(a, v)
	}
	if e.Op == ir.No {
		return c.negate(v, t)
	}
	return t
}

// someOne compiles `some` of a set without a lane. A union has a member if one of its parts does;
// testing the parts keeps the expressions small.
func (c *expressions) someOne(e *ir.Expr, v *env) *node {
	e, v = v.head(e)
	if e.Op == ir.Or {
		return c.logical(bOr, c.someOne(e.Args[0], v), c.someOne(e.Args[1], v))
	}
	return c.someSets(c.sites(e, v))
}

// compareSets compiles A = B and A in B.
func (c *expressions) compareSets(e *ir.Expr, v *env) *node {
	a, b := e.Args[0], e.Args[1]
	switch a.Type {
	case ir.Sites:
		if v.lane == nil {
			x, y := c.sites(a, v), c.sites(b, v)
			t := c.not(c.someSets(c.without(x, y)))
			if e.Op == ir.Same {
				t = c.logical(bAnd, t, c.not(c.someSets(c.without(y, x))))
			}
			return t
		}
		t := c.negate(v, c.someOf(&ir.Expr{Op: ir.Minus, Type: ir.Sites, Card: a.Card,
			Args: []*ir.Expr{a, b}}, v))
		if e.Op == ir.Same {
			t = c.both(v, t, c.negate(v,
				c.someOf(&ir.Expr{Op: ir.Minus, Type: ir.Sites, Card: b.Card,
					Args: []*ir.Expr{b, a}}, v)))
		}
		return t
	case ir.Steps:
		t := c.never(v)
		for _, x := range c.steps(a, v) {
			for _, y := range c.steps(b, v) {
				if e.Op == ir.Same && x.dirs == y.dirs || e.Op == ir.In &&
					x.dirs.Minus(y.dirs).Empty() {
					t = c.either(v, t, c.both(v, x.cond, y.cond))
				}
			}
		}
		return t
	}
	if v.lane == nil {
		x, y := c.bitset(a, v), c.bitset(b, v)
		if e.Op == ir.Same {
			return c.binary(bEq, x, y)
		}
		return c.binary(bEq, c.binary(bAndNot, x, y), c.integer(0))
	}
	t := c.never(v)
	for _, x := range c.parts(a, v) {
		for _, y := range c.parts(b, v) {
			if e.Op == ir.Same && x.val == y.val || e.Op == ir.In && x.val&^y.val == 0 {
				t = c.either(v, t, c.both(v, x.cond, y.cond))
			}
		}
	}
	return t
}

// quantifier compiles `some x in A: B` and its like.
func (c *expressions) quantifier(e *ir.Expr, v *env) *node {
	some, twice := c.never(v), c.never(v)
	one := e.Op == ir.QOne
	add := func(t *node) {
		if one {
			twice = c.either(v, twice, c.both(v, some, t))
		}
		some = c.either(v, some, t)
	}
	body := func(w *env) *node {
		t := c.truth(e.Args[1], w)
		if e.Op == ir.QAll {
			return c.negate(w, t)
		}
		return t
	}
	done := func() *node {
		switch {
		case one:
			return c.butNot(v, some, twice)
		case e.Op == ir.QSome:
			return some
		}
		return c.negate(v, some)
	}
	if c.unroll(e, v, func(w *env, t *node) bool {
		add(c.both(v, t, body(w)))
		return one || !isTrue(some)
	}) {
		return done()
	}
	if e.Args[0].Type != ir.Sites || e.Args[0].Op == ir.Range {
		fail("a quantifier over a range that is not constant")
	}
	if v.lane != nil {
		if !v.varies(e.Args[0]) {
			// The domain is the same for every anchor: the body must not be, so there must be a
			// loop over one of the two.
			fail("a quantifier over sites whose body depends on two sites")
		}
		for _, p := range c.points(e.Args[0], v) {
			add(c.and(p.cond, body(v.bind(int(e.N), v.at(p)))))
		}
		return done()
	}
	dom := c.sites(e.Args[0], v)
	cond := e.Args[1]
	if e.Op == ir.QAll {
		cond = &ir.Expr{Op: ir.Not, Type: ir.Truth, Args: []*ir.Expr{cond}}
	}
	if one {
		n := c.integer(0)
		for p := range dom {
			n = c.binary(bAdd, n, c.count1(c.those(dom[p], p, int(e.N), cond, v)))
		}
		return c.binary(bEq, n, c.integer(1))
	}
	t := c.boolean(false)
	for p := range dom {
		if isEmpty(dom[p]) {
			continue
		}
		x := c.those(dom[p], p, int(e.N), cond, v)
		if x.op == sThose {
			// Stop at the first.
			t = c.logical(bOr, t, c.loop(nAny, x.k, x.a, x.b))
		} else {
			t = c.logical(bOr, t, c.some(x))
		}
	}
	if e.Op == ir.QSome {
		return t
	}
	return c.not(t)
}
