package programs

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// This file compiles each condition of a move only once, whatever is chosen for the variables that
// it does not read.

// A scope is a variable that a search has bound, and the conditions that have been compiled
// since.
type scope struct {
	slot   int
	truths map[*ir.Expr]*graph.Node
}

// bind binds a variable and begins its list of conditions.
func (s *search) bind(slot int, to *symbolic.Env) {
	s.env = to
	s.scopes = append(slices.Clip(s.scopes), scope{slot, map[*ir.Expr]*graph.Node{}})
}

// truth compiles a condition. On a lane, it is the same whatever was bound after the last variable
// that the condition reads: a condition on the first piece stands after all ways to go on from it.
func (b *builder) truth(e *ir.Expr, s *search) *graph.Node {
	if s.lane == nil {
		return b.Ask.Truth(e, s.env)
	}
	read := map[int]bool{}
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.Var {
			read[int(x.N)] = true
		}
		return true
	})
	last := len(s.scopes) - 1
	for last > 0 && !read[s.scopes[last].slot] {
		last--
	}
	truths := s.scopes[last].truths
	if truths[e] == nil {
		truths[e] = b.Ask.Truth(e, s.env)
	}
	return truths[e]
}
