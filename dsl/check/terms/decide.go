package terms

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/value"
)

// decided reports whether a condition that reads the position is constant all the same: a column
// beyond the last one, a count below zero, a bound site that always exists.
func (vs *gameFacts) decided(e *ir.Expr) (holds, known bool) {
	switch e.Op {
	case ir.ConstTruth:
		return e.N != 0, true
	case ir.Not:
		holds, known = vs.decided(e.Args[0])
		return !holds, known
	case ir.LAnd, ir.LOr:
		a, knownA := vs.decided(e.Args[0])
		b, knownB := vs.decided(e.Args[1])
		either := e.Op == ir.LOr
		switch {
		case knownA && a == either || knownB && b == either:
			return either, true
		case knownA && knownB:
			return !either, true
		}
	case ir.Some, ir.No:
		if a := e.Args[0]; a.Op == ir.Var && a.Card == ir.One {
			return e.Op == ir.Some, true
		}
	case ir.Same, ir.In:
		if Same(e.Args[0], e.Args[1]) {
			return true, true
		}
		if e.Op == ir.In && e.Args[0].Op == ir.Var && e.Args[0].Card == ir.One &&
			e.Args[0].Type == ir.Sites && disjointPlanes(e.Args[0], e.Args[1]) {
			return false, true
		}
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		if e.Args[0].Type == ir.Number {
			unknown := func(int) value.Interval { return value.AnyNumber }
			return compared(e.Op, value.IntervalOf(vs.Game, e.Args[0], unknown),
				value.IntervalOf(vs.Game, e.Args[1], unknown))
		}
	}
	return false, false
}

func disjointPlanes(a, b *ir.Expr) bool {
	return a.Planes != 0 && b.Planes != 0 && a.Planes&b.Planes == 0
}

func compared(op ir.Op, a, b value.Interval) (holds, known bool) {
	switch op {
	case ir.Lt:
		return a.Hi < b.Lo, a.Hi < b.Lo || a.Lo >= b.Hi
	case ir.Le:
		return a.Hi <= b.Lo, a.Hi <= b.Lo || a.Lo > b.Hi
	case ir.Gt:
		return compared(ir.Lt, b, a)
	case ir.Ge:
		return compared(ir.Le, b, a)
	case ir.Eq, ir.Ne:
		if a == b && a.Lo == a.Hi {
			return op == ir.Eq, true
		}
		apart := a.Hi < b.Lo || b.Hi < a.Lo
		return op == ir.Ne, apart
	}
	return false, false
}
