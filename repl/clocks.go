package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/interp/clock"
)

// Clocks at the table. The clock of the player to move runs while a person can move or a bot
// thinks. It stops in the menu, during setup, while an earlier moment is shown, and after `clock
// pause`. Undo, redo and goto restore the clocks of that moment.

// setClocks gives players their time from the current position on, as [course.Course.SetClocks].
func (k *keeper) setClocks(t *table, controls []clock.Control) error {
	return t.course.SetClocks(controls, k.Options.Now)
}

// control returns the time control of all players, if they have the same.
func (t *table) control() (c clock.Control, same bool) {
	all := t.course.Controls()
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

// readControls changes time controls by 5m+3s, for all players, or PLAYER=5m+3s; `off` means no
// limit.
func (t *table) readControls(before []clock.Control, text string) ([]clock.Control, error) {
	all := make([]clock.Control, len(t.seats))
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
	i, err := t.player(strings.TrimSpace(player))
	if err != nil {
		return nil, err
	}
	all[i] = c
	return all, nil
}

// limit puts clocks on a table: 5m+3s for all players, or PLAYER=5m+3s.
func (k *keeper) limit(t *table, texts []string) (err error) {
	var all []clock.Control
	for _, text := range texts {
		if all, err = t.readControls(all, text); err != nil {
			return err
		}
	}
	return k.setClocks(t, all)
}

// runClock lets the clock of the player to move run if it should, and stops it otherwise.
func (s *modal) runClock() {
	t := s.table
	if t == nil || t.course.Clocks() == nil {
		s.face.set(nil)
		return
	}
	c, now := t.course.Clocks(), s.Options.Now()
	stands := c.Paused || !s.atBoard() || t.over() || t.drawn() || t.course.At() < t.course.Len() ||
		t.halted && t.botToMove()
	if stands {
		c.Stop(now)
	} else {
		c.Start(t.mover(), now)
	}
	s.face.set(t.faceOf(now))
	s.Stage.Retime(s.face.text(now))
}

// stopClock stops the clocks until the next [Session.runClock].
func (k *keeper) stopClock() {
	if t := k.table; t != nil && t.course.Clocks() != nil {
		t.course.Clocks().Stop(k.Options.Now())
		k.face.set(t.faceOf(k.Options.Now()))
	}
}

// budget returns the context in which one of our bots thinks: it ends when the time that its clock
// allows for a turn is over, or the level's own limit if that is shorter.
func (d *desk) budget(ctx context.Context, limit time.Duration) (context.Context,
	context.CancelFunc, time.Duration) {
	t := d.table
	clocks := t.course.Clocks()
	if clocks == nil || t.seats[t.mover()].program {
		return ctx, func() {}, limit
	}
	left, limited := clocks.Due(d.Options.Now())
	if !limited {
		return ctx, func() {}, limit
	}
	share := clock.Budget(left, clocks.Control(t.mover()).Increment, 0)
	if limit == 0 || share < limit {
		limit = share
	}
	ctx, cancel := context.WithTimeout(ctx, share)
	return ctx, cancel, limit
}

// flag ends the game if the time of the player to move is up, and reports whether it is.
func (k *keeper) flag() bool {
	t := k.table
	if t == nil || t.course.Clocks() == nil || t.over() {
		return false
	}
	player, fallen := t.course.Clocks().Fallen(k.Options.Now())
	if !fallen {
		return false
	}
	t.course.Clocks().Stop(k.Options.Now())
	// cannot happen: clocks are refused in games that nobody could win
	if err := t.decide(t.course.TimeOut(player)); err != nil {
		k.Report(err)
		return false
	}
	k.changed = true
	k.Report(k.keep())
	return true
}

// cmdClock shows the clocks or changes them.
func (s *modal) cmdClock(_ context.Context, args string) error {
	t := s.table
	word := strings.ToLower(args)
	if t.course.Clocks() == nil && slices.Contains([]string{"off", "pause", "go"}, word) {
		return errors.New("there are no clocks; `clock 5m+3s` puts some on the table")
	}
	switch word {
	case "":
		if t.course.Clocks() == nil {
			s.Say("No clocks: everyone may think as long as they like. `clock 5m+3s` changes that.")
			return nil
		}
		s.runClock()
		s.Say("%s. %s.", s.face.text(s.Options.Now()), controlsText(t))
		return nil
	case "pause":
		t.course.Clocks().Paused = true
		s.runClock()
		s.Say("The clocks stand until the next move or `clock go`.")
		return nil
	case "go":
		t.course.Clocks().Paused = false
		s.runClock()
		s.Say("The clock of %s runs.", t.PlayerName(t.mover()))
		return nil
	}
	if t.over() {
		return errors.New("the game is over; `again` plays another with these seats")
	}
	if t.course.At() < t.course.Len() {
		return errors.New("clocks start at the last move; `goto end` goes there")
	}
	all, err := t.readControls(t.course.Controls(), args)
	if err != nil {
		return err
	}
	if err := s.setClocks(t, all); err != nil {
		return err
	}
	if t.course.Clocks() == nil {
		s.Say("No clocks.")
	} else {
		s.Say("%s.", controlsText(t))
	}
	s.changed = true
	return s.keep()
}

// controlsText says what time everyone has for the game.
func controlsText(t *table) string {
	if c, same := t.control(); same {
		return "Time for each player: " + c.String()
	}
	var parts []string
	for i, c := range t.course.Controls() {
		text := c.String()
		if c.Main == 0 {
			text = "no limit"
		}
		parts = append(parts, t.PlayerName(i)+" "+text)
	}
	return "Time: " + strings.Join(parts, ", ")
}

// clockText is what the clocks show; "" where there are none.
func (d *desk) clockText() string {
	t := d.table
	if t.course.Clocks() == nil {
		return ""
	}
	return t.faceOf(d.Options.Now()).text(d.Options.Now())
}

// face is what clocks show, for goroutines that do not play: names and times, and whose clock runs.
type face struct {
	mu      sync.Mutex
	names   []string // empty: there are no clocks
	left    []time.Duration
	limited []bool
	running int // -1: none
	since   time.Time
	paused  bool
}

// set copies another face; nil is none.
func (f *face) set(from *face) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names, f.running = nil, -1
	if from != nil {
		f.names, f.left, f.limited = from.names, from.left, from.limited
		f.running, f.since, f.paused = from.running, from.since, from.paused
	}
}

// faceOf is what the clocks of a table show.
func (t *table) faceOf(now time.Time) *face {
	c := t.course.Clocks()
	f := &face{left: c.Times(now), running: c.Running(), since: now, paused: c.Paused}
	for i := range t.seats {
		f.names = append(f.names, t.PlayerName(i))
		f.limited = append(f.limited, c.Limited(i))
	}
	return f
}

// text is what the clocks show now; "" where there are none.
func (f *face) text(now time.Time) string {
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

// fallen reports whether the clock that runs has no time left.
func (f *face) fallen(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.names) > 0 && f.running >= 0 && f.limited[f.running] &&
		f.left[f.running]-now.Sub(f.since) <= 0
}

// followClocks keeps the clocks on the screen up to date, and tells when one falls, until it is
// stopped.
func (l *loop) followClocks() (stop func()) {
	return every(100*time.Millisecond, func() {
		now := l.s.Options.Now()
		l.s.Stage.Retime(l.s.face.text(now))
		if !l.s.face.fallen(now) {
			return
		}
		select {
		case l.flags <- struct{}{}:
			if l.keys != nil {
				l.keys.Nudge() // the reader of keys looks at the clock
			}
		default: // that has not been seen yet
		}
	})
}

// flagged ends the game when the time of the player who is typing is up. The line is discarded.
func (l *loop) flagged() {
	if l.keys != nil {
		l.keys.Abandon()
	}
	select {
	case <-l.flags: // told twice
	default:
	}
	l.s.Stage.Begin()
	l.report(l.s.run(func(context.Context) error { return nil }))
}

// errFlag ends the reading of a line because the time of the player who types it is up.
var errFlag = errors.New("the time is up")

// clocksFor returns the texts of controls for a new game of the same rules.
func (t *table) clocksFor() (all []string) {
	for i, c := range t.course.Controls() {
		if c.Main > 0 {
			all = append(all, fmt.Sprintf("%d=%s", i+1, c))
		}
	}
	return all
}
