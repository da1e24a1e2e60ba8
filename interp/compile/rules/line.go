package rules

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// shiftsPerMask is how many masks can be compared with a set in the time of one shift.
const shiftsPerMask = 3

// wholeLines compiles `count(A & S) = k` in a lane, where for each anchor A is the same at most k
// sites in every position, to the anchors for which all of A is in S. Otherwise it returns nil.
func (c *paths) wholeLines(e *ir.Expr, v *symbolic.Env) *graph.Node {
	if e.Op != ir.Eq {
		return nil
	}
	count, number := e.Args[0], e.Args[1]
	if count.Op != ir.Count {
		count, number = number, count
	}
	if count.Op != ir.Count || v.Varies(number) || count.Args[0].Type != ir.Sites ||
		count.Args[0].Op != ir.And {
		return nil
	}
	line, within := count.Args[0].Args[0], count.Args[0].Args[1]
	if v.Varies(within) {
		line, within = within, line
	}
	if v.Varies(within) || !v.Varies(line) {
		return nil
	}
	k := c.ask.Number(number, v)
	if k.Op != graph.NConst || k.K < 1 {
		return nil
	}
	points := c.ask.Points(line, v)
	plane := -1
	for i := range points {
		if p := &points[i]; p.Cond.Op != graph.SConst || plane >= 0 && p.Plane != plane {
			return nil
		}
		plane = points[i].Plane
	}
	if plane < 0 {
		return nil
	}
	if len(points) == int(k.K) {
		// Fewer shifts than masks: anchors that have all of the points, and S at each of them.
		full := *v.Lane.All.Set
		for i := range points {
			full = full.And(*points[i].Cond.Set)
		}
		if len(points)*shiftsPerMask < full.Len() {
			s := c.ask.Sites(within, v.WithLane(nil))[plane]
			all := c.G.Constant(full)
			for i := range points {
				all = c.G.And(all, c.G.Shift(s, -points[i].Off, full))
			}
			return all
		}
	}
	var masks, gives []layout.Bits
	for x := range v.Lane.All.Set.All() {
		var mask layout.Bits
		for i := range points {
			if p := &points[i]; p.Cond.Set.Has(x) {
				mask.Add(topology.Site(int(x) + p.Off))
			}
		}
		switch n := int64(mask.Len()); {
		case n > k.K:
			return nil
		case n == k.K:
			masks = append(masks, mask)
			gives = append(gives, topology.SetOf(x))
		}
	}
	return c.G.LinesWithin(c.ask.Sites(within, v.WithLane(nil))[plane], masks, gives)
}
