package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// View returns what a seat, a player or [position.Public], sees of a position
// (language.md#secrets). When the game is over, everything is seen. If the items take too long to
// read, nothing is.
func (m *Machine) View(p *position.State, seat int) *position.View {
	v := position.NewView(p, seat, m.search.drawn(p))
	if p.Result != nil || len(m.g.Hidden) == 0 {
		return v
	}
	m.ev.Work.Ask(MostWork)
	switch seat {
	case position.Nothing:
	case position.Public:
		hideAll(m, v)
	default:
		hide(m, v, p, seat)
	}
	if m.ev.Work.Spent() || seat == position.Nothing {
		v.Unseen = m.b.All()
		fill(v.Numbers, 0, len(v.Numbers))
		fill(v.Memories, 0, len(v.Memories))
	}
	v.Mask()
	return v
}

// hide notes in a view what is hidden from a player.
func hide(m *Machine, v *position.View, p *position.State, player int) {
	vars := m.ev.Enter()
	defer m.ev.Leave()
	s := m.view(p, player, vars)
	for _, h := range m.g.Hidden {
		if h.When != nil && !m.ev.Truth(h.When, s) {
			continue
		}
		switch h.Hides {
		case ir.HidePieces:
			v.Unseen = v.Unseen.Or(m.ev.Sites(h.Of, s))
		case ir.HideKind:
			v.NoKind = v.NoKind.Or(m.ev.Sites(h.Of, s))
		case ir.HideOwner:
			v.NoOwner = v.NoOwner.Or(m.ev.Sites(h.Of, s))
		case ir.HideState:
			flags := v.Numbers
			if m.g.States[h.State].InSets() {
				flags = v.Memories
			}
			for _, i := range m.ev.Indices(h.State, h.Index, s) {
				flags[i] = true
			}
		}
	}
}

// hideAll notes everything that the items could hide from any player in any position. Which places
// are hidden from one player may tell another one something, who could watch the game as well.
func hideAll(m *Machine, v *position.View) {
	for _, h := range m.g.Hidden {
		switch all := m.b.All(); h.Hides {
		case ir.HidePieces:
			v.Unseen = all
		case ir.HideKind:
			v.NoKind = all
		case ir.HideOwner:
			v.NoOwner = all
		case ir.HideState:
			flags, at := v.Numbers, m.bases[h.State]
			if m.g.States[h.State].InSets() {
				flags = v.Memories
			}
			players, kinds, cells := m.g.Extent(&m.g.States[h.State])
			fill(flags, at, at+players*kinds*cells)
		}
	}
}

func fill(flags []bool, from, to int) {
	for i := from; i < to; i++ {
		flags[i] = true
	}
}

// Telling says how much a seat is told of a step of another player, or of chance.
type Telling uint8

// What is told of a step.
const (
	Nothing Telling = iota // not even that there was one
	Shortly                // the sites of the step at which the seat sees a change
	Fully
)

// Told says what a seat is told of a step from p to q that is not its own: how much, and the sites
// at which it sees a change. It depends on the step and on the two views, and on nothing else
// (language.md#what-is-told).
func (m *Machine) Told(p *position.State, step position.Move, q *position.State,
	seat int) (Telling, topology.Set) {
	return m.ToldBetween(m.View(p, seat), step, m.View(q, seat))
}

// ToldBetween is [Machine.Told] for the views before and after the step.
func (m *Machine) ToldBetween(before *position.View, step position.Move,
	after *position.View) (Telling, topology.Set) {
	if before.Key() == after.Key() {
		return Nothing, topology.Set{}
	}
	sites := before.Changed(after)
	if id := step.ID(); int(id) < len(m.g.Moves) {
		w := witness{m: m, before: before, after: after}
		w.vague = before.NoKind.Or(before.NoOwner).Or(after.NoKind).Or(after.NoOwner).And(sites)
		for _, e := range m.g.Moves[id].Do {
			if !w.sees(e) {
				return Shortly, sites
			}
		}
	}
	return Fully, sites
}

// A witness decides whether everything that a move can change is in sight.
type witness struct {
	m             *Machine
	before, after *position.View
	vague         topology.Set // sites with a visible change that are not seen in full
}

func (w *witness) sees(e *ir.Effect) bool {
	switch e.Op {
	case ir.Assign:
		return !w.hides(w.before, e.State) && !w.hides(w.after, e.State)
	case ir.LetEffect, ir.Again:
	case ir.Each, ir.While:
		for _, inner := range append([]*ir.Effect{e.Body}, e.More...) {
			if inner != nil && !w.sees(inner) {
				return false
			}
		}
	default:
		return w.before.Unseen.Empty() && w.after.Unseen.Empty() && w.vague.Empty()
	}
	return true
}

// hides reports whether a view hides any value of a counter or memory.
func (w *witness) hides(v *position.View, state int) bool {
	st := &w.m.g.States[state]
	players, kinds, cells := w.m.g.Extent(st)
	flags := v.Numbers
	if st.InSets() {
		flags = v.Memories
	}
	for _, hidden := range flags[w.m.bases[state]:][:players*kinds*cells] {
		if hidden {
			return true
		}
	}
	return false
}
