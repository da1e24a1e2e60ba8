package bot

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/interp/weigh"
)

// NewLearner returns a learner that plays by a shallow alpha-beta search; see [weigh.NewLearner].
func NewLearner(ctx context.Context, g *interp.Game, o weigh.LearnOptions) (*weigh.Learner, error) {
	player := &selfPlayer{game: g}
	return weigh.NewLearner(ctx, g, o, func(ctx context.Context, now *weigh.SelfPlay) (
		result []float64, err error) {
		if !player.spaces.try(func() { result, err = player.play(ctx, now) }) {
			result, err = player.play(ctx, now)
		}
		return result, err
	})
}

// selfPlayer plays games against itself.
type selfPlayer struct {
	game   *interp.Game
	spaces spaces
}

// errLost means that a game reached a position without a step, which rules do not allow.
var errLost = errors.New("a position of the game has no legal step and no result")

// slips is the percentage of steps drawn after the opening, in games without dice.
const slips = 5

// play plays a game and returns what each player got; nil if it was stopped before its end.
func (b *selfPlayer) play(ctx context.Context, now *weigh.SelfPlay) ([]float64, error) {
	rules, rng := b.game.Rules(), now.Rand
	p := b.game.Start()
	sp, root, back := b.spaces.of(b.game, p)
	defer back()
	a := &alphabeta{judge: judge{rules: rules, learned: now.Evaluation}, taking: newTaking(rules),
		extend: true, depth: now.Depth, lines: 1}
	a.asksHistory, a.asksPly = remembers(rules)
	stop := newStopper(ctx, 0, 0)
	defer stop.close()
	var halt atomic.Bool
	s := newSearch(a, sp, root, p, stop, newTable(smallTable), &halt)
	// In games with dice, what is learned from is the position before each throw: there searches
	// judge. It waits in a slot until a step, or the next throw, shows what the throw was worth.
	before, waits, dice := sp.add(), false, rules.OpensByChance()
	for !sp.Over(s.slots[0]) && sp.ply(s.slots[0]) < now.Turns {
		at := s.slots[0]
		moves := slices.Clone(sp.moves(at))
		if len(moves) == 0 {
			return nil, errLost
		}
		var m position.Move
		from, learns := at, !sp.inTurn(at)
		throws := dice && learns
		if dice {
			from, learns = before, waits
		}
		if weights := sp.Weights(at); weights != nil {
			if throws && waits { // the player had no step
				now.See(sp, before, weigh.Chance(now.Evaluation.Of(sp, at, 0)), true)
			}
			waits = waits || throws
			m = moves[interp.Pick(weights, rng)]
		} else {
			order.Sort(moves) // the engine's order has no meaning
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			m = moves[0]
			switch {
			case now.Random && learns:
				now.See(sp, from, weigh.Chance(now.Evaluation.Of(sp, from, 0)), true)
				waits = false
			case !now.Random && sp.ply(at) >= now.Drawn && (dice || rng.IntN(100) >= slips):
				value := b.choose(s, moves, &m)
				if s.stopped {
					return nil, ctx.Err()
				}
				if learns {
					first := weigh.Chance(value)
					if s.me != 0 {
						first = 1 - first
					}
					now.See(sp, from, first,
						dice || s.takes(0, m) == 0 && abs(value) <= decided)
					waits = false
				}
			}
		}
		s.play(0, m)
		if throws {
			s.slots[0], before = before, s.slots[0]
		}
		s.slots[0], s.slots[1] = s.slots[1], s.slots[0]
	}
	r := sp.result(s.slots[0])
	if r == nil {
		return nil, nil
	}
	shares := make([]float64, len(rules.Players))
	for q := range shares {
		shares[q] = shareOf(r, q, sidesOf(rules))
	}
	return shares, nil
}

// choose looks for the best step and values it.
func (b *selfPlayer) choose(s *search, moves []position.Move, best *position.Move) int64 {
	s.me = s.space.ToMove(s.slots[0])
	s.team = s.bot.judge.rules.Team(s.me)
	s.table.next()
	root := rootOf(moves)
	var value int64
	for depth := 1; depth <= s.bot.depth; depth++ {
		if s.root(root, depth, 1) == 0 || s.stopped {
			break
		}
		*best, value = root[0].move, root[0].value
	}
	return value
}
