package compile

import (
	"context"

	"boardgame/dsl/topology"
)

// A nodeOp is what a node of the graph computes.
type nodeOp uint8

const (
	// Sets. The operands are a, b and c; k, set and list are constants.
	sConst nodeOp = iota // set; k is 1 if it is empty
	sState               // the k-th set of the position
	sAnd                 // a & b
	sOr                  // a | b
	sDiff                // a - b
	sShift               // a moved k bits up, those places of set that it hits
	sImage               // the union of a moved as list says
	sOne                 // the place a
	sTable               // the a-th set of table k
	sIf                  // b if a, else nothing
	sSel                 // b if a, else c
	sFill                // a and what lies k, 2k … further within b, crossing into set only
	sFlood               // a and what is reached from it within b by the shifts of list
	// a and what is reached from it by the shifts of list, each within a mask of its own in args
	sSpread
	// the places on ways from a to b by the shifts of list, each within a mask of its own in args;
	// k: to the nearest of b only
	sTrail
	sAfter // a, which is the k-th set of the position after a step
	// the places on the rays of list from the place a up to the first one outside b
	sRun
	// what lies just beyond the runs of b that begin next to a, in the directions of list
	sBeyond
	// the runs of b on the rays of list from the place a, where a member of c follows
	sCapture
	// the union of gives[i] over those masks lines[0][i] of list that lie within a
	sLines
	sThose // the members of a (loop variable k) for which b holds
	sUnion // the union of b over the members of a
	sReach // the members of a, of b over them (loop variable k), of b over those, and so on

	// Numbers; conditions are 0 and 1, places are numbers, too.
	nConst // k
	nState // the k-th number of the position
	nArg   // the k-th argument of the program
	nVar   // the loop variable k
	nAfter // a, which is the k-th number of the position after a step
	nCount // how many members a has
	nSome  // a has a member
	nHas   // the place b is in a
	nLines // one of the masks lines[a] of list lies within b
	nRow   // k places of a follow each other on an axis of list
	nRowAt // the same if the place b is added to a, whose old members are in memory
	nTable // the a-th number of table k
	nCell  // the a-th number from the k-th of the position on
	nBin   // a number of a and b: k is a binary operator
	nSel   // b if a, else c
	nAny   // b holds for a member of a (loop variable k)
	nSum   // the sum of b over the members of a
	nMin   // the least b over the members of a; 0 if there are none
	nMax
)

// isNumber reports whether a node of this operator is a number.
func (op nodeOp) isNumber() bool { return op >= nConst }

// loops reports whether a node of this operator runs its operand b for each member of a.
func (op nodeOp) loops() bool {
	switch op {
	case sThose, sUnion, sReach, nAny, nSum, nMin, nMax:
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
	bAnd // of bits, so also of conditions
	bOr
	bXor
	bAndNot
	bShr // a >> b & 1
	// Of columns, see tower.go: b is below 64.
	bUp   // a << b
	bDown // a >> b, filling with zeros
	bOnes // how many bits of a are set; b is 0
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
	may     *Bits  // of a set: the places that may be in it, an upper bound known while compiling
	// For the emitter: how many uses were counted.
	counted, uses int
}

// A shiftList is the constant part of nodes that move sets in several ways: for sImage, sFlood,
// sSpread and sTrail, by k[i] bits into mask[i], as for each axis of nRow; for sRun and sCapture
// the rays of the table ray[i], toward higher bits if up[i].
type shiftList struct {
	id    int
	k     []int
	mask  []Bits
	last  []Bits   // sBeyond: where the last step may end; mask is for the earlier ones
	times []int    // sBeyond: doublings
	table []int    // sRun, sCapture: for each ray its table of sets by place
	lines [][]Bits // nLines: masks by place; sLines: all masks
	gives []Bits   // sLines: by mask
	// nRowAt: by axis and place, the places beside it that are on the line
	beside []int64
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
	consts map[Bits]*node
	room   []node         // for the next ones
	sets   map[Bits]int32 // numbers from 1 on
	spread map[string]*node
	count  int32
	counts int // of uses, by emitters
	empty  *node
	full   *Bits // every place there is room for
	lists  []*shiftList
	tables [][]Bits
	numTab [][]int64
	tabKey map[string]int
	// by place: the set of only that place
	singles []Bits
	// facts about places: a node sOne(n) lies within facts[n].
	within map[*node]*node
	apart  map[[2]int32]bool // pairs of number nodes known to be different places
	// by table of rays as in lists: how many bits a step is, if all are equal
	rayStep map[int]int
	// apartSets reports whether two sets of the position never share a place.
	apartSets func(a, b int) bool
	// lower reports whether a set of the position lies below the tops of towers, all of which are
	// in a known set.
	lower func(a int, in func(top *node) bool) bool
	ctx   context.Context // of the compilation
}

// canceled is what the compiler panics with when its context has ended; programOf recovers it.
type canceled struct{ err error }

// between is how many nodes are made between two checks of the context.
const between = 256

func newGraph(ctx context.Context, l *Layout) *graph {
	g := &graph{ctx: ctx, layout: l, nodes: make(map[nodeKey]*node, 1024), consts: map[Bits]*node{},
		sets: map[Bits]int32{}, spread: map[string]*node{}, tabKey: map[string]int{},
		rayStep: map[int]int{}, lower: func(int, func(*node) bool) bool { return false }}
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

// mayStop ends the compilation if its context has ended.
func (g *graph) mayStop() {
	if err := g.ctx.Err(); err != nil {
		panic(canceled{err})
	}
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
	if g.count%between == 0 {
		g.mayStop()
	}
	if len(g.room) == 0 {
		g.room = make([]node, 64)
	}
	p := &g.room[0]
	g.room = g.room[1:]
	*p = n
	if !n.op.isNumber() && n.may == nil {
		p.may = g.bound(p)
	}
	g.nodes[key] = p
	return p
}

// bound returns the possible places of a set.
func (g *graph) bound(n *node) *Bits {
	var s Bits // copied only at the end: a value whose address is returned lives on the heap
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
	case sFlood, sReach:
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
	bound := s
	return &bound
}

// widened returns the union of two sets; if one contains the other, it returns that one.
func widened(a, b *Bits) *Bits {
	switch {
	case b.In(a):
		return a
	case a.In(b):
		return b
	}
	s := a.Or(*b)
	return &s
}

func (g *graph) constant(s Bits) *node {
	n, ok := g.consts[s]
	if !ok {
		set, none := s, int64(0)
		if s.Empty() {
			none = 1
		}
		n = g.intern(node{op: sConst, set: &set, k: none})
		g.consts[s] = n
	}
	return n
}

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
func isEmpty(n *node) bool   { return n.op == sConst && n.k != 0 }
func inBits(a, b *Bits) bool { return a.In(b) }

// meets reports whether two sets have a common member.
func meets(a, b *Bits) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// state returns the k-th set of the position, whose possible places are may.
func (g *graph) state(k int, may Bits) *node {
	return g.intern(node{op: sState, k: int64(k), may: &may})
}
