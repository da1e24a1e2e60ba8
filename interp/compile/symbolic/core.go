package symbolic

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
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

// Head strips the definitions, `let` and variables around the first operator of the core language
// in an expression. It returns what remains and the environment to read it in.
func (v *Env) Head(e *ir.Expr) (*ir.Expr, *Env) {
	for {
		switch e.Op {
		case ir.Let:
			e, v = e.Args[1], v.Bind(int(e.N), v.Argument(e.Args[0]))
		case ir.Call:
			e, v = e.Func.Body, v.enter(e.Func, e.Args)
		case ir.Var:
			if int(e.N) >= len(v.Slots) || v.Slots[e.N].Kind != bindLazy {
				return e, v
			}
			b := &v.Slots[e.N]
			e, v = b.expr, b.env.WithLane(v.Lane)
		default:
			return e, v
		}
	}
}

// Varies reports whether an expression depends on the anchor of the lane. What does not depend on
// it is uniform, and is compiled once, outside the lane.
func (v *Env) Varies(e *ir.Expr) bool { return v.Lane != nil && v.variesWith(e, nil) }

// variesWith is varies within quantifiers that bind some slots.
func (v *Env) variesWith(e *ir.Expr, bound []int64) bool {
	if e == nil {
		return false
	}
	switch e.Op {
	case ir.Var:
		if slices.Contains(bound, e.N) || int(e.N) >= len(v.Slots) {
			return false
		}
		b := &v.Slots[e.N]
		return b.Kind == BindPoint || b.Kind == bindLazy && b.env.Varies(b.expr)
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
func lazy(e *ir.Expr, v *Env) Binding { return Binding{Kind: bindLazy, expr: e, env: v, Piece: -1} }

// enter returns the environment of a function's body.
func (v *Env) enter(f *ir.Func, args []*ir.Expr) *Env {
	n := &Env{Slots: make([]Binding, f.Slots), Me: v.Me, St: v.St, Lane: v.Lane}
	for i, a := range args {
		n.Slots[i] = v.Argument(a)
	}
	return n
}

// Argument binds an argument or a `let`: a variable passes on its own binding.
func (v *Env) Argument(e *ir.Expr) Binding {
	if e.Op == ir.Var && int(e.N) < len(v.Slots) && v.Slots[e.N].Kind != bindNone {
		return v.Slots[e.N]
	}
	return lazy(e, v)
}

// OfAttr is where attributes are read: with the current me, without variables.
func (v *Env) OfAttr() *Env { return &Env{Me: v.Me, St: v.St, Lane: v.Lane} }

// Variable returns what a variable stands for.
func (v *Env) Variable(e *ir.Expr) *Binding {
	if int(e.N) >= len(v.Slots) || v.Slots[e.N].Kind == bindNone {
		Fail("a variable without a value")
	}
	return &v.Slots[e.N]
}

// NumberOf returns the number, the truth, or the players or kinds that a variable stands for.
func (v *Env) NumberOf(e *ir.Expr) *graph.Node {
	b := v.Variable(e)
	if b.Kind != BindNum {
		Fail("a variable that stands for sites, where its value is needed")
	}
	return b.Num
}

// KnownKind returns the kind of the piece on the site of an expression if it is known at compile
// time, or -1.
func (v *Env) KnownKind(e *ir.Expr) int {
	if e.Op == ir.Var && int(e.N) < len(v.Slots) {
		b := &v.Slots[e.N]
		if (b.Kind == BindOne || b.Kind == BindPoint) && b.Piece >= 0 && b.At == v.St {
			return b.Piece
		}
		if b.Kind == bindLazy {
			return b.env.WithLane(v.Lane).KnownKind(b.expr)
		}
	}
	return -1
}

// EnterStep returns the environment of the body of a function that is a step.
func (v *Env) EnterStep(s *ir.Step, from Binding) *Env {
	n := &Env{Slots: make([]Binding, max(s.Func.Slots, 1+len(s.FuncArgs))), Me: v.Me, St: v.St,
		Lane: v.Lane}
	n.Slots[0] = from
	for i, a := range s.FuncArgs {
		n.Slots[1+i] = v.Argument(a)
	}
	return n
}

// Base returns the point from which a set is reached, if that is known.
func (v *Env) Base(e *ir.Expr) *Binding {
	switch e.Op {
	case ir.Path:
		return v.Base(e.Args[0])
	case ir.And, ir.Minus:
		if b := v.Base(e.Args[0]); b != nil {
			return b
		}
		if e.Op == ir.And {
			return v.Base(e.Args[1])
		}
	case ir.Var:
		if int(e.N) >= len(v.Slots) {
			return nil
		}
		switch b := &v.Slots[e.N]; b.Kind {
		case BindPoint:
			if b.Lane == v.Lane {
				return b
			}
		case bindLazy:
			if b.env.Lane == v.Lane {
				return b.env.Base(b.expr)
			}
		}
	}
	return nil
}

func (v *Env) Moved(from, to *Lane, off int, done map[*Env]*Env) *Env {
	if n, ok := done[v]; ok {
		return n
	}
	n := *v
	done[v] = &n
	if v.Lane == from {
		n.Lane = to
	}
	n.Slots = append([]Binding(nil), v.Slots...)
	for i := range n.Slots {
		b := &n.Slots[i]
		switch {
		case b.Kind == BindPoint && b.Lane == from:
			b.Lane = to
			b.Off -= off
		case b.Kind == bindLazy:
			b.env = b.env.Moved(from, to, off, done)
		}
	}
	return &n
}

// At binds a variable to a point.
func (v *Env) At(p Point) Binding {
	return Binding{Kind: BindPoint, Lane: v.Lane, Plane: p.Plane, Off: p.Off, Piece: -1}
}
