package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/peterh/liner"
	"golang.org/x/term"
)

// ErrScript is the error of a script that had a line which failed; what was wrong has been written.
var ErrScript = errors.New("a line of the script failed")

// Terminals reports whether in and out are both terminals, so that a person is at the other end.
func Terminals(in io.Reader, out io.Writer) bool {
	i, ok1 := in.(*os.File)
	o, ok2 := out.(*os.File)
	return ok1 && ok2 && term.IsTerminal(int(i.Fd())) && term.IsTerminal(int(o.Fd()))
}

// Columns returns how many columns a writer has now: those of a terminal, else 80.
func Columns(out io.Writer) int {
	if f, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// Rows returns how many rows a terminal has now; 0 if out is none.
func Rows(out io.Writer) int {
	if f, ok := out.(*os.File); ok {
		if _, rows, err := term.GetSize(int(f.Fd())); err == nil {
			return rows
		}
	}
	return 0
}

// Loop reads lines and runs them until the session is left or there are no more. It is the only place that knows a terminal:
// where in and out both are one, lines are edited, with history and completion; else they are read as they come, without
// prompts, and the first that fails ends the loop with [ErrScript], a signal with context.Canceled. Messages about lines that failed go to errs.
//
// Before it reads a line it calls first, if that is not nil, to put a game on the table or ask a question. It does so with the terminal
// and the signals set up, so that Ctrl-C stops a bot that begins the game. An error of first ends the loop.
func Loop(s *Session, first func() error, in io.Reader, out, errs io.Writer) (err error) {
	defer func() {
		if e := s.Close(); err == nil {
			err = e
		}
	}()
	live := s.o.Live
	var reader lineReader
	var keys *keyboard // nil: who points reads the terminal himself
	switch {
	case live && liner.TerminalSupported():
		if runtime.GOOS != "windows" { // there the line editor asks the console for keys
			if keys, err = newKeyboard(in); err != nil {
				return err
			}
		}
		reader = newLinerReader(s, keys, func() int { return Rows(out) - 4 })
	case live:
		reader = newPlainReader(in, out) // a terminal that can only show lines
	default:
		reader = newPlainReader(in, nil)
	}
	defer reader.Close()

	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	over := make(chan struct{})
	defer close(over)
	ended := make(chan os.Signal, 1) // the program is to end
	go func() {
		for {
			select {
			case sig := <-signals:
				s.Interrupt()
				if sig != os.Interrupt || !live {
					select {
					case ended <- sig:
					default:
					}
				}
			case <-over:
				return
			}
		}
	}()

	if first != nil {
		if err := first(); err != nil {
			return err
		}
	}
	abandoned := 0 // lines, one after the other
	for !s.Done() {
		if s.pointing {
			s.pointing = false
			if live && liner.TerminalSupported() {
				if err := s.point(in, keys, out); err != nil {
					fmt.Fprintln(errs, err)
				}
				continue
			}
			fmt.Fprintln(errs, "this terminal cannot be pointed at; `guide` asks step by step instead")
		}
		line, err := readOr(reader, s.Prompt(), ended)
		if !errors.Is(err, errAbandoned) {
			abandoned = 0
		}
		switch {
		case errors.Is(err, errAbandoned):
			if abandoned++; abandoned == 2 {
				s.say("`quit` or Ctrl-D leaves; the game is kept.")
			}
			continue
		case errors.Is(err, errEnded) && live:
			return nil // every move is on the disk
		case errors.Is(err, errEnded):
			return context.Canceled // a script that has not been run to its end
		case err != nil:
			// The end of the input, or a terminal that has gone away: the game is kept, as with Ctrl-D.
			if live {
				fmt.Fprintln(out)
				_ = s.Exec(":quit")
			}
			return nil
		}
		if !live && (strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "#")) {
			continue
		}
		if s.o.Echo {
			fmt.Fprintf(s.out, "%s%s\n", s.Prompt(), line)
		}
		if strings.TrimSpace(line) != "" {
			reader.Remember(strings.TrimSpace(line))
		}
		err = s.Exec(line)
		if err != nil && !errors.Is(err, errQuiet) {
			if live {
				s.say("%s", err)
			} else {
				fmt.Fprintln(errs, err)
			}
		}
		if err != nil && !live {
			return ErrScript
		}
	}
	return nil
}

var errEnded = errors.New("the program is to end")

// readOr reads a line, or gives up when the program is to end.
func readOr(reader lineReader, prompt string, ended <-chan os.Signal) (string, error) {
	select {
	case <-ended: // while the line before was run
		return "", errEnded
	default:
	}
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := reader.Read(prompt)
		got <- read{line, err}
	}()
	select {
	case r := <-got:
		return r.line, r.err
	case <-ended:
		return "", errEnded
	}
}
