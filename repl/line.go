package repl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"

	"boardgame/dsl/source"
)

// lineReader reads the lines of a session. Read returns io.EOF when there are no more, and
// errAbandoned for a line that was given up with Ctrl-C.
type lineReader interface {
	Read(prompt string) (string, error)
	// Remember keeps a line for the arrow keys.
	Remember(line string)
	// Close gives the terminal back as it was, and saves what was remembered.
	Close() error
}

var errAbandoned = errors.New("abandoned")

// plainReader reads lines from a pipe, a file, or a terminal that can do nothing but lines.
type plainReader struct {
	in  *bufio.Reader
	out io.Writer // of prompts; nil: none are written
}

func newPlainReader(in io.Reader, out io.Writer) *plainReader {
	return &plainReader{in: bufio.NewReader(in), out: out}
}

// Read reads a line of any length, but keeps no more of it than a session would take.
func (r *plainReader) Read(prompt string) (string, error) {
	if r.out != nil {
		fmt.Fprint(r.out, prompt)
	}
	var line []byte
	read := false
	for {
		part, prefix, err := r.in.ReadLine()
		if err != nil {
			if read && errors.Is(err, io.EOF) {
				return string(line), nil
			}
			return "", err
		}
		read = true
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if !prefix {
			return string(line), nil
		}
	}
}

func (r *plainReader) Remember(string) {}
func (r *plainReader) Close() error    { return nil }

// linerReader edits lines on a terminal, with history and completion, and points out on the board
// to where the line leads. It may be used only where both standard streams are terminals: otherwise
// liner repeats prompts and splits long lines.
type linerReader struct {
	s       *Session
	state   *liner.State
	keys    *keyboard // nil: liner reads the terminal itself
	history string    // file; "" for none
}

// newLinerReader puts the terminal into the mode for editing. Close must be called on every way
// out. A board that Tab draws has at most so many lines.
func newLinerReader(s *Session, keys *keyboard, lines func() int) *linerReader {
	r := &linerReader{s: s, keys: keys, history: s.saves.history()}
	if keys == nil {
		r.state = liner.NewLiner()
	} else {
		// Liner reads what os.Stdin is when it begins, and asks the terminal itself for its modes.
		terminal := os.Stdin
		os.Stdin = keys.keys
		r.state = liner.NewLiner()
		os.Stdin = terminal
	}
	r.state.SetCtrlCAborts(true)
	r.state.SetTabCompletionStyle(liner.TabPrints)
	r.state.SetBeep(false)
	complete := func(line string) []string {
		if s.stage.shown() {
			return s.listCompletions(line)
		}
		s.Preview(line, lines())
		return s.Complete(line)
	}
	r.state.SetCompleter(func(line string) []string {
		if keys == nil {
			return complete(line)
		}
		return keys.complete(line, complete)
	})
	if f, err := source.Open(r.history); err == nil {
		_, _ = r.state.ReadHistory(f) // a history that cannot be read is a comfort lost, no more
		f.Close()
	}
	return r
}

// listCompletions shows below the board what a line can become, and returns as much of it as is
// certain.
func (s *Session) listCompletions(line string) []string {
	all := s.Complete(line)
	if len(all) == 0 {
		return nil
	}
	s.stage.begin()
	if len(all) > 1 {
		const most = 100
		s.columns("  ", all[:min(len(all), most)])
	}
	s.settle()
	s.Highlight(line)
	return []string{common(all)}
}

func (r *linerReader) Read(prompt string) (string, error) {
	prompt = strings.Map(printable, prompt)
	if r.keys != nil {
		r.keys.begin(func(line string) { r.s.Highlight(line) }, r.s.out.forget)
		defer r.keys.end()
		r.keys.retype()
	}
	line, err := r.state.Prompt(prompt)
	r.s.out.typed()
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", errAbandoned
	case err != nil && !errors.Is(err, io.EOF):
		return "", fmt.Errorf("cannot read the terminal: %w", err)
	}
	return line, err
}

func (r *linerReader) Remember(line string) { r.state.AppendHistory(line) }

func (r *linerReader) Close() error {
	if r.keys != nil {
		r.keys.end()
	}
	err := r.state.Close()
	if r.history == "" {
		return err
	}
	if os.MkdirAll(filepath.Dir(r.history), 0o755) != nil {
		return err
	}
	// Two programs may end at once: each writes its own and the last one stays, whole.
	f, e := os.CreateTemp(filepath.Dir(r.history), "history-*")
	if e != nil {
		return err
	}
	_, e = r.state.WriteHistory(f)
	if e2 := f.Close(); e != nil || e2 != nil || os.Rename(f.Name(), r.history) != nil {
		os.Remove(f.Name())
	}
	return err
}
