package lower

import (
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// A Frame is a function of a module that is being written: its arguments, and the values that its
// code has computed so far.
type Frame struct {
	Unit   *UnitOf
	W      writer
	P      w.Local // the address of the position
	Args   []w.Local
	values map[*graph.Node][]Word
	inner  []known // what was known before each value of the scopes within the function
	scopes []int   // where each scope begins in inner
	counts int
	flat   bool // no branches: there would be one for each depth of a tower
}

// known is what a frame knew of a node: nothing if words is nil.
type known struct {
	node  *graph.Node
	words []Word
}

// Push opens a scope: Pop forgets what is remembered in between.
func (e *Frame) Push() { e.scopes = append(e.scopes, len(e.inner)) }

func (e *Frame) Pop() {
	at := e.scopes[len(e.scopes)-1]
	for i := len(e.inner) - 1; i >= at; i-- {
		if was := e.inner[i]; was.words != nil {
			e.values[was.node] = was.words
		} else {
			delete(e.values, was.node)
		}
	}
	e.scopes, e.inner = e.scopes[:len(e.scopes)-1], e.inner[:at]
}

func (e *Frame) lookup(n *graph.Node) ([]Word, bool) {
	v, ok := e.values[n]
	return v, ok
}

func (e *Frame) known(n *graph.Node) bool {
	_, ok := e.values[n]
	return ok
}

func (e *Frame) Remember(n *graph.Node, v []Word) {
	if e.W.F.Len() > longest {
		symbolic.Fail("a step or sentence that takes more than %d MB of code", longest>>20)
	}
	if len(e.scopes) > 1 {
		e.inner = append(e.inner, known{n, e.values[n]})
	}
	if v == nil {
		v = []Word{}
	}
	e.values[n] = v
}

// Scope runs f; code after it cannot use what f computes, because f may not have run.
func (e *Frame) Scope(f func()) {
	e.Push()
	f()
	e.Pop()
}

// Recount starts counting uses from zero.
func (e *Frame) Recount() {
	e.Unit.B.Graph.MayStop()
	e.Unit.B.Graph.Counts++
	e.counts = e.Unit.B.Graph.Counts
}

func (e *Frame) used(n *graph.Node) int {
	if n.Counted != e.counts {
		return 0
	}
	return n.Uses
}

// Count counts the uses of nodes below a root.
func (e *Frame) Count(n *graph.Node) {
	if n == nil {
		return
	}
	if n.Counted != e.counts {
		n.Counted, n.Uses = e.counts, 0
	}
	if n.Uses++; n.Uses > 1 {
		return
	}
	e.Count(n.A)
	e.Count(n.B)
	e.Count(n.C)
	for _, a := range n.Args {
		e.Count(a)
	}
}

// longest is the greatest length of a function: from there on, compiling takes seconds.
const longest = 2 << 20

// round adds to a set what steps add to it, by their distances. Each step goes on from what those
// before it have reached, but one and its opposite need not wait for each other.
func (e *Frame) round(t []Word, k []int, step func(t []Word, i int) []Word,
	within func(t []Word) []Word) []Word {
	done := make([]bool, len(k))
	for i := range k {
		if done[i] {
			continue
		}
		more := step(t, i)
		for j := i + 1; j < len(k); j++ {
			if !done[j] && k[j] == -k[i] {
				done[j], more = true, e.W.Union(more, step(t, j))
				break
			}
		}
		t = e.W.Union(t, within(more))
	}
	return t
}

// rounds repeats a step that adds to the variables of a set until it adds nothing more.
func (e *Frame) rounds(s []Word, step func(s []Word) []Word) {
	e.W.F.Loop(func(again w.Label) {
		e.Scope(func() {
			t := step(s)
			more := make([]Word, len(s))
			for i := range s {
				if s[i].Local {
					more[i] = e.W.xor(t[i], s[i])
				}
			}
			for i := range s {
				if s[i].Local && t[i] != s[i] {
					e.W.Assign(s[i], t[i].X)
				}
			}
			e.W.F.BranchIf(again, e.W.Some(more))
		})
	})
}

// counted runs body for the numbers from lo to hi - 1.
func (e *Frame) counted(lo, hi Word, body func(i Word)) {
	i := e.W.Variable(lo)
	e.W.F.While(w.Bin(w.I64LtS, i.X, hi.X), func(w.Label) {
		e.Scope(func() { body(i) })
		e.W.Assign(i, w.Bin(w.I64Add, i.X, w.C64(1)))
	})
}

// Loop runs body for the members of a set.
func (e *Frame) Loop(v int64, dom []Word, body func(x Word)) {
	e.over(v, e.W.FrozenVariables(dom), body)
}

// over runs body for the members of a set in variables, as each does, as a loop variable.
func (e *Frame) over(v int64, work []Word, body func(x Word)) {
	e.each(work, func(x Word) {
		e.Remember(e.Unit.B.Graph.Intern(graph.Node{Op: graph.NVar, K: v}), []Word{x})
		body(x)
	})
}

// each runs body for the members of a set in variables, which it takes out of them. The body may
// add others.
func (e *Frame) each(work []Word, body func(x Word)) {
	x := Word{Local: true, L: e.W.F.Local(w.I64)}
	e.W.F.Block(func(done w.Label) {
		e.W.F.Loop(func(again w.Label) {
			e.W.take(work, 0, x, done)
			e.Scope(func() { body(x) })
			e.W.F.Branch(again)
		})
	})
}
