package lint

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// mentions goes through all declarations of the files, whatever the options are.
func (l *linter) mentions() *merge.Mentions { return merge.MentionsOf(l.Rules.Decls, l.Rules.Uses) }

// unused warns of what the file declares and never uses. The declarations of a file that is
// extended are its own author's business.
func (l *linter) unused(m *merge.Mentions) {
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		k := merge.KeyOf(d)
		if d.File != l.Rules.File || k.Name == "" || m.Used(k) {
			return
		}
		at := merge.NameOf(d)
		if l.Rules.Near[at] || l.Names.Refused[k.Name] {
			return
		}
		switch n := d.Node.(type) {
		case *syntax.Option:
			l.Warn(code.UnusedOption, at, fmt.Sprintf("the option `%s` is never used", k.Name),
				"The game is the same whatever you choose.", "")
		case *syntax.Def:
			l.Warn(code.UnusedDef, at, fmt.Sprintf("the definition `%s` is never used", k.Name), "", "")
		case *syntax.Pieces:
			for r := range m.Letters {
				for _, i := range l.Facts.SignKinds(r) {
					if l.Game.Kinds[i].Name == k.Name {
						return
					}
				}
			}
			l.Warn(code.UnusedPiece, at, fmt.Sprintf("the piece `%s` is never used", k.Name),
				"It is never set up, placed or promoted to, and nothing mentions it.", "")
		case *syntax.State:
			if len(l.Game.Hidden) > 0 {
				return // players read what is not hidden from them
			}
			word := "counter"
			if n.Memory {
				word = "memory"
			}
			l.Warn(code.UnusedState, at, fmt.Sprintf("the %s `%s` is never read", word, k.Name),
				"It makes no difference what it holds.", "")
		case *syntax.Region:
			if n.Value != nil { // those per player are shown on the board
				l.Warn(code.UnusedRegion, at, fmt.Sprintf("the region `%s` is never used", k.Name), "",
					"")
			}
		}
	})
}

// unreachedMoves warns of moves that cannot be reached from `turn`, directly or through `then`.
func (l *linter) unreachedMoves() {
	items := map[string][]string{} // by move: what follows it
	var start []string
	add := func(to []string, choice *syntax.Choice) []string {
		if choice != nil {
			for _, g := range choice.Groups {
				for _, it := range g.Items {
					to = append(to, it.Name.Text)
				}
			}
		}
		return to
	}
	turns := 0
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		switch n := d.Node.(type) {
		case *syntax.Turn:
			turns++
			start = add(start, n.Choice)
		case *syntax.Setup:
			start = add(start, n.Then)
		case *syntax.Move:
			items[n.Name.Text] = add(items[n.Name.Text], n.Then)
		}
	})
	if turns == 0 {
		return // that was reported
	}
	reached := map[string]bool{}
	for len(start) > 0 {
		name := start[len(start)-1]
		start = start[:len(start)-1]
		if !reached[name] {
			reached[name] = true
			start = append(start, items[name]...)
		}
	}
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		if n, ok := d.Node.(*syntax.Move); ok && d.File == l.Rules.File && !reached[n.Name.Text] {
			l.Warn(code.UnusedMove, n.Name.Span(d.File), fmt.Sprintf("no turn reaches the move `%s`",
				n.Name.Text), "Neither `turn` nor a `then` on the way from it names the move.",
				"name it in `turn`: turn … , "+n.Name.Text)
		}
	})
}

// nobodyGets warns of kinds that the rules name but that nothing ever puts on the board. If a
// variable or a definition says which kind a piece has, it may be any kind.
func (l *linter) nobodyGets(m *merge.Mentions) {
	declared := map[string]bool{"mine": true, "me": true, "next": true}
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		switch n := d.Node.(type) {
		case *syntax.Pieces:
			declared[n.Pieces[0].Name.Text] = true
		case *syntax.Players:
			for _, p := range n.Players {
				declared[p.Name.Text] = true
			}
		}
	})
	for name := range m.Placed {
		m.Dynamic = m.Dynamic || !declared[name]
	}
	if m.Dynamic {
		return
	}
	for _, sym := range terms.SortedSymbols(l.Names.OfGame) {
		if sym.Sort != terms.KindName || sym.Span.File != l.Rules.File || m.Placed[sym.Name] ||
			!m.Names[sym.Name] {
			continue
		}
		if l.inPicture(m, sym) || !l.meantOnBoard(sym.Name) {
			continue
		}
		l.Warn(code.NobodyOwns, sym.Span, fmt.Sprintf("nobody ever gets a `%s`", sym.Name),
			"No setup and no `place` has such a piece, so that `mine & "+sym.Name+"` is always empty.",
			"set it up: setup { "+sym.Name+": … }")
	}
}

// unusedLets warns of names bound by `let` that nothing reads.
func (l *linter) unusedLets() {
	if l.Diags.HasErrors() { // it may be used in the part that is wrong
		return
	}
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		if d.File != l.Rules.File {
			return
		}
		read := map[string]bool{}
		var bound []syntax.Name
		syntax.Inspect(d.Node, func(x any) {
			switch x := x.(type) {
			case *syntax.Call:
				read[x.Name.Text] = true
			case *syntax.Let:
				bound = append(bound, x.Name)
			case *syntax.LetClause:
				bound = append(bound, x.Name)
			case *syntax.LetAction:
				bound = append(bound, x.Name)
			}
		})
		for _, name := range bound {
			if !read[name.Text] {
				l.Warn(code.UnusedLet, name.Span(d.File),
					fmt.Sprintf("nothing uses `%s`, which this `let` names", name.Text), "", "")
			}
		}
	})
}

// unusedAttrs warns of attributes that nothing reads, and of kinds that block steps although they
// stand on cells, where they have nothing to block.
func (l *linter) unusedAttrs(m *merge.Mentions) {
	if l.Diags.HasErrors() { // what is wrong may read it
		return
	}
	warned := map[string]bool{}
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		n, ok := d.Node.(*syntax.Pieces)
		if !ok || d.File != l.Rules.File {
			return
		}
		for _, a := range n.Pieces[0].Attrs {
			name, at := a.Name.Text, a.Name.Span(d.File)
			sym := l.Names.OfGame.Entries[name]
			kind := l.Names.OfGame.Entries[n.Pieces[0].Name.Text]
			switch {
			case warned[name]:
			case sym != nil && sym.Sort == terms.AttrName && !m.Names[name]:
				warned[name] = true
				help := fmt.Sprintf("read it as a function: %s(p)", name)
				if near := terms.DidYouMean(name, []string{terms.WordNeutral, terms.WordBlocks}); near != "" {
					help = near
				}
				l.Warn(code.UnusedAttr, at, fmt.Sprintf("the attribute `%s` is never read", name),
					"It makes no difference which kinds have it.", help)
			case name == terms.WordBlocks && kind != nil && kind.Sort == terms.KindName &&
				l.Facts.PlanesOf(l.Game.Kinds[kind.Index].On) == topology.Cells:
				l.Warn(code.UnusedAttr, at, fmt.Sprintf("a `%s` blocks nothing", kind.Name),
					"Pieces block steps across the edges and corners on which they stand.",
					"let it stand there: on edges; what passes cells is said by a closure: p.d[empty]+")
			}
		}
	})
}

// meantOnBoard reports whether the rules name a kind anywhere but in the arguments of a counter or
// memory. A kind that is only counted, as goods in store are, need not stand on the board.
func (l *linter) meantOnBoard(kind string) bool {
	named := 0
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		syntax.Inspect(d.Node, func(x any) {
			call, ok := x.(*syntax.Call)
			if !ok {
				return
			}
			if call.Name.Text == kind {
				named++
			}
			if sym := l.Names.OfGame.Entries[call.Name.Text]; sym == nil || sym.Sort != terms.StateName {
				return
			}
			for _, arg := range call.Args {
				if a, ok := arg.(*syntax.Call); ok && a.Name.Text == kind {
					named--
				}
			}
		})
	})
	return named > 0
}

// inPicture reports whether the sign of a kind stands in a picture.
func (l *linter) inPicture(m *merge.Mentions, kind *terms.Entry) bool {
	sign := []rune(strings.ToLower(l.Game.Kinds[kind.Index].Sign))
	return len(sign) == 1 && m.Letters[sign[0]]
}

// neverChanged warns of counters and memories that are read although nothing ever changes them, and
// names the sentences of `end` that depend on them. If there are errors, it stays silent: the
// change may be in the part that is wrong.
func (l *linter) neverChanged(m *merge.Mentions) {
	if slices.ContainsFunc(l.Diags,
		func(d *diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return
	}
	merge.Each(l.Rules.Decls, func(d *merge.Decl) {
		n, ok := d.Node.(*syntax.State)
		if !ok || d.File != l.Rules.File || !m.Read[n.Name.Text] || m.Changed[n.Name.Text] {
			return
		}
		sym := l.Names.OfGame.Entries[n.Name.Text]
		if sym == nil || sym.Sort != terms.StateName {
			return
		}
		l.Warn(code.NeverChanged, merge.NameOf(d),
			fmt.Sprintf("the %s `%s` is never changed", sym.State.Word(), n.Name.Text),
			"It keeps the value that it has at the start.",
			"change it in the `do` of a move, or say it with `def`", l.sentencesOf(sym.Index)...)
	})
}

// sentencesOf returns the sentences of `end` that test a counter or memory that never changes, and
// says what becomes of those that compare it with a number.
func (l *linter) sentencesOf(state int) (related []diag.Related) {
	for _, s := range l.Game.End {
		asked, never := false, false
		ir.Walk(s.If, func(e *ir.Expr) bool {
			asked = asked || e.Op == ir.StateOf && int(e.N) == state
			return true
		})
		if x := s.If; asked && len(x.Args) == 2 && x.Args[0].Op == ir.StateOf &&
			x.Args[1].Op == ir.ConstNumber {
			first := l.Game.States[state].Init
			lo, hi, ok := rangeOf(x.Op, x.Args[1].N)
			never = ok && first != nil && first.Op == ir.ConstNumber && (first.N < lo || first.N > hi)
		}
		switch {
		case never:
			related = append(related, diag.Related{Span: s.Span, Message: "so this can never come true"})
		case asked:
			related = append(related, diag.Related{Span: s.Span, Message: "this depends on it"})
		}
	}
	return related
}

// unreadMarks warns of signs in the picture of the board that are not pieces and that nothing
// reads.
func (l *linter) unreadMarks(m *merge.Mentions) {
	n, f, ok := terms.Find[*syntax.Board](l.Live)
	if !ok || n.Picture == nil || l.Facts.NoBoard || f != l.Rules.File {
		return
	}
	warned := map[rune]bool{}
	for _, row := range merge.PictureSigns(n.Picture, f) {
		for _, g := range row {
			if g.Sign == '.' || m.Marks[g.Sign] || len(l.Facts.SignKinds(g.Sign)) > 0 || warned[g.Sign] {
				continue
			}
			warned[g.Sign] = true
			l.Warn(code.UnreadMark, g.Span,
				fmt.Sprintf("`%c` is not a piece, and nothing asks for the mark",
					g.Sign), "A dot is an ordinary site.",
				fmt.Sprintf("name the marked sites: region NAME = marked(\"%c\")", g.Sign))
		}
	}
}

// badSign reports whether the sign after the name of a kind is none, which has been reported.
func (l *linter) badSign(sym *terms.Entry) bool {
	return slices.ContainsFunc(l.Diags, func(d *diag.Diagnostic) bool {
		at := d.Span
		return d.Code == code.BadPicture && at.File == sym.Span.File && at.Lo >= sym.Span.Hi &&
			strings.TrimSpace(at.File.Text[sym.Span.Hi:at.Lo]) == ""
	})
}

// checkSigns warns of kinds that look alike when the board is shown as text. Kinds that never stand
// on it, such as those that are only held in hand, share signs with no harm.
func (l *linter) checkSigns(m *merge.Mentions) {
	seen := map[string]*terms.Entry{}
	for _, sym := range terms.SortedSymbols(l.Names.OfGame) {
		if sym.Sort != terms.KindName {
			continue
		}
		sign := strings.ToLower(l.Game.Kinds[sym.Index].Sign)
		stands := m.Dynamic || m.Placed[sym.Name] || l.inPicture(m, sym)
		if sign == "" || !stands || l.badSign(sym) {
			continue
		}
		if first := seen[sign]; first != nil {
			l.Warn(code.SharedSign, sym.Span, fmt.Sprintf("`%s` and `%s` have the same sign, `%s`",
				first.Name, sym.Name, sign),
				"A board as text and a position cannot tell them apart.",
				fmt.Sprintf("give one of them another: piece %s \"…\"", sym.Name),
				diag.Related{Span: first.Span})
			continue
		}
		seen[sign] = sym
	}
}
