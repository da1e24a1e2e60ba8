package interp_test

import (
	"sync"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// A game may be played by many at once. This is a test for the race detector: go test -race
// ./interp -run SharedGame
func TestSharedGame(t *testing.T) {
	const players = 64
	names := []string{"reversi"}
	if long.Tests {
		names = []string{"reversi", "chess", "cage", "quoridor", "nine-mens-morris", "amazons",
			"hex"}
	}
	for _, name := range names {
		g := gametest.Load(t, name, "")
		var all sync.WaitGroup
		for seed := range uint64(players) {
			all.Go(func() {
				rng := pcg(seed)
				p := g.Start()
				for range 12 {
					moves := g.Moves(p)
					if len(moves) == 0 {
						return
					}
					m := moves[rng.IntN(len(moves))]
					if again, err := g.Parse(p, g.LongText(p, m)); err != nil || again != m {
						t.Errorf("%s: %v is read as %v: %v", name, m, again, err)
						return
					}
					q, err := g.Play(p, m)
					if err != nil {
						t.Error(err)
						return
					}
					_ = g.PositionText(q)
					p = q
				}
				g.Playout(p, rng, 20)
			})
		}
		all.Wait()
	}
}
