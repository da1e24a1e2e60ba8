package eval

import (
	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// Engines that play part of a game themselves ask for the rest here. None of these methods reads
// the positions before the one given, and none counts its work: such engines are for foreseen
// games, see [Bounds.Foreseen].

// Offered returns the legal steps that one item of the choice at hand offers, in the order of the
// rules; none if the item is not open. It does not check what an unfinished turn must still reach.
// With inStuck the search is part of that of `stuck`.
func (m *Machine) Offered(p *position.State, item *ir.Item, inStuck bool) []position.Move {
	m.inStuck = inStuck
	defer func() { m.inStuck = false }()
	m.ev.Work.Ask(unlimited)
	var steps []position.Move
	for _, g := range m.search.groups(p) {
		for i := range g.Items {
			if g.Items[i].Item != item {
				continue
			}
			m.search.choices(p, &g.Items[i], func(step position.Move, _ int64) bool {
				if m.search.begins(p, step) {
					steps = append(steps, step)
				}
				return true
			})
		}
	}
	return steps
}

// Open reports whether an item of `turn` is open: whether its `when` holds. With inStuck the
// question is part of the search of `stuck`.
func (m *Machine) Open(p *position.State, item *ir.Item, inStuck bool) bool {
	return asked(m, p, item.When, inStuck)
}

// After returns the position after a legal step, before anything that ends the turn. Either
// something is pending, or the turn is over.
func (m *Machine) After(p *position.State, step position.Move) *position.State {
	m.ev.Work.Ask(unlimited)
	q, _ := m.step(p, step, true)
	return q
}

// Holds reports whether the condition of a sentence of `end` holds on a position, for its player to
// move. With inStuck the question is part of the search of `stuck`.
func (m *Machine) Holds(p *position.State, s *ir.Sentence, inStuck bool) bool {
	return asked(m, p, s.If, inStuck)
}

// Score reads, for the team of a player, the number that a sentence of `end` compares.
func (m *Machine) Score(p *position.State, s *ir.Sentence, player int) int64 {
	m.ev.Work.Ask(unlimited)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	return sum(m, p, s, m.g.Team(player), vars)
}

func asked(m *Machine, p *position.State, e *ir.Expr, inStuck bool) bool {
	m.inStuck = inStuck
	defer func() { m.inStuck = false }()
	m.ev.Work.Ask(unlimited)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	return m.ev.Truth(e, m.view(p, p.ToMove, vars))
}
