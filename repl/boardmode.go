package repl

import (
	"fmt"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/repl/board"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

func (boardMode) prompt(s *Session) string {
	t := s.view.table
	if t.Sheet.Over() {
		return "game over> "
	}
	if t.Sheet.Drawn() {
		return t.Sheet.Number() + " dice> "
	}
	return fmt.Sprintf("%s %s> ", t.Sheet.Number(), t.Sheet.Speech.PlayerName(t.Sheet.Mover()))
}

func (boardMode) complete(s *Session, line string) []string {
	words := s.view.moveWords(line)
	words = append(words, s.view.commandWords(line)...)
	return words
}

func (boardMode) exec(s *Session, line string) (bool, error) {
	t := s.view.table
	if line == "" {
		if t.Sheet.Over() {
			s.toMenu()
		}
		return true, nil
	}
	if t.Sheet.Over() || t.BotToMove() && !t.Halted {
		if c, several := findCommand(speech.FirstWord(line)); c == nil && len(several) == 0 &&
			!strings.HasPrefix(line, "=") {
			return true, s.view.mayMove()
		}
		return false, nil
	}
	if strings.HasPrefix(line, "=") && !t.Sheet.Speech.IsAlias(line) {
		return false, nil // an expression to evaluate
	}
	// A command's name runs the command, unless the line is exactly how a legal move is written or
	// what an alias of the game stands for.
	if c, _ := findCommand(speech.FirstWord(line)); c != nil && c.named(speech.FirstWord(line)) &&
		!s.view.isMove(line) && !t.Sheet.Speech.IsAlias(line) && !s.view.isColumn(line) {
		return false, nil
	}
	e := t.Sheet.Read(line)
	switch {
	case len(e.Steps) > 0:
		return true, s.host.playSteps(e.Steps)
	case len(e.Candidates) > 0:
		first := speech.FirstWord(line)
		if c, _ := findCommand(first); c != nil && len(first) == len(line) &&
			!strings.ContainsAny(line, "0123456789") {
			return false, nil
		}
		s.view.offer(line, e.Candidates)
		return true, s.quietly()
	}
	if c, _ := findCommand(speech.FirstWord(line)); c != nil &&
		!strings.ContainsAny(speech.FirstWord(line), "0123456789-") && !t.Sheet.Speech.IsAlias(line) {
		return false, nil
	}
	return true, s.adviser.refusal(line, e.Err)
}

// Preview marks on the board where an unfinished line may lead. A board visible above the line is
// redrawn in place. Otherwise Preview draws a new one of at most the given number of lines, if the
// line leaves a choice.
func (s *Session) Preview(line string, lines int) {
	if s.Highlight(line) {
		return
	}
	v, n := s.modes.led(line)
	if n < 2 {
		return
	}
	if picture := board.Text(v, s.paper.Style(lines)); strings.Count(picture, "\n") <= lines {
		fmt.Fprint(s.paper.Out, "\n\n")
		s.paper.Out.Draw(picture, moment{s.view.table, s.view.table.Sheet.Course.At()})
	}
}

// Highlight marks on the board above the line being typed where that line may lead. If it leads
// nowhere, or is empty, the board looks as before. Highlight reports whether the board is visible
// to be drawn on. It may be called while a line is being read.
func (s *Session) Highlight(line string) bool {
	if s.paper.Stage.Shown() {
		if v, n := s.modes.led(line); n > 0 {
			s.paper.Stage.Overlay(&v)
		} else {
			s.paper.Stage.Overlay(nil)
		}
		return true
	}
	if s.view.table == nil || !s.paper.Out.Sees(moment{s.view.table, s.view.table.Sheet.Course.At()}) {
		return false
	}
	v, n := s.modes.led(line)
	if n == 0 {
		return s.paper.Out.Redraw("")
	}
	return s.paper.Out.Redraw(board.Text(v, s.paper.Style(s.paper.Out.Lines()))) ||
		s.paper.Out.Redraw("")
}

// led shows where an unfinished line may lead, and returns how many legal steps begin with it; 0 if
// the line is not a step at all.
func (s *modes) led(line string) (board.View, int) {
	if _, at := s.mode().(boardMode); !at || strings.TrimSpace(line) == "" {
		return board.View{}, 0
	}
	all, p := s.view.begun(line)
	if len(all) == 0 {
		return board.View{}, 0
	}
	moves := lists.Map(all, func(b table.Written) interp.Move { return b.Move })
	m := s.view.table.Sheet.Choices(p, moves)
	m.HideLast = true
	then := *s.view.table
	then.Sheet.Course = course.New(then.Sheet.Speech.Game, p)
	return then.View(0, m), len(all)
}

// quietly is the error of a line that was answered but had no effect: a script should stop at it.
func (s *Session) quietly() error { return wording.ErrQuiet }
