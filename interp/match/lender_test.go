package match

import (
	"testing"

	"boardgame/interp/verify/gametest"
)

// Bots get the compiled game from a lender. Without it, alpha-beta is five times slower.
func TestLenderKeepsTheProgram(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	if l := (&lender{Game: g}); l.Program() == nil || l.Program() != g.Program() {
		t.Error("the bots of a match do not get the compiled game")
	}
}
