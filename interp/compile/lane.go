package compile

import (
	"maps"
	"slices"

	"boardgame/dsl/ir"
)

// This file compiles sets of sites that depend on the anchor of a lane. Such a set is never built;
// what is asked about it is answered for all anchors at once: whether it has a member (someOf),
// whether it meets a set (preOf), whether it holds a given site (memberOf), or, where it is made of
// single sites, which (points).

// points returns the sites relative to the anchor of which a set is made.
func (c *expressions) points(e *ir.Expr, v *env) []point {
	if !c.laned(e, v) {
		fail("a set that does not hang on the anchor")
	}
	switch e.Op {
	case ir.Var:
		switch b := c.variable(e, v); b.kind {
		case bindPoint:
			c.ofLane(b, v)
			return []point{{b.plane, b.off, c.inPlane(v, b.plane, b.off), nil}}
		case bindLazy:
			return c.points(b.expr, b.env.withLane(v.lane))
		}
	case ir.And:
		for i, a := range e.Args {
			b := e.Args[1-i]
			if !c.laned(b, v) {
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
			if !c.laned(a, v) {
				fail("a union of which a part does not hang on the anchor")
			}
			list = append(list, c.points(a, v)...)
		}
		return c.tidyPoints(list)
	case ir.Minus:
		list := c.points(e.Args[0], v)
		if !c.laned(e.Args[1], v) {
			not := c.complement(c.sites(e.Args[1], v))
			return c.restrict(v, list, not)
		}
		for i := range list {
			list[i].cond = c.diff(list[i].cond, c.memberOf(list[i], e.Args[1], v))
		}
		return c.tidyPoints(list)
	case ir.Path:
		return c.pathPoints(e, v)
	case ir.If:
		t := c.truth(e.Args[0], v)
		var list []point
		for i, when := range []*node{t, c.negate(v, t)} {
			if c.isNever(when) {
				continue
			}
			if s := e.Args[1+i]; c.laned(s, v) || !c.constEmpty(s, v) {
				for _, p := range c.points(s, v) {
					p.cond = c.and(p.cond, when)
					list = append(list, p)
				}
			}
		}
		return c.tidyPoints(list)
	case ir.QUnion:
		var list []point
		if !c.unroll(e, v, func(w *env, t *node) bool {
			for _, p := range c.points(e.Args[1], w) {
				p.cond = c.and(p.cond, t)
				list = append(list, p)
			}
			return true
		}) {
			if !c.laned(e.Args[0], v) {
				fail("a union over sites")
			}
			for _, x := range c.points(e.Args[0], v) {
				for _, p := range c.points(e.Args[1], v.bind(int(e.N), c.at(x, v))) {
					p.cond = c.and(p.cond, x.cond)
					list = append(list, p)
				}
			}
		}
		return c.tidyPoints(list)
	case ir.QThose:
		list := c.points(e.Args[0], v)
		for i := range list {
			t := c.truth(e.Args[1], v.bind(int(e.N), c.at(list[i], v)))
			list[i].cond = c.and(list[i].cond, t)
		}
		return c.tidyPoints(list)
	case ir.Let:
		return c.points(e.Args[1], v.bind(int(e.N), c.argument(e.Args[0], v)))
	case ir.For:
		var list []point
		for _, p := range c.playersOf(e.Args[0], v) {
			for _, x := range c.points(e.Args[1], v.as(int(p.val))) {
				x.cond = c.and(x.cond, p.cond)
				list = append(list, x)
			}
		}
		return c.tidyPoints(list)
	case ir.Call:
		return c.points(e.Func.Body, c.enter(e.Func, e.Args, v))
	}
	fail("a set of operator %d that hangs on the anchor", e.Op)
	return nil
}

// at binds a variable to a point.
func (c *expressions) at(p point, v *env) binding {
	return binding{kind: bindPoint, lane: v.lane, plane: p.plane, off: p.off, piece: -1}
}

// ofLane makes sure that a site hangs on the anchor that conditions are now compiled for, and not
// on that of a lane around it.
func (c *algebra) ofLane(b *binding, v *env) {
	if b.lane != v.lane {
		fail("a condition that depends on two sites")
	}
}

// constEmpty reports whether a set that does not depend on the lane is nothing.
func (c *expressions) constEmpty(e *ir.Expr, v *env) bool {
	empty := false
	attempt(func() { empty = c.allEmpty(c.sites(e, v)) })
	return empty
}

// inPlane returns the anchors from which the site off bits on is on the board.
func (c *algebra) inPlane(v *env, plane, off int) *node {
	return c.and(v.lane.all, c.constant(shifted(c.lay.All[plane], -off)))
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

// inBoth leaves the points that are in another set that hangs on the anchor.
func (c *expressions) inBoth(v *env, list []point, e *ir.Expr) []point {
	for i := range list {
		list[i].cond = c.and(list[i].cond, c.memberOf(list[i], e, v))
	}
	return c.tidyPoints(list)
}

// tidyPoints joins points that are one site and drops those that never are.
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

// pathPoints returns the points of a path.
func (c *expressions) pathPoints(e *ir.Expr, v *env) []point {
	s := e.Step
	if !c.laned(e.Args[0], v) {
		fail("a path from sites that do not hang on the anchor")
	}
	start := c.points(e.Args[0], v)
	var step func(list []point) []point
	var only []*node
	laneOnly := s.Only != nil && c.laned(s.Only, v)
	if s.Only != nil && !laneOnly {
		only = c.sites(s.Only, v)
	}
	land := func(list []point) []point {
		list = c.tidyPoints(list)
		if only != nil {
			return c.restrict(v, list, only)
		}
		if laneOnly {
			return c.inBoth(v, list, s.Only)
		}
		return list
	}
	if s.Func != nil {
		step = func(list []point) []point {
			var out []point
			for _, p := range list {
				w := c.enterStep(s, v, c.at(p, v))
				for _, q := range c.points(s.Func.Body, w) {
					q.cond = c.and(q.cond, p.cond)
					out = append(out, q)
				}
			}
			return land(out)
		}
	} else {
		parts := c.steps(s.By, v)
		step = func(list []point) []point {
			var out []point
			for _, p := range list {
				for _, d := range parts {
					for _, a := range c.stepArcs(d.dirs) {
						if a.from != p.plane {
							continue
						}
						t := c.and(c.and(p.cond, d.cond), c.pre(v, c.open(&a, v), p.off))
						out = append(out, point{a.to, p.off + a.k, t, nil})
					}
				}
			}
			return land(out)
		}
	}
	switch s.Rep {
	case ir.Once:
		return step(start)
	case ir.Times:
		lo, hi := c.number(s.Lo, v.withLane(nil)), (*node)(nil)
		hi = lo
		if s.Hi != nil {
			hi = c.number(s.Hi, v.withLane(nil))
		}
		if lo.op != nConst || hi.op != nConst {
			return c.tidyPoints(c.pointsByLength(start, lo, hi, v, step))
		}
		if hi.k > longestLane {
			fail("a long walk")
		}
		if hi.k < lo.k || lo.k < 0 && lo.k == hi.k {
			return nil
		}
		var out []point
		at := start
		for n := int64(0); n <= hi.k; n++ {
			if n >= lo.k {
				out = append(out, at...)
			}
			if n < hi.k {
				at = step(at)
			}
		}
		return c.tidyPoints(out)
	}
	if only != nil || laneOnly {
		fail("a slide")
	}
	var out []point
	if s.Rep == ir.Star {
		out = start
	}
	at := step(start)
	for n := 0; len(at) > 0; n++ {
		before := len(out)
		out = c.tidyPoints(append(out, at...))
		if len(out) > 16 || n > 40 || len(out) == before && n > 16 {
			fail("a closure with many places")
		}
		at = step(at)
	}
	return out
}

// longestLane is how long a walk may be whose ends are points.
const longestLane = 8

// pointsByLength returns the points of a walk of lo to hi steps, numbers that are known only while
// playing but have few values.
func (c *expressions) pointsByLength(at []point, lo, hi *node, v *env,
	step func([]point) []point) (out []point) {
	set := map[int64]bool{}
	if !c.collect(hi, set, 0) {
		fail("a walk of unknown length")
	}
	most := slices.Max(slices.Collect(maps.Keys(set)))
	if most > longestLane {
		fail("a long walk")
	}
	for n := int64(0); n <= most; n++ {
		x := c.integer(n)
		meant := c.binary(bEq, lo, x)
		if lo != hi {
			meant = c.logical(bAnd, c.binary(bLe, lo, x), c.binary(bLe, x, hi))
		}
		for _, p := range at {
			p.cond = c.and(p.cond, c.spreadTruth(v, meant))
			out = append(out, p)
		}
		if n < most {
			at = step(at)
		}
	}
	return out
}

// memberOf returns the anchors for which a point is a member of a set.
func (c *expressions) memberOf(p point, e *ir.Expr, v *env) *node {
	if !c.laned(e, v) {
		return c.pre(v, c.sites(e, v)[p.plane], p.off)
	}
	switch e.Op {
	case ir.Or:
		return c.or(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.And:
		return c.and(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.Minus:
		return c.diff(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.Var:
		if b := c.variable(e, v); b.kind == bindLazy {
			return c.memberOf(p, b.expr, b.env.withLane(v.lane))
		}
	case ir.Let:
		return c.memberOf(p, e.Args[1], v.bind(int(e.N), c.argument(e.Args[0], v)))
	case ir.Call:
		return c.memberOf(p, e.Func.Body, c.enter(e.Func, e.Args, v))
	case ir.If:
		t := c.truth(e.Args[0], v)
		return c.or(c.and(t, c.memberOf(p, e.Args[1], v)), c.diff(c.memberOf(p, e.Args[2], v), t))
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
	if !c.laned(e, v) {
		return c.spreadTruth(v, c.someOne(e, v.withLane(nil)))
	}
	if b := c.base(e, v); b != nil && b.off != 0 {
		// Seen from the site that the path starts from the answer is the same for every anchor that
		// leads there: it is found there, and moved.
		w := c.reanchor(v, b.plane, b.off)
		return c.pre(v, c.preOf(e, c.everywhere(), w), b.off)
	}
	return c.preOf(e, c.everywhere(), v)
}

// base returns the point from which a set is reached, if that can be seen.
func (c *expressions) base(e *ir.Expr, v *env) *binding {
	switch e.Op {
	case ir.Path:
		return c.base(e.Args[0], v)
	case ir.And, ir.Minus:
		if b := c.base(e.Args[0], v); b != nil {
			return b
		}
		if e.Op == ir.And {
			return c.base(e.Args[1], v)
		}
	case ir.Var:
		if int(e.N) >= len(v.slots) {
			return nil
		}
		switch b := &v.slots[e.N]; b.kind {
		case bindPoint:
			if b.lane == v.lane {
				return b
			}
		case bindLazy:
			if b.env.lane == v.lane {
				return c.base(b.expr, b.env)
			}
		}
	}
	return nil
}

// reanchor returns an environment in which the site off bits from the anchor, on a plane, is the
// anchor.
func (c *expressions) reanchor(v *env, plane, off int) *env {
	l := &lane{plane, c.constant(c.lay.All[plane])}
	return c.moved(v, v.lane, l, off, map[*env]*env{})
}

func (c *expressions) moved(v *env, from, to *lane, off int, done map[*env]*env) *env {
	if n, ok := done[v]; ok {
		return n
	}
	n := *v
	done[v] = &n
	if v.lane == from {
		n.lane = to
	}
	n.slots = append([]binding(nil), v.slots...)
	for i := range n.slots {
		b := &n.slots[i]
		switch {
		case b.kind == bindPoint && b.lane == from:
			b.lane = to
			b.off -= off
		case b.kind == bindLazy:
			b.env = c.moved(b.env, from, to, off, done)
		}
	}
	return &n
}

// preOf returns the anchors for which a set has a member in t.
func (c *expressions) preOf(e *ir.Expr, t []*node, v *env) *node {
	if c.allEmpty(t) {
		return c.empty
	}
	if !c.laned(e, v) {
		return c.spreadTruth(v, c.someSets(c.meet(c.sites(e, v), t)))
	}
	switch e.Op {
	case ir.Var:
		switch b := c.variable(e, v); b.kind {
		case bindPoint:
			c.ofLane(b, v)
			return c.pre(v, t[b.plane], b.off)
		case bindLazy:
			return c.preOf(b.expr, t, b.env.withLane(v.lane))
		}
	case ir.Or:
		return c.or(c.preOf(e.Args[0], t, v), c.preOf(e.Args[1], t, v))
	case ir.And:
		for i, a := range e.Args {
			if b := e.Args[1-i]; !c.laned(b, v) {
				return c.preOf(a, c.meet(t, c.sites(b, v)), v)
			}
		}
	case ir.Minus:
		if !c.laned(e.Args[1], v) {
			return c.preOf(e.Args[0], c.without(t, c.sites(e.Args[1], v)), v)
		}
	case ir.If:
		cond := c.truth(e.Args[0], v)
		return c.or(c.and(cond, c.preOf(e.Args[1], t, v)), c.diff(c.preOf(e.Args[2], t, v), cond))
	case ir.Let:
		return c.preOf(e.Args[1], t, v.bind(int(e.N), c.argument(e.Args[0], v)))
	case ir.For:
		set := c.empty
		for _, p := range c.playersOf(e.Args[0], v) {
			set = c.or(set, c.and(p.cond, c.preOf(e.Args[1], t, v.as(int(p.val)))))
		}
		return set
	case ir.Call:
		return c.preOf(e.Func.Body, t, c.enter(e.Func, e.Args, v))
	case ir.QUnion:
		set := c.empty
		if c.unroll(e, v, func(w *env, when *node) bool {
			set = c.or(set, c.and(when, c.preOf(e.Args[1], t, w)))
			return true
		}) {
			return set
		}
	case ir.QThose:
		if c.laned(e.Args[0], v) {
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

// prePath is preOf for a path: from what is to be met back along the step, and on from where it
// starts.
func (c *expressions) prePath(e *ir.Expr, t []*node, v *env) *node {
	s := e.Step
	if s.Only != nil && c.laned(s.Only, v) || s.Lo != nil && c.laned(s.Lo, v) || s.Hi != nil &&
		c.laned(s.Hi, v) {
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
			if c.laned(a, v) {
				fail("a step that depends on the anchor")
			}
		}
		// The sites from which the function leads into a set: its body with the site stepped from
		// as the anchor.
		back := func(to []*node) []*node {
			to = land(to)
			from := c.none()
			for p := range from {
				l := &lane{p, c.constant(c.lay.All[p])}
				w := c.enterStep(s, plain,
					binding{kind: bindPoint, lane: l, plane: p, piece: -1}).withLane(l)
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
