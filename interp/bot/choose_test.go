package bot

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Of four columns, the second says most, the third nearly the same, the fourth something else that
// matters, and the first nothing.
func TestChooser(t *testing.T) {
	c := &chooser{columns: [][]int{{2}, {3}, {4}, {5}}}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		row := []float64{1, 1, rng.NormFloat64(), a, a + 0.3*rng.NormFloat64(), b}
		target := 0.0
		if rng.Float64() < 1/(1+math.Exp(-1.5*a-b)) {
			target = 1
		}
		c.add(row, target)
	}
	if chosen := c.choose(); !reflect.DeepEqual(chosen, []int{1, 3}) {
		t.Errorf("chosen are %v", chosen)
	}
	// Without positions, and with columns that are all 0, nothing is chosen and nothing fails.
	for _, c := range []*chooser{{columns: c.columns},
		{columns: [][]int{{2}}, rows: [][]float64{{1, 1, 0}}, targets: []float64{1}}} {
		if chosen := c.choose(); len(chosen) != 0 {
			t.Errorf("chosen are %v of nothing", chosen)
		}
	}
}

// The learner finds out whether a value says the same to both players, and learns with one value
// where the other says little more.
func TestLearnWithValues(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct {
		game, options string
		both          bool
	}{
		{"breakthrough", "size=5", false},
		{"gomoku", "", true}, // threats: what the enemy has counts double
	} {
		l, err := NewLearner(t.Context(), gametest.Load(t, c.game, c.options), LearnOptions{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if v := l.values[1]; (v.waiting.id >= 0) != c.both || v.scale <= 0 {
			t.Errorf("%s: %+v", c.game, v)
		}
	}
	g := gametest.Load(t, "breakthrough", "size=5")
	for i, values := range [][]string{nil, {}, {"race"}} {
		if !long.Case(i+1, 3) { // the last of them, quickly
			continue
		}
		l, err := NewLearner(t.Context(), g, LearnOptions{Seed: 1, Jobs: 1, Values: values})
		if err != nil {
			t.Fatal(err)
		}
		games := chooseAfter
		if values != nil { // they are chosen already
			games = randomGames + batch
		}
		for l.Games() < games {
			if err := l.Play(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		w := l.Weights()
		if err := w.Check(g.Rules()); err != nil {
			t.Error(err)
		}
		if want := len(values); values != nil && len(w.Values) != want ||
			values == nil && len(w.Values) != 1 {
			t.Errorf("of %v it learned with %+v", values, w.Values)
		}
	}
}

// However large a value of the rules is, it counts as a decided game at most.
func TestWeighed(t *testing.T) {
	for _, c := range []struct {
		weight float64
		value  int64
		want   int64
	}{
		{0.5, 3, 2}, {-2, 7, -14}, {1e7, math.MaxInt64, decided}, {-1e7, math.MaxInt64, -decided},
		{1e7, math.MinInt64, -decided}, {0, math.MinInt64, 0},
	} {
		if got := weighed(c.weight, c.value); got != c.want {
			t.Errorf("%g · %d counts %d, not %d", c.weight, c.value, got, c.want)
		}
	}
}

// Without a random source, each bot uses a new one.
func TestChooseWithoutSource(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	for _, spec := range []string{"random", "greedy", "alphabeta:nodes=100", "mcts:playouts=20"} {
		b := mustBot(t, g.Rules(), spec, 1)
		if c, err := b.Choose(t.Context(), g, g.Start(), nil); err != nil ||
			!slices.Contains(g.Moves(g.Start()), c.Move) {
			t.Errorf("%s: %v, %v", spec, c.Move, err)
		}
	}
}
