package course

import (
	"slices"
	"time"

	"boardgame/interp"
	"boardgame/interp/clock"
	"boardgame/interp/record"
)

// Clocks is the clocks of a game. Whoever runs the game starts and stops them; they note by
// themselves what they showed at each moment, and show it when that moment is shown again.
type Clocks struct {
	*clock.Clock
	Paused bool // until the next step
	now    func() time.Time
	shown  *moment // whose times they show
}

// Now returns the time of day of the clocks.
func (k *Clocks) Now() time.Time { return k.now() }

// Clocks returns the clocks; nil if nobody's time is limited.
func (c *Course) Clocks() *Clocks { return c.clocks }

// SetClocks gives players their time, by player, from the moment on that is shown. Players without
// a control have no limit; if none has one, there are no clocks. The error says that nobody could
// win this game on time.
func (c *Course) SetClocks(controls []clock.Control, now func() time.Time) error {
	if !slices.ContainsFunc(controls, func(c clock.Control) bool { return c.Main > 0 }) {
		c.clocks = nil
		return nil
	}
	if _, err := record.Timeout(c.game, c.Now(), 0); err != nil {
		return err
	}
	all := make([]clock.Control, len(c.game.Rules().Players))
	copy(all, controls)
	c.clocks = &Clocks{Clock: clock.New(all...), now: now, shown: c.line[c.at]}
	forget(c.line[0])
	for _, m := range c.line {
		m.times = c.clocks.Times(now())
	}
	return nil
}

// forget discards the times of all moments from one on.
func forget(m *moment) {
	for todo := []*moment{m}; len(todo) > 0; {
		m := todo[len(todo)-1]
		m.times = nil
		todo = append(todo[:len(todo)-1], m.next...)
	}
}

// Controls returns the time controls by player; nil if there are no clocks.
func (c *Course) Controls() []clock.Control {
	if c.clocks == nil {
		return nil
	}
	var all []clock.Control
	for i := range c.game.Rules().Players {
		all = append(all, c.clocks.Control(i))
	}
	return all
}

// showClocks makes the clocks show the times of the moment that is shown.
func showClocks(c *Course) {
	k, here := c.clocks, c.line[c.at]
	if k == nil || k.shown == here {
		return
	}
	now := k.now()
	k.Stop(now)
	k.shown.times = k.Times(now) // the time thought there is gone
	if here.times == nil {
		here.times = k.shown.times
	}
	k.Set(here.times)
	k.shown = here
}

// complete notes what the clocks show after a new step.
func complete(c *Course) {
	k, here := c.clocks, c.line[c.at]
	if k == nil {
		return
	}
	now := k.now()
	k.Stop(now)
	if interp.TurnTaken(c.Position(c.at-1), c.Position(c.at)) {
		k.Complete(c.Position(c.at-1).ToMove(), now)
	}
	here.times = k.Times(now)
	k.shown, k.Paused = here, false
}

// Spend notes that a player has thought for some time, for [Course.Spent].
func (c *Course) Spend(player int, d time.Duration) {
	if c.spent == nil {
		c.spent = make([]time.Duration, len(c.game.Rules().Players))
	}
	c.spent[player] += d
}

// Spent returns how long a player has thought in this game, as far as [Course.Spend] was told.
func (c *Course) Spent(player int) time.Duration {
	if c.spent == nil {
		return 0
	}
	return c.spent[player]
}

// Left returns what the clock of a player shows now, and what a turn adds; zero without a limit.
func (c *Course) Left(player int) (left, increment time.Duration) {
	if c.clocks == nil || !c.clocks.Limited(player) {
		return 0, 0
	}
	return c.clocks.Left(player, c.clocks.now()), c.clocks.Control(player).Increment
}

// recordClocks writes the clocks into the record of the game up to the moment that is shown.
func recordClocks(c *Course, r *record.Game) {
	k := c.clocks
	if k == nil {
		return
	}
	for i, p := range c.game.Rules().Players {
		if k.Limited(i) {
			r.Clocks = append(r.Clocks, record.Pair{Name: p.Name, Value: k.Control(i).String()})
		}
	}
	left := func(player int, times []time.Duration) time.Duration {
		if !k.Limited(player) {
			return record.Unlimited
		}
		return max(times[player], 0)
	}
	for _, t := range played(c) {
		r.Left = append(r.Left, left(t.Player, c.line[t.To].times))
	}
	if k.shown == c.line[c.at] && !c.Over() {
		r.Left = append(r.Left, left(c.Now().ToMove(), k.Times(k.now())))
	}
}

// restoreClocks puts the clocks of a record on the table. A record that was written by hand lacks
// the times; then nobody has used any.
func restoreClocks(c *Course, r *record.Game, now func() time.Time) error {
	if len(r.Clocks) == 0 || now == nil {
		return nil
	}
	all := make([]clock.Control, len(c.game.Rules().Players))
	for _, pair := range r.Clocks {
		control, err := clock.Parse(pair.Value)
		if err != nil {
			return err
		}
		all[player(c.game, pair.Name)] = control
	}
	if err := c.SetClocks(all, now); err != nil {
		return err
	}
	shown := slices.Clone(c.line[0].times)
	turns := c.Turns()
	for i, t := range turns {
		if i < len(r.Left) && r.Left[i] >= 0 { // otherwise the line has no limit or no times
			shown[t.Player] = r.Left[i]
		}
		for at := t.From + 1; at <= t.To; at++ {
			c.line[at].times = slices.Clone(shown)
		}
	}
	here := c.line[c.at]
	if len(r.Left) == len(turns)+1 && r.Left[len(turns)] >= 0 {
		here.times[here.position.ToMove()] = r.Left[len(turns)]
	}
	c.clocks.Set(here.times)
	return nil
}

// Adopt takes over the notes, the clocks and what the players decided from a game in which the same
// steps were played, by other rules maybe, and shows the same moment, as far as both have it.
func (c *Course) Adopt(from *Course) {
	whole := c.Len() == from.Len()
	for i, m := range c.line {
		if i < len(from.line) {
			m.note = from.line[i].note
		}
	}
	c.Goto(c.Len())
	if e := from.line[from.Len()].ending; whole && e.how != NotEnded && !c.Over() {
		result := from.line[from.Len()].position.Result()
		_ = endWith(c, e.how, e.player, result, nil) // it is not over
	}
	c.Goto(min(from.at, c.Len()))
	if from.clocks == nil {
		return
	}
	_ = c.SetClocks(from.Controls(), from.clocks.now) // which were accepted before
	if c.clocks == nil {
		return
	}
	for i, m := range c.line {
		m.times = slices.Clone(from.line[min(i, from.Len())].times)
	}
	k := c.clocks
	k.Paused = from.clocks.Paused
	k.Set(k.shown.times)
	if whole && from.clocks.shown == from.line[from.at] {
		k.Set(from.clocks.Times(k.now()))
	}
}
