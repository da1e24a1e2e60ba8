package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/index"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
)

// Choices of options are tried until one of these limits is reached: their number, the bytes read
// for them (again for each choice), the expressions checked, and the work to fold constants, which
// mostToFoldAll limits. Together they keep [Rules.Check] well below five seconds.
const (
	mostChoices = 500
	mostRead    = 4 << 20
	mostLooked  = 1 << 19
)

// manyValues is how many values of one option are tried at most, fewValues for how many of them
// games are made. A longer list is represented by its first, its last and some values in between.
const (
	manyValues = 24
	fewValues  = 8
)

// tries counts the choices tried against their limits.
type tries struct {
	made, most int
	took       effort
	spent      bool // a choice was left out
}

func (r *Rules) newTries() *tries {
	return &tries{most: min(mostChoices, max(mostRead/(r.size()+1), manyValues/2))}
}

// another reports whether one more choice may be tried, and counts it.
func (t *tries) another() bool {
	t.spent = t.spent || t.made >= t.most || t.took.folded > terms.MostToFoldAll ||
		t.took.looked > mostLooked
	if !t.spent {
		t.made++
	}
	return !t.spent
}

// read is [Rules.readWithin] for such a choice.
func (t *tries) read(r *Rules, options map[string]string, x *index.Index) (*ir.Game, diag.List) {
	g, list, took := r.readWithin(options, x)
	t.took.folded += took.folded
	t.took.looked += took.looked
	return g, list
}

// A choice holds the options of one run, in the order in which they were chosen.
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
	parts := lists.Map(o.names, func(n string) string { return n + " = " + o.values[n] })
	return strings.Join(parts, ", ")
}

// Check checks the rules for every choice of options that matters: each value of each option with
// the others at their default, and the values of any option that exists only with some value of
// another. A diagnostic that several choices cause appears once; if the defaults do not cause it,
// it names the choice.
func (r *Rules) Check() diag.List { return r.checkAll(nil) }

// checkAll is Check; it also records names and expressions in the index, unless x is nil.
func (r *Rules) checkAll(x *index.Index) diag.List {
	var all diag.List
	seen := map[terms.Fact]bool{}
	tried, whole := r.eachChoice(x, func(o choice, g *ir.Game, list diag.List) {
		for _, d := range list {
			f := terms.FactOf(d)
			if seen[f] {
				continue
			}
			seen[f] = true
			if len(o.names) > 0 {
				copied := *d
				copied.Detail = strings.TrimSpace(copied.Detail + " This happens with " + o.String() + ".")
				d = &copied
			}
			all.Add(d)
		}
	})
	if !whole {
		at := source.Span{File: r.merged.File}
		if r.merged.Game != nil {
			at = r.merged.Game.Span(r.merged.Home)
		}
		all.Add(&diag.Diagnostic{Severity: diag.Note, Code: code.Untried, Span: at,
			Summary: fmt.Sprintf("not every choice of options was checked, only %d", tried),
			Detail: "The game has more choices, or each takes too long to check. Mistakes that " +
				"occur only with other choices are not found.",
			Suggestion: "check a choice that matters separately: `boardgame check -o NAME=VALUE`"})
	}
	all.Sort()
	return all
}

// eachChoice checks the choices in turn, the defaults first. It returns how many it checked, and
// whether these are all there are.
func (r *Rules) eachChoice(x *index.Index, visit func(choice, *ir.Game, diag.List)) (tried int,
	whole bool) {
	r.boards = new(sync.Map)
	defer func() { r.boards = nil }()
	g, list := r.read(nil, x)
	if x != nil && x.Game == nil {
		x.Game = g
	}
	visit(choice{}, g, list)
	tries := r.newTries()
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
			for _, v := range some(o.Domain, manyValues) {
				if v == o.Value {
					continue
				}
				if !tries.another() {
					return
				}
				next := base.with(o.Name, v)
				g, list := tries.read(r, next.values, x)
				visit(next, g, list)
				vary(next, g)
			}
		}
	}
	vary(choice{}, g)
	return 1 + tries.made, !tries.spent
}

// Others visits the game with every other value of every option that is not fixed, one option at a
// time, with the rest at their defaults. It visits only some values of long ranges, none that
// conflict with the rest, and no more than [Rules.Check] tries.
func (r *Rules) Others(fixed map[string]string, visit func(map[string]string, *ir.Game)) {
	r.boards = new(sync.Map)
	defer func() { r.boards = nil }()
	tries := r.newTries()
	options, _ := r.Options()
	for _, o := range options {
		if _, ok := fixed[o.Name]; ok {
			continue
		}
		for _, v := range some(o.Domain, fewValues) {
			if v == o.Default {
				continue
			}
			if !tries.another() {
				return
			}
			with := maps.Clone(fixed)
			if with == nil {
				with = map[string]string{}
			}
			with[o.Name] = v
			if g, list := tries.read(r, with, nil); !list.HasErrors() {
				visit(with, g)
			}
		}
	}
}

// size returns the length of the rules in bytes, including what they extend and use.
func (r *Rules) size() int {
	files, total := map[*source.File]bool{}, 0
	add := func(d *merge.Decl) {
		if d.File != nil && !files[d.File] {
			files[d.File] = true
			total += len(d.File.Text)
		}
	}
	merge.Each(r.merged.Decls, add)
	for _, u := range r.merged.Uses {
		merge.Each(u.Decls, add)
	}
	return total
}

// some returns a number of values spread over a domain, or all of them if there are no more.
func some(domain []string, most int) []string {
	if len(domain) <= most {
		return domain
	}
	var out []string
	for i := range most {
		out = append(out, domain[i*(len(domain)-1)/(most-1)])
	}
	return out
}

// Options returns the options of the rules with all defaults, followed by those that exist only
// with some other value of another option, as far as the limits of [Rules.Check] allow. The list
// has the diagnostics about them.
func (r *Rules) Options() ([]ir.Option, diag.List) {
	c := terms.NewChecker(r.merged, nil)
	readOptions(c, nil)
	out := c.Game.Options
	c.Diags.Sort()
	there := map[string]bool{}
	for _, o := range out {
		there[o.Name] = true
	}
	var hidden []string
	merge.Each(r.merged.Decls, func(d *merge.Decl) {
		if k := merge.KeyOf(d); k.Kind == "option" && !there[k.Name] {
			there[k.Name] = true
			hidden = append(hidden, k.Name)
		}
	})
	brought := r.brought(c.Game.Options, len(hidden))
	for _, name := range hidden {
		if o, ok := brought[name]; ok {
			out = append(out[:len(out):len(out)], o)
		}
	}
	return out, c.Diags
}

// brought returns the options that exist only with other values of the given ones, at most a
// certain number.
func (r *Rules) brought(given []ir.Option, most int) map[string]ir.Option {
	found := map[string]ir.Option{}
	for _, o := range given {
		found[o.Name] = o
	}
	most += len(found)
	tries := r.newTries()
	for _, o := range given {
		for _, v := range some(o.Domain, manyValues) {
			if len(found) == most || !tries.another() {
				return found
			}
			c := terms.NewChecker(r.merged, nil)
			readOptions(c, map[string]string{o.Name: v})
			tries.took.folded += c.Consts.Folded
			tries.took.looked += c.Looked
			for _, other := range c.Game.Options {
				if _, ok := found[other.Name]; !ok {
					found[other.Name] = other
				}
			}
		}
	}
	return found
}

// OptionsWith returns the options that exist when some of them are chosen as given, and what is
// wrong with the choice.
func (r *Rules) OptionsWith(chosen map[string]string) ([]ir.Option, diag.List) {
	c := terms.NewChecker(r.merged, nil)
	readOptions(c, chosen)
	c.Diags.Sort()
	return c.Game.Options, c.Diags
}

// Diagnostics returns what was found while the files were read and merged.
func (r *Rules) Diagnostics() diag.List {
	list := slices.Clone(r.merged.Diags)
	list.Sort()
	return list
}

// Study checks the rules as [Rules.Check] does, and records the index on the way: first with the
// options requested, then with every other choice that matters, for what only other choices
// declare.
func (r *Rules) Study(options map[string]string) (*index.Index, diag.List) {
	x := index.NewIndex()
	var list diag.List
	if len(options) > 0 {
		x.Game, list = r.read(options, x)
	}
	all := r.checkAll(x)
	if len(options) > 0 {
		all = append(list, all...)
		all.Sort()
	}
	for name, old := range r.merged.Replaced {
		if s := x.Used[name]; s != nil && !slices.Contains(s.Decls, old) {
			s.Decls = append(s.Decls, old)
		}
	}
	return x, all
}

// Glance checks the rules for one choice of options, as [Rules.Game] does, and records the index of
// what that choice reads. If there are many options, this is much less work than [Rules.Study].
func (r *Rules) Glance(options map[string]string) (*index.Index, diag.List) {
	x := index.NewIndex()
	var list diag.List
	x.Game, list = r.read(options, x)
	return x, list
}
