package symbolic

import (
	"slices"

	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
)

// An Algebra computes with sets by plane (one node for each plane of the board) and with
// conditions: truth values outside a lane, sets of anchors inside one.
type Algebra struct {
	G    *graph.Graph
	Vars int // loop variables in use

	Span map[*graph.Node][2]int64 // the range that some numbers are known to lie in
	// by number of the position: the values it can have, if there are few
	ValueSets map[int][]int64

	pairs     int           // of values that have been combined
	planeRoom []*graph.Node // for the next sets by plane
}

// byPlane returns room for sets by plane.
func (c *Algebra) byPlane() []*graph.Node {
	n := c.G.Lay.Planes
	if len(c.planeRoom) < n {
		c.planeRoom = make([]*graph.Node, 256*n)
	}
	sets := c.planeRoom[:n:n]
	c.planeRoom = c.planeRoom[n:]
	return sets
}

// None returns no sites.
func (c *Algebra) None() []*graph.Node {
	sets := c.byPlane()
	for i := range sets {
		sets[i] = c.G.Empty
	}
	return sets
}

// SitesConst returns a constant set of sites.
func (c *Algebra) SitesConst(s topology.Set) []*graph.Node {
	sets := c.byPlane()
	for i, b := range c.G.Lay.Split(s) {
		sets[i] = c.G.Constant(b)
	}
	return sets
}

func (c *Algebra) Everywhere() []*graph.Node {
	sets := c.byPlane()
	for i := range sets {
		sets[i] = c.G.Constant(c.G.Lay.All[i])
	}
	return sets
}

func each2(c *Algebra, a, b []*graph.Node, f func(x, y *graph.Node) *graph.Node) []*graph.Node {
	sets := c.byPlane()
	for i := range a {
		sets[i] = f(a[i], b[i])
	}
	return sets
}

func (c *Algebra) Union(a, b []*graph.Node) []*graph.Node { return each2(c, a, b, c.G.Or) }

func (c *Algebra) Meet(a, b []*graph.Node) []*graph.Node { return each2(c, a, b, c.G.And) }

func (c *Algebra) Without(a, b []*graph.Node) []*graph.Node { return each2(c, a, b, c.G.Diff) }

func (c *Algebra) Complement(a []*graph.Node) []*graph.Node { return c.Without(c.Everywhere(), a) }

func (c *Algebra) WhenSets(t *graph.Node, a []*graph.Node) []*graph.Node {
	sets := c.byPlane()
	for i := range a {
		sets[i] = c.G.When(t, a[i])
	}
	return sets
}

func (c *Algebra) ChooseSets(t *graph.Node, a, b []*graph.Node) []*graph.Node {
	return each2(c, a, b, func(x, y *graph.Node) *graph.Node { return c.G.Choose(t, x, y) })
}

func (c *Algebra) SomeSets(a []*graph.Node) *graph.Node {
	t := c.G.Boolean(false)
	for _, s := range a {
		t = c.G.Logical(graph.BOr, t, c.G.Some(s))
	}
	return t
}

func (c *Algebra) AllEmpty(sets []*graph.Node) bool {
	return !slices.ContainsFunc(sets, func(s *graph.Node) bool { return !graph.IsEmpty(s) })
}

// PlanesOf returns the planes on which sets have members.
func (c *Algebra) PlanesOf(sets []*graph.Node) []bool {
	planes := make([]bool, len(sets))
	for p, s := range sets {
		planes[p] = !graph.IsEmpty(s)
	}
	return planes
}

// Single reports whether a set certainly has at most one member.
func (c *Algebra) Single(on []*graph.Node) bool {
	found := 0
	for _, s := range on {
		switch {
		case graph.IsEmpty(s):
			continue
		case s.Op == graph.SOne,
			s.Op == graph.SIf && s.B.Op == graph.SOne,
			s.Op == graph.SConst && s.Set.Len() == 1:
			found++
		default:
			return false
		}
	}
	return found <= 1
}

// InOrder reports whether the compiler knows which member of a set comes first. A set that is known
// only during play must have a single member.
func (c *Algebra) InOrder(sets []*graph.Node) bool {
	found, planes := false, 0
	for _, s := range sets {
		if !graph.IsEmpty(s) {
			found, planes = found || s.Op == graph.SOne, planes+1
		}
	}
	return !found || planes == 1
}

// Members returns how many members a set has; that is a condition if it has at most one.
func (c *Algebra) Members(s *graph.Node) *graph.Node {
	if s.Op == graph.SAnd && (s.A.Op == graph.SOne || s.B.Op == graph.SOne) {
		return c.G.Some(s)
	}
	return c.G.Count1(s)
}

// NewVar returns a fresh loop variable.
func (c *Algebra) NewVar() (int64, *graph.Node) {
	if c.Vars >= MaxLoops {
		Fail("too many loops")
	}
	v := int64(c.Vars)
	c.Vars++
	return v, c.G.Intern(graph.Node{Op: graph.NVar, K: v})
}

// Member reports whether bit i of a set of players or kinds is set.
func (c *Algebra) Member(set *graph.Node, i int) *graph.Node {
	return c.G.Binary(graph.BShr, set, c.G.Integer(int64(i)))
}

// WithBit adds bit i to a number if t.
func (c *Algebra) WithBit(set *graph.Node, i int, t *graph.Node) *graph.Node {
	return c.G.Binary(graph.BOr, set, c.G.Choose(t, c.G.Integer(1<<i), c.G.Integer(0)))
}

func (c *Algebra) Yes(e *Env) *graph.Node {
	if e.Lane != nil {
		return e.Lane.All
	}
	return c.G.Boolean(true)
}

func (c *Algebra) Never(e *Env) *graph.Node {
	if e.Lane != nil {
		return c.G.Empty
	}
	return c.G.Boolean(false)
}

func (c *Algebra) IsNever(t *graph.Node) bool {
	return graph.IsFalse(t) || !t.Op.IsNumber() && graph.IsEmpty(t)
}

func (c *Algebra) Both(e *Env, a, b *graph.Node) *graph.Node {
	if e.Lane != nil {
		return c.G.And(a, b)
	}
	return c.G.Logical(graph.BAnd, a, b)
}

func (c *Algebra) Either(e *Env, a, b *graph.Node) *graph.Node {
	if e.Lane != nil {
		return c.G.Or(a, b)
	}
	return c.G.Logical(graph.BOr, a, b)
}

func (c *Algebra) ButNot(e *Env, a, b *graph.Node) *graph.Node {
	if e.Lane != nil {
		return c.G.Diff(a, b)
	}
	return c.G.Logical(graph.BAnd, a, c.G.Not(b))
}

func (c *Algebra) Negate(e *Env, a *graph.Node) *graph.Node { return c.ButNot(e, c.Yes(e), a) }

// SpreadTruth turns a condition that does not depend on the lane into a set of its anchors.
func (c *Algebra) SpreadTruth(e *Env, t *graph.Node) *graph.Node {
	if e.Lane != nil {
		return c.G.When(t, e.Lane.All)
	}
	return t
}

// A Point is a site relative to the anchor of a lane.
type Point struct {
	Plane, Off int
	Cond       *graph.Node // the anchors for which it exists
	Within     *graph.Node // a set of its plane that it certainly lies in, or nil
}

// InPlane returns the anchors from which the site off bits on is on the board.
func (c *Algebra) InPlane(v *Env, plane, off int) *graph.Node {
	return c.G.And(v.Lane.All, c.G.Constant(layout.Shifted(c.G.Lay.All[plane], -off)))
}

// Pre returns the anchors whose site off bits on is in a set.
func (c *Algebra) Pre(v *Env, set *graph.Node, off int) *graph.Node {
	return c.G.Shift(set, -off, *v.Lane.All.Set)
}

// Restrict leaves the points that are in constant or computed sets.
func (c *Algebra) Restrict(v *Env, list []Point, sets []*graph.Node) []Point {
	var out []Point
	for _, p := range list {
		set := sets[p.Plane]
		p.Cond = c.G.And(p.Cond, c.Pre(v, set, p.Off))
		if p.Within == nil {
			p.Within = set
		} else {
			p.Within = c.G.And(p.Within, set)
		}
		out = append(out, p)
	}
	return c.TidyPoints(out)
}

// OfLane makes sure that a site depends on the anchor of the current lane, and not on that of a
// lane around it.
func (c *Algebra) OfLane(b *Binding, v *Env) {
	if b.Lane != v.Lane {
		Fail("a condition that depends on two sites")
	}
}

// TidyPoints merges points that are the same site and drops those that never exist.
func (c *Algebra) TidyPoints(list []Point) []Point {
	var out []Point
next:
	for _, p := range list {
		if graph.IsEmpty(p.Cond) {
			continue
		}
		for i := range out {
			q := &out[i]
			if q.Plane != p.Plane || q.Off != p.Off {
				continue
			}
			q.Cond = c.G.Or(q.Cond, p.Cond)
			if q.Within != nil && p.Within != nil {
				q.Within = c.G.Or(q.Within, p.Within)
			} else {
				q.Within = nil
			}
			continue next
		}
		out = append(out, p)
	}
	if len(out) > maxPoints {
		Fail("a set of %d places", len(out))
	}
	return out
}

// PickPoints returns the points that are x where t holds, and y elsewhere.
func (c *Algebra) PickPoints(t *graph.Node, x, y []Point) (list []Point) {
	for _, p := range x {
		p.Cond = c.G.And(p.Cond, t)
		list = append(list, p)
	}
	for _, p := range y {
		p.Cond = c.G.Diff(p.Cond, t)
		list = append(list, p)
	}
	return c.TidyPoints(list)
}

// A Part is a value and the condition under which it applies: a truth value, or the anchors in a
// lane. The parts of a list exclude each other.
type Part struct {
	Val  int64
	Dirs topology.Steps
	Cond *graph.Node
}

func (c *Algebra) MapParts(v *Env, list []Part, f func(int64) int64) []Part {
	out := lists.Map(list, func(p Part) Part { return Part{Val: f(p.Val), Cond: p.Cond} })
	return c.Tidy(v, out)
}

func (c *Algebra) Combine(v *Env, a, b []Part, f func(x, y int64) int64) []Part {
	c.pairs += len(a) * len(b)
	if len(a)*len(b) > maxParts*maxParts/4 || c.pairs > maxPairsOfParts {
		Fail("too many values")
	}
	var out []Part
	for _, x := range a {
		for _, y := range b {
			if t := c.Both(v, x.Cond, y.Cond); !c.IsNever(t) {
				out = append(out, Part{Val: f(x.Val, y.Val), Cond: t})
			}
		}
	}
	return c.Tidy(v, out)
}

// PickParts chooses between two lists of parts by t.
func (c *Algebra) PickParts(v *Env) func(t *graph.Node, x, y []Part) []Part {
	steps := c.PickSteps(v)
	return func(t *graph.Node, x, y []Part) []Part { return c.Tidy(v, steps(t, x, y)) }
}

// PickSteps is pickParts for steps.
func (c *Algebra) PickSteps(v *Env) func(t *graph.Node, x, y []Part) []Part {
	return func(t *graph.Node, x, y []Part) (out []Part) {
		for _, p := range x {
			p.Cond = c.Both(v, p.Cond, t)
			out = append(out, p)
		}
		for _, p := range y {
			p.Cond = c.ButNot(v, p.Cond, t)
			out = append(out, p)
		}
		return slices.DeleteFunc(out, func(p Part) bool { return c.IsNever(p.Cond) })
	}
}

// Tidy merges parts with the same value and drops those that never apply.
func (c *Algebra) Tidy(v *Env, list []Part) []Part {
	at := map[int64]int{}
	var out []Part
	for _, p := range list {
		if c.IsNever(p.Cond) {
			continue
		}
		if i, ok := at[p.Val]; ok {
			out[i].Cond = c.Either(v, out[i].Cond, p.Cond)
			continue
		}
		at[p.Val] = len(out)
		out = append(out, p)
	}
	if len(out) > maxParts {
		Fail("too many values")
	}
	return out
}

// Cases turns a number into its values, with the condition for each.
func (c *Algebra) Cases(n *graph.Node, v *Env, most int) []Part {
	var list []Part
	for _, x := range values(c, n, most) {
		if t := c.G.Binary(graph.BEq, n, c.G.Integer(x)); !graph.IsFalse(t) {
			list = append(list, Part{Val: x, Cond: c.SpreadTruth(v, t)})
		}
	}
	return list
}

// values returns all values that a number can have. most is the number of players or kinds if it is
// a set of them.
func values(c *Algebra, n *graph.Node, most int) []int64 {
	set := map[int64]bool{}
	if !c.Collect(n, set, 0) {
		if most == 0 || most > 4 {
			Fail("a number that can have many values")
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

// Collect gathers the values that a number can have; false if there are too many.
func (c *Algebra) Collect(n *graph.Node, set map[int64]bool, deep int) bool {
	if deep > 12 || len(set) > maxParts {
		return false
	}
	if within, ok := c.Span[n]; ok {
		for x := within[0]; x <= within[1]; x++ {
			set[x] = true
		}
		return len(set) <= maxParts
	}
	switch n.Op {
	case graph.NConst:
		set[n.K] = true
		return true
	case graph.NState:
		values, ok := c.ValueSets[int(n.K)]
		for _, x := range values {
			set[x] = true
		}
		return ok
	case graph.NSel:
		return c.Collect(n.B, set, deep+1) && c.Collect(n.C, set, deep+1)
	case graph.NTable:
		for _, x := range c.G.NumTab[n.K] {
			set[x] = true
		}
		return len(set) <= maxParts
	case graph.NBin:
		a, b := map[int64]bool{}, map[int64]bool{}
		if n.IsTruth() {
			set[0], set[1] = true, true
			return true
		}
		if !c.Collect(n.A, a, deep+1) || !c.Collect(n.B, b, deep+1) || len(a)*len(b) > maxParts {
			return false
		}
		for x := range a {
			for y := range b {
				set[graph.Arith(uint8(n.K), x, y)] = true
			}
		}
		return true
	}
	if n.IsTruth() {
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
