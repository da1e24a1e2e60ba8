package random

import (
	"math/bits"
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
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
	free   *programs.Branch   // the offer whose steps are sampled
	others []*programs.Branch // conditions on which the group offers something else
	bits   int                // of a place
}

// planSamples finds the groups whose steps are sampled.
func planSamples(p *plan) {
	for me, player := range p.p.Players {
		for c, ch := range player.Choices {
			for g := range p.fused[me][c] {
				if s := p.sampled(me, ch.Groups[g].Root); s != nil {
					p.samples[ch.Groups[g].Root] = s
				}
			}
		}
	}
}

// sampled returns how steps of a group are drawn from all places; nil if they are not.
func (p *plan) sampled(me int, root *programs.Branch) *sampling {
	player := p.p.Players[me]
	var s sampling
	var part func(br *programs.Branch)
	part = func(br *programs.Branch) {
		switch {
		case br.Kind == programs.BranchSeq:
			for _, sub := range br.Subs {
				part(sub)
			}
		case s.free == nil && br.Kind == programs.BranchOut && isFree(br.Cond):
			s.free = br
		default:
			s.others = append(s.others, br)
		}
	}
	part(root)
	if s.free == nil || len(s.free.Anchors) > 0 ||
		slices.ContainsFunc(s.others,
			func(br *programs.Branch) bool { return br.Kind != programs.BranchIf }) ||
		slices.ContainsFunc(root.Offers(), func(br *programs.Branch) bool {
			cl := &player.Classes[br.Class]
			return !cl.Free || p.p.Silent(cl)
		}) {
		return nil
	}
	last := 0
	for x := range s.free.Cond.May.All() {
		last = int(x)
	}
	s.bits = bits.Len(uint(last))
	if n := s.free.Cond.May.Len(); n < fewestSampled || 2*n < 1<<s.bits {
		return nil
	}
	return &s
}

// isFree reports whether a set is a constant set without the places of some sets of the position.
func isFree(n *graph.Node) bool {
	if n.Op != graph.SDiff || n.A.Op != graph.SConst {
		return false
	}
	count := 0
	var taken func(n *graph.Node) bool
	taken = func(n *graph.Node) bool {
		if n.Op == graph.SOr {
			return taken(n.A) && taken(n.B)
		}
		count++
		return n.Op == graph.SState
	}
	return taken(n.B) && count <= 4
}

// byteOf returns the byte of a set of sampled steps with the members from 8·at on.
func byteOf(e *lower.Frame, n *graph.Node, at w.X) w.X {
	switch n.Op {
	case graph.SState:
		return w.Load(w.I32Load8U, lower.Add(e.P.X, at), e.Unit.FieldAt(int(n.K)))
	case graph.SOr:
		return lower.Bor(byteOf(e, n.A, at), byteOf(e, n.B, at))
	}
	bytes := make([]byte, 8*layout.MaxWords)
	for x := range n.A.Set.All() {
		bytes[x/8] |= 1 << (x % 8)
	}
	return lower.Band(w.Load(w.I32Load8U, at, e.Unit.BytesTable(bytes)),
		w.Bin(w.I32Xor, byteOf(e, n.B, at), lower.I32(0xFF)))
}

// sample draws places and returns whether a step is possible on one of them, which it puts into a
// variable.
func (d *playing) sample(e *lower.Lowering, s *sampling, place lower.Word) w.X {
	f := d.f
	n := min(maxSamples, 32/s.bits)
	random := f.Local(w.I32)
	f.Set(random, d.R.List.DrawnBits(f))
	// The words of small sets are at hand; of larger sets, only the bytes needed are read.
	holds := func(at w.Local) w.X {
		byte := f.Local(w.I32)
		f.Set(byte, w.Bin(w.I32ShrU, at.X, lower.I32(3)))
		return lower.Band(
			w.Bin(w.I32ShrU, byteOf(&e.Frame, s.free.Cond, byte.X), lower.Band(at.X, lower.I32(7))),
			lower.I32(1))
	}
	if layout.Words(s.free.Cond.May) <= 2 {
		e.Frame.Count(s.free.Cond)
		set := e.Set(s.free.Cond)
		holds = func(at w.Local) w.X {
			return w.Un(w.I32WrapI64, e.Frame.Holds(set, e.W.Word(w.Un(w.I64ExtendI32U, at.X)), false))
		}
	}
	any := f.Local(w.I32)
	for i := range n {
		at := f.Local(w.I32)
		f.Set(at, lower.Band(w.Bin(w.I32ShrU, random.X, lower.I32(i*s.bits)), lower.I32(1<<s.bits-1)))
		wide := w.Un(w.I64ExtendI32U, at.X)
		is := holds(at)
		if i == 0 {
			f.Set(any, is)
			e.W.Assign(place, wide)
			continue
		}
		e.W.Assign(place, w.Select(place.X, wide, any.X))
		f.Set(any, lower.Bor(any.X, is))
	}
	for _, br := range s.others {
		e.Frame.Count(br.Cond)
		f.Set(any, lower.Band(any.X, w.Not32(e.Test(br.Cond))))
	}
	return any.X
}

// playSampled draws one of the steps of a group and plays it.
func (d *playing) playSampled(me, choice int, root *programs.Branch, s *sampling, none w.Label) {
	f := d.f
	e := d.lower(f)
	class := &d.plan.p.Players[me].Classes[s.free.Class]
	var c chosen // of a step drawn in either way
	place := e.W.Variable(lower.Constant(0))
	list := root.Offers()
	for _, br := range list {
		if a := d.plan.p.Players[me].Classes[br.Class].Apply; !slices.Contains(c.applies, a) {
			c.applies = append(c.applies, a)
		}
		c.off = append(c.off, make([]lower.Word,
			max(0, len(d.plan.p.Players[me].Classes[br.Class].Roles)-len(c.off)))...)
	}
	c.apply = lower.Constant(uint64(slices.Index(c.applies, class.Apply)))
	for i, role := range class.Roles {
		c.off[i] = lower.Constant(uint64(role.Off))
	}
	if len(list) > 1 {
		c.apply = e.W.Variable(c.apply)
		for i := range c.off {
			c.off[i] = e.W.Variable(c.off[i])
		}
	}
	f.If(w.Not32(d.sample(d.lower(f), s, place)), func() {
		e := d.lower(f)
		exact, at, _ := d.drawKept(e, me, d.found(e, me, root), none)
		e.W.Assign(place, at.X)
		if len(list) > 1 {
			e.W.Assign(c.apply, exact.apply.X)
			for i := range c.off {
				e.W.Assign(c.off[i], exact.off[i].X)
			}
		}
	})
	d.playChosen(e, me, choice, c, place, false, nil)
}
