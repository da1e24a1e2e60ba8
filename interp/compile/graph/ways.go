package graph

import (
	"runtime"

	"boardgame/interp/compile/layout"
)

// InBrowser leaves what few games gain by out of the page's program, since the page and its program
// have at most 4 MB together: tests of it as a constant take the code away.
const InBrowser = runtime.GOOS == "js"

// This file makes the nodes that find ways: from a set, by shifts that each lead within a mask.

// SpreadOut returns a and what is reached from it by the shifts, the i-th landing within masks[i].
func (g *Graph) SpreadOut(a *Node, k []int, masks []*Node) *Node {
	if IsEmpty(a) || len(k) == 0 {
		return a
	}
	may := *a.May
	for _, m := range masks {
		may = may.Or(*m.May)
	}
	return ways(g, Node{Op: SSpread, A: a, May: &may}, k, masks)
}

// Trail returns the places on shortest ways from a set to the targets that the shifts reach, the
// i-th landing within masks[i]: to all of them, or to the nearest.
func (g *Graph) Trail(from, targets *Node, k []int, masks []*Node, any bool) *Node {
	return ways(g, Node{Op: STrail, A: from, B: targets, K: TruthNumber(any), May: g.Full}, k, masks)
}

// Walk returns where a number of steps by the shifts, the i-th landing within masks[i], lead from a
// set; with upTo, where that many or fewer lead.
func Walk(g *Graph, from, times *Node, k []int, masks []*Node, upTo bool) *Node {
	if IsEmpty(from) {
		return from
	}
	rooms := make([]layout.Bits, len(masks))
	for i, m := range masks {
		rooms[i] = *m.May
	}
	may := closure(*from.May, k, rooms)
	return ways(g, Node{Op: SWalk, A: from, B: times, K: TruthNumber(upTo), May: &may}, k, masks)
}

// Apart returns how many of the shifts lead from a set to another one, the i-th landing within
// masks[i]; far if none do.
func Apart(g *Graph, from, to *Node, k []int, masks []*Node, far int64) *Node {
	if IsEmpty(from) || IsEmpty(to) {
		return g.Integer(far)
	}
	return ways(g, Node{Op: NApart, A: from, B: to, K: far}, k, masks)
}

// ways interns a node with shifts and a mask for each.
func ways(g *Graph, n Node, k []int, masks []*Node) *Node {
	key := appendInts(nil, int(n.Op), int(n.K), int(id(n.A)), int(id(n.B)))
	n.List, n.Args, n.Deps = &ShiftList{K: k}, masks, n.A.Deps
	if n.B != nil {
		n.Deps |= n.B.Deps
	}
	for i := range k {
		key = appendInts(key, k[i], int(masks[i].Id))
		n.Deps |= masks[i].Deps
	}
	if old, ok := g.spread[string(key)]; ok {
		return old
	}
	n.Id = g.count
	g.count++
	g.spread[string(key)] = &n
	return &n
}
