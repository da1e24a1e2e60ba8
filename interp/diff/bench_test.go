package diff

import (
	"testing"

	"boardgame/interp/cpu"
	"boardgame/interp/verify/gametest"
)

// BenchmarkSearch compares positions of a game with itself, so that nothing ends the search early.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"cage", "chess", "reversi"} {
		b.Run(name, func(b *testing.B) {
			g, h := gametest.Load(b, name, ""), gametest.Load(b, name, "")
			from := cpu.Process()
			for b.Loop() {
				effort := Effort{Positions: 2000, Seed: 1}
				if _, err := Compare(b.Context(), Side{Game: g}, Side{Game: h}, effort, nil); err != nil {
					b.Fatal(err)
				}
			}
			took := cpu.Process() - from
			b.ReportMetric(float64(took.Microseconds())/float64(b.N)/2000, "µs/position")
		})
	}
}
