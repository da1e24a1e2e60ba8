package main

import (
	"fmt"
	"strings"

	"boardgame/interp"
	"boardgame/interp/wire"
)

type movesCmd struct {
	rulesArg
	startFlag
	jsonFlag
	After string `placeholder:"MOVES" help:"Play these moves first."`
	Long  bool   `help:"Write every move in its long form, which names everything it chooses."`
}

func (*movesCmd) Help() string {
	return `Prints one legal move per line, in the notation of the game. In a turn of several steps,
such as a sequence of jumps, it prints the next step.

Examples:

    boardgame moves reversi --after "d3 c3"
    boardgame moves hex -o size=5
    boardgame moves english-draughts --long
    boardgame moves reversi --json`
}

func (c *movesCmd) Run(a *app) error {
	if c.JSON {
		return a.askJSON(&c.rulesArg, &c.startFlag, c.After, "moves",
			map[string]any{"changes": true})
	}
	g, err := c.load(a)
	if err != nil {
		return err
	}
	p, err := c.start(g)
	if err != nil {
		return err
	}
	if _, p, err = g.PlayText(p, c.After); err != nil {
		return fmt.Errorf("--after: %w", err)
	}
	if p.Result() != nil {
		a.warn("the game is over: %s", g.ResultText(p.Result()))
		return nil
	}
	texts := g.Texts(p)
	for i, m := range g.Moves(p) {
		if c.Long {
			texts[i] = g.LongText(p, m)
		}
		fmt.Fprintln(a.out, texts[i])
	}
	return nil
}

// startFlag is where the verbs that look at a position begin.
type startFlag struct {
	Position string `placeholder:"P" help:"Begin at this position instead of the start: a line as printed by the command position of play, or the name of a position of the game."`
}

// start returns the position to begin at. A position in another notation of the game (such as FEN)
// is understood.
func (f *startFlag) start(g *loaded) (*interp.Position, error) {
	if f.Position == "" {
		return g.Start(), nil
	}
	text := f.Position
	for _, named := range g.ruleset.Info.Positions {
		if strings.EqualFold(named.Name, text) {
			text = named.Position
		}
	}
	p, err := wire.ParsePosition(g.Game, &g.ruleset.Info, text)
	if err != nil {
		return nil, fmt.Errorf("--position: %w", err)
	}
	return p, nil
}
