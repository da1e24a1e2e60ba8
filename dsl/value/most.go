package value

import "boardgame/dsl/ir"

// Most returns an upper bound for a number that holds in every position; ok is false if it finds
// none. It takes into account how high the rules let a tower be.
func Most(g *ir.Game, e *ir.Expr) (most int64, ok bool) {
	switch e.Op {
	case ir.ConstNumber:
		return e.N, true
	case ir.Height:
		return int64(g.Tallest), e.Args[0].Card != ir.Many
	case ir.Pieces:
		return int64(g.Tallest), len(e.Args) > 1 && e.Args[1].Card != ir.Many
	case ir.Min2:
		a, knownA := Most(g, e.Args[0])
		b, knownB := Most(g, e.Args[1])
		switch {
		case !knownA:
			return b, knownB
		case !knownB:
			return a, true
		}
		return min(a, b), true
	case ir.Max2, ir.If:
		last := len(e.Args) - 1
		a, knownA := Most(g, e.Args[last-1])
		b, knownB := Most(g, e.Args[last])
		return max(a, b), knownA && knownB
	case ir.Let:
		return Most(g, e.Args[1])
	case ir.Add:
		a, knownA := Most(g, e.Args[0])
		b, knownB := Most(g, e.Args[1])
		return Add(a, b), knownA && knownB
	case ir.Sub:
		a, known := Most(g, e.Args[0])
		return Sub(a, e.Args[1].N), known && e.Args[1].Op == ir.ConstNumber
	}
	return 0, false
}
