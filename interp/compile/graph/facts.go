package graph

// This file finds out how sets relate to each other in every position.

// Subset reports whether a is provably within b.
func (g *Graph) Subset(a, b *Node) bool { return g.subsetDeep(a, b, 6) }

func (g *Graph) subsetDeep(a, b *Node, deep int) bool {
	if a == b || IsEmpty(a) {
		return true
	}
	if deep == 0 {
		return false
	}
	deep--
	switch b.Op {
	case SConst:
		return InBits(a.May, b.Set)
	case SAnd:
		if g.subsetDeep(a, b.A, deep) && g.subsetDeep(a, b.B, deep) {
			return true
		}
	case SOr:
		if g.subsetDeep(a, b.A, deep) || g.subsetDeep(a, b.B, deep) {
			return true
		}
	case SDiff:
		if g.subsetDeep(a, b.A, deep) && g.disjointDeep(a, b.B, deep) {
			return true
		}
	case SFill, SFlood, SSpread, SReach:
		if g.subsetDeep(a, b.A, deep) {
			return true
		}
	}
	switch a.Op {
	case SState:
		return g.Lower(int(a.K), func(top *Node) bool { return g.subsetDeep(top, b, deep) })
	case SOne:
		if w := g.Within[a.A]; w != nil {
			return g.subsetDeep(w, b, deep)
		}
	case SAnd:
		return g.subsetDeep(a.A, b, deep) || g.subsetDeep(a.B, b, deep)
	case SOr:
		return g.subsetDeep(a.A, b, deep) && g.subsetDeep(a.B, b, deep)
	case SDiff, SThose:
		return g.subsetDeep(a.A, b, deep)
	case SIf:
		return g.subsetDeep(a.B, b, deep)
	case SSel:
		return g.subsetDeep(a.B, b, deep) && g.subsetDeep(a.C, b, deep)
	case SRun, SCapture:
		return g.subsetDeep(a.B, b, deep)
	case SFill, SFlood:
		return g.subsetDeep(a.A, b, deep) && g.subsetDeep(a.B, b, deep)
	}
	return false
}

// disjoint reports whether a and b provably have no common member.
func (g *Graph) disjoint(a, b *Node) bool { return g.disjointDeep(a, b, 6) }

func (g *Graph) disjointDeep(a, b *Node, deep int) bool {
	if !Meets(a.May, b.May) {
		return true
	}
	if deep == 0 || a == b {
		return false
	}
	deep--
	if a.Op == SState && b.Op == SState {
		return g.exclusive(int(a.K), int(b.K))
	}
	if a.Op == SOne && b.Op == SOne && g.areApart(a.A, b.A) {
		return true
	}
	return g.disjointHalf(a, b, deep) || g.disjointHalf(b, a, deep)
}

func (g *Graph) disjointHalf(a, b *Node, deep int) bool {
	switch a.Op {
	case SState:
		return g.Lower(int(a.K), func(top *Node) bool { return g.disjointDeep(top, b, deep) })
	case SAnd:
		return g.disjointDeep(a.A, b, deep) || g.disjointDeep(a.B, b, deep)
	case SOr:
		return g.disjointDeep(a.A, b, deep) && g.disjointDeep(a.B, b, deep)
	case SDiff:
		return g.disjointDeep(a.A, b, deep) || g.subsetDeep(b, a.B, deep)
	case SThose:
		return g.disjointDeep(a.A, b, deep)
	case SIf:
		return g.disjointDeep(a.B, b, deep)
	case SSel:
		return g.disjointDeep(a.B, b, deep) && g.disjointDeep(a.C, b, deep)
	case SOne:
		if w := g.Within[a.A]; w != nil {
			return g.disjointDeep(w, b, deep)
		}
	case SRun, SCapture:
		return g.disjointDeep(a.B, b, deep)
	case SFill, SFlood:
		return g.disjointDeep(a.A, b, deep) && g.disjointDeep(a.B, b, deep)
	}
	return false
}

// exclusive reports whether two sets of the position never share a place.
func (g *Graph) exclusive(a, b int) bool {
	if a == b {
		return false
	}
	return g.ApartSets != nil && g.ApartSets(a, b)
}

func (g *Graph) areApart(a, b *Node) bool {
	if a.Op == NConst && b.Op == NConst {
		return a.K != b.K
	}
	return g.Apart[[2]int32{min(a.Id, b.Id), max(a.Id, b.Id)}]
}

func (g *Graph) SetApart(a, b *Node) { g.Apart[[2]int32{min(a.Id, b.Id), max(a.Id, b.Id)}] = true }
