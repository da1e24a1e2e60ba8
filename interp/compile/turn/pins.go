package turn

import (
	"slices"

	"boardgame/dsl/order"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file tries only the steps that may break what their move ensures; see programs/pins.go.

// WriteDoubts writes the functions that store, by player, the places of steps in doubt.
func (r *Runtime) WriteDoubts() {
	r.doubts = map[int]*w.Func{}
	for me, player := range r.Mem.P.Players {
		if r.Mem.P.Pinned() && len(player.Doubtful) > 0 {
			r.doubts[me] = r.doubtsOf(player.Doubtful)
		}
	}
}

func (r *Runtime) doubtsOf(doubtful []programs.DoubtSet) *w.Func {
	f := w.NewFunc("doubts", []w.Type{w.I32}, nil)
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
		e.Set(n)
	}
	store := func(t *graph.Node, word func(set *graph.Node) func(k int) w.X) {
		for i, x := range doubtful {
			if x.T != t {
				continue
			}
			of := word(x.Set)
			for k := range r.Mem.Words {
				f.Store(w.I64Store, w.C32(0), r.Mem.doubtAt+uint32(8*(i*r.Mem.Words+k)), of(k))
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
	return r.Unit.M.Add(f)
}

// minDoubted is how many steps must be found for finding the places of those in doubt to pay.
const minDoubted = 16

// filterDoubtful removes the illegal steps from the bundles, and tries only those in doubt.
func (r *Runtime) filterDoubtful(f *w.Func, p w.Local) {
	known, cls, x, place := f.Local(w.I32), f.Local(w.I32), f.Local(w.I64), f.Local(w.I64)
	f.Set(known, w.Bin(w.I32GeU, r.List.total.X, lower.I32(minDoubted)))
	f.If(known.X, func() {
		f.Switch(lower.Ld(w.I32Load8U, p, lower.HeadMover), len(r.Mem.P.Players), func(me int) {
			if r.doubts[me] != nil {
				f.Do(w.Call(r.doubts[me], p.X))
			}
		})
	})
	u := make([]w.Local, r.Mem.Words)
	for k := range u {
		u[k] = f.Local(w.I64)
	}
	take := func(word func(k int) w.X) {
		for k := range u {
			f.Set(u[k], w.Bin(w.I64Or, u[k].X, word(k)))
		}
	}
	all := func(int) w.X { return w.C64(-1) }
	doubted := func(b w.Local) {
		f.Set(cls, Class(b))
		for k := range u {
			f.Set(u[k], w.C64(0))
		}
		f.If(known.X, func() {
			r.Mem.byClass(f, p, cls, func(_ int, cl *programs.Class, _ *programs.Apply) {
				for _, s := range cl.Suspects {
					at := r.Mem.doubtAt + uint32(8*r.Mem.Words*s.Set)
					switch {
					case s.Set < 0:
						take(all)
					case s.Anchor < 0:
						take(func(k int) w.X { return w.Load(w.I64Load, w.C32(0), at+uint32(8*k)) })
					default:
						place := lower.Ld(w.I32Load, b, BundleAnchors+4*s.Anchor)
						word := w.Load(w.I64Load,
							w.Bin(w.I32Shl, w.Bin(w.I32ShrU, place, lower.I32(6)), lower.I32(3)), at)
						bit := w.Bin(w.I64ShrU, word, w.Un(w.I64ExtendI32U, place))
						f.If(w.Un(w.I32WrapI64, w.Bin(w.I64And, bit, w.C64(1))), func() { take(all) })
					}
				}
			})
		}, func() { take(all) })
	}
	r.List.Bundles(f, func(b w.Local, _ w.Label) {
		r.List.rest(f)
		free := f.Local(w.I32)
		f.Set(free, lower.I32(1))
		f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)), func() { // others have no flags
			f.Set(free, lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagFree)))
		})
		f.If(w.Not32(free.X), func() {
			doubted(b)
			for k := range u {
				f.Set(x, w.Bin(w.I64And, u[k].X, lower.Ld(w.I64Load, b, BundleSet+8*k)))
				f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
					f.Set(place, w.Bin(w.I64Add, w.Un(w.I64Ctz, x.X), lower.I64(64*k)))
					f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, lower.I64(1))))
					f.If(w.Not32(w.Call(r.try, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors),
						place.X)), func() { r.List.strike(f, b, place) })
				})
			}
		})
	})
}
