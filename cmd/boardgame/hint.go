package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"boardgame/repl/protocol/message"
)

type hintCmd struct {
	rulesArg
	startFlag
	jsonFlag
	Level string `placeholder:"LEVEL"`
	Lines int    `default:"5" help:"How many moves to show."`
}

func (*hintCmd) Help() string {
	return `Prints the best moves, one per line: the move, its value for the player to move, and
what the bot expects to follow, separated by tabs; with the first one, what it takes, stops or
threatens, if there is anything to say.

Examples:

    boardgame hint cage -o size=4
    boardgame hint connect-four --after "d1 d2" --level alphabeta:depth=6
    boardgame hint hex -o size=5 --level mcts:playouts=500 --json

Flags:

--level The bot to ask: a level of the game, with settings if you like, as in mcts:time=2s. The
    default is the strongest of the game.`
}

func (c *hintCmd) Run(a *app) error {
	if c.Lines < 1 {
		return usagef("--lines is %d; it must be at least 1", c.Lines)
	}
	params := map[string]any{"level": c.Level, "lines": c.Lines}
	if c.JSON {
		return a.askJSON(&c.rulesArg, &c.startFlag, "hint", params)
	}
	answer, err := a.answer(&c.rulesArg, &c.startFlag, "hint", params)
	if err != nil {
		return err
	}
	var t message.Thought
	if err := json.Unmarshal(answer, &t); err != nil {
		return err
	}
	g, p, err := c.begin(a, &c.rulesArg)
	if err != nil {
		return err
	}
	text := playersText(g)
	for n, l := range t.Lines {
		line := append([]string{l.Move}, l.PV[min(1, len(l.PV)):]...)
		for i, q := 0, p; i < len(line); i++ {
			m, err := g.Game.Parse(q, line[i])
			if err != nil {
				break
			}
			line[i] = text(q, m)
			if q, err = g.Game.Play(q, m); err != nil {
				break
			}
		}
		fmt.Fprintf(a.out, "%s\t%s\t%s", line[0], l.Text, strings.Join(line[1:], " "))
		if n == 0 && len(t.Reasons) > 0 {
			fmt.Fprintf(a.out, "\t%s", strings.Join(t.Reasons, " "))
		}
		fmt.Fprintln(a.out)
	}
	return nil
}
