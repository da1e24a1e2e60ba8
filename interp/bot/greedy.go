package bot

import (
	"context"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/position"
)

// greedy takes the step after which the position is worth most to it. With a reply, it also
// subtracts the best that the next player can then get; with unit "turn", it judges the position
// after its whole turn.
type greedy struct {
	judge     judge
	reply     *ir.Value
	hasReply  bool
	win, loss int64
	added     bool // win and loss are added to the value; otherwise they replace it
	first     bool // ties go to the first in order
	order     *level.Order
	by        []string
	turn      bool
	slip      int // percentage of the steps that it overlooks
}

// maxTurn bounds the positions searched inside one turn, for turns that branch endlessly.
const maxTurn = 20_000

func (b *greedy) Choose(ctx context.Context, game Game, p *position.Position,
	rng *rand.Rand) (Choice, error) {
	e := game.NewEngine()
	moves := slices.Clone(e.Moves(p))
	if len(moves) == 0 {
		return Choice{}, ErrNoMove
	}
	stop := newStopper(ctx, 0, 0)
	defer stop.close()
	b.order.Sort(moves)
	if b.slip > 0 {
		moves = overlook(moves, rng.Uint64(), b.slip)
	}
	moves = draw(b.order.Reader, moves, b.by, rng)

	c := Choice{Measure: Points, Unit: b.judge.unit, Depth: 1}
	if b.hasReply {
		c.Depth = 2
	}
	for _, m := range moves {
		line, whole := b.follow(e, e.Play(p, m), p, &c.Nodes, stop)
		if !whole && hurried(ctx) {
			return b.judge.glance(new(spaces), game, p, moves, rng), nil
		}
		if len(c.Lines) > 0 && !whole {
			break // do not compare a step that was only partly searched
		}
		line.PV = append([]position.Move{m}, line.PV...)
		line.Move = m
		c.Lines = append(c.Lines, line)
	}
	order.SortStableFunc(c.Lines, func(a, b Line) int {
		switch {
		case a.Value > b.Value:
			return -1
		case a.Value < b.Value:
			return 1
		}
		return 0
	})
	best := 1
	for best < len(c.Lines) && c.Lines[best].Value == c.Lines[0].Value {
		best++
	}
	if !b.first {
		i := rng.IntN(best)
		c.Lines[0], c.Lines[i] = c.Lines[i], c.Lines[0]
	}
	for i := range c.Lines {
		c.Lines[i].Value = b.judge.told(c.Lines[i].Value)
	}
	c.Move, c.Value = c.Lines[0].Move, c.Lines[0].Value
	return c, nil
}

// follow values the position p after a step of the player to move at from; whole is false if it had
// to stop before it had seen everything.
func (b *greedy) follow(e interp.Engine, p, from *position.Position, nodes *int64,
	stop *stopper) (line Line, whole bool) {
	*nodes++
	me := from.ToMove()
	drawn := p.Result() == nil && e.Weights(p) != nil // chance decides what comes next
	if b.turn && p.Result() == nil && !drawn && p.ToMove() == me && p.Ply() == from.Ply() &&
		*nodes < maxTurn {
		var best Line
		for i, m := range e.Moves(p) {
			line, whole := b.follow(e, e.Play(p, m), p, nodes, stop)
			if i == 0 || line.Value > best.Value {
				best = Line{Value: line.Value, PV: append([]position.Move{m}, line.PV...)}
			}
			if !whole {
				return best, false
			}
		}
		return best, true
	}
	if p.Result() != nil {
		share := shareOf(p.Result(), me, sidesOf(b.judge.rules))
		switch share {
		case 1:
			line.Value = b.win
		case 0:
			line.Value = b.loss
		}
		if (share == 1 || share == 0) && !b.added {
			return line, true
		}
	}
	line.Value += b.judge.alone(e, p, me)
	if !b.hasReply || p.Result() != nil || drawn || p.ToMove() == me {
		return line, !stop.over(*nodes)
	}
	var worst int64
	for i, m := range e.Moves(p) {
		if stop.over(*nodes) {
			return line, false
		}
		*nodes++
		q := e.Play(p, m)
		if q.Result() != nil && shareOf(q.Result(), p.ToMove(), sidesOf(b.judge.rules)) == 1 {
			return Line{Value: b.loss, PV: []position.Move{m}}, true
		}
		if v := e.Value(q, b.reply, p.ToMove()); i == 0 || v > worst {
			worst = v
			line.PV = []position.Move{m}
		}
	}
	line.Value -= worst
	return line, true
}
