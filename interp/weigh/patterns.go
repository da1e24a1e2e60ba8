package weigh

import (
	"cmp"
	"math"
	"math/rand/v2"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/symmetry"
)

// patterns are the weights of a net while it is learned. Each state has one weight for its class
// and one for its shape; a table holds their sum, so the second costs nothing in play.
type patterns struct {
	net     *level.Net
	ties    [][]int32 // by class and state: the number of the weight; negative: its opposite; 0: none
	shape   []int     // by class; nil: shapes have no weights
	shared  [][]int32 // by shape and state
	weights []float64
	squares []float64 // of the gradients
	mean    []float64
	scale   float64 // of all weights, so that a position is about as large as other features
	spread  []moments
	seen    int // positions
	chosen  bool
	sorted  []int32 // by pattern: its class
	signs   []int32 // by pattern
}

// How patterns are chosen: after how many positions, and up to how many of them for each site.
const (
	chooseSeen   = 15_000
	mostPerSite  = 24
	fewestGames  = 4 * batch
	patternScale = 20.0
)

// newPatterns derives the patterns of a game.
func newPatterns(g *interp.Game, s *shape, found []symmetry.Symmetry, seed uint64) *patterns {
	const stream = 99
	b := g.Rules().Board
	d := &deriver{game: g, board: b, shape: s, rng: rand.New(rand.NewPCG(seed, stream)),
		net: &level.Net{}, alive: make([]bool, b.Sites)}
	d.watch()
	d.derive(len(found))
	shapes, turns := d.share(found)
	p := &patterns{net: d.net, shape: shapes}
	if len(d.net.Classes) == 0 {
		return nil
	}
	views := make([]*level.Class, len(turns))
	next := p.number()
	for c, number := range shapes {
		views[number] = &d.net.Classes[c]
	}
	for number, all := range turns {
		ids := tieShape(d.net, views[number], all, &next)
		p.shared = append(p.shared, ids)
	}
	p.room(int(next))
	return p
}

// number numbers the weights of the classes, and returns the first free number.
func (p *patterns) number() (next int32) {
	next = 1
	for i := range p.net.Classes {
		ids, count := p.net.Ties(&p.net.Classes[i])
		for state, id := range ids {
			switch {
			case id > 0:
				ids[state] = id + next - 1
			case id < 0:
				ids[state] = id - next + 1
			}
		}
		p.ties = append(p.ties, ids)
		next += int32(count)
	}
	return next
}

// room makes room for weights.
func (p *patterns) room(n int) {
	p.weights, p.squares, p.mean = make([]float64, n), make([]float64, n), make([]float64, n)
	p.scale = patternScale / float64(max(p.net.Candidates, 1))
	p.lay()
}

// lay lists the patterns of the classes, in the order in which [tables] number them.
func (p *patterns) lay() {
	p.sorted, p.signs = nil, nil
	for c := range p.net.Classes {
		for _, of := range p.net.Classes[c].Patterns {
			sign := int32(1)
			if of.Swap {
				sign = -1
			}
			p.sorted, p.signs = append(p.sorted, int32(c)), append(p.signs, sign)
		}
	}
	p.spread = make([]moments, len(p.net.Classes))
}

// tieShape numbers the weights of a shape from next on. Its turns need not be a group.
func tieShape(n *level.Net, c *level.Class, turns []level.Turn, next *int32) []int32 {
	var u union
	digits, opposite := n.Digits(c.View), n.Opposite(c.View)
	u.several(n.States(c))
	for _, t := range turns {
		by, swap := 1.0, []int(nil)
		if t.Swap {
			by, swap = -1, opposite
		}
		for state := range u.parent {
			if to := level.Image(state, digits, t.To, swap); to != state || by < 0 {
				u.join(state, to, by)
			}
		}
	}
	ids := make([]int32, len(u.parent))
	for state := range ids {
		if w := u.weight(state); w.id >= 0 && (state > 0 || n.Memory != "") {
			ids[state] = (int32(w.id) + *next) * int32(w.sign)
		}
	}
	*next += int32(u.ids)
	return ids
}

// resumed are the patterns of a net that has been learned.
func resumed(n *level.Net) *patterns {
	p := &patterns{net: clone(n), chosen: true}
	p.room(int(p.number()))
	for c, ids := range p.ties {
		for state, id := range ids {
			if id > 0 {
				p.weights[id] = float64(n.Classes[c].Points[state]) / PointsPerUnit / p.scale
			}
		}
	}
	copy(p.mean, p.weights)
	for i := range p.squares {
		p.squares[i] = learnedSquares * p.scale * p.scale
	}
	return p
}

// learnedSquares is what the squares of the gradients of a weight begin with that was learned
// before, so that the first games do not spoil it.
const learnedSquares = 20

// of returns the net with its tables filled.
func (p *patterns) of(from []float64) *level.Net {
	n := clone(p.net)
	get := func(id int32) float64 {
		if id < 0 {
			return -from[-id]
		}
		return from[id] // 0 is never learned
	}
	k := PointsPerUnit * p.scale
	for c, ids := range p.ties {
		points := make([]int16, len(ids))
		for state, id := range ids {
			if id == 0 {
				continue
			}
			v := get(id)
			if p.shape != nil {
				v += get(p.shared[p.shape[c]][state])
			}
			points[state] = int16(math.Round(min(max(k*v, math.MinInt16+8), math.MaxInt16-8)))
		}
		n.Classes[c].Points = points
	}
	return n
}

func (p *patterns) now() *level.Net     { return p.of(p.weights) }
func (p *patterns) learned() *level.Net { return p.of(p.mean) }

// features are the numbers of the weights of a position: by pattern its class, and the weights of
// the class and the shape.
func (p *patterns) features(b *Board, _ int) (all []int32) {
	for i, state := range b.states {
		c := p.sorted[i]
		id := p.ties[c][state]
		if id == 0 {
			continue
		}
		shared := int32(0)
		if p.shape != nil {
			shared = p.shared[p.shape[c]][state]
		}
		all = append(all, c, id*p.signs[i], shared*p.signs[i])
	}
	return all
}

// width is how many numbers features has of a pattern.
const width = 3

// sum is what the patterns of a position say.
func (p *patterns) sum(features []int32) (all float64) {
	var parts []float64
	if !p.chosen {
		parts = make([]float64, len(p.net.Classes))
	}
	for i := 0; i < len(features); i += width {
		v := 0.0
		for _, id := range features[i+1 : i+width] {
			if id < 0 {
				v -= p.weights[-id]
			} else {
				v += p.weights[id]
			}
		}
		v *= p.scale
		all += v
		if parts != nil {
			parts[features[i]] += v
		}
	}
	for c, v := range parts {
		p.spread[c].add(v)
	}
	p.seen++
	return all
}

// step moves the weights against the gradient.
func (p *patterns) step(features []int32, off float64) {
	off *= p.scale
	for i := 0; i < len(features); i += width {
		for _, id := range features[i+1 : i+width] {
			g := off
			if id < 0 {
				g, id = -g, -id
			}
			if id != 0 {
				p.squares[id] += g * g
				p.weights[id] -= rate * g / (early*p.scale + math.Sqrt(p.squares[id]))
			}
		}
	}
}

// choose keeps the classes that decide most for their cost, once enough positions have been seen.
func (p *patterns) choose(games int) {
	if p.chosen || games < fewestGames || p.seen < chooseSeen {
		return
	}
	sites := map[topology.Site]bool{}
	costs, gains := make([]float64, len(p.net.Classes)), make([]float64, len(p.net.Classes))
	ranks := make([]int, len(costs))
	for c := range costs {
		of := &p.net.Classes[c]
		for i := range of.Patterns {
			for _, x := range of.Patterns[i].Sites {
				sites[x] = true
			}
		}
		ranks[c], costs[c] = c, float64(len(of.Patterns)*of.Cells)
		d := p.spread[c].deviation()
		gains[c] = d * d / costs[c]
	}
	order.SortStableFunc(ranks, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	room := float64(mostPerSite * len(sites))
	n := clone(p.net)
	n.Classes = nil
	var ties [][]int32
	var shape []int
	for _, c := range ranks {
		if costs[c] <= room && gains[c] > 0 {
			room -= costs[c]
			n.Classes, ties = append(n.Classes, p.net.Classes[c]), append(ties, p.ties[c])
			shape = append(shape, p.shape[c])
		}
	}
	p.net, p.ties, p.shape, p.chosen = n, ties, shape, true
	p.lay()
}

// fade and average do for patterns what they do for other weights.
func (p *patterns) fade(keep float64) {
	for i := range p.squares {
		p.squares[i] *= keep
	}
}

func (p *patterns) average(of float64) {
	for i, w := range p.weights {
		p.mean[i] += (w - p.mean[i]) / of
	}
}
