package lower

import (
	"slices"

	"boardgame/interp/compile/graph"
	w "boardgame/interp/compile/wasm"
)

// rounds writes a loop that goes on as long as a condition holds. It remembers the values that the
// loop leaves.
func (e *Lowering) rounds(n *graph.Node) {
	f, g := e.W.F, e.Unit.B.Graph
	goes := n.Args[0]
	e.Hoist(goes, n.K)
	var carried, next []*graph.Node
	var values [][]Word
	for x := range slices.Chunk(n.Args[1:], 3) {
		carried, next = append(carried, x[0]), append(next, x[2])
		if x[0].Op.IsNumber() {
			values = append(values, []Word{e.W.Variable(e.Num(x[1]))})
		} else {
			values = append(values, e.W.Variables(e.Set(x[1]), x[0].May))
		}
		e.Hoist(x[2], n.K)
	}
	all := slices.Concat(values...)
	f.Block(func(done w.Label) {
		f.Loop(func(again w.Label) {
			e.Frame.Scope(func() {
				// Whatever asks whether the loop is entered asks for its loop variable.
				e.Frame.Remember(g.Intern(graph.Node{Op: graph.NVar, K: n.K}), []Word{Constant(0)})
				for i, x := range carried {
					e.Frame.Remember(x, values[i])
				}
				f.BranchIf(done, w.Not32(e.Test(goes)))
				fresh := make([][]Word, len(next))
				for i, x := range next {
					if x.Op.IsNumber() {
						fresh[i] = []Word{e.Num(x)}
					} else {
						fresh[i] = slices.Clone(e.Set(x))
					}
				}
				// A value may become another one, which is changed, too.
				for i := range fresh {
					for k, x := range fresh[i] {
						if x.Local && slices.Contains(all, x) && x != At(values[i], k) {
							fresh[i][k] = e.W.Variable(x)
						}
					}
				}
				for i := range values {
					e.W.CopyInto(values[i], fresh[i])
				}
				f.Branch(again)
			})
		})
	})
	for i, x := range carried {
		e.Frame.Remember(n.Left(g, i, x), values[i])
	}
}

// left returns the words of a value that rounds leave.
func (e *Lowering) left(n *graph.Node) []Word {
	e.Num(n.A)
	v, _ := e.Frame.lookup(n)
	return v
}
