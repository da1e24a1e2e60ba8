package eval

import "boardgame/dsl/ir"

// Several is a `the S` that was read when S had more than one member, which is a mistake in the
// rules (language.md#the-only-member).
type Several struct {
	Expr    *ir.Expr // what asks for the only member; its span is that of S
	Members int64
}

// NewStrict returns a machine that reports every `the S` where S has several members. It also
// reports those read while looking ahead or trying a step, because they decide what is legal.
func NewStrict(g *ir.Game, several func(Several)) *Machine {
	m := New(g)
	m.ev.Several = func(e *ir.Expr, members int64) { several(Several{e, members}) }
	return m
}

// AsksForOnly reports whether the rules of a game contain a `the S` that is not a constant.
func AsksForOnly(g *ir.Game) bool {
	found := false
	g.Exprs(func(e *ir.Expr) {
		ir.Walk(e, func(part *ir.Expr) bool {
			found = found || part.Op == ir.ExactlyOne && part.N != 0
			return !found
		})
	})
	return found
}
