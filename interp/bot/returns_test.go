package bot

import (
	"math/rand/v2"
	"testing"

	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
)

// Each player walks on a row of their own; White is ahead, and repetition is a draw.
const walkers = `game "Walkers"
players White, Black
board square(5, 2)
piece man
setup { White man: {c1} Black man: {a2} }
move step { from p in mine to q in p.(east | west) & empty do p -> q }
turn step else lose
end { draw "repetition" if repetitions >= 2 }
value ahead = if me = White: 1 else 0 - 1
`

// Whoever is ahead does not go back to an earlier position. The other player may.
func TestReturns(t *testing.T) {
	g := interp.New(loadText(t, walkers))
	for _, c := range []struct {
		line  []string
		avoid string
	}{{[]string{"c1-b1", "a2-b2", "b1-c1", "b2-a2"}, "c1-b1"}, {[]string{"c1-d1", "a2-b2", "d1-c1",
		"b2-a2"}, "c1-d1"}, {line: []string{"c1-b1", "a2-b2", "b1-a1", "b2-c2", "a1-b1"}}} {
		p := g.Start()
		for _, text := range c.line {
			m, err := g.Parse(p, text)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = g.Play(p, m); err != nil {
				t.Fatal(err)
			}
		}
		chosen := map[string]bool{}
		for seed := range uint64(20) {
			b, err := New(g.Rules(), level.Level{Name: "ahead", Settings: level.Settings{
				Bot: "alphabeta", Depth: 3, Value: "ahead"}}, 1)
			if err != nil {
				t.Fatal(err)
			}
			choice, err := b.Choose(t.Context(), g, p, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			chosen[g.Text(p, choice.Move)] = true
		}
		if chosen[c.avoid] || c.avoid == "" && len(chosen) < 2 {
			t.Errorf("after %v: chosen are %v", c.line, chosen)
		}
	}
}

// With too few nodes for a turn, alpha-beta takes the step that a greedy player takes.
func TestBestFirst(t *testing.T) {
	g := gametest.Load(t, "arimaa", "")
	p, _ := g.Playout(g.Start(), rand.New(rand.NewPCG(2, 2)), 100)
	var values [2]map[interp.Move]bool
	for i, s := range []level.Settings{{Bot: "greedy", Value: "race"},
		{Bot: "alphabeta", Value: "race", Nodes: 100}} {
		values[i] = map[interp.Move]bool{}
		b, err := New(g.Rules(), level.Level{Name: s.Bot, Settings: s}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			c, err := b.Choose(t.Context(), g, p, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			values[i][c.Move] = true
		}
	}
	for m := range values[1] {
		if !values[0][m] {
			t.Errorf("alpha-beta plays %s; greedy steps are %d", g.Text(p, m), len(values[0]))
		}
	}
}
