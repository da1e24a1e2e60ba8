package graph

import (
	"slices"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/layout"
)

// This file makes the nodes of sets, in the simplest form it finds.

func (g *Graph) And(a, b *Node) *Node {
	switch {
	case a == b:
		return a
	case a.Op == SConst:
		return masked(g, b, a)
	case b.Op == SConst:
		return masked(g, a, b)
	case !Meets(a.May, b.May):
		return g.Empty
	}
	if t := fold2(g, a, b, layout.Bits.And); t != nil {
		return t
	}
	if t := bothWays(g, a, b, capture); t != nil {
		return t
	}
	switch {
	case disjoint(g, a, b):
		return g.Empty
	case g.Subset(a, b):
		return a
	case g.Subset(b, a):
		return b
	}
	for _, rewrite := range [...]rule{
		joined, uncovered, sameShift,
	} {
		if t := bothWays(g, a, b, rewrite); t != nil {
			return t
		}
	}
	if a.Id > b.Id {
		a, b = b, a
	}
	return g.Intern(Node{Op: SAnd, A: a, B: b})
}

// A rule rewrites an operation on two sets in a simpler way, or returns nil.
type rule func(g *Graph, a, b *Node) *Node

// bothWays applies a rule to a and b, then to b and a, until it returns a set.
func bothWays(g *Graph, a, b *Node, rewrite rule) *Node {
	if t := rewrite(g, a, b); t != nil {
		return t
	}
	return rewrite(g, b, a)
}

// masked intersects a set with a constant.
func masked(g *Graph, a, constant *Node) *Node {
	if a.Op == SConst {
		return g.Constant(a.Set.And(*constant.Set))
	}
	if InBits(a.May, constant.Set) {
		return a
	}
	rest := constant.Set.And(*a.May)
	switch {
	case rest.Empty():
		return g.Empty
	case a.Op == SAnd && a.A.Op == SConst:
		return g.And(g.Constant(constant.Set.And(*a.A.Set)), a.B)
	case a.Op == SShift:
		return g.Shift(a.A, int(a.K), a.Set.And(*constant.Set))
	case a.Op == SDiff && a.A.Op == SConst:
		return g.Diff(g.Constant(constant.Set.And(*a.A.Set)), a.B)
	}
	constant = g.Constant(rest)
	if t := fold2(g, constant, a, layout.Bits.And); t != nil {
		return t
	}
	return g.Intern(Node{Op: SAnd, A: constant, B: a})
}

// uncovered recognizes, in a & (constant - x), a constant that contains a: this is a - x.
func uncovered(g *Graph, a, b *Node) *Node {
	if b.Op == SDiff && b.A.Op == SConst && InBits(a.May, b.A.Set) {
		return g.Diff(a, b.B)
	}
	return nil
}

// joined recognizes, in a & b, the places of a set that are in a constant, or beside what is
// connected to the constant within that set: together they are what is connected to it. nil if b is
// something else.
func joined(g *Graph, a, b *Node) *Node {
	if b.Op != SOr && b.Op != SAnd {
		return nil
	}
	for _, x := range [2][2]*Node{{b.A, b.B}, {b.B, b.A}} {
		if b.Op == SAnd {
			if t := joined(g, a, x[0]); t != nil {
				return g.And(t, x[1])
			}
			continue
		}
		if x[0].Op != SConst || x[1].Op != SImage || x[1].A.Op != SFlood {
			continue
		}
		f := x[1].A
		if f.A.Op == SAnd && f.A.A.Op == SConst && f.A.B == f.B && alike(x[1].List, f.List) &&
			f.A.A.Set.And(*f.B.May) == x[0].Set.And(*f.B.May) && g.Subset(a, f.B) {
			return g.And(a, f)
		}
	}
	return nil
}

// sameShift joins a shift with one by the same distance among the factors of a: (x & u↑k) & v↑k = x
// & (u & v)↑k, so that what is shifted can be shared by all directions. nil if there is none.
func sameShift(g *Graph, a, b *Node) *Node {
	return inShift(g, a, b, func(x *Node) *Node {
		return g.Shift(g.And(x.A, b.A), int(x.K), x.Set.And(*b.Set))
	})
}

// lessShift is sameShift for differences.
func lessShift(g *Graph, a, b *Node) *Node {
	return inShift(g, a, b, func(x *Node) *Node {
		if !InBits(x.Set, b.Set) {
			return nil
		}
		return g.Shift(g.Diff(x.A, b.A), int(x.K), *x.Set)
	})
}

// inShift replaces the first shift by the distance of b among the factors of a for which join
// returns a replacement. nil if there is none, or b is not a shift.
func inShift(g *Graph, a, b *Node, join func(shift *Node) *Node) *Node {
	switch {
	case b.Op != SShift:
	case a.Op == SShift && a.K == b.K:
		return join(a)
	case a.Op == SAnd:
		if t := inShift(g, a.A, b, join); t != nil {
			return g.And(t, a.B)
		}
		if t := inShift(g, a.B, b, join); t != nil {
			return g.And(a.A, t)
		}
	case a.Op == SDiff:
		if t := inShift(g, a.A, b, join); t != nil {
			return g.Diff(t, a.B)
		}
	}
	return nil
}

func (g *Graph) Or(a, b *Node) *Node {
	switch {
	case a == b || IsEmpty(b):
		return a
	case IsEmpty(a):
		return b
	case a.Op == SConst && b.Op == SConst:
		return g.Constant(a.Set.Or(*b.Set))
	case a.Op == SConst && InBits(b.May, a.Set):
		return a
	case b.Op == SConst && InBits(a.May, b.Set):
		return b
	case g.Subset(a, b):
		return b
	case g.Subset(b, a):
		return a
	}
	if t := fold2(g, a, b, layout.Bits.Or); t != nil {
		return t
	}
	if a.Id > b.Id {
		a, b = b, a
	}
	if t := mergedSets(g, a, b); t != nil {
		return t
	}
	if t := bothWays(g, a, b, restored); t != nil {
		return t
	}
	return g.Intern(Node{Op: SOr, A: a, B: b})
}

// mergedSets joins two sets that the same operation finds, in different directions or with other
// constants; nil if a and b are no such sets.
func mergedSets(g *Graph, a, b *Node) *Node {
	if a.Op != b.Op || a.A != b.A {
		return nil
	}
	x, y := a.List, b.List
	switch {
	case a.Op == SLines:
		return g.LinesWithin(a.A, append(slices.Clone(x.Lines[0]), y.Lines[0]...),
			append(slices.Clone(x.Gives), y.Gives...))
	case a.B != b.B:
	case a.Op == SBeyond:
		return g.Intern(Node{Op: SBeyond, A: a.A, B: a.B,
			List: g.beyondList(append(slices.Clone(x.K), y.K...),
				append(slices.Clone(x.Mask), y.Mask...), append(slices.Clone(x.Last), y.Last...))})
	case (a.Op == SRun || a.Op == SCapture) && a.C == b.C:
		return g.Intern(Node{Op: a.Op, A: a.A, B: a.B, C: a.C,
			List: g.List(nil, nil, merged(x.Table, y.Table))})
	}
	return nil
}

// restored recognizes, in a | b, a set that was removed and is added back: (x - b) | b.
func restored(g *Graph, a, b *Node) *Node {
	if a.Op == SDiff && a.B == b {
		return g.Or(a.A, b)
	}
	return nil
}

func (g *Graph) Diff(a, b *Node) *Node {
	switch {
	case a == b || IsEmpty(a):
		return g.Empty
	case IsEmpty(b):
		return a
	case a.Op == SConst && b.Op == SConst:
		return g.Constant(a.Set.Minus(*b.Set))
	case b.Op == SConst:
		return g.And(g.Constant(a.May.Minus(*b.Set)), a)
	}
	if !Meets(a.May, b.May) {
		return a
	}
	if disjoint(g, a, b) {
		return a
	}
	if g.Subset(a, b) {
		return g.Empty
	}
	if t := fold2(g, a, b, layout.Bits.Minus); t != nil {
		return t
	}
	if t := lessShift(g, a, b); t != nil {
		return t
	}
	return g.Intern(Node{Op: SDiff, A: a, B: b})
}

func merged(a, b []int) []int {
	all := append([]int(nil), a...)
	for _, x := range b {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	order.Sort(all)
	return all
}

// Shift moves a by k bits and keeps what hits the mask.
func (g *Graph) Shift(a *Node, k int, mask layout.Bits) *Node {
	if a.Op == SConst {
		return g.Constant(layout.Shifted(*a.Set, k).And(mask))
	}
	hit := layout.Shifted(*a.May, k)
	mask = mask.And(hit)
	if mask.Empty() {
		return g.Empty
	}
	if k == 0 {
		return g.And(g.Constant(mask), a)
	}
	if a.Op == SShift {
		// Two shifts are one, with the mask of the first moved along.
		return g.Shift(a.A, int(a.K)+k, mask.And(layout.Shifted(*a.Set, k)))
	}
	if a.Op == SAnd && a.A.Op == SConst {
		return g.Shift(a.B, k, mask.And(layout.Shifted(*a.A.Set, k)))
	}
	if a.Op == SFill && a.K == int64(k) {
		if x := seedOf(g, a); x != nil {
			return g.Intern(Node{Op: SBeyond, A: x, B: a.B,
				List: g.beyondList([]int{k}, []layout.Bits{*a.Set}, []layout.Bits{mask})})
		}
	}
	if t := fold1(g, a, func(s layout.Bits) layout.Bits {
		return layout.Shifted(s,
			k).And(mask)
	}); t != nil {
		return t
	}
	set := mask // a value whose address is taken lives on the heap
	return g.Intern(Node{Op: SShift, A: a, K: int64(k), Set: &set})
}

// List makes the constant part of an image.
func (g *Graph) List(k []int, mask []layout.Bits, table []int) *ShiftList {
	for _, l := range g.lists {
		if len(l.Last) == 0 && equalInts(l.K, k) && equalBits(l.Mask, mask) && equalInts(l.Table, table) {
			return l
		}
	}
	l := &ShiftList{id: len(g.lists), K: k, Mask: mask, Table: table}
	g.lists = append(g.lists, l)
	return l
}

// beyondList makes the constant part of sBeyond.
func (g *Graph) beyondList(k []int, mask, last []layout.Bits) *ShiftList {
	for _, l := range g.lists {
		if len(l.Last) > 0 && equalInts(l.K, k) && equalBits(l.Mask, mask) && equalBits(l.Last, last) {
			return l
		}
	}
	l := &ShiftList{id: len(g.lists), K: k, Mask: mask, Last: last}
	for i := range k {
		l.Times = append(l.Times, Doublings(k[i], mask[i]))
	}
	g.lists = append(g.lists, l)
	return l
}

// Doublings returns how many doublings a fill with steps of k needs within room.
func Doublings(k int, room layout.Bits) int {
	steps, n := 0, 0
	for walk := room; !walk.Empty(); steps++ {
		walk = layout.Shifted(walk, k).And(room)
	}
	for 1<<n < steps+1 {
		n++
	}
	return n
}

// seedOf returns x if a fill begins at its members that a step leads to from x; otherwise nil.
func seedOf(g *Graph, fill *Node) *Node {
	if a, s := fill.A, fill.B; a.Op == SAnd {
		for _, y := range [2][2]*Node{{a.A, a.B}, {a.B, a.A}} {
			if shift := y[1]; y[0] == s && shift.Op == SShift && shift.K == fill.K {
				if on := shift.Set.And(*s.May); !on.In(fill.Set) {
					return nil
				}
				// The mask of the shift may leave out some of its steps.
				return g.And(g.Constant(layout.Shifted(*shift.Set, -int(shift.K))), shift.A)
			}
		}
	}
	return nil
}

// capture recognizes the run of b from a place that a member of x ends: (run of s from n) & (what
// is reached back from x in s).
func capture(g *Graph, a, b *Node) *Node {
	if a.Op != SRun || b.Op != SFill || a.B != b.B || len(a.List.Table) != 1 {
		return nil
	}
	if k := g.RayStep[a.List.Table[0]]; k == 0 || b.K != int64(-k) {
		return nil
	}
	x := seedOf(g, b)
	if x == nil || !disjoint(g, x, b.B) {
		return nil
	}
	return g.Intern(Node{Op: SCapture, A: a.A, B: a.B, C: x, List: a.List})
}

func equalInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func equalBits(a, b []layout.Bits) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Image moves a set in each of several ways and returns the union of the results.
func (g *Graph) Image(a *Node, k []int, mask []layout.Bits) *Node {
	if a.Op == SConst || len(k) <= 1 {
		u := g.Empty
		for i := range k {
			u = g.Or(u, g.Shift(a, k[i], mask[i]))
		}
		return u
	}
	if IsEmpty(a) {
		return g.Empty
	}
	if t := fold1(g, a, func(s layout.Bits) layout.Bits {
		var u layout.Bits
		for i := range k {
			u = u.Or(layout.Shifted(s, k[i]).And(mask[i]))
		}
		return u
	}); t != nil {
		return t
	}
	return g.Intern(Node{Op: SImage, A: a, List: g.List(k, mask, nil)})
}

func (g *Graph) One(n *Node) *Node {
	if n.Op == NConst {
		return g.Constant(topology.SetOf(topology.Site(n.K)))
	}
	x := g.Intern(Node{Op: SOne, A: n})
	return x
}

// When returns b where a holds, otherwise the empty set.
func (g *Graph) When(a, b *Node) *Node {
	switch {
	case IsTrue(a):
		return b
	case IsFalse(a) || IsEmpty(b):
		return g.Empty
	}
	if b = g.given(b, a, true); IsEmpty(b) {
		return b
	}
	return g.Intern(Node{Op: SIf, A: a, B: b})
}

func (g *Graph) Choose(a, b, c *Node) *Node {
	switch {
	case IsTrue(a) || b == c:
		return b
	case IsFalse(a):
		return c
	}
	switch b, c = g.given(b, a, true), g.given(c, a, false); {
	case b == c:
		return b
	case b.Op.IsNumber():
		if IsTrue(b) && b.K == 1 && IsFalse(c) && a.IsTruth() {
			return a
		}
		if IsFalse(b) && IsTrue(c) && c.K == 1 && a.IsTruth() {
			return g.Not(a)
		}
		return g.Intern(Node{Op: NSel, A: a, B: b, C: c})
	case IsEmpty(c):
		return g.When(a, b)
	}
	return g.Intern(Node{Op: SSel, A: a, B: b, C: c})
}

// given returns what n is wherever a condition holds, or does not hold: choices on top of n that
// depend on it are made.
func (g *Graph) given(n, t *Node, holds bool) *Node {
	for n.Op == SIf || n.Op == SSel || n.Op == NSel {
		switch {
		case n.A != t && !opposite(n.A, t) && !opposite(t, n.A):
			return n
		case (n.A == t) == holds:
			n = n.B
		case n.Op == SIf:
			return g.Empty
		default:
			n = n.C
		}
	}
	return n
}

// opposite reports whether a is written as not b.
func opposite(a, b *Node) bool {
	return a.Op == NBin && BinOp(a.K) == BXor && a.A == b && IsTrue(a.B)
}

// Fill returns a and what lies further in steps of k within b, each step ending in the mask.
func (g *Graph) Fill(a, b *Node, k int, mask layout.Bits) *Node {
	if IsEmpty(a) {
		return g.Empty
	}
	mask = mask.And(*b.May)
	if hit := mask.And(layout.Shifted(a.May.Or(*b.May), k)); hit.Empty() {
		return a
	}
	if a.Op == SConst && b.Op == SConst {
		return g.Constant(closure(*a.Set, []int{k}, []layout.Bits{mask.And(*b.Set)}))
	}
	if a.Op == SFill && a.B == b && a.K == int64(k) {
		return a
	}
	if b.Op == SConst {
		if t := fold1(g, a, func(s layout.Bits) layout.Bits {
			return closure(s, []int{k},
				[]layout.Bits{mask.And(*b.Set)})
		}); t != nil {
			return t
		}
	}
	set := mask
	return g.Intern(Node{Op: SFill, A: a, B: b, K: int64(k), Set: &set})
}

// Flood returns a and what is reached within b by the shifts.
func (g *Graph) Flood(a, b *Node, k []int, mask []layout.Bits) *Node {
	if IsEmpty(a) {
		return g.Empty
	}
	if len(k) == 0 {
		return a
	}
	if len(k) == 1 {
		return g.Fill(a, b, k[0], mask[0])
	}
	if b.Op == SConst {
		within := make([]layout.Bits, len(mask))
		for i := range mask {
			within[i] = mask[i].And(*b.Set)
		}
		if a.Op == SConst {
			return g.Constant(closure(*a.Set, k, within))
		}
		if t := fold1(g, a, func(s layout.Bits) layout.Bits { return closure(s, k, within) }); t != nil {
			return t
		}
	}
	return g.Intern(Node{Op: SFlood, A: a, B: b, List: g.List(k, mask, nil)})
}

func appendInts(b []byte, ints ...int) []byte {
	for _, i := range ints {
		b = append(b, byte(i), byte(i>>8), byte(i>>16), byte(i>>24), ',')
	}
	return b
}

// alike reports whether two lists have the same shifts, in whatever order.
func alike(a, b *ShiftList) bool {
	for i, k := range a.K {
		if j := slices.Index(b.K, k); j < 0 || a.Mask[i] != b.Mask[j] {
			return false
		}
	}
	return len(a.K) == len(b.K)
}
