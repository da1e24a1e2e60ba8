package compile

// This file finds out how sets relate to each other in every position.

// subset reports whether a is provably within b.
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
	case sFill, sFlood, sSpread, sReach:
		if g.subsetDeep(a, b.a, deep) {
			return true
		}
	}
	switch a.op {
	case sState:
		return g.lower(int(a.k), func(top *node) bool { return g.subsetDeep(top, b, deep) })
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

// disjoint reports whether a and b provably have no common member.
func (g *graph) disjoint(a, b *node) bool { return g.disjointDeep(a, b, 6) }

func (g *graph) disjointDeep(a, b *node, deep int) bool {
	if !meets(a.may, b.may) {
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
	case sState:
		return g.lower(int(a.k), func(top *node) bool { return g.disjointDeep(top, b, deep) })
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
