package symbolic

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
)

// On small boards, a set whose members are not known beforehand is processed cell by cell, each
// with the condition under which it is a member.
const (
	// FewCells is the greatest number of cells of a board whose states per cell are always compiled,
	// and MaxCells the greatest for which they are compiled at all: a change of one of several
	// cells changes each of them under a condition.
	FewCells, MaxCells = 128, 400
	// maxPairs is the greatest number of places of a board that gets tables of pairs of places.
	maxPairs = 64
)

// A Walker knows where the steps of the board lead.
type Walker struct {
	G      *graph.Graph
	Alg    *Algebra
	Read   *Reader
	Cols   *Columns
	Arcs   [][]layout.Arc // by relation
	Rays   map[topology.Relation]int
	Blocks bool // pieces of some kinds stop steps
	Cells  int  // how many a board may have whose states per cell are compiled
}

// StepArcs returns the arcs of a set of relations.
func (c *Walker) StepArcs(dirs topology.Steps) []layout.Arc {
	var list []layout.Arc
	for r := range dirs.All() {
		if list == nil {
			list = slices.Clip(c.Arcs[r]) // it is usually one relation
			continue
		}
		list = append(list, c.Arcs[r]...)
	}
	return list
}

// Reachable keeps the arcs that a walk that starts on some planes can use.
func (c *Walker) Reachable(arcs []layout.Arc, planes []bool) []layout.Arc {
	for grown := true; grown; {
		grown = false
		for i := range arcs {
			if planes[arcs[i].From] && !planes[arcs[i].To] {
				planes[arcs[i].To] = true
				grown = true
			}
		}
	}
	if !slices.ContainsFunc(arcs, func(a layout.Arc) bool { return !planes[a.From] }) {
		return arcs
	}
	var list []layout.Arc
	for i := range arcs {
		if planes[arcs[i].From] {
			list = append(list, arcs[i])
		}
	}
	return list
}

// PlanesIn returns the planes of the layout that the sites of an expression are on.
func (c *Walker) PlanesIn(p topology.Plane) []bool {
	sites := c.Read.Game.Board.Planes(p)
	if p == 0 {
		sites = c.Read.Game.Board.All()
	}
	planes := make([]bool, c.G.Lay.Planes)
	for x := range sites.All() {
		planes[c.G.Lay.Plane[x]] = true
	}
	return planes
}

// Open returns where an arc can start: its places, except those whose way is blocked.
func (c *Walker) Open(a *layout.Arc, v *Env) *graph.Node {
	src := c.G.Constant(a.Src)
	if a.Via < 0 || !c.Blocks {
		return src
	}
	wall := c.Read.walls(v.St)[a.Via]
	return c.G.Diff(src, c.G.Shift(wall, -a.ViaK, a.Src))
}

// Forward returns where arcs lead from sets, landing in only (nil: anywhere).
func (c *Walker) Forward(from []*graph.Node, arcs []layout.Arc, only []*graph.Node,
	v *Env) []*graph.Node {
	to := c.Alg.None()
	for p := range from {
		for q := range to {
			to[q] = c.along(to[q], from[p], arcs, p, q, false, v)
		}
	}
	if only != nil {
		to = c.Alg.Meet(to, only)
	}
	return to
}

// Backward returns from where arcs lead into sets.
func (c *Walker) Backward(to []*graph.Node, arcs []layout.Arc, v *Env) []*graph.Node {
	from := c.Alg.None()
	for p := range from {
		for q := range to {
			from[p] = c.along(from[p], to[q], arcs, p, q, true, v)
		}
	}
	return from
}

// along adds to sum the places that set reaches along the arcs from one plane to another, or
// against them.
func (c *Walker) along(sum, set *graph.Node, arcs []layout.Arc, p, q int, back bool,
	v *Env) *graph.Node {
	if graph.IsEmpty(set) {
		return sum
	}
	var ks []int
	var masks []layout.Bits
	for i := range arcs {
		a := &arcs[i]
		if a.From != p || a.To != q {
			continue
		}
		k, mask := a.K, a.Src
		if back {
			k = -k
		} else {
			mask = a.Dst()
		}
		switch {
		case a.Via < 0 || !c.Blocks:
			ks, masks = append(ks, k), append(masks, mask)
		case back:
			sum = c.G.Or(sum, c.G.And(c.G.Shift(set, k, mask), c.Open(a, v)))
		default:
			sum = c.G.Or(sum, c.G.Shift(c.G.And(set, c.Open(a, v)), k, mask))
		}
	}
	if ks, masks = joinArcs(ks, masks); len(ks) > 0 {
		sum = c.G.Or(sum, c.G.Image(set, ks, masks))
	}
	return sum
}

// joinArcs makes one arc of those with the same displacement.
func joinArcs(ks []int, masks []layout.Bits) ([]int, []layout.Bits) {
	distinct := true
	for i, k := range ks {
		distinct = distinct && !slices.Contains(ks[:i], k)
	}
	if distinct {
		return ks, masks
	}
	var k2 []int
	var m2 []layout.Bits
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

// CloseOver returns the sets and all that is reached from them by arcs, landing in only (nil:
// anywhere). back: against the arcs.
func (c *Walker) CloseOver(start []*graph.Node, arcs []layout.Arc, only []*graph.Node, back bool,
	v *Env) []*graph.Node {
	if only == nil {
		only = c.Alg.Everywhere()
	}
	to := append([]*graph.Node(nil), start...)
	arcs = within(arcs)
	for p := range to {
		if graph.IsEmpty(to[p]) {
			continue
		}
		if c.Blocks && slices.ContainsFunc(arcs, func(a layout.Arc) bool {
			return a.From == p && a.Via >= 0
		}) {
			ks, masks := openArcs(c, p, arcs, back, v)
			for i := range masks {
				masks[i] = c.G.And(masks[i], only[p])
			}
			to[p] = c.G.SpreadOut(to[p], ks, masks)
			continue
		}
		var ks []int
		var masks []layout.Bits
		for i := range arcs {
			a := &arcs[i]
			switch {
			case a.From != p:
			case back:
				ks, masks = append(ks, -a.K), append(masks, a.Src)
			default:
				ks, masks = append(ks, a.K), append(masks, a.Dst())
			}
		}
		ks, masks = joinArcs(ks, masks)
		to[p] = c.G.Flood(to[p], only[p], ks, masks)
	}
	return to
}

// within returns the arcs that lead from a place to another one. All must stay on their plane.
func within(arcs []layout.Arc) []layout.Arc {
	arcs = lists.Filter(arcs, func(a layout.Arc) bool { return a.From != a.To || a.K != 0 })
	if slices.ContainsFunc(arcs, func(a layout.Arc) bool { return a.From != a.To }) {
		Fail("a way over several kinds of sites")
	}
	return arcs
}

// Steps returns where a number of steps along arcs lead from sets, landing in only (nil: anywhere);
// with upTo, where that many or fewer lead. nil if an arc leads from one kind of sites to another.
func (c *Walker) Steps(from []*graph.Node, arcs []layout.Arc, only []*graph.Node,
	times *graph.Node, upTo bool, v *Env) []*graph.Node {
	if slices.ContainsFunc(arcs, func(a layout.Arc) bool { return a.From != a.To }) {
		return nil
	}
	to := c.Alg.None()
	for p := range to {
		ks, masks := openArcs(c, p, arcs, false, v)
		for i := range masks {
			if only != nil {
				masks[i] = c.G.And(masks[i], only[p])
			}
		}
		to[p] = graph.Walk(c.G, from[p], times, ks, masks, upTo)
	}
	return to
}

// openArcs returns the shifts of the arcs on a plane and where each lands if nothing is in its way.
// back: against the arcs.
func openArcs(c *Walker, p int, arcs []layout.Arc, back bool, v *Env) (ks []int,
	masks []*graph.Node) {
	for i := range arcs {
		a := &arcs[i]
		if a.From != p {
			continue
		}
		k, mask, shift := a.K, a.Dst(), a.K-a.ViaK
		if back {
			k, mask, shift = -a.K, a.Src, -a.ViaK // to the starting place
		}
		m := c.G.Constant(mask)
		if a.Via >= 0 && c.Blocks {
			m = c.G.Diff(m, c.G.Shift(c.Read.walls(v.St)[a.Via], shift, mask))
		}
		ks, masks = append(ks, k), append(masks, m)
	}
	return ks, masks
}

// TimesOfPlace is times for a walk from a single place that never depends on the position: a table
// has its end by place and length. nil for any other walk.
func (c *Walker) TimesOfPlace(from []*graph.Node, lo, hi *graph.Node,
	step func([]*graph.Node) []*graph.Node) []*graph.Node {
	if lo != hi && lo.Op != graph.NConst {
		return nil
	}
	var place *graph.Node
	plane := -1
	var ends [][]layout.Bits // by length and place
	again := -1              // the length from which the ends repeat, as on a ring
	const most = 32
	for at := from; !c.Alg.AllEmpty(at) && again < 0; at = step(at) {
		if len(ends) > most {
			return nil
		}
		var sets []layout.Bits
		for p, s := range at {
			if graph.IsEmpty(s) {
				continue
			}
			i, x := c.G.OfPlace(s)
			if x == nil || place != nil && i != place || plane >= 0 && p != plane || sets != nil {
				return nil
			}
			place, plane, sets = i, p, x
		}
		again = slices.IndexFunc(ends, func(old []layout.Bits) bool { return slices.Equal(old, sets) })
		if again < 0 {
			ends = append(ends, sets)
		}
	}
	if place == nil || lo != hi && again >= 0 {
		return nil
	}
	// The lengths before the first and after the last also have columns in the table.
	places, columns := c.G.Lay.Words*64, len(ends)+2
	table := make([]layout.Bits, places*columns)
	for x := range places {
		var at layout.Bits
		for n := 1; n < columns; n++ {
			switch {
			case n > len(ends): // with all lengths from lo on, the same as before
				if lo == hi {
					at = layout.Bits{}
				}
			case lo == hi:
				at = ends[n-1][x]
			case int64(n-1) >= lo.K:
				at = at.Or(ends[n-1][x])
			}
			if !at.Empty() { // memory that stays zero costs nothing
				table[x*columns+n] = at
			}
		}
	}
	n := c.G.Binary(graph.BMax, hi, c.G.Integer(-1))
	if again >= 0 {
		first, round := c.G.Integer(int64(again)), c.G.Integer(int64(len(ends)-again))
		n = c.G.Choose(c.G.Binary(graph.BLt, n, first), n,
			c.G.Binary(graph.BAdd, first, c.G.Binary(graph.BMod, c.G.Binary(graph.BSub, n, first), round)))
	}
	n = c.G.Binary(graph.BMin, n, c.G.Integer(int64(len(ends))))
	i := c.G.Binary(graph.BAdd, c.G.Binary(graph.BMul, place, c.G.Integer(int64(columns))),
		c.G.Binary(graph.BAdd, n, c.G.Integer(1)))
	sets := c.Alg.None()
	sets[plane] = c.G.Table(i, table)
	return sets
}

// Ray reports whether `from` is one bound site and the direction leads from it along a ray that can
// be looked up.
func (c *Walker) Ray(dirs topology.Steps, from, only []*graph.Node) bool {
	if c.Blocks || only == nil {
		return false
	}
	single := false
	for _, s := range from {
		switch {
		case graph.IsEmpty(s):
		case s.Op == graph.SOne && !single:
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
func (c *Walker) rayTable(r topology.Relation) int {
	if t, ok := c.Rays[r]; ok {
		return t
	}
	c.Rays[r] = -1
	up := 0
	for i := range c.Arcs[r] {
		a := &c.Arcs[r][i]
		if a.From != 0 && int(r) < len(c.Read.Game.Board.Directions) {
			continue // edges and corners have walks of their own
		}
		if a.From != 0 || a.To != 0 || a.K == 0 || up != 0 && (up > 0) != (a.K > 0) {
			return -1
		}
		up = a.K
	}
	if int(r) >= len(c.Read.Game.Board.Directions) || up == 0 {
		return -1
	}
	sets := make([]layout.Bits, c.G.Lay.Words*64)
	for bit, s := range c.G.Lay.Site[0] {
		if s == topology.None {
			continue
		}
		last := bit
		for {
			next := c.Read.Game.Board.Next(r, s)
			if next.Empty() {
				break
			}
			if next.Len() > 1 {
				return -1
			}
			s = next.First()
			at := int(c.G.Lay.Bit[s])
			if c.G.Lay.Plane[s] != 0 || (at > last) != (up > 0) {
				return -1
			}
			sets[bit].Add(topology.Site(at))
			last = at
		}
	}
	t := c.G.AddTable(sets) * 2
	if up > 0 {
		t++
	}
	c.Rays[r] = t
	if len(c.Arcs[r]) > 0 {
		step := 0
		for i := range c.Arcs[r] {
			switch a := &c.Arcs[r][i]; {
			case a.From != 0:
			case step == 0:
				step = a.K
			case step != a.K:
				return t
			}
		}
		c.G.RayStep[t] = step
	}
	return t
}

// Run returns the run of `only` that begins next to a bound site.
func (c *Walker) Run(from []*graph.Node, dirs topology.Steps, only []*graph.Node) []*graph.Node {
	to := c.Alg.None()
	for p, s := range from {
		if graph.IsEmpty(s) {
			continue
		}
		if p != 0 {
			Fail("a ray of edges or corners")
		}
		var tables []int
		for r := range dirs.All() {
			tables = append(tables, c.rayTable(r))
		}
		if graph.IsEmpty(only[p]) {
			continue
		}
		to[p] = c.G.Intern(graph.Node{Op: graph.SRun, A: s.A, B: only[p], List: c.G.List(nil, nil,
			tables),
			May: only[p].May})
	}
	return to
}

// Facing returns a direction as a player sees it; nothing if the player has no facing.
func (c *Walker) Facing(player int, turned ir.Turned) topology.Steps {
	p := &c.Read.Game.Players[player]
	if !p.Faces {
		return topology.Steps{}
	}
	d := &c.Read.Game.Board.Directions[p.Facing]
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

func (c *Walker) NumberedCells(n *graph.Node, of func(int) topology.Set, most int) []*graph.Node {
	if n.Op == graph.NConst {
		if n.K < 1 || n.K > int64(most) {
			return c.Alg.None()
		}
		return c.Alg.SitesConst(of(int(n.K)))
	}
	sets := c.Alg.None()
	for i := 1; i <= most; i++ {
		sets = c.Alg.Union(sets, c.Alg.WhenSets(c.G.Binary(graph.BEq, n, c.G.Integer(int64(i))),
			c.Alg.SitesConst(of(i))))
	}
	return sets
}

// DistanceBy returns how many steps lead from one set to another: from a table, if nothing blocks
// steps and each set has at most one place that is known only during play (on a board with few
// places, if both have), and otherwise round by round.
func (c *Walker) DistanceBy(from, to []*graph.Node, dirs topology.Steps, v *Env) *graph.Node {
	if c.Blocks {
		return c.spreadTo(from, to, dirs, v)
	}
	i, as, known := c.placed(from)
	j, bs, too := c.placed(to)
	places := c.G.Lay.Words * 64
	if !known || !too || i != nil && j != nil && i != j && places > maxPairs {
		return c.spreadTo(from, to, dirs, v)
	}
	board := c.Read.Game.Board
	count := func(a, b topology.Set) int64 {
		if n, ok := board.Distance(a, b, dirs, topology.Set{}); ok {
			return int64(n)
		}
		return int64(board.Cells.Len())
	}
	switch {
	case i == nil && j == nil:
		return c.G.Integer(count(as(0), bs(0)))
	case i == nil, j == nil, i == j:
		at := i
		if at == nil {
			at = j
		}
		values := make([]int64, places)
		for x := range values {
			values[x] = count(as(x), bs(x))
		}
		return c.G.NumberTable(at, values)
	}
	values := make([]int64, places*places)
	for x := range places {
		for y := range places {
			values[x*places+y] = count(as(x), bs(y))
		}
	}
	pair := c.G.Binary(graph.BAdd, c.G.Binary(graph.BMul, i, c.G.Integer(int64(places))), j)
	return c.G.NumberTable(pair, values)
}

// spreadTo is DistanceBy round by round. Each way leads over the sites of one kind.
func (c *Walker) spreadTo(from, to []*graph.Node, dirs topology.Steps, v *Env) *graph.Node {
	board := c.Read.Game.Board
	far, cells := c.G.Integer(int64(board.Sites)), c.G.Integer(int64(board.Cells.Len()))
	arcs, least := c.StepArcs(dirs), far
	for p := range from {
		if graph.IsEmpty(from[p]) || graph.IsEmpty(to[p]) {
			continue
		}
		ways := lists.Filter(arcs, func(a layout.Arc) bool { return a.From == p })
		ks, masks := openArcs(c, p, within(ways), false, v)
		least = c.G.Binary(graph.BMin, least, graph.Apart(c.G, from[p], to[p], ks, masks, far.K))
	}
	return c.G.Choose(c.G.Binary(graph.BEq, least, far), cells, least)
}

// placed returns the place that sets depend on, and the sets by its number; the place is nil if
// they are constant. It reports whether there is at most one such place.
func (c *Walker) placed(sets []*graph.Node) (place *graph.Node, at func(x int) topology.Set,
	ok bool) {
	tables := make([][]layout.Bits, len(sets))
	for p, s := range sets {
		if s.Op == graph.SConst {
			tables[p] = []layout.Bits{*s.Set} // whatever the number
			continue
		}
		i, t := c.G.OfPlace(s)
		if i == nil || place != nil && i != place {
			return nil, nil, false
		}
		place, tables[p] = i, t
	}
	return place, func(x int) topology.Set {
		var all topology.Set
		for p, t := range tables {
			for bit := range t[min(x, len(t)-1)].All() {
				if site := c.G.Lay.Site[p][bit]; site != topology.None {
					all.Add(site)
				}
			}
		}
		return all
	}, true
}

// CellsOf returns the cells that may be members of sets, in the order of the board.
func (c *Walker) CellsOf(sets []*graph.Node) []CellCond {
	if c.Read.Game.Board.Cells.Len() > c.Cells {
		Fail("a state per cell of %d cells", c.Read.Game.Board.Cells.Len())
	}
	var list []CellCond
	for x := range c.Read.Game.Board.Cells.All() {
		at := c.G.Integer(int64(c.G.Lay.Bit[x]))
		if t := c.G.Has(sets[c.G.Lay.Plane[x]], at); !graph.IsFalse(t) {
			list = append(list, CellCond{x, t})
		}
	}
	return list
}

// A CellCond is a cell, and the condition under which it is a member of a set.
type CellCond struct {
	Site topology.Site
	Cond *graph.Node
}

// CellBits returns the cells of a plane.
func (c *Walker) CellBits(plane int) *layout.Bits {
	return &c.G.Lay.Split(c.Read.Game.Board.Cells)[plane]
}

// OnlyCell returns the place of the only cell in sets; nil if they may have none or several.
func (c *Walker) OnlyCell(sets []*graph.Node) (place *graph.Node) {
	for p, s := range sets {
		switch {
		case graph.IsEmpty(s):
		case s.Op == graph.SOne && place == nil && c.CellBits(p).Len() == c.Read.Game.Board.Cells.Len():
			place = s.A
		default:
			return nil
		}
	}
	return place
}

// CellState returns the value of a state of the cell on a place, which is one of a list: it is read
// from memory if nothing has changed it; nil if something has.
func (c *Walker) CellState(state int, list []Indexed, place *graph.Node, st *State) *graph.Node {
	for _, x := range list {
		if st.Nums[NumFirst+x.Index] != c.Read.State0.Nums[NumFirst+x.Index] {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	return c.G.Intern(graph.Node{Op: graph.NCell, A: c.siteOn(place),
		K: int64(NumFirst + c.rowOf(state, list))})
}

// CellSets is CellState for a memory of sites; nil, too, if the sets do not follow one another.
func (c *Walker) CellSets(state int, list []Indexed, place *graph.Node, st *State) []*graph.Node {
	if len(list) == 0 {
		return nil
	}
	row := c.rowOf(state, list)
	sets := c.Alg.None()
	for p, first := range c.Read.Store.Memory[row] {
		if first < 0 {
			continue
		}
		for i := range c.Read.Game.Board.Cells.Len() {
			f := first + i
			if c.Read.Store.Memory[row+i][p] != f || st.Sets[f] != c.Read.State0.Sets[f] {
				return nil
			}
		}
		sets[p] = c.G.Intern(graph.Node{Op: graph.SCell, A: c.siteOn(place), K: int64(first),
			May: &c.Read.Store.May[first]})
	}
	return sets
}

// rowOf returns the index of the first value of the state that a list belongs to.
func (c *Walker) rowOf(state int, list []Indexed) int {
	base := StateBase(c.Read.Game, state)
	return list[0].Index - (list[0].Index-base)%c.Read.Game.Board.Cells.Len()
}

// siteOn returns the cell on a place.
func (c *Walker) siteOn(place *graph.Node) *graph.Node {
	sites := make([]int64, c.G.Lay.Words*64)
	for p, plane := range c.G.Lay.Site {
		for bit, x := range plane {
			if x != topology.None && c.Read.Game.Board.Cells.Has(x) && c.G.Lay.Plane[x] == uint8(p) {
				sites[bit] = int64(x)
			}
		}
	}
	return c.G.NumberTable(place, sites)
}
