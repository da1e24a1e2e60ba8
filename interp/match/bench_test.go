package match_test

import (
	"context"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/cpu"
	"boardgame/interp/match"
	"boardgame/interp/verify/gametest"
)

// BenchmarkMatch plays games between levels that take no time to think, so it measures the match
// itself.
func BenchmarkMatch(b *testing.B) {
	for _, c := range []struct{ game, level string }{
		{"cage", "random"}, {"cage", "greedy"}, {"chess", "random"}, {"reversi", "random"},
		{"reversi", "greedy"},
	} {
		b.Run(c.game+"/"+c.level, func(b *testing.B) {
			rs := gametest.Ruleset(b, c.game)
			level, err := bot.FindLevel(rs.Info.Levels, c.level)
			if err != nil {
				b.Fatal(err)
			}
			m := &match.Match{Game: interp.New(gametest.Load(b, c.game, "").Rules()), Games: 20,
				Seed: 1}
			m.Levels = append(m.Levels, level, level)
			actions, from := 0, cpu.Process()
			for b.Loop() {
				games, err := m.Run(context.Background(), nil, nil)
				if err != nil {
					b.Fatal(err)
				}
				for _, g := range games {
					actions += g.Actions
				}
			}
			took := cpu.Process() - from
			b.ReportMetric(float64(b.N*m.Games)/took.Seconds(), "games/cpu-s")
			b.ReportMetric(float64(took.Microseconds())/float64(actions), "us/step")
		})
	}
}
