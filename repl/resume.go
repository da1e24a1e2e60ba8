package repl

import (
	"errors"
	"slices"
	"strings"

	"boardgame/interp/record"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
)

// goOn resumes a saved game for a person. If the rules have changed since, it asks whether to
// replay the moves under the new ones. If the game is not resumed, it calls instead.
func (s *modes) goOn(sv *saves.Saved, instead func() error) error {
	err := s.resume(sv, false)
	if _, ok := errors.AsType[*record.OtherRulesError](err); !ok {
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

func (c *confirm) prompt(*Session) string { return c.ask }

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

// abandoned says what Ctrl-C did, and how to leave.
func (s *modes) abandoned() {
	c, asked := s.mode().(*confirm)
	switch {
	case asked:
		s.paper.Para("", c.help())
	case s.view.table != nil:
		s.paper.Para("", "Ctrl-C clears the line. `quit` or Ctrl-D leaves; the game is saved.")
	default:
		s.paper.Say("Ctrl-C clears the line. `quit` or Ctrl-D leaves.")
	}
}
