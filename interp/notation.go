package interp

import (
	"fmt"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// The notation of a step is put together from the words of its roles, in the order in which the rules bind them:
//
//	from, to     c3-d4         with an over between them c3xe5
//	over         c3xd4         the site passed over, where there is no `to`
//	at           e4            behind another site: d1-d7/g7; behind a piece: N@e4
//	as           b7-b8=Q
//	along        east a4       the direction's name; left out where from stands with to or over, which tell it
//	with         a1 3
//
// A step without roles is written as its label, or its name. Where two legal steps would be written alike, the name of the
// move stands before (raise d4ne); where that does not help, the long form is used, which names everything:
// jump from c3 along north over c4 to c5.
//
// A turn joins its steps. A step that begins where the one before ended leaves that site out (c3xe5xg7, d1-d7/g7), the
// others are joined by a comma (d11-d12, raise d4ne).

const (
	passText = "pass"
	doneText = "done"
	stepSep  = ", "
)

// Text returns the notation of a legal step: the shortest form that no other legal step has.
func (g *Game) Text(p *Position, m Move) string {
	moves := g.Moves(p)
	for i, text := range g.texts(moves) {
		if moves[i] == m {
			return text
		}
	}
	return g.LongText(p, m)
}

// Texts returns the notation of every legal step, in the order of [Game.Moves].
func (g *Game) Texts(p *Position) []string { return g.texts(g.Moves(p)) }

func (g *Game) texts(moves []Move) []string {
	texts := make([]string, len(moves))
	times := make(map[string]int, len(moves))
	for i, m := range moves {
		texts[i] = g.short(m)
		times[texts[i]]++
	}
	if len(times) == len(moves) {
		return texts
	}
	named := make(map[string]int)
	for i, m := range moves {
		if times[texts[i]] > 1 {
			named[g.named(m)]++
		}
	}
	for i, m := range moves {
		if times[texts[i]] > 1 {
			texts[i] = g.named(m)
			if named[texts[i]] > 1 || times[texts[i]] > 0 {
				texts[i] = g.long(m)
			}
		}
	}
	return texts
}

// LongText returns the notation that names the move and everything chosen: jump from c3 along north over c4 to c5.
// It is always understood, whatever other steps are legal.
func (g *Game) LongText(_ *Position, m Move) string { return g.long(m) }

// short is the notation without regard to other steps.
func (g *Game) short(m Move) string {
	id, values := g.layout.Unpack(m)
	mv := g.move(id)
	if mv == nil {
		return stepName(id)
	}
	if len(mv.Roles) == 0 {
		if mv.Label != "" {
			return mv.Label
		}
		return mv.Name
	}
	w := words(mv)
	var b strings.Builder
	last := ""
	for i := range mv.Roles {
		role := &mv.Roles[i]
		if !w.written(role.Word) {
			continue
		}
		b.WriteString(w.joint(role.Word, last))
		b.WriteString(g.valueText(role, values[i], true))
		last = role.Word
	}
	return b.String()
}

// named is the notation with the name of the move before.
func (g *Game) named(m Move) string {
	mv := g.move(m.ID())
	if mv == nil || len(mv.Roles) == 0 {
		return g.long(m)
	}
	return mv.Name + " " + g.short(m)
}

func (g *Game) long(m Move) string { return g.longBut(m, nil) }

// longBut is the long form without some of the roles.
func (g *Game) longBut(m Move, without []bool) string {
	id, values := g.layout.Unpack(m)
	mv := g.move(id)
	if mv == nil {
		return stepName(id)
	}
	var b strings.Builder
	b.WriteString(mv.Name)
	for i := range mv.Roles {
		if without != nil && without[i] {
			continue
		}
		role := &mv.Roles[i]
		b.WriteString(" " + role.Word + " " + g.valueText(role, values[i], false))
	}
	return b.String()
}

// move returns a move of the rules, or nil for a pass, a done and what no game could have packed.
func (g *Game) move(id ir.MoveID) *ir.Move {
	if int(id) < len(g.rules.Moves) {
		return g.rules.Moves[id]
	}
	return nil
}

func stepName(id ir.MoveID) string {
	switch id {
	case ir.PassID:
		return passText
	case ir.DoneID:
		return doneText
	}
	return fmt.Sprintf("move %d", id)
}

// roleWords tells which role words a move has.
type roleWords struct{ from, to, over bool }

func words(mv *ir.Move) (w roleWords) {
	for i := range mv.Roles {
		switch mv.Roles[i].Word {
		case "from":
			w.from = true
		case "to":
			w.to = true
		case "over":
			w.over = true
		}
	}
	return w
}

// written reports whether the short notation shows a role: not one that the others tell.
func (w roleWords) written(word string) bool {
	switch word {
	case "over":
		return !(w.from && w.to)
	case "along":
		return !(w.from && (w.to || w.over))
	}
	return true
}

// joint is what stands before a role; last is the role word before it, "" at the beginning.
func (w roleWords) joint(word, last string) string {
	switch {
	case word == "over", word == "to" && w.from && w.over && last != "":
		return "x"
	case last == "":
		return ""
	case word == "as":
		return "="
	case word == "along", last == "along", word == "with", last == "with":
		return " "
	case last == "as":
		return "@"
	case word == "at":
		return "/"
	}
	return "-"
}

// valueText writes the value of a role; brief writes a kind as its sign.
func (g *Game) valueText(role *ir.Role, value int64, brief bool) string {
	switch role.Type {
	case ir.Sites:
		return g.siteName(topology.Site(value))
	case ir.Steps:
		return g.relationName(topology.Relation(value))
	case ir.Kinds:
		if value < 0 || int(value) >= len(g.rules.Kinds) {
			return fmt.Sprintf("kind %d", value)
		}
		if sign := g.signs.letter[value]; brief && sign != 0 {
			return strings.ToUpper(string(sign))
		}
		return g.rules.Kinds[value].Name
	case ir.Players:
		if value < 0 || int(value) >= len(g.rules.Players) {
			return fmt.Sprintf("player %d", value)
		}
		return g.rules.Players[value].Name
	}
	return strconv.FormatInt(value, 10)
}

func (g *Game) siteName(s topology.Site) string {
	if s < 0 || int(s) >= len(g.rules.Board.Names) {
		return fmt.Sprintf("site %d", s)
	}
	return g.rules.Board.Names[s]
}

// relationName writes a step: a direction's name, half a step with .side behind, incidence as in the rules.
func (g *Game) relationName(r topology.Relation) string {
	d := g.rules.Board.Directions
	switch n := int(r) - len(d); {
	case n < 0:
		return d[r].Name
	case n < len(d):
		return d[n].Name + ".side"
	case n < len(d)+3:
		return [...]string{"cells", "edges", "corners"}[n-len(d)]
	}
	return fmt.Sprintf("step %d", r)
}

// TurnText returns the notation of steps played one after the other from p: of a turn, or of the beginning of one.
func (g *Game) TurnText(p *Position, steps []Move) string {
	e, done := g.quick() // what a step is written like does not depend on the order of the others
	defer done()
	var b strings.Builder
	for i, m := range steps {
		text := g.stepText(e.Moves(p), m)
		if i == 0 {
			b.WriteString(text)
		} else {
			b.WriteString(g.continued(steps[i-1], m, text))
		}
		if i+1 < len(steps) {
			p = e.Play(p, m)
		}
	}
	return b.String()
}

func (g *Game) stepText(legal []Move, m Move) string {
	for i, text := range g.texts(legal) {
		if legal[i] == m {
			return text
		}
	}
	return g.long(m)
}

// continued is what a step adds to the notation of a turn, given the step before and the step's own notation.
func (g *Game) continued(before, m Move, text string) string {
	if at, ok := g.landing(before); ok {
		if from, ok := g.origin(m); ok && at == from && text == g.short(m) {
			if rest := strings.TrimPrefix(text, g.siteName(from)); rest != "" && rest != text {
				return rest
			}
		}
	}
	return stepSep + text
}

// landing returns the site at which a step ends: to, else from.
func (g *Game) landing(m Move) (topology.Site, bool) {
	if s, ok := g.role(m, "to"); ok {
		return s, true
	}
	return g.role(m, "from")
}

// origin returns the site by which the notation of a step begins, if that is its `from`.
func (g *Game) origin(m Move) (topology.Site, bool) {
	mv := g.move(m.ID())
	if mv == nil || len(mv.Roles) == 0 || mv.Roles[0].Word != "from" {
		return topology.None, false
	}
	return g.role(m, "from")
}

func (g *Game) role(m Move, word string) (topology.Site, bool) {
	id, values := g.layout.Unpack(m)
	mv := g.move(id)
	if mv == nil {
		return topology.None, false
	}
	for i := range mv.Roles {
		if mv.Roles[i].Word == word && mv.Roles[i].Type == ir.Sites {
			return topology.Site(values[i]), true
		}
	}
	return topology.None, false
}
