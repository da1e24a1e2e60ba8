package bot

import (
	"cmp"
	"math"
	"slices"

	"boardgame/dsl/order"
	"boardgame/interp/position"
)

// This file values chance nodes. Their value is the mean of their outcomes, so a window for the
// mean gives each outcome a window of its own, given bounds of the others: Star1 and Star2
// (Ballard, The *-Minimax Search Procedure for Trees Containing Chance Nodes, 1983). The values of
// rules have no bounds at first. They come from a probe of each outcome: one step of the player who
// chooses next shows the least that this player can get.

// wonByChance is the value of a decided game, in points, if not all outcomes at the chance node are
// decided alike: much, but not so much that a slim chance of it is worth any risk.
const wonByChance = 1_000_000

// inMean returns what a value counts in a mean.
func inMean(v int64) float64 {
	if abs(v) > decided {
		v = min(max(v, -wonByChance), wonByChance)
	}
	return float64(v)
}

// chance reports whether chance decides in a position that is not over. Where that is so at the
// beginning of every turn, the outcomes need not be listed.
func (s *search) chance(at slot) bool {
	return s.opens && !s.space.inTurn(at) || s.space.Weights(at) != nil
}

// mean returns the mean of values by their weights. If all are decided alike, so is the game: then
// it is the least of them.
func mean(values, weights []int64) int64 {
	if least, most := slices.Min(values), slices.Max(values); least > decided || most < -decided ||
		least == most {
		return least
	}
	var sum, all float64
	for i, v := range values {
		sum += inMean(v) * float64(weights[i])
		all += float64(weights[i])
	}
	return int64(math.Round(sum / all))
}

// A drawable is an outcome of chance and what is known about its value.
type drawable struct {
	move   position.Move
	weight float64
	lo, hi float64 // bounds of what it counts in the mean
	at     int     // in the order of the weights
}

// atLeast notes that the value of the outcome is at least v. A game that is won counts less in
// the mean than some values of games that are not.
func (o *drawable) atLeast(v int64) { o.lo = max(o.lo, min(inMean(v), wonByChance)) }

// atMost notes that the value of the outcome is at most v.
func (o *drawable) atMost(v int64) { o.hi = min(o.hi, max(inMean(v), -wonByChance)) }

// A chanced is a chance node while its outcomes are searched.
type chanced struct {
	outcomes    []drawable // the likeliest first
	all         float64    // the sum of the weights
	alpha, beta int64      // the window of the mean
	below, over bool       // alpha and beta can be reached by what is proved of the outcomes
}

// sums returns the weighted sums of the lower and the upper bounds of all outcomes but one.
func (c *chanced) sums(but int) (lo, hi float64) {
	for i := range c.outcomes {
		if o := &c.outcomes[i]; i != but {
			lo += o.weight * o.lo
			hi += o.weight * o.hi
		}
	}
	return lo, hi
}

// decidedBy reports whether the bounds of the outcomes show that the mean is outside the window,
// and a bound of it there.
func (c *chanced) decidedBy() (v int64, ok bool) {
	lo, hi := c.sums(-1)
	if c.over && lo/c.all >= float64(c.beta) {
		return int64(math.Round(lo / c.all)), true
	}
	if c.below && hi/c.all <= float64(c.alpha) {
		return int64(math.Round(hi / c.all)), true
	}
	return 0, false
}

// promises reports whether the mean of the first n outcomes, as far as they have been probed, would
// be outside the window.
func (c *chanced) promises(n int) bool {
	var lo, hi, all float64
	for _, o := range c.outcomes[:n] {
		lo += o.weight * o.lo
		hi += o.weight * o.hi
		all += o.weight
	}
	return n == 0 || c.over && lo >= float64(c.beta)*all || c.below && hi <= float64(c.alpha)*all
}

// window returns the values that the i-th outcome must exceed, and stay below, to keep the mean
// within its window.
func (c *chanced) window(i int) (alpha, beta int64) {
	alpha, beta = -Won-1, Won+1
	lo, hi := c.sums(i)
	w := c.outcomes[i].weight
	// Values beyond wonByChance are cut off.
	if c.below {
		if x := math.Floor((float64(c.alpha)*c.all - hi) / w); x > -wonByChance && x < wonByChance {
			alpha = int64(x)
		}
	}
	if c.over {
		if x := math.Ceil((float64(c.beta)*c.all - lo) / w); x > -wonByChance && x < wonByChance {
			beta = int64(x)
		}
	}
	if alpha >= beta {
		return -Won - 1, Won + 1 // the sums are not exact
	}
	return alpha, beta
}

// After a number of positions, probing continues only if a share of them was proved to be outside
// the window.
const (
	probesTried = 64
	probesWorth = 4
)

// expect values a chance node within a window; outside it, the value is a bound.
func (s *search) expect(weights []int64, depth, ply int, alpha, beta int64) int64 {
	moves := slices.Clone(s.space.moves(s.slots[ply]))
	weights = slices.Clone(weights)
	values := make([]int64, len(moves))
	if len(moves) == 1 && !s.unpruned {
		s.play(ply, moves[0])
		return s.walk(depth-1, ply+1, alpha, beta)
	}
	c := chanced{
		alpha: alpha, beta: beta,
		// If all outcomes are decided alike, the mean is not what they count.
		below: !s.unpruned && abs(alpha) < wonByChance,
		over:  !s.unpruned && abs(beta) < wonByChance,
	}
	for i, m := range moves {
		c.all += float64(weights[i])
		c.outcomes = append(c.outcomes,
			drawable{m, float64(weights[i]), float64(-decided), float64(decided), i})
	}
	if c.below || c.over {
		order.SortStableFunc(c.outcomes,
			func(a, b drawable) int { return cmp.Compare(b.weight, a.weight) })
	}
	// A probe within a probe would repeat the same search again and again, and in some games probes
	// rarely prove anything.
	if (c.below || c.over) && !s.probing && (s.probed < probesTried ||
		s.proved*probesWorth > s.probed) {
		s.probed++
		for i := 0; i < len(c.outcomes) && c.promises(i); i++ {
			s.probing = true
			s.probe(&c, i, depth, ply)
			s.probing = false
			if s.stopped {
				return 0
			}
			if v, ok := c.decidedBy(); ok {
				s.proved++
				return v
			}
		}
	}
	for i := range c.outcomes {
		o := &c.outcomes[i]
		lo, hi := c.window(i)
		s.play(ply, o.move)
		v := s.walk(depth-1, ply+1, lo, hi)
		if s.stopped {
			return 0
		}
		values[o.at] = v
		switch {
		case v <= lo:
			o.atMost(v)
		case v >= hi:
			o.atLeast(v)
		default:
			o.lo, o.hi = inMean(v), inMean(v)
		}
		if v, ok := c.decidedBy(); ok {
			return v
		}
		if v <= lo || v >= hi {
			// The sums were not exact enough for the window.
			s.play(ply, o.move)
			v = s.walk(depth-1, ply+1, -Won-1, Won+1)
			values[o.at], o.lo, o.hi = v, inMean(v), inMean(v)
		}
	}
	return mean(values, weights)
}

// probe finds a bound of the i-th outcome: the value of one step of the player who chooses next.
func (s *search) probe(c *chanced, i, depth, ply int) {
	o := &c.outcomes[i]
	s.play(ply, o.move)
	at := s.slots[ply+1]
	if s.space.Over(at) {
		o.lo = inMean(outcome(s.space.winners(at), s.team, ply+1))
		o.hi = o.lo
		return
	}
	depth--
	if ply+2 >= maxPly-1 || s.space.Weights(at) != nil ||
		depth <= 0 && !(s.bot.extend && s.space.inTurn(at) && depth > -maxOpen) {
		return // it is judged at once, or no player chooses
	}
	moves := append(s.steps[ply+1][:0], s.space.moves(at)...)
	s.steps[ply+1] = moves
	mine := s.mine(at)
	if len(moves) == 1 || s.bot.width > 0 && len(moves) > s.bot.width || mine && !c.over ||
		!mine && !c.below {
		return
	}
	t, known := s.table.find(s.key(at))
	s.sort(moves, ply+1, t.move, known)
	lo, hi := c.window(i)
	s.nodes++
	s.play(ply+1, moves[0])
	v := s.walk(depth-1, ply+2, lo, hi)
	if s.stopped {
		return
	}
	// Outside the window the value is a bound on the side on which it lies.
	switch {
	case mine && v > lo:
		o.atLeast(v)
	case !mine && v < hi:
		o.atMost(v)
	}
}
