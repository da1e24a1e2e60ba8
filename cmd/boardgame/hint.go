package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"boardgame/repl/protocol"
)

type hintCmd struct {
	rulesArg
	startFlag
	jsonFlag
	After string `placeholder:"MOVES" help:"Play these moves first."`
	Level string `placeholder:"LEVEL" help:"The bot to ask: a level of the game, with settings if you like, as in mcts:time=2s. The default is the strongest of the game."`
	Lines int    `default:"5" help:"How many moves to show."`
}

func (*hintCmd) Help() string {
	return `Prints the best moves, one per line: the move, its value for the player to move, and
what the bot expects to follow, separated by tabs.

Examples:

    boardgame hint cage -o size=4
    boardgame hint connect-four --after "d1 d2" --level alphabeta:depth=6
    boardgame hint hex -o size=5 --level mcts:playouts=500 --json`
}

func (c *hintCmd) Run(a *app) error {
	if c.Lines < 1 {
		return usagef("--lines is %d; it must be at least 1", c.Lines)
	}
	params := map[string]any{"level": c.Level, "lines": c.Lines}
	if c.JSON {
		return a.askJSON(&c.rulesArg, &c.startFlag, c.After, "hint", params)
	}
	answer, err := a.answer(&c.rulesArg, &c.startFlag, c.After, "hint", params)
	if err != nil {
		return err
	}
	var t protocol.Thought
	if err := json.Unmarshal(answer, &t); err != nil {
		return err
	}
	for _, l := range t.Lines {
		fmt.Fprintf(a.out, "%s\t%s\t%s\n", l.Move, l.Text,
			strings.Join(l.PV[min(1, len(l.PV)):], " "))
	}
	return nil
}
