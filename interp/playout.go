package interp

import (
	"context"
	"math/rand/v2"
)

// Playout plays uniformly random steps from p, with chance steps drawn by weight, until the game is
// over or limit steps are played. It returns the last position and how many steps were played. The
// last position has a result unless the limit was reached; it has no history. The same random
// source gives the same game within one build of the program, but perhaps not across builds; nil is
// a different source each time.
func (g *Game) Playout(p *Position, rng *rand.Rand, limit int) (*Position, int) {
	q, n, err := g.PlayoutContext(context.Background(), p, rng, limit)
	if err != nil {
		return p, 0
	}
	return q, n
}

// PlayoutContext is [Game.Playout] that can be stopped within about a millisecond, or a step if
// that takes longer; the error is then that of the context, and the position is the one that the
// game has reached.
func (g *Game) PlayoutContext(ctx context.Context, p *Position, rng *rand.Rand, limit int) (
	*Position, int, error) {
	if err := g.check(p); err != nil {
		return p, 0, err
	}
	e, err := g.quickWithin(ctx)
	if err != nil {
		return p, 0, err
	}
	defer g.release(e)
	rng = seeded(rng)
	var n int
	if f, ok := e.(*fast); ok {
		p, n = f.Playout(ctx, p, rng, limit)
	} else {
		p, n = playout(ctx, e, p, rng, limit)
	}
	if p.Over() || n >= limit {
		return p, n, nil
	}
	return p, n, ctx.Err()
}

func playout(ctx context.Context, e Engine, p *Position, rng *rand.Rand, limit int) (*Position,
	int) {
	for n := range limit {
		if ctx.Err() != nil || len(e.Moves(p)) == 0 {
			return p, n
		}
		p = e.Play(p, Any(e, p, rng))
	}
	return p, max(limit, 0)
}
