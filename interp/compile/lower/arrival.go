package lower

import (
	"boardgame/interp/compile/graph"
	w "boardgame/interp/compile/wasm"
)

// ReadBehind is how many bytes a position has in memory after its last set: rows are read as words
// that begin before or after a place.
const ReadBehind = 16

// rowAt reports whether a place that is added to a set makes a row with those beside it. It reads
// the old set from memory.
func (e *Lowering) rowAt(n *graph.Node) w.X {
	beside := int(n.K) - 1
	at := e.F.Local(w.I32)
	e.F.Set(at, w.Un(w.I32WrapI64, e.Num(n.B).X))
	read := func(off, k int) w.X {
		from := e.F.Local(w.I32)
		e.F.Set(from, Add(at.X, I32(off)))
		bits := w.Load(w.I64Load, Add(e.P.X, w.Bin(w.I32ShrS, from.X, I32(3))), e.FieldAt(int(n.A.K)))
		bits = w.Bin(w.I64ShrU, bits, w.Un(w.I64ExtendI32U, Band(from.X, I32(7))))
		if k == 1 {
			return w.Un(w.I32WrapI64, w.Bin(w.I64And, bits, I64(1<<beside-1)))
		}
		mask := uint64(0)
		for j := range beside {
			mask |= 1 << (j * k)
		}
		bits = w.Bin(w.I64Mul, w.Bin(w.I64And, bits, w.C64(mask)), w.C64(graph.Gather(beside, k)))
		return w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, bits, I64(64-beside)))
	}
	long := make([]byte, 1<<(2*beside))
	for x := range long {
		run := 0
		for j := beside - 1; j >= 0 && x>>j&1 != 0; j-- {
			run++
		}
		for j := beside; j < 2*beside && x>>j&1 != 0; j++ {
			run++
		}
		if run >= beside {
			long[x] = 1
		}
	}
	places := e.B.Layout.Words * 64
	var any w.X
	for i, k := range n.List.K {
		var table []byte
		for _, x := range n.List.Beside[i*places : (i+1)*places] {
			table = append(table, byte(x), byte(x>>8))
		}
		on := w.Load(w.I32Load16U, w.Bin(w.I32Shl, at.X, I32(1)), e.BytesTable(table))
		bits := Bor(read(-beside*k, k), w.Bin(w.I32Shl, read(k, k), I32(beside)))
		hit := w.Load(w.I32Load8U, Band(bits, on), e.BytesTable(long))
		if any == nil {
			any = hit
		} else {
			any = Bor(any, hit)
		}
	}
	return any
}
