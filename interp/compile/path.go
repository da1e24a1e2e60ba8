package compile

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// stepArcs returns the arcs of a set of relations.
func (c *walker) stepArcs(dirs topology.Steps) []arc {
	var list []arc
	for r := range dirs.All() {
		if list == nil {
			list = slices.Clip(c.arcs[r]) // mostly it is one relation
			continue
		}
		list = append(list, c.arcs[r]...)
	}
	return list
}

// reachable leaves the arcs that a walk can use which starts on some planes.
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

// planesOf returns the planes on which sets have members.
func (c *algebra) planesOf(sets []*node) []bool {
	planes := make([]bool, len(sets))
	for p, s := range sets {
		planes[p] = !isEmpty(s)
	}
	return planes
}

// planesIn returns the planes of the layout that the sites of an expression are on.
func (c *walker) planesIn(p topology.Plane) []bool {
	sites := c.game.Board.Planes(p)
	if p == 0 {
		sites = c.game.Board.All()
	}
	planes := make([]bool, c.lay.Planes)
	for x := range sites.All() {
		planes[c.lay.Plane[x]] = true
	}
	return planes
}

// open returns where an arc may be gone from: its places, less those whose way is blocked.
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
		if isEmpty(from[p]) {
			continue
		}
		for q := range to {
			ks := make([]int, 0, len(arcs))
			masks := make([]Bits, 0, len(arcs))
			for i := range arcs {
				a := &arcs[i]
				if a.from != p || a.to != q {
					continue
				}
				if a.via >= 0 && c.blocks {
					to[q] = c.or(to[q], c.shift(c.and(from[p], c.open(a, v)), a.k, a.dst()))
					continue
				}
				ks = append(ks, a.k)
				masks = append(masks, a.dst())
			}
			ks, masks = joinArcs(ks, masks)
			if len(ks) > 0 {
				to[q] = c.or(to[q], c.image(from[p], ks, masks))
			}
		}
	}
	if only != nil {
		to = c.meet(to, only)
	}
	return to
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

// backward returns from where arcs lead into sets.
func (c *walker) backward(to []*node, arcs []arc, v *env) []*node {
	from := c.none()
	for p := range from {
		for q := range to {
			if isEmpty(to[q]) {
				continue
			}
			ks := make([]int, 0, len(arcs))
			masks := make([]Bits, 0, len(arcs))
			for i := range arcs {
				a := &arcs[i]
				if a.from != p || a.to != q {
					continue
				}
				if a.via >= 0 && c.blocks {
					from[p] = c.or(from[p], c.and(c.shift(to[q], -a.k, a.src), c.open(a, v)))
					continue
				}
				ks = append(ks, -a.k)
				masks = append(masks, a.src)
			}
			ks, masks = joinArcs(ks, masks)
			if len(ks) > 0 {
				from[p] = c.or(from[p], c.image(to[q], ks, masks))
			}
		}
	}
	return from
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
				shift := -a.viaK // to the place gone from
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

// path compiles a path that does not depend on a lane.
func (c *expressions) path(e *ir.Expr, v *env) []*node {
	from := c.sites(e.Args[0], v)
	s := e.Step
	if s.Func != nil {
		return c.pathOf(from, s, v)
	}
	var only []*node
	if s.Only != nil {
		only = c.sites(s.Only, v)
	}
	to := c.none()
	parts := c.steps(s.By, v)
	for _, p := range parts {
		to = c.union(to, c.whenSets(p.cond, c.walk(from, p.dirs, only, s, v)))
	}
	return to
}

// walk walks a step of constant directions as often as it says.
func (c *expressions) walk(from []*node, dirs topology.Steps, only []*node, s *ir.Step,
	v *env) []*node {
	arcs := c.reachable(c.stepArcs(dirs), c.planesOf(from))
	switch s.Rep {
	case ir.Once:
		return c.forward(from, arcs, only, v)
	case ir.Star:
		if dirs.Len() == 1 && c.ray(dirs, from, only) {
			return c.union(from, c.run(from, dirs, only))
		}
		return c.closeOver(from, arcs, only, false, v)
	case ir.Plus:
		if dirs.Len() == 1 && c.ray(dirs, from, only) {
			return c.run(from, dirs, only)
		}
		return c.closeOver(c.forward(from, arcs, only, v), arcs, only, false, v)
	}
	return c.times(from, s, v, func(at []*node) []*node { return c.forward(at, arcs, only, v) })
}

// times repeats a step as often as {lo..hi} says.
func (c *expressions) times(from []*node, s *ir.Step, v *env, step func([]*node) []*node) []*node {
	lo := c.number(s.Lo, v)
	hi := lo
	if s.Hi != nil {
		hi = c.number(s.Hi, v)
	}
	most := int64(c.lay.Words * 64)
	if lo.op == nConst && hi.op == nConst {
		if hi.k < lo.k || lo.k < 0 && lo.k == hi.k {
			return c.none()
		}
		if hi.k > 24 && hi.k-lo.k > 24 || lo.k > 40 {
			fail("a walk of %d steps", hi.k)
		}
		ends := c.none()
		at := from
		for n := int64(0); n <= hi.k; n++ {
			if n >= lo.k {
				ends = c.union(ends, at)
			}
			if n < hi.k {
				if at = step(at); c.allEmpty(at) {
					break
				}
			}
		}
		return ends
	}
	if ends := c.timesOfPlace(from, lo, hi, step); ends != nil {
		return ends
	}
	// Numbers that are known only while playing: every length that the board has room for is made,
	// and those meant are chosen.
	set := map[int64]bool{}
	limit := min(most, 24)
	if c.collect(hi, set, 0) {
		limit = 0
		for x := range set {
			limit = max(limit, x)
		}
		if limit > 24 {
			fail("a walk of %d steps", limit)
		}
	} else if s.Rep == ir.Times && len(from) > 0 {
		limit = int64(max(c.game.Board.Width, c.game.Board.Height))
		if limit == 0 || limit > 20 || !c.straight(s, v) {
			fail("a walk whose length is known only while playing")
		}
	}
	ends := c.none()
	at := from
	for n := int64(0); n <= limit; n++ {
		x := c.integer(n)
		meant := c.logical(bAnd, c.binary(bLe, lo, x), c.binary(bLe, x, hi))
		if lo == hi {
			meant = c.binary(bEq, lo, x)
		}
		if n == 0 && lo != hi {
			meant = c.logical(bAnd, meant, c.binary(bLe, lo, hi))
		}
		ends = c.union(ends, c.whenSets(meant, at))
		if at = step(at); c.allEmpty(at) {
			break
		}
	}
	return ends
}

// timesOfPlace is times for a walk from a single place over ground that never changes: where it
// ends is looked up by the place and the length. nil for any other walk.
func (c *walker) timesOfPlace(from []*node, lo, hi *node, step func([]*node) []*node) []*node {
	if lo != hi && lo.op != nConst {
		return nil
	}
	var place *node
	plane := -1
	var ends [][]Bits // by length and place
	again := -1       // the length from which on the ends come again, as on a ring
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
	// The lengths before the first and after the last have a column of the table as well.
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

// straight reports whether no walk in the directions of a step is longer than the board is wide or
// high.
func (c *expressions) straight(s *ir.Step, v *env) bool {
	if s.Func != nil {
		return false
	}
	for _, p := range c.steps(s.By, v) {
		if p.dirs.Len() != 1 || c.game.Board.IsGraph() || len(c.game.Board.Spec.Lines) > 0 {
			return false
		}
	}
	return true
}

func (c *algebra) allEmpty(sets []*node) bool {
	for _, s := range sets {
		if !isEmpty(s) {
			return false
		}
	}
	return true
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

// rayTable returns the table of the rays in a direction, ray*2+1 if it goes towards higher bits,
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
			continue // edges and corners walk by themselves
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

// pathOf compiles a path whose step is a function of the site stepped from.
func (c *expressions) pathOf(from []*node, s *ir.Step, v *env) []*node {
	var only []*node
	if s.Only != nil {
		only = c.sites(s.Only, v)
	}
	once := func(at []*node) []*node {
		to := c.none()
		for p, set := range at {
			if isEmpty(set) {
				continue
			}
			call := func(x *node) []*node {
				return c.sites(s.Func.Body,
					v.enterStep(s, binding{kind: bindOne, plane: p, num: x, piece: -1}))
			}
			if set.op == sOne {
				to = c.union(to, call(set.a))
				continue
			}
			i, x := c.newVar()
			c.within[x] = set
			body := call(x)
			for q := range to {
				if !isEmpty(body[q]) {
					to[q] = c.or(to[q], c.loop(sUnion, i, set, body[q]))
				}
			}
		}
		if only != nil {
			to = c.meet(to, only)
		}
		return to
	}
	switch s.Rep {
	case ir.Once:
		return once(from)
	case ir.Times:
		return c.times(from, s, v, once)
	case ir.Plus:
		from = once(from)
	}
	return c.reachBy(from, s, only, v)
}

// reachBy returns sites and what a step that is a function leads to from them, again and again.
func (c *expressions) reachBy(from []*node, s *ir.Step, only []*node, v *env) []*node {
	to := c.none()
	for p, set := range from {
		if isEmpty(set) {
			continue
		}
		i, x := c.newVar()
		next := c.sites(s.Func.Body,
			v.enterStep(s, binding{kind: bindOne, plane: p, num: x, piece: -1}))
		if only != nil {
			next = c.meet(next, only)
		}
		for q := range next {
			if q != p && !isEmpty(next[q]) {
				fail("a closure over several kinds of sites")
			}
		}
		to[p] = c.loop(sReach, i, set, next[p])
	}
	return to
}

// enterStep returns the environment of the body of a function that is a step.
func (v *env) enterStep(s *ir.Step, from binding) *env {
	n := &env{slots: make([]binding, max(s.Func.Slots, 1+len(s.FuncArgs))), me: v.me, st: v.st,
		lane: v.lane}
	n.slots[0] = from
	for i, a := range s.FuncArgs {
		n.slots[1+i] = v.argument(a)
	}
	return n
}
