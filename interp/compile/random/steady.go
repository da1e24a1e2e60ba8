package random

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file keeps, from ply to ply of a random game, what finding steps reads of pieces that few
// steps change: for example, where walls leave a way open, while pawns walk.
//
// They are computed when a scene first needs them, and again after a step that changes a set of the
// position that they depend on. They are in memory: every variable that lasts from ply to ply costs
// a copy at each jump back, so with 24 of them games were half as fast.

// A steadySet is a set that a random game keeps.
type steadySet struct {
	is    *graph.Node
	group int    // those of a group depend on the same sets of the position
	at    uint32 // where it is in memory
}

const (
	maxSteady   = 24 // sets that are kept
	fewestOps   = 3  // a set of fewer operations is computed as fast as it is read
	fewestSaved = 64 // operations on words: if the kept sets save fewer, none is kept
)

// planSteady finds the sets that are worth keeping.
func planSteady(p *plan) {
	if graph.InBrowser {
		return
	}
	fields := map[*graph.Node]uint64{}
	saved := 0
	for me := range p.fused {
		for c, groups := range p.fused[me] {
			for _, g := range p.p.Players[me].Choices[c].Groups[:groups] {
				g.Root.Every(func(br *programs.Branch) bool {
					saved += p.steadyBelow(br.Cond, fields)
					return true
				})
			}
		}
	}
	if saved < fewestSaved {
		p.steady, p.steadyOf = nil, nil
	}
}

// steadyBelow notes the largest sets below a node that are worth keeping, and returns how many
// operations that saves.
func (p *plan) steadyBelow(n *graph.Node, fields map[*graph.Node]uint64) (saved int) {
	if n == nil || graph.IsConst(n) {
		return 0
	}
	of := fieldsOf(n, fields)
	if n.Op.IsNumber() || of&unsteady != 0 || !p.rarelyChange(of) {
		saved = p.steadyBelow(n.A, fields) + p.steadyBelow(n.B, fields) + p.steadyBelow(n.C, fields)
		for _, a := range n.Args {
			saved += p.steadyBelow(a, fields)
		}
		return saved
	}
	ops := n.Work(fewestSaved, nil)
	if ops < fewestOps || len(p.steady) == maxSteady ||
		slices.ContainsFunc(p.steady, func(s steadySet) bool { return s.is == n }) {
		return 0
	}
	group := slices.Index(p.steadyOf, of)
	if group < 0 {
		group = len(p.steadyOf)
		p.steadyOf = append(p.steadyOf, of)
	}
	p.steady = append(p.steady, steadySet{is: n, group: group})
	return ops * layout.Words(n.May)
}

// unsteady is the bit of everything but the sets of pieces.
const unsteady = 1 << 63

// fieldsOf returns the sets of the position that a node depends on, a bit for each.
func fieldsOf(n *graph.Node, known map[*graph.Node]uint64) (of uint64) {
	if n == nil {
		return 0
	}
	if of, ok := known[n]; ok {
		return of
	}
	switch n.Op {
	case graph.SState:
		of = 1 << min(n.K, 63)
	case graph.SCell, graph.SAfter, graph.SCarry, graph.SLeft, graph.NState, graph.NArg, graph.NVar,
		graph.NAfter, graph.NCell, graph.NCarry, graph.NLeft, graph.NRounds:
		of = unsteady
	}
	of |= fieldsOf(n.A, known) | fieldsOf(n.B, known) | fieldsOf(n.C, known)
	for _, a := range n.Args {
		of |= fieldsOf(a, known)
	}
	known[n] = of
	return of
}

// changed returns the sets of pieces that an apply program changes.
func (p *plan) changed(a *programs.Apply) (of uint64) {
	for i, old := range p.p.Before.Sets[:min(p.p.Pieces, 63)] {
		if a.Final.Sets[i] != old {
			of |= 1 << i
		}
	}
	return of
}

// rarelyChange reports whether some sets are pieces that steps only add, or only remove, and every
// player can end a turn without such a step.
func (p *plan) rarelyChange(of uint64) bool {
	if of>>min(p.p.Pieces, 63) != 0 {
		return false
	}
	for i, old := range p.p.Before.Sets[:min(p.p.Pieces, 63)] {
		if of>>i&1 == 0 {
			continue
		}
		more, less := true, true
		for _, player := range p.p.Players {
			for _, a := range player.Applies {
				more = more && keeps(a.Final.Sets[i], old, graph.SOr)
				less = less && keeps(a.Final.Sets[i], old, graph.SDiff)
			}
		}
		if !more && !less {
			return false
		}
	}
	for _, player := range p.p.Players {
		if !slices.ContainsFunc(player.Applies, func(a *programs.Apply) bool {
			return p.changed(a)&of == 0 && (a.Then == 0 || p.optional(a.Then))
		}) {
			return false
		}
	}
	return true
}

// keeps reports whether a set is an old one, perhaps changed by one operation only.
func keeps(n, old *graph.Node, op graph.NodeOp) bool {
	return n == old ||
		n.Op == op && (keeps(n.A, old, op) || op == graph.SOr && keeps(n.B, old, op))
}

// optional reports whether a turn can end without a move of a choice.
func (p *plan) optional(choice int) bool {
	conditional := true
	for _, g := range p.p.Choices[choice].Groups {
		for _, it := range g.Items {
			if it.Source.Op == ir.PassItem || it.Source.Op == ir.DoneItem {
				return true
			}
			conditional = conditional && it.Source.When != nil
		}
	}
	return conditional
}

// steadiness is the part of a function under construction that keeps sets.
type steadiness struct {
	of    *playing
	stale w.Local                // bit i: the i-th group must be computed anew
	known map[*graph.Node]uint32 // those that the scene has computed: where they are
}

// keep makes room for the sets that are kept.
func (s *steadiness) keep() {
	if len(s.of.plan.steady) == 0 {
		return
	}
	s.stale = s.of.f.Local(w.I32)
	for i := range s.of.plan.steady {
		set := &s.of.plan.steady[i]
		set.at = s.of.R.Unit.Room(8 * layout.Words(set.is.May))
	}
	s.forget()
}

// forget notes that the position may have changed in any way.
func (s *steadiness) forget() {
	if len(s.of.plan.steady) > 0 {
		s.of.f.Set(s.stale, lower.I32(1<<len(s.of.plan.steadyOf)-1))
	}
}

// change notes which sets a step of an apply program changes.
func (s *steadiness) change(a *programs.Apply) {
	bits, of := 0, s.of.plan.changed(a)
	for i, fields := range s.of.plan.steadyOf {
		if fields&of != 0 {
			bits |= 1 << i
		}
	}
	if bits != 0 {
		s.of.f.Set(s.stale, lower.Bor(s.stale.X, lower.I32(bits)))
	}
}

// read computes the sets that the groups of a scene read, if they may have changed. Code that
// finds and plays the steps of the scene knows them.
func (s *steadiness) read(groups []programs.GroupCode) {
	s.known = nil
	if len(s.of.plan.steady) == 0 {
		return
	}
	known := map[*graph.Node]uint32{}
	read := map[*graph.Node]bool{}
	for _, g := range groups {
		g.Root.Every(func(br *programs.Branch) bool {
			programs.Reads(br.Cond, read)
			return true
		})
	}
	for i := range s.of.plan.steadyOf {
		group := lists.Filter(s.of.plan.steady, func(set steadySet) bool { return set.group == i })
		if !slices.ContainsFunc(group, func(set steadySet) bool { return read[set.is] }) {
			continue
		}
		s.of.f.If(lower.Band(s.stale.X, lower.I32(1<<i)), func() {
			s.of.f.Set(s.stale, w.Bin(w.I32Xor, s.stale.X, lower.I32(1<<i)))
			e := s.of.lower(s.of.f)
			for _, set := range group {
				e.Frame.Count(set.is)
			}
			for _, set := range group {
				for k, x := range e.Set(set.is) {
					s.of.f.Store(w.I64Store, w.C32(set.at), uint32(8*k), x.X)
				}
			}
		})
		for _, set := range group {
			known[set.is] = set.at
		}
	}
	s.known = known
}
