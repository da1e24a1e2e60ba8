// Package merge makes one list of declarations from a rules text and all the texts that it extends
// and uses. What a text declares replaces what it extends. Options are not decided here: the list
// keeps the `if`s around declarations, with all of their branches. [Rules.Flat] writes it as a text.
//
// The package knows the syntax tree alone, not what names and expressions mean.
package merge

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A Library finds the files that `extends` and `use` name. From is the name of the file that refers
// to them, so that a file beside it is found before one of the library. An error says in words why
// there is none.
type Library interface {
	Find(name, from string) (*source.File, error)
}

// Rules is a rules text together with everything it extends and uses, for all choices of options.
type Rules struct {
	ctx     context.Context // see Within
	File    *source.File
	Title   string
	Game    *syntax.Game
	Home    *source.File // that declares the game
	Decls   []*Decl      // what the files declare together, in order
	Uses    []*Lib       // the libraries used, in order, without the prelude
	Diags   diag.List    // what was found so far
	Prelude *syntax.File
	// what it extends could not be found, so the rest cannot be checked
	Headless bool
	// a library was not found, so an unknown name may belong to it
	Missing bool
	Near    map[source.Span]bool // names that were warned of because they nearly match
	// maps the name of a declaration to that of the one it replaces
	Replaced map[source.Span]source.Span
	replaced []replacement // the same as declarations
}

// A Lib is a file of definitions and regions that another file uses.
type Lib struct {
	file  *source.File
	Name  string
	Span  source.Span // the `use`
	Decls []*Decl
	Uses  []*Lib
}

// Read parses a rules text, finds the files it extends and uses, and merges them. It panics with
// [stopped] once the context has ended.
func Read(ctx context.Context, f *source.File, lib Library, prelude *syntax.File) *Rules {
	r := &Rules{ctx: ctx, File: f, Prelude: prelude, Near: map[source.Span]bool{},
		Replaced: map[source.Span]source.Span{}}
	l := &loader{rules: r, lib: lib, libraries: map[string]*Lib{}}
	r.Decls = l.game(f, nil)
	return r
}

// With returns these rules with the declarations of one more file, as if it extended them. They end
// with ctx, not with the context of [Read].
func (r *Rules) With(ctx context.Context, f *source.File) *Rules {
	more := *r
	more.ctx, more.File = ctx, f
	more.Near, more.Replaced = maps.Clone(r.Near), maps.Clone(r.Replaced)
	more.replaced = slices.Clone(r.replaced)
	tree, ds := syntax.Parse(f)
	more.Diags = slices.Concat(r.Diags, ds)
	o := &overlay{loader: &loader{rules: &more}, base: slices.Clone(r.Decls), file: r.File}
	more.Decls = o.put(declarations(f, tree))
	return &more
}

// A loader reads the files of one game.
type loader struct {
	rules     *Rules
	lib       Library
	libraries map[string]*Lib
	decls     int // of all files so far
	useLines  int
}

// counted adds declarations to those of the game, and reports whether their number is within the
// limit.
func (l *loader) counted(decls []*Decl) bool {
	Each(decls, func(d *Decl) {
		if l.decls++; l.decls == MaxDecls+1 {
			l.tooLarge(headOf(d), MaxDecls, "declarations")
		}
	})
	return l.decls <= MaxDecls
}

func (l *loader) report(d *diag.Diagnostic) { l.rules.Diags.Add(d) }

// game reads a rules text and what it extends. The chain holds the files that lead to it.
func (l *loader) game(f *source.File, chain []*source.File) []*Decl {
	l.rules.MayStop()
	tree, ds := syntax.Parse(f)
	l.rules.Diags = append(l.rules.Diags, ds...)
	chain = append(chain, f)
	var game *syntax.Game
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *syntax.Game:
			if game != nil {
				l.report(&diag.Diagnostic{Code: code.Duplicate, Span: d.Span(f),
					Summary:    "there are two `game` lines",
					Suggestion: "keep one of them",
					Related:    []diag.Related{{Span: game.Span(f), Message: "the first one"}}})
				continue
			}
			game = d
		case *syntax.Use:
			l.use(f, d, &l.rules.Uses, chain)
		}
	}
	own := declarations(f, tree)
	if !l.counted(own) {
		return nil
	}
	if game != nil && l.rules.Game == nil {
		l.rules.Game, l.rules.Home, l.rules.Title = game, f, game.Title.Text
		if utf8.RuneCountInString(game.Title.Text) > syntax.MaxTitle {
			l.report(&diag.Diagnostic{Code: code.TooLarge, Span: game.Title.Span(f),
				Summary:    fmt.Sprintf("a title has at most %d characters", syntax.MaxTitle),
				Suggestion: "put the rest into a comment"})
			l.rules.Title = ""
		}
	}
	if game == nil && !ds.HasErrors() {
		span := source.Span{File: f}
		if len(chain) == 1 {
			l.report(&diag.Diagnostic{Code: code.Missing, Span: span,
				Summary: "the file has no `game` line",
				Detail: "A game begins with its name; a file without one is a library for " +
					"`use`.",
				Suggestion: `begin with: game "Name"`})
		} else {
			l.rules.Headless = true
			l.report(&diag.Diagnostic{Code: code.NotAGame, Span: span,
				Summary:    "a library cannot be extended",
				Detail:     "The file has no `game` line.",
				Suggestion: "take over its definitions with `use`"})
		}
	}
	if game == nil || game.Extends == nil {
		return own
	}
	at := game.Extends.Span(f)
	base := l.find(game.Extends.Text, f, at)
	if base == nil {
		l.rules.Headless = true
		return own
	}
	for i, earlier := range chain {
		if earlier.Name == base.Name {
			l.report(&diag.Diagnostic{Code: code.Cycle, Span: at,
				Summary: fmt.Sprintf("`%s` extends itself", base.Name),
				Detail:  "The files extend each other in a cycle: " + ring(chain[i:]) + "."})
			l.rules.Headless = true
			return own
		}
	}
	under := l.game(base, chain)
	o := &overlay{loader: l, base: under, file: base}
	before := MentionsOf(under, l.rules.Uses)
	all := o.put(own)
	if ds.HasErrors() { // what could not be read may read any option
		return all
	}
	return o.dropOptions(all, before, at)
}

func ring(files []*source.File) string {
	names := lists.Map(files, func(f *source.File) string { return f.Name })
	return strings.Join(append(names, names[0]), " → ")
}

// find asks the library for a file and reports it if there is none.
func (l *loader) find(name string, from *source.File, at source.Span) *source.File {
	if l.lib == nil {
		l.report(&diag.Diagnostic{Code: code.NotFound, Span: at,
			Summary: fmt.Sprintf("there is no rules file %q", name),
			Detail:  "No library of rules files is available here."})
		return nil
	}
	f, err := l.lib.Find(name, from.Name)
	if err != nil || f == nil {
		detail := ""
		if err != nil {
			detail = err.Error()
		}
		l.report(&diag.Diagnostic{Code: code.NotFound, Span: at,
			Summary: fmt.Sprintf("there is no rules file %q", name), Detail: detail})
		return nil
	}
	return f
}

// use reads a library once, and adds it to the list of those that the file with the `use` line can
// see.
func (l *loader) use(f *source.File, u *syntax.Use, seen *[]*Lib, chain []*source.File) {
	at := u.Library.Span(f)
	if l.useLines++; l.useLines > MaxUses {
		l.tooLarge(at, MaxUses, "`use` lines")
		return
	}
	file := l.find(u.Library.Text, f, at)
	if file == nil {
		l.rules.Missing = true
		return
	}
	for i, earlier := range chain {
		if earlier.Name == file.Name {
			l.report(&diag.Diagnostic{Code: code.Cycle, Span: at,
				Summary: fmt.Sprintf("`%s` uses itself", file.Name),
				Detail:  "The files use each other in a cycle: " + ring(chain[i:]) + "."})
			return
		}
	}
	known := l.libraries[file.Name]
	if known == nil {
		tree, ds := syntax.Parse(file)
		l.rules.Diags = append(l.rules.Diags, ds...)
		known = &Lib{file: file, Name: u.Library.Text, Span: at}
		l.libraries[file.Name] = known
		isGame := slices.ContainsFunc(tree.Decls,
			func(d syntax.Decl) bool { _, ok := d.(*syntax.Game); return ok })
		own := declarations(file, tree)
		if !l.counted(own) {
			return
		}
		for _, d := range own {
			switch d.Node.(type) {
			case *syntax.Def, *syntax.Region:
				known.Decls = append(known.Decls, d)
			default:
				if isGame {
					continue
				}
				l.report(&diag.Diagnostic{Code: code.NotALibrary, Span: headOf(d),
					Summary: "a library holds only `def` and `region`",
					Related: []diag.Related{{Span: at, Message: "used here"}}})
			}
		}
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *syntax.Game:
				l.report(&diag.Diagnostic{Code: code.NotALibrary, Span: at,
					Summary: fmt.Sprintf("%q is a game, not a library", u.Library.Text),
					Detail:  "`use` takes the definitions of a file without a `game` line.",
					Suggestion: fmt.Sprintf("write game \"…\" extends %q, "+
						"or move the definitions to a file of their own", u.Library.Text),
					Related: []diag.Related{{Span: d.Span(file), Message: "the `game` line"}}})
			case *syntax.Use:
				l.use(file, d, &known.Uses, append(chain, file))
			}
		}
	}
	if !slices.Contains(*seen, known) {
		*seen = append(*seen, known)
	}
}
