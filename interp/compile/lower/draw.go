package lower

import (
	w "boardgame/interp/compile/wasm"
)

// Nth returns the k-th member of a set, counted from 0; it must exist. It changes k. Nothing
// branches on the set, because branches on where its members are would be unpredictable.
func (e *Frame) Nth(s []Word, k w.Local) Word {
	f := e.W.F
	// The byte is found with the counts of all bytes side by side in a word (Vigna, "Broadword
	// implementation of rank/select queries", 2008), and the place within it in a table. If
	// there are few words, all are counted this way before the drawn place is known.
	const ones, highs = 0x0101010101010101, uint64(0x8080808080808080)
	and := func(a w.X, b uint64) w.X { return w.Bin(w.I64And, a, w.C64(b)) }
	count := func(x Word) Word {
		pairs := e.W.Word(w.Bin(w.I64Sub, x.X, and(w.Bin(w.I64ShrU, x.X, I64(1)), 0x5555555555555555)))
		fours := e.W.Word(w.Bin(w.I64Add, and(pairs.X, 0x3333333333333333),
			and(w.Bin(w.I64ShrU, pairs.X, I64(2)), 0x3333333333333333)))
		eights := and(w.Bin(w.I64Add, fours.X, w.Bin(w.I64ShrU, fours.X, I64(4))),
			0x0F0F0F0F0F0F0F0F)
		return e.W.Word(w.Bin(w.I64Mul, eights, w.C64(ones)))
	}
	early := len(s) <= 2
	var x, sums, base, less, before Word // before: how many members there are in the words so far
	for i, y := range s {
		if y.Is(0) {
			continue
		}
		var counted Word
		if early {
			counted = count(y)
		}
		if x.Is(0) {
			x, sums, base = y, counted, Constant(uint64(64*i))
		} else {
			t := f.Local(w.I32)
			f.Set(t, w.Bin(w.I32GeU, k.X, w.Un(w.I32WrapI64, before.X)))
			x = e.W.Word(w.Select(y.X, x.X, t.X))
			if early {
				sums = e.W.Word(w.Select(counted.X, sums.X, t.X))
			}
			base = e.W.Word(w.Select(I64(64*i), base.X, t.X))
			less = e.W.Word(w.Select(before.X, less.X, t.X))
		}
		if i+1 < len(s) {
			before = e.W.Word(w.Bin(w.I64Add, before.X, w.Un(w.I64Popcnt, y.X)))
		}
	}
	if less.Local {
		f.Set(k, Sub(k.X, w.Un(w.I32WrapI64, less.X)))
	}
	if !early {
		sums = count(x)
	}
	wanted := w.Bin(w.I64Or, w.Bin(w.I64Mul, w.Un(w.I64ExtendI32U, k.X), w.C64(ones)), w.C64(highs))
	at := e.W.Word(w.Bin(w.I64Shl, w.Un(w.I64Popcnt, and(w.Bin(w.I64Sub, wanted, sums.X), highs)),
		I64(3)))
	first := and(w.Bin(w.I64ShrU, w.Bin(w.I64Shl, sums.X, I64(8)), at.X), 0xFF)
	f.Set(k, Sub(k.X, w.Un(w.I32WrapI64, first)))
	index := w.Bin(w.I32Or, w.Bin(w.I32Shl, k.X, I32(8)),
		w.Un(w.I32WrapI64, and(w.Bin(w.I64ShrU, x.X, at.X), 0xFF)))
	in := w.Load(w.I64Load8U, index, e.Unit.membersOfBytes())
	return e.W.Plus(e.W.Word(w.Bin(w.I64Add, in, at.X)), base)
}

// membersOfBytes returns the address of a table: which bit of a byte is its k-th set bit, by k and
// byte.
func (u *UnitOf) membersOfBytes() uint32 {
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
	return u.BytesTable(table)
}
