package protocol

import (
	"math/rand/v2"
	"slices"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/position"
	"boardgame/repl/protocol/message"
)

// Players are asked together: whoever sees and may do the same in the next turn, whatever those
// before them do, chooses now. What they answer is kept until their turn. The rules do not say who
// is asked together; it is tried out, in games that go on at random from positions that the player
// takes for possible, so that what the player does not know decides nothing (language.md#secrets).

// mostWay is how many steps such a game goes on.
const mostWay = 300

// An early is a player who is asked before the turn has come. It never changes.
type early struct {
	from, begin int                // steps of the game when that was found, and on course at the turn
	course      *course.Course     // one way to the turn, with the answers so far
	others      []*interp.Position // the same by other ways
	steps       []interp.Move      // the answers
	kept        bool               // what comes after the last answer depends on the others
}

// together returns how a player is asked now, at the start of a turn of somebody else; nil if what
// the player sees then or may do depends on the others.
func (t *table) together(g *game, c *course.Course, seat int) *early {
	p := c.Now()
	if c.Over() || p.Steps() > 0 || p.ToMove() == seat || !p.In(seat) {
		return nil
	}
	possible, rng := t.minds.Possible(t.game.game, c, seat)
	e := &early{from: c.At(), course: c.Clone(g.game)}
	for _, start := range possible {
		steps, line := g.way(start, seat, rng)
		if line == nil || e.begin > 0 && !g.sameTo(e.course.Now(), line[len(line)-1], seat) {
			return nil
		}
		if e.begin == 0 {
			for i, m := range steps {
				e.course.Add(m, line[i])
			}
			e.begin = e.course.At()
		}
		e.others = append(e.others, line[len(line)-1])
	}
	if e.begin == 0 {
		return nil
	}
	return e
}

// way plays at random up to a turn of the player; nil if chance, an announcement or the end of the
// game comes before it.
func (g *game) way(p *interp.Position, seat int, rng *rand.Rand) (steps []interp.Move,
	line []*interp.Position) {
	for p.ToMove() != seat || p.Steps() > 0 {
		moves := g.game.Moves(p)
		if len(moves) == 0 || len(steps) == mostWay || g.game.Weights(p) != nil {
			return nil, nil
		}
		m := moves[rng.IntN(len(moves))]
		q, err := g.game.Play(p, m)
		if err != nil || q.Result() != nil || len(g.game.Says(p, q)) > 0 {
			return nil, nil
		}
		p, steps, line = q, append(steps, m), append(line, q)
	}
	if g.game.Weights(p) != nil {
		return nil, nil
	}
	return steps, line
}

// sameTo reports whether two positions are the same to the player who chooses there.
func (g *game) sameTo(p, q *interp.Position, seat int) bool {
	offered := func(p *interp.Position) []position.Move {
		return slices.Sorted(slices.Values(g.game.Moves(p)))
	}
	return g.game.View(p, seat).Key() == g.game.View(q, seat).Key() &&
		slices.Equal(offered(p), offered(q))
}

// further returns e with one more answer.
func (g *game) further(e *early, m interp.Move, seat int) *early {
	next := *e
	next.steps = append(slices.Clip(e.steps), m)
	next.others = nil
	for _, p := range e.others {
		q, err := g.game.Play(p, m)
		goes := err == nil && q.Result() == nil && q.ToMove() == seat && q.Steps() > 0 &&
			g.game.Weights(q) == nil && len(g.game.Says(p, q)) == 0
		if goes && len(next.others) > 0 {
			goes = g.sameTo(next.others[0], q, seat)
		}
		if !goes {
			next.others, next.kept = e.others, true
			return &next
		}
		next.others = append(next.others, q)
	}
	next.course = e.course.Clone(g.game)
	next.course.Add(m, next.others[0])
	return &next
}

// asked returns the seat of the client if it is asked before its turn.
func (d *draft) asked() (seat int, e *early) {
	if seat = d.eyes(d.k.Conn); seat < 0 || seat >= len(d.early) {
		return seat, nil
	}
	return seat, d.early[seat]
}

// keepAnswer keeps what a player chooses before the turn.
func (d *draft) keepAnswer(seat int, e *early, text string) ([]message.Move, error) {
	p := e.course.Now()
	m, err := d.game.game.Parse(p, text)
	switch {
	case err != nil:
		return nil, notYours(text)
	case e.kept && m == e.steps[len(e.steps)-1]:
		return nil, errNothing
	case e.kept:
		return nil, message.Errorf(message.CodeTurn,
			"Your choice is kept until the others have chosen.")
	}
	d.early, d.answers = slices.Clone(d.early), true
	d.early[seat] = d.game.further(e, m, seat)
	return []message.Move{d.game.moveData(m, d.game.game.Text(p, m))}, nil
}

// catchUp plays what was answered before the turns that have come by now.
func (d *draft) catchUp() {
	for d.deal(); len(d.early) > 0; d.deal() {
		p := d.course.Now()
		e := d.early[p.ToMove()]
		if e == nil || p.Result() != nil || p.Steps() > 0 {
			return
		}
		d.early = slices.Clone(d.early)
		d.early[p.ToMove()] = nil
		if seat := p.ToMove(); d.game.sameTo(p, e.course.Position(e.begin), seat) {
			for _, m := range e.steps {
				if now := d.course.Now(); now.Result() != nil || now.ToMove() != seat ||
					!slices.Contains(d.game.game.Moves(now), m) {
					break
				}
				d.add(m)
			}
		}
	}
}

// ask finds out who is asked before the turn.
func (t *table) ask(s *standing, g *game) {
	old := s.early
	s.early = make([]*early, len(s.seats))
	for i := range s.early {
		if s.course.Over() {
			continue
		}
		if len(old) > i && old[i] != nil &&
			s.course.Now().Ply() < old[i].course.Position(old[i].begin).Ply() {
			s.early[i] = old[i]
		} else {
			s.early[i] = t.together(g, s.course, i)
		}
	}
}
