package bot_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// A search with few positions wins against random steps, and does so before long: it does not only
// keep what it has won.
func TestNoStalling(t *testing.T) {
	long.OneThread(t)
	for i, c := range []struct {
		game, limit string
		turns       int
	}{{"tablut", "nodes=500", 100}, {"abalone", "nodes=500", 150}, {"arimaa", "nodes=4000", 100},
		{"hnefatafl", "nodes=500", 200}, {"brandubh", "nodes=500", 100},
		{"halma", "nodes=1000", 350}, {"halma-partners", "nodes=500", 600}} {
		if !long.Case(i, 7) {
			continue
		}
		g := gametest.Load(t, c.game, "")
		rs := gametest.Ruleset(t, c.game)
		for me, team := range g.Rules().Teams() {
			players := make([]bot.Bot, len(g.Rules().Players))
			var mine []int
			for q := range players {
				name := "random"
				if team>>q&1 != 0 {
					name = "alphabeta:" + c.limit
					mine = append(mine, q)
				}
				l, err := bot.FindLevel(rs.Info.Levels, name)
				if err != nil {
					t.Fatal(err)
				}
				if players[q], err = bot.New(g.Rules(), l, 1); err != nil {
					t.Fatal(err)
				}
			}
			p, rng := g.Start(), rand.New(rand.NewPCG(1, uint64(me)))
			for p.Result() == nil && p.Ply() < c.turns {
				choice, err := players[p.ToMove()].Choose(t.Context(), g, p, rng)
				if err != nil {
					t.Fatal(err)
				}
				if p, err = g.Play(p, choice.Move); err != nil {
					t.Fatal(err)
				}
			}
			if r := p.Result(); r == nil || !slices.Equal(r.Winners, mine) {
				t.Errorf("%s: %s has not won after %d turns: %s", c.game, g.Rules().Players[me].Name,
					p.Ply(), g.PositionText(p))
			}
		}
	}
}

// Whoever overlooks steps errs, but sees the same of a position however often it looks; with
// nothing to overlook, it plays as before. Even whoever overlooks everything has a step.
func TestSlip(t *testing.T) {
	long.OneThread(t)
	for i, game := range []string{"tic-tac-toe", "cage", "tablut"} {
		if !long.Case(i, 3) {
			continue
		}
		g := gametest.Load(t, game, "")
		for _, kind := range []string{"greedy:slip=", "alphabeta:depth=2,slip="} {
			chosen := map[string]map[interp.Move]bool{}
			for _, slip := range []string{"0", "50", "100"} {
				l, err := bot.FindLevel(nil, kind+slip)
				if err != nil {
					t.Fatal(err)
				}
				b, err := bot.New(g.Rules(), l, 1)
				if err != nil {
					t.Fatal(err)
				}
				chosen[slip] = map[interp.Move]bool{}
				for seed := range uint64(30) {
					var twice [2]interp.Move
					for i := range twice {
						c, err := b.Choose(t.Context(), g, g.Start(), rand.New(rand.NewPCG(seed, 1)))
						if err != nil {
							t.Fatal(err)
						}
						twice[i] = c.Move
					}
					if twice[0] != twice[1] || !slices.Contains(g.Moves(g.Start()), twice[0]) {
						t.Fatalf("%s %s%s: %v of one seed", game, kind, slip, twice)
					}
					chosen[slip][twice[0]] = true
				}
			}
			if len(chosen["100"]) < 5 || len(chosen["50"]) < 2 {
				t.Errorf("%s %s: %v", game, kind, chosen)
			}
		}
	}
}
