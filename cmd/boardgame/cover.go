package main

import (
	"cmp"
	"math/rand/v2"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
	"boardgame/interp/verify/ruletest"
)

type coverCmd struct {
	rulesArg
	Games int    `default:"100" help:"How many random games to play with each choice of options."`
	Steps int    `default:"2000" aliases:"length" help:"The number of steps after which a game is stopped."`
	Seed  uint64 `default:"1" help:"The seed of the random games."`
	Tests bool   `help:"Follow the tests of the game instead of playing random games."`
}

func (*coverCmd) Help() string {
	return `Plays random games and prints the rules with how often each move, condition, effect and
end sentence was used: a number alone says how often, +12 -3 how often it was true and how often
false. What never happened is listed at the end. Every value of every option is played, the others
at their defaults; -o fixes an option. Ctrl-C shows what was counted so far.

Examples:

    boardgame test --cover mygame.rules
    boardgame test --cover mygame.rules --tests
    boardgame test --cover cage --games 1000 -o size=6`
}

func (c *coverCmd) Run(a *app) error {
	if c.Games < 1 || c.Steps < 1 {
		return usagef("--games and --length must be at least 1")
	}
	const most = 1_000_000
	if c.Games > most {
		return usagef("--games is at most %d", most)
	}
	rs, fixed, err := c.find()
	if err != nil {
		return err
	}
	rules, err := a.check(rs.File, fixed, ruleset.Library{})
	if err != nil {
		return err
	}
	report := cover.New()
	if c.Tests {
		files, err := rs.Tests()
		if err != nil {
			return err
		}
		for _, f := range files {
			file, list := ruletest.Parse(f)
			if len(list) > 0 {
				a.report(list)
			}
			file.Cover(a.ctx, rs, report)
		}
		return report.Text(a.out)
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	for _, choice := range append([]ruleset.Choice{{Options: fixed, Rules: rules}},
		rs.Others(a.ctx, fixed)...) {
		report.Play(a.ctx, choice.Rules, choice.Options, c.Games, c.Steps, rng)
		if a.ctx.Err() != nil {
			a.keeps("the counts above are those of the games played so far")
			break
		}
	}
	return cmp.Or(report.Text(a.out), a.ctx.Err())
}
