package engine_test

import (
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// stones are the rules of a game in which stones are put down, taken away and won over.
func stones(t *testing.T, board, do, end string) *ir.Game {
	t.Helper()
	return read(t, source.NewFile("stones.rules", `game "Stones"
players White, Black
board `+board+`
piece stone
move put {
  at c in empty
  do `+do+`
}
move leave {
  at c in mine
  if ply mod 7 = 6
  do remove c
}
move swap {
  if ply mod 11 = 10
  do theirs becomes me
}
turn put, leave, swap else draw
end { `+end+` }`), nil)
}

// Random games search for connections to an edge from the last stone only. The draws of the engine
// must match the steps of the evaluator, whatever else the steps do to the stones, for rows, too.
func TestAgreeOnLastStones(t *testing.T) {
	long.OneThread(t)
	i := 0
	for _, board := range []string{"square(9, 9)", "square(15, 5)", "square(17, 16)", "hexagon(5)",
		"rhombus(9, 8)"} {
		for _, do := range []string{
			"place stone on c",
			"place stone on c, remove c.around & theirs when ply mod 3 = 0",
			"place stone on c, place stone on those x in cells: x = c.east.east",
			"place stone on c, c.adjacent & theirs becomes me when ply mod 5 = 0",
		} {
			for _, end := range []string{
				"win if in_a_row(mine, 3)",
				"lose if in_a_row(mine, 4) win if in_a_row(theirs, 4)",
				"win if in_a_row(mine, 5) lose if in_a_row(mine, 4)",
				"draw if in_a_row(mine, 6) and ply > 3",
				"win if connects(mine, edge(west), edge(east)) or " +
					"connects(theirs, rank(1), middle)",
				"win if some x in mine & edge(west): some x.adjacent[mine]* & edge(east) and " +
					"some x.adjacent[mine]* & rim",
				"win if some x in mine & middle: some x.around[mine]* & rank(1) and " +
					"some x.around[mine]* & rank(5) and some x.around[mine]* & file(1)",
			} {
				if i++; !long.Case(i, 10) {
					continue
				}
				g := stones(t, board, do, end)
				agreeOnDraws(t, g, 160, 1)
				agreeInPieces(t, g, 2, 1)
			}
		}
	}
}
