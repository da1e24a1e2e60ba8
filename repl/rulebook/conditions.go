package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
)

var comparisons = map[string]string{
	"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than",
	">=": "is at least",
}

// cond puts a condition into words.
func (p *phraser) cond(e syntax.Expr) (string, bool) { return p.claim(e, false) }

// claim puts a condition, or its opposite, into words.
func (p *phraser) claim(e syntax.Expr, not bool) (string, bool) {
	switch e := e.(type) {
	case *syntax.Paren:
		return p.claim(e.X, not)
	case *syntax.Unary:
		switch e.Op {
		case "not":
			return p.claim(e.X, !not)
		case "some", "no", "one":
			if text, ok := p.standsOn(e, not); ok {
				return text, true
			}
			s, ok := p.set(e.X)
			if !ok || s.what == ir.Kinds {
				return "", false
			}
			return exists(s, e.Op, not)
		}
	case *syntax.Binary:
		return p.compared(e, not)
	case *syntax.If:
		if branch := p.chosen(e); branch != nil {
			return p.claim(branch, not)
		}
	case *syntax.Call:
		return p.asked(e, not)
	case *syntax.For:
		return forOther(p, e, not)
	}
	return "", false
}

// forOther says that a named condition holds for the next player.
func forOther(p *phraser, e *syntax.For, not bool) (string, bool) {
	body := e.Body
	for {
		if inner, ok := body.(*syntax.Unary); ok && inner.Op == "not" {
			body, not = inner.X, !not
		} else if inner, ok := body.(*syntax.Paren); ok {
			body = inner.X
		} else {
			break
		}
	}
	call, ok := body.(*syntax.Call)
	if !ok || len(call.Args) > 0 || p.b.defs[call.Name.Text] == nil ||
		e.Player.Span(p.file).Text() != "next" {
		return "", false
	}
	if text, ok := p.authored(call, not); ok && len(p.b.game.Players) == 2 &&
		strings.Contains(text, "your ") {
		return strings.ReplaceAll(text, "your ", "the opponent's "), true
	}
	p.b.mention(call)
	who := "the opponent"
	if len(p.b.game.Players) > 2 {
		who = "the next player"
	}
	holds := " holds for "
	if not {
		holds = " does not hold for "
	}
	return p.quote(call) + holds + who, true
}

// standsOn says `some q & theirs`, where one of the sets is a thing that was mentioned.
func (p *phraser) standsOn(e *syntax.Unary, not bool) (string, bool) {
	both, ok := e.X.(*syntax.Binary)
	if !ok || both.Op != "&" || e.Op == "one" {
		return "", false
	}
	x, ok := p.set(both.X)
	y, ok2 := p.set(both.Y)
	if call, is := both.Y.(*syntax.Call); is && call.Name.Text == "occupied" && ok {
		if (e.Op == "no") != not {
			return "no piece stands on " + strings.ReplaceAll(x.one(), " and ", " or "), true
		}
		return "a piece stands on " + x.one(), true
	}
	if ok && ok2 && x.the == "" {
		x, y = y, x
	}
	if !ok || !ok2 || x.the == "" || y.the != "" || x.what == ir.Kinds {
		return "", false
	}
	if e.Op == "no" {
		not = !not
	}
	if y.isCell() || x.the == "it" {
		return x.the + " " + y.is(not), true
	}
	if not {
		return y.none() + " is on " + x.the, true
	}
	return y.one() + " is on " + x.the, true
}

// exists says that a set has members, or none.
func exists(s thing, op string, not bool) (string, bool) {
	if op == "no" {
		op, not = "some", !not
	}
	switch {
	case op == "one" && !not:
		if s.the != "" {
			return "", false
		}
		return "there is exactly one " + s.named(s.head) + s.tail(), s.or == nil && s.owner == ""
	case op == "one":
		return "", false
	case strings.HasPrefix(s.the, "`") && not:
		return s.the + " is empty", true
	case strings.HasPrefix(s.the, "`"):
		return s.the + " is not empty", true
	case s.the != "" && not:
		return s.the + " is off the board", true
	case s.the != "":
		return s.the + " is there", true
	case s.owner == "your" && len(s.with) == 0 && not:
		return "you have no " + s.named(s.head), true
	case s.owner == "your" && len(s.with) == 0:
		return "you have " + article(s.named(s.head)), true
	case s.head != "cell" && s.or == nil && len(s.with) > 0:
		where := strings.TrimSpace(s.tail())
		s.with, s.when = nil, ""
		if not {
			return s.none() + " is " + where, true
		}
		return s.one() + " is " + where, true
	case s.isCell() && len(s.adj) == 0 && slices.Equal(s.with, []string{"with a piece"}) && not:
		return "the board is empty", true
	case s.isCell() && len(s.adj) == 0 && len(s.with) == 1 && not &&
		strings.HasPrefix(s.with[0], "in `"):
		return "no cell is " + s.with[0], true
	case s.isCell() && len(s.adj) == 0 && len(s.with) == 1 && not:
		return "the board ends there: nothing is " + s.with[0], true
	case not:
		return "there is " + s.none(), true
	}
	return "there is " + s.one(), true
}

// answer is one of two sentences: that a condition holds, or that it does not.
func answer(not bool, yes, no string) string {
	if not {
		return no
	}
	return yes
}

// asked puts a condition that is a name into words.
func (p *phraser) asked(e *syntax.Call, not bool) (string, bool) {
	name := e.Name.Text
	if say, ok := p.claims[name]; ok && !e.Parens && !not {
		return say, true
	}
	if t, ok := p.names[name]; ok && !e.Parens {
		return answer(not, t.the, "not "+t.the), true
	}
	if !p.b.declares(name) {
		text, ok := p.askedBuiltIn(e, not)
		if ok || name == "in_a_row" { // there are no words for its definition
			return text, ok
		}
	}
	if d, inner := p.opened(e); d != nil {
		if text, ok := inner.claim(d.node.Body, not); ok && len(text) < 160 {
			return text, true
		}
	}
	if text, ok := p.authored(e, not); ok {
		return text, true
	}
	if k := p.known(e); p.b.defs[name] != nil && p.inside == 0 && k != nil &&
		k.Expr.Type == ir.Truth {
		p.b.mention(e)
		return p.quote(e) + answer(not, " holds", " does not hold"), true
	}
	if p.b.attribute(name) && len(e.Args) == 1 {
		of, ok := p.set(e.Args[0])
		return of.the + answer(not, " is `", " is not `") + name + "`", ok && of.the != ""
	}
	return "", false
}

// authored puts a named condition, or its opposite, into the words of the comment after its
// definition, if that is a sentence such as "your king is in check".
func (p *phraser) authored(e *syntax.Call, not bool) (string, bool) {
	d := p.b.defs[e.Name.Text]
	if d == nil || len(d.node.Params) > 0 || p.names[e.Name.Text].the != "" {
		return "", false
	}
	note := strings.TrimSuffix(commentBehind(d.node.Span(d.file)), ".")
	subject, rest, is := strings.Cut(note, " is ")
	if !is || strings.ContainsAny(note, "`:;") || strings.HasPrefix(note, "whether ") {
		return "", false
	}
	denied, negative := strings.CutPrefix(rest, "not ")
	switch {
	case !not:
		return uncapital(note), true
	case negative:
		return uncapital(subject) + " is " + denied, true
	}
	return uncapital(subject) + " is not " + rest, true
}

// askedBuiltIn puts a condition with a name of the language into words.
func (p *phraser) askedBuiltIn(e *syntax.Call, not bool) (string, bool) {
	switch name := e.Name.Text; {
	case name == "stuck":
		return "the next player has " + answer(not, "no move", "a move"), true
	case name == "in_a_row" && len(e.Args) == 2:
		s, ok := p.set(e.Args[0])
		n, ok2 := p.number(e.Args[1])
		what := s.many()
		if s.or != nil || s.owner != "" && s.owner != "enemy" {
			what = "of " + what
		}
		return fmt.Sprintf("%s %s stand in a row", answer(not, n+" or more", "no "+n), what),
			ok && ok2 && s.the == ""
	case name == "one_group" && len(e.Args) == 2:
		s, ok := p.set(e.Args[0])
		return answer(not, "all "+s.many()+" are connected", s.many()+" are not all connected"),
			ok && s.the == ""
	case name == "connects" && len(e.Args) == 3:
		s, ok := p.set(e.Args[0])
		a, ok2 := p.set(e.Args[1])
		b, ok3 := p.set(e.Args[2])
		return fmt.Sprintf("%s %s %s with %s", s.many(), answer(not, "connect", "do not connect"),
			place(a), place(b)), ok && ok2 && ok3 && s.the == ""
	}
	return "", false
}

// place names a set of cells as a place: "your `start`", "the far edge".
func place(t thing) string {
	if t.bare() && len(t.with) == 1 {
		for _, word := range []string{"in ", "on "} {
			if rest, ok := strings.CutPrefix(t.with[0], word); ok {
				return rest
			}
		}
	}
	return t.many()
}

// compared puts a comparison, or joined conditions, into words.
func (p *phraser) compared(e *syntax.Binary, not bool) (string, bool) {
	switch e.Op {
	case "and", "or", "implies":
		return p.joined(e, not)
	case "in":
		return p.member(e, not)
	}
	of, isName := e.X.(*syntax.Call)
	player := strings.TrimSpace(e.Y.Span(p.file).Text())
	if isName && of.Name.Text == "me" && playerIndex(p.b, player) >= 0 &&
		(e.Op == "=" || e.Op == "!=") {
		return answer(not != (e.Op == "!="), "you play ", "you do not play ") + player, true
	}
	verb, ok := comparisons[e.Op]
	if !ok {
		return "", false
	}
	if not {
		verb = comparisons[map[string]string{"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=",
			">=": "<"}[e.Op]]
	}
	if text, ok := p.special(e, not); ok {
		return text, true
	}
	place, isSet := p.set(e.X)
	k := p.known(e.X)
	if other, ok := e.Y.(*syntax.Call); ok && isSet && place.the != "" && k != nil &&
		k.Expr.Type != ir.Players && (e.Op == "=" || e.Op == "!=") {
		if place.the == "it" {
			place.the = "its cell"
		}
		return place.the + " " + verb + " " + p.quote(other), true
	}
	x, ok := p.number(e.X)
	y, ok2 := p.value(e.Y)
	return x + " " + verb + " " + y, ok && ok2 && !strings.Contains(x+y, ", otherwise ")
}

// special handles comparisons that have words of their own.
func (p *phraser) special(e *syntax.Binary, not bool) (string, bool) {
	call, ok := e.X.(*syntax.Call)
	k := p.known(e.Y)
	if !ok || not || k == nil || k.Expr.Op != ir.ConstNumber {
		return "", false
	}
	n := k.Expr.N
	least := ""
	switch e.Op {
	case ">=":
		least = "at least "
	case "=":
	case ">":
		least, n = "at least ", n+1
	case "<":
		if call.Name.Text != "ply" || n < 2 {
			return "", false
		}
		least = "fewer than "
	default:
		return "", false
	}
	switch name := call.Name.Text; {
	case p.b.declares(name):
		return "", false
	case name == "passes":
		if n == int64(len(p.b.game.Players)) && n == 2 {
			return "both players have passed in a row", true
		}
		if n == 1 {
			return "the last turn was a pass", true
		}
		return fmt.Sprintf("the last %s were passes", counted(n, "turn")), true
	case name == "repetitions":
		return recurred("the same position, with the same player to move,", n, least)
	case name == "seen":
		return recurred("the same arrangement of the pieces", n, least)
	case name == "ply" && least == "":
		return fmt.Sprintf("%s taken so far", turnsTaken(n)), true
	case name == "ply":
		return strings.Replace(least+turnsTaken(n), " been", " been taken", 1), true
	case name == "count" && len(call.Args) == 1:
		s, ok := p.set(call.Args[0])
		if !ok || s.the != "" || s.or != nil || s.owner != "your" {
			return "", false
		}
		if least == "" {
			least = "exactly "
		}
		s.owner = ""
		noun := s.many()
		if n == 1 {
			noun = s.named(s.head) + s.tail()
		}
		return fmt.Sprintf("you have %s%s %s", least, number(n), noun), true
	}
	return "", false
}

// recurred says how often something has occurred before.
func recurred(what string, n int64, least string) (string, bool) {
	times := map[int64]string{1: "once", 2: "twice"}[n]
	switch {
	case n == 0:
		return what + " has never occurred before", least == ""
	case n == 1 && least != "":
		return what + " has occurred before", true
	case times == "":
		times = number(n) + " times"
	}
	return fmt.Sprintf("%s has occurred %s%s before", what, least, times), true
}

func turnsTaken(n int64) string {
	if n == 1 {
		return "one turn has been"
	}
	return counted(n, "turn") + " have been"
}

// joined puts conditions joined by and, or, implies into words, without those that the options
// decide.
func (p *phraser) joined(e *syntax.Binary, not bool) (string, bool) {
	if e.Op == "implies" {
		x, ok := p.claim(e.X, false)
		y, ok2 := p.claim(e.Y, false)
		return fmt.Sprintf("if %s, then %s", x, y), ok && ok2 && !not
	}
	if value, decided := p.truth(e.X); decided && value == (e.Op == "and") {
		return p.claim(e.Y, not)
	}
	if value, decided := p.truth(e.Y); decided && value == (e.Op == "and") {
		return p.claim(e.X, not)
	}
	x, ok := p.claim(e.X, not)
	y, ok2 := p.claim(e.Y, not)
	word := e.Op
	if not {
		word = map[string]string{"and": "or", "or": "and"}[word]
	}
	if joins(p, e.X, e.Op) || joins(p, e.Y, e.Op) {
		return x + ", " + word + " " + y, ok && ok2
	}
	return x + " " + word + " " + y, ok && ok2
}

// joins reports whether a condition reads as two, joined by a word other than the given one.
func joins(p *phraser, e syntax.Expr, but string) bool {
	if in, ok := e.(*syntax.Paren); ok {
		return joins(p, in.X, but)
	}
	b, ok := e.(*syntax.Binary)
	if !ok || b.Op != "and" && b.Op != "or" || b.Op == but {
		return false
	}
	_, known := p.truth(b.X)
	_, known2 := p.truth(b.Y)
	return !known && !known2
}

// member says that something is in a set.
func (p *phraser) member(e *syntax.Binary, not bool) (string, bool) {
	x, ok := p.set(e.X)
	y, ok2 := p.set(e.Y)
	if !ok || !ok2 || y.what == ir.Kinds && x.what != ir.Kinds {
		return "", false
	}
	if x.the != "" {
		return x.the + " " + y.is(not), true
	}
	if y.owner != "" && y.or == nil && len(y.with)+len(y.adj) == 0 && x.or == nil {
		verb := " stand on all "
		if not {
			verb = " do not stand on all "
		}
		return y.many() + verb + x.many(), true
	}
	if not || y.the != "" || y.or != nil {
		return "", false
	}
	say := strings.Replace(y.is(false), "is ", "are ", 1)
	return "all " + x.many() + " " + say, y.bare()
}
