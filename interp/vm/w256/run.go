// Code generated from package w128; DO NOT EDIT.

package w256

import (
	"math/bits"
	"slices"

	"boardgame/interp/compile"
)

// A bundle is steps of one class that a position offers: one for each place of the set, with the same anchors.
type bundle struct {
	set     Set
	count   int32
	class   uint16
	anchors [2]int16
}

// list is a compile.List with sets of this width.
type list struct {
	shifts
	rayUp, rayDown rays
	axes           axes
	lines          [][]Set
	gives          []Set
	into, onto     []Set // of Flood: by place, from where the moves lead to it, and to where from it
}

// shifts is the ways in which a list moves a set, those of one kind together.
type shifts struct {
	up, down []shiftBy // by less than 64 bits, doublings included
	far      []shiftBy
}

// A shiftBy moves a set k bits, in the direction of the slice it is in; those of far by k bits up, or -k down.
type shiftBy struct {
	k    int
	mask Set
	reg  uint8
	// Of compile.Past.
	last  Set
	times int
	class uint16 // of Outs: which of its classes
}

// n returns how many shifts there are by less than 64 bits.
func (l *shifts) n() int { return len(l.up) + len(l.down) }

func (l *shifts) add(s shiftBy) {
	switch most := max(s.k, -s.k) << max(s.times-1, 0); {
	case most >= 64:
		l.far = append(l.far, s)
	case s.k > 0:
		l.up = append(l.up, s)
	default:
		s.k = -s.k
		l.down = append(l.down, s)
	}
}

// near returns by place from where moves lead to it, and to where from it.
func near(moves []compile.ShiftBy) (into, onto []Set) {
	into, onto = make([]Set, words*64), make([]Set, words*64)
	for i := range moves {
		for y := range moves[i].Mask.All() {
			if x := int(y) - moves[i].K; x >= 0 && x < len(into) {
				into[y] = into[y].or(single(int64(x)))
				onto[x] = onto[x].or(single(int64(y)))
			}
		}
	}
	return into, onto
}

// axes is the lines on which the members of a row follow each other.
type axes struct {
	lines []axis
	near  []Set // by place and axis: the places that a row through it can have besides
}

// An axis is where its steps lead from each place, there and back; -1: nowhere.
type axis struct{ on, back [words * 64]int16 }

// newAxes returns the axes of rows of n places.
func newAxes(by []compile.ShiftBy, n int) axes {
	a := axes{lines: make([]axis, len(by))}
	for i := range by {
		l := &a.lines[i]
		for x := range l.on {
			l.on[x], l.back[x] = -1, -1
		}
		for y := range by[i].Mask.All() {
			if x := int(y) - by[i].K; x >= 0 && x < len(l.on) {
				l.on[x], l.back[y] = int16(y), int16(x)
			}
		}
	}
	for x := range words * 64 {
		for i := range a.lines {
			var near Set
			for _, next := range [2]*[words * 64]int16{&a.lines[i].on, &a.lines[i].back} {
				for y, left := next[x], n-1; y >= 0 && left > 0; y, left = next[y], left-1 {
					near = near.or(single(int64(y)))
				}
			}
			a.near = append(a.near, near)
		}
	}
	return a
}

// rays is the rays that go towards the higher bits, or the lower ones, from each place: those of a place lie together.
type rays struct {
	n    int // rays from a place
	sets []Set
}

func (r *rays) from(place int64) []Set { return r.sets[int(place)*r.n:][:r.n] }

// run executes a program on the registers and returns its value: -1 if it says nothing.
func (m *Machine) run(code []compile.Instr) int {
	r := &m.sets
	n := &m.nums
	rest := code
	var offered Set
again:
	for i := range rest {
		in := &rest[i]
		switch in.Op {
		case compile.RetIf:
			if n[in.A] != 0 {
				return int(in.X)
			}
		case compile.Check:
			if n[in.A] == 0 {
				return 0
			}
			if m.checkOnly {
				return 1
			}
		case compile.Jump:
			rest = code[in.X:]
			goto again
		case compile.JumpIf:
			if n[in.A] != 0 {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpNot:
			if n[in.A] == 0 {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpEq:
			if n[in.A] == n[in.B] {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpNe:
			if n[in.A] != n[in.B] {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpLt:
			if n[in.A] < n[in.B] {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpLe:
			if n[in.A] <= n[in.B] {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpBit:
			if n[in.A]>>(in.K&63)&1 == 0 {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpSome:
			if !r[in.A].empty() {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpNone:
			if r[in.A].empty() {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpHas:
			if r[in.A].has(n[in.B]) {
				rest = code[in.X:]
				goto again
			}
		case compile.JumpLacks:
			if !r[in.A].has(n[in.B]) {
				rest = code[in.X:]
				goto again
			}
		case compile.Next:
			if s := r[in.A]; s.empty() {
				rest = code[in.X:]
				goto again
			} else {
				n[in.D] = s.lowest()
				r[in.A] = s.dropLowest()
			}
		case compile.Out:
			offered = r[in.A]
			goto out
		case compile.OutAnd:
			offered = r[in.A].and(r[in.B])
			goto out
		case compile.OutAnd3:
			offered = r[in.A].and(r[in.B]).and(r[in.C])
			goto out
		case compile.OutDiff:
			offered = r[in.A].diff(r[in.B])
			goto out
		case compile.OutAndDiff:
			offered = r[in.A].and(r[in.B]).diff(r[in.C])
			goto out
		case compile.OutDiffDiff:
			offered = r[in.A].diff(r[in.B]).diff(r[in.C])
			goto out
		case compile.OutUpAnd:
			offered = r[in.A].up(in.K).and(r[in.C]).and(r[in.B])
			goto out
		case compile.OutDownAnd:
			offered = r[in.A].down(in.K).and(r[in.C]).and(r[in.B])
			goto out
		case compile.Outs:
			m.outs(in)
		case compile.RetMeet:
			if !r[in.A].and(r[in.B]).empty() {
				return int(in.X)
			}
		case compile.RetSome:
			if !r[in.A].empty() {
				return int(in.X)
			}
		case compile.RetNone:
			if r[in.A].empty() {
				return int(in.X)
			}
		case compile.RetIn:
			if r[in.A].diff(r[in.B]).diff(r[in.C]).empty() {
				return int(in.X)
			}
		case compile.RetIs:
			if n[in.A] == int64(in.K) {
				return int(in.X)
			}
		case compile.Doubt:
			m.doubtful[in.X] = m.doubtful[in.X].or(r[in.A])
		case compile.RetLt:
			if n[in.A] < n[in.B] {
				return int(in.X)
			}
		case compile.RetLe:
			if n[in.A] <= n[in.B] {
				return int(in.X)
			}
		case compile.Offer:
			if n[in.A] != 0 {
				m.offers |= 1 << in.X
			}
		case compile.Score:
			m.scores[in.X&15] = n[in.A]

		case compile.Move:
			r[in.D] = r[in.A]
		case compile.Load:
			r[in.D] = m.e.consts[in.X]
		case compile.And:
			r[in.D] = r[in.A].and(r[in.B])
		case compile.Or:
			r[in.D] = r[in.A].or(r[in.B])
		case compile.Diff:
			r[in.D] = r[in.A].diff(r[in.B])
		case compile.And3:
			r[in.D] = r[in.A].and(r[in.B]).and(r[in.C])
		case compile.Or3:
			r[in.D] = r[in.A].or(r[in.B]).or(r[in.C])
		case compile.AndOr:
			r[in.D] = r[in.A].and(r[in.B]).or(r[in.C])
		case compile.AndDiff:
			r[in.D] = r[in.A].and(r[in.B]).diff(r[in.C])
		case compile.DiffOr:
			r[in.D] = r[in.A].diff(r[in.B]).or(r[in.C])
		case compile.DiffDiff:
			r[in.D] = r[in.A].diff(r[in.B]).diff(r[in.C])
		case compile.OrAnd:
			r[in.D] = r[in.A].or(r[in.B]).and(r[in.C])
		case compile.OrDiff:
			r[in.D] = r[in.A].or(r[in.B]).diff(r[in.C])
		case compile.Up:
			r[in.D] = r[in.A].up(in.K).and(r[in.C])
		case compile.Down:
			r[in.D] = r[in.A].down(in.K).and(r[in.C])
		case compile.UpAnd:
			r[in.D] = r[in.A].up(in.K).and(r[in.C]).and(r[in.B])
		case compile.DownAnd:
			r[in.D] = r[in.A].down(in.K).and(r[in.C]).and(r[in.B])
		case compile.UpDiff:
			r[in.D] = r[in.A].up(in.K).and(r[in.C]).diff(r[in.B])
		case compile.DownDiff:
			r[in.D] = r[in.A].down(in.K).and(r[in.C]).diff(r[in.B])
		case compile.UpOr:
			r[in.D] = r[in.A].up(in.K).and(r[in.C]).or(r[in.B])
		case compile.DownOr:
			r[in.D] = r[in.A].down(in.K).and(r[in.C]).or(r[in.B])
		case compile.Far:
			r[in.D] = r[in.A].far(int(int16(in.X))).and(r[in.C])
		case compile.One:
			r[in.D] = single(n[in.A])
		case compile.Table:
			r[in.D] = m.e.tables[in.X][n[in.A]]
		case compile.If:
			if n[in.A] != 0 {
				r[in.D] = r[in.B]
			} else {
				r[in.D] = Set{}
			}
		case compile.Select:
			if n[in.A] != 0 {
				r[in.D] = r[in.B]
			} else {
				r[in.D] = r[in.C]
			}
		case compile.FillUp:
			g, p := r[in.A], r[in.B].and(r[in.C])
			k := in.K
			for i := in.X; ; i-- {
				g = g.or(p.and(g.up(k)))
				if i <= 1 {
					break
				}
				p = p.and(p.up(k))
				k <<= 1
			}
			r[in.D] = g
		case compile.FillDown:
			g, p := r[in.A], r[in.B].and(r[in.C])
			k := in.K
			for i := in.X; ; i-- {
				g = g.or(p.and(g.down(k)))
				if i <= 1 {
					break
				}
				p = p.and(p.down(k))
				k <<= 1
			}
			r[in.D] = g
		case compile.FillFar:
			m.fillFar(in)
		case compile.Flood:
			m.flood(in)
		case compile.Spread:
			m.spread(in)
		case compile.Trail:
			m.trailTo(in)
		case compile.Image:
			m.image(in)
		case compile.Run:
			l := &m.e.lists[in.X]
			p, s := n[in.A], r[in.B]
			var t Set
			for _, ray := range l.rayUp.from(p) {
				t = t.or(ray.before(ray.diff(s)))
			}
			for _, ray := range l.rayDown.from(p) {
				t = t.or(ray.after(ray.diff(s)))
			}
			r[in.D] = t
		case compile.Past:
			m.past(in)
		case compile.Capture:
			m.capture(in)
		case compile.Lines:
			m.lines(in)
		case compile.Unite:
			r[in.D] = r[in.D].or(r[in.A])
		case compile.Add:
			r[in.D] = r[in.D].or(single(n[in.A]))

		case compile.Less:
			r[in.D] = r[in.D].diff(r[in.A])
		case compile.Drop:
			r[in.D] = r[in.D].diff(single(n[in.A]))
		case compile.Step:
			r[in.D] = r[in.D].diff(single(n[in.A])).or(single(n[in.B]))

		case compile.NLoad:
			n[in.D] = int64(int16(in.X))
		case compile.NPool:
			n[in.D] = m.e.p.Pool[in.X]
		case compile.NMove:
			n[in.D] = n[in.A]
		case compile.Count:
			n[in.D] = int64(r[in.A].count())
		case compile.Some:
			n[in.D] = truth(!r[in.A].empty())
		case compile.Meet:
			n[in.D] = truth(!r[in.A].and(r[in.B]).empty())
		case compile.Beyond:
			n[in.D] = truth(!r[in.A].diff(r[in.B]).empty())
		case compile.Has:
			n[in.D] = truth(r[in.A].has(n[in.B]))
		case compile.Line:
			n[in.D] = m.line(in)
		case compile.Rows:
			n[in.D] = m.rows(in)
		case compile.NTable:
			n[in.D] = m.e.p.Values[in.X][n[in.A]]
		case compile.Bin:
			n[in.D] = compile.Arith(in.K, n[in.A], n[in.B])
		case compile.BinK:
			n[in.D] = compile.Arith(in.K, n[in.A], int64(int16(in.X)))
		case compile.NSelect:
			if n[in.A] != 0 {
				n[in.D] = n[in.B]
			} else {
				n[in.D] = n[in.C]
			}
		}
		continue
	out:
		c := offered.count()
		if c == 0 {
			continue
		}
		k := len(m.bundles)
		if k == cap(m.bundles) {
			m.widen(1)
		}
		m.bundles = m.bundles[:k+1]
		b := &m.bundles[k]
		b.set, b.count, b.class = offered, int32(c), in.X
		if in.Op == compile.Out {
			b.anchors = [2]int16{int16(n[in.B]), int16(n[in.C])} // of those it has
		}
		m.total += c
	}
	return -1
}

// widen makes room for n more bundles, and for some that will come.
//
//go:noinline
func (m *Machine) widen(n int) { m.bundles = slices.Grow(m.bundles, max(n, 64)) }

// some returns 1 if there are any, else 0, without a branch.
func some(count int) int { return int(uint(-count) >> (bits.UintSize - 1)) }

// outs offers the steps of classes that differ in how a set is moved. A bundle is written in any case, and kept if it has steps: which of
// many have is nothing that a processor could foresee.
func (m *Machine) outs(in *compile.Instr) {
	l := &m.e.lists[in.K]
	s, within := m.sets[in.A], m.sets[in.B]
	k, total := len(m.bundles), m.total
	if k+l.n() > cap(m.bundles) {
		m.widen(l.n())
	}
	list := m.bundles[:k+l.n()]
	for i := range l.up {
		f := &l.up[i]
		t := s.up(uint8(f.k)).and(f.mask).and(within)
		c := t.count()
		b := &list[k]
		b.set, b.count, b.class = t, int32(c), in.X+f.class
		k += some(c)
		total += c
	}
	for i := range l.down {
		f := &l.down[i]
		t := s.down(uint8(f.k)).and(f.mask).and(within)
		c := t.count()
		b := &list[k]
		b.set, b.count, b.class = t, int32(c), in.X+f.class
		k += some(c)
		total += c
	}
	m.bundles, m.total = m.bundles[:k], total
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// line reports whether a line of a place lies within a set.
func (m *Machine) line(in *compile.Instr) int64 {
	s := m.sets[in.B]
	for _, line := range m.e.lists[in.X].lines[m.nums[in.A]] {
		if line.diff(s).empty() {
			return 1
		}
	}
	return 0
}

// rows reports whether so many members of a set follow each other on an axis. Of a set that had no row before only the rows through
// members that it has gained since need a look.
func (m *Machine) rows(in *compile.Instr) int64 {
	s := m.sets[in.A]
	a := &m.e.lists[in.X].axes
	n := len(a.lines)
	for gained := s.diff(m.sets[in.B]); !gained.empty(); gained = gained.dropLowest() {
		x := gained.lowest()
		for i, near := range a.near[int(x)*n:][:n] {
			if s.and(near).count() >= int(in.K)-1 && a.lines[i].row(s, x, int(in.K)) {
				return 1
			}
		}
	}
	m.sets[in.B] = s
	return 0
}

// row reports whether a member of a set is one of n that follow each other.
func (a *axis) row(s Set, x int64, n int) bool {
	for _, next := range [2]*[words * 64]int16{&a.on, &a.back} {
		for y := next[x]; y >= 0 && s.has(int64(y)); y = next[y] {
			n--
		}
	}
	return n <= 1
}

// lines unites what the lines give that lie within a set.
func (m *Machine) lines(in *compile.Instr) {
	s := m.sets[in.A]
	var t Set
	l := &m.e.lists[in.X]
	for i, line := range l.lines[0] {
		if line.diff(s).empty() {
			t = t.or(l.gives[i])
		}
	}
	m.sets[in.D] = t
}

// image moves a set in several ways.
func (m *Machine) image(in *compile.Instr) {
	l := &m.e.lists[in.X]
	s := m.sets[in.A]
	var t Set
	for i := range l.up {
		t = t.or(s.up(uint8(l.up[i].k)).and(l.up[i].mask))
	}
	for i := range l.down {
		t = t.or(s.down(uint8(l.down[i].k)).and(l.down[i].mask))
	}
	for i := range l.far {
		t = t.or(s.far(l.far[i].k).and(l.far[i].mask))
	}
	m.sets[in.D] = t
}

// past finds what lies just beyond the runs of a set that begin next to another one.
func (m *Machine) past(in *compile.Instr) {
	l := &m.e.lists[in.X]
	x, s := m.sets[in.A], m.sets[in.B]
	var t Set
	for i := range l.up {
		f := &l.up[i]
		p, k := s.and(f.mask), uint8(f.k)
		g, j := p.and(x.up(k)), k
		if f.times == 3 { // the runs of boards eight wide, without a loop
			g = g.or(p.and(g.up(k)))
			p = p.and(p.up(k))
			g = g.or(p.and(g.up(2 * k)))
			p = p.and(p.up(2 * k))
			g = g.or(p.and(g.up(4 * k)))
			t = t.or(g.up(k).and(f.last))
			continue
		}
		for n := f.times; n > 1; n-- {
			g = g.or(p.and(g.up(j)))
			p = p.and(p.up(j))
			j <<= 1
		}
		if f.times > 0 {
			g = g.or(p.and(g.up(j)))
		}
		t = t.or(g.up(k).and(f.last))
	}
	for i := range l.down {
		f := &l.down[i]
		p, k := s.and(f.mask), uint8(f.k)
		g, j := p.and(x.down(k)), k
		if f.times == 3 { // the runs of boards eight wide, without a loop
			g = g.or(p.and(g.down(k)))
			p = p.and(p.down(k))
			g = g.or(p.and(g.down(2 * k)))
			p = p.and(p.down(2 * k))
			g = g.or(p.and(g.down(4 * k)))
			t = t.or(g.down(k).and(f.last))
			continue
		}
		for n := f.times; n > 1; n-- {
			g = g.or(p.and(g.down(j)))
			p = p.and(p.down(j))
			j <<= 1
		}
		if f.times > 0 {
			g = g.or(p.and(g.down(j)))
		}
		t = t.or(g.down(k).and(f.last))
	}
	if len(l.far) > 0 {
		t = t.or(pastFar(l.far, x, s))
	}
	m.sets[in.D] = t
}

func pastFar(far []shiftBy, x, s Set) Set {
	var t Set
	for i := range far {
		f := &far[i]
		p, k := s.and(f.mask), f.k
		g := p.and(x.far(k))
		for j, n := k, f.times; n > 0; n-- {
			g = g.or(p.and(g.far(j)))
			p = p.and(p.far(j))
			j *= 2
		}
		t = t.or(g.far(k).and(f.last))
	}
	return t
}

// capture finds the runs of a set on the rays from a place that a member of another set follows.
func (m *Machine) capture(in *compile.Instr) {
	l := &m.e.lists[in.X]
	place, s, x := m.nums[in.A], m.sets[in.B], m.sets[in.C]
	var t Set
	for _, ray := range l.rayUp.from(place) {
		if stop := ray.diff(s); !stop.lowBit().and(x).empty() {
			t = t.or(ray.before(stop))
		}
	}
	for _, ray := range l.rayDown.from(place) {
		if stop := ray.diff(s); !stop.highBit().and(x).empty() {
			t = t.or(ray.after(stop))
		}
	}
	m.sets[in.D] = t
}

// fillFar is a fill whose steps are 64 bits or more, or become that by doubling.
func (m *Machine) fillFar(in *compile.Instr) {
	g, p := m.sets[in.A], m.sets[in.B].and(m.sets[in.C])
	k := int(int16(in.X))
	for range in.K {
		g = g.or(p.and(g.far(k)))
		p = p.and(p.far(k))
		k *= 2
	}
	m.sets[in.D] = g
}

// flooded is what a flood found last. What is reached only grows with the set and with the places to go through, so that the next
// one goes on from there if neither has lost a member.
type flooded struct {
	from, within, found Set
	list                uint16
}

// flood adds to a set what is reached within another one.
func (m *Machine) flood(in *compile.Instr) {
	s, within := m.sets[in.A], m.sets[in.B]
	last := &m.floods[in.K]
	if last.list == in.X && last.from.diff(s).empty() && last.within.diff(within).empty() {
		last.goOn(&m.e.lists[in.X], s, within)
	} else {
		*last = flooded{s, within, m.e.lists[in.X].rounds(s, within), in.X}
	}
	m.sets[in.D] = last.found
}

// goOn adds what is reached now that the flood begins with more, or has more ground: that is little, and looked for place by place.
func (f *flooded) goOn(l *list, from, within Set) {
	s := f.found
	front := from.diff(s)
	for gained := within.diff(f.within); !gained.empty(); gained = gained.dropLowest() {
		if x := gained.lowest(); !l.into[x].and(s).empty() {
			front = front.or(single(x))
		}
	}
	for front = front.diff(s); !front.empty(); {
		x := front.lowest()
		s = s.or(single(x))
		front = front.or(l.onto[x].and(within)).diff(s)
	}
	f.from, f.within, f.found = from, within, s
}

// rounds adds to a set what is reached within another one, all steps of a round at a time.
func (l *list) rounds(s, within Set) Set {
	for {
		t := s
		for i := range l.up {
			t = t.or(t.up(uint8(l.up[i].k)).and(l.up[i].mask).and(within))
		}
		for i := range l.down {
			t = t.or(t.down(uint8(l.down[i].k)).and(l.down[i].mask).and(within))
		}
		for i := range l.far {
			t = t.or(t.far(l.far[i].k).and(l.far[i].mask).and(within))
		}
		if t == s {
			return s
		}
		s = t
	}
}

// spread is flood with a mask of its own for each move.
func (m *Machine) spread(in *compile.Instr) {
	s := m.sets[in.A]
	l := &m.e.lists[in.X]
	for {
		t := s
		for i := range l.up {
			t = t.or(t.up(uint8(l.up[i].k)).and(m.sets[l.up[i].reg]))
		}
		for i := range l.down {
			t = t.or(t.down(uint8(l.down[i].k)).and(m.sets[l.down[i].reg]))
		}
		for i := range l.far {
			t = t.or(t.far(l.far[i].k).and(m.sets[l.far[i].reg]))
		}
		if t == s {
			break
		}
		s = t
	}
	m.sets[in.D] = s
}

// trailTo finds the places on shortest ways from a set to the members of another one that are reached from it: the rounds of a spread
// are kept, and from the targets the ways are gone back.
func (m *Machine) trailTo(in *compile.Instr) {
	l := &m.e.lists[in.X]
	targets := m.sets[in.B]
	seen := m.sets[in.A]
	m.layers = append(m.layers[:0], seen)
	for front := seen; ; {
		if left := targets.diff(seen); left.empty() || in.K != 0 && left != targets {
			break
		}
		front = m.stepBy(l, front).diff(seen)
		if front.empty() {
			break
		}
		seen = seen.or(front)
		m.layers = append(m.layers, front)
	}
	need := targets.and(seen)
	if in.K != 0 && !need.empty() {
		need = single(need.lowest())
	}
	for i := len(m.layers) - 1; i > 0; i-- {
		// What has been found already is gone back to first, so that the ways have much in common.
		before := m.layers[i-1]
		at := m.stepBack(l, need.and(m.layers[i]), before.and(need), &need)
		m.stepBack(l, at, before, &need)
	}
	m.sets[in.D] = need
}

// stepBy returns where the moves of a list lead from a set, each within the register it names.
func (m *Machine) stepBy(l *list, s Set) Set {
	var t Set
	for i := range l.up {
		t = t.or(s.up(uint8(l.up[i].k)).and(m.sets[l.up[i].reg]))
	}
	for i := range l.down {
		t = t.or(s.down(uint8(l.down[i].k)).and(m.sets[l.down[i].reg]))
	}
	for i := range l.far {
		t = t.or(s.far(l.far[i].k).and(m.sets[l.far[i].reg]))
	}
	return t
}

// stepBack adds to found, for each member of a set, a place of another set from which a move of a list leads to it. It returns the
// members that none leads to.
func (m *Machine) stepBack(l *list, s, from Set, found *Set) Set {
	for i := range l.up {
		hit := s.and(from.up(uint8(l.up[i].k))).and(m.sets[l.up[i].reg])
		s = s.diff(hit)
		*found = found.or(hit.down(uint8(l.up[i].k)))
	}
	for i := range l.down {
		hit := s.and(from.down(uint8(l.down[i].k))).and(m.sets[l.down[i].reg])
		s = s.diff(hit)
		*found = found.or(hit.up(uint8(l.down[i].k)))
	}
	for i := range l.far {
		hit := s.and(from.far(l.far[i].k)).and(m.sets[l.far[i].reg])
		s = s.diff(hit)
		*found = found.or(hit.far(-l.far[i].k))
	}
	return s
}
