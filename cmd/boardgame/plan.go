package main

import (
	"fmt"

	"boardgame/interp/vm"
)

type planCmd struct {
	rulesArg
	Programs bool `help:"Print the programs too, instruction by instruction."`
}

func (*planCmd) Help() string {
	return `How the fast engine plays a game: for each move, condition and sentence of the end whether it is found for all sites at once, for
all sites of one piece, or pair by pair, and how long the programs are. A game that is left to the evaluator says why.

Examples:

    boardgame plan cage
    boardgame plan chess --programs`
}

func (c *planCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	e, err := vm.New(g.Rules())
	if err != nil {
		fmt.Fprintf(a.out, "the evaluator plays this game: %s\n", err)
		return nil
	}
	a.out.WriteString(e.Plan())
	if c.Programs {
		a.out.WriteString("\n" + e.Programs())
	}
	return nil
}
