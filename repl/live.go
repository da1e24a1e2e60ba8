package repl

import (
	"context"
	"fmt"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

// Live play: someone edits the rules file of the game on the table. When the file is saved, a new
// table is made with the new rules, the moves so far are replayed on it, and it replaces the old
// one. If anything fails, the old table stays as it was.

func init() {
	commands = append(commands, &command{
		name: "reload", help: "reads the rules again and replays the moves so far under them",
		table: true,
		run:   onModes((*modes).cmdReload),
		more: "On a terminal this happens automatically when the file of the rules is saved, or " +
			"one that it" +
			" extends or uses, or the TOML beside it. A move that is no longer legal ends the " +
			"replay;" +
			" `goto` still reaches the turns behind it.",
	})
}

func (s *modes) cmdReload(context.Context, string) error { return s.reload(true) }

// reload reads the rules of the table again and replays the game. By hand, it also answers when
// there is nothing to do.
func (s *modes) reload(byHand bool) error {
	t := s.view.table
	if t.Sheet.Speech.Ruleset.Builtin {
		return fmt.Errorf("%s comes with boardgame, and its rules stay as they are;"+
			" `boardgame rules %s --out mine.rules` makes a copy to change", t.Name, t.Name)
	}
	news := t.News()
	if news == "" && !byHand {
		return nil
	}
	next, err := t.WithNewRules()
	if err != nil {
		if news != "" {
			s.paper.Say("%s", news)
		}
		return fmt.Errorf("%w\nThe table keeps the rules it has", err)
	}
	if news == "" {
		news = "The rules are the same as before."
	}
	s.paper.Say("%s", s.paper.Paint("bold", news))
	origin := t
	if t.Former != nil && slices.Equal(t.Sheet.Course.Steps(0, t.Sheet.Course.Len()), t.Kept) {
		origin = t.Former // nothing was played since a move was refused: it may be legal again
	}
	stop := next.Replay(origin)
	for i, problem := range s.host.reseat(next, t) {
		s.paper.Say("%s played by a person now: %s.", next.Sheet.Speech.Does(i, "is"), problem)
	}
	s.view.table = next
	if s.atBoard() {
		s.stack = []mode{boardMode{}}
	}
	s.host.changed = true
	// The record of a game that is no longer fully legal stays as it is. Whatever is played now is
	// a new game.
	next.Slot = nil
	if t != origin {
		if err := t.Free(); err != nil {
			return err
		}
	}
	if stop == nil {
		if origin.Former != nil {
			if err := origin.Former.Release(); err != nil {
				return err
			}
		}
		next.Slot, origin.Slot = origin.Slot, nil
		if n := len(next.Sheet.Course.Turns()); n > 0 {
			s.paper.Say("%s replayed.", speech.Capital(diag.Amount(n, "turn")))
		}
		return s.host.keep()
	}
	next.Former, next.Kept = origin, next.Sheet.Course.Steps(0, next.Sheet.Course.Len())
	next.Halted = next.BotToMove() // so that the messages can be read
	s.view.refused(stop)
	if next.Halted {
		s.paper.Say("`go` lets %s move.", next.Who(next.Sheet.Mover()))
	}
	return nil
}

// refused says at which move a replay stopped, and why.
func (d *view) refused(stop *table.RefusedStep) {
	t := d.table
	number := t.Former.Sheet.NumberTyped(stop.Turn - 1)
	d.paper.Say("Turn %s, %s %s, is no longer legal: %s.", number, stop.Player, stop.Text, stop.Why)
	d.paper.Quote(stop.Span)
	all := len(t.Former.Sheet.Course.Turns())
	d.paper.Para("", fmt.Sprintf(
		"%d of %s kept. `goto %s` and beyond shows the game under the old rules.",
		stop.Turn-1, diag.Amount(all, "turn"), number))
}

// reseat gives the seats of a table to the same players as at another. It restarts programs,
// because the rules they were told are obsolete. It returns, by player, why a bot cannot play on.
func (k *host) reseat(t, from *table.Table) map[int]error {
	problems := map[int]error{}
	for i := range t.Seats {
		if i >= len(from.Seats) || from.Seats[i].IsHuman() {
			continue
		}
		started, err := k.seatProgram(t, i, from.Seats[i].Level)
		if !started {
			err = t.Sit(i, from.Seats[i].Level)
		}
		if err != nil {
			problems[i] = err
		}
	}
	return problems
}

// between does that between two moves of bots too, and reports whether the table may be another
// one.
func (f *follower) between() bool {
	if f == nil || f.watch == nil || f.s.view.table == nil || !f.s.modes.atBoard() {
		return false
	}
	select {
	case <-f.watch.changes:
		f.due = true
	default:
	}
	saved := f.due
	if saved {
		f.due = false
		f.s.paper.Stage.Begin()
		f.s.paper.Report(f.s.modes.reload(false))
	}
	if saved || f.of != f.s.view.table {
		f.of = f.s.view.table
		f.watch.follow(f.of.RulesFiles())
	}
	return saved
}
