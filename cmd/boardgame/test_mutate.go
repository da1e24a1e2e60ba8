package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
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
			offers := report.Offers(a.ctx, g.rs,
				func(m *mutate.Mutant, err error) { a.warn("%s: %s", m, err) })
			if err := c.offerAll(a, g.rs, offers); err != nil {
				return err
			}
		}
	}
	return failure(alive > 0 && !c.Suggest)
}

// showMutant prints a mutant at once, so that whoever stops the work keeps what it has found: one
// that no case notices, or for programs any.
func (c *testCmd) showMutant(a *app, rs *ruleset.Ruleset, m *mutate.Mutant) error {
	if !c.JSON {
		fmt.Fprint(a.out, m.Text())
	} else if m.Fate != mutate.Invalid {
		if err := json.NewEncoder(a.out).Encode(m.Line(rs)); err != nil {
			return err
		}
	}
	return a.out.Flush()
}

// offerAll shows cases one by one and adds those that are accepted.
func (c *testCmd) offerAll(a *app, rs *ruleset.Ruleset, offers []ruletest.Offer) error {
	in := bufio.NewScanner(a.stdin)
	var added []*ruletest.Case
	file := ""
	for i, o := range offers {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if o.Needless(added) {
			continue
		}
		text, err := o.Scene.Text()
		if err != nil {
			a.warn("%s: %s", o.Why, err)
			continue
		}
		fmt.Fprintf(a.out, "\n%d of %d. %s\n\n%s\n", i+1, len(offers), o.Why, text)
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
		if file, err = ruletest.Append(rs, c.Into, o.Scene); err != nil {
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
