package compile

import (
	"fmt"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Limits of the programs. A game beyond them is played by the evaluator.
const (
	MaxPlanes = 8
	MaxWords  = 16 // of 64 bits

	maxUnroll  = 160 // members of a constant domain that a quantifier is unrolled over
	maxPoints  = 64  // places relative to a lane that one expression may have
	maxClasses = 96  // classes of a move
	maxLoops   = 60  // loop variables of a program
	maxParts   = 300
)

// unsupported is thrown (as a panic) by the compiler where an expression cannot be compiled in the
// way tried. It is caught by attempt.
type unsupported struct{ why string }

func fail(format string, args ...any) { panic(unsupported{fmt.Sprintf(format, args...)}) }

// attempt runs f and returns why it could not be done, or "".
func attempt(f func()) (why string) {
	defer func() {
		if r := recover(); r != nil {
			n, ok := r.(unsupported)
			if !ok {
				panic(r)
			}
			why = n.why
		}
	}()
	f()
	return ""
}

// A state is what the position looks like at a moment of a program: a node for every set and number
// of it.
type state struct {
	sets []*node
	nums []*node
}

func (s *state) clone() *state {
	return &state{append([]*node(nil), s.sets...), append([]*node(nil), s.nums...)}
}

// A lane is the anchor that conditions are compiled for all at once: a condition becomes the set of
// the places of the anchor for which it holds.
type lane struct {
	plane int
	all   *node // every place of the plane
}

type bindKind uint8

const (
	bindNone  bindKind = iota
	bindOne            // one site: plane, num
	bindPoint          // the site off bits on from the anchor of the lane: plane, off
	bindSets           // sets by plane
	bindNum            // a number, a truth, or a set of players or kinds as bits
	bindSteps          // constant steps
	bindLazy           // an expression and its environment, compiled wherever it is used
)

// A binding is what a variable stands for.
type binding struct {
	kind  bindKind
	plane int
	num   *node
	off   int
	lane  *lane // the lane of a point
	sets  []*node
	dirs  topology.Steps
	expr  *ir.Expr
	env   *env
	// What is known of the piece on a bound site at the moment `at`: its kind. -1: nothing.
	piece int
	at    *state
}

// An env is what an expression is compiled in.
type env struct {
	slots []binding
	me    int
	st    *state
	lane  *lane // nil: a plain value is wanted; else the set of anchors
}

func (e *env) bind(slot int, b binding) *env {
	n := *e
	n.slots = make([]binding, max(len(e.slots), slot+1))
	copy(n.slots, e.slots)
	n.slots[slot] = b
	return &n
}

func (e *env) as(me int) *env {
	if me == e.me {
		return e
	}
	n := *e
	n.me = me
	return &n
}

func (e *env) withLane(l *lane) *env {
	if l == e.lane {
		return e
	}
	n := *e
	n.lane = l
	return &n
}

func (e *env) withState(s *state) *env {
	n := *e
	n.st = s
	return &n
}

// A part is a value and the condition under which it applies: a truth, or in a lane the anchors.
// The parts of a list exclude each other.
type part struct {
	val  int64
	dirs topology.Steps
	cond *node
}

// A point is a site relative to the anchor of a lane.
type point struct {
	plane, off int
	cond       *node // the anchors for which it is there
	within     *node // a set of its plane in which it certainly lies, or nil
}

// items calls f for every item of every choice.
func items(g *ir.Game, f func(*ir.Item)) {
	choice := func(c *ir.Choice) {
		if c == nil {
			return
		}
		for _, group := range c.Groups {
			for _, item := range group.Items {
				f(item)
			}
		}
	}
	choice(g.Turn)
	for _, m := range g.Moves {
		choice(m.Then)
	}
}

// byPlane returns room for sets by plane.
func (c *algebra) byPlane() []*node {
	n := c.lay.Planes
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
		sets[i] = c.constant(c.lay.All[i])
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

func (c *algebra) union(a, b []*node) []*node   { return c.each2(a, b, c.or) }
func (c *algebra) meet(a, b []*node) []*node    { return c.each2(a, b, c.and) }
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

// The algebra of conditions: truths without a lane, sets of anchors with one.

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

// spreadTruth turns a truth that does not depend on the lane into a condition of it.
func (c *algebra) spreadTruth(e *env, t *node) *node {
	if e.lane != nil {
		return c.when(t, e.lane.all)
	}
	return t
}

// fact returns a number of the position that is found out only when a program wants it.
func (c *reader) fact(v *env, number int) *node {
	switch {
	case c.facts == nil:
		fail("a question about repetitions or being stuck in the middle of a step")
	case number == NumStuck:
		c.facts.Stuck = true
	default:
		c.facts.Repeats = true
	}
	c.asked[number] = true
	return v.st.nums[number]
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
