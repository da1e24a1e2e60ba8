package symbolic

import (
	"boardgame/dsl/ir"
)

// AsksHistory reports whether an expression asks about earlier positions.
func AsksHistory(e *ir.Expr) bool { return Asks(e, ir.Repetitions) || Asks(e, ir.Seen) }

// Asks reports whether an expression, or a function it calls, has an operator.
func Asks(e *ir.Expr, op ir.Op) bool {
	return AnyExpr(e, func(x *ir.Expr) bool { return x.Op == op })
}

// AnyExpr reports whether something holds for an expression or one of its parts, including the
// functions it calls.
func AnyExpr(e *ir.Expr, holds func(*ir.Expr) bool) (found bool) {
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || holds(x) || x.Func != nil && AnyExpr(x.Func.Body, holds) ||
			x.Step != nil && x.Step.Func != nil && AnyExpr(x.Step.Func.Body, holds)
		return !found
	})
	return found
}
