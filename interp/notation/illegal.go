package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// A Mistake is what is wrong with a text that is not a legal move.
type Mistake uint8

// The mistakes. All else that is known about one is in the [IllegalMoveError].
const (
	Unread    Mistake = iota // no step of the game is written like that
	TooLong                  // it is longer than any move
	Ambiguous                // it fits several legal moves: Nearest
	WrongSign                // but for a sign, such as a promotion's +, it fits a legal move: Sign
	OffBoard                 // it names a place that the board does not have: Missing
	NoStart                  // nothing of the player stands where all its Readings start
	Refused                  // the rules refuse all its Readings
	GameOver                 // no move is legal anymore
	TurnOver                 // it goes on after a whole turn: After
)

// String returns the name of the mistake, as programs know it.
func (k Mistake) String() string {
	names := [...]string{"unread", "long", "ambiguous", "sign", "off-board", "no-start", "refused",
		"over", "turn-over"}
	return names[min(int(k), len(names)-1)]
}

// IllegalMoveError says why a text is not a legal move, as data: those who tell people word it.
type IllegalMoveError struct {
	Text string // what is not legal: all of the text, or what follows the steps of After
	Kind Mistake
	// At is the position in which Text was read; nil if it was not read.
	At *position.Position
	// Readings are the steps that it may mean, a few that come nearest to being legal, and what is
	// against each; with Partial, those that it names only a part of.
	Readings []Reading
	Partial  bool
	Named    *Named   // what it names that is less than a step; nil: nothing
	Sign     *Sign    // of WrongSign
	Missing  *Missing // of OffBoard
	Nearest  []string // legal moves, nearest first: what may have been meant
	More     int      // legal moves beside the nearest ones
	// Before are the legal steps before Text if it is part of a turn, and After is their notation.
	Before []position.Move
	After  string

	nt *Notation
}

// Named is what a text names that says less than a step: a site, or a kind of piece and perhaps
// where it is to go.
type Named struct {
	Site topology.Site // None: it is not just the name of a site
	Kind int           // -1: it names no kind
	Goal topology.Site // None: it says nothing but the kind
	// Only are the readings of the way to the goal, if the player has a single piece of the kind.
	Only []Reading
}

// Missing is a place that a board does not have.
type Missing struct {
	Name string // of a site, a column or a row; of a cell by column and row, its column
	// What is "column" or "row" if First and Last are the names of those that there are, "cell" if
	// there is no cell in the column Name and the row Last, "site" if the board has columns to Last
	// and rows to Rows, and "" if sites called Alike come nearest, or none does.
	What, First, Last string
	Rows              int
	Alike             []string
}

// String says in half a sentence that there is no such place.
func (m *Missing) String() string {
	switch m.What {
	case "column", "row":
		return fmt.Sprintf("there is no %s %s: %ss are %s to %s", m.What, m.Name, m.What, m.First,
			m.Last)
	case "cell":
		return fmt.Sprintf("there is no cell in column %s and row %s", m.Name, m.Last)
	case "site":
		return fmt.Sprintf("there is no %s; columns a–%s, rows 1–%d", m.Name, m.Last, m.Rows)
	}
	if len(m.Alike) == 0 {
		return fmt.Sprintf("there is no %s on this board", m.Name)
	}
	return fmt.Sprintf("there is no %s; named most alike are %s", m.Name,
		strings.Join(m.Alike, ", "))
}

// Why says in half a sentence why the text is not legal; "" if nothing can be said.
func (e *IllegalMoveError) Why() string { return e.nt.WhyIllegal(e) }

// Error puts all of it into one line.
func (e *IllegalMoveError) Error() string {
	why := e.Why()
	if e.Kind == Ambiguous {
		message := fmt.Sprintf("%s may be %s", quote(e.Text), choice(e.Nearest))
		if why != "" {
			message = why + ", " + message
		}
		return message
	}
	message := quote(e.Text) + " is not a legal move"
	if why != "" {
		message += ": " + why
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

// WhyIllegal is [IllegalMoveError.Why] with the names that this notation has for sites.
func (nt *Notation) WhyIllegal(e *IllegalMoveError) string {
	nt = nt.orEmpty()
	why := ""
	if e == nil {
		return why
	}
	switch e.Kind {
	case Unread:
		if strings.TrimSpace(e.Text) != "" {
			why = "this game has no such move"
		}
	case TooLong:
		why = fmt.Sprintf("a move has at most %d characters", maxMoveText)
	case WrongSign:
		why = e.Sign.text(nt, e.At)
	case OffBoard:
		why = e.Missing.String()
	case NoStart:
		why = fmt.Sprintf("no move starts on %s, where no piece of %s stands",
			nt.names.siteName(e.Readings[0].Site), nt.names.playerName(e.At.ToMove()))
	case Refused:
		why = nt.reasons.readingsText(e.Readings)
	case GameOver:
		why = "the game is over: " + nt.ResultText(e.At.Result())
	case TurnOver:
		return "the turn is over after " + e.After
	}
	switch {
	case e.After == "":
		return why
	case why == "":
		return "after " + e.After
	}
	return fmt.Sprintf("after %s, %s", e.After, why)
}

// nearestShown is how many legal moves an IllegalMoveError names.
const nearestShown = 5

// mistake makes an error with the legal moves nearest to a text.
func (o *offer) mistake(kind Mistake, text string) *IllegalMoveError {
	near := diag.NearestFew(normal(text), o.texts, nearestShown)
	return &IllegalMoveError{Text: text, Kind: kind, At: o.p, Nearest: near,
		More: len(o.texts) - len(near), nt: o.nt}
}

// illegal makes the error for a text that is not a legal step.
func (o *offer) illegal(text string) *IllegalMoveError {
	nt, e := o.nt, o.mistake(Unread, text)
	if o.p.Result() != nil {
		e.Kind = GameOver
		e.Readings = nt.reasons.refusals(o.p, nt.forms.candidates(text))
		return e
	}
	e.Readings, e.Named = nt.reasons.refusals(o.p, nt.forms.candidates(text)), o.named(text)
	meant, aliased := nt.forms.meant(text)
	if !aliased {
		meant = text
	}
	if e.Missing = nt.forms.offBoard(text); e.Missing != nil {
		e.Kind = OffBoard
	} else if e.Sign = o.wrongSign(meant); e.Sign != nil {
		e.Kind = WrongSign
	} else if len(e.Readings) > 0 {
		if e.Kind = Refused; o.noStart(e.Readings) {
			e.Kind = NoStart
		}
	} else if missing := o.missing(text); missing != nil &&
		(e.Named == nil || e.Named.Goal == topology.None) { // ke2 names a king
		e.Kind, e.Missing = OffBoard, missing
	} else {
		e.Readings = o.whyPart(meant)
		e.Partial = len(e.Readings) > 0
	}
	return e
}

// fillers are words that people put between a piece and its goal.
var fillers = []string{"the", "to", "on", "move", "takes", "take", "x"}

// named returns what a text names that says less than a step; nil if it names nothing.
func (o *offer) named(text string) *Named {
	nt, p := o.nt, o.p
	n := &Named{Site: topology.None, Kind: -1, Goal: topology.None}
	text, _ = cutRemark(strings.TrimSpace(text))
	if len(text) > maxGlued {
		return nil
	}
	board := nt.rules.Board
	if s, ok := board.SiteByName(strings.ToLower(text)); ok {
		n.Site = s
		return n
	}
	kind, goal := text, ""
	if !nt.names.isSite(text[:min(2, len(text))]) && len(text) > 1 { // ke2 is Ke2
		if parts := pieceAndGoal.FindStringSubmatch(strings.ToUpper(text[:1]) + text[1:]); parts != nil {
			kind, goal = parts[1], parts[4]
		}
	}
	if words := lists.Filter(tokens(normal(text)),
		func(w string) bool { return !slices.Contains(fillers, w) }); goal == "" && len(words) == 2 {
		kind, goal = words[0], words[1]
	}
	n.Kind = slices.IndexFunc(nt.rules.Kinds, func(k ir.Kind) bool {
		return !k.Neutral && (strings.EqualFold(k.Sign, kind) || strings.EqualFold(k.Name, kind))
	})
	if n.Kind < 0 {
		return nil
	}
	if goal == "" {
		return n
	}
	var ok bool
	if n.Goal, ok = board.SiteByName(goal); !ok {
		return nil
	}
	if mine := p.Owned(p.ToMove()).And(p.OfKind(n.Kind)); mine.Len() == 1 {
		n.Only = nt.reasons.refusals(p, nt.forms.candidates(board.Names[mine.First()]+
			board.Names[n.Goal]))
	}
	return n
}

// noStart reports whether no move starts where all the readings do, and no piece of the player to
// move stands there.
func (o *offer) noStart(readings []Reading) bool {
	start := readings[0].Site
	for _, r := range readings {
		if r.Why.Kind != eval.NotInDomain || r.Why.Role.Word != "from" || r.Site != start ||
			start == topology.None {
			return false
		}
	}
	owner, _, some := o.p.At(start)
	return !(some && owner == o.p.ToMove()) && !o.starts(start)
}

// starts reports whether a legal step starts with what stands on a site.
func (o *offer) starts(site topology.Site) bool {
	return slices.ContainsFunc(o.moves, func(m position.Move) bool {
		from, ok := o.nt.names.role(m, "from")
		return ok && from == site
	})
}

// siteLike is a word of a normal text that may begin the name of a site: the letters of a column
// and the number of a row.
var siteLike = regexp.MustCompile(`[a-z]+\d+`)

// cellLike is a word that looks like the name of a cell of a larger board.
var cellLike = regexp.MustCompile(`^[a-z]{1,2}\d{1,3}$`)

// plainSite is a word that is the name of a site on most boards.
var plainSite = regexp.MustCompile(`^[a-z]\d+$`)

// missing returns the first name in a text that no site has; nil if there is none. Nf3 is more
// than a site.
func (o *offer) missing(text string) *Missing {
	if meant, ok := o.nt.forms.meant(text); ok {
		text = meant
	}
	b := o.nt.rules.Board
	alike := func(name string) *Missing {
		return &Missing{Name: name, Alike: diag.NearestFew(name, b.Names, 3)}
	}
	site := func(name string) *Missing {
		corner := topology.ColumnName(b.Width) + strconv.Itoa(b.Height)
		if _, full := b.SiteByName(corner); !full { // the rows of a hexagon differ in length
			return &Missing{Name: name}
		}
		return &Missing{Name: name, What: "site", Last: topology.ColumnName(b.Width), Rows: b.Height}
	}
	for _, word := range tokens(normal(text)) {
		if _, ok := b.SiteByName(word); ok || len(word) > maxGlued {
			continue
		}
		if b.IsGraph() { // its sites may have any names, so this may be a misspelling of one
			if !IsWord(o.nt.rules, word) &&
				(plainSite.MatchString(word) || diag.Nearest(word, b.Names) != "") {
				return alike(word)
			}
			continue
		}
		for _, name := range siteLike.FindAllString(word, -1) {
			_, ok := b.SiteByName(name)
			letters := strings.TrimRight(name, "0123456789")
			if ok || len(letters) > len(topology.ColumnName(b.Width)) {
				continue
			}
			row, _ := strconv.Atoi(name[len(letters):])
			if columnNumber(letters) > b.Width || row < 1 || row > b.Height {
				return site(name)
			}
			return alike(name)
		}
		if !b.IsGraph() && cellLike.MatchString(word) && strings.Contains(text, word) {
			return site(word)
		}
	}
	return nil
}

// columnNumber is the number of the column of that name, from a = 1.
func columnNumber(letters string) int {
	n := 0
	for _, letter := range letters {
		n = n*26 + int(letter-'a') + 1
	}
	return n
}

// IsWord reports whether a word means something in the notation, apart from the names of sites.
func IsWord(rules *ir.Game, word string) bool {
	for _, mv := range rules.Moves {
		if strings.EqualFold(mv.Name, word) ||
			slices.ContainsFunc(mv.Roles, func(r ir.Role) bool { return r.Word == word }) {
			return true
		}
	}
	_, ok := rules.Board.DirectionByName(word)
	return ok ||
		slices.ContainsFunc(rules.Kinds,
			func(k ir.Kind) bool { return strings.EqualFold(k.Name, word) })
}

// Refuse makes the error for a step that is not legal.
func (nt *Notation) Refuse(p *position.Position, m position.Move) *IllegalMoveError {
	nt = nt.orEmpty()
	return &IllegalMoveError{
		Text:     nt.names.long(m),
		Kind:     Refused,
		At:       p,
		Readings: []Reading{nt.reasons.reading(m, nt.Explain(p, m))},
		Nearest:  diag.NearestFew(nt.names.short(m), nt.Texts(p), nearestShown),
		nt:       nt,
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
	return nt.reasons.refusalText(m, r, nil)
}

// refusalText is RefusalText for a step with some roles open; nil for none.
func (rs *reasons) refusalText(m position.Move, r eval.Refusal, open []bool) string {
	name := stepName(m.ID())
	if mv := rs.names.move(m.ID()); mv != nil {
		name = mv.Name
	}
	switch r.Kind {
	case eval.Legal:
		return "it is legal"
	case eval.GameOver:
		return "the game is over: " + rs.nt.ResultText(r.Over)
	case eval.NotOffered:
		if r.Reason != "" {
			return fmt.Sprintf("%s is possible only when `%s`", name, inOneLine(r.Reason))
		}
		if len(r.Instead) > 0 {
			return fmt.Sprintf("%s is not possible now: what is due is %s", name, rs.some(r.Instead))
		}
		return name + " is not possible now"
	case eval.PieceGoesOn:
		return fmt.Sprintf("the turn goes on with another %q", r.Role.Word)
	case eval.NotInDomain:
		_, values := rs.layout.Unpack(m)
		mv := rs.names.move(m.ID())
		for i := range mv.Roles {
			if &mv.Roles[i] == r.Role {
				value, clause := rs.names.valueText(r.Role, values[i], false), inOneLine(r.Span.Text())
				if len(clause) > quotable && r.Role.Word == "to" && mv.Roles[0].Word == "from" &&
					(open == nil || !open[0]) {
					return fmt.Sprintf("no %s from %s leads to %s", name,
						rs.names.valueText(&mv.Roles[0], values[0], false), value)
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
		return "something else must be played first: " + rs.some(r.Instead)
	case eval.NotBest:
		return "another move does better, and must be played: " + rs.some(r.Instead)
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
func (rs *reasons) some(moves []position.Move) string {
	const shown = 3
	texts := rs.nt.texts(moves)
	if len(texts) > shown {
		return strings.Join(texts[:shown], ", ") + " or another"
	}
	return strings.Join(texts, ", ")
}
