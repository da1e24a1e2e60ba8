package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

// keep saves the game. If that fails it says so, and the game continues in memory: a full disk must
// not end it.
func (k *host) keep() error {
	t := k.view.table
	if k.saves.Dir == "" || t.Slot == nil && t.Untouched() {
		return nil // nobody would miss a game with nothing but rolls
	}
	err := func() error {
		if t.Slot == nil {
			sl, err := k.saves.Claim(t.Name)
			if err != nil {
				return err
			}
			t.Slot = sl
		}
		r := t.Record()
		if !k.paper.Options.Live {
			// the next player is not offered the game of a script
			r.Tags = append(r.Tags, saves.DeclinedTag)
		}
		return record.Save(t.Slot.File, r)
	}()
	if err != nil && !k.unsaved {
		k.paper.Say("%s", k.paper.Paint("yellow", "The game cannot be saved: "+err.Error()))
		k.paper.Para("", "It continues in memory. Every move tries again, and `save FILE` saves it "+
			"elsewhere.")
	}
	if err == nil && k.unsaved {
		k.paper.Say("The game is saved again.")
	}
	k.unsaved = err != nil
	return nil
}

// restore makes a table from a record. With anyway, it accepts rules that have changed since, as
// long as the moves are legal.
func (k *host) restore(r *record.Game, anyway bool) (*table.Table, error) {
	options := map[string]string{}
	preset := ""
	for _, o := range r.Options {
		options[o.Name] = o.Value
	}
	for _, tag := range r.Tags {
		if tag.Name == table.PresetTag {
			preset = tag.Value
		}
	}
	t, err := table.New(r.Ruleset, preset, options, nil, k.seed())
	if err != nil && preset != "" {
		// the preset is gone; the options say it all
		t, err = table.New(r.Ruleset, "", options, nil, k.seed())
	}
	if err != nil {
		return nil, err
	}
	copy := *r
	if anyway {
		copy.Hash = ""
	}
	played, err := course.Open(context.Background(), t.Sheet.Speech.Game, &copy, k.paper.Options.Now)
	if err != nil {
		var other *record.OtherRulesError
		if errors.As(err, &other) {
			return nil, fmt.Errorf("%w.\nAdd `anyway` to load it with the rules as they are now",
				err)
		}
		return nil, err
	}
	for _, sitter := range r.Seats {
		if i, err := t.Player(sitter.Name); err == nil {
			if err := t.Sit(i, sitter.Value); err != nil {
				t.Seats[i] = table.Seat{} // the name of a person, or a bot that no longer exists
			}
		}
	}
	t.Begin(played)
	t.Told = t.Sheet.Over()
	return t, nil
}

// goOn resumes a saved game for a person. If the rules have changed since, it asks whether to
// replay the moves under the new ones. If the game is not resumed, it calls instead.
func (s *modes) goOn(sv *saves.Saved, instead func() error) error {
	err := s.resume(sv, false)
	var changed *record.OtherRulesError
	if !errors.As(err, &changed) {
		return s.paper.OrElse(err, instead)
	}
	if _, err := s.host.restore(sv.Record, true); err != nil {
		s.paper.Para("  ", "The rules have changed since this game was saved, and its moves do not fit "+
			"them: "+err.Error())
		return instead()
	}
	s.enter(&confirm{
		ask:   "The rules have changed since. Replay the moves under the new ones? [Y/n] ",
		means: "`y` or Enter replays the moves under the new rules; `n` leaves the game as it is.",
		saved: true,
		yes:   func() error { return s.paper.OrElse(s.resume(sv, true), instead) },
		no:    instead,
	})
	return nil
}

// resume opens a game of the store; with anyway, even if the rules have changed since.
func (s *modes) resume(sv *saves.Saved, anyway bool) error {
	sl, err := saves.Hold(sv.File)
	if err != nil {
		return err
	}
	t, err := s.host.restore(sv.Record, anyway)
	if err != nil {
		_ = sl.Free()
		return err
	}
	t.Slot = sl
	s.open(t)
	return nil
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

// confirm is the mode of a yes-or-no question; an empty line is yes.
type confirm struct {
	ask     string
	means   string // what the answers do
	saved   bool   // it is about an unfinished game
	yes, no func() error
}

func (c *confirm) prompt(*Session) string                    { return c.ask }
func (c *confirm) complete(_ *Session, line string) []string { return nil }
func (c *confirm) exec(s *Session, line string) (bool, error) {
	switch word := strings.Trim(strings.ToLower(line), ".!"); {
	case line == "" || slices.Contains(yesWords, word):
		s.modes.leave()
		return true, c.yes()
	case slices.Contains(noWords, word):
		s.modes.leave()
		return true, c.no()
	}
	cmd, _ := findCommand(speech.FirstWord(line))
	switch {
	case cmd != nil && (cmd.named("quit") || cmd.named("menu") && len(s.modes.stack) > 1):
		return false, nil
	case cmd != nil && cmd.named("help"):
		s.paper.Para("", c.help())
		return true, nil
	}
	return true, errors.New("Please answer yes or no. " + c.help())
}

// help says what you can answer, and how to leave.
func (c *confirm) help() string { return c.means + " `quit` or Ctrl-D leaves boardgame." }

// The words that answer a question, besides an empty line.
var (
	yesWords = []string{"y", "yes", "yeah", "yep", "ok", "okay", "sure", "please", "resume",
		"continue", "go", "go on", "begin", "start", "play"}
	noWords = []string{"n", "no", "nope", "new", "new game", "not now", "back"}
)
