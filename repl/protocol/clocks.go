package protocol

import (
	"context"
	"slices"
	"time"

	"boardgame/interp"
	"boardgame/interp/clock"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
)

// Clocks at a table go by the rules of those in the terminal: the clock of the player to move runs;
// it stands while chance decides, while an earlier moment is shown and when the game is over. Here
// the clocks wait, besides, until every seat is taken and, after a restart of the server, until the
// player to move is back.

// clocks are the clocks of a table. They never change: every change makes others. nil is none.
type clocks struct {
	controls []clock.Control
	times    [][]time.Duration // by moment, what they show there
	left     []time.Duration   // at the time since
	running  int               // -1: none
	since    time.Time
	started  bool // everyone has been there
	resumed  bool // they were read from a file: they wait for the player to move
}

// newClocks reads time controls: of all players, or by player.
func (g *game) newClocks(all string, some map[string]string, start *interp.Position) (*clocks,
	error) {
	controls := make([]clock.Control, len(g.rules().Players))
	set := func(text string, players ...int) error {
		c, err := clock.Parse(text)
		if err != nil {
			return wrong("%s", err)
		}
		for _, i := range players {
			controls[i] = c
		}
		return nil
	}
	if all != "" {
		for i := range controls {
			if err := set(all, i); err != nil {
				return nil, err
			}
		}
	}
	for name, text := range some {
		i, err := g.player(name, -1)
		if err == nil {
			err = set(text, i)
		}
		if err != nil {
			return nil, err
		}
	}
	return g.clocksFor(controls, start)
}

// clocksFor returns clocks with controls, nil if no player has a limit.
func (g *game) clocksFor(controls []clock.Control, start *interp.Position) (*clocks, error) {
	if !slices.ContainsFunc(controls, func(c clock.Control) bool { return c.Main > 0 }) {
		return nil, nil
	}
	if start.Result() == nil {
		if _, err := record.Timeout(g.game, start, 0); err != nil {
			return nil, wrong("%s", err)
		}
	}
	c := &clocks{controls: controls, running: -1}
	c.left = clock.New(controls...).Times(time.Time{})
	c.times = [][]time.Duration{c.left}
	return c, nil
}

// data is what the clocks show.
func (c *clocks) data(now time.Time) *message.Clocks {
	if c == nil {
		return nil
	}
	data := &message.Clocks{Running: c.running, Waiting: c.running < 0 && !c.started || c.resumed}
	for i, left := range c.clock().Times(now) {
		data.Control = append(data.Control, c.controls[i].String())
		if c.controls[i].Main == 0 {
			left = -time.Millisecond
		}
		data.Left = append(data.Left, left.Milliseconds())
	}
	return data
}

// clock returns the clocks as a clock that runs.
func (c *clocks) clock() *clock.Clock {
	k := clock.New(c.controls...)
	k.Set(c.left)
	if c.running >= 0 {
		k.Start(c.running, c.since)
	}
	return k
}

// at returns the clocks as k shows them.
func (c clocks) at(k *clock.Clock, now time.Time) *clocks {
	c.left, c.running, c.since = k.Times(now), k.Running(), now
	return &c
}

// played returns the clocks after a step that led to a moment.
func (c *clocks) played(before, after *interp.Position, at int, now time.Time) *clocks {
	if c == nil {
		return nil
	}
	k := c.clock()
	k.Stop(now)
	if interp.TurnTaken(before, after) {
		k.Complete(before.ToMove(), now)
	}
	d := c.at(k, now)
	at = min(at, len(c.times))
	d.times = append(c.times[:at:at], d.left)
	return d
}

// show returns the clocks as they were at a moment.
func (c *clocks) show(at int) *clocks {
	if c == nil {
		return nil
	}
	d := *c
	d.left, d.running = c.times[min(at, len(c.times)-1)], -1
	return &d
}

// retime lets the clock of the player to move run if it should.
func (d *draft) retime() {
	if d.clocks == nil {
		return
	}
	c := *d.clocks
	mover := d.face.Seat
	taken := func(s seat) bool { return !s.free() }
	switch {
	case c.resumed:
		c.started = len(d.seats[mover].held) > 0 || d.course.At() > len(c.times)-1
		c.resumed = !c.started
	case !c.started:
		c.started = !slices.ContainsFunc(d.seats, func(s seat) bool { return !taken(s) })
	}
	should := mover
	if !c.started || d.face.Over || d.face.Chance || d.course.At() < d.course.Len() {
		should = -1
	}
	if should != c.running {
		k := c.clock()
		k.Stop(d.now)
		if should >= 0 {
			k.Start(should, d.now)
		}
		c = *c.at(k, d.now)
	}
	d.clocks = &c
}

// rewind makes the table notice when the clock falls that runs now. The table must be locked.
func (t *table) rewind(now time.Time) {
	if t.flag != nil {
		t.flag.Stop()
	}
	if t.clocks == nil || t.closed {
		return
	}
	if left, limited := t.clocks.clock().Due(now); limited {
		t.flag = time.AfterFunc(max(left, 0)+time.Millisecond, func() { t.fall(time.Now()) })
	}
}

// mostEnding is how long the end of a game on time may take to be worked out.
const mostEnding = 10 * time.Second

// fall ends the game if the clock that runs has fallen.
func (t *table) fall(now time.Time) {
	t.mu.Lock()
	fallen := t.fallen(now)
	t.mu.Unlock()
	if !fallen {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostEnding)
	defer cancel()
	k := &call{conn: t.game.house, ctx: ctx}
	_ = k.until(func() error { // if that takes too long, whoever asks next ends the game
		k.expire(t, now)
		return nil
	})
}

// expire ends a game whose clock has fallen.
func (k *call) expire(t *table, now time.Time) {
	for range mostTries {
		d := &draft{k: k, t: t, game: k.on(t.game), now: now}
		t.mu.Lock()
		d.standing = t.standing
		d.seats, d.offers = slices.Clone(t.seats), nil
		fallen := t.fallen(now)
		t.mu.Unlock()
		if !fallen {
			return
		}
		player := d.clocks.running
		c := d.clocks.clock()
		c.Stop(now)
		d.clocks = d.clocks.at(c, now)
		d.offers = []message.Offer{}
		if d.line().TimeOut(player) != nil {
			return // clocks are refused in games that nobody could win
		}
		t.judge(&d.standing, d.game)
		var r *record.Game
		if k.conn.server.options.Data != "" {
			r = d.record(d.game)
		}
		if k.put(d, r) != nil {
			return
		}
	}
}

// fallen reports whether the clock that runs has no time left. The table must be locked.
func (t *table) fallen(now time.Time) bool {
	if t.clocks == nil || t.clocks.running < 0 || t.closed {
		return false
	}
	_, fallen := t.clocks.clock().Fallen(now)
	return fallen
}

// keep writes clocks into a record of the game up to the current moment.
func (c *clocks) keep(r *record.Game, g *game, played *course.Course) {
	if c == nil {
		return
	}
	for i, control := range c.controls {
		if control.Main > 0 {
			r.Clocks = append(r.Clocks,
				record.Pair{Name: g.rules().Players[i].Name, Value: control.String()})
		}
	}
	left := func(player int, times []time.Duration) time.Duration {
		if c.controls[player].Main == 0 {
			return record.Unlimited
		}
		return max(times[player], 0)
	}
	for _, turn := range played.Turns() {
		if turn.From < played.At() {
			to := min(turn.To, played.At(), len(c.times)-1)
			r.Left = append(r.Left, left(turn.Player, c.times[to]))
		}
	}
	if !played.Over() {
		r.Left = append(r.Left, left(played.Now().ToMove(), c.clock().Times(time.Now())))
	}
}

// clocksOf returns the clocks of a record, nil if it has none. A record that was written by hand
// lacks the times; then nobody has used any.
func (g *game) clocksOf(r *record.Game, played *course.Course) (*clocks, error) {
	controls := make([]clock.Control, len(g.rules().Players))
	for _, pair := range r.Clocks {
		i, err := g.player(pair.Name, -1)
		if err == nil {
			controls[i], err = clock.Parse(pair.Value)
		}
		if err != nil {
			return nil, err
		}
	}
	c, err := g.clocksFor(controls, played.Now())
	if c == nil || err != nil {
		return nil, err
	}
	c.resumed = true
	turns := played.Turns()
	shown := c.left
	for i, turn := range turns {
		if i < len(r.Left) && r.Left[i] >= 0 { // otherwise the line has no limit or no times
			shown = slices.Clone(shown)
			shown[turn.Player] = r.Left[i]
		}
		for range turn.To - turn.From {
			c.times = append(c.times, shown)
		}
	}
	if n := len(turns); len(r.Left) == n+1 && r.Left[n] >= 0 {
		shown = slices.Clone(shown)
		shown[played.Now().ToMove()] = r.Left[n]
		c.times[len(c.times)-1] = shown
	}
	c.left = shown
	return c, nil
}
