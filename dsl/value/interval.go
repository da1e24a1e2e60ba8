package value

import (
	"math"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// An Interval bounds the values of a number.
type Interval struct{ Lo, Hi int64 }

// AnyNumber is the interval of a number that nothing is known of.
var AnyNumber = Interval{math.MinInt64, math.MaxInt64}

// IntervalOf returns bounds for a number that hold in every position. They take into account how
// high the rules let a tower be. of returns those of the variables of the frame.
func IntervalOf(g *ir.Game, e *ir.Expr, of func(slot int) Interval) Interval {
	arg := func(i int) Interval { return IntervalOf(g, e.Args[i], of) }
	switch e.Op {
	case ir.ConstNumber:
		return Interval{e.N, e.N}
	case ir.Var:
		return of(int(e.N))
	case ir.Let:
		return IntervalOf(g, e.Args[1], func(slot int) Interval {
			if slot == int(e.N) && e.Args[0].Type == ir.Number {
				return arg(0)
			}
			return of(slot)
		})
	case ir.Ply, ir.Passes, ir.Repetitions, ir.Seen:
		return Interval{0, math.MaxInt64}
	case ir.Height:
		if e.Args[0].Card != ir.Many {
			return Interval{0, int64(g.Tallest)}
		}
	case ir.Pieces:
		if len(e.Args) > 1 && e.Args[1].Card != ir.Many {
			return Interval{0, int64(g.Tallest)}
		}
	case ir.Count:
		a := e.Args[0]
		switch {
		case a.Type != ir.Sites:
			return Interval{0, math.MaxInt64}
		case a.Card == ir.One:
			return Interval{1, 1}
		case a.Card == ir.AtMostOne:
			return Interval{0, 1}
		}
		all := g.Board.Planes(a.Planes)
		if a.Op == ir.And && a.Args[0].Op == ir.ConstSites {
			all = a.Args[0].Sets[0]
		}
		if a.Op == ir.And && a.Args[1].Op == ir.ConstSites {
			all = a.Args[1].Sets[0]
		}
		return Interval{0, int64(all.Len())}
	case ir.ColumnOf:
		return coordinate(e.Args[0], int64(g.Board.Width))
	case ir.RowOf:
		return coordinate(e.Args[0], int64(g.Board.Height))
	case ir.Distance:
		return Interval{0, int64(g.Board.Cells.Len())}
	case ir.Abs:
		x := arg(0)
		return Interval{max(x.Lo, Sub(0, x.Hi), 0), max(Sub(0, x.Lo), x.Hi)}
	case ir.Add:
		x, y := arg(0), arg(1)
		return Interval{Add(x.Lo, y.Lo), Add(x.Hi, y.Hi)}
	case ir.Sub:
		x, y := arg(0), arg(1)
		return Interval{Sub(x.Lo, y.Hi), Sub(x.Hi, y.Lo)}
	case ir.Min2:
		x, y := arg(0), arg(1)
		return Interval{min(x.Lo, y.Lo), min(x.Hi, y.Hi)}
	case ir.Max2:
		x, y := arg(0), arg(1)
		return Interval{max(x.Lo, y.Lo), max(x.Hi, y.Hi)}
	case ir.If:
		x, y := arg(1), arg(2)
		return Interval{min(x.Lo, y.Lo), max(x.Hi, y.Hi)}
	}
	return AnyNumber
}

// coordinate bounds the column or row of a site; it is 0 if there is no site.
func coordinate(of *ir.Expr, most int64) Interval {
	if of.Op == ir.Var && of.Card == ir.One && of.Planes == topology.Cells && most > 0 {
		return Interval{1, most}
	}
	return Interval{0, most}
}
