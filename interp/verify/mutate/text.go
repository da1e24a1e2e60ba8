package mutate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

// Line is a mutant for programs.
type Line struct {
	Game   string `json:"game"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Was    string `json:"was"`
	Is     string `json:"is"`
	Fate   string `json:"fate"`
	By     string `json:"by,omitempty"` // the case that failed
	// for a surviving one: a line after which it plays differently
	After     string `json:"after,omitempty"`
	Positions int    `json:"positions,omitempty"` // for an equivalent one: how many were compared
}

// Line returns a mutant of the rules for programs.
func (m *Mutant) Line(rs *ruleset.Ruleset) Line {
	line, column := m.Span.File.Position(m.Span.Lo)
	return Line{Game: rs.Name, File: m.Span.File.Name, Line: line, Column: column, Was: m.Was(),
		Is: m.Is, Fate: string(m.Fate), By: m.By, After: m.after(), Positions: m.Positions}
}

// after returns the line after which a mutant that is alive plays differently.
func (m *Mutant) after() string {
	if m.Fate == Alive {
		if f := m.Differs.Nearest(); f != nil {
			return f.Line
		}
	}
	return ""
}

// place returns the line of the change, and where it is as messages begin.
func (m *Mutant) place() (line int, where string) {
	line, column := m.Span.File.Position(m.Span.Lo)
	return line, fmt.Sprintf("%s:%d:%d: ", m.Span.File.Name, line, column)
}

// mostAfter is how many bytes of a game are shown: a reader plays no longer one by hand.
const mostAfter = 500

// Text returns for people what is known of a mutant that no case notices; "" for others.
func (m *Mutant) Text() string {
	line, where := m.place()
	switch m.Fate {
	case Alive:
		after := "from the start"
		if nearest := m.after(); nearest != "" {
			after = "after: " + nearest
			if cut := len(nearest) - mostAfter; cut > 0 {
				_, last, _ := strings.Cut(nearest[cut:], " ")
				after = "after a long game (--json has it whole): … " + last
			}
		}
		return fmt.Sprintf("%s%s: no case notices\n  | %s\n  it plays differently%s %s\n", where, m,
			strings.TrimSpace(m.Span.File.Line(line)), withOptions(m.Options), after)
	case Equivalent:
		return fmt.Sprintf("%s%s: no difference in %d positions\n", where, m, m.Positions)
	}
	return ""
}

func withOptions(options map[string]string) string {
	text := " with"
	for _, name := range slices.Sorted(maps.Keys(options)) {
		text += " " + name + "=" + options[name]
	}
	return strings.TrimSuffix(text, " with")
}

// Offers returns an offer for each mutant that no case notices; failed is told of those for which
// there is none.
func (r *Report) Offers(ctx context.Context, rs *ruleset.Ruleset,
	failed func(*Mutant, error)) (offers []ruletest.Offer) {
	for i := range r.Mutants {
		m := &r.Mutants[i]
		if m.Fate != Alive {
			continue
		}
		scene, err := m.Scene(rs)
		if err != nil {
			failed(m, err)
			continue
		}
		_, where := m.place()
		offers = append(offers, ruletest.Offer{Why: fmt.Sprintf("%sso that %s is noticed", where, m),
			Scene: scene, Needless: func(added []*ruletest.Case) bool {
				return slices.ContainsFunc(added, func(c *ruletest.Case) bool { return m.Kills(ctx, rs, c) })
			}})
	}
	return offers
}
