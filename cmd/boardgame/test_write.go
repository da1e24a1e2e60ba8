package main

import (
	"fmt"
	"strings"

	"boardgame/interp"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
	"boardgame/interp/verify/ruletest"
	"boardgame/interp/verify/suggest"
)

// record makes a case from each saved game.
func (c *testCmd) record(a *app) error {
	if len(c.Paths) == 0 {
		return usagef("--record needs a saved game, as in `boardgame test --record \"a jump\" " +
			"mygame.game`")
	}
	for _, path := range c.Paths {
		r, err := record.Load(path)
		if err != nil {
			return err
		}
		rs, err := ruleset.Find(r.Ruleset)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		options := map[string]string{}
		for _, o := range r.Options {
			options[o.Name] = o.Value
		}
		rules, err := a.check(rs.File, options, ruleset.Library{})
		if err != nil {
			return err
		}
		game := interp.New(rules)
		r.Hash = "" // rules that have changed are acceptable as long as the moves are legal
		played, err := r.ReplayContext(a.ctx, game)
		if err != nil {
			return err
		}
		file, err := ruletest.Append(rs, c.Into,
			&ruletest.Scene{Name: c.Record, Game: game, From: played.Start, Steps: played.Steps})
		if err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s: 1 case added\n", file)
	}
	return nil
}

// suggest offers cases for the parts of the rules that no case reaches.
func (c *testCmd) suggest(a *app) error {
	games, err := c.aboutGames()
	if err != nil {
		return err
	}
	for _, g := range games {
		rules, err := a.check(g.rs.File, nil, ruleset.Library{})
		if err != nil {
			return err
		}
		choices := []suggest.Choice{{Rules: rules}}
		for _, other := range otherChoices(a.ctx, g.rs, map[string]string{}) {
			choices = append(choices, suggest.Choice{Options: other.options, Rules: other.rules})
		}
		show := a.progress("playing "+g.rs.Name, 40*len(choices))
		found := suggest.Find(a.ctx, g.rs, g.files, choices,
			suggest.Effort{Games: 40, Length: 1000, Seed: 1},
			func(done, _ int) { show(done, "") })
		show(-1, "")
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if err := c.offerAll(a, g.rs, c.unreached(a, g.rs, found)); err != nil {
			return err
		}
	}
	return nil
}

// unreached makes offers for what no case reaches, and reports what no random game reached either.
func (c *testCmd) unreached(a *app, rs *ruleset.Ruleset,
	found []suggest.Suggestion) (offers []offer) {
	if len(found) == 0 {
		fmt.Fprintf(a.out, "%s: the tests reach every sentence of the rules\n", rs.Name)
	}
	for _, f := range found {
		line, column := f.Entry.Span.File.Position(f.Entry.Span.Lo)
		where := fmt.Sprintf("%s:%d:%d: %s", f.Entry.Span.File.Name, line, column, f.Entry.Kind)
		text := strings.TrimSpace(f.Entry.Span.File.Line(line))
		if f.Scene == nil {
			fmt.Fprintf(a.out, "%s: no test and no random game reaches it\n  | %s\n", where, text)
			continue
		}
		entry := f.Entry
		offers = append(offers, offer{
			why:   where + ": no case reaches it\n  | " + text,
			scene: f.Scene,
			needless: func(added []*ruletest.Case) bool {
				report := cover.New()
				(&ruletest.File{Cases: added}).Cover(a.ctx, rs, report)
				for _, e := range report.Entries {
					if e.Kind == entry.Kind && e.Yes > 0 && e.Span.Lo == entry.Span.Lo &&
						e.Span.Hi == entry.Span.Hi && e.Span.File.Name == entry.Span.File.Name {
						return true
					}
				}
				return false
			},
		})
	}
	return offers
}
