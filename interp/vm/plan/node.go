package plan

import (
	"slices"

	"boardgame/dsl/topology"
)

// An nodeOp is what a node of the graph computes.
type nodeOp uint8

const (
	// Sets. The operands are a, b and c; k, set and list are constants.
	sConst   nodeOp = iota // set
	sState                 // the k-th set of the position
	sAnd                   // a & b
	sOr                    // a | b
	sDiff                  // a - b
	sShift                 // a moved k bits up, those places of set that it hits
	sImage                 // the union of a moved as list says
	sOne                   // the place a
	sTable                 // the a-th set of table k
	sIf                    // b if a, else nothing
	sSel                   // b if a, else c
	sFill                  // a and what lies k, 2k … further within b, crossing into set only
	sFlood                 // a and what is reached from it within b by the shifts of list
	sSpread                // a and what is reached from it by the shifts of list, each within a mask of its own in args
	sRun                   // the places of the rays of list from the place a up to the first outside b
	sBeyond                // what lies just beyond the runs of b that begin next to a, in the directions of list
	sCapture               // the runs of b on the rays of list from the place a, where a member of c follows
	sLines                 // the union of gives[i] over those masks lines[0][i] of list that lie within a
	sThose                 // the members of a (loop variable k) for which b holds
	sUnion                 // the union of b over the members of a

	// Numbers; truths are 0 and 1, places are numbers too.
	nConst // k
	nState // the k-th number of the position
	nArg   // the k-th argument of the program
	nVar   // the loop variable k
	nCount // how many members a has
	nSome  // a has a member
	nHas   // the place b is in a
	nLines // one of the masks lines[a] of list lies within b
	nRow   // k places of a follow each other on an axis of list
	nTable // the a-th number of table k
	nBin   // a number of a and b: k is a binary operator
	nSel   // b if a, else c
	nAny   // b holds for a member of a (loop variable k)
	nSum   // the sum of b over the members of a
	nMin   // the least b over the members of a; 0 over nothing
	nMax
)

// isNumber reports whether a node of this operator is a number.
func (op nodeOp) isNumber() bool { return op >= nConst }

// loops reports whether a node of this operator runs its operand b for each member of a.
func (op nodeOp) loops() bool {
	switch op {
	case sThose, sUnion, nAny, nSum, nMin, nMax:
		return true
	}
	return false
}

// A binary operator of numbers.
type binOp int64

const (
	bAdd binOp = iota
	bSub
	bMul
	bDiv
	bMod
	bPow
	bMin
	bMax
	bEq
	bNe
	bLt
	bLe
	bAnd // of bits; so of truths too
	bOr
	bXor
	bAndNot
	bShr // a >> b & 1
)

// A node is a value that a program computes. Equal nodes are one node.
type node struct {
	id      int32
	op      nodeOp
	a, b, c *node
	k       int64
	set     *Bits // sConst, sShift, sFill; never changed
	list    *shiftList
	args    []*node
	deps    uint64 // the loop variables it depends on
	may     *Bits  // of a set: the places it can have at most
}

// A shiftList is the constant part of nodes that move sets in several ways: for sImage, sFlood and sSpread, by k[i] bits into
// mask[i], as for each axis of nRow; for sRun and sCapture the rays of the table ray[i], towards higher bits if up[i].
type shiftList struct {
	id    int
	k     []int
	mask  []Bits
	last  []Bits   // sBeyond: what the last step may end in; mask is for those before
	times []int    // sBeyond: doublings
	table []int    // sRun, sCapture: for each ray its table of sets by place
	lines [][]Bits // nLines: masks by place; sLines: all masks
	gives []Bits   // sLines: by mask
}

type nodeKey struct {
	op      nodeOp
	a, b, c int32
	k       int64
	set     int32
	list    int
}

// A graph makes nodes and keeps them unique.
type graph struct {
	layout *Layout
	nodes  map[nodeKey]*node
	sets   map[Bits]int32 // numbers from 1 on
	spread map[string]*node
	count  int32
	empty  *node
	full   *Bits // every place there is room for
	lists  []*shiftList
	tables [][]Bits
	numTab [][]int64
	tabKey map[string]int
	// by place: it alone
	singles []Bits
	// facts about places: a node sOne(n) lies within facts[n].
	within  map[*node]*node
	apart   map[[2]int32]bool // pairs of number nodes known to be different places
	rayStep map[int]int       // by table of rays as in lists: how many bits a step is, if all are alike
	// apartSets reports whether two sets of the position never share a place.
	apartSets func(a, b int) bool
}

func newGraph(l *Layout) *graph {
	g := &graph{layout: l, nodes: map[nodeKey]*node{}, sets: map[Bits]int32{}, spread: map[string]*node{}, tabKey: map[string]int{}, rayStep: map[int]int{}}
	full := topology.Full(0, l.Words*64)
	g.full = &full
	for i := range l.Words * 64 {
		g.singles = append(g.singles, topology.SetOf(topology.Site(i)))
	}
	g.empty = g.constant(Bits{})
	g.forget()
	return g
}

// forget drops the facts about places: they hold for one program only.
func (g *graph) forget() {
	g.within = map[*node]*node{}
	g.apart = map[[2]int32]bool{}
}

func id(n *node) int32 {
	if n == nil {
		return -1
	}
	return n.id
}

func (g *graph) intern(n node) *node {
	key := nodeKey{op: n.op, a: id(n.a), b: id(n.b), c: id(n.c), k: n.k}
	if n.set != nil {
		at, ok := g.sets[*n.set]
		if !ok {
			at = int32(len(g.sets) + 1)
			g.sets[*n.set] = at
		}
		key.set = at
	}
	if n.list != nil {
		key.list = n.list.id + 1
	}
	if old, ok := g.nodes[key]; ok {
		return old
	}
	for _, x := range [3]*node{n.a, n.b, n.c} {
		if x != nil {
			n.deps |= x.deps
		}
	}
	if n.op.loops() {
		n.deps = n.a.deps | n.b.deps&^(1<<uint(n.k))
	}
	if n.op == nVar {
		n.deps = 1 << uint(n.k)
	}
	n.id = g.count
	g.count++
	if !n.op.isNumber() && n.may == nil {
		n.may = g.bound(&n)
	}
	p := &node{}
	*p = n
	g.nodes[key] = p
	return p
}

// bound returns the places a set can have at most.
func (g *graph) bound(n *node) *Bits {
	var s Bits
	switch n.op {
	case sConst:
		return n.set
	case sAnd:
		switch s = n.a.may.And(*n.b.may); s {
		case *n.a.may:
			return n.a.may
		case *n.b.may:
			return n.b.may
		}
	case sOr:
		return widened(n.a.may, n.b.may)
	case sDiff, sThose:
		return n.a.may
	case sShift:
		s = shifted(*n.a.may, int(n.k)).And(*n.set)
	case sImage:
		for i, k := range n.list.k {
			s = s.Or(shifted(*n.a.may, k).And(n.list.mask[i]))
		}
	case sIf:
		return n.b.may
	case sSel:
		return widened(n.b.may, n.c.may)
	case sFill:
		s = n.a.may.Or(n.b.may.And(*n.set))
	case sFlood:
		return widened(n.a.may, n.b.may)
	case sRun, sCapture:
		return n.b.may
	case sBeyond:
		for i := range n.list.last {
			s = s.Or(n.list.last[i])
		}
	case sLines:
		for i := range n.list.gives {
			s = s.Or(n.list.gives[i])
		}
	case sTable:
		for _, t := range g.tables[n.k] {
			s = s.Or(t)
		}
	case sUnion:
		return n.b.may
	default:
		return g.full
	}
	return &s
}

// widened returns the union of two sets, as one of them if it holds the other.
func widened(a, b *Bits) *Bits {
	switch s := a.Or(*b); s {
	case *a:
		return a
	case *b:
		return b
	default:
		return &s
	}
}

func (g *graph) constant(s Bits) *node { return g.intern(node{op: sConst, set: &s}) }
func (g *graph) integer(k int64) *node { return g.intern(node{op: nConst, k: k}) }
func (g *graph) boolean(b bool) *node {
	if b {
		return g.integer(1)
	}
	return g.integer(0)
}

func isConst(n *node) bool   { return n.op == sConst || n.op == nConst }
func isTrue(n *node) bool    { return n.op == nConst && n.k != 0 }
func isFalse(n *node) bool   { return n.op == nConst && n.k == 0 }
func isEmpty(n *node) bool   { return n.op == sConst && n.set.Empty() }
func inBits(a, b *Bits) bool { return a.In(b) }

// state returns the k-th set of the position, which has at most the given places.
func (g *graph) state(k int, may Bits) *node {
	return g.intern(node{op: sState, k: int64(k), may: &may})
}

func (g *graph) and(a, b *node) *node {
	if a == b {
		return a
	}
	if a.op == sConst && b.op == sConst {
		return g.constant(a.set.And(*b.set))
	}
	if b.op == sConst {
		a, b = b, a
	}
	if a.op == sConst {
		if inBits(b.may, a.set) {
			return b
		}
		rest := a.set.And(*b.may)
		if rest.Empty() {
			return g.empty
		}
		if b.op == sAnd && b.a.op == sConst {
			return g.and(g.constant(a.set.And(*b.a.set)), b.b)
		}
		if b.op == sShift {
			return g.shift(b.a, int(b.k), b.set.And(*a.set))
		}
		if b.op == sDiff && b.a.op == sConst {
			return g.diff(g.constant(a.set.And(*b.a.set)), b.b)
		}
		a = g.constant(rest)
		if t := g.fold2(a, b, Bits.And); t != nil {
			return t
		}
		return g.intern(node{op: sAnd, a: a, b: b})
	}
	if both := a.may.And(*b.may); both.Empty() {
		return g.empty
	}
	if t := g.fold2(a, b, Bits.And); t != nil {
		return t
	}
	if t := g.capture(a, b); t != nil {
		return t
	}
	if t := g.capture(b, a); t != nil {
		return t
	}
	if g.disjoint(a, b) {
		return g.empty
	}
	if g.subset(a, b) {
		return a
	}
	if g.subset(b, a) {
		return b
	}
	// What is taken from a constant that holds all of the other is taken from the other.
	if b.op == sDiff && b.a.op == sConst && inBits(a.may, b.a.set) {
		return g.diff(a, b.b)
	}
	if a.op == sDiff && a.a.op == sConst && inBits(b.may, a.a.set) {
		return g.diff(b, a.b)
	}
	if t := g.sameShift(a, b); t != nil {
		return t
	}
	if t := g.sameShift(b, a); t != nil {
		return t
	}
	if a.id > b.id {
		a, b = b, a
	}
	return g.intern(node{op: sAnd, a: a, b: b})
}

// sameShift joins a shift with one by the same distance among the factors of a: (x & u↑k) & v↑k = x & (u & v)↑k, so that what is
// shifted can be shared by all directions. nil if there is none.
func (g *graph) sameShift(a, b *node) *node {
	if b.op != sShift {
		return nil
	}
	switch {
	case a.op == sShift && a.k == b.k:
		return g.shift(g.and(a.a, b.a), int(a.k), a.set.And(*b.set))
	case a.op == sAnd:
		if t := g.sameShift(a.a, b); t != nil {
			return g.and(t, a.b)
		}
		if t := g.sameShift(a.b, b); t != nil {
			return g.and(a.a, t)
		}
	case a.op == sDiff:
		if t := g.sameShift(a.a, b); t != nil {
			return g.diff(t, a.b)
		}
	}
	return nil
}

// lessShift is sameShift for what is taken away.
func (g *graph) lessShift(a, b *node) *node {
	if b.op != sShift {
		return nil
	}
	switch {
	case a.op == sShift && a.k == b.k && inBits(a.set, b.set):
		return g.shift(g.diff(a.a, b.a), int(a.k), *a.set)
	case a.op == sAnd:
		if t := g.lessShift(a.a, b); t != nil {
			return g.and(t, a.b)
		}
		if t := g.lessShift(a.b, b); t != nil {
			return g.and(a.a, t)
		}
	case a.op == sDiff:
		if t := g.lessShift(a.a, b); t != nil {
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
	if a.op == b.op && (a.op == sRun || a.op == sCapture) && a.a == b.a && a.b == b.b && a.c == b.c {
		return g.intern(node{op: a.op, a: a.a, b: a.b, c: a.c, list: g.list(nil, nil, merged(a.list.table, b.list.table))})
	}
	if a.op == sBeyond && b.op == sBeyond && a.a == b.a && a.b == b.b {
		x, y := a.list, b.list
		return g.intern(node{op: sBeyond, a: a.a, b: a.b, list: g.beyondList(append(slices.Clone(x.k), y.k...),
			append(slices.Clone(x.mask), y.mask...), append(slices.Clone(x.last), y.last...))})
	}
	if a.op == sLines && b.op == sLines && a.a == b.a {
		return g.linesWithin(a.a, append(slices.Clone(a.list.lines[0]), b.list.lines[0]...), append(slices.Clone(a.list.gives), b.list.gives...))
	}
	// What was taken away and comes back.
	if a.op == sDiff && a.b == b {
		return g.or(a.a, b)
	}
	if b.op == sDiff && b.b == a {
		return g.or(b.a, a)
	}
	return g.intern(node{op: sOr, a: a, b: b})
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
	if both := a.may.And(*b.may); both.Empty() {
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

// byPlace returns a set that depends on one place alone as a table: the number of the place and the set for each.
func (g *graph) byPlace(a *node) (*node, []Bits) {
	switch a.op {
	case sTable:
		return a.a, g.tables[a.k]
	case sOne:
		return a.a, g.singles
	}
	return nil, nil
}

// fold2 joins two sets that depend on one place alone into one table; nil if they are not such.
func (g *graph) fold2(a, b *node, f func(Bits, Bits) Bits) *node {
	if a.op != sTable && a.op != sOne && b.op != sTable && b.op != sOne {
		return nil
	}
	i, x := g.byPlace(a)
	j, y := g.byPlace(b)
	switch {
	case x == nil && a.op == sConst && b.op == sTable:
		i, x = j, slices.Repeat([]Bits{*a.set}, len(y))
	case y == nil && b.op == sConst && a.op == sTable:
		j, y = i, slices.Repeat([]Bits{*b.set}, len(x))
	}
	if x == nil || y == nil || i != j {
		return nil
	}
	z := make([]Bits, len(x))
	for k := range z {
		z[k] = f(x[k], y[k])
	}
	return g.table(i, z)
}

// fold1 applies a constant function to a set that depends on one place alone; nil if it is not such.
func (g *graph) fold1(a *node, f func(Bits) Bits) *node {
	i, x := g.byPlace(a)
	if x == nil {
		return nil
	}
	z := make([]Bits, len(x))
	for k := range z {
		z[k] = f(x[k])
	}
	return g.table(i, z)
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
			return g.intern(node{op: sBeyond, a: x, b: a.b, list: g.beyondList([]int{k}, []Bits{*a.set}, []Bits{mask})})
		}
	}
	if t := g.fold1(a, func(s Bits) Bits { return shifted(s, k).And(mask) }); t != nil {
		return t
	}
	return g.intern(node{op: sShift, a: a, k: int64(k), set: &mask})
}

// list makes the constant part of an image.
func (g *graph) list(k []int, mask []Bits, table []int) *shiftList {
	for _, l := range g.lists {
		if len(l.last) == 0 && equalInts(l.k, k) && equalBits(l.mask, mask) && equalInts(l.table, table) {
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
		if len(l.last) > 0 && equalInts(l.k, k) && equalBits(l.mask, mask) && equalBits(l.last, last) {
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

// doublings returns how many doublings a fill needs that goes on in steps of k through places of room.
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

// capture recognises the run of b from a place that a member of x ends: (run of s from n) & (what is reached back from x in s).
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

// image moves a set in each of several ways and unites the results.
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

// mask returns b where a holds, else nothing.
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
		if t := g.fold1(a, func(s Bits) Bits { return closure(s, []int{k}, []Bits{mask.And(*b.set)}) }); t != nil {
			return t
		}
	}
	return g.intern(node{op: sFill, a: a, b: b, k: int64(k), set: &mask})
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

// table returns the i-th set of a table of sets, i being a place.
func (g *graph) table(i *node, sets []Bits) *node {
	if i.op == nConst {
		return g.constant(sets[i.k])
	}
	return g.intern(node{op: sTable, a: i, k: int64(g.addTable(sets))})
}

func (g *graph) addTable(sets []Bits) int {
	key := make([]byte, 0, len(sets)*g.layout.Words*8+1)
	key = append(key, 's')
	for i := range sets {
		for _, w := range sets[i][:g.layout.Words] {
			key = appendInts(key, int(w), int(w>>32))
		}
	}
	if k, ok := g.tabKey[string(key)]; ok {
		return k
	}
	k := len(g.tables)
	g.tables = append(g.tables, sets)
	g.tabKey[string(key)] = k
	return k
}

// numberTable returns the i-th number of a table.
func (g *graph) numberTable(i *node, values []int64) *node {
	if i.op == nConst {
		return g.integer(values[i.k])
	}
	key := []byte{'n'}
	for _, v := range values {
		key = appendInts(key, int(v), int(v>>32))
	}
	k, ok := g.tabKey[string(key)]
	if !ok {
		k = len(g.numTab)
		g.numTab = append(g.numTab, values)
		g.tabKey[string(key)] = k
	}
	return g.intern(node{op: nTable, a: i, k: int64(k)})
}

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
	case sFill, sFlood, sSpread:
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

// numbersOf turns a table of sets into one of numbers.
func (g *graph) numbersOf(a *node, f func(Bits) int64) *node {
	sets := g.tables[a.k]
	values := make([]int64, len(sets))
	for i := range sets {
		values[i] = f(sets[i])
	}
	return g.numberTable(a.a, values)
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

// logical is and, or and xor of truths.
func (g *graph) logical(op binOp, a, b *node) *node { return g.binary(op, a, b) }

func (g *graph) binary(op binOp, a, b *node) *node {
	if a.op == nConst && b.op == nConst {
		return g.integer(Arith(uint8(op), a.k, b.k))
	}
	if x, y := g.numbers(a, b); x != nil {
		z := make([]int64, len(x))
		for i := range z {
			z[i] = Arith(uint8(op), x[i], y[i])
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
	switch op {
	case bAdd, bSub, bOr, bXor, bAndNot:
		if b.op == nConst && b.k == 0 {
			return a
		}
	case bShr:
		// One bit of a set put together from single ones.
		switch {
		case b.op != nConst:
		case a.op == nBin && binOp(a.k) == bOr:
			return g.binary(bOr, g.binary(bShr, a.a, b), g.binary(bShr, a.b, b))
		case a.op == nSel:
			return g.choose(a.a, g.binary(bShr, a.b, b), g.binary(bShr, a.c, b))
		}
	case bAnd:
		if b.op == nConst && b.k == 0 {
			return b
		}
		if b.op == nConst && b.k == 1 && a.isTruth() || a == b {
			return a
		}
	}
	switch {
	case op == bOr && a.op == nLines && b.op == nLines && a.a == b.a && a.b == b.b:
		lines := make([][]Bits, len(a.list.lines))
		for i := range lines {
			lines[i] = append(slices.Clone(a.list.lines[i]), b.list.lines[i]...)
		}
		return g.lineWithin(a.a, a.b, lines)
	case op == bOr && a.op == nRow && b.op == nRow && a.a == b.a && a.k == b.k:
		return g.rows(a.a, a.k, append(slices.Clone(a.list.k), b.list.k...), append(slices.Clone(a.list.mask), b.list.mask...))
	case op == bEq && a.op == nCount && b.op == nConst:
		if t := g.wholeLine(a.a, b.k); t != nil {
			return t
		}
	}
	if op == bOr && (a == b || b.op == nConst && b.k == 1 && a.isTruth()) {
		return b
	}
	if a == b {
		switch op {
		case bEq, bLe:
			return g.boolean(true)
		case bNe, bLt:
			return g.boolean(false)
		}
	}
	return g.intern(node{op: nBin, a: a, b: b, k: int64(op)})
}

// numbers returns two numbers that depend on one place alone as tables; nil if they are not such.
func (g *graph) numbers(a, b *node) (x, y []int64) {
	switch {
	case a.op == nTable && b.op == nTable && a.a == b.a:
		return g.numTab[a.k], g.numTab[b.k]
	case a.op == nTable && b.op == nConst:
		return g.numTab[a.k], slices.Repeat([]int64{b.k}, len(g.numTab[a.k]))
	case b.op == nTable && a.op == nConst:
		return slices.Repeat([]int64{a.k}, len(g.numTab[b.k])), g.numTab[b.k]
	}
	return nil, nil
}

// isTruth reports whether the number is known to be 0 or 1.
func (n *node) isTruth() bool {
	switch n.op {
	case nSome, nHas, nAny, nLines, nRow:
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

// subset reports whether a is certainly within b, as far as can be seen.
func (g *graph) subset(a, b *node) bool { return g.subsetDeep(a, b, 6) }

func (g *graph) subsetDeep(a, b *node, deep int) bool {
	if a == b || isEmpty(a) {
		return true
	}
	if deep == 0 {
		return false
	}
	deep--
	switch b.op {
	case sConst:
		return inBits(a.may, b.set)
	case sAnd:
		if g.subsetDeep(a, b.a, deep) && g.subsetDeep(a, b.b, deep) {
			return true
		}
	case sOr:
		if g.subsetDeep(a, b.a, deep) || g.subsetDeep(a, b.b, deep) {
			return true
		}
	case sDiff:
		if g.subsetDeep(a, b.a, deep) && g.disjointDeep(a, b.b, deep) {
			return true
		}
	case sFill, sFlood, sSpread:
		if g.subsetDeep(a, b.a, deep) {
			return true
		}
	}
	switch a.op {
	case sOne:
		if w := g.within[a.a]; w != nil {
			return g.subsetDeep(w, b, deep)
		}
	case sAnd:
		return g.subsetDeep(a.a, b, deep) || g.subsetDeep(a.b, b, deep)
	case sOr:
		return g.subsetDeep(a.a, b, deep) && g.subsetDeep(a.b, b, deep)
	case sDiff, sThose:
		return g.subsetDeep(a.a, b, deep)
	case sIf:
		return g.subsetDeep(a.b, b, deep)
	case sSel:
		return g.subsetDeep(a.b, b, deep) && g.subsetDeep(a.c, b, deep)
	case sRun, sCapture:
		return g.subsetDeep(a.b, b, deep)
	case sFill, sFlood:
		return g.subsetDeep(a.a, b, deep) && g.subsetDeep(a.b, b, deep)
	}
	return false
}

// disjoint reports whether a and b certainly have no common member, as far as can be seen.
func (g *graph) disjoint(a, b *node) bool { return g.disjointDeep(a, b, 6) }

func (g *graph) disjointDeep(a, b *node, deep int) bool {
	if both := a.may.And(*b.may); both.Empty() {
		return true
	}
	if deep == 0 || a == b {
		return false
	}
	deep--
	if a.op == sState && b.op == sState {
		return g.exclusive(int(a.k), int(b.k))
	}
	if a.op == sOne && b.op == sOne && g.areApart(a.a, b.a) {
		return true
	}
	return g.disjointHalf(a, b, deep) || g.disjointHalf(b, a, deep)
}

func (g *graph) disjointHalf(a, b *node, deep int) bool {
	switch a.op {
	case sAnd:
		return g.disjointDeep(a.a, b, deep) || g.disjointDeep(a.b, b, deep)
	case sOr:
		return g.disjointDeep(a.a, b, deep) && g.disjointDeep(a.b, b, deep)
	case sDiff:
		return g.disjointDeep(a.a, b, deep) || g.subsetDeep(b, a.b, deep)
	case sThose:
		return g.disjointDeep(a.a, b, deep)
	case sIf:
		return g.disjointDeep(a.b, b, deep)
	case sSel:
		return g.disjointDeep(a.b, b, deep) && g.disjointDeep(a.c, b, deep)
	case sOne:
		if w := g.within[a.a]; w != nil {
			return g.disjointDeep(w, b, deep)
		}
	case sRun, sCapture:
		return g.disjointDeep(a.b, b, deep)
	case sFill, sFlood:
		return g.disjointDeep(a.a, b, deep) && g.disjointDeep(a.b, b, deep)
	}
	return false
}

// exclusive reports whether two sets of the position never share a place.
func (g *graph) exclusive(a, b int) bool {
	if a == b {
		return false
	}
	return g.apartSets != nil && g.apartSets(a, b)
}

func (g *graph) areApart(a, b *node) bool {
	if a.op == nConst && b.op == nConst {
		return a.k != b.k
	}
	return g.apart[[2]int32{min(a.id, b.id), max(a.id, b.id)}]
}

func (g *graph) setApart(a, b *node) { g.apart[[2]int32{min(a.id, b.id), max(a.id, b.id)}] = true }
