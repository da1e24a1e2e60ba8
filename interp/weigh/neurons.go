package weigh

import (
	"math"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/symmetry"
)

// neurons are a layer, ready to be computed: that of TD-Gammon, brought up to date by what changes
// (Tesauro, Temporal difference learning and TD-Gammon, 1995; Nasu, Efficiently updatable
// neural-network-based evaluation functions for computer shogi, 2018).
type neurons struct {
	*level.Layer
	shape  *shape
	rows   []int32  // those of the layer; that of a digit has those of lower digits added
	seen   []int    // the numbers that have digits
	number [2][]int // by player to move and number: its row before the first digit
}

func newNeurons(of *level.Layer, s *shape) *neurons {
	n := &neurons{Layer: of, shape: s}
	n.number[0], _ = of.NumberRows(s.rules.Board.Sites, s.signs)
	n.number[1] = n.number[0]
	if of.Swap != nil {
		n.number[1] = nil
		swap := symmetry.Symmetry{Sites: of.Swap, Players: []int{1, 0}}
		for i, image := range swap.Numbers(s.rules) {
			if image >= len(of.Cuts) || len(of.Cuts[image]) != len(of.Cuts[i]) {
				image = i // no symmetry: the file is broken
			}
			n.number[1] = append(n.number[1], n.number[0][image])
		}
	}
	n.rows = make([]int32, len(of.Rows))
	for i, v := range of.Rows {
		n.rows[i] = int32(v)
	}
	for i, cuts := range of.Cuts {
		if len(cuts) > 0 {
			n.seen = append(n.seen, i)
		}
		for digit := 2; digit <= len(cuts); digit++ {
			row := (n.number[0][i] + digit) * of.Neurons
			for j := range of.Neurons {
				n.rows[row+j] += n.rows[row+j-of.Neurons]
			}
		}
	}
	return n
}

// row returns the row of a sign on a site as a player sees it.
func (n *neurons) row(player int, x topology.Site, sign uint8) int {
	if player == 1 && n.Swap != nil {
		return n.Row(n.shape.signs, n.Swap[x], level.Swapped(int(sign)))
	}
	return n.Row(n.shape.signs, x, int(sign))
}

// add adds a row to the sums of neurons, some times.
func (n *neurons) add(sums []int32, row int, times int32) {
	for i, v := range n.rows[row*n.Neurons:][:len(sums)] {
		sums[i] += times * v
	}
}

// begin sets the neurons of a board on which nothing has been seen yet.
func (n *neurons) begin(b *Board) {
	b.memory = make([]int32, len(n.Cuts))
	for player := range b.neurons {
		b.neurons[player] = make([]int32, n.Neurons)
		for _, row := range n.Begin(player) {
			n.add(b.neurons[player], row, 1)
		}
	}
}

// site brings the neurons up to date after a site has changed.
func (n *neurons) site(b *Board, x topology.Site, before, now uint8) {
	for player, sums := range b.neurons {
		if before != 0 {
			n.add(sums, n.row(player, x, before), -1)
		}
		if now != 0 {
			n.add(sums, n.row(player, x, now), 1)
		}
	}
}

// numbers brings the neurons up to date with the numbers of a position.
func (n *neurons) numbers(b *Board, s Space, at Slot) {
	for _, i := range n.seen {
		before, now := b.memory[i], int32(level.Digit(n.Cuts[i], s.Number(at, i)))
		if before == now {
			continue
		}
		b.memory[i] = now
		for player, sums := range b.neurons {
			if before != 0 {
				n.add(sums, n.number[player][i]+int(before), -1)
			}
			if now != 0 {
				n.add(sums, n.number[player][i]+int(now), 1)
			}
		}
	}
}

// says is what a neuron says: from -spoken to spoken. Whole numbers are the same on any machine.
func says(sum int32) int64 {
	v := int64(sum)
	return v * spoken / (level.LayerUnit + max(v, -v))
}

const spoken = 1 << 12

// worth is what the neurons say for the first player.
func (n *neurons) worth(b *Board, mover int) (v int64) {
	for i, sum := range b.neurons[mover] {
		v += int64(n.Out[i]) * says(sum)
	}
	if v /= spoken; mover == 1 && n.Swap != nil {
		return -v
	}
	return v
}

// layer is a layer while it is learned.
type layer struct {
	*neurons
	weights, mean, outs, outMean []float64
	said                         []float64 // by neuron, in the position of the last sum
}

// How many neurons there are, how fast they learn, how large their weights are at first, and how
// often they learn from a game: nearly all time goes to playing it.
const (
	neuronsLearned = 80
	neuronRate     = 0.03
	neuronSize     = 0.1
	neuronPasses   = 3
)

// newLayer returns the neurons of a game, which know nothing.
func newLayer(g *interp.Game, s *shape, found []symmetry.Symmetry, seed uint64) *layer {
	const stream = 98
	rng := rand.New(rand.NewPCG(seed, stream))
	of := &level.Layer{Neurons: neuronsLearned}
	images := []symmetry.Symmetry{found[0]}
	for _, f := range found {
		if f.Swaps() {
			of.Swap, images = f.Sites, append(images, f)
			break
		}
	}
	of.Cuts = numberCuts(g, images, rng)
	_, rows := of.NumberRows(s.rules.Board.Sites, s.signs)
	of.Rows, of.Out = make([]int16, rows*of.Neurons), make([]int16, of.Neurons)
	l := resumedLayer(of, s)
	for _, part := range [][]float64{l.weights, l.outs} {
		for i := range part {
			part[i] = neuronSize * (2*rng.Float64() - 1)
		}
	}
	return l
}

// numberCuts plays random games to see which numbers of a position differ and how.
func numberCuts(g *interp.Game, images []symmetry.Symmetry, rng *rand.Rand) [][]int64 {
	const games, most = 20, 2000
	numbers, _ := g.Rules().Sizes()
	seen := make([][]int64, numbers)
	e := g.NewEngine()
	for range games {
		p := g.Start()
		for ply := 0; ply < most && p.Result() == nil; ply++ {
			if e.Weights(p) != nil {
				for _, s := range images {
					for i, to := range s.Numbers(g.Rules()) {
						seen[to] = append(seen[to], p.State().Numbers[i])
					}
				}
			}
			p = e.Play(p, interp.Any(e, p, rng))
		}
	}
	all := make([][]int64, numbers)
	for i := range all {
		all[i] = cuts(seen[i], rarely)
	}
	return all
}

// rarely is the least part of the positions in which a number has a digit.
const rarely = 0.003

// resumedLayer is a layer that has been learned.
func resumedLayer(of *level.Layer, s *shape) *layer {
	l := &layer{neurons: newNeurons(of, s), said: make([]float64, of.Neurons)}
	for _, v := range of.Rows {
		l.weights = append(l.weights, float64(v)/level.LayerUnit)
	}
	for _, v := range of.Out {
		l.outs = append(l.outs, float64(v)/PointsPerUnit)
	}
	l.mean, l.outMean = slices.Clone(l.weights), slices.Clone(l.outs)
	return l
}

// features are the player to move and the rows of a position.
func (l *layer) features(b *Board, mover int) []int32 {
	all := []int32{int32(mover)}
	for _, row := range l.Begin(mover) {
		all = append(all, int32(row))
	}
	for x, sign := range b.Signs {
		if sign != 0 {
			all = append(all, int32(l.row(mover, topology.Site(x), sign)))
		}
	}
	for _, i := range l.seen {
		for digit := range b.memory[i] {
			all = append(all, int32(l.number[mover][i])+digit+1)
		}
	}
	return all
}

func (l *layer) sum(features []int32) (v float64) {
	clear(l.said)
	for _, row := range features[1:] {
		for j, w := range l.weights[int(row)*l.Neurons:][:l.Neurons] {
			l.said[j] += w
		}
	}
	for j, sum := range l.said {
		l.said[j] = sum / (1 + math.Abs(sum))
		v += l.outs[j] * l.said[j]
	}
	return v * l.sign(features)
}

// sign is that of the player to move, who sees the board as the first player does.
func (l *layer) sign(features []int32) float64 {
	if features[0] == 1 && l.Swap != nil {
		return -1
	}
	return 1
}

// step is back-propagation; the neurons have just said what they do in the position.
func (l *layer) step(features []int32, off float64) {
	off *= neuronRate * l.sign(features)
	steps := make([]float64, l.Neurons)
	for j, y := range l.said {
		slope := (1 - math.Abs(y)) * (1 - math.Abs(y))
		steps[j] = off * l.outs[j] * slope
		l.outs[j] -= off * y
	}
	for _, row := range features[1:] {
		weights := l.weights[int(row)*l.Neurons:]
		for j, s := range steps {
			weights[j] -= s
		}
	}
}

func (l *layer) fade(float64) {}
func (l *layer) choose(int)   {}

func (l *layer) average(of float64) {
	for i, w := range l.weights {
		l.mean[i] += (w - l.mean[i]) / of
	}
	for i, w := range l.outs {
		l.outMean[i] += (w - l.outMean[i]) / of
	}
}

func (l *layer) now() *level.Net     { return l.of(l.weights, l.outs) }
func (l *layer) learned() *level.Net { return l.of(l.mean, l.outMean) }

// of returns the net with its weights as whole numbers.
func (l *layer) of(rows, outs []float64) *level.Net {
	whole := func(from []float64, unit float64) (to []int16) {
		for _, v := range from {
			to = append(to, int16(math.Round(min(max(v*unit, math.MinInt16), math.MaxInt16))))
		}
		return to
	}
	n := *l.Layer
	n.Rows, n.Out = whole(rows, level.LayerUnit), whole(outs, PointsPerUnit)
	return &level.Net{Layer: &n}
}
