package level_test

import (
	"testing"

	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
)

func TestSuggest(t *testing.T) {
	const head = "game \"G\"\nplayers A, B\nboard square(3, 3)\npiece stone\n"
	const tail = "\nturn go\nend { draw if ply > 9 }"
	for rules, want := range map[string]string{
		"move go { at c in empty do place stone on c }" + tail: "mcts",
		"move go { at c in empty do place stone on c }" + tail +
			"\nvalue n = count(mine)": "alphabeta",
		"move go { from p in mine to q in p.orthogonal & empty do p -> q }" + tail: "alphabeta",
		"move go { at c in empty do place stone on c, remove c.orthogonal & theirs }" +
			tail: "alphabeta",
	} {
		if got := level.Suggest(gametest.FromText(t, head+rules, "").Rules()); got != want {
			t.Errorf("%s: %s, not %s", rules, got, want)
		}
	}
}
