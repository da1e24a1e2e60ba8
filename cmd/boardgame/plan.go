package main

import (
	"errors"
	"fmt"

	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
)

type planCmd struct {
	rulesArg
	Without []string `placeholder:"PASS" help:"Leave out these passes of the compiler."`
	Wat     bool     `help:"Print the WebAssembly module too, operator by operator."`
}

func (*planCmd) Help() string {
	return `Shows how the engine computes each move, each condition of a move and each sentence of the end.
The fastest way comes first: once for a position, for all sites at once, for each site of the first
role, for each step, after some steps, where those show that others are legal too, or after each
step. What cannot be compiled is left to the evaluator, and the plan says why. It names players
where the rules are compiled differently for them.

Examples:

    boardgame bench --plan cage
    boardgame bench --plan tic-tac-toe --wat
    boardgame bench --plan hex --without keep,sample`
}

func (c *planCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	m, err := compile.Wasm(a.ctx, g.Game.Rules(), c.Without...)
	if a.ctx.Err() != nil {
		return a.ctx.Err()
	}
	if unknown := (*compile.PassError)(nil); errors.As(err, &unknown) {
		return err
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
