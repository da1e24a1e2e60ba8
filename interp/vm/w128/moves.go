package w128

import (
	"iter"
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/position"
	"boardgame/interp/vm/engine"
	"boardgame/interp/vm/random"
)

// moves is the legal steps of the position at hand.
type moves struct{ m *Machine }

// Moves finds the legal steps of p.
func (m *Machine) Moves(p engine.Position) engine.Moves {
	m.load(p.(*Position))
	m.legal()
	return moves{m}
}

// legal finds the legal steps of the position at hand, and all of them.
func (m *Machine) legal() {
	if m.head.over || m.ready(0, tryAll) == over {
		m.bundles, m.others = m.bundles[:0], m.others[:0]
		m.total, m.left, m.offers = 0, 0, 0
	}
}

// Count returns how many there are.
func (s moves) Count() int { return s.m.count() }

// At returns the i-th.
func (s moves) At(i int) position.Move {
	m := s.m
	for j := range m.bundles {
		b := &m.bundles[j]
		if i < int(b.count) {
			return m.name(b, b.set.pick(i))
		}
		i -= int(b.count)
	}
	return m.others[i].move
}

// name returns a step as a word.
func (m *Machine) name(b *bundle, place int64) position.Move {
	c := &m.code.classes[b.class]
	word := c.Base
	for i := range c.Roles {
		s := &c.Roles[i]
		x := place + int64(s.Off)
		if s.Anchor >= 0 {
			x = int64(b.anchors[s.Anchor&1])
		}
		word |= position.Move(m.e.p.Layout.Site[s.Plane][x]) << s.Shift
	}
	return word
}

// All yields them in order.
func (s moves) All() iter.Seq[position.Move] {
	return func(yield func(position.Move) bool) {
		m := s.m
		for i := range m.bundles {
			b := &m.bundles[i]
			for set := b.set; !set.empty(); set = set.dropLowest() {
				if !yield(m.name(b, set.lowest())) {
					return
				}
			}
		}
		for i := range m.others {
			if !yield(m.others[i].move) {
				return
			}
		}
	}
}

// Random returns one of them, all equally likely.
func (s moves) Random(rng *random.Source) position.Move { return s.At(rng.Below(s.Count())) }

// Contains reports whether a step is one of them.
func (s moves) Contains(w position.Move) bool {
	_, _, ok := s.m.locate(w)
	return ok
}

// locate finds a step among the bundles; the index is -1 for one that is in none.
func (m *Machine) locate(w position.Move) (bundle int, place int64, ok bool) {
	for i := range m.others {
		if m.others[i].move == w {
			return -1, 0, true
		}
	}
	for i := range m.bundles {
		b := &m.bundles[i]
		c := &m.code.classes[b.class]
		if c.Move != w.ID() {
			continue
		}
		for set := b.set; !set.empty(); set = set.dropLowest() {
			if x := set.lowest(); m.name(b, x) == w {
				return i, x, true
			}
		}
	}
	return 0, 0, false
}

// Play plays a legal step of p and the silent ones that follow.
func (m *Machine) Play(next, p engine.Position, w position.Move) bool {
	m.load(p.(*Position))
	m.legal()
	return m.goTo(next.(*Position), w)
}

// PlayLegal plays a step of p that is known to be legal, and the silent ones that follow.
func (m *Machine) PlayLegal(next, p engine.Position, w position.Move) bool {
	m.load(p.(*Position))
	for group := 0; m.ready(group, tryNone) == offer; group = m.group + 1 {
		if m.goTo(next.(*Position), w) {
			return true
		}
	}
	return false
}

// goTo plays a step if it is one of those at hand.
func (m *Machine) goTo(next *Position, w position.Move) bool {
	i, place, ok := m.locate(w)
	if !ok {
		return false
	}
	m.take(i, place, w)
	m.settle()
	m.save(next)
	return true
}

// take plays a step that has been located.
func (m *Machine) take(i int, place int64, w position.Move) {
	if i < 0 {
		m.playOther(w)
		return
	}
	b := m.bundles[i]
	m.play(&b, place)
}

// settle takes silent steps and lets outcomes decide, until there is a choice.
func (m *Machine) settle() {
	if !m.head.over {
		m.ready(0, trySome)
	}
}

// Playout plays random steps from p until the game is over or limit steps have been taken.
func (m *Machine) Playout(p engine.Position, rng *random.Source, limit int, count bool) engine.Playout {
	pos := p.(*Position)
	m.load(pos)
	var out engine.Playout
	group, tried := 0, tryNone
	if count {
		tried = tryAll
	}
	for out.Plies < limit && m.ready(group, tried) == offer {
		group = 0
		if count {
			out.Legal += m.count()
			out.Counted++
		}
		if !m.random(rng) {
			group = m.group + 1 // none of them was legal
			continue
		}
		out.Plies++
	}
	if m.head.over {
		out.Over = true
	}
	out.Winner = -1
	if m.head.over && bits.OnesCount16(m.head.winners) == 1 {
		out.Winner = bits.TrailingZeros16(m.head.winners)
	}
	m.save(pos)
	return out
}

// random plays one of the steps on offer, all legal ones equally likely. Steps that must be tried are drawn first and tried then;
// one that fails is taken away and another one drawn. It reports false if none was left.
func (m *Machine) random(rng *random.Source) bool {
	for m.count() > 0 {
		k := 0
		if n := m.count(); n > 1 {
			k = rng.Below(n)
		}
		if k >= m.total {
			m.playOther(m.others[k-m.total].move)
			return true
		}
		i := 0
		for k >= int(m.bundles[i].count) {
			k -= int(m.bundles[i].count)
			i++
		}
		b := &m.bundles[i]
		place := b.set.pick(k)
		if m.code.classes[b.class].Free {
			m.play(b, place)
			return true
		}
		if c := *b; m.try(&c, place, true) {
			return true
		}
		b = &m.bundles[i]
		b.set = b.set.diff(single(place))
		b.count--
		m.total--
	}
	return false
}

// Perft counts the sequences of exactly depth turns, or steps, from p.
func (m *Machine) Perft(p engine.Position, depth int, steps bool) uint64 {
	if depth <= 0 {
		return 1
	}
	m.load(p.(*Position))
	return m.perft(depth, steps)
}

func (m *Machine) perft(depth int, steps bool) uint64 {
	m.legal()
	if depth == 1 && steps {
		return uint64(m.count())
	}
	var n uint64
	before := m.push()
	found := m.search
	m.search = m.spare()
	ply := before.nums[compile.NumPly]
	next := func() {
		m.settle()
		left := depth
		if steps || m.head.over || m.nums[compile.NumPly] != ply {
			left--
		}
		if left == 0 {
			n++
			return
		}
		n += m.perft(left, steps)
	}
	for i := range found.bundles {
		b := &found.bundles[i]
		apply := m.e.programs[before.head.mover].classes[b.class].apply
		if depth == 1 && apply.Then == 0 {
			n += uint64(b.count)
			continue
		}
		for set := b.set; !set.empty(); set = set.dropLowest() {
			m.load(before)
			c := *b
			m.group, m.aim = found.group, found.aim
			m.play(&c, set.lowest())
			next()
		}
	}
	for _, o := range found.others {
		if depth == 1 && o.item.Source.Op != ir.MoveItem {
			n++
			continue
		}
		m.load(before)
		m.group, m.aim = found.group, found.aim
		m.playOther(o.move)
		next()
	}
	m.giveBack(m.search)
	m.search = found
	m.depth--
	return n
}
