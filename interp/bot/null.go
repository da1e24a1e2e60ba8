package bot

// A player who could give up the turn and would still stand too well for the window can expect a
// step that is no worse: the null move (Beal, A generalised quiescence search algorithm, 1990;
// Donninger, Null move and deep search, 1993). In zugzwang every step is worse than none, and in
// some games that is the rule. So a search at less depth verifies what a null move promises
// (David-Tabibi and Netanyahu, Verified null-move pruning, 2002): always at first and where much
// depends on it, then now and then. Where it is wrong too often, no more of them are tried.
type nullMoves struct {
	not      int // the distance from the root at which none is tried: after one, or to verify one
	checked  int // promises that were verified
	refuted  int // those of them that did not hold
	promised int
}

// How null moves are tried.
const (
	nullDepth     = 3  // the least depth at which they are
	nullReduction = 2  // by how much less deep what follows is looked at, at least
	nullDeep      = 7  // from this depth on, each is verified
	nullFirst     = 50 // so many are verified first
	nullSample    = 8  // then one in so many
	nullWrong     = 20 // not more than one in so many may be refuted
)

// fails reports whether null moves have been wrong too often in this search.
func (n *nullMoves) fails() bool { return n.refuted > 2 && n.refuted*nullWrong > n.checked }

// verifies reports whether the next promise must be verified.
func (n *nullMoves) verifies(depth int) bool {
	return depth >= nullDeep || n.promised <= nullFirst || n.promised%nullSample == 0
}

// giveUp looks at what happens if the player to move gives up the turn. It reports whether that is
// good enough to leave out the rest, and the bound of the window that the position reaches then.
func (s *search) giveUp(depth, ply int, alpha, beta int64, mine bool) (v int64, ok bool) {
	n := &s.null
	if browser || !s.bot.selective || n.not == ply || n.fails() || depth < nullDepth ||
		beta-alpha > 1 || ply >= maxPly-2 || s.probing {
		return 0, false
	}
	bound, below := beta, beta-1 // what must be reached, and the window below it
	if !mine {
		bound, below = alpha, alpha+1
	}
	if abs(bound) > decided || abs(below) > decided {
		return 0, false
	}
	reaches := func(v int64) bool { return mine && v >= bound || !mine && v <= bound }
	settled := s.settled
	if !reaches(s.leaf(ply)) || !s.space.null(s.slots[ply+1], s.slots[ply]) {
		s.settled = settled
		return 0, false
	}
	lo, hi := min(bound, below), max(bound, below)
	less := nullReduction + depth/4
	n.not = ply + 1
	v = s.walk(depth-1-less, ply+1, lo, hi)
	if n.not = 0; s.stopped {
		return 0, true
	}
	if !reaches(v) {
		s.settled = settled
		return 0, false
	}
	if n.promised++; n.verifies(depth) {
		n.checked++
		n.not = ply
		v = s.walk(depth-1-less, ply, lo, hi)
		if n.not = 0; s.stopped {
			return 0, true
		}
		if !reaches(v) {
			n.refuted++
			s.settled = settled
			return 0, false
		}
	}
	s.settled = false
	return bound, true
}
