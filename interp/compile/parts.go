package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"math/bits"
)

// parts compiles a number or a set of players or kinds as a list of values with conditions, of
// which exactly one holds. In a lane, the conditions are sets of anchors.
func (c *expressions) parts(e *ir.Expr, v *env) []part {
	e, v = v.head(e)
	if v.lane == nil || !v.varies(e) {
		return c.plainParts(e, v)
	}
	if f := onValues(e.Op); f != nil {
		return c.combine(v, c.parts(e.Args[0], v), c.parts(e.Args[1], v), f)
	}
	switch e.Op {
	case ir.Var:
		v.numberOf(e)
		return c.plainParts(e, v)
	case ir.Neg:
		return c.mapParts(v, c.parts(e.Args[0], v),
			func(x int64) int64 { return arith(uint8(bSub), 0, x) })
	case ir.Abs:
		return c.mapParts(v, c.parts(e.Args[0], v),
			func(x int64) int64 { return max(x, arith(uint8(bSub), 0, x)) })
	case ir.Count:
		return c.countParts(e.Args[0], v)
	case ir.Height:
		return c.heightParts(e.Args[0], v)
	case ir.Pieces:
		return c.pieceCounts(e, v)
	case ir.ColumnOf:
		return c.coordinateParts(e.Args[0], v, c.game.Board.Column)
	case ir.RowOf:
		return c.coordinateParts(e.Args[0], v, c.game.Board.Row)
	case ir.KindOf:
		if k := v.knownKind(e.Args[0]); k >= 0 {
			return []part{{val: 1 << k, cond: c.yes(v)}}
		}
		return c.pieceParts(e.Args[0], v, len(c.game.Kinds),
			func(i int) []*node { return c.ofKind(v.st, i) })
	case ir.OwnerOf:
		return c.pieceParts(e.Args[0], v, len(c.game.Players),
			func(i int) []*node { return c.ownedBy(v.st, i) })
	case ir.AttrOf:
		return c.attrParts(e, v)
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]part]{c.parts, c.pickParts(v), nil, []part{{cond: c.yes(v)}}})
	case ir.QSum, ir.QMin, ir.QMax:
		return c.foldParts(e, v)
	}
	fail("a number of operator %d that depends on the anchor", e.Op)
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
		return func(x, y int64) int64 { return arith(uint8(b), x, y) }
	}
	return nil
}

// countParts returns how many members a set that depends on the lane has. Each point that is found
// there moves a count to the next one.
func (c *expressions) countParts(e *ir.Expr, v *env) []part {
	if e.Type != ir.Sites {
		fail("a number of operator %d that depends on the anchor", ir.Count)
	}
	list := []part{{val: 0, cond: c.yes(v)}}
	points := c.points(e, v)
	if len(points) > 16 {
		fail("a count of %d places", len(points))
	}
	for _, p := range points {
		var more []part
		for i := 0; i <= len(list); i++ {
			n := c.empty
			if i < len(list) {
				n = c.diff(list[i].cond, p.cond)
			}
			if i > 0 {
				n = c.or(n, c.and(list[i-1].cond, p.cond))
			}
			more = append(more, part{val: int64(i), cond: n})
		}
		list = more
	}
	return c.tidy(v, list)
}

// attrParts returns an attribute of a kind that depends on the lane. If there are several kinds, it
// is that of the first one.
func (c *expressions) attrParts(e *ir.Expr, v *env) []part {
	list, rest := c.attrCases(e, v, c.parts)
	return c.tidy(v, append(list, part{cond: rest}))
}

// attrCases returns the values of an attribute with their conditions, and the condition that there
// is none.
func (c *expressions) attrCases(e *ir.Expr, v *env,
	compile func(*ir.Expr, *env) []part) (list []part, none *node) {
	none = c.yes(v)
	for _, k := range c.kindsOf(e.Args[0], v) {
		kinds := uint64(k.val)
		if e.Type != ir.Number && bits.OnesCount64(kinds) > 1 {
			fail("an attribute of several kinds")
		}
		a := c.attr(e, bits.TrailingZeros64(kinds))
		if a == nil {
			continue
		}
		for _, p := range compile(a, v.ofAttr()) {
			p.cond = c.both(v, k.cond, p.cond)
			list = append(list, p)
			none = c.butNot(v, none, p.cond)
		}
	}
	return list, none
}

// foldParts returns the sum or the extreme of the values of a quantifier's body.
func (c *expressions) foldParts(e *ir.Expr, v *env) []part {
	pick := c.pickParts(v)
	total := []part{{cond: c.yes(v)}}
	found := c.never(v)
	join := map[ir.Op]func(a, b int64) int64{
		ir.QSum: func(a, b int64) int64 { return arith(uint8(bAdd), a, b) },
		ir.QMin: func(a, b int64) int64 { return min(a, b) },
		ir.QMax: func(a, b int64) int64 { return max(a, b) },
	}[e.Op]
	if !c.unroll(e, v, func(w *env, t *node) bool {
		x := c.parts(e.Args[1], w)
		joined := c.combine(v, total, x, join)
		if e.Op != ir.QSum {
			joined = pick(found, joined, x) // the first value is not compared with 0
			found = c.either(v, found, t)
		}
		total = pick(t, joined, total)
		return true
	}) {
		fail("a sum over many sites")
	}
	return total
}

// plainParts is parts for what does not depend on the lane.
func (c *expressions) plainParts(e *ir.Expr, v *env) []part {
	w := v.withLane(nil)
	var n *node
	most := 0
	switch e.Type {
	case ir.Players:
		n, most = c.bitset(e, w), len(c.game.Players)
	case ir.Kinds:
		n, most = c.bitset(e, w), len(c.game.Kinds)
	default:
		n = c.number(e, w)
	}
	if most > 0 && e.Card != ir.Many && n.op != nConst {
		var list []part
		rest := c.yes(v)
		for i := range most {
			if t := c.spreadTruth(v, c.member(n, i)); !c.isNever(t) {
				list = append(list, part{val: 1 << i, cond: t})
				rest = c.butNot(v, rest, t)
			}
		}
		if !c.isNever(rest) {
			list = append(list, part{cond: rest})
		}
		return list
	}
	return c.cases(n, v, most)
}

// pieceParts returns what is on a site relative to the anchor: bit i is set where the site is in
// the i-th set.
func (c *expressions) pieceParts(e *ir.Expr, v *env, n int, set func(int) []*node) []part {
	if e.Card == ir.Many {
		fail("the pieces of many sites")
	}
	var list []part
	rest := c.yes(v)
	for i := range n {
		t := c.preOf(e, set(i), v)
		list = append(list, part{val: 1 << i, cond: t})
		rest = c.diff(rest, t)
	}
	return c.tidy(v, append(list, part{cond: rest}))
}

// coordinateParts returns the column or row of a site relative to the anchor.
func (c *expressions) coordinateParts(e *ir.Expr, v *env, numbers []int) []part {
	points := c.points(e, v)
	if len(points) > 1 {
		fail("the column or row of several sites")
	}
	sets := map[int64]*Bits{}
	var order []int64
	rest := c.yes(v)
	var list []part
	for _, p := range points {
		rest = c.diff(rest, p.cond)
		for x := range v.lane.all.set.All() {
			y := int(x) + p.off
			if y < 0 || y >= len(c.lay.Site[p.plane]) || c.lay.Site[p.plane][y] == topology.None {
				continue
			}
			n := int64(numbers[c.lay.Site[p.plane][y]])
			if sets[n] == nil {
				sets[n] = &Bits{}
				order = append(order, n)
			}
			sets[n].Add(x)
		}
		for _, n := range order {
			list = append(list, part{val: n, cond: c.and(c.constant(*sets[n]), p.cond)})
		}
	}
	return c.tidy(v, append(list, part{cond: rest}))
}

// heightParts compiles the height of the tower on one site as parts.
func (c *expressions) heightParts(e *ir.Expr, v *env) []part {
	if e.Card == ir.Many {
		fail("the height of many sites together")
	}
	_, occupied := c.floors(v.st)
	var list []part
	reaches := c.yes(v)
	for n, here := range occupied {
		var higher *node
		if v.lane != nil {
			higher = c.preOf(e, here, v)
		} else {
			higher = c.someSets(c.meet(c.sites(e, v), here))
		}
		list = append(list, part{val: int64(n), cond: c.butNot(v, reaches, higher)})
		reaches = higher
	}
	return c.tidy(v, list)
}

// pieceCounts compiles `pieces(D, S)` of one site that depends on a lane, as parts.
func (c *expressions) pieceCounts(e *ir.Expr, v *env) []part {
	if len(e.Args) < 2 || e.Args[1].Card == ir.Many || v.varies(e.Args[0]) ||
		len(e.Args) > 2 && v.varies(e.Args[2]) {
		fail("pieces of towers that depend on the anchor")
	}
	floors, occupied := c.floors(v.st)
	plain := v.withLane(nil)
	s := slice{}
	if part := ir.Part(e.N); part != ir.Whole {
		s = c.sliceOf(part, e.Args[2], plain)
	}
	list := []part{{cond: c.yes(v)}}
	for depth, low := range floors {
		fits := c.sliced(s, c.described(e.Args[0], low, plain), depth, occupied)
		t := c.preOf(e.Args[1], fits, v)
		var more []part
		for _, x := range list {
			more = append(more, part{val: x.val, cond: c.butNot(v, x.cond, t)},
				part{val: x.val + 1, cond: c.both(v, x.cond, t)})
		}
		list = c.tidy(v, more)
	}
	return list
}
