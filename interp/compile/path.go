package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

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

// walk repeats a step of constant directions as often as it says.
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
	// For numbers that are known only during play, every length that the board has room for is
	// computed, and those that apply are selected.
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

// pathOf compiles a path whose step is a function of the starting site.
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

// reachBy returns the closure of sites under a step that is a function.
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
