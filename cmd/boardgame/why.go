package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl"
)

// tableArg is the arguments of the verbs that look at a position like a session of play.
type tableArg struct {
	rulesArg
	startFlag
	ASCII bool `name:"ascii" help:"Draw boards in ASCII."`
}

type whyCmd struct {
	tableArg
	jsonFlag
	Move string `arg:"" optional:"" help:"The move; without one, the end of the game is explained."`
}

func (*whyCmd) Help() string {
	return `Says which condition forbids a move, where it stands in the rules, the author's reason,
what the parts of the condition are worth and which sites they look at, and the nearest legal moves.
Without a move, which sentence has decided a game that is over.

Examples:

    boardgame why reversi a1
    boardgame why chess e1-e2 --after "e2-e4 e7-e5"
    boardgame why tic-tac-toe --after "a1 b1 a2 b2 a3"`
}

func (c *whyCmd) Run(a *app) error {
	switch {
	case c.JSON && c.Move == "":
		return a.askJSON(&c.rulesArg, &c.startFlag, "result", map[string]any{})
	case c.JSON:
		return a.askJSON(&c.rulesArg, &c.startFlag, "why", map[string]any{"move": c.Move})
	}
	return c.ask(a, "why "+c.Move+" code")
}

type evalCmd struct {
	tableArg
	jsonFlag
	Expr string `arg:"" help:"An expression of the rules language."`
}

func (*evalCmd) Help() string {
	return `Shows an expression in a position: a set as marked sites, a number, a condition.

Examples:

    boardgame eval reversi "count(mine)"
    boardgame eval chess "e2.north[empty]+"
    boardgame eval cage "those p in mine: some p.orthogonal & theirs" --after "d2xd1"`
}

// minusFirst keeps an expression that begins with a minus, as in `eval chess -7/2`, from being
// parsed as a flag.
func minusFirst(args []string) []string {
	if len(args) == 0 || args[0] != "eval" {
		return args
	}
	out := slices.Clone(args)
	for i, arg := range out {
		if len(arg) > 1 && arg[0] == '-' && !unicode.IsLetter(rune(arg[1])) && arg[1] != '-' {
			out[i] = " " + arg
		}
	}
	return out
}

func (c *evalCmd) Run(a *app) error {
	if c.JSON {
		return a.askJSON(&c.rulesArg, &c.startFlag, "eval", map[string]any{"expr": c.Expr})
	}
	return c.ask(a, "eval "+c.Expr)
}

// ask sets up the position and lets a session answer a command about it.
func (c *tableArg) ask(a *app, command string) error {
	g, p, steps, _, err := c.line(a, &c.rulesArg)
	if err != nil {
		return err
	}
	out := &gate{w: a.out}
	s, err := repl.New(repl.Options{Out: out, Width: func() int { return widthOf(a.stdout) },
		Color: a.colorFor(a.stdout), ASCII: c.ASCII, Seed: 1})
	if err != nil {
		return err
	}
	defer s.Close()
	name, _ := ruleset.SplitPreset(c.Rules)
	if err := s.Start(name, "", g.Options, nil); err != nil {
		return err
	}
	if c.Position != "" {
		if err := s.Exec(":position " + g.Game.PositionText(p)); err != nil {
			return err
		}
	}
	if err := replayInto(s, g, p, steps); err != nil {
		return err
	}
	out.open = true
	err = s.Exec(":" + command)
	var unknown *repl.UnknownMoveError
	if errors.As(err, &unknown) { // no commands help here
		return fmt.Errorf("%q is not recognized as a move; `boardgame moves %s` "+
			"lists the legal moves", unknown.Line, c.Rules)
	}
	return err
}

// replayInto plays steps in a session, one by one. It enters chance outcomes as real dice are
// entered, because the session made rolls of its own when it started.
func replayInto(s *repl.Session, g *loaded, p *interp.Position, steps []interp.Move) error {
	for _, m := range steps {
		line := g.Game.Text(p, m) // which is a move even if it begins like a command
		if g.Game.Weights(p) != nil {
			if err := s.Exec(":dice real"); err != nil {
				return err
			}
			line = ":dice " + line
		}
		err := s.Exec(line)
		if err != nil {
			return err
		}
		if p, err = g.Game.Play(p, m); err != nil {
			return err
		}
	}
	return nil
}

// gate is a writer that discards everything until it is opened.
type gate struct {
	w    io.Writer
	open bool
}

func (g *gate) Write(p []byte) (int, error) {
	if !g.open {
		return len(p), nil
	}
	return g.w.Write(p)
}
