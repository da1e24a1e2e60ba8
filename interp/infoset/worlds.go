package infoset

import (
	"math/rand/v2"
	"slices"

	"boardgame/interp"
	"boardgame/interp/alike"
	"boardgame/interp/position"
)

// worlds is how many positions answer a question.
const worlds = 12

// Worlds returns positions that look to a seat as its view does and offer it the same steps;
// offered is nil if the seat does not choose. What is hidden is as in games played at random up to
// that turn; how often the position has occurred differs. They depend on nothing but the arguments,
// so an answer that is the same in all of them gives nothing away. There may be none.
func Worlds(g *interp.Game, v *interp.View, offered []interp.Move) (all []*interp.Position) {
	key, none := v.Key(), func() bool { return false }
	s := newSampler(g, &Knowledge{Seat: v.Seat, start: g.Start()},
		rand.New(rand.NewPCG(key[0], key[1])), none)
	for i := 0; i < 2*worlds && len(all) < worlds; i++ {
		q := alike.Fill(s.machine, v, s.stray(v.State.Ply).State(), alike.Density(i%3), s.rng)
		if q == nil {
			continue
		}
		next := q.ToMove
		if q.Steps > 0 {
			next = q.NextMover()
		}
		for range 1 + len(all)%2 {
			q.History = &position.History{Before: q.History, Whole: q.RepetitionKey(g.Rules(), next),
				Pieces: q.PiecesKey()}
		}
		if p := position.Of(q); offered == nil || slices.Equal(offered, g.Moves(p)) {
			all = append(all, p)
		}
	}
	if len(all) < worlds/2 { // too few to tell what differs
		return nil
	}
	return all
}
