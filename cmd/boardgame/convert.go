package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/notation"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

type convertCmd struct {
	rulesArg
	positionFlag
	File string `arg:"" optional:"" default:"-"`
	To   string `enum:"moves,record,pgn,san,sgf,uci,fen,position" default:"moves"`
}

func (*convertCmd) Help() string {
	return `Reads games in one form and writes them in another: the moves of the notation, a saved
game, a PGN, the moves alone in SAN or UCI, or the position at the end as FEN or as a position text.
PGN, SAN and UCI are for games whose ruleset describes them, such as chess; SGF is for games such as
Hex. The size of the board comes from the SGF; what you set with -o wins. FEN is for chess and all
other games on squares, with fields of their own after the rows.

A file may hold any number of games, each of at most 1 MB: those of a PGN or SGF, or saved games one
after the other. A game with a mistake is named on the standard error, with its line and the move
that is wrong. It is left out, the others are converted, and the exit status is 1.

Results, tags, comments, signs of judgment and variations are kept from a PGN or an SGF to a saved
game and back. What a form has no place for is counted on the standard error.

Examples:

    echo "e2-e4 e7-e5 g1-f3" | boardgame convert chess --to pgn
    echo "1. e4 e5 2. Nf3 Nc6" | boardgame convert chess --to fen
    boardgame convert chess games.pgn --to record
    boardgame convert hex game.sgf --to record

Flags:

FILE A saved game, a PGN, an SGF, or moves separated by blanks. Without one, or with -, the
    standard input.
--to What to write: ${enum}. The last two write the position at the end.`
}

// conversion is the state of a run: the games of one file, one after the other.
type conversion struct {
	*convertCmd
	a    *app
	name string              // of the file
	with map[string]*variant // by options
	left wire.Left           // what could not be kept
	// single is set if the file is not one of games, but of moves.
	single bool
}

// variant is the game with its options, and its short notation.
type variant struct {
	*loaded
	san   *wire.SAN
	noSAN error // why there is none
}

// playedGame is a game that was read, in whatever format.
type playedGame struct {
	*variant
	start *interp.Position
	steps []interp.Move
	last  *interp.Position
	pgn   *wire.PGN // if it came from one
	sgf   *wire.SGF
	saved *record.Game // if it is one
}

func (c *convertCmd) Run(a *app) error {
	in, name, err := a.open(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	v := &conversion{convertCmd: c, a: a, name: name, with: map[string]*variant{}, left: wire.Left{}}
	next, err := v.reader(in)
	if err != nil {
		return err
	}
	games, failed, cut := 0, 0, 0
	for ; ; games++ {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		p, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		var text bytes.Buffer
		if err == nil {
			err = v.write(&text, p)
		}
		if cut++; p == nil || p.pgn == nil || p.pgn.After == 0 {
			cut--
		} else if err == nil && cut <= maxShown {
			a.warn("%s: game %d ends by the rules after move %d (%s); %s after that left out", name,
				games+1, len(p.steps), p.Game.ResultText(p.last.Result()), diag.Amount(p.pgn.After, "move"))
		}
		var wrong *wire.GameError
		switch {
		case err == nil:
			if games > 0 && (c.To == "pgn" || c.To == "record") {
				fmt.Fprintln(a.out)
			}
			if _, err := a.out.Write(text.Bytes()); err != nil {
				return err
			}
		case errors.As(err, &wrong):
			if !v.single {
				wrong.Game = games + 1
			}
			where := name
			if wrong.Line > 0 {
				where += fmt.Sprintf(":%d", wrong.Line)
			}
			if failed++; failed <= maxShown {
				a.warn("%s: %s", where, wrong)
			}
		default:
			return err
		}
		a.keeps(diag.Amount(games+1-failed, "game") + " of " + name + " above")
	}
	if len(v.left) > 0 && c.To != "fen" && c.To != "position" {
		a.warn("%s: left out with --to %s: %s", name, c.To, v.left)
	}
	if cut > maxShown {
		a.warn("%s: %d games end by the rules before their last moves", name, cut)
	}
	if failed > 0 && games > 1 {
		a.warn("%s: %d of %d games were not converted", name, failed, games)
	}
	if failed > 0 {
		return errReported
	}
	return nil
}

// reader returns a function that reads game after game, until io.EOF. A mistake in one game is a
// [wire.GameError].
func (v *conversion) reader(file io.Reader) (func() (*playedGame, error), error) {
	const ahead = 4096
	in := bufio.NewReaderSize(file, ahead)
	head, _ := in.Peek(ahead)
	switch text := strings.TrimPrefix(string(head), "\ufeff"); {
	case record.Is(text):
		if v.Position != "" {
			return nil, errors.New("a saved game has its own start: leave out --position")
		}
		records := record.NewReader(v.name, in)
		return func() (*playedGame, error) { return v.saved(records.Next()) }, nil
	case wire.IsSGF(text):
		if v.Position != "" {
			return nil, errors.New("an SGF has its own start: leave out --position")
		}
		rs, _, err := v.find()
		if err == nil && rs.Info.SGF.Game == 0 {
			err = fmt.Errorf("the ruleset of %s does not say how SGF writes it", rs.Name)
		}
		if err != nil {
			return nil, err
		}
		games := wire.NewSGFReader(in)
		games.Left = v.left
		return func() (*playedGame, error) { return v.stones(games.Next()) }, nil
	}
	g, err := v.game(nil)
	if err != nil {
		return nil, err
	}
	start, err := v.start(g.loaded)
	if err != nil {
		return nil, err
	}
	pgns := func(from io.Reader) func() (*playedGame, error) {
		games := g.san.Reader(from, &g.ruleset.Info)
		games.Start, games.Left = start, v.left
		return func() (*playedGame, error) { return v.pgn(g, games) }
	}
	if wire.IsPGN(string(head)) {
		if g.noSAN != nil {
			return nil, g.noSAN
		}
		return pgns(in), nil
	}
	moves, err := ruleset.ReadFrom(v.name, in)
	if err != nil {
		return nil, err
	}
	v.single = true
	p := &playedGame{variant: g, start: start}
	var wrong error
	if p.steps, p.last, wrong = g.Game.PlayTextContext(v.a.ctx, start, moves.Text); wrong == nil {
		return once(p, nil), nil
	}
	if g.noSAN == nil {
		first, err := pgns(strings.NewReader(moves.Text))()
		if err == nil || first != nil && len(first.steps) >= len(p.steps) {
			v.single = false
			return pgns(strings.NewReader(moves.Text)), nil
		}
	}
	var step *notation.SequenceError
	if errors.As(wrong, &step) {
		wrong = &wire.GameError{Move: step.Step, Err: step.Err}
	}
	return once(nil, wrong), nil
}

// once returns a reader of a single game.
func once(p *playedGame, err error) func() (*playedGame, error) {
	done := false
	return func() (*playedGame, error) {
		if done {
			return nil, io.EOF
		}
		done = true
		return p, err
	}
}

// game returns the game with the options that a file says; those of the command line win.
func (v *conversion) game(options []string) (*variant, error) {
	set, err := setOptions(v.Option)
	if err != nil {
		return nil, err
	}
	arg := v.rulesArg
	arg.Option = slices.Clone(v.Option)
	for _, o := range options {
		if name, _, _ := strings.Cut(o, "="); set[name] == "" {
			arg.Option = append(arg.Option, o)
		}
	}
	key := strings.Join(arg.Option, " ")
	if g := v.with[key]; g != nil {
		return g, nil
	}
	rules, err := arg.load(v.a)
	if err != nil {
		return nil, err
	}
	g := &variant{loaded: rules}
	g.san, g.noSAN = wire.NewSAN(g.Game, g.ruleset, ruleset.Library{})
	const most = 16 // games with different options that are kept
	if len(v.with) >= most {
		clear(v.with)
	}
	v.with[key] = g
	return g, nil
}

// pgn reads a game in Portable Game Notation.
func (v *conversion) pgn(g *variant, from *wire.PGNReader) (*playedGame, error) {
	read, err := from.Next()
	if read == nil {
		return nil, err
	}
	p := &playedGame{variant: g, start: read.Start, steps: read.Steps, pgn: read}
	return p, cmp.Or(p.play(), err)
}

// stones plays the moves of an SGF.
func (v *conversion) stones(read *wire.SGF, err error) (*playedGame, error) {
	if err != nil {
		return nil, err
	}
	rs, _, err := v.find()
	if err != nil {
		return nil, err
	}
	wrong := func(err error) error {
		var inside *wire.GameError
		if !errors.As(err, &inside) {
			inside = &wire.GameError{Err: err}
		}
		inside.Line = read.Line
		return inside
	}
	options, err := wire.SGFOptions(&rs.Info.SGF, read)
	if err != nil {
		return nil, wrong(err)
	}
	known, _ := dsl.Options(rs.File, ruleset.Library{})
	var size error
	options = slices.DeleteFunc(options, func(o string) bool {
		name, value, _ := strings.Cut(o, "=")
		i := slices.IndexFunc(known, func(k ir.Option) bool { return k.Name == name })
		impossible := i >= 0 && !slices.Contains(known[i].Domain, value)
		if impossible && name == rs.Info.SGF.Options["SZ"] { // moves mean nothing on other boards
			size = fmt.Errorf("%s cannot be played with SZ[%s]; %s can be %s", rs.Name, value, name,
				strings.Join(known[i].Domain, ", "))
		} else if impossible {
			v.left["impossible value of "+name]++
		}
		return impossible
	})
	if size != nil {
		return nil, wrong(size)
	}
	g, err := v.game(options)
	if err != nil {
		return nil, err
	}
	format, err := wire.NewStones(g.Game, &g.ruleset.Info)
	if err != nil {
		return nil, err
	}
	p := &playedGame{variant: g, sgf: read}
	if p.start, err = format.Begin(read); err != nil {
		return nil, wrong(err)
	}
	if p.steps, err = format.Steps(read); err != nil {
		return nil, wrong(err)
	}
	return p, p.play()
}

// play finds the last position of the game.
func (p *playedGame) play() (err error) {
	p.last = p.start
	for _, m := range p.steps {
		if p.last, err = p.Game.Play(p.last, m); err != nil {
			return err
		}
	}
	return nil
}

// saved replays a saved game.
func (v *conversion) saved(r *record.Game, err error) (*playedGame, error) {
	wrong := func(err error) error {
		var inside *record.Error
		if errors.As(err, &inside) {
			return &wire.GameError{Line: inside.Line, Err: errors.New(inside.Message)}
		}
		return err
	}
	if err != nil {
		return nil, wrong(err)
	}
	options := lists.Map(r.Options, func(o record.Pair) string { return o.Name + "=" + o.Value })
	g, err := v.game(options)
	if err != nil {
		return nil, err
	}
	played, err := r.ReplayContext(v.a.ctx, g.Game)
	if err != nil {
		return nil, wrong(err)
	}
	return &playedGame{variant: g, start: played.Start, steps: played.Steps, last: played.Last(),
		saved: r}, nil
}

// record returns a game as a record. Left counts what it cannot say.
func (p *playedGame) record(left wire.Left) (*record.Game, error) {
	name := p.matchName()
	switch {
	case p.saved != nil:
		return p.saved, nil
	case p.pgn != nil:
		return p.san.ToRecord(name, p.pgn, left)
	case p.sgf != nil:
		format, err := wire.NewStones(p.Game, &p.ruleset.Info)
		if err != nil {
			return nil, err
		}
		return format.ToRecord(name, p.sgf, p.steps, left)
	}
	return course.RecordOf(p.Game, name, p.start, p.steps)
}

// write writes a game in the requested format.
func (v *conversion) write(to io.Writer, p *playedGame) error {
	switch v.To {
	case "position":
		_, err := fmt.Fprintln(to, p.Game.PositionText(p.last))
		return err
	case "fen":
		text, err := wire.FEN(p.Game, &p.ruleset.Info, p.last)
		if err != nil {
			return fmt.Errorf("%w; use --to position, which every game has", err)
		}
		_, err = fmt.Fprintln(to, text)
		return err
	case "record", "pgn", "sgf":
		return v.whole(to, p)
	}
	if p.pgn != nil {
		p.pgn.Extras(p.last, v.left)
	} else if r, err := p.record(v.left); err != nil {
		return err
	} else {
		wire.Extras(r, v.left)
	}
	switch v.To {
	case "moves":
		return words(to, p, func(at *interp.Position, m interp.Move) (string, bool) {
			return strings.ReplaceAll(p.Game.Text(at, m), ", ", ","), true
		})
	case "uci":
		d, err := wire.NewUCI(p.Game, &p.ruleset.Info)
		if err != nil {
			return err
		}
		return words(to, p, func(at *interp.Position, m interp.Move) (string, bool) {
			return d.Token(at, []interp.Move{m}), true
		})
	}
	if p.noSAN != nil {
		return p.noSAN
	}
	return words(to, p, p.san.Text)
}

// whole writes a game in a format that has a place for more than moves.
func (v *conversion) whole(to io.Writer, p *playedGame) error {
	var sgf *wire.Stones
	var uci *wire.UCI
	var err error
	switch {
	case v.To == "sgf":
		sgf, err = wire.NewStones(p.Game, &p.ruleset.Info)
	case v.To == "pgn" && p.noSAN != nil:
		err = p.noSAN
	case v.To == "pgn":
		uci, err = wire.NewUCI(p.Game, &p.ruleset.Info)
	}
	switch {
	case err != nil:
		return err
	case sgf != nil && p.sgf != nil:
		return sgf.Write(to, p.sgf)
	case uci != nil && p.pgn != nil:
		return p.san.Write(to, uci, p.pgn)
	}
	r, err := p.record(v.left)
	switch {
	case err != nil:
		return err
	case sgf != nil:
		return sgf.WriteRecord(to, r, v.left)
	case uci != nil:
		return p.san.WriteRecord(to, uci, r, v.left)
	}
	return r.Write(to)
}

// words writes the moves, separated by blanks.
func words(to io.Writer, p *playedGame,
	text func(*interp.Position, interp.Move) (string, bool)) error {
	at := p.start
	for i, m := range p.steps {
		word, ok := text(at, m)
		if !ok {
			return &wire.GameError{Move: i + 1, Err: errors.New("it cannot be written in this notation")}
		}
		if i > 0 {
			fmt.Fprint(to, " ")
		}
		fmt.Fprint(to, word)
		var err error
		if at, err = p.Game.Play(at, m); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(to)
	return err
}
