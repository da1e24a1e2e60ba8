package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
)

// A misspelled name of any kind has the right one suggested wherever an expression has names: as a
// value, as a step, and with arguments or without, also where the right name would not fit.
func TestMeantNames(t *testing.T) {
	const rules = `game "G"
use "near"
option breadth = 3 in 3..5
players White, Black
board square(breadth, 3)
piece stone
counter scored = 0
memory goals = none
region harbor = a1
def fringe = rim
def beside(p) = p.adjacent
move put {
  at whither in empty
  if EXPR
  do place stone on whither, scored := 1, goals := harbor & fringe & beside(whither) & outer
}
turn put else draw
`
	load := func(expr string) (says []string) {
		f := source.NewFile("g.rules", strings.Replace(rules, "EXPR", expr, 1))
		_, list := dsl.Load(f, nil, shelf{{Name: "near.rules",
			Data: []byte("def outer = rim\ndef around_here(p) = p.around\n")}})
		for _, d := range list {
			says = append(says, fmt.Sprintf("%s %s; %s", d.Code, d.Summary, d.Suggestion))
		}
		return says
	}
	if says := load("scored < 9 or some goals"); len(says) > 0 {
		t.Fatal(says)
	}
	for _, name := range []string{"breadth", "White", "stone", "scored", "goals", "harbor", "fringe",
		"beside", "whither", "outer", "around_here", "north", "forward", "empty", "theirs", "count",
		"distance", "repetitions", "custodial", "in_a_row", "middle", "column", "orthogonal", "union"} {
		wrong := name[:2] + name[3:] // a letter is missing
		for _, form := range []string{"some Z", "some Z(mine)", "Z = 1", "Z(mine, 2) = 1",
			"some mine.Z", "some mine.Z(mine)", "some mine & Z", "some p in Z: p in empty", "Z in Z"} {
			says := load(strings.ReplaceAll(form, "Z", wrong))
			if !strings.Contains(strings.Join(says, "\n"), "did you mean `"+name+"`?") {
				t.Errorf("%s: %q", strings.ReplaceAll(form, "Z", wrong), says)
			}
		}
	}
}
