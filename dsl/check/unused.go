package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
)

// mentions records which names the rules use, and how.
type mentions struct {
	names   map[string]bool // in expressions, conditions of options and specs
	read    map[string]bool // the same without targets of assignments and without setup lines
	placed  map[string]bool // named by a setup line, `place` or `becomes`, or offered by `as`
	dynamic bool            // some piece is placed whose kind only a call tells
	marks   map[rune]bool   // signs that `marked` asks for
	letters map[rune]bool   // letters in pictures
	moves   map[string]bool // named in a choice
	changed map[string]bool // counters and memories that an effect or a setup line sets
}

// mentions goes through all declarations of the files, whatever the options are.
func (l *linter) mentions() *mentions { return mentionsOf(l.rules.decls, l.rules.uses) }

// mentionsOf goes through declarations in every branch, and the libraries they use.
func mentionsOf(declared []*decl, uses []*library) *mentions {
	m := &mentions{names: map[string]bool{}, read: map[string]bool{}, placed: map[string]bool{},
		marks: map[rune]bool{}, letters: map[rune]bool{}, moves: map[string]bool{},
		changed: map[string]bool{}}
	var decls func(ds []*decl)
	decls = func(ds []*decl) {
		for _, d := range ds {
			if d.branch != nil {
				m.see(d.branch.cond)
				decls(d.branch.then)
				decls(d.branch.other)
				continue
			}
			m.decl(d.node)
		}
	}
	decls(declared)
	var libraries func(ls []*library, met map[*library]bool)
	libraries = func(ls []*library, met map[*library]bool) {
		for _, l := range ls {
			if !met[l] {
				met[l] = true
				decls(l.decls)
				libraries(l.uses, met)
			}
		}
	}
	libraries(uses, map[*library]bool{})
	return m
}

func (m *mentions) decl(n syntax.Decl) {
	switch n := n.(type) {
	case *syntax.Option:
		// the words of its domain belong to it
		if _, call := n.Default.(*syntax.Call); !call {
			m.see(n.Default)
		}
		if n.Domain.Hi != nil {
			m.see(n.Domain.Lo)
			m.see(n.Domain.Hi)
		}
		return
	case *syntax.Board:
		m.picture(n.Picture)
	case *syntax.Setup:
		m.picture(n.Picture)
	}
	m.see(n)
}

func (m *mentions) picture(p *syntax.Picture) {
	if p == nil {
		return
	}
	for _, r := range p.Text {
		if unicode.IsLetter(r) {
			m.letters[unicode.ToLower(r)] = true
		}
	}
}

func (m *mentions) spec(s *syntax.Spec) {
	if s == nil {
		return
	}
	for _, call := range []*syntax.Call{s.First, s.Second} {
		if call != nil {
			m.placed[call.Name.Text] = true
			m.dynamic = m.dynamic || call.Parens
		}
	}
}

// see records the names in a part of the rules.
func (m *mentions) see(x any) {
	syntax.Walk(x, func(x any) bool {
		switch x := x.(type) {
		case *syntax.Call:
			m.names[x.Name.Text], m.read[x.Name.Text] = true, true
			if x.Name.Text == "marked" && len(x.Args) == 1 {
				if text, ok := x.Args[0].(*syntax.StrExpr); ok {
					for _, r := range text.Text {
						m.marks[r] = true
					}
				}
			}
		case *syntax.Bind:
			if x.Role == "as" {
				syntax.Inspect(&x.Domain, func(y any) {
					if call, ok := y.(*syntax.Call); ok {
						m.placed[call.Name.Text] = true
					}
				})
			}
		case *syntax.SetupItem:
			if x.Spec.Second != nil || !x.Spec.First.Parens { // otherwise a counter's value
				m.spec(&x.Spec)
			}
			m.names[x.Spec.First.Name.Text], m.changed[x.Spec.First.Name.Text] = true, true
			if x.Spec.Second != nil {
				m.names[x.Spec.Second.Name.Text] = true
			}
			for _, a := range x.Spec.First.Args {
				m.see(a)
			}
			m.see(x.Value)
			return false
		case *syntax.Place:
			m.spec(&x.Spec)
		case *syntax.Change:
			m.spec(x.Spec)
			if call, ok := x.Target.(*syntax.Call); ok && x.Op != "->" && x.Op != "<->" &&
				x.Op != "becomes" {
				m.names[call.Name.Text], m.changed[call.Name.Text] = true, true
				for _, a := range call.Args {
					m.see(a)
				}
				if x.Op == "-=" || x.Op == "+=" { // only updating itself is not reading
					m.seeBut(x.Value, call.Name.Text)
				} else {
					m.see(x.Value)
				}
				return false
			}
		case *syntax.Item:
			m.moves[x.Name.Text] = true
		case *syntax.Board:
			for _, l := range x.Lines {
				for _, p := range l.Points {
					m.names[p.Text] = true
				}
			}
		case *syntax.PerPlayer:
			m.names[x.Player.Text] = true
		}
		return true
	})
}

func (m *mentions) seeBut(x syntax.Expr, name string) {
	before := m.read[name]
	m.see(x)
	if !before {
		delete(m.read, name)
	}
}

// unused warns of what the file declares and never uses. The declarations of a file that is
// extended are its own author's business.
func (l *linter) unused(m *mentions) {
	each(l.rules.decls, func(d *decl) {
		k := keyOf(d)
		if d.file != l.rules.File || k.name == "" || m.used(k) {
			return
		}
		at := nameOf(d)
		if l.rules.near[at] || l.refused[k.name] {
			return
		}
		switch n := d.node.(type) {
		case *syntax.Option:
			l.warn(UnusedOption, at, fmt.Sprintf("the option `%s` is never used", k.name),
				"The game is the same whatever you choose.", "")
		case *syntax.Def:
			l.warn(UnusedDef, at, fmt.Sprintf("the definition `%s` is never used", k.name), "", "")
		case *syntax.Pieces:
			for r := range m.letters {
				for _, i := range l.signKinds(r) {
					if l.g.Kinds[i].Name == k.name {
						return
					}
				}
			}
			l.warn(UnusedPiece, at, fmt.Sprintf("the piece `%s` is never used", k.name),
				"It is never set up, placed or promoted to, and nothing mentions it.", "")
		case *syntax.State:
			word := "counter"
			if n.Memory {
				word = "memory"
			}
			l.warn(UnusedState, at, fmt.Sprintf("the %s `%s` is never read", word, k.name),
				"It makes no difference what it holds.", "")
		case *syntax.Region:
			if n.Value != nil { // those per player are shown on the board
				l.warn(UnusedRegion, at, fmt.Sprintf("the region `%s` is never used", k.name), "",
					"")
			}
		}
	})
}

func (m *mentions) used(k key) bool {
	switch k.kind {
	case "counter", "memory":
		return m.read[k.name]
	case "piece":
		return m.names[k.name] || m.placed[k.name] || m.names["kinds"] // which is all of them
	case "option", "def", "region":
		return m.names[k.name]
	}
	return true
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
	each(l.rules.decls, func(d *decl) {
		switch n := d.node.(type) {
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
	each(l.rules.decls, func(d *decl) {
		if n, ok := d.node.(*syntax.Move); ok && d.file == l.rules.File && !reached[n.Name.Text] {
			l.warn(UnusedMove, n.Name.Span(d.file), fmt.Sprintf("no turn reaches the move `%s`",
				n.Name.Text), "Neither `turn` nor a `then` on the way from it names the move.",
				"name it in `turn`: turn … , "+n.Name.Text)
		}
	})
}

// nobodyGets warns of kinds that the rules name but that nothing ever puts on the board. If a
// variable or a definition says which kind a piece has, it may be any kind.
func (l *linter) nobodyGets(m *mentions) {
	declared := map[string]bool{"mine": true, "me": true, "next": true}
	each(l.rules.decls, func(d *decl) {
		switch n := d.node.(type) {
		case *syntax.Pieces:
			declared[n.Pieces[0].Name.Text] = true
		case *syntax.Players:
			for _, p := range n.Players {
				declared[p.Name.Text] = true
			}
		}
	})
	for name := range m.placed {
		m.dynamic = m.dynamic || !declared[name]
	}
	if m.dynamic {
		return
	}
	for _, sym := range sortedSymbols(l.names) {
		if sym.sort != kindName || sym.span.File != l.rules.File || m.placed[sym.name] ||
			!m.names[sym.name] {
			continue
		}
		sign := []rune(strings.ToLower(l.g.Kinds[sym.index].Sign))
		if len(sign) == 1 && m.letters[sign[0]] {
			continue
		}
		l.warn(NobodyOwns, sym.span, fmt.Sprintf("nobody ever gets a `%s`", sym.name),
			"No setup and no `place` has such a piece, so that `mine & "+sym.name+"` is always empty.",
			"set it up: setup { "+sym.name+": … }")
	}
}

// neverChanged warns of counters and memories that are read although nothing ever changes them, and
// names the sentences of `end` that depend on them. If there are errors, it stays silent: the
// change may be in the part that is wrong.
func (l *linter) neverChanged(m *mentions) {
	if slices.ContainsFunc(l.diags,
		func(d *diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return
	}
	each(l.rules.decls, func(d *decl) {
		n, ok := d.node.(*syntax.State)
		if !ok || d.file != l.rules.File || !m.read[n.Name.Text] || m.changed[n.Name.Text] {
			return
		}
		sym := l.names.symbols[n.Name.Text]
		if sym == nil || sym.sort != stateName {
			return
		}
		l.warn(NeverChanged, nameOf(d),
			fmt.Sprintf("the %s `%s` is never changed", sym.state.word(), n.Name.Text),
			"It keeps the value that it has at the start.",
			"change it in the `do` of a move, or say it with `def`", l.sentencesOf(sym.index)...)
	})
}

// sentencesOf returns the sentences of `end` that test a counter or memory that never changes, and
// says what becomes of those that compare it with a number.
func (l *linter) sentencesOf(state int) (related []diag.Related) {
	for _, s := range l.g.End {
		asked, never := false, false
		ir.Walk(s.If, func(e *ir.Expr) bool {
			asked = asked || e.Op == ir.StateOf && int(e.N) == state
			return true
		})
		if x := s.If; asked && len(x.Args) == 2 && x.Args[0].Op == ir.StateOf &&
			x.Args[1].Op == ir.ConstNumber {
			first := l.g.States[state].Init
			lo, hi, ok := rangeOf(x.Op, x.Args[1].N)
			never = ok && first != nil && first.Op == ir.ConstNumber &&
				(first.N < lo || first.N > hi)
		}
		switch {
		case never:
			related = append(related,
				diag.Related{Span: s.Span, Message: "so this can never come true"})
		case asked:
			related = append(related, diag.Related{Span: s.Span, Message: "this depends on it"})
		}
	}
	return related
}

// unreadMarks warns of signs in the picture of the board that are not pieces and that nothing
// reads.
func (l *linter) unreadMarks(m *mentions) {
	n, f, ok := find[*syntax.Board](l.live)
	if !ok || n.Picture == nil || l.noBoard || f != l.rules.File {
		return
	}
	warned := map[rune]bool{}
	for _, row := range pictureSigns(n.Picture, f) {
		for _, g := range row {
			if g.sign == '.' || m.marks[g.sign] || len(l.signKinds(g.sign)) > 0 || warned[g.sign] {
				continue
			}
			warned[g.sign] = true
			l.warn(UnreadMark, g.span,
				fmt.Sprintf("`%c` is not a piece, and nothing asks for the mark",
					g.sign), "A dot is an ordinary site.",
				fmt.Sprintf("name the marked sites: region NAME = marked(\"%c\")", g.sign))
		}
	}
}
