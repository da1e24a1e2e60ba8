package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

type convertCmd struct {
	rulesArg
	startFlag
	File string `arg:"" optional:"" default:"-" help:"${convertFile}"`
	To   string `enum:"moves,record,pgn,san,sgf,uci,fen,position" default:"moves" help:"${convertTo}"`
}

// convertHelp has the longer help texts of convert.
var convertHelp = helpTexts{
	"convertFile": "A saved game, a PGN, an SGF, or moves separated by blanks. Without one, or with " +
		"-, the standard input.",
	"convertTo": "What to write: ${enum}. The last two write the position at the end.",
}

func (*convertCmd) Help() string {
	return `Reads a game in one form and writes it in another: the moves of the notation, a saved
game, a PGN, the moves alone in SAN or UCI, or the position at the end as FEN or as a position text.
PGN, SAN and UCI are for games whose ruleset describes them, such as chess; SGF is for games such as
Hex. The size of the board comes from the SGF; what you set with -o wins. FEN is for chess and all
other games on squares, with fields of their own after the rows.

Examples:

    echo "e2-e4 e7-e5 g1-f3" | boardgame convert chess --to pgn
    echo "1. e4 e5 2. Nf3 Nc6" | boardgame convert chess --to fen
    boardgame convert chess game.pgn --to record
    boardgame convert hex game.sgf --to record`
}

// playedGame is a game that was read, in whatever format.
type playedGame struct {
	start *interp.Position
	steps []interp.Move
	last  *interp.Position
	pgn   *wire.PGN // if it came from one
	sgf   *wire.SGF
	saved *record.Game // if it is one
}

func (c *convertCmd) Run(a *app) error {
	f, err := a.read(c.File)
	if err != nil {
		return err
	}
	var saved *record.Game
	if record.Is(f.Text) {
		if saved, err = record.Read(f.Name, strings.NewReader(f.Text)); err != nil {
			return err
		}
		var options []string
		for _, o := range saved.Options {
			options = append(options, o.Name+"="+o.Value)
		}
		c.Option = append(options, c.Option...) // the command line wins
	}
	var sgf *wire.SGF
	if wire.IsSGF(f.Text) {
		if sgf, err = c.readSGF(f.Text); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	g, err := c.load(a)
	if err != nil {
		return err
	}
	var played *playedGame
	if sgf != nil {
		played, err = c.stones(g, sgf)
	} else {
		played, err = c.read(a, g, f.Text, saved)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return c.write(a, g, played)
}

// readSGF reads the Smart Game Format, and sets the options that the file says.
func (c *convertCmd) readSGF(text string) (*wire.SGF, error) {
	if c.Position != "" {
		return nil, errors.New("an SGF has its own start: leave out --position")
	}
	rs, _, err := c.find()
	if err != nil {
		return nil, err
	}
	if rs.Info.SGF.Game == 0 {
		return nil, fmt.Errorf("the ruleset of %s does not say how SGF writes it", rs.Name)
	}
	game, err := wire.ReadSGF(text)
	if err != nil {
		return nil, err
	}
	options, err := wire.SGFOptions(&rs.Info.SGF, game)
	if err != nil {
		return nil, err
	}
	set, err := setOptions(c.Option)
	if err != nil {
		return nil, err
	}
	options = slices.DeleteFunc(options, func(o string) bool {
		name, _, _ := strings.Cut(o, "=")
		_, said := set[name]
		return said // the command line wins, even over a value that the option cannot have
	})
	c.Option = append(options, c.Option...)
	return game, nil
}

// stones plays the moves of an SGF.
func (c *convertCmd) stones(g *loaded, game *wire.SGF) (*playedGame, error) {
	format, err := wire.NewStones(g.Game, &g.ruleset.Info)
	if err != nil {
		return nil, err
	}
	p := &playedGame{start: g.Start(), sgf: game}
	if p.steps, err = format.Steps(game); err != nil {
		return nil, err
	}
	p.last = p.start
	for _, m := range p.steps {
		if p.last, err = g.Play(p.last, m); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// writeSGF writes the Smart Game Format.
func (p *playedGame) writeSGF(a *app, g *loaded) error {
	format, err := wire.NewStones(g.Game, &g.ruleset.Info)
	if err != nil {
		return err
	}
	var names [2]string
	result, by := p.last.Result(), ""
	switch {
	case p.sgf != nil:
		names = [2]string{p.sgf.Root.Value("PB"), p.sgf.Root.Value("PW")}
	case p.saved != nil:
		for i, seat := range p.saved.Seats {
			if i < len(names) {
				names[i] = seat.Value
			}
		}
		played, err := p.saved.Replay(g.Game)
		if err != nil {
			return err
		}
		result = played.Result
		switch {
		case p.saved.Resigned != "":
			by = "Resign"
		case p.saved.Timeout != "":
			by = "Time"
		}
	}
	return format.Write(a.out, p.start, p.steps, names, format.Result(result, by))
}

// read reads a game in any of the formats.
func (c *convertCmd) read(a *app, g *loaded, text string, saved *record.Game) (*playedGame, error) {
	if saved != nil {
		if c.Position != "" {
			return nil, errors.New("a saved game has its own start: leave out --position")
		}
		r, err := saved.Replay(g.Game)
		if err != nil {
			return nil, err
		}
		return &playedGame{start: r.Start, steps: r.Steps, last: r.Last(), saved: saved}, nil
	}
	p := &playedGame{}
	var err error
	if p.start, err = c.start(g); err != nil {
		return nil, err
	}
	san, noSAN := wire.NewSAN(g.Game, g.ruleset, ruleset.Library{})
	if !wire.IsPGN(text) {
		steps, last, failed := g.PlayTextContext(a.ctx, p.start, text)
		if p.steps, p.last = steps, last; failed == nil || noSAN != nil {
			return p, failed
		}
	}
	if noSAN != nil {
		return nil, noSAN
	}
	if c.Position != "" {
		text = fmt.Sprintf("[FEN \"%s\"]\n%s", c.Position, text)
	}
	if p.pgn, err = san.Read(text, &g.ruleset.Info); err != nil {
		return nil, err
	}
	p.start, p.steps = p.pgn.Start, p.pgn.Steps
	p.last = p.start
	for _, m := range p.steps {
		if p.last, err = g.Play(p.last, m); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// write writes a game in the requested format.
func (c *convertCmd) write(a *app, g *loaded, p *playedGame) error {
	switch c.To {
	case "position":
		fmt.Fprintln(a.out, g.PositionText(p.last))
		return nil
	case "record":
		return c.record(a, g, p)
	case "sgf":
		return p.writeSGF(a, g)
	case "moves":
		return words(a, p, func(at *interp.Position, m interp.Move) (string, bool) {
			return strings.ReplaceAll(g.Text(at, m), ", ", ","), true
		}, g)
	case "fen":
		text, err := wire.FEN(g.Game, &g.ruleset.Info, p.last)
		if err != nil {
			return fmt.Errorf("%w; use --to position, which every game has", err)
		}
		fmt.Fprintln(a.out, text)
		return nil
	case "uci":
		d, err := wire.NewUCI(g.Game, &g.ruleset.Info)
		if err != nil {
			return err
		}
		return words(a, p, func(at *interp.Position, m interp.Move) (string, bool) {
			return d.Token(at, []interp.Move{m}), true
		}, g)
	}
	san, err := wire.NewSAN(g.Game, g.ruleset, ruleset.Library{})
	if err != nil {
		return err
	}
	if c.To == "san" {
		return words(a, p, san.Text, g)
	}
	d, err := wire.NewUCI(g.Game, &g.ruleset.Info)
	if err != nil {
		return err
	}
	return san.Write(a.out, d, p.asPGN(g))
}

// words writes the moves, separated by blanks.
func words(a *app, p *playedGame, text func(*interp.Position, interp.Move) (string, bool),
	g *loaded) error {
	at := p.start
	for i, m := range p.steps {
		word, ok := text(at, m)
		if !ok {
			return fmt.Errorf("move %d cannot be written in this notation", i+1)
		}
		if i > 0 {
			fmt.Fprint(a.out, " ")
		}
		fmt.Fprint(a.out, word)
		var err error
		if at, err = g.Play(at, m); err != nil {
			return err
		}
	}
	fmt.Fprintln(a.out)
	return nil
}

// asPGN returns the game with the tags that are known.
func (p *playedGame) asPGN(g *loaded) *wire.PGN {
	if p.pgn != nil {
		return p.pgn
	}
	pgn := &wire.PGN{Start: p.start, Steps: p.steps, Result: wire.PGNResult(p.last.Result())}
	names := []string{"White", "Black"}
	if p.saved != nil {
		for i, seat := range p.saved.Seats {
			if i < len(names) {
				pgn.Tags = append(pgn.Tags, wire.Tag{Name: names[i], Value: seat.Value})
			}
		}
		switch {
		case p.saved.Agreed != "":
			pgn.Result = "1/2-1/2"
		case p.saved.Resigned == g.Rules().Players[0].Name:
			pgn.Result = "0-1"
		case p.saved.Resigned != "":
			pgn.Result = "1-0"
		}
	}
	return pgn
}

// record writes a saved game; it keeps what a PGN says about the players and the event.
func (c *convertCmd) record(a *app, g *loaded, p *playedGame) error {
	if p.saved != nil {
		return p.saved.Write(a.out)
	}
	name := g.ruleset.Name
	if !g.ruleset.Builtin {
		name = g.ruleset.File.Name
	}
	r, err := record.New(g.Game, name, p.start, p.steps)
	if err != nil {
		return err
	}
	if p.last.Result() != nil {
		r.Result = g.ResultText(p.last.Result())
	}
	if p.sgf != nil {
		for i, name := range []string{"PB", "PW"} {
			if who := p.sgf.Root.Value(name); who != "" {
				r.Seats = append(r.Seats, record.Pair{Name: g.Rules().Players[i].Name, Value: who})
			}
		}
	}
	if p.pgn != nil {
		for i, tag := range []string{"White", "Black"} {
			if who := p.pgn.Tag(tag); who != "" && who != "?" && i < len(g.Rules().Players) {
				r.Seats = append(r.Seats, record.Pair{Name: g.Rules().Players[i].Name, Value: who})
			}
		}
		for _, tag := range []string{"Event", "Site", "Date"} {
			if v := p.pgn.Tag(tag); v != "" && !strings.HasPrefix(v, "?") {
				r.Tags = append(r.Tags, record.Pair{Name: strings.ToLower(tag), Value: v})
			}
		}
	}
	return r.Write(a.out)
}
