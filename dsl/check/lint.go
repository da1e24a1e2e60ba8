package check

import (
	"fmt"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A linter warns of what is allowed but probably a mistake, once everything else has been checked.
type linter struct {
	station
	moves []*move
}

// lint looks for probable mistakes that can be seen only when everything is known.
//
// The search for unused declarations covers all branches, whatever the options are: what only
// another choice of options uses counts as used.
func (l *linter) lint() {
	m := l.mentions()
	if !l.brokenFiles() && !l.misspelt() {
		l.unused(m)
		l.unreachedMoves()
		l.nobodyGets(m)
		l.neverChanged(m)
	}
	l.checkSigns()
	l.unreadMarks(m)
	if n, f, ok := find[*syntax.Turn](l.live); ok {
		l.stuckTurn(n, f)
	}
	l.deadGroups()
	l.deadSentences()
	l.endlessThen()
	l.wordless()
}

// checkAlways warns of a condition that always or never holds on this board, whatever the options
// are.
func (vs *values) checkAlways(v val, span source.Span) {
	b, known := v.truth()
	if v.bad() || v.option || vs.noBoard {
		return
	}
	for _, at := range vs.empties {
		if span.Contains(at) {
			return // it follows from a set that was already warned of
		}
	}
	if !known {
		if b, known = vs.decided(v.e); !known {
			return
		}
	}
	if text := span.Text(); text == "true" || text == "false" || span.File != vs.rules.File {
		return // intended, or due to a variant
	}
	if b {
		vs.warn(AlwaysTrue, span, fmt.Sprintf("%s is always true", mention(span)),
			"It does not depend on the position.", "remove it, or write the condition you meant")
	} else {
		vs.warn(AlwaysFalse, span, fmt.Sprintf("%s is always false", mention(span)),
			"It does not depend on the position.", "remove it, or write the condition you meant")
	}
}

// checkEmpty warns of `some` or `no` applied to a set that is always empty.
func (vs *values) checkEmpty(v val) {
	if v.empty() && !v.option && !vs.noBoard && !v.none {
		vs.emptySet(v.e.Span, "")
	}
}

// emptySet warns of a set that is always empty.
func (vs *values) emptySet(span source.Span, why string) {
	vs.empties = append(vs.empties, span)
	vs.warn(AlwaysEmpty, span, fmt.Sprintf("%s is always empty", mention(span)), why, "")
}

// checkDomain warns of a role that never has anything to choose from.
func (mr *moveReader) checkDomain(v val, n *syntax.Bind, s *scope) {
	if v.empty() && !v.option && !v.bad() && !mr.noBoard {
		mr.emptySet(n.Domain.Span(s.file),
			fmt.Sprintf("So `%s` has nothing to choose from.", n.Role))
	}
}

// checkDisjoint warns of sets that never have a member in common.
func (vs *values) checkDisjoint(op ir.Op, x, y val, span source.Span) {
	if op != ir.And || x.option || y.option || x.empty() || y.empty() || vs.noBoard {
		return
	}
	switch {
	case x.e.Type == ir.Kinds:
		if x.constant() && y.constant() && x.kinds&y.kinds == 0 {
			vs.emptySet(span, "No piece is of two kinds.")
		}
	case x.e.Type == ir.Sites && x.e.Planes != 0 && y.e.Planes != 0 && x.e.Planes&y.e.Planes == 0:
		vs.emptySet(span, fmt.Sprintf("%s are %s, %s are %s.", mention(x.e.Span),
			planesText(x.e.Planes), mention(y.e.Span), planesText(y.e.Planes)))
	case x.e.Type == ir.Sites:
		if why := disjoint(x.e, y.e); why != "" {
			vs.emptySet(span, why)
		}
	case x.e.Type == ir.Steps && x.constant() && y.constant() && x.dirs.And(y.dirs).Empty():
		vs.emptySet(span, "")
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
		case a.Op == ir.And && (disjoint(a.Args[0], b) != "" || disjoint(a.Args[1], b) != ""):
			if why := disjoint(a.Args[0], b); why != "" {
				return why
			}
			return disjoint(a.Args[1], b)
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
func (c *checker) minusMixed(s *scope, e *syntax.Binary, span source.Span) {
	for _, side := range []syntax.Expr{e.X, e.Y} {
		b, ok := side.(*syntax.Binary)
		if !ok || b.Op == e.Op || b.Op != "-" && e.Op != "-" || b.Op != "-" && b.Op != "&" &&
			b.Op != "|" {
			continue
		}
		other := b.Op
		if other == "-" {
			other = e.Op
		}
		c.warn(MinusMixed, span, fmt.Sprintf("`-` is next to `%s` without parentheses", other),
			"`&` binds more tightly than `-` and `|`, and these two are read from left to right.",
			"write "+c.parenthesised(s, e, b)+" if that is what you mean")
	}
}

// parenthesised returns the text of an expression with parentheses around one of its sides.
func (c *checker) parenthesised(s *scope, e, side *syntax.Binary) string {
	x, y := e.X.Span(s.file), e.Y.Span(s.file)
	left, right := excerpt(x), excerpt(y)
	if e.X == syntax.Expr(side) {
		left = "(" + left + ")"
	} else {
		right = "(" + right + ")"
	}
	return "`" + left + " " + e.Op + " " + right + "`"
}

// excerpt returns the text of a span for use in a suggestion, or dots where it is long.
func excerpt(span source.Span) string {
	if t := span.Text(); len(t) <= 40 {
		return t
	}
	return "…"
}

// groupRepeat warns of `to q in p.orthogonal[empty]+`: a repeated group turns corners, and usually
// a slide is meant.
func (c *checker) groupRepeat(s *scope, st *syntax.Step, d *stride, rep ir.Rep) {
	if c.binder != "to" && c.binder != "at" || d.step == nil || d.bad || d.step.By == nil ||
		rep == ir.Times {
		return
	}
	call, ok := st.By.(*syntax.Call)
	if !ok || d.step.By.Op != ir.ConstSteps || d.step.By.Card != ir.Many || d.step.Only == nil ||
		d.step.Only.Op != ir.EmptyCells {
		return
	}
	name := call.Name.Text
	c.warn(GroupRepeat, st.Span(s.file), fmt.Sprintf("repeating `%s` turns corners", name),
		"Each step may go in a different direction: it reaches everything that is connected.",
		fmt.Sprintf("for straight lines write slide(p, %s)", name))
}

// noEffect warns of an effect that cannot change anything.
func (vs *values) noEffect(e *ir.Effect) {
	switch e.Op {
	case ir.MovePieces, ir.Swap:
		if same(e.A, e.B) && !e.Under { // a part may go below the rest of its own tower
			vs.warn(NoEffect, e.Span, "this changes nothing", "The piece is there already.", "")
			return
		}
		for _, x := range []*ir.Expr{e.A, e.B} {
			if x.Op == ir.ConstSites && x.Sets[0] == (topology.Set{}) && !vs.optional[x] {
				vs.warn(NoEffect, x.Span, "there is never such a site",
					"So the effect does nothing.", "")
				return
			}
		}
	case ir.Assign:
		if e.B.Op == ir.ConstNumber && e.B.N == 0 && e.Assign != ir.SetTo && !vs.optional[e.B] {
			vs.warn(NoEffect, e.Span, "adding nothing changes nothing", "", "")
		}
	}
}
