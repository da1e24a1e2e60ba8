package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// Says returns what the rules announce after a turn, in their order (language.md#announcements):
// every `say` that is true after it, read for the player who took the turn, and was not true
// before. It announces nothing for a game that is over, nor for a position that takes too long to
// read.
func (m *Machine) Says(before, after *position.State) []string {
	if len(m.g.Says) == 0 || after.Result != nil {
		return nil
	}
	m.ev.Work.Ask(MostWork)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	var told []string
	for _, say := range m.g.Says {
		if becomesTrue(m, say.If, before, after, vars) && !m.ev.Work.Spent() {
			told = append(told, say.Text)
		}
	}
	return told
}

// becomesTrue reports whether a condition is true after a turn and was not before it.
func becomesTrue(m *Machine, e *ir.Expr, before, after *position.State, vars []value.Value) bool {
	me := before.ToMove
	return m.ev.Truth(e, m.view(after, me, vars)) && !m.ev.Truth(e, m.view(before, me, vars))
}
