package lint

import (
	"fmt"
	"slices"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// stuckTurn warns of a turn that may offer no move if the rules do not say what that means. It
// stays silent about a turn with errors, which may hide the answer.
func (l *linter) stuckTurn(n *syntax.Turn, f *source.File) {
	if n.Choice == nil || l.Game.Turn == nil || len(l.Game.Turn.Groups) == 0 {
		return
	}
	span := n.Span(f)
	wrong := func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error && span.Contains(d.Span)
	}
	if l.Unread("turn") || slices.ContainsFunc(l.Diags, wrong) {
		return
	}
	for _, g := range l.Game.Turn.Groups {
		if len(g.Items) == 0 || l.alwaysOffers(g, true) || l.offersUnlessOver(g) {
			return // or the moves are unknown
		}
	}
	for _, s := range l.Game.End {
		if s.If != nil && terms.Asks(s.If, ir.Stuck, map[*ir.Func]bool{}) {
			return
		}
	}
	lastGroup := n.Choice.Groups[len(n.Choice.Groups)-1]
	l.Warn(code.StuckTurn, merge.NameOf(&merge.Decl{File: f, Node: n}), "the turn may offer no move",
		"Then the game would end as a draw, \"no move\".",
		"say what that means: "+terms.Excerpt(
			lastGroup.Span(f))+" else pass (or lose, or draw), or a sentence with `stuck` in `end`")
}

// alwaysOffers reports whether a group certainly has something to offer. It returns doubt for an
// item whose condition could not be understood.
func (l *linter) alwaysOffers(g *ir.Group, doubt bool) bool {
	for _, it := range g.Items {
		if w := it.When; w != nil && (w.Op == ir.Invalid && !doubt || w.Op != ir.Invalid &&
			(w.Op != ir.ConstTruth || w.N == 0)) {
			continue
		}
		switch it.Op {
		case ir.PassItem, ir.WinItem, ir.LoseItem, ir.DrawItem, ir.DoneItem:
			return true
		case ir.MoveItem:
			if domains, free := l.freeDomains(it); free && len(domains) == 0 || doubt && l.certainly(it) {
				return true
			}
		}
	}
	return false
}

// freeDomains returns the sets from which the binders of an item choose. It returns free as false
// if anything else decides whether the item offers a step, or if one of the sets depends on the
// choice from another.
func (l *linter) freeDomains(it *ir.Item) (domains []*ir.Expr, free bool) {
	m := l.Game.Moves[it.Move]
	if len(m.Ensure) > 0 || m.Then != nil && !l.mayStop(m.Then) || len(it.Roles) > 0 {
		return nil, false
	}
	for _, cl := range m.Clauses {
		switch cl.Op {
		case ir.BindClause:
			if terms.Asks(cl.Value, ir.Var, map[*ir.Func]bool{}) {
				return nil, false
			}
			domains = append(domains, cl.Value)
		case ir.IfClause:
			return nil, false
		}
	}
	return domains, true
}

// hasMembers reports whether a set is never empty, in any position.
func hasMembers(e *ir.Expr) bool {
	switch e.Op {
	case ir.ConstSites:
		return len(e.Sets) > 0 && !e.Sets[0].Empty()
	case ir.ConstPlayers, ir.ConstKinds:
		return e.N != 0
	case ir.ConstSteps:
		return !e.Dirs.Empty()
	case ir.Range:
		return e.Args[0].Op == ir.ConstNumber && e.Args[1].Op == ir.ConstNumber &&
			e.Args[0].N <= e.Args[1].N
	case ir.Me, ir.Team:
		return true
	case ir.Or:
		return hasMembers(e.Args[0]) || hasMembers(e.Args[1])
	}
	return false
}

// certainly reports whether an item is a chance move that always has an outcome, as a die always
// shows a face.
func (l *linter) certainly(it *ir.Item) bool {
	m := l.Game.Moves[it.Move]
	if !m.Chance || len(it.Roles) > 0 || len(m.Ensure) > 0 || m.Then != nil && !l.mayStop(m.Then) {
		return false
	}
	for _, cl := range m.Clauses {
		switch cl.Op {
		case ir.IfClause:
			return false
		case ir.BindClause:
			below := cl.Value.Op == ir.Range && cl.Value.Args[0].Op == ir.ConstNumber &&
				cl.Value.Args[0].N == 1 &&
				cl.Value.Args[1].Op == ir.Var // no greater than the other die
			if !below && !hasMembers(cl.Value) {
				return false
			}
		}
	}
	return true
}

// offersUnlessOver reports whether a group has something to offer unless a sentence of `end` has
// decided the game. For example, `at c in empty` does if the game is drawn when no cell is empty.
func (l *linter) offersUnlessOver(g *ir.Group) bool {
	for _, it := range g.Items {
		if it.When != nil || it.Op != ir.MoveItem {
			continue
		}
		domains, free := l.freeDomains(it)
		if free && !slices.ContainsFunc(domains,
			func(d *ir.Expr) bool { return !hasMembers(d) && !l.endsWithout(d) }) {
			return true
		}
	}
	return false
}

// endsWithout reports whether a sentence of `end` always decides the game when a set has no
// members. The set must mean the same to the player who has moved and to the next one.
func (l *linter) endsWithout(set *ir.Expr) bool {
	for _, mine := range []ir.Op{ir.Me, ir.Team, ir.Next, ir.PlayerSites, ir.Facing, ir.StateOf} {
		if terms.Asks(set, mine, map[*ir.Func]bool{}) {
			return false
		}
	}
	none := &ir.Expr{Op: ir.No, Type: ir.Truth, Args: []*ir.Expr{set}}
	return slices.ContainsFunc(l.Game.End, func(s *ir.Sentence) bool {
		return s.If != nil && s.If.Op != ir.Invalid && implies(none, s.If)
	})
}

// mayStop reports whether what follows a move never makes it illegal.
func (l *linter) mayStop(ch *ir.Choice) bool {
	for _, g := range ch.Groups {
		for _, it := range g.Items {
			if it.Op == ir.IllegalItem {
				return false
			}
		}
	}
	return true
}

// deadGroups warns of what follows an `else` that is never reached.
func (l *linter) deadGroups() {
	look := func(ch *ir.Choice) {
		if ch == nil {
			return
		}
		for i, g := range ch.Groups[:max(len(ch.Groups)-1, 0)] {
			if l.alwaysOffers(g, false) {
				l.Warn(code.DeadGroup, ch.Groups[i+1].Span, "this `else` is never reached",
					fmt.Sprintf("%s can always be done.", mentionCapital(g.Span)), "",
					diag.Related{Span: g.Span, Message: "what comes before it"})
				return
			}
		}
	}
	look(l.Game.Turn)
	for _, m := range l.Game.Moves {
		look(m.Then)
	}
}

func mentionCapital(span source.Span) string {
	if m := terms.Mention(span); m != "this" {
		return m
	}
	return "This"
}

// deadSentences warns of sentences of `end` that are true only when an earlier one is.
func (l *linter) deadSentences() {
	for j, later := range l.Game.End {
		for _, earlier := range l.Game.End[:j] {
			if later.AtOnce && !earlier.AtOnce || earlier.If == nil || later.If == nil ||
				l.Values.Optional[earlier.If] || l.Values.Optional[later.If] {
				continue
			}
			if earlier.If.Op == ir.Invalid || later.If.Op == ir.Invalid ||
				later.If.Op == ir.ConstTruth && later.If.N == 0 {
				continue
			}
			if implies(later.If, earlier.If) {
				l.Warn(code.DeadSentence, later.Span, "this sentence never decides",
					"Whenever it is true an earlier one is true too, and the first true one decides.",
					"put it before the other one, or leave it out", diag.Related{Span: earlier.Span,
						Message: "the earlier one"})
				break
			}
		}
	}
}

// implies reports whether b is provably true whenever a is.
func implies(a, b *ir.Expr) bool {
	switch {
	case b.Op == ir.ConstTruth:
		return b.N != 0
	case terms.Same(a, b):
		return true
	case b.Op == ir.LAnd:
		return implies(a, b.Args[0]) && implies(a, b.Args[1])
	case a.Op == ir.LOr:
		return implies(a.Args[0], b) && implies(a.Args[1], b)
	case b.Op == ir.LOr && (implies(a, b.Args[0]) || implies(a, b.Args[1])):
		return true
	case a.Op == ir.LAnd && (implies(a.Args[0], b) || implies(a.Args[1], b)):
		return true
	}
	// a number that is at least 3 is at least 2
	x, y := a, b
	if len(x.Args) != 2 || len(y.Args) != 2 || x.Args[1].Op != ir.ConstNumber ||
		y.Args[1].Op != ir.ConstNumber || !terms.Same(x.Args[0], y.Args[0]) {
		return false
	}
	lo, hi, ok := rangeOf(x.Op, x.Args[1].N)
	lo2, hi2, ok2 := rangeOf(y.Op, y.Args[1].N)
	return ok && ok2 && lo >= lo2 && hi <= hi2
}

// rangeOf returns the numbers for which a comparison with n holds.
func rangeOf(op ir.Op, n int64) (lo, hi int64, ok bool) {
	const far = 1 << 60
	if n <= -far || n >= far {
		return 0, 0, false
	}
	switch op {
	case ir.Eq:
		return n, n, true
	case ir.Lt:
		return -far, n - 1, true
	case ir.Le:
		return -far, n, true
	case ir.Gt:
		return n + 1, far, true
	case ir.Ge:
		return n, far, true
	}
	return 0, 0, false
}

// endlessThen warns of moves that follow one another in a cycle without changing anything for good.
func (l *linter) endlessThen() {
	if l.BrokenFiles() { // what a move does may be missing
		return
	}
	follows := make([][]ir.MoveID, len(l.Game.Moves))
	for i, m := range l.Game.Moves {
		// or the move could not be understood
		if m.Then == nil || len(m.Do) != len(l.moves[i].Node.Do) || changes(m) {
			continue // a cycle through it ends
		}
		for _, g := range m.Then.Groups {
			for _, it := range g.Items {
				if it.Op == ir.MoveItem && (it.When == nil || it.When.Op != ir.ConstTruth ||
					it.When.N != 0) && !changes(l.Game.Moves[it.Move]) {
					follows[i] = append(follows[i], it.Move)
				}
			}
		}
	}
	reach := make([][]bool, len(l.Game.Moves))
	for i := range reach {
		reach[i] = make([]bool, len(l.Game.Moves))
		for todo := slices.Clone(follows[i]); len(todo) > 0; {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !reach[i][x] {
				reach[i][x] = true
				todo = append(todo, follows[x]...)
			}
		}
	}
	for i, m := range l.Game.Moves {
		inRing := func(j int) bool { return reach[i][j] && reach[j][i] }
		if !inRing(i) || slices.ContainsFunc(l.Game.Moves[:i],
			func(earlier *ir.Move) bool { return inRing(int(earlier.ID)) }) {
			continue // the cycle was already reported
		}
		l.Warn(code.EndlessThen, m.Then.Span, fmt.Sprintf("in one turn, `%s` may wander over the board",
			m.Name), "None of the moves that follow one another takes, places or marks anything. "+
			"The turn ends, because no position may occur twice in it, but until then a piece may go "+
			"wherever it can.",
			"remember where it was: memory been = none this turn, then `been += p` and `to q in … "+
				"- been`")
	}
}

// changes reports whether a move may capture, place or mark something.
func changes(m *ir.Move) bool {
	return slices.ContainsFunc(m.Do, func(e *ir.Effect) bool {
		return e.Any(func(e *ir.Effect) bool {
			switch e.Op {
			case ir.MovePieces:
				return !onlyEmpty(m, e.B) // it may capture what stands there
			case ir.Swap, ir.LetEffect, ir.Each, ir.While:
				return false
			}
			return true
		})
	})
}

// onlyEmpty reports whether a site was bound from the empty ones.
func onlyEmpty(m *ir.Move, e *ir.Expr) bool {
	if e == nil || e.Op != ir.Var {
		return false
	}
	for _, cl := range m.Clauses {
		if cl.Op == ir.BindClause && m.Roles[cl.Role].Slot == int(e.N) {
			return ir.EmptyOnly(cl.Value)
		}
	}
	return false
}
