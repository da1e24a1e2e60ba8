// Code generated from package w128; DO NOT EDIT.

package w192

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// This file has the evaluator do what the programs cannot: it is shown the position at hand, and its answer is taken over.

// findLeft adds what items offer that are left to the evaluator.
func (m *Machine) findLeft(items []*compile.Item) {
	p := m.shown()
	for _, it := range items {
		if it.Source.Op != ir.MoveItem {
			if m.slow.Open(p, it.Source, m.inStuck) {
				m.offers |= 1 << it.Index
			}
			continue
		}
		for _, w := range m.slow.Offered(p, it.Source, m.inStuck) {
			if _, _, known := m.locate(w); !known {
				m.others = append(m.others, other{w, it})
			}
		}
	}
	m.left = len(m.others)
}

// playLeft takes a step of such an item.
func (m *Machine) playLeft(w position.Move) {
	m.takeAim()
	if m.afterLeft(w); m.head.choice == turnOver {
		m.endTurn()
	}
}

// afterLeft makes the position that such a step leaves, before anything that ends the turn.
func (m *Machine) afterLeft(w position.Move) {
	before := m.head
	aims := slices.Clone(m.nums[m.e.p.Aims:m.e.nums])
	q := m.slow.After(m.shown(), w)
	if err := m.hold(q); err != nil {
		panic("vm: " + err.Error()) // no: pieces come only to where the rules leave room for them, and that was laid out
	}
	m.head.history, m.head.trail, m.head.choice = before.history, before.trail, turnOver
	copy(m.nums[m.e.p.Aims:], aims)
	if q.Pending != nil {
		if err := m.pending(q); err != nil {
			panic("vm: " + err.Error())
		}
	}
}

// sentenceLeft returns the number of a sentence if it holds, or -1.
func (m *Machine) sentenceLeft(index int) int {
	s := m.e.p.Game.End[index]
	if s.Player >= 0 && s.Outcome == ir.Lose && m.nums[compile.NumOut]>>s.Player&1 != 0 {
		return -1 // he has lost already
	}
	if !m.slow.Holds(m.shown(), s, m.inStuck) {
		return -1
	}
	return index
}

// scoreLeft counts what a sentence compares, of every player.
func (m *Machine) scoreLeft(index int) {
	p := m.shown()
	for player := range m.e.players {
		m.scores[player] = m.slow.Eval(m.e.p.Game.End[index].Of, p, player, nil).N
	}
}
