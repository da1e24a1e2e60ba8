package lower

import (
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
)

// This file writes what is seen from a place: on a ray, the places up to and including the first
// one outside a set. With the rays in a table, that takes a few operations on whole words, where
// the run within the set, moved by one step, would take twice as many.

// sights recognizes, in a union, what is seen from a place in several directions, and reads all
// those rays side by side. nil if there is no such thing.
func sights(e *Lowering, n *graph.Node) []Word {
	if !n.Sees {
		return nil
	}
	var first *graph.Node
	var rays []int
	var rest []*graph.Node
	for _, t := range joined(e, n, nil) {
		if once(e, t, graph.SShift) {
			run, ray := sight(e, t)
			if run != nil && (first == nil || run.A == first.A && run.B == first.B) {
				first, rays = run, append(rays, ray)
				continue
			}
		}
		rest = append(rest, t)
	}
	if len(rays) < 2 {
		return nil
	}
	s := seen(e, first, rays)
	for _, t := range rest {
		s = e.W.Union(s, e.Set(t))
	}
	return s
}

// joined adds the parts of a union to a list, without the parts of unions that are known or have
// another use.
func joined(e *Lowering, n *graph.Node, list []*graph.Node) []*graph.Node {
	for _, t := range [2]*graph.Node{n.A, n.B} {
		if once(e, t, graph.SOr) {
			list = joined(e, t, list)
		} else {
			list = append(list, t)
		}
	}
	return list
}

// once reports whether a node of this operator has not been computed and has no second use.
func once(e *Lowering, n *graph.Node, op graph.NodeOp) bool {
	return n.Op == op && e.Frame.used(n) <= 1 && !e.Frame.known(n)
}

// sight recognizes a place and the run from there, moved one step in the direction of the run: what
// is seen from the place in that direction, up to the first place outside a set. It returns the run
// and the rays; nil if n is something else, or the run is needed, too.
func sight(e *Lowering, n *graph.Node) (run *graph.Node, ray int) {
	if n.Op != graph.SShift || !n.Sees || !once(e, n.A, graph.SOr) {
		return nil, 0
	}
	one, run := n.A.A, n.A.B
	if one.Op == graph.SRun {
		one, run = run, one
	}
	g, k := e.Unit.B.Graph, int(n.K)
	if one.Op != graph.SOne || !once(e, run, graph.SRun) || run.A != one.A ||
		len(run.List.Table) != 1 || g.RayStep[run.List.Table[0]] != k {
		return nil, 0
	}
	rays := slices.Clone(g.Tables[run.List.Table[0]/2])
	for i := range rays {
		rays[i] = rays[i].Or(layout.Shifted(rays[i].Or(g.Singles[i]), k).And(*n.Set))
		if !rays[i].In(n.Set) {
			return nil, 0
		}
	}
	return run, 2*g.AddTable(rays) + run.List.Table[0]%2
}

// seen finds what is seen on rays from the place of a run.
func seen(e *Lowering, run *graph.Node, rays []int) []Word {
	place, within, full := e.Num(run.A), run.B, e.Unit.B.Graph.Full
	stops := func(ray []Word) []Word { return e.W.Difference(ray, e.Set(within)) }
	if within.Op == graph.SDiff && within.A.Op == graph.SConst && *within.A.Set == *full {
		stops = func(ray []Word) []Word { return e.W.Intersection(ray, e.Set(within.B)) }
	}
	var t []Word
	read := e.Frame.raysOf(rays, place)
	for i := len(rays) - 1; i >= 0; i-- {
		ray := read(i)
		t = e.W.Union(t, e.W.until(rays[i]%2 == 1, true, ray, stops(ray)))
	}
	return t
}
