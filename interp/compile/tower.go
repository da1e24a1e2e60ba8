package compile

import (
	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// This file compiles towers. A position keeps them by depth: the tops are the sets that every game
// has, and for each depth below there are sets of its own, of owners and of kinds. So sets of sites
// see the tops, a piece that comes down moves the others of its cell one depth on, and how high a
// tower is says the first depth at which nothing lies.
//
// What happens to a single tower is computed on its columns: the bits of an owner or a kind on one
// site, the top first. They are truths, one for each depth, and where a number that is known only
// while playing shifts them, bits of one number.

// maxTall is how many pieces the towers of a compiled game may have: a column has room for them,
// also after a shift.
const maxTall = 62

// addFloors adds the sets of what lies below the tops, on cells alone.
func (s *store) addFloors() {
	g := s.c.game
	cells := s.c.lay.Split(g.Board.Cells)
	for depth := 1; depth < g.Tallest; depth++ {
		add := func(top int) int {
			if top < 0 {
				return top
			}
			f := s.fields[top]
			may := s.may[top].And(cells[f.Plane])
			if may.Empty() {
				return -1
			}
			f.Depth = depth
			s.fields, s.may = append(s.fields, f), append(s.may, may)
			return len(s.fields) - 1
		}
		rows := func(tops [][]int) (rows [][]int) {
			for _, top := range tops {
				row := make([]int, len(top))
				for p := range top {
					row[p] = add(top[p])
				}
				rows = append(rows, row)
			}
			return rows
		}
		s.below = append(s.below, Floor{rows(s.owned), rows(s.kinds)})
	}
}

// tall is how many pieces a tower may have; 1 without towers.
func (c *reader) tall() int {
	if c.low > 0 {
		return c.low
	}
	return max(c.game.Tallest, 1)
}

// Where towers may be high, steps are compiled twice: once for positions in which all are low, as
// they are nearly always, and stay so. Its tests never look deeper than lowDepths.
const (
	highTowers = 16
	lowDepths  = 12
)

// compileLow compiles a step for low towers, if that is worth it.
func (b *builder) compileLow(a *Apply, mv *ir.Move, v *env) {
	if b.game.Tallest <= highTowers {
		return
	}
	high := 0 // how high towers may be so that they have at most lowDepths pieces after the step
	for grown(mv.Do, high+1) <= lowDepths {
		high++
	}
	if high == 0 {
		return
	}
	then, looksAhead := a.Then, a.LooksAhead
	why := attempt(func() {
		b.low = lowDepths
		a.low = b.outcome(a, mv, b.effects(mv.Do, v))
	})
	b.low = 0
	if why != "" || a.Then != then || a.LooksAhead != looksAhead {
		a.Then, a.LooksAhead, a.low = then, looksAhead, nil
		return
	}
	a.isLow = b.not(b.someSets(b.occupied(b.floor(b.state0, high))))
}

// grown is how high towers are at most after effects, if none was higher than that before; more
// than lowDepths if it is not seen.
func grown(list []*ir.Effect, high int) int {
	for _, e := range list {
		switch e.Op {
		case ir.MovePieces:
			high *= 2
		case ir.Place:
			high++
		case ir.Each, ir.Shift:
			return lowDepths + 1
		}
	}
	return high
}

// changes writes the changes that a step makes, whose uses have been counted, apart for low towers.
func (e *lowering) changes(a *Apply) {
	if a.low == nil {
		e.cases(a.final, maxCases)
		return
	}
	version := func(final *state) func() {
		return func() {
			e.recount()
			e.countFinal(final)
			e.scope(func() { e.cases(final, maxCases) })
		}
	}
	e.count(a.isLow)
	e.f.If(e.test(a.isLow), version(a.low), version(a.final))
}

// at returns the field that is to a top what lies below it at a depth; -1 if there is none.
func (s *store) at(top, depth int) int {
	if depth == 0 {
		return top
	}
	if depth > len(s.below) {
		return -1
	}
	f := s.fields[top]
	if f.Kind == OwnedField {
		return s.below[depth-1].Owned[f.Index][f.Plane]
	}
	return s.below[depth-1].Kinds[f.Index][f.Plane]
}

// rows returns the fields of owners and kinds at a depth.
func (s *store) rows(depth int) (owned, kinds [][]int) {
	if depth == 0 {
		return s.owned, s.kinds
	}
	return s.below[depth-1].Owned, s.below[depth-1].Kinds
}

// floor returns a position whose tops are what lies at a depth. Only its pieces may be read.
func (c *reader) floor(st *state, depth int) *state {
	if depth == 0 {
		return st
	}
	low := &state{make([]*node, c.store.tops), st.nums}
	for i := range low.sets {
		low.sets[i] = c.field(st, c.store.at(i, depth))
	}
	return low
}

// floors returns all depths of a position, and what stands at each; one more, at which there is
// nothing, ends the latter.
func (c *reader) floors(st *state) (floors []*state, occupied [][]*node) {
	for depth := range c.tall() {
		low := c.floor(st, depth)
		floors = append(floors, low)
		occupied = append(occupied, c.occupied(low))
	}
	return floors, append(occupied, c.none())
}

// height compiles how many pieces stand on some sites.
func (c *reader) height(at []*node, occupied [][]*node) *node {
	n := c.integer(0)
	for _, here := range occupied[:len(occupied)-1] {
		for _, s := range c.meet(at, here) {
			n = c.binary(bAdd, n, c.members(s))
		}
	}
	return n
}

// members returns how many members a set has, which is a truth if it has one at most.
func (c *algebra) members(s *node) *node {
	if s.op == sAnd && (s.a.op == sOne || s.b.op == sOne) {
		return c.some(s)
	}
	return c.count1(s)
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

// described returns, by plane, where a description fits what lies at a depth.
func (c *expressions) described(e *ir.Expr, low *state, v *env) []*node {
	e, v = v.head(e)
	switch e.Op {
	case ir.Occupied:
		return c.occupied(low)
	case ir.PiecesOf:
		sets := c.none()
		players := c.bitset(e.Args[0], v)
		for p := range c.game.Players {
			sets = c.union(sets, c.whenSets(c.member(players, p), c.ownedBy(low, p)))
		}
		return sets
	case ir.PiecesKind:
		sets := c.none()
		kinds := c.bitset(e.Args[0], v)
		for k := range c.game.Kinds {
			sets = c.union(sets, c.whenSets(c.member(kinds, k), c.ofKind(low, k)))
		}
		return sets
	case ir.ConstSites:
		return c.none()
	case ir.And:
		return c.meet(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.Or:
		return c.union(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.Minus:
		return c.without(c.described(e.Args[0], low, v), c.described(e.Args[1], low, v))
	case ir.If, ir.For:
		return selected(c, e, v, form[[]*node]{
			func(e *ir.Expr, v *env) []*node { return c.described(e, low, v) },
			c.chooseSets, c.union, c.none()})
	}
	fail("a description of operator %d", e.Op)
	return nil
}

// holding compiles the sites in whose tower a description fits a piece.
func (c *expressions) holding(e *ir.Expr, v *env) []*node {
	v = v.withLane(nil)
	floors, _ := c.floors(v.st)
	sets := c.none()
	for _, low := range floors {
		sets = c.union(sets, c.described(e, low, v))
	}
	return sets
}

// A slice is which pieces of towers are meant.
type slice struct {
	part ir.Part
	many *node // how many, for Top and Bottom
}

// sliceOf reads a slice; n is nil of a whole tower.
func (c *expressions) sliceOf(part ir.Part, n *ir.Expr, v *env) slice {
	if part == ir.Whole {
		return slice{}
	}
	return slice{part, c.number(n, v)}
}

// sliced returns those of some sites whose piece at a depth belongs to a slice. Where nothing lies
// at that depth the answer means nothing.
func (c *reader) sliced(s slice, on []*node, depth int, occupied [][]*node) []*node {
	if s.part == ir.Whole {
		return on
	}
	n := s.many
	switch {
	case s.part == ir.Top:
		return c.whenSets(c.binary(bLt, c.integer(int64(depth)), n), on)
	case n.op != nConst && !c.single(on):
		fail("the lowest pieces of many towers, by a number known only while playing")
	case n.op != nConst:
		deep := c.binary(bSub, c.height(on, occupied), n)
		return c.whenSets(c.binary(bLe, deep, c.integer(int64(depth))), on)
	case n.k <= 0:
		return c.none()
	case n.k >= int64(len(occupied)-1-depth):
		return on
	}
	return c.without(on, occupied[depth+int(n.k)])
}

// single reports whether a set certainly has one member at most.
func (c *algebra) single(on []*node) bool {
	found := 0
	for _, s := range on {
		switch {
		case isEmpty(s):
			continue
		case s.op == sOne, s.op == sIf && s.b.op == sOne, s.op == sConst && s.set.Len() == 1:
			found++
		default:
			return false
		}
	}
	return found <= 1
}

// piecesIn compiles `pieces(D)` and `pieces(D, S)`.
func (c *expressions) piecesIn(e *ir.Expr, v *env) *node {
	floors, occupied := c.floors(v.st)
	on := occupied[0]
	s := slice{}
	if len(e.Args) > 1 {
		on = c.sites(e.Args[1], v)
		if part := ir.Part(e.N); part != ir.Whole {
			s = c.sliceOf(part, e.Args[2], v)
		}
	}
	n := c.integer(0)
	for depth, low := range floors {
		fits := c.described(e.Args[0], low, v)
		for _, set := range c.meet(c.sliced(s, on, depth, occupied), fits) {
			n = c.binary(bAdd, n, c.members(set))
		}
	}
	return n
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

// The effects.

// lowTowers is up to how many pieces towers have so that what a step changes is written for each
// case of its conditions: the sets of all depths are written each time.
const lowTowers = 4

// sharedFirst computes what several changes of a position need: the columns of a tower are read and
// moved once, not in a separate branch for every depth.
func (e *lowering) sharedFirst(final *state) {
	seen := map[*node]bool{}
	var walk func(n *node)
	walk = func(n *node) {
		if n == nil || seen[n] || isConst(n) || isTrivial(n) {
			return
		}
		seen[n] = true
		walk(n.a)
		if !n.op.loops() {
			walk(n.b)
			walk(n.c)
			for _, a := range n.args {
				walk(a)
			}
		}
		switch {
		case n.deps != 0 || e.used(n) < 2:
		case n.op.isNumber():
			e.num(n)
		default:
			e.set(n)
		}
	}
	for i, n := range final.sets {
		if n != e.b.state0.sets[i] {
			walk(n)
		}
	}
	for i, n := range final.nums {
		if n != e.b.state0.nums[i] {
			walk(n)
		}
	}
}

// A column is the owner or the kind of the pieces of one tower: truths by depth.
type column []*node

// packed returns the truths of a column as the bits of a number, the top lowest.
func (c *columns) packed(col column) *node {
	n := c.integer(0)
	for depth, t := range col {
		n = c.binary(bXor, n, c.binary(bUp, t, c.integer(int64(depth))))
	}
	return n
}

// unpacked returns the bits of a number as a column.
func (c *columns) unpacked(n *node) column {
	col := make(column, c.tall())
	for depth := range col {
		col[depth] = c.binary(bShr, n, c.integer(int64(depth)))
	}
	return col
}

// raised is a column with room for n others above it; lifted is one without its n uppermost.
func (c *columns) raised(col column, n *node) column { return c.slid(col, n, bUp, -1) }
func (c *columns) lifted(col column, n *node) column { return c.slid(col, n, bDown, 1) }

// slid shifts a column by n: each depth has what was so many deeper, or so many higher up if by is
// negative. With n known only while playing, the column is shifted as the bits of a number, by op.
func (c *columns) slid(col column, n *node, op binOp, by int) column {
	if n.op != nConst {
		if c.blank(col) {
			return col
		}
		return c.unpacked(c.binary(op, c.packed(col), n))
	}
	out := make(column, len(col))
	for depth := range out {
		out[depth] = c.boolean(false)
		if d := depth + by*int(n.k); d >= 0 && d < len(col) {
			out[depth] = col[d]
		}
	}
	return out
}

// uppermost is the n uppermost of a column.
func (c *columns) uppermost(col column, n *node) column {
	out := make(column, len(col))
	for depth := range out {
		out[depth] = c.logical(bAnd, col[depth], c.binary(bLt, c.integer(int64(depth)), n))
	}
	return out
}

func (c *columns) blank(col column) bool {
	for _, t := range col {
		if !isFalse(t) {
			return false
		}
	}
	return true
}

// A tower is what stands on one site: the column of each owner and kind that has fields.
type tower struct {
	columns []column // by [store.row]
	here    column   // whether any piece is there
}

// row numbers the owners, then the kinds that fields are of.
func (s *store) row(f Field) int {
	if f.Kind == OwnedField {
		return f.Index
	}
	return len(s.owned) + f.Index
}

// tower reads what stands on a site.
func (c *columns) tower(at []*node, floors []*state, occupied [][]*node) tower {
	t := tower{columns: make([]column, len(c.store.owned)+len(c.store.kinds))}
	for _, f := range c.store.fields[:c.store.tops] {
		col := &t.columns[c.store.row(f)]
		if *col != nil {
			continue // of a field of another plane
		}
		for _, low := range floors {
			*col = append(*col, c.onSite(at, c.fieldSets(low, f)))
		}
	}
	for depth := range floors {
		t.here = append(t.here, c.onSite(at, occupied[depth]))
	}
	return t
}

// onSite reports whether a site, which may be none, is in a set. It looks into sets that effects
// have changed, so that a tower that has just been moved is known again.
func (c *columns) onSite(at, sets []*node) *node {
	t := c.boolean(false)
	for p := range at {
		switch x := at[p]; {
		case x.op == sOne:
			t = c.logical(bOr, t, c.holds(sets[p], x.a))
		case x.op == sIf && x.b.op == sOne:
			t = c.logical(bOr, t, c.logical(bAnd, x.a, c.holds(sets[p], x.b.a)))
		default:
			t = c.logical(bOr, t, c.some(c.and(x, sets[p])))
		}
	}
	return t
}

// holds is has, with the operations that the set is made by taken apart.
func (c *columns) holds(set, place *node) *node {
	switch set.op {
	case sOr:
		return c.logical(bOr, c.holds(set.a, place), c.holds(set.b, place))
	case sAnd:
		return c.logical(bAnd, c.holds(set.a, place), c.holds(set.b, place))
	case sDiff:
		return c.logical(bAnd, c.holds(set.a, place), c.not(c.holds(set.b, place)))
	case sIf:
		return c.logical(bAnd, set.a, c.holds(set.b, place))
	case sSel:
		return c.choose(set.a, c.holds(set.b, place), c.holds(set.c, place))
	}
	return c.has(set, place)
}

// each applies a function to all columns of a tower.
func (t tower) each(f func(column) column) tower {
	out := tower{here: f(t.here)}
	for _, col := range t.columns {
		out.columns = append(out.columns, f(col))
	}
	return out
}

// with joins two towers depth by depth.
func (t tower) with(other tower, join func(x, y *node) *node) tower {
	columns := func(a, b column) column {
		out := make(column, len(a))
		for depth := range out {
			out[depth] = join(a[depth], b[depth])
		}
		return out
	}
	out := tower{here: columns(t.here, other.here)}
	for i := range t.columns {
		out.columns = append(out.columns, columns(t.columns[i], other.columns[i]))
	}
	return out
}

// on returns two towers, the first above the second, whose columns have no depth in common.
func (c *columns) on(a, b tower) tower {
	return a.with(b, func(x, y *node) *node { return c.logical(bOr, x, y) })
}

// heightOf is how many pieces a tower has.
func (c *columns) heightOf(t tower) *node {
	known := 0
	for known < len(t.here) && isTrue(t.here[known]) {
		known++
	}
	if known == len(t.here) || isFalse(t.here[known]) {
		return c.integer(int64(known))
	}
	n := c.integer(int64(known))
	for _, here := range t.here[known:] {
		n = c.binary(bAdd, n, here)
	}
	return n
}

// parted cuts a tower into a slice of it and the rest.
func (c *columns) parted(t tower, s slice) (rest, taken tower, height *node) {
	if s.part == ir.Whole {
		none := t.each(func(col column) column { return make(column, len(col)).none(c) })
		return none, t, c.heightOf(t)
	}
	n, whole := s.many, c.heightOf(t)
	if n.op == nConst {
		n = c.integer(min(max(n.k, 0), int64(c.tall())))
	}
	cut := n // how many lie above where the tower is cut
	if n.op != nConst || n.k > 0 && !isTrue(t.here[n.k-1]) {
		n = c.binary(bMin, c.binary(bMax, n, c.integer(0)), whole)
	}
	switch {
	case s.part == ir.Bottom:
		cut = c.binary(bSub, whole, n)
	case cut.op != nConst:
		cut = n
	}
	upper := t.each(func(col column) column { return c.uppermost(col, cut) })
	lower := t.each(func(col column) column { return c.lifted(col, cut) })
	if s.part == ir.Bottom {
		return upper, lower, n
	}
	return lower, upper, n
}

func (col column) none(c *columns) column {
	for i := range col {
		col[i] = c.boolean(false)
	}
	return col
}

// chosen is one tower or another.
func (c *columns) chosen(t *node, a, b tower) tower {
	return a.with(b, func(x, y *node) *node { return c.choose(t, x, y) })
}

// standing puts towers on sites, in place of what stands there, if a truth holds.
func (c *columns) standing(st, old *state, ok *node, sites [][]*node, towers []tower) {
	for top := range c.store.fields[:c.store.tops] {
		f := c.store.fields[top]
		for depth := range c.tall() {
			i := c.store.at(top, depth)
			if i < 0 {
				continue
			}
			x := old.sets[i]
			y := x
			for _, at := range sites {
				y = c.diff(y, at[f.Plane])
			}
			for k, at := range sites {
				y = c.or(y, c.when(towers[k].columns[c.store.row(f)][depth], at[f.Plane]))
			}
			st.sets[i] = c.choose(ok, y, x)
		}
	}
}

// onCells makes sure that all sites of a set are cells, which have room for towers.
func (c *columns) onCells(at []*node) {
	cells := c.lay.Split(c.game.Board.Cells)
	for p := range at {
		if !isEmpty(at[p]) && cells[p] != c.lay.All[p] {
			fail("towers that go to edges or corners")
		}
	}
}

// canGo makes sure that all pieces on some sites can stand on others.
func (c *columns) canGo(from, to []*node) {
	c.onCells(from)
	c.onCells(to)
	for p := range from {
		for q := range to {
			if isEmpty(from[p]) || isEmpty(to[q]) {
				continue
			}
			for _, rows := range [][][]int{c.store.owned, c.store.kinds} {
				for _, row := range rows {
					if row[p] != -1 && row[q] == -1 {
						fail("a piece moves to sites where it cannot stand")
					}
				}
			}
		}
	}
}

// moveTower compiles `->` on a board with towers.
func (c *actions) moveTower(e *ir.Effect, st *state, v *env) {
	a, b := c.sites(e.A, v), c.sites(e.B, v)
	if !c.single(a) || !c.single(b) {
		fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.canGo(a, b)
	floors, occupied := c.floors(v.st)
	from, to := c.tower(a, floors, occupied), c.tower(b, floors, occupied)
	s := c.sliceOf(e.Part, e.Many, v)
	rest, taken, n := c.parted(from, s)
	ok := c.logical(bAnd, c.someSets(b), from.here[0])
	if e.Part != ir.Whole {
		ok = c.logical(bAnd, ok, c.binary(bLt, c.integer(0), s.many))
	}
	same := c.someSets(c.meet(a, b))
	var grown tower
	if e.Under {
		to = c.chosen(same, rest, to)
		high := c.heightOf(to)
		grown = c.on(to, taken.each(func(col column) column { return c.raised(col, high) }))
		rest = c.chosen(same, grown, rest)
	} else {
		ok = c.logical(bAnd, ok, c.not(same))
		grown = c.on(taken, to.each(func(col column) column { return c.raised(col, n) }))
	}
	if !isFalse(ok) {
		c.standing(st, v.st, ok, [][]*node{a, b}, []tower{rest, grown})
	}
}

// swapTowers compiles `<->` on a board with towers.
func (c *actions) swapTowers(e *ir.Effect, st *state, v *env) {
	a, b := c.sites(e.A, v), c.sites(e.B, v)
	if !c.single(a) || !c.single(b) {
		fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.canGo(a, b)
	c.canGo(b, a)
	floors, occupied := c.floors(v.st)
	both := c.logical(bAnd, c.someSets(a), c.someSets(b))
	c.standing(st, v.st, both, [][]*node{a, b},
		[]tower{c.tower(b, floors, occupied), c.tower(a, floors, occupied)})
}

// placeOn makes room for a piece on each of some sites, above the towers there, and returns where
// the piece goes, by depth.
func (c *columns) placeOn(st *state, on []*node) (at [][]*node) {
	for top := range c.store.fields[:c.store.tops] {
		for depth := c.tall() - 1; depth > 0; depth-- {
			if i := c.store.at(top, depth); i >= 0 {
				p := c.store.fields[top].Plane
				above := c.field(st, c.store.at(top, depth-1))
				st.sets[i] = c.or(c.diff(st.sets[i], on[p]), c.and(above, on[p]))
			}
		}
	}
	for p := range on {
		for top := range c.store.fields[:c.store.tops] {
			if c.store.fields[top].Plane == p {
				st.sets[top] = c.diff(st.sets[top], on[p])
			}
		}
	}
	return [][]*node{on}
}

// placeTower compiles `place` on a board with towers.
func (c *actions) placeTower(e *ir.Effect, st *state, v *env) {
	on := c.sites(e.A, v)
	if e.Under {
		c.onCells(on)
	}
	for _, k := range c.kindsOf(e.Kind, v) {
		if k.val&(k.val-1) != 0 {
			fail("a piece of several kinds")
		}
		next := v.st.clone()
		var at [][]*node
		if e.Under {
			_, occupied := c.floors(v.st)
			free := on
			for _, here := range occupied[:c.tall()] {
				at = append(at, c.without(free, here))
				free = c.meet(free, here)
			}
		} else {
			at = c.placeOn(next, on)
		}
		ok := c.boolean(true)
		for depth := range at {
			ok = c.add(next, at[depth], depth, log2(k.val), e.Owner, nil, v)
		}
		c.mergeState(st, next, c.logical(bAnd, k.cond, ok))
	}
}

// removeTowers compiles `remove` on a board with towers.
func (c *actions) removeTowers(e *ir.Effect, st *state, v *env) {
	on := c.sites(e.A, v)
	s := c.sliceOf(e.Part, e.Many, v)
	if s.part == ir.Top && s.many.op != nConst {
		if !c.single(on) {
			fail("the uppermost pieces of many towers, by a number known only while playing")
		}
		c.onCells(on)
		floors, occupied := c.floors(v.st)
		rest, _, _ := c.parted(c.tower(on, floors, occupied), s)
		c.standing(st, v.st, c.boolean(true), [][]*node{on}, []tower{rest})
		return
	}
	_, occupied := c.floors(v.st)
	for top := range c.store.fields[:c.store.tops] {
		p := c.store.fields[top].Plane
		for depth := range c.tall() {
			i := c.store.at(top, depth)
			if i < 0 {
				continue
			}
			if s.part == ir.Top { // what lies lower comes up
				from := c.empty
				if d := depth + int(min(max(s.many.k, 0), int64(c.tall()))); d < c.tall() {
					from = c.field(v.st, c.store.at(top, d))
				}
				st.sets[i] = c.or(c.diff(v.st.sets[i], on[p]), c.and(from, on[p]))
				continue
			}
			st.sets[i] = c.diff(v.st.sets[i], c.sliced(s, on, depth, occupied)[p])
		}
	}
}

// becomeTowers compiles `becomes` on a board with towers: of the tops, or of a slice.
func (c *actions) becomeTowers(e *ir.Effect, st *state, v *env) {
	s := slice{ir.Top, c.integer(1)}
	if e.Part != ir.Whole {
		s = c.sliceOf(e.Part, e.Many, v)
	}
	on := c.sites(e.A, v)
	floors, occupied := c.floors(v.st)
	for depth, low := range floors {
		c.becomes(e, st, low, depth, c.sliced(s, on, depth, occupied), v)
	}
}

// lowers reports whether all that a field below the tops can hold certainly lies in a set: below
// what is there, there is a top.
func (c *reader) lowers(field int, in func(top *node) bool) bool {
	if field >= c.store.pieces || c.store.fields[field].Depth == 0 {
		return false
	}
	p := c.store.fields[field].Plane
	for top, f := range c.store.fields[:c.store.tops] {
		if f.Plane == p && !in(c.state0.sets[top]) {
			return false
		}
	}
	return true
}

// effectOnTowers compiles an effect that treats towers otherwise than single pieces; it reports
// false for any other.
func (c *actions) effectOnTowers(e *ir.Effect, st *state, v *env) bool {
	switch e.Op {
	case ir.MovePieces:
		c.moveTower(e, st, v)
	case ir.Swap:
		c.swapTowers(e, st, v)
	case ir.Place:
		c.placeTower(e, st, v)
	case ir.Remove:
		c.removeTowers(e, st, v)
	case ir.Become:
		c.becomeTowers(e, st, v)
	case ir.Shift:
		fail("a shift of towers")
	default:
		return false
	}
	return true
}

// Tower puts the sets of what lies below a top on a site into a list, the lowest first; has
// reports whether a site is in a field.
func (p *Program) Tower(plane int, has func(field int) bool) (pieces []position.Piece) {
	for depth := range p.Below {
		piece := position.Piece{Owner: position.Nobody}
		found := false
		for player, row := range p.Below[depth].Owned {
			if f := row[plane]; f >= 0 && has(f) {
				piece.Owner, found = int8(player), true
			}
		}
		for kind, row := range p.Below[depth].Kinds {
			switch f := row[plane]; {
			case f >= 0 && has(f):
				piece.Kind, found = uint8(kind), true
			case f == -2 && piece.Owner >= 0:
				piece.Kind = uint8(kind)
			}
		}
		if !found {
			break
		}
		pieces = append([]position.Piece{piece}, pieces...)
	}
	return pieces
}
