// Package record keeps played games as text files.
//
//	boardgame record 1
//	ruleset: reversi
//	rules: 5d2b9f0c1a3e7781
//	seat Black: Ann
//	seat White: bot medium
//	result: Black wins: the discs are counted, 40:24
//
//	1. c4
//	2. e3        # the usual answer
//
// A head of `key: value` lines, an empty line, and one line for each turn, numbered, in the
// notation of interp.Game.TurnText. That notation is the shortest that was clear in its position,
// so a record is read by the rules and options it names; whoever replays it with others finds out
// at the first turn that is not legal, or not clear, by them.
//
// A `#` begins a comment, after a turn or on lines below it. Only the ruleset is needed; other
// keys than those above and these are kept as they are: `start`, a position text; `first`, the
// player who begins; `resigned`, the player who gave up after the last turn; `agreed: draw`;
// `timeout`, the player whose time was up. `clock PLAYER` is a time control such as 5m+3s. `left`
// is the seconds that the clock of whoever made a turn showed after it, turn by turn, and - for a
// player without a limit; one more is what the player to move has left now.
//
// Comments that begin with %pgn or %sgf are what package wire keeps of other programs' files.
// Records may follow one another in a file; [Reader] reads them.
//
// [Read] understands the text, [Game.Replay] plays it, [Save] writes it so that the old file stays
// whole if anything goes wrong.
package record

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/clock"
)

const (
	form  = "boardgame record " // and the version of the form
	magic = form + "1"
	// MaxFile is the greatest size of a record, in bytes.
	MaxFile = 16 << 20
)

// Game is a game that was played, or is being played.
type Game struct {
	Ruleset string // the name or the path by which the rules are found
	Options []Pair // those chosen, in order
	Hash    string // of the rules with these options (ir.Game.Hash); "": any
	Seats   []Pair // by player: who sat there, in free words
	Start   string // position text, "": the beginning of the game
	First   string // the player who began, "": the first one
	// Resigned is the player who resigned after the last turn; "": no one.
	Resigned string
	// Agreed is "draw" if the players agreed to a draw after the last turn; "": they did not.
	Agreed string
	// Timeout is the player who ran out of time after the last turn; "": no one.
	Timeout string
	Clocks  []Pair // by player: the time control, as clock.Parse reads it
	// Left is what the clock of the player who took each turn showed after it, [Unlimited] without
	// a limit. If there is one more entry, it is the clock of the player to move now.
	Left    []time.Duration
	Result  string // in words, as interp.Game.ResultText has them; "": not over
	Won     string // the sites that decided, as interp.WonNames has them, for readers
	Tags    []Pair // other lines of the head
	Comment string // before the first turn
	Turns   []Turn

	file  *source.File
	spans map[string]int // offset of the value of each key of the head, and of each "options:NAME"
	// before is how many lines of the file come before the record.
	before int
}

// Pair is a name and its value.
type Pair struct{ Name, Value string }

// Turn is one turn in notation, with its comment.
type Turn struct {
	Text    string
	Comment string
	offset  int // of Text in the file
}

// Error is a mistake in a record, and where it is.
type Error struct {
	File         string
	Line, Column int // from 1
	Message      string
	// Cause is an *interp.IllegalMoveError or *interp.PositionError, if one is behind it.
	Cause error
}

// Error returns file:line:column and the message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// wrong makes an Error about a place in the file from which a record was read.
func (r *Game) wrong(offset int, cause error, format string, args ...any) error {
	file := r.file
	if file == nil { // made, not read
		file = source.NewFile("record", "")
	}
	line, column := file.Position(offset)
	return &Error{file.Name, r.before + line, column, fmt.Sprintf(format, args...), cause}
}

// Is reports whether a text begins as a record does, of this version or another.
func Is(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	version, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(first, "\ufeff")), form)
	return ok && version != "" && strings.Trim(version, "0123456789") == ""
}

// keys are the keys that have a meaning in the head.
var keys = []string{
	"ruleset", "options", "rules", "start", "first", "resigned", "agreed", "timeout", "left",
	"result", "won",
}

// Reserved reports whether a line of the head with this key has a meaning, so that no tag can be
// called so.
func Reserved(key string) bool {
	return slices.Contains(keys, key) || strings.HasPrefix(key, "seat ") ||
		strings.HasPrefix(key, "clock ")
}

// Read reads a record; name is used in messages. A mistake in the form gives an [*Error].
// [Game.Replay] checks whether the turns are legal.
func Read(name string, from io.Reader) (*Game, error) {
	data, err := io.ReadAll(io.LimitReader(from, MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	r := &Game{file: source.NewFile(name, string(data)), spans: map[string]int{}}
	switch {
	case len(data) > MaxFile:
		return nil, r.wrong(0, nil, "the file is too large for a record: more than %d MB", MaxFile>>20)
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return nil, r.wrong(0, nil, "this is not text; a record begins with the line %q", magic)
	}
	if at, c, hidden := source.FirstHidden(strings.TrimPrefix(string(data), "\ufeff")); hidden {
		return nil, r.wrong(at, nil,
			"the hidden character U+%04X cannot be part of a record; take it out", c)
	}
	lines := r.lines()
	first, _, _ := strings.Cut(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	if first = strings.TrimSpace(first); first != magic {
		message := fmt.Sprintf("expected the line %q, with which a record begins", magic)
		if Is(first) {
			message = fmt.Sprintf("this record has the version %q; boardgame reads only %q", first, magic)
		}
		return nil, r.wrong(0, nil, "%s", message)
	}
	inHead := true
	for _, l := range lines[1:] {
		text := strings.TrimSpace(l.text)
		at := l.offset + strings.Index(l.text, text)
		switch {
		case text == "":
			inHead = false
		case text[0] == '#':
			r.comment(strings.TrimSpace(text[1:]))
		case inHead:
			if err := r.headLine(text, at); err != nil {
				return nil, err
			}
		default:
			if err := r.turnLine(text, at); err != nil {
				return nil, err
			}
		}
	}
	if r.Ruleset == "" {
		return nil, r.wrong(0, nil,
			"the head does not say which game it is; a line like `ruleset: chess` is missing")
	}
	return r, nil
}

// Reader reads the records of a file one after the other, each of at most [MaxFile] bytes.
type Reader struct {
	name  string
	in    *bufio.Reader
	held  string // the first line of the next record
	lines int    // those that were read
}

// NewReader returns a reader for records that follow one another; name is used in messages.
func NewReader(name string, from io.Reader) *Reader {
	return &Reader{name: name, in: bufio.NewReader(from)}
}

// Next reads a record as [Read] does; lines in errors are those of the file. The error is io.EOF
// after the last record. After a mistake in a record, Next goes on with the next one.
func (r *Reader) Next() (*Game, error) {
	var text strings.Builder
	text.WriteString(r.held)
	before := max(r.lines-1, 0)
	for r.held = ""; ; {
		piece, err := r.in.ReadSlice('\n')
		if Is(string(piece)) && strings.TrimSpace(text.String()) != "" {
			r.held = string(piece)
			r.lines++
			break
		}
		if text.Len() <= MaxFile {
			text.Write(piece)
		}
		if bytes.HasSuffix(piece, []byte("\n")) {
			r.lines++
		}
		if err == io.EOF && strings.TrimSpace(text.String()) == "" {
			return nil, io.EOF
		} else if err == io.EOF {
			break
		} else if err != nil && err != bufio.ErrBufferFull {
			return nil, err
		}
	}
	g, err := Read(r.name, strings.NewReader(text.String()))
	var wrong *Error
	if errors.As(err, &wrong) {
		wrong.Line += before
	}
	if g != nil {
		g.before = before
	}
	return g, err
}

type line struct {
	text   string
	offset int
}

func (r *Game) lines() []line {
	var all []line
	offset := 0
	for text := range strings.Lines(r.file.Text) {
		all = append(all, line{strings.TrimRight(text, "\r\n"), offset})
		offset += len(text)
	}
	return all
}

// comment adds a line to the comment on the last turn.
func (r *Game) comment(text string) {
	to := &r.Comment
	if len(r.Turns) > 0 {
		to = &r.Turns[len(r.Turns)-1].Comment
	}
	if *to != "" {
		*to += "\n"
	}
	*to += text
}

func (r *Game) headLine(text string, at int) error {
	key, value, ok := strings.Cut(text, ":")
	key = oneLine(key)
	if !ok || key == "" {
		return r.wrong(at, nil,
			"expected `key: value`, such as `ruleset: chess`; the turns stand below an empty line")
	}
	value = strings.TrimSpace(value)
	place := at + len(text) - len(value)
	if _, twice := r.spans[key]; twice {
		return r.wrong(at, nil, "%q is given twice", key)
	}
	r.spans[key] = place
	seat, isSeat := strings.CutPrefix(key, "seat ")
	player, isClock := strings.CutPrefix(key, "clock ")
	switch {
	case isSeat:
		r.Seats = append(r.Seats, Pair{strings.TrimSpace(seat), value})
	case isClock:
		if _, err := clock.Parse(value); err != nil {
			return r.wrong(place, err, "%s", err)
		}
		r.Clocks = append(r.Clocks, Pair{strings.TrimSpace(player), value})
	case key == "left":
		return r.leftLine(value, place)
	case key == "options":
		rest := value
		for field := range strings.FieldsSeq(value) {
			rest = rest[strings.Index(rest, field):]
			offset := place + len(value) - len(rest)
			rest = rest[len(field):]
			name, v, ok := strings.Cut(field, "=")
			if !ok || name == "" || v == "" {
				return r.wrong(offset, nil, "expected an option and its value, such as size=8, not %q", field)
			}
			if slices.ContainsFunc(r.Options, func(p Pair) bool { return p.Name == name }) {
				return r.wrong(offset, nil, "the option %s is given twice", name)
			}
			r.Options = append(r.Options, Pair{name, v})
			r.spans["options:"+name] = offset
		}
	case slices.Contains(keys, key):
		*r.field(key) = value
	default:
		r.Tags = append(r.Tags, Pair{key, value})
	}
	return nil
}

// leftLine reads what clocks showed after each turn.
func (r *Game) leftLine(value string, place int) error {
	for field := range strings.FieldsSeq(value) {
		if field == unlimited {
			r.Left = append(r.Left, Unlimited)
			continue
		}
		seconds, err := strconv.ParseFloat(field, 64)
		const most = 1e9
		if err != nil || !(seconds >= 0 && seconds <= most) {
			return r.wrong(place, nil,
				"expected the seconds left after each turn, such as `298.5 300 291`, not %q", field)
		}
		r.Left = append(r.Left, time.Duration(seconds*float64(time.Second)).Round(time.Millisecond))
	}
	return nil
}

// unlimited stands for the clock of a player without a limit.
const unlimited = "-"

// Unlimited is the entry in [Game.Left] for a player without a limit.
const Unlimited time.Duration = -1

// field returns where the value of a key is stored.
func (r *Game) field(key string) *string {
	return map[string]*string{"ruleset": &r.Ruleset, "rules": &r.Hash, "start": &r.Start,
		"first": &r.First, "resigned": &r.Resigned, "agreed": &r.Agreed, "timeout": &r.Timeout,
		"result": &r.Result, "won": &r.Won}[key]
}

func (r *Game) turnLine(text string, at int) error {
	number, rest, ok := strings.Cut(text, ".")
	if n, err := strconv.Atoi(number); !ok || err != nil {
		return r.wrong(at, nil,
			"expected the number of the turn, a full stop and the turn, such as `%d. c3-d4`", len(r.Turns)+1)
	} else if n != len(r.Turns)+1 {
		return r.wrong(at, nil, "expected turn %d, not %d; a line is missing or superfluous",
			len(r.Turns)+1, n)
	}
	body, comment, commented := strings.Cut(rest, "#")
	body = strings.TrimSpace(body)
	offset := at + len(number) + 1 + strings.Index(rest, body)
	if body == "" {
		return r.wrong(offset, nil, "turn %s is empty", number)
	}
	r.Turns = append(r.Turns, Turn{Text: body, offset: offset})
	if commented {
		r.comment(strings.TrimSpace(comment))
	}
	return nil
}

// Write writes the record as [Read] reads it.
func (r *Game) Write(to io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, magic)
	var problem error
	add := func(key, value string) {
		if key != oneLine(key) || key == "" || strings.Contains(key, ":") || key[0] == '#' {
			problem = fmt.Errorf("a record cannot have the key %q", key)
		}
		if value = oneLine(value); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	add("ruleset", r.Ruleset)
	options := lists.Map(r.Options, func(o Pair) string { return o.Name + "=" + o.Value })
	add("options", strings.Join(options, " "))
	add("rules", r.Hash)
	for _, s := range r.Seats {
		add("seat "+s.Name, s.Value)
	}
	for _, c := range r.Clocks {
		add("clock "+c.Name, c.Value)
	}
	var left []string
	for _, d := range r.Left {
		text := unlimited
		if d >= 0 {
			text = strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', -1, 64)
		}
		left = append(left, text)
	}
	add("left", strings.Join(left, " "))
	for _, t := range r.Tags {
		if Reserved(t.Name) {
			problem = fmt.Errorf("a record has a line of its own for %q", t.Name)
		}
		add(t.Name, t.Value)
	}
	for _, key := range []string{"first", "start", "resigned", "agreed", "timeout", "result", "won"} {
		add(key, *r.field(key))
	}
	comment := func(text, indent string) {
		if text == "" {
			return
		}
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(&b, "%s# %s\n", indent, oneLine(line))
		}
	}
	comment(r.Comment, "")
	fmt.Fprintln(&b)
	for i, t := range r.Turns {
		text := oneLine(t.Text)
		if text == "" || strings.Contains(text, "#") {
			problem = fmt.Errorf("turn %d cannot be written as %q", i+1, t.Text)
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, text)
		comment(t.Comment, "   ")
	}
	if r.Ruleset == "" {
		problem = fmt.Errorf("a record must say which game it is")
	}
	if problem != nil {
		return problem
	}
	_, err := to.Write(b.Bytes())
	return err
}

// oneLine separates the words of a text by single blanks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// TurnText is the notation of a turn that was played from a position, as a record has it:
// [interp.Game.TurnText], or the long forms where a label of the rules has the sign of a comment in
// it.
func TurnText(g *interp.Game, p *interp.Position, steps []interp.Move) string {
	if text := g.TurnText(p, steps); !strings.Contains(text, "#") {
		return text
	}
	long := lists.Map(steps, func(m interp.Move) string { return g.LongText(p, m) })
	return strings.Join(long, ", ")
}

// Played is a record that was replayed.
type Played struct {
	Start *interp.Position
	Steps []interp.Move
	// Positions holds the position after each step; Turn holds, for each step, the index of its
	// turn in Turns.
	Positions []*interp.Position
	Turn      []int
	Result    *interp.Result // nil: not over
}

// Last returns the position at the end.
func (p *Played) Last() *interp.Position {
	if len(p.Positions) == 0 {
		return p.Start
	}
	return p.Positions[len(p.Positions)-1]
}

// Resignation is the result of a game that a player has resigned. It is an error if more than one
// player would remain.
func Resignation(g *interp.Game, player int) (*interp.Result, error) {
	players := g.Rules().Players
	if len(players) != 2 {
		return nil, fmt.Errorf(
			"only in a game of two can a player resign; here there are %d, and the others would "+
				"have to play on",
			len(players),
		)
	}
	return &interp.Result{
		Winners:  []int{1 - player},
		Reason:   players[player].Name + " resigned",
		Sentence: -1,
	}, nil
}

// Agreement is the result of a game that its two players have agreed to draw. With more players it
// is an error: all of them would have to agree.
func Agreement(g *interp.Game) (*interp.Result, error) {
	if n := len(g.Rules().Players); n != 2 {
		return nil, fmt.Errorf("only in a game of two can a draw be agreed on; here there are %d players",
			n)
	}
	return &interp.Result{Draw: true, Reason: "agreed", Sentence: -1}, nil
}

// Timeout is the result of a game in which a player ran out of time: that player has lost. With
// three or more players, all others who are still in the game share the win, except partners, who
// lose too.
func Timeout(g *interp.Game, p *interp.Position, player int) (*interp.Result, error) {
	players := g.Rules().Players
	if len(players) < 2 {
		return nil, errors.New("a game of one player has no clocks: nobody could win on time")
	}
	result := &interp.Result{Reason: players[player].Name + " ran out of time", Sentence: -1}
	lost, in := g.Rules().Team(player), []int{}
	for i := range players {
		if lost>>i&1 == 0 && p.In(i) {
			in = append(in, i)
		}
	}
	won, sides := uint16(0), g.Rules().Sides(in)
	for _, side := range sides {
		won |= side
	}
	result.Winners, result.Draw = ir.Members(won), len(sides) != 1
	return result, nil
}

// OtherRulesError says that a record was made with rules other than those it is replayed with.
type OtherRulesError struct{ Recorded, Hash string }

// Error says so.
func (e *OtherRulesError) Error() string {
	return fmt.Sprintf("the game was played by rules with the hash %s; these rules have the hash %s",
		e.Recorded, e.Hash)
}

// Replay plays the record from its start. The error is an [*Error] that says what does not fit,
// with an [*OtherRulesError] behind it if the rules have changed since (to replay nevertheless,
// clear Hash), with an *interp.IllegalMoveError if a move is not legal; then the result holds what
// could be played.
func (r *Game) Replay(g *interp.Game) (*Played, error) {
	return r.ReplayContext(context.Background(), g)
}

// ReplayContext is [Game.Replay] that ends with its context, with the context's error; in that case
// it returns nothing else.
func (r *Game) ReplayContext(ctx context.Context, g *interp.Game) (*Played, error) {
	if err := r.fits(g); err != nil {
		return nil, err
	}
	start, err := r.begin(g)
	if err != nil {
		return nil, err
	}
	played := &Played{Start: start}
	last, err := r.playTurns(ctx, g, played)
	if e := ctx.Err(); e != nil {
		return nil, e
	}
	if err != nil {
		return played, err
	}
	played.Result = last.Result()
	return played, r.ending(g, played, last)
}

// fits says what in the options, the rules and the seats of the record the game does not have.
func (r *Game) fits(g *interp.Game) error {
	rules := g.Rules()
	var names []string
	for _, o := range rules.Options {
		names = append(names, o.Name)
	}
	for _, o := range r.Options {
		i := slices.Index(names, o.Name)
		if i < 0 {
			message := fmt.Sprintf("the rules have no option %q", o.Name)
			if near := diag.Nearest(o.Name, names); near != "" {
				message += fmt.Sprintf("; did you mean %s?", near)
			}
			return r.wrong(r.spans["options:"+o.Name], nil, "%s", message)
		}
		if value := rules.Options[i].Value; value != o.Value {
			return r.wrong(r.spans["options:"+o.Name], nil,
				"the game was played with %s=%s, but is replayed with %s=%s", o.Name, o.Value, o.Name, value)
		}
	}
	if r.Hash != "" && r.Hash != rules.Hash {
		other := &OtherRulesError{r.Hash, rules.Hash}
		return r.wrong(r.spans["rules"], other, "%s", other)
	}
	for _, s := range r.Seats {
		if _, err := r.player(g, s.Name, r.spans["seat "+s.Name]); err != nil {
			return err
		}
	}
	for _, c := range r.Clocks {
		if _, err := r.player(g, c.Name, r.spans["clock "+c.Name]); err != nil {
			return err
		}
	}
	return nil
}

// Misnamed says that the record is of another game than the one of this name.
func (r *Game) Misnamed(name string) error {
	return r.wrong(r.spans["ruleset"], nil, "this is a game of %s, not of %s", r.Ruleset, name)
}

// Place returns an error in loading the rules, with its place if it is about an option that the
// record chooses: then it is an [*Error].
func (r *Game) Place(err error) error {
	wrong, ok := errors.AsType[*dsl.ChoiceError](err)
	if !ok || !slices.Contains(r.Options, Pair{wrong.Option, wrong.Value}) {
		return err
	}
	return r.wrong(r.spans["options:"+wrong.Option], nil, "%s", wrong.Why)
}

// begin returns the starting position of the record.
func (r *Game) begin(g *interp.Game) (*interp.Position, error) {
	start := g.Start()
	if r.First != "" {
		first, err := r.player(g, r.First, r.spans["first"])
		if err != nil {
			return nil, err
		}
		start = g.StartWith(first)
	}
	if r.Start != "" {
		p, err := g.ParsePosition(r.Start)
		if err != nil {
			offset := r.spans["start"]
			message := err.Error()
			if e, ok := err.(*interp.PositionError); ok && r.file != nil {
				message = e.Message
				offset += byteOffset(r.Start, e.Column)
			}
			return nil, r.wrong(offset, err, "the start position cannot be read: %s", message)
		}
		start = p
	}
	return start, nil
}

// playTurns plays the turns into played, as many as it can, and returns the last position.
func (r *Game) playTurns(ctx context.Context, g *interp.Game,
	played *Played) (*interp.Position, error) {
	p := played.Start
	for i, turn := range r.Turns {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		if p.Result() != nil {
			return p, r.wrong(turn.offset, nil, "turn %d: the game is over already: %s", i+1,
				g.ResultText(p.Result()))
		}
		steps, _, err := g.ParseTurn(p, turn.Text)
		if err != nil {
			return p, r.wrong(turn.offset, err, "turn %d (ply %d): %s", i+1, p.Ply()+1, err)
		}
		for j, m := range steps {
			q, err := g.Play(p, m)
			if err != nil {
				return p, r.wrong(turn.offset, err, "turn %d (ply %d): %s", i+1, p.Ply()+1, err)
			}
			played.Steps = append(played.Steps, m)
			played.Positions = append(played.Positions, q)
			played.Turn = append(played.Turn, i)
			if j+1 == len(steps) && i+1 < len(r.Turns) && !interp.TurnOver(p, q) {
				return p, r.wrong(turn.offset, nil,
					"turn %d (ply %d): %s is not the whole turn; it can go on with %s", i+1, p.Ply()+1, turn.Text,
					strings.Join(few(g.Texts(q)), ", "))
			}
			p = q
		}
	}
	return p, nil
}

// ending reads how the game ended if the rules did not end it: a resignation or an agreed draw.
func (r *Game) ending(g *interp.Game, played *Played, last *interp.Position) error {
	if r.Resigned != "" {
		who, err := r.player(g, r.Resigned, r.spans["resigned"])
		if err != nil {
			return err
		}
		if last.Result() != nil {
			return r.wrong(r.spans["resigned"], nil, "%s cannot have resigned: the game was over: %s",
				r.Resigned, g.ResultText(last.Result()))
		}
		if played.Result, err = Resignation(g, who); err != nil {
			return r.wrong(r.spans["resigned"], err, "%s", err)
		}
	}
	if r.Timeout != "" {
		at := r.spans["timeout"]
		who, err := r.player(g, r.Timeout, at)
		if err != nil {
			return err
		}
		if played.Result != nil {
			return r.wrong(at, nil, "%s cannot have run out of time: the game was over: %s",
				r.Timeout, g.ResultText(played.Result))
		}
		if played.Result, err = Timeout(g, last, who); err != nil {
			return r.wrong(at, err, "%s", err)
		}
	}
	if r.Agreed != "" {
		at := r.spans["agreed"]
		switch {
		case r.Agreed != "draw":
			return r.wrong(at, nil, "only a draw can be agreed on, as in `agreed: draw`; not %q", r.Agreed)
		case played.Result != nil:
			return r.wrong(at, nil, "a draw cannot have been agreed on: the game was over: %s",
				g.ResultText(played.Result))
		}
		result, err := Agreement(g)
		if err != nil {
			return r.wrong(at, err, "%s", err)
		}
		played.Result = result
	}
	if r.Result != "" {
		if result := g.ResultText(played.Result); played.Result == nil || oneLine(result) != r.Result {
			return r.wrong(r.spans["result"], nil, "the file says that the result is %q; replayed, it is %q",
				r.Result, result)
		}
	}
	return nil
}

func few(texts []string) []string {
	const shown = 5
	if len(texts) > shown {
		return append(slices.Clone(texts[:shown]), "…")
	}
	return texts
}

func (r *Game) player(g *interp.Game, name string, offset int) (int, error) {
	var names []string
	for i, p := range g.Rules().Players {
		if p.Name == name {
			return i, nil
		}
		names = append(names, p.Name)
	}
	return 0, r.wrong(offset, nil, "there is no player %q; the players are %s", name,
		strings.Join(names, ", "))
}

// byteOffset returns the offset of the character in a column (from 1).
func byteOffset(s string, column int) int {
	for i := range s {
		if column--; column == 0 {
			return i
		}
	}
	return len(s)
}
