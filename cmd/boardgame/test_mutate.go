package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/mutate"
	"boardgame/interp/verify/ruletest"
)

// aboutGames returns the games that the arguments of test name, with their tests, for the modes
// that are about rules rather than test files.
func (c *testCmd) aboutGames() (all []gameTests, err error) {
	for _, name := range c.Paths {
		rs, err := named(name)
		if err != nil {
			return nil, err
		}
		files, err := rs.Tests()
		if err != nil {
			return nil, err
		}
		g := gameTests{rs: rs}
		for _, f := range files {
			parsed, problems := ruletest.Parse(f)
			if problems.HasErrors() {
				return nil, fmt.Errorf("%s has mistakes; `boardgame test %s` shows them", f.Name,
					name)
			}
			g.files = append(g.files, parsed)
		}
		all = append(all, g)
	}
	return all, nil
}

// gameTests is a game with its tests.
type gameTests struct {
	rs    *ruleset.Ruleset
	files []*ruletest.File
}

// mutantLine is a mutant as --json writes it.
type mutantLine struct {
	Game   string `json:"game"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Was    string `json:"was"`
	Is     string `json:"is"`
	Fate   string `json:"fate"`
	By     string `json:"by,omitempty"` // the case that failed
	// for a surviving one: a line after which it plays differently
	After     string `json:"after,omitempty"`
	Positions int    `json:"positions,omitempty"` // for an equivalent one: how many were compared
}

// mutate changes the rules one by one and reports which changes no case notices.
func (c *testCmd) mutate(a *app) error {
	games, err := c.aboutGames()
	if err != nil {
		return err
	}
	alive := 0
	for _, g := range games {
		if len(g.files) == 0 {
			a.warn("%s has no tests; `boardgame test %s --suggest` offers some", g.rs.Name,
				g.rs.File.Name)
		}
		mutants := len(mutate.Mutants(g.rs.File))
		show := a.progress("testing mutants of "+g.rs.Name, mutants)
		a.keeps(fmt.Sprintf("%s: 0 of %d mutants were tried", g.rs.Name, mutants))
		fates := map[mutate.Fate]int{}
		var unwritten error
		report, err := mutate.Run(a.ctx, g.rs, g.files,
			mutate.Effort{Positions: c.Positions, Seed: 1},
			func(done, total int, m *mutate.Mutant) {
				fates[m.Fate]++
				if m.Fate == mutate.Alive || m.Fate == mutate.Equivalent || c.JSON {
					show(-1, "")
					unwritten = errors.Join(unwritten, c.showMutant(a, g.rs, m))
				}
				show(done, "")
				a.keeps(fmt.Sprintf("%s: %d of %d mutants were tried; noticed: %d; unnoticed: %d; "+
					"apparently equivalent: %d", g.rs.Name, done, total, fates[mutate.Killed],
					fates[mutate.Alive], fates[mutate.Equivalent]))
			})
		show(-1, "")
		if report == nil {
			return fmt.Errorf("%s: %w", g.rs.Name, err)
		}
		alive += report.Count(mutate.Alive)
		if err := errors.Join(unwritten, err); err != nil {
			return err
		}
		if !c.JSON {
			killed, alive := report.Count(mutate.Killed), report.Count(mutate.Alive)
			fmt.Fprintf(a.out, "%s: %d of %d mutants are noticed (%s); unnoticed: %d; apparently "+
				"equivalent: %d\n", g.rs.Name, killed, killed+alive, match.Percent(report.Score()),
				alive, report.Count(mutate.Equivalent))
		}
		if c.Suggest {
			if err := c.offerAll(a, g.rs, survivors(a, g.rs, report)); err != nil {
				return err
			}
		}
	}
	return failure(alive > 0 && !c.Suggest)
}

// showMutant prints a mutant at once, so that whoever stops the work keeps what it has found: one
// that no case notices, or for programs any.
func (c *testCmd) showMutant(a *app, rs *ruleset.Ruleset, m *mutate.Mutant) error {
	if m.Fate == mutate.Invalid {
		return nil
	}
	line, column := m.Span.File.Position(m.Span.Lo)
	switch {
	case c.JSON:
		if err := json.NewEncoder(a.out).Encode(lineOf(rs, m)); err != nil {
			return err
		}
	case m.Fate == mutate.Alive:
		after := "from the start"
		if nearest := lineOf(rs, m).After; nearest != "" {
			after = "after: " + nearest
			if cut := len(nearest) - mostAfter; cut > 0 {
				_, last, _ := strings.Cut(nearest[cut:], " ")
				after = "after a long game (--json has it whole): … " + last
			}
		}
		fmt.Fprintf(a.out, "%s:%d:%d: %s: no case notices\n  | %s\n  it plays differently%s %s\n",
			m.Span.File.Name, line, column, m, strings.TrimSpace(m.Span.File.Line(line)),
			withOptions(m.Options), after)
	case m.Fate == mutate.Equivalent:
		fmt.Fprintf(a.out, "%s:%d:%d: %s: no difference in %d positions\n",
			m.Span.File.Name, line, column, m, m.Positions)
	}
	return a.out.Flush()
}

// mostAfter is how many bytes of a game are shown: a reader plays no longer one by hand.
const mostAfter = 500

func withOptions(options map[string]string) string {
	var set []string
	for name, value := range options {
		set = append(set, name+"="+value)
	}
	slices.Sort(set)
	if len(set) == 0 {
		return ""
	}
	return " with " + strings.Join(set, " ")
}

func lineOf(rs *ruleset.Ruleset, m *mutate.Mutant) mutantLine {
	line, column := m.Span.File.Position(m.Span.Lo)
	out := mutantLine{Game: rs.Name, File: m.Span.File.Name, Line: line, Column: column,
		Was: m.Was(), Is: m.Is,
		Fate: string(m.Fate), By: m.By, Positions: m.Positions}
	if m.Fate == mutate.Alive {
		if f := m.Differs.Nearest(); f != nil {
			out.After = f.Line
		}
	}
	return out
}

// An offer is a case that may be added to the tests of a game.
type offer struct {
	why   string // its purpose
	scene *ruletest.Scene
	// needless reports whether the cases added earlier make it unnecessary.
	needless func(added []*ruletest.Case) bool
}

// survivors makes offers for the mutants that no case notices.
func survivors(a *app, rs *ruleset.Ruleset, r *mutate.Report) (offers []offer) {
	for i := range r.Mutants {
		m := &r.Mutants[i]
		if m.Fate != mutate.Alive {
			continue
		}
		scene, err := m.Scene(rs)
		if err != nil {
			a.warn("%s: %s", m, err)
			continue
		}
		line, column := m.Span.File.Position(m.Span.Lo)
		offers = append(offers, offer{
			why:   fmt.Sprintf("%s:%d:%d: so that %s is noticed", m.Span.File.Name, line, column, m),
			scene: scene,
			needless: func(added []*ruletest.Case) bool {
				return slices.ContainsFunc(added, func(c *ruletest.Case) bool { return m.Kills(a.ctx, rs, c) })
			},
		})
	}
	return offers
}

// offerAll shows cases one by one and adds those that are accepted.
func (c *testCmd) offerAll(a *app, rs *ruleset.Ruleset, offers []offer) error {
	in := bufio.NewScanner(a.stdin)
	var added []*ruletest.Case
	file := ""
	for i, o := range offers {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if o.needless != nil && o.needless(added) {
			continue
		}
		text, err := o.scene.Text()
		if err != nil {
			a.warn("%s: %s", o.why, err)
			continue
		}
		fmt.Fprintf(a.out, "\n%d of %d. %s\n\n%s\n", i+1, len(offers), o.why, text)
		answer := "y"
		if !c.Yes {
			fmt.Fprint(a.out, "Add this case? [y, n, q] ")
			if err := a.out.Flush(); err != nil {
				return err
			}
			if !in.Scan() {
				break
			}
			answer = strings.ToLower(strings.TrimSpace(in.Text()))
		}
		if answer == "q" {
			break
		}
		if answer != "y" && answer != "yes" {
			continue
		}
		if file, err = ruletest.Append(rs, c.Into, o.scene); err != nil {
			return err
		}
		parsed, _ := ruletest.Parse(source.NewFile("offer", text))
		added = append(added, parsed.Cases...)
	}
	if len(added) > 0 {
		fmt.Fprintf(a.out, "\n%s: %s added\n", file, diag.Amount(len(added), "case"))
	}
	return nil
}
