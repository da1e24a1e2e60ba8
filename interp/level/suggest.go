package level

import (
	"slices"

	"boardgame/dsl/ir"
)

// Suggest returns the name of the standard level that suits a game without levels of its own, by a
// rule of thumb: alphabeta if the rules declare a `value`, or let steps move or take pieces,
// because then positions can be judged without playing on; mcts if pieces are only placed.
func Suggest(rules *ir.Game) string {
	if len(rules.Values) > 0 || slices.ContainsFunc(rules.Moves, changes) {
		return "alphabeta"
	}
	return "mcts"
}

// changes reports whether a move does more than place pieces.
func changes(m *ir.Move) bool {
	return m.Does(ir.Remove, ir.Become, ir.MovePieces)
}
