package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// sayEvery is how long the error stream may be silent while there is news, if it is no terminal.
const sayEvery = 30 * time.Second

// progress returns a function that shows on the error stream how much of a long work is done, with a note on how things stand: a bar with the
// time left on a terminal, elsewhere a line at every tenth, or after half a minute. It is called with -1 at the end.
func (a *app) progress(what string, total int) func(done int, note string) {
	if !isTerminal(a.stderr) {
		tenth, last := -1, time.Now()
		return func(done int, note string) {
			t := 10 * done / max(total, 1)
			if tenth < 0 { // what was done before is no news
				tenth = 10 * (done - 1) / max(total, 1)
			}
			if done < 0 || t == tenth && time.Since(last) < sayEvery {
				return
			}
			tenth, last = t, time.Now()
			fmt.Fprintf(a.stderr, "%s: %d of %d  %s\n", what, done, total, note)
		}
	}
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(a.stderr), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(true))
	return func(done int, note string) {
		// A bar that cannot be drawn is no reason to stop.
		if done < 0 {
			_ = bar.Finish()
			return
		}
		if note != "" {
			bar.Describe(what + "  " + note)
		}
		_ = bar.Set(done)
	}
}
