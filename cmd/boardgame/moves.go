package main

import (
	"fmt"
	"strings"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

type movesCmd struct {
	rulesArg
	startFlag
	jsonFlag
	Long bool `help:"Write every move in its long form, which names everything it chooses."`
}

func (*movesCmd) Help() string {
	return `Prints one legal move per line, as players of the game write it. In a turn of several
steps, such as a sequence of jumps, it prints the next step. --long and --json have the notation of
the rules.

Examples:

    boardgame moves reversi --after "d3 c3"
    boardgame moves hex -o size=5
    boardgame moves english-draughts --long
    boardgame moves reversi --json`
}

func (c *movesCmd) Run(a *app) error {
	if c.JSON {
		return a.askJSON(&c.rulesArg, &c.startFlag, "moves", map[string]any{"changes": true})
	}
	g, p, err := c.begin(a, &c.rulesArg)
	if err != nil {
		return err
	}
	if p.Result() != nil {
		a.warn("the game is over: %s", g.Game.ResultText(p.Result()))
		return nil
	}
	texts, short := g.Game.Texts(p), shortText(g)
	for i, m := range g.Game.Moves(p) {
		text, ok := short(p, m)
		if c.Long {
			text = g.Game.LongText(p, m)
		} else if !ok {
			text = texts[i] // all are written at once, because that is faster
		}
		fmt.Fprintln(a.out, text)
	}
	return nil
}

// shortText returns what writes a legal step in short algebraic notation. It is not ok if the
// ruleset does not describe that notation, or if the step has no text in it.
func shortText(g *loaded) func(*interp.Position, interp.Move) (text string, ok bool) {
	san, err := wire.NewSAN(g.Game, g.Ruleset, ruleset.Library{})
	if err != nil {
		return func(*interp.Position, interp.Move) (string, bool) { return "", false }
	}
	return san.Text
}

// playersText returns how players of a game write a legal step: in short algebraic notation, or
// else in the notation of the rules.
func playersText(g *loaded) func(*interp.Position, interp.Move) string {
	short := shortText(g)
	return func(p *interp.Position, m interp.Move) string {
		if text, ok := short(p, m); ok {
			return text
		}
		return g.Game.Text(p, m)
	}
}

// positionFlag is where the moves of a file begin.
type positionFlag struct {
	Position string `placeholder:"P" help:"${startPosition}"`
}

// startFlag is the position that a verb looks at.
type startFlag struct {
	positionFlag
	After string `placeholder:"MOVES" help:"Play these moves first."`
}

// begin loads a game and returns the position that is meant.
func (f *startFlag) begin(a *app, r *rulesArg) (*loaded, *interp.Position, error) {
	g, _, _, last, err := f.line(a, r)
	return g, last, err
}

// line loads a game and returns the position at which it starts, the steps from there, and the
// position that is meant.
func (f *startFlag) line(a *app, r *rulesArg) (g *loaded, start *interp.Position,
	steps []interp.Move, last *interp.Position, err error) {
	if g, start, err = f.positionFlag.begin(a, r); err != nil {
		return nil, nil, nil, nil, err
	}
	if steps, last, err = g.Game.PlayTextContext(a.ctx, start, f.After); err != nil {
		return nil, nil, nil, nil, fmt.Errorf("--after: %w", err)
	}
	return g, start, steps, last, nil
}

// begin loads a game and returns its start position.
func (f *positionFlag) begin(a *app, r *rulesArg) (*loaded, *interp.Position, error) {
	g, err := r.load(a)
	if err != nil {
		return nil, nil, err
	}
	p, err := f.start(g)
	return g, p, err
}

// start returns the position to start from. It also understands other notations of the game, such
// as FEN.
func (f *positionFlag) start(g *loaded) (*interp.Position, error) {
	if f.Position == "" {
		return g.Game.Start(), nil
	}
	text := f.Position
	for _, named := range g.Ruleset.Info.Positions {
		if strings.EqualFold(named.Name, text) {
			text = named.Position
		}
	}
	p, err := wire.ParsePosition(g.Game, &g.Ruleset.Info, text)
	if err != nil {
		return nil, fmt.Errorf("--position: %w", err)
	}
	return p, nil
}
