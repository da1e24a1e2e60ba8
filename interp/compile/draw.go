package compile

import (
	w "boardgame/interp/compile/wasm"
)

// This file writes how random steps are drawn and played.

// writeRandom writes pick, below and random.
func (r *runtime) writeRandom() {
	// pick returns the k-th place of a bundle, counted from 0; it must exist.
	f := r.pick
	b, k := f.Arg(0), f.Arg(1)
	e := r.lower(f)
	set := make([]word, r.words)
	for i := range set {
		set[i] = e.word(ld(w.I64Load, b, BundleSet+8*i))
	}
	e.nth(set, k).x(f)

	f = r.below
	r.drawn(f, f.Arg(0).X)(f)

	// random plays one of the steps on offer, all legal ones equally likely. Steps that must be
	// tried are drawn first and then tried; one that fails is removed, and the next one is drawn.
	// It returns 0 if none is left.
	f = r.random
	p := f.Arg(0)
	n, kk, b, cl := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	place := f.Local(w.I64)
	f.Loop(func(again w.Label) {
		f.Set(n, r.count())
		f.If(w.Not32(n.X), func() { f.Return(i32(0)) })
		alike := func() {
			f.Set(kk, i32(0))
			f.If(w.Bin(w.I32GtU, n.X, i32(1)), func() { f.Set(kk, w.Call(r.below, n.X)) })
			f.Set(b, r.base.X)
			f.Block(func(found w.Label) {
				f.Loop(func(next w.Label) {
					f.Set(n, ld(w.I32Load, b, BundleCount))
					f.BranchIf(found, w.Bin(w.I32LtU, kk.X, n.X))
					f.Set(kk, sub(kk.X, n.X))
					f.Set(b, add(b.X, w.C32(r.size)))
					f.Branch(next)
				})
			})
			f.Set(place, w.Call(r.pick, b.X, kk.X))
		}
		if r.weighted {
			flags := w.Load(w.I32Load8U, r.flat(p, r.group.X), r.groupTable)
			f.If(band(flags, i32(flagWeighted)), func() { r.drawByWeight(f, p, b, place) }, alike)
		} else {
			alike()
		}
		f.Set(cl, class(b))
		play := func() {
			f.Do(w.Call(r.playAny, p.X, cl.X, ld(w.I64Load, b, BundleAnchors), place.X))
			f.Return(i32(1))
		}
		if r.p.allFree() {
			play()
			return
		}
		f.If(w.Bin(w.I32GeU, cl.X, i32(ClassFallback)), play)
		f.If(band(r.flags(p, cl.X), i32(flagFree)), play)
		f.If(w.Call(r.try, p.X, cl.X, ld(w.I64Load, b, BundleAnchors), place.X), play)
		r.strike(f, b, place)
		f.Branch(again)
	})
	f.Unreachable()
}

// exportPlayout writes playout(p, limit, count), which plays random steps until the game is over or
// limit steps have been taken, and returns how many were taken. With count, it finds all legal
// steps and adds up their numbers in `legal`.
func (r *runtime) exportPlayout() {
	fused := r.writePlayout(true)
	if fused == nil && r.p.Chance > 0 {
		fused = r.writePlayout(false) // chance would make it too long
	}
	f := r.m.Func("playout", ints(3), ints(1))
	p, limit, counted := f.Arg(0), f.Arg(1), f.Arg(2)
	plies, group, n, tried := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.SetGlobal(r.ahead, i32(0))
	if fused != nil {
		f.If(w.Not32(counted.X), func() {
			f.Set(plies, w.Call(fused, p.X, limit.X))
			f.If(w.Bin(w.I32Ne, plies.X, i32(cannotPlay)), func() { f.Return(plies.X) })
			f.Set(plies, i32(0))
		})
	}
	f.If(counted.X, func() { f.Set(tried, i32(TryAll)) })
	f.While(w.Bin(w.I32LtU, plies.X, limit.X), func(end w.Label) {
		f.Set(n, w.Call(r.ready, p.X, group.X, tried.X))
		f.BranchIf(end, w.Not32(n.X))
		f.Set(group, i32(0))
		f.If(counted.X, func() {
			f.SetGlobal(r.legalSum, w.Bin(w.I64Add, r.legalSum.X, w.Un(w.I64ExtendI32U, n.X)))
		})
		f.If(w.Call(r.random, p.X), func() {
			f.Set(plies, add(plies.X, i32(1)))
		}, func() {
			f.Set(group, add(r.group.X, i32(1))) // none of them was legal
		})
	})
	plies.X(f)
	r.m.Export("playout", f)
}

// strike removes a step from one of the bundles found.
func (r *bundleList) strike(f *w.Func, b, place w.Local) {
	r.takeOut(f, b, place)
	f.SetGlobal(r.total, sub(r.total.X, i32(1)))
}

// takeOut removes a place from a bundle.
func (r *bundleList) takeOut(f *w.Func, b, place w.Local) {
	addr := f.Local(w.I32)
	f.Set(addr, b.X)
	if r.words > 1 {
		f.Set(addr, add(b.X, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, place.X, i64(6))),
			i32(3))))
	}
	bit := w.Bin(w.I64Shl, w.C64(1), place.X)
	st(f, w.I64Store, addr, BundleSet,
		w.Bin(w.I64And, ld(w.I64Load, addr, BundleSet), w.Bin(w.I64Xor, bit, w.C64(-1))))
	st(f, w.I32Store, b, BundleCount, sub(ld(w.I32Load, b, BundleCount), i32(1)))
}

// places runs body for the places of a bundle; body may remove them.
func (r *bundleList) places(f *w.Func, b w.Local, body func(place w.Local, end w.Label)) {
	x, place := f.Local(w.I64), f.Local(w.I64)
	f.Block(func(end w.Label) {
		for i := range r.words {
			f.Set(x, ld(w.I64Load, b, BundleSet+8*i))
			f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
				f.Set(place, w.Bin(w.I64Add, w.Un(w.I64Ctz, x.X), i64(64*i)))
				f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, i64(1))))
				body(place, end)
			})
		}
	})
}

// drawnBits draws 32 random bits, by PCG32 (O'Neill, "PCG: a family of simple fast space-efficient
// statistically good algorithms for random number generation", 2014).
func (r *bundleList) drawnBits(f *w.Func) w.X {
	old := f.Local(w.I64)
	f.Set(old, r.rng.X)
	next := w.Bin(w.I64Mul, old.X, w.C64(6364136223846793005))
	f.SetGlobal(r.rng, w.Bin(w.I64Add, next, w.C64(1442695040888963407)))
	shifted := w.Bin(w.I64Xor, w.Bin(w.I64ShrU, old.X, i64(18)), old.X)
	mixed := w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, shifted, i64(27)))
	return w.Bin(w.I32Rotr, mixed, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, old.X, i64(59))))
}

// drawn draws a random number from 0 to n - 1.
func (r *bundleList) drawn(f *w.Func, n w.X) w.X {
	wide := w.Bin(w.I64Mul, w.Un(w.I64ExtendI32U, r.drawnBits(f)), w.Un(w.I64ExtendI32U, n))
	return w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, wide, i64(32)))
}

// nth returns the k-th member of a set, counted from 0; it must exist. It changes k. Nothing
// branches on the set, because branches on where its members are would be unpredictable.
func (e *frame) nth(s []word, k w.Local) word {
	f := e.f
	// The byte is found with the counts of all bytes side by side in a word (Vigna, "Broadword
	// implementation of rank/select queries", 2008), and the place within it in a table. If
	// there are few words, all are counted this way before the drawn place is known.
	const ones, highs = 0x0101010101010101, uint64(0x8080808080808080)
	and := func(a w.X, b uint64) w.X { return w.Bin(w.I64And, a, w.C64(b)) }
	count := func(x word) word {
		pairs := e.word(w.Bin(w.I64Sub, x.x, and(w.Bin(w.I64ShrU, x.x, i64(1)), 0x5555555555555555)))
		fours := e.word(w.Bin(w.I64Add, and(pairs.x, 0x3333333333333333),
			and(w.Bin(w.I64ShrU, pairs.x, i64(2)), 0x3333333333333333)))
		eights := and(w.Bin(w.I64Add, fours.x, w.Bin(w.I64ShrU, fours.x, i64(4))),
			0x0F0F0F0F0F0F0F0F)
		return e.word(w.Bin(w.I64Mul, eights, w.C64(ones)))
	}
	early := len(s) <= 2
	var x, sums, base, less, before word // before: how many members there are in the words so far
	for i, y := range s {
		if y.is(0) {
			continue
		}
		var counted word
		if early {
			counted = count(y)
		}
		if x.is(0) {
			x, sums, base = y, counted, constant(uint64(64*i))
		} else {
			t := f.Local(w.I32)
			f.Set(t, w.Bin(w.I32GeU, k.X, w.Un(w.I32WrapI64, before.x)))
			x = e.word(w.Select(y.x, x.x, t.X))
			if early {
				sums = e.word(w.Select(counted.x, sums.x, t.X))
			}
			base = e.word(w.Select(i64(64*i), base.x, t.X))
			less = e.word(w.Select(before.x, less.x, t.X))
		}
		if i+1 < len(s) {
			before = e.word(w.Bin(w.I64Add, before.x, w.Un(w.I64Popcnt, y.x)))
		}
	}
	if less.local {
		f.Set(k, sub(k.X, w.Un(w.I32WrapI64, less.x)))
	}
	if !early {
		sums = count(x)
	}
	wanted := w.Bin(w.I64Or, w.Bin(w.I64Mul, w.Un(w.I64ExtendI32U, k.X), w.C64(ones)), w.C64(highs))
	at := e.word(w.Bin(w.I64Shl, w.Un(w.I64Popcnt, and(w.Bin(w.I64Sub, wanted, sums.x), highs)),
		i64(3)))
	first := and(w.Bin(w.I64ShrU, w.Bin(w.I64Shl, sums.x, i64(8)), at.x), 0xFF)
	f.Set(k, sub(k.X, w.Un(w.I32WrapI64, first)))
	index := w.Bin(w.I32Or, w.Bin(w.I32Shl, k.X, i32(8)),
		w.Un(w.I32WrapI64, and(w.Bin(w.I64ShrU, x.x, at.x), 0xFF)))
	in := w.Load(w.I64Load8U, index, e.membersOfBytes())
	return e.plus(e.word(w.Bin(w.I64Add, in, at.x)), base)
}

// membersOfBytes returns the address of a table: which bit of a byte is its k-th set bit, by k and
// byte.
func (u *unitOf) membersOfBytes() uint32 {
	table := make([]byte, 8<<8)
	for b := range 1 << 8 {
		k := 0
		for bit := range 8 {
			if b>>bit&1 != 0 {
				table[k<<8|b] = byte(bit)
				k++
			}
		}
	}
	return u.bytesTable(table)
}
