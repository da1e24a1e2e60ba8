package speech_test

import (
	"strings"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/repl/speech"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

// What a player sees beside the board is said in words, in all games with secrets: no name of a
// counter stands there as in the rules, and what is hidden is called so.
func TestBesideIsSaidInWords(t *testing.T) {
	for i, name := range secrets.Games() {
		if !long.Case(i+3, 6) {
			continue
		}
		rs := gametest.Ruleset(t, name)
		g := gametest.Load(t, name, "")
		for player := range g.Rules().Players {
			for _, part := range speech.Beside(speech.Plain(rs, g), g.View(g.Start(), player)) {
				if strings.ContainsAny(part, "_()=?") {
					t.Errorf("%s: %s", name, part)
				}
			}
		}
	}
}
