package bot

// This file leaves out positions in which the player to move stands so well that the other side
// most likely avoids them. Near the horizon, the value alone must be good enough, by a margin for
// each step of depth (reverse futility pruning). Farther away, the player must stand well even
// after giving up the turn: the null move (Donninger, Null move and deep search, 1993). Where every
// step is worse than none, both are wrong. So a search at less depth verifies what a null move
// promises (David-Tabibi and Netanyahu, Verified null-move pruning, 2002), and a sample of the
// other positions is searched as well: if too few of them hold, the margin is given up. Neither is
// tried if the turn could not be given up, because of the rules or because a king is in check; see
// [engine.Holds].

const (
	selectiveFrom = 5  // a search that is less deep gains little and would lose more
	marginDepth   = 6  // the greatest depth at which a margin is enough
	marginPart    = 5  // a step of depth is worth a piece of the most common kind less this part
	marginSample  = 16 // one position in so many is searched all the same
	trustWrong    = 16 // an assumption holds while not more than one in so many is wrong
	nullDepth     = 3  // the least depth at which the turn is given up
)

// selective is what a search knows about the positions that it may leave out.
type selective struct {
	// the distances from the root at which the position comes from a null move, and at which a
	// promise is being checked
	null, check int
	promised    int // by a margin
	margins     trust
}

// trust is what a search knows about an assumption that it checks as it goes.
type trust struct{ checked, wrong int }

// note notes whether the assumption was right.
func (x *trust) note(right bool) {
	if x.checked++; !right {
		x.wrong++
	}
}

// holds reports whether not more than one in trustWrong has been wrong, and one more.
func (x *trust) holds() bool { return x.wrong*trustWrong <= x.checked+trustWrong }

// forgo reports whether a position can be left out, or has been searched as one of the sample. The
// value is then that of the position, most likely a bound outside the window.
func (s *search) forgo(f *frame) (v int64, ok bool) {
	at, man, x := s.slots[f.ply], s.taking.man, &s.forgone
	if man == 0 || f.ply == 0 || f.ply+f.depth < selectiveFrom || f.ply >= maxPly-2 ||
		!f.narrow() || abs(f.lo) > decided || abs(f.hi) > decided || x.check == f.ply ||
		s.bot.full || s.bot.slip > 0 || s.bot.width > 0 || s.probing ||
		s.space.inTurn(at) {
		return 0, false
	}
	if holds, _ := s.space.holds(at); !holds {
		return 0, false
	}
	v = s.bot.judge.of(s.space, at, s.me)
	surplus, settled := f.surplus(v), s.settled
	switch {
	case surplus < 0 || abs(v) > decided:
		return 0, false
	case f.depth <= marginDepth && surplus >= int64(f.depth)*(man-man/marginPart) &&
		x.margins.holds() && s.bot.without != "margin":
		if x.promised++; x.promised%marginSample != 0 {
			break
		}
		v, ok = s.check(f, f.depth)
		x.margins.note(ok)
		return v, true // that is what the position is worth at this depth
	case f.depth < nullDepth || x.null == f.ply || s.bot.without == "null":
		return 0, false
	default:
		if v, ok = s.yield(f); !ok {
			s.settled = settled
			return 0, false
		}
	}
	s.settled = false
	return v, true
}

// yield gives up the turn and reports whether even that refutes the position, at less depth.
func (s *search) yield(f *frame) (v int64, ok bool) {
	if !s.space.null(s.slots[f.ply+1], s.slots[f.ply]) {
		return 0, false
	}
	depth := f.depth - nullDepth - 1 - f.depth/4
	s.forgone.null = f.ply + 1
	v = s.walk(depth, f.ply+1, f.lo, f.hi)
	s.forgone.null = 0
	if s.stopped || depth <= 0 || !f.refutes(v) || abs(v) > decided {
		return v, s.stopped || f.refutes(v) && abs(v) <= decided
	}
	return s.check(f, depth)
}

// check searches the steps of a position to a depth and reports whether one refutes it, or whether
// time is over.
func (s *search) check(f *frame, depth int) (v int64, ok bool) {
	s.forgone.check = f.ply
	v = s.walk(depth, f.ply, f.lo, f.hi)
	s.forgone.check = 0
	return v, s.stopped || f.refutes(v)
}
