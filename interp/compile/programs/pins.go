package programs

import (
	"maps"
	"slices"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// This file finds steps that certainly keep what their move ensures, from what a step can change in
// it. If `ensure` holds before a step, the step can break it only where its condition turns false:
// where a set that must be empty gains something, or one that must have a member loses it. A walk
// through free places gains something only if the step takes away what stopped it: a piece that is
// pinned. So a program finds, once for each position, the places of the steps in doubt, by role,
// and only these steps are tried. If `ensure` does not hold before the step, as in check, all are.

// A cause is a way in which a set can change: what it gains or loses lies within set, and only if
// each role of gate is in its set.
type cause struct {
	gate map[int]*graph.Node
	set  *graph.Node
	// the same, perhaps with more about the places of roles: if this is empty, nothing changes
	sharp *graph.Node
	sure  bool // not worth finding out whether set is empty
	role  int  // the set has only the place of this role moved by k; -1: any places
	k     int
}

type pinning struct {
	symbolic.Tools
	play    *plays
	after   *symbolic.State
	done    int
	args    map[*graph.Node]bool
	differs map[*graph.Node]bool
	gains   map[*graph.Node][]cause
	up      map[*graph.Node]*graph.Node
	low     map[*graph.Node]*graph.Node
}

func (p *pinning) arged(n *graph.Node) bool {
	if n == nil {
		return false
	}
	is, ok := p.args[n]
	if !ok {
		is = n.Op == graph.NArg || p.arged(n.A) || p.arged(n.B) || p.arged(n.C) ||
			slices.ContainsFunc(n.Args, p.arged)
		p.args[n] = is
	}
	return is
}

// mostWork bounds the time that looking for doubts takes: what takes longer, such as steps of a
// king, is in doubt anyway.
const mostWork = 1000

func (p *pinning) work() {
	if p.done++; p.done > mostWork {
		symbolic.Fail("too many ways in which a step changes what it ensures")
	}
}

// changes reports whether a step changes what a node reads.
func (p *pinning) changes(n *graph.Node) bool {
	if n == nil {
		return false
	}
	is, ok := p.differs[n]
	if !ok {
		switch n.Op {
		case graph.SState:
			is = p.after.Sets[n.K] != n
		case graph.NState:
			is = p.after.Nums[n.K] != n
		case graph.NCell, graph.SCell:
			is = true
		default:
			is = p.changes(n.A) || p.changes(n.B) || p.changes(n.C) ||
				slices.ContainsFunc(n.Args, p.changes)
		}
		p.differs[n] = is
	}
	return is
}

// both joins two conditions on the places of roles.
func (p *pinning) both(a, b map[int]*graph.Node) map[int]*graph.Node {
	if len(a) == 0 {
		return b
	}
	m := maps.Clone(a)
	for r, s := range b {
		if m[r] != nil {
			s = p.G.And(m[r], s)
		}
		m[r] = s
	}
	return m
}

func plainCause(n *graph.Node) cause { return cause{set: n, sharp: n, role: -1} }

// added, and taken: what the k-th set of the position gains, or loses.
func (p *pinning) added(n, old *graph.Node) []cause {
	switch {
	case n == old || graph.IsEmpty(n):
		return nil
	case !below(n, old):
		return []cause{plainCause(n)}
	}
	switch n.Op {
	case graph.SOr:
		return append(p.added(n.A, old), p.added(n.B, old)...)
	case graph.SDiff, graph.SAnd:
		if below(n.A, old) {
			return p.added(n.A, old)
		}
	case graph.SSel:
		return append(p.added(n.B, old), p.added(n.C, old)...)
	case graph.SIf:
		return p.added(n.B, old)
	}
	return []cause{plainCause(p.G.Constant(*n.May))}
}

func (p *pinning) taken(n, old *graph.Node) []cause {
	if n == old {
		return nil
	}
	switch {
	case !below(n, old):
	case n.Op == graph.SOr && below(n.A, old):
		return p.less(p.taken(n.A, old), n.B)
	case n.Op == graph.SOr && below(n.B, old):
		return p.less(p.taken(n.B, old), n.A)
	case n.Op == graph.SDiff && below(n.A, old):
		return append(p.taken(n.A, old), plainCause(p.G.And(n.B, old)))
	case n.Op == graph.SSel:
		return append(p.taken(n.B, old), p.taken(n.C, old)...)
	}
	return []cause{plainCause(old)}
}

func below(n, old *graph.Node) bool {
	if n == nil {
		return false
	}
	return n == old || below(n.A, old) || below(n.B, old) || below(n.C, old)
}

func (p *pinning) each(list []cause, f func(s *graph.Node) *graph.Node) (made []cause) {
	for _, c := range list {
		if sharp := f(c.sharp); !graph.IsEmpty(sharp) {
			if s := f(c.set); !graph.IsEmpty(s) {
				made = append(made, cause{gate: c.gate, set: s, sharp: sharp, sure: c.sure, role: -1})
			}
		}
	}
	return made
}

func (p *pinning) less(list []cause, s *graph.Node) []cause {
	return p.each(list, func(x *graph.Node) *graph.Node { return p.G.Diff(x, s) })
}

func (p *pinning) within1(list []cause, s *graph.Node) []cause {
	return p.each(list, func(x *graph.Node) *graph.Node { return p.G.And(x, s) })
}

// meetUpper returns what a cause has in common with n after the step. Where n gains nothing of it,
// the set is met with n as it is before, so that many steps share the result.
func (p *pinning) meetUpper(c cause, n *graph.Node) cause {
	p.work()
	c.role = -1
	if graph.IsEmpty(c.sharp) || !p.changes(n) {
		c.sharp, c.set = p.G.And(c.sharp, n), p.G.And(c.set, n)
		return c
	}
	var x cause
	switch n.Op {
	case graph.SAnd:
		x = p.meetUpper(p.meetUpper(c, n.A), n.B)
	case graph.SOr:
		u, v := p.meetUpper(c, n.A), p.meetUpper(c, n.B)
		x = cause{sharp: p.G.Or(u.sharp, v.sharp), set: p.G.Or(u.set, v.set)}
	case graph.SState:
		x.sharp = p.meetParts(c.sharp, p.after.Sets[n.K])
		x.set = p.G.And(c.set, p.after.Sets[n.K])
	default:
		x = cause{sharp: p.G.And(c.sharp, p.upper(n)), set: p.G.And(c.set, p.upper(n))}
	}
	x.gate, x.role, x.sure = c.gate, -1, c.sure
	same := true
	for _, g := range p.gain(n) {
		same = same && graph.IsEmpty(p.G.And(c.sharp, g.sharp))
	}
	if same {
		x.set = p.G.And(c.set, n)
	}
	return x
}

func (p *pinning) meetParts(s, n *graph.Node) *graph.Node {
	if n.Op == graph.SOr && p.arged(n) {
		return p.G.Or(p.meetParts(s, n.A), p.meetParts(s, n.B))
	}
	return p.G.And(s, n)
}

// upper returns a set that has all members of n after the step, lower one that has only such.
func (p *pinning) upper(n *graph.Node) *graph.Node { return p.bound(n, true) }

func (p *pinning) lower(n *graph.Node) *graph.Node { return p.bound(n, false) }

// bound returns upper or lower.
func (p *pinning) bound(n *graph.Node, upper bool) *graph.Node {
	known, s := p.low, p.G.Empty
	if upper {
		known, s = p.up, n
	}
	switch {
	case !p.changes(n):
		return n
	case known[n] != nil:
		return known[n]
	}
	switch {
	case n.Op == graph.SState:
		s = p.after.Sets[n.K]
	case n.Op == graph.SAnd:
		s = p.G.And(p.bound(n.A, upper), p.bound(n.B, upper))
	case n.Op == graph.SOr:
		s = p.G.Or(p.bound(n.A, upper), p.bound(n.B, upper))
	case n.Op == graph.SDiff:
		s = p.G.Diff(p.bound(n.A, upper), p.bound(n.B, !upper))
	case n.Op == graph.SShift:
		s = p.G.Shift(p.bound(n.A, upper), int(n.K), *n.Set)
	case upper && n.Op == graph.SImage:
		s = p.G.Image(p.upper(n.A), n.List.K, n.List.Mask)
	case upper:
		for _, c := range p.gain(n) {
			s = p.G.Or(s, c.set)
		}
	}
	known[n] = s
	return s
}

func (p *pinning) gain(n *graph.Node) []cause {
	if !p.changes(n) {
		return nil
	}
	list, ok := p.gains[n]
	if !ok {
		list = slices.Clip(p.gained(n))
		p.gains[n] = list
	}
	return list
}

func (p *pinning) gained(n *graph.Node) []cause {
	switch n.Op {
	case graph.SState:
		return p.less(p.added(p.after.Sets[n.K], n), n)
	case graph.SAnd:
		var list []cause
		for _, x := range [2][2]*graph.Node{{n.A, n.B}, {n.B, n.A}} {
			for _, c := range p.gain(x[0]) {
				if c = p.meetUpper(c, x[1]); !graph.IsEmpty(c.sharp) && !graph.IsEmpty(c.set) {
					list = append(list, c)
				}
			}
		}
		return list
	case graph.SOr:
		return append(p.gain(n.A), p.gain(n.B)...)
	case graph.SDiff:
		return append(p.less(p.gain(n.A), p.lower(n.B)), p.within1(p.loss(n.B), p.upper(n.A))...)
	case graph.SShift:
		return p.each(p.gain(n.A),
			func(s *graph.Node) *graph.Node { return p.G.Shift(s, int(n.K), *n.Set) })
	case graph.SImage:
		return p.each(p.gain(n.A),
			func(s *graph.Node) *graph.Node { return p.G.Image(s, n.List.K, n.List.Mask) })
	case graph.SIf:
		if p.fixed(n.A) {
			return p.each(p.gain(n.B), func(s *graph.Node) *graph.Node { return p.G.When(n.A, s) })
		}
	case graph.SSel:
		if p.fixed(n.A) {
			return append(p.each(p.gain(n.B), func(s *graph.Node) *graph.Node { return p.G.When(n.A, s) }),
				p.each(p.gain(n.C), func(s *graph.Node) *graph.Node { return p.G.When(p.G.Not(n.A), s) })...)
		}
	case graph.SFill:
		return p.gainFill(n)
	}
	symbolic.Fail("no pins for what a set of operator %d gains", n.Op)
	return nil
}

func (p *pinning) gainFill(n *graph.Node) (list []cause) {
	k := int(n.K)
	// A step that moves what the walk begins at is in doubt wherever it goes. For all others, the walk
	// begins where it did, so they add to it only what follows its border.
	list = lists.Map(p.split(p.gain(n.A)), p.anywhere)
	border := p.G.Diff(p.G.Shift(n, k, *n.Set), n.B)
	all := p.split(p.gain(n.B))
	for i, x := range all {
		if len(x.gate) > 0 {
			// Only some steps do that; all of those are in doubt.
			list = append(list, p.walled(cause{gate: x.gate, set: p.G.Constant(*n.Set), sure: true}))
			continue
		}
		hit := p.G.And(border, x.set)
		if graph.IsEmpty(hit) {
			continue
		}
		gate := x.gate
		if x.role >= 0 {
			gate = map[int]*graph.Node{x.role: p.play.back(hit, x.k)}
		} else {
			hit = x.set // all of them at once
		}
		more := n.B
		for j, y := range all {
			if j != i && len(y.gate) == 0 {
				more = p.G.Or(more, p.G.Or(x.set, y.set))
			}
		}
		list = append(list, p.walled(cause{gate: gate, set: p.G.Fill(hit, more, k, *n.Set)}))
	}
	return list
}

// blame returns, by role, the places of steps that causes allow. One condition of several is
// enough: that on the role that is rarer.
func (p *pinning) blame(list []cause) map[int]*graph.Node {
	by := map[int]*graph.Node{}
	for _, c := range list {
		for _, x := range p.abstract(c.set) {
			gate, best := p.both(c.gate, x.gate), -1
			for _, r := range order.Sorted(maps.Keys(gate)) {
				if best < 0 || gate[best].Op == graph.SState {
					best = r
				}
			}
			if best < 0 {
				symbolic.Fail("always in doubt")
			}
			s := gate[best]
			if !c.sure && len(c.gate) > 0 {
				s = p.G.When(p.G.Some(x.set), s)
			}
			if by[best] != nil {
				s = p.G.Or(by[best], s)
			}
			by[best] = s
		}
	}
	return by
}

// fixed reports whether a step does not change a condition or number.
func (p *pinning) fixed(n *graph.Node) bool {
	if n == nil || !p.changes(n) {
		return true
	}
	switch n.Op {
	case graph.NBin:
		return p.fixed(n.A) && p.fixed(n.B)
	case graph.NHas:
		return !p.changes(n.B) && len(p.within1(p.gain(n.A), p.G.One(n.B))) == 0 &&
			len(p.within1(p.loss(n.A), p.G.One(n.B))) == 0
	}
	return false
}

func (p *pinning) walled(c cause) cause {
	c.sharp, c.role = c.set, -1
	return c
}

// anywhere returns the cause that any such step may change anything.
func (p *pinning) anywhere(x cause) cause {
	return p.walled(cause{gate: x.gate, set: p.G.Constant(*p.G.Full), sure: true})
}

// split returns the same causes with sets that depend on no role.
func (p *pinning) split(list []cause) (made []cause) {
	for _, c := range list {
		for _, x := range p.abstract(c.sharp) {
			x.gate = p.both(c.gate, x.gate)
			made = append(made, x)
		}
	}
	return made
}

func (p *pinning) loss(n *graph.Node) []cause {
	if !p.changes(n) {
		return nil
	}
	switch n.Op {
	case graph.SState:
		return p.taken(p.after.Sets[n.K], n)
	case graph.SAnd:
		return append(p.within1(p.loss(n.A), n.B), p.within1(p.loss(n.B), n.A)...)
	case graph.SOr:
		return append(p.less(p.loss(n.A), p.lower(n.B)), p.less(p.loss(n.B), p.lower(n.A))...)
	case graph.SDiff:
		return append(p.loss(n.A), p.within1(p.gain(n.B), n.A)...)
	case graph.SShift:
		return p.each(p.loss(n.A),
			func(s *graph.Node) *graph.Node { return p.G.Shift(s, int(n.K), *n.Set) })
	}
	symbolic.Fail("no pins for what a set of operator %d loses", n.Op)
	return nil
}

// abstract returns sets that depend on no role and contain together what is in n.
func (p *pinning) abstract(n *graph.Node) []cause {
	p.work()
	if graph.IsEmpty(n) {
		return nil
	}
	if !p.arged(n) {
		return []cause{plainCause(n)}
	}
	switch n.Op {
	case graph.SOne:
		if n.A.Op == graph.NArg {
			return []cause{{set: p.home(n.A), role: int(n.A.K)}}
		}
	case graph.SAnd:
		var list []cause
		for _, x := range p.abstract(n.A) {
			for _, y := range p.abstract(n.B) {
				gate := p.both(x.gate, y.gate)
				z := cause{set: p.G.And(x.set, y.set), role: -1}
				for _, o := range [2]cause{x, y} {
					if o.role >= 0 {
						gate = p.both(gate, map[int]*graph.Node{o.role: p.play.back(z.set, o.k)})
						z.role, z.k = o.role, o.k
					}
				}
				z.gate = gate
				if !graph.IsEmpty(z.set) {
					list = append(list, z)
				}
			}
		}
		return list
	case graph.SDiff:
		list := p.abstract(n.A)
		if !p.arged(n.B) {
			var made []cause
			for _, x := range list {
				x.set = p.G.Diff(x.set, n.B)
				if graph.IsEmpty(x.set) {
					continue
				}
				if x.role >= 0 {
					x.gate = p.both(x.gate, map[int]*graph.Node{x.role: p.play.back(x.set, x.k)})
				}
				made = append(made, x)
			}
			return made
		}
		return list
	case graph.SOr:
		return append(p.abstract(n.A), p.abstract(n.B)...)
	case graph.SIf:
		return p.gated(n.A, true, p.abstract(n.B))
	case graph.SSel:
		return append(p.gated(n.A, true, p.abstract(n.B)), p.gated(n.A, false, p.abstract(n.C))...)
	case graph.SShift:
		var made []cause
		for _, x := range p.abstract(n.A) {
			x.set = p.G.Shift(x.set, int(n.K), *n.Set)
			if graph.IsEmpty(x.set) {
				continue
			}
			if x.role >= 0 {
				x.k += int(n.K)
				x.gate = p.both(x.gate, map[int]*graph.Node{x.role: p.play.back(x.set, x.k)})
			}
			made = append(made, x)
		}
		return made
	case graph.SImage:
		var made []cause
		for _, x := range p.abstract(n.A) {
			made = append(made, cause{gate: x.gate, set: p.G.Image(x.set, n.List.K, n.List.Mask), role: -1})
		}
		return made
	}
	return []cause{plainCause(p.G.Constant(*n.May))}
}

// home returns a set that contains the place of a role.
func (p *pinning) home(arg *graph.Node) *graph.Node {
	home := p.G.Known.Within(arg)
	if home == nil || p.arged(home) {
		return p.G.Constant(*p.G.Full)
	}
	for _, row := range p.Read.Store.Owned {
		for _, f := range row {
			if f >= 0 && p.G.Subset(home, p.Read.State0.Sets[f]) {
				return p.Read.State0.Sets[f]
			}
		}
	}
	return home
}

// gated adds a condition on a role to causes, if it is one.
func (p *pinning) gated(t *graph.Node, holds bool, list []cause) []cause {
	if t.Op == graph.NBin && graph.BinOp(t.K) == graph.BXor && graph.IsTrue(t.B) {
		t, holds = t.A, !holds
	}
	if t.Op != graph.NHas || p.arged(t.A) || t.B.Op != graph.NArg {
		return list
	}
	s := t.A
	if !holds {
		s = p.G.Diff(p.G.Constant(*p.G.Full), s)
	}
	for i := range list {
		list[i].gate = p.both(list[i].gate, map[int]*graph.Node{int(t.B.K): s})
	}
	return list
}

// turns returns the ways in which a condition can become true, or false.
func (p *pinning) turns(n *graph.Node, to bool) []cause {
	if !p.changes(n) {
		return nil
	}
	switch n.Op {
	case graph.NBin:
		switch op := graph.BinOp(n.K); {
		case op == graph.BXor && graph.IsTrue(n.B) && n.A.IsTruth():
			return p.turns(n.A, !to)
		case (op == graph.BAnd || op == graph.BOr) && n.A.IsTruth() && n.B.IsTruth():
			return append(p.turns(n.A, to), p.turns(n.B, to)...)
		}
	case graph.NSome:
		if to {
			return p.gain(n.A)
		}
		return p.loss(n.A)
	}
	symbolic.Fail("no pins for a truth of operator %d", n.Op)
	return nil
}

// doubts returns, by role, the places at which a step of a search may break what its move ensures
// if t holds before it; nil if that is not known.
func (b *plays) doubts(s search) (t *graph.Node, by map[int]*graph.Node) {
	if symbolic.Attempt(func() {
		v := b.enterPlay(s)
		b.Read.Facts = nil
		after := b.Act.Effects(s.move.Do, v)
		t = b.ensured(s.move, &symbolic.Env{Slots: make([]symbolic.Binding, s.move.Slots), Me: s.me,
			St: b.Read.State0})
		p := &pinning{Tools: b.Tools, play: b, after: after.St, args: map[*graph.Node]bool{},
			differs: map[*graph.Node]bool{}, gains: map[*graph.Node][]cause{},
			up: map[*graph.Node]*graph.Node{}, low: map[*graph.Node]*graph.Node{}}
		by = p.blame(p.turns(t, false))
		for _, g := range by {
			if p.arged(g) || g.Deps != 0 {
				symbolic.Fail("a doubt that depends on more")
			}
		}
	}) != "" {
		return nil, nil
	}
	return t, by
}

// A DoubtSet is the places of steps in doubt if T holds; otherwise all steps are.
type DoubtSet struct{ T, Set *graph.Node }

// A Suspect says which steps of a class are in doubt: those at the places of a DoubtSet or, if
// there is an anchor, all those whose anchor is in it.
type Suspect struct {
	Anchor int // -1: none
	Set    int // a number of Doubtful; -1: any place
}

// suspects finds those of the classes of the player.
func (b *plays) suspects() {
	type found struct {
		t  *graph.Node
		by map[int]*graph.Node
	}
	known := map[int]found{}
	for i := range b.player.Classes {
		cl := &b.player.Classes[i]
		cl.Suspects = []Suspect{{-1, -1}}
		a := b.player.Applies[cl.Apply]
		if cl.Free || !a.Ensures || a.Late != nil || a.LooksAhead ||
			slices.Contains(b.p.Without, "pins") {
			continue
		}
		f, ok := known[cl.Apply]
		if !ok {
			f.t, f.by = b.doubts(*b.found[cl.Apply])
			known[cl.Apply] = f
		}
		sets := map[int]*graph.Node{} // by anchor
		ok = f.t != nil
		for _, r := range order.Sorted(maps.Keys(f.by)) {
			k := slices.IndexFunc(cl.Roles, func(x siteSource) bool { return x.Role == r })
			if k < 0 {
				ok = false
				break
			}
			at, s := cl.Roles[k].Anchor, f.by[r]
			if at < 0 {
				s = b.G.Shift(s, -cl.Roles[k].Off, layout.Shifted(*s.May, -cl.Roles[k].Off))
			}
			if sets[at] != nil {
				s = b.G.Or(sets[at], s)
			}
			sets[at] = s
		}
		if !ok || sets[-1] != nil && b.vast(sets[-1]) {
			continue
		}
		if len(sets) == 0 {
			sets[-1] = b.G.Empty // all, where t does not hold
		}
		b.p.Report.spared(b.me, moveName(b.found[cl.Apply].move), doubted)
		cl.Suspects = nil
		for _, at := range order.Sorted(maps.Keys(sets)) {
			cl.Suspects = append(cl.Suspects, Suspect{at, b.doubtSet(f.t, sets[at])})
		}
	}
}

// vast reports whether a set has most places, as what may go wrong for a king does: then finding it
// saves no trial.
func (b *plays) vast(s *graph.Node) bool {
	switch s.Op {
	case graph.SOr:
		return b.vast(s.A) || b.vast(s.B)
	case graph.SDiff:
		return b.vast(s.A)
	case graph.SConst:
		return 2*s.Set.Len() > b.G.Lay.All[0].Len()
	}
	return false
}

// doubtSet returns the number of a DoubtSet.
func (b *plays) doubtSet(t, s *graph.Node) int {
	if s == b.G.Constant(*b.G.Full) {
		return -1
	}
	x := DoubtSet{t, s}
	i := slices.Index(b.player.Doubtful, x)
	if i < 0 {
		i = len(b.player.Doubtful)
		b.player.Doubtful = append(b.player.Doubtful, x)
	}
	return i
}
