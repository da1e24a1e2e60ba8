package compile

import (
	"fmt"
	"maps"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// This file compiles witnesses. Often a step can break the `ensure` of its move only by what it
// adds to the position: ways have to stay open, and steps build walls. A step that has been tried
// and is legal shows why: for example, a way from each pawn. Every other step that adds nothing
// there is legal for the same reason and need not be tried.
//
// A program that finds the witness of a step runs when the step has been tried. For each kind of
// step with the same `ensure`, it names the steps that add something to what the witness needs:
// only these are still unproven.

// A witness is the program that finds the witness of a step, from the places of its roles, like the
// program that plays it.
type witness struct {
	role   int // the role whose places the program marks as unproven
	family int // steps of the same family ensure the same
	root   *branch
}

// A candidate for a witness is a way to play a step that can break what is ensured only by what it
// adds.
type candidate struct {
	apply int
	s     search
	role  int
	// by set of the position: the most that is added to it, by the place of the role
	adds map[int][]Bits
}

// witnesses compiles those of the player.
func (b *plays) witnesses() {
	families := map[*node][]*candidate{} // by what is ensured, as it is before the step
	var order []*node
	for i, a := range b.player.applies {
		if b.searches[i] == nil || !a.ensures || a.late != nil || a.looksAhead {
			continue
		}
		var ensured *node
		var x *candidate
		if attempt(func() { ensured, x = b.candidate(i, *b.searches[i]) }) != "" {
			continue
		}
		if families[ensured] == nil {
			order = append(order, ensured)
		}
		families[ensured] = append(families[ensured], x)
	}
	for _, ensured := range order {
		family := families[ensured]
		for _, x := range family {
			if attempt(func() { b.witness(x, family) }) == "" {
				b.p.Report.witnessed(b.me, moveName(x.s.move))
			}
		}
	}
}

// candidate finds out what a step adds to what its move ensures, and what that is before the step.
func (b *plays) candidate(apply int, s search) (ensured *node, x *candidate) {
	v := b.enterPlay(s)
	b.facts = nil
	before := &env{slots: make([]binding, s.move.Slots), me: s.me, st: b.state0}
	after := b.effects(s.move.Do, v)
	ensured = b.ensured(s.move, before)
	x = &candidate{apply: apply, s: s, role: -1, adds: map[int][]Bits{}}
	read := map[*node]bool{}
	reads(ensured, read)
	for f, old := range b.state0.sets {
		if n := after.st.sets[f]; read[old] && n != old {
			if !grows(n, old) {
				fail("a step that takes away what its move ensures")
			}
			x.adds[f] = b.added(n, old, x)
		}
	}
	for i, old := range b.state0.nums {
		if read[old] && after.st.nums[i] != old {
			fail("a step that changes a number its move ensures")
		}
	}
	if x.role < 0 {
		// It adds nothing that matters to what is ensured, or always the same.
		x.role = slices.IndexFunc(s.roles,
			func(v roleValue) bool { return v.site && v.anchor < 0 && v.off == 0 })
	}
	return ensured, x
}

// ensured compiles what a move ensures.
func (b *plays) ensured(mv *ir.Move, v *env) *node {
	t := b.boolean(true)
	for i := range mv.Ensure {
		t = b.logical(bAnd, t, b.truth(mv.Ensure[i].Expr, v))
	}
	return t
}

// reads gathers the nodes below one.
func reads(n *node, seen map[*node]bool) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	reads(n.a, seen)
	reads(n.b, seen)
	reads(n.c, seen)
	for _, a := range n.args {
		reads(a, seen)
	}
}

// grows reports whether a set certainly has all members of an old one.
func grows(n, old *node) bool {
	switch n.op {
	case sOr:
		return grows(n.a, old) || grows(n.b, old)
	case sSel:
		return grows(n.b, old) && grows(n.c, old)
	}
	return n == old
}

// added returns the most that a set has beyond an old one, by the place of the role that it depends
// on.
func (b *plays) added(n, old *node, x *candidate) []Bits {
	both := func(u, v []Bits) []Bits {
		for i := range v {
			u[i] = u[i].Or(v[i])
		}
		return u
	}
	switch n.op {
	case sState:
		if n == old {
			return make([]Bits, b.lay.Words*64)
		}
	case sConst:
		return slices.Repeat([]Bits{*n.set}, b.lay.Words*64)
	case sOr:
		return both(b.added(n.a, old, x), b.added(n.b, old, x))
	case sSel:
		return both(b.added(n.b, old, x), b.added(n.c, old, x))
	case sIf:
		return b.added(n.b, old, x)
	case sDiff:
		return b.added(n.a, old, x)
	case sAnd:
		u, v := b.added(n.a, old, x), b.added(n.b, old, x)
		for i := range v {
			u[i] = u[i].And(v[i])
		}
		return u
	case sOne, sTable:
		place, sets := b.byPlace(n)
		if place.op != nArg || x.role >= 0 && x.role != int(place.k) {
			break
		}
		x.role = int(place.k)
		return slices.Clone(sets)
	}
	fail("a step that adds what depends on more than a place")
	return nil
}

// A proof is a program that finds a witness on its way.
type proof struct {
	*plays
	family []*candidate
	fields map[int]bool  // the sets that steps of the family add to
	into   []*branch     // where to put what follows
	keep   map[int]*node // by set of the position: what must not be added to it
	// nodes that are the same after every step of the family; false: they are not
	fixed map[*node]bool
}

// witness compiles the program that finds the witness of a step.
func (b *plays) witness(x *candidate, family []*candidate) {
	v := b.enterPlay(x.s)
	b.facts = nil
	after := b.effects(x.s.move.Do, v)
	p := &proof{plays: b, family: family, fields: map[int]bool{}, keep: map[int]*node{},
		fixed: map[*node]bool{}}
	for _, y := range family {
		for f := range y.adds {
			p.fields[f] = true
		}
	}
	// What the steps of the family change must not be simplified away, because it differs from step
	// to step.
	st := after.st.clone()
	unknown := map[*node]bool{}
	for f, n := range st.sets {
		if p.fields[f] || n != b.state0.sets[f] {
			st.sets[f] = b.intern(node{op: sAfter, a: n, k: int64(f), may: n.may})
			unknown[st.sets[f]] = !p.fields[f]
		}
	}
	for i, n := range st.nums {
		if n != b.state0.nums[i] {
			st.nums[i] = b.intern(node{op: nAfter, a: n, k: int64(i)})
			unknown[st.nums[i]] = true
		}
	}
	ensured := b.ensured(x.s.move, after.withState(st))
	read := map[*node]bool{}
	reads(ensured, read)
	for n := range read {
		if unknown[n] {
			fail("a step that changes more of what its move ensures")
		}
	}
	root := &branch{kind: branchSeq}
	root.subs = p.scope(func() { p.prove(ensured, true) })
	w := &witness{role: x.role, family: family[0].apply, root: root}
	b.p.Players[x.s.me].applies[x.apply].witness = w
}

// scope returns the branches that f makes, and those that mark the steps that add what they need.
func (p *proof) scope(f func()) []*branch {
	into, keep := p.into, p.keep
	p.into, p.keep = nil, map[int]*node{}
	f()
	for _, field := range slices.Sorted(maps.Keys(p.keep)) {
		for _, y := range p.family {
			if adds := y.adds[field]; adds != nil {
				p.into = append(p.into, &branch{kind: branchUnproven,
					cond: p.adding(adds, p.keep[field]), class: y.apply})
			}
		}
	}
	made := p.into
	p.into, p.keep = into, keep
	return made
}

// adding returns the places of a role for which what is added meets a set.
func (p *proof) adding(adds []Bits, set *node) *node {
	const most = 24 // shifts; with more, the places are looked up for each member of the set
	masks := map[int]*Bits{}
	by := make([]Bits, len(adds)) // by what is added: the places
	for place, sets := range adds {
		for q := range sets.All() {
			k := place - int(q)
			if masks[k] == nil {
				masks[k] = &Bits{}
			}
			masks[k].Add(topology.Site(place))
			by[q].Add(topology.Site(place))
		}
	}
	if len(masks) > most {
		v, x := p.newVar()
		return p.loop(sUnion, v, set, p.table(x, by))
	}
	ks := slices.Sorted(maps.Keys(masks))
	list := make([]Bits, len(ks))
	for i, k := range ks {
		list[i] = *masks[k]
	}
	return p.image(set, ks, list)
}

// onlyIf puts what f makes under a condition.
func (p *proof) onlyIf(cond *node, f func()) {
	if isFalse(cond) {
		return
	}
	p.into = append(p.into, &branch{kind: branchIf, cond: cond, subs: p.scope(f)})
}

// same reports whether a node is the same after every step of the family.
func (p *proof) same(n *node) bool {
	if n == nil {
		return true
	}
	same, ok := p.fixed[n]
	if !ok {
		same = n.op != sAfter && n.op != nArg && p.same(n.a) && p.same(n.b) && p.same(n.c)
		for _, a := range n.args {
			same = same && p.same(a)
		}
		p.fixed[n] = same
	}
	return same
}

// prove finds what keeps a condition true, or false.
func (p *proof) prove(n *node, holds bool) {
	if p.same(n) {
		return
	}
	switch n.op {
	case nBin:
		switch op := binOp(n.k); {
		case op == bXor && isTrue(n.b) && n.a.isTruth():
			p.prove(n.a, !holds)
			return
		case (op == bAnd || op == bOr) && n.a.isTruth() && n.b.isTruth():
			if (op == bAnd) == holds {
				p.prove(n.a, holds)
				p.prove(n.b, holds)
				return
			}
			// One of the two is enough.
			first := n.a
			if !holds {
				first = p.not(n.a)
			}
			p.onlyIf(first, func() { p.prove(n.a, holds) })
			p.onlyIf(p.not(first), func() { p.prove(n.b, holds) })
			return
		}
	case nAny:
		if !p.same(n.a) {
			break
		}
		x := p.intern(node{op: nVar, k: n.k})
		subs := p.scope(func() {
			if holds {
				p.onlyIf(n.b, func() { p.prove(n.b, true) })
			} else {
				p.prove(n.b, false)
			}
		})
		p.into = append(p.into, &branch{kind: branchLoop, v: n.k, x: x, cond: n.a, subs: subs})
		return
	case nHas:
		if !p.same(n.b) {
			break
		}
		if holds {
			p.stay(n.a, p.one(n.b))
		} else {
			p.away(n.a, p.one(n.b))
		}
		return
	case nSome:
		if holds {
			p.some1(n.a)
		} else {
			p.none1(n.a)
		}
		return
	}
	fail("no witness for a truth of operator %d", n.op)
}

// some1 finds what keeps a member in a set.
func (p *proof) some1(s *node) {
	if s.op == sAnd {
		for _, x := range [2][2]*node{{s.a, s.b}, {s.b, s.a}} {
			if p.same(x[0]) && flows(x[1].op) {
				p.way(x[1], x[0], true)
				return
			}
		}
	}
	p.stay(s, s) // one would be enough, but which?
}

// none1 finds what keeps a set without members.
func (p *proof) none1(s *node) {
	switch {
	case p.same(s):
	case s.op == sOr:
		p.none1(s.a)
		p.none1(s.b)
	case s.op == sDiff && p.same(s.a):
		p.stay(s.b, s.a)
	case s.op == sAnd && p.same(s.a):
		p.away(s.b, s.a)
	case s.op == sAnd && p.same(s.b):
		p.away(s.a, s.b)
	default:
		fail("no witness for the lack of a set of operator %d", s.op)
	}
}

// stay finds what keeps the members these in a set that has them.
func (p *proof) stay(s, these *node) {
	if p.same(s) || isEmpty(these) {
		return
	}
	switch s.op {
	case sAfter:
		// The set only grows, but what this step has added is not there after another step.
		gained := p.some(p.diff(these, p.state0.sets[s.k]))
		p.onlyIf(gained, func() {
			for _, y := range p.family {
				p.into = append(p.into, &branch{kind: branchUnproven, cond: p.constant(*p.full),
					class: y.apply})
			}
		})
	case sAnd:
		p.stay(s.a, these)
		p.stay(s.b, these)
	case sOr:
		p.stay(s.a, p.and(these, s.a))
		p.stay(s.b, p.diff(these, s.a))
	case sDiff:
		p.stay(s.a, these)
		p.away(s.b, these)
	case sShift:
		p.stay(s.a, p.back(these, int(s.k)))
	case sFill, sFlood, sSpread:
		p.way(s, these, false)
	default:
		fail("no witness for the members of a set of operator %d", s.op)
	}
}

// away finds what keeps these out of a set that does not have them.
func (p *proof) away(s, these *node) {
	if p.same(s) || isEmpty(these) {
		return
	}
	switch s.op {
	case sAfter:
		f := int(s.k)
		if p.keep[f] == nil {
			p.keep[f] = p.empty
		}
		p.keep[f] = p.or(p.keep[f], these)
	case sOr:
		p.away(s.a, these)
		p.away(s.b, these)
	case sAnd:
		p.away(s.a, p.diff(these, s.a))
		p.away(s.b, p.and(these, s.a))
	case sDiff:
		p.away(s.a, p.diff(these, s.a))
		p.stay(s.b, p.and(these, s.a))
	case sShift:
		p.away(s.a, p.back(p.and(these, p.constant(*s.set)), int(s.k)))
	default:
		fail("no witness for what a set of operator %d lacks", s.op)
	}
}

// back returns a set moved so that a shift by k bits leads to it.
func (p *proof) back(these *node, k int) *node {
	return p.shift(these, -k, shifted(*these.may, -k))
}

// flows reports whether an operator finds what is reached.
func flows(op nodeOp) bool { return op == sFill || op == sFlood || op == sSpread }

// way finds what keeps a way open to each of the targets that a flood reaches, or to the nearest
// one.
func (p *proof) way(flood, targets *node, any bool) {
	var ks []int
	var masks []*node
	switch flood.op {
	case sFill:
		ks, masks = []int{int(flood.k)}, []*node{p.and(flood.b, p.constant(*flood.set))}
	case sFlood:
		for i, k := range flood.list.k {
			ks, masks = append(ks, k), append(masks, p.and(flood.b, p.constant(flood.list.mask[i])))
		}
	case sSpread:
		ks, masks = flood.list.k, flood.args
	}
	trail := p.trail(flood.a, targets, ks, masks, any)
	p.stay(flood.a, p.and(trail, flood.a))
	for i, k := range ks {
		entered := p.and(p.and(p.shift(trail, k, *masks[i].may), trail), masks[i])
		p.stay(masks[i], entered)
	}
}

// trail returns the places on shortest ways from a set to the targets that the shifts reach, the
// i-th landing within masks[i]: to all of them, or to the nearest.
func (g *graph) trail(from, targets *node, k []int, masks []*node, any bool) *node {
	key := fmt.Sprint("trail ", from.id, targets.id, any)
	n := &node{op: sTrail, a: from, b: targets, list: &shiftList{k: k}, args: masks,
		deps: from.deps | targets.deps, may: g.full}
	if any {
		n.k = 1
	}
	for i := range k {
		key += fmt.Sprint(" ", k[i], masks[i].id)
		n.deps |= masks[i].deps
	}
	if old, ok := g.spread[key]; ok {
		return old
	}
	n.id = g.count
	g.count++
	g.spread[key] = n
	return n
}
