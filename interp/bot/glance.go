package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"

	"boardgame/interp/position"
)

// glanced is how many positions a glance looks at beyond the steps themselves. The evaluator gets
// fewer, since its positions take a hundred times longer.
const (
	glanced     = 4000
	glancedSlow = 200
)

// hurried reports whether a search that has ended had too little time. If it was canceled, nobody
// waits for its choice.
func hurried(ctx context.Context) bool { return !errors.Is(context.Cause(ctx), context.Canceled) }

// glance chooses when time has run out before a search has seen anything: it looks one step ahead,
// at what can be taken after it and at wins at once. Its limit is a number of positions, so a busy
// machine does not change the choice.
func (j judge) glance(lent *spaces, game Game, p *position.Position, moves []position.Move,
	rng *rand.Rand) (c Choice) {
	b := &alphabeta{judge: j, taking: newTaking(game.Rules()), depth: 1, extend: true, lines: 1}
	b.asksHistory, b.asksPly = remembers(game.Rules())
	look := func() {
		sp, at, back := lent.of(game, p)
		defer back()
		more := int64(glancedSlow)
		if _, fast := sp.(*slots); fast {
			more = glanced
		}
		b.nodes = int64(len(moves)) + more
		var halt atomic.Bool
		stop := newStopper(context.Background(), 0, b.nodes)
		s := newSearch(b, sp, at, p, stop, newTable(smallTable), &halt)
		s.wins.found = more / winsWorth // look for that many of the replies that win
		s.setWorths(p)
		s.rank(moves, 0) // if even that is too much, the best so far is first
		c = s.deepen(rootOf(moves), 1, 1, func(Choice) {})
	}
	rng.Shuffle(len(moves), func(i, k int) { moves[i], moves[k] = moves[k], moves[i] })
	if !lent.try(look) {
		look()
	}
	return c
}
