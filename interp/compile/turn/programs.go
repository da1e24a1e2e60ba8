package turn

import (
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// findCode writes the function that finds the steps of a group: it puts bundles on the stack.
func (r *Runtime) findCode(me int, code *programs.GroupCode) *w.Func {
	f := w.NewFunc("steps", []w.Type{w.I32}, nil)
	if code.Root == nil || len(code.Root.Subs) == 0 {
		return f
	}
	if out := (&Finder{Lowering: r.Unit.Lower(f), R: r}); len(code.Root.Offers()) >= manyOffers {
		out.put = putCode(r)
		out.CountBranch(code.Root)
		out.Branch(code.Root)
		return f
	}
	end, total := f.Local(w.I32), f.Local(w.I32)
	out := &Finder{Lowering: r.Unit.Lower(f), R: r, End: end, Total: total}
	f.Set(end, r.List.Base.X)
	out.CountBranch(code.Root)
	out.Branch(code.Root)
	f.SetGlobal(r.Unit.Sp, end.X)
	f.SetGlobal(r.List.total, total.X)
	return f
}

// manyOffers is the number of offers from which a function calls another one to write a bundle: a
// long function whose branches all change the same variables takes long to compile.
const manyOffers = 160

// putCode writes the function that adds a bundle to the list.
func putCode(r *Runtime) *w.Func {
	types := []w.Type{w.I32, w.I64}
	for range r.Mem.Words {
		types = append(types, w.I64)
	}
	f := w.NewFunc("put", types, nil)
	b, n, sum := f.Local(w.I32), f.Local(w.I32), w.C64(0)
	f.Set(b, r.Unit.Sp.X)
	f.If(w.Bin(w.I32GtU, b.X, w.C32(r.Mem.Stack+r.Mem.stackSize-slack)),
		func() { f.Unreachable() })
	for i := range r.Mem.Words {
		sum = w.Bin(w.I64Add, sum, w.Un(w.I64Popcnt, f.Arg(2+i).X))
		lower.St(f, w.I64Store, b, BundleSet+8*i, f.Arg(2+i).X)
	}
	f.Set(n, w.Un(w.I32WrapI64, sum))
	lower.St(f, w.I32Store, b, BundleCount, n.X)
	lower.St(f, w.I32Store, b, BundleClass, f.Arg(0).X)
	lower.St(f, w.I64Store, b, BundleAnchors, f.Arg(1).X)
	f.SetGlobal(r.Unit.Sp, lower.Add(b.X, w.C32(r.Mem.Size)))
	f.SetGlobal(r.List.total, lower.Add(r.List.total.X, n.X))
	return r.Unit.M.Add(f)
}

// A Finder writes a program that finds steps, or the witness of one.
type Finder struct {
	*lower.Lowering
	R          *Runtime
	End, Total w.Local
	// takes the steps of an offer, if they do not go into a bundle
	Take func(br *programs.Branch, s []lower.Word)
	put  *w.Func // adds a bundle to the list; nil if the code does
}

func (e *Finder) CountBranch(br *programs.Branch) {
	e.Frame.Count(br.Cond)
	for _, a := range br.Anchors {
		e.Frame.Count(a)
	}
	for _, s := range br.Subs {
		e.CountBranch(s)
	}
}

func (e *Finder) hoistBranch(br *programs.Branch, v int64) {
	e.Hoist(br.Cond, v)
	for _, s := range br.Subs {
		e.hoistBranch(s, v)
	}
}

// Branch writes a branch: a loop, a condition, steps on offer.
func (e *Finder) Branch(br *programs.Branch) {
	f := e.W.F
	switch br.Kind {
	case programs.BranchSeq:
		for _, s := range br.Subs {
			e.Branch(s)
		}
	case programs.BranchIf:
		e.OnlyIf(br.Cond, func() {
			for _, s := range br.Subs {
				e.Branch(s)
			}
		})
	case programs.BranchLoop:
		dom := e.Set(br.Cond)
		for _, s := range br.Subs {
			e.hoistBranch(s, br.V)
		}
		e.Frame.Loop(br.V, dom, func(lower.Word) {
			for _, s := range br.Subs {
				e.Branch(s)
			}
		})
	case programs.BranchOut:
		e.offer(br)
	case programs.BranchUnproven:
		s := e.Set(br.Cond)
		at := e.R.Mem.unproven + uint32(8*e.R.Mem.Words*br.Class)
		for i, x := range s {
			if !x.Is(0) {
				f.Store(w.I64Store, w.C32(0), at+uint32(8*i),
					w.Bin(w.I64Or, w.Load(w.I64Load, w.C32(0), at+uint32(8*i)), x.X))
			}
		}
	case programs.BranchItem:
		bit := w.C64(uint64(1) << br.Item)
		if graph.IsTrue(br.Cond) {
			f.SetGlobal(e.R.List.offers, w.Bin(w.I64Or, e.R.List.offers.X, bit))
			return
		}
		t := e.Test(br.Cond)
		f.If(t, func() { f.SetGlobal(e.R.List.offers, w.Bin(w.I64Or, e.R.List.offers.X, bit)) })
	}
}

// offer writes the steps of a class into a bundle, if there are any.
func (e *Finder) offer(br *programs.Branch) {
	f, r := e.W.F, e.R
	// If a set is rarely empty, it is counted at once; captures, for example, are counted only if
	// there are any.
	s := e.Set(br.Cond)
	if e.Take != nil {
		e.Take(br, s)
		return
	}
	n, sum := f.Local(w.I32), e.W.Size(s)
	if sum == nil {
		return
	}
	var anchors w.X
	if len(br.Anchors) > 0 {
		a := e.Num(br.Anchors[0])
		anchors = a.X
		if len(br.Anchors) > 1 {
			b := e.Num(br.Anchors[1])
			anchors = w.Bin(w.I64Or, a.X, w.Bin(w.I64Shl, b.X, w.C64(32)))
		}
		if e.put == nil {
			f.If(w.Bin(w.I32GtU, e.End.X, w.C32(r.Mem.Stack+r.Mem.stackSize-slack)),
				func() { f.Unreachable() })
		}
	}
	if e.put != nil {
		args := []w.X{lower.I32(br.Class), w.C64(0)}
		if anchors != nil {
			args[1] = anchors
		}
		for i := range r.Mem.Words {
			args = append(args, lower.At(s, i).X)
		}
		f.If(e.W.Some(s), func() { f.Do(w.Call(e.put, args...)) })
		return
	}
	write := func() {
		lower.St(f, w.I32Store, e.End, BundleCount, n.X)
		lower.St(f, w.I32Store, e.End, BundleClass, lower.I32(br.Class))
		if anchors != nil {
			lower.St(f, w.I64Store, e.End, BundleAnchors, anchors)
		}
		for i := range r.Mem.Words {
			lower.St(f, w.I64Store, e.End, BundleSet+8*i, lower.At(s, i).X)
		}
	}
	if br.Cond.Op == graph.SConst || br.Cond.Op == graph.SOne {
		f.Set(n, w.Un(w.I32WrapI64, sum))
		write()
		f.Set(e.End, lower.Add(e.End.X, w.C32(r.Mem.Size)))
		f.Set(e.Total, lower.Add(e.Total.X, n.X))
		return
	}
	f.If(e.W.Some(s), func() {
		f.Set(n, w.Un(w.I32WrapI64, sum))
		write()
		f.Set(e.End, lower.Add(e.End.X, w.C32(r.Mem.Size)))
		f.Set(e.Total, lower.Add(e.Total.X, n.X))
	})
}

// scoreCode writes the function that stores numbers where scores are.
func (r *Runtime) scoreCode(name string, numbers []*graph.Node) *w.Func {
	f := w.NewFunc(name, []w.Type{w.I32}, nil)
	e := r.Unit.Lower(f)
	for _, n := range numbers {
		e.Frame.Count(n)
	}
	for i, n := range numbers {
		x := e.Num(n)
		f.Store(w.I64Store, w.C32(0), lower.MemScores+8*uint32(i), x.X)
	}
	return f
}

// Apply writes the functions of a step.
func (r *Runtime) Apply(a *programs.Apply) {
	one := []w.Type{w.I32}
	name := r.Unit.B.Game.Moves[a.Move].Name
	if a.Rule != nil || !graph.IsTrue(a.Ensure) {
		r.Of(a).Checks = r.check(a)
	}
	e := r.Unit.StepFunc("play "+name, a, nil)
	e.CountFinal(a.Final)
	e.Changes(a)
	r.Of(a).plays = r.Unit.M.Add(e.W.F)
	if a.LateCond != nil {
		e := r.Unit.StepFunc("ensure after "+name, a, one)
		e.Frame.Count(a.LateCond)
		e.Test(a.LateCond)(e.W.F)
		r.Of(a).lates = r.Unit.M.Add(e.W.F)
	}
	if a.Witness != nil {
		e := r.Unit.StepFunc("witness of "+name, a, nil)
		out := &Finder{Lowering: e, R: r}
		out.CountBranch(a.Witness.Root)
		out.Branch(a.Witness.Root)
		r.Of(a).witnesses = r.Unit.M.Add(e.W.F)
	}
}
