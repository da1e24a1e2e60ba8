package compile

import (
	w "boardgame/interp/compile/wasm"
)

// exportPerft writes perft(p, depth, steps), which counts the sequences of exactly depth turns, or
// of single steps, from a position. In the last turn, steps that end it are counted without being
// played. Games that search for best turns have no perft, because best turns belong to the search
// that found them.
func (r *runtime) exportPerft() {
	if r.aims {
		return
	}
	long := []w.Type{w.I64}
	// perft of a position whose legal steps have been found
	count := r.m.Func("count", ints(3), long)
	f := r.m.Func("perft", ints(3), long)
	p, depth, steps := f.Arg(0), f.Arg(1), f.Arg(2)
	f.If(w.Not32(depth.X), func() { f.Return(i64(1)) })
	f.SetGlobal(r.ahead, i32(0))
	f.If(w.Not32(w.Call(r.ready, p.X, i32(0), i32(TryAll))), func() { f.Return(i64(0)) })
	w.Call(count, p.X, depth.X, steps.X)(f)
	r.m.Export("perft", f)

	f = count
	p, depth, steps = f.Arg(0), f.Arg(1), f.Arg(2)
	last := eq(depth.X, i32(1))
	f.If(band(last, w.Bin(w.I32Ne, steps.X, i32(0))), func() {
		f.Return(w.Un(w.I64ExtendI32U, r.count()))
	})
	q, b, end, nodes := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	sum := f.Local(w.I64)
	f.Set(b, r.base.X)
	f.Set(end, r.sp.X)
	before := r.save(f)
	r.reserve(f, q, r.slotSize)
	f.SetGlobal(r.base, r.sp.X)
	if r.marks || r.trails {
		f.Set(nodes, r.nodes.X)
	}
	cls, ends, n, rest := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.While(w.Bin(w.I32LtU, b.X, end.X), func(w.Label) {
		f.Set(cls, class(b))
		f.Set(ends, w.Bin(w.I32GtU, cls.X, i32(ClassFallback)))
		f.If(w.Bin(w.I32LtU, cls.X, i32(ClassFallback)), func() {
			f.Set(ends, band(r.flags(p, cls.X), i32(flagEnds)))
		})
		f.Set(n, ld(w.I32Load, b, BundleCount))
		plays := n.X
		f.If(band(last, w.Bin(w.I32Ne, ends.X, i32(0))), func() {
			f.Set(sum, w.Bin(w.I64Add, sum.X, w.Un(w.I64ExtendI32U, n.X)))
			f.Set(n, i32(0))
		})
		f.If(plays, func() {
			r.places(f, b, func(place w.Local, _ w.Label) {
				f.Do(w.Call(r.copySlot, q.X, p.X))
				f.SetGlobal(r.sp, r.base.X)
				f.SetGlobal(r.ahead, i32(0))
				f.Do(w.Call(r.playAny, q.X, cls.X, ld(w.I64Load, b, BundleAnchors), place.X))
				f.Set(n, w.Call(r.ready, q.X, i32(0), i32(TryAll)))
				turned := w.Bin(w.I64Ne, r.num(q, NumPly), r.num(p, NumPly))
				if r.p.Game.SetupThen != nil {
					turned = bor(turned, w.Bin(w.I32GtU, r.settingUp(p), r.settingUp(q)))
				}
				over := w.Bin(w.I32Ne, bor(steps.X, bor(ld(w.I32Load8U, q, HeadOver), turned)),
					i32(0))
				f.Set(rest, sub(depth.X, over))
				f.If(w.Not32(rest.X), func() { f.Set(sum, w.Bin(w.I64Add, sum.X, i64(1))) },
					func() {
						f.If(n.X, func() {
							f.Set(sum, w.Bin(w.I64Add, sum.X, w.Call(count, q.X, rest.X, steps.X)))
						})
					})
				switch {
				case r.marks:
					f.Do(w.Call(r.cut, nodes.X))
				case r.trails:
					f.SetGlobal(r.nodes, nodes.X)
				}
			})
		})
		f.Set(b, add(b.X, w.C32(r.size)))
	})
	before.restore(f)
	sum.X(f)
}
