package speech

import (
	"slices"
	"strings"

	"boardgame/interp"
)

// Beside says what a view of the game shows beside the board, a part for each counter and memory
// that holds something, such as "die of First: 2" and "die of Second: hidden". Sites have the names
// that people see.
func Beside(sp *Speech, v *interp.View) []string {
	var all []string
	for _, f := range sp.Game.ViewFields(v)[2:] {
		name, value, _ := strings.Cut(f, "=")
		if value == "none" ||
			slices.Contains([]string{"then", "ply", "done", "chance", "passes"}, name) {
			continue
		}
		if value == "?" {
			value = "hidden"
		}
		all = append(all, inWords(name)+": "+sp.Shown(strings.ReplaceAll(value, ",", ", ")))
	}
	return all
}

// inWords writes the name of a counter or memory as words: "die of First" for "die_of(First)" and
// "points of First" for "points(First)".
func inWords(name string) string {
	name, of, some := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	name = strings.ReplaceAll(name, "_", " ")
	if !some {
		return name
	}
	return strings.TrimSuffix(name, " of") + " of " + strings.ReplaceAll(of, ",", ", ")
}
