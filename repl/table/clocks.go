package table

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"boardgame/interp/clock"
)

// control returns the time control of all players, if they have the same.
func (t *Table) control() (c clock.Control, same bool) {
	all := t.Sheet.Course.Controls()
	for _, c := range all {
		if c != all[0] {
			return clock.Control{}, false
		}
	}
	if all == nil {
		return clock.Control{}, false
	}
	return all[0], true
}

// ReadControls changes time controls by 5m+3s, for all players, or PLAYER=5m+3s; `off` means no
// limit.
func (t *Table) ReadControls(before []clock.Control, text string) ([]clock.Control, error) {
	all := make([]clock.Control, len(t.Seats))
	copy(all, before)
	player, span, one := strings.Cut(text, "=")
	if !one {
		span = text
	}
	var c clock.Control
	if span = strings.TrimSpace(span); !strings.EqualFold(span, "off") {
		var err error
		if c, err = clock.Parse(span); err != nil {
			return nil, err
		}
	}
	if !one {
		for i := range all {
			all[i] = c
		}
		return all, nil
	}
	i, err := t.Player(strings.TrimSpace(player))
	if err != nil {
		return nil, err
	}
	all[i] = c
	return all, nil
}

// ControlsText says what time everyone has for the game.
func ControlsText(t *Table) string {
	if c, same := t.control(); same {
		return "Time for each player: " + c.String()
	}
	var parts []string
	for i, c := range t.Sheet.Course.Controls() {
		text := c.String()
		if c.Main == 0 {
			text = "no limit"
		}
		parts = append(parts, t.Sheet.Speech.PlayerName(i)+" "+text)
	}
	return "Time: " + strings.Join(parts, ", ")
}

// Face is what clocks show, for goroutines that do not play: names and times, and whose clock runs.
type Face struct {
	mu      sync.Mutex
	names   []string // empty: there are no clocks
	left    []time.Duration
	limited []bool
	running int // -1: none
	since   time.Time
	paused  bool
}

// Set copies another face; nil is none.
func (f *Face) Set(from *Face) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names, f.running = nil, -1
	if from != nil {
		f.names, f.left, f.limited = from.names, from.left, from.limited
		f.running, f.since, f.paused = from.running, from.since, from.paused
	}
}

// FaceOf is what the clocks of a table show.
func (t *Table) FaceOf(now time.Time) *Face {
	c := t.Sheet.Course.Clocks()
	f := &Face{left: c.Times(now), running: c.Running(), since: now, paused: c.Paused}
	for i := range t.Seats {
		f.names = append(f.names, t.Sheet.Speech.PlayerName(i))
		f.limited = append(f.limited, c.Limited(i))
	}
	return f
}

// Text is what the clocks show now; "" where there are none.
func (f *Face) Text(now time.Time) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var parts []string
	for i, name := range f.names {
		left := f.left[i]
		if i == f.running {
			left -= now.Sub(f.since)
		}
		shown := "no limit"
		if f.limited[i] {
			shown = clock.Text(left)
		}
		parts = append(parts, name+" "+shown)
	}
	switch {
	case parts == nil:
		return ""
	case f.paused:
		return "Clocks (paused): " + strings.Join(parts, ", ")
	}
	return "Clocks: " + strings.Join(parts, ", ")
}

// Fallen reports whether the clock that runs has no time left.
func (f *Face) Fallen(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.names) > 0 && f.running >= 0 && f.limited[f.running] &&
		f.left[f.running]-now.Sub(f.since) <= 0
}

// ClocksFor returns the texts of controls for a new game of the same rules.
func (t *Table) ClocksFor() (all []string) {
	for i, c := range t.Sheet.Course.Controls() {
		if c.Main > 0 {
			all = append(all, fmt.Sprintf("%d=%s", i+1, c))
		}
	}
	return all
}
