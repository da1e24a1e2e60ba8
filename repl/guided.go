package repl

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// startEntry begins the way of entering moves that the user prefers, at each move of a person.
func (s *modes) startEntry() {
	switch {
	case s.asksItself():
		s.guide(true)
	case s.paper.Options.Live && s.paper.Config.Entry == "point":
		s.pointing = true
	}
}

// asksItself reports whether guided entry begins at the next move of a person without being told
// to; it draws the board.
func (s *modes) asksItself() bool {
	_, already := s.mode().(*guided)
	return s.paper.Options.Live && s.paper.Config.Entry == "guided" && !already && !s.pointing
}

// humanToMove reports whether a person is to move at the board.
func (s *modes) humanToMove() bool {
	t := s.view.table
	return s.view.mayMove() == nil && s.atBoard() &&
		(t.Seats[t.Sheet.Mover()].IsHuman() || t.Sheet.Drawn())
}

// guide begins guided entry in the current position.
func (s *modes) guide(always bool) {
	s.enter(&guided{stack: [][]interp.Move{s.view.table.Sheet.Legal()}, chosen: make([]topology.Set,
		1), picked: []string{""}, always: always})
	s.ask()
}

// ask shows the question of guided entry.
func (s *modes) ask() {
	g := s.mode().(*guided)
	t := s.view.table
	q := t.Sheet.Questions().Asked(g.left())
	if len(q.Answers) == 0 {
		return
	}
	var open topology.Set
	var texts []string
	for i, a := range q.Answers {
		open.Add(a.Site)
		open = open.Or(a.Line)
		texts = append(texts, fmt.Sprintf("%2d %s", i+1, a.Text))
	}
	how := "a number or a name"
	if q.Unnumbered() {
		texts, how = table.Names(q.Answers), "one of these"
	}
	list := wording.InColumns("  ", texts, s.paper.Options.Width()-1)
	s.view.showWith(table.Marks{Legal: open, Chosen: g.chosen[len(g.chosen)-1].Minus(open),
		HideLast: len(g.stack) > 1}, len(list)+2)
	s.host.changed = false
	s.paper.Say("%s%s%s", g.path(), q.Ask, g.blocked(t.Sheet.Questions().Situation))
	for _, line := range list {
		s.paper.Raw(line)
	}
	if len(g.stack) == 1 && !g.always {
		s.paper.Para("  ", "("+how+"; Enter alone goes back)")
	}
}

// blocked says what is in the way of the chosen piece on the four sides of its cell, in games with
// walls; "" if nothing is, or if no such piece has just been chosen.
func (g *guided) blocked(t speech.Situation) string {
	b := t.Speech.Rules().Board
	from := g.chosen[len(g.chosen)-1].First()
	walls := slices.ContainsFunc(t.Speech.Rules().Kinds, func(k ir.Kind) bool { return k.Blocks })
	if !walls || len(g.stack) != 2 || from == topology.None || b.PlaneOf(from) != topology.Cells {
		return ""
	}
	var parts []string
	for _, name := range []string{"north", "east", "south", "west"} {
		d, ok := b.DirectionByName(name)
		if !ok {
			continue
		}
		next, edge := b.Neighbor(d, from), b.Via(d, from)
		switch {
		case next == topology.None:
			parts = append(parts, name+" (the rim)")
		case t.Blocks(edge):
			parts = append(parts, fmt.Sprintf("%s (%s)", name, t.Standing(edge)))
		case t.Standing(next) != "nothing":
			parts = append(parts, fmt.Sprintf("%s (%s)", name, t.Standing(next)))
		}
	}
	if parts == nil {
		return ""
	}
	return " In the way: " + strings.Join(parts, ", ") + "."
}

func (g *guided) left() []interp.Move { return g.stack[len(g.stack)-1] }

func (g *guided) path() string {
	parts := lists.Filter(g.picked, func(p string) bool { return p != "" })
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

func (g *guided) prompt(s *Session) string {
	q := s.view.table.Sheet.Questions().Asked(g.left())
	return s.view.table.Sheet.Speech.PlayerName(s.view.table.Sheet.Mover()) + ", " +
		strings.ToLower(q.Ask) + " "
}

func (g *guided) complete(s *Session, line string) []string {
	var words []string
	for _, a := range s.view.table.Sheet.Questions().Asked(g.left()).Answers {
		if strings.HasPrefix(strings.ToLower(a.Text), strings.ToLower(line)) {
			words = append(words, a.Text)
		}
	}
	return append(words, s.view.commandWords(line)...)
}

// back reports whether a line is the word that goes back in the menus, and not an answer.
func (g *guided) back(t *table.Table, line string) bool {
	if !strings.EqualFold(line, "back") {
		return false
	}
	left, _ := t.Sheet.Questions().Answered(t.Sheet.Questions().Asked(g.left()), g.left(), line)
	return len(left) == 0
}

func (g *guided) exec(s *Session, line string) (bool, error) {
	t := s.view.table
	if line == "" || g.back(t, line) {
		if len(g.stack) > 1 {
			g.stack, g.chosen, g.picked = g.stack[:len(g.stack)-1], g.chosen[:len(g.chosen)-1],
				g.picked[:len(g.picked)-1]
			s.modes.ask()
			return true, nil
		}
		s.modes.leave()
		s.paper.Say("Type a move; `guide` asks again.")
		return true, nil
	}
	q := t.Sheet.Questions().Asked(g.left())
	left, text := t.Sheet.Questions().Answered(q, g.left(), line)
	if len(left) == 0 {
		if line == "?" { // it asks what can be answered, not for the help
			s.modes.ask()
			return true, nil
		}
		if c, _ := findCommand(speech.FirstWord(line)); c != nil {
			s.modes.leave() // what follows may change the position
			return false, nil
		}
		// The notation is understood here too, but a place alone is meant for the piece chosen.
		if _, place := t.Sheet.Speech.Site(line); place && len(g.stack) > 1 {
			return true, fmt.Errorf("%sPossible: %s", g.wrong(t.Sheet.Questions().Situation, line),
				table.ShortList(table.Names(q.Answers), s.paper.Options.Width()))
		}
		if e := t.Sheet.Read(line); len(e.Steps) > 0 {
			s.modes.leave()
			return true, s.playGuided(g, e.Steps)
		}
		return true, fmt.Errorf("%sPossible: %s", g.wrong(t.Sheet.Questions().Situation, line),
			table.ShortList(table.Names(q.Answers), s.paper.Options.Width()))
	}
	if len(left) == 1 && !(q.Piece && len(speech.Words(line)) == 1) {
		s.modes.leave()
		return true, s.playGuided(g, left)
	}
	chosen := g.chosen[len(g.chosen)-1]
	chosen = chosen.Or(t.Sheet.Speech.Shared(left))
	for _, a := range q.Answers {
		if a.Text == text {
			chosen.Add(a.Site)
		}
	}
	text, _, _ = strings.Cut(text, " (")
	if q.Line != "" {
		text = q.Line + " " + text
	}
	g.stack, g.chosen, g.picked = append(g.stack, left), append(g.chosen, chosen), append(g.picked,
		text)
	s.modes.ask()
	return true, nil
}

// wrong says why an answer is not possible: what is wrong with the place that it names, for the
// chosen piece.
func (g *guided) wrong(t speech.Situation, line string) string {
	site, ok := t.Speech.Site(line)
	if !ok || t.Now() == nil {
		return fmt.Sprintf("%q is not an answer; Enter alone goes back. ", line)
	}
	if from := g.chosen[len(g.chosen)-1].First(); len(g.stack) == 2 &&
		t.Speech.Rules().Board.PlaneOf(from) == topology.Cells {
		names := t.Speech.Rules().Board.Names
		if readings := t.Speech.Game.Why(t.Now(), names[from]+"-"+names[site]); len(readings) > 0 {
			return t.Against(names[from]+"-"+names[site], readings) + ". "
		}
	}
	return t.Unused(site) + " "
}

// playGuided plays the chosen step and, if the same person continues, asks for the next one.
func (s *Session) playGuided(g *guided, steps []interp.Move) error {
	err := s.host.playSteps(steps)
	c := s.view.table.Sheet.Course
	if err == nil && s.modes.humanToMove() && (g.always || !c.Boundary(c.At())) {
		s.modes.guide(g.always) // which draws the board
	}
	return err
}
