package merge

import (
	"unicode"

	"boardgame/dsl/syntax"
)

// Mentions records which names the rules use, and how.
type Mentions struct {
	Names   map[string]bool // in expressions, conditions of options and specs
	Read    map[string]bool // the same without targets of assignments and without setup lines
	Placed  map[string]bool // named by a setup line, `place` or `becomes`, or offered by `as`
	Dynamic bool            // some piece is placed whose kind only a call tells
	Marks   map[rune]bool   // signs that `marked` asks for
	Letters map[rune]bool   // letters in pictures
	moves   map[string]bool // named in a choice
	Changed map[string]bool // counters and memories that an effect or a setup line sets
}

// MentionsOf goes through declarations in every branch, and the libraries they use.
func MentionsOf(declared []*Decl, uses []*Lib) *Mentions {
	m := &Mentions{Names: map[string]bool{}, Read: map[string]bool{}, Placed: map[string]bool{},
		Marks: map[rune]bool{}, Letters: map[rune]bool{}, moves: map[string]bool{},
		Changed: map[string]bool{}}
	var decls func(ds []*Decl)
	decls = func(ds []*Decl) {
		for _, d := range ds {
			if d.Branch != nil {
				m.see(d.Branch.Cond)
				decls(d.Branch.Then)
				decls(d.Branch.Other)
				continue
			}
			m.decl(d.Node)
		}
	}
	decls(declared)
	var libraries func(ls []*Lib, met map[*Lib]bool)
	libraries = func(ls []*Lib, met map[*Lib]bool) {
		for _, l := range ls {
			if !met[l] {
				met[l] = true
				decls(l.Decls)
				libraries(l.Uses, met)
			}
		}
	}
	libraries(uses, map[*Lib]bool{})
	return m
}

func (m *Mentions) decl(n syntax.Decl) {
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

func (m *Mentions) picture(p *syntax.Picture) {
	if p == nil {
		return
	}
	for _, r := range p.Text {
		if unicode.IsLetter(r) {
			m.Letters[unicode.ToLower(r)] = true
		}
	}
}

func (m *Mentions) spec(s *syntax.Spec) {
	if s == nil {
		return
	}
	for _, call := range []*syntax.Call{s.First, s.Second} {
		if call != nil {
			m.Placed[call.Name.Text] = true
			m.Dynamic = m.Dynamic || call.Parens
		}
	}
}

// see records the names in a part of the rules.
func (m *Mentions) see(x any) {
	syntax.Walk(x, func(x any) bool {
		switch x := x.(type) {
		case *syntax.Call:
			m.Names[x.Name.Text], m.Read[x.Name.Text] = true, true
			if x.Name.Text == "marked" && len(x.Args) == 1 {
				if text, ok := x.Args[0].(*syntax.StrExpr); ok {
					for _, r := range text.Text {
						m.Marks[r] = true
					}
				}
			}
		case *syntax.Bind:
			if x.Role == "as" {
				syntax.Inspect(&x.Domain, func(y any) {
					if call, ok := y.(*syntax.Call); ok {
						m.Placed[call.Name.Text] = true
					}
				})
			}
		case *syntax.SetupItem:
			if x.Spec.Second != nil || !x.Spec.First.Parens { // otherwise a counter's value
				m.spec(&x.Spec)
			}
			m.Names[x.Spec.First.Name.Text], m.Changed[x.Spec.First.Name.Text] = true, true
			if x.Spec.Second != nil {
				m.Names[x.Spec.Second.Name.Text] = true
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
				m.Names[call.Name.Text], m.Changed[call.Name.Text] = true, true
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
				for _, p := range l.Names() {
					m.Names[p.Text] = true
				}
			}
		case *syntax.PerPlayer:
			m.Names[x.Player.Text] = true
		}
		return true
	})
}

func (m *Mentions) seeBut(x syntax.Expr, name string) {
	before := m.Read[name]
	m.see(x)
	if !before {
		delete(m.Read, name)
	}
}

func (m *Mentions) Used(k Key) bool {
	switch k.Kind {
	case "counter", "memory":
		return m.Read[k.Name]
	case "piece":
		return m.Names[k.Name] || m.Placed[k.Name] || m.Names["kinds"] // which is all of them
	case "option", "def", "region":
		return m.Names[k.Name]
	}
	return true
}
