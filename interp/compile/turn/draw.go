package turn

import (
	"boardgame/interp/compile/lower"
	w "boardgame/interp/compile/wasm"
)

// This file writes how random steps are drawn and played.

// writeRandom writes pick, below and random.
func (r *Runtime) writeRandom() {
	// pick returns the k-th place of a bundle, counted from 0; it must exist.
	f := r.List.Pick
	b, k := f.Arg(0), f.Arg(1)
	e := r.Unit.Lower(f)
	set := make([]lower.Word, r.Mem.Words)
	for i := range set {
		set[i] = e.W.Word(lower.Ld(w.I64Load, b, BundleSet+8*i))
	}
	e.Frame.Nth(set, k).X(f)

	f = r.List.below
	r.List.Drawn(f, f.Arg(0).X)(f)

	// random plays one of the steps on offer, all legal ones equally likely. Steps that must be
	// tried are drawn first and then tried; one that fails is removed, and the next one is drawn.
	// It returns 0 if none is left.
	f = r.Random
	p := f.Arg(0)
	n, kk, b, cl := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	place := f.Local(w.I64)
	f.Loop(func(again w.Label) {
		f.Set(n, r.List.count())
		f.If(w.Not32(n.X), func() { f.Return(lower.I32(0)) })
		alike := func() {
			f.Set(kk, lower.I32(0))
			f.If(w.Bin(w.I32GtU, n.X, lower.I32(1)), func() { f.Set(kk, w.Call(r.List.below, n.X)) })
			f.Set(b, r.List.Base.X)
			f.Block(func(found w.Label) {
				f.Loop(func(next w.Label) {
					f.Set(n, lower.Ld(w.I32Load, b, BundleCount))
					f.BranchIf(found, w.Bin(w.I32LtU, kk.X, n.X))
					f.Set(kk, lower.Sub(kk.X, n.X))
					f.Set(b, lower.Add(b.X, w.C32(r.Mem.Size)))
					f.Branch(next)
				})
			})
			f.Set(place, w.Call(r.List.Pick, b.X, kk.X))
		}
		if r.Mem.weighted {
			flags := w.Load(w.I32Load8U, r.Mem.flat(p, r.List.Group.X), r.Mem.groupTable)
			f.If(lower.Band(flags, lower.I32(flagWeighted)), func() { r.List.drawByWeight(f, p, b, place) },
				alike)
		} else {
			alike()
		}
		f.Set(cl, Class(b))
		play := func() {
			f.Do(w.Call(r.PlayAny, p.X, cl.X, lower.Ld(w.I64Load, b, BundleAnchors), place.X))
			f.Return(lower.I32(1))
		}
		if r.Mem.P.AllFree() {
			play()
			return
		}
		f.If(w.Bin(w.I32GeU, cl.X, lower.I32(ClassFallback)), play)
		f.If(lower.Band(r.Mem.flags(p, cl.X), lower.I32(flagFree)), play)
		f.If(w.Call(r.try, p.X, cl.X, lower.Ld(w.I64Load, b, BundleAnchors), place.X), play)
		r.List.strike(f, b, place)
		f.Branch(again)
	})
	f.Unreachable()
}

// strike removes a step from one of the bundles found.
func (r *bundleList) strike(f *w.Func, b, place w.Local) {
	r.TakeOut(f, b, place)
	f.SetGlobal(r.total, lower.Sub(r.total.X, lower.I32(1)))
}

// TakeOut removes a place from a bundle.
func (r *bundleList) TakeOut(f *w.Func, b, place w.Local) {
	addr := f.Local(w.I32)
	f.Set(addr, b.X)
	if r.Mem.Words > 1 {
		f.Set(addr,
			lower.Add(b.X, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, place.X, lower.I64(6))),
				lower.I32(3))))
	}
	bit := w.Bin(w.I64Shl, w.C64(1), place.X)
	lower.St(f, w.I64Store, addr, BundleSet,
		w.Bin(w.I64And, lower.Ld(w.I64Load, addr, BundleSet), w.Bin(w.I64Xor, bit, w.C64(-1))))
	lower.St(f, w.I32Store, b, BundleCount,
		lower.Sub(lower.Ld(w.I32Load, b, BundleCount), lower.I32(1)))
}

// places runs body for the places of a bundle; body may remove them.
func (r *bundleList) places(f *w.Func, b w.Local, body func(place w.Local, end w.Label)) {
	x, place := f.Local(w.I64), f.Local(w.I64)
	f.Block(func(end w.Label) {
		for i := range r.Mem.Words {
			f.Set(x, lower.Ld(w.I64Load, b, BundleSet+8*i))
			f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
				f.Set(place, lower.Place(x.X, i))
				f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, lower.I64(1))))
				body(place, end)
			})
		}
	})
}

// DrawnBits draws 32 random bits, by PCG32 (O'Neill, "PCG: a family of simple fast space-efficient
// statistically good algorithms for random number generation", 2014).
func (r *bundleList) DrawnBits(f *w.Func) w.X {
	old := f.Local(w.I64)
	f.Set(old, r.Rng.X)
	next := w.Bin(w.I64Mul, old.X, w.C64(6364136223846793005))
	f.SetGlobal(r.Rng, w.Bin(w.I64Add, next, w.C64(1442695040888963407)))
	shifted := w.Bin(w.I64Xor, w.Bin(w.I64ShrU, old.X, lower.I64(18)), old.X)
	mixed := w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, shifted, lower.I64(27)))
	return w.Bin(w.I32Rotr, mixed, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, old.X, lower.I64(59))))
}

// Drawn draws a random number from 0 to n - 1.
func (r *bundleList) Drawn(f *w.Func, n w.X) w.X {
	wide := w.Bin(w.I64Mul, w.Un(w.I64ExtendI32U, r.DrawnBits(f)), w.Un(w.I64ExtendI32U, n))
	return w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, wide, lower.I64(32)))
}
