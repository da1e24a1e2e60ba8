package rulesets_test

import (
	"fmt"
	"slices"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/verify/gametest"
)

// Every throw scores in every category of Yacht as the rulebook says, read by another program.
func TestYachtScores(t *testing.T) {
	g := gametest.Load(t, "yacht", "")
	categories := []string{"ones", "twos", "threes", "fours", "fives", "sixes", "full_house",
		"four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"}
	for throw := range 7776 {
		dice, n := [5]int{}, throw
		for i := range dice {
			dice[i] = 1 + n%6
			n /= 6
		}
		if !slices.IsSorted(dice[:]) {
			continue
		}
		line := "5 First then=throw|rethrow,score done=5 chance=5"
		for i, face := range dice {
			line += fmt.Sprintf(" face(%c1)=%d", 'a'+i, face)
		}
		p, err := g.ParsePosition(line)
		if err != nil {
			t.Fatal(err)
		}
		for c, name := range categories {
			_, q, err := g.ParseTurn(p, "score "+name)
			if err != nil {
				t.Fatal(err)
			}
			if got := points(g, q); got != yachtScore(c, dice) {
				t.Fatalf("%v scores %d as %s, not %d", dice, got, name, yachtScore(c, dice))
			}
		}
	}
}

func points(g *interp.Game, p *interp.Position) int64 {
	i := slices.IndexFunc(g.Rules().States,
		func(s ir.State) bool { return s.Name == "points" })
	return p.Number(g.Rules(), i, 0, -1, topology.None)
}

func yachtScore(category int, dice [5]int) (score int64) {
	var times [7]int
	sum := 0
	for _, face := range dice {
		times[face]++
		sum += face
	}
	of := slices.Sorted(slices.Values(times[1:]))
	switch {
	case category < 6:
		return int64((category + 1) * times[category+1])
	case category == 6 && of[5] == 3 && of[4] == 2, category == 10:
		return int64(sum)
	case category == 7 && of[5] >= 4:
		for face, n := range times {
			if n >= 4 {
				return int64(4 * face)
			}
		}
	case category == 8 && of[1] == 1 && times[6] == 0, category == 9 && of[1] == 1 && times[1] == 0:
		return 30
	case category == 11 && of[5] == 5:
		return 50
	}
	return 0
}
