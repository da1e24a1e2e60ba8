package notation

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// Text returns the notation of a legal step: the shortest form that no other legal step has.
func (nt *Notation) Text(p *position.Position, m position.Move) string {
	nt = nt.orEmpty()
	l := nt.listed(p)
	if i := slices.Index(l.moves, m); i >= 0 {
		return l.texts[i]
	}
	return nt.LongText(p, m)
}

// Texts returns the notation of every legal step, in the order of [Notation.Moves].
func (nt *Notation) Texts(p *position.Position) []string {
	nt = nt.orEmpty()
	return slices.Clone(nt.listed(p).texts)
}

func (nt *Notation) texts(moves []position.Move) []string {
	texts := make([]string, len(moves))
	times := make(map[string]int, len(moves))
	for i, m := range moves {
		nt.tick(i)
		texts[i] = nt.names.short(m)
		times[texts[i]]++
	}
	if len(times) == len(moves) {
		return texts
	}
	named := make(map[string]int)
	for i, m := range moves {
		if times[texts[i]] > 1 {
			named[nt.names.named(m)]++
		}
	}
	for i, m := range moves {
		if times[texts[i]] > 1 {
			texts[i] = nt.names.named(m)
			if named[texts[i]] > 1 || times[texts[i]] > 0 {
				texts[i] = nt.names.long(m)
			}
		}
	}
	return texts
}

// LongText returns the notation that names the move and everything chosen: jump from c3 along north
// over c4 to c5. It is always understood, whatever other steps are legal.
func (nt *Notation) LongText(_ *position.Position, m position.Move) string {
	return nt.orEmpty().names.long(m)
}

// short is the notation regardless of other steps.
func (nm *names) short(m position.Move) string {
	id, values := nm.layout.Unpack(m)
	mv := nm.move(id)
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
		b.WriteString(nm.valueText(role, values[i], true))
		last = role.Word
	}
	return b.String()
}

// named is the notation preceded by the name of the move.
func (nm *names) named(m position.Move) string {
	mv := nm.move(m.ID())
	if mv == nil || len(mv.Roles) == 0 {
		return nm.long(m)
	}
	return mv.Name + " " + nm.short(m)
}

func (nm *names) long(m position.Move) string { return nm.longBut(m, nil) }

// longBut is the long form without some of the roles.
func (nm *names) longBut(m position.Move, without []bool) string {
	id, values := nm.layout.Unpack(m)
	mv := nm.move(id)
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
		b.WriteString(" " + role.Word + " " + nm.valueText(role, values[i], false))
	}
	return b.String()
}

// move returns a move of the rules, or nil for a pass, a done and a word that no game could have
// packed.
func (nm *names) move(id ir.MoveID) *ir.Move {
	if int(id) < len(nm.rules.Moves) {
		return nm.rules.Moves[id]
	}
	return nil
}

func stepName(id ir.MoveID) string {
	switch id {
	case ir.LeaveID:
		return leaveText
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

// written reports whether the short notation shows a role: it omits a role that the others
// determine.
func (w roleWords) written(word string) bool {
	switch word {
	case "over":
		return !(w.from && w.to)
	case "along":
		return !(w.from && (w.to || w.over))
	}
	return true
}

// joint is what comes before a role; last is the role word before it, "" at the beginning.
func (w roleWords) joint(word, last string) string {
	switch {
	case word == "over", word == "to" && w.from && w.over && last != "":
		return "x"
	case last == "":
		return ""
	case word == "with" && last == "with":
		return "-"
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
