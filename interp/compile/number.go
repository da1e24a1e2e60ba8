package compile

import (
	"math/bits"
	"slices"

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
		switch b := v.variable(e); b.kind {
		case bindNum:
			return b.num
		}
		fail("a variable that is no number")
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

// stateNumber compiles the sum of the values of a counter that its arguments mean.
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

// parts compiles a number or a set of players or kinds as a list of values and when each is meant:
// together always, never two at once. With a lane the conditions are sets of anchors.
func (c *expressions) parts(e *ir.Expr, v *env) []part {
	e, v = v.head(e)
	if v.lane == nil || !v.varies(e) {
		return c.plainParts(e, v)
	}
	if op, ok := binOps[e.Op]; ok {
		return c.combine(v, c.parts(e.Args[0], v), c.parts(e.Args[1], v),
			func(x, y int64) int64 { return Arith(uint8(op), x, y) })
	}
	switch e.Op {
	case ir.Var:
		switch b := v.variable(e); b.kind {
		case bindNum:
			return c.plainParts(e, v)
		}
		fail("a site where a number is wanted")
	case ir.Neg:
		return c.mapParts(v, c.parts(e.Args[0], v),
			func(x int64) int64 { return Arith(uint8(bSub), 0, x) })
	case ir.Abs:
		return c.mapParts(v, c.parts(e.Args[0], v),
			func(x int64) int64 { return max(x, Arith(uint8(bSub), 0, x)) })
	case ir.And:
		return c.combine(v, c.parts(e.Args[0], v), c.parts(e.Args[1], v),
			func(x, y int64) int64 { return x & y })
	case ir.Or:
		return c.combine(v, c.parts(e.Args[0], v), c.parts(e.Args[1], v),
			func(x, y int64) int64 { return x | y })
	case ir.Minus:
		return c.combine(v, c.parts(e.Args[0], v), c.parts(e.Args[1], v),
			func(x, y int64) int64 { return x &^ y })
	case ir.Count:
		if e.Args[0].Type != ir.Sites {
			break
		}
		list := []part{{val: 0, cond: c.yes(v)}}
		points := c.points(e.Args[0], v)
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
		var list []part
		rest := c.yes(v)
		for _, k := range c.kindsOf(e.Args[0], v) {
			for i, kinds := 0, uint64(k.val); kinds != 0; i, kinds = i+1, kinds&(kinds-1) {
				if i > 0 && e.Type == ir.Number {
					break
				}
				if i > 0 {
					fail("an attribute of several kinds")
				}
				if a := c.attr(e, bits.TrailingZeros64(kinds)); a != nil {
					for _, p := range c.parts(a, v.ofAttr()) {
						t := c.both(v, k.cond, p.cond)
						list = append(list, part{val: p.val, cond: t})
						rest = c.butNot(v, rest, t)
					}
				}
			}
		}
		return c.tidy(v, append(list, part{cond: rest}))
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]part]{c.parts, c.pickParts(v), nil, []part{{cond: c.yes(v)}}})
	case ir.QSum, ir.QMin, ir.QMax:
		pick := c.pickParts(v)
		total := []part{{cond: c.yes(v)}}
		found := c.never(v)
		if !c.unroll(e, v, func(w *env, t *node) bool {
			x := c.parts(e.Args[1], w)
			switch e.Op {
			case ir.QSum:
				more := c.combine(v, total, x,
					func(a, b int64) int64 { return Arith(uint8(bAdd), a, b) })
				total = pick(t, more, total)
			default:
				better := func(a, b int64) int64 { return max(a, b) }
				if e.Op == ir.QMin {
					better = func(a, b int64) int64 { return min(a, b) }
				}
				best := pick(found, c.combine(v, total, x, better), x)
				total = pick(t, best, total)
				found = c.either(v, found, t)
			}
			return true
		}) {
			fail("a sum over many sites")
		}
		return total
	}
	fail("a number of operator %d that depends on the anchor", e.Op)
	return nil
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

// cases turns a number into its values and when each is meant.
func (c *algebra) cases(n *node, v *env, most int) []part {
	var list []part
	for _, x := range c.values(n, most) {
		t := c.binary(bEq, n, c.integer(x))
		if !isFalse(t) {
			list = append(list, part{val: x, cond: c.spreadTruth(v, t)})
		}
	}
	return list
}

// values returns all values that a number can have. most is the number of players or kinds if it is
// a set of them.
func (c *algebra) values(n *node, most int) []int64 {
	set := map[int64]bool{}
	if !c.collect(n, set, 0) {
		if most == 0 || most > 4 {
			fail("a number that can have many values")
		}
		for x := range int64(1) << most {
			set[x] = true
		}
	}
	var list []int64
	for x := range set {
		list = append(list, x)
	}
	sortInts(list)
	return list
}

// collect gathers the values that a number can have; false if there are too many.
func (c *algebra) collect(n *node, set map[int64]bool, deep int) bool {
	if deep > 12 || len(set) > maxParts {
		return false
	}
	if within, ok := c.span[n]; ok {
		for x := within[0]; x <= within[1]; x++ {
			set[x] = true
		}
		return len(set) <= maxParts
	}
	switch n.op {
	case nConst:
		set[n.k] = true
		return true
	case nState:
		values, ok := c.few[int(n.k)]
		for _, x := range values {
			set[x] = true
		}
		return ok
	case nSel:
		return c.collect(n.b, set, deep+1) && c.collect(n.c, set, deep+1)
	case nTable:
		for _, x := range c.numTab[n.k] {
			set[x] = true
		}
		return len(set) <= maxParts
	case nBin:
		a, b := map[int64]bool{}, map[int64]bool{}
		if n.isTruth() {
			set[0], set[1] = true, true
			return true
		}
		if !c.collect(n.a, a, deep+1) || !c.collect(n.b, b, deep+1) || len(a)*len(b) > maxParts {
			return false
		}
		for x := range a {
			for y := range b {
				set[Arith(uint8(n.k), x, y)] = true
			}
		}
		return true
	}
	if n.isTruth() {
		set[0], set[1] = true, true
		return true
	}
	return false
}

func (c *algebra) mapParts(v *env, list []part, f func(int64) int64) []part {
	var out []part
	for _, p := range list {
		out = append(out, part{val: f(p.val), cond: p.cond})
	}
	return c.tidy(v, out)
}

func (c *algebra) combine(v *env, a, b []part, f func(x, y int64) int64) []part {
	if len(a)*len(b) > maxParts*maxParts/4 {
		fail("too many values")
	}
	var out []part
	for _, x := range a {
		for _, y := range b {
			if t := c.both(v, x.cond, y.cond); !c.isNever(t) {
				out = append(out, part{val: f(x.val, y.val), cond: t})
			}
		}
	}
	return c.tidy(v, out)
}

// pickParts returns what parts are where t holds, and elsewhere.
func (c *algebra) pickParts(v *env) func(t *node, x, y []part) []part {
	steps := c.pickSteps(v)
	return func(t *node, x, y []part) []part { return c.tidy(v, steps(t, x, y)) }
}

// pickSteps is pickParts for steps.
func (c *algebra) pickSteps(v *env) func(t *node, x, y []part) []part {
	return func(t *node, x, y []part) (out []part) {
		for _, p := range x {
			p.cond = c.both(v, p.cond, t)
			out = append(out, p)
		}
		for _, p := range y {
			p.cond = c.butNot(v, p.cond, t)
			out = append(out, p)
		}
		return slices.DeleteFunc(out, func(p part) bool { return c.isNever(p.cond) })
	}
}

// tidy joins parts of one value and drops those that are never meant.
func (c *algebra) tidy(v *env, list []part) []part {
	at := map[int64]int{}
	var out []part
	for _, p := range list {
		if c.isNever(p.cond) {
			continue
		}
		if i, ok := at[p.val]; ok {
			out[i].cond = c.either(v, out[i].cond, p.cond)
			continue
		}
		at[p.val] = len(out)
		out = append(out, p)
	}
	if len(out) > maxParts {
		fail("too many values")
	}
	return out
}

// pieceParts returns what is on a site relative to the anchor: bit i where it is one of the i-th
// set.
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

// steps compiles steps as a list of constants and when each is meant.
func (c *expressions) steps(e *ir.Expr, v *env) []part {
	e, v = v.head(e)
	board := c.game.Board
	turn := func(f func(topology.Steps) topology.Steps) []part {
		list := c.steps(e.Args[0], v)
		out := make([]part, len(list))
		for i, p := range list {
			out[i] = part{dirs: f(p.dirs), cond: p.cond}
		}
		return out
	}
	pairs := func(f func(x, y topology.Steps) topology.Steps) []part {
		var out []part
		for _, x := range c.steps(e.Args[0], v) {
			for _, y := range c.steps(e.Args[1], v) {
				if t := c.both(v, x.cond, y.cond); !c.isNever(t) {
					out = append(out, part{dirs: f(x.dirs, y.dirs), cond: t})
				}
			}
		}
		return out
	}
	switch e.Op {
	case ir.ConstSteps:
		return []part{{dirs: e.Dirs, cond: c.yes(v)}}
	case ir.Var:
		switch b := v.variable(e); b.kind {
		case bindSteps:
			return []part{{dirs: b.dirs, cond: c.yes(v)}}
		}
		fail("a variable that is no step")
	case ir.And:
		return pairs(topology.Steps.And)
	case ir.Or:
		return pairs(topology.Steps.Or)
	case ir.Minus:
		return pairs(topology.Steps.Minus)
	case ir.BackOf:
		return turn(board.BackOf)
	case ir.LeftOf:
		return turn(board.LeftOf)
	case ir.RightOf:
		return turn(board.RightOf)
	case ir.SideOf:
		return turn(board.SideOf)
	case ir.Facing:
		return []part{{dirs: c.facing(v.me, ir.Turned(e.N)), cond: c.yes(v)}}
	case ir.AttrOf:
		var list []part
		rest := c.yes(v)
		for _, k := range c.kindsOf(e.Args[0], v) {
			if k.val&(k.val-1) != 0 {
				fail("steps of several kinds")
			}
			if a := c.attr(e, bits.TrailingZeros64(uint64(k.val))); a != nil {
				for _, p := range c.steps(a, v.ofAttr()) {
					t := c.both(v, k.cond, p.cond)
					list = append(list, part{dirs: p.dirs, cond: t})
					rest = c.butNot(v, rest, t)
				}
			}
		}
		if !c.isNever(rest) {
			list = append(list, part{cond: rest})
		}
		return list
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]part]{c.steps, c.pickSteps(v), nil, []part{{cond: c.yes(v)}}})
	case ir.QUnion, ir.QThose:
		list := []part{{cond: c.yes(v)}}
		if !c.unroll(e, v, func(w *env, t *node) bool {
			var add []part
			if e.Op == ir.QUnion {
				add = c.steps(e.Args[1], w)
			} else {
				add = []part{{dirs: w.slots[e.N].dirs, cond: c.yes(v)}}
				t = c.both(v, t, c.truth(e.Args[1], w))
			}
			var out []part
			for _, x := range list {
				for _, y := range add {
					if u := c.both(v, c.both(v, x.cond, y.cond), t); !c.isNever(u) {
						out = append(out, part{dirs: x.dirs.Or(y.dirs), cond: u})
					}
				}
				if u := c.butNot(v, x.cond, t); !c.isNever(u) {
					out = append(out, part{dirs: x.dirs, cond: u})
				}
			}
			if list = out; len(list) > 64 {
				fail("too many sets of steps")
			}
			return true
		}) {
			fail("a union of steps over many sites")
		}
		return list
	}
	fail("steps of operator %d", e.Op)
	return nil
}

// facing returns a direction as a player sees it; nothing if the player has no facing.
func (c *walker) facing(player int, turned ir.Turned) topology.Steps {
	p := &c.game.Players[player]
	if !p.Faces {
		return topology.Steps{}
	}
	d := &c.game.Board.Directions[p.Facing]
	r := p.Facing
	switch turned {
	case ir.Backward:
		r = d.Back
	case ir.Leftward:
		r = d.Left
	case ir.Rightward:
		r = d.Right
	case ir.ForwardLeft:
		r = d.HalfLeft
	case ir.ForwardRight:
		r = d.HalfRight
	}
	return topology.StepsOf(r)
}

func sortInts(list []int64) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}
