package programs

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// This file writes what moves ensure as functions that many steps share. A condition is compiled
// for the position as a step leaves it. That gives each way to play a move its own condition: chess
// would ask in 34 slightly different pieces of code whether the king is attacked. A large condition
// that depends only on the position is therefore compiled for a position as it stands. It becomes
// one function, whose arguments are the sets and numbers that steps change, and each step computes
// these.

const (
	leastRule = 64 // nodes of a condition that is worth a function of its own
	mostRule  = 14 // the most words that such a function gets
)

// rule compiles what a move ensures for a position as it stands; nil if its steps keep conditions
// of their own. ofStep is the condition of the first step: if knowing the step makes it much
// smaller, the other steps keep conditions of their own, too.
func (b *plays) rule(mv *ir.Move, ofStep *graph.Node, late bool) (t *graph.Node) {
	if _, asked := b.rules[mv.ID]; asked || late || slices.Contains(b.p.Without, "share") ||
		nodes(ofStep) < leastRule {
		return nil
	}
	vars := b.Alg.Vars
	symbolic.Attempt(func() {
		t = b.ensured(mv,
			&symbolic.Env{Slots: make([]symbolic.Binding, mv.Slots), Me: b.me, St: b.Read.State0})
	})
	b.Alg.Vars = vars
	if t != nil && (nodes(ofStep) < nodes(t)/2 || !b.givable(t)) {
		t = nil
	}
	b.rules[mv.ID] = t
	return t
}

// givable reports whether a function can get all that a condition reads as arguments.
func (b *plays) givable(t *graph.Node) bool {
	read := map[*graph.Node]bool{}
	Reads(t, read)
	n := 0
	for x := range read {
		switch x.Op {
		case graph.SState:
			n += len(WordsOf(x))
		case graph.NState:
			n++
		case graph.NCell, graph.SCell: // read from memory
			return false
		}
	}
	return n <= mostRule
}

// nodes returns how many nodes there are below one, including itself.
func nodes(n *graph.Node) int {
	seen := map[*graph.Node]bool{}
	Reads(n, seen)
	return len(seen)
}

// WordsOf returns which words of a set are not always empty.
func WordsOf(n *graph.Node) (list []int) {
	for i := range layout.Words(n.May) {
		if n.May[i] != 0 {
			list = append(list, i)
		}
	}
	return list
}
