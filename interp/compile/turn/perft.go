package turn

import (
	"slices"

	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// ExportPerft writes perft(p, depth, steps), which counts the sequences of exactly depth turns, or
// of single steps, from a position. In the last turn, steps that end it are counted without being
// played. Games that search for best turns have no perft, because best turns belong to the search
// that found them.
func (r *Runtime) ExportPerft() {
	if r.Mem.Aims {
		return
	}
	long := []w.Type{w.I64}
	// perft of a position whose legal steps have been found
	count := r.Unit.M.Func("count", lower.Ints(3), long)
	f := r.Unit.M.Func("perft", lower.Ints(3), long)
	p, depth, steps := f.Arg(0), f.Arg(1), f.Arg(2)
	f.If(w.Not32(depth.X), func() { f.Return(lower.I64(1)) })
	f.SetGlobal(r.Ahead, lower.I32(0))
	f.If(w.Not32(w.Call(r.Ready, p.X, lower.I32(0), lower.I32(TryAll))),
		func() { f.Return(lower.I64(0)) })
	w.Call(count, p.X, depth.X, steps.X)(f)
	r.Unit.M.Export("perft", f)

	f = count
	p, depth, steps = f.Arg(0), f.Arg(1), f.Arg(2)
	last := lower.Eq(depth.X, lower.I32(1))
	f.If(lower.Band(last, w.Bin(w.I32Ne, steps.X, lower.I32(0))), func() {
		f.Return(w.Un(w.I64ExtendI32U, r.List.count()))
	})
	q, b, end, nodes := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	sum := f.Local(w.I64)
	f.Set(b, r.List.Base.X)
	f.Set(end, r.Unit.Sp.X)
	before := r.List.save(f)
	r.List.reserve(f, q, r.Mem.SlotSize)
	f.SetGlobal(r.List.Base, r.Unit.Sp.X)
	if r.Mem.Marks || r.Mem.Trails {
		f.Set(nodes, r.Slots.Nodes.X)
	}
	forget := func() {
		switch {
		case r.Mem.Marks:
			f.Do(w.Call(r.Slots.Cut, nodes.X))
		case r.Mem.Trails:
			f.SetGlobal(r.Slots.Nodes, nodes.X)
		}
	}
	by := tallies(r)
	counts := slices.ContainsFunc(by, func(f *w.Func) bool { return f != nil })
	cls, ends, n, rest := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	var group w.Local
	from := lower.I32(0)
	if counts {
		group = f.Local(w.I32)
		from = group.X
	}
	f.While(w.Bin(w.I32LtU, b.X, end.X), func(w.Label) {
		f.Set(cls, Class(b))
		f.Set(ends, w.Bin(w.I32GtU, cls.X, lower.I32(ClassFallback)))
		f.If(w.Bin(w.I32LtU, cls.X, lower.I32(ClassFallback)), func() {
			f.Set(ends, lower.Band(r.Mem.flags(p, cls.X), lower.I32(flagEnds)))
		})
		f.Set(n, lower.Ld(w.I32Load, b, BundleCount))
		plays := n.X
		f.If(lower.Band(last, w.Bin(w.I32Ne, ends.X, lower.I32(0))), func() {
			f.Set(sum, w.Bin(w.I64Add, sum.X, w.Un(w.I64ExtendI32U, n.X)))
			f.Set(n, lower.I32(0))
		})
		f.If(plays, func() {
			r.List.places(f, b, func(place w.Local, _ w.Label) {
				f.Do(w.Call(r.Slots.CopySlot, q.X, p.X))
				f.SetGlobal(r.Unit.Sp, r.List.Base.X)
				f.SetGlobal(r.Ahead, lower.I32(0))
				f.Do(w.Call(r.PlayAny, q.X, cls.X, lower.Ld(w.I64Load, b, BundleAnchors), place.X))
				listed := func() {
					f.Set(n, w.Call(r.Ready, q.X, from, lower.I32(TryAll)))
					turned := w.Bin(w.I64Ne, r.Slots.Num(q, symbolic.NumPly), r.Slots.Num(p, symbolic.NumPly))
					if r.Mem.P.Game.SetupThen != nil {
						turned = lower.Bor(turned, w.Bin(w.I32GtU, r.Slots.SettingUp(p), r.Slots.SettingUp(q)))
					}
					over := w.Bin(w.I32Ne,
						lower.Bor(steps.X, lower.Bor(lower.Ld(w.I32Load8U, q, lower.HeadOver), turned)), lower.I32(0))
					f.Set(rest, lower.Sub(depth.X, over))
					f.If(w.Not32(rest.X), func() { f.Set(sum, w.Bin(w.I64Add, sum.X, lower.I64(1))) },
						func() {
							f.If(n.X, func() {
								f.Set(sum, w.Bin(w.I64Add, sum.X, w.Call(count, q.X, rest.X, steps.X)))
							})
						})
				}
				if counts {
					f.Set(n, lower.I32(0))
					f.Set(group, lower.I32(0))
					f.If(lower.Eq(depth.X, lower.I32(2)), func() { tally(r, f, by, q, group, n) })
					f.If(n.X, func() { f.Set(sum, w.Bin(w.I64Add, sum.X, w.Un(w.I64ExtendI32U, n.X))) }, listed)
				} else {
					listed()
				}
				forget()
			})
		})
		f.Set(b, lower.Add(b.X, w.C32(r.Mem.Size)))
	})
	before.restore(f)
	sum.X(f)
}
