package turn

import (
	"encoding/binary"
	"slices"

	"boardgame/dsl/order"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file tries only the steps that may break what their move ensures; see programs/pins.go.

// WriteDoubts writes the functions that store, by player, the places of steps in doubt. They return
// whether there are any.
func (r *Runtime) WriteDoubts() {
	r.doubts = map[int]*w.Func{}
	for me, player := range r.Mem.P.Players {
		if r.Mem.P.Pinned() && len(player.Doubtful) > 0 {
			r.doubts[me] = r.doubtsOf(player.Doubtful)
		}
	}
}

func (r *Runtime) doubtsOf(doubtful []programs.DoubtSet) *w.Func {
	f := w.NewFunc("doubts", []w.Type{w.I32}, []w.Type{w.I32})
	e := r.Unit.Lower(f)
	var conds []*graph.Node
	tested, read := map[*graph.Node]bool{}, map[*graph.Node]bool{}
	for _, x := range doubtful {
		if !slices.Contains(conds, x.T) {
			conds = append(conds, x.T)
			e.Frame.Count(x.T)
			programs.Reads(x.T, tested)
		}
		e.Frame.Count(x.Set)
		programs.Reads(x.Set, read)
	}
	// Walks that both a condition and its sets need are found once.
	var both []*graph.Node
	for n := range tested {
		if read[n] && n.Op == graph.SFill && n.Deps == 0 {
			both = append(both, n)
		}
	}
	order.SortFunc(both, func(x, y *graph.Node) int { return int(x.Id - y.Id) })
	for _, n := range both {
		if lone, _ := r.Unit.Lines(n); lone == nil { // otherwise they are rarely needed
			e.Set(n)
		}
	}
	any := f.Local(w.I64)
	store := func(t *graph.Node, word func(set *graph.Node) func(k int) w.X) {
		for i, x := range doubtful {
			if x.T != t {
				continue
			}
			of := word(x.Set)
			for k := range r.Mem.Words {
				f.Store(w.I64Store, w.C32(0), r.Mem.doubtAt+uint32(8*(i*r.Mem.Words+k)), of(k))
				f.Set(any, w.Bin(w.I64Or, any.X, of(k)))
			}
		}
	}
	for _, t := range conds {
		f.If(e.Test(t), func() {
			e.Frame.Scope(func() {
				store(t, func(set *graph.Node) func(k int) w.X {
					s := e.Set(set)
					return func(k int) w.X { return lower.At(s, k).X }
				})
			})
		}, func() {
			store(t, func(*graph.Node) func(k int) w.X {
				return func(int) w.X { return w.C64(-1) }
			})
		})
	}
	w.Bin(w.I64Ne, any.X, w.C64(0))(f)
	return r.Unit.M.Add(f)
}

// minDoubted is how many steps must be found for finding the places of those in doubt to pay.
const minDoubted = 16

// doubtRows is a table with a row of addresses, of 32 bits each, for each class of each player. A
// row says where the places of the steps in doubt are, then for each anchor where it is in a bundle
// and the places at which it puts all steps of the bundle in doubt. The second half of the table is
// for positions in which nothing is known: all steps but free ones are in doubt.
type doubtRows struct {
	at                   uint32
	stride, player, half uint32 // bytes of a row, of the rows of a player, of half the table
	anchors              int    // in a row
}

// doubtRowsOf puts the table into memory.
func doubtRowsOf(r *Runtime) (t doubtRows) {
	width := 0
	for _, player := range r.Mem.P.Players {
		width = max(width, len(player.Classes))
		for i := range player.Classes {
			n := 0
			for _, s := range player.Classes[i].Suspects {
				if s.Anchor >= 0 {
					n++
				}
			}
			t.anchors = max(t.anchors, n)
		}
	}
	// A bundle without anchors is looked up by its number of steps, which may be that of all places.
	none := make([]int64, 2*r.Mem.Words+1)
	for k := range r.Mem.Words {
		none[r.Mem.Words+1+k] = -1
	}
	empty := r.Unit.NumbersTable(none)
	full := empty + uint32(8*(r.Mem.Words+1))
	var known, unknown []byte
	words := binary.LittleEndian.AppendUint32
	for _, player := range r.Mem.P.Players {
		for i := range width {
			row, other := []uint32{empty}, []uint32{empty}
			if i < len(player.Classes) && !player.Classes[i].Free {
				other[0] = full
				for _, s := range player.Classes[i].Suspects {
					at := full
					if s.Set >= 0 {
						at = r.Mem.doubtAt + uint32(8*r.Mem.Words*s.Set)
					}
					if s.Anchor < 0 {
						row[0] = at
					} else {
						row = append(row, uint32(BundleAnchors+4*s.Anchor), at)
					}
				}
			}
			for k := range 1 + 2*t.anchors {
				nothing := [2]uint32{empty, BundleCount}[k%2]
				if k >= len(row) {
					row = append(row, nothing)
				}
				if k >= len(other) {
					other = append(other, nothing)
				}
				known, unknown = words(known, row[k]), words(unknown, other[k])
			}
		}
	}
	t.stride, t.half = uint32(4*(1+2*t.anchors)), uint32(len(known))
	t.player = uint32(width) * t.stride
	t.at = r.Unit.BytesTable(append(known, unknown...))
	return t
}

// alwaysTried is a table with a byte for each class of each player, in rows of width bytes: whether
// its steps are in doubt even if no place is.
func alwaysTried(r *Runtime) (at uint32, width int) {
	for _, player := range r.Mem.P.Players {
		width = max(width, len(player.Classes))
	}
	table := make([]byte, width*len(r.Mem.P.Players))
	for me, player := range r.Mem.P.Players {
		for i := range player.Classes {
			any := func(s programs.Suspect) bool { return s.Set < 0 }
			if cl := &player.Classes[i]; !cl.Free && slices.ContainsFunc(cl.Suspects, any) {
				table[me*width+i] = 1
			}
		}
	}
	return r.Unit.BytesTable(table), width
}

// filterDoubtful removes the illegal steps from the bundles, and tries only those in doubt.
func (r *Runtime) filterDoubtful(f *w.Func, p w.Local) {
	t := doubtRowsOf(r)
	rows, row, at, some := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	x, place, all := f.Local(w.I64), f.Local(w.I64), f.Local(w.I64)
	mover := lower.Ld(w.I32Load8U, p, lower.HeadMover)
	f.Set(rows, w.Bin(w.I32Mul, mover, w.C32(t.player)))
	f.Set(some, lower.I32(1))
	f.If(w.Bin(w.I32GeU, r.List.total.X, lower.I32(minDoubted)), func() {
		f.Switch(mover, len(r.Mem.P.Players), func(me int) {
			if r.doubts[me] != nil {
				f.Set(some, w.Call(r.doubts[me], p.X))
			}
		})
	}, func() { f.Set(rows, lower.Add(rows.X, w.C32(t.half))) })
	try := func(b w.Local, k int, steps w.X) {
		f.Set(x, steps)
		f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
			f.Set(place, lower.Place(x.X, k))
			f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, lower.I64(1))))
			f.If(w.Not32(w.Call(r.try, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors),
				place.X)), func() { r.List.strike(f, b, place) })
		})
	}
	each := func(do func(b w.Local)) {
		r.List.Bundles(f, func(b w.Local, _ w.Label) {
			r.List.rest(f)
			f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)), func() { do(b) }) // others have no row
		})
	}
	f.If(some.X, func() {
		each(func(b w.Local) {
			f.Set(row, lower.Add(rows.X, w.Bin(w.I32Mul, Class(b), w.C32(t.stride))))
			f.Set(all, w.C64(0))
			for i := range t.anchors {
				f.Set(at, lower.Add(b.X, w.Load(w.I32Load, row.X, t.at+uint32(4+8*i))))
				f.Set(at, w.Load(w.I32Load, at.X, 0))
				word := w.Load(w.I64Load, lower.Add(w.Load(w.I32Load, row.X, t.at+uint32(8+8*i)),
					w.Bin(w.I32Shl, w.Bin(w.I32ShrU, at.X, lower.I32(6)), lower.I32(3))), 0)
				bit := w.Bin(w.I64And, w.Bin(w.I64ShrU, word, w.Un(w.I64ExtendI32U, at.X)), w.C64(1))
				f.Set(all, w.Bin(w.I64Or, all.X, w.Bin(w.I64Sub, w.C64(0), bit)))
			}
			f.Set(at, w.Load(w.I32Load, row.X, t.at))
			for k := range r.Mem.Words {
				doubted := w.Bin(w.I64Or, all.X, w.Load(w.I64Load, at.X, uint32(8*k)))
				try(b, k, w.Bin(w.I64And, doubted, lower.Ld(w.I64Load, b, BundleSet+8*k)))
			}
		})
	}, func() {
		always, width := alwaysTried(r)
		f.Set(row, w.Bin(w.I32Mul, mover, w.C32(width)))
		each(func(b w.Local) {
			f.If(w.Load(w.I32Load8U, lower.Add(row.X, Class(b)), always), func() {
				for k := range r.Mem.Words {
					try(b, k, lower.Ld(w.I64Load, b, BundleSet+8*k))
				}
			})
		})
	})
}
