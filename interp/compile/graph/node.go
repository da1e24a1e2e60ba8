package graph

import (
	"context"

	"boardgame/dsl/topology"
	"boardgame/interp/compile/layout"
)

// A NodeOp is what a node of the graph computes.
type NodeOp uint8

const (
	// Sets. The operands are a, b and c; k, set and list are constants.
	SConst NodeOp = iota // set; k is 1 if it is empty
	SState               // the k-th set of the position
	SAnd                 // a & b
	SOr                  // a | b
	SDiff                // a - b
	SShift               // a moved k bits up, those places of set that it hits
	SImage               // the union of a moved as list says
	SOne                 // the place a
	SLeast               // the least member of a
	STable               // the a-th set of table k
	SIf                  // b if a, else nothing
	SSel                 // b if a, else c
	SFill                // a and what lies k, 2k … further within b, crossing into set only
	SFlood               // a and what is reached from it within b by the shifts of list
	// a and what is reached from it by the shifts of list, each within a mask of its own in args
	SSpread
	// the places on ways from a to b by the shifts of list, each within a mask of its own in args;
	// k: to the nearest of b only
	STrail
	// where b steps by the shifts of list, each within a mask of its own in args, lead from a; where
	// up to b steps lead if k is 1
	SWalk
	SAfter // a, which is the k-th set of the position after a step
	// the places on the rays of list from the place a up to the first one outside b
	SRun
	// what lies just beyond the runs of b that begin next to a, in the directions of list
	SBeyond
	// the runs of b on the rays of list from the place a, where a member of c follows
	SCapture
	// the union of gives[i] over those masks lines[0][i] of list that lie within a
	SLines
	SThose // the members of a (loop variable k) for which b holds
	SUnion // the union of b over the members of a
	SReach // the members of a, of b over them (loop variable k), of b over those, and so on
	SCarry // a set that the rounds of a loop hand on, see rounds.go
	SLeft  // the k-th value that the rounds a leave
	SCell  // the a-th set from the k-th of the position on

	// Numbers; conditions are 0 and 1, places are numbers, too.
	NConst // k
	NState // the k-th number of the position
	NArg   // the k-th argument of the program
	NVar   // the loop variable k
	NAfter // a, which is the k-th number of the position after a step
	NCount // how many members a has
	NSome  // a has a member
	NHas   // the place b is in a
	NLines // one of the masks lines[a] of list lies within b
	NRow   // k places of a follow each other on an axis of list
	NTable // the a-th number of table k
	NCell  // the a-th number from the k-th of the position on
	NBin   // a number of a and b: k is a binary operator
	NSel   // b if a, else c
	NAny   // b holds for a member of a (loop variable k)
	NSum   // the sum of b over the members of a
	NMin   // the least b over the members of a; 0 if there are none
	NMax
	// how many of the shifts of list, each within a mask of its own in args, lead from a to b; k if
	// none do
	NApart
	NCarry  // as SCarry
	NLeft   // as SLeft
	NRounds // a loop of which SLeft and NLeft are the values
)

// IsNumber reports whether a node of this operator is a number.
func (op NodeOp) IsNumber() bool { return op >= NConst }

// Loops reports whether a node of this operator runs its operand b for each member of a.
func (op NodeOp) Loops() bool {
	switch op {
	case SThose, SUnion, SReach, NAny, NSum, NMin, NMax:
		return true
	}
	return false
}

// A binary operator of numbers.
type BinOp int64

const (
	BAdd BinOp = iota
	BSub
	BMul
	BDiv
	BMod
	BPow
	BMin
	BMax
	BEq
	BNe
	BLt
	BLe
	BAnd // of bits, so also of conditions
	BOr
	BXor
	BAndNot
	BShr // a >> b & 1
	// Of columns, see tower.go: b is below 64.
	BUp   // a << b
	BDown // a >> b, filling with zeros
	BOnes // how many bits of a are set; b is 0
)

// A Node is a value that a program computes. Equal nodes are one node.
type Node struct {
	Id      int32
	Op      NodeOp
	A, B, C *Node // C of a loop: the group of the member, see groups.go
	K       int64
	Set     *layout.Bits // sConst, sShift, sFill; never changed
	List    *ShiftList
	Args    []*Node
	Deps    uint64 // the loop variables it depends on
	// of a set: the places that may be in it, an upper bound known while compiling
	May *layout.Bits
	// of a set: it is a run and its place, moved, or a union with one; see lower/sight.go
	Sees bool
	// For the emitter: how many uses were counted.
	Counted, Uses int
}

// A ShiftList is the constant part of nodes that move sets in several ways: for sImage, sFlood,
// sSpread, sTrail and nApart, by k[i] bits into mask[i], as for each axis of nRow; for sRun and
// sCapture the rays of the table ray[i], toward higher bits if up[i].
type ShiftList struct {
	id    int
	K     []int
	Mask  []layout.Bits
	Last  []layout.Bits   // sBeyond: where the last step may end; mask is for the earlier ones
	Times []int           // sBeyond: doublings
	Table []int           // sRun, sCapture: for each ray its table of sets by place
	Lines [][]layout.Bits // nLines: masks by place; sLines: all masks
	Gives []layout.Bits   // sLines: by mask
}

// A nodeKey says what a node is. It has no gaps, so that it is hashed at once.
type nodeKey struct {
	k                      int64
	a, b, c, set, list, op int32
}

// A Graph makes nodes and keeps them unique.
type Graph struct {
	Lay    *layout.Layout
	Nodes  map[nodeKey]*Node
	consts map[layout.Bits]*Node
	room   []Node                // for the next ones
	sets   map[layout.Bits]int32 // numbers from 1 on
	spread map[string]*Node
	count  int32
	Counts int // of uses, by emitters
	Empty  *Node
	Full   *layout.Bits // every place there is room for
	lists  []*ShiftList
	Tables [][]layout.Bits
	NumTab [][]int64
	tabKey map[string]int
	// by place: the set of only that place
	Singles []layout.Bits
	Known   *Facts
	version int32 // the latest of the facts
	proofs  []proof
	small   [128]*Node // the integers from 0 on
	// by table of rays as in lists: how many bits a step is, if all are equal
	RayStep map[int]int
	// apartSets reports whether two sets of the position never share a place.
	ApartSets func(a, b int) bool
	// lower reports whether a set of the position lies below the tops of towers, all of which are
	// in a known set.
	Lower func(a int, in func(top *Node) bool) bool
	ctx   context.Context // of the compilation
}

// Canceled is what the compiler panics with when its context has ended; programOf recovers it.
type Canceled struct{ Err error }

// between is how many nodes are made between two checks of the context.
const between = 256

func NewGraph(ctx context.Context, l *layout.Layout) *Graph {
	g := &Graph{
		ctx:     ctx,
		Lay:     l,
		Nodes:   make(map[nodeKey]*Node, 1024),
		consts:  map[layout.Bits]*Node{},
		sets:    map[layout.Bits]int32{},
		spread:  map[string]*Node{},
		tabKey:  map[string]int{},
		RayStep: map[int]int{},
		proofs:  make([]proof, proofs),
		Lower:   func(int, func(*Node) bool) bool { return false },
	}
	full := topology.Full(0, l.Words*64)
	g.Full = &full
	for i := range l.Words * 64 {
		g.Singles = append(g.Singles, topology.SetOf(topology.Site(i)))
	}
	g.Empty = g.Constant(layout.Bits{})
	g.Forget()
	return g
}

// Made returns how many nodes were made. The numbers of all nodes are less than that.
func Made(g *Graph) int { return int(g.count) }

// MayStop ends the compilation if its context has ended.
func (g *Graph) MayStop() {
	if err := g.ctx.Err(); err != nil {
		panic(Canceled{err})
	}
}

func id(n *Node) int32 {
	if n == nil {
		return -1
	}
	return n.Id
}

func (g *Graph) Intern(n Node) *Node {
	key := nodeKey{op: int32(n.Op), a: id(n.A), b: id(n.B), c: id(n.C), k: n.K}
	if n.Set != nil {
		at, ok := g.sets[*n.Set]
		if !ok {
			at = int32(len(g.sets) + 1)
			g.sets[*n.Set] = at
		}
		key.set = at
	}
	if n.List != nil {
		key.list = int32(n.List.id + 1)
	}
	if old, ok := g.Nodes[key]; ok {
		return old
	}
	for _, x := range [3]*Node{n.A, n.B, n.C} {
		if x != nil {
			n.Deps |= x.Deps
		}
	}
	if n.Op.Loops() {
		n.Deps = n.A.Deps | n.B.Deps&^(1<<uint(n.K))
	}
	switch n.Op {
	case NVar:
		n.Deps = 1 << uint(n.K)
	case SCarry, NCarry:
		n.Deps = 1 << uint(n.K%carries)
	}
	switch {
	case n.Op == SOr:
		n.Sees = n.A.Sees || n.B.Sees
	case n.Op == SShift && n.A.Op == SOr:
		n.Sees = n.A.A.Op == SRun || n.A.B.Op == SRun
	}
	n.Id = g.count
	g.count++
	if g.count%between == 0 {
		g.MayStop()
	}
	if len(g.room) == 0 {
		g.room = make([]Node, 64)
	}
	p := &g.room[0]
	g.room = g.room[1:]
	*p = n
	if !n.Op.IsNumber() && n.May == nil {
		p.May = g.bound(p)
	}
	g.Nodes[key] = p
	return p
}

// bound returns the possible places of a set.
func (g *Graph) bound(n *Node) *layout.Bits {
	var s layout.Bits // copied only at the end: a value whose address is returned lives on the heap
	switch n.Op {
	case SConst:
		return n.Set
	case SAnd:
		switch s = n.A.May.And(*n.B.May); s {
		case *n.A.May:
			return n.A.May
		case *n.B.May:
			return n.B.May
		}
	case SOr:
		return widened(n.A.May, n.B.May)
	case SDiff, SThose, SLeast:
		return n.A.May
	case SShift:
		s = layout.Shifted(*n.A.May, int(n.K)).And(*n.Set)
	case SImage:
		for i, k := range n.List.K {
			s = s.Or(layout.Shifted(*n.A.May, k).And(n.List.Mask[i]))
		}
	case SIf:
		return n.B.May
	case SSel:
		return widened(n.B.May, n.C.May)
	case SFill:
		s = n.A.May.Or(n.B.May.And(*n.Set))
	case SFlood, SReach:
		return widened(n.A.May, n.B.May)
	case SRun, SCapture:
		return n.B.May
	case SBeyond:
		for i := range n.List.Last {
			s = s.Or(n.List.Last[i])
		}
	case SLines:
		for i := range n.List.Gives {
			s = s.Or(n.List.Gives[i])
		}
	case STable:
		for _, t := range g.Tables[n.K] {
			s = s.Or(t)
		}
	case SUnion:
		return n.B.May
	default:
		return g.Full
	}
	bound := s
	return &bound
}

// widened returns the union of two sets; if one contains the other, it returns that one.
func widened(a, b *layout.Bits) *layout.Bits {
	switch {
	case b.In(a):
		return a
	case a.In(b):
		return b
	}
	s := a.Or(*b)
	return &s
}

func (g *Graph) Constant(s layout.Bits) *Node {
	n, ok := g.consts[s]
	if !ok {
		set, none := s, int64(0)
		if s.Empty() {
			none = 1
		}
		n = g.Intern(Node{Op: SConst, Set: &set, K: none})
		g.consts[s] = n
	}
	return n
}

func (g *Graph) Integer(k int64) *Node {
	if k < 0 || k >= int64(len(g.small)) {
		return g.Intern(Node{Op: NConst, K: k})
	}
	if g.small[k] == nil {
		g.small[k] = g.Intern(Node{Op: NConst, K: k})
	}
	return g.small[k]
}

func (g *Graph) Boolean(b bool) *Node {
	if b {
		return g.Integer(1)
	}
	return g.Integer(0)
}

func IsConst(n *Node) bool          { return n.Op == SConst || n.Op == NConst }
func IsTrue(n *Node) bool           { return n.Op == NConst && n.K != 0 }
func IsFalse(n *Node) bool          { return n.Op == NConst && n.K == 0 }
func IsEmpty(n *Node) bool          { return n.Op == SConst && n.K != 0 }
func InBits(a, b *layout.Bits) bool { return a.In(b) }

// Meets reports whether two sets have a common member.
func Meets(a, b *layout.Bits) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// Work estimates how much work a node is, up to a limit, without what is known; known may be nil.
func (n *Node) Work(limit int, known func(*Node) bool) int {
	if n == nil || limit <= 0 || known != nil && known(n) {
		return 0
	}
	work := 1
	switch n.Op {
	case SFlood, SSpread, STrail, SWalk, NApart:
		work = 20
	case SThose, SUnion, SReach, NAny, NSum, NMin, NMax, NRounds:
		work = 40
	case SConst, SState, NConst, NState, NArg, NVar:
		return 0
	}
	for _, x := range [3]*Node{n.A, n.B, n.C} {
		work += x.Work(limit-work, known)
	}
	return work
}

// State returns the k-th set of the position, whose possible places are may.
func (g *Graph) State(k int, may layout.Bits) *Node {
	return g.Intern(Node{Op: SState, K: int64(k), May: &may})
}
