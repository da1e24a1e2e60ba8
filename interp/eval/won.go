package eval

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// Won returns the sites that decided a game: those that made the sentence true that ended it, as
// [value.Evaluator.Witness] has them. Where the sentence speaks of what is gone, they are those of
// the last step; where a player could not move, that player's pieces. There are none if the game is
// on, or if something else ended it.
func (m *Machine) Won(p *position.State) []topology.Site {
	if p.Result == nil {
		return nil
	}
	sentence, item := decisive(m.g, p.Result)
	var why *ir.Expr
	switch {
	case sentence != nil:
		why = sentence.If
	case item != nil:
		why = item.When
	default:
		return nil
	}
	turn := item != nil && slices.Contains(outcomes(m.g.Turn), item)
	m.begin()
	m.ev.Ask(MostWork)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	for i := range m.players { // whoever has moved comes before the player to move
		me := (p.ToMove + m.players - 1 - i) % m.players
		if why == nil || item != nil && (!turn || me != p.ToMove) ||
			sentence != nil && sentence.Outcome == ir.Win && sentence.Player < 0 &&
				!slices.Contains(p.Result.Winners, me) {
			continue
		}
		if found := m.ev.Witness(why, m.view(p, me, vars), true); found != nil {
			return found
		}
	}
	var set topology.Set
	switch {
	case len(p.Result.Winners) != 1 || p.Result.Scores != nil:
		return nil
	case turn:
		set = p.Owned[p.ToMove]
	case item != nil || lacks(why):
		set = p.Touched.And(p.Occupied())
	default:
		return nil
	}
	if set.Empty() {
		set = p.Touched
	}
	return value.Few(set)
}

// Threat returns the pieces of the player to move that an announcement of the rules is about.
func Threat(m *Machine, p *position.State) (set topology.Set) {
	m.begin()
	m.ev.Ask(MostWork)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	me := (p.ToMove + m.players - 1) % m.players
	for _, say := range m.g.Says {
		set = set.Or(topology.SetOf(m.ev.Witness(say.If, m.view(p, me, vars), true)...))
	}
	return set.And(p.Owned[p.ToMove])
}

// decisive returns what decided: a sentence of `end`, or an outcome of a turn; nil if neither did.
func decisive(g *ir.Game, r *position.Result) (*ir.Sentence, *ir.Item) {
	if i := r.Sentence; i >= 0 && i < len(g.End) {
		return g.End[i], nil
	}
	all := outcomes(g.Turn)
	for _, move := range g.Moves {
		all = append(all, outcomes(move.Then)...)
	}
	for _, it := range all {
		if it.Reason() == r.Reason {
			return nil, it
		}
	}
	return nil, nil
}

// outcomes returns the outcomes that a choice offers; nil offers none.
func outcomes(c *ir.Choice) (all []*ir.Item) {
	if c == nil {
		return nil
	}
	for _, g := range c.Groups {
		for _, it := range g.Items {
			if it.Op != ir.MoveItem && it.Op != ir.IllegalItem {
				all = append(all, it)
			}
		}
	}
	return all
}

// lacks reports whether a condition asks whether something is gone, or how much is left.
func lacks(e *ir.Expr) (found bool) {
	ir.Walk(e, func(e *ir.Expr) bool {
		found = found || e.Op == ir.No || e.Op == ir.QNo || e.Op == ir.Count ||
			e.Op == ir.Call && lacks(e.Func.Body)
		return !found
	})
	return found
}
