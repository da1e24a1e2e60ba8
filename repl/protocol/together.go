package protocol

import (
	"slices"

	"boardgame/interp/infoset"
	"boardgame/repl/protocol/message"
)

// Players who choose at the same time are asked together. What one of them answers is kept until
// the turn.

// asked returns the seat of the client if it is asked before its turn.
func (d *draft) asked() (seat int, e *infoset.Early) {
	if seat = d.eyes(d.k.conn); seat < 0 || seat >= len(d.early) {
		return seat, nil
	}
	return seat, d.early[seat]
}

// keepAnswer keeps what a player chooses before the turn.
func (d *draft) keepAnswer(seat int, e *infoset.Early, text string) ([]message.Move, error) {
	p := e.Course.Now()
	m, err := d.game.game.Parse(p, text)
	switch {
	case err != nil:
		return nil, notYours(d.game, p, text)
	case e.Kept && m == e.Steps[len(e.Steps)-1]:
		return nil, errNothing
	case e.Kept:
		return nil, message.Errorf(message.CodeTurn, "Your choice is kept until the others have chosen.")
	}
	d.early, d.answers = slices.Clone(d.early), true
	d.early[seat] = e.Answer(d.game.game, m)
	return []message.Move{d.game.step(p, m)}, nil
}

// catchUp plays what was answered before the turns that have come by now.
func (d *draft) catchUp() {
	for d.deal(); len(d.early) > 0; d.deal() {
		p := d.course.Now()
		seat := p.ToMove()
		e := d.early[seat]
		if e == nil || p.Result() != nil || p.Steps() > 0 {
			return
		}
		d.early = slices.Clone(d.early)
		d.early[seat] = nil
		if !e.Expected(d.game.game, p) {
			continue
		}
		for _, m := range e.Steps {
			if now := d.course.Now(); now.Result() != nil || now.ToMove() != seat ||
				!slices.Contains(d.game.game.Moves(now), m) {
				break
			}
			d.add(m)
		}
	}
}

// ask finds out who is asked before the turn.
func ask(t *table, s *standing) {
	old := s.early
	if s.early = nil; s.course.Over() {
		return // nobody is asked anymore
	}
	s.early = make([]*infoset.Early, len(s.seats))
	for i := range s.early {
		if i < len(old) && old[i] != nil &&
			s.course.Now().Ply() < old[i].Course.Position(old[i].Begin).Ply() {
			s.early[i] = old[i]
		} else {
			s.early[i] = t.minds.Together(t.game.game, s.course, i)
		}
	}
}
