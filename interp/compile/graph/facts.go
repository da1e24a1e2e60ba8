package graph

// This file finds out how sets relate to each other in every position.

// Subset reports whether a is provably within b.
func (g *Graph) Subset(a, b *Node) bool { return subsetDeep(g, a, b, 6) }

func subsetDeep(g *Graph, a, b *Node, deep int) bool {
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
		if w := g.Within[a.A]; w != nil {
			return subsetDeep(g, w, b, deep)
		}
	case SAnd:
		return subsetDeep(g, a.A, b, deep) || subsetDeep(g, a.B, b, deep)
	case SOr:
		return subsetDeep(g, a.A, b, deep) && subsetDeep(g, a.B, b, deep)
	case SDiff, SThose:
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
	deep--
	if a.Op == SState && b.Op == SState {
		return exclusive(g, int(a.K), int(b.K))
	}
	if a.Op == SOne && b.Op == SOne && areApart(g, a.A, b.A) {
		return true
	}
	return disjointHalf(g, a, b, deep) || disjointHalf(g, b, a, deep)
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
	case SThose:
		return disjointDeep(g, a.A, b, deep)
	case SIf:
		return disjointDeep(g, a.B, b, deep)
	case SSel:
		return disjointDeep(g, a.B, b, deep) && disjointDeep(g, a.C, b, deep)
	case SOne:
		if w := g.Within[a.A]; w != nil {
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
	return g.Apart[[2]int32{min(a.Id, b.Id), max(a.Id, b.Id)}]
}

func (g *Graph) SetApart(a, b *Node) { g.Apart[[2]int32{min(a.Id, b.Id), max(a.Id, b.Id)}] = true }
