package repl

import (
	"context"
	"fmt"
	"slices"
	"time"

	"boardgame/repl/keyboard"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// watcher is a person who watches bots play each other, and what they have asked for with keys. A
// nil watcher stands for nobody.
type watcher struct {
	s      *Session
	keys   <-chan []byte
	stop   func()
	paused bool
	step   bool               // though paused, play one step
	cancel context.CancelFunc // stops a bot whose seat is taken over while it thinks
}

// watch starts reading keys if only bots play, the table stays in place, and a person is at the
// terminal; otherwise it returns nil.
func (s *Session) watch() *watcher {
	if s.keys == nil || !s.Stage.Shown() || slices.ContainsFunc(s.table.Seats, table.Seat.IsHuman) {
		return nil
	}
	w := &watcher{s: s}
	w.keys, w.stop = s.keys.Watching()
	return w
}

// leave gives the keys back to the line editor.
func (w *watcher) leave() {
	if w != nil && w.keys != nil {
		w.stop()
		w.keys = nil
		w.s.Stage.Note("")
	}
}

// pressed is the channel of keys; nil where there are none.
func (w *watcher) pressed() <-chan []byte {
	if w == nil {
		return nil
	}
	return w.keys
}

// foot says what the keys do, in as many words as fit the width.
func (w *watcher) foot() string {
	s, n := w.s, len(w.s.table.Seats)
	feet := []string{
		"Space: pause, n: one step, +/-: speed (%s), 1-%d: take a seat, q: stop",
		"Space: pause, n: step, +/-: %s, 1-%d: seat, q: stop",
		"Space, n: step, +/-: %s, 1-%d: seat, q: stop",
	}
	if w.paused {
		feet = []string{
			"Paused. Space: go on, n: one step, +/-: speed (%s), 1-%d: take a seat, q: stop",
			"Paused. Space: go on, n: step, +/-: speed (%s), 1-%d: take a seat, q: stop",
			"Paused. Space: go on, +/-: %s, 1-%d: seat",
		}
	}
	foot := ""
	for _, f := range feet {
		if foot = fmt.Sprintf(f, s.pause(), n); len(foot) < s.Options.Width() {
			break
		}
	}
	return foot
}

// press handles a key.
func (w *watcher) press(keys []byte) {
	s, t := w.s, w.s.table
	if len(keys) > 1 && keys[0] == wording.Escape { // an arrow or the like
		return
	}
	switch c := keys[0]; {
	case c == ' ':
		w.paused, w.step = !w.paused, false
	case c == 'n':
		w.paused, w.step = true, true
	case c == '+' || c == '=':
		s.Options.Pause = s.pause() / 2
		if s.Options.Pause < 50*time.Millisecond {
			s.Options.Pause = 0
		}
	case c == '-' || c == '_':
		s.Options.Pause = min(max(2*s.pause(), 125*time.Millisecond), time.Minute)
	case c > '0' && int(c-'0') <= len(t.Seats):
		w.take(int(c - '1'))
		return
	case c == 'q' || c == wording.Escape || c == keyboard.CtrlD:
		t.Halted = true
		w.end()
		s.Say("Stopped. `go` lets %s move, `seat` shows who plays.", t.Who(t.Mover()))
		return
	}
	s.Stage.Note(w.foot())
}

// take gives a seat to the person who watches.
func (w *watcher) take(player int) {
	s, t := w.s, w.s.table
	_ = t.Sit(player, table.Human) // a person can always sit down
	w.end()
	s.Say("You play %s now; `seat %s=LEVEL` gives the seat back to a bot.", t.PlayerName(player),
		t.PlayerName(player))
	s.changed = true // the status names whoever plays
	s.remember(t)
	_ = s.keep() // keep reports its own errors
}

// end stops watching, and stops a bot that is thinking.
func (w *watcher) end() {
	w.leave()
	if w.cancel != nil {
		w.cancel()
	}
}

// linger waits before a bot's move is shown, as long as the pause or the watcher wants.
func (k *keeper) linger(ctx context.Context, w *watcher, begun time.Time) {
	for ctx.Err() == nil {
		left := k.pause() - k.Options.Now().Sub(begun)
		if w == nil || w.keys == nil || !w.paused {
			if left <= 0 {
				return
			}
		} else if w.step {
			w.step = false
			return
		}
		var over <-chan time.Time
		if w == nil || w.keys == nil || !w.paused {
			timer := time.NewTimer(left)
			defer timer.Stop()
			over = timer.C
		}
		select {
		case <-over:
			return
		case keys := <-w.pressed():
			w.press(keys)
		case <-ctx.Done():
		}
	}
}
