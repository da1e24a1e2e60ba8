package main

import (
	"fmt"

	"boardgame/interp"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
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
			return r.Place(err)
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
		choices := append([]ruleset.Choice{{Rules: rules}}, g.rs.Others(a.ctx, map[string]string{})...)
		show := a.progress("playing "+g.rs.Name, 40*len(choices))
		found := suggest.Find(a.ctx, g.rs, g.files, choices,
			suggest.Effort{Games: 40, Length: 1000, Seed: 1},
			func(done, _ int) { show(done, "") })
		show(-1, "")
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if len(found) == 0 {
			fmt.Fprintf(a.out, "%s: the tests reach every sentence of the rules\n", g.rs.Name)
		}
		offers, unreached := suggest.Offers(a.ctx, g.rs, found)
		for _, text := range unreached {
			fmt.Fprintln(a.out, text)
		}
		if err := c.offerAll(a, g.rs, offers); err != nil {
			return err
		}
	}
	return nil
}
