package lower

import (
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// maxCases is how many nested conditions get cases of their own: the changes are emitted for up to
// four cases.
const maxCases = 2

// branchCondition returns a condition that two or more sets of a position depend on; nil if there
// is none.
func branchCondition(final *symbolic.State) *graph.Node {
	seen := map[*graph.Node]bool{}
	for _, n := range final.Sets {
		if n.Op != graph.SSel {
			continue
		}
		if seen[n.A] {
			return n.A
		}
		seen[n.A] = true
	}
	return nil
}

// cofactor returns what a position becomes if a condition holds, or if it does not.
func cofactor(b *graph.Graph, final *symbolic.State, t *graph.Node, holds bool) *symbolic.State {
	opposite := b.Not(t)
	// known returns 1 for a condition that holds then, -1 for one that does not, and 0 if neither
	// is known.
	known := func(n *graph.Node) int {
		switch n {
		case t:
			return int(graph.TruthNumber(holds)*2 - 1)
		case opposite:
			return int(1 - graph.TruthNumber(holds)*2)
		}
		return 0
	}
	var under func(n *graph.Node) *graph.Node
	under = func(n *graph.Node) *graph.Node {
		k := known(n)
		switch {
		case k != 0:
			return b.Boolean(k > 0)
		case n.Op == graph.SSel || n.Op == graph.NSel:
			if k := known(n.A); k > 0 {
				return under(n.B)
			} else if k < 0 {
				return under(n.C)
			}
		case n.Op == graph.NBin && graph.BinOp(n.K) == graph.BAnd && n.A.IsTruth() && n.B.IsTruth():
			return b.Logical(graph.BAnd, under(n.A), under(n.B))
		}
		return n
	}
	is := final.Clone()
	for i, n := range is.Sets {
		is.Sets[i] = under(n)
	}
	for i, n := range is.Nums {
		is.Nums[i] = under(n)
	}
	return is
}
