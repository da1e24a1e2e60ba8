package interp_test

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// What won is told as sites, in order, whichever engine has played.
func TestWon(t *testing.T) {
	for _, c := range []struct{ game, options, moves, want string }{
		{"tic-tac-toe", "", "a1 a2 b2 a3 c3", "a1 b2 c3"},
		{"tic-tac-toe", "", "a1 b2 a2", ""},
		{"hex", "size=3", "a2 b3 b2 a3 c2", "a2 b2 c2"},
		{"connect-four", "", "a1 b1 a2 b2 a3 b3 a4", "a1 a2 a3 a4"},
	} {
		rs, err := ruleset.Find(c.game)
		if err != nil {
			t.Fatal(err)
		}
		options := map[string]string{}
		if name, value, ok := strings.Cut(c.options, "="); ok {
			options[name] = value
		}
		rules, list := dsl.Load(rs.File, options, ruleset.Library{})
		if list.HasErrors() {
			t.Fatal(list)
		}
		g := interp.New(rules)
		_, p, err := g.PlayText(g.Start(), c.moves)
		if err != nil {
			t.Errorf("%s: %v", c.game, err)
			continue
		}
		var names []string
		for _, x := range g.Won(p) {
			names = append(names, rules.Board.Names[x])
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s %s: %q won, want %q", c.game, c.moves, got, c.want)
		}
	}
}
