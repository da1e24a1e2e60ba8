package repl

import (
	"fmt"

	"boardgame/interp"
)

// This file keeps the secrets of a game at a table. Between two people a curtain is drawn: the
// screen is cleared until the next one says that nobody else looks.

func (curtain) prompt(s *Session) string {
	return fmt.Sprintf("Now only %s may look: press Enter> ",
		s.view.table.Sheet.Speech.PlayerName(s.view.table.Sheet.Mover()))
}

func (curtain) exec(s *Session, line string) (bool, error) {
	if line != "" {
		return false, nil
	}
	s.modes.leave()
	s.view.table.Sheet.Eyes = s.view.table.Sheet.Mover()
	s.host.changed = true
	return true, nil
}

func (curtain) complete(s *Session, line string) []string { return s.view.commandWords(line) }

// blind draws the curtain if another person is to move than the one who looks, and reports whether
// it did. A script has nobody who looks.
func (s *modes) blind() bool {
	t := s.view.table
	if !t.Sheet.Veiled() || !t.Blinds() || !s.atBoard() {
		return false
	}
	if !s.paper.Options.Live {
		t.Sheet.Eyes = t.Sheet.Mover()
		return false
	}
	t.Sheet.Eyes = interp.Public
	s.enter(curtain{})
	if s.paper.Stage.Shown() {
		s.paper.Stage.Open()
		s.view.show()
	} else {
		fmt.Fprint(s.paper.Out, "\x1b[H\x1b[2J\x1b[3J")
	}
	return true
}
