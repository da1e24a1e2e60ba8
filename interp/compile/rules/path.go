package rules

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// of compiles a path that does not depend on a lane.
func (c *paths) of(e *ir.Expr, v *symbolic.Env) []*graph.Node {
	from := c.ask.Sites(e.Args[0], v)
	s := e.Step
	ways := c.ways(s, v)
	if ways == nil && s.Func != nil {
		return c.by(from, s, v)
	}
	var only []*graph.Node
	if s.Only != nil {
		only = c.ask.Sites(s.Only, v)
	}
	to := c.Alg.None()
	for _, w := range ways {
		to = c.Alg.Union(to, c.Alg.WhenSets(w.cond, c.walk(from, w, only, s, v)))
	}
	return to
}

// A way is what a step may be, and the condition for it.
type way struct {
	arcs []layout.Arc
	dirs topology.Steps // none: a definition
	cond *graph.Node
}

// ways returns the ways of a step; nil for a definition that is no fixed walk.
func (c *paths) ways(s *ir.Step, v *symbolic.Env) (list []way) {
	if s.Func == nil {
		for _, p := range c.ask.Cases.Steps(s.By, v) {
			list = append(list, way{c.Walk.StepArcs(p.Dirs), p.Dirs, p.Cond})
		}
		return list
	}
	if c.Walk.Blocks || slices.ContainsFunc(s.FuncArgs, v.Varies) {
		return nil
	}
	w := v.EnterStep(s, symbolic.Binding{}).WithLane(nil)
	leap := value.Leap{Board: c.Read.Game.Board,
		Dir: func(e *ir.Expr) (r topology.Relation, ok bool) {
			symbolic.Attempt(func() {
				if list := c.ask.Cases.Steps(e, w); len(list) == 1 && graph.IsTrue(list[0].Cond) {
					r, ok = list[0].Dirs.Only()
				}
			})
			return r, ok
		},
		Land: func(e *ir.Expr) (topology.Set, bool) {
			if e.Op == ir.ConstSites {
				return e.Sets[0], true
			}
			return topology.Set{}, false
		}}
	if to := leap.From(s.Func.Body); to != nil {
		return []way{{arcs: c.G.Lay.Arcs(to), cond: c.Alg.Yes(v)}}
	}
	return nil
}

// walk repeats a step as often as it says.
func (c *paths) walk(from []*graph.Node, w way, only []*graph.Node, s *ir.Step,
	v *symbolic.Env) []*graph.Node {
	arcs, dirs := c.Walk.Reachable(w.arcs, c.Alg.PlanesOf(from)), w.dirs
	switch s.Rep {
	case ir.Once:
		return c.Walk.Forward(from, arcs, only, v)
	case ir.Star:
		if dirs.Len() == 1 && c.Walk.Ray(dirs, from, only) {
			return c.Alg.Union(from, c.Walk.Run(from, dirs, only))
		}
		return c.Walk.CloseOver(from, arcs, only, false, v)
	case ir.Plus:
		if dirs.Len() == 1 && c.Walk.Ray(dirs, from, only) {
			return c.Walk.Run(from, dirs, only)
		}
		return c.Walk.CloseOver(c.Walk.Forward(from, arcs, only, v), arcs, only, false, v)
	}
	step := stride{
		one: func(at []*graph.Node) []*graph.Node { return c.Walk.Forward(at, arcs, only, v) },
	}
	if !graph.InBrowser {
		step.many = func(at []*graph.Node, times *graph.Node, upTo bool) []*graph.Node {
			return c.Walk.Steps(at, arcs, only, times, upTo, v)
		}
	}
	return c.times(from, s, v, step)
}

// A stride takes a step, or as many as a number says; with upTo, so many or fewer. It may know only
// how to take one; many may return nil.
type stride struct {
	one  func(at []*graph.Node) []*graph.Node
	many func(at []*graph.Node, times *graph.Node, upTo bool) []*graph.Node
}

// times repeats a step as often as {lo..hi} says.
func (c *paths) times(from []*graph.Node, s *ir.Step, v *symbolic.Env,
	step stride) []*graph.Node {
	lo := c.ask.Number(s.Lo, v)
	hi := lo
	if s.Hi != nil {
		hi = c.ask.Number(s.Hi, v)
	}
	most := int64(c.G.Lay.Words * 64)
	if lo.Op == graph.NConst && hi.Op == graph.NConst {
		if hi.K < lo.K || lo.K < 0 && lo.K == hi.K {
			return c.Alg.None()
		}
		if hi.K > 24 && hi.K-lo.K > 24 || lo.K > 40 {
			symbolic.Fail("a walk of %d steps", hi.K)
		}
		ends := c.Alg.None()
		at := from
		for n := int64(0); n <= hi.K; n++ {
			if n >= lo.K {
				ends = c.Alg.Union(ends, at)
			}
			if n < hi.K {
				if at = step.one(at); c.Alg.AllEmpty(at) {
					break
				}
			}
		}
		return ends
	}
	if ends := c.Walk.TimesOfPlace(from, lo, hi, step.one); ends != nil {
		return ends
	}
	// For numbers that are known only during play, every length that the board has room for is
	// computed, and those that apply are selected.
	set := map[int64]bool{}
	limit := min(most, 24)
	if c.Alg.Collect(hi, set, 0) {
		limit = 0
		for x := range set {
			limit = max(limit, x)
		}
		if limit > 24 {
			symbolic.Fail("a walk of %d steps", limit)
		}
	} else if n, ok := graph.AtMost(hi); ok && n <= 24 {
		limit = n
	} else if s.Rep == ir.Times && len(from) > 0 {
		limit = int64(max(c.Read.Game.Board.Width, c.Read.Game.Board.Height))
		if limit == 0 || limit > 20 || !c.straight(s, v) {
			symbolic.Fail("a walk whose length is known only while playing")
		}
	}
	if !graph.InBrowser && step.many != nil && limit > fewSteps {
		if ends := c.counted(from, lo, hi, limit, step); ends != nil {
			return ends
		}
	}
	ends := c.Alg.None()
	at := from
	for n := int64(0); n <= limit; n++ {
		x := c.G.Integer(n)
		meant := c.G.Logical(graph.BAnd, c.G.Binary(graph.BLe, lo, x), c.G.Binary(graph.BLe, x, hi))
		if lo == hi {
			meant = c.G.Binary(graph.BEq, lo, x)
		}
		if n == 0 && lo != hi {
			meant = c.G.Logical(graph.BAnd, meant, c.G.Binary(graph.BLe, lo, hi))
		}
		ends = c.Alg.Union(ends, c.Alg.WhenSets(meant, at))
		if at = step.one(at); c.Alg.AllEmpty(at) {
			break
		}
	}
	return ends
}

// fewSteps is how many steps a walk of a length that is known only during play may have for each
// length to be computed.
const fewSteps = 8

// counted is times by a loop that takes the steps, of at most a number; nil if there is none.
func (c *paths) counted(from []*graph.Node, lo, hi *graph.Node, limit int64,
	step stride) []*graph.Node {
	first, last := c.G.Integer(0), c.G.Binary(graph.BMin, hi, c.G.Integer(limit))
	meant := c.G.Binary(graph.BLe, hi, c.G.Integer(limit))
	if lo != hi {
		if lo.Op != graph.NConst || lo.K > fewSteps {
			return nil
		}
		first, meant = c.G.Integer(max(lo.K, 0)), c.G.Boolean(true)
	}
	for range first.K {
		from = step.one(from)
	}
	ends := step.many(from, c.G.Binary(graph.BSub, last, first), lo != hi)
	if ends == nil {
		return nil
	}
	return c.Alg.WhenSets(c.G.Logical(graph.BAnd, c.G.Binary(graph.BLe, first, hi), meant), ends)
}

// straight reports whether no walk in the directions of a step is longer than the board is wide or
// high: none goes in a circle.
func (c *paths) straight(s *ir.Step, v *symbolic.Env) bool {
	if s.Func != nil || c.Read.Game.Board.IsGraph() || len(c.Read.Game.Board.Spec.Lines) > 0 {
		return false
	}
	for _, p := range c.ask.Cases.Steps(s.By, v) {
		arcs := c.Walk.StepArcs(p.Dirs)
		circles := slices.ContainsFunc(arcs, func(a layout.Arc) bool {
			return a.From == a.To && (a.K > 0) != (arcs[0].K > 0)
		})
		if p.Dirs.Len() != 1 || circles {
			return false
		}
	}
	return true
}

// by compiles a path whose step is a function of the starting site.
func (c *paths) by(from []*graph.Node, s *ir.Step, v *symbolic.Env) []*graph.Node {
	var only []*graph.Node
	if s.Only != nil {
		only = c.ask.Sites(s.Only, v)
	}
	once := func(at []*graph.Node) []*graph.Node {
		to := c.Alg.None()
		for p, set := range at {
			if graph.IsEmpty(set) {
				continue
			}
			call := func(x *graph.Node) []*graph.Node {
				return c.ask.Sites(s.Func.Body,
					v.EnterStep(s, symbolic.Binding{Kind: symbolic.BindOne, Plane: p, Num: x, Piece: -1}))
			}
			if set.Op == graph.SOne {
				to = c.Alg.Union(to, call(set.A))
				continue
			}
			i, x := c.Alg.NewVar()
			c.G.Known.SetWithin(x, set)
			body := call(x)
			for q := range to {
				if !graph.IsEmpty(body[q]) {
					to[q] = c.G.Or(to[q], c.G.Loop(graph.SUnion, i, set, body[q]))
				}
			}
		}
		if only != nil {
			to = c.Alg.Meet(to, only)
		}
		return to
	}
	switch s.Rep {
	case ir.Once:
		return once(from)
	case ir.Times:
		return c.times(from, s, v, stride{one: once})
	case ir.Plus:
		from = once(from)
	}
	return c.reachBy(from, s, only, v)
}

// reachBy returns the closure of sites under a step that is a function.
func (c *paths) reachBy(from []*graph.Node, s *ir.Step, only []*graph.Node,
	v *symbolic.Env) []*graph.Node {
	to := c.Alg.None()
	for p, set := range from {
		if graph.IsEmpty(set) {
			continue
		}
		i, x := c.Alg.NewVar()
		next := c.ask.Sites(s.Func.Body,
			v.EnterStep(s, symbolic.Binding{Kind: symbolic.BindOne, Plane: p, Num: x, Piece: -1}))
		if only != nil {
			next = c.Alg.Meet(next, only)
		}
		for q := range next {
			if q != p && !graph.IsEmpty(next[q]) {
				symbolic.Fail("a closure over several kinds of sites")
			}
		}
		to[p] = c.G.Loop(graph.SReach, i, set, next[p])
	}
	return to
}

// paths compile where paths lead, and whole lines.
type paths struct {
	symbolic.Tools
	ask *Expressions
}
