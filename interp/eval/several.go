package eval

import "boardgame/dsl/ir"

// Several is a `the S` that was read where S had more than one member, which is a mistake in the
// rules (language.md#the-only-member).
type Several struct {
	Expr    *ir.Expr // what asks for the only member; its span is that of S
	Members int64
}

// NewStrict returns a machine that tells of every set of several members whose only member is asked
// for, also where it looks ahead or tries a step: that, too, decides what is legal.
func NewStrict(g *ir.Game, several func(Several)) *Machine {
	m := New(g)
	m.ev.Several = func(e *ir.Expr, members int64) { several(Several{e, members}) }
	return m
}

// AsksForOnly reports whether the rules of a game say `the S` anywhere that is not a constant.
func AsksForOnly(g *ir.Game) bool {
	found := false
	g.Exprs(func(e *ir.Expr) {
		ir.Walk(e, func(part *ir.Expr) bool {
			found = found || part.Op == ir.Only1 && part.N != 0
			return !found
		})
	})
	return found
}
