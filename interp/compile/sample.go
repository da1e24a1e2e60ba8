package compile

import (
	"math/bits"
	"slices"

	w "boardgame/interp/compile/wasm"
)

// This file spares random games the search for steps that put something on any free place.
//
// A place is drawn from all there is room for, as a few bits of a random number, and taken if a
// step can be made there. That is rejection sampling: every step is equally likely. Several places
// are drawn at once, and the first that will do is taken. Only if none of them will, the steps are
// found, counted, and one of them drawn. No draw waits for a count of the steps, so the processor
// works on several plies at once.

// maxSamples is how many places are drawn at once at most.
const maxSamples = 4

// fewestSampled is how many places there must be: of fewer a step is found as quickly.
const fewestSampled = 32

// A sampling says how the steps of a group are drawn so.
type sampling struct {
	free   *branch   // the offer whose steps are drawn so
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
			return !cl.Free || d.silent(cl)
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

// isFree reports whether a set is all places of a constant one but those in sets of the position.
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

// byteOf returns the byte of a set of sampled steps that says of the members from 8 at on.
func (e *lowering) byteOf(n *node, at w.X) w.X {
	switch n.op {
	case sState:
		return w.Load(w.I32Load8U, add(e.p.X, at), e.fieldAt(int(n.k)))
	case sOr:
		return bor(e.byteOf(n.a, at), e.byteOf(n.b, at))
	}
	bytes := make([]byte, 8*MaxWords)
	for x := range n.a.set.All() {
		bytes[x/8] |= 1 << (x % 8)
	}
	return band(w.Load(w.I32Load8U, at, e.bytesTable(bytes)),
		w.Bin(w.I32Xor, e.byteOf(n.b, at), i32(0xFF)))
}

// sample draws places and returns whether a step can be made on one of them, which it puts into a
// variable.
func (d *playing) sample(e *lowering, s *sampling, place word) w.X {
	f := d.f
	n := min(maxSamples, 32/s.bits)
	random := f.Local(w.I32)
	f.Set(random, d.drawnBits(f))
	// Of small sets the words are at hand; of larger ones the bytes are read that are asked about.
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
		if a := d.p.Players[me].Classes[br.class].Apply; !slices.Contains(c.applies, a) {
			c.applies = append(c.applies, a)
		}
		c.off = append(c.off, make([]word,
			max(0, len(d.p.Players[me].Classes[br.class].Roles)-len(c.off)))...)
	}
	c.apply = constant(uint64(slices.Index(c.applies, class.Apply)))
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
