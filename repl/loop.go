package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/peterh/liner"

	"boardgame/dsl/source"
	"boardgame/repl/keyboard"
	"boardgame/repl/wording"
)

// ErrScript is the error of a script with a line that failed; the cause has already been written.
var ErrScript = errors.New("a line of the script failed")

// Loop reads lines and runs them until the session ends or there are no more. Only Loop knows the
// terminal. If in and out are both terminals, lines are edited, with history and completion.
// Otherwise lines are read as they come, without prompts; the first that fails ends the loop with
// [ErrScript], a signal with context.Canceled. Messages about lines that failed go to errs.
//
// Before it reads the first line it calls first, if that is not nil, to put a game on the table or
// ask a question. The terminal and the signals are already set up then, so Ctrl-C stops a bot that
// opens the game. An error of first ends the loop.
func Loop(s *Session, first func() error, in io.Reader, out, errs io.Writer) (err error) {
	l := &loop{s: s, in: in, out: out, errs: errs, ended: make(chan os.Signal, 1),
		broken: make(chan os.Signal), flags: make(chan struct{}, 1)}
	connected := l.connect()
	defer func() {
		if e := s.Close(); err == nil {
			err = e
		}
		if l.reader != nil { // last: what is said at the end is safe from another Ctrl-C
			l.reader.Close()
		}
	}()
	if connected != nil {
		return connected
	}
	defer l.listen()()
	if l.s.paper.Options.Live {
		defer l.followClocks()()
	}
	l.rules = newFollower(s, l.keys) // before bots open the game: they may play for a long time
	defer l.rules.close()
	if first != nil {
		if err := first(); err != nil {
			return err
		}
	}
	return l.read()
}

// loop is a session with its terminal, or with whatever replaces one.
type loop struct {
	s         *Session
	in        io.Reader
	out, errs io.Writer
	reader    lineReader
	keys      *keyboard.Keyboard // nil: keys are read from the terminal itself
	ended     chan os.Signal     // a signal that ends the program
	broken    chan os.Signal     // Ctrl-C while a line is read, where the terminal sends a signal
	flags     chan struct{}      // the flag of the person typing has fallen
	rules     *follower          // of the rules files of the table
}

// read reads lines and runs them.
func (l *loop) read() error {
	s, live := l.s, l.s.paper.Options.Live
	rules := l.rules
	number := 0 // of the last line read
	for !s.Done() {
		rules.attend()
		l.pageTalk()
		if s.modes.pointing {
			s.modes.pointing = false
			if live && liner.TerminalSupported() {
				if err := s.point(l.in, l.keys, l.out); err != nil {
					l.report(err)
				}
				continue
			}
			fmt.Fprintln(l.errs,
				"You cannot point on this terminal; `guide` asks step by step instead.")
		}
		s.settle()
		s.paper.Stage.Prompt()
		s.ahead = l.keys.Waiting()
		line, err := l.readOr(s.Prompt(), rules)
		s.paper.Stage.Typed()
		number++
		switch {
		case errors.Is(err, errAbandoned):
			s.modes.abandoned()
			continue
		case err == nil:
			err = l.run(line, number)
		default:
			err = l.notRead(err)
		}
		if errors.Is(err, errOver) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// errOver ends the loop without an error.
var errOver = errors.New("there is nothing more to read")

// run runs a line, the number-th of the script if there is one. In a script, an error ends the
// loop.
func (l *loop) run(line string, number int) error {
	s, live, text := l.s, l.s.paper.Options.Live, strings.TrimSpace(line)
	if !live && (text == "" || strings.HasPrefix(text, "#")) {
		return nil
	}
	if s.paper.Options.Echo {
		s.paper.Raw(s.Prompt() + source.Safe(line))
	}
	if text != "" &&
		(s.view.table == nil || !s.view.table.Sheet.Veiled()) { // another player could read it
		l.reader.Remember(text)
	}
	err := s.Exec(line)
	if !live && errors.Is(err, context.Canceled) {
		return err
	}
	if err != nil && !live && !errors.Is(err, wording.ErrQuiet) {
		err = fmt.Errorf("line %d: %w", number, err)
	}
	l.report(err)
	if err != nil && !live {
		return ErrScript
	}
	return nil
}

// notRead handles the error that was read instead of a line. It returns the error that ends the
// loop, or nil to read the next line.
func (l *loop) notRead(err error) error {
	s, live := l.s, l.s.paper.Options.Live
	switch {
	case errors.Is(err, errSaved):
		return nil
	case errors.Is(err, errFlag):
		l.flagged()
		return nil
	case errors.Is(err, errEnded) && !live:
		return context.Canceled // a script that did not run to its end
	}
	// The end of the input, SIGTERM, or a terminal that has gone away: the game is kept, as after
	// Ctrl-D.
	if live {
		if !s.paper.Stage.Shown() {
			fmt.Fprintln(l.out)
		}
		_ = s.Exec(":quit")
	}
	return errOver
}

// report says what was wrong with a line.
func (l *loop) report(err error) {
	switch {
	case err == nil || errors.Is(err, wording.ErrQuiet):
	case l.s.paper.Options.Live:
		l.s.paper.Say("%s", wording.Spoken(err))
	default:
		fmt.Fprintln(l.errs, err)
	}
}

// followClocks keeps the clocks on the screen up to date, and tells when one falls, until it is
// stopped.
func (l *loop) followClocks() (stop func()) {
	return every(100*time.Millisecond, func() {
		now := l.s.paper.Options.Now()
		l.s.paper.Stage.Retime(l.s.host.face.Text(now))
		if !l.s.host.face.Fallen(now) {
			return
		}
		select {
		case l.flags <- struct{}{}:
			if l.keys != nil {
				l.keys.Nudge() // the reader of keys looks at the clock
			}
		default: // that has not been seen yet
		}
	})
}

// flagged ends the game when the time of the player who is typing is up. The line is discarded.
func (l *loop) flagged() {
	if l.keys != nil {
		l.keys.Abandon()
	}
	select {
	case <-l.flags: // told twice
	default:
	}
	l.s.paper.Stage.Begin()
	l.report(l.s.run(func(context.Context) error { return nil }))
}
