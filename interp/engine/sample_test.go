package engine_test

import (
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// If a stone may be put on any free place, a random game draws places until one is free. Each step
// is then as likely as any other, however many places are taken and whatever else is on offer.
func TestSampledSteps(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(8, 8)", "square(11, 9)", "square(15, 14)", "hexagon(6)"} {
		for _, also := range []string{"ply < 0", "ply mod 3 = 1", "count(mine) < 9"} {
			g := read(t, source.NewFile("sampled.rules", `game "Sampled"
players White, Black
board `+board+`
piece stone
move put {
  at c in empty
  do place stone on c
}
move leave {
  at c in mine
  if `+also+`
  do remove c
}
turn put, leave else draw`), nil)
			m := newMachine(t, g)
			pos, next := m.NewSlot(), m.NewSlot()
			m.Start(pos)
			m.Seed(1)
			for _, plies := range []int{0, 1, 13, 40} {
				m.playouts(pos, plies, false)
				m.Copy(next, pos)
				n := m.Ready(next)
				drawn := map[uint64]int{}
				for range 200 * n {
					m.Copy(next, pos)
					m.playouts(next, 1, false)
					drawn[m.Hash(next)]++
				}
				if len(drawn) != n {
					t.Errorf("%s, %s: %d of %d steps are drawn", board, also, len(drawn), n)
				}
				for _, k := range drawn {
					if k < 200-80 || k > 200+80 {
						t.Errorf("%s, %s: of %d draws %d are the same step, not about 200",
							board, also, 200*n, k)
					}
				}
			}
			agreeOnDraws(t, g, 200, 1)
			agreeInPieces(t, g, 3, 1)
		}
	}
}
