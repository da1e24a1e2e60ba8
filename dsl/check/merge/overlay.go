package merge

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// An overlay applies the declarations of a file to those it extends.
type overlay struct {
	*loader
	base []*Decl
	file *source.File // the file that is extended
}

func (o *overlay) put(own []*Decl) []*Decl {
	known := map[Key]*Decl{} // what the base declares, in every branch
	Each(o.base, func(d *Decl) { known[KeyOf(d)] = d })
	o.dropTeams(own, known)
	clash := map[*Decl]bool{}
	Each(own, func(d *Decl) { clash[d] = !o.mention(d, known) })
	for _, d := range own {
		if clash[d] {
			continue
		}
		if d.Branch != nil {
			for k := range keysOf(d) {
				o.base = withhold(o.base, k, d, k)
			}
			o.base = append(o.base, d)
			continue
		}
		k := KeyOf(d)
		if _, replaces := known[k]; !replaces {
			o.add(d)
			continue
		}
		done := false
		o.base = replace(o.base, k, d, &done)
	}
	return o.base
}

// dropTeams removes the teams of the base where its players are replaced: they are no longer the
// same. Teams that the file names itself replace those of the base anyway.
func (o *overlay) dropTeams(own []*Decl, known map[Key]*Decl) {
	players, teams := Key{"players", ""}, Key{"teams", ""}
	old := known[teams]
	for _, d := range own {
		switch {
		case old == nil || d.Branch == nil && KeyOf(d) == teams:
			return
		case d.Branch != nil:
			o.base = withhold(o.base, teams, d, players)
		case KeyOf(d) == players:
			o.base = without(o.base, teams)
			delete(known, teams)
		}
	}
	named := false
	Each(own, func(d *Decl) { named = named || KeyOf(d) == teams })
	Each(own, func(d *Decl) {
		if KeyOf(d) == players && !named {
			o.report(&diag.Diagnostic{Severity: diag.Note, Code: code.LeftOut, Span: NameOf(d),
				Summary: fmt.Sprintf("leaves out %s of %s", teams, o.file.Name),
				Detail:  "The players have been replaced.",
				Related: []diag.Related{{Span: NameOf(old)}}})
		}
	})
}

// mention reports what a declaration replaces, or that it replaces nothing but nearly matches. It
// returns false if the declaration conflicts with what is there.
func (o *overlay) mention(d *Decl, known map[Key]*Decl) bool {
	k := KeyOf(d)
	if old := known[k]; old != nil {
		at := NameOf(old)
		o.rules.Replaced[NameOf(d)] = at
		o.rules.replaced = append(o.rules.replaced, replacement{old, d})
		o.report(&diag.Diagnostic{Severity: diag.Note, Code: code.Overrides, Span: NameOf(d),
			Summary: fmt.Sprintf("replaces %s of %s", k, o.file.Name),
			Related: []diag.Related{{Span: at}}})
		return true
	}
	if k.Name == "" {
		return true
	}
	var names []string
	for other := range known {
		if other.Kind == k.Kind {
			names = append(names, other.Name)
		}
		if other.Name == k.Name && other.Kind != k.Kind {
			o.report(&diag.Diagnostic{Severity: diag.Error, Code: code.Duplicate, Span: NameOf(d),
				Summary: fmt.Sprintf("%s has the name of %s of %s", k, other, o.file.Name),
				Detail:  "A declaration replaces one of the same kind and name.",
				Related: []diag.Related{{Span: NameOf(known[other])}}})
			return false
		}
	}
	if near := diag.Nearest(k.Name, names); near != "" {
		o.report(&diag.Diagnostic{Severity: diag.Warning, Code: code.NearOverride, Span: NameOf(d),
			Summary:    fmt.Sprintf("%s replaces nothing of %s", k, o.file.Name),
			Detail:     "It is added to the game. A declaration replaces one of the same kind and name.",
			Suggestion: fmt.Sprintf("did you mean `%s`?", near),
			Related:    []diag.Related{{Span: NameOf(known[Key{k.Kind, near}])}}})
		o.rules.Near[NameOf(d)] = true
	}
	return true
}

// add appends a new declaration; a new option goes after the options of the base, before anything
// can read it.
func (o *overlay) add(d *Decl) {
	if _, ok := d.Node.(*syntax.Option); ok {
		at := 0
		for i, b := range o.base {
			if b.Branch != nil {
				break
			}
			if _, ok := b.Node.(*syntax.Option); ok {
				at = i + 1
			}
		}
		o.base = append(o.base[:at], append([]*Decl{d}, o.base[at:]...)...)
		return
	}
	o.base = append(o.base, d)
}

// dropOptions removes the options of the base that nothing reads any more because their readers
// have been replaced: choosing them would make no difference. Before holds what the base mentions.
func (o *overlay) dropOptions(decls []*Decl, before *Mentions, at source.Span) []*Decl {
	for {
		after := MentionsOf(decls, o.rules.Uses)
		var gone *Decl
		Each(decls, func(d *Decl) {
			n, ok := d.Node.(*syntax.Option)
			if ok && gone == nil && d.File != at.File && before.Names[n.Name.Text] &&
				!after.Names[n.Name.Text] {
				gone = d
			}
		})
		if gone == nil {
			return decls
		}
		k := KeyOf(gone)
		o.report(&diag.Diagnostic{Severity: diag.Note, Code: code.LeftOut, Span: at,
			Summary: fmt.Sprintf("leaves out %s of %s", k, gone.File.Name),
			Detail:  "Everything that reads it has been replaced.",
			Related: []diag.Related{{Span: NameOf(gone)}}})
		decls = without(decls, k)
	}
}

// without returns the declarations except those with a key.
func without(decls []*Decl, k Key) []*Decl {
	var out []*Decl
	for _, d := range decls {
		switch {
		case d.Branch != nil:
			out = append(out, &Decl{File: d.File,
				Branch: &branch{File: d.Branch.File, Cond: d.Branch.Cond,
					Then: without(d.Branch.Then, k), Other: without(d.Branch.Other, k)}})
		case KeyOf(d) != k:
			out = append(out, d)
		}
	}
	return out
}

// replace puts d in the place of the first declaration with its key and drops the others. If that
// one is in a branch, d comes before the whole branch, because it holds whatever is chosen.
func replace(decls []*Decl, k Key, d *Decl, done *bool) []*Decl {
	var out []*Decl
	for _, b := range decls {
		switch {
		case b.Branch != nil && keysOf(b)[k]:
			if !*done {
				*done = true
				out = append(out, d)
			}
			out = append(out, &Decl{File: b.File,
				Branch: &branch{File: b.Branch.File, Cond: b.Branch.Cond,
					Then: replace(b.Branch.Then, k, d, done), Other: replace(b.Branch.Other, k, d, done)}})
		case b.Branch == nil && KeyOf(b) == k:
			if !*done {
				*done = true
				out = append(out, d)
			}
		default:
			out = append(out, b)
		}
	}
	return out
}

// withhold limits the declarations with a key to the branches in which over does not declare what
// replaces them: another key, by.
func withhold(decls []*Decl, k Key, over *Decl, by Key) []*Decl {
	var out []*Decl
	for _, b := range decls {
		switch {
		case b.Branch != nil:
			b = &Decl{File: b.File, Branch: &branch{File: b.Branch.File, Cond: b.Branch.Cond,
				Then: withhold(b.Branch.Then, k, over, by), Other: withhold(b.Branch.Other, k, over, by)}}
		case KeyOf(b) == k:
			b = unless(over, by, b)
		}
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// unless limits b to where the branches of over do not declare the key; nil where they always do.
func unless(over *Decl, k Key, b *Decl) *Decl {
	side := func(decls []*Decl) []*Decl {
		for _, d := range decls {
			if d.Branch == nil && KeyOf(d) == k {
				return nil
			}
			if d.Branch != nil && keysOf(d)[k] {
				if rest := unless(d, k, b); rest != nil {
					return []*Decl{rest}
				}
				return nil
			}
		}
		return []*Decl{b}
	}
	then, other := side(over.Branch.Then), side(over.Branch.Other)
	if then == nil && other == nil {
		return nil
	}
	return &Decl{File: over.Branch.File,
		Branch: &branch{File: over.Branch.File, Cond: over.Branch.Cond, Then: then, Other: other}}
}
