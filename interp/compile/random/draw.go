package random

import (
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/turn"
	w "boardgame/interp/compile/wasm"
)

// ExportPlayout writes playout(p, limit, count), which plays random steps until the game is over or
// limit steps have been taken, and returns how many were taken. With count, it finds all legal
// steps and adds up their numbers in `legal`.
func ExportPlayout(r *turn.Runtime) {
	fused := writePlayout(r, true)
	if fused == nil && r.Mem.P.Chance > 0 {
		fused = writePlayout(r, false) // chance would make it too long
	}
	f := r.Unit.M.Func("playout", lower.Ints(3), lower.Ints(1))
	p, limit, counted := f.Arg(0), f.Arg(1), f.Arg(2)
	plies, group, n, tried := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.SetGlobal(r.Ahead, lower.I32(0))
	if fused != nil {
		f.If(w.Not32(counted.X), func() {
			f.Return(w.Call(fused, p.X, limit.X))
		})
	}
	f.If(counted.X, func() { f.Set(tried, lower.I32(turn.TryAll)) })
	f.While(w.Bin(w.I32LtU, plies.X, limit.X), func(end w.Label) {
		f.Set(n, w.Call(r.Ready, p.X, group.X, tried.X))
		f.BranchIf(end, w.Not32(n.X))
		f.Set(group, lower.I32(0))
		f.If(counted.X, func() {
			f.SetGlobal(r.LegalSum, w.Bin(w.I64Add, r.LegalSum.X, w.Un(w.I64ExtendI32U, n.X)))
		})
		f.If(w.Call(r.Random, p.X), func() {
			f.Set(plies, lower.Add(plies.X, lower.I32(1)))
		}, func() {
			f.Set(group, lower.Add(r.List.Group.X, lower.I32(1))) // none of them was legal
		})
	})
	plies.X(f)
	r.Unit.M.Export("playout", f)
}
