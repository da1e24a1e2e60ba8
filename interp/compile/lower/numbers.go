package lower

import (
	"math"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// Num writes a number and returns it.
func (e *Lowering) Num(n *graph.Node) Word {
	if n.Op == graph.NConst {
		return Constant(uint64(n.K))
	}
	if v, ok := e.Frame.lookup(n); ok {
		return v[0]
	}
	v := e.numCode(n)
	e.Frame.Remember(n, []Word{v})
	return v
}

func (e *Lowering) numCode(n *graph.Node) Word {
	if n.Op == graph.NHas {
		return e.W.Word(e.has(n))
	}
	if x := e.testCode(n); x != nil {
		return e.W.Word(w.Un(w.I64ExtendI32U, x))
	}
	switch n.Op {
	case graph.NState:
		return e.W.Word(w.Load(w.I64Load, e.Frame.P.X, e.Unit.NumberOf(int(n.K))))
	case graph.NArg:
		return Word{Local: true, L: e.Frame.Args[n.K]}
	case graph.NAfter:
		return e.Num(n.A)
	case graph.NLeft:
		return e.left(n)[0]
	case graph.NRounds:
		e.rounds(n)
		return Constant(0)
	case graph.NVar:
		symbolic.Fail("a loop variable outside its loop")
	case graph.NCount:
		if sum := e.W.Size(e.Set(n.A)); sum != nil {
			return e.W.Word(sum)
		}
		return Constant(0)
	case graph.NApart:
		return apart(e, n)
	case graph.NTable:
		return e.W.Word(e.W.numberAt(e.Unit.NumbersTable(e.Unit.B.Graph.NumTab[n.K]), e.Num(n.A), 0))
	case graph.NCell:
		at := Add(e.Frame.P.X, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, e.Num(n.A).X), w.C32(3)))
		return e.W.Word(w.Load(w.I64Load, at, e.Unit.NumberOf(int(n.K))))
	case graph.NBin:
		a, b := e.Num(n.A), e.Num(n.B)
		return e.W.Word(e.Frame.arithmetic(n, graph.BinOp(n.K), a, b))
	case graph.NSel:
		e.common(n.B, n.C)
		if e.Frame.branches(n.B) || e.Frame.branches(n.C) {
			t := Word{Local: true, L: e.W.F.Local(w.I64)}
			e.W.F.If(e.Test(n.A), func() {
				e.Frame.Scope(func() { e.W.Assign(t, e.Num(n.B).X) })
			}, func() {
				e.Frame.Scope(func() { e.W.Assign(t, e.Num(n.C).X) })
			})
			return t
		}
		t, a, b := e.Test(n.A), e.Num(n.B), e.Num(n.C)
		return e.W.Word(w.Select(a.X, b.X, t))
	case graph.NSum, graph.NMin, graph.NMax:
		dom := e.Set(n.A)
		e.Hoist(n.B, n.K)
		start := map[graph.NodeOp]int64{graph.NSum: 0, graph.NMin: math.MaxInt64,
			graph.NMax: math.MinInt64}[n.Op]
		acc := e.W.Variable(Constant(uint64(start)))
		op := map[graph.NodeOp]graph.BinOp{graph.NSum: graph.BAdd, graph.NMin: graph.BMin,
			graph.NMax: graph.BMax}[n.Op]
		loop(e, n, func(Word) {
			x := e.Num(n.B)
			if lo, hi := e.Unit.span(n); n.Op == graph.NSum && lo > math.MinInt64 && hi < math.MaxInt64 {
				e.W.Assign(acc, w.Bin(w.I64Add, acc.X, x.X))
				return
			}
			e.W.Assign(acc, e.Frame.arithmetic(nil, op, acc, x))
		})
		if n.Op == graph.NSum {
			return acc
		}
		return e.W.Word(w.Select(acc.X, w.C64(0), e.W.Some(dom))) // 0 for the empty set
	}
	symbolic.Fail("no code for a number of operator %d", n.Op)
	return Word{}
}

// arithmetic applies a binary operator; n is the node of the result, if it is one.
func (e *Frame) arithmetic(n *graph.Node, op graph.BinOp, a, b Word) w.X {
	inRange := false
	if n != nil {
		lo, hi := e.Unit.span(n)
		inRange = lo > math.MinInt64 && hi < math.MaxInt64
	}
	switch op {
	case graph.BAdd:
		return e.W.bounded(w.I64Add, a, b, inRange)
	case graph.BSub:
		return e.W.bounded(w.I64Sub, a, b, inRange)
	case graph.BMul:
		if inRange {
			return w.Bin(w.I64Mul, a.X, b.X)
		}
		return w.Call(e.Unit.helper("mul"), a.X, b.X)
	case graph.BDiv:
		if !b.Local && b.c != 0 && int64(b.c) != -1 {
			return w.Bin(w.I64DivS, a.X, b.X)
		}
		return w.Call(e.Unit.helper("div"), a.X, b.X)
	case graph.BMod:
		if !b.Local && b.c != 0 && int64(b.c) != -1 {
			return w.Bin(w.I64RemS, a.X, b.X)
		}
		return w.Call(e.Unit.helper("mod"), a.X, b.X)
	case graph.BPow:
		return w.Call(e.Unit.helper("pow"), a.X, b.X)
	case graph.BMin:
		return w.Select(a.X, b.X, w.Bin(w.I64LtS, a.X, b.X))
	case graph.BMax:
		return w.Select(a.X, b.X, w.Bin(w.I64GtS, a.X, b.X))
	case graph.BAnd:
		return w.Bin(w.I64And, a.X, b.X)
	case graph.BOr:
		return w.Bin(w.I64Or, a.X, b.X)
	case graph.BXor:
		return w.Bin(w.I64Xor, a.X, b.X)
	case graph.BAndNot:
		return w.Bin(w.I64And, a.X, w.Bin(w.I64Xor, b.X, w.C64(-1)))
	case graph.BShr:
		return w.Bin(w.I64And, w.Bin(w.I64ShrS, a.X, b.X), w.C64(1))
	case graph.BUp:
		return w.Bin(w.I64Shl, a.X, b.X)
	case graph.BDown:
		return w.Bin(w.I64ShrU, a.X, b.X)
	case graph.BOnes:
		return w.Un(w.I64Popcnt, a.X)
	}
	return w.Un(w.I64ExtendI32U, w.Bin(comparisons[op], a.X, b.X))
}

// span returns the range in which a number certainly lies; the full range if nothing is known.
func (u *UnitOf) span(n *graph.Node) (lo, hi int64) {
	if r, ok := u.spans[n]; ok {
		return r[0], r[1]
	}
	lo, hi = u.spanOf(n)
	u.spans[n] = [2]int64{lo, hi}
	return lo, hi
}

// big is the number above which span does not follow sums.
const big = 1 << 40

func (u *UnitOf) spanOf(n *graph.Node) (lo, hi int64) {
	places := int64(u.B.Layout.Words*64 - 1)
	unknown := func() (int64, int64) { return math.MinInt64, math.MaxInt64 }
	switch n.Op {
	case graph.NConst:
		return n.K, n.K
	case graph.NArg:
		return 0, places
	case graph.NVar:
		return 0, places
	case graph.NState:
		switch n.K {
		case symbolic.NumPly, symbolic.NumPasses, symbolic.NumRepeat, symbolic.NumSeen:
			return 0, big
		case symbolic.NumOut:
			return 0, 1 << 16
		}
		return unknown()
	case graph.NCount:
		return 0, int64(n.A.May.Len())
	case graph.NApart:
		return 0, max(n.K, places)
	case graph.NTable:
		return slices.Min(u.B.Graph.NumTab[n.K]), slices.Max(u.B.Graph.NumTab[n.K])
	case graph.NSel:
		a, b := u.span(n.B)
		c, d := u.span(n.C)
		return min(a, c), max(b, d)
	case graph.NMin, graph.NMax:
		a, b := u.span(n.B)
		return min(a, 0), max(b, 0)
	case graph.NSum:
		a, b := u.span(n.B)
		k := int64(n.A.May.Len())
		if a < -big || b > big {
			return unknown()
		}
		return min(a*k, 0), max(b*k, 0)
	}
	switch {
	case n.IsTruth():
		return 0, 1
	case n.Op != graph.NBin:
		return unknown()
	}
	a, b := u.span(n.A)
	c, d := u.span(n.B)
	return spanOfBinary(graph.BinOp(n.K), a, b, c, d)
}

// spanOfBinary returns the range of the result of an operator for operands from a to b and from c
// to d.
func spanOfBinary(op graph.BinOp, a, b, c, d int64) (lo, hi int64) {
	small := a >= -big && b <= big && c >= -big && d <= big
	tiny := a >= -1<<30 && b <= 1<<30 && c >= -1<<30 && d <= 1<<30
	switch {
	case op == graph.BMin:
		return min(a, c), min(b, d)
	case op == graph.BMax:
		return max(a, c), max(b, d)
	case op == graph.BAdd && small:
		return a + c, b + d
	case op == graph.BSub && small:
		return a - d, b - c
	case op == graph.BMul && tiny:
		return min(a*c, a*d, b*c, b*d), max(a*c, a*d, b*c, b*d)
	case op == graph.BDiv && a > math.MinInt64:
		m := max(b, -a, 0)
		return -m, m
	case op == graph.BMod && a > math.MinInt64:
		return min(a, 0), max(b, 0)
	case op == graph.BAnd && (a >= 0 || c >= 0):
		switch {
		case a < 0:
			return 0, d
		case c < 0:
			return 0, b
		}
		return 0, min(b, d)
	case op == graph.BOnes:
		return 0, 64
	}
	return math.MinInt64, math.MaxInt64
}

// A table is sets in memory: the i-th has stride words, starting at at.
type table struct {
	at     uint32
	stride int
}

// place is the set of one place, for callers that know it.
func place(i int64) layout.Bits { return topology.SetOf(topology.Site(i)) }
