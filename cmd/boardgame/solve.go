package main

import (
	"errors"

	"boardgame/interp/solve"
)

type solveCmd struct {
	rulesArg
	startFlag
	Moves     bool `help:"Prove the value of every move, not only of the best."`
	Symmetric bool
	Memory    int  `default:"256" placeholder:"MB"`
	JSON      bool `name:"json" help:"For programs: one object."`
}

func (*solveCmd) Help() string {
	return `Proves who wins a small game, or a position of any game, if both sides play their best,
and shows a line of best play. The search looks deeper and deeper until all is known, and
in between for narrow proofs of threats. Ctrl-C ends it
with what is proven so far; the exit status is then 1.

It is for games of two players or teams: with more, a player who cannot win may decide who does,
so best play proves nothing. Where play may go in circles, it also collects all reachable
positions, at about 100 bytes each, in up to three quarters of --memory; while it grows, it may
briefly use twice that. If it finds them all, it works backward from the end: what nobody can force
is a draw. Positions that differ only in points counted at the end are searched once. With
--symmetric, so are mirrored and turned ones: random games suggest these symmetries but do not prove
them, so a rare exception in the rules would make the answer wrong.
Where the rules count scores, the margin is part of the proof. Where chance has a say, the answer
is the share of the games that best play wins, drawn games counted half and scores not at all.
Where players do not see everything, the answer is what the first player gets from the start, as
close as asked for, in games of two players, without teams, that lead to at most two million
positions.

Examples:

    boardgame solve tic-tac-toe
    boardgame solve hex -o size=3 -o swap=false --moves
    boardgame solve tic-tac-toe --after "a1 b2"

Flags:

--symmetric Count positions that are mirrored or turned as one; where play may go in circles, also
    those with the players exchanged.
--memory How much memory to use for what is proven, in megabytes (${default}).`
}

func (c *solveCmd) Run(a *app) error {
	if c.Memory < 1 || c.Memory > 1<<16 {
		return usagef("--memory is %d; it must be from 1 to 65536 megabytes", c.Memory)
	}
	g, p, err := c.begin(a, &c.rulesArg)
	if err != nil {
		return err
	}
	if p.Result() != nil {
		a.warn("the game is over: %s", g.Game.ResultText(p.Result()))
		return nil
	}
	if g.Game.Secret() && (p != g.Game.Start() || c.Moves) {
		return usagef("a game with secrets is solved from its start, without --moves")
	}
	show, end := a.line()
	answer, failure := solve.Prove(a.ctx, g.Game, p, solve.Options{Name: g.Ruleset.Name,
		Memory: c.Memory << 20, Moves: c.Moves, Symmetric: c.Symmetric,
		Progress: func(text string) { show("%s", text) }})
	end()
	if answer == nil {
		return failure
	}
	a.keeps("the lines above say what is proven so far")
	if c.JSON {
		return errors.Join(a.encode(answer), failure)
	}
	return errors.Join(answer.Text(a.out), failure)
}
