package compile

import (
	"math/bits"
	"slices"

	w "boardgame/interp/compile/wasm"
)

// This file saves random games the search for steps that put something on any free place.
//
// It draws a place from all that there is room for, as a few bits of a random number, and takes it
// if a step is possible there. That is rejection sampling: every step is equally likely. It draws
// several places at once and takes the first one that is possible. Only if none is, it finds and
// counts the steps and draws one of them. No draw waits for a count of the steps, so the processor
// works on several plies at once.

// maxSamples is the greatest number of places drawn at once.
const maxSamples = 4

// fewestSampled is the fewest places for which sampling pays; with fewer, finding the steps is as
// quick.
const fewestSampled = 32

// A sampling says how to sample the steps of a group.
type sampling struct {
	free   *branch   // the offer whose steps are sampled
	others []*branch // conditions on which the group offers something else
	bits   int       // of a place
}

// sampled returns how steps of a group are drawn from all places; nil if they are not.
func (d *playing) sampled(me int, root *branch) *sampling {
	player := d.p.Players[me]
	var s sampling
	var part func(br *branch)
	part = func(br *branch) {
		switch {
		case br.kind == branchSeq:
			for _, sub := range br.subs {
				part(sub)
			}
		case s.free == nil && br.kind == branchOut && isFree(br.cond):
			s.free = br
		default:
			s.others = append(s.others, br)
		}
	}
	part(root)
	if s.free == nil || len(s.free.anchors) > 0 ||
		slices.ContainsFunc(s.others, func(br *branch) bool { return br.kind != branchIf }) ||
		slices.ContainsFunc(root.offers(), func(br *branch) bool {
			cl := &player.Classes[br.class]
			return !cl.free || d.silent(cl)
		}) {
		return nil
	}
	last := 0
	for x := range s.free.cond.may.All() {
		last = int(x)
	}
	s.bits = bits.Len(uint(last))
	if n := s.free.cond.may.Len(); n < fewestSampled || 2*n < 1<<s.bits {
		return nil
	}
	return &s
}

// isFree reports whether a set is a constant set without the places of some sets of the position.
func isFree(n *node) bool {
	if n.op != sDiff || n.a.op != sConst {
		return false
	}
	count := 0
	var taken func(n *node) bool
	taken = func(n *node) bool {
		if n.op == sOr {
			return taken(n.a) && taken(n.b)
		}
		count++
		return n.op == sState
	}
	return taken(n.b) && count <= 4
}

// byteOf returns the byte of a set of sampled steps with the members from 8·at on.
func (e *frame) byteOf(n *node, at w.X) w.X {
	switch n.op {
	case sState:
		return w.Load(w.I32Load8U, add(e.p.X, at), e.fieldAt(int(n.k)))
	case sOr:
		return bor(e.byteOf(n.a, at), e.byteOf(n.b, at))
	}
	bytes := make([]byte, 8*maxWords)
	for x := range n.a.set.All() {
		bytes[x/8] |= 1 << (x % 8)
	}
	return band(w.Load(w.I32Load8U, at, e.bytesTable(bytes)),
		w.Bin(w.I32Xor, e.byteOf(n.b, at), i32(0xFF)))
}

// sample draws places and returns whether a step is possible on one of them, which it puts into a
// variable.
func (d *playing) sample(e *lowering, s *sampling, place word) w.X {
	f := d.f
	n := min(maxSamples, 32/s.bits)
	random := f.Local(w.I32)
	f.Set(random, d.drawnBits(f))
	// The words of small sets are at hand; of larger sets, only the bytes needed are read.
	holds := func(at w.Local) w.X {
		byte := f.Local(w.I32)
		f.Set(byte, w.Bin(w.I32ShrU, at.X, i32(3)))
		return band(w.Bin(w.I32ShrU, e.byteOf(s.free.cond, byte.X), band(at.X, i32(7))), i32(1))
	}
	if words(s.free.cond.may) <= 2 {
		e.count(s.free.cond)
		set := e.set(s.free.cond)
		holds = func(at w.Local) w.X {
			return w.Un(w.I32WrapI64, e.holds(set, e.word(w.Un(w.I64ExtendI32U, at.X)), false))
		}
	}
	any := f.Local(w.I32)
	for i := range n {
		at := f.Local(w.I32)
		f.Set(at, band(w.Bin(w.I32ShrU, random.X, i32(i*s.bits)), i32(1<<s.bits-1)))
		wide := w.Un(w.I64ExtendI32U, at.X)
		is := holds(at)
		if i == 0 {
			f.Set(any, is)
			e.assign(place, wide)
			continue
		}
		e.assign(place, w.Select(place.x, wide, any.X))
		f.Set(any, bor(any.X, is))
	}
	for _, br := range s.others {
		e.count(br.cond)
		f.Set(any, band(any.X, w.Not32(e.test(br.cond))))
	}
	return any.X
}

// playSampled draws one of the steps of a group and plays it.
func (d *playing) playSampled(me, choice int, root *branch, s *sampling, none w.Label) {
	f := d.f
	e := d.lower(f)
	class := &d.p.Players[me].Classes[s.free.class]
	var c chosen // of a step drawn in either way
	place := e.variable(constant(0))
	list := root.offers()
	for _, br := range list {
		if a := d.p.Players[me].Classes[br.class].apply; !slices.Contains(c.applies, a) {
			c.applies = append(c.applies, a)
		}
		c.off = append(c.off, make([]word,
			max(0, len(d.p.Players[me].Classes[br.class].Roles)-len(c.off)))...)
	}
	c.apply = constant(uint64(slices.Index(c.applies, class.apply)))
	for i, role := range class.Roles {
		c.off[i] = constant(uint64(role.Off))
	}
	if len(list) > 1 {
		c.apply = e.variable(c.apply)
		for i := range c.off {
			c.off[i] = e.variable(c.off[i])
		}
	}
	f.If(w.Not32(d.sample(d.lower(f), s, place)), func() {
		e := d.lower(f)
		exact, at, _ := d.drawKept(e, me, d.found(e, me, root), none)
		e.assign(place, at.x)
		if len(list) > 1 {
			e.assign(c.apply, exact.apply.x)
			for i := range c.off {
				e.assign(c.off[i], exact.off[i].x)
			}
		}
	})
	d.playChosen(e, me, choice, c, place, false, nil)
}
