package ir_test

import (
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
)

func TestEmptyOnly(t *testing.T) {
	for set, want := range map[string]bool{
		"empty":                          true,
		"empty & mine":                   true,
		"empty | mine":                   false,
		"empty | empty & rim":            true,
		"empty - rim":                    true,
		"mine - empty":                   false,
		"those x in empty: ply > 3":      true,
		"those x in mine: x in empty":    false,
		"union d in orthogonal: free(d)": true,
		"mine.(orthogonal)[empty]":       true,
		"mine.(orthogonal)[empty]*":      false,
		"mine.(orthogonal)":              false,
		"free(north)":                    true,
	} {
		g, list := dsl.Load(source.NewFile("empty.rules", `game "Empty"
players A, B
board square(5, 5)
piece man
def free(d) = empty & mine.(d)
setup { A man: a1  B man: e5 }
move go {
  at c in `+set+`
  do place man on c
}
turn go else pass
end { A wins if passes >= 2 }
`), nil, nil)
		if len(list.Errors()) > 0 {
			t.Errorf("%s: %v", set, list)
			continue
		}
		if got := ir.EmptyOnly(g.Moves[0].Clauses[0].Value); got != want {
			t.Errorf("%s: got %v", set, got)
		}
	}
}
