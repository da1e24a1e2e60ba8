package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"slices"
)

// On small boards, a set whose members are not known beforehand is processed cell by cell, each
// with the condition under which it is a member.
const (
	// maxCells is the greatest number of cells of a board whose states per cell are compiled: a
	// change of one of several cells changes each of them under a condition.
	maxCells = 32
	// maxPairs is the greatest number of places of a board that gets tables of pairs of places.
	maxPairs = 64
)

// A walker knows where the steps of the board lead.
type walker struct {
	columns
	arcs   [][]arc // by relation
	rays   map[topology.Relation]int
	blocks bool // pieces of some kinds stop steps
}

// stepArcs returns the arcs of a set of relations.
func (c *walker) stepArcs(dirs topology.Steps) []arc {
	var list []arc
	for r := range dirs.All() {
		if list == nil {
			list = slices.Clip(c.arcs[r]) // it is usually one relation
			continue
		}
		list = append(list, c.arcs[r]...)
	}
	return list
}

// reachable keeps the arcs that a walk that starts on some planes can use.
func (c *walker) reachable(arcs []arc, planes []bool) []arc {
	for grown := true; grown; {
		grown = false
		for i := range arcs {
			if planes[arcs[i].from] && !planes[arcs[i].to] {
				planes[arcs[i].to] = true
				grown = true
			}
		}
	}
	if !slices.ContainsFunc(arcs, func(a arc) bool { return !planes[a.from] }) {
		return arcs
	}
	var list []arc
	for i := range arcs {
		if planes[arcs[i].from] {
			list = append(list, arcs[i])
		}
	}
	return list
}

// planesIn returns the planes of the layout that the sites of an expression are on.
func (c *walker) planesIn(p topology.Plane) []bool {
	sites := c.game.Board.Planes(p)
	if p == 0 {
		sites = c.game.Board.All()
	}
	planes := make([]bool, c.lay.planes)
	for x := range sites.All() {
		planes[c.lay.Plane[x]] = true
	}
	return planes
}

// open returns where an arc can start: its places, except those whose way is blocked.
func (c *walker) open(a *arc, v *env) *node {
	src := c.constant(a.src)
	if a.via < 0 || !c.blocks {
		return src
	}
	wall := c.walls(v.st)[a.via]
	return c.diff(src, c.shift(wall, -a.viaK, a.src))
}

// forward returns where arcs lead from sets, landing in only (nil: anywhere).
func (c *walker) forward(from []*node, arcs []arc, only []*node, v *env) []*node {
	to := c.none()
	for p := range from {
		for q := range to {
			to[q] = c.along(to[q], from[p], arcs, p, q, false, v)
		}
	}
	if only != nil {
		to = c.meet(to, only)
	}
	return to
}

// backward returns from where arcs lead into sets.
func (c *walker) backward(to []*node, arcs []arc, v *env) []*node {
	from := c.none()
	for p := range from {
		for q := range to {
			from[p] = c.along(from[p], to[q], arcs, p, q, true, v)
		}
	}
	return from
}

// along adds to sum the places that set reaches along the arcs from one plane to another, or
// against them.
func (c *walker) along(sum, set *node, arcs []arc, p, q int, back bool, v *env) *node {
	if isEmpty(set) {
		return sum
	}
	var ks []int
	var masks []Bits
	for i := range arcs {
		a := &arcs[i]
		if a.from != p || a.to != q {
			continue
		}
		k, mask := a.k, a.src
		if back {
			k = -k
		} else {
			mask = a.dst()
		}
		switch {
		case a.via < 0 || !c.blocks:
			ks, masks = append(ks, k), append(masks, mask)
		case back:
			sum = c.or(sum, c.and(c.shift(set, k, mask), c.open(a, v)))
		default:
			sum = c.or(sum, c.shift(c.and(set, c.open(a, v)), k, mask))
		}
	}
	if ks, masks = joinArcs(ks, masks); len(ks) > 0 {
		sum = c.or(sum, c.image(set, ks, masks))
	}
	return sum
}

// joinArcs makes one arc of those with the same displacement.
func joinArcs(ks []int, masks []Bits) ([]int, []Bits) {
	distinct := true
	for i, k := range ks {
		distinct = distinct && !slices.Contains(ks[:i], k)
	}
	if distinct {
		return ks, masks
	}
	var k2 []int
	var m2 []Bits
next:
	for i, k := range ks {
		for j := range k2 {
			if k2[j] == k {
				m2[j] = m2[j].Or(masks[i])
				continue next
			}
		}
		k2 = append(k2, k)
		m2 = append(m2, masks[i])
	}
	return k2, m2
}

// closeOver returns the sets and all that is reached from them by arcs, landing in only (nil:
// anywhere). back: against the arcs.
func (c *walker) closeOver(start []*node, arcs []arc, only []*node, back bool, v *env) []*node {
	if only == nil {
		only = c.everywhere()
	}
	to := append([]*node(nil), start...)
	crossing := false
	for i := range arcs {
		crossing = crossing || arcs[i].from != arcs[i].to
	}
	if crossing {
		fail("a closure over several kinds of sites")
	}
	for p := range to {
		if isEmpty(to[p]) {
			continue
		}
		var ks []int
		var masks []Bits
		var nodes []*node
		walled := false
		for i := range arcs {
			a := &arcs[i]
			if a.from != p {
				continue
			}
			walled = walled || a.via >= 0 && c.blocks
		}
		for i := range arcs {
			a := &arcs[i]
			if a.from != p {
				continue
			}
			k, mask := a.k, a.dst()
			if back {
				k, mask = -a.k, a.src
			}
			if !walled {
				ks = append(ks, k)
				masks = append(masks, mask)
				continue
			}
			ks = append(ks, k)
			m := c.and(c.constant(mask), only[p])
			if a.via >= 0 {
				wall := c.walls(v.st)[a.via]
				shift := -a.viaK // to the starting place
				if !back {
					shift += a.k
				}
				m = c.diff(m, c.shift(wall, shift, mask))
			}
			nodes = append(nodes, m)
		}
		if walled {
			to[p] = c.spreadOut(to[p], ks, nodes)
			continue
		}
		ks, masks = joinArcs(ks, masks)
		to[p] = c.flood(to[p], only[p], ks, masks)
	}
	return to
}

// timesOfPlace is times for a walk from a single place that never depends on the position: a table
// has its end by place and length. nil for any other walk.
func (c *walker) timesOfPlace(from []*node, lo, hi *node, step func([]*node) []*node) []*node {
	if lo != hi && lo.op != nConst {
		return nil
	}
	var place *node
	plane := -1
	var ends [][]Bits // by length and place
	again := -1       // the length from which the ends repeat, as on a ring
	const most = 32
	for at := from; !c.allEmpty(at) && again < 0; at = step(at) {
		if len(ends) > most {
			return nil
		}
		var sets []Bits
		for p, s := range at {
			if isEmpty(s) {
				continue
			}
			i, x := c.ofPlace(s)
			if x == nil || place != nil && i != place || plane >= 0 && p != plane || sets != nil {
				return nil
			}
			place, plane, sets = i, p, x
		}
		again = slices.IndexFunc(ends, func(old []Bits) bool { return slices.Equal(old, sets) })
		if again < 0 {
			ends = append(ends, sets)
		}
	}
	if place == nil || lo != hi && again >= 0 {
		return nil
	}
	// The lengths before the first and after the last also have columns in the table.
	places, columns := c.lay.Words*64, len(ends)+2
	table := make([]Bits, places*columns)
	for x := range places {
		for n := range columns - 1 {
			at := &table[x*columns+n]
			if lo != hi { // all lengths from lo to n-1
				for k := max(lo.k, 0); k < int64(n); k++ {
					*at = at.Or(ends[k][x])
				}
			} else if n > 0 {
				*at = ends[n-1][x]
			}
		}
		if lo != hi {
			table[x*columns+columns-1] = table[x*columns+columns-2]
		}
	}
	n := c.binary(bMax, hi, c.integer(-1))
	if again >= 0 {
		first, round := c.integer(int64(again)), c.integer(int64(len(ends)-again))
		n = c.choose(c.binary(bLt, n, first), n,
			c.binary(bAdd, first, c.binary(bMod, c.binary(bSub, n, first), round)))
	}
	n = c.binary(bMin, n, c.integer(int64(len(ends))))
	i := c.binary(bAdd, c.binary(bMul, place, c.integer(int64(columns))),
		c.binary(bAdd, n, c.integer(1)))
	sets := c.none()
	sets[plane] = c.table(i, table)
	return sets
}

// ray reports whether `from` is one bound site and the direction leads from it along a ray that can
// be looked up.
func (c *walker) ray(dirs topology.Steps, from, only []*node) bool {
	if c.blocks || only == nil {
		return false
	}
	single := false
	for _, s := range from {
		switch {
		case isEmpty(s):
		case s.op == sOne && !single:
			single = true
		default:
			return false
		}
	}
	if !single {
		return false
	}
	for r := range dirs.All() {
		if c.rayTable(r) < 0 {
			return false
		}
	}
	return true
}

// rayTable returns the table of the rays in a direction, ray*2+1 if it goes toward higher bits,
// ray*2 if lower; -1 if it is not straight.
func (c *walker) rayTable(r topology.Relation) int {
	if t, ok := c.rays[r]; ok {
		return t
	}
	c.rays[r] = -1
	up := 0
	for i := range c.arcs[r] {
		a := &c.arcs[r][i]
		if a.from != 0 && int(r) < len(c.game.Board.Directions) {
			continue // edges and corners have walks of their own
		}
		if a.from != 0 || a.to != 0 || a.k == 0 || up != 0 && (up > 0) != (a.k > 0) {
			return -1
		}
		up = a.k
	}
	if int(r) >= len(c.game.Board.Directions) || up == 0 {
		return -1
	}
	sets := make([]Bits, c.lay.Words*64)
	for bit, s := range c.lay.Site[0] {
		if s == topology.None {
			continue
		}
		last := bit
		for {
			next := c.game.Board.Next(r, s)
			if next.Empty() {
				break
			}
			if next.Len() > 1 {
				return -1
			}
			s = next.First()
			at := int(c.lay.Bit[s])
			if c.lay.Plane[s] != 0 || (at > last) != (up > 0) {
				return -1
			}
			sets[bit].Add(topology.Site(at))
			last = at
		}
	}
	t := c.addTable(sets) * 2
	if up > 0 {
		t++
	}
	c.rays[r] = t
	if len(c.arcs[r]) > 0 {
		step := 0
		for i := range c.arcs[r] {
			switch a := &c.arcs[r][i]; {
			case a.from != 0:
			case step == 0:
				step = a.k
			case step != a.k:
				return t
			}
		}
		c.rayStep[t] = step
	}
	return t
}

// run returns the run of `only` that begins next to a bound site.
func (c *walker) run(from []*node, dirs topology.Steps, only []*node) []*node {
	to := c.none()
	for p, s := range from {
		if isEmpty(s) {
			continue
		}
		if p != 0 {
			fail("a ray of edges or corners")
		}
		var tables []int
		for r := range dirs.All() {
			tables = append(tables, c.rayTable(r))
		}
		if isEmpty(only[p]) {
			continue
		}
		to[p] = c.intern(node{op: sRun, a: s.a, b: only[p], list: c.list(nil, nil, tables),
			may: only[p].may})
	}
	return to
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

func (c *walker) numberedCells(n *node, of func(int) topology.Set, most int) []*node {
	if n.op == nConst {
		if n.k < 1 || n.k > int64(most) {
			return c.none()
		}
		return c.sitesConst(of(int(n.k)))
	}
	sets := c.none()
	for i := 1; i <= most; i++ {
		sets = c.union(sets, c.whenSets(c.binary(bEq, n, c.integer(int64(i))), c.sitesConst(of(i))))
	}
	return sets
}

func (c *walker) distanceBy(from, to []*node, dirs topology.Steps) *node {
	i, as := c.placed(from)
	j, bs := c.placed(to)
	board := c.game.Board
	count := func(a, b topology.Set) int64 {
		if n, ok := board.Distance(a, b, dirs, topology.Set{}); ok {
			return int64(n)
		}
		return int64(board.Cells.Len())
	}
	switch {
	case i == nil && j == nil:
		return c.integer(count(as(0), bs(0)))
	case i == nil, j == nil, i == j:
		at := i
		if at == nil {
			at = j
		}
		values := make([]int64, c.lay.Words*64)
		for x := range values {
			values[x] = count(as(x), bs(x))
		}
		return c.numberTable(at, values)
	}
	places := c.lay.Words * 64
	if places > maxPairs {
		fail("a distance between two of %d places", places)
	}
	values := make([]int64, places*places)
	for x := range places {
		for y := range places {
			values[x*places+y] = count(as(x), bs(y))
		}
	}
	pair := c.binary(bAdd, c.binary(bMul, i, c.integer(int64(places))), j)
	return c.numberTable(pair, values)
}

// placed returns the place that sets depend on, and the sets by its number; the place is nil if
// they are constant.
func (c *walker) placed(sets []*node) (place *node, at func(x int) topology.Set) {
	tables := make([][]Bits, len(sets))
	for p, s := range sets {
		if s.op == sConst {
			tables[p] = slices.Repeat([]Bits{*s.set}, c.lay.Words*64)
			continue
		}
		i, t := c.ofPlace(s)
		if i == nil || place != nil && i != place {
			fail("a distance between sets that depend on the position")
		}
		place, tables[p] = i, t
	}
	return place, func(x int) topology.Set {
		var all topology.Set
		for p, t := range tables {
			for bit := range t[x].All() {
				if site := c.lay.Site[p][bit]; site != topology.None {
					all.Add(site)
				}
			}
		}
		return all
	}
}

// cellsOf returns the cells that may be members of sets, in the order of the board.
func (c *walker) cellsOf(sets []*node) []cellCond {
	if c.game.Board.Cells.Len() > maxCells {
		fail("a state per cell of %d cells", c.game.Board.Cells.Len())
	}
	var list []cellCond
	for x := range c.game.Board.Cells.All() {
		at := c.integer(int64(c.lay.Bit[x]))
		if t := c.has(sets[c.lay.Plane[x]], at); !isFalse(t) {
			list = append(list, cellCond{x, t})
		}
	}
	return list
}

// A cellCond is a cell, and the condition under which it is a member of a set.
type cellCond struct {
	site topology.Site
	cond *node
}

// cellBits returns the cells of a plane.
func (c *walker) cellBits(plane int) *Bits {
	return &c.lay.Split(c.game.Board.Cells)[plane]
}

// onlyCell returns the place of the only cell in sets; nil if they may have none or several.
func (c *walker) onlyCell(sets []*node) (place *node) {
	for p, s := range sets {
		switch {
		case isEmpty(s):
		case s.op == sOne && place == nil && c.cellBits(p).Len() == c.game.Board.Cells.Len():
			place = s.a
		default:
			return nil
		}
	}
	return place
}

// cellState returns the value of a state of the cell on a place, which is one of a list: it is read
// from memory if nothing has changed it; nil if something has.
func (c *walker) cellState(state int, list []indexed, place *node, st *state) *node {
	for _, x := range list {
		if st.nums[NumFirst+x.index] != c.state0.nums[NumFirst+x.index] {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	base := stateBase(c.game, state)
	row := list[0].index - (list[0].index-base)%c.game.Board.Cells.Len()
	sites := make([]int64, c.lay.Words*64)
	for p, plane := range c.lay.Site {
		for bit, x := range plane {
			if x != topology.None && c.game.Board.Cells.Has(x) && c.lay.Plane[x] == uint8(p) {
				sites[bit] = int64(x)
			}
		}
	}
	return c.intern(node{op: nCell, a: c.numberTable(place, sites), k: int64(NumFirst + row)})
}
