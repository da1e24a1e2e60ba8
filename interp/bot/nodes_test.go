package bot_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/cpu"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
)

// game loads a game that comes with the program.
func game(t testing.TB, name string) (*interp.Game, *ruleset.Ruleset) {
	t.Helper()
	return gameWith(t, name, nil)
}

func gameWith(t testing.TB, name string, options map[string]string) (*interp.Game,
	*ruleset.Ruleset) {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	rules := gametest.Rules(t, rs, options)
	return interp.New(rules), rs
}

// BenchmarkNodes searches a number of nodes with alpha-beta from some positions of random games,
// with one thread, and tells how many nodes it looks at in a second of CPU time and how deep it
// comes.
func BenchmarkNodes(b *testing.B) {
	for _, name := range []string{
		"chess", "cage", "connect-four", "reversi", "breakthrough", "english-draughts", "gomoku",
		"hex", "amazons",
		"tactigon", "blockade", "shiftago", "quoridor", "nine-mens-morris", "lines-of-action",
	} {
		b.Run(name, func(b *testing.B) {
			g, _ := game(b, name)
			l, err := bot.FindLevel(nil, "alphabeta:nodes=500000,threads=1")
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			var nodes, depth float64
			from := cpu.Process()
			for b.Loop() {
				player, err := bot.New(g.Rules(), l, 1)
				if err != nil {
					b.Fatal(err)
				}
				p, _ := g.Playout(g.Start(), rng, 6)
				if p.Result() != nil {
					continue
				}
				c, err := player.Choose(context.Background(), g, p, rng)
				if err != nil {
					b.Fatal(err)
				}
				nodes += float64(c.Nodes)
				depth += float64(c.Depth)
			}
			b.ReportMetric(nodes/(cpu.Process()-from).Seconds(), "nodes/cpu-s")
			b.ReportMetric(depth/float64(b.N), "depth")
		})
	}
}
