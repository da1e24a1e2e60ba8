package rules

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

var binOps = map[ir.Op]graph.BinOp{
	ir.Add: graph.BAdd, ir.Sub: graph.BSub, ir.Mul: graph.BMul, ir.Div: graph.BDiv,
	ir.Mod: graph.BMod, ir.Pow: graph.BPow,
	ir.Min2: graph.BMin, ir.Max2: graph.BMax,
	ir.Eq: graph.BEq, ir.Ne: graph.BNe, ir.Lt: graph.BLt, ir.Le: graph.BLe,
}

// Number compiles a number that does not depend on a lane.
func (c *Expressions) Number(e *ir.Expr, v *symbolic.Env) *graph.Node {
	if v.Lane != nil {
		v = v.WithLane(nil)
	}
	e, v = v.Head(e)
	if op, ok := binOps[e.Op]; ok {
		return c.G.Binary(op, c.Number(e.Args[0], v), c.Number(e.Args[1], v))
	}
	switch e.Op {
	case ir.ConstNumber:
		return c.G.Integer(e.N)
	case ir.Var:
		return v.NumberOf(e)
	case ir.Neg:
		return c.G.Binary(graph.BSub, c.G.Integer(0), c.Number(e.Args[0], v))
	case ir.Abs:
		x := c.Number(e.Args[0], v)
		return c.G.Binary(graph.BMax, x, c.G.Binary(graph.BSub, c.G.Integer(0), x))
	case ir.Count:
		return c.count1of(e.Args[0], v)
	case ir.QSum, ir.QMin, ir.QMax:
		return c.fold(e, v)
	case ir.StateOf:
		return c.stateNumber(e, v)
	case ir.AttrOf:
		value := c.G.Integer(0)
		for _, k := range c.kindsOf(e.Args[0], v) {
			if a := c.Read.Attr(e, bits.TrailingZeros64(uint64(k.Val))); a != nil {
				value = c.G.Choose(k.Cond, c.Number(a, v.OfAttr()), value)
			}
		}
		return value
	case ir.Height:
		_, occupied := c.Read.Floors(v.St)
		n := c.Read.Height(c.Sites(e.Args[0], v), occupied)
		if e.Args[0].Card != ir.Many {
			c.Alg.Span[n] = [2]int64{0, int64(c.Read.Tall())}
		}
		return n
	case ir.Pieces:
		n := c.piecesIn(e, v)
		if len(e.Args) > 1 && e.Args[1].Card != ir.Many {
			c.Alg.Span[n] = [2]int64{0, int64(c.Read.Tall())}
		}
		return n
	case ir.Ply:
		return v.St.Nums[symbolic.NumPly]
	case ir.Passes:
		return v.St.Nums[symbolic.NumPasses]
	case ir.Repetitions:
		return c.Read.Fact(v, symbolic.NumRepeat)
	case ir.Seen:
		return c.Read.Fact(v, symbolic.NumSeen)
	case ir.ColumnOf:
		return c.coordinate(e.Args[0], v, c.Read.Game.Board.Column)
	case ir.RowOf:
		return c.coordinate(e.Args[0], v, c.Read.Game.Board.Row)
	case ir.If, ir.For:
		return selected(c, e, v, form[*graph.Node]{c.Number, c.G.Choose, nil, c.G.Integer(0)})
	case ir.Distance:
		return c.distance(e, v)
	}
	symbolic.Fail("the number %s", symbolic.Quote(e))
	return nil
}

// stateNumber compiles the sum of the values of a counter that its arguments select.
func (c *Expressions) stateNumber(e *ir.Expr, v *symbolic.Env) *graph.Node {
	sum := c.G.Integer(0)
	list, cell := c.stateIndex(int(e.N), e.Args, v)
	if cell != nil {
		if n := c.Walk.CellState(int(e.N), list, cell, v.St); n != nil {
			return n
		}
		for _, x := range list {
			sum = c.G.Choose(x.Cond, v.St.Nums[symbolic.NumFirst+x.Index], sum)
		}
		return sum
	}
	for _, x := range list {
		sum = c.G.Binary(graph.BAdd, sum,
			c.G.Choose(x.Cond, v.St.Nums[symbolic.NumFirst+x.Index], c.G.Integer(0)))
	}
	return sum
}

// count1of compiles the number of members of a set.
func (c *Expressions) count1of(e *ir.Expr, v *symbolic.Env) *graph.Node {
	switch e.Type {
	case ir.Sites:
		n := c.G.Integer(0)
		for _, s := range c.Sites(e, v) {
			n = c.G.Binary(graph.BAdd, n, c.G.Count1(s))
		}
		return n
	case ir.Steps:
		n := c.G.Integer(0)
		for _, p := range c.Cases.Steps(e, v) {
			n = c.G.Choose(p.Cond, c.G.Integer(int64(p.Dirs.Len())), n)
		}
		return n
	}
	set := c.Bitset(e, v)
	n := c.G.Integer(0)
	most := len(c.Read.Game.Kinds)
	if e.Type == ir.Players {
		most = len(c.Read.Game.Players)
	}
	for i := range most {
		n = c.G.Binary(graph.BAdd, n, c.Alg.Member(set, i))
	}
	return n
}

// fold compiles a sum, a least or a greatest number.
func (c *Expressions) fold(e *ir.Expr, v *symbolic.Env) *graph.Node {
	total := c.G.Integer(0)
	found := c.G.Boolean(false)
	if c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		x := c.Number(e.Args[1], w)
		switch e.Op {
		case ir.QSum:
			total = c.G.Binary(graph.BAdd, total, c.G.Choose(t, x, c.G.Integer(0)))
			return true
		case ir.QMin:
			x = c.G.Choose(found, c.G.Binary(graph.BMin, total, x), x)
		case ir.QMax:
			x = c.G.Choose(found, c.G.Binary(graph.BMax, total, x), x)
		}
		total = c.G.Choose(t, x, total)
		found = c.G.Logical(graph.BOr, found, t)
		return true
	}) {
		return total
	}
	if e.Args[0].Type != ir.Sites || e.Args[0].Op == ir.Range {
		symbolic.Fail("a sum over a range that is not constant")
	}
	op := map[ir.Op]graph.NodeOp{ir.QSum: graph.NSum, ir.QMin: graph.NMin, ir.QMax: graph.NMax}[e.Op]
	for p, dom := range c.Sites(e.Args[0], v) {
		if graph.IsEmpty(dom) {
			continue
		}
		i, x := c.Alg.NewVar()
		c.G.Known.SetWithin(x, dom)
		body := c.Number(e.Args[1],
			v.Bind(int(e.N), symbolic.Binding{Kind: symbolic.BindOne, Plane: p, Num: x, Piece: -1}))
		n := c.G.Loop(op, i, dom, body)
		some := c.G.Some(dom)
		switch e.Op {
		case ir.QSum:
			total = c.G.Binary(graph.BAdd, total, n)
		case ir.QMin:
			total = c.G.Choose(some, c.G.Choose(found, c.G.Binary(graph.BMin, total, n), n), total)
		case ir.QMax:
			total = c.G.Choose(some, c.G.Choose(found, c.G.Binary(graph.BMax, total, n), n), total)
		}
		found = c.G.Logical(graph.BOr, found, some)
	}
	return total
}

// coordinate compiles the column or row of a site: the least of several.
func (c *Expressions) coordinate(e *ir.Expr, v *symbolic.Env, numbers []int) *graph.Node {
	value := c.G.Integer(0)
	found := c.G.Boolean(false)
	for p, s := range c.Sites(e, v) {
		if graph.IsEmpty(s) {
			continue
		}
		values := make([]int64, c.G.Lay.Words*64)
		for bit, site := range c.G.Lay.Site[p] {
			if site != topology.None {
				values[bit] = int64(numbers[site])
			}
		}
		var n *graph.Node
		some := c.G.Some(s)
		switch {
		case s.Op == graph.SOne:
			n = c.G.NumberTable(s.A, values)
		case s.Op == graph.STable:
			n = c.G.NumbersOf(s, func(set layout.Bits) int64 {
				least, any := int64(0), false
				for b := range set.All() {
					if !any || values[b] < least {
						least, any = values[b], true
					}
				}
				return least
			})
		case s.Op == graph.SConst:
			n = c.G.Integer(values[s.Set.First()])
			for b := range s.Set.All() {
				n = c.G.Binary(graph.BMin, n, c.G.Integer(values[b]))
			}
		default:
			i, x := c.Alg.NewVar()
			n = c.G.Loop(graph.NMin, i, s, c.G.NumberTable(x, values))
		}
		value = c.G.Choose(some, c.G.Choose(found, c.G.Binary(graph.BMin, value, n), n), value)
		found = c.G.Logical(graph.BOr, found, some)
	}
	return value
}

// distance compiles how many steps lead from one set to another.
func (c *Expressions) distance(e *ir.Expr, v *symbolic.Env) *graph.Node {
	from, to := c.Sites(e.Args[0], v), c.Sites(e.Args[1], v)
	value := c.G.Integer(0)
	for _, d := range c.Cases.Steps(e.Args[2], v) {
		value = c.G.Choose(d.Cond, c.Walk.DistanceBy(from, to, d.Dirs, v), value)
	}
	return value
}
