package bot

import (
	"runtime"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// The program for browsers is without the code of selective search, since no level asks for it.
const browser = runtime.GOOS == "js"

// gains knows by how much steps have changed the value of a position for whoever took them, in this
// search. A step that cannot bring the value into the window even by the most that was seen is left
// out: among steps that take, this is delta pruning; among others, just before positions are
// judged, it is futility pruning (Schaeffer, Experiments in search and knowledge, 1986; Heinz,
// Extended futility pruning, 1998). Chess programs are told what each piece is worth. Here that is
// measured, whatever the game and its value.
type gains struct {
	kinds int
	// by move and kind that is taken, or none: hardly any step has gained more, in parts of a point
	most  []int64
	seen  []int32 // how often the gain was seen
	asked int     // how many steps could have been left out
}

// How gains are measured.
const (
	gainsSeen   = 24 // so many of a sort are seen before any is left out
	gainsSample = 32 // one step in so many is not left out, to see what it gains
	// so many steps from the root none is left out: it might end the game
	futileFrom = 3
	gainsParts = 1024 // of a point, so that few points fade as well
	gainsFade  = 512  // what is gained less lowers the most by so small a part of the difference
)

func newGains(rules *ir.Game) gains {
	n := len(rules.Moves) * (len(rules.Kinds) + 1)
	return gains{kinds: len(rules.Kinds), most: make([]int64, n), seen: make([]int32, n)}
}

// at is where a sort of steps is kept: a move, and the kind that it takes or -1; -1 for passing.
func (g *gains) at(m position.Move, kind int) int {
	i := int(m.ID())*(g.kinds+1) + kind + 1
	if i >= len(g.most) {
		return -1
	}
	return i
}

// learn notes what a step that takes a kind, or nothing for -1, has gained.
func (g *gains) learn(m position.Move, kind int, gain int64) {
	i := g.at(m, kind)
	if i < 0 {
		return
	}
	most := &g.most[i]
	gain *= gainsParts
	switch g.seen[i]++; {
	case g.seen[i] == 1:
		*most = gain
	case gain > *most:
		*most += (gain - *most) / 2
	default:
		*most -= (*most - gain) / gainsFade
	}
}

// limit returns what such a step hardly gains more than, and whether that is known.
func (g *gains) limit(m position.Move, kind int) (most int64, known bool) {
	i := g.at(m, kind)
	if i < 0 || g.seen[i] < gainsSeen {
		return 0, false
	}
	most = g.most[i]/gainsParts + 1
	return most + abs(most)/8, true
}

// mayBeFutile reports whether steps may be left out that take nothing: those just before positions
// are judged, if all that is asked is whether one of them reaches a bound.
func (s *search) mayBeFutile(depth, ply int, lo, hi int64) bool {
	if browser || !s.bot.selective || depth != 1 || ply < futileFrom || hi-lo > 1 ||
		abs(lo) > decided || abs(hi) > decided || s.space.inTurn(s.slots[ply]) {
		return false
	}
	s.leaf(ply)
	return true
}

// prunable returns the kind that a step of a quiet search takes, -1 if the step is looked at in any
// case.
func (s *search) prunable(m position.Move, ply int, open bool) int {
	if browser || !s.bot.selective || open {
		return -1
	}
	_, kind := s.taking.look(s.space, s.slots[ply], m)
	return kind
}

// hopeless reports whether a step cannot be expected to bring the value of a position, which has
// been judged, into the window, and the best value that could be expected.
func (s *search) hopeless(m position.Move, kind, ply int, lo, hi int64, mine bool) (int64, bool) {
	most, known := s.gains.limit(m, kind)
	if !known {
		return 0, false
	}
	v := s.static[ply] - most
	if mine {
		v = s.static[ply] + most
	}
	if mine && v > lo || !mine && v < hi {
		return 0, false
	}
	s.gains.asked++
	return v, s.gains.asked%gainsSample != 0
}

// learn notes what a step has gained at once, if the position after it has been judged.
func (s *search) learn(m position.Move, kind, ply int, mine bool) {
	before, after := s.static[ply], s.static[ply+1]
	switch {
	case browser || after == unjudged || s.stopped:
	case mine:
		s.gains.learn(m, kind, after-before)
	default:
		s.gains.learn(m, kind, before-after)
	}
}
