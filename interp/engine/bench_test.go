package engine_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/cpu"
	"boardgame/interp/engine"
	"boardgame/interp/ruleset"
)

// longGame is the number of steps after which a game is abandoned.
const longGame = 5000

// clock sums up the CPU time of this process between start and stop.
type clock struct {
	since, total time.Duration
}

func (c *clock) start() { c.since = cpu.Process() }
func (c *clock) stop()  { c.total += cpu.Process() - c.since }

// BenchmarkPlayout plays random games.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			m := newMachine(b, load(b, name, ""))
			s := m.NewSlot()
			m.Seed(1)
			plies, games := 0, 0
			var c clock
			b.ReportAllocs()
			c.start()
			for b.Loop() {
				m.Start(s)
				plies += m.Playout(context.Background(), s, longGame, false).Plies
				games++
			}
			c.stop()
			b.ReportMetric(float64(games)/c.total.Seconds(), "games/cpu-s")
			b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
			b.ReportMetric(float64(plies)/float64(games), "plies/game")
		})
	}
}

// BenchmarkRatio plays the games that have a hand-written engine with both engines, in turns, and
// reports the speed of the compiled one as a share of the hand-written one.
func BenchmarkRatio(b *testing.B) {
	hand := map[string]func(*rand.Rand){
		"breakthrough": func(r *rand.Rand) { g := NewBreakthrough(); g.Playout(r) },
		"reversi":      func(r *rand.Rand) { g := NewReversi(); g.Playout(r) },
		"blockade":     func(r *rand.Rand) { g := NewBlockade(); g.Playout(r, longGame) },
		"cage":         func(r *rand.Rand) { g := NewCage(); g.Playout(r, longGame) },
		"shiftago":     func(r *rand.Rand) { g := NewShiftago(); g.Playout(r) },
		"tactigon":     func(r *rand.Rand) { g := NewTactigon(); g.Playout(r, longGame) },
	}
	for _, name := range slices.Sorted(maps.Keys(hand)) {
		b.Run(name, func(b *testing.B) {
			m := newMachine(b, load(b, name, ""))
			s := m.NewSlot()
			m.Seed(1)
			rng := rand.New(rand.NewPCG(3, 4))
			var fast, written clock
			const block = 20 // games at a time, so that both run under the same load
			for b.Loop() {
				written.start()
				for range block {
					hand[name](rng)
				}
				written.stop()
				fast.start()
				for range block {
					m.Start(s)
					m.Playout(context.Background(), s, longGame, false)
				}
				fast.stop()
			}
			b.ReportMetric(float64(written.total)/float64(fast.total), "ratio")
			b.ReportMetric(float64(b.N*block)/fast.total.Seconds(), "games/cpu-s")
			b.ReportMetric(float64(b.N*block)/written.total.Seconds(), "hand/cpu-s")
		})
	}
}

// BenchmarkPerft counts leaves from the initial position.
func BenchmarkPerft(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			m := newMachine(b, load(b, name, ""))
			s := m.NewSlot()
			m.Start(s)
			leaves := uint64(0)
			var c clock
			c.start()
			for b.Loop() {
				n, _ := m.Perft(context.Background(), s, 2, true)
				leaves += n
			}
			c.stop()
			b.ReportMetric(float64(leaves)/c.total.Seconds(), "leaves/cpu-s")
		})
	}
}

// BenchmarkCompile compiles every ruleset to a program that is ready to run.
func BenchmarkCompile(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			g := load(b, name, "")
			for b.Loop() {
				p, err := engine.New(g)
				if err != nil {
					b.Fatal(err)
				}
				runtime.KeepAlive(p)
			}
		})
	}
}

// BenchmarkLoop plays random games step by step, from slot to slot.
func BenchmarkLoop(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			m := newMachine(b, load(b, name, ""))
			s := m.NewSlot()
			rng := rand.New(rand.NewPCG(1, 2))
			var list []engine.Step
			plies := 0
			var c clock
			c.start()
			for b.Loop() {
				m.Start(s)
				for n := m.Ready(s); n > 0; plies++ {
					list = m.Steps(list[:0])
					n = m.PlayReady(s, s, list[rng.IntN(n)])
				}
			}
			c.stop()
			b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}

// BenchmarkGame plays random games with the obvious loop over a game's moves.
func BenchmarkGame(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			g := interp.New(load(b, name, ""))
			g.Program()
			rng := rand.New(rand.NewPCG(1, 2))
			plies := 0
			p := g.Start()
			var c clock
			c.start()
			for b.Loop() {
				moves := g.Moves(p)
				if len(moves) == 0 {
					p = g.Start()
					continue
				}
				p, _ = g.Play(p, moves[rng.IntN(len(moves))])
				plies++
			}
			c.stop()
			b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}
