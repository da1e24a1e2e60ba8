package main

import (
	"errors"
	"fmt"

	"boardgame/interp"
)

type replayCmd struct {
	rulesArg
	startFlag
	File string `arg:"" optional:"" default:"-" help:"A file with moves between blanks; - or none: the standard input."`
}

func (*replayCmd) Help() string {
	return `Plays the moves of a file and prints a line for every action, with tabs between: its number, the player, how many actions were
legal, and the action. The last line is "result" and the result. An illegal move ends it with a message that names the ply and the nearest
legal moves, and with the exit status 1.

Examples:

    boardgame replay reversi game.txt
    echo "d3 c3 c4" | boardgame replay reversi`
}

func (c *replayCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	p, err := c.start(g)
	if err != nil {
		return err
	}
	f, err := a.read(c.File)
	if err != nil {
		return err
	}
	steps, _, failed := g.PlayText(p, f.Text)
	for i, m := range steps {
		fmt.Fprintf(a.out, "%d\t%s\t%d\t%s\n", i+1, g.Rules().Players[p.ToMove].Name, len(g.Moves(p)), g.Text(p, m))
		if p, err = g.Play(p, m); err != nil {
			return err
		}
	}
	if failed != nil {
		return replayError(f.Name, failed)
	}
	fmt.Fprintf(a.out, "result\t%s\n", g.ResultText(p.Result))
	return nil
}

// replayError says which action of a file cannot be played, and what could be instead.
func replayError(file string, err error) error {
	var at *interp.SequenceError
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: %w", file, err)
	}
	return fmt.Errorf("%s: ply %d: %w", file, at.Step, at.Err)
}
