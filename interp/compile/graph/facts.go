package graph

// This file finds out how sets relate to each other in every position.

// Facts are what is known about places in one program.
type Facts struct {
	within  map[*Node]*Node   // a node sOne(n) lies within within[n]
	apart   map[[2]int32]bool // pairs of number nodes known to be different places
	version int32             // no other facts have the same one
	latest  *int32            // the greatest version of any
}

// Forget drops the facts about places: they hold for one program only.
func (g *Graph) Forget() {
	g.Known = &Facts{map[*Node]*Node{}, map[[2]int32]bool{}, 0, &g.version}
	g.Known.changed()
}

// changed notes that the facts have changed.
func (f *Facts) changed() {
	*f.latest++
	f.version = *f.latest
}

// Within returns a set that a place certainly lies in; nil if none is known.
func (f *Facts) Within(n *Node) *Node { return f.within[n] }

// SetWithin notes that a place certainly lies in a set.
func (f *Facts) SetWithin(n, set *Node) {
	f.within[n] = set
	f.changed()
}

// SetApart notes that two places differ.
func (f *Facts) SetApart(a, b *Node) {
	f.apart[pair(a, b)] = true
	f.changed()
}

func pair(a, b *Node) [2]int32 { return [2]int32{min(a.Id, b.Id), max(a.Id, b.Id)} }

// A proof is what was found out about two nodes by some facts.
type proof struct {
	nodes uint64 // the numbers of both
	// the version of the facts; how deep, negative: about disjointDeep; whether it holds
	about uint64
}

// proofs is how many proofs a graph remembers, 1 << proofBits: each replaces another one.
const (
	proofBits = 13
	proofs    = 1 << proofBits
)

// remembered returns what prove returns about a and b. It calls prove only if it does not remember
// the result.
func (g *Graph) remembered(a, b *Node, deep int, prove func() bool) bool {
	p := proof{uint64(a.Id)<<32 | uint64(b.Id), uint64(g.Known.version)<<32 | uint64(uint8(deep))<<1}
	at := &g.proofs[(p.nodes^p.nodes>>29^uint64(deep))*0x9e3779b185ebca6b>>(64-proofBits)]
	if at.nodes == p.nodes && at.about&^1 == p.about {
		return at.about&1 != 0
	}
	if prove() {
		p.about |= 1
	}
	*at = p
	return p.about&1 != 0
}

// Subset reports whether a is provably within b.
func (g *Graph) Subset(a, b *Node) bool { return subsetDeep(g, a, b, 6) }

func subsetDeep(g *Graph, a, b *Node, deep int) bool {
	if a == b || IsEmpty(a) {
		return true
	}
	if deep == 0 {
		return false
	}
	if b.Op == SConst {
		return InBits(a.May, b.Set)
	}
	return g.remembered(a, b, deep,
		func() bool { return subsetParts(g, a, b, deep-1) })
}

// subsetParts is subsetDeep by what the sets are made of.
func subsetParts(g *Graph, a, b *Node, deep int) bool {
	switch b.Op {
	case SAnd:
		if subsetDeep(g, a, b.A, deep) && subsetDeep(g, a, b.B, deep) {
			return true
		}
	case SOr:
		if subsetDeep(g, a, b.A, deep) || subsetDeep(g, a, b.B, deep) {
			return true
		}
	case SDiff:
		if subsetDeep(g, a, b.A, deep) && disjointDeep(g, a, b.B, deep) {
			return true
		}
	case SFill, SFlood, SSpread, SReach:
		if subsetDeep(g, a, b.A, deep) {
			return true
		}
	}
	switch a.Op {
	case SState:
		return g.Lower(int(a.K), func(top *Node) bool { return subsetDeep(g, top, b, deep) })
	case SOne:
		if w := g.Known.Within(a.A); w != nil {
			return subsetDeep(g, w, b, deep)
		}
	case SAnd:
		return subsetDeep(g, a.A, b, deep) || subsetDeep(g, a.B, b, deep)
	case SOr:
		return subsetDeep(g, a.A, b, deep) && subsetDeep(g, a.B, b, deep)
	case SDiff, SThose, SLeast:
		return subsetDeep(g, a.A, b, deep)
	case SIf:
		return subsetDeep(g, a.B, b, deep)
	case SSel:
		return subsetDeep(g, a.B, b, deep) && subsetDeep(g, a.C, b, deep)
	case SRun, SCapture:
		return subsetDeep(g, a.B, b, deep)
	case SFill, SFlood:
		return subsetDeep(g, a.A, b, deep) && subsetDeep(g, a.B, b, deep)
	}
	return false
}

// disjoint reports whether a and b provably have no common member.
func disjoint(g *Graph, a, b *Node) bool { return disjointDeep(g, a, b, 6) }

func disjointDeep(g *Graph, a, b *Node, deep int) bool {
	if !Meets(a.May, b.May) {
		return true
	}
	if deep == 0 || a == b {
		return false
	}
	if a.Op == SState && b.Op == SState {
		return exclusive(g, int(a.K), int(b.K))
	}
	if a.Op == SOne && b.Op == SOne && areApart(g, a.A, b.A) {
		return true
	}
	return g.remembered(a, b, -deep, func() bool {
		return disjointHalf(g, a, b, deep-1) || disjointHalf(g, b, a, deep-1)
	})
}

func disjointHalf(g *Graph, a, b *Node, deep int) bool {
	switch a.Op {
	case SState:
		return g.Lower(int(a.K), func(top *Node) bool { return disjointDeep(g, top, b, deep) })
	case SAnd:
		return disjointDeep(g, a.A, b, deep) || disjointDeep(g, a.B, b, deep)
	case SOr:
		return disjointDeep(g, a.A, b, deep) && disjointDeep(g, a.B, b, deep)
	case SDiff:
		return disjointDeep(g, a.A, b, deep) || subsetDeep(g, b, a.B, deep)
	case SThose, SLeast:
		return disjointDeep(g, a.A, b, deep)
	case SIf:
		return disjointDeep(g, a.B, b, deep)
	case SSel:
		return disjointDeep(g, a.B, b, deep) && disjointDeep(g, a.C, b, deep)
	case SOne:
		if w := g.Known.Within(a.A); w != nil {
			return disjointDeep(g, w, b, deep)
		}
	case SRun, SCapture:
		return disjointDeep(g, a.B, b, deep)
	case SFill, SFlood:
		return disjointDeep(g, a.A, b, deep) && disjointDeep(g, a.B, b, deep)
	}
	return false
}

// exclusive reports whether two sets of the position never share a place.
func exclusive(g *Graph, a, b int) bool {
	if a == b {
		return false
	}
	return g.ApartSets != nil && g.ApartSets(a, b)
}

func areApart(g *Graph, a, b *Node) bool {
	if a.Op == NConst && b.Op == NConst {
		return a.K != b.K
	}
	return g.Known.apart[pair(a, b)]
}
