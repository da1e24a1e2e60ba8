package bot

import "time"

// In a browser, all goroutines share the one thread that handles events. Unless a search takes a
// break now and then, no timers fire and no requests are heard.
const (
	work  = 50 * time.Millisecond
	often = 64 // questions to the stopper from one look at the clock to the next
)

type breaks struct {
	asked int
	last  time.Time
}

// yield lets the browser handle its events if the search has worked for long.
func (r *breaks) yield() {
	if r.asked++; r.asked%often != 0 {
		return
	}
	now := time.Now()
	if r.last.IsZero() {
		r.last = now
	}
	if now.Sub(r.last) > work {
		time.Sleep(time.Microsecond)
		r.last = time.Now()
	}
}
