package graph

import (
	"fmt"
)

// Trail returns the places on shortest ways from a set to the targets that the shifts reach, the
// i-th landing within masks[i]: to all of them, or to the nearest.
func (g *Graph) Trail(from, targets *Node, k []int, masks []*Node, any bool) *Node {
	key := fmt.Sprint("trail ", from.Id, targets.Id, any)
	n := &Node{Op: STrail, A: from, B: targets, List: &ShiftList{K: k}, Args: masks,
		Deps: from.Deps | targets.Deps, May: g.Full}
	if any {
		n.K = 1
	}
	for i := range k {
		key += fmt.Sprint(" ", k[i], masks[i].Id)
		n.Deps |= masks[i].Deps
	}
	if old, ok := g.spread[key]; ok {
		return old
	}
	n.Id = g.count
	g.count++
	g.spread[key] = n
	return n
}
