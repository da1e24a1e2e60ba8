package rules

import (
	"maps"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// This file compiles sets of sites that depend on the anchor of a lane. Such a set is never built.
// Questions about it are answered for all anchors at once: whether it has a member (someOf),
// whether it meets a set (preOf), whether it holds a given site (memberOf), or, if it consists of
// single sites, which ones (points).

// Points returns the sites relative to the anchor that make up a set.
func (c *Expressions) Points(e *ir.Expr, v *symbolic.Env) []symbolic.Point {
	e, v = v.Head(e)
	if !v.Varies(e) {
		symbolic.Fail("a set that does not hang on the anchor")
	}
	switch e.Op {
	case ir.Var:
		switch b := v.Variable(e); b.Kind {
		case symbolic.BindPoint:
			c.Alg.OfLane(b, v)
			return []symbolic.Point{{Plane: b.Plane, Off: b.Off,
				Cond: c.Alg.InPlane(v, b.Plane, b.Off)}}
		}
	case ir.And:
		for i, a := range e.Args {
			if b := e.Args[1-i]; !v.Varies(b) {
				return c.Alg.Restrict(v, c.Points(a, v), c.Sites(b, v))
			}
		}
		var list []symbolic.Point
		a, b := e.Args[0], e.Args[1]
		why := symbolic.Attempt(func() { list = c.inBoth(v, c.Points(a, v), b) })
		if why != "" {
			list = c.inBoth(v, c.Points(b, v), a)
		}
		return list
	case ir.Or:
		var list []symbolic.Point
		for _, a := range e.Args {
			if !v.Varies(a) {
				symbolic.Fail("a union of which a part does not hang on the anchor")
			}
			list = append(list, c.Points(a, v)...)
		}
		return c.Alg.TidyPoints(list)
	case ir.Minus:
		list := c.Points(e.Args[0], v)
		if !v.Varies(e.Args[1]) {
			not := c.Alg.Complement(c.Sites(e.Args[1], v))
			return c.Alg.Restrict(v, list, not)
		}
		for i := range list {
			list[i].Cond = c.G.Diff(list[i].Cond, c.memberOf(list[i], e.Args[1], v))
		}
		return c.Alg.TidyPoints(list)
	case ir.Path:
		return c.pathPoints(e, v)
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]symbolic.Point]{func(e *ir.Expr, v *symbolic.Env) []symbolic.Point {
				if !v.Varies(e) && c.constEmpty(e, v) {
					return nil
				}
				return c.Points(e, v)
			}, c.Alg.PickPoints, nil, nil})
	case ir.QUnion:
		var list []symbolic.Point
		if !c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
			for _, p := range c.Points(e.Args[1], w) {
				p.Cond = c.G.And(p.Cond, t)
				list = append(list, p)
			}
			return true
		}) {
			if !v.Varies(e.Args[0]) {
				symbolic.Fail("a union over sites")
			}
			for _, x := range c.Points(e.Args[0], v) {
				for _, p := range c.Points(e.Args[1], v.Bind(int(e.N), v.At(x))) {
					p.Cond = c.G.And(p.Cond, x.Cond)
					list = append(list, p)
				}
			}
		}
		return c.Alg.TidyPoints(list)
	case ir.QThose:
		list := c.Points(e.Args[0], v)
		for i := range list {
			t := c.Truth(e.Args[1], v.Bind(int(e.N), v.At(list[i])))
			list[i].Cond = c.G.And(list[i].Cond, t)
		}
		return c.Alg.TidyPoints(list)
	}
	symbolic.Fail("the set %s, which hangs on the anchor", symbolic.Quote(e))
	return nil
}

// constEmpty reports whether a set that does not depend on the lane is empty.
func (c *Expressions) constEmpty(e *ir.Expr, v *symbolic.Env) bool {
	empty := false
	symbolic.Attempt(func() { empty = c.Alg.AllEmpty(c.Sites(e, v)) })
	return empty
}

// inBoth keeps the points that are also in another set that depends on the anchor.
func (c *Expressions) inBoth(v *symbolic.Env, list []symbolic.Point, e *ir.Expr) []symbolic.Point {
	for i := range list {
		list[i].Cond = c.G.And(list[i].Cond, c.memberOf(list[i], e, v))
	}
	return c.Alg.TidyPoints(list)
}

// pathPoints returns the points of a path.
func (c *Expressions) pathPoints(e *ir.Expr, v *symbolic.Env) []symbolic.Point {
	if !v.Varies(e.Args[0]) {
		symbolic.Fail("a path from sites that do not hang on the anchor")
	}
	start := c.Points(e.Args[0], v)
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
	symbolic.Tools
	ask  *Expressions
	v    *symbolic.Env
	by   *ir.Step
	ways []way // of the step, unless it is a definition that is no fixed walk
	// the sites that it may reach, if they are the same for all anchors; nil: any
	only  []*graph.Node
	mixed bool // the sites that it may reach depend on the anchor
}

func (c *Expressions) newPointWalk(by *ir.Step, v *symbolic.Env) *pointWalk {
	w := &pointWalk{Tools: c.Tools, ask: c, v: v, by: by}
	w.mixed = by.Only != nil && v.Varies(by.Only)
	if by.Only != nil && !w.mixed {
		w.only = c.Sites(by.Only, v)
	}
	w.ways = c.paths.ways(by, v)
	return w
}

// step returns the points one step from others.
func (w *pointWalk) step(from []symbolic.Point) []symbolic.Point {
	next := w.alongArcs
	if w.by.Func != nil && w.ways == nil {
		next = w.byFunction
	}
	var list []symbolic.Point
	for _, p := range from {
		list = append(list, next(p)...)
	}
	list = w.Alg.TidyPoints(list)
	switch {
	case w.only != nil:
		return w.Alg.Restrict(w.v, list, w.only)
	case w.mixed:
		return w.ask.inBoth(w.v, list, w.by.Only)
	}
	return list
}

func (w *pointWalk) byFunction(p symbolic.Point) (list []symbolic.Point) {
	for _, q := range w.ask.Points(w.by.Func.Body, w.v.EnterStep(w.by, w.v.At(p))) {
		q.Cond = w.G.And(q.Cond, p.Cond)
		list = append(list, q)
	}
	return list
}

func (w *pointWalk) alongArcs(p symbolic.Point) (list []symbolic.Point) {
	for _, d := range w.ways {
		for _, a := range d.arcs {
			if a.From == p.Plane {
				t := w.G.And(w.G.And(p.Cond, d.cond), w.Alg.Pre(w.v, w.Walk.Open(&a, w.v), p.Off))
				list = append(list, symbolic.Point{Plane: a.To, Off: p.Off + a.K, Cond: t})
			}
		}
	}
	return list
}

// times returns the points that the walk reaches in the numbers of steps that it allows.
func (w *pointWalk) times(at []symbolic.Point) (list []symbolic.Point) {
	lo := w.ask.Number(w.by.Lo, w.v.WithLane(nil))
	hi := lo
	if w.by.Hi != nil {
		hi = w.ask.Number(w.by.Hi, w.v.WithLane(nil))
	}
	if lo.Op != graph.NConst || hi.Op != graph.NConst {
		return w.Alg.TidyPoints(w.byLength(at, lo, hi))
	}
	if hi.K > longestLane {
		symbolic.Fail("a long walk")
	}
	if hi.K < lo.K || lo.K < 0 && lo.K == hi.K {
		return nil
	}
	for n := int64(0); n <= hi.K; n++ {
		if n >= lo.K {
			list = append(list, at...)
		}
		if n < hi.K {
			at = w.step(at)
		}
	}
	return w.Alg.TidyPoints(list)
}

// closure returns the points that the walk reaches in any number of steps.
func (w *pointWalk) closure(at []symbolic.Point) (list []symbolic.Point) {
	if (w.only != nil || w.mixed) && !w.ask.slides {
		symbolic.Fail("a slide")
	}
	if w.by.Rep == ir.Star {
		list = at
	}
	at = w.step(at)
	for n := 0; len(at) > 0; n++ {
		before := len(list)
		list = w.Alg.TidyPoints(append(list, at...))
		if len(list) > 16 || n > 40 || len(list) == before && n > 16 {
			symbolic.Fail("a closure with many places")
		}
		at = w.step(at)
	}
	return list
}

// longestLane is the greatest length of a walk whose ends are points.
const longestLane = 8

// byLength returns the points of a walk of lo to hi steps, where lo and hi are known only during
// play but have few values.
func (w *pointWalk) byLength(at []symbolic.Point, lo, hi *graph.Node) (list []symbolic.Point) {
	set := map[int64]bool{}
	if !w.Alg.Collect(hi, set, 0) {
		symbolic.Fail("a walk of unknown length")
	}
	most := slices.Max(slices.Collect(maps.Keys(set)))
	if most > longestLane {
		symbolic.Fail("a long walk")
	}
	for n := int64(0); n <= most; n++ {
		x := w.G.Integer(n)
		meant := w.G.Binary(graph.BEq, lo, x)
		if lo != hi {
			meant = w.G.Logical(graph.BAnd, w.G.Binary(graph.BLe, lo, x), w.G.Binary(graph.BLe, x, hi))
		}
		for _, p := range at {
			p.Cond = w.G.And(p.Cond, w.Alg.SpreadTruth(w.v, meant))
			list = append(list, p)
		}
		if n < most {
			at = w.step(at)
		}
	}
	return list
}

// memberOf returns the anchors for which a point is a member of a set.
func (c *Expressions) memberOf(p symbolic.Point, e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if !v.Varies(e) {
		return c.Alg.Pre(v, c.Sites(e, v)[p.Plane], p.Off)
	}
	switch e.Op {
	case ir.Or:
		return c.G.Or(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.And:
		return c.G.And(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.Minus:
		return c.G.Diff(c.memberOf(p, e.Args[0], v), c.memberOf(p, e.Args[1], v))
	case ir.If, ir.For:
		return c.selectedTruth(e, v,
			func(e *ir.Expr, v *symbolic.Env) *graph.Node { return c.memberOf(p, e, v) })
	case ir.QUnion:
		set := c.G.Empty
		if c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
			set = c.G.Or(set, c.G.And(t, c.memberOf(p, e.Args[1], w)))
			return true
		}) {
			return set
		}
	}
	set := c.G.Empty
	for _, q := range c.Points(e, v) {
		if q.Plane == p.Plane && q.Off == p.Off {
			set = c.G.Or(set, q.Cond)
		}
	}
	return set
}

// someOf returns the anchors for which a set has a member.
func (c *Expressions) someOf(e *ir.Expr, v *symbolic.Env) *graph.Node {
	if !v.Varies(e) {
		return c.Alg.SpreadTruth(v, c.someOne(e, v.WithLane(nil)))
	}
	if b := v.Base(e); b != nil && b.Off != 0 {
		// Seen from the site where the path starts, the answer is the same for every anchor that
		// leads there. So it is found there and moved.
		w := c.reanchor(v, b.Plane, b.Off)
		return c.Alg.Pre(v, c.preOf(e, c.Alg.Everywhere(), w), b.Off)
	}
	return c.preOf(e, c.Alg.Everywhere(), v)
}

// reanchor returns an environment in which the site off bits from the anchor, on a plane, is the
// anchor.
func (c *Expressions) reanchor(v *symbolic.Env, plane, off int) *symbolic.Env {
	l := &symbolic.Lane{Plane: plane, All: c.G.Constant(c.G.Lay.All[plane])}
	return v.Moved(v.Lane, l, off, map[*symbolic.Env]*symbolic.Env{})
}

// preOf returns the anchors for which a set has a member in t.
func (c *Expressions) preOf(e *ir.Expr, t []*graph.Node, v *symbolic.Env) *graph.Node {
	if c.Alg.AllEmpty(t) {
		return c.G.Empty
	}
	e, v = v.Head(e)
	if !v.Varies(e) {
		return c.Alg.SpreadTruth(v, c.Alg.SomeSets(c.Alg.Meet(c.Sites(e, v), t)))
	}
	switch e.Op {
	case ir.Var:
		switch b := v.Variable(e); b.Kind {
		case symbolic.BindPoint:
			c.Alg.OfLane(b, v)
			return c.Alg.Pre(v, t[b.Plane], b.Off)
		}
	case ir.Or:
		return c.G.Or(c.preOf(e.Args[0], t, v), c.preOf(e.Args[1], t, v))
	case ir.And:
		for i, a := range e.Args {
			if b := e.Args[1-i]; !v.Varies(b) {
				return c.preOf(a, c.Alg.Meet(t, c.Sites(b, v)), v)
			}
		}
	case ir.Minus:
		if !v.Varies(e.Args[1]) {
			return c.preOf(e.Args[0], c.Alg.Without(t, c.Sites(e.Args[1], v)), v)
		}
	case ir.If, ir.For:
		return c.selectedTruth(e, v,
			func(e *ir.Expr, v *symbolic.Env) *graph.Node { return c.preOf(e, t, v) })
	case ir.QUnion:
		set := c.G.Empty
		if c.Loops.each(e, v, func(w *symbolic.Env, when *graph.Node) bool {
			set = c.G.Or(set, c.G.And(when, c.preOf(e.Args[1], t, w)))
			return true
		}) {
			return set
		}
	case ir.QThose:
		if v.Varies(e.Args[0]) {
			break
		}
		symbolic.Fail("members of a fixed set chosen by the anchor")
	case ir.FileOf, ir.RankOf:
		set := c.G.Empty
		for _, n := range c.Cases.of(e.Args[0], v) {
			line := c.Alg.Meet(c.numbered(e.Op, c.G.Integer(n.Val)), t)
			set = c.G.Or(set, c.G.When(c.Alg.SomeSets(line), n.Cond))
		}
		return set
	case ir.Path:
		var set *graph.Node
		if why := symbolic.Attempt(func() { set = c.prePath(e, t, v) }); why == "" {
			return set
		}
	}
	set := c.G.Empty
	for _, p := range c.Points(e, v) {
		set = c.G.Or(set, c.G.And(p.Cond, c.Alg.Pre(v, t[p.Plane], p.Off)))
	}
	return set
}

// prePath is preOf for a path: it goes from the target back along the step, and continues from
// where the step starts.
func (c *Expressions) prePath(e *ir.Expr, t []*graph.Node, v *symbolic.Env) *graph.Node {
	s := e.Step
	if s.Only != nil && v.Varies(s.Only) || s.Lo != nil && v.Varies(s.Lo) || s.Hi != nil &&
		v.Varies(s.Hi) {
		symbolic.Fail("a step that depends on the anchor")
	}
	plain := v.WithLane(nil)
	var only []*graph.Node
	if s.Only != nil {
		only = c.Sites(s.Only, plain)
	}
	land := func(to []*graph.Node) []*graph.Node {
		if only != nil {
			return c.Alg.Meet(to, only)
		}
		return to
	}
	ways := c.paths.ways(s, v)
	if s.Func != nil && ways == nil {
		for _, a := range s.FuncArgs {
			if v.Varies(a) {
				symbolic.Fail("a step that depends on the anchor")
			}
		}
		// The sites from which the function leads into a set: its body, with the starting site as
		// the anchor.
		back := func(to []*graph.Node) []*graph.Node {
			to = land(to)
			from := c.Alg.None()
			for p := range from {
				l := &symbolic.Lane{Plane: p, All: c.G.Constant(c.G.Lay.All[p])}
				at := symbolic.Binding{Kind: symbolic.BindPoint, Lane: l, Plane: p, Piece: -1}
				w := plain.EnterStep(s, at).WithLane(l)
				from[p] = c.preOf(s.Func.Body, to, w)
			}
			return from
		}
		switch s.Rep {
		case ir.Once:
			return c.preOf(e.Args[0], back(t), v)
		case ir.Times:
			return c.preOf(e.Args[0], c.paths.times(t, s, plain, stride{one: back}), v)
		}
		symbolic.Fail("a closure over a def")
	}
	set := c.G.Empty
	for _, d := range ways {
		arcs := c.Walk.Reachable(d.arcs, c.Walk.PlanesIn(e.Args[0].Planes))
		back := func(to []*graph.Node) []*graph.Node { return c.Walk.Backward(land(to), arcs, plain) }
		var from []*graph.Node
		switch s.Rep {
		case ir.Once:
			from = back(t)
		case ir.Star:
			from = c.Alg.Union(t, c.Walk.Backward(c.Walk.CloseOver(land(t), arcs, only, true, plain), arcs,
				plain))
		case ir.Plus:
			from = c.Walk.Backward(c.Walk.CloseOver(land(t), arcs, only, true, plain), arcs, plain)
		case ir.Times:
			from = c.paths.times(t, s, plain, stride{one: back})
		}
		x := c.preOf(e.Args[0], from, v)
		if v.Lane != nil {
			x = c.G.And(x, d.cond)
		}
		set = c.G.Or(set, x)
	}
	return set
}
