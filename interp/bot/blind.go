package bot

import (
	"context"
	"math/rand/v2"

	"boardgame/interp/infoset"
	"boardgame/interp/position"
)

// blind plays games with secrets. It does not look at the position.
type blind struct {
	infoset.Player
	limits infoset.Limits
}

func (b *blind) Choose(ctx context.Context, game Game, _ *position.Position,
	rng *rand.Rand) (c Choice, err error) {
	seat, ok := game.(infoset.Seat)
	if !ok {
		return c, infoset.ErrSeat
	}
	player := &b.Player
	if seat.Player != nil {
		player = seat.Player
	}
	found, err := player.Choose(ctx, seat.Game, seat.Knowledge, b.limits, rng)
	for _, l := range found.Lines {
		c.Lines = append(c.Lines, Line{Move: l.Move, Value: int64(1000*l.Share + 0.5),
			PV: []position.Move{l.Move}, Visits: l.Visits})
		c.Move, c.Value = c.Lines[0].Move, c.Lines[0].Value
	}
	c.Measure, c.Nodes = PerMille, found.Playouts
	return c, err
}
