package weigh

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/level"
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

// The learner finds out whether a value says the same to both players.
func TestMeasureValues(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct {
		game, options string
		both          bool
	}{
		{"breakthrough", "size=5", false},
		{"gomoku", "", true}, // threats: what the enemy has counts double
	} {
		l, err := NewLearner(t.Context(), gametest.Load(t, c.game, c.options), LearnOptions{Seed: 1},
			nil)
		if err != nil {
			t.Fatal(err)
		}
		if v := l.values[1]; (v.waiting.id >= 0) != c.both || v.scale <= 0 {
			t.Errorf("%s: %+v", c.game, v)
		}
	}
}

// However large a value of the rules is, it counts as a Decided game at most.
func TestWeighed(t *testing.T) {
	for _, c := range []struct {
		weight float64
		value  int64
		want   int64
	}{
		{0.5, 3, 2}, {-2, 7, -14}, {1e7, math.MaxInt64, Decided}, {-1e7, math.MaxInt64, -Decided},
		{1e7, math.MinInt64, -Decided}, {0, math.MinInt64, 0},
	} {
		if got := weighed(c.weight, c.value); got != c.want {
			t.Errorf("%g · %d counts %d, not %d", c.weight, c.value, got, c.want)
		}
	}
}

// What changes from site to site is worth as much as the whole board seen at once.
func TestRows(t *testing.T) {
	long.OneThread(t)
	for i, c := range []struct{ game, options string }{
		{"connect-four", ""}, {"nine-mens-morris", ""}, {"gomoku", ""}, {"hex", "size=5"},
		{"shiftago", "seats=3"},
	} {
		if !long.Case(i, 2) {
			continue
		}
		g := gametest.Load(t, c.game, c.options)
		w, rules := randomRows(g.Rules()), g.Rules()
		l := New(rules, w)
		one := NewBoard(l)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			x := rng.IntN(rules.Board.Sites)
			sign := uint8(rng.IntN(l.signs))
			one.Signs[x], one.Changed = sign, append(one.Changed, topology.Site(x))
			one.Update(nil, 0)
			all := NewBoard(l)
			for y, sign := range one.Signs {
				all.Signs[y], all.Changed = sign, append(all.Changed, topology.Site(y))
			}
			all.Update(nil, 0)
			if one.sums != all.sums {
				t.Fatalf("%s: %v step by step, %v at once", c.game, one.sums, all.sums)
			}
		}
	}
}

// randomRows are weights for rows alone.
func randomRows(rules *ir.Game) *level.Weights {
	rng, w := rand.New(rand.NewPCG(1, 1)), &level.Weights{}
	for _, p := range rules.Players {
		for n := 2; n <= 5; n++ {
			row := level.Row{Player: p.Name, Length: n}
			for range n {
				row.Points = append(row.Points, rng.Int64N(2001)-1000)
			}
			w.Rows = append(w.Rows, row)
		}
	}
	return w
}
