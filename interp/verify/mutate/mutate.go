// Package mutate measures what the tests of a game notice: it changes operators and numbers in the
// rules one by one and runs the tests with each mutant.
//
//	rules ─ Mutants ─→ mutant ─ the tests ─→ killed: a case fails
//	                                      └→ diff with the rules
//	                                         ├─→ alive: it plays differently, and no case says so
//	                                         └─→ equivalent: no difference was found
//
// A mutant is equivalent only as far as the search went: it agreed with the rules in a number of
// positions. Mutants that do not check do not count: no author would keep them.
package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp"
	"boardgame/interp/diff"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

// Fate is what became of a mutant.
type Fate string

// The fates.
const (
	Killed     Fate = "killed"     // a case fails
	Alive      Fate = "alive"      // it plays differently, and no case notices
	Equivalent Fate = "equivalent" // no difference from the rules was found
	Invalid    Fate = "invalid"    // it does not check
)

// Mutant is the rules with one change.
type Mutant struct {
	Span  source.Span // what is changed
	Is    string      // what replaces it; "" for nothing
	Where string      // the declaration around it, as an author calls it: "move jump"
	Fate  Fate
	// By is the name of the case that failed, with a note if the case did not end in time.
	By string
	// For a mutant that is alive: how it differs, and with which options.
	Differs *diff.Report
	Options map[string]string
	// Positions is, for an equivalent mutant, how many pairs of positions were compared without
	// finding a difference.
	Positions int
}

// Was returns what the rules say at the place of the change.
func (m *Mutant) Was() string { return m.Span.Text() }

// String writes the change as `<` → `<=`.
func (m *Mutant) String() string {
	if m.Is == "" {
		return fmt.Sprintf("`%s` left out", m.Was())
	}
	return fmt.Sprintf("`%s` → `%s`", m.Was(), m.Is)
}

// text returns the rules with the change.
func (m *Mutant) text() string {
	t := m.Span.File.Text
	return t[:m.Span.Lo] + m.Is + t[m.Span.Hi:]
}

// replacements are what an operator or a word is changed to.
var replacements = map[string][]string{
	"and": {"or"}, "or": {"and"}, "not": {""}, "implies": {"and"},
	"some": {"no"}, "no": {"some"},
	"<": {"<="}, "<=": {"<"}, ">": {">="}, ">=": {">"}, "=": {"!="}, "!=": {"="},
	"+": {"-", "*"}, "-": {"+"}, "*": {"+"}, "&": {"|"}, "|": {"&"},
	"highest": {"lowest"}, "lowest": {"highest"}, "min": {"max"}, "max": {"min"},
}

// Mutants lists the changes to the operators and numbers of a rules text, in order. It leaves alone
// what only bots read (`value`) and what does not affect the course of a game (options, names,
// signs). Not all of them check.
func Mutants(f *source.File) []Mutant {
	tree, _ := dsl.Parse(f)
	tokens := syntax.Tokens(f)
	judging := forValues(tree, tokens)
	var all []Mutant
	for _, t := range tokens {
		var to []string
		switch t.Kind {
		case syntax.SignToken, syntax.WordToken:
			to = replacements[t.Text]
		case syntax.IntToken:
			to = near(t.Text)
		}
		where, counts := around(tree.Decls, t.Pos.Offset)
		if !counts || judging[where] {
			continue
		}
		for _, is := range to {
			all = append(all, Mutant{Span: t.Span(f), Is: is, Where: where})
		}
	}
	return all
}

// forValues returns the definitions, as [declaration] names them, that only values and such
// definitions mention: only bots read them too. Definitions that nothing mentions may be for others
// who use the file.
func forValues(tree *syntax.File, tokens []syntax.Token) map[string]bool {
	mentions := map[string]map[string]bool{} // by definition: the declarations that mention it
	for _, d := range tree.Decls {
		if def, ok := d.(*syntax.Def); ok {
			mentions[def.Name.Text] = map[string]bool{}
		}
	}
	for _, t := range tokens {
		users, isDef := mentions[t.Text]
		where, counts := around(tree.Decls, t.Pos.Offset)
		if !isDef || t.Kind != syntax.NameToken || where == "def "+t.Text {
			continue
		}
		if !counts {
			where = "" // a value
		}
		users[where] = true
	}
	judging := map[string]bool{"": true}
	for grown := true; grown; {
		grown = false
		for def, users := range mentions {
			only := len(users) > 0
			for where := range users {
				only = only && judging[where]
			}
			if only && !judging["def "+def] {
				judging["def "+def], grown = true, true
			}
		}
	}
	return judging
}

// near returns the numbers next to one.
func near(text string) []string {
	var n int
	if _, err := fmt.Sscan(text, &n); err != nil || n > 1<<30 {
		return nil
	}
	if n == 0 {
		return []string{"1"}
	}
	return []string{fmt.Sprint(n + 1), fmt.Sprint(n - 1)}
}

// around names the declaration around a place, and reports whether changes in it are of interest.
func around(decls []syntax.Decl, at int) (where string, counts bool) {
	for _, d := range decls {
		name, node := declaration(d)
		if at < node.Pos.Offset || node.EndPos.Offset <= at {
			continue
		}
		if c, ok := d.(*syntax.CondDecl); ok {
			return inside(c, at)
		}
		return name, name != ""
	}
	return "", false
}

// inside is around for what depends on options. The condition itself is of no interest: it only
// chooses.
func inside(c *syntax.CondDecl, at int) (where string, counts bool) {
	for ; c != nil; c = c.ElseIf {
		for _, decls := range [][]syntax.Decl{c.Then, c.Else} {
			if where, counts = around(decls, at); counts {
				return where, true
			}
		}
	}
	return "", false
}

// declaration names the declarations that are of interest.
func declaration(d syntax.Decl) (string, syntax.Node) {
	name, node := syntax.Named(d)
	switch d := d.(type) {
	case *syntax.Game, *syntax.Use, *syntax.Option, *syntax.Players, *syntax.Value, *syntax.Say,
		*syntax.CondDecl:
		return "", node
	case *syntax.State:
		return d.Name.Text, node
	}
	return name, node
}

// Effort bounds the search for differences of a mutant that no case notices.
type Effort struct {
	Positions int // of each choice of options
	Seed      uint64
	Only      func(*Mutant) bool // which mutants are of interest; nil: all
}

// Report is the result of the tests of a game.
type Report struct {
	Mutants []Mutant // in the order of the text, without those that do not check
}

// Count returns how many mutants have a fate.
func (r *Report) Count(f Fate) int {
	n := 0
	for i := range r.Mutants {
		if r.Mutants[i].Fate == f {
			n++
		}
	}
	return n
}

// Score returns the share of the non-equivalent mutants that the tests kill; 1 if there are none.
func (r *Report) Score() float64 {
	killed, alive := r.Count(Killed), r.Count(Alive)
	if killed+alive == 0 {
		return 1
	}
	return float64(killed) / float64(killed+alive)
}

// ErrFailing is the error for tests that fail without any change: they cannot tell mutants apart.
var ErrFailing = errors.New("the tests fail before any change; fix them first")

// suite is the cases of a game, fastest first.
type suite struct {
	rs    *ruleset.Ruleset
	cases []timed
}

type timed struct {
	*ruletest.Case
	took time.Duration
}

// Run changes the rules and runs the tests with each change. Watch, if not nil, is told of each
// mutant when its fate is known. When the context is done, the report contains what was found until
// then.
func Run(ctx context.Context, rs *ruleset.Ruleset, files []*ruletest.File, effort Effort,
	watch func(done, total int, m *Mutant),
) (*Report, error) {
	if watch == nil {
		watch = func(int, int, *Mutant) {}
	}
	s := &suite{rs: rs}
	if err := s.prepare(ctx, files); err != nil {
		return nil, err
	}
	all := Mutants(rs.File)
	if effort.Only != nil {
		all = slices.DeleteFunc(all, func(m Mutant) bool { return !effort.Only(&m) })
	}
	report := &Report{}
	for i := range all {
		m := &all[i]
		s.judge(ctx, m, effort)
		if ctx.Err() != nil {
			return report, ctx.Err()
		}
		if m.Fate != Invalid {
			report.Mutants = append(report.Mutants, *m)
		}
		watch(i+1, len(all), m)
	}
	return report, nil
}

// prepare runs the cases with the rules unchanged, and sorts them by how long they take.
func (s *suite) prepare(ctx context.Context, files []*ruletest.File) error {
	runner := ruletest.NewRunner(s.rs)
	for _, f := range files {
		for _, c := range f.Cases {
			if c.Rules != nil || expectsError(c) {
				continue
			}
			began := time.Now()
			o := runner.Run(ctx, c)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !o.Passed() {
				return fmt.Errorf("%s: %w", c.Name, ErrFailing)
			}
			s.cases = append(s.cases, timed{c, time.Since(began)})
		}
	}
	slices.SortStableFunc(s.cases, func(a, b timed) int { return cmp.Compare(a.took, b.took) })
	return nil
}

func expectsError(c *ruletest.Case) bool {
	return slices.ContainsFunc(c.Expect, func(l *ruletest.Line) bool { return l.Key == "error" })
}

// judge finds out what becomes of a mutant.
func (s *suite) judge(ctx context.Context, m *Mutant, effort Effort) {
	file := source.NewFile(s.rs.File.Name, m.text())
	rules, list, err := dsl.LoadContext(ctx, file, nil, ruleset.Library{})
	if err != nil {
		return
	}
	if rules == nil || list.HasErrors() {
		m.Fate = Invalid
		return
	}
	mutated := *s.rs
	mutated.File = file
	if s.killed(ctx, &mutated, m) || ctx.Err() != nil {
		return
	}
	s.compare(ctx, file, m, effort)
}

// killed runs the cases until one fails, and moves that one to the front: what kills one mutant
// often kills the next.
func (s *suite) killed(ctx context.Context, mutated *ruleset.Ruleset, m *Mutant) bool {
	runner := ruletest.NewRunner(mutated)
	runner.Quick = true
	for i, c := range s.cases {
		o, inTime := within(ctx, runner, c)
		switch {
		case ctx.Err() != nil:
			return false
		case !inTime:
			m.Fate, m.By = Killed, c.Name+" (it did not end in time)"
		case o.Unsound():
			m.Fate = Invalid
		case !o.Passed():
			m.Fate, m.By = Killed, c.Name
		default:
			continue
		}
		if i > 0 && inTime {
			s.cases = slices.Insert(slices.Delete(s.cases, i, i+1), 0, c)
		}
		return true
	}
	return false
}

// patience is the factor by which a case may exceed its time with the correct rules, and impatience
// is the time that every case may take.
const (
	patience   = 20
	impatience = 3 * time.Second
)

// within runs a case for a limited time.
func within(ctx context.Context, runner *ruletest.Runner, c timed) (o ruletest.Outcome,
	inTime bool) {
	ctx, cancel := context.WithTimeout(ctx, patience*c.took+impatience)
	defer cancel()
	done := make(chan ruletest.Outcome, 1)
	go func() { done <- runner.Run(ctx, c.Case) }()
	select {
	case o := <-done:
		return o, true
	case <-ctx.Done():
		return o, false
	}
}

// compare looks for a difference in a mutant that no case notices: with the default options, and
// with each other choice of one option.
func (s *suite) compare(ctx context.Context, mutated *source.File, m *Mutant, effort Effort) {
	m.Fate = Equivalent
	choices := []map[string]string{nil}
	options, _ := dsl.Options(s.rs.File, ruleset.Library{})
	for _, o := range options {
		for i, value := range o.Domain {
			if value != o.Default && (i < 3 || i == len(o.Domain)-1) {
				choices = append(choices, map[string]string{o.Name: value})
			}
		}
	}
	for _, p := range s.rs.Info.Presets {
		if len(p.Options) > 1 {
			choices = append(choices, maps.Clone(p.Options))
		}
	}
	for _, options := range choices {
		a, list, err := dsl.LoadContext(ctx, s.rs.File, options, ruleset.Library{})
		if err != nil {
			return
		}
		if a == nil || list.HasErrors() {
			continue // values that do not fit together
		}
		b, list, err := dsl.LoadContext(ctx, mutated, options, ruleset.Library{})
		if err != nil {
			return
		}
		if b == nil || list.HasErrors() {
			m.Fate = Invalid
			return
		}
		if a.Hash == b.Hash {
			continue // the change is not in what these options choose
		}
		report, err := diff.Compare(ctx, diff.Side{Game: interp.New(a)},
			diff.Side{Game: interp.New(b)},
			diff.Effort{Positions: effort.Positions, Seed: effort.Seed}, nil)
		if err != nil || ctx.Err() != nil {
			return
		}
		if report.Searched != nil {
			m.Positions += report.Searched.Positions
		}
		if report.Differ {
			m.Fate, m.Differs, m.Options = Alive, report, options
			return
		}
	}
}

// Scene returns a case that notices a mutant that is alive: it says what the rules do where the
// mutant differs. It is nil if the games differ only at the start, in a way that no case can
// express.
func (m *Mutant) Scene(rs *ruleset.Ruleset) (*ruletest.Scene, error) {
	rules, list := dsl.Load(rs.File, m.Options, ruleset.Library{})
	if rules == nil || list.HasErrors() {
		return nil, fmt.Errorf("the rules do not check with %v", m.Options)
	}
	g := interp.New(rules)
	line := ""
	nearest := m.Differs.Nearest()
	if nearest != nil {
		line = nearest.Line
	}
	steps, _, err := g.PlayText(g.Start(), line)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s: %s, not %s", m.Where, m.Was(), m.Is)
	if m.Is == "" {
		name = fmt.Sprintf("%s: with %s", m.Where, m.Was())
	}
	return &ruletest.Scene{
		Name: name, Game: g, Steps: steps, List: nearest != nil && nearest == m.Differs.Moves,
	}, nil
}

// Kills reports whether a case fails with a mutant.
func (m *Mutant) Kills(ctx context.Context, rs *ruleset.Ruleset, c *ruletest.Case) bool {
	mutated := *rs
	mutated.File = source.NewFile(rs.File.Name, m.text())
	runner := ruletest.NewRunner(&mutated)
	runner.Quick = true
	o, inTime := within(ctx, runner, timed{c, time.Second})
	return !inTime || !o.Passed()
}
