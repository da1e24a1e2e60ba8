package repl

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/peterh/liner"

	"boardgame/repl/keyboard"
)

// connect chooses how lines are read.
func (l *loop) connect() (err error) {
	switch live := l.s.paper.Options.Live; {
	case live && liner.TerminalSupported():
		if runtime.GOOS != "windows" { // on Windows, the line editor asks the console for keys
			does := keyboard.Actions{Redraw: l.redraw, Interrupt: l.s.Interrupt,
				Terminate: keyboard.Terminate}
			if l.keys, err = keyboard.New(l.in, does); err != nil {
				return err
			}
		}
		l.reader = newLinerReader(l.s, l.keys, func() int { return keyboard.Rows(l.out) - 4 })
	case live:
		l.reader = newPlainReader(l.in, l.out) // a terminal that can only show lines
	default:
		l.reader = newPlainReader(l.in, nil)
	}
	if l.s.paper.Stage != nil && l.keys != nil {
		l.s.paper.Stage.Retype = l.keys.Nudge
	}
	l.s.keys = l.keys
	return nil
}

// redraw repairs a table that stays in place, and reports whether there is one.
func (l *loop) redraw() bool {
	shown := l.s.paper.Stage.Shown()
	l.s.paper.Stage.Repaint()
	return shown
}

// readOr reads a line, or gives up when the program should end.
func (l *loop) readOr(prompt string, rules *follower) (string, error) {
	select {
	case <-l.ended: // while the previous line was running
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
		case <-l.broken:
			fmt.Fprintln(l.out)
			l.s.modes.abandoned()
			fmt.Fprint(l.out, prompt)
		case <-l.flags:
			flagged = flagged || l.keys != nil && l.keys.BreakOff()
		case <-l.ended:
			if l.keys != nil { // the line editor restores the modes of the terminal before others do
				l.keys.HangUp()
				<-got
			}
			return "", errEnded
		case <-rules.saved():
			rules.breakOff()
		}
	}
}

// errFlag ends the reading of a line because the time of the player who types it is up.
var errFlag = errors.New("the time is up")
