package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/interp"
	"boardgame/interp/clock"
	"boardgame/interp/record"
)

// Clocks at the table. The clock of the player to move runs while a person can move or a bot
// thinks. It stops in the menu, during setup, while an earlier moment is shown, and after `clock
// pause`. Undo, redo and goto restore the clocks of that moment.

// clocks is the clocks of a table.
type clocks struct {
	*clock.Clock
	times  [][]time.Duration // by moment, like the positions: what they show there
	at     int               // the moment whose times they show
	paused bool
	now    func() time.Time
}

// setClocks gives players their time from the current position on. Players without a control have
// no limit; if none has one, the table has no clocks.
func (t *table) setClocks(controls []clock.Control, now func() time.Time) error {
	if !slices.ContainsFunc(controls, func(c clock.Control) bool { return c.Main > 0 }) {
		t.clocks = nil
		return nil
	}
	if _, err := record.Timeout(t.Game, t.now(), 0); err != nil {
		return err
	}
	c := &clocks{Clock: clock.New(controls...), at: t.at, now: now}
	for range t.positions {
		c.times = append(c.times, c.Times(now()))
	}
	t.clocks = c
	return nil
}

// controls returns the time controls by player; nil where there are no clocks.
func (t *table) controls() (all []clock.Control) {
	if t.clocks == nil {
		return nil
	}
	for i := range t.seats {
		all = append(all, t.clocks.Control(i))
	}
	return all
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
	return t.setClocks(all, k.o.Now)
}

// show makes the clocks show a moment.
func (c *clocks) show(at int) {
	if c.at == at {
		return
	}
	now := c.now()
	c.Stop(now)
	if c.at < len(c.times) { // the time thought there is gone
		c.times[c.at] = c.Times(now)
	}
	c.Set(c.times[at])
	c.at = at
}

// played notes that a step has been played, which led to a moment.
func (c *clocks) played(before, after *interp.Position, at int) {
	if c == nil {
		return
	}
	now := c.now()
	c.Stop(now)
	if interp.TurnOver(before, after) {
		c.Complete(before.ToMove(), now)
	}
	c.times = append(c.times[:at:at], c.Times(now))
	c.at, c.paused = at, false
}

// runClock lets the clock of the player to move run if it should, and stops it otherwise.
func (s *modal) runClock() {
	t := s.table
	if t == nil || t.clocks == nil {
		s.face.set(nil)
		return
	}
	c, now := t.clocks, s.o.Now()
	c.show(t.at)
	stands := c.paused || !s.atBoard() || t.over() || t.drawn() || t.at < len(t.steps) ||
		t.halted && t.botToMove()
	if stands {
		c.Stop(now)
	} else {
		c.Start(t.mover(), now)
	}
	s.face.set(t.faceOf(now))
	s.stage.retime(s.face.text(now))
}

// stopClock stops the clocks until the next [Session.runClock].
func (k *keeper) stopClock() {
	if t := k.table; t != nil && t.clocks != nil {
		t.clocks.Stop(k.o.Now())
		k.face.set(t.faceOf(k.o.Now()))
	}
}

// budget returns the context in which one of our bots thinks: it ends when the time that its clock
// allows for a turn is over, or the level's own limit if that is shorter.
func (d *desk) budget(ctx context.Context, limit time.Duration) (context.Context,
	context.CancelFunc, time.Duration) {
	t := d.table
	if t.clocks == nil || t.seats[t.mover()].program {
		return ctx, func() {}, limit
	}
	left, limited := t.clocks.Due(d.o.Now())
	if !limited {
		return ctx, func() {}, limit
	}
	share := clock.Budget(left, t.clocks.Control(t.mover()).Increment, 0)
	if limit == 0 || share < limit {
		limit = share
	}
	ctx, cancel := context.WithTimeout(ctx, share)
	return ctx, cancel, limit
}

// flag ends the game if the time of the player to move is up, and reports whether it is.
func (k *keeper) flag() bool {
	t := k.table
	if t == nil || t.clocks == nil || t.over() {
		return false
	}
	player, fallen := t.clocks.Fallen(k.o.Now())
	if !fallen {
		return false
	}
	t.clocks.Stop(k.o.Now())
	result, err := record.Timeout(t.Game, t.now(), player)
	// cannot happen: clocks are refused in games that nobody could win
	if err = t.end(result, err); err != nil {
		k.report(err)
		return false
	}
	t.timedOut = t.PlayerName(player)
	k.changed = true
	k.report(k.keep())
	return true
}

// cmdClock shows the clocks or changes them.
func (s *modal) cmdClock(_ context.Context, args string) error {
	t := s.table
	word := strings.ToLower(args)
	if t.clocks == nil && slices.Contains([]string{"off", "pause", "go"}, word) {
		return errors.New("there are no clocks; `clock 5m+3s` puts some on the table")
	}
	switch word {
	case "":
		if t.clocks == nil {
			s.say("No clocks: everyone may think as long as they like. `clock 5m+3s` changes that.")
			return nil
		}
		s.runClock()
		s.say("%s. %s.", s.face.text(s.o.Now()), controlsText(t))
		return nil
	case "pause":
		t.clocks.paused = true
		s.runClock()
		s.say("The clocks stand until the next move or `clock go`.")
		return nil
	case "go":
		t.clocks.paused = false
		s.runClock()
		s.say("The clock of %s runs.", t.PlayerName(t.mover()))
		return nil
	}
	if t.over() {
		return errors.New("the game is over; `again` plays another with these seats")
	}
	if t.at < len(t.steps) {
		return errors.New("clocks start at the last move; `goto end` goes there")
	}
	all, err := t.readControls(t.controls(), args)
	if err != nil {
		return err
	}
	if err := t.setClocks(all, s.o.Now); err != nil {
		return err
	}
	if t.clocks == nil {
		s.say("No clocks.")
	} else {
		s.say("%s.", controlsText(t))
	}
	s.changed = true
	return s.keep()
}

// controlsText says what time everyone has for the game.
func controlsText(t *table) string {
	if t.clocks.same() {
		return "Time for each player: " + t.clocks.Control(0).String()
	}
	var parts []string
	for i, c := range t.controls() {
		text := c.String()
		if c.Main == 0 {
			text = "no limit"
		}
		parts = append(parts, t.PlayerName(i)+" "+text)
	}
	return "Time: " + strings.Join(parts, ", ")
}

// same reports whether all players have the same time for the game.
func (c *clocks) same() bool {
	for i := range c.times[0] {
		if c.Control(i) != c.Control(0) {
			return false
		}
	}
	return true
}

// clockText is what the clocks show; "" where there are none.
func (d *desk) clockText() string {
	t := d.table
	if t.clocks == nil {
		return ""
	}
	t.clocks.show(t.at)
	return t.faceOf(d.o.Now()).text(d.o.Now())
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
	c := t.clocks
	f := &face{left: c.Times(now), running: c.Running(), since: now, paused: c.paused}
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
		now := l.s.o.Now()
		l.s.stage.retime(l.s.face.text(now))
		if !l.s.face.fallen(now) {
			return
		}
		select {
		case l.flags <- struct{}{}:
			if l.keys != nil {
				l.keys.nudge() // the reader of keys looks at the clock
			}
		default: // that has not been seen yet
		}
	})
}

// flagged ends the game when the time of the player who is typing is up. The line is discarded.
func (l *loop) flagged() {
	if l.keys != nil {
		l.keys.abandon()
	}
	select {
	case <-l.flags: // told twice
	default:
	}
	l.s.stage.begin()
	l.report(l.s.run(func(context.Context) error { return nil }))
}

// errFlag ends the reading of a line because the time of the player who types it is up.
var errFlag = errors.New("the time is up")

// keepClocks writes clocks into a record of the game up to the current position.
func (t *table) keepClocks(r *record.Game) {
	c := t.clocks
	if c == nil {
		return
	}
	for i := range t.seats {
		if c.Limited(i) {
			r.Clocks = append(r.Clocks,
				record.Pair{Name: t.PlayerName(i), Value: c.Control(i).String()})
		}
	}
	last := func(player int, times []time.Duration) time.Duration {
		if !c.Limited(player) {
			return record.Unlimited
		}
		return max(times[player], 0)
	}
	for _, tn := range t.turns() {
		if tn.from >= t.at {
			break
		}
		r.Left = append(r.Left, last(tn.player, c.times[min(tn.to, t.at)]))
	}
	if c.at == t.at && !t.over() {
		r.Left = append(r.Left, last(t.mover(), c.Times(c.now())))
	}
}

// takeClocks puts the clocks of a record on the table. A record that was written by hand lacks the
// times; then nobody has used any.
func (t *table) takeClocks(r *record.Game, now func() time.Time) error {
	if len(r.Clocks) == 0 {
		return nil
	}
	all := make([]clock.Control, len(t.seats))
	for _, pair := range r.Clocks {
		i, err := t.player(pair.Name)
		if err != nil {
			return err
		}
		if all[i], err = clock.Parse(pair.Value); err != nil {
			return err
		}
	}
	if err := t.setClocks(all, now); err != nil {
		return err
	}
	c := t.clocks
	shown := slices.Clone(c.times[0])
	turns := t.turns()
	for i, tn := range turns {
		if i < len(r.Left) && r.Left[i] >= 0 { // otherwise the line has no limit or no times
			shown[tn.player] = r.Left[i]
		}
		for at := tn.from + 1; at <= tn.to; at++ {
			c.times[at] = slices.Clone(shown)
		}
	}
	if len(r.Left) == len(turns)+1 && r.Left[len(turns)] >= 0 {
		c.times[len(t.steps)][t.mover()] = r.Left[len(turns)]
	}
	c.Set(c.times[t.at])
	c.at = t.at
	return nil
}

// sameClocks takes over the clocks of a table on which the same steps were played, as many as here.
func (t *table) sameClocks(from *table) {
	t.clocks = nil
	if from.clocks == nil {
		return
	}
	c := &clocks{Clock: clock.New(from.controls()...), at: t.at, paused: from.clocks.paused,
		now: from.clocks.now}
	for at := range t.positions {
		if at < len(from.clocks.times) {
			c.times = append(c.times, from.clocks.times[at])
		} else {
			c.times = append(c.times, from.clocks.times[len(from.clocks.times)-1])
		}
	}
	c.Set(c.times[c.at])
	if from.clocks.at == c.at && len(from.steps) == len(t.steps) {
		c.Set(from.clocks.Times(c.now()))
	}
	t.clocks = c
}

// clocksFor returns the texts of controls for a new game of the same rules.
func (t *table) clocksFor() (all []string) {
	for i, c := range t.controls() {
		if c.Main > 0 {
			all = append(all, fmt.Sprintf("%d=%s", i+1, c))
		}
	}
	return all
}
