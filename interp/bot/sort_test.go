package bot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/interp/position"
)

// Steps of equal score stay in their order, however many there are.
func TestSortBy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 700 {
		moves, scores := make([]position.Move, n), make([]int64, n)
		for i := range moves {
			moves[i], scores[i] = position.Move(i), rng.Int64N(1+int64(n)/3)-rng.Int64N(9)
		}
		want, of := slices.Clone(moves), slices.Clone(scores)
		slices.SortStableFunc(want, func(a, b position.Move) int { return int(of[b] - of[a]) })
		sortBy(moves, scores)
		if !slices.Equal(moves, want) {
			t.Fatalf("%d steps are in the order %v, not %v", n, moves, want)
		}
		for i, m := range moves {
			if scores[i] != of[m] {
				t.Fatalf("of %d steps, one has the score of another", n)
			}
		}
	}
}

func BenchmarkSortBy(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	moves, scores := make([]position.Move, 130), make([]int64, 130)
	for b.Loop() {
		for i := range scores {
			scores[i] = 0
			if i%3 == 0 {
				scores[i] = rng.Int64N(2000) - 1000
			}
		}
		sortBy(moves, scores)
	}
}
