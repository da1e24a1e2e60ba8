package interp

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/order"
)

// Weights says how likely each of [Game.Moves] is next to the others, where the next step is left
// to chance. Where a player chooses it, and where the game is over, it is nil.
func (g *Game) Weights(p *Position) []int64 {
	if !g.has(p) {
		return nil
	}
	e := g.quickest()
	defer g.release(e)
	_, weights := outcomes(e, p)
	return weights
}

// Draw draws the next step of a position where chance decides, by the weights of the steps; ok is
// false where a player does. What is drawn depends on the seed, the turn and the place in the turn
// alone: taken back and played on, a game meets the same rolls, and so do two games in which other
// players have the same seats.
func (g *Game) Draw(p *Position, seed uint64) (m Move, ok bool) {
	if !g.has(p) {
		return 0, false
	}
	e := g.quickest()
	defer g.release(e)
	return Draw(e, p, seed)
}

// SetUp returns the start of the game after its random setup, if it has one, drawn as [Game.Draw]
// draws.
func (g *Game) SetUp(seed uint64) *Position {
	p := g.Start()
	for p.SettingUp() {
		m, ok := g.Draw(p, seed)
		if !ok {
			break
		}
		if p, _ = g.Play(p, m); p == nil {
			return g.Start()
		}
	}
	return p
}

// Draw is [Game.Draw] by an engine.
func Draw(e Engine, p *Position, seed uint64) (m Move, ok bool) {
	moves, weights := outcomes(e, p)
	if weights == nil {
		return 0, false
	}
	place := uint64(p.Ply())<<16 | uint64(p.Chances())<<1
	if p.SettingUp() {
		place |= 1
	}
	return moves[Pick(weights, rand.New(rand.NewPCG(seed, place)))], true
}

// outcomes returns the steps of a position at which nobody chooses in the order of [Game.Moves],
// whichever engine lists them, and how likely each is next to the others; nil where a player does.
func outcomes(e Engine, p *Position) ([]Move, []int64) {
	weights := e.Weights(p)
	if weights == nil {
		return nil, nil
	}
	moves := e.Moves(p)
	if slices.IsSorted(moves) {
		return moves, weights
	}
	ranks := make([]int, len(moves))
	for i := range ranks {
		ranks[i] = i
	}
	order.SortFunc(ranks, func(i, j int) int { return cmp.Compare(moves[i], moves[j]) })
	sorted, sortedWeights := make([]Move, len(moves)), make([]int64, len(moves))
	for i, at := range ranks {
		sorted[i], sortedWeights[i] = moves[at], weights[at]
	}
	return sorted, sortedWeights
}

// seeded returns a random source: the one given or, for nil, a new one with a random seed.
func seeded(rng *rand.Rand) *rand.Rand {
	if rng == nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rng
}

// Any draws one of the legal steps of a position that is not the end of a game: by weight where the
// step is left to chance, else each as likely as any other.
func Any(e Engine, p *Position, rng *rand.Rand) Move {
	rng = seeded(rng)
	moves := e.Moves(p)
	if weights := e.Weights(p); weights != nil {
		return moves[Pick(weights, rng)]
	}
	return moves[rng.IntN(len(moves))]
}

// Pick draws an index by the weights, of which there is at least one. All of them are greater than
// 0, and their sum fits.
func Pick(weights []int64, rng *rand.Rand) int {
	var sum int64
	for _, w := range weights {
		sum += w
	}
	n := seeded(rng).Int64N(sum)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return len(weights) - 1
}
