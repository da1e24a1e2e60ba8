package speech

import (
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// Words may stand for the parts of a step in any order, but values of one type may not change
// places: that would be another move, which nobody typed. Only what chance decides may be told so.
func TestOrderOfValues(t *testing.T) {
	const head = "game \"Numbers\"\nplayers A, B\nboard square(4, 4)\npiece man\n"
	for _, c := range []struct{ moves, line, want string }{
		{"move go {\n  with x in 1..4\n  with y in 1..3\n  do place man on file(x) & rank(y)\n}\n" +
			"turn go\n", "go 4 1", "4-1"},
		{"move go {\n  with x in 1..4\n  with y in 1..3\n  do place man on file(x) & rank(y)\n}\n" +
			"turn go\n", "1 4", ""},
		{"move go {\n  as k in man\n  with x in 1..4\n  do place k on file(x) & rank(1)\n}\nturn go\n",
			"3 man", "M 3"},
		{"counter die = 0\nchance go {\n  with x in 1..4\n  with y in x..4\n  do die := x\n}\n" +
			"turn go\n", "4 1", "1-4"},
	} {
		rs, err := ruleset.FromText("numbers.rules", head+c.moves, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		rules, list, err := dsl.LoadContext(t.Context(), rs.File, nil, nil)
		if err != nil || list.HasErrors() {
			t.Fatal(err, list)
		}
		g := interp.New(rules)
		sp, p := &Speech{Ruleset: rs, Game: g, Said: g}, g.Start()
		got := ""
		for _, m := range sp.Having(g.Moves(p), Words(c.line)) {
			got += g.Text(p, m)
		}
		if got != c.want {
			t.Errorf("%q means %q, not %q", c.line, got, c.want)
		}
	}
}
