package bot

import "boardgame/interp/position"

// frame is a position while its steps are searched. The player who searches and their partners
// maximize the values; all others minimize them.
type frame struct {
	depth, ply int
	mine       bool          // the player who searches, or a partner, is to move
	lo, hi     int64         // the window; each step that is better than those before narrows it
	best       int64         // of the steps so far
	move       position.Move // which of them has that value
}

// frame begins the search of a position within a window.
func (s *search) frame(depth, ply int, alpha, beta int64) frame {
	f := frame{depth: depth, ply: ply, mine: s.mine(s.slots[ply]), lo: alpha,
		hi: beta, best: Won + 1}
	if f.mine {
		f.best = -f.best
	}
	return f
}

// note takes the value of a step into account.
func (f *frame) note(m position.Move, v int64) {
	switch {
	case f.mine && v > f.best:
		f.best, f.move, f.lo = v, m, max(f.lo, v)
	case !f.mine && v < f.best:
		f.best, f.move, f.hi = v, m, min(f.hi, v)
	}
}

// closed reports whether no further step matters, because the other side avoids the position.
func (f *frame) closed() bool { return f.lo >= f.hi }

// refutes reports whether a step of this value would close the window.
func (f *frame) refutes(v int64) bool { return f.mine && v >= f.hi || !f.mine && v <= f.lo }

// surplus returns by how much a value exceeds the bound that closes the window, for the player to
// move.
func (f *frame) surplus(v int64) int64 {
	if f.mine {
		return v - f.hi
	}
	return f.lo - v
}

// exceeds reports whether a value is better than another for the player to move.
func (f *frame) exceeds(v, other int64) bool { return f.mine && v > other || !f.mine && v < other }

// raises reports whether a value is better for the player to move than what is already ensured.
func (f *frame) raises(v int64) bool { return f.mine && v > f.lo || !f.mine && v < f.hi }

// loses reports whether all steps so far lose for the player to move.
func (f *frame) loses() bool { return f.mine && f.best < -decided || !f.mine && f.best > decided }

// narrow reports whether the window is a null window, in which a value is only a bound.
func (f *frame) narrow() bool { return f.hi-f.lo <= 1 }

// scout returns the null window that tells whether a step raises what is ensured.
func (f *frame) scout() (lo, hi int64) {
	if f.mine {
		return f.lo, f.lo + 1
	}
	return f.hi - 1, f.hi
}

// limit returns the bound of the window that closes it.
func (f *frame) limit() int64 {
	if f.mine {
		return f.hi
	}
	return f.lo
}
