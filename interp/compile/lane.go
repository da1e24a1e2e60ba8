package compile

import (
	"maps"
	"slices"

	"boardgame/dsl/ir"
)

// This file compiles sets of sites that depend on the anchor of a lane. Such a set is never built.
// Questions about it are answered for all anchors at once: whether it has a member (someOf),
// whether it meets a set (preOf), whether it holds a given site (memberOf), or, if it consists of
// single sites, which ones (points).

// points returns the sites relative to the anchor that make up a set.
func (c *expressions) points(e *ir.Expr, v *env) []point {
	e, v = v.head(e)
	if !v.varies(e) {
		fail("a set that does not hang on the anchor")
	}
	switch e.Op {
	case ir.Var:
		switch b := v.variable(e); b.kind {
		case bindPoint:
			c.ofLane(b, v)
			return []point{{b.plane, b.off, c.inPlane(v, b.plane, b.off), nil}}
		}
	case ir.And:
		for i, a := range e.Args {
			b := e.Args[1-i]
			if !v.varies(b) {
				return c.restrict(v, c.points(a, v), c.sites(b, v))
			}
		}
		var list []point
		a, b := e.Args[0], e.Args[1]
		why := attempt(func() { list = c.inBoth(v, c.points(a, v), b) })
		if why != "" {
			list = c.inBoth(v, c.points(b, v), a)
		}
		return list
	case ir.Or:
		var list []point
		for _, a := range e.Args {
			if !v.varies(a) {
				fail("a union of which a part does not hang on the anchor")
			}
			list = append(list, c.points(a, v)...)
		}
		return c.tidyPoints(list)
	case ir.Minus:
		list := c.points(e.Args[0], v)
		if !v.varies(e.Args[1]) {
			not := c.complement(c.sites(e.Args[1], v))
			return c.restrict(v, list, not)
		}
		for i := range list {
			list[i].cond = c.diff(list[i].cond, c.memberOf(list[i], e.Args[1], v))
		}
		return c.tidyPoints(list)
	case ir.Path:
		return c.pathPoints(e, v)
	case ir.If, ir.For:
		return selected(c, e, v, form[[]point]{func(e *ir.Expr, v *env) []point {
			if !v.varies(e) && c.constEmpty(e, v) {
				return nil
			}
			return c.points(e, v)
		}, c.pickPoints, nil, nil})
	case ir.QUnion:
		var list []point
		if !c.unroll(e, v, func(w *env, t *node) bool {
			for _, p := range c.points(e.Args[1], w) {
				p.cond = c.and(p.cond, t)
				list = append(list, p)
			}
			return true
		}) {
			if !v.varies(e.Args[0]) {
				fail("a union over sites")
			}
			for _, x := range c.points(e.Args[0], v) {
				for _, p := range c.points(e.Args[1], v.bind(int(e.N), v.at(x))) {
					p.cond = c.and(p.cond, x.cond)
					list = append(list, p)
				}
			}
		}
		return c.tidyPoints(list)
	case ir.QThose:
		list := c.points(e.Args[0], v)
		for i := range list {
			t := c.truth(e.Args[1], v.bind(int(e.N), v.at(list[i])))
			list[i].cond = c.and(list[i].cond, t)
		}
		return c.tidyPoints(list)
	}
	fail("a set of operator %d that hangs on the anchor", e.Op)
	return nil
}

// constEmpty reports whether a set that does not depend on the lane is empty.
func (c *expressions) constEmpty(e *ir.Expr, v *env) bool {
	empty := false
	attempt(func() { empty = c.allEmpty(c.sites(e, v)) })
	return empty
}

// inBoth keeps the points that are also in another set that depends on the anchor.
func (c *expressions) inBoth(v *env, list []point, e *ir.Expr) []point {
	for i := range list {
		list[i].cond = c.and(list[i].cond, c.memberOf(list[i], e, v))
	}
	return c.tidyPoints(list)
}

// pathPoints returns the points of a path.
func (c *expressions) pathPoints(e *ir.Expr, v *env) []point {
	if !v.varies(e.Args[0]) {
		fail("a path from sites that do not hang on the anchor")
	}
	start := c.points(e.Args[0], v)
	w := c.newPointWalk(e.Step, v)
	switch e.Step.Rep {
	case ir.Once:
		return w.step(start)
	case ir.Times:
		return w.times(start)
	}
	return w.closure(start)
}

// pointWalk walks along a step from points to points.
type pointWalk struct {
	*expressions
	v     *env
	by    *ir.Step
	dirs  []part  // the directions of the step, unless it is a function
	only  []*node // the sites that it may reach, if they are the same for all anchors; nil: any
	mixed bool    // the sites that it may reach depend on the anchor
}

func (c *expressions) newPointWalk(by *ir.Step, v *env) *pointWalk {
	w := &pointWalk{expressions: c, v: v, by: by}
	w.mixed = by.Only != nil && v.varies(by.Only)
	if by.Only != nil && !w.mixed {
		w.only = c.sites(by.Only, v)
	}
	if by.Func == nil {
		w.dirs = c.steps(by.By, v)
	}
	return w
}

// step returns the points one step from others.
func (w *pointWalk) step(from []point) []point {
	next := w.alongArcs
	if w.by.Func != nil {
		next = w.byFunction
	}
	var list []point
	for _, p := range from {
		list = append(list, next(p)...)
	}
	list = w.tidyPoints(list)
	switch {
	case w.only != nil:
		return w.restrict(w.v, list, w.only)
	case w.mixed:
		return w.inBoth(w.v, list, w.by.Only)
	}
	return list
}

func (w *pointWalk) byFunction(p point) (list []point) {
	for _, q := range w.points(w.by.Func.Body, w.v.enterStep(w.by, w.v.at(p))) {
		q.cond = w.and(q.cond, p.cond)
		list = append(list, q)
	}
	return list
}

func (w *pointWalk) alongArcs(p point) (list []point) {
	for _, d := range w.dirs {
		for _, a := range w.stepArcs(d.dirs) {
			if a.from == p.plane {
				t := w.and(w.and(p.cond, d.cond), w.pre(w.v, w.open(&a, w.v), p.off))
				list = append(list, point{a.to, p.off + a.k, t, nil})
			}
		}
	}
	return list
}

// times returns the points that the walk reaches in the numbers of steps that it allows.
func (w *pointWalk) times(at []point) (list []point) {
	lo := w.number(w.by.Lo, w.v.withLane(nil))
	hi := lo
	if w.by.Hi != nil {
		hi = w.number(w.by.Hi, w.v.withLane(nil))
	}
	if lo.op != nConst || hi.op != nConst {
		return w.tidyPoints(w.byLength(at, lo, hi))
	}
	if hi.k > longestLane {
		fail("a long walk")
	}
	if hi.k < lo.k || lo.k < 0 && lo.k == hi.k {
		return nil
	}
	for n := int64(0); n <= hi.k; n++ {
		if n >= lo.k {
			list = append(list, at...)
		}
		if n < hi.k {
			at = w.step(at)
		}
	}
	return w.tidyPoints(list)
}

// closure returns the points that the walk reaches in any number of steps.
func (w *pointWalk) closure(at []point) (list []point) {
	if w.only != nil || w.mixed {
		fail("a slide")
	}
	if w.by.Rep == ir.Star {
		list = at
	}
	at = w.step(at)
	for n := 0; len(at) > 0; n++ {
		before := len(list)
		list = w.tidyPoints(append(list, at...))
		if len(list) > 16 || n > 40 || len(list) == before && n > 16 {
			fail("a closure with many places")
		}
		at = w.step(at)
	}
	return list
}

// longestLane is the greatest length of a walk whose ends are points.
const longestLane = 8

// byLength returns the points of a walk of lo to hi steps, where lo and hi are known only during
// play but have few values.
func (w *pointWalk) byLength(at []point, lo, hi *node) (list []point) {
	set := map[int64]bool{}
	if !w.collect(hi, set, 0) {
		fail("a walk of unknown length")
	}
	most := slices.Max(slices.Collect(maps.Keys(set)))
	if most > longestLane {
		fail("a long walk")
	}
	for n := int64(0); n <= most; n++ {
		x := w.integer(n)
		meant := w.binary(bEq, lo, x)
		if lo != hi {
			meant = w.logical(bAnd, w.binary(bLe, lo, x), w.binary(bLe, x, hi))
		}
		for _, p := range at {
			p.cond = w.and(p.cond, w.spreadTruth(w.v, meant))
			list = append(list, p)
		}
		if n < most {
			at = w.step(at)
		}
	}
	return list
}

// memberOf returns the anchors for which a point is a member of a set.
func (c *expressions) memberOf(p point, e *ir.Expr, v *env) *node {
	e, v = v.head(e)
	if !v.varies(e) {
		return c.pre(v, c.sites(e, v)[p.plane], p.off)
	}
	switch e.Op {
	case ir.Or:
		return c.or(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.And:
		return c.and(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.Minus:
		return c.diff(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.If, ir.For:
		return c.selectedTruth(e, v,
			func(e *ir.Expr, v *env) *node { return c.memberOf(p, e, v) })
	case ir.QUnion:
		set := c.empty
		if c.unroll(e, v, func(w *env, t *node) bool {
			set = c.or(set, c.and(t, c.memberOf(p, e.Args[1], w)))
			return true
		}) {
			return set
		}
	}
	set := c.empty
	for _, q := range c.points(e, v) {
		if q.plane == p.plane && q.off == p.off {
			set = c.or(set, q.cond)
		}
	}
	return set
}

// someOf returns the anchors for which a set has a member.
func (c *expressions) someOf(e *ir.Expr, v *env) *node {
	if !v.varies(e) {
		return c.spreadTruth(v, c.someOne(e, v.withLane(nil)))
	}
	if b := v.base(e); b != nil && b.off != 0 {
		// Seen from the site where the path starts, the answer is the same for every anchor that
		// leads there. So it is found there and moved.
		w := c.reanchor(v, b.plane, b.off)
		return c.pre(v, c.preOf(e, c.everywhere(), w), b.off)
	}
	return c.preOf(e, c.everywhere(), v)
}

// reanchor returns an environment in which the site off bits from the anchor, on a plane, is the
// anchor.
func (c *expressions) reanchor(v *env, plane, off int) *env {
	l := &lane{plane, c.constant(c.lay.all[plane])}
	return v.moved(v.lane, l, off, map[*env]*env{})
}

// preOf returns the anchors for which a set has a member in t.
func (c *expressions) preOf(e *ir.Expr, t []*node, v *env) *node {
	if c.allEmpty(t) {
		return c.empty
	}
	e, v = v.head(e)
	if !v.varies(e) {
		return c.spreadTruth(v, c.someSets(c.meet(c.sites(e, v), t)))
	}
	switch e.Op {
	case ir.Var:
		switch b := v.variable(e); b.kind {
		case bindPoint:
			c.ofLane(b, v)
			return c.pre(v, t[b.plane], b.off)
		}
	case ir.Or:
		return c.or(c.preOf(e.Args[0], t, v), c.preOf(e.Args[1], t, v))
	case ir.And:
		for i, a := range e.Args {
			if b := e.Args[1-i]; !v.varies(b) {
				return c.preOf(a, c.meet(t, c.sites(b, v)), v)
			}
		}
	case ir.Minus:
		if !v.varies(e.Args[1]) {
			return c.preOf(e.Args[0], c.without(t, c.sites(e.Args[1], v)), v)
		}
	case ir.If, ir.For:
		return c.selectedTruth(e, v, func(e *ir.Expr, v *env) *node { return c.preOf(e, t, v) })
	case ir.QUnion:
		set := c.empty
		if c.unroll(e, v, func(w *env, when *node) bool {
			set = c.or(set, c.and(when, c.preOf(e.Args[1], t, w)))
			return true
		}) {
			return set
		}
	case ir.QThose:
		if v.varies(e.Args[0]) {
			break
		}
		fail("members of a fixed set chosen by the anchor")
	case ir.Path:
		var set *node
		if why := attempt(func() { set = c.prePath(e, t, v) }); why == "" {
			return set
		}
	}
	set := c.empty
	for _, p := range c.points(e, v) {
		set = c.or(set, c.and(p.cond, c.pre(v, t[p.plane], p.off)))
	}
	return set
}

// prePath is preOf for a path: it goes from the target back along the step, and continues from
// where the step starts.
func (c *expressions) prePath(e *ir.Expr, t []*node, v *env) *node {
	s := e.Step
	if s.Only != nil && v.varies(s.Only) || s.Lo != nil && v.varies(s.Lo) || s.Hi != nil &&
		v.varies(s.Hi) {
		fail("a step that depends on the anchor")
	}
	plain := v.withLane(nil)
	var only []*node
	if s.Only != nil {
		only = c.sites(s.Only, plain)
	}
	land := func(to []*node) []*node {
		if only != nil {
			return c.meet(to, only)
		}
		return to
	}
	if s.Func != nil {
		for _, a := range s.FuncArgs {
			if v.varies(a) {
				fail("a step that depends on the anchor")
			}
		}
		// The sites from which the function leads into a set: its body, with the starting site as
		// the anchor.
		back := func(to []*node) []*node {
			to = land(to)
			from := c.none()
			for p := range from {
				l := &lane{p, c.constant(c.lay.all[p])}
				at := binding{kind: bindPoint, lane: l, plane: p, piece: -1}
				w := plain.enterStep(s, at).withLane(l)
				from[p] = c.preOf(s.Func.Body, to, w)
			}
			return from
		}
		switch s.Rep {
		case ir.Once:
			return c.preOf(e.Args[0], back(t), v)
		case ir.Times:
			return c.preOf(e.Args[0], c.times(t, s, plain, back), v)
		}
		fail("a closure over a def")
	}
	set := c.empty
	for _, d := range c.steps(s.By, v) {
		arcs := c.reachable(c.stepArcs(d.dirs), c.planesIn(e.Args[0].Planes))
		back := func(to []*node) []*node { return c.backward(land(to), arcs, plain) }
		var from []*node
		switch s.Rep {
		case ir.Once:
			from = back(t)
		case ir.Star:
			from = c.union(t, c.backward(c.closeOver(land(t), arcs, only, true, plain), arcs,
				plain))
		case ir.Plus:
			from = c.backward(c.closeOver(land(t), arcs, only, true, plain), arcs, plain)
		case ir.Times:
			from = c.times(t, s, plain, back)
		}
		x := c.preOf(e.Args[0], from, v)
		if v.lane != nil {
			x = c.and(x, d.cond)
		}
		set = c.or(set, x)
	}
	return set
}
