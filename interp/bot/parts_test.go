package bot_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/testdata/long"
)

// Leaving out any part of the search changes how many positions it looks at, to the same depth, or
// the value it finds in one of these games.
func TestParts(t *testing.T) {
	long.OneThread(t)
	var positions []*interp.Position
	var games []*interp.Game
	rng := rand.New(rand.NewPCG(4, 4))
	for _, of := range []struct {
		name         string
		steps, tries int
	}{{"chess", 30, 3}, {"connect-four", 20, 8}, {"reversi", 50, 5}} {
		g, _ := game(t, of.name)
		for range of.tries {
			if p, _ := g.Playout(g.Start(), rng, of.steps); p.Result() == nil {
				positions, games = append(positions, p), append(games, g)
			}
		}
	}
	search := func(part string) (all [][2]int64) {
		for i, p := range positions {
			b, err := bot.New(games[i].Rules(), level.Level{Name: "without " + part,
				Settings: level.Settings{Bot: "alphabeta", Depth: 5, Without: part}}, 1)
			if err != nil {
				t.Fatal(err)
			}
			c, err := b.Choose(context.Background(), games[i], p, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, [2]int64{c.Nodes, c.Value})
		}
		return all
	}
	whole := search("")
	for _, part := range level.Parts {
		if got := search(part); slices.Equal(got, whole) {
			t.Errorf("without %s: nodes and values are %v, as with it", part, got)
		}
	}
	l := level.Level{Name: "x", Settings: level.Settings{Bot: "alphabeta", Without: "luck"}}
	if err := l.Check(games[0].Rules()); err == nil {
		t.Error("a part that does not exist is accepted")
	}
}
