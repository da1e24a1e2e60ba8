package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

type testCmd struct {
	Paths     []string `arg:"" optional:"" name:"path"`
	Shipped   bool
	Run_      string `name:"run" placeholder:"REGEXP" help:"Run only the cases whose name matches."`
	Update    bool   `help:"Replace failing expectations with the actual results."`
	Record    string `placeholder:"NAME"`
	Suggest   bool
	Mutate    bool
	Positions int    `default:"20000" placeholder:"N"`
	Yes       bool   `help:"Add every case that --suggest offers without asking."`
	Into      string `placeholder:"FILE"`
	JSON      bool   `name:"json"`
}

func (*testCmd) Help() string {
	return `docs/testing.md explains how to write tests.

Examples:

    boardgame test
    boardgame test --shipped
    boardgame test mygame.rules
    boardgame test rulesets/... --run jump
    boardgame test --update tests/captures.txtar
    boardgame test mygame.rules --suggest
    boardgame test mygame.rules --mutate
    boardgame test --record "a jump over the edge" saved.game

Flags:

PATH Test files, folders, rules files, or names of games; without any, the tests in this folder.
--shipped Test all games that come with boardgame.
--record Make a case with this name from a saved game, which is the path.
--suggest Offer cases for sentences of the rules that no case reaches or, with --mutate, for changes
    that none notices.
--mutate Change the operators and numbers of the rules one by one, and list the changes that no case
    notices.
--positions With --mutate, how many positions to compare before a change counts as none.
--into The test file to add cases to; by default that of the game.
--json For programs: one object per line with file, case, line, passed, problems and failures.`
}

func (c *testCmd) Run(a *app) error {
	if err := c.choose(); err != nil {
		return err
	}
	for _, path := range c.Paths {
		if err := ruletest.Whole(path); err != nil {
			return misuse(err)
		}
	}
	switch {
	case c.Record != "":
		return c.record(a)
	case c.Mutate:
		return c.mutate(a)
	case c.Suggest:
		return c.suggest(a)
	case c.Yes || c.Into != "":
		return usagef("--yes and --into go with --suggest or --record")
	}
	only, err := regexp.Compile(c.Run_)
	if err != nil {
		return usagef("--run: %v", err)
	}
	found, err := ruletest.Find(c.Paths)
	passed, corrected, failed, matched := 0, 0, 0, 0
	unread := err != nil
	if unread {
		for line := range strings.Lines(err.Error()) {
			a.warn("%s", strings.TrimSuffix(line, "\n"))
			failed++ // what cannot be tested has not passed
		}
	}
	missing := (*ruleset.NotFoundError)(nil)
	unknown := errors.As(err, &missing) && slices.Contains(c.Paths, missing.Name)
	for _, f := range found {
		file, problems := ruletest.Parse(f.File)
		if problems.HasErrors() {
			a.report(problems)
			unread = true
		}
		var outcomes []ruletest.Outcome
		err := file.Each(a.ctx, f.Ruleset, only, func(o ruletest.Outcome) error {
			outcomes = append(outcomes, o)
			matched++
			switch {
			case o.Passed():
				passed++
			case c.Update && o.Correctable():
				corrected++
			default:
				failed++
			}
			if err := c.show(a, f, &o); err != nil {
				return err
			}
			return a.out.Flush() // readers get each case as soon as it has run
		})
		if err != nil {
			if a.ctx.Err() != nil && !c.JSON {
				fmt.Fprintf(a.out, "%d passed, %d failed, and the rest was not run\n", passed, failed)
			}
			return err
		}
		if c.Update {
			if err := c.update(a, f, file, outcomes); err != nil {
				return err
			}
		}
	}
	if c.Run_ != "" && matched == 0 {
		return usagef("--run %s: no case has a name that matches", c.Run_)
	}
	switch {
	case c.JSON:
	case corrected > 0:
		fmt.Fprintf(a.out, "%d passed, %d corrected, %d failed\n", passed, corrected, failed)
	default:
		fmt.Fprintf(a.out, "%d passed, %d failed\n", passed, failed)
	}
	if len(found) == 0 && !unread {
		a.warn("there are no tests of these rules yet: no .txtar file that is called like the rules, " +
			"and none in a folder tests beside them; name other test files (docs/testing.md)")
	}
	if unknown {
		return &statusError{statusUsage, errReported}
	}
	return failure(unread || failed > 0)
}

// choose completes the paths: without any, they are the test files here and in tests, or the rules
// files here if there are none, or if the question is about rules.
func (c *testCmd) choose() error {
	switch {
	case c.Shipped && len(c.Paths) > 0:
		return usagef("--shipped is instead of files and names of games")
	case c.Shipped:
		c.Paths = ruleset.List()
	case len(c.Paths) == 0 && c.Record == "":
		patterns := []string{"*" + ruleset.TestExt, "tests/*" + ruleset.TestExt, "*" + ruleset.Ext}
		if c.Mutate || c.Suggest {
			patterns = patterns[2:]
		}
		for i, pattern := range patterns {
			if i < 2 || len(c.Paths) == 0 {
				here, _ := filepath.Glob(pattern) // the patterns are well formed
				c.Paths = append(c.Paths, here...)
			}
		}
		if len(c.Paths) == 0 {
			return usagef("there are no rules and no tests in this folder; name them, or the game, " +
				"or give --shipped for all games that come with boardgame")
		}
	}
	return nil
}

// show writes a case: its failures or, for programs, everything.
func (c *testCmd) show(a *app, f ruletest.Found, o *ruletest.Outcome) error {
	if c.JSON {
		return json.NewEncoder(a.out).Encode(o.Line(f.File))
	}
	if o.Passed() {
		return nil
	}
	fmt.Fprint(a.out, o.Text(f.File))
	if len(o.Problems) > 0 {
		return diag.Text(a.out, o.Problems,
			diag.Options{Width: widthOf(a.stdout), Color: a.colorFor(a.stdout), Limit: maxShown})
	}
	return nil
}

// update writes the expectations that failed.
func (c *testCmd) update(a *app, f ruletest.Found, file *ruletest.File,
	outcomes []ruletest.Outcome) error {
	text, changed := file.Update(outcomes)
	if changed == 0 {
		return nil
	}
	if !f.OnDisk {
		return fmt.Errorf("%s comes with boardgame and cannot be updated; name the file in the "+
			"source tree", f.File.Name)
	}
	if err := record.WriteFile(f.File.Name, []byte(text)); err != nil {
		return fmt.Errorf("%s stays as it was: %w", f.File.Name, err)
	}
	a.keeps("the expectations of the files up to " + f.File.Name + " are updated")
	fmt.Fprintf(a.out, "%s: %s updated\n", f.File.Name, diag.Plural(changed, "expectation"))
	return nil
}
