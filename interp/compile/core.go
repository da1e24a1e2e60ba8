package compile

import (
	"slices"

	"boardgame/dsl/ir"
)

// This file is the lowering that the compiler of expressions begins with. After head there are no
// definitions, no `let` and no variables that stand for expressions; after selected, `if` and `for`
// are a choice between two values. Every form of a value (sites, numbers, truths, points, parts,
// steps …) is then compiled by a function that knows the core language only: constants, variables
// of quantifiers and moves, operators, paths and quantifiers.
//
// Nothing is copied. An argument is bound with the environment it is read in (a closure), and is
// compiled wherever it is used, in the form needed there: as a point of a lane, a place or a set.
// Expanded in dsl/ir, definitions that use definitions would grow exponentially.

// head strips the definitions, `let` and variables around the first operator of the core language
// in an expression. It returns what remains and the environment to read it in.
func (v *env) head(e *ir.Expr) (*ir.Expr, *env) {
	for {
		switch e.Op {
		case ir.Let:
			e, v = e.Args[1], v.bind(int(e.N), v.argument(e.Args[0]))
		case ir.Call:
			e, v = e.Func.Body, v.enter(e.Func, e.Args)
		case ir.Var:
			if int(e.N) >= len(v.slots) || v.slots[e.N].kind != bindLazy {
				return e, v
			}
			b := &v.slots[e.N]
			e, v = b.expr, b.env.withLane(v.lane)
		default:
			return e, v
		}
	}
}

// A form is what an expression is compiled to: sites, a number, a condition and so on.
type form[T any] struct {
	of      func(*ir.Expr, *env) T
	pick    func(t *node, x, y T) T // x where t holds, or in a lane at the anchors of t; else y
	join    func(x, y T) T          // one of them is empty; nil: use pick
	nothing T
}

// selected compiles an If or a For.
func selected[T any](c *expressions, e *ir.Expr, v *env, f form[T]) T {
	if e.Op == ir.If {
		t := c.truth(e.Args[0], v)
		switch {
		case c.isNever(t):
			return f.of(e.Args[2], v)
		case isTrue(t), v.lane != nil && t == v.lane.all:
			return f.of(e.Args[1], v)
		}
		return f.pick(t, f.of(e.Args[1], v), f.of(e.Args[2], v))
	}
	all := f.nothing
	for _, p := range c.playersOf(e.Args[0], v) {
		x := f.of(e.Args[1], v.as(int(p.val)))
		if f.join == nil {
			all = f.pick(p.cond, x, all)
		} else {
			all = f.join(all, f.pick(p.cond, x, f.nothing))
		}
	}
	return all
}

// selectedTruth is selected for conditions.
func (c *expressions) selectedTruth(e *ir.Expr, v *env, of func(*ir.Expr, *env) *node) *node {
	pick := func(t, x, y *node) *node {
		if x = c.both(v, t, x); c.isNever(y) {
			return x
		}
		return c.either(v, x, c.butNot(v, y, t))
	}
	return selected(c, e, v,
		form[*node]{of, pick, func(x, y *node) *node { return c.either(v, x, y) }, c.never(v)})
}

// varies reports whether an expression depends on the anchor of the lane. What does not depend on
// it is uniform, and is compiled once, outside the lane.
func (v *env) varies(e *ir.Expr) bool { return v.lane != nil && v.variesWith(e, nil) }

// variesWith is varies within quantifiers that bind some slots.
func (v *env) variesWith(e *ir.Expr, bound []int64) bool {
	if e == nil {
		return false
	}
	switch e.Op {
	case ir.Var:
		if slices.Contains(bound, e.N) || int(e.N) >= len(v.slots) {
			return false
		}
		b := &v.slots[e.N]
		return b.kind == bindPoint || b.kind == bindLazy && b.env.varies(b.expr)
	case ir.Let, ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin,
		ir.QMax:
		return v.variesWith(e.Args[0], bound) ||
			v.variesWith(e.Args[1], append(bound[:len(bound):len(bound)], e.N))
	}
	in := func(x *ir.Expr) bool { return v.variesWith(x, bound) }
	s := e.Step
	return slices.ContainsFunc(e.Args, in) || s != nil && (in(s.By) || in(s.Only) || in(s.Lo) ||
		in(s.Hi) || slices.ContainsFunc(s.FuncArgs, in))
}

// lazy binds an expression without compiling it. It is evaluated at the moment of its environment.
func lazy(e *ir.Expr, v *env) binding { return binding{kind: bindLazy, expr: e, env: v, piece: -1} }

// enter returns the environment of a function's body.
func (v *env) enter(f *ir.Func, args []*ir.Expr) *env {
	n := &env{slots: make([]binding, f.Slots), me: v.me, st: v.st, lane: v.lane}
	for i, a := range args {
		n.slots[i] = v.argument(a)
	}
	return n
}

// argument binds an argument or a `let`: a variable passes on its own binding.
func (v *env) argument(e *ir.Expr) binding {
	if e.Op == ir.Var && int(e.N) < len(v.slots) && v.slots[e.N].kind != bindNone {
		return v.slots[e.N]
	}
	return lazy(e, v)
}

// ofAttr is where attributes are read: with the current me, without variables.
func (v *env) ofAttr() *env { return &env{me: v.me, st: v.st, lane: v.lane} }

// variable returns what a variable stands for.
func (v *env) variable(e *ir.Expr) *binding {
	if int(e.N) >= len(v.slots) || v.slots[e.N].kind == bindNone {
		fail("a variable without a value")
	}
	return &v.slots[e.N]
}

// numberOf returns the number, the truth, or the players or kinds that a variable stands for.
func (v *env) numberOf(e *ir.Expr) *node {
	b := v.variable(e)
	if b.kind != bindNum {
		fail("a variable that stands for sites, where its value is needed")
	}
	return b.num
}

// knownKind returns the kind of the piece on the site of an expression if it is known at compile
// time, or -1.
func (v *env) knownKind(e *ir.Expr) int {
	if e.Op == ir.Var && int(e.N) < len(v.slots) {
		b := &v.slots[e.N]
		if (b.kind == bindOne || b.kind == bindPoint) && b.piece >= 0 && b.at == v.st {
			return b.piece
		}
		if b.kind == bindLazy {
			return b.env.withLane(v.lane).knownKind(b.expr)
		}
	}
	return -1
}

// enterStep returns the environment of the body of a function that is a step.
func (v *env) enterStep(s *ir.Step, from binding) *env {
	n := &env{slots: make([]binding, max(s.Func.Slots, 1+len(s.FuncArgs))), me: v.me, st: v.st,
		lane: v.lane}
	n.slots[0] = from
	for i, a := range s.FuncArgs {
		n.slots[1+i] = v.argument(a)
	}
	return n
}

// base returns the point from which a set is reached, if that is known.
func (v *env) base(e *ir.Expr) *binding {
	switch e.Op {
	case ir.Path:
		return v.base(e.Args[0])
	case ir.And, ir.Minus:
		if b := v.base(e.Args[0]); b != nil {
			return b
		}
		if e.Op == ir.And {
			return v.base(e.Args[1])
		}
	case ir.Var:
		if int(e.N) >= len(v.slots) {
			return nil
		}
		switch b := &v.slots[e.N]; b.kind {
		case bindPoint:
			if b.lane == v.lane {
				return b
			}
		case bindLazy:
			if b.env.lane == v.lane {
				return b.env.base(b.expr)
			}
		}
	}
	return nil
}

func (v *env) moved(from, to *lane, off int, done map[*env]*env) *env {
	if n, ok := done[v]; ok {
		return n
	}
	n := *v
	done[v] = &n
	if v.lane == from {
		n.lane = to
	}
	n.slots = append([]binding(nil), v.slots...)
	for i := range n.slots {
		b := &n.slots[i]
		switch {
		case b.kind == bindPoint && b.lane == from:
			b.lane = to
			b.off -= off
		case b.kind == bindLazy:
			b.env = b.env.moved(from, to, off, done)
		}
	}
	return &n
}

// at binds a variable to a point.
func (v *env) at(p point) binding {
	return binding{kind: bindPoint, lane: v.lane, plane: p.plane, off: p.off, piece: -1}
}
