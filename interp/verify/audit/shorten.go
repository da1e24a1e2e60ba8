package audit

import (
	"slices"

	"boardgame/interp"
	"boardgame/interp/position"
)

// moment is a position of a game with its key.
type moment struct {
	*position.Position
	key position.Key
}

// shows reports whether the last moment of a game shows what the search is for.
type shows func(path []moment) bool

// shorten returns a game that shows something, as short as it can find in the time, given one that
// does. It examines a limited number of positions of all short games; then it leaves out what the
// given game does not need.
func (a *auditor) shorten(moves []position.Move, show shows, most int) []position.Move {
	s := search{auditor: a, engine: a.game.NewEngine(), show: show, left: most}
	if shortest, found := s.shorterThan(len(moves)); found {
		return shortest
	}
	return a.prune(moves, show)
}

// search looks for the shortest game that shows something, by iterative deepening.
type search struct {
	*auditor
	engine interp.Engine
	show   shows
	left   int // positions that may still be examined
	path   []moment
	moves  []position.Move
}

// shorterThan returns the shortest game of fewer than length moves; none if there is none, or if it
// cannot be found within the limits.
func (s *search) shorterThan(length int) (moves []position.Move, found bool) {
	start := s.game.Start()
	for depth := 0; depth < length && s.left > 0; depth++ {
		s.path = append(s.path[:0], moment{start, start.Key()})
		if s.to(depth) {
			return slices.Clone(s.moves), true
		}
	}
	return nil, false
}

// to goes depth moves beyond the end of the path and reports whether it found something there;
// s.moves then leads to it.
func (s *search) to(depth int) bool {
	if depth == 0 {
		return s.show(s.path)
	}
	p := s.path[len(s.path)-1].Position
	for _, m := range s.engine.Moves(p) {
		if s.left--; s.left < 0 || s.late() {
			return false
		}
		q := s.engine.Play(p, m)
		s.path, s.moves = append(s.path, moment{q, q.Key()}), append(s.moves, m)
		if s.to(depth - 1) {
			return true
		}
		s.path, s.moves = s.path[:len(s.path)-1], s.moves[:len(s.moves)-1]
	}
	return false
}

// until plays moves and returns those up to the first moment that shows it, including the start. It
// returns nil if there is no such moment, or if a move before it is not legal.
func (a *auditor) until(moves []position.Move, show shows) []position.Move {
	p := a.game.Start()
	path := []moment{{p, p.Key()}}
	for i := 0; ; i++ {
		if show(path) {
			return slices.Clip(moves[:i])
		}
		if i == len(moves) {
			return nil
		}
		q, err := a.game.Play(p, moves[i])
		if err != nil {
			return nil
		}
		p = q
		path = append(path, moment{p, p.Key()})
	}
}

// prune leaves out stretches of a game, long ones first, as long as what remains is legal and still
// shows it.
func (a *auditor) prune(moves []position.Move, show shows) []position.Move {
	if shown := a.until(moves, show); shown != nil {
		moves = shown
	}
	for size := len(moves) / 2; size > 0; {
		shorter := false
		for i := 0; i+size <= len(moves); {
			if a.late() {
				return moves
			}
			if shown := a.until(slices.Concat(moves[:i], moves[i+size:]), show); shown != nil {
				moves, shorter = shown, true
			} else {
				i++
			}
		}
		// A second pass may remove what the first could not, now that other moves are gone.
		if !shorter || size > len(moves) {
			size = min(size-1, len(moves))
		}
	}
	return moves
}
