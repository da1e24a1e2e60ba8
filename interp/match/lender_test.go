package match

import (
	"testing"

	"boardgame/interp/ruleset"
)

// Bots get the compiled game from a lender. Without it, alpha-beta is five times slower.
func TestLenderKeepsTheProgram(t *testing.T) {
	g, err := ruleset.Load("chess")
	if err != nil {
		t.Fatal(err)
	}
	if l := (&lender{Game: g}); l.Program() == nil || l.Program() != g.Program() {
		t.Error("the bots of a match do not get the compiled game")
	}
}
