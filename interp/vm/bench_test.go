package vm_test

import (
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/interp/vm"
	"boardgame/interp/vm/random"
)

// benchmarked are the rulesets of which the speed is watched, with their options.
var benchmarked = []struct{ name, options string }{
	{"breakthrough", ""}, {"reversi", ""}, {"hex", ""}, {"connect-four", ""}, {"gomoku", ""}, {"english-draughts", ""},
	{"amazons", ""}, {"nine-mens-morris", ""}, {"chess", ""}, {"cage", ""}, {"shiftago", ""}, {"tactigon", ""},
	{"blockade", "needed=1"}, {"quoridor", ""}, {"lines-of-action", ""}, {"tic-tac-toe", ""}, {"y", ""},
}

const longGame = 5000 // steps, after which a game is given up

// BenchmarkPlayout plays random games.
func BenchmarkPlayout(b *testing.B) {
	for _, g := range benchmarked {
		b.Run(g.name, func(b *testing.B) {
			e, err := vm.New(load(b, g.name, g.options))
			if err != nil {
				b.Fatal(err)
			}
			m := e.NewMachine()
			p := m.NewPosition()
			rng := random.New(1, 2)
			plies, games := 0, 0
			var c clock
			b.ReportAllocs()
			c.start()
			for b.Loop() {
				m.Start(p)
				out := m.Playout(p, &rng, longGame, false)
				plies += out.Plies
				games++
			}
			c.stop()
			b.ReportMetric(float64(games)/c.total.Seconds(), "games/cpu-s")
			b.ReportMetric(float64(c.total.Nanoseconds())/float64(plies), "ns/ply")
			b.ReportMetric(float64(plies)/float64(games), "plies/game")
		})
	}
}

// BenchmarkRatio plays the games of which there is a hand-written engine with both, in turns, and reports the speed of the
// interpreted one as a share of the hand-written one.
func BenchmarkRatio(b *testing.B) {
	hand := map[string]func(*random.Source){
		"breakthrough": func(r *random.Source) { g := NewBreakthrough(); g.Playout(r) },
		"reversi":      func(r *random.Source) { g := NewReversi(); g.Playout(r) },
		"cage":         func(r *random.Source) { g := NewCage(); g.Playout(r, longGame) },
	}
	for _, name := range []string{"breakthrough", "reversi", "cage"} {
		b.Run(name, func(b *testing.B) {
			e, err := vm.New(load(b, name, ""))
			if err != nil {
				b.Fatal(err)
			}
			m := e.NewMachine()
			p := m.NewPosition()
			rng, rng2 := random.New(1, 2), random.New(3, 4)
			var fast, written clock
			const block = 20 // games at a time, so that both see the same machine
			for b.Loop() {
				written.start()
				for range block {
					hand[name](&rng2)
				}
				written.stop()
				fast.start()
				for range block {
					m.Start(p)
					m.Playout(p, &rng, longGame, false)
				}
				fast.stop()
			}
			b.ReportMetric(float64(written.total)/float64(fast.total), "ratio")
			b.ReportMetric(float64(b.N*block)/fast.total.Seconds(), "games/s")
			b.ReportMetric(float64(b.N*block)/written.total.Seconds(), "hand/s")
		})
	}
}

// BenchmarkPerft counts leaves from the initial position.
func BenchmarkPerft(b *testing.B) {
	for _, g := range benchmarked {
		b.Run(g.name, func(b *testing.B) {
			e, err := vm.New(load(b, g.name, g.options))
			if err != nil {
				b.Fatal(err)
			}
			m := e.NewMachine()
			p := m.NewPosition()
			leaves := uint64(0)
			for b.Loop() {
				leaves += m.Perft(p, 2, true)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

// BenchmarkCompile compiles every ruleset.
func BenchmarkCompile(b *testing.B) {
	for _, name := range ruleset.List() {
		b.Run(name, func(b *testing.B) {
			g := load(b, name, "")
			for b.Loop() {
				if _, err := vm.New(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
