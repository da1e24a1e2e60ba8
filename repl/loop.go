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

// CanShowInPlace reports whether the terminal of this program can show a table in one place: it has
// a cursor that can be moved, and keys can be read from it one by one.
func CanShowInPlace() bool { return liner.TerminalSupported() && runtime.GOOS != "windows" }

// OnlyASCII reports whether a terminal with this environment shows ASCII alone: its locale is not
// one of UTF-8, or it is the console of Linux, whose font has few signs.
func OnlyASCII(env func(string) string) bool {
	if env("TERM") == "linux" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set counts
		if locale := strings.ToLower(env(name)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false // nothing is known
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

// Loop reads lines and runs them until the session is left or there are no more. It alone knows the
// terminal: where in and out both are one, lines are edited, with history and completion; otherwise
// they are read as they come, without prompts, and the first that fails ends the loop with
// [ErrScript], a signal with context.Canceled. Messages about lines that failed go to errs.
//
// Before it reads a line it calls first, if that is not nil, to put a game on the table or ask a
// question. It does so with the terminal and the signals set up, so that Ctrl-C stops a bot that
// begins the game. An error of first ends the loop.
func Loop(s *Session, first func() error, in io.Reader, out, errs io.Writer) (err error) {
	defer func() {
		if e := s.Close(); err == nil {
			err = e
		}
	}()
	l := &loop{s: s, in: in, out: out, errs: errs, ended: make(chan os.Signal, 1),
		flags: make(chan struct{}, 1)}
	if err := l.connect(); err != nil {
		return err
	}
	defer l.reader.Close()
	defer l.listen()()
	if l.s.o.Live {
		defer l.followClocks()()
	}
	l.rules = newFollower(s, l.keys) // before bots open the game: they may play on for long
	defer l.rules.close()
	if first != nil {
		if err := first(); err != nil {
			return err
		}
	}
	return l.read()
}

// loop is a session with its terminal, or with what stands in for one.
type loop struct {
	s         *Session
	in        io.Reader
	out, errs io.Writer
	reader    lineReader
	keys      *keyboard      // nil: whoever needs keys reads the terminal
	ended     chan os.Signal // a signal that ends the program
	flags     chan struct{}  // the clock of whoever types has fallen
	rules     *follower      // of the files that the rules on the table are made of
}

// connect chooses how lines are read.
func (l *loop) connect() (err error) {
	switch live := l.s.o.Live; {
	case live && liner.TerminalSupported():
		if runtime.GOOS != "windows" { // there the line editor asks the console for keys
			if l.keys, err = newKeyboard(l.in); err != nil {
				return err
			}
		}
		l.reader = newLinerReader(l.s, l.keys, func() int { return Rows(l.out) - 4 })
	case live:
		l.reader = newPlainReader(l.in, l.out) // a terminal that can only show lines
	default:
		l.reader = newPlainReader(l.in, nil)
	}
	if l.s.stage != nil && l.keys != nil {
		l.s.stage.retype = l.keys.nudge
		l.keys.redraw = func() bool {
			shown := l.s.stage.shown()
			l.s.stage.repaint()
			return shown
		}
	}
	l.s.keys = l.keys
	return nil
}

// listen attends to signals until the function that it returns is called.
func (l *loop) listen() (stop func()) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	resized := make(chan os.Signal, 1)
	notifyResized(resized)
	over := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-signals:
				l.s.Interrupt()
				if sig != os.Interrupt || !l.s.o.Live {
					select {
					case l.ended <- sig:
					default:
					}
				}
			case <-resized:
				l.s.stage.resized()
				if l.keys != nil {
					l.keys.nudge() // whoever waits for a key looks at the size again
				}
			case <-over:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		signal.Stop(resized)
		close(over)
	}
}

// read reads lines and runs them.
func (l *loop) read() error {
	s, live := l.s, l.s.o.Live
	rules := l.rules
	abandoned := 0 // lines, one after the other
	number := 0    // of the line read last
	for !s.Done() {
		rules.attend()
		l.pageTalk()
		if s.pointing {
			s.pointing = false
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
		s.stage.prompt()
		line, err := l.readOr(s.Prompt(), rules)
		s.stage.typed()
		number++
		if !errors.Is(err, errAbandoned) {
			abandoned = 0
		}
		switch {
		case errors.Is(err, errSaved):
			continue
		case errors.Is(err, errFlag):
			l.flagged()
			continue
		case errors.Is(err, errAbandoned):
			if abandoned++; abandoned == 2 {
				s.say("`quit` or Ctrl-D leaves; the game is saved.")
			}
			continue
		case errors.Is(err, errEnded) && live:
			return nil // every move is saved
		case errors.Is(err, errEnded):
			return context.Canceled // a script that has not been run to its end
		case err != nil:
			// The end of the input, or a terminal that has gone away: the game is kept, as with
			// Ctrl-D.
			if live {
				if !s.stage.shown() {
					fmt.Fprintln(l.out)
				}
				_ = s.Exec(":quit")
			}
			return nil
		}
		if !live && (strings.TrimSpace(line) == "" ||
			strings.HasPrefix(strings.TrimSpace(line), "#")) {
			continue
		}
		if s.o.Echo {
			s.raw(s.Prompt() + line)
		}
		if strings.TrimSpace(line) != "" {
			l.reader.Remember(strings.TrimSpace(line))
		}
		err = s.Exec(line)
		if err != nil && !live && !errors.Is(err, errQuiet) {
			err = fmt.Errorf("line %d: %w", number, err)
		}
		l.report(err)
		if err != nil && !live {
			return ErrScript
		}
	}
	return nil
}

// report tells what was wrong with a line.
func (l *loop) report(err error) {
	switch {
	case err == nil || errors.Is(err, errQuiet):
	case l.s.o.Live:
		l.s.say("%s", err)
	default:
		fmt.Fprintln(l.errs, err)
	}
}

var errEnded = errors.New("the program is to end")

// readOr reads a line, or gives up when the program is to end.
func (l *loop) readOr(prompt string, rules *follower) (string, error) {
	select {
	case <-l.ended: // while the line before was run
		return "", errEnded
	default:
	}
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := l.reader.Read(prompt)
		got <- read{line, err}
	}()
	flagged := false
	for {
		select {
		case r := <-got:
			if flagged {
				return "", errFlag
			}
			if rules.brokeOff(r.err) {
				return "", errSaved
			}
			return r.line, r.err
		case <-l.flags:
			flagged = flagged || l.keys != nil && l.keys.breakOff()
		case <-l.ended:
			return "", errEnded
		case <-rules.saved():
			rules.breakOff()
		}
	}
}
