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
	return `For how much at a time the fast engine works out each move, each condition of a move and each sentence of the end: once for the
position, for all sites at once, for each site of the first role, for each step, for what has changed since, after each
step, or after some of them where those show that others are legal too. What it cannot work out, it leaves to the evaluator, and the reason is given. Players of whom different things are said
are named.

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
