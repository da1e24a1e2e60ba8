package engine

import (
	"context"
	"time"

	"boardgame/dsl/value"
)

// A module cannot be interrupted while it works, and garbage collection waits for it. Where one
// call may take long, the module itself calls rested from time to time (see
// interp/compile/budget.go). rested is Go code, so a collection can begin there. It also ends the
// call if nobody wants the answer anymore.

// pauses is what an instance knows of the pauses of its calls.
type pauses struct {
	calls   uint64    // calls of the module so far
	last    uint64    // the call that paused last
	at      time.Time // when that was
	rounds  uint64    // what the module counts from one pause to the next
	ctx     context.Context
	stopped bool // the current call has been ended
}

// How much the module counts from one pause to the next: as much as takes about half of a pause.
const (
	fewestRounds = 16
	mostRounds   = 1 << 24
)

// errStopped is what the current method panics with when its context is done.
var errStopped = value.ErrStopped

// Until lets methods that take long panic with [value.ErrStopped] when a context has ended; nil is
// none. After that the instance must not be used anymore.
func (in *Instance) Until(ctx context.Context) {
	in.pauses.ctx = ctx
	in.eval.Until(ctx)
}

// The module calls rested. It tells the module after how many trials or rounds to call again, or
// ends the call.
func (in *Instance) rested(stack []uint64) {
	p := &in.pauses
	if p.ctx != nil && p.ctx.Err() != nil {
		p.stopped = true
		panic(errStopped)
	}
	now := time.Now()
	p.rounds = max(p.rounds, fewestRounds)
	if p.last == p.calls { // otherwise the time is not that of the module alone
		switch took := now.Sub(p.at); {
		case took > pause && p.rounds > fewestRounds:
			p.rounds /= 2
		case took < pause/4 && p.rounds < mostRounds:
			p.rounds *= 2
		}
	}
	p.last, p.at = p.calls, now
	stack[0] = p.rounds
}

// within runs work until it finishes or the context ends; it reports false if the context ended
// first.
func within(in *Instance, ctx context.Context, work func()) (done bool) {
	if !in.p.Rests || ctx.Done() == nil {
		work()
		return true
	}
	in.pauses.ctx = ctx
	defer func() {
		in.pauses.ctx = nil
		if r := recover(); r != nil {
			if r != any(errStopped) {
				panic(r)
			}
			done = false
		}
	}()
	work()
	return true
}

// restoring is until for work on a position. If the work is ended early, the position is restored.
func restoring(in *Instance, ctx context.Context, s Slot, work func()) (done bool) {
	if !in.p.Rests || ctx.Done() == nil {
		work()
		return true
	}
	before := in.NewSlot()
	defer in.Free(before)
	in.Copy(before, s)
	if within(in, ctx, work) {
		return true
	}
	in.Copy(s, before)
	return false
}
