package engine_test

import (
	"testing"

	"math/rand/v2"

	"boardgame/testdata/long"
)

func checkPerft(t *testing.T, perft func(depth int) uint64, want ...uint64) {
	t.Helper()
	for i, n := range want {
		if got := perft(i + 1); got != n {
			t.Errorf("perft %d = %d, want %d", i+1, got, n)
		}
	}
}

func TestHandmadePerft(t *testing.T) {
	long.OneThread(t)
	b, r, c := NewBreakthrough(), NewReversi(), NewCage()
	checkPerft(t, b.Perft, 22, 484, 11132, 256036)
	checkPerft(t, r.Perft, 4, 12, 56, 244, 1396, 8200, 55092, 390216)
	checkPerft(t, func(d int) uint64 { return c.Perft(d, true) }, 20, 424, 10140, 250000)
	checkPerft(t, func(d int) uint64 { return c.Perft(d, false) }, 20, 424, 10056, 241524)
}

// TestPlayouts plays random games and checks what must hold in every position: no two pieces share
// a square, and each action removes what it should.
func TestHandmadePlayouts(t *testing.T) {
	long.OneThread(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		c := NewCage()
		var m CageMoves
		for plies := 0; c.Winner() < 0 && plies < 2000; plies++ {
			c.Moves(&m)
			before := [2]int{c.Men[0].count(), c.Men[1].count()}
			mover := c.Mover
			if m.Count == 0 {
				c.Pass()
				continue
			}
			c.PlayNth(&m, rng.IntN(m.Count))
			if !c.Men[0].and(c.Men[1]).empty() {
				t.Fatal("two men on one square")
			}
			own, other := before[mover]-c.Men[mover].count(), before[1-mover]-c.Men[1-mover].count()
			if own > other || other > 1 || own < 0 {
				t.Fatalf("an action took %d own and %d other men", own, other)
			}
		}
		r := NewReversi()
		for !r.Over() {
			if mv := r.Moves(); mv != 0 {
				n := r.Discs[0] | r.Discs[1]
				r.Play(uint(selectBit(mv, 0)))
				if all := r.Discs[0] | r.Discs[1]; all&^n == 0 || r.Discs[0]&r.Discs[1] != 0 {
					t.Fatal("a put did not add exactly its disc")
				}
			} else {
				r.Mover = 1 - r.Mover
				r.Passes++
			}
		}
	}
}

func BenchmarkHandmadeBreakthrough(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	plies := 0
	var c clock
	c.start()
	for b.Loop() {
		g := NewBreakthrough()
		_, n := g.Playout(rng)
		plies += n
	}
	c.stop()
	b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
}

func BenchmarkHandmadeReversi(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	plies := 0
	var c clock
	c.start()
	for b.Loop() {
		g := NewReversi()
		_, n := g.Playout(rng)
		plies += n
	}
	c.stop()
	b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
}

func BenchmarkHandmadeCage(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	plies := 0
	var c clock
	c.start()
	for b.Loop() {
		g := NewCage()
		_, n := g.Playout(rng, 10000)
		plies += n
	}
	c.stop()
	b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
}
