package match

import (
	"slices"
	"testing"

	"boardgame/dsl/lists"
	"boardgame/interp/bot"
)

func TestGrades(t *testing.T) {
	levels := []bot.Level{{Name: "random", Settings: bot.Settings{Bot: "random"}}, {Name: "easy"},
		{Name: "old", Origin: "a program"}, {Name: "medium"}, {Name: "hard"}}
	got := lists.Map(Grades(levels, map[string][3]int{
		"easy medium": {10, 4, 2},
		"medium hard:nodes=5 medium hard:nodes=5":       {8, 0, 0},
		"hard an-end-that-no-level-has:playouts=100000": {1, 1, 1},
	}), Grade.String)
	want := []string{"easy not measured", "medium against easy 75.0% (50.5 to 89.8) of 16 games",
		"hard:nodes=5 against medium 100.0% (67.6 to 100.0) of 8 games"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
