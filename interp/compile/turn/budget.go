package turn

import (
	"boardgame/interp/compile/lower"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// A module does not count its work: only games whose work has a known bound are compiled for
// players (see [eval.Bounds]). What is counted is counted as in the evaluator, so both draw a game
// in the same position.

// budget is how many steps of two sorts there may be.
type budget struct {
	ahead     int // tried to compare the turns of one position
	Silent    int // silent steps, one after the other
	SilentEnd int // the code of the end of a game with more of these

	Rests  bool // the host is called now and then
	tries  bool // each trial of a step counts
	Rounds bool // so do the rounds of loops
}

// A call of a module cannot be interrupted from outside, and garbage collection waits for it.
// Random games and perft return often enough, but one step may take as much work as its bound
// allows. If that is much, the module counts its work and calls the host now and then, which says
// how much work to do before the next call. The host is Go code, so garbage can be collected at
// that moment. Even counting only bundles costs 7% in games whose trials are short, however large
// their bounds are. So the module counts as little as the bounds allow.
const (
	restFrom    = 1 << 24 // units of work in a question without trials
	restTried   = 1 << 31 // and with them
	restInTrial = 1 << 18
	restFirst   = 16 // before the first call of the host
)

func BudgetOf(b *eval.Bounds, aims, rests bool) budget {
	silent, long := b.Silent()
	of := budget{ahead: b.Ahead(), Silent: silent, SilentEnd: EndCircle,
		Rests: rests && (aims || b.Question(1, 0) > restFrom || b.Tries > restTried)}
	of.tries = of.Rests && b.Step > restInTrial
	of.Rounds = of.Rests && b.Question(1, 0) > restFrom
	if long {
		of.SilentEnd = EndLong
	}
	return of
}

// rest counts one trial, or one bundle of steps, until the host is called.
func (r *bundleList) rest(f *w.Func) {
	if r.Budget.Rests {
		f.Count(r.UntilRest, r.HostRest)
	}
}

// lookedTooFar pushes whether more steps than allowed have been tried to compare turns.
func (r *bundleList) lookedTooFar() w.X {
	return w.Bin(w.I32GtU, r.looked.X, lower.I32(r.Budget.ahead))
}
