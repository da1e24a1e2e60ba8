package lower

import (
	"slices"

	"boardgame/interp/compile/graph"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// rounds writes a loop that goes on as long as a condition holds. It remembers the values that the
// loop leaves.
func (e *Lowering) rounds(n *graph.Node) {
	f, g := e.W.F, e.Unit.B.Graph
	goes := n.Args[0]
	hoist := hoister(e, n.K)
	hoist(goes)
	var carried, next []*graph.Node
	var values [][]Word
	for x := range slices.Chunk(n.Args[1:], 3) {
		carried, next = append(carried, x[0]), append(next, x[2])
		if x[0].Op.IsNumber() {
			values = append(values, []Word{e.W.Variable(e.Num(x[1]))})
		} else {
			values = append(values, e.W.Variables(e.Set(x[1]), x[0].May))
		}
		hoist(x[2])
	}
	all := slices.Concat(values...)
	skip := circles(e, carried, values)
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
				skip()
				f.Branch(again)
			})
		})
	})
	for i, x := range carried {
		e.Frame.Remember(n.Left(g, i, x), values[i])
	}
}

// circles returns a function that writes the end of each round of a loop. If the values go in a
// circle, the code counts the rounds of all further circles without taking them, as the evaluator
// does.
func circles(e *Lowering, carried []*graph.Node, values [][]Word) func() {
	var rounds, before Word
	var now, was []Word
	for i, x := range carried {
		if x.Op == graph.NCarry && x.Carried() == len(e.Unit.B.Before.Sets)+e.Unit.B.Rounds {
			rounds, before = values[i][0], e.W.Variable(values[i][0])
			continue
		}
		now = append(now, values[i]...)
	}
	was, n := e.W.frozen(now), e.W.Variable(Constant(0))
	return func() {
		f, differ := e.W.F, w.C64(0)
		for i := range now {
			differ = w.Bin(w.I64Or, differ, w.Bin(w.I64Xor, now[i].X, was[i].X))
		}
		e.W.Assign(n, w.Bin(w.I64Add, n.X, w.C64(1)))
		f.If(w.Bin(w.I64Eq, w.Bin(w.I64And, n.X, w.C64(eval.Compared-1)), w.C64(0)), func() {
			left := w.Bin(w.I64Sub, w.C64(eval.MostRounds), rounds.X)
			f.If(Band(w.Bin(w.I64Eq, differ, w.C64(0)), w.Bin(w.I64GtS, left, w.C64(0))), func() {
				circle := e.W.Word(w.Bin(w.I64Sub, rounds.X, before.X))
				e.W.Assign(rounds, w.Bin(w.I64Add, rounds.X,
					w.Bin(w.I64Mul, w.Bin(w.I64DivS, left, circle.X), circle.X)))
			})
			f.If(w.Bin(w.I64Eq, w.Bin(w.I64And, n.X, w.Bin(w.I64Sub, n.X, w.C64(1))), w.C64(0)), func() {
				e.W.Assign(before, rounds.X)
				e.W.CopyInto(was, now)
			})
		})
	}
}

// left returns the words of a value that rounds leave.
func (e *Lowering) left(n *graph.Node) []Word {
	e.Num(n.A)
	v, _ := e.Frame.lookup(n)
	return v
}
