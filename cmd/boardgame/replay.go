package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/convert"
	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
)

type replayCmd struct {
	rulesArg
	positionFlag
	jsonFlag
	As   string `placeholder:"PLAYER"`
	File string `arg:"" optional:"" default:"-"`
}

func (*replayCmd) Help() string {
	return `Plays the moves of a file and prints a line for each step, separated by tabs: its
number, the player, how many steps were legal, the step and, if the rules announce something of
the turn, such as "Check", what they say. The last line is "result" and the result. An illegal move
ends it with a message that names the ply and the nearest legal moves, and with the exit status 1. A
saved game brings its options with it.

Examples:

    boardgame replay reversi game.txt
    echo "d3 c3 c4" | boardgame replay reversi
    echo "d3 c3 c4" | boardgame replay reversi --json

Flags:

FILE A saved game, or a file of moves separated by blanks. Without one, or with -, the standard
    input.
--as Show only what this player was told of each step, what they then saw, and what the rules
    announced. Public stands for spectators.`
}

func (c *replayCmd) Run(a *app) error {
	if c.JSON && c.As != "" {
		return usagef("--json shows everything; leave out --as")
	}
	f, err := a.read(c.File)
	if err != nil {
		return err
	}
	var saved *record.Game
	if record.Is(f.Text) {
		if saved, err = c.saved(f); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return c.asJSON(a, f)
	case saved != nil:
		return c.record(a, saved, f.Name)
	}
	g, p, err := c.begin(a, &c.rulesArg)
	if err != nil {
		return err
	}
	steps, last, failed := g.Game.PlayTextContext(a.ctx, p, f.Text)
	if err := c.replayed(a, g, p, steps); err != nil {
		return err
	}
	if failed != nil {
		return c.inSight(f.Name, len(steps), replayError(f.Name, failed))
	}
	fmt.Fprintf(a.out, "result\t%s\n", g.Game.ResultText(last.Result()))
	return nil
}

// asJSON writes the turns of the game and where they led.
func (c *replayCmd) asJSON(a *app, f *source.File) error {
	server, game, err := a.serverFor(&c.rulesArg)
	if err != nil {
		return err
	}
	method, params := "start", map[string]any{"game": game, "moves": f.Text, "position": c.Position}
	if record.Is(f.Text) {
		method, params = "open", map[string]any{"game": game, "record": f.Text}
	}
	state, err := server.Ask(a.ctx, method, params)
	if err != nil {
		return replayError(f.Name, err)
	}
	var table message.State
	if err := json.Unmarshal(state, &table); err != nil {
		return err
	}
	history, err := server.Ask(a.ctx, "history", map[string]any{"table": table.Table})
	if err != nil {
		return err
	}
	return a.encode(map[string]json.RawMessage{"history": history, "state": state})
}

// saved reads a saved game, which knows its options and its start position.
func (c *replayCmd) saved(f *source.File) (*record.Game, error) {
	r, err := record.Read(f.Name, strings.NewReader(f.Text))
	if err != nil {
		return nil, err
	}
	if c.Position != "" {
		return nil, usagef("a saved game has its own start: leave out --position")
	}
	rs, _, err := c.find()
	if err != nil {
		return nil, err
	}
	return r, convert.Fits(r, rs)
}

// record replays a saved game.
func (c *replayCmd) record(a *app, r *record.Game, file string) error {
	options := lists.Map(r.Options, func(o record.Pair) string { return o.Name + "=" + o.Value })
	// the command line wins, and a difference is reported
	c.Option = append(options, c.Option...)
	g, err := c.load(a)
	if err != nil {
		return r.Place(err)
	}
	played, failed := r.ReplayContext(a.ctx, g.Game)
	if played == nil {
		return failed
	}
	if err := c.replayed(a, g, played.Start, played.Steps); err != nil {
		return err
	}
	if failed != nil {
		return c.inSight(file, len(played.Steps), failed)
	}
	fmt.Fprintf(a.out, "result\t%s\n", g.Game.ResultText(played.Result))
	return nil
}

// inSight returns an error, or what --as may say of it: which moves are legal tells what their
// player knows.
func (c *replayCmd) inSight(file string, steps int, err error) error {
	if c.As == "" {
		return err
	}
	return fmt.Errorf("%s: nothing can be replayed after ply %d; without --as, the message says why",
		file, steps)
}

// replayed prints a line for each step. With --as, it prints who took it, what the player is told
// of it, what they see then, and what the rules announce, and leaves out steps without news for
// them.
func (c *replayCmd) replayed(a *app, g *loaded, p *interp.Position, steps []interp.Move) error {
	players, seat := g.Game.Rules().Players, interp.Public
	if c.As != "" {
		i := slices.IndexFunc(players,
			func(pl ir.Player) bool { return strings.EqualFold(pl.Name, c.As) })
		switch {
		case i >= 0:
			seat = i
		case !strings.EqualFold(c.As, "public"):
			return usagef("--as: there is no player %q; `--as public` shows what everyone sees", c.As)
		}
		fmt.Fprintf(a.out, "-\t\t%s\n", g.Game.ViewText(g.Game.View(p, seat)))
	}
	turn := p // the position at its beginning
	text := playersText(g)
	for i, m := range steps {
		mover := players[p.ToMove()].Name
		if g.Game.Weights(p) != nil {
			mover = "-" // chance: no player
		}
		next, err := g.Game.Play(p, m)
		if err != nil {
			return err
		}
		var says []string // to everyone
		if interp.TurnOver(p, next) {
			says, turn = g.Game.Says(turn, next), next
		}
		if c.As == "" {
			line := fmt.Sprintf("%d\t%s\t%d\t%s", i+1, mover, len(g.Game.Moves(p)), text(p, m))
			if says != nil {
				line += "\t" + strings.Join(says, "; ")
			}
			fmt.Fprintln(a.out, line)
		} else if told := g.Game.Told(p, m, next, seat); told != "" || says != nil {
			line := append([]string{mover, told, g.Game.ViewText(g.Game.View(next, seat))}, says...)
			fmt.Fprintln(a.out, strings.Join(line, "\t"))
		}
		p = next
	}
	return nil
}

// replayError says which step of a file is illegal, and what would be legal instead.
func replayError(file string, err error) error {
	var at *interp.SequenceError
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: %w", file, err)
	}
	return fmt.Errorf("%s: ply %d: %w", file, at.Step, at.Err)
}
