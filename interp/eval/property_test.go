package eval_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// TestEveryGame plays a random game of each game that comes with the program and checks what must
// hold of every game.
func TestEveryGame(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 3) {
		t.Run(name, func(t *testing.T) {
			rs := gametest.Ruleset(t, name)
			g, list := dsl.Load(rs.File, nil, ruleset.Library{})
			if list.HasErrors() {
				t.Fatal(list[0].Summary)
			}
			randomGame(t, g, rand.New(rand.NewPCG(28, 7)), long.Times(60, 4))
		})
	}
}

func randomGame(t *testing.T, g *ir.Game, rng *rand.Rand, plies int) {
	m, other := eval.New(g), eval.New(g)
	p, twin := m.Start(), other.Start()
	var met []position.Move
	for range plies {
		moves := m.Moves(p)
		if (len(moves) == 0) != (p.Result != nil) {
			t.Fatalf("%d steps, but the result is %v", len(moves), p.Result)
		}
		if len(moves) == 0 {
			return
		}
		sorted := slices.Clone(moves)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(moves) {
			t.Fatal("a step is listed twice")
		}
		// A position without its list of legal steps gives the same ones.
		if again := m.Moves(p.Clone()); !slices.Equal(again, moves) {
			t.Fatalf("the steps are %x, and then %x", moves, again)
		}
		met = append(met, moves[rng.IntN(len(moves))])

		// Exactly the legal steps have no refusal. Tried here: some that are legal, some that were,
		// and some that are slightly changed.
		for range 4 {
			step := met[rng.IntN(len(met))]
			switch rng.IntN(3) {
			case 0:
				step = moves[rng.IntN(len(moves))]
			case 1:
				step ^= 1 << rng.IntN(30)
			}
			legal := slices.Contains(moves, step)
			refusal := m.Explain(p, step)
			if legal != (refusal.Kind == eval.Legal) {
				t.Fatalf("step %x: legal is %v, but the refusal is %+v", step, legal, refusal)
			}
			before, key := p.Clone(), p.Key()
			q := m.Play(p, step)
			if legal != (q != nil) {
				t.Fatalf("step %x: legal is %v, but playing it gives %v", step, legal, q)
			}
			if !p.Equal(before) || p.Key() != key {
				t.Fatal("playing a step has changed the position")
			}
		}

		step := moves[rng.IntN(len(moves))]
		p, twin = m.Play(p, step), other.Play(twin, step)
		if !p.Equal(twin) || p.Hash() != twin.Hash() {
			t.Fatal("the same steps lead to different positions")
		}
	}
}
