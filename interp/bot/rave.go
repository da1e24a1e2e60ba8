package bot

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Rapid action value estimation (Gelly and Silver, Combining online and offline knowledge in UCT,
// 2007) judges a step by all playouts in which its player made it, at once or later. If steps only
// put pieces on the board, the end of a playout shows who has played where, so a random game need
// not record its steps.

// placing tells which steps put a piece of their player on a site that they name.
type placing struct {
	layout position.Layout
	sites  int
	role   []int // by move: the role that is the site; -1 for a move that names none
	// only: every move that names a site puts a piece there and changes nothing else, so that
	// pieces stay where they were put
	only bool
}

// newPlacing returns what the rules say about placing pieces; nil if some move names several sites,
// or one on which it places nothing: then a site does not identify a step.
func newPlacing(rules *ir.Game) *placing {
	p := &placing{layout: position.NewLayout(rules), sites: rules.Board.Sites,
		role: make([]int, len(rules.Moves)), only: true}
	some := false
	for i, m := range rules.Moves {
		p.role[i] = -1
		for r, role := range m.Roles {
			if p.role[i] >= 0 || role.Type != ir.Sites {
				return nil
			}
			p.role[i] = r
		}
		if p.role[i] < 0 {
			continue
		}
		some = true
		slot := int64(m.Roles[p.role[i]].Slot)
		if !slices.ContainsFunc(m.Do, func(e *ir.Effect) bool {
			return e.Op == ir.Place && e.Owner == nil && e.A.Op == ir.Var && e.A.N == slot
		}) {
			return nil
		}
		p.only = p.only && !m.Does(ir.MovePieces, ir.Swap, ir.Remove, ir.Become, ir.Shift)
	}
	if !some {
		return nil
	}
	return p
}

// usualRave is the default number of visits after which a step's own mean counts as much as its
// tally.
const usualRave = 1000

// useTallies makes tallies part of the search if steps only place pieces, or if the settings ask
// for it.
func (b *mcts) useTallies(rules *ir.Game, rave *float64) {
	b.rave = usualRave
	if rave != nil {
		b.rave = *rave
	}
	if p := newPlacing(rules); b.rave > 0 && p != nil && (rave != nil || p.only) {
		b.placing = p
	}
}

// site returns where a step puts a piece; ok is false for one that names no site.
func (p *placing) site(m position.Move) (x topology.Site, ok bool) {
	if int(m.ID()) >= len(p.role) || p.role[m.ID()] < 0 {
		return 0, false
	}
	return topology.Site(p.layout.Value(m, p.role[m.ID()])), true
}

// tally counts the playouts in which the player to move at a node had a piece on a site in the end,
// and what they got in them.
type tally struct{ games, sum float32 }

// mean returns the share of the win, and the number of playouts.
func (t tally) mean() (share, games float64) {
	return float64(t.sum) / float64(t.games), float64(t.games)
}

// owners returns by site which player has a piece there.
func (s *slots) owners(at slot, sites int) []int8 {
	s.owned = slices.Grow(s.owned[:0], sites)[:sites]
	s.in.Cells.Owners(s.all[at].slot, s.owned)
	return s.owned
}

func (s *positions) owners(at slot, sites int) []int8 {
	s.owned = slices.Grow(s.owned[:0], sites)[:sites]
	for x := range s.owned {
		s.owned[x] = -1
	}
	for q, set := range s.all[at].State().Owned {
		for x := range set.All() {
			s.owned[x] = int8(q)
		}
	}
	return s.owned
}
