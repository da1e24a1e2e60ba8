package infoset

import (
	"math/rand/v2"
	"slices"

	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/position"
)

// Players are asked together: whoever sees and may do the same in the next turn, whatever those
// before them do, can choose now. The rules do not say who is asked together; it is tried out, in
// games that go on at random from positions that the player considers possible, so that what the
// player does not know decides nothing (language.md#secrets).

const (
	few     = 16  // positions from which such games go on
	mostWay = 300 // steps of one
)

// An Early is a player who is asked before the turn has come. It never changes.
type Early struct {
	From, Begin int             // steps of the game when that was found, and on Course at the turn
	Course      *course.Course  // a way to the turn, with the answers so far
	Steps       []position.Move // the answers
	Kept        bool            // what comes after the last answer depends on the others
	seat        int
	others      []*position.Position // by other ways
}

// Together returns how a player is asked now, at the start of a turn of somebody else; nil if what
// the player sees then or may do depends on the others, or if the game began with a position of
// which nobody says what the player knows.
func (pl *Player) Together(g *interp.Game, c *course.Course, seat int) *Early {
	p := c.Now()
	if c.Over() || p.Steps() > 0 || p.ToMove() == seat || !p.In(seat) ||
		!c.Start().Equal(g.Start()) {
		return nil
	}
	e := &Early{From: c.At(), Course: c.Clone(g), seat: seat}
	possible, rng := pl.possible(g, c, seat)
	for _, start := range possible {
		steps, line := way(g, start, seat, rng)
		if line == nil || len(e.others) > 0 && !same(g, e.Course.Now(), line[len(line)-1], seat) {
			return nil
		}
		for i, m := range steps {
			if e.others == nil {
				e.Course.Add(m, line[i])
			}
		}
		e.others = append(e.others, line[len(line)-1])
	}
	if e.Begin = e.Course.At(); e.others == nil {
		return nil
	}
	return e
}

// possible returns some positions that a seat considers possible now, and random numbers. Both
// depend only on what the seat knows. There are none if the seat cannot know what has happened, or
// once none was found.
func (pl *Player) possible(g *interp.Game, c *course.Course, seat int) ([]*position.Position,
	*rand.Rand) {
	k, err := know(g, c, seat)
	pl.mu.Lock()
	m := pl.kept[seat]
	pl.mu.Unlock()
	if err != nil || m != nil && len(m.all) == 0 {
		return nil, nil
	}
	var seed position.Key
	if n := len(k.events); n > 0 {
		seed = k.events[n-1].key
	}
	s := newSampler(g, k, rand.New(rand.NewPCG(seed[0], seed[1])), func() bool { return false })
	s.size, s.all = few, slices.Repeat(s.all, few)
	pl.follow(s)
	var all []*position.Position
	for _, w := range s.all {
		all = append(all, w.Position)
	}
	return all, s.rng
}

// way plays at random up to a turn of the player; nil if chance, an announcement or the end of the
// game comes before it.
func way(g *interp.Game, p *position.Position, seat int, rng *rand.Rand) (steps []position.Move,
	line []*position.Position) {
	for p.ToMove() != seat || p.Steps() > 0 {
		moves := g.Moves(p)
		if len(moves) == 0 || len(steps) == mostWay || g.Weights(p) != nil {
			return nil, nil
		}
		m := moves[rng.IntN(len(moves))]
		q, err := g.Play(p, m)
		if err != nil || q.Result() != nil || len(g.Says(p, q)) > 0 {
			return nil, nil
		}
		p, steps, line = q, append(steps, m), append(line, q)
	}
	if g.Weights(p) != nil {
		return nil, nil
	}
	return steps, line
}

// same reports whether two positions are the same to the player who chooses there.
func same(g *interp.Game, p, q *position.Position, seat int) bool {
	offered := func(p *position.Position) []position.Move {
		return order.Sorted(slices.Values(g.Moves(p)))
	}
	return g.View(p, seat).Key() == g.View(q, seat).Key() && slices.Equal(offered(p), offered(q))
}

// Expected reports whether a position is what the player was asked about.
func (e *Early) Expected(g *interp.Game, p *position.Position) bool {
	return same(g, p, e.Course.Position(e.Begin), e.seat)
}

// Answer returns e with one more answer, which is legal.
func (e *Early) Answer(g *interp.Game, m position.Move) *Early {
	next := *e
	next.Steps = append(slices.Clip(e.Steps), m)
	next.others = nil
	for _, p := range e.others {
		q, err := g.Play(p, m)
		if err != nil || q.Result() != nil || q.ToMove() != e.seat || q.Steps() == 0 ||
			g.Weights(q) != nil || len(g.Says(p, q)) > 0 ||
			len(next.others) > 0 && !same(g, next.others[0], q, e.seat) {
			next.others, next.Kept = e.others, true
			return &next
		}
		next.others = append(next.others, q)
	}
	next.Course = e.Course.Clone(g)
	next.Course.Add(m, next.others[0])
	return &next
}
