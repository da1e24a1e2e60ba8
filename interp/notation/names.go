package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// ValueText writes the value of a role; brief writes a kind as its sign.
func (nt *Notation) ValueText(role *ir.Role, value int64, brief bool) string {
	if role == nil {
		role = &ir.Role{Type: ir.Number}
	}
	return nt.orEmpty().names.valueText(role, value, brief)
}

func (nm *names) valueText(role *ir.Role, value int64, brief bool) string {
	if role.Among != nil {
		var names []string
		for i, member := range role.Among {
			if value>>i&1 != 0 {
				names = append(names, nm.valueText(&ir.Role{Type: role.Of}, int64(member), brief))
			}
		}
		if names == nil {
			return "none"
		}
		return strings.Join(names, "+")
	}
	switch role.Type {
	case ir.Sites:
		return nm.siteName(topology.Site(value))
	case ir.Steps:
		return nm.relationName(topology.Relation(value))
	case ir.Kinds:
		if value < 0 || int(value) >= len(nm.rules.Kinds) {
			return fmt.Sprintf("kind %d", value)
		}
		if sign := nm.signs.letter[value]; brief && sign != 0 {
			return strings.ToUpper(string(sign))
		}
		return nm.rules.Kinds[value].Name
	case ir.Players:
		return nm.playerName(int(value))
	}
	return strconv.FormatInt(value, 10)
}

func (nm *names) playerName(i int) string {
	if i < 0 || i >= len(nm.rules.Players) {
		return fmt.Sprintf("player %d", i)
	}
	return nm.rules.Players[i].Name
}

func (nm *names) siteName(s topology.Site) string {
	if s < 0 || int(s) >= len(nm.rules.Board.Names) {
		return fmt.Sprintf("site %d", s)
	}
	return nm.rules.Board.Names[s]
}

// relationName writes a step: a direction's name, half a step with .side after it, incidence as in
// the rules.
func (nm *names) relationName(r topology.Relation) string {
	d := nm.rules.Board.Directions
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

// valueOf reads the value of a role.
func (nm *names) valueOf(role *ir.Role, text string) (int64, bool) {
	if role.Among != nil {
		return readSet(nm, role, text)
	}
	switch role.Type {
	case ir.Sites:
		s, ok := nm.rules.Board.SiteByName(text)
		return int64(s), ok
	case ir.Number:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	}
	for _, brief := range []bool{false, true} { // the sign of one kind may be the name of another
		for v := range int64(nm.members(role.Type)) {
			if strings.EqualFold(nm.valueText(role, v, brief), text) {
				return v, true
			}
		}
	}
	return 0, false
}

// readSet reads a set that a role holds: a1+c1, with the members in any order, or none.
func readSet(nm *names, role *ir.Role, text string) (set int64, ok bool) {
	if strings.EqualFold(text, "none") {
		return 0, true
	}
	for name := range strings.SplitSeq(text, "+") {
		member, ok := nm.valueOf(&ir.Role{Type: role.Of}, name)
		i := slices.Index(role.Among, int(member))
		if !ok || i < 0 || set>>i&1 != 0 {
			return 0, false
		}
		set |= 1 << i
	}
	return set, true
}

// Values returns the most values that a role may have, counted from 0; for a number, which has no
// bound, an arbitrary limit.
func (nt *Notation) Values(role *ir.Role) int {
	nt = nt.orEmpty()
	const some = 16
	if role == nil {
		return 0
	}
	if role.Among != nil {
		return 1 << min(len(role.Among), 16)
	}
	if role.Type == ir.Number {
		return some
	}
	return nt.names.members(role.Type)
}

// members returns how many values a role of a type may have; 0 for numbers.
func (nm *names) members(t ir.Type) int {
	switch t {
	case ir.Sites:
		return nm.rules.Board.Sites
	case ir.Steps:
		return nm.rules.Board.Relations()
	case ir.Kinds:
		return len(nm.rules.Kinds)
	case ir.Players:
		return len(nm.rules.Players)
	}
	return 0
}
