package compile

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

func stateBase(g *ir.Game, state int) int { return g.Base(state) }

var binOps = map[ir.Op]binOp{
	ir.Add: bAdd, ir.Sub: bSub, ir.Mul: bMul, ir.Div: bDiv, ir.Mod: bMod, ir.Pow: bPow,
	ir.Min2: bMin, ir.Max2: bMax,
	ir.Eq: bEq, ir.Ne: bNe, ir.Lt: bLt, ir.Le: bLe,
}

// number compiles a number that does not depend on a lane.
func (c *expressions) number(e *ir.Expr, v *env) *node {
	if v.lane != nil {
		v = v.withLane(nil)
	}
	e, v = v.head(e)
	if op, ok := binOps[e.Op]; ok {
		return c.binary(op, c.number(e.Args[0], v), c.number(e.Args[1], v))
	}
	switch e.Op {
	case ir.ConstNumber:
		return c.integer(e.N)
	case ir.Var:
		return v.numberOf(e)
	case ir.Neg:
		return c.binary(bSub, c.integer(0), c.number(e.Args[0], v))
	case ir.Abs:
		x := c.number(e.Args[0], v)
		return c.binary(bMax, x, c.binary(bSub, c.integer(0), x))
	case ir.Count:
		return c.count1of(e.Args[0], v)
	case ir.QSum, ir.QMin, ir.QMax:
		return c.fold(e, v)
	case ir.StateOf:
		return c.stateNumber(e, v)
	case ir.AttrOf:
		value := c.integer(0)
		for _, k := range c.kindsOf(e.Args[0], v) {
			if a := c.attr(e, bits.TrailingZeros64(uint64(k.val))); a != nil {
				value = c.choose(k.cond, c.number(a, v.ofAttr()), value)
			}
		}
		return value
	case ir.Height:
		_, occupied := c.floors(v.st)
		n := c.height(c.sites(e.Args[0], v), occupied)
		if e.Args[0].Card != ir.Many {
			c.span[n] = [2]int64{0, int64(c.tall())}
		}
		return n
	case ir.Pieces:
		n := c.piecesIn(e, v)
		if len(e.Args) > 1 && e.Args[1].Card != ir.Many {
			c.span[n] = [2]int64{0, int64(c.tall())}
		}
		return n
	case ir.Ply:
		return v.st.nums[NumPly]
	case ir.Passes:
		return v.st.nums[NumPasses]
	case ir.Repetitions:
		return c.fact(v, NumRepeat)
	case ir.Seen:
		return c.fact(v, NumSeen)
	case ir.ColumnOf:
		return c.coordinate(e.Args[0], v, c.game.Board.Column)
	case ir.RowOf:
		return c.coordinate(e.Args[0], v, c.game.Board.Row)
	case ir.If, ir.For:
		return selected(c, e, v, form[*node]{c.number, c.choose, nil, c.integer(0)})
	case ir.Distance:
		return c.distance(e, v)
	}
	fail("a number of operator %d", e.Op)
	return nil
}

// stateNumber compiles the sum of the values of a counter that its arguments select.
func (c *expressions) stateNumber(e *ir.Expr, v *env) *node {
	sum := c.integer(0)
	list, cell := c.stateIndex(int(e.N), e.Args, v)
	if cell != nil {
		if n := c.cellState(int(e.N), list, cell, v.st); n != nil {
			return n
		}
		for _, x := range list {
			sum = c.choose(x.cond, v.st.nums[NumFirst+x.index], sum)
		}
		return sum
	}
	for _, x := range list {
		sum = c.binary(bAdd, sum, c.choose(x.cond, v.st.nums[NumFirst+x.index], c.integer(0)))
	}
	return sum
}

// count1of compiles the number of members of a set.
func (c *expressions) count1of(e *ir.Expr, v *env) *node {
	switch e.Type {
	case ir.Sites:
		n := c.integer(0)
		for _, s := range c.sites(e, v) {
			n = c.binary(bAdd, n, c.count1(s))
		}
		return n
	case ir.Steps:
		n := c.integer(0)
		for _, p := range c.steps(e, v) {
			n = c.choose(p.cond, c.integer(int64(p.dirs.Len())), n)
		}
		return n
	}
	set := c.bitset(e, v)
	n := c.integer(0)
	most := len(c.game.Kinds)
	if e.Type == ir.Players {
		most = len(c.game.Players)
	}
	for i := range most {
		n = c.binary(bAdd, n, c.member(set, i))
	}
	return n
}

// fold compiles a sum, a least or a greatest number.
func (c *expressions) fold(e *ir.Expr, v *env) *node {
	total := c.integer(0)
	found := c.boolean(false)
	if c.unroll(e, v, func(w *env, t *node) bool {
		x := c.number(e.Args[1], w)
		switch e.Op {
		case ir.QSum:
			total = c.binary(bAdd, total, c.choose(t, x, c.integer(0)))
			return true
		case ir.QMin:
			x = c.choose(found, c.binary(bMin, total, x), x)
		case ir.QMax:
			x = c.choose(found, c.binary(bMax, total, x), x)
		}
		total = c.choose(t, x, total)
		found = c.logical(bOr, found, t)
		return true
	}) {
		return total
	}
	if e.Args[0].Type != ir.Sites || e.Args[0].Op == ir.Range {
		fail("a sum over a range that is not constant")
	}
	op := map[ir.Op]nodeOp{ir.QSum: nSum, ir.QMin: nMin, ir.QMax: nMax}[e.Op]
	for p, dom := range c.sites(e.Args[0], v) {
		if isEmpty(dom) {
			continue
		}
		i, x := c.newVar()
		c.within[x] = dom
		body := c.number(e.Args[1],
			v.bind(int(e.N), binding{kind: bindOne, plane: p, num: x, piece: -1}))
		n := c.loop(op, i, dom, body)
		some := c.some(dom)
		switch e.Op {
		case ir.QSum:
			total = c.binary(bAdd, total, n)
		case ir.QMin:
			total = c.choose(some, c.choose(found, c.binary(bMin, total, n), n), total)
		case ir.QMax:
			total = c.choose(some, c.choose(found, c.binary(bMax, total, n), n), total)
		}
		found = c.logical(bOr, found, some)
	}
	return total
}

// coordinate compiles the column or row of a site: the least of several.
func (c *expressions) coordinate(e *ir.Expr, v *env, numbers []int) *node {
	value := c.integer(0)
	found := c.boolean(false)
	for p, s := range c.sites(e, v) {
		if isEmpty(s) {
			continue
		}
		values := make([]int64, c.lay.Words*64)
		for bit, site := range c.lay.Site[p] {
			if site != topology.None {
				values[bit] = int64(numbers[site])
			}
		}
		var n *node
		some := c.some(s)
		switch {
		case s.op == sOne:
			n = c.numberTable(s.a, values)
		case s.op == sTable:
			n = c.numbersOf(s, func(set Bits) int64 {
				least, any := int64(0), false
				for b := range set.All() {
					if !any || values[b] < least {
						least, any = values[b], true
					}
				}
				return least
			})
		case s.op == sConst:
			n = c.integer(values[s.set.First()])
			for b := range s.set.All() {
				n = c.binary(bMin, n, c.integer(values[b]))
			}
		default:
			i, x := c.newVar()
			n = c.loop(nMin, i, s, c.numberTable(x, values))
		}
		value = c.choose(some, c.choose(found, c.binary(bMin, value, n), n), value)
		found = c.logical(bOr, found, some)
	}
	return value
}

// distance compiles how many steps lead from one set to another, where that follows from at most
// two places.
func (c *expressions) distance(e *ir.Expr, v *env) *node {
	if c.blocks {
		fail("a distance that pieces block")
	}
	from, to := c.sites(e.Args[0], v), c.sites(e.Args[1], v)
	value := c.integer(0)
	for _, d := range c.steps(e.Args[2], v) {
		value = c.choose(d.cond, c.distanceBy(from, to, d.dirs), value)
	}
	return value
}
