package speech

import (
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/interp/course"
)

// Rolled writes what chance has decided, up to a moment, since a player chose last: of each step
// what could have been otherwise, and not, say, which die was the next one.
func Rolled(g *interp.Game, c *course.Course, at int) string {
	from := at - 1
	for from > c.TurnStart(at) && c.Rolled(from) {
		from--
	}
	var parts []string
	for ; from < at; from++ {
		parts = append(parts, decided(g, c.Position(from), c.Step(from)))
	}
	return strings.Join(parts, " ")
}

func decided(g *interp.Game, p *interp.Position, m interp.Move) string {
	id, values := g.Roles(m)
	open := make([]bool, len(values))
	for _, other := range g.Moves(p) {
		otherID, others := g.Roles(other)
		for i := range values {
			open[i] = open[i] || otherID != id || others[i] != values[i]
		}
	}
	if !slices.Contains(open, false) || !slices.Contains(open, true) {
		return g.TurnText(p, []interp.Move{m})
	}
	var parts []string
	for i := range values {
		if open[i] {
			parts = append(parts, g.Notation().ValueText(&g.Rules().Moves[id].Roles[i], values[i], false))
		}
	}
	return strings.Join(parts, " ")
}
