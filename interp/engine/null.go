package engine

import "boardgame/interp/compile"

// Null makes dst the position src with the other player to move, as if the player to move had given
// up the turn, which the rules need not allow; and finds the steps of dst as [Instance.Ready] does.
// It returns how many there are, 0 if no such position can be: the game is over or would be, a turn
// is under way, turns have several steps, something is drawn by chance, the rules ask for the
// number of turns, or what a step must ensure does not hold in src, such as a king out of check.
func (in *Instance) Null(dst, src Slot) int {
	if in.fIdle == nil || in.Over(src) || in.InTurn(src) > 0 ||
		in.number(src, compile.NumOut) != 0 {
		return 0
	}
	in.stack[0] = uint64(src)
	if uint32(in.call(in.fIdle)) == 0 {
		return 0
	}
	in.Copy(dst, src)
	in.put8(dst, compile.HeadMover, uint8(1-in.ToMove(src)))
	if in.Ready(dst) == 0 || in.ToMove(dst) == in.ToMove(src) {
		return 0
	}
	return in.found
}
