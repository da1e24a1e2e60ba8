package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/repl/table"
)

// advance lets the bots move until a person is to move or the game is over, and shows the board if
// anything changed.
func (s *Session) advance(ctx context.Context) error {
	t := s.view.table
	if _, drawn := s.modes.mode().(curtain); drawn && !t.Sheet.Veiled() { // resigned, or out of time
		s.modes.leave()
		s.host.changed = true
	}
	if t == nil || !s.modes.atBoard() {
		return nil
	}
	if err := s.host.rolls(ctx); err != nil {
		return err
	}
	w := s.watch()
	defer w.leave()
	begun := t.Sheet.Now().Ply()
	for t.BotToMove() && !t.Halted && ctx.Err() == nil {
		if s.view.endless(begun) {
			break
		}
		if s.rules.between() {
			t = s.view.table
			continue
		}
		if s.host.changed && s.paper.Options.Live &&
			(w != nil || t.Sheet.Course.Boundary(t.Sheet.Course.At())) {
			s.view.show()
			s.host.changed = false
		}
		if err := s.modes.botMoves(ctx, w); err != nil {
			return err
		}
		if err := s.host.rolls(ctx); err != nil {
			return err
		}
	}
	w.leave()
	if ctx.Err() != nil && t.BotToMove() {
		t.Halted = true
		if !slices.ContainsFunc(t.Seats, table.Seat.IsHuman) {
			if !s.paper.Options.Live {
				return ctx.Err()
			}
			if t.Slot == nil {
				s.paper.Say("No move has been played, so no game is saved.")
			}
			return s.cmdQuit(ctx, "") // no player is left who could continue
		}
		s.paper.Say("Stopped. `go` lets %s move, `undo` takes back.", t.Who(t.Sheet.Mover()))
	}
	if s.modes.blind() {
		s.host.changed = false
		return nil
	}
	if s.host.changed && !(s.modes.humanToMove() && s.modes.asksItself()) {
		s.view.show()
		s.host.changed = false
	}
	if t.Sheet.Over() && !t.Told {
		t.Told = true
		s.host.announce()
	}
	if s.modes.humanToMove() {
		s.modes.startEntry()
	}
	return nil
}

// endless stops a table of bots that has played its limit of turns since turn begun. Such a game
// may never end, and nobody would notice.
func (d *view) endless(begun int) bool {
	t, most := d.table, d.paper.Options.Turns
	if most == 0 {
		most = level.MostTurns
	}
	if slices.ContainsFunc(t.Seats, table.Seat.IsHuman) || t.Sheet.Now().Ply()-begun < most {
		return false
	}
	t.Halted = true
	d.paper.Say("The bots have played %d turns without an end and stop here. `go` lets them play as "+
		"many again; --turns sets how many.", most)
	return true
}

// botMoves lets the bot to move play one step. w is the watcher, nil if there is none.
func (s *modes) botMoves(ctx context.Context, w *watcher) error {
	t := s.view.table
	player := t.Sheet.Mover()
	begun := s.paper.Options.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if w != nil && w.keys != nil {
		w.cancel = cancel
		s.paper.Stage.Note(w.foot())
	}
	s.runClock()
	t.Tell(t.Seats[player].Bot)
	within, enough, limit := s.view.budget(ctx, t.Seats[player].Limit)
	c, err := s.adviser.think(within, w, t.Does(player, "thinks"), limit, t.Seats[player].Bot, nil)
	enough()
	s.host.stopClock()
	if ctx.Err() != nil {
		return nil // stopped: do not play what it has found so far
	}
	if s.host.flag() {
		return nil
	}
	t.Sheet.Course.Spend(player, s.paper.Options.Now().Sub(begun))
	if lost, err := s.host.forfeits(err); lost {
		return err
	}
	if err != nil {
		t.Halted = true
		return fmt.Errorf("%s cannot move: %w", t.Who(player), err)
	}
	s.host.linger(ctx, w, begun)
	if ctx.Err() != nil {
		return nil
	}
	if w != nil && w.keys != nil {
		s.paper.Stage.Begin() // the list beside the board has the earlier moves
	}
	p, at := t.Sheet.Now(), t.Sheet.Course.At()
	text := t.Sheet.Speech.StepText(p, c.Move)
	if err := t.Play(c.Move); err != nil {
		t.Halted = true
		return err
	}
	if err := s.host.keep(); err != nil {
		return err
	}
	s.host.changed = true
	if t.Sheet.Veiled() {
		if text, c.Measure = t.Sheet.ToldOf(at, at+1), bot.NoMeasure; text == "" {
			return nil
		}
	}
	line := fmt.Sprintf("%s %s: %s", t.Sheet.NumberAt(at), t.Who(player), text)
	if c.Measure != bot.NoMeasure {
		if v := c.Text(c.Value, c.Proven); v != "" && len(c.Lines) > 0 && c.Nodes > 0 {
			line += "   [" + v + "]"
		}
	}
	s.paper.Say("%s", line)
	s.host.explainValue(player, c.Measure, strings.HasSuffix(line, "]"))
	s.view.sayAnnounced()
	return nil
}

// cmdQuit ends the session, and says what becomes of unfinished work.
func (s *Session) cmdQuit(context.Context, string) error {
	s.done = true
	switch m := s.modes.mode().(type) {
	case *setup:
		s.paper.Say("The position you were setting up is not kept.")
	case *confirm:
		if m.saved {
			s.paper.Say("The unfinished game is kept; you can resume it the next time.")
			return nil
		}
	}
	switch t := s.view.table; {
	case t == nil || t.Slot == nil || t.Sheet.Over() || s.host.unsaved:
	case len(t.Record().Turns) == 0: // everything has been taken back
		s.paper.Say("No move is played, so there is nothing to resume.")
	default:
		s.paper.Say("The game is saved; you can resume it the next time.")
	}
	return nil
}
