package repl

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"boardgame/repl/keyboard"
	"boardgame/repl/table"
)

// lookout notices that files were saved. It polls them instead of asking the system for
// notifications: editors save in many ways (in place, by renaming a new file over the old one, by
// removing it first), and the notifications for a file end with the first rename, while those for a
// folder come one to three times per save. A look at a handful of files five times a second costs
// nothing that can be measured, sees every save once, and works on network folders too.
type lookout struct {
	changes chan struct{} // a save that has not been handled yet
	close   func()        // ends the looking

	mu    sync.Mutex
	files map[string]stamp
	dirty bool // a file changed since the last look; reported once a look finds nothing changing
}

// stamp shows whether a file was saved. The zero stamp means that there is no file.
type stamp struct {
	saved time.Time
	size  int64
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// lookEvery is the time between two checks of the files. A save is reported after one or two of
// them.
const lookEvery = 200 * time.Millisecond

// newLookout starts to watch files; none before the first follow.
func newLookout() *lookout {
	w := &lookout{changes: make(chan struct{}, 1)}
	w.close = every(lookEvery, w.look)
	return w
}

// every calls do again and again, in a goroutine of its own, until it is stopped.
func every(d time.Duration, do func()) (stop func()) {
	over := make(chan struct{})
	go func() {
		tick := time.NewTicker(d)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				do()
			case <-over:
				return
			}
		}
	}()
	return func() { close(over) }
}

// look looks at the files once. It reports a file only after it has stopped changing.
func (w *lookout) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	moved := false
	for file, before := range w.files {
		if now := stampOf(file); now != before {
			w.files[file] = now
			moved = true
		}
	}
	if w.dirty && !moved {
		w.notify()
	}
	w.dirty = moved
}

// notify puts a notice where it is found, unless one is there already.
func (w *lookout) notify() {
	select {
	case w.changes <- struct{}{}:
	default:
	}
}

// follow sets the files to watch.
func (w *lookout) follow(files []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	followed := map[string]stamp{}
	for _, file := range files {
		if before, known := w.files[file]; known {
			followed[file] = before
		} else {
			followed[file] = stampOf(file)
		}
	}
	w.files = followed
}

// errSaved ends the reading of a line because the rules were saved. The part already typed is
// restored.
var errSaved = errors.New("the rules were saved")

// follower lets a session that a person watches follow the files of its rules, also while a line is
// being typed.
type follower struct {
	s      *Session
	keys   *keyboard.Keyboard
	watch  *lookout     // nil: nobody is watching
	of     *table.Table // whose files are followed
	due    bool         // the rules were saved and are to be read again before the next line
	broken bool         // the line that is being read was interrupted for that
}

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

// between does that between two moves of bots too, and reports whether the table may be another
// one.
func (f *follower) between() bool {
	if f == nil || f.watch == nil || f.s.view.table == nil || !f.s.modes.atBoard() {
		return false
	}
	select {
	case <-f.watch.changes:
		f.due = true
	default:
	}
	saved := f.due
	if saved {
		f.due = false
		f.s.paper.Stage.Begin()
		f.s.paper.Report(f.s.modes.reload(false))
	}
	if saved || f.of != f.s.view.table {
		f.of = f.s.view.table
		f.watch.follow(f.of.RulesFiles())
	}
	return saved
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
