package terms

import (
	"cmp"
	"fmt"
	"slices"

	"boardgame/dsl/check/code"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// CheckAlways warns of a condition that always or never holds on this board, whatever the options
// are.
func (vs *values) CheckAlways(v Value, span source.Span) {
	b, known := v.Truth()
	if v.Bad() || v.Option || vs.Facts.NoBoard {
		return
	}
	if slices.ContainsFunc(vs.empties, span.Contains) {
		return // it follows from a set that was already warned of
	}
	if !known {
		if b, known = vs.Facts.decided(v.Expr); !known {
			return
		}
	}
	if text := span.Text(); text == "true" || text == "false" || span.File != vs.Rules.File {
		return // intended, or due to a variant
	}
	always := code.AlwaysFalse
	if b {
		always = code.AlwaysTrue
	}
	vs.Warn(always, span, fmt.Sprintf("%s is always %t", Mention(span), b),
		"It does not depend on the position.", "remove it, or write the condition you meant")
}

// checkEmpty warns of `some` or `no` applied to a set that is always empty.
func (vs *values) checkEmpty(v Value) {
	if v.Empty() && !v.Option && !vs.Facts.NoBoard && !v.None {
		vs.EmptySet(v.Expr.Span, "")
	}
}

// EmptySet warns of a set that is always empty.
func (vs *values) EmptySet(span source.Span, why string) {
	vs.empties = append(vs.empties, span)
	vs.Warn(code.AlwaysEmpty, span, fmt.Sprintf("%s is always empty", Mention(span)), why, "")
}

// checkDisjoint warns of sets that never have a member in common.
func (vs *values) checkDisjoint(op ir.Op, x, y Value, span source.Span) {
	if op != ir.And || x.Option || y.Option || x.Empty() || y.Empty() || vs.Facts.NoBoard {
		return
	}
	switch {
	case x.Expr.Type == ir.Kinds:
		if x.constant() && y.constant() && x.Kinds&y.Kinds == 0 {
			vs.EmptySet(span, "No piece is of two kinds.")
		}
	case x.Expr.Type == ir.Sites && x.Expr.Planes != 0 && y.Expr.Planes != 0 &&
		x.Expr.Planes&y.Expr.Planes == 0:
		vs.EmptySet(span, fmt.Sprintf("%s are %s, %s are %s.", Mention(x.Expr.Span),
			planesText(x.Expr.Planes), Mention(y.Expr.Span), planesText(y.Expr.Planes)))
	case x.Expr.Type == ir.Sites:
		if why := disjoint(x.Expr, y.Expr); why != "" {
			vs.EmptySet(span, why)
		}
	case x.Expr.Type == ir.Steps && x.constant() && y.constant() && x.dirs.And(y.dirs).Empty():
		vs.EmptySet(span, "")
	}
}

// disjoint says why two sets of sites can never have a member in common, or returns "".
func disjoint(x, y *ir.Expr) string {
	a, b := x, y
	for range 2 {
		switch {
		case a.Op == ir.EmptyCells &&
			(b.Op == ir.PiecesOf || b.Op == ir.PiecesKind || b.Op == ir.Occupied):
			return "A site with a piece is not empty."
		case a.Op == ir.PiecesOf && b.Op == ir.PiecesOf && apart(a.Args[0], b.Args[0]):
			return "No piece belongs to two players."
		case a.Op == ir.PiecesKind && b.Op == ir.PiecesKind && a.Args[0].Op == ir.ConstKinds &&
			b.Args[0].Op == ir.ConstKinds && a.Args[0].N&b.Args[0].N == 0:
			return "No piece is of two kinds."
		case a.Op == ir.And:
			if why := cmp.Or(disjoint(a.Args[0], b), disjoint(a.Args[1], b)); why != "" {
				return why
			}
		case a.Op == ir.ConstSites && b.Op == ir.ConstSites:
			if both := a.Sets[0].And(b.Sets[0]); both.Empty() {
				return "They have no site in common."
			}
			return ""
		}
		a, b = y, x
	}
	return ""
}

// apart reports whether two sets of players cannot overlap.
func apart(a, b *ir.Expr) bool {
	if a.Op == ir.ConstPlayers && b.Op == ir.ConstPlayers {
		return a.N&b.N == 0
	}
	without := func(set, one *ir.Expr) bool {
		return set.Op == ir.Minus && set.Args[1].Op == ir.Me && one.Op == ir.Me
	}
	return without(a, b) || without(b, a)
}

// minusMixed warns of `-` beside `&` or `|`, where readers disagree about what belongs together.
// `A & B - C` is the same set either way.
func (c *Checker) minusMixed(s *Scope, e *syntax.Binary, span source.Span) {
	for _, side := range []syntax.Expr{e.X, e.Y} {
		b, ok := side.(*syntax.Binary)
		if !ok || b.Op == e.Op || b.Op != "-" && e.Op != "-" || b.Op != "-" && b.Op != "&" &&
			b.Op != "|" || b.Op == "&" && side == e.X {
			continue
		}
		other := b.Op
		if other == "-" {
			other = e.Op
		}
		c.Warn(code.MinusMixed, span, fmt.Sprintf("`-` is next to `%s` without parentheses", other),
			"`&` binds more tightly than `-` and `|`, and these two are read from left to right.",
			"write "+c.parenthesised(s, e, b)+" if that is what you mean")
	}
}

// parenthesised returns the text of an expression with parentheses around one of its sides.
func (c *Checker) parenthesised(s *Scope, e, side *syntax.Binary) string {
	x, y := e.X.Span(s.File), e.Y.Span(s.File)
	left, right := Excerpt(x), Excerpt(y)
	if e.X == syntax.Expr(side) {
		left = "(" + left + ")"
	} else {
		right = "(" + right + ")"
	}
	return "`" + left + " " + e.Op + " " + right + "`"
}

// Excerpt returns the text of a span for use in a suggestion, or dots where it is long.
func Excerpt(span source.Span) string {
	if t := span.Text(); len(t) <= 40 {
		return t
	}
	return "…"
}

// groupRepeat warns of `to q in p.orthogonal[empty]+`: a repeated group turns corners, and usually
// a slide is meant.
func (w *paths) groupRepeat(s *Scope, st *syntax.Step, d *stride, rep ir.Rep) {
	if w.c.Binder != "to" && w.c.Binder != "at" || d.Step == nil || d.Bad || d.Step.By == nil ||
		rep == ir.Times {
		return
	}
	call, ok := st.By.(*syntax.Call)
	if !ok || d.Step.By.Op != ir.ConstSteps || d.Step.By.Card != ir.Many || d.Step.Only == nil ||
		d.Step.Only.Op != ir.EmptyCells {
		return
	}
	name := call.Name.Text
	w.Warn(code.GroupRepeat, st.Span(s.File), fmt.Sprintf("repeating `%s` turns corners", name),
		"Each step may go in a different direction: it reaches everything that is connected.",
		fmt.Sprintf("for straight lines write slide(p, %s)", name))
}

// NoEffect warns of an effect that cannot change anything.
func (vs *values) NoEffect(e *ir.Effect) {
	switch e.Op {
	case ir.MovePieces, ir.Swap:
		if Same(e.A, e.B) && !e.Under { // a part may go below the rest of its own tower
			vs.Warn(code.NoEffect, e.Span, "this changes nothing", "The piece is there already.", "")
			return
		}
		for _, x := range []*ir.Expr{e.A, e.B} {
			if x.Op == ir.ConstSites && x.Sets[0] == (topology.Set{}) && !vs.Optional[x] {
				vs.Warn(code.NoEffect, x.Span, "there is never such a site", "So the effect does nothing.", "")
				return
			}
		}
	case ir.Assign:
		if e.B.Op == ir.ConstNumber && e.B.N == 0 && e.Assign != ir.SetTo && !vs.Optional[e.B] {
			vs.Warn(code.NoEffect, e.Span, "adding nothing changes nothing", "", "")
		}
	}
}

// Asks reports whether an expression contains an operation, directly or in functions that it calls.
func Asks(e *ir.Expr, op ir.Op, met map[*ir.Func]bool) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == op
		for _, f := range []*ir.Func{x.Func, stepFunc(x)} {
			if f != nil && !met[f] && f.Body != nil {
				met[f] = true
				found = found || Asks(f.Body, op, met)
			}
		}
		return !found
	})
	return found
}

func stepFunc(e *ir.Expr) *ir.Func {
	if e.Step != nil {
		return e.Step.Func
	}
	return nil
}
