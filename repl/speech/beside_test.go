package speech_test

import (
	"strings"
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/repl/speech"
)

// What a player sees beside the board is said in words, in all games with secrets: no name of a
// counter stands there as in the rules, and what is hidden is called so.
func TestBesideIsSaidInWords(t *testing.T) {
	found := 0
	for _, name := range ruleset.List() {
		rs, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(rs.File.Text, "\nhidden ") {
			continue
		}
		g, err := ruleset.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		found++
		for player := range g.Rules().Players {
			for _, part := range speech.Beside(speech.Plain(rs, g), g.View(g.Start(), player)) {
				if strings.ContainsAny(part, "_()=?") {
					t.Errorf("%s: %s", name, part)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d games with secrets", found)
	}
}
