package engine_test

import (
	"context"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"boardgame/interp/engine"
	"boardgame/interp/ruleset"
	"boardgame/interp/vm"
	"boardgame/interp/vm/random"
)

// longGame is after how many steps a game is given up.
const longGame = 5000

// cpu returns the CPU time that this thread has taken.
func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(1, &u) // of the thread
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkPlayout plays random games with the register machine and the module, in turns.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			g := load(b, name, "")
			m := newMachine(b, g)
			old, err := vm.New(g)
			if err != nil {
				b.Fatal(err)
			}
			om := old.NewMachine()
			op := om.NewPosition()
			s := m.NewSlot()
			rng := random.New(1, 2)
			m.Seed(1)
			plies, games, oplies, ogames := 0, 0, 0, 0
			var mine, other time.Duration
			for b.Loop() {
				t := time.Now()
				for time.Since(t) < 5*time.Millisecond {
					m.Start(s)
					plies += m.Playout(context.Background(), s, longGame, false).Plies
					games++
				}
				mine += time.Since(t)
				t = time.Now()
				for time.Since(t) < 5*time.Millisecond {
					om.Start(op)
					oplies += om.Playout(op, &rng, longGame, false).Plies
					ogames++
				}
				other += time.Since(t)
			}
			b.ReportMetric(float64(games)/mine.Seconds(), "games/s")
			b.ReportMetric(float64(mine.Nanoseconds())/float64(plies), "ns/ply")
			b.ReportMetric(float64(plies)/float64(games), "plies/game")
			b.ReportMetric(float64(oplies)/float64(ogames), "oldplies")
			b.ReportMetric(float64(ogames)/other.Seconds(), "old/s")
			b.ReportMetric(float64(games)/mine.Seconds()/(float64(ogames)/other.Seconds()), "ratio")
		})
	}
}

// BenchmarkLoop plays random games step by step.
func BenchmarkLoop(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			m := newMachine(b, load(b, name, ""))
			s := m.NewSlot()
			rng := rand.New(rand.NewPCG(1, 2))
			var list []engine.Step
			plies := 0
			for b.Loop() {
				m.Start(s)
				for n := m.Ready(s); n > 0 && plies < 1<<30; plies++ {
					list = m.Steps(list[:0])
					n = m.PlayReady(s, s, list[rng.IntN(n)])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}
