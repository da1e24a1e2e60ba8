package repl

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

// guided enters a move by questions: which piece, then where to, then what else. Each question
// lists what is possible; the answer may be the number in the list or any word that tells the steps
// apart. An empty line goes back one question.
type guided struct {
	stack  [][]interp.Move // the steps that are left after each answer, those of the position first
	chosen []topology.Set  // the sites answered so far, beside the stack
	picked []string        // the answers, beside the stack
	always bool            // start again at the next move
}

// question is the next question about some steps.
type question struct {
	ask     string
	answers []answer
	// it asks for the piece to move: then where it goes is asked too, even if there is but one
	// place
	piece bool
	// answers are names alone: a number is one of them, and not the place of an answer in the list
	named bool
}

// mostListed is how many places a question lists; if there are more, it asks for the row and then
// for the column.
const mostListed = 30

// mostThrust is how many places a question lists if each step enters from the edge in some
// direction; if there are more, it asks for the direction first, and then for the row or the
// column.
const mostThrust = 12

// questions asks which of some moves the player means.
type questions struct{ speech.Situation }

// asked is the question of guided entry: like [questions.question], but with short lists of places.
func (qs questions) asked(moves []interp.Move) question {
	q := qs.question(moves)
	places := 0
	for _, a := range q.answers {
		if a.site != topology.None {
			places++
		}
	}
	if q.piece || places == 0 {
		return q
	}
	_, _, lifted := qs.Role(moves[0], "from")
	_, _, thrust := qs.Role(moves[0], "along")
	thrust = thrust && !lifted
	if ways, ok := qs.byRole(moves, "along"); ok && thrust && places > mostThrust {
		ways.ask = roleQuestion("along")
		return ways
	}
	column := func(cell topology.Site) string { name, _ := qs.LineNames(cell); return name }
	row := func(cell topology.Site) string { _, name := qs.LineNames(cell); return name }
	if places > mostListed {
		if rows, ok := qs.byLine(moves, "Which row?", row); ok {
			rows.piece = true
			return rows
		}
	}
	if places > 1 && places == len(q.answers) &&
		(thrust || qs.Rules().Board.PlaneOf(q.answers[0].site) != topology.Cells) {
		columns, ok := qs.byLine(moves, "Which column?", column)
		if ok && len(columns.answers) == places {
			return columns
		}
		rows, ok := qs.byLine(moves, "Which row?", row)
		if ok && len(rows.answers) == places {
			return rows
		}
	}
	return q
}

// byLine asks for the row or the column of the place at which each step ends. A place between cells
// is in that of the cell that it is named by.
func (qs questions) byLine(moves []interp.Move, ask string,
	line func(cell topology.Site) string) (question, bool) {
	q := question{ask: ask, named: true}
	at := map[string]int{}
	for _, m := range moves {
		if qs.Bare(m) { // such as a pass
			q.answers = append(q.answers,
				answer{qs.Said.LongText(qs.Now(), m), topology.None, []interp.Move{m}})
			continue
		}
		name := line(qs.CellOf(qs.LastSite(m)))
		if name == "" {
			return q, false
		}
		i, known := at[name]
		if !known {
			i = len(q.answers)
			at[name] = i
			q.answers = append(q.answers, answer{text: name, site: topology.None})
		}
		q.answers[i].moves = append(q.answers[i].moves, m)
	}
	slices.SortFunc(q.answers, func(a, b answer) int { return wording.Natural(a.text, b.text) })
	return q, len(q.answers) > 1
}

// answer is one possibility and the steps that it leaves.
type answer struct {
	text  string
	site  topology.Site // None: it is not a site
	moves []interp.Move
}

// question finds what to ask: first the piece to move; then a site, if that decides; otherwise the
// kind of move; otherwise the first thing in which the steps differ.
func (qs questions) question(moves []interp.Move) question {
	if q, ok := qs.byRole(moves, "from"); ok {
		q.ask, q.piece = "Which piece?", true
		return q
	}
	if q, ok := qs.byLastSite(moves); ok {
		return q
	}
	if q, ok := qs.byName(moves); ok {
		return q
	}
	for _, word := range []string{"at", "to", "over", "along", "as", "with"} {
		if q, ok := qs.byRole(moves, word); ok {
			q.ask = roleQuestion(word)
			return q
		}
	}
	q := question{ask: "Which move?"}
	for _, m := range moves {
		q.answers = append(q.answers, answer{text: qs.Said.LongText(qs.Now(), m), site: topology.None,
			moves: []interp.Move{m}})
	}
	return q
}

func roleQuestion(word string) string {
	switch word {
	case "at", "to":
		return "Where to?"
	case "over":
		return "Over which?"
	case "along":
		return "Which way?"
	case "as":
		return "As what?"
	}
	return "How many?"
}

// byRole asks for the value of a role that all the steps have with at least two values; steps
// without any role (a pass) are possibilities of their own.
func (qs questions) byRole(moves []interp.Move, word string) (question, bool) {
	var q question
	place := map[string]int{}
	sites := 0
	for _, m := range moves {
		role, value, ok := qs.Role(m, word)
		text, site := "", topology.None
		switch {
		case ok:
			text = qs.RoleText(role, value)
			if role.Type == ir.Sites {
				site = topology.Site(value)
			}
			sites++
		case qs.Bare(m):
			text = qs.Said.LongText(qs.Now(), m)
		default:
			return q, false
		}
		i, known := place[text]
		if !known {
			i = len(q.answers)
			place[text] = i
			q.answers = append(q.answers, answer{text: text, site: site})
		}
		q.answers[i].moves = append(q.answers[i].moves, m)
	}
	return q, sites > 0 && len(q.answers) > 1
}

// byLastSite asks for the site at which each step ends, if that tells all of them apart: a step to
// an empty cell and a jump over a piece are then both named by where one goes.
func (qs questions) byLastSite(moves []interp.Move) (question, bool) {
	q := question{ask: "Where to?"}
	met := map[topology.Site]bool{}
	for _, m := range moves {
		site, how := topology.None, ""
		for _, word := range []string{"to", "at", "over"} {
			if role, value, ok := qs.Role(m, word); ok && role.Type == ir.Sites {
				site = topology.Site(value)
				break
			}
		}
		if site == topology.None && qs.Bare(m) {
			q.answers = append(q.answers,
				answer{qs.Said.LongText(qs.Now(), m), topology.None, []interp.Move{m}})
			continue
		}
		if site == topology.None || met[site] {
			return q, false
		}
		met[site] = true
		if id, _ := qs.Game.Roles(m); qs.ManyNames(moves) {
			how = " (" + qs.MoveName(id) + ")"
		}
		q.answers = append(q.answers, answer{qs.SiteName(site) + how, site, []interp.Move{m}})
	}
	return q, len(q.answers) > 0
}

// byName asks which of several moves of the rules.
func (qs questions) byName(moves []interp.Move) (question, bool) {
	q := question{ask: "What?"}
	place := map[ir.MoveID]int{}
	for _, m := range moves {
		id, _ := qs.Game.Roles(m)
		i, known := place[id]
		if !known {
			i = len(q.answers)
			place[id] = i
			q.answers = append(q.answers,
				answer{text: qs.MoveName(id) + qs.Stock(id), site: topology.None})
		}
		q.answers[i].moves = append(q.answers[i].moves, m)
	}
	return q, len(q.answers) > 1
}

// startEntry begins the way of entering moves that the user prefers, at each move of a person.
func (s *modal) startEntry() {
	switch {
	case s.asksItself():
		s.guide(true)
	case s.Options.Live && s.Config.Entry == "point":
		s.pointing = true
	}
}

// asksItself reports whether guided entry begins at the next move of a person without being told
// to; it draws the board.
func (s *modal) asksItself() bool {
	_, already := s.mode().(*guided)
	return s.Options.Live && s.Config.Entry == "guided" && !already && !s.pointing
}

// humanToMove reports whether a person is to move at the board.
func (s *modal) humanToMove() bool {
	t := s.table
	return !t.over() && s.atBoard() && (t.seats[t.mover()].human() || t.drawn())
}

// guide begins guided entry in the current position.
func (s *modal) guide(always bool) {
	s.enter(&guided{stack: [][]interp.Move{s.table.legal()}, chosen: make([]topology.Set, 1),
		picked: []string{""}, always: always})
	s.ask()
}

// ask shows the question of guided entry.
func (s *modal) ask() {
	g := s.mode().(*guided)
	t := s.table
	q := t.questions().asked(g.left())
	if len(q.answers) == 0 {
		return
	}
	var open topology.Set
	var texts []string
	for i, a := range q.answers {
		open.Add(a.site)
		if q.named {
			for _, m := range a.moves {
				open.Add(t.LastSite(m))
			}
		}
		texts = append(texts, fmt.Sprintf("%2d %s", i+1, a.text))
	}
	if q.unnumbered() {
		texts = names(q.answers)
	}
	list := wording.InColumns("  ", texts, s.Options.Width()-1)
	s.showWith(marks{legal: open, chosen: g.chosen[len(g.chosen)-1].Minus(open),
		hideLast: len(g.stack) > 1}, len(list)+2)
	s.changed = false
	s.Say("%s%s%s", g.path(), q.ask, g.blocked(t.situation()))
	for _, line := range list {
		s.Raw(line)
	}
	if len(g.stack) == 1 && !g.always {
		s.Para("  ", "(a number or a name; Enter alone goes back)")
	}
}

// blocked says what is in the way of the chosen piece on the four sides of its cell, in games with
// walls; "" if nothing is, or if no such piece has just been chosen.
func (g *guided) blocked(t speech.Situation) string {
	b := t.Rules().Board
	from := g.chosen[len(g.chosen)-1].First()
	walls := slices.ContainsFunc(t.Rules().Kinds, func(k ir.Kind) bool { return k.Blocks })
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

// unnumbered reports whether the answers are listed without numbers: they are numbers or the like
// themselves, or too many to count through.
func (q question) unnumbered() bool { return q.named || len(q.answers) > 60 }

func names(answers []answer) []string {
	var all []string
	for _, a := range answers {
		all = append(all, a.text)
	}
	return all
}

func (g *guided) left() []interp.Move { return g.stack[len(g.stack)-1] }

func (g *guided) path() string {
	var parts []string
	for _, p := range g.picked {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

func (g *guided) prompt(s *Session) string {
	q := s.table.questions().asked(g.left())
	return s.table.PlayerName(s.table.mover()) + ", " +
		strings.ToLower(strings.TrimSuffix(q.ask, "?")) + "? "
}

func (g *guided) complete(s *Session, line string) []string {
	var words []string
	for _, a := range s.table.questions().asked(g.left()).answers {
		if strings.HasPrefix(strings.ToLower(a.text), strings.ToLower(line)) {
			words = append(words, a.text)
		}
	}
	return append(words, s.commandWords(line)...)
}

// back reports whether a line is the word that goes back in the menus, and not an answer.
func (g *guided) back(t *table, line string) bool {
	if !strings.EqualFold(line, "back") {
		return false
	}
	left, _ := t.questions().answered(t.questions().asked(g.left()), g.left(), line)
	return len(left) == 0
}

func (g *guided) exec(s *Session, line string) (bool, error) {
	t := s.table
	if line == "" || g.back(t, line) {
		if len(g.stack) > 1 {
			g.stack, g.chosen, g.picked = g.stack[:len(g.stack)-1], g.chosen[:len(g.chosen)-1],
				g.picked[:len(g.picked)-1]
			s.ask()
			return true, nil
		}
		s.leave()
		s.Say("Type a move; `guide` asks again.")
		return true, nil
	}
	q := t.questions().asked(g.left())
	left, text := t.questions().answered(q, g.left(), line)
	if len(left) == 0 {
		if c, _ := findCommand(speech.FirstWord(line)); c != nil {
			s.leave() // what follows may change the position
			return false, nil
		}
		// The notation is understood here too, but a place alone is meant for the piece chosen.
		if _, place := t.Site(line); place && len(g.stack) > 1 {
			return true, fmt.Errorf("%sPossible: %s", g.wrong(t.situation(), line),
				shortList(names(q.answers), s.Options.Width()))
		}
		if e := t.read(line); len(e.Steps) > 0 {
			s.leave()
			return true, s.playGuided(g, e.Steps)
		}
		return true, fmt.Errorf("%sPossible: %s", g.wrong(t.situation(), line),
			shortList(names(q.answers), s.Options.Width()))
	}
	if len(left) == 1 && !(q.piece && len(speech.Words(line)) == 1) {
		s.leave()
		return true, s.playGuided(g, left)
	}
	chosen := g.chosen[len(g.chosen)-1]
	chosen = chosen.Or(t.Shared(left))
	for _, a := range q.answers {
		if a.text == text {
			chosen.Add(a.site)
		}
	}
	text, _, _ = strings.Cut(text, " (")
	if q.named {
		text = strings.Fields(strings.TrimSuffix(q.ask, "?"))[1] + " " + text
	}
	g.stack, g.chosen, g.picked = append(g.stack, left), append(g.chosen, chosen), append(g.picked,
		text)
	s.ask()
	return true, nil
}

// wrong says why an answer is not possible: what is wrong with the place that it names, for the
// chosen piece.
func (g *guided) wrong(t speech.Situation, line string) string {
	site, ok := t.Site(line)
	if !ok {
		return fmt.Sprintf("%q is not an answer; Enter alone goes back. ", line)
	}
	if from := g.chosen[len(g.chosen)-1].First(); len(g.stack) == 2 &&
		t.Rules().Board.PlaneOf(from) == topology.Cells {
		names := t.Rules().Board.Names
		if readings := t.Game.Why(t.Now(), names[from]+"-"+names[site]); len(readings) > 0 {
			return t.Against(names[from]+"-"+names[site], readings) + " "
		}
	}
	return t.Unused(site) + " "
}

// playGuided plays the chosen step and, if the same person continues, asks for the next one.
func (s *Session) playGuided(g *guided, steps []interp.Move) error {
	err := s.playSteps(steps)
	t := s.table
	if err == nil && !t.over() && t.seats[t.mover()].human() &&
		(g.always || !t.course.Boundary(t.course.At())) {
		s.guide(g.always) // which draws the board
	}
	return err
}

// answered finds what a line chooses: the number of an answer, its text or the beginning of it, or
// else words that only some of the steps have.
func (qs questions) answered(q question, moves []interp.Move, line string) ([]interp.Move, string) {
	all := names(q.answers)
	for i, a := range q.answers {
		if strings.EqualFold(a.text, line) || strings.EqualFold(speech.FirstWord(a.text), line) {
			return a.moves, a.text
		}
		if line == fmt.Sprint(i+1) && !q.unnumbered() {
			return a.moves, a.text
		}
	}
	if having := qs.Having(moves, speech.Words(qs.OwnOr(line))); len(having) > 0 &&
		len(having) < len(moves) {
		return having, line
	}
	if i, ok := wording.UniquePrefix(line, all); ok {
		return q.answers[i].moves, q.answers[i].text
	}
	// a word that stands in one answer alone, as "level" in "lay (level: 9 left)"
	found := -1
	for i, text := range all {
		letters := func(r rune) bool { return !unicode.IsLetter(r) }
		if slices.Contains(strings.FieldsFunc(strings.ToLower(text), letters), strings.ToLower(line)) {
			if found >= 0 {
				return nil, ""
			}
			found = i
		}
	}
	if found >= 0 {
		return q.answers[found].moves, q.answers[found].text
	}
	return nil, ""
}

// shortList writes names for a sentence, leaving out the end of a long list.
func shortList(names []string, width int) string {
	text := strings.Join(names, ", ")
	if runewidth.StringWidth(text) <= 2*width {
		return text
	}
	return runewidth.Truncate(text, 2*width, " …")
}
