package interp

import "math/rand/v2"

// Playout plays uniformly random steps from p, and draws by weight what is left to chance, until
// the game is over, at most limit of them, and returns the last position and how many steps were
// played. The last position has a result unless the limit was reached; it does not know what was
// before. The same random source gives the same game from one build of the program; which one is
// not promised.
func (g *Game) Playout(p *Position, rng *rand.Rand, limit int) (*Position, int) {
	if !g.has(p) {
		return p, 0
	}
	e := g.quick()
	defer g.release(e)
	if f, ok := e.(*fast); ok {
		return f.Playout(p, rng, limit)
	}
	return playout(e, p, rng, limit)
}

func playout(e Engine, p *Position, rng *rand.Rand, limit int) (*Position, int) {
	for n := 0; n < limit; n++ {
		if len(e.Moves(p)) == 0 {
			return p, n
		}
		p = e.Play(p, Any(e, p, rng))
	}
	return p, limit
}
