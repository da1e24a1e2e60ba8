package terms

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// cross reports whether two sets have at most one site in common because one of them lies in one
// column or row of this board and the other crosses it at most once: `file(a) & rank(b)`, or
// `file(a) & edge(north)`.
func (vs *gameFacts) cross(x, y *ir.Expr) bool {
	for _, a := range factors(x) {
		for _, b := range factors(y) {
			if (isLine(a) || isLine(b)) && vs.meetOnce(vs.shapes(a), vs.shapes(b)) {
				return true
			}
		}
	}
	return false
}

// factors returns the sets that an expression intersects.
func factors(e *ir.Expr) []*ir.Expr {
	switch e.Op {
	case ir.And:
		return append(factors(e.Args[0]), factors(e.Args[1])...)
	case ir.Minus:
		return factors(e.Args[0])
	}
	return []*ir.Expr{e}
}

// isLine reports whether an expression is one column or row.
func isLine(e *ir.Expr) bool { return e.Op == ir.FileOf || e.Op == ir.RankOf }

// shapes returns the sets that an expression may denote, or nil if they cannot be known in advance.
func (vs *gameFacts) shapes(e *ir.Expr) []topology.Set {
	b := vs.Game.Board
	number, line := b.Column, b.FileOf
	switch e.Op {
	case ir.ConstSites, ir.PlayerSites:
		return e.Sets
	case ir.RankOf:
		number, line = b.Row, b.RankOf
	case ir.FileOf:
	default:
		return nil
	}
	most := 0
	for x := range b.Cells.All() {
		most = max(most, number[x])
	}
	lines := make([]topology.Set, most+1)
	for n := range lines {
		lines[n] = line(n)
	}
	return lines
}

// meetOnce reports whether every set of one list has at most one site in common with every set of
// the other.
func (vs *gameFacts) meetOnce(xs, ys []topology.Set) bool {
	if xs == nil || ys == nil || vs.NoBoard {
		return false
	}
	for _, x := range xs {
		for _, y := range ys {
			if both := x.And(y); both.Len() > 1 {
				return false
			}
		}
	}
	return true
}
