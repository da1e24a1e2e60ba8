package rules

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// parts compiles a number or a set of players or kinds as a list of values with conditions, of
// which exactly one holds. In a lane, the conditions are sets of anchors.
func (c *expressions) parts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	e, v = v.Head(e)
	if v.Lane == nil || !v.Varies(e) {
		return c.plainParts(e, v)
	}
	if f := onValues(e.Op); f != nil {
		return c.Combine(v, c.parts(e.Args[0], v), c.parts(e.Args[1], v), f)
	}
	switch e.Op {
	case ir.Var:
		v.NumberOf(e)
		return c.plainParts(e, v)
	case ir.Neg:
		return c.MapParts(v, c.parts(e.Args[0], v),
			func(x int64) int64 { return graph.Arith(uint8(graph.BSub), 0, x) })
	case ir.Abs:
		return c.MapParts(v, c.parts(e.Args[0], v),
			func(x int64) int64 { return max(x, graph.Arith(uint8(graph.BSub), 0, x)) })
	case ir.Count:
		return c.countParts(e.Args[0], v)
	case ir.Height:
		return c.heightParts(e.Args[0], v)
	case ir.Pieces:
		return c.pieceCounts(e, v)
	case ir.ColumnOf:
		return c.coordinateParts(e.Args[0], v, c.Game.Board.Column)
	case ir.RowOf:
		return c.coordinateParts(e.Args[0], v, c.Game.Board.Row)
	case ir.KindOf:
		if k := v.KnownKind(e.Args[0]); k >= 0 {
			return []symbolic.Part{{Val: 1 << k, Cond: c.Yes(v)}}
		}
		return c.pieceParts(e.Args[0], v, len(c.Game.Kinds),
			func(i int) []*graph.Node { return c.OfKind(v.St, i) })
	case ir.OwnerOf:
		return c.pieceParts(e.Args[0], v, len(c.Game.Players),
			func(i int) []*graph.Node { return c.OwnedBy(v.St, i) })
	case ir.AttrOf:
		return c.attrParts(e, v)
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]symbolic.Part]{c.parts, c.PickParts(v), nil, []symbolic.Part{{Cond: c.Yes(v)}}})
	case ir.QSum, ir.QMin, ir.QMax:
		return c.foldParts(e, v)
	}
	symbolic.Fail("the number %s, which depends on the anchor", symbolic.Quote(e))
	return nil
}

// onValues returns what an operator of two numbers, or of two sets as bits, does with its values;
// nil for any other operator.
func onValues(op ir.Op) func(x, y int64) int64 {
	switch op {
	case ir.And:
		return func(x, y int64) int64 { return x & y }
	case ir.Or:
		return func(x, y int64) int64 { return x | y }
	case ir.Minus:
		return func(x, y int64) int64 { return x &^ y }
	}
	if b, ok := binOps[op]; ok {
		return func(x, y int64) int64 { return graph.Arith(uint8(b), x, y) }
	}
	return nil
}

// countParts returns how many members a set that depends on the lane has. Each point that is found
// there moves a count to the next one.
func (c *expressions) countParts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	if e.Type != ir.Sites {
		symbolic.Fail("the number %s, which depends on the anchor", symbolic.Quote(e))
	}
	list := []symbolic.Part{{Val: 0, Cond: c.Yes(v)}}
	points := c.Points(e, v)
	if len(points) > 16 {
		symbolic.Fail("a count of %d places", len(points))
	}
	for _, p := range points {
		var more []symbolic.Part
		for i := 0; i <= len(list); i++ {
			n := c.Empty
			if i < len(list) {
				n = c.Diff(list[i].Cond, p.Cond)
			}
			if i > 0 {
				n = c.Or(n, c.And(list[i-1].Cond, p.Cond))
			}
			more = append(more, symbolic.Part{Val: int64(i), Cond: n})
		}
		list = more
	}
	return c.Tidy(v, list)
}

// attrParts returns an attribute of a kind that depends on the lane. If there are several kinds, it
// is that of the first one.
func (c *expressions) attrParts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	list, rest := c.attrCases(e, v, c.parts)
	return c.Tidy(v, append(list, symbolic.Part{Cond: rest}))
}

// attrCases returns the values of an attribute with their conditions, and the condition that there
// is none.
func (c *expressions) attrCases(e *ir.Expr, v *symbolic.Env,
	compile func(*ir.Expr, *symbolic.Env) []symbolic.Part) (list []symbolic.Part, none *graph.Node) {
	none = c.Yes(v)
	for _, k := range c.kindsOf(e.Args[0], v) {
		kinds := uint64(k.Val)
		if e.Type != ir.Number && bits.OnesCount64(kinds) > 1 {
			symbolic.Fail("an attribute of several kinds")
		}
		a := c.Attr(e, bits.TrailingZeros64(kinds))
		if a == nil {
			continue
		}
		for _, p := range compile(a, v.OfAttr()) {
			p.Cond = c.Both(v, k.Cond, p.Cond)
			list = append(list, p)
			none = c.ButNot(v, none, p.Cond)
		}
	}
	return list, none
}

// foldParts returns the sum or the extreme of the values of a quantifier's body.
func (c *expressions) foldParts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	pick := c.PickParts(v)
	total := []symbolic.Part{{Cond: c.Yes(v)}}
	found := c.Never(v)
	join := map[ir.Op]func(a, b int64) int64{
		ir.QSum: func(a, b int64) int64 { return graph.Arith(uint8(graph.BAdd), a, b) },
		ir.QMin: func(a, b int64) int64 { return min(a, b) },
		ir.QMax: func(a, b int64) int64 { return max(a, b) },
	}[e.Op]
	if !c.unroll(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		x := c.parts(e.Args[1], w)
		joined := c.Combine(v, total, x, join)
		if e.Op != ir.QSum {
			joined = pick(found, joined, x) // the first value is not compared with 0
			found = c.Either(v, found, t)
		}
		total = pick(t, joined, total)
		return true
	}) {
		symbolic.Fail("a sum over many sites")
	}
	return total
}

// plainParts is parts for what does not depend on the lane.
func (c *expressions) plainParts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	w := v.WithLane(nil)
	var n *graph.Node
	most := 0
	switch e.Type {
	case ir.Players:
		n, most = c.Bitset(e, w), len(c.Game.Players)
	case ir.Kinds:
		n, most = c.Bitset(e, w), len(c.Game.Kinds)
	default:
		n = c.Number(e, w)
	}
	if most > 0 && e.Card != ir.Many && n.Op != graph.NConst {
		var list []symbolic.Part
		rest := c.Yes(v)
		for i := range most {
			if t := c.SpreadTruth(v, c.Member(n, i)); !c.IsNever(t) {
				list = append(list, symbolic.Part{Val: 1 << i, Cond: t})
				rest = c.ButNot(v, rest, t)
			}
		}
		if !c.IsNever(rest) {
			list = append(list, symbolic.Part{Cond: rest})
		}
		return list
	}
	return c.Cases(n, v, most)
}

// pieceParts returns what is on a site relative to the anchor: bit i is set where the site is in
// the i-th set.
func (c *expressions) pieceParts(e *ir.Expr, v *symbolic.Env, n int,
	set func(int) []*graph.Node) []symbolic.Part {
	if e.Card == ir.Many {
		symbolic.Fail("the pieces of many sites")
	}
	var list []symbolic.Part
	rest := c.Yes(v)
	for i := range n {
		t := c.preOf(e, set(i), v)
		list = append(list, symbolic.Part{Val: 1 << i, Cond: t})
		rest = c.Diff(rest, t)
	}
	return c.Tidy(v, append(list, symbolic.Part{Cond: rest}))
}

// coordinateParts returns the column or row of a site relative to the anchor.
func (c *expressions) coordinateParts(e *ir.Expr, v *symbolic.Env, numbers []int) []symbolic.Part {
	points := c.Points(e, v)
	if len(points) > 1 {
		symbolic.Fail("the column or row of several sites")
	}
	sets := map[int64]*layout.Bits{}
	var order []int64
	rest := c.Yes(v)
	var list []symbolic.Part
	for _, p := range points {
		rest = c.Diff(rest, p.Cond)
		for x := range v.Lane.All.Set.All() {
			y := int(x) + p.Off
			if y < 0 || y >= len(c.Lay.Site[p.Plane]) || c.Lay.Site[p.Plane][y] == topology.None {
				continue
			}
			n := int64(numbers[c.Lay.Site[p.Plane][y]])
			if sets[n] == nil {
				sets[n] = &layout.Bits{}
				order = append(order, n)
			}
			sets[n].Add(x)
		}
		for _, n := range order {
			list = append(list, symbolic.Part{Val: n, Cond: c.And(c.Constant(*sets[n]), p.Cond)})
		}
	}
	return c.Tidy(v, append(list, symbolic.Part{Cond: rest}))
}

// heightParts compiles the height of the tower on one site as parts.
func (c *expressions) heightParts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	if e.Card == ir.Many {
		symbolic.Fail("the height of many sites together")
	}
	_, occupied := c.Floors(v.St)
	var list []symbolic.Part
	reaches := c.Yes(v)
	for n, here := range occupied {
		var higher *graph.Node
		if v.Lane != nil {
			higher = c.preOf(e, here, v)
		} else {
			higher = c.SomeSets(c.Meet(c.Sites(e, v), here))
		}
		list = append(list, symbolic.Part{Val: int64(n), Cond: c.ButNot(v, reaches, higher)})
		reaches = higher
	}
	return c.Tidy(v, list)
}

// pieceCounts compiles `pieces(D, S)` of one site that depends on a lane, as parts.
func (c *expressions) pieceCounts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	if len(e.Args) < 2 || e.Args[1].Card == ir.Many || v.Varies(e.Args[0]) ||
		len(e.Args) > 2 && v.Varies(e.Args[2]) {
		symbolic.Fail("pieces of towers that depend on the anchor")
	}
	floors, occupied := c.Floors(v.St)
	plain := v.WithLane(nil)
	s := symbolic.Slice{}
	if part := ir.Part(e.N); part != ir.Whole {
		s = c.sliceOf(part, e.Args[2], plain)
	}
	list := []symbolic.Part{{Cond: c.Yes(v)}}
	for depth, low := range floors {
		fits := c.Sliced(s, c.described(e.Args[0], low, plain), depth, occupied)
		t := c.preOf(e.Args[1], fits, v)
		var more []symbolic.Part
		for _, x := range list {
			more = append(more, symbolic.Part{Val: x.Val, Cond: c.ButNot(v, x.Cond, t)},
				symbolic.Part{Val: x.Val + 1, Cond: c.Both(v, x.Cond, t)})
		}
		list = c.Tidy(v, more)
	}
	return list
}
