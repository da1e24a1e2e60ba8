package interp

import "math/rand/v2"

// Playout plays uniformly random steps from p until the game is over, at most limit of them, and returns the last position
// and how many steps were played. The last position has a result unless the limit was reached.
func (g *Game) Playout(p *Position, rng *rand.Rand, limit int) (*Position, int) {
	e := g.engine()
	defer g.release(e)
	if fast, ok := e.(playouter); ok {
		return fast.Playout(p, rng, limit)
	}
	for n := 0; n < limit; n++ {
		moves := e.Moves(p)
		if len(moves) == 0 {
			return p, n
		}
		p = e.Play(p, moves[rng.IntN(len(moves))])
	}
	return p, limit
}

// playouter is an engine that plays random games without listing the steps of each position.
type playouter interface {
	Playout(p *Position, rng *rand.Rand, limit int) (*Position, int)
}
