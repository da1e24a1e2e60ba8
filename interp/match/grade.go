package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp/bot"
)

// Grade is how a level did against the one below it.
type Grade struct {
	Level   string   `json:"level"`             // with the settings that it was measured with
	Against string   `json:"against,omitempty"` // "": it was not measured
	Games   int      `json:"games"`
	Score   Estimate `json:"score"`
}

// String writes the share of points with its interval, in percent.
func (g Grade) String() string {
	if g.Against == "" {
		return g.Level + " not measured"
	}
	return fmt.Sprintf("%s against %s %.1f%% (%.1f to %.1f) of %s", g.Level, g.Against,
		100*g.Score.Value, 100*g.Score.Low, 100*g.Score.High, diag.Amount(g.Games, "game"))
}

// Grades returns the grades of levels, apart from random and those kept from other programs.
// Graded are matches by their seats, the stronger level second, as in "easy medium": how often the
// stronger level won, drew and lost.
func Grades(levels []bot.Level, graded map[string][3]int) []Grade {
	var all []Grade
	for _, l := range levels {
		if l.Origin != "" || l.Bot == "random" {
			continue
		}
		g := Grade{Level: l.Name, Score: Wilson(0, 0)}
		for _, seats := range slices.Sorted(maps.Keys(graded)) {
			names := strings.Fields(seats)
			if name, _, _ := strings.Cut(names[1], ":"); name == l.Name {
				n := graded[seats]
				g = Grade{names[1], names[0], n[0] + n[1] + n[2], Estimate{}}
				g.Score = Wilson(float64(n[0])+float64(n[1])/2, float64(g.Games))
			}
		}
		all = append(all, g)
	}
	return all
}
