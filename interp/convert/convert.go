// Package convert reads the games of a file in one notation and writes them in another: moves, saved
// games, PGN, SGF, and positions.
package convert

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/notation"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

// Converter converts the games of one file.
type Converter struct {
	Name string // of the file, in messages
	To   string // moves, record, pgn, san, sgf, uci, fen or position
	// Find returns the ruleset of the game, before options are chosen. Load returns the game with
	// the options that the file names, each as NAME=VALUE. The caller may have chosen options of
	// its own: these win.
	Find func() (*ruleset.Ruleset, error)
	Load func(options []string) (*ruleset.Loaded, error)
	// Start returns where the moves begin, if not at the start of the game; nil: they do.
	Start func(*ruleset.Loaded) (*interp.Position, error)
	Left  wire.Left // counts what could not be kept

	ctx   context.Context
	found *ruleset.Ruleset    // that of Find; nil: not asked yet
	with  map[string]*variant // by options
	// single is set if the file is not one of games, but of moves.
	single bool
}

// variant is the game with its options, and its short notation.
type variant struct {
	*ruleset.Loaded
	san   *wire.SAN
	noSAN error // why there is none
}

// Played is a game that was read, in whatever format.
type Played struct {
	*variant
	Steps []interp.Move
	Last  *interp.Position // after the steps
	start *interp.Position
	pgn   *wire.PGN // if it came from one
	sgf   *wire.SGF
	saved *record.Game // if it is one
}

// Cut returns how many moves were left out because they come after the end of the game.
func (p *Played) Cut() int {
	if p == nil || p.pgn == nil {
		return 0
	}
	return p.pgn.After
}

// Run reads the games of a file one after the other. It calls each with what was read, which may
// be nil, and with its text in the other notation or what is wrong with it. It ends with the file,
// with an error of each, or with an error that is not about one game alone.
func (c *Converter) Run(ctx context.Context, in io.Reader,
	each func(p *Played, text []byte, wrong *wire.GameError) error) error {
	c.ctx, c.Left = ctx, wire.Left{}
	next, err := c.reader(in)
	if err != nil {
		return err
	}
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var text bytes.Buffer
		if err == nil {
			err = c.write(&text, p)
		}
		var wrong *wire.GameError
		if err != nil && !errors.As(err, &wrong) {
			return err
		}
		if wrong != nil && !c.single {
			wrong.Game = number
		}
		if err := each(p, text.Bytes(), wrong); err != nil {
			return err
		}
	}
}

// reader returns a function that reads game after game, until io.EOF. A mistake in one game is a
// [wire.GameError].
func (c *Converter) reader(file io.Reader) (func() (*Played, error), error) {
	const ahead = 4096
	in := bufio.NewReaderSize(file, ahead)
	head, _ := in.Peek(ahead)
	switch text := strings.TrimPrefix(string(head), "\ufeff"); {
	case record.Is(text):
		if c.Start != nil {
			return nil, errors.New("a saved game has its own start: leave out --position")
		}
		records := record.NewReader(c.Name, in)
		return func() (*Played, error) { return c.saved(records.Next()) }, nil
	case wire.IsSGF(text):
		if c.Start != nil {
			return nil, errors.New("an SGF has its own start: leave out --position")
		}
		rs, err := c.Find()
		if err == nil && rs.Info.SGF.Game == 0 {
			err = fmt.Errorf("the ruleset of %s does not say how SGF writes it", rs.Name)
		}
		if err != nil {
			return nil, err
		}
		games := wire.NewSGFReader(in)
		games.Left = c.Left
		return func() (*Played, error) { return c.stones(games.Next()) }, nil
	}
	g, err := c.game(nil)
	if err != nil {
		return nil, err
	}
	start := g.Game.Start()
	if c.Start != nil {
		if start, err = c.Start(g.Loaded); err != nil {
			return nil, err
		}
	}
	pgns := func(from io.Reader) func() (*Played, error) {
		games := g.san.Reader(from, &g.Ruleset.Info)
		games.Start, games.Left = start, c.Left
		return func() (*Played, error) { return c.pgn(g, games) }
	}
	if wire.IsPGN(string(head)) {
		if g.noSAN != nil {
			return nil, g.noSAN
		}
		return pgns(in), nil
	}
	moves, err := ruleset.ReadFrom(c.Name, in)
	if err != nil {
		return nil, err
	}
	c.single = true
	p := &Played{variant: g, start: start}
	var wrong error
	if p.Steps, p.Last, wrong = g.Game.PlayTextContext(c.ctx, start, moves.Text); wrong == nil {
		return once(p, nil), nil
	}
	if g.noSAN == nil {
		first, err := pgns(strings.NewReader(moves.Text))()
		if err == nil || first != nil && len(first.Steps) >= len(p.Steps) {
			c.single = false
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
func once(p *Played, err error) func() (*Played, error) {
	done := false
	return func() (*Played, error) {
		if done {
			return nil, io.EOF
		}
		done = true
		return p, err
	}
}

// game returns the game with the options that a file says.
func (c *Converter) game(options []string) (*variant, error) {
	key := strings.Join(options, " ")
	if g := c.with[key]; g != nil {
		return g, nil
	}
	loaded, err := c.Load(options)
	if err != nil {
		return nil, err
	}
	g := &variant{Loaded: loaded}
	g.san, g.noSAN = wire.NewSAN(g.Game, g.Ruleset, ruleset.Library{})
	const most = 16 // games with different options that are kept
	if len(c.with) >= most || c.with == nil {
		c.with = map[string]*variant{}
	}
	c.with[key] = g
	return g, nil
}

// pgn reads a game in Portable Game Notation.
func (c *Converter) pgn(g *variant, from *wire.PGNReader) (*Played, error) {
	read, err := from.Next()
	if read == nil {
		return nil, err
	}
	p := &Played{variant: g, start: read.Start, Steps: read.Steps, pgn: read}
	return p, cmp.Or(p.play(), err)
}

// stones plays the moves of an SGF.
func (c *Converter) stones(read *wire.SGF, err error) (*Played, error) {
	if err != nil {
		return nil, err
	}
	rs, err := c.Find()
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
			c.Left["impossible value of "+name]++
		}
		return impossible
	})
	if size != nil {
		return nil, wrong(size)
	}
	g, err := c.game(options)
	if err != nil {
		return nil, err
	}
	format, err := wire.NewStones(g.Game, &g.Ruleset.Info)
	if err != nil {
		return nil, err
	}
	p := &Played{variant: g, sgf: read}
	if p.start, err = format.Begin(read); err != nil {
		return nil, wrong(err)
	}
	if p.Steps, err = format.Steps(read); err != nil {
		return nil, wrong(err)
	}
	return p, p.play()
}

// play finds the last position of the game.
func (p *Played) play() (err error) {
	p.Last = p.start
	for _, m := range p.Steps {
		if p.Last, err = p.Game.Play(p.Last, m); err != nil {
			return err
		}
	}
	return nil
}

// Fits returns an error if a record names another game that comes with boardgame than the one that
// it is to be replayed with.
func Fits(r *record.Game, rs *ruleset.Ruleset) error {
	name, _ := ruleset.SplitPreset(r.Ruleset)
	same := func(other string) bool { return strings.EqualFold(name, other) }
	if !rs.Builtin || same(rs.Name) || !slices.ContainsFunc(ruleset.List(), same) {
		return nil
	}
	return r.Misnamed(rs.Name)
}

// saved replays a saved game.
func (c *Converter) saved(r *record.Game, err error) (*Played, error) {
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
	if c.found == nil { // reading it takes longer than a game
		if c.found, err = c.Find(); err != nil {
			return nil, err
		}
	}
	if err := Fits(r, c.found); err != nil {
		return nil, wrong(err)
	}
	options := lists.Map(r.Options, func(o record.Pair) string { return o.Name + "=" + o.Value })
	g, err := c.game(options)
	if err != nil {
		return nil, wrong(r.Place(err))
	}
	played, err := r.ReplayContext(c.ctx, g.Game)
	if err != nil {
		return nil, wrong(err)
	}
	return &Played{variant: g, start: played.Start, Steps: played.Steps, Last: played.Last(),
		saved: r}, nil
}

// record returns a game as a record. Left counts what it cannot say.
func (p *Played) record(left wire.Left) (*record.Game, error) {
	name := p.SavedName()
	switch {
	case p.saved != nil:
		return p.saved, nil
	case p.pgn != nil:
		return p.san.ToRecord(name, p.pgn, left)
	case p.sgf != nil:
		format, err := wire.NewStones(p.Game, &p.Ruleset.Info)
		if err != nil {
			return nil, err
		}
		return format.ToRecord(name, p.sgf, p.Steps, left)
	}
	return course.RecordOf(p.Game, name, p.start, p.Steps)
}

// write writes a game in the requested format.
func (c *Converter) write(to io.Writer, p *Played) error {
	switch c.To {
	case "position":
		_, err := fmt.Fprintln(to, p.Game.PositionText(p.Last))
		return err
	case "fen":
		text, err := wire.FEN(p.Game, &p.Ruleset.Info, p.Last)
		if err != nil {
			return fmt.Errorf("%w; use --to position, which every game has", err)
		}
		_, err = fmt.Fprintln(to, text)
		return err
	case "record", "pgn", "sgf":
		return c.whole(to, p)
	}
	if p.pgn != nil {
		p.pgn.Extras(p.Last, c.Left)
	} else if r, err := p.record(c.Left); err != nil {
		return err
	} else {
		wire.Extras(r, c.Left)
	}
	switch c.To {
	case "moves":
		return words(to, p, func(at *interp.Position, m interp.Move) (string, bool) {
			return strings.ReplaceAll(p.Game.Text(at, m), ", ", ","), true
		})
	case "uci":
		d, err := wire.NewUCI(p.Game, &p.Ruleset.Info)
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
func (c *Converter) whole(to io.Writer, p *Played) error {
	var sgf *wire.Stones
	var uci *wire.UCI
	var err error
	switch {
	case c.To == "sgf":
		sgf, err = wire.NewStones(p.Game, &p.Ruleset.Info)
	case c.To == "pgn" && p.noSAN != nil:
		err = p.noSAN
	case c.To == "pgn":
		uci, err = wire.NewUCI(p.Game, &p.Ruleset.Info)
	}
	switch {
	case err != nil:
		return err
	case sgf != nil && p.sgf != nil:
		return sgf.Write(to, p.sgf)
	case uci != nil && p.pgn != nil:
		return p.san.Write(to, uci, p.pgn)
	}
	r, err := p.record(c.Left)
	switch {
	case err != nil:
		return err
	case sgf != nil:
		return sgf.WriteRecord(to, r, c.Left)
	case uci != nil:
		return p.san.WriteRecord(to, uci, r, c.Left)
	}
	return r.Write(to)
}

// words writes the moves, separated by blanks.
func words(to io.Writer, p *Played,
	text func(*interp.Position, interp.Move) (string, bool)) error {
	at := p.start
	for i, m := range p.Steps {
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
