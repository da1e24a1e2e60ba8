package compile

import (
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// A module does not count its work: only games whose work is foreseen are compiled for players (see
// [eval.Bounds]). What is counted is counted as the evaluator does it, so that both draw a game in
// the same position.

// budget is how many steps of two sorts there may be.
type budget struct {
	ahead     int // tried to compare the turns of one position
	silent    int // taken in silence, one after the other
	silentEnd int // the code of the end of a game with more of these
}

func budgetOf(b *eval.Bounds) budget {
	silent, long := b.Silent()
	of := budget{ahead: b.Ahead(), silent: silent, silentEnd: EndCircle}
	if long {
		of.silentEnd = EndLong
	}
	return of
}

// lookedTooFar pushes whether more steps have been tried to compare turns than there may be.
func (r *runtime) lookedTooFar() w.X {
	return w.Bin(w.I32GtU, r.looked.X, i32(r.budget.ahead))
}
