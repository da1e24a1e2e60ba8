package programs

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// A variant is a move as it is while a condition that depends only on the position holds.
type variant struct {
	move *ir.Move
	open *graph.Node
}

// variants splits a move that binds a role to `if A: B else C`, so that both halves get their best
// level.
func (b *builder) variants(mv *ir.Move, open *graph.Node) []variant {
	if graph.IsFalse(open) {
		return nil
	}
	for i := range mv.Clauses {
		c := &mv.Clauses[i]
		if c.Op != ir.BindClause || c.Value.Op != ir.If || mentions(c.Value.Args[0]) {
			continue
		}
		t := b.Ask.Truth(c.Value.Args[0],
			&symbolic.Env{Slots: make([]symbolic.Binding, mv.Slots), Me: b.play.me, St: b.Read.State0})
		var list []variant
		for half, when := range []*graph.Node{t, b.G.Not(t)} {
			one := *mv
			one.Clauses = slices.Clone(mv.Clauses)
			one.Clauses[i].Value = c.Value.Args[1+half]
			list = append(list, b.variants(&one, b.G.Logical(graph.BAnd, open, when))...)
		}
		return list
	}
	return []variant{{mv, open}}
}

// mentions reports whether an expression reads a variable.
func mentions(e *ir.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == ir.Var || slices.ContainsFunc(e.Args, mentions) {
		return true
	}
	s := e.Step
	return s != nil && (mentions(s.By) || mentions(s.Only) || mentions(s.Lo) || mentions(s.Hi) ||
		slices.ContainsFunc(s.FuncArgs, mentions))
}
