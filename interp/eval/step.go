package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// step takes one step, in the order of language.md#order-inside-a-step: the names bound above `do`
// are values read before; the effects in order; then `ensure`, which sees what they have left; then
// `at once` sentences; then what may follow. It stops before the turn is over: the result has
// something Pending, or nothing, and then the turn is over. If the step cannot be taken, the
// refusal says why; step does not check that its conditions hold. A step that is known to be legal
// is taken for good, without further checks.
func (m *Machine) step(p *position.State, step position.Move, known bool) (*position.State,
	Refusal) {
	if !m.ev.Work.Spend(m.prices.step(p.Steps)) {
		return p.Clone(), Refusal{}
	}
	if known {
		m.taken++
	}
	q := p.Clone()
	q.Steps++
	q.Pending = nil
	q.Passed = step == position.Pass
	q.Since++
	if id := step.ID(); id == ir.PassID || id == ir.DoneID {
		return q, Refusal{}
	}
	mv := m.g.Moves[step.ID()]
	vars := m.ev.Enter()
	defer m.ev.Leave()
	s := m.scope(p, p.ToMove, vars)
	m.search.rebind(step, s)
	s.on(q)
	if m.counting = known && m.cover != nil; m.counting {
		m.cover.Moves[mv]++
	}
	m.rounds, m.unending = 0, false
	for _, e := range mv.Do {
		m.fx.do(e, s)
	}
	unending := m.unending
	m.counting = false
	if !known {
		for i := range mv.Ensure {
			holds := m.ev.Truth(mv.Ensure[i].Expr, &s.Scope)
			if m.cover != nil && m.ahead == 0 {
				m.cover.cond(&mv.Ensure[i], holds)
			}
			if !holds {
				return nil, Refusal{Kind: EnsureFails, Cond: &mv.Ensure[i]}
			}
		}
	}
	if mv.Chance {
		q.Chances++
		q.Since, q.Trail = 0, nil
	}
	if known && unending {
		endless(m, q, mv, ReasonEndless)
		return q, Refusal{}
	}
	if mv.Then == nil || !q.SettingUp &&
		(q.Chances >= MostInTurn || m.ends.decided(q, true) >= 0) {
		return q, Refusal{}
	}
	if q.Pending = m.search.open(mv.Then, s, known); q.Pending == nil {
		return q, Refusal{}
	}
	if setup := q.SettingUp && q.Chances >= MostInSetup; setup || q.Since >= MostSteps(m.b) {
		if reason := ReasonEndless; known && q.Pending.Moves() {
			if setup {
				reason = ReasonSetup
			}
			endless(m, q, mv, reason)
		}
		q.Pending = nil
		return q, Refusal{}
	}
	if mv.Chance {
		// demands on the turn end here, and the same outcome may be drawn again
		return q, Refusal{}
	}
	if p.Pending != nil {
		q.Pending.Aims = p.Pending.Aims
	}
	// language.md#endless-turns: no position comes twice within one turn.
	key := q.TurnKey()
	if !known && q.Trail.Has(key) {
		return nil, Refusal{Kind: ComesBack}
	}
	q.Trail = &position.Trail{Before: q.Trail, Key: key}
	return q, Refusal{}
}

// MostSteps is how many steps a turn may have since its last chance step, silent ones among them;
// also how many silent steps may follow one another. If a turn would go on beyond that, the game is
// a draw (language.md#endless-turns).
func MostSteps(b *topology.Board) int { return max(1000, 4*b.Sites) }

// endless ends the game after a step of a move, because its turn, or the setup, does not end.
func endless(m *Machine, p *position.State, mv *ir.Move, reason string) {
	p.Result = &position.Result{Draw: true, Reason: reason, Sentence: -1}
	p.SettingUp = false
	if m.cover != nil {
		m.cover.Endless[mv]++
	}
}

// The most chance steps in one turn and in a setup. After the last one of a turn, the turn is over,
// as if no step followed: players who throw again after each six stop there. After the last one of
// a setup, the game is a draw if another would follow. A pack of cards can be dealt in fewer.
const (
	MostInTurn  = 64
	MostInSetup = 1024
)
