package ir

// EmptyOnly reports whether a set certainly contains only empty cells, in any position.
func EmptyOnly(e *Expr) bool {
	switch e.Op {
	case EmptyCells:
		return true
	case And:
		return EmptyOnly(e.Args[0]) || EmptyOnly(e.Args[1])
	case Or:
		return EmptyOnly(e.Args[0]) && EmptyOnly(e.Args[1])
	case Minus, QThose:
		return EmptyOnly(e.Args[0])
	case QUnion:
		return EmptyOnly(e.Args[1])
	case Path:
		return e.Step.Only != nil && EmptyOnly(e.Step.Only) && (e.Step.Rep == Once || e.Step.Rep == Plus)
	case Call:
		return e.Func.Body != nil && EmptyOnly(e.Func.Body)
	}
	return false
}

// Holds reports whether a comparison of two numbers, such as [Le], holds.
func (op Op) Holds(a, b int64) bool {
	switch op {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Gt:
		return a > b
	}
	return a >= b
}
