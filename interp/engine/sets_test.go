package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// Both engines offer the same sets, whatever the set is chosen from and however its size is given,
// beside other roles, conditions and continuations.
func TestAgreeOnChosenSets(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Sets"
players White facing north, Black facing south
board square(4, 2)
piece man, dame
region hand { White: {a1, b1, c1, c2}, Black: {a2, b2, d2} }
counter left = 3
counter hits per cell = 0
memory seen = none
setup {
  White man: rank(1)
  Black dame: rank(2)
}
move pick {
  %s
}
move back {
  at c in empty
  do place man on c
}
turn pick, back else pass
end { highest sum x in cells: hits(x) wins if ply > 12 }
`
	cases, tried, left := 0, 0, 0
	for _, move := range []string{
		"at D in %s of hand\n do remove D, hits(D) += count(D)",
		"at D in %s of mine & hand\n do each x in D: { hits(x) += 1, remove x when hits(x) > 1 }",
		"at D in %s of {a1, b1, a2} - seen\n if count(D & mine) < 3\n do D becomes man, seen := D",
		"from p in mine\n to D in %s of {b1, c1, c2} - p\n do hits(D) += 1, p -> p.around & D & b1",
		"at D in %s of those x in {a1, b1, c1}: x in occupied\n to q in D & mine\n do remove D - q",
		"at D in %s of {a1, b1, c1, d2}\n along d in orthogonal\n do seen := D.d, remove D.d & empty",
		"as K in %s of kinds\n do remove mine & K & hand, hits(a1) += count(K & cells)",
		"as P in %s of players - next\n do left := 3, remove P & c1",
		"at D in %s of hand & mine\n let best = max x in D: column(x)\n do hits(D) += best\n" +
			" ensure some mine\n then back at D, done",
	} {
		for _, many := range []string{"1..3", "2", "0..left", "0..4", "left - 2..2", "count(mine)"} {
			text := fmt.Sprintf(rules, fmt.Sprintf(move, many))
			text = strings.Replace(text, "turn pick, back else pass", "turn "+[]string{
				"pick, back else pass",
				"pick at {a1, b1, a2} , back else pass", "pick else back else pass"}[cases%3], 1)
			if strings.HasPrefix(move, "as") {
				bound := "pick as " + map[byte]string{'K': "kind(a1 | c1)", 'P': "White"}[move[3]]
				text = strings.Replace(text, "pick at {a1, b1, a2}", bound, 1)
			} else if strings.HasPrefix(move, "from") {
				text = strings.Replace(text, "pick at {a1, b1, a2}", "pick to b1 | c1", 1)
			}
			if cases++; !long.Case(cases, 5) {
				continue
			}
			tried++
			g := read(t, source.NewFile("sets.rules", text), nil)
			p, err := compiled(g)
			if err != nil || p.Evaluator {
				left++
			}
			agree(t, g, 60, 3)
			agreeOnDraws(t, g, 20, 2)
			agreeInPieces(t, g, 2, 3)
		}
	}
	t.Logf("%d of %d", left, tried)
	if left > tried/2 {
		t.Errorf("%d of %d games are left to the evaluator", left, tried)
	}
}
