package programs

import (
	"maps"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
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
	Family int // steps of the same family ensure the same
	Root   *Branch
}

// A candidate for a witness is a way to play a step that can break what is ensured only by what it
// adds.
type candidate struct {
	apply int
	s     search
	role  int
	// by set of the position: the most that is added to it, by the place of the role
	adds map[int][]layout.Bits
}

// witnesses compiles those of the player.
func (b *plays) witnesses() {
	if slices.Contains(b.p.Without, "witness") {
		return
	}
	families := map[*graph.Node][]*candidate{} // by what is ensured, as it is before the step
	var order []*graph.Node
	for i, a := range b.player.Applies {
		if b.searches[i] == nil || !a.Ensures || a.Late != nil || a.LooksAhead {
			continue
		}
		var ensured *graph.Node
		var x *candidate
		if symbolic.Attempt(func() { ensured, x = b.candidate(i, *b.searches[i]) }) != "" {
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
			if symbolic.Attempt(func() { b.witness(x, family) }) == "" {
				b.p.Report.spared(b.me, moveName(x.s.move), witnessed)
			}
		}
	}
}

// candidate finds out what a step adds to what its move ensures, and what that is before the step.
func (b *plays) candidate(apply int, s search) (ensured *graph.Node, x *candidate) {
	v := b.enterPlay(s)
	b.Read.Facts = nil
	before := &symbolic.Env{Slots: make([]symbolic.Binding, s.move.Slots), Me: s.me, St: b.Read.State0}
	after := b.Act.Effects(s.move.Do, v)
	ensured = b.ensured(s.move, before)
	x = &candidate{apply: apply, s: s, role: -1, adds: map[int][]layout.Bits{}}
	read := map[*graph.Node]bool{}
	Reads(ensured, read)
	for f, old := range b.Read.State0.Sets {
		if n := after.St.Sets[f]; read[old] && n != old {
			if !grows(n, old) {
				symbolic.Fail("a step that takes away what its move ensures")
			}
			x.adds[f] = b.added(n, old, x)
		}
	}
	for i, old := range b.Read.State0.Nums {
		if read[old] && after.St.Nums[i] != old {
			symbolic.Fail("a step that changes a number its move ensures")
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
func (b *plays) ensured(mv *ir.Move, v *symbolic.Env) *graph.Node {
	t := b.G.Boolean(true)
	for i := range mv.Ensure {
		t = b.G.Logical(graph.BAnd, t, b.Ask.Truth(mv.Ensure[i].Expr, v))
	}
	return t
}

// Reads gathers the nodes below one.
func Reads(n *graph.Node, seen map[*graph.Node]bool) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	Reads(n.A, seen)
	Reads(n.B, seen)
	Reads(n.C, seen)
	for _, a := range n.Args {
		Reads(a, seen)
	}
}

// grows reports whether a set certainly has all members of an old one.
func grows(n, old *graph.Node) bool {
	switch n.Op {
	case graph.SOr:
		return grows(n.A, old) || grows(n.B, old)
	case graph.SSel:
		return grows(n.B, old) && grows(n.C, old)
	}
	return n == old
}

// added returns the most that a set has beyond an old one, by the place of the role that it depends
// on.
func (b *plays) added(n, old *graph.Node, x *candidate) []layout.Bits {
	both := func(u, v []layout.Bits) []layout.Bits {
		for i := range v {
			u[i] = u[i].Or(v[i])
		}
		return u
	}
	switch n.Op {
	case graph.SState:
		if n == old {
			return make([]layout.Bits, b.G.Lay.Words*64)
		}
	case graph.SConst:
		return slices.Repeat([]layout.Bits{*n.Set}, b.G.Lay.Words*64)
	case graph.SOr:
		return both(b.added(n.A, old, x), b.added(n.B, old, x))
	case graph.SSel:
		return both(b.added(n.B, old, x), b.added(n.C, old, x))
	case graph.SIf:
		return b.added(n.B, old, x)
	case graph.SDiff:
		return b.added(n.A, old, x)
	case graph.SAnd:
		u, v := b.added(n.A, old, x), b.added(n.B, old, x)
		for i := range v {
			u[i] = u[i].And(v[i])
		}
		return u
	case graph.SOne, graph.STable:
		place, sets := b.G.ByPlace(n)
		if place.Op != graph.NArg || x.role >= 0 && x.role != int(place.K) {
			break
		}
		x.role = int(place.K)
		return slices.Clone(sets)
	}
	symbolic.Fail("a step that adds what depends on more than a place")
	return nil
}

// A proof is a program that finds a witness on its way.
type proof struct {
	symbolic.Tools
	play   *plays
	family []*candidate
	fields map[int]bool        // the sets that steps of the family add to
	into   []*Branch           // where to put what follows
	keep   map[int]*graph.Node // by set of the position: what must not be added to it
	// nodes that are the same after every step of the family; false: they are not
	fixed map[*graph.Node]bool
}

// witness compiles the program that finds the witness of a step.
func (b *plays) witness(x *candidate, family []*candidate) {
	v := b.enterPlay(x.s)
	b.Read.Facts = nil
	after := b.Act.Effects(x.s.move.Do, v)
	p := &proof{Tools: b.Tools, play: b, family: family, fields: map[int]bool{},
		keep:  map[int]*graph.Node{},
		fixed: map[*graph.Node]bool{}}
	for _, y := range family {
		for f := range y.adds {
			p.fields[f] = true
		}
	}
	// What the steps of the family change must not be simplified away, because it differs from step
	// to step.
	st := after.St.Clone()
	unknown := map[*graph.Node]bool{}
	for f, n := range st.Sets {
		if p.fields[f] || n != b.Read.State0.Sets[f] {
			st.Sets[f] = b.G.Intern(graph.Node{Op: graph.SAfter, A: n, K: int64(f), May: n.May})
			unknown[st.Sets[f]] = !p.fields[f]
		}
	}
	for i, n := range st.Nums {
		if n != b.Read.State0.Nums[i] {
			st.Nums[i] = b.G.Intern(graph.Node{Op: graph.NAfter, A: n, K: int64(i)})
			unknown[st.Nums[i]] = true
		}
	}
	ensured := b.ensured(x.s.move, after.WithState(st))
	read := map[*graph.Node]bool{}
	Reads(ensured, read)
	for n := range read {
		if unknown[n] {
			symbolic.Fail("a step that changes more of what its move ensures")
		}
	}
	root := &Branch{Kind: BranchSeq}
	root.Subs = p.scope(func() { p.prove(ensured, true) })
	w := &witness{role: x.role, Family: family[0].apply, Root: root}
	b.p.Players[x.s.me].Applies[x.apply].Witness = w
}

// scope returns the branches that f makes, and those that mark the steps that add what they need.
func (p *proof) scope(f func()) []*Branch {
	into, keep := p.into, p.keep
	p.into, p.keep = nil, map[int]*graph.Node{}
	f()
	for _, field := range order.Sorted(maps.Keys(p.keep)) {
		for _, y := range p.family {
			if adds := y.adds[field]; adds != nil {
				p.into = append(p.into, &Branch{Kind: BranchUnproven,
					Cond: p.adding(adds, p.keep[field]), Class: y.apply})
			}
		}
	}
	made := p.into
	p.into, p.keep = into, keep
	return made
}

// adding returns the places of a role for which what is added meets a set.
func (p *proof) adding(adds []layout.Bits, set *graph.Node) *graph.Node {
	const most = 24 // shifts; with more, the places are looked up for each member of the set
	masks := map[int]*layout.Bits{}
	by := make([]layout.Bits, len(adds)) // by what is added: the places
	for place, sets := range adds {
		for q := range sets.All() {
			k := place - int(q)
			if masks[k] == nil {
				masks[k] = &layout.Bits{}
			}
			masks[k].Add(topology.Site(place))
			by[q].Add(topology.Site(place))
		}
	}
	if len(masks) > most {
		v, x := p.Alg.NewVar()
		return p.G.Loop(graph.SUnion, v, set, p.G.Table(x, by))
	}
	ks := order.Sorted(maps.Keys(masks))
	list := make([]layout.Bits, len(ks))
	for i, k := range ks {
		list[i] = *masks[k]
	}
	return p.G.Image(set, ks, list)
}

// onlyIf puts what f makes under a condition.
func (p *proof) onlyIf(cond *graph.Node, f func()) {
	if graph.IsFalse(cond) {
		return
	}
	p.into = append(p.into, &Branch{Kind: BranchIf, Cond: cond, Subs: p.scope(f)})
}

// same reports whether a node is the same after every step of the family.
func (p *proof) same(n *graph.Node) bool {
	if n == nil {
		return true
	}
	same, ok := p.fixed[n]
	if !ok {
		same = n.Op != graph.SAfter && n.Op != graph.NArg && p.same(n.A) && p.same(n.B) && p.same(n.C)
		for _, a := range n.Args {
			same = same && p.same(a)
		}
		p.fixed[n] = same
	}
	return same
}

// prove finds what keeps a condition true, or false.
func (p *proof) prove(n *graph.Node, holds bool) {
	if p.same(n) {
		return
	}
	switch n.Op {
	case graph.NBin:
		switch op := graph.BinOp(n.K); {
		case op == graph.BXor && graph.IsTrue(n.B) && n.A.IsTruth():
			p.prove(n.A, !holds)
			return
		case (op == graph.BAnd || op == graph.BOr) && n.A.IsTruth() && n.B.IsTruth():
			if (op == graph.BAnd) == holds {
				p.prove(n.A, holds)
				p.prove(n.B, holds)
				return
			}
			// One of the two is enough.
			first := n.A
			if !holds {
				first = p.G.Not(n.A)
			}
			p.onlyIf(first, func() { p.prove(n.A, holds) })
			p.onlyIf(p.G.Not(first), func() { p.prove(n.B, holds) })
			return
		}
	case graph.NAny:
		if !p.same(n.A) {
			break
		}
		x := p.G.Intern(graph.Node{Op: graph.NVar, K: n.K})
		subs := p.scope(func() {
			if holds {
				p.onlyIf(n.B, func() { p.prove(n.B, true) })
			} else {
				p.prove(n.B, false)
			}
		})
		p.into = append(p.into, &Branch{Kind: BranchLoop, V: n.K, x: x, Cond: n.A, Subs: subs})
		return
	case graph.NHas:
		if !p.same(n.B) {
			break
		}
		if holds {
			p.stay(n.A, p.G.One(n.B))
		} else {
			p.away(n.A, p.G.One(n.B))
		}
		return
	case graph.NSome:
		if holds {
			p.whatKeepsMember(n.A)
		} else {
			p.whatKeepsEmpty(n.A)
		}
		return
	}
	symbolic.Fail("no witness for a truth of operator %d", n.Op)
}

// whatKeepsMember finds what keeps a member in a set.
func (p *proof) whatKeepsMember(s *graph.Node) {
	if s.Op == graph.SAnd {
		for _, x := range [2][2]*graph.Node{{s.A, s.B}, {s.B, s.A}} {
			if p.same(x[0]) && flows(x[1].Op) {
				p.way(x[1], x[0], true)
				return
			}
		}
	}
	p.stay(s, s) // one would be enough, but which?
}

// whatKeepsEmpty finds what keeps a set without members.
func (p *proof) whatKeepsEmpty(s *graph.Node) {
	switch {
	case p.same(s):
	case s.Op == graph.SOr:
		p.whatKeepsEmpty(s.A)
		p.whatKeepsEmpty(s.B)
	case s.Op == graph.SDiff && p.same(s.A):
		p.stay(s.B, s.A)
	case s.Op == graph.SAnd && p.same(s.A):
		p.away(s.B, s.A)
	case s.Op == graph.SAnd && p.same(s.B):
		p.away(s.A, s.B)
	default:
		symbolic.Fail("no witness for the lack of a set of operator %d", s.Op)
	}
}

// stay finds what keeps the members these in a set that has them.
func (p *proof) stay(s, these *graph.Node) {
	if p.same(s) || graph.IsEmpty(these) {
		return
	}
	switch s.Op {
	case graph.SAfter:
		// The set only grows, but what this step has added is not there after another step.
		gained := p.G.Some(p.G.Diff(these, p.Read.State0.Sets[s.K]))
		p.onlyIf(gained, func() {
			for _, y := range p.family {
				p.into = append(p.into, &Branch{Kind: BranchUnproven, Cond: p.G.Constant(*p.G.Full),
					Class: y.apply})
			}
		})
	case graph.SAnd:
		p.stay(s.A, these)
		p.stay(s.B, these)
	case graph.SOr:
		p.stay(s.A, p.G.And(these, s.A))
		p.stay(s.B, p.G.Diff(these, s.A))
	case graph.SDiff:
		p.stay(s.A, these)
		p.away(s.B, these)
	case graph.SShift:
		p.stay(s.A, p.play.back(these, int(s.K)))
	case graph.SFill, graph.SFlood, graph.SSpread:
		p.way(s, these, false)
	default:
		symbolic.Fail("no witness for the members of a set of operator %d", s.Op)
	}
}

// away finds what keeps these out of a set that does not have them.
func (p *proof) away(s, these *graph.Node) {
	if p.same(s) || graph.IsEmpty(these) {
		return
	}
	switch s.Op {
	case graph.SAfter:
		f := int(s.K)
		if p.keep[f] == nil {
			p.keep[f] = p.G.Empty
		}
		p.keep[f] = p.G.Or(p.keep[f], these)
	case graph.SOr:
		p.away(s.A, these)
		p.away(s.B, these)
	case graph.SAnd:
		p.away(s.A, p.G.Diff(these, s.A))
		p.away(s.B, p.G.And(these, s.A))
	case graph.SDiff:
		p.away(s.A, p.G.Diff(these, s.A))
		p.stay(s.B, p.G.And(these, s.A))
	case graph.SShift:
		p.away(s.A, p.play.back(p.G.And(these, p.G.Constant(*s.Set)), int(s.K)))
	default:
		symbolic.Fail("no witness for what a set of operator %d lacks", s.Op)
	}
}

// back returns a set moved so that a shift by k bits leads to it.
func (p *plays) back(these *graph.Node, k int) *graph.Node {
	return p.G.Shift(these, -k, layout.Shifted(*these.May, -k))
}

// flows reports whether an operator finds what is reached.
func flows(op graph.NodeOp) bool {
	return op == graph.SFill || op == graph.SFlood || op == graph.SSpread
}

// way finds what keeps a way open to each of the targets that a flood reaches, or to the nearest
// one.
func (p *proof) way(flood, targets *graph.Node, any bool) {
	var ks []int
	var masks []*graph.Node
	switch flood.Op {
	case graph.SFill:
		ks, masks = []int{int(flood.K)}, []*graph.Node{p.G.And(flood.B, p.G.Constant(*flood.Set))}
	case graph.SFlood:
		for i, k := range flood.List.K {
			ks, masks = append(ks, k), append(masks, p.G.And(flood.B, p.G.Constant(flood.List.Mask[i])))
		}
	case graph.SSpread:
		ks, masks = flood.List.K, flood.Args
	}
	trail := p.G.Trail(flood.A, targets, ks, masks, any)
	p.stay(flood.A, p.G.And(trail, flood.A))
	for i, k := range ks {
		entered := p.G.And(p.G.And(p.G.Shift(trail, k, *masks[i].May), trail), masks[i])
		p.stay(masks[i], entered)
	}
}
