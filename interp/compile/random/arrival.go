package random

import (
	"maps"
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
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
	t     *graph.Node                         // the condition
	field int                                 // the set it asks about
	at    func(place *graph.Node) *graph.Node // the condition if that place is added to the old set
	made  w.Local                             // whether it holds after the last step
}

// planArrivals finds the arrivals of every player.
func planArrivals(p *plan) {
	for me, player := range p.p.Players {
		for i := range player.End {
			p.arrivals[me][i] = p.arrivalsIn(me, &player.End[i])
		}
	}
}

// arrivalsIn returns the arrivals among the sentences of a player's chunk, by their number in the
// chunk.
func (p *plan) arrivalsIn(me int, c *programs.Chunk) map[int]*arrival {
	list := map[int]*arrival{}
	if !p.alternates || len(p.p.Choices) > 1 || p.calls(me) || p.p.Leaves() ||
		p.p.Game.SetupThen != nil {
		return list
	}
	for i, x := range c.Conds {
		if n := arrivalOf(p.p.Graph, x.T); n != nil && p.growsAlone(me, n.field) {
			list[i] = n
		}
	}
	return list
}

// growsAlone reports whether the steps of other players add nothing to a set of the position.
func (p *plan) growsAlone(me, field int) bool {
	old := p.p.Before.Sets[field]
	for who, player := range p.p.Players {
		for _, a := range player.Applies {
			if who != me && !within(a.Final.Sets[field], old) {
				return false
			}
		}
	}
	return true
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

// within reports whether one set is another set or what remains of it.
func within(is, old *graph.Node) bool {
	switch is.Op {
	case graph.SDiff, graph.SAnd:
		return within(is.A, old) || is.Op == graph.SAnd && within(is.B, old)
	case graph.SSel:
		return within(is.B, old) && within(is.C, old)
	}
	return is == old || graph.IsEmpty(is)
}

// arrivalOf returns the arrival for a condition; nil if more than a new place can make it true.
func arrivalOf(g *graph.Graph, t *graph.Node) *arrival {
	switch {
	case t.Op == graph.NRow && t.A.Op == graph.SState && layout.Words(t.A.May) > 1:
		if at := g.RowWith(t); at != nil {
			return &arrival{t: t, field: int(t.A.K), at: at}
		}
	}
	return nil
}

// cannotPlay is what the function of a random game returns for a position that the game cannot
// reach. The functions of the turn must play from there.
const cannotPlay = -1

// checkArrivals makes sure, at the start of a call, that no arrival holds already.
func (d *playing) checkArrivals() {
	e := d.lower(d.f)
	d.eachArrival(func(_ int, n *arrival) { e.Count(n.t) })
	d.eachArrival(func(_ int, n *arrival) {
		n.made = d.f.Local(w.I32)
		e.StopIf(n.t, func() { d.f.Return(lower.I32(cannotPlay)) })
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
func (d *playing) askArrivals(e *lower.Lowering, me int, a *programs.Apply) (later []*arrival) {
	d.eachArrival(func(who int, n *arrival) {
		is, old := a.Final.Sets[n.field], d.B.Before.Sets[n.field]
		switch place := addedPlace(is, old); {
		case who != me:
		case place != nil:
			t := n.at(place)
			e.Count(t)
			d.f.Set(n.made, e.Test(t))
		case within(is, old):
			d.f.Set(n.made, lower.I32(0))
		default:
			later = append(later, n)
		}
	})
	return later
}
