package main

import (
	"fmt"

	"boardgame/interp"
)

type perftCmd struct {
	rulesArg
	startFlag
	jsonFlag
	Depth  int    `arg:"" help:"How deep to count."`
	Unit   string `enum:"turns,steps,actions" default:"turns" help:"${unit}"`
	Divide bool   `help:"Count at this depth only, separately for each first move."`
	Dedupe bool   `help:"Count different ways from one position to another only once."`
	Seed   uint64 `default:"1" help:"The seed of a random setup."`
}

func (*perftCmd) Help() string {
	return `Counts the sequences of exactly 1, 2, 3 … units and prints a line for each depth: the
depth, a tab, the count. A sequence that ends the game earlier does not count. A roll counts once
for each outcome, whatever its weight. If chance sets up the game, one setup is drawn with the seed,
and the counts are those from there. These figures are published for many games; they show whether
the rules are right.

Examples:

    boardgame perft chess 3
    boardgame perft cage 3 --unit steps -o size=8
    boardgame perft chess 2 --divide`
}

func (c *perftCmd) Run(a *app) error {
	if c.Depth < 1 {
		return usagef("the depth is %d; it must be at least 1", c.Depth)
	}
	if c.Divide && c.Dedupe {
		return usagef("--divide and --dedupe do not go together")
	}
	if c.JSON && c.Dedupe {
		return usagef("--json and --dedupe do not go together")
	}
	if err := c.drawSetup(a); err != nil {
		return err
	}
	if c.JSON {
		params := map[string]any{"depth": c.Depth, "unit": c.Unit, "divide": c.Divide}
		return a.askJSON(&c.rulesArg, &c.startFlag, "perft", params)
	}
	g, p, err := c.begin(a, &c.rulesArg)
	if err != nil {
		return err
	}
	unit, _ := interp.ParseUnit(c.Unit)
	if g.Game.Rules().HasChance() {
		a.warn("what chance decides counts once for each outcome, whatever its weight")
	}
	if c.Divide {
		branches, err := g.Game.DivideContext(a.ctx, p, c.Depth, unit)
		var sum uint64
		for _, b := range branches {
			sum += b.Count
			fmt.Fprintf(a.out, "%s\t%d\n", b.Text, b.Count)
		}
		if err != nil {
			a.keeps(fmt.Sprintf("%d first moves were counted completely, and the rest were not",
				len(branches)))
			return err
		}
		fmt.Fprintf(a.out, "%d\t%d\n", c.Depth, sum)
		return nil
	}
	count := g.Game.PerftContext
	if c.Dedupe {
		count = g.Game.PerftDistinctContext
	}
	a.keeps("the counts above are complete")
	for depth := 1; depth <= c.Depth; depth++ {
		var n uint64
		var stopped error
		if err := a.wait(func() { n, stopped = count(a.ctx, p, depth, unit) }); err != nil {
			return err
		}
		if stopped != nil {
			return stopped
		}
		fmt.Fprintf(a.out, "%d\t%d\n", depth, n)
		// The deeper lines take a while.
		if err := a.out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// drawSetup draws the setup of a game that chance sets up, and begins there: there may be thousands
// of them.
func (c *perftCmd) drawSetup(a *app) error {
	g, p, err := c.positionFlag.begin(a, &c.rulesArg)
	if err != nil || !p.SettingUp() {
		return err
	}
	c.Position = g.Game.PositionText(g.Game.SetUp(c.Seed))
	a.warn("chance sets up this game; counting from the setup of --seed %d: %s", c.Seed, c.Position)
	return nil
}
