package repl

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"boardgame/interp/clock"
	"boardgame/repl/table"
)

// Clocks at the table. The clock of the player to move runs while a person can move or a bot
// thinks. It stops in the menu, during setup, while an earlier moment is shown, and after `clock
// pause`. Undo, redo and goto restore the clocks of that moment.

// setClocks gives players their time from the current position on, as [course.Course.SetClocks].
func (k *host) setClocks(t *table.Table, controls []clock.Control) error {
	return t.Sheet.Course.SetClocks(controls, k.paper.Options.Now)
}

// limit puts clocks on a table: 5m+3s for all players, or PLAYER=5m+3s.
func (k *host) limit(t *table.Table, texts []string) (err error) {
	var all []clock.Control
	for _, text := range texts {
		if all, err = t.ReadControls(all, text); err != nil {
			return err
		}
	}
	return k.setClocks(t, all)
}

// runClock lets the clock of the player to move run if it should, and stops it otherwise.
func (s *modes) runClock() {
	t := s.view.table
	if t == nil || t.Sheet.Course.Clocks() == nil {
		s.host.face.Set(nil)
		return
	}
	c, now := t.Sheet.Course.Clocks(), s.paper.Options.Now()
	stands := c.Paused || !s.atBoard() || t.Sheet.Over() || t.Sheet.Drawn() ||
		t.Sheet.Course.At() < t.Sheet.Course.Len() || t.Halted && t.BotToMove()
	if stands {
		c.Stop(now)
	} else {
		c.Start(t.Sheet.Mover(), now)
	}
	s.host.face.Set(t.FaceOf(now))
	s.paper.Stage.Retime(s.host.face.Text(now))
}

// stopClock stops the clocks until the next [Session.runClock].
func (k *host) stopClock() {
	if t := k.view.table; t != nil && t.Sheet.Course.Clocks() != nil {
		t.Sheet.Course.Clocks().Stop(k.paper.Options.Now())
		k.face.Set(t.FaceOf(k.paper.Options.Now()))
	}
}

// budget returns the context in which one of our bots thinks: it ends when the time that its clock
// allows for a turn is over, or the level's own limit if that is shorter.
func (d *view) budget(ctx context.Context, limit time.Duration) (context.Context,
	context.CancelFunc, time.Duration) {
	t := d.table
	clocks := t.Sheet.Course.Clocks()
	if clocks == nil || t.Seats[t.Sheet.Mover()].Program {
		return ctx, func() {}, limit
	}
	left, limited := clocks.Due(d.paper.Options.Now())
	if !limited {
		return ctx, func() {}, limit
	}
	share := clock.Budget(left, clocks.Control(t.Sheet.Mover()).Increment, 0)
	if limit == 0 || share < limit {
		limit = share
	}
	ctx, cancel := context.WithTimeout(ctx, share)
	return ctx, cancel, limit
}

// flag ends the game if the time of the player to move is up, and reports whether it is.
func (k *host) flag() bool {
	t := k.view.table
	if t == nil || t.Sheet.Course.Clocks() == nil || t.Sheet.Over() {
		return false
	}
	player, fallen := t.Sheet.Course.Clocks().Fallen(k.paper.Options.Now())
	if !fallen {
		return false
	}
	t.Sheet.Course.Clocks().Stop(k.paper.Options.Now())
	// cannot happen: clocks are refused in games that nobody could win
	if err := t.TimeOut(player); err != nil {
		k.paper.Report(err)
		return false
	}
	k.changed = true
	k.paper.Report(k.keep())
	return true
}

// cmdClock shows the clocks or changes them.
func (s *modes) cmdClock(_ context.Context, args string) error {
	t := s.view.table
	word := strings.ToLower(args)
	if t.Sheet.Course.Clocks() == nil && slices.Contains([]string{"off", "pause", "go"}, word) {
		return errors.New("there are no clocks; `clock 5m+3s` puts some on the table")
	}
	switch word {
	case "":
		if t.Sheet.Course.Clocks() == nil {
			s.paper.Say("No clocks: everyone may think as long as they like. `clock 5m+3s` changes that.")
			return nil
		}
		s.runClock()
		s.paper.Say("%s. %s.", s.host.face.Text(s.paper.Options.Now()), table.ControlsText(t))
		return nil
	case "pause":
		t.Sheet.Course.Clocks().Paused = true
		s.runClock()
		s.paper.Say("The clocks stand until the next move or `clock go`.")
		return nil
	case "go":
		t.Sheet.Course.Clocks().Paused = false
		s.runClock()
		s.paper.Say("The clock of %s runs.", t.Sheet.Speech.PlayerName(t.Sheet.Mover()))
		return nil
	}
	if t.Sheet.Over() {
		return errors.New("the game is over; `again` plays another with these seats")
	}
	if t.Sheet.Course.At() < t.Sheet.Course.Len() {
		return errors.New("clocks start at the last move; `goto end` goes there")
	}
	all, err := t.ReadControls(t.Sheet.Course.Controls(), args)
	if err != nil {
		return err
	}
	if err := s.host.setClocks(t, all); err != nil {
		return err
	}
	if t.Sheet.Course.Clocks() == nil {
		s.paper.Say("No clocks.")
	} else {
		s.paper.Say("%s.", table.ControlsText(t))
	}
	s.host.changed = true
	return s.host.keep()
}

// clockText is what the clocks show; "" where there are none.
func (d *view) clockText() string {
	t := d.table
	if t.Sheet.Course.Clocks() == nil {
		return ""
	}
	return t.FaceOf(d.paper.Options.Now()).Text(d.paper.Options.Now())
}
