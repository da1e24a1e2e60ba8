package rules

import (
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// of compiles a number or a set of players or kinds as a list of values with conditions, of
// which exactly one holds. In a lane, the conditions are sets of anchors.
func (c *cases) of(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	e, v = v.Head(e)
	if v.Lane == nil || !v.Varies(e) {
		return c.plain(e, v)
	}
	if f := onValues(e.Op); f != nil {
		return c.Alg.Combine(v, c.of(e.Args[0], v), c.of(e.Args[1], v), f)
	}
	switch e.Op {
	case ir.Var:
		v.NumberOf(e)
		return c.plain(e, v)
	case ir.Neg:
		return c.Alg.MapParts(v, c.of(e.Args[0], v),
			func(x int64) int64 { return graph.Arith(uint8(graph.BSub), 0, x) })
	case ir.Abs:
		return c.Alg.MapParts(v, c.of(e.Args[0], v),
			func(x int64) int64 { return max(x, graph.Arith(uint8(graph.BSub), 0, x)) })
	case ir.Count:
		return c.count(e.Args[0], v)
	case ir.Height:
		return c.height(e.Args[0], v)
	case ir.Pieces:
		return c.pieceCounts(e, v)
	case ir.ColumnOf:
		return c.coordinate(e.Args[0], v, c.Read.Game.Board.Column)
	case ir.RowOf:
		return c.coordinate(e.Args[0], v, c.Read.Game.Board.Row)
	case ir.KindOf:
		if k := v.KnownKind(e.Args[0]); k >= 0 {
			return []symbolic.Part{{Val: 1 << k, Cond: c.Alg.Yes(v)}}
		}
		return c.piece(e.Args[0], v, len(c.Read.Game.Kinds),
			func(i int) []*graph.Node { return c.Read.OfKind(v.St, i) })
	case ir.OwnerOf:
		return c.piece(e.Args[0], v, len(c.Read.Game.Players),
			func(i int) []*graph.Node { return c.Read.OwnedBy(v.St, i) })
	case ir.AttrOf:
		return c.attr(e, v)
	case ir.If, ir.For:
		return selected(c.ask, e, v,
			form[[]symbolic.Part]{c.of, c.Alg.PickParts(v), nil, []symbolic.Part{{Cond: c.Alg.Yes(v)}}})
	case ir.QSum, ir.QMin, ir.QMax:
		return c.fold(e, v)
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

// count returns how many members a set that depends on the lane has.
func (c *cases) count(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	if e.Type != ir.Sites {
		symbolic.Fail("the number %s, which depends on the anchor", symbolic.Quote(e))
	}
	points := c.ask.Points(e, v)
	if len(points) > 16 {
		symbolic.Fail("a count of %d places", len(points))
	}
	var list []symbolic.Part
	reached := c.reached(points, len(points)+1, v)
	for n := range len(points) + 1 {
		list = append(list, symbolic.Part{Val: int64(n), Cond: c.G.Diff(reached[n], reached[n+1])})
	}
	return c.Alg.Tidy(v, list)
}

// compared compiles the comparison of a count of sites that depends on the lane with a number that
// is known beforehand; nil for any other comparison.
func (c *cases) compared(e *ir.Expr, v *symbolic.Env) *graph.Node {
	count := e.Args[0]
	if count.Op != ir.Count || count.Args[0].Type != ir.Sites || len(e.Args) < 2 ||
		!v.Varies(count) || v.Varies(e.Args[1]) {
		return nil
	}
	n := c.ask.Number(e.Args[1], v)
	if n.Op != graph.NConst || n.K < 0 || n.K > 8 {
		return nil
	}
	k := int(n.K)
	if e.Op == ir.Gt || e.Op == ir.Le {
		k++
	}
	c.ask.slides = true
	defer func() { c.ask.slides = false }()
	reached := c.reached(c.ask.Points(count.Args[0], v), k+1, v)
	switch e.Op {
	case ir.Gt, ir.Ge:
		return reached[k]
	case ir.Lt, ir.Le:
		return c.Alg.Negate(v, reached[k])
	}
	t := c.G.Diff(reached[k], reached[k+1])
	if e.Op == ir.Ne {
		t = c.Alg.Negate(v, t)
	}
	return t
}

// reached returns, for each number up to most, the anchors for which at least as many points exist.
// Points of which each exists only where the one before does, as those of a row that ends at the
// first gap, are counted by the last of them.
func (c *cases) reached(points []symbolic.Point, most int, v *symbolic.Env) []*graph.Node {
	all := make([]*graph.Node, most+1)
	for i := range all {
		all[i] = c.Alg.Never(v)
	}
	all[0] = c.Alg.Yes(v)
	var rows [][]*graph.Node
next:
	for _, p := range points {
		for i, row := range rows {
			if last := row[len(row)-1]; c.G.And(last, p.Cond) == p.Cond {
				rows[i] = append(row, p.Cond)
				continue next
			}
		}
		rows = append(rows, []*graph.Node{c.Alg.Yes(v), p.Cond})
	}
	for _, row := range rows {
		old := slices.Clone(all)
		for n := 1; n <= most; n++ {
			for k := 1; k <= min(n, len(row)-1); k++ {
				all[n] = c.G.Or(all[n], c.G.And(old[n-k], row[k]))
			}
		}
	}
	return all
}

// attr returns an attribute of a kind that depends on the lane. If there are several kinds, it
// is that of the first one.
func (c *cases) attr(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	list, rest := c.attrCases(e, v, c.of)
	return c.Alg.Tidy(v, append(list, symbolic.Part{Cond: rest}))
}

// attrCases returns the values of an attribute with their conditions, and the condition that there
// is none.
func (c *cases) attrCases(e *ir.Expr, v *symbolic.Env,
	compile func(*ir.Expr, *symbolic.Env) []symbolic.Part) (list []symbolic.Part, none *graph.Node) {
	none = c.Alg.Yes(v)
	for _, k := range c.ask.kindsOf(e.Args[0], v) {
		kinds := uint64(k.Val)
		if e.Type != ir.Number && bits.OnesCount64(kinds) > 1 {
			symbolic.Fail("an attribute of several kinds")
		}
		a := c.Read.Attr(e, bits.TrailingZeros64(kinds))
		if a == nil {
			continue
		}
		for _, p := range compile(a, v.OfAttr()) {
			p.Cond = c.Alg.Both(v, k.Cond, p.Cond)
			list = append(list, p)
			none = c.Alg.ButNot(v, none, p.Cond)
		}
	}
	return list, none
}

// fold returns the sum or the extreme of the values of a quantifier's body.
func (c *cases) fold(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	pick := c.Alg.PickParts(v)
	total := []symbolic.Part{{Cond: c.Alg.Yes(v)}}
	found := c.Alg.Never(v)
	join := map[ir.Op]func(a, b int64) int64{
		ir.QSum: func(a, b int64) int64 { return graph.Arith(uint8(graph.BAdd), a, b) },
		ir.QMin: func(a, b int64) int64 { return min(a, b) },
		ir.QMax: func(a, b int64) int64 { return max(a, b) },
	}[e.Op]
	if !c.ask.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		x := c.of(e.Args[1], w)
		joined := c.Alg.Combine(v, total, x, join)
		if e.Op != ir.QSum {
			joined = pick(found, joined, x) // the first value is not compared with 0
			found = c.Alg.Either(v, found, t)
		}
		total = pick(t, joined, total)
		return true
	}) {
		symbolic.Fail("a sum over many sites")
	}
	return total
}

// plain is parts for what does not depend on the lane.
func (c *cases) plain(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	w := v.WithLane(nil)
	var n *graph.Node
	most := 0
	switch e.Type {
	case ir.Players:
		n, most = c.ask.Bitset(e, w), len(c.Read.Game.Players)
	case ir.Kinds:
		n, most = c.ask.Bitset(e, w), len(c.Read.Game.Kinds)
	default:
		n = c.ask.Number(e, w)
	}
	if most > 0 && e.Card != ir.Many && n.Op != graph.NConst {
		var list []symbolic.Part
		rest := c.Alg.Yes(v)
		for i := range most {
			if t := c.Alg.SpreadTruth(v, c.Alg.Member(n, i)); !c.Alg.IsNever(t) {
				list = append(list, symbolic.Part{Val: 1 << i, Cond: t})
				rest = c.Alg.ButNot(v, rest, t)
			}
		}
		if !c.Alg.IsNever(rest) {
			list = append(list, symbolic.Part{Cond: rest})
		}
		return list
	}
	return c.Alg.Cases(n, v, most)
}

// piece returns what is on a site relative to the anchor: bit i is set where the site is in
// the i-th set.
func (c *cases) piece(e *ir.Expr, v *symbolic.Env, n int,
	set func(int) []*graph.Node) []symbolic.Part {
	if e.Card == ir.Many {
		symbolic.Fail("the pieces of many sites")
	}
	var list []symbolic.Part
	rest := c.Alg.Yes(v)
	for i := range n {
		t := c.ask.preOf(e, set(i), v)
		list = append(list, symbolic.Part{Val: 1 << i, Cond: t})
		rest = c.G.Diff(rest, t)
	}
	return c.Alg.Tidy(v, append(list, symbolic.Part{Cond: rest}))
}

// coordinate returns the column or row of a site relative to the anchor.
func (c *cases) coordinate(e *ir.Expr, v *symbolic.Env, numbers []int) []symbolic.Part {
	points := c.ask.Points(e, v)
	if len(points) > 1 {
		symbolic.Fail("the column or row of several sites")
	}
	sets := map[int64]*layout.Bits{}
	var order []int64
	rest := c.Alg.Yes(v)
	var list []symbolic.Part
	for _, p := range points {
		rest = c.G.Diff(rest, p.Cond)
		for x := range v.Lane.All.Set.All() {
			y := int(x) + p.Off
			if y < 0 || y >= len(c.G.Lay.Site[p.Plane]) || c.G.Lay.Site[p.Plane][y] == topology.None {
				continue
			}
			n := int64(numbers[c.G.Lay.Site[p.Plane][y]])
			if sets[n] == nil {
				sets[n] = &layout.Bits{}
				order = append(order, n)
			}
			sets[n].Add(x)
		}
		for _, n := range order {
			list = append(list, symbolic.Part{Val: n, Cond: c.G.And(c.G.Constant(*sets[n]), p.Cond)})
		}
	}
	return c.Alg.Tidy(v, append(list, symbolic.Part{Cond: rest}))
}

// height compiles the height of the tower on one site as parts.
func (c *cases) height(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	if e.Card == ir.Many {
		symbolic.Fail("the height of many sites together")
	}
	_, occupied := c.Read.Floors(v.St)
	var list []symbolic.Part
	reaches := c.Alg.Yes(v)
	for n, here := range occupied {
		var higher *graph.Node
		if v.Lane != nil {
			higher = c.ask.preOf(e, here, v)
		} else {
			higher = c.Alg.SomeSets(c.Alg.Meet(c.ask.Sites(e, v), here))
		}
		list = append(list, symbolic.Part{Val: int64(n), Cond: c.Alg.ButNot(v, reaches, higher)})
		reaches = higher
	}
	return c.Alg.Tidy(v, list)
}

// pieceCounts compiles `pieces(D, S)` of one site that depends on a lane, as parts.
func (c *cases) pieceCounts(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	if len(e.Args) < 2 || e.Args[1].Card == ir.Many || v.Varies(e.Args[0]) ||
		len(e.Args) > 2 && v.Varies(e.Args[2]) {
		symbolic.Fail("pieces of towers that depend on the anchor")
	}
	floors, occupied := c.Read.Floors(v.St)
	plain := v.WithLane(nil)
	s := symbolic.Slice{}
	if part := ir.Part(e.N); part != ir.Whole {
		s = c.ask.sliceOf(part, e.Args[2], plain)
	}
	list := []symbolic.Part{{Cond: c.Alg.Yes(v)}}
	for depth, low := range floors {
		fits := c.Read.Sliced(s, c.ask.described(e.Args[0], low, plain), depth, occupied)
		t := c.ask.preOf(e.Args[1], fits, v)
		var more []symbolic.Part
		for _, x := range list {
			more = append(more, symbolic.Part{Val: x.Val, Cond: c.Alg.ButNot(v, x.Cond, t)},
				symbolic.Part{Val: x.Val + 1, Cond: c.Alg.Both(v, x.Cond, t)})
		}
		list = c.Alg.Tidy(v, more)
	}
	return list
}

// cases compile numbers, players, kinds and directions as their possible values, each with the
// condition for it.
type cases struct {
	symbolic.Tools
	ask *Expressions
}
