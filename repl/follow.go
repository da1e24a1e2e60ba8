package repl

import (
	"context"
	"time"

	"boardgame/repl/keyboard"
)

func newFollower(s *Session, keys *keyboard.Keyboard) *follower {
	f := &follower{s: s, keys: keys}
	if s.paper.Options.Live {
		f.watch = newLookout()
		s.rules = f
	}
	return f
}

func (f *follower) close() {
	if f.watch != nil {
		f.watch.close()
	}
}

// attend reads the rules again if they were saved, and makes sure that the files of the table are
// followed.
func (f *follower) attend() {
	if f.between() { // show the table; a bot to move plays on
		f.s.paper.Report(f.s.run(func(context.Context) error { return nil }))
	}
}

// saved returns the channel that reports saves while a line is being read, and that it is time to
// try again where the line could not be interrupted.
func (f *follower) saved() <-chan struct{} {
	if f.watch == nil {
		return nil
	}
	return f.watch.changes
}

// breakOff ends the line that is being read, if the part typed so far is known. Otherwise the save
// has to wait until it is known again, or until the line ends.
func (f *follower) breakOff() {
	f.due = true
	if f.s.view.table == nil || !f.s.modes.atBoard() || f.broken {
		return
	}
	if f.broken = f.keys != nil && f.keys.BreakOff(); !f.broken {
		time.AfterFunc(lookEvery, f.watch.notify)
	}
}

// brokeOff reports whether a line ended because it was interrupted.
func (f *follower) brokeOff(err error) bool {
	broken := f.broken && err == nil
	f.broken = false
	return broken
}
