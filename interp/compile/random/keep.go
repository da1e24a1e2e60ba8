package random

import (
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file keeps, throughout a random game, what is connected to a constant set: for example, the
// stones that are connected to an edge. Such a set is a flood that begins at the members of a set
// of the position that are in a constant one, and stays within that set of the position.
//
// A new stone joins what is reached if it stands in the constant set or beside what is reached, and
// takes its group with it. Variables keep all places where a stone would join; what is reached is
// those of them that are in the set of the position. After a step that does more than add one
// stone, the flood is computed anew when it is next read. The page's program does without: few
// games gain by it.

// maxKept is how many floods a random game keeps: each costs a little in every step.
const maxKept = 8

// A keptFlood is a flood that a random game keeps.
type keptFlood struct {
	flood *graph.Node
	field int          // the set of the position within which it stays
	open  []lower.Word // where a stone would join
	may   layout.Bits
}

// floodsFrom notes the floods below a node that begin in a constant set and are worth keeping.
func (p *plan) floodsFrom(n *graph.Node) {
	if n == nil || len(p.floods) >= maxKept {
		return
	}
	for _, k := range p.floods {
		if k.flood == n {
			return
		}
	}
	if n.Op == graph.SFlood && n.B.Op == graph.SState && n.A.Op == graph.SAnd &&
		n.A.A.Op == graph.SConst && n.A.B == n.B && p.grows(int(n.B.K)) {
		reach := p.p.Graph.Or(n.A.A, p.p.Graph.Image(n, n.List.K, n.List.Mask))
		p.floods = append(p.floods, keptFlood{flood: n, field: int(n.B.K), may: *reach.May})
		return
	}
	p.floodsFrom(n.A)
	p.floodsFrom(n.B)
	p.floodsFrom(n.C)
}

// grows reports whether some step adds a single place to a set of the position.
func (p *plan) grows(field int) bool {
	for _, r := range p.p.ThisTurn {
		if r.Field == field {
			return false
		}
	}
	for _, player := range p.p.Players {
		for _, a := range player.Applies {
			if addedPlace(a.Final.Sets[field], p.p.Before.Sets[field]) != nil {
				return true
			}
		}
	}
	return false
}

// planFloods decides which floods the game keeps: those that are read when turns end.
func planFloods(p *plan) {
	if !graph.InBrowser {
		p.readAtEnd(p.floodsFrom)
	}
}

// keepFloods begins to keep floods.
func (d *playing) keepFloods() {
	if graph.InBrowser {
		return
	}
	e := d.lower(d.f)
	d.stale = d.f.Local(w.I32)
	for i := range d.plan.floods {
		d.plan.floods[i].open = e.W.Variables(nil, &d.plan.floods[i].may)
	}
	d.forgetFloods()
}

// forgetFloods notes that nothing is known about any flood.
func (d *playing) forgetFloods() {
	if !graph.InBrowser && len(d.plan.floods) > 0 {
		d.f.Set(d.stale, lower.I32(1<<len(d.plan.floods)-1))
	}
}

// growFloods brings the floods up to date before a step of an apply program is played.
func (d *playing) growFloods(e *lower.Lowering, a *programs.Apply) {
	for i := range d.plan.floods {
		k := &d.plan.floods[i]
		place, same := d.added(a, k.field)
		if same {
			continue
		}
		if place == nil {
			d.f.Set(d.stale, lower.Bor(d.stale.X, lower.I32(1<<i)))
			continue
		}
		d.f.If(w.Un(w.I32WrapI64, e.Frame.Holds(k.open, e.Num(place), false)), func() {
			e.Frame.Scope(func() { join(e, k, place) })
		})
	}
}

// added returns the place that an apply program adds to a set of the position, or nil if it changes
// the set in a different way, and whether the set stays the same.
func (d *playing) added(a *programs.Apply, field int) (place *graph.Node, same bool) {
	is, old := a.Final.Sets[field], d.R.Unit.B.Before.Sets[field]
	return addedPlace(is, old), is == old
}

// addedPlace returns the place by which one set is larger than another; nil if there is none.
func addedPlace(is, old *graph.Node) *graph.Node {
	if is.Op == graph.SOr {
		for _, x := range [2][2]*graph.Node{{is.A, is.B}, {is.B, is.A}} {
			if x[0] == old && x[1].Op == graph.SOne && x[1].A.Op == graph.NArg {
				return x[1].A
			}
		}
	}
	return nil
}

// join adds a place to a flood, together with everything connected to that place.
func join(e *lower.Lowering, k *keptFlood, place *graph.Node) {
	list := k.flood.List
	beside := make([]layout.Bits, len(e.Unit.B.Graph.Singles))
	for x := range beside {
		for i, by := range list.K {
			beside[x] = beside[x].Or(layout.Shifted(e.Unit.B.Graph.Singles[x], by).And(list.Mask[i]))
		}
	}
	stones := e.Set(k.flood.B)
	near := e.W.Entry(e.Unit.TableOf(beside), e.Num(place), &k.may)
	more := e.W.FrozenVariables(e.W.Difference(e.W.Intersection(near, stones), k.open))
	e.W.AddTo(k.open, near)
	e.W.F.While(e.W.Some(more), func(w.Label) {
		e.Frame.Scope(func() {
			near := e.W.Image(more, k.flood.B.May, list, nil)
			e.W.CopyInto(more, e.W.Difference(e.W.Intersection(near, stones), k.open))
			e.W.AddTo(k.open, near)
		})
	})
}

// readFloods makes the floods known to code that reads conditions.
func (d *playing) readFloods(e *lower.Lowering, conds []programs.EndCond) {
	for i := range d.plan.floods {
		k := &d.plan.floods[i]
		used := false
		for _, x := range conds {
			used = used || readsNode(x.T, k.flood)
		}
		if !used {
			continue
		}
		d.f.If(lower.Band(d.stale.X, lower.I32(1<<i)), func() {
			d.f.Set(d.stale, w.Bin(w.I32Xor, d.stale.X, lower.I32(1<<i)))
			e := d.lower(d.f)
			s := e.Set(k.flood)
			e.W.CopyInto(k.open, e.W.Union(lower.Constants(k.flood.A.A.Set),
				e.W.Image(s, k.flood.May, k.flood.List, nil)))
		})
		e.Frame.Remember(k.flood, e.W.Intersection(k.open, e.Set(k.flood.B)))
	}
}

// readsNode reports whether a node is another node or made of it.
func readsNode(n, part *graph.Node) bool {
	return n != nil && (n == part || n.Id > part.Id &&
		(readsNode(n.A, part) || readsNode(n.B, part) || readsNode(n.C, part)))
}
