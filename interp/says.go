package interp

import "boardgame/interp/eval"

// Says returns the announcements of a turn, such as "Check": the texts of the `say` sentences that
// the turn has made true, in the order of the rules. Before is the position at the beginning of the
// turn and after the one at its end; see [TurnOver]. There are none if the game is over or a
// position is foreign.
func (g *Game) Says(before, after *Position) []string {
	if !g.has(before) || !g.has(after) || len(g.rules.Says) == 0 {
		return nil
	}
	return eval.New(g.rules).Says(before.State(), after.State())
}
