package terms

import (
	"math"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// decided reports whether a condition that reads the position is constant all the same: a column
// beyond the last one, a count below zero, a bound site that always exists.
func (vs *gameFacts) decided(e *ir.Expr) (value, known bool) {
	switch e.Op {
	case ir.ConstTruth:
		return e.N != 0, true
	case ir.Not:
		value, known = vs.decided(e.Args[0])
		return !value, known
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
			return compared(e.Op, vs.interval(e.Args[0]), vs.interval(e.Args[1]))
		}
	}
	return false, false
}

func disjointPlanes(a, b *ir.Expr) bool {
	return a.Planes != 0 && b.Planes != 0 && a.Planes&b.Planes == 0
}

// An interval bounds the values of a number.
type interval struct{ lo, hi int64 }

var anyNumber = interval{math.MinInt64, math.MaxInt64}

func compared(op ir.Op, a, b interval) (value, known bool) {
	switch op {
	case ir.Lt:
		return a.hi < b.lo, a.hi < b.lo || a.lo >= b.hi
	case ir.Le:
		return a.hi <= b.lo, a.hi <= b.lo || a.lo > b.hi
	case ir.Gt:
		return compared(ir.Lt, b, a)
	case ir.Ge:
		return compared(ir.Le, b, a)
	case ir.Eq, ir.Ne:
		if a == b && a.lo == a.hi {
			return op == ir.Eq, true
		}
		apart := a.hi < b.lo || b.hi < a.lo
		return op == ir.Ne, apart
	}
	return false, false
}

// interval returns bounds for the values of an expression on this board.
func (vs *gameFacts) interval(e *ir.Expr) interval {
	b := vs.Game.Board
	switch e.Op {
	case ir.ConstNumber:
		return interval{e.N, e.N}
	case ir.Ply, ir.Passes, ir.Repetitions, ir.Seen:
		return interval{0, math.MaxInt64}
	case ir.Count:
		a := e.Args[0]
		switch {
		case a.Type != ir.Sites:
			return interval{0, math.MaxInt64}
		case a.Card == ir.One:
			return interval{1, 1}
		case a.Card == ir.AtMostOne:
			return interval{0, 1}
		}
		all := b.Planes(a.Planes)
		if a.Op == ir.And && a.Args[0].Op == ir.ConstSites {
			all = a.Args[0].Sets[0]
		}
		if a.Op == ir.And && a.Args[1].Op == ir.ConstSites {
			all = a.Args[1].Sets[0]
		}
		return interval{0, int64(all.Len())}
	case ir.ColumnOf:
		return coordinate(e.Args[0], int64(b.Width))
	case ir.RowOf:
		return coordinate(e.Args[0], int64(b.Height))
	case ir.Distance:
		return interval{0, int64(b.Cells.Len())}
	case ir.Abs:
		x := vs.interval(e.Args[0])
		if !x.small() {
			return interval{0, math.MaxInt64}
		}
		return interval{max(x.lo, -x.hi, 0), max(-x.lo, x.hi)}
	case ir.Add, ir.Sub:
		x, y := vs.interval(e.Args[0]), vs.interval(e.Args[1])
		if !x.small() || !y.small() {
			return anyNumber
		}
		if e.Op == ir.Sub {
			y = interval{-y.hi, -y.lo}
		}
		return interval{x.lo + y.lo, x.hi + y.hi}
	case ir.Min2:
		x, y := vs.interval(e.Args[0]), vs.interval(e.Args[1])
		return interval{min(x.lo, y.lo), min(x.hi, y.hi)}
	case ir.Max2:
		x, y := vs.interval(e.Args[0]), vs.interval(e.Args[1])
		return interval{max(x.lo, y.lo), max(x.hi, y.hi)}
	}
	return anyNumber
}

// small reports whether both ends are small enough for arithmetic without overflow; an unbounded
// interval is not small.
func (i interval) small() bool {
	const bound = 1 << 40
	return i.lo > -bound && i.hi < bound
}

// coordinate bounds the column or row of a site; it is 0 if there is no site.
func coordinate(of *ir.Expr, most int64) interval {
	if of.Op == ir.Var && of.Card == ir.One && of.Planes == topology.Cells && most > 0 {
		return interval{1, most}
	}
	return interval{0, most}
}
