package ir

import "slices"

// Walk calls visit for an expression and, if that returns true, for its parts: its arguments and
// the parts of its step, in the order in which they are written. It does not enter the bodies of
// functions or visit nil expressions, such as an omitted argument of StateOf.
func Walk(e *Expr, visit func(*Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, a := range e.Args {
		Walk(a, visit)
	}
	if e.Step != nil {
		e.Step.walk(visit)
	}
}

func (s *Step) walk(visit func(*Expr) bool) {
	Walk(s.By, visit)
	for _, a := range s.FuncArgs {
		Walk(a, visit)
	}
	Walk(s.Only, visit)
	Walk(s.Lo, visit)
	Walk(s.Hi, visit)
}

// Exprs calls visit for every expression of the game, including those of its functions, that is not
// part of another one.
func (g *Game) Exprs(visit func(*Expr)) {
	see := func(es ...*Expr) {
		for _, e := range es {
			if e != nil {
				visit(e)
			}
		}
	}
	for _, a := range g.Attrs {
		see(a.Values...)
	}
	for _, s := range g.States {
		see(s.Init)
	}
	for _, f := range g.Funcs {
		see(f.Body)
	}
	for _, e := range g.Setup {
		e.Exprs(visit)
	}
	if g.SetupThen != nil {
		g.SetupThen.Exprs(visit)
	}
	for _, m := range g.Moves {
		m.Exprs(visit)
	}
	if g.Turn != nil {
		g.Turn.Exprs(visit)
	}
	for _, s := range g.End {
		see(s.Of, s.If)
	}
	for _, s := range g.Says {
		see(s.If)
	}
	for _, h := range g.Hidden {
		see(append([]*Expr{h.Of, h.When}, h.Index...)...)
	}
	for _, v := range g.Values {
		see(v.Body)
	}
}

// Exprs calls visit for every expression of the move that is not part of another one.
func (m *Move) Exprs(visit func(*Expr)) {
	for _, c := range m.Clauses {
		if c.Value != nil {
			visit(c.Value)
		}
	}
	for _, e := range m.Do {
		e.Exprs(visit)
	}
	for _, c := range m.Ensure {
		if c.Expr != nil {
			visit(c.Expr)
		}
	}
	if m.Then != nil {
		m.Then.Exprs(visit)
	}
}

// Exprs calls visit for every expression of the choice that is not part of another one.
func (c *Choice) Exprs(visit func(*Expr)) {
	for _, g := range c.Groups {
		for _, it := range g.Items {
			for _, r := range it.Roles {
				visit(r.Value)
			}
			if it.When != nil {
				visit(it.When)
			}
		}
		for _, b := range g.Best {
			visit(b)
		}
	}
}

// Does reports whether an effect of the move, or one inside another, is one of these.
func (m *Move) Does(ops ...EffectOp) bool {
	is := func(e *Effect) bool { return slices.Contains(ops, e.Op) }
	return slices.ContainsFunc(m.Do, func(e *Effect) bool { return e.Any(is) })
}

// Any reports whether f holds for the effect or one inside it.
func (e *Effect) Any(f func(*Effect) bool) bool {
	in := func(e *Effect) bool { return e.Any(f) }
	return f(e) || e.Body != nil && e.Body.Any(f) || slices.ContainsFunc(e.More, in)
}

// Exprs calls visit for every expression of the effect that is not part of another one, including
// the parts of a step.
func (e *Effect) Exprs(visit func(*Expr)) {
	for _, x := range append([]*Expr{e.A, e.B, e.Owner, e.Kind, e.Many}, e.Index...) {
		if x != nil {
			visit(x)
		}
	}
	if s := e.Step; s != nil {
		for _, x := range append([]*Expr{s.By, s.Only, s.Lo, s.Hi}, s.FuncArgs...) {
			if x != nil {
				visit(x)
			}
		}
	}
	if e.Body != nil {
		e.Body.Exprs(visit)
	}
	for _, more := range e.More {
		more.Exprs(visit)
	}
	if e.When != nil {
		visit(e.When)
	}
}
