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
	"boardgame/repl/keyboard"
	"boardgame/repl/wording"
)

// lineReader reads the lines of a session. Read returns io.EOF when there are no more, and
// errAbandoned for a line that the user gave up with Ctrl-C.
type lineReader interface {
	Read(prompt string) (string, error)
	// Remember keeps a line for the arrow keys.
	Remember(line string)
	// Close restores the terminal and saves the remembered lines.
	Close() error
}

var errAbandoned = errors.New("abandoned")

// plainReader reads lines from a pipe, a file, or a terminal that only supports lines.
type plainReader struct {
	in  *bufio.Reader
	out io.Writer // of prompts; nil: none are written
}

func newPlainReader(in io.Reader, out io.Writer) *plainReader {
	return &plainReader{in: bufio.NewReader(in), out: out}
}

// Read reads a line of any length, but keeps no more of it than a session would accept.
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
		if len(line) <= wording.MaxLine {
			line = append(line, part...)
		}
		if !prefix {
			return string(line), nil
		}
	}
}

func (r *plainReader) Remember(string) {}
func (r *plainReader) Close() error    { return nil }

// linerReader edits lines on a terminal, with history and completion, and marks on the board where
// the line leads. Use it only where both standard streams are terminals: otherwise liner repeats
// prompts and splits long lines.
type linerReader struct {
	s       *Session
	state   *liner.State
	keys    *keyboard.Keyboard // nil: liner reads the terminal itself
	history string             // file; "" for none
}

// newLinerReader puts the terminal into editing mode. The caller must call Close on every way out.
// A board that Tab draws has at most lines() lines.
func newLinerReader(s *Session, keys *keyboard.Keyboard, lines func() int) *linerReader {
	r := &linerReader{s: s, keys: keys, history: s.host.saves.History()}
	if keys == nil {
		r.state = liner.NewLiner()
	} else {
		// Liner reads whatever os.Stdin is when it starts, and asks the terminal itself for its
		// modes.
		terminal := os.Stdin
		os.Stdin = keys.Keys
		r.state = liner.NewLiner()
		os.Stdin = terminal
		keyboard.NoSignals(terminal)
	}
	r.state.SetCtrlCAborts(true)
	r.state.SetTabCompletionStyle(liner.TabPrints)
	r.state.SetBeep(false)
	complete := func(line string) []string {
		if s.paper.Stage.Shown() {
			return s.listCompletions(line)
		}
		s.Preview(line, lines())
		return s.Complete(line)
	}
	r.state.SetCompleter(func(line string) []string {
		if keys == nil {
			return complete(line)
		}
		return keys.Complete(line, complete)
	})
	if f, err := source.Open(r.history); err == nil {
		_, _ = r.state.ReadHistory(f) // an unreadable history is only a lost convenience
		f.Close()
	}
	return r
}

// listCompletions shows the completions of a line below the board, and returns the part that they
// share.
func (s *Session) listCompletions(line string) []string {
	all := s.Complete(line)
	if len(all) == 0 {
		return nil
	}
	s.paper.Stage.Begin()
	if len(all) > 1 {
		const most = 100
		s.paper.Columns("  ", all[:min(len(all), most)])
	}
	s.settle()
	s.Highlight(line)
	return []string{wording.Common(all)}
}

func (r *linerReader) Read(prompt string) (string, error) {
	prompt = strings.Map(wording.Printable, prompt)
	defer r.s.paper.Out.Typed() // once no key is told any more
	if r.keys != nil {
		r.keys.Begin(func(line string) { r.s.Highlight(line) }, r.s.paper.Out.Forget)
		defer r.keys.End()
		r.keys.Retype()
	}
	line, err := r.state.Prompt(prompt)
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
		r.keys.End()
	}
	err := r.state.Close()
	if r.history == "" {
		return err
	}
	if os.MkdirAll(filepath.Dir(r.history), 0o755) != nil {
		return err
	}
	// Two programs may end at once: each writes its own file, and the last one stays, whole.
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
