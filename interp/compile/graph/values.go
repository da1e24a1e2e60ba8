package graph

import (
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile/layout"
)

// This file makes the nodes of numbers and conditions, in the simplest form it finds.

func (g *Graph) Some(a *Node) *Node {
	switch a.Op {
	case SConst:
		return g.Boolean(!a.Set.Empty())
	case SIf:
		return g.Logical(BAnd, a.A, g.Some(a.B))
	case SSel:
		return g.Choose(a.A, g.Some(a.B), g.Some(a.C))
	case SOne:
		return g.Boolean(true)
	case SFill, SFlood, SSpread, SReach:
		return g.Some(a.A)
	case STable:
		return g.NumbersOf(a, func(s layout.Bits) int64 { return TruthNumber(s != layout.Bits{}) })
	case SAnd:
		for _, x := range [2][2]*Node{{a.A, a.B}, {a.B, a.A}} {
			if x[0].Op == SOne {
				return g.Has(x[1], x[0].A)
			}
		}
		if row := row(g, a); row != nil {
			return row
		}
	case SDiff:
		if a.A.Op == SOne {
			return g.Not(g.Has(a.B, a.A.A))
		}
	}
	return g.Intern(Node{Op: NSome, A: a})
}

func (g *Graph) Count1(a *Node) *Node {
	switch a.Op {
	case SConst:
		return g.Integer(int64(a.Set.Len()))
	case SOne:
		return g.Integer(1)
	case STable:
		return g.NumbersOf(a, func(s layout.Bits) int64 { return int64(s.Len()) })
	}
	return g.Intern(Node{Op: NCount, A: a})
}

func TruthNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Has reports whether the place n is in a.
func (g *Graph) Has(a, n *Node) *Node {
	if n.Op == NConst && n.K >= 0 {
		switch {
		case a.Op == SConst:
			return g.Boolean(a.Set.Has(topology.Site(n.K)))
		case !a.May.Has(topology.Site(n.K)):
			return g.Boolean(false)
		}
	}
	one := g.One(n)
	if g.Subset(one, a) {
		return g.Boolean(true)
	}
	if IsEmpty(a) || disjoint(g, one, a) {
		return g.Boolean(false)
	}
	switch {
	case a.Op == SOne:
		return g.Binary(BEq, a.A, n)
	case a.Op == STable && a.A == n:
		sets := g.Tables[a.K]
		values := make([]int64, len(sets))
		for i := range sets {
			values[i] = TruthNumber(sets[i].Has(topology.Site(i)))
		}
		return g.NumberTable(n, values)
	}
	return g.Intern(Node{Op: NHas, A: a, B: n})
}

func (g *Graph) Not(a *Node) *Node {
	if a.Op == NConst {
		return g.Boolean(a.K == 0)
	}
	if a.Op == NBin && BinOp(a.K) == BXor && IsTrue(a.B) {
		return a.A
	}
	return g.Binary(BXor, a, g.Integer(1))
}

// Logical is and, or and xor of conditions.
func (g *Graph) Logical(op BinOp, a, b *Node) *Node { return g.Binary(op, a, b) }

// Binary makes the node of an operator on two numbers, or a node known to be equal.
func (g *Graph) Binary(op BinOp, a, b *Node) *Node {
	if a.Op == NConst && b.Op == NConst {
		return g.Integer(Arith(uint8(op), a.K, b.K))
	}
	if x, y := numbers(g, a, b); x != nil {
		z := make([]int64, len(x))
		for i := range z {
			z[i] = Arith(uint8(op), x[i], y[i])
		}
		i := a
		if a.Op == NTable {
			i = a.A
		} else {
			i = b.A
		}
		return g.NumberTable(i, z)
	}
	switch op {
	case BAdd, BMul, BMin, BMax, BEq, BNe, BAnd, BOr, BXor:
		if a.Op == NConst || a.Id > b.Id && b.Op != NConst {
			a, b = b, a
		}
	}
	if n := plain(g, op, a, b); n != nil {
		return n
	}
	if n := mergedTests(g, op, a, b); n != nil {
		return n
	}
	return g.Intern(Node{Op: NBin, A: a, B: b, K: int64(op)})
}

// plain returns the result of an operator if it is one of its operands or a constant condition;
// otherwise nil.
func plain(g *Graph, op BinOp, a, b *Node) *Node {
	is := func(k int64) bool { return b.Op == NConst && b.K == k }
	switch {
	case is(0) && (op == BAdd || op == BSub || op == BOr || op == BXor || op == BAndNot),
		op == BAnd && (a == b || is(1) && a.IsTruth()):
		return a
	case op == BAnd && is(0), op == BOr && (a == b || is(1) && a.IsTruth()):
		return b
	case a == b && (op == BEq || op == BLe):
		return g.Boolean(true)
	case a == b && (op == BNe || op == BLt):
		return g.Boolean(false)
	}
	return nil
}

// mergedTests returns the result of an operator on values with parts: rows and lines searched
// together, a bit of a set made of single bits, a line whose places are all taken; otherwise nil.
func mergedTests(g *Graph, op BinOp, a, b *Node) *Node {
	switch {
	case op == BShr && b.Op == NConst && a.Op == NBin && BinOp(a.K) == BOr:
		return g.Binary(BOr, g.Binary(BShr, a.A, b), g.Binary(BShr, a.B, b))
	case op == BShr && b.Op == NConst && a.Op == NSel:
		return g.Choose(a.A, g.Binary(BShr, a.B, b), g.Binary(BShr, a.C, b))
	case op == BOr && a.Op == NLines && b.Op == NLines && a.A == b.A && a.B == b.B:
		lines := make([][]layout.Bits, len(a.List.Lines))
		for i := range lines {
			lines[i] = append(slices.Clone(a.List.Lines[i]), b.List.Lines[i]...)
		}
		return lineWithin(g, a.A, a.B, lines)
	case op == BOr && a.Op == NRow && b.Op == NRow && a.A == b.A && a.K == b.K:
		return rows(g, a.A, a.K, append(slices.Clone(a.List.K), b.List.K...),
			append(slices.Clone(a.List.Mask), b.List.Mask...))
	case op == BEq && a.Op == NCount && b.Op == NConst:
		return wholeLine(g, a.A, b.K)
	}
	return nil
}

// IsTruth reports whether the number is known to be 0 or 1.
func (n *Node) IsTruth() bool {
	switch n.Op {
	case NSome, NHas, NAny, NLines, NRow:
		return true
	case NConst:
		return n.K == 0 || n.K == 1
	case NBin:
		switch BinOp(n.K) {
		case BEq, BNe, BLt, BLe, BShr:
			return true
		case BAnd, BOr, BXor:
			return n.A.IsTruth() && n.B.IsTruth()
		}
	case NSel:
		return n.B.IsTruth() && n.C.IsTruth()
	}
	return false
}

// Loop makes a node that runs b for the members of a in the loop variable v, or for one of each of
// their groups.
func (g *Graph) Loop(op NodeOp, v int64, a, b *Node) *Node {
	if IsEmpty(a) {
		if op.IsNumber() {
			return g.Integer(0)
		}
		return g.Empty
	}
	switch {
	case op == NAny && IsFalse(b):
		return b
	case op == NAny && b.Deps>>uint(v)&1 == 0:
		return g.Logical(BAnd, g.Some(a), b)
	case op == SThose && b.Op == NConst:
		if b.K == 0 {
			return g.Empty
		}
		return a
	}
	n := Node{Op: op, A: a, B: b, K: v}
	if op != SReach && op != NSum { // one adds members, the other counts them
		n.C = groupOf(g, v, a, b)
	}
	if op == NAny && n.C != nil {
		if t := connected(g, a, b, n.C); t != nil {
			return t
		}
	}
	return g.Intern(n)
}
