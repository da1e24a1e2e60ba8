package eval

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Won returns the sites that made the sentence true that ended the game, as
// [value.Evaluator.Witness] has them; none if the game is on or something else ended it.
func (m *Machine) Won(p *position.State) []topology.Site {
	if p.Result == nil || p.Result.Sentence < 0 || p.Result.Sentence >= len(m.g.End) {
		return nil
	}
	m.begin()
	m.ev.Ask(MostWork)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	sentence, players := m.g.End[p.Result.Sentence], len(m.g.Players)
	for i := range players { // whoever has moved comes before the player to move
		me := (p.ToMove + players - 1 - i) % players
		if sentence.Outcome == ir.Win && sentence.Player < 0 && !slices.Contains(p.Result.Winners, me) {
			continue
		}
		if found := m.ev.Witness(sentence.If, m.view(p, me, vars)); found != nil {
			return found
		}
	}
	return nil
}
