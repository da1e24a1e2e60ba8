// Code generated from package w128; DO NOT EDIT.

package w64

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// `with least` and `with most` look at whole turns (decision 22): of the steps of a group those stay that begin one of its best turns,
// and the turn must then reach what these reach. What it must reach, its aims, is kept in the position until the turn ends.

// The states of an aim.
const (
	noAim = iota
	anAim
	noWay // one that two choices of the turn see differently, so that no turn reaches it
)

// turnOver is the choice of a position in which a turn is over that has not been ended.
const turnOver = -1

// aiming reports whether the turn under way has an aim.
func (m *Machine) aiming() bool {
	return slices.ContainsFunc(m.e.aimed, func(g *compile.Group) bool { return m.nums[g.Aim] != noAim })
}

// aims returns those of the turn under way, as the evaluator keeps them.
func (m *Machine) aims() []*position.Aim {
	var list []*position.Aim
	for _, ch := range m.e.p.Choices {
		for i, g := range ch.Groups {
			if g.Best > 0 && m.nums[g.Aim] != noAim {
				list = append(list, &position.Aim{By: ch.Source.Groups[i].Best, Values: slices.Clone(m.nums[g.Aim+1:][:g.Best])})
			}
		}
	}
	return list
}

// takeAim adds what the best turns of the group at hand reach to the aims. A step of the group is about to be taken.
func (m *Machine) takeAim() {
	g := m.e.groups[m.head.choice][m.group].best
	if g == nil || m.aim == nil {
		return
	}
	values := m.nums[g.Aim+1:][:g.Best]
	switch {
	case m.nums[g.Aim] == noAim:
		m.nums[g.Aim] = anAim
		copy(values, m.aim)
	case !slices.Equal(values, m.aim):
		m.nums[g.Aim] = noWay
	}
}

// maxAhead bounds how many steps are tried while looking ahead from one position, as in the evaluator, which counts a little otherwise: beyond
// it a turn that was not looked through is not compared.
const maxAhead = 1 << 20

// keepBest leaves of the legal steps of the group at hand those that begin one of its best turns, if it compares them.
func (m *Machine) keepBest(g *compile.Group) {
	m.aim = nil
	if g == nil || m.count() == 0 {
		return
	}
	judge := m.code.groups[m.head.choice][m.group].Judge
	var best []int64
	m.sift(func() verdict {
		v := drop
		m.turns(func() bool {
			m.run(judge)
			values := m.scores[:g.Best]
			order := slices.Compare(values, best)
			if !g.Most {
				order = -order
			}
			switch {
			case best == nil || order > 0:
				best = append(best[:0], values...)
				v = keepAlone
			case order == 0 && v == drop:
				v = keep
			}
			return true
		})
		if best == nil {
			return keep // the search was cut short before any turn was complete
		}
		return v
	})
	m.aim = best
}

// keepAimed leaves of the steps of the group at hand those that can also reach the aims of the turn under way.
func (m *Machine) keepAimed() {
	if m.count() == 0 || !m.aiming() {
		return
	}
	here := m.aim
	var judge []compile.Instr
	if here != nil {
		judge = m.code.groups[m.head.choice][m.group].Judge
	}
	m.sift(func() verdict {
		if m.turns(func() bool { return here != nil && !m.scored(judge, here) || !m.reachesAims() }) {
			return drop
		}
		return keep
	})
	m.aim = here
}

// reachesAims reports whether the turn that is over at the position at hand has reached its aims.
func (m *Machine) reachesAims() bool {
	for c, ch := range m.e.p.Choices {
		for i, g := range ch.Groups {
			if g.Best == 0 || m.nums[g.Aim] == noAim {
				continue
			}
			if m.nums[g.Aim] == noWay || !m.scored(m.code.groups[c][i].Judge, m.nums[g.Aim+1:][:g.Best]) {
				return false
			}
		}
	}
	return true
}

// scored reports whether a program scores some numbers.
func (m *Machine) scored(code []compile.Instr, values []int64) bool {
	m.run(code)
	return slices.Equal(m.scores[:len(values)], values)
}

// verdict says what becomes of a step that was tried.
type verdict uint8

const (
	drop verdict = iota
	keep
	keepAlone // and those kept so far are dropped
)

// sift takes each of the steps found in turn, without ending the turn, and leaves those that a judge keeps. The steps must be legal.
func (m *Machine) sift(judge func() verdict) {
	found := m.search
	m.search = m.spare()
	before := m.push()
	for i := range found.bundles {
		b := &found.bundles[i]
		var left Set
		for s := b.set; !s.empty(); s = s.dropLowest() {
			x := s.lowest()
			m.advance(b, x)
			switch judge() {
			case keepAlone:
				clearBundles(found.bundles[:i])
				left = single(x)
			case keep:
				left = left.or(single(x))
			}
			m.load(before)
		}
		b.set, b.count = left, int32(left.count())
	}
	others := found.others[:0]
	for _, o := range found.others {
		m.advanceOther(o)
		switch judge() {
		case keepAlone:
			clearBundles(found.bundles)
			others = append(others[:0], o)
		case keep:
			others = append(others, o)
		}
		m.load(before)
	}
	found.others, found.total, found.left = others, 0, 0
	for i := range found.bundles {
		found.total += int(found.bundles[i].count)
	}
	for i := range others {
		if others[i].item.Source.Op == ir.MoveItem {
			found.left++
		}
	}
	m.depth--
	m.giveBack(m.search)
	m.search = found
}

func clearBundles(list []bundle) {
	for i := range list {
		list[i].set, list[i].count = Set{}, 0
	}
}

// advance takes a legal step, without ending the turn.
func (m *Machine) advance(b *bundle, place int64) {
	c := &m.code.classes[b.class]
	m.arguments(c, b, place)
	m.run(c.apply.Code)
	m.stepped()
	m.head.choice = int16(c.apply.Then)
	if m.ends(c.apply) {
		m.head.choice = turnOver
	} else if m.e.p.Choices[c.apply.Then].MayRepeat {
		m.tread(m.moment())
	}
}

func (m *Machine) advanceOther(o other) {
	if o.item.Source.Op == ir.MoveItem {
		m.afterLeft(o.move)
		return
	}
	m.stepped()
	m.head.choice = turnOver
}

// turns calls f at the end of each legal turn that goes on from the position at hand, until f returns false; it reports whether f never
// did. The position is left in any state.
func (m *Machine) turns(f func() bool) bool {
	if m.looked++; m.looked > maxAhead {
		return false
	}
	if m.head.choice == turnOver {
		return f()
	}
	infos := m.e.groups[m.head.choice]
	for g := range infos {
		m.find(g)
		m.filter()
		m.keepBest(infos[g].best)
		if aim := m.aim; aim != nil {
			judge, around := m.code.groups[m.head.choice][g].Judge, f
			f = func() bool { return !m.scored(judge, aim) || around() }
		}
		if m.count() > 0 {
			return m.turnsOfSteps(f)
		}
		if it := m.decides(&infos[g]); it != nil {
			return it.Source.Op == ir.IllegalItem || f()
		}
	}
	m.stepped() // done, for want of anything else
	m.head.choice = turnOver
	return f()
}

// turnsOfSteps is turns for those that begin with the steps found.
func (m *Machine) turnsOfSteps(f func() bool) bool {
	never := true
	m.sift(func() verdict {
		never = never && m.turns(f)
		return keep
	})
	return never
}
