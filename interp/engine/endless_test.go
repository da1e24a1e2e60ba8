package engine_test

import (
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// A turn that would go on beyond the most steps is a draw in both engines, however it goes on: by
// silent steps, by steps that a player chooses, after a chance step, or where `end` is read within
// the turn. At the same step it may also end as the rules say (language.md#endless-turns). A random
// setup that would go on beyond its most steps is a draw as well; with all of them it is a setup.
func TestAgreeOnEndlessTurns(t *testing.T) {
	long.OneThread(t)
	const countdown = `game "Countdown"
players A, B
board square(3, 1)
piece man
counter left = 0
move start { at c in empty  do place man on c, left := N  then tick when left > 0 }
move tick { do left -= 1  then tick when left > 0 }
turn start
end { draw "full" if no empty }
`
	const count = `game "Count"
players A, B
board square(2, 1)
piece man
counter n = 0
setup { A man: a1 }
move go "go" { do n += 1  then go, more }
move more "more" { do n += 2  then go }
turn go
`
	const deal = `game "Deal"
players A, B
board square(2, 1)
piece man
counter left = N
setup then deal
chance deal { with k in 1..2  do left -= 1  then deal when left > 0 }
move put { at c in empty  do place man on c }
turn put else draw
`
	for _, c := range []struct {
		name, rules string
		plies       int
	}{
		{"short", strings.Replace(countdown, "N", "30", 1), 20},
		{"last", strings.Replace(countdown, "N", "999", 1), 20},
		{"too many", strings.Replace(countdown, "N", "1000", 1), 20},
		{"decided", strings.Replace(strings.Replace(countdown, "N", "1000", 1), "end {",
			"end { win at once if left = 0\n", 1), 20},
		{"chosen", count, 1010},
		{"thrown", strings.Replace(strings.Replace(count, "go, more", "throw when n mod 400 = 0 "+
			"else go, more", 1), "turn go", "chance throw { do n += 1  then go }\nturn go", 1), 2100},
		{"dealt", strings.Replace(deal, "N", "1024", 1), 1100},
		{"dealt in a loop", strings.Replace(strings.Replace(deal, "left -= 1",
			"while left > 0: left += 1", 1), "N", "3", 1), 5},
		{"dealt without choice", strings.NewReplacer("with k in 1..2  do left -= 1",
			"do left += 1", "N", "3").Replace(deal), 5},
		{"dealt too much", strings.Replace(deal, "N", "1025", 1), 1100},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := read(t, source.NewFile("endless.rules", c.rules), nil)
			if p, err := compiled(g); err != nil || p.Evaluator {
				t.Fatalf("left to the evaluator: %v", err)
			}
			agree(t, g, c.plies, 1)
			agreeOnDraws(t, g, c.plies, 1)
		})
	}
}

// A player who is out does not lose again, in either engine: nobody would ever come to a step.
func TestAgreeOnLosingOnce(t *testing.T) {
	long.OneThread(t)
	for _, loses := range []string{
		"C loses when ply = 4, put when ply != 4", "C loses, put", "A loses when ply > 2, put",
		"lose when me = B and ply > 2, put", "B loses when ply > 1, C loses when ply > 5, put",
	} {
		g := gameOf("losing", `game "Losing"
players A, B, C, D
board square(4, 4)
piece man
move put { at c in empty  do place man on c }
turn `+loses+` else put else draw "full"
`)
		if g == nil {
			t.Fatalf("%s: not a game", loses)
		}
		whereCompiled(t, g, loses, 0, "", func() { agree(t, g, 200, 1) })
	}
}
