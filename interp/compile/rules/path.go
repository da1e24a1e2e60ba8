package rules

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// path compiles a path that does not depend on a lane.
func (c *expressions) path(e *ir.Expr, v *symbolic.Env) []*graph.Node {
	from := c.Sites(e.Args[0], v)
	s := e.Step
	if s.Func != nil {
		return c.pathOf(from, s, v)
	}
	var only []*graph.Node
	if s.Only != nil {
		only = c.Sites(s.Only, v)
	}
	to := c.None()
	parts := c.Steps(s.By, v)
	for _, p := range parts {
		to = c.Union(to, c.WhenSets(p.Cond, c.walk(from, p.Dirs, only, s, v)))
	}
	return to
}

// walk repeats a step of constant directions as often as it says.
func (c *expressions) walk(from []*graph.Node, dirs topology.Steps, only []*graph.Node, s *ir.Step,
	v *symbolic.Env) []*graph.Node {
	arcs := c.Reachable(c.StepArcs(dirs), c.PlanesOf(from))
	switch s.Rep {
	case ir.Once:
		return c.Forward(from, arcs, only, v)
	case ir.Star:
		if dirs.Len() == 1 && c.Ray(dirs, from, only) {
			return c.Union(from, c.Run(from, dirs, only))
		}
		return c.CloseOver(from, arcs, only, false, v)
	case ir.Plus:
		if dirs.Len() == 1 && c.Ray(dirs, from, only) {
			return c.Run(from, dirs, only)
		}
		return c.CloseOver(c.Forward(from, arcs, only, v), arcs, only, false, v)
	}
	return c.times(from, s, v,
		func(at []*graph.Node) []*graph.Node { return c.Forward(at, arcs, only, v) })
}

// times repeats a step as often as {lo..hi} says.
func (c *expressions) times(from []*graph.Node, s *ir.Step, v *symbolic.Env,
	step func([]*graph.Node) []*graph.Node) []*graph.Node {
	lo := c.Number(s.Lo, v)
	hi := lo
	if s.Hi != nil {
		hi = c.Number(s.Hi, v)
	}
	most := int64(c.Lay.Words * 64)
	if lo.Op == graph.NConst && hi.Op == graph.NConst {
		if hi.K < lo.K || lo.K < 0 && lo.K == hi.K {
			return c.None()
		}
		if hi.K > 24 && hi.K-lo.K > 24 || lo.K > 40 {
			symbolic.Fail("a walk of %d steps", hi.K)
		}
		ends := c.None()
		at := from
		for n := int64(0); n <= hi.K; n++ {
			if n >= lo.K {
				ends = c.Union(ends, at)
			}
			if n < hi.K {
				if at = step(at); c.AllEmpty(at) {
					break
				}
			}
		}
		return ends
	}
	if ends := c.TimesOfPlace(from, lo, hi, step); ends != nil {
		return ends
	}
	// For numbers that are known only during play, every length that the board has room for is
	// computed, and those that apply are selected.
	set := map[int64]bool{}
	limit := min(most, 24)
	if c.Collect(hi, set, 0) {
		limit = 0
		for x := range set {
			limit = max(limit, x)
		}
		if limit > 24 {
			symbolic.Fail("a walk of %d steps", limit)
		}
	} else if s.Rep == ir.Times && len(from) > 0 {
		limit = int64(max(c.Game.Board.Width, c.Game.Board.Height))
		if limit == 0 || limit > 20 || !c.straight(s, v) {
			symbolic.Fail("a walk whose length is known only while playing")
		}
	}
	ends := c.None()
	at := from
	for n := int64(0); n <= limit; n++ {
		x := c.Integer(n)
		meant := c.Logical(graph.BAnd, c.Binary(graph.BLe, lo, x), c.Binary(graph.BLe, x, hi))
		if lo == hi {
			meant = c.Binary(graph.BEq, lo, x)
		}
		if n == 0 && lo != hi {
			meant = c.Logical(graph.BAnd, meant, c.Binary(graph.BLe, lo, hi))
		}
		ends = c.Union(ends, c.WhenSets(meant, at))
		if at = step(at); c.AllEmpty(at) {
			break
		}
	}
	return ends
}

// straight reports whether no walk in the directions of a step is longer than the board is wide or
// high.
func (c *expressions) straight(s *ir.Step, v *symbolic.Env) bool {
	if s.Func != nil {
		return false
	}
	for _, p := range c.Steps(s.By, v) {
		if p.Dirs.Len() != 1 || c.Game.Board.IsGraph() || len(c.Game.Board.Spec.Lines) > 0 {
			return false
		}
	}
	return true
}

// pathOf compiles a path whose step is a function of the starting site.
func (c *expressions) pathOf(from []*graph.Node, s *ir.Step, v *symbolic.Env) []*graph.Node {
	var only []*graph.Node
	if s.Only != nil {
		only = c.Sites(s.Only, v)
	}
	once := func(at []*graph.Node) []*graph.Node {
		to := c.None()
		for p, set := range at {
			if graph.IsEmpty(set) {
				continue
			}
			call := func(x *graph.Node) []*graph.Node {
				return c.Sites(s.Func.Body,
					v.EnterStep(s, symbolic.Binding{Kind: symbolic.BindOne, Plane: p, Num: x, Piece: -1}))
			}
			if set.Op == graph.SOne {
				to = c.Union(to, call(set.A))
				continue
			}
			i, x := c.NewVar()
			c.Within[x] = set
			body := call(x)
			for q := range to {
				if !graph.IsEmpty(body[q]) {
					to[q] = c.Or(to[q], c.Loop(graph.SUnion, i, set, body[q]))
				}
			}
		}
		if only != nil {
			to = c.Meet(to, only)
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
func (c *expressions) reachBy(from []*graph.Node, s *ir.Step, only []*graph.Node,
	v *symbolic.Env) []*graph.Node {
	to := c.None()
	for p, set := range from {
		if graph.IsEmpty(set) {
			continue
		}
		i, x := c.NewVar()
		next := c.Sites(s.Func.Body,
			v.EnterStep(s, symbolic.Binding{Kind: symbolic.BindOne, Plane: p, Num: x, Piece: -1}))
		if only != nil {
			next = c.Meet(next, only)
		}
		for q := range next {
			if q != p && !graph.IsEmpty(next[q]) {
				symbolic.Fail("a closure over several kinds of sites")
			}
		}
		to[p] = c.Loop(graph.SReach, i, set, next[p])
	}
	return to
}
