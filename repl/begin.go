package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/interp/record"
	"boardgame/repl/saves"
	"boardgame/repl/table"
)

// Start opens a game without the menu. It takes a built-in name or a path, a preset ("" for none),
// options, and who sits where, by the names of the players. Players without a seat are people. If
// the game cannot have what is asked for, the error is a [*RefusedError].
func (s *Session) Start(name, preset string, options, seats map[string]string) error {
	t, err := table.New(name, preset, options, nil, s.host.seed())
	if err != nil {
		return err
	}
	if len(seats) > len(t.Seats) {
		return &table.RefusedError{Err: fmt.Errorf("%s has %s, but you named %d",
			t.Sheet.Speech.Rules().Title, diag.Amount(len(t.Seats), "player"), len(seats))}
	}
	for player, who := range seats {
		i, err := t.Player(player)
		if err != nil {
			return &table.RefusedError{Err: err}
		}
		if done, err := s.host.seatProgram(t, i, who); err != nil {
			return err
		} else if done {
			continue
		}
		if err := t.Sit(i, who); err != nil {
			return err
		}
	}
	if err := t.Sheet.SetCoordinates(s.paper.Options.Coordinates); err != nil {
		return &table.RefusedError{Err: err}
	}
	if err := s.host.limit(t, s.paper.Options.Clocks); err != nil {
		return &table.RefusedError{Err: err}
	}
	s.modes.open(t)
	return s.run(func(context.Context) error { return nil })
}

// Resume continues the last unfinished game of the named ruleset, or of any ruleset if name is "".
func (s *Session) Resume(name string) error {
	for _, sv := range s.host.saves.Open() {
		if name == "" || sv.Record.Ruleset == name {
			return s.run(func(context.Context) error { return s.modes.resume(sv, false) })
		}
	}
	if name != "" {
		return fmt.Errorf("there is no unfinished game of %s", name)
	}
	return errors.New("there is no unfinished game")
}

// Offer asks whether to continue an unfinished game of the named ruleset or, with "", of any. With
// a preset or options, it asks about one that began with the same options. It reports whether there
// is a game to ask about. If the answer is no, Offer calls then.
func (s *Session) Offer(name, preset string, options map[string]string, then func() error) bool {
	if !s.paper.Config.Resume {
		return false
	}
	var same []record.Pair // the options of the games to ask about
	chosen := preset != "" || len(options) > 0
	if chosen {
		t, err := table.New(name, preset, options, nil, s.host.seed())
		if err != nil {
			return false // opening it will report the error
		}
		same = t.Record().Options
	}
	for _, sv := range s.host.saves.Open() {
		if !sv.Declined() && (name == "" || sv.Record.Ruleset == name) &&
			(!chosen || slices.Equal(same, sv.Record.Options)) {
			s.paper.Say("%s", s.paper.Paint("bold", "There is an unfinished game:"))
			s.paper.Para("  ", "  "+sv.Title(s.paper.Options.Now()))
			decline := func() error {
				// It stays in the list of `resume`, but is not asked about again, unless the tag
				// cannot be written.
				if sl, err := saves.Hold(sv.File); err == nil {
					sv.Record.Tags = append(sv.Record.Tags, saves.DeclinedTag)
					_ = record.Save(sv.File, sv.Record)
					_ = sl.Free()
				}
				return then()
			}
			s.modes.enter(&confirm{ask: "Resume it? [Y/n] ", saved: true,
				means: "`y` or Enter resumes the game; `n` starts a new one and keeps the old one " +
					"in the list of `resume`.",
				yes: func() error { return s.modes.goOn(sv, then) }, no: decline})
			return true
		}
	}
	return false
}

// Menu opens the first page: the games.
func (s *Session) Menu() { s.toMenu() }
