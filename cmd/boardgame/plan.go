package main

import (
	"fmt"

	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
)

type planCmd struct {
	rulesArg
	Wat bool `help:"Print the WebAssembly module too, operator by operator."`
}

func (*planCmd) Help() string {
	return `How the rules were compiled: for how much at a time the engine works out each move, each
condition of a move and each sentence of the end. That is once for the position, for all sites at
once, for each site of the first role, for each step, after each step, or after some of them where
those show that others are legal too. What cannot be compiled is left to the evaluator, and the
reason is given. Players are named where the rules are compiled differently for them.

Examples:

    boardgame plan cage
    boardgame plan tic-tac-toe --wat`
}

func (c *planCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	m, err := compile.Wasm(a.ctx, g.Rules())
	if a.ctx.Err() != nil {
		return a.ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(a.out, "the evaluator plays this game: %s\n", err)
		return nil
	}
	a.out.WriteString(m.Plan())
	if !c.Wat {
		return nil
	}
	a.out.WriteString("\n")
	return wasm.Text(a.out, m.Code)
}
