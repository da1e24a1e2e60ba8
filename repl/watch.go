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
	if s.keys == nil || !s.paper.Stage.Shown() || slices.ContainsFunc(s.view.table.Seats,
		table.Seat.IsHuman) {
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
		w.s.paper.Stage.Note("")
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
	s, n := w.s, len(w.s.view.table.Seats)
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
		if foot = fmt.Sprintf(f, s.host.pause(), n); len(foot) < s.paper.Options.Width() {
			break
		}
	}
	return foot
}

// press handles a key.
func (w *watcher) press(keys []byte) {
	s, t := w.s, w.s.view.table
	if len(keys) > 1 && keys[0] == wording.Escape { // an arrow or the like
		return
	}
	switch c := keys[0]; {
	case c == ' ':
		w.paused, w.step = !w.paused, false
	case c == 'n':
		w.paused, w.step = true, true
	case c == '+' || c == '=':
		s.paper.Options.Pause = s.host.pause() / 2
		if s.paper.Options.Pause < 50*time.Millisecond {
			s.paper.Options.Pause = 0
		}
	case c == '-' || c == '_':
		s.paper.Options.Pause = min(max(2*s.host.pause(), 125*time.Millisecond), time.Minute)
	case c > '0' && int(c-'0') <= len(t.Seats):
		w.take(int(c - '1'))
		return
	case c == 'q' || c == wording.Escape || c == keyboard.CtrlD:
		t.Halted = true
		w.end()
		s.paper.Say("Stopped. `go` lets %s move, `seat` shows who plays.", t.Who(t.Sheet.Mover()))
		return
	}
	s.paper.Stage.Note(w.foot())
}

// take gives a seat to the person who watches.
func (w *watcher) take(player int) {
	s, t := w.s, w.s.view.table
	_ = t.Sit(player, table.Human) // a person can always sit down
	w.end()
	s.paper.Say("You play %s now; `seat %s=LEVEL` gives the seat back to a bot.",
		t.Sheet.Speech.PlayerName(player), t.Sheet.Speech.PlayerName(player))
	s.host.changed = true // the status names whoever plays
	s.host.remember(t)
	_ = s.host.keep() // keep reports its own errors
}

// end stops watching, and stops a bot that is thinking.
func (w *watcher) end() {
	w.leave()
	if w.cancel != nil {
		w.cancel()
	}
}

// linger waits before a bot's move is shown, as long as the pause or the watcher wants.
func (k *host) linger(ctx context.Context, w *watcher, begun time.Time) {
	for ctx.Err() == nil {
		left := k.pause() - k.paper.Options.Now().Sub(begun)
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
