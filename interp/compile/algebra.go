package compile

import (
	"boardgame/dsl/topology"
	"slices"
)

// An algebra computes with sets by plane (one node for each plane of the board) and with
// conditions: truth values outside a lane, sets of anchors inside one.
type algebra struct {
	*graph
	lay  *Layout
	vars int // loop variables in use

	span map[*node][2]int64 // the range that some numbers are known to lie in
	// by number of the position: the values it can have, if there are few
	valueSets map[int][]int64

	planeRoom []*node // for the next sets by plane
}

// byPlane returns room for sets by plane.
func (c *algebra) byPlane() []*node {
	n := c.lay.planes
	if len(c.planeRoom) < n {
		c.planeRoom = make([]*node, 256*n)
	}
	sets := c.planeRoom[:n:n]
	c.planeRoom = c.planeRoom[n:]
	return sets
}

// none returns no sites.
func (c *algebra) none() []*node {
	sets := c.byPlane()
	for i := range sets {
		sets[i] = c.empty
	}
	return sets
}

// sitesConst returns a constant set of sites.
func (c *algebra) sitesConst(s topology.Set) []*node {
	sets := c.byPlane()
	for i, b := range c.lay.Split(s) {
		sets[i] = c.constant(b)
	}
	return sets
}

func (c *algebra) everywhere() []*node {
	sets := c.byPlane()
	for i := range sets {
		sets[i] = c.constant(c.lay.all[i])
	}
	return sets
}

func (c *algebra) each2(a, b []*node, f func(x, y *node) *node) []*node {
	sets := c.byPlane()
	for i := range a {
		sets[i] = f(a[i], b[i])
	}
	return sets
}

func (c *algebra) union(a, b []*node) []*node { return c.each2(a, b, c.or) }

func (c *algebra) meet(a, b []*node) []*node { return c.each2(a, b, c.and) }

func (c *algebra) without(a, b []*node) []*node { return c.each2(a, b, c.diff) }

func (c *algebra) complement(a []*node) []*node { return c.without(c.everywhere(), a) }

func (c *algebra) whenSets(t *node, a []*node) []*node {
	sets := c.byPlane()
	for i := range a {
		sets[i] = c.when(t, a[i])
	}
	return sets
}

func (c *algebra) chooseSets(t *node, a, b []*node) []*node {
	return c.each2(a, b, func(x, y *node) *node { return c.choose(t, x, y) })
}

func (c *algebra) someSets(a []*node) *node {
	t := c.boolean(false)
	for _, s := range a {
		t = c.logical(bOr, t, c.some(s))
	}
	return t
}

func (c *algebra) allEmpty(sets []*node) bool {
	for _, s := range sets {
		if !isEmpty(s) {
			return false
		}
	}
	return true
}

// planesOf returns the planes on which sets have members.
func (c *algebra) planesOf(sets []*node) []bool {
	planes := make([]bool, len(sets))
	for p, s := range sets {
		planes[p] = !isEmpty(s)
	}
	return planes
}

// single reports whether a set certainly has at most one member.
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

// inOrder reports whether the compiler knows which member of a set comes first. A set that is known
// only during play must have a single member.
func (c *algebra) inOrder(sets []*node) bool {
	found, planes := false, 0
	for _, s := range sets {
		if !isEmpty(s) {
			found, planes = found || s.op == sOne, planes+1
		}
	}
	return !found || planes == 1
}

// members returns how many members a set has; that is a condition if it has at most one.
func (c *algebra) members(s *node) *node {
	if s.op == sAnd && (s.a.op == sOne || s.b.op == sOne) {
		return c.some(s)
	}
	return c.count1(s)
}

// newVar returns a fresh loop variable.
func (c *algebra) newVar() (int64, *node) {
	if c.vars >= maxLoops {
		fail("too many loops")
	}
	v := int64(c.vars)
	c.vars++
	return v, c.intern(node{op: nVar, k: v})
}

// member reports whether bit i of a set of players or kinds is set.
func (c *algebra) member(set *node, i int) *node {
	return c.binary(bShr, set, c.integer(int64(i)))
}

// withBit adds bit i to a number if t.
func (c *algebra) withBit(set *node, i int, t *node) *node {
	return c.binary(bOr, set, c.choose(t, c.integer(1<<i), c.integer(0)))
}

func (c *algebra) yes(e *env) *node {
	if e.lane != nil {
		return e.lane.all
	}
	return c.boolean(true)
}

func (c *algebra) never(e *env) *node {
	if e.lane != nil {
		return c.empty
	}
	return c.boolean(false)
}

func (c *algebra) isNever(t *node) bool { return isFalse(t) || !t.op.isNumber() && isEmpty(t) }

func (c *algebra) both(e *env, a, b *node) *node {
	if e.lane != nil {
		return c.and(a, b)
	}
	return c.logical(bAnd, a, b)
}

func (c *algebra) either(e *env, a, b *node) *node {
	if e.lane != nil {
		return c.or(a, b)
	}
	return c.logical(bOr, a, b)
}

func (c *algebra) butNot(e *env, a, b *node) *node {
	if e.lane != nil {
		return c.diff(a, b)
	}
	return c.logical(bAnd, a, c.not(b))
}

func (c *algebra) negate(e *env, a *node) *node { return c.butNot(e, c.yes(e), a) }

// spreadTruth turns a condition that does not depend on the lane into a set of its anchors.
func (c *algebra) spreadTruth(e *env, t *node) *node {
	if e.lane != nil {
		return c.when(t, e.lane.all)
	}
	return t
}

// A point is a site relative to the anchor of a lane.
type point struct {
	plane, off int
	cond       *node // the anchors for which it exists
	within     *node // a set of its plane that it certainly lies in, or nil
}

// inPlane returns the anchors from which the site off bits on is on the board.
func (c *algebra) inPlane(v *env, plane, off int) *node {
	return c.and(v.lane.all, c.constant(shifted(c.lay.all[plane], -off)))
}

// pre returns the anchors whose site off bits on is in a set.
func (c *algebra) pre(v *env, set *node, off int) *node {
	return c.shift(set, -off, *v.lane.all.set)
}

// restrict leaves the points that are in constant or computed sets.
func (c *algebra) restrict(v *env, list []point, sets []*node) []point {
	var out []point
	for _, p := range list {
		set := sets[p.plane]
		p.cond = c.and(p.cond, c.pre(v, set, p.off))
		if p.within == nil {
			p.within = set
		} else {
			p.within = c.and(p.within, set)
		}
		out = append(out, p)
	}
	return c.tidyPoints(out)
}

// ofLane makes sure that a site depends on the anchor of the current lane, and not on that of a
// lane around it.
func (c *algebra) ofLane(b *binding, v *env) {
	if b.lane != v.lane {
		fail("a condition that depends on two sites")
	}
}

// tidyPoints merges points that are the same site and drops those that never exist.
func (c *algebra) tidyPoints(list []point) []point {
	var out []point
next:
	for _, p := range list {
		if isEmpty(p.cond) {
			continue
		}
		for i := range out {
			q := &out[i]
			if q.plane != p.plane || q.off != p.off {
				continue
			}
			q.cond = c.or(q.cond, p.cond)
			if q.within != nil && p.within != nil {
				q.within = c.or(q.within, p.within)
			} else {
				q.within = nil
			}
			continue next
		}
		out = append(out, p)
	}
	if len(out) > maxPoints {
		fail("a set of %d places", len(out))
	}
	return out
}

// pickPoints returns the points that are x where t holds, and y elsewhere.
func (c *algebra) pickPoints(t *node, x, y []point) (list []point) {
	for _, p := range x {
		p.cond = c.and(p.cond, t)
		list = append(list, p)
	}
	for _, p := range y {
		p.cond = c.diff(p.cond, t)
		list = append(list, p)
	}
	return c.tidyPoints(list)
}

// A part is a value and the condition under which it applies: a truth value, or the anchors in a
// lane. The parts of a list exclude each other.
type part struct {
	val  int64
	dirs topology.Steps
	cond *node
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

// pickParts chooses between two lists of parts by t.
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

// tidy merges parts with the same value and drops those that never apply.
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

// cases turns a number into its values, with the condition for each.
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
		values, ok := c.valueSets[int(n.k)]
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
				set[arith(uint8(n.k), x, y)] = true
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

func sortInts(list []int64) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}
