package compile

import (
	"slices"

	"boardgame/dsl/topology"

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
	part  *node
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

// enclosuresIn notes the enclosures that are parts of a sentence.
func (d *playing) enclosuresIn(t *node) {
	if t.op == nBin && binOp(t.k) == bOr && t.a.isTruth() && t.b.isTruth() {
		d.enclosuresIn(t.a)
		d.enclosuresIn(t.b)
		return
	}
	if len(d.enclosures) >= maxKept || slices.ContainsFunc(d.enclosures,
		func(x enclosure) bool { return x.part == t }) {
		return
	}
	if x := d.enclosureOf(t); x != nil && d.grows(x.field) {
		d.enclosures = append(d.enclosures, *x)
	}
}

// enclosureOf returns the enclosure that a condition asks about; nil if it asks something else:
// `some K - flood`, where K is a constant set without a set of the position, and the flood goes
// through K from those of its members that are in another constant set.
func (d *playing) enclosureOf(t *node) *enclosure {
	if t.op != nSome || t.a.op != sDiff || t.a.b.op != sFlood {
		return nil
	}
	sites, flood := t.a.a, t.a.b
	if sites.op != sDiff || sites.a.op != sConst || sites.b.op != sState || flood.b != sites ||
		flood.a.op != sDiff || flood.a.a.op != sConst || flood.a.b != sites.b ||
		!flood.a.a.set.In(sites.a.set) {
		return nil
	}
	x := &enclosure{part: t, field: int(sites.b.k)}
	if !x.tabulate(sites.a.set, flood.a.a.set, flood.list, d.b.lay.Words*64) {
		return nil
	}
	return x
}

// tabulate computes the table of cuts. It reports false unless steps go both ways and the neighbors
// of a place are near enough to it.
func (x *enclosure) tabulate(sites, goal *Bits, list *shiftList, places int) bool {
	near := make([]Bits, places)
	for from := range sites.All() {
		for i, k := range list.k {
			if to := int(from) + k; inRoom(&list.mask[i], to) && inRoom(sites, to) {
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
	offsets := slices.Clone(list.k)
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
			var taken Bits
			bit := 0
			for _, r := range x.runs {
				for k := range r.len {
					to := int(at) + r.from + k
					if pattern>>bit&1 != 0 && inRoom(&near[at], to) {
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
func mayCut(at topology.Site, outside Bits, near []Bits, goal *Bits) bool {
	groups, away := 0, 0 // away: the groups of neighbors that have no member of the goal
	for !outside.Empty() {
		var group Bits
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
		if !meets(&group, goal) {
			away++
		}
	}
	return away > 0 && (groups > 1 || goal.Has(at))
}

// growEnclosures notes, before a step of an apply program is played, which enclosures must be
// checked after it.
func (d *playing) growEnclosures(e *lowering, a *apply) {
	for i := range d.enclosures {
		x := &d.enclosures[i]
		if place, same := d.added(a, x.field); place != nil {
			d.f.Set(x.ask, bor(x.ask.X, e.mayCut(x, e.num(place))))
		} else if !same {
			d.f.Set(x.ask, i32(1))
		}
	}
}

// mayCut returns whether a place that joins the set of an enclosure may cut something off. It reads
// the old set from memory.
func (e *frame) mayCut(x *enclosure, place word) w.X {
	f := e.f
	at, from, near := f.Local(w.I32), f.Local(w.I32), f.Local(w.I64)
	least := x.runs[0].from
	f.Set(at, place.narrow())
	f.Set(from, add(at.X, i32(least)))
	f.Set(near, w.Bin(w.I64ShrU, w.Load(w.I64Load,
		add(e.p.X, w.Bin(w.I32ShrS, from.X, i32(3))), e.fieldAt(x.field)),
		w.Un(w.I64ExtendI32U, band(from.X, i32(7)))))
	index := w.Bin(w.I32Shl, at.X, i32(x.width))
	bit := 0
	for _, r := range x.runs {
		part := w.Bin(w.I64And, w.Bin(w.I64ShrU, near.X, i64(r.from-least)), i64(1<<r.len-1))
		index = bor(index, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, part), i32(bit)))
		bit += r.len
	}
	i := f.Local(w.I32)
	f.Set(i, index)
	cuts := w.Load(w.I32Load8U, w.Bin(w.I32ShrU, i.X, i32(3)), e.bytesTable(x.cuts))
	return band(w.Bin(w.I32ShrU, cuts, band(i.X, i32(7))), i32(1))
}

// readEnclosures makes the answers known to code that reads conditions.
func (d *playing) readEnclosures(e *lowering, conds []endCond) {
	for i := range d.enclosures {
		x := &d.enclosures[i]
		if !slices.ContainsFunc(conds, func(c endCond) bool { return readsNode(c.t, x.part) }) {
			continue
		}
		d.f.If(x.ask.X, func() {
			e := d.lower(d.f)
			e.count(x.part)
			d.f.Set(x.ask, e.test(x.part))
		})
		e.remember(x.part, []word{e.word(w.Un(w.I64ExtendI32U, x.ask.X))})
	}
}

// forgetEnclosures marks all enclosures as unknown.
func (d *playing) forgetEnclosures() {
	for i := range d.enclosures {
		d.f.Set(d.enclosures[i].ask, i32(1))
	}
}
