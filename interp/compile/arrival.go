package compile

import (
	"maps"
	"slices"

	"boardgame/dsl/topology"

	w "boardgame/interp/compile/wasm"
)

// This file finds sentences of `end` that a random game need not evaluate as a whole, because only
// what the last step has placed can have made them true.
//
// Such a sentence asks for a row of members of one set of the position. Only steps of the player
// whose turn ends add to that set. If the sentence did not hold when the call began, it did not
// hold before any step either, because the game would have been over. New rows contain the place
// that a step has added, so the search starts there. After a step that adds more than one place,
// the sentence is evaluated as a whole.

// An arrival is a sentence that only a new place can make true.
type arrival struct {
	t     *node                   // the condition
	field int                     // the set it asks about
	at    func(place *node) *node // the condition if that place is added to the old set
	made  w.Local                 // whether it holds after the last step
}

// arrivalsIn returns the arrivals among the sentences of a player's chunk, by their number in the
// chunk.
func (d *playing) arrivalsIn(me int, c *chunk) map[int]*arrival {
	list := map[int]*arrival{}
	if !d.alternates || len(d.p.Choices) > 1 || d.calls(me) || d.p.leaves() ||
		d.p.Game.SetupThen != nil {
		return list
	}
	for i, x := range c.conds {
		if n := d.b.arrivalOf(x.t); n != nil && d.growsAlone(me, n.field) {
			list[i] = n
		}
	}
	return list
}

// growsAlone reports whether the steps of other players add nothing to a set of the position.
func (d *playing) growsAlone(me, field int) bool {
	old := d.b.state0.sets[field]
	for who, player := range d.p.Players {
		for _, a := range player.applies {
			if who != me && !within(a.final.sets[field], old) {
				return false
			}
		}
	}
	return true
}

// addedPlace returns the place by which one set is larger than another; nil if there is none.
func addedPlace(is, old *node) *node {
	if is.op == sOr {
		for _, x := range [2][2]*node{{is.a, is.b}, {is.b, is.a}} {
			if x[0] == old && x[1].op == sOne && x[1].a.op == nArg {
				return x[1].a
			}
		}
	}
	return nil
}

// within reports whether one set is another set or what remains of it.
func within(is, old *node) bool {
	switch is.op {
	case sDiff, sAnd:
		return within(is.a, old) || is.op == sAnd && within(is.b, old)
	case sSel:
		return within(is.b, old) && within(is.c, old)
	}
	return is == old || isEmpty(is)
}

// arrivalOf returns the arrival for a condition; nil if more than a new place can make it true.
func (g *graph) arrivalOf(t *node) *arrival {
	switch {
	case t.op == nRow && t.a.op == sState && words(t.a.may) > 1:
		windows := g.windows(t)
		if windows == nil {
			return nil
		}
		return &arrival{t: t, field: int(t.a.k), at: func(place *node) *node {
			return g.intern(node{op: nRowAt, a: t.a, b: place, k: t.k, list: windows})
		}}
	}
	return nil
}

// alike reports whether two lists have the same shifts, in whatever order.
func alike(a, b *shiftList) bool {
	for i, k := range a.k {
		if j := slices.Index(b.k, k); j < 0 || a.mask[i] != b.mask[j] {
			return false
		}
	}
	return len(a.k) == len(b.k)
}

// maxBeside is the greatest number of places of a row on either side of one of them.
const maxBeside = 5

// windows returns the constant part of nRowAt for rows: by axis the distance, and by place which of
// the places beside it, from the farthest below to the farthest above, are on the line. It is nil
// if these places are too far apart to be read at once.
func (g *graph) windows(row *node) *shiftList {
	n := int(row.k) - 1
	if n > maxBeside {
		return nil
	}
	l := &shiftList{}
	for i, k := range row.list.k {
		mask := row.list.mask[i]
		if k < 0 {
			k, mask = -k, shifted(mask, -k)
		}
		if !gathers(n, k) {
			return nil
		}
		l.k = append(l.k, k)
		for x := range g.layout.Words * 64 {
			beside, at := int64(0), x
			for j := 1; j <= n && inRoom(&mask, at) && inRoom(row.a.may, at-k); j++ {
				at -= k
				beside |= 1 << (n - j)
			}
			at = x
			for j := 0; j < n && inRoom(&mask, at+k); j++ {
				at += k
				beside |= 1 << (n + j)
			}
			l.beside = append(l.beside, beside)
		}
	}
	l.id = len(g.lists)
	g.lists = append(g.lists, l)
	return l
}

func inRoom(s *Bits, at int) bool { return at >= 0 && at < 64*maxWords && s.Has(topology.Site(at)) }

// gather returns the factor that moves n bits of a word, at 0, k, 2k …, to the top when the word is
// multiplied by it.
func gather(n, k int) (by uint64) {
	for j := range n {
		by |= 1 << (64 - n + j - j*k)
	}
	return by
}

// gathers reports whether n bits that are k apart can be read from any place by one load of a word
// and gathered.
func gathers(n, k int) bool {
	if k == 1 {
		return true
	}
	if (n-1)*k+7 > 63 || 64-n+(n-1)*(1-k) < 0 {
		return false
	}
	for bits := range uint64(1) << n {
		word := uint64(0)
		for i := range n {
			word |= bits >> i & 1 << (i * k)
		}
		if word*gather(n, k)>>(64-n) != bits {
			return false
		}
	}
	return true
}

// readBehind is how many bytes a position has in memory after its last set: rows are read as words
// that begin before or after a place.
const readBehind = 16

// rowAt reports whether a place that is added to a set makes a row with those beside it. It reads
// the old set from memory.
func (e *lowering) rowAt(n *node) w.X {
	beside := int(n.k) - 1
	at := e.f.Local(w.I32)
	e.f.Set(at, w.Un(w.I32WrapI64, e.num(n.b).x))
	read := func(off, k int) w.X {
		from := e.f.Local(w.I32)
		e.f.Set(from, add(at.X, i32(off)))
		bits := w.Load(w.I64Load, add(e.p.X, w.Bin(w.I32ShrS, from.X, i32(3))), e.fieldAt(int(n.a.k)))
		bits = w.Bin(w.I64ShrU, bits, w.Un(w.I64ExtendI32U, band(from.X, i32(7))))
		if k == 1 {
			return w.Un(w.I32WrapI64, w.Bin(w.I64And, bits, i64(1<<beside-1)))
		}
		mask := uint64(0)
		for j := range beside {
			mask |= 1 << (j * k)
		}
		bits = w.Bin(w.I64Mul, w.Bin(w.I64And, bits, w.C64(mask)), w.C64(gather(beside, k)))
		return w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, bits, i64(64-beside)))
	}
	long := make([]byte, 1<<(2*beside))
	for x := range long {
		run := 0
		for j := beside - 1; j >= 0 && x>>j&1 != 0; j-- {
			run++
		}
		for j := beside; j < 2*beside && x>>j&1 != 0; j++ {
			run++
		}
		if run >= beside {
			long[x] = 1
		}
	}
	places := e.b.lay.Words * 64
	var any w.X
	for i, k := range n.list.k {
		var table []byte
		for _, x := range n.list.beside[i*places : (i+1)*places] {
			table = append(table, byte(x), byte(x>>8))
		}
		on := w.Load(w.I32Load16U, w.Bin(w.I32Shl, at.X, i32(1)), e.bytesTable(table))
		bits := bor(read(-beside*k, k), w.Bin(w.I32Shl, read(k, k), i32(beside)))
		hit := w.Load(w.I32Load8U, band(bits, on), e.bytesTable(long))
		if any == nil {
			any = hit
		} else {
			any = bor(any, hit)
		}
	}
	return any
}

// cannotPlay is what the function of a random game returns for a position that the game cannot
// reach. The functions of the turn must play from there.
const cannotPlay = -1

// checkArrivals finds the arrivals of every player, and makes sure at the start of a call that none
// of them holds already.
func (d *playing) checkArrivals() {
	e := d.lower(d.f)
	for me, player := range d.p.Players {
		chunks := make([]map[int]*arrival, len(player.end))
		for i := range player.end {
			chunks[i] = d.arrivalsIn(me, &player.end[i])
		}
		d.arrivals = append(d.arrivals, chunks)
	}
	d.eachArrival(func(_ int, n *arrival) { e.count(n.t) })
	d.eachArrival(func(_ int, n *arrival) {
		n.made = d.f.Local(w.I32)
		e.stopIf(n.t, func() { d.f.Return(i32(cannotPlay)) })
	})
}

// eachArrival calls f for these sentences of every player.
func (d *playing) eachArrival(f func(me int, n *arrival)) {
	for me, chunks := range d.arrivals {
		for _, list := range chunks {
			for _, i := range slices.Sorted(maps.Keys(list)) {
				f(me, list[i])
			}
		}
	}
}

// askArrivals finds out, before a step of a player is played, which of these sentences the step
// makes true. It returns those that it cannot decide yet.
func (d *playing) askArrivals(e *lowering, me int, a *apply) (later []*arrival) {
	d.eachArrival(func(who int, n *arrival) {
		is, old := a.final.sets[n.field], d.b.state0.sets[n.field]
		switch place := addedPlace(is, old); {
		case who != me:
		case place != nil:
			t := n.at(place)
			e.count(t)
			d.f.Set(n.made, e.test(t))
		case within(is, old):
			d.f.Set(n.made, i32(0))
		default:
			later = append(later, n)
		}
	})
	return later
}
