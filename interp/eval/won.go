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
// on, or if something else ended it. Chain reports whether a way leads from each to the next.
func (m *Machine) Won(p *position.State) (sites []topology.Site, chain bool) {
	if p.Result == nil {
		return nil, false
	}
	sentence, item := decisive(m.g, p.Result)
	var why *ir.Expr
	switch {
	case sentence != nil:
		why = sentence.If
	case item != nil:
		why = item.When
	default:
		return nil, false
	}
	turn := item != nil && slices.Contains(outcomes(m.g.Turn), item)
	m.begin()
	m.ev.Work.Ask(MostWork)
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
			return found, true
		}
	}
	var set topology.Set
	switch {
	case p.Result.Draw || p.Result.Scores != nil:
		return nil, false
	case turn:
		set = p.Owned[p.ToMove]
	case item != nil || lacks(why):
		set = p.Touched.And(p.Occupied())
	default:
		return nil, false
	}
	if set.Empty() {
		set = p.Touched.And(p.Occupied())
	}
	if set.Empty() {
		set = p.Touched
	}
	return value.Few(set), false
}

// Threat returns the pieces of the player to move that an announcement of the rules is about, and
// those that the other side could take as things stand although an `ensure` keeps them safe.
func Threat(m *Machine, p *position.State) (set topology.Set) {
	m.begin()
	m.ev.Work.Ask(MostWork)
	vars := m.ev.Enter()
	defer m.ev.Leave()
	before, now := m.view(p, (p.ToMove+m.players-1)%m.players, vars), m.view(p, p.ToMove, vars)
	add := func(chain []topology.Site) { // between its ends, it leads past others
		if len(chain) > 0 {
			set = set.Or(topology.SetOf(chain[0], chain[len(chain)-1]))
		}
	}
	for _, say := range m.g.Says {
		add(m.ev.Witness(say.If, before, true))
	}
	for _, move := range m.g.Moves {
		for _, c := range move.Ensure {
			if guards(move, c.Expr) {
				add(m.ev.Witness(c.Expr, now, false))
			}
		}
	}
	return set.And(p.Owned[p.ToMove])
}

// guards reports whether a condition is about the other side, whatever the step is.
func guards(move *ir.Move, e *ir.Expr) (other bool) {
	var chosen []int // what depends on the step
	for _, r := range move.Roles {
		chosen = append(chosen, r.Slot)
	}
	for _, c := range move.Clauses {
		if c.Op == ir.LetClause {
			chosen = append(chosen, c.Slot)
		}
	}
	fixed := true
	var look func(e *ir.Expr, called bool)
	look = func(e *ir.Expr, called bool) {
		ir.Walk(e, func(e *ir.Expr) bool {
			switch e.Op {
			case ir.For, ir.Minus: // of players: all but me
				other = other || e.Op == ir.For || e.Type == ir.Players
			case ir.Var:
				fixed = fixed && (called || !slices.Contains(chosen, int(e.N)))
			case ir.Call:
				look(e.Func.Body, true)
			}
			return true
		})
	}
	look(e, false)
	return other && fixed
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
