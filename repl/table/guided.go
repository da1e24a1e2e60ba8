package table

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

// Question is the next question about some steps.
type Question struct {
	Ask     string
	Answers []Answer
	// it asks for the piece to move: then where it goes is asked too, even if there is but one
	// place
	Piece bool
	// "row" or "column" if that is asked: a number is one of them, and not the place of an answer in
	// the list
	Line string
	Set  bool // it asks for the members of a set, one after the other
}

// MostListed is how many places a question lists; if there are more, it asks for the row and then
// for the column.
const MostListed = 30

// mostPieces is how many pieces a question lists; if there are more, it asks for the row first. It
// exceeds MostListed because players know their pieces better than places.
const mostPieces = 2 * MostListed

// mostThrust is how many places a question lists if each step enters from the edge in some
// direction; if there are more, it asks for the direction first, and then for the row or the
// column.
const mostThrust = 12

// questions asks which of some moves the player means.
type questions struct{ speech.Situation }

// bare reports whether a step has nothing to choose in it.
func (qs questions) bare(m interp.Move) bool {
	_, values := qs.Speech.Game.Roles(m)
	return len(values) == 0
}

// Asked is the question of guided entry: like [questions.question], but with short lists of places.
func (qs questions) Asked(moves []interp.Move) Question {
	q := qs.Question(moves)
	places := 0
	for _, a := range q.Answers {
		if a.Site != topology.None {
			places++
		}
	}
	column := func(cell topology.Site) string { name, _ := qs.Speech.LineNames(cell); return name }
	row := func(cell topology.Site) string { _, name := qs.Speech.LineNames(cell); return name }
	if q.Piece && places > mostPieces {
		if rows, ok := qs.byLine(q, "row", row); ok {
			rows.Piece = true
			return rows
		}
	}
	if q.Piece || places == 0 {
		return q
	}
	_, _, lifted := qs.Speech.Role(moves[0], "from")
	_, _, thrust := qs.Speech.Role(moves[0], "along")
	thrust = thrust && !lifted
	if ways, ok := qs.byRole(moves, "along"); ok && thrust && places > mostThrust {
		ways.Ask = roleQuestion("along")
		return ways
	}
	if places > MostListed {
		if rows, ok := qs.byLine(q, "row", row); ok {
			rows.Piece = true
			return rows
		}
	}
	if places > 1 && places == len(q.Answers) &&
		(thrust || qs.Speech.Rules().Board.PlaneOf(q.Answers[0].Site) != topology.Cells) {
		columns, ok := qs.byLine(q, "column", column)
		if ok && len(columns.Answers) == places {
			return columns
		}
		rows, ok := qs.byLine(q, "row", row)
		if ok && len(rows.Answers) == places {
			return rows
		}
	}
	return q
}

// byLine asks for the row or the column of the places that answer a question. A place between cells
// is in that of the cell that it is named by.
func (qs questions) byLine(places Question, what string,
	line func(cell topology.Site) string) (Question, bool) {
	q := Question{Ask: "Which " + what + "?", Line: what}
	at := map[string]int{}
	for _, a := range places.Answers {
		if a.Site == topology.None { // such as a pass
			q.Answers = append(q.Answers, a)
			continue
		}
		name := line(qs.Speech.CellOf(a.Site))
		if name == "" {
			return q, false
		}
		i, known := at[name]
		if !known {
			i = len(q.Answers)
			at[name] = i
			q.Answers = append(q.Answers, Answer{Text: name, Site: topology.None})
		}
		q.Answers[i].Moves = append(q.Answers[i].Moves, a.Moves...)
		q.Answers[i].Line.Add(a.Site)
	}
	slices.SortFunc(q.Answers, func(a, b Answer) int { return wording.Natural(a.Text, b.Text) })
	return q, len(q.Answers) > 1
}

// Answer is one possibility and the steps that it leaves.
type Answer struct {
	Text  string
	Site  topology.Site // None: it is not a site
	Moves []interp.Move
	Line  topology.Set // the places that a row or a column stands for
}

// Question finds what to ask: first the piece to move; then a site, if that decides; otherwise the
// kind of move; otherwise the first thing in which the steps differ.
func (qs questions) Question(moves []interp.Move) Question {
	if q, ok := qs.byRole(moves, "from"); ok {
		q.Ask, q.Piece = "Which piece?", true
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
			q.Ask = roleQuestion(word)
			return q
		}
		if q, ok := byMember(qs, moves, word); ok {
			return q
		}
	}
	q := Question{Ask: "Which move?"}
	for _, m := range moves {
		q.Answers = append(q.Answers, Answer{Text: qs.Speech.Said.LongText(qs.Now(), m),
			Site: topology.None, Moves: []interp.Move{m}})
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
func (qs questions) byRole(moves []interp.Move, word string) (Question, bool) {
	var q Question
	place := map[string]int{}
	sites := 0
	for _, m := range moves {
		role, value, ok := qs.Speech.Role(m, word)
		text, site := "", topology.None
		switch {
		case ok && role.Among != nil:
			return q, false
		case ok:
			text = qs.Speech.RoleText(role, value)
			if role.Type == ir.Sites {
				site = topology.Site(value)
			}
			sites++
		case qs.bare(m):
			text = qs.Speech.Said.LongText(qs.Now(), m)
		default:
			return q, false
		}
		i, known := place[text]
		if !known {
			i = len(q.Answers)
			place[text] = i
			q.Answers = append(q.Answers, Answer{Text: text, Site: site})
		}
		q.Answers[i].Moves = append(q.Answers[i].Moves, m)
	}
	return q, sites > 0 && len(q.Answers) > 1
}

// byMember asks for a member of the set that a role of all the steps holds, besides those that all
// of these sets have, or for the end of the choice.
func byMember(qs questions, moves []interp.Move, word string) (Question, bool) {
	q := Question{Ask: "Which ones?", Set: true}
	role, shared, ok := qs.Speech.Role(moves[0], word)
	if !ok || role.Among == nil {
		return q, false
	}
	sets := make([]int64, len(moves))
	for i, m := range moves {
		of, set, ok := qs.Speech.Role(m, word)
		if !ok || of != role {
			return q, false
		}
		sets[i], shared = set, shared&set
	}
	answer := func(text string, site topology.Site, fits func(set int64) bool) {
		a := Answer{Text: text, Site: site}
		for i, m := range moves {
			if fits(sets[i]) {
				a.Moves = append(a.Moves, m)
			}
		}
		if len(a.Moves) > 0 {
			q.Answers = append(q.Answers, a)
		}
	}
	for i, member := range role.Among {
		if bit := int64(1) << i; shared&bit == 0 {
			site := topology.None
			if role.Of == ir.Sites {
				site = topology.Site(member)
			}
			answer(qs.Speech.RoleText(role, bit), site, func(set int64) bool { return set&bit != 0 })
		}
	}
	end := "none"
	if shared != 0 {
		end = "no more"
	}
	answer(end, topology.None, func(set int64) bool { return set == shared })
	return q, len(q.Answers) > 1
}

// byLastSite asks for the site at which each step ends, if that tells all of them apart: a step to
// an empty cell and a jump over a piece are then both named by where one goes.
func (qs questions) byLastSite(moves []interp.Move) (Question, bool) {
	q := Question{Ask: "Where to?"}
	met := map[topology.Site]bool{}
	first, _ := qs.Speech.Game.Roles(moves[0])
	several := slices.ContainsFunc(moves, func(m interp.Move) bool {
		id, _ := qs.Speech.Game.Roles(m)
		return id != first
	})
	for _, m := range moves {
		site, how := qs.Speech.LastSite(m), ""
		if site == topology.None && qs.bare(m) {
			q.Answers = append(q.Answers,
				Answer{Text: qs.Speech.Said.LongText(qs.Now(), m), Site: topology.None,
					Moves: []interp.Move{m}})
			continue
		}
		if site == topology.None || met[site] {
			return q, false
		}
		met[site] = true
		if id, _ := qs.Speech.Game.Roles(m); several {
			how = " (" + qs.Speech.MoveName(id) + ")"
		}
		q.Answers = append(q.Answers, Answer{Text: qs.Speech.SiteName(site) + how, Site: site,
			Moves: []interp.Move{m}})
	}
	return q, len(q.Answers) > 0
}

// byName asks which of several moves of the rules.
func (qs questions) byName(moves []interp.Move) (Question, bool) {
	q := Question{Ask: "What?"}
	place := map[ir.MoveID]int{}
	for _, m := range moves {
		id, _ := qs.Speech.Game.Roles(m)
		i, known := place[id]
		if !known {
			i = len(q.Answers)
			place[id] = i
			q.Answers = append(q.Answers, Answer{Text: qs.Speech.MoveName(id) + qs.Stock(id),
				Site: topology.None})
		}
		q.Answers[i].Moves = append(q.Answers[i].Moves, m)
	}
	return q, len(q.Answers) > 1
}

// Unnumbered reports whether the answers are listed without numbers: they are numbers or the like
// themselves, or too many to count through.
func (q Question) Unnumbered() bool { return q.Line != "" || len(q.Answers) > 60 }

// Names lists the texts of answers.
func Names(answers []Answer) []string {
	return lists.Map(answers, func(a Answer) string { return a.Text })
}

// Answered finds what a line chooses: the number of an answer, its text or the beginning of it, or
// else words that only some of the steps have.
func (qs questions) Answered(q Question, moves []interp.Move, line string) ([]interp.Move, string) {
	all := Names(q.Answers)
	for i, a := range q.Answers {
		if strings.EqualFold(a.Text, line) || strings.EqualFold(speech.FirstWord(a.Text), line) {
			return a.Moves, a.Text
		}
		if line == fmt.Sprint(i+1) && !q.Unnumbered() {
			return a.Moves, a.Text
		}
	}
	if having := qs.Speech.Having(moves, speech.Words(qs.Speech.OwnOr(line))); len(having) > 0 &&
		len(having) < len(moves) {
		return having, line
	}
	if i, ok := wording.UniquePrefix(line, all); ok {
		return q.Answers[i].Moves, q.Answers[i].Text
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
		return q.Answers[found].Moves, q.Answers[found].Text
	}
	return nil, ""
}

// ShortList writes names for a sentence, leaving out the end of a long list.
func ShortList(names []string, width int) string {
	text := strings.Join(names, ", ")
	if runewidth.StringWidth(text) <= 2*width {
		return text
	}
	return runewidth.Truncate(text, 2*width, " …")
}
