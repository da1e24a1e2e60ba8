// Code generated from package w128; DO NOT EDIT.

package w256

import (
	"boardgame/interp/vm/plan"
)

// A bundle is steps of one class that a position offers: one for each place of the set, with the same anchors.
type bundle struct {
	set     Set
	count   int32
	class   uint16
	anchors [2]int16
}

// list is a plan.List with sets of this width.
type list struct {
	moves []shiftBy
	rays  []ray
	lines [][]Set
	gives []Set
}

type shiftBy struct {
	k    int
	mask Set
	reg  uint8
	way  way
	// Of plan.Past.
	last  Set
	times int
}

// A way is how a shift is done fastest.
type way uint8

const (
	upwards   way = iota // less than 64 bits, doublings included
	downwards            //
	farther
)

func wayOf(k, times int) way {
	most := max(k, -k) << max(times-1, 0)
	switch {
	case most >= 64:
		return farther
	case k > 0:
		return upwards
	}
	return downwards
}

type ray struct {
	table []Set
	up    bool
}

// run executes a program on the registers and returns its value: -1 if it says nothing.
func (m *Machine) run(code []plan.Instr) int {
	r := &m.sets
	n := &m.nums
	rest := code
again:
	for i := range rest {
		in := &rest[i]
		switch in.Op {
		case plan.Ret:
			return int(int16(in.X))
		case plan.RetIf:
			if n[in.A] != 0 {
				return int(in.X)
			}
		case plan.Check:
			if n[in.A] == 0 {
				return 0
			}
			if m.checkOnly {
				return 1
			}
		case plan.Jump:
			rest = code[in.X:]
			goto again
		case plan.JumpIf:
			if n[in.A] != 0 {
				rest = code[in.X:]
				goto again
			}
		case plan.JumpNot:
			if n[in.A] == 0 {
				rest = code[in.X:]
				goto again
			}
		case plan.Next:
			if s := r[in.A]; s.empty() {
				rest = code[in.X:]
				goto again
			} else {
				n[in.D] = s.lowest()
				r[in.A] = s.dropLowest()
			}
		case plan.Out:
			s := r[in.A]
			if c := s.count(); c > 0 {
				b := bundle{set: s, count: int32(c), class: in.X}
				if in.B != plan.NoReg {
					b.anchors[0] = int16(n[in.B])
				}
				if in.C != plan.NoReg {
					b.anchors[1] = int16(n[in.C])
				}
				m.bundles = append(m.bundles, b)
				m.total += c
			}
		case plan.OutAnd:
			m.out(r[in.A].and(r[in.B]), in.X)
		case plan.OutAnd3:
			m.out(r[in.A].and(r[in.B]).and(r[in.C]), in.X)
		case plan.OutDiff:
			m.out(r[in.A].diff(r[in.B]), in.X)
		case plan.OutAndDiff:
			m.out(r[in.A].and(r[in.B]).diff(r[in.C]), in.X)
		case plan.OutUpAnd:
			m.out(r[in.A].up(in.K).and(r[in.C]).and(r[in.B]), in.X)
		case plan.OutDownAnd:
			m.out(r[in.A].down(in.K).and(r[in.C]).and(r[in.B]), in.X)
		case plan.RetMeet:
			if !r[in.A].and(r[in.B]).empty() {
				return int(in.X)
			}
		case plan.RetSome:
			if !r[in.A].empty() {
				return int(in.X)
			}
		case plan.RetNone:
			if r[in.A].empty() {
				return int(in.X)
			}
		case plan.Offer:
			if n[in.A] != 0 {
				m.offers |= 1 << in.X
			}
		case plan.Score:
			m.scores[in.X&15] = n[in.A]

		case plan.Move:
			r[in.D] = r[in.A]
		case plan.Load:
			r[in.D] = m.e.consts[in.X]
		case plan.And:
			r[in.D] = r[in.A].and(r[in.B])
		case plan.Or:
			r[in.D] = r[in.A].or(r[in.B])
		case plan.Diff:
			r[in.D] = r[in.A].diff(r[in.B])
		case plan.And3:
			r[in.D] = r[in.A].and(r[in.B]).and(r[in.C])
		case plan.Or3:
			r[in.D] = r[in.A].or(r[in.B]).or(r[in.C])
		case plan.AndOr:
			r[in.D] = r[in.A].and(r[in.B]).or(r[in.C])
		case plan.AndDiff:
			r[in.D] = r[in.A].and(r[in.B]).diff(r[in.C])
		case plan.DiffOr:
			r[in.D] = r[in.A].diff(r[in.B]).or(r[in.C])
		case plan.DiffDiff:
			r[in.D] = r[in.A].diff(r[in.B]).diff(r[in.C])
		case plan.OrAnd:
			r[in.D] = r[in.A].or(r[in.B]).and(r[in.C])
		case plan.OrDiff:
			r[in.D] = r[in.A].or(r[in.B]).diff(r[in.C])
		case plan.Up:
			r[in.D] = r[in.A].up(in.K).and(r[in.C])
		case plan.Down:
			r[in.D] = r[in.A].down(in.K).and(r[in.C])
		case plan.UpAnd:
			r[in.D] = r[in.A].up(in.K).and(r[in.C]).and(r[in.B])
		case plan.DownAnd:
			r[in.D] = r[in.A].down(in.K).and(r[in.C]).and(r[in.B])
		case plan.UpDiff:
			r[in.D] = r[in.A].up(in.K).and(r[in.C]).diff(r[in.B])
		case plan.DownDiff:
			r[in.D] = r[in.A].down(in.K).and(r[in.C]).diff(r[in.B])
		case plan.UpOr:
			r[in.D] = r[in.A].up(in.K).and(r[in.C]).or(r[in.B])
		case plan.DownOr:
			r[in.D] = r[in.A].down(in.K).and(r[in.C]).or(r[in.B])
		case plan.RowUp:
			t := r[in.A]
			s := t.and(r[in.C])
			for range in.X {
				t = t.up(in.K).and(s)
			}
			r[in.D] = t
		case plan.RowDown:
			t := r[in.A]
			s := t.and(r[in.C])
			for range in.X {
				t = t.down(in.K).and(s)
			}
			r[in.D] = t
		case plan.Far:
			r[in.D] = r[in.A].far(int(int16(in.X))).and(r[in.C])
		case plan.One:
			r[in.D] = single(n[in.A])
		case plan.Table:
			r[in.D] = m.e.tables[in.X][n[in.A]]
		case plan.If:
			if n[in.A] != 0 {
				r[in.D] = r[in.B]
			} else {
				r[in.D] = Set{}
			}
		case plan.Select:
			if n[in.A] != 0 {
				r[in.D] = r[in.B]
			} else {
				r[in.D] = r[in.C]
			}
		case plan.FillUp:
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
		case plan.FillDown:
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
		case plan.FillFar:
			m.fillFar(in)
		case plan.Flood:
			m.flood(in)
		case plan.Spread:
			m.spread(in)
		case plan.Image:
			s := r[in.A]
			var t Set
			for i := range m.e.lists[in.X].moves {
				l := &m.e.lists[in.X].moves[i]
				switch l.way {
				case upwards:
					t = t.or(s.up(uint8(l.k)).and(l.mask))
				case downwards:
					t = t.or(s.down(uint8(-l.k)).and(l.mask))
				default:
					t = t.or(s.far(l.k).and(l.mask))
				}
			}
			r[in.D] = t
		case plan.Run:
			p, s := n[in.A], r[in.B]
			var t Set
			for i := range m.e.lists[in.X].rays {
				l := &m.e.lists[in.X].rays[i]
				ray := l.table[p]
				stop := ray.diff(s)
				switch {
				case stop.empty():
				case l.up:
					ray = ray.below(stop.lowest())
				default:
					ray = ray.above(stop.highest())
				}
				t = t.or(ray)
			}
			r[in.D] = t
		case plan.Past:
			m.past(in)
		case plan.Capture:
			m.capture(in)
		case plan.Lines:
			m.lines(in)
		case plan.Unite:
			r[in.D] = r[in.D].or(r[in.A])
		case plan.Add:
			r[in.D] = r[in.D].or(single(n[in.A]))

		case plan.Less:
			r[in.D] = r[in.D].diff(r[in.A])
		case plan.Drop:
			r[in.D] = r[in.D].diff(single(n[in.A]))
		case plan.Step:
			r[in.D] = r[in.D].diff(single(n[in.A])).or(single(n[in.B]))

		case plan.NLoad:
			n[in.D] = int64(int16(in.X))
		case plan.NPool:
			n[in.D] = m.e.p.Pool[in.X]
		case plan.NMove:
			n[in.D] = n[in.A]
		case plan.Count:
			n[in.D] = int64(r[in.A].count())
		case plan.Some:
			n[in.D] = truth(!r[in.A].empty())
		case plan.Meet:
			n[in.D] = truth(!r[in.A].and(r[in.B]).empty())
		case plan.Beyond:
			n[in.D] = truth(!r[in.A].diff(r[in.B]).empty())
		case plan.Has:
			n[in.D] = truth(r[in.A].has(n[in.B]))
		case plan.Line:
			n[in.D] = m.line(in)
		case plan.NTable:
			n[in.D] = m.e.p.Values[in.X][n[in.A]]
		case plan.Bin:
			n[in.D] = plan.Arith(in.K, n[in.A], n[in.B])
		case plan.BinK:
			n[in.D] = plan.Arith(in.K, n[in.A], int64(int16(in.X)))
		case plan.NSelect:
			if n[in.A] != 0 {
				n[in.D] = n[in.B]
			} else {
				n[in.D] = n[in.C]
			}
		}
	}
	return -1
}

// out adds the steps of a class to those on offer.
func (m *Machine) out(s Set, class uint16) {
	if c := s.count(); c > 0 {
		m.bundles = append(m.bundles, bundle{set: s, count: int32(c), class: class})
		m.total += c
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// line reports whether a line of a place lies within a set.
func (m *Machine) line(in *plan.Instr) int64 {
	s := m.sets[in.B]
	for _, line := range m.e.lists[in.X].lines[m.nums[in.A]] {
		if line.diff(s).empty() {
			return 1
		}
	}
	return 0
}

// lines unites what the lines give that lie within a set.
func (m *Machine) lines(in *plan.Instr) {
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

// past finds what lies just beyond the runs of a set that begin next to another one.
func (m *Machine) past(in *plan.Instr) {
	x, s := m.sets[in.A], m.sets[in.B]
	var t Set
	moves := m.e.lists[in.X].moves
	for i := range moves {
		l := &moves[i]
		p := s.and(l.mask)
		switch l.way {
		case upwards:
			k := uint8(l.k)
			g := p.and(x.up(k))
			for j, n := k, l.times; n > 0; n-- {
				g = g.or(p.and(g.up(j)))
				if n > 1 {
					p = p.and(p.up(j))
					j <<= 1
				}
			}
			t = t.or(g.up(k).and(l.last))
		case downwards:
			k := uint8(-l.k)
			g := p.and(x.down(k))
			for j, n := k, l.times; n > 0; n-- {
				g = g.or(p.and(g.down(j)))
				if n > 1 {
					p = p.and(p.down(j))
					j <<= 1
				}
			}
			t = t.or(g.down(k).and(l.last))
		default:
			k := l.k
			g := p.and(x.far(k))
			for j, n := k, l.times; n > 0; n-- {
				g = g.or(p.and(g.far(j)))
				p = p.and(p.far(j))
				j *= 2
			}
			t = t.or(g.far(k).and(l.last))
		}
	}
	m.sets[in.D] = t
}

// capture finds the runs of a set on the rays from a place that a member of another set follows.
func (m *Machine) capture(in *plan.Instr) {
	place, s, x := m.nums[in.A], m.sets[in.B], m.sets[in.C]
	var t Set
	rays := m.e.lists[in.X].rays
	for i := range rays {
		l := &rays[i]
		line := l.table[place]
		stop := line.diff(s)
		if stop.empty() {
			continue
		}
		if l.up {
			if end := stop.lowest(); x.has(end) {
				t = t.or(line.below(end))
			}
		} else if end := stop.highest(); x.has(end) {
			t = t.or(line.above(end))
		}
	}
	m.sets[in.D] = t
}

// fillFar is a fill whose steps are 64 bits or more, or become that by doubling.
func (m *Machine) fillFar(in *plan.Instr) {
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

// flood adds to a set what is reached within another one, in rounds.
func (m *Machine) flood(in *plan.Instr) {
	s, within := m.sets[in.A], m.sets[in.B]
	last := &m.floods[in.K]
	from := s
	if last.list == in.X && last.from.diff(s).empty() && last.within.diff(within).empty() {
		s = s.or(last.found)
	}
	moves := m.e.lists[in.X].moves
	for {
		t := s
		for i := range moves {
			l := &moves[i]
			switch l.way {
			case upwards:
				t = t.or(t.up(uint8(l.k)).and(l.mask).and(within))
			case downwards:
				t = t.or(t.down(uint8(-l.k)).and(l.mask).and(within))
			default:
				t = t.or(t.far(l.k).and(l.mask).and(within))
			}
		}
		if t == s {
			break
		}
		s = t
	}
	*last = flooded{from, within, s, in.X}
	m.sets[in.D] = s
}

// spread is flood with a mask of its own for each move.
func (m *Machine) spread(in *plan.Instr) {
	s := m.sets[in.A]
	moves := m.e.lists[in.X].moves
	for {
		t := s
		for i := range moves {
			l := &moves[i]
			switch l.way {
			case upwards:
				t = t.or(t.up(uint8(l.k)).and(m.sets[l.reg]))
			case downwards:
				t = t.or(t.down(uint8(-l.k)).and(m.sets[l.reg]))
			default:
				t = t.or(t.far(l.k).and(m.sets[l.reg]))
			}
		}
		if t == s {
			break
		}
		s = t
	}
	m.sets[in.D] = s
}
