package graph

import (
	"slices"

	"boardgame/interp/compile/layout"
)

// This file finds loops over places that ask the same of all places of a group, which are connected
// with each other. Then one place of each group is enough.

// groupOf returns the group of the member v of a loop over a: a flood from v within a set that
// contains a. If the body depends on v only through the group, and its steps lead back, the body is
// the same for all members in it. nil if there is no such group.
func groupOf(g *Graph, v int64, a, body *Node) *Node {
	var group *Node
	depends := func(n *Node) bool { return n != nil && n.Deps>>uint(v)&1 != 0 }
	seen := map[*Node]bool{}
	var through func(n *Node) bool // whether a node depends on v only through the group
	through = func(n *Node) bool {
		switch {
		case !depends(n) || seen[n]:
			return true
		case n.Op == NVar:
			return false
		case n.Op == SFlood && n.A.Op == SOne && n.A.A.Op == NVar && !depends(n.B):
			if group == nil {
				group = n
			}
			return n == group
		}
		seen[n] = true
		return through(n.A) && through(n.B) && through(n.C) &&
			!slices.ContainsFunc(n.Args, func(x *Node) bool { return !through(x) })
	}
	if !through(body) || group == nil || !leadBack(group.List) || !g.Subset(a, group.B) {
		return nil
	}
	return group
}

// leadBack reports whether the opposite of each shift is in the list, too.
func leadBack(l *ShiftList) bool {
	for i, k := range l.K {
		j := slices.Index(l.K, -k)
		if j < 0 || layout.Shifted(l.Mask[i], -k) != l.Mask[j] {
			return false
		}
	}
	return true
}

// connected recognizes a loop that asks whether a member of a has all of a in its group. All
// members give the same answer, whatever their groups are, so only one is asked. nil if the loop
// asks for something else.
func connected(g *Graph, a, body, group *Node) *Node {
	if body != g.Not(g.Some(g.Diff(a, group))) {
		return nil
	}
	least := g.Intern(Node{Op: SLeast, A: a})
	reached := g.Intern(Node{Op: SFlood, A: least, B: group.B, List: group.List})
	return g.Logical(BAnd, g.Some(a), g.Not(g.Some(g.Diff(a, reached))))
}
