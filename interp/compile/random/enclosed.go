package random

import (
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file makes random games check only now and then whether something is enclosed: whether sites
// outside a set of the position, such as those inside a ring of stones, cannot reach a constant
// set.
//
// A place that joins the set can cut off sites only if its neighbors outside the set are not all
// next to each other. A table says that, by the place and its neighbors in the set. The turn ends
// with a flood only if the table allows a cut.

// An enclosure is such a check. It is one part of a sentence of `end`.
type enclosure struct {
	part  *graph.Node
	field int     // the set of the position that encloses
	ask   w.Local // 0: certainly nothing is enclosed
	// The neighbors of a place, as runs of offsets; width is their total number of bits.
	runs  []run
	width int
	cuts  []byte // by place and pattern, a bit: whether something may be cut off
}

// A run is a range of consecutive offsets.
type run struct{ from, len int }

// maxCuts is how many bytes a table of cuts may have, and maxPattern how many bits a pattern.
const (
	maxCuts    = 1 << 15
	maxPattern = 12
)

// planEnclosures finds the enclosures that are read when turns end.
func planEnclosures(p *plan) { p.readAtEnd(p.enclosuresIn) }

// enclosuresIn notes the enclosures that are parts of a sentence.
func (p *plan) enclosuresIn(t *graph.Node) {
	if t.Op == graph.NBin && graph.BinOp(t.K) == graph.BOr && t.A.IsTruth() && t.B.IsTruth() {
		p.enclosuresIn(t.A)
		p.enclosuresIn(t.B)
		return
	}
	if len(p.enclosures) >= maxKept || slices.ContainsFunc(p.enclosures,
		func(x enclosure) bool { return x.part == t }) {
		return
	}
	if x := p.enclosureOf(t); x != nil && p.grows(x.field) {
		p.enclosures = append(p.enclosures, *x)
	}
}

// enclosureOf returns the enclosure that a condition asks about; nil if it asks something else:
// `some K - flood`, where K is a constant set without a set of the position, and the flood goes
// through K from those of its members that are in another constant set.
func (p *plan) enclosureOf(t *graph.Node) *enclosure {
	if t.Op != graph.NSome || t.A.Op != graph.SDiff || t.A.B.Op != graph.SFlood {
		return nil
	}
	sites, flood := t.A.A, t.A.B
	if sites.Op != graph.SDiff || sites.A.Op != graph.SConst || sites.B.Op != graph.SState ||
		flood.B != sites ||
		flood.A.Op != graph.SDiff || flood.A.A.Op != graph.SConst ||
		flood.A.B != sites.B ||
		!flood.A.A.Set.In(sites.A.Set) {
		return nil
	}
	x := &enclosure{part: t, field: int(sites.B.K)}
	if !x.tabulate(sites.A.Set, flood.A.A.Set, flood.List, p.p.Layout.Words*64) {
		return nil
	}
	return x
}

// tabulate computes the table of cuts. It reports false unless steps go both ways and the neighbors
// of a place are near enough to it.
func (x *enclosure) tabulate(sites, goal *layout.Bits, list *graph.ShiftList, places int) bool {
	near := make([]layout.Bits, places)
	for from := range sites.All() {
		for i, k := range list.K {
			if to := int(from) + k; graph.InRoom(&list.Mask[i], to) && graph.InRoom(sites, to) {
				near[from].Add(topology.Site(to))
			}
		}
	}
	for from := range sites.All() {
		for to := range near[from].All() {
			if !near[to].Has(from) {
				return false
			}
		}
	}
	offsets := slices.Clone(list.K)
	slices.Sort(offsets)
	for _, k := range offsets {
		if n := len(x.runs); n > 0 && k <= x.runs[n-1].from+x.runs[n-1].len+1 {
			x.runs[n-1].len = k - x.runs[n-1].from + 1
		} else {
			x.runs = append(x.runs, run{k, 1})
		}
	}
	for _, r := range x.runs {
		x.width += r.len
	}
	if offsets[len(offsets)-1]-offsets[0]+8 > 64 || x.width > maxPattern ||
		places<<x.width > 8*maxCuts {
		return false
	}
	x.cuts = make([]byte, places<<x.width/8+1)
	for at := range sites.All() {
		for pattern := range 1 << x.width {
			var taken layout.Bits
			bit := 0
			for _, r := range x.runs {
				for k := range r.len {
					to := int(at) + r.from + k
					if pattern>>bit&1 != 0 && graph.InRoom(&near[at], to) {
						taken.Add(topology.Site(to))
					}
					bit++
				}
			}
			if mayCut(at, near[at].Minus(taken), near, goal) {
				i := int(at)<<x.width | pattern
				x.cuts[i/8] |= 1 << (i % 8)
			}
		}
	}
	return true
}

// mayCut reports whether some of the neighbors outside the set, or what is connected to them, may
// have reached the goal only through this place.
func mayCut(at topology.Site, outside layout.Bits, near []layout.Bits, goal *layout.Bits) bool {
	groups, away := 0, 0 // away: the groups of neighbors that have no member of the goal
	for !outside.Empty() {
		var group layout.Bits
		for s := range outside.All() {
			group.Add(s)
			break
		}
		for {
			more := group
			for s := range group.All() {
				more = more.Or(near[s].And(outside))
			}
			if more == group {
				break
			}
			group = more
		}
		outside = outside.Minus(group)
		groups++
		if !graph.Meets(&group, goal) {
			away++
		}
	}
	return away > 0 && (groups > 1 || goal.Has(at))
}

// growEnclosures notes, before a step of an apply program is played, which enclosures must be
// checked after it.
func (d *playing) growEnclosures(e *lower.Lowering, a *programs.Apply) {
	for i := range d.enclosures {
		x := &d.enclosures[i]
		if place, same := d.added(a, x.field); place != nil {
			d.f.Set(x.ask, lower.Bor(x.ask.X, cutsOff(&e.Frame, x, e.Num(place))))
		} else if !same {
			d.f.Set(x.ask, lower.I32(1))
		}
	}
}

// cutsOff returns whether a place that joins the set of an enclosure may cut something off. It
// reads the old set from memory.
func cutsOff(e *lower.Frame, x *enclosure, place lower.Word) w.X {
	f := e.F
	at, from, near := f.Local(w.I32), f.Local(w.I32), f.Local(w.I64)
	least := x.runs[0].from
	f.Set(at, place.Narrow())
	f.Set(from, lower.Add(at.X, lower.I32(least)))
	f.Set(near, w.Bin(w.I64ShrU, w.Load(w.I64Load,
		lower.Add(e.P.X, w.Bin(w.I32ShrS, from.X, lower.I32(3))), e.FieldAt(x.field)),
		w.Un(w.I64ExtendI32U, lower.Band(from.X, lower.I32(7)))))
	index := w.Bin(w.I32Shl, at.X, lower.I32(x.width))
	bit := 0
	for _, r := range x.runs {
		part := w.Bin(w.I64And, w.Bin(w.I64ShrU, near.X, lower.I64(r.from-least)), lower.I64(1<<r.len-1))
		index = lower.Bor(index, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, part), lower.I32(bit)))
		bit += r.len
	}
	i := f.Local(w.I32)
	f.Set(i, index)
	cuts := w.Load(w.I32Load8U, w.Bin(w.I32ShrU, i.X, lower.I32(3)), e.BytesTable(x.cuts))
	return lower.Band(w.Bin(w.I32ShrU, cuts, lower.Band(i.X, lower.I32(7))), lower.I32(1))
}

// readEnclosures makes the answers known to code that reads conditions.
func (d *playing) readEnclosures(e *lower.Lowering, conds []programs.EndCond) {
	for i := range d.enclosures {
		x := &d.enclosures[i]
		if !slices.ContainsFunc(conds, func(c programs.EndCond) bool { return readsNode(c.T, x.part) }) {
			continue
		}
		d.f.If(x.ask.X, func() {
			e := d.lower(d.f)
			e.Count(x.part)
			d.f.Set(x.ask, e.Test(x.part))
		})
		e.Remember(x.part, []lower.Word{e.Word(w.Un(w.I64ExtendI32U, x.ask.X))})
	}
}

// forgetEnclosures marks all enclosures as unknown.
func (d *playing) forgetEnclosures() {
	for i := range d.enclosures {
		d.f.Set(d.enclosures[i].ask, lower.I32(1))
	}
}
