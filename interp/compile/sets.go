package compile

import (
	"slices"

	"boardgame/dsl/topology"
)

// This file makes the nodes of sets, in the simplest form it finds.

func (g *graph) and(a, b *node) *node {
	switch {
	case a == b:
		return a
	case a.op == sConst:
		return g.masked(b, a)
	case b.op == sConst:
		return g.masked(a, b)
	case !meets(a.may, b.may):
		return g.empty
	}
	if t := g.fold2(a, b, Bits.And); t != nil {
		return t
	}
	if t := g.bothWays(a, b, (*graph).capture); t != nil {
		return t
	}
	switch {
	case g.disjoint(a, b):
		return g.empty
	case g.subset(a, b):
		return a
	case g.subset(b, a):
		return b
	}
	for _, rewrite := range [...]rule{
		(*graph).joined, (*graph).uncovered, (*graph).sameShift,
	} {
		if t := g.bothWays(a, b, rewrite); t != nil {
			return t
		}
	}
	if a.id > b.id {
		a, b = b, a
	}
	return g.intern(node{op: sAnd, a: a, b: b})
}

// A rule rewrites an operation on two sets in a simpler way, or returns nil.
type rule func(g *graph, a, b *node) *node

// bothWays applies a rule to a and b, then to b and a, until it returns a set.
func (g *graph) bothWays(a, b *node, rewrite rule) *node {
	if t := rewrite(g, a, b); t != nil {
		return t
	}
	return rewrite(g, b, a)
}

// masked intersects a set with a constant.
func (g *graph) masked(a, constant *node) *node {
	if a.op == sConst {
		return g.constant(a.set.And(*constant.set))
	}
	if inBits(a.may, constant.set) {
		return a
	}
	rest := constant.set.And(*a.may)
	switch {
	case rest.Empty():
		return g.empty
	case a.op == sAnd && a.a.op == sConst:
		return g.and(g.constant(constant.set.And(*a.a.set)), a.b)
	case a.op == sShift:
		return g.shift(a.a, int(a.k), a.set.And(*constant.set))
	case a.op == sDiff && a.a.op == sConst:
		return g.diff(g.constant(constant.set.And(*a.a.set)), a.b)
	}
	constant = g.constant(rest)
	if t := g.fold2(constant, a, Bits.And); t != nil {
		return t
	}
	return g.intern(node{op: sAnd, a: constant, b: a})
}

// uncovered recognizes, in a & (constant - x), a constant that contains a: this is a - x.
func (g *graph) uncovered(a, b *node) *node {
	if b.op == sDiff && b.a.op == sConst && inBits(a.may, b.a.set) {
		return g.diff(a, b.b)
	}
	return nil
}

// joined recognizes, in a & b, the places of a set that are in a constant, or beside what is
// connected to the constant within that set: together they are what is connected to it. nil if b is
// something else.
func (g *graph) joined(a, b *node) *node {
	if b.op != sOr && b.op != sAnd {
		return nil
	}
	for _, x := range [2][2]*node{{b.a, b.b}, {b.b, b.a}} {
		if b.op == sAnd {
			if t := g.joined(a, x[0]); t != nil {
				return g.and(t, x[1])
			}
			continue
		}
		if x[0].op != sConst || x[1].op != sImage || x[1].a.op != sFlood {
			continue
		}
		f := x[1].a
		if f.a.op == sAnd && f.a.a.op == sConst && f.a.b == f.b && alike(x[1].list, f.list) &&
			f.a.a.set.And(*f.b.may) == x[0].set.And(*f.b.may) && g.subset(a, f.b) {
			return g.and(a, f)
		}
	}
	return nil
}

// sameShift joins a shift with one by the same distance among the factors of a: (x & u↑k) & v↑k = x
// & (u & v)↑k, so that what is shifted can be shared by all directions. nil if there is none.
func (g *graph) sameShift(a, b *node) *node {
	return g.inShift(a, b, func(x *node) *node {
		return g.shift(g.and(x.a, b.a), int(x.k), x.set.And(*b.set))
	})
}

// lessShift is sameShift for differences.
func (g *graph) lessShift(a, b *node) *node {
	return g.inShift(a, b, func(x *node) *node {
		if !inBits(x.set, b.set) {
			return nil
		}
		return g.shift(g.diff(x.a, b.a), int(x.k), *x.set)
	})
}

// inShift replaces the first shift by the distance of b among the factors of a for which join
// returns a replacement. nil if there is none, or b is not a shift.
func (g *graph) inShift(a, b *node, join func(shift *node) *node) *node {
	switch {
	case b.op != sShift:
	case a.op == sShift && a.k == b.k:
		return join(a)
	case a.op == sAnd:
		if t := g.inShift(a.a, b, join); t != nil {
			return g.and(t, a.b)
		}
		if t := g.inShift(a.b, b, join); t != nil {
			return g.and(a.a, t)
		}
	case a.op == sDiff:
		if t := g.inShift(a.a, b, join); t != nil {
			return g.diff(t, a.b)
		}
	}
	return nil
}

func (g *graph) or(a, b *node) *node {
	switch {
	case a == b || isEmpty(b):
		return a
	case isEmpty(a):
		return b
	case a.op == sConst && b.op == sConst:
		return g.constant(a.set.Or(*b.set))
	case a.op == sConst && inBits(b.may, a.set):
		return a
	case b.op == sConst && inBits(a.may, b.set):
		return b
	case g.subset(a, b):
		return b
	case g.subset(b, a):
		return a
	}
	if t := g.fold2(a, b, Bits.Or); t != nil {
		return t
	}
	if a.id > b.id {
		a, b = b, a
	}
	if t := g.mergedSets(a, b); t != nil {
		return t
	}
	if t := g.bothWays(a, b, (*graph).restored); t != nil {
		return t
	}
	return g.intern(node{op: sOr, a: a, b: b})
}

// mergedSets joins two sets that the same operation finds, in different directions or with other
// constants; nil if a and b are no such sets.
func (g *graph) mergedSets(a, b *node) *node {
	if a.op != b.op || a.a != b.a {
		return nil
	}
	x, y := a.list, b.list
	switch {
	case a.op == sLines:
		return g.linesWithin(a.a, append(slices.Clone(x.lines[0]), y.lines[0]...),
			append(slices.Clone(x.gives), y.gives...))
	case a.b != b.b:
	case a.op == sBeyond:
		return g.intern(node{op: sBeyond, a: a.a, b: a.b,
			list: g.beyondList(append(slices.Clone(x.k), y.k...),
				append(slices.Clone(x.mask), y.mask...), append(slices.Clone(x.last), y.last...))})
	case (a.op == sRun || a.op == sCapture) && a.c == b.c:
		return g.intern(node{op: a.op, a: a.a, b: a.b, c: a.c,
			list: g.list(nil, nil, merged(x.table, y.table))})
	}
	return nil
}

// restored recognizes, in a | b, a set that was removed and is added back: (x - b) | b.
func (g *graph) restored(a, b *node) *node {
	if a.op == sDiff && a.b == b {
		return g.or(a.a, b)
	}
	return nil
}

func (g *graph) diff(a, b *node) *node {
	switch {
	case a == b || isEmpty(a):
		return g.empty
	case isEmpty(b):
		return a
	case a.op == sConst && b.op == sConst:
		return g.constant(a.set.Minus(*b.set))
	case b.op == sConst:
		return g.and(g.constant(a.may.Minus(*b.set)), a)
	}
	if !meets(a.may, b.may) {
		return a
	}
	if g.disjoint(a, b) {
		return a
	}
	if g.subset(a, b) {
		return g.empty
	}
	if t := g.fold2(a, b, Bits.Minus); t != nil {
		return t
	}
	if t := g.lessShift(a, b); t != nil {
		return t
	}
	return g.intern(node{op: sDiff, a: a, b: b})
}

func merged(a, b []int) []int {
	all := append([]int(nil), a...)
	for _, x := range b {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	slices.Sort(all)
	return all
}

// shift moves a by k bits and keeps what hits the mask.
func (g *graph) shift(a *node, k int, mask Bits) *node {
	if a.op == sConst {
		return g.constant(shifted(*a.set, k).And(mask))
	}
	hit := shifted(*a.may, k)
	mask = mask.And(hit)
	if mask.Empty() {
		return g.empty
	}
	if k == 0 {
		return g.and(g.constant(mask), a)
	}
	if a.op == sShift {
		// Two shifts are one, with the mask of the first moved along.
		return g.shift(a.a, int(a.k)+k, mask.And(shifted(*a.set, k)))
	}
	if a.op == sAnd && a.a.op == sConst {
		return g.shift(a.b, k, mask.And(shifted(*a.a.set, k)))
	}
	if a.op == sFill && a.k == int64(k) {
		if x := seedOf(a.a, a.b, a.k); x != nil {
			return g.intern(node{op: sBeyond, a: x, b: a.b,
				list: g.beyondList([]int{k}, []Bits{*a.set}, []Bits{mask})})
		}
	}
	if t := g.fold1(a, func(s Bits) Bits { return shifted(s, k).And(mask) }); t != nil {
		return t
	}
	set := mask // a value whose address is taken lives on the heap
	return g.intern(node{op: sShift, a: a, k: int64(k), set: &set})
}

// list makes the constant part of an image.
func (g *graph) list(k []int, mask []Bits, table []int) *shiftList {
	for _, l := range g.lists {
		if len(l.last) == 0 && equalInts(l.k, k) && equalBits(l.mask, mask) &&
			equalInts(l.table, table) {
			return l
		}
	}
	l := &shiftList{id: len(g.lists), k: k, mask: mask, table: table}
	g.lists = append(g.lists, l)
	return l
}

// beyondList makes the constant part of sBeyond.
func (g *graph) beyondList(k []int, mask, last []Bits) *shiftList {
	for _, l := range g.lists {
		if len(l.last) > 0 && equalInts(l.k, k) && equalBits(l.mask, mask) &&
			equalBits(l.last, last) {
			return l
		}
	}
	l := &shiftList{id: len(g.lists), k: k, mask: mask, last: last}
	for i := range k {
		l.times = append(l.times, doublings(k[i], mask[i]))
	}
	g.lists = append(g.lists, l)
	return l
}

// doublings returns how many doublings a fill with steps of k needs within room.
func doublings(k int, room Bits) int {
	steps, n := 0, 0
	for walk := room; !walk.Empty(); steps++ {
		walk = shifted(walk, k).And(room)
	}
	for 1<<n < steps+1 {
		n++
	}
	return n
}

// seedOf returns x if a is the members of s that a step of k leads to from x.
func seedOf(a, s *node, k int64) *node {
	if a.op == sAnd {
		for _, y := range [2][2]*node{{a.a, a.b}, {a.b, a.a}} {
			if y[0] == s && y[1].op == sShift && y[1].k == k {
				return y[1].a
			}
		}
	}
	return nil
}

// capture recognizes the run of b from a place that a member of x ends: (run of s from n) & (what
// is reached back from x in s).
func (g *graph) capture(a, b *node) *node {
	if a.op != sRun || b.op != sFill || a.b != b.b || len(a.list.table) != 1 {
		return nil
	}
	k := g.rayStep[a.list.table[0]]
	if k == 0 || b.k != int64(-k) {
		return nil
	}
	x := seedOf(b.a, b.b, b.k)
	if x == nil || !g.disjoint(x, b.b) {
		return nil
	}
	return g.intern(node{op: sCapture, a: a.a, b: a.b, c: x, list: a.list})
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

func equalBits(a, b []Bits) bool {
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

// image moves a set in each of several ways and returns the union of the results.
func (g *graph) image(a *node, k []int, mask []Bits) *node {
	if a.op == sConst || len(k) <= 1 {
		u := g.empty
		for i := range k {
			u = g.or(u, g.shift(a, k[i], mask[i]))
		}
		return u
	}
	if isEmpty(a) {
		return g.empty
	}
	if t := g.fold1(a, func(s Bits) Bits {
		var u Bits
		for i := range k {
			u = u.Or(shifted(s, k[i]).And(mask[i]))
		}
		return u
	}); t != nil {
		return t
	}
	return g.intern(node{op: sImage, a: a, list: g.list(k, mask, nil)})
}

func (g *graph) one(n *node) *node {
	if n.op == nConst {
		return g.constant(topology.SetOf(topology.Site(n.k)))
	}
	x := g.intern(node{op: sOne, a: n})
	return x
}

// when returns b where a holds, otherwise the empty set.
func (g *graph) when(a, b *node) *node {
	switch {
	case isTrue(a):
		return b
	case isFalse(a) || isEmpty(b):
		return g.empty
	}
	if b.op == sIf && b.a == a {
		return b
	}
	return g.intern(node{op: sIf, a: a, b: b})
}

func (g *graph) choose(a, b, c *node) *node {
	switch {
	case isTrue(a) || b == c:
		return b
	case isFalse(a):
		return c
	case b.op.isNumber():
		if isTrue(b) && b.k == 1 && isFalse(c) && a.isTruth() {
			return a
		}
		if isFalse(b) && isTrue(c) && c.k == 1 && a.isTruth() {
			return g.not(a)
		}
		return g.intern(node{op: nSel, a: a, b: b, c: c})
	case isEmpty(c):
		return g.when(a, b)
	}
	return g.intern(node{op: sSel, a: a, b: b, c: c})
}

// fill returns a and what lies further in steps of k within b, each step ending in the mask.
func (g *graph) fill(a, b *node, k int, mask Bits) *node {
	if isEmpty(a) {
		return g.empty
	}
	mask = mask.And(*b.may)
	if hit := mask.And(shifted(a.may.Or(*b.may), k)); hit.Empty() {
		return a
	}
	if a.op == sConst && b.op == sConst {
		return g.constant(closure(*a.set, []int{k}, []Bits{mask.And(*b.set)}))
	}
	if a.op == sFill && a.b == b && a.k == int64(k) {
		return a
	}
	if b.op == sConst {
		if t := g.fold1(a, func(s Bits) Bits {
			return closure(s, []int{k},
				[]Bits{mask.And(*b.set)})
		}); t != nil {
			return t
		}
	}
	set := mask
	return g.intern(node{op: sFill, a: a, b: b, k: int64(k), set: &set})
}

// flood returns a and what is reached within b by the shifts.
func (g *graph) flood(a, b *node, k []int, mask []Bits) *node {
	if isEmpty(a) {
		return g.empty
	}
	if len(k) == 0 {
		return a
	}
	if len(k) == 1 {
		return g.fill(a, b, k[0], mask[0])
	}
	if b.op == sConst {
		within := make([]Bits, len(mask))
		for i := range mask {
			within[i] = mask[i].And(*b.set)
		}
		if a.op == sConst {
			return g.constant(closure(*a.set, k, within))
		}
		if t := g.fold1(a, func(s Bits) Bits { return closure(s, k, within) }); t != nil {
			return t
		}
	}
	return g.intern(node{op: sFlood, a: a, b: b, list: g.list(k, mask, nil)})
}

// spreadOut returns a and what is reached by the shifts, the i-th within masks[i].
func (g *graph) spreadOut(a *node, k []int, masks []*node) *node {
	if isEmpty(a) || len(k) == 0 {
		return a
	}
	key := string(appendInts(nil, int(a.id)))
	for i := range k {
		key += string(appendInts(nil, k[i], int(masks[i].id)))
	}
	if n, ok := g.spread[key]; ok {
		return n
	}
	n := &node{id: g.count, op: sSpread, a: a, list: &shiftList{k: k}, args: masks, deps: a.deps}
	may := *a.may
	for _, m := range masks {
		n.deps |= m.deps
		may = may.Or(*m.may)
	}
	n.may = &may
	g.count++
	g.spread[key] = n
	return n
}

func appendInts(b []byte, ints ...int) []byte {
	for _, i := range ints {
		b = append(b, byte(i), byte(i>>8), byte(i>>16), byte(i>>24), ',')
	}
	return b
}
