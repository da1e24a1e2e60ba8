package engine

import "boardgame/interp/compile"

// Holds reports whether all that a step must ensure holds in a position as it stands, such as a
// king out of check. It is not known if the rules let nobody tell, or if a position with the turn
// given up could not be one of the game: with chance, more than two players, further turns, moves
// that come before others, and rules that ask for the number of turns or passes. See [Null].
func Holds(in *Instance, s Slot) (holds, known bool) {
	if in.fHolds == nil {
		return false, false
	}
	in.stack[0] = uint64(s)
	return uint32(in.call(in.fHolds)) != 0, true
}

// Null makes dst the position src with the other player to move, as if the turn had been given up,
// which the rules need not allow, and finds the steps of dst as [Instance.Ready] does. It returns
// how many there are: 0 if there is no such position, or one in which nobody could move. A turn
// must be about to begin in src, and what steps ensure must hold; see [Holds].
func Null(in *Instance, dst, src Slot) int {
	in.Copy(dst, src)
	next := 1 - in.ToMove(src)
	in.mem.put8(uint32(dst)+compile.HeadMover, uint8(next))
	if n := in.Ready(dst); in.ToMove(dst) == next && !in.Over(dst) {
		return n
	}
	return 0
}
