package lower

import (
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// Hoist computes the loop-invariant parts of a loop's body before the loop.
func (e *Lowering) Hoist(n *graph.Node, v int64) { hoister(e, v)(n) }

// hoister returns Hoist for several bodies of one loop, which share parts.
func hoister(e *Lowering, v int64) func(n *graph.Node) {
	seen := make([]uint64, graph.Made(e.Unit.B.Graph)/64+1) // by the numbers of nodes
	var hoist func(n *graph.Node)
	hoist = func(n *graph.Node) {
		if n == nil || graph.IsConst(n) || isTrivial(n) || seen[n.Id/64]>>(n.Id%64)&1 != 0 {
			return
		}
		seen[n.Id/64] |= 1 << (n.Id % 64)
		if _, ok := e.Frame.lookup(n); ok {
			return
		}
		if n.Deps>>uint(v)&1 == 0 && e.Frame.ready(n) {
			if n.Op.IsNumber() {
				e.Num(n)
			} else {
				e.Set(n)
			}
			return
		}
		hoist(n.A)
		hoist(n.B)
		hoist(n.C)
		for _, a := range n.Args {
			hoist(a)
		}
	}
	return hoist
}

// ready reports whether all loop variables that a node depends on are bound here.
func (e *Frame) ready(n *graph.Node) bool {
	for v := int64(0); v < symbolic.MaxLoops; v++ {
		if n.Deps>>uint(v)&1 != 0 {
			if _, ok := e.lookup(e.Unit.B.Graph.Intern(graph.Node{Op: graph.NVar, K: v})); !ok {
				return false
			}
		}
	}
	return true
}

// OnlyIf writes a condition and what to do if it holds; code after it cannot use what that
// computes. In `a and b`, b is read only if a holds.
func (e *Lowering) OnlyIf(cond *graph.Node, then func()) {
	if graph.IsTrue(cond) {
		e.Frame.Scope(then)
		return
	}
	if first, second := e.Frame.conjuncts(cond); first != nil {
		e.OnlyIf(first, func() { e.OnlyIf(second, then) })
		return
	}
	e.W.F.If(e.Test(cond), func() { e.Frame.Scope(then) })
}

// conjuncts returns the parts of `a and b` if it has not been computed, the cheaper one first;
// otherwise nil.
func (e *Frame) conjuncts(cond *graph.Node) (first, second *graph.Node) {
	if _, ok := e.lookup(cond); ok || cond.Op != graph.NBin || graph.BinOp(cond.K) != graph.BAnd ||
		!cond.A.IsTruth() || !cond.B.IsTruth() {
		return nil, nil
	}
	if cond.B.Work(40, nil) < cond.A.Work(40, nil) {
		return cond.B, cond.A
	}
	return cond.A, cond.B
}

// Test computes what a condition needs and returns it as a number of 32 bits.
func (e *Lowering) Test(n *graph.Node) w.X {
	if n.Op == graph.NConst {
		return w.C32(int(graph.TruthNumber(n.K != 0)))
	}
	if v, ok := e.Frame.lookup(n); ok {
		if !v[0].Local {
			return w.C32(int(graph.TruthNumber(v[0].c != 0)))
		}
		if n.IsTruth() {
			return w.Un(w.I32WrapI64, v[0].X)
		}
		return w.Bin(w.I64Ne, v[0].X, w.C64(0))
	}
	if e.Frame.used(n) > 1 && !isTrivial(n) {
		e.Num(n)
		return e.Test(n)
	}
	if x := e.testCode(n); x != nil {
		return x
	}
	x := e.Num(n)
	return w.Bin(w.I64Ne, x.X, w.C64(0))
}

var comparisons = map[graph.BinOp]w.Op{
	graph.BEq: w.I64Eq,
	graph.BNe: w.I64Ne,
	graph.BLt: w.I64LtS,
	graph.BLe: w.I64LeS,
}

// testCode computes a condition that is found as a number of 32 bits; nil for other numbers.
func (e *Lowering) testCode(n *graph.Node) w.X {
	switch n.Op {
	case graph.NSome:
		if t := spared(e, n); t != nil {
			return t
		}
		return e.W.Some(e.Set(n.A))
	case graph.NHas:
		return w.Un(w.I32WrapI64, e.has(n))
	case graph.NRow:
		return e.row(n)
	case graph.NLines:
		return e.lineOf(n)
	case graph.NAny:
		return e.any(n)
	case graph.NBin:
		switch op := graph.BinOp(n.K); op {
		case graph.BEq, graph.BNe, graph.BLt, graph.BLe:
			if !n.A.IsTruth() || !n.B.IsTruth() {
				if op == graph.BEq && n.B.Op == graph.NConst && n.B.K == 0 {
					return w.Un(w.I64Eqz, e.Num(n.A).X)
				}
				a, b := e.Num(n.A), e.Num(n.B)
				return w.Bin(comparisons[op], a.X, b.X)
			}
			a, b := e.Num(n.A), e.Num(n.B)
			return w.Bin(comparisons[op], a.X, b.X)
		case graph.BXor:
			if graph.IsTrue(n.B) && n.A.IsTruth() {
				return w.Not32(e.Test(n.A))
			}
		case graph.BAnd, graph.BOr:
			if !n.A.IsTruth() || !n.B.IsTruth() {
				return nil
			}
			if e.Frame.branches(n.A) || e.Frame.branches(n.B) {
				return e.shortCircuit(n, op == graph.BOr)
			}
			a, b := e.Test(n.A), e.Test(n.B)
			if op == graph.BAnd {
				return w.Bin(w.I32And, a, b)
			}
			return w.Bin(w.I32Or, a, b)
		}
	}
	return nil
}

// shortCircuit reads the second part of a condition only if the first does not decide it.
func (e *Lowering) shortCircuit(n *graph.Node, or bool) w.X {
	a, b := n.A, n.B
	if b.Work(40, nil) < a.Work(40, nil) {
		a, b = b, a
	}
	if or {
		if t := spared(e, n); t != nil {
			return t
		}
	}
	t := e.W.F.Local(w.I32)
	first := e.Test(a)
	e.W.F.Set(t, first)
	cond := w.X(t.X)
	if or {
		cond = w.Not32(t.X)
	}
	e.W.F.If(cond, func() { e.Frame.Scope(func() { e.W.F.Set(t, e.Test(b)) }) })
	return t.X
}

// any reports whether a condition holds for some member of a set.
func (e *Lowering) any(n *graph.Node) w.X {
	e.Set(n.A)
	e.Hoist(n.B, n.K)
	found := e.W.F.Local(w.I32)
	e.W.F.Set(found, w.C32(0))
	e.W.F.Block(func(done w.Label) {
		loop(e, n, func(Word) {
			e.OnlyIf(n.B, func() {
				e.W.F.Set(found, w.C32(1))
				e.W.F.Branch(done)
			})
		})
	})
	return found.X
}

// has returns whether a place is in a set.
func (e *Lowering) has(n *graph.Node) w.X {
	a, b := n.A, n.B
	if b.Op == graph.NConst {
		k := int(b.K)
		s := e.Set(a)
		return w.Bin(w.I64And, w.Bin(w.I64ShrU, At(s, k/64).X, w.C64(k%64)), w.C64(1))
	}
	count := layout.Words(a.May)
	if _, ok := e.Frame.lookup(a); a.Op == graph.SState && !ok && count > 1 {
		// Only the byte is read.
		at := e.Num(b)
		addr := w.Bin(w.I32Add, e.Frame.P.X, w.Bin(w.I32ShrU, w.Un(w.I32WrapI64, at.X), w.C32(3)))
		return w.Bin(w.I64And, w.Bin(w.I64ShrU, w.Load(w.I64Load8U, addr, e.Unit.FieldAt(int(a.K))),
			w.Bin(w.I64And, at.X, w.C64(7))), w.C64(1))
	}
	return e.Frame.Holds(e.Set(a), e.Num(b), e.Frame.within(b, 64))
}

// Holds returns whether a place is in a set; low says that it is known to be below 64.
func (e *Frame) Holds(s []Word, place Word, low bool) w.X {
	var x w.X
	switch len(s) {
	case 0:
		return w.C64(0)
	case 1:
		x = s[0].X
		if e.Unit.B.Layout.Words > 1 && !low {
			x = w.Select(s[0].X, w.C64(0), w.Bin(w.I64LtS, place.X, w.C64(64)))
		}
	default:
		index := e.W.Word(w.Bin(w.I64ShrU, place.X, w.C64(6)))
		x = w.C64(0)
		for i := range s {
			if !s[i].Is(0) {
				x = w.Select(s[i].X, x, w.Bin(w.I64Eq, index.X, w.C64(i)))
			}
		}
	}
	return w.Bin(w.I64And, w.Bin(w.I64ShrU, x, place.X), w.C64(1))
}

// within reports whether a place is known to be below a limit.
func (e *Frame) within(n *graph.Node, limit int64) bool {
	lo, hi := e.Unit.span(n)
	return lo >= 0 && hi < limit
}

// row reports whether k members of a set are consecutive on an axis.
func (e *Lowering) row(n *graph.Node) w.X {
	s := e.Set(n.A)
	var any []Word
	for i, d := range n.List.K {
		mask := n.List.Mask[i]
		// t is where a row of have members ends; have is doubled as often as possible.
		t, may, have := s, *n.A.May, 1
		for have < int(n.K) {
			by := min(have, int(n.K)-have)
			room := mask
			for j := 1; j < by; j++ {
				room = room.And(layout.Shifted(mask, d*j))
			}
			m := e.W.shiftedInto(t, &may, d*by, &room, &may)
			t = e.W.Intersection(t, m)
			may = may.And(layout.Shifted(may, d*by)).And(room)
			have += by
		}
		any = e.W.Union(any, t)
	}
	return e.W.Some(any)
}

// lineOf reports whether one of the lines of a place lies within a set.
func (e *Lowering) lineOf(n *graph.Node) w.X {
	var flat []layout.Bits
	first := make([]int64, len(n.List.Lines)+1)
	var within layout.Bits
	for i, list := range n.List.Lines {
		first[i] = int64(len(flat))
		flat = append(flat, list...)
		for j := range list {
			within = within.Or(list[j])
		}
	}
	first[len(n.List.Lines)] = int64(len(flat))
	from, masks := e.Unit.NumbersTable(first), e.Unit.TableOf(flat)
	place, s := e.Num(n.A), e.Set(n.B)
	lo := e.W.Word(e.W.numberAt(from, place, 0))
	hi := e.W.Word(e.W.numberAt(from, place, 8))
	found := e.W.F.Local(w.I32)
	e.W.F.Set(found, w.C32(0))
	e.Frame.counted(lo, hi, func(i Word) {
		out := e.W.Difference(e.W.Entry(masks, i, &within), s)
		e.W.F.Set(found, w.Bin(w.I32Or, found.X, w.Not32(e.W.Some(out))))
	})
	return found.X
}
