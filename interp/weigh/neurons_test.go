package weigh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/level"
)

// someLayer is a layer with random weights for a board of three sites with a kind of pieces, and a
// number.
func someLayer(swap []topology.Site) (*layer, *Board) {
	rules := &ir.Game{Players: make([]ir.Player, 2), Kinds: make([]ir.Kind, 1),
		Board: &topology.Board{Sites: 3}, States: []ir.State{{Name: "die"}}}
	s := &shape{rules: rules, players: 2, signs: 4}
	of := &level.Layer{Neurons: 5, Swap: swap, Cuts: [][]int64{{1, 4}}}
	_, rows := of.NumberRows(3, s.signs)
	rng := rand.New(rand.NewPCG(1, 2))
	for range rows * of.Neurons {
		of.Rows = append(of.Rows, int16(rng.IntN(400)-200))
	}
	for range of.Neurons {
		of.Out = append(of.Out, int16(rng.IntN(4000)-2000))
	}
	b := NewBoard(&Evaluation{shape: s, neurons: newNeurons(of, s)})
	for x, sign := range []uint8{2, 0, 1} {
		b.Signs[x], b.Changed = sign, append(b.Changed, topology.Site(x))
		b.Of.neurons.site(b, topology.Site(x), 0, sign)
	}
	b.memory[0] = 2
	for player, sums := range b.neurons {
		b.Of.neurons.add(sums, b.Of.neurons.number[player][0]+2, 1)
	}
	return resumedLayer(of, s), b
}

// What is learned is what is played, for both players, and each step goes down the gradient.
func TestNeurons(t *testing.T) {
	for _, swap := range [][]topology.Site{nil, {2, 1, 0}} {
		l, b := someLayer(swap)
		values := [2]float64{}
		for mover := range values {
			f := l.features(b, mover)
			values[mover] = l.sum(f)
			if v := float64(b.Of.neurons.worth(b, mover)) / PointsPerUnit; math.Abs(v-
				values[mover]) > 0.01 {
				t.Errorf("%v, %d moves: learned %g, played %g", swap, mover, values[mover], v)
			}
		}
		if values[0] == values[1] {
			t.Errorf("%v: who moves makes no difference", swap)
		}
		f := l.features(b, 1)
		for _, weight := range []*float64{&l.weights[int(f[1])*l.Neurons+2], &l.outs[3],
			&l.weights[int(f[len(f)-1])*l.Neurons]} {
			const h = 1e-6
			was, v := *weight, l.sum(f)
			*weight = was + h
			slope := (l.sum(f) - v) / h
			*weight = was
			l.sum(f)
			l.step(f, h)
			if step := (was - *weight) / (neuronRate * h); math.Abs(step-slope) > 1e-3 {
				t.Errorf("%v: a slope of %g, a step of %g", swap, slope, step)
			}
		}
	}
}

// A digit of a number counts with those below it, so that what few positions have is guessed.
func TestDigitsAddUp(t *testing.T) {
	l, b := someLayer(nil)
	two := l.features(b, 0)
	b.memory[0] = 1
	if one := l.features(b, 0); !slices.Equal(one, two[:len(two)-1]) {
		t.Errorf("the digit 1 has the rows %v, the digit 2 %v", one, two)
	}
}

// With dice, what a search finds after a throw is part of the target of the position before it;
// otherwise, of the position before that. However often a game is learned from, it counts once.
func TestTargets(t *testing.T) {
	for _, dice := range []bool{false, true} {
		l := &Learner{shape: &shape{players: 2}, dice: dice, o: LearnOptions{Trace: 0.5},
			weights: []float64{0}, squares: []float64{0}, spread: make([]moments, families)}
		game := []sample{{features: []feature{{value: 1}}, quiet: true}} // value 0, and a win
		l.learn(game, []float64{1, 0}, true)
		if stays := l.weights[0] == 0; stays != dice {
			t.Errorf("dice %v: the weight is %g", dice, l.weights[0])
		}
		if l.learn(game, []float64{1, 0}, false); l.seen != 1 {
			t.Errorf("%d positions were seen", l.seen)
		}
	}
}

// In a broken file, what a cell shows may have another number of digits than its image. Then both
// players look up the rows of the cell itself, and none outside the layer.
func TestBrokenImage(t *testing.T) {
	var cells topology.Set
	for x := range topology.Site(3) {
		cells.Add(x)
	}
	rules := &ir.Game{Players: make([]ir.Player, 2), Kinds: make([]ir.Kind, 1),
		Board:  &topology.Board{Sites: 3, Cells: cells},
		States: []ir.State{{Name: "men", PerCell: true}}}
	for _, c := range []struct {
		cuts [][]int64
		own  bool
	}{{[][]int64{{1, 2, 3}, nil, nil}, true}, {[][]int64{{1, 2}, nil, {1, 5}}, false}} {
		of := &level.Layer{Neurons: 1, Swap: []topology.Site{2, 1, 0}, Cuts: c.cuts}
		_, rows := of.NumberRows(3, 4)
		of.Rows = make([]int16, rows)
		n := newNeurons(of, &shape{rules: rules, players: 2, signs: 4})
		if own := n.number[0][0] == n.number[1][0]; own != c.own {
			t.Errorf("%v: rows from %v", c.cuts, n.number)
		}
	}
}
