package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"boardgame/dsl/order"
	"boardgame/dsl/source"
	"boardgame/interp/record"
)

// maxLine is the greatest length in bytes of a line in a file of games.
const maxLine = 16 << 20

// File is a file of games, one per line, to which a match appends. Only one program at a time may
// use it.
type File struct {
	f    *os.File
	name string
}

// Open opens the file of a match, or creates it, and returns the games of this match that are
// already in it. Notes tell, in whole sentences, what anyone who continues the match should know:
// that a half-written line was dropped, or that games of other shards were left out.
//
// It is an error if another program writes to the file, if it holds games of another match, or if
// it is not a file of games. In that case the file is unchanged.
func (m *Match) Open(name string) (file *File, games []Game, notes []string, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, nil, failed("opened", name, err)
	}
	defer func() {
		if err != nil {
			record.Unlock(f)
			f.Close()
		}
	}()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return nil, nil, nil, fmt.Errorf("%s is not a file that games can be added to", name)
	}
	if err := record.Lock(f); err != nil {
		return nil, nil, nil,
			fmt.Errorf("%s belongs to a match that is being played by another program; let it "+
				"end, or name another file", name)
	}
	r := reader{name: name, terms: new(Terms), at: map[int]place{}}
	*r.terms = m.Terms()
	if err := r.read(f); err != nil {
		return nil, nil, nil, err
	}
	if r.half {
		if err := f.Truncate(r.end); err != nil {
			return nil, nil, nil, failed("shortened", name, err)
		}
		notes = append(notes,
			fmt.Sprintf("The last line of %s was only half written and has been dropped; its game "+
				"is played again.", name))
	}
	notes = append(notes, r.notes...)
	games = slices.DeleteFunc(r.games, func(g Game) bool { return !m.Has(g.Number) })
	if left := len(r.games) - len(games); left > 0 {
		notes = append(notes,
			fmt.Sprintf("%s of %s do not belong to this match and are left out.",
				games1(left), name))
	}
	return &File{f, name}, games, notes, nil
}

// games1 counts games in words.
func games1(n int) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}

// Append adds a game. When it returns nil, the game is safe even if the program crashes.
func (f *File) Append(g Game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	// One write, so that a program that is killed leaves a whole line or the beginning of one,
	// never a mixture.
	if _, err := f.f.Write(append(line, '\n')); err != nil {
		return failed("written", f.name, err)
	}
	return nil
}

// Close flushes everything to disk and releases the file.
func (f *File) Close() error {
	err := f.f.Sync()
	// What is not a disk file, such as a pipe, cannot be synchronized.
	if err != nil && errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	record.Unlock(f.f)
	if e := f.f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return failed("written", f.name, err)
	}
	return nil
}

// Merge reads the files of a match, or of its parts, and returns all games in the order of their
// numbers. A game in several files counts once. Notes say in whole sentences what is missing or was
// left out. Files of different matches are an error, and so is a game that appears twice in
// different forms, which only levels limited by time can cause.
func Merge(names ...string) (games []Game, notes []string, err error) {
	r := reader{at: map[int]place{}}
	for _, name := range names {
		r.name = name
		f, err := source.Open(name)
		if err != nil {
			return nil, nil, failed("opened", name, err)
		}
		before := len(r.games)
		err = r.read(f)
		f.Close()
		if err != nil {
			return nil, nil, err
		}
		if r.half {
			r.note("The last line of %s is only half written; it does not count.", name)
		}
		if len(r.games) == before {
			r.note("%s holds no game that the files before it do not.", name)
		}
	}
	order.SortFunc(r.games, func(a, b Game) int { return a.Number - b.Number })
	if n := len(r.games); n > 0 {
		if missing := r.games[n-1].Number - n; missing > 0 {
			first := 1
			for i := 0; r.games[i].Number == first; i++ {
				first++
			}
			r.note("%s of those up to number %d are missing, the first is number %d.",
				games1(missing), r.games[n-1].Number, first)
		}
	}
	return r.games, r.notes, nil
}

// Write writes games as a [File] holds them.
func Write(w io.Writer, games []Game) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(true) // as json.Marshal does, so that a game has only one form
	for i := range games {
		if err := e.Encode(&games[i]); err != nil {
			return err
		}
	}
	return b.Flush()
}

// reader reads files of games of one match.
type reader struct {
	name  string
	terms *Terms // nil: those of the first game
	games []Game
	at    map[int]place // where the game of a number was found
	notes []string

	end  int64 // of the file last read: the offset after the last whole line
	half bool  // the beginning of a game follows it
}

type place struct {
	name string
	line int
	game int // index
}

func (r *reader) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// read reads a file to its end. Its errors name the file and the line.
func (r *reader) read(from io.Reader) error {
	in := bufio.NewReaderSize(from, 1<<16)
	r.end, r.half = 0, false
	var repeated int
	for line := 1; ; line++ {
		text, err := readLine(in)
		if err != nil && err != io.EOF {
			return failed("read", r.name, err)
		}
		if err == io.EOF && half(text) {
			r.half = len(text) > 0
			break
		}
		r.end += int64(len(text))
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", r.name, line, fmt.Sprintf(format, args...))
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var g Game
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err = d.Decode(&g)
		if err == nil {
			err = g.check()
		}
		if err != nil {
			return wrong("this is not a game of a match: %s; the file stays as it is", notJSON(err))
		}
		if r.terms == nil {
			r.terms = &g.Terms
		} else if difference := r.terms.differ(&g.Terms); difference != "" {
			return wrong("this game is of another match: it has %s", difference)
		}
		if before, ok := r.at[g.Number]; ok {
			if old := r.games[before.game]; old.Moves != g.Moves || old.Result != g.Result {
				return wrong("game %d is here, played differently, and in line %d of %s; take one "+
					"of them out", g.Number, before.line, before.name)
			}
			repeated++
			continue
		}
		r.at[g.Number] = place{r.name, line, len(r.games)}
		r.games = append(r.games, g)
	}
	if repeated > 0 {
		r.note("%s of %s had been read before; they count once.", games1(repeated), r.name)
	}
	return nil
}

// half reports whether what follows the last line end may be the rest of an interrupted write: the
// beginning of a game, or the zeros that a file has after a power failure. Anything else came from
// somewhere else.
func half(text []byte) bool {
	const begin = `{"game":`
	return bytes.HasPrefix(text, []byte(begin)) || bytes.HasPrefix([]byte(begin), text) ||
		len(bytes.Trim(text, "\x00")) == 0
}

var errLine = fmt.Errorf("a line has more than %d MB; this is not a file of games", maxLine>>20)

// readLine returns a line with its line end; at the end of the file it returns the rest, with
// io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return nil, errLine
		case err == bufio.ErrBufferFull:
			continue
		}
		return line, err
	}
}

// notJSON says what is wrong with a line, without the JSON package's jargon.
func notJSON(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it is not JSON"
	case errors.As(err, &kind):
		return fmt.Sprintf("its %s is a %s", kind.Field, kind.Value)
	}
	return err.Error()
}

// failed says what could not be done with a file, and why.
func failed(what, name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s cannot be %s: %w", name, what, err)
}
