package bot

import (
	"context"
	"math/rand/v2"

	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/position"
)

// random draws a step: uniformly from the list, or in stages by the level's keys.
type random struct {
	by []string
}

func (b *random) Choose(_ context.Context, game Game, p *position.Position, rng *rand.Rand) (Choice,
	error) {
	e := game.NewEngine()
	moves := e.Moves(p)
	if len(moves) == 0 {
		return Choice{}, ErrNoMove
	}
	if e.Weights(p) != nil {
		return Choice{Move: interp.Any(e, p, rng), Nodes: 1}, nil
	}
	moves = draw(level.NewReader(game.Rules()), moves, b.by, rng)
	return Choice{Move: moves[rng.IntN(len(moves))], Nodes: 1}, nil
}

// draw narrows steps in stages: for each key it draws uniformly one of the values that the key has
// among them and keeps the steps with that value. Steps that lack the key count as having one value
// together.
func draw(r level.Reader, moves []position.Move, by []string, rng *rand.Rand) []position.Move {
	for _, word := range by {
		var values []int64 // in the order first met, so that the draw depends on the seed alone
		groups := map[int64][]position.Move{}
		for _, m := range moves {
			v, ok := r.Key(m, word)
			if !ok {
				v = -1
			}
			if groups[v] == nil {
				values = append(values, v)
			}
			groups[v] = append(groups[v], m)
		}
		moves = groups[values[rng.IntN(len(values))]]
	}
	return moves
}
