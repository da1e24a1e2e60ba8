package compile

import (
	w "boardgame/interp/compile/wasm"
)

// This file keeps, throughout a random game, what is connected to a constant set: for example, the
// stones that are connected to an edge. Such a set is a flood that begins at the members of a set
// of the position that are in a constant one, and stays within that set of the position.
//
// A new stone joins what is reached if it stands in the constant set or beside what is reached, and
// takes its group with it. Variables keep all places where a stone would join; what is reached is
// those of them that are in the set of the position. After a step that does more than add one
// stone, the flood is computed anew when it is next read.

// maxKept is how many floods a random game keeps: each costs a little in every step.
const maxKept = 8

// A keptFlood is a flood that a random game keeps.
type keptFlood struct {
	flood *node
	field int    // the set of the position within which it stays
	open  []word // where a stone would join
	may   Bits
}

// floodsFrom notes the floods below a node that begin in a constant set and are worth keeping.
func (d *playing) floodsFrom(n *node) {
	if n == nil || len(d.floods) >= maxKept {
		return
	}
	for _, k := range d.floods {
		if k.flood == n {
			return
		}
	}
	if n.op == sFlood && n.b.op == sState && n.a.op == sAnd && n.a.a.op == sConst &&
		n.a.b == n.b && d.grows(int(n.b.k)) {
		reach := d.b.or(n.a.a, d.b.image(n, n.list.k, n.list.mask))
		d.floods = append(d.floods, keptFlood{flood: n, field: int(n.b.k), may: *reach.may})
		return
	}
	d.floodsFrom(n.a)
	d.floodsFrom(n.b)
	d.floodsFrom(n.c)
}

// grows reports whether some step adds a single place to a set of the position.
func (d *playing) grows(field int) bool {
	for _, r := range d.p.thisTurn {
		if r.field == field {
			return false
		}
	}
	for _, player := range d.p.Players {
		for _, a := range player.applies {
			if addedPlace(a.final.sets[field], d.b.state0.sets[field]) != nil {
				return true
			}
		}
	}
	return false
}

// keepFloods decides which floods the game keeps: those that are read when turns end.
func (d *playing) keepFloods() {
	for me, player := range d.p.Players {
		if d.calls(me) {
			continue
		}
		for i, c := range player.end {
			for j, x := range c.conds {
				if i != d.late[me] && d.arrivals[me][i][j] == nil {
					d.enclosuresIn(x.t)
					d.floodsFrom(x.t)
				}
			}
		}
	}
	e := d.lower(d.f)
	d.stale = d.f.Local(w.I32)
	for i := range d.floods {
		d.floods[i].open = e.variables(nil, &d.floods[i].may)
	}
	for i := range d.enclosures {
		d.enclosures[i].ask = d.f.Local(w.I32)
	}
	d.forgetFloods()
}

// forgetFloods notes that nothing is known about any flood.
func (d *playing) forgetFloods() {
	d.forgetEnclosures()
	if len(d.floods) > 0 {
		d.f.Set(d.stale, i32(1<<len(d.floods)-1))
	}
}

// growFloods brings the floods up to date before a step of an apply program is played.
func (d *playing) growFloods(e *lowering, a *apply) {
	for i := range d.floods {
		k := &d.floods[i]
		place, same := d.added(a, k.field)
		if same {
			continue
		}
		if place == nil {
			d.f.Set(d.stale, bor(d.stale.X, i32(1<<i)))
			continue
		}
		d.f.If(w.Un(w.I32WrapI64, e.holds(k.open, e.num(place), false)), func() {
			e.scope(func() { e.join(k, place) })
		})
	}
}

// added returns the place that an apply program adds to a set of the position, or nil if it changes
// the set in a different way, and whether the set stays the same.
func (d *playing) added(a *apply, field int) (place *node, same bool) {
	is, old := a.final.sets[field], d.b.state0.sets[field]
	return addedPlace(is, old), is == old
}

// join adds a place to a flood, together with everything connected to that place.
func (e *lowering) join(k *keptFlood, place *node) {
	list := k.flood.list
	beside := make([]Bits, len(e.b.singles))
	for x := range beside {
		for i, by := range list.k {
			beside[x] = beside[x].Or(shifted(e.b.singles[x], by).And(list.mask[i]))
		}
	}
	stones := e.set(k.flood.b)
	near := e.entry(e.tableOf(beside), e.num(place), &k.may)
	more := e.frozenVariables(e.difference(e.intersection(near, stones), k.open))
	e.addTo(k.open, near)
	e.f.While(e.some(more), func(w.Label) {
		e.scope(func() {
			near := e.image(more, k.flood.b.may, list, nil)
			e.copyInto(more, e.difference(e.intersection(near, stones), k.open))
			e.addTo(k.open, near)
		})
	})
}

// readFloods makes the floods known to code that reads conditions.
func (d *playing) readFloods(e *lowering, conds []endCond) {
	for i := range d.floods {
		k := &d.floods[i]
		used := false
		for _, x := range conds {
			used = used || readsNode(x.t, k.flood)
		}
		if !used {
			continue
		}
		d.f.If(band(d.stale.X, i32(1<<i)), func() {
			d.f.Set(d.stale, w.Bin(w.I32Xor, d.stale.X, i32(1<<i)))
			e := d.lower(d.f)
			s := e.set(k.flood)
			e.copyInto(k.open, e.union(constants(k.flood.a.a.set),
				e.image(s, k.flood.may, k.flood.list, nil)))
		})
		e.remember(k.flood, e.intersection(k.open, e.set(k.flood.b)))
	}
}

// readsNode reports whether a node is another node or made of it.
func readsNode(n, part *node) bool {
	return n != nil && (n == part || n.id > part.id &&
		(readsNode(n.a, part) || readsNode(n.b, part) || readsNode(n.c, part)))
}
