package speech

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/notation"
)

// This file answers lines that are not legal moves. An answer says first what is on the board, then
// what the rules say about it in their own words, then what you could play instead. It never quotes
// a condition; `why` does.

// Refusal answers a line that is not a legal move, given the error with which it was refused; "" if
// the line is nothing like a move.
func (si Situation) Refusal(line string, illegal *interp.IllegalMoveError) string {
	rest, then := line, si
	switch {
	case illegal.Kind == notation.Ambiguous:
		return si.Speech.said(illegal).Error()
	case illegal.Kind == notation.TurnOver:
		turn, typed := strings.CutSuffix(line, illegal.Text)
		if turn = strings.TrimRight(turn, ", "); turn == "" || !typed {
			turn = si.Speech.TurnWords(si.Now(), illegal.Before)
		}
		return fmt.Sprintf("The turn is over after %s; leave out %s.", turn,
			si.Speech.Shown(illegal.Text))
	case illegal.After != "":
		rest, then.at = si.Speech.Shown(illegal.Text), illegal.At
	}
	if site, ok := si.Speech.Site(line); ok {
		return si.Unused(site) + si.Instead(line, illegal)
	}
	if answer := then.partial(rest, illegal); answer != "" {
		return answer
	}
	text := then.objection(rest, illegal)
	if text == "" {
		return ""
	}
	return text + then.Instead(rest, illegal)
}

// WhyNot is the answer to a line that is no legal step, for a player to whom several positions are
// possible. It looks at a few of them; "" if the answer is not the same in all of these, or if so
// many steps are legal that finding it would take long.
func WhyNot(sp *Speech, possible []*interp.Position, line string) (answer string) {
	const few, many = 6, 10_000
	for i, p := range possible[:min(few, len(possible))] {
		if len(sp.Game.Moves(p)) > many {
			return ""
		}
		text := ""
		var illegal *interp.IllegalMoveError
		if _, err := sp.Game.Parse(p, sp.Meant(line)); errors.As(err, &illegal) {
			text = sp.At(p).Refusal(line, illegal)
		}
		if i > 0 && text != answer || text == "" {
			return ""
		}
		answer = text
	}
	return answer
}

// said returns an error with the texts of moves in the names that people see.
func (sp *Speech) said(illegal *interp.IllegalMoveError) *interp.IllegalMoveError {
	said := *illegal
	said.Text, said.After = sp.Shown(said.Text), sp.Shown(said.After)
	said.Nearest = lists.Map(said.Nearest, sp.Shown)
	return &said
}

// At returns a position to describe.
func (sp *Speech) At(p *interp.Position) Situation { return Situation{sp, p} }

// A Situation is a position and the words for it. The position is nil if it is not to be told.
type Situation struct {
	Speech *Speech
	at     *interp.Position
}

// Now returns the position.
func (si Situation) Now() *interp.Position { return si.at }

func (si Situation) mover() int { return si.at.ToMove() }

func (si Situation) legal() []interp.Move { return si.Speech.Game.Moves(si.at) }

// Unused says what is on a site whose name alone is no legal move.
func (si Situation) Unused(site topology.Site) string {
	name, n := si.Speech.SiteName(site), len(si.legal())
	none := fmt.Sprintf("none of the %d legal moves uses it", n)
	if n == 1 {
		none = "the only legal move does not use it"
	}
	owner, _, some := si.Now().At(site)
	thing := si.Standing(site)
	used := si.Speech.SitesOf(si.legal())
	if used.Has(site) {
		none = "that move is not possible"
	}
	switch {
	case !some && si.counted(site) != 0:
		return fmt.Sprintf("%s holds %d, and %s.", name, si.counted(site), none)
	case !some && si.Speech.Rules().Board.PlaneOf(site) != topology.Cells && !used.Has(site):
		return fmt.Sprintf("None of the %d legal moves uses %s.", n, name)
	case !some && si.walking() && !used.Has(site):
		return fmt.Sprintf("%s is empty, but %s.", name, si.noneGoes())
	case !some:
		return fmt.Sprintf("%s is empty, and %s.", name, none)
	case !si.moving():
		return fmt.Sprintf("%s is taken: %s is there.", name, thing)
	case owner == si.mover():
		return fmt.Sprintf("%s on %s cannot move now.", Capital(thing), name)
	}
	if owner >= 0 && si.walking() && !used.Has(site) {
		none = si.noneGoes()
	}
	return fmt.Sprintf("%s is on %s, and %s.", Capital(thing), name, none)
}

// counted returns the number that the rules keep for a cell, such as its seeds; 0 if there is none.
func (si Situation) counted(site topology.Site) int64 {
	rules := si.Speech.Rules()
	for i, st := range rules.States {
		if st.PerCell && !st.PerPlayer && !st.PerPiece && st.Type == ir.Number &&
			rules.Board.Cells.Has(site) {
			return si.Now().Number(rules, i, -1, -1, site)
		}
	}
	return 0
}

// moving reports whether some legal move moves a piece; otherwise pieces are only placed.
func (si Situation) moving() bool {
	return slices.ContainsFunc(si.legal(), func(m interp.Move) bool {
		_, _, ok := si.Speech.Role(m, "from")
		return ok
	})
}

// walking reports whether all legal moves take a piece from one place to another, and name no other
// place.
func (si Situation) walking() bool {
	return !slices.ContainsFunc(si.legal(), func(m interp.Move) bool {
		id, _ := si.Speech.Game.Roles(m)
		if int(id) >= len(si.Speech.Rules().Moves) {
			return true
		}
		words := map[string]bool{}
		for _, role := range si.Speech.Rules().Moves[id].Roles {
			words[role.Word] = true
		}
		return !words["from"] || !words["to"] || words["over"] || words["at"]
	})
}

// noneGoes says that no piece can go to a place: in the short algebraic notation, where the name of
// a place alone is a move of pieces without a letter, that none of these can.
func (si Situation) noneGoes() string {
	if si.Speech.SAN != nil && si.Speech.Coordinates == nil {
		return fmt.Sprintf("no %s of yours can go there", si.Speech.Ruleset.Info.SAN.Silent)
	}
	return "none of your pieces can go there now"
}

// Standing names the piece on a site, as its player would say: your pawn, Black's pawn, a wall.
func (si Situation) Standing(site topology.Site) string {
	owner, kind, some := si.Now().At(site)
	switch {
	case !some:
		return "nothing"
	case owner == si.mover():
		return "your " + si.Speech.Rules().Kinds[kind].Name
	case owner < 0:
		return "a " + si.Speech.Rules().Kinds[kind].Name
	}
	return si.Speech.PlayerName(owner) + "'s " + si.Speech.Rules().Kinds[kind].Name
}

// objection says why a line is not legal; "" if it is nothing like a move.
func (si Situation) objection(line string, illegal *interp.IllegalMoveError) string {
	switch illegal.Kind {
	case notation.WrongSign:
		return Capital(si.Speech.Said.Notation().WhyIllegal(si.Speech.said(illegal))) + "."
	case notation.OffBoard:
		if si.Speech.Coordinates != nil && illegal.Missing.Rows > 0 { // the board shows others
			return fmt.Sprintf("There is no %s.", illegal.Missing.Name)
		}
		return Capital(illegal.Missing.String()) + "."
	}
	if fact := si.pieceCannot(line, illegal.Named); fact != "" {
		return fact
	}
	if len(illegal.Readings) == 0 {
		return ""
	}
	return si.Against(line, illegal.Readings) + "."
}

// pieceCannot answers a line such as Ke2: which pieces of that kind there are, and what occupies
// their goal. It returns "" if no kind is named so.
func (si Situation) pieceCannot(line string, named *notation.Named) string {
	if !plainOnly && si.Speech.SAN != nil {
		if fact := si.silentCannot(line); fact != "" {
			return fact
		}
	}
	if named == nil || named.Kind < 0 || named.Goal == topology.None {
		return ""
	}
	name, goal := si.Speech.Rules().Kinds[named.Kind].Name, named.Goal
	mine := si.Now().Owned(si.mover()).And(si.Now().OfKind(named.Kind))
	there := si.blockedBy(goal)
	switch mine.Len() {
	case 0:
		return fmt.Sprintf("You have no %s on the board.", name)
	case 1:
		if why := si.worded(named.Only); why != "" {
			there = ": " + why
		}
		return fmt.Sprintf("Your %s on %s cannot go to %s%s.", name, si.Speech.SiteName(mine.First()),
			si.Speech.SiteName(goal), there)
	}
	return fmt.Sprintf("No %s of yours can go to %s%s.", name, si.Speech.SiteName(goal), there)
}

// silentGoal is a move of a piece that the notation gives no letter: exd5, e8=Q, exd8Q+.
var silentGoal = regexp.MustCompile(`^(?:([a-z])x)?([a-z]\d+)(=?[A-Z])?[+#!?]*$`)

// silentCannot answers a move of the pieces without a letter, such as the pawns of chess; "" if the
// line is none, or says no more than where it goes.
func (si Situation) silentCannot(line string) string {
	parts := silentGoal.FindStringSubmatch(line)
	if parts == nil || parts[1] == "" && parts[3] == "" {
		return ""
	}
	if _, ok := si.Speech.Rules().Board.SiteByName(parts[2]); !ok {
		return ""
	}
	name := si.Speech.Ruleset.Info.SAN.Silent
	if parts[1] != "" {
		return fmt.Sprintf("No %s of yours on the %s-file can take on %s.", name, parts[1], parts[2])
	}
	return fmt.Sprintf("No %s of yours can go to %s.", name, parts[2])
}

// blockedBy says that a player's own piece stands where one is to go; "" if none does.
func (si Situation) blockedBy(goal topology.Site) string {
	if owner, _, some := si.Now().At(goal); some && owner == si.mover() {
		return fmt.Sprintf("; %s is there", si.Standing(goal))
	}
	return ""
}

// worded returns what the rules say in words about why none of some readings is legal; "" if they
// have no words for it.
func (si Situation) worded(readings []interp.Reading) string {
	for _, r := range readings {
		if r.InWords() {
			return si.Speech.Said.WhyText(r)
		}
	}
	return ""
}

// Against says why none of the readings of a line is legal, without a full stop.
func (si Situation) Against(line string, readings []interp.Reading) string {
	if why := si.worded(readings); why != "" {
		return fmt.Sprintf("%s is not legal: %s", line, why)
	}
	said := strings.ToLower(si.Speech.Meant(line))
	site := func(word string) topology.Site { // of a role that the line mentions
		site := si.Speech.siteOf(readings[0].Move, word)
		if site != topology.None && !strings.Contains(said, si.Speech.Rules().Board.Names[site]) {
			return topology.None
		}
		return site
	}
	from, to, at := site("from"), site("to"), site("at")
	refused := ""
	if r := readings[0]; r.Why.Kind == eval.NotInDomain {
		refused = r.Why.Role.Word
	}
	if from != topology.None && refused == "from" {
		owner, _, some := si.Now().At(from)
		switch {
		case !some:
			return fmt.Sprintf("%s is empty", si.Speech.SiteName(from))
		case owner != si.mover():
			return fmt.Sprintf("%s is on %s; %s to move", Capital(si.Standing(from)),
				si.Speech.SiteName(from), si.Speech.Does(si.mover(), "is"))
		}
	}
	if from != topology.None && to != topology.None && (refused == "to" || len(readings) > 1) {
		if _, _, some := si.Now().At(from); !some {
			return fmt.Sprintf("You cannot go from %s to %s", si.Speech.SiteName(from),
				si.Speech.SiteName(to))
		}
		return fmt.Sprintf("%s on %s cannot go to %s%s", Capital(si.Standing(from)),
			si.Speech.SiteName(from), si.Speech.SiteName(to), si.blockedBy(to))
	}
	if at != topology.None && refused == "at" {
		if _, _, some := si.Now().At(at); some {
			return fmt.Sprintf("%s is taken: %s is there", si.Speech.SiteName(at), si.Standing(at))
		}
		id, _ := si.Speech.Game.Roles(readings[0].Move)
		return fmt.Sprintf("You cannot %s at %s", si.Speech.MoveName(id), si.Speech.SiteName(at))
	}
	if r := readings[0]; len(r.Why.Ends) == 2 && r.Why.Ends[0] <= r.Why.Ends[1] {
		return fmt.Sprintf("%s is not possible now: %s is from %d to %d", line, r.Why.Role.Name,
			r.Why.Ends[0], r.Why.Ends[1])
	}
	return fmt.Sprintf("%s is not possible now%s", line, si.turnTo(func(id ir.MoveID) bool {
		return slices.ContainsFunc(readings, func(r interp.Reading) bool { return r.Move.ID() == id })
	}))
}

// turnTo names the kinds of moves that are possible, as in `; the next step is "walk"`; "" if one
// of them is the kind that was refused, if there is nothing to choose, or too much to name.
func (si Situation) turnTo(refused func(ir.MoveID) bool) string {
	var names []string
	for _, m := range si.legal() {
		id, _ := si.Speech.Game.Roles(m)
		if refused(id) { // it is possible elsewhere, or with another piece
			return ""
		}
		if name := fmt.Sprintf("%q", si.Speech.MoveName(id)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	const most = 4
	if len(names) == 0 || len(names) > most {
		return ""
	}
	return "; the next step is " + Or(names)
}

// siteOf returns the site that a step has in a role; None if it has none.
func (sp *Speech) siteOf(m interp.Move, word string) topology.Site {
	role, value, ok := sp.Role(m, word)
	if !ok || role.Type != ir.Sites || value < 0 || value >= int64(sp.Rules().Board.Sites) {
		return topology.None
	}
	return topology.Site(value)
}

// Instead lists what could be played: the moves of the piece that the line begins with, or
// otherwise those to a place that the line names. Other moves would only be noise, except one that
// differs by a slip of the keyboard.
func (si Situation) Instead(line string, illegal *interp.IllegalMoveError) string {
	if from := si.from(line); from != "" {
		return "\nFrom there: " + from
	}
	if goal := si.goal(line); goal != topology.None {
		if to := si.to(goal); to != "" {
			return fmt.Sprintf("\nTo %s: %s", si.Speech.SiteName(goal), to)
		}
		return ""
	}
	near := si.saidOf(illegal.Nearest)
	if len(near) == 1 {
		return "\nDid you mean " + near[0] + "?"
	}
	if meant := diag.Nearest(line, near); meant != "" {
		return "\nDid you mean " + meant + "?"
	}
	return ""
}

// goal returns the place that a line names last, as in e2-e4, Ke2 or e8=Q; None if it names none.
func (si Situation) goal(line string) topology.Site {
	all := Words(si.Speech.OwnOr(line))
	for _, word := range slices.Backward(all) {
		word = strings.ToLower(word)
		for from := range word {
			if site, ok := si.Speech.Rules().Board.SiteByName(word[from:]); ok {
				return site
			}
		}
	}
	return topology.None
}

// to lists the legal moves that end on a place; "" if there are none.
func (si Situation) to(goal topology.Site) string {
	return si.handful(func(m interp.Move) bool { return si.Speech.LastSite(m) == goal })
}

// handful lists legal moves, and says so if there are more than one looks through.
func (si Situation) handful(of func(interp.Move) bool) string {
	const most = 12
	var texts []string
	more := 0
	for _, m := range si.legal() {
		switch {
		case !of(m):
		case len(texts) == most:
			more++
		default:
			texts = append(texts, si.Speech.StepText(si.Now(), m))
		}
	}
	return nearby(texts, more)
}

// Containing lists a handful of the legal moves that are written with a text in them; "" if there
// are none, or if the text is so long that it is no part of a move.
func Containing(si Situation, text string) string {
	if len(text) > 8 {
		return ""
	}
	text = strings.ToLower(text)
	return si.handful(func(m interp.Move) bool {
		return strings.Contains(strings.ToLower(si.Speech.StepText(si.Now(), m)), text)
	})
}

// Example returns a legal move as players write it, from the middle of the list; "" if there is
// none, or if it is written by more than one reads at a glance.
func Example(si Situation) string {
	legal := si.legal()
	if len(legal) == 0 || si.Speech.Game.Weights(si.Now()) != nil { // chance decides
		return ""
	}
	text := si.Speech.StepText(si.Now(), legal[len(legal)/2])
	if len(text) > 20 {
		return ""
	}
	return text
}

// nearby lists moves in a line; there may be more than these.
func nearby(moves []string, more int) string {
	text := strings.Join(moves, "   ")
	if more > 0 {
		text += "   …"
	}
	return text
}

// from lists the legal moves of the piece that a line begins with; "" if there are none.
func (si Situation) from(line string) string {
	all := Words(si.Speech.OwnOr(line))
	if len(all) == 0 {
		return ""
	}
	word := strings.ToLower(all[0])
	site, ok := si.Speech.Rules().Board.SiteByName(word)
	for i := len(word) - 1; i > 1 && !ok; i-- { // e2e5 begins with e2
		site, ok = si.Speech.Rules().Board.SiteByName(word[:i])
	}
	if !ok {
		return ""
	}
	return si.handful(func(m interp.Move) bool { return si.Speech.siteOf(m, "from") == site })
}
