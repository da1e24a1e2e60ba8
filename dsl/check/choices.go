package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
)

// Choices of options are tried until one of these is reached: how many there are, the bytes that
// are read for them, each time anew, the expressions that are checked, and the work of constants,
// for which the bound is mostToFoldAll. Together they keep [Rules.Check] well below five seconds.
const (
	mostChoices = 500
	mostRead    = 4 << 20
	mostLooked  = 1 << 19
)

// manyValues bounds how many values of one option are tried; of a longer list the first, the last
// and some between are.
const manyValues = 24

// A choice is the options of one run, in the order in which they were chosen.
type choice struct {
	values map[string]string
	names  []string
}

func (o choice) with(name, value string) choice {
	next := choice{values: maps.Clone(o.values),
		names: append(o.names[:len(o.names):len(o.names)], name)}
	if next.values == nil {
		next.values = map[string]string{}
	}
	next.values[name] = value
	return next
}

func (o choice) String() string {
	var parts []string
	for _, n := range o.names {
		parts = append(parts, n+" = "+o.values[n])
	}
	return strings.Join(parts, ", ")
}

// Check checks the rules for every choice of options that matters: each value of each option with
// the others at their default, and the values of an option that only some value of another brings
// into the game. A diagnostic that several choices draw is there once; one that the defaults do not
// draw says which choice does.
func (r *Rules) Check() diag.List { return r.checkAll(nil) }

// checkAll is Check; what the names and expressions are is added to the index, unless that is nil.
func (r *Rules) checkAll(index *Index) diag.List {
	var all diag.List
	seen := map[fact]bool{}
	tried, whole := r.eachChoice(index, func(o choice, g *ir.Game, list diag.List) {
		for _, d := range list {
			f := fact{d.Span, d.Code, d.Summary}
			if seen[f] {
				continue
			}
			seen[f] = true
			if len(o.names) > 0 {
				copied := *d
				copied.Detail = strings.TrimSpace(copied.Detail + " This happens with " + o.String() +
					".")
				d = &copied
			}
			all.Add(d)
		}
	})
	if !whole {
		at := source.Span{File: r.File}
		if r.game != nil {
			at = r.game.Span(r.home)
		}
		all.Add(&diag.Diagnostic{Severity: diag.Note, Code: Untried, Span: at,
			Summary: fmt.Sprintf("not every choice of options was checked, only %d", tried),
			Detail: "The game has more choices, or each takes too long to check. Mistakes that " +
				"occur only with other choices are not found.",
			Suggestion: "check a choice that matters separately: `boardgame check -o NAME=VALUE`"})
	}
	all.Sort()
	return all
}

// eachChoice checks the choices in turn, the defaults first. It returns how many it has
// checked, and whether these are all.
func (r *Rules) eachChoice(index *Index, visit func(choice, *ir.Game, diag.List)) (tried int,
	whole bool) {
	r.boards = map[string]*built{}
	defer func() { r.boards = nil }()
	g, list := r.read(nil, index)
	if index != nil && index.Game == nil {
		index.Game = g
	}
	visit(choice{}, g, list)
	whole = true
	var took effort
	most := min(mostChoices, max(mostRead/(r.size()+1), manyValues/2))
	known := map[string][][]string{} // domains by option
	var vary func(base choice, g *ir.Game)
	vary = func(base choice, g *ir.Game) {
		var fresh []ir.Option
		for _, o := range g.Options {
			same := func(domain []string) bool { return slices.Equal(domain, o.Domain) }
			if !slices.ContainsFunc(known[o.Name], same) {
				known[o.Name] = append(known[o.Name], o.Domain)
				fresh = append(fresh, o)
			}
		}
		for _, o := range fresh {
			for _, v := range some(o.Domain) {
				if v == o.Value {
					continue
				}
				if !whole || tried >= most || took.folded > mostToFoldAll ||
					took.looked > mostLooked {
					whole = false
					return
				}
				tried++
				next := base.with(o.Name, v)
				g, list, more := r.readWithin(next.values, index)
				took.folded += more.folded
				took.looked += more.looked
				visit(next, g, list)
				vary(next, g)
			}
		}
	}
	vary(choice{}, g)
	return 1 + tried, whole
}

// size returns how long the rules are, with what they extend and use, in bytes.
func (r *Rules) size() int {
	files, total := map[*source.File]bool{}, 0
	add := func(d *decl) {
		if d.file != nil && !files[d.file] {
			files[d.file] = true
			total += len(d.file.Text)
		}
	}
	each(r.decls, add)
	for _, u := range r.uses {
		each(u.decls, add)
	}
	return total
}

// some returns the values of a domain that are tried.
func some(domain []string) []string {
	if len(domain) <= manyValues {
		return domain
	}
	var out []string
	for i := range manyValues {
		out = append(out, domain[i*(len(domain)-1)/(manyValues-1)])
	}
	return out
}

// Options returns the options that the rules have when all are at their default, and then those
// that only other values bring into the game. The list holds what is wrong with them.
func (r *Rules) Options() ([]ir.Option, diag.List) {
	c := newChecker(r, nil)
	readOptions(c, nil)
	out := c.g.Options
	c.diags.Sort()
	each(r.decls, func(d *decl) {
		k := keyOf(d)
		if k.kind != "option" ||
			slices.ContainsFunc(out, func(o ir.Option) bool { return o.Name == k.name }) {
			return
		}
		// find a value of another option that brings it into the game
		for _, o := range c.g.Options {
			for _, v := range some(o.Domain) {
				other := newChecker(r, nil)
				readOptions(other, map[string]string{o.Name: v})
				i := slices.IndexFunc(other.g.Options,
					func(o ir.Option) bool { return o.Name == k.name })
				if i >= 0 {
					out = append(out[:len(out):len(out)], other.g.Options[i])
					return
				}
			}
		}
	})
	return out, c.diags
}

// OptionsWith returns the options that there are with a choice of some of them, and what is wrong
// with the choice.
func (r *Rules) OptionsWith(chosen map[string]string) ([]ir.Option, diag.List) {
	c := newChecker(r, nil)
	readOptions(c, chosen)
	c.diags.Sort()
	return c.g.Options, c.diags
}

// Diagnostics returns what was found while the files were read and put together.
func (r *Rules) Diagnostics() diag.List {
	list := slices.Clone(r.diags)
	list.Sort()
	return list
}
