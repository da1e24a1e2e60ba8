package bot

import (
	"context"
	"math/rand/v2"
	"slices"

	"boardgame/interp"
	"boardgame/interp/position"
)

// Ponder lets a bot think during the turns of others, for at most as long as in a turn of its own.
// It has just chosen c at p. The bot must not be asked again before stop has been called, which
// ends its thinking and waits until it has.
//
// The results serve its next choice: mcts searches everything that the others may do, alphabeta its
// own next turn after the replies it expects. Bots that are limited by anything but time do not
// ponder: their choices depend only on the position, so they remember nothing.
func Ponder(ctx context.Context, b Bot, game Game, p *position.Position, c Choice,
	rng *rand.Rand) (stop func()) {
	think := pondering(b)
	if think == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		think(ctx, game, p, c, rng)
	}()
	return func() { cancel(); <-done }
}

// pondering returns how a bot ponders, nil if it does not.
func pondering(b Bot) func(context.Context, Game, *position.Position, Choice, *rand.Rand) {
	switch b := b.(type) {
	case *player:
		return pondering(b.base)
	case *mcts:
		if b.playouts == 0 && !b.asksHistory {
			return b.ponder
		}
	case *alphabeta:
		if b.timed() && !b.asksHistory {
			return b.ponder
		}
	}
	return nil
}

// ponder grows the trees below the step that was chosen, whatever is played next.
func (b *mcts) ponder(ctx context.Context, game Game, p *position.Position, c Choice,
	rng *rand.Rand) {
	if q := expected(game.NewEngine(), p, c, false); q != nil {
		_, _ = b.think(ctx, game, q, rng, false) // only what it remembers matters
	}
}

// ponder fills the table for the next turn, if the bot expects a line until then.
func (b *alphabeta) ponder(ctx context.Context, game Game, p *position.Position, c Choice,
	rng *rand.Rand) {
	if q := expected(game.NewEngine(), p, c, true); q != nil {
		_, _ = b.Choose(ctx, game, q, rng)
	}
}

// expected follows the line of a choice to the first position in which another player is to move
// or, with again, in which the one who chose is to move again after others have. It is nil if the
// line ends before.
func expected(e interp.Engine, p *position.Position, c Choice, again bool) *position.Position {
	i := slices.IndexFunc(c.Lines, func(l Line) bool { return l.Move == c.Move })
	pv := []position.Move{c.Move}
	if i >= 0 && len(c.Lines[i].PV) > 0 {
		pv = c.Lines[i].PV
	}
	me, others, q := p.ToMove(), false, p
	for _, m := range pv {
		if !slices.Contains(e.Moves(q), m) {
			return nil
		}
		if q = e.Play(q, m); q.Result() != nil || e.Weights(q) != nil {
			return nil
		}
		others = others || q.ToMove() != me
		if others && (!again || q.ToMove() == me) {
			return q
		}
	}
	return nil
}
