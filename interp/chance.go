package interp

import "math/rand/v2"

// Weights says how likely each of [Game.Moves] is next to the others, where the next step is left
// to chance. Where a player chooses it, and where the game is over, it is nil.
func (g *Game) Weights(p *Position) []int64 {
	e := g.engine()
	defer g.release(e)
	return e.Weights(p)
}

// Draw draws the next step of a position at which nobody chooses, by the weights of the steps; ok
// is false where a player does. What is drawn depends on the seed, the turn and the place in the
// turn alone: taken back and played on, a game meets the same rolls, and so do two games in which
// other players have the same seats.
func (g *Game) Draw(p *Position, seed uint64) (m Move, ok bool) {
	e := g.engine()
	defer g.release(e)
	return Draw(e, p, seed)
}

// Draw is [Game.Draw] by an engine.
func Draw(e Engine, p *Position, seed uint64) (m Move, ok bool) {
	weights := e.Weights(p)
	if weights == nil {
		return 0, false
	}
	place := uint64(p.Ply())<<16 | uint64(p.Chances())<<1
	if p.SettingUp() {
		place |= 1
	}
	return e.Moves(p)[Pick(weights, rand.New(rand.NewPCG(seed, place)))], true
}

// Any draws one of the legal steps of a position that is not the end of a game: by weight where the
// step is left to chance, else each as likely as any other.
func Any(e Engine, p *Position, rng *rand.Rand) Move {
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
	n := rng.Int64N(sum)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return len(weights) - 1
}
