package repl

import (
	"errors"
	"os"
	"sync"
	"time"
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
