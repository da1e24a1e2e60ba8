package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// IllegalMoveError says that a text is not a legal move in a position, and why.
type IllegalMoveError struct {
	Text string
	// a sentence without a capital and a full stop; "" if nothing can be said; of an ambiguous step
	// of a turn, what is before it
	Why     string
	Nearest []string // legal moves, nearest first: what may have been meant
	More    int      // legal moves beside the nearest ones
	// Ambiguous reports that the text fits several legal moves; then Nearest holds them.
	Ambiguous bool
	// Sign reports that but for a sign, such as the + of a promotion, the text fits a legal move.
	Sign bool
	// OffBoard reports that the text names a place that the board does not have, and Missing is the
	// name, unless it stands for several numbers of an alias.
	OffBoard bool
	Missing  string
	// After is the notation of the legal steps before the text, if it is part of a turn.
	After string
}

// Error puts all of it into one line.
func (e *IllegalMoveError) Error() string {
	if e.Ambiguous {
		message := fmt.Sprintf("%s may be %s", quote(e.Text), choice(e.Nearest))
		if e.Why != "" {
			message = e.Why + ", " + message
		}
		return message
	}
	message := quote(e.Text) + " is not a legal move"
	if e.Why != "" {
		message += ": " + e.Why
	}
	switch {
	case e.More > 0:
		message += fmt.Sprintf("; %d moves are legal, such as %s", len(e.Nearest)+e.More,
			strings.Join(e.Nearest, ", "))
	case len(e.Nearest) == 1:
		message += "; the only legal move is " + e.Nearest[0]
	case len(e.Nearest) > 0:
		message += "; the legal moves are " + strings.Join(e.Nearest, ", ")
	}
	return message
}

// nearestShown is how many legal moves an IllegalMoveError names.
const nearestShown = 5

// illegal makes the error for a text that is not a legal step.
func (nt *Notation) illegal(o *offer, text string) *IllegalMoveError {
	e := &IllegalMoveError{
		Text:    text,
		Nearest: diag.NearestFew(normal(text), o.texts, nearestShown),
	}
	e.More = len(o.texts) - len(e.Nearest)
	meant, aliased := nt.meant(text)
	if !aliased {
		meant = text
	}
	if off := nt.offBoard(text); off != "" && o.p.Result() == nil {
		e.Why, e.OffBoard = off, true
	} else if e.Why = o.wrongSign(meant); e.Why != "" {
		e.Sign = true
	} else if readings := nt.refusals(o.p, nt.candidates(text)); len(readings) > 0 {
		if e.Why = nt.noStart(o.p, readings); e.Why == "" {
			e.Why = nt.readingsText(readings)
		}
	} else if o.p.Result() != nil {
		e.Why = "the game is over: " + nt.ResultText(o.p.Result())
	} else if e.Missing, e.Why = nt.missing(text); e.Missing != "" {
		e.OffBoard = true
	} else if strings.TrimSpace(text) != "" {
		e.Why = "this game has no such move"
	}
	return e
}

// noStart says in half a sentence that no move starts where all the readings do, if no piece of the
// player to move stands there; otherwise "".
func (nt *Notation) noStart(p *position.Position, readings []Reading) string {
	start := topology.None
	for _, r := range readings {
		from, ok := nt.role(r.Move, "from")
		if r.Why.Kind != eval.NotInDomain || r.Why.Role == nil || r.Why.Role.Word != "from" || !ok ||
			start != topology.None && from != start {
			return ""
		}
		for i, open := range r.open {
			if open && &nt.move(r.Move.ID()).Roles[i] == r.Why.Role {
				return ""
			}
		}
		start = from
	}
	if owner, _, some := p.At(start); some && owner == p.ToMove() {
		return ""
	}
	for _, m := range nt.player.Moves(p) {
		if from, ok := nt.role(m, "from"); ok && from == start {
			return ""
		}
	}
	return fmt.Sprintf("no move starts on %s, where no piece of %s stands", nt.siteName(start),
		nt.rules.Players[p.ToMove()].Name)
}

// siteLike is a word of a normal text that may begin the name of a site: the letters of a column
// and the number of a row.
var siteLike = regexp.MustCompile(`[a-z]+\d+`)

// plainSite is a word that is the name of a site on most boards.
var plainSite = regexp.MustCompile(`^[a-z]\d+$`)

// missing returns a name in a text that no site has, and says so in half a sentence; "" if there is
// none.
func (nt *Notation) missing(text string) (name, why string) {
	if meant, ok := nt.meant(text); ok {
		text = meant
	}
	b := nt.rules.Board
	for _, word := range tokens(normal(text)) {
		if _, ok := b.SiteByName(word); ok || len(word) > maxGlued {
			continue
		}
		if b.IsGraph() { // its sites may have any names, so this may be a misspelling of one
			if !nt.isWord(word) && (plainSite.MatchString(word) || diag.Nearest(word, b.Names) != "") {
				return word, nt.noSite(word)
			}
			continue
		}
		for _, name := range siteLike.FindAllString(word, -1) {
			_, ok := b.SiteByName(name)
			letters := strings.TrimRight(name, "0123456789")
			if ok || len(letters) > len(topology.ColumnName(b.Width)) { // Nf3 is more than a site
				continue
			}
			row, _ := strconv.Atoi(name[len(letters):])
			if columnNumber(letters) > b.Width || row < 1 || row > b.Height {
				return name, fmt.Sprintf("there is no %s; columns a–%s, rows 1–%d", name,
					topology.ColumnName(b.Width), b.Height)
			}
			return name, nt.noSite(name)
		}
	}
	return "", ""
}

// noSite says that there is no site of that name, and which names are most similar.
func (nt *Notation) noSite(name string) string {
	return fmt.Sprintf("there is no %s; named most alike are %s", name,
		strings.Join(diag.NearestFew(name, nt.rules.Board.Names, 3), ", "))
}

// columnNumber is the number of the column of that name, from a = 1.
func columnNumber(letters string) int {
	n := 0
	for _, letter := range letters {
		n = n*26 + int(letter-'a') + 1
	}
	return n
}

// isWord reports whether a word means something in the notation, apart from the names of sites.
func (nt *Notation) isWord(word string) bool {
	for _, mv := range nt.rules.Moves {
		if strings.EqualFold(mv.Name, word) ||
			slices.ContainsFunc(mv.Roles, func(r ir.Role) bool { return r.Word == word }) {
			return true
		}
	}
	_, ok := nt.rules.Board.DirectionByName(word)
	return ok ||
		slices.ContainsFunc(nt.rules.Kinds,
			func(k ir.Kind) bool { return strings.EqualFold(k.Name, word) })
}

// Refuse makes the error for a step that is not legal.
func (nt *Notation) Refuse(p *position.Position, m position.Move) *IllegalMoveError {
	nt = nt.orEmpty()
	return &IllegalMoveError{
		Text:    nt.long(m),
		Why:     nt.RefusalText(m, nt.Explain(p, m)),
		Nearest: diag.NearestFew(nt.short(m), nt.Texts(p), nearestShown),
	}
}

// quotable is how many characters of the rules fit in the middle of a sentence.
const quotable = 60

// choices is what a player chooses from, by the type of the role.
var choices = map[ir.Type]string{
	ir.Sites:   "places",
	ir.Steps:   "directions",
	ir.Kinds:   "pieces",
	ir.Players: "players",
	ir.Number:  "numbers",
}

// RefusalText says in half a sentence why a step is not legal.
func (nt *Notation) RefusalText(m position.Move, r eval.Refusal) string {
	nt = nt.orEmpty()
	return nt.refusalText(m, r, nil)
}

// refusalText is RefusalText for a step with some roles open; nil for none.
func (nt *Notation) refusalText(m position.Move, r eval.Refusal, open []bool) string {
	name := stepName(m.ID())
	if mv := nt.move(m.ID()); mv != nil {
		name = mv.Name
	}
	switch r.Kind {
	case eval.Legal:
		return "it is legal"
	case eval.GameOver:
		return "the game is over: " + nt.ResultText(r.Over)
	case eval.NotOffered:
		if r.Reason != "" {
			return fmt.Sprintf("%s is possible only when `%s`", name, inOneLine(r.Reason))
		}
		if len(r.Instead) > 0 {
			return fmt.Sprintf("%s is not possible now: what is due is %s", name, nt.some(r.Instead))
		}
		return name + " is not possible now"
	case eval.PieceGoesOn:
		return fmt.Sprintf("the turn goes on with another %q", r.Role.Word)
	case eval.NotInDomain:
		_, values := nt.layout.Unpack(m)
		mv := nt.move(m.ID())
		for i := range mv.Roles {
			if &mv.Roles[i] == r.Role {
				value, clause := nt.valueText(r.Role, values[i], false), inOneLine(r.Span.Text())
				if len(clause) > quotable && r.Role.Word == "to" && mv.Roles[0].Word == "from" &&
					(open == nil || !open[0]) {
					return fmt.Sprintf("no %s from %s leads to %s", name,
						nt.valueText(&mv.Roles[0], values[0], false), value)
				}
				if len(clause) > quotable {
					return fmt.Sprintf("%s is not among the %s that %s has for `%s %s`", value,
						choices[r.Role.Type], name, r.Role.Word, r.Role.Name)
				}
				return fmt.Sprintf("%s asks for `%s`, and %s is not among these", name, clause, value)
			}
		}
	case eval.ConditionFails, eval.EnsureFails:
		if r.Cond != nil && r.Cond.Reason == "" {
			return fmt.Sprintf("`%s` does not hold", inOneLine(r.Reason))
		}
		return r.Reason
	case eval.ComesBack:
		return "this turn has been at that position before"
	case eval.CannotGoOn:
		return "the turn could not be completed after it"
	case eval.OtherGroup:
		return "something else must be played first: " + nt.some(r.Instead)
	case eval.NotBest:
		return "another move does better, and must be played: " + nt.some(r.Instead)
	}
	return "the rules have no such move"
}

// inOneLine writes part of the rules the way one would quote it: without comments, and with single
// blanks.
func inOneLine(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		quoted := false
		for i, r := range line {
			if quoted = quoted != (r == '"'); r == '#' && !quoted {
				line = line[:i]
				break
			}
		}
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// some writes a few of the moves that must be played instead.
func (nt *Notation) some(moves []position.Move) string {
	const shown = 3
	texts := nt.texts(moves)
	if len(texts) > shown {
		return strings.Join(texts[:shown], ", ") + " or another"
	}
	return strings.Join(texts, ", ")
}
