package compile

import (
	"slices"

	"boardgame/dsl/topology"
)

// This file makes the nodes of numbers and conditions, in the simplest form it finds.

func (g *graph) some(a *node) *node {
	switch a.op {
	case sConst:
		return g.boolean(!a.set.Empty())
	case sIf:
		return g.logical(bAnd, a.a, g.some(a.b))
	case sSel:
		return g.choose(a.a, g.some(a.b), g.some(a.c))
	case sOne:
		return g.boolean(true)
	case sFill, sFlood, sSpread, sReach:
		return g.some(a.a)
	case sTable:
		return g.numbersOf(a, func(s Bits) int64 { return truthNumber(s != Bits{}) })
	case sAnd:
		for _, x := range [2][2]*node{{a.a, a.b}, {a.b, a.a}} {
			if x[0].op == sOne {
				return g.has(x[1], x[0].a)
			}
		}
		if row := g.row(a); row != nil {
			return row
		}
	case sDiff:
		if a.a.op == sOne {
			return g.not(g.has(a.b, a.a.a))
		}
	}
	return g.intern(node{op: nSome, a: a})
}

func (g *graph) count1(a *node) *node {
	switch a.op {
	case sConst:
		return g.integer(int64(a.set.Len()))
	case sOne:
		return g.integer(1)
	case sTable:
		return g.numbersOf(a, func(s Bits) int64 { return int64(s.Len()) })
	}
	return g.intern(node{op: nCount, a: a})
}

func truthNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// has reports whether the place n is in a.
func (g *graph) has(a, n *node) *node {
	if n.op == nConst && n.k >= 0 {
		switch {
		case a.op == sConst:
			return g.boolean(a.set.Has(topology.Site(n.k)))
		case !a.may.Has(topology.Site(n.k)):
			return g.boolean(false)
		}
	}
	one := g.one(n)
	if g.subset(one, a) {
		return g.boolean(true)
	}
	if isEmpty(a) || g.disjoint(one, a) {
		return g.boolean(false)
	}
	switch {
	case a.op == sOne:
		return g.binary(bEq, a.a, n)
	case a.op == sTable && a.a == n:
		sets := g.tables[a.k]
		values := make([]int64, len(sets))
		for i := range sets {
			values[i] = truthNumber(sets[i].Has(topology.Site(i)))
		}
		return g.numberTable(n, values)
	}
	return g.intern(node{op: nHas, a: a, b: n})
}

func (g *graph) not(a *node) *node {
	if a.op == nConst {
		return g.boolean(a.k == 0)
	}
	if a.op == nBin && binOp(a.k) == bXor && isTrue(a.b) {
		return a.a
	}
	return g.binary(bXor, a, g.integer(1))
}

// logical is and, or and xor of conditions.
func (g *graph) logical(op binOp, a, b *node) *node { return g.binary(op, a, b) }

// binary makes the node of an operator on two numbers, or a node known to be equal.
func (g *graph) binary(op binOp, a, b *node) *node {
	if a.op == nConst && b.op == nConst {
		return g.integer(arith(uint8(op), a.k, b.k))
	}
	if x, y := g.numbers(a, b); x != nil {
		z := make([]int64, len(x))
		for i := range z {
			z[i] = arith(uint8(op), x[i], y[i])
		}
		i := a
		if a.op == nTable {
			i = a.a
		} else {
			i = b.a
		}
		return g.numberTable(i, z)
	}
	switch op {
	case bAdd, bMul, bMin, bMax, bEq, bNe, bAnd, bOr, bXor:
		if a.op == nConst || a.id > b.id && b.op != nConst {
			a, b = b, a
		}
	}
	if n := g.plain(op, a, b); n != nil {
		return n
	}
	if n := g.merged(op, a, b); n != nil {
		return n
	}
	return g.intern(node{op: nBin, a: a, b: b, k: int64(op)})
}

// plain returns the result of an operator if it is one of its operands or a constant condition;
// otherwise nil.
func (g *graph) plain(op binOp, a, b *node) *node {
	is := func(k int64) bool { return b.op == nConst && b.k == k }
	switch {
	case is(0) && (op == bAdd || op == bSub || op == bOr || op == bXor || op == bAndNot),
		op == bAnd && (a == b || is(1) && a.isTruth()):
		return a
	case op == bAnd && is(0), op == bOr && (a == b || is(1) && a.isTruth()):
		return b
	case a == b && (op == bEq || op == bLe):
		return g.boolean(true)
	case a == b && (op == bNe || op == bLt):
		return g.boolean(false)
	}
	return nil
}

// merged returns the result of an operator on values with parts: rows and lines searched together,
// a bit of a set made of single bits, a line whose places are all taken; otherwise nil.
func (g *graph) merged(op binOp, a, b *node) *node {
	switch {
	case op == bShr && b.op == nConst && a.op == nBin && binOp(a.k) == bOr:
		return g.binary(bOr, g.binary(bShr, a.a, b), g.binary(bShr, a.b, b))
	case op == bShr && b.op == nConst && a.op == nSel:
		return g.choose(a.a, g.binary(bShr, a.b, b), g.binary(bShr, a.c, b))
	case op == bOr && a.op == nLines && b.op == nLines && a.a == b.a && a.b == b.b:
		lines := make([][]Bits, len(a.list.lines))
		for i := range lines {
			lines[i] = append(slices.Clone(a.list.lines[i]), b.list.lines[i]...)
		}
		return g.lineWithin(a.a, a.b, lines)
	case op == bOr && a.op == nRow && b.op == nRow && a.a == b.a && a.k == b.k:
		return g.rows(a.a, a.k, append(slices.Clone(a.list.k), b.list.k...),
			append(slices.Clone(a.list.mask), b.list.mask...))
	case op == bEq && a.op == nCount && b.op == nConst:
		return g.wholeLine(a.a, b.k)
	}
	return nil
}

// isTruth reports whether the number is known to be 0 or 1.
func (n *node) isTruth() bool {
	switch n.op {
	case nSome, nHas, nAny, nLines, nRow, nRowAt:
		return true
	case nConst:
		return n.k == 0 || n.k == 1
	case nBin:
		switch binOp(n.k) {
		case bEq, bNe, bLt, bLe, bShr:
			return true
		case bAnd, bOr, bXor:
			return n.a.isTruth() && n.b.isTruth()
		}
	case nSel:
		return n.b.isTruth() && n.c.isTruth()
	}
	return false
}

// loop makes a node that runs b for the members of a in the loop variable v.
func (g *graph) loop(op nodeOp, v int64, a, b *node) *node {
	if isEmpty(a) {
		if op.isNumber() {
			return g.integer(0)
		}
		return g.empty
	}
	switch {
	case op == nAny && isFalse(b):
		return b
	case op == nAny && b.deps>>uint(v)&1 == 0:
		return g.logical(bAnd, g.some(a), b)
	case op == sThose && b.op == nConst:
		if b.k == 0 {
			return g.empty
		}
		return a
	}
	return g.intern(node{op: op, a: a, b: b, k: v})
}
