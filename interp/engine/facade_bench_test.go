package engine_test

import (
	"math/rand/v2"
	"testing"

	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// BenchmarkGame plays random games by the obvious loop over a game's moves.
func BenchmarkGame(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			g := interp.New(load(b, name, ""))
			g.Program()
			rng := rand.New(rand.NewPCG(1, 2))
			plies := 0
			p := g.Start()
			for b.Loop() {
				moves := g.Moves(p)
				if len(moves) == 0 {
					p = g.Start()
					continue
				}
				p, _ = g.Play(p, moves[rng.IntN(len(moves))])
				plies++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}
