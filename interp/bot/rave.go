package bot

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/amaf"
)

// useTallies makes tallies part of the search if steps only place pieces, or if the settings ask
// for it.
func (b *mcts) useTallies(rules *ir.Game, rave *float64) {
	b.rave = amaf.Usual
	if rave != nil {
		b.rave = *rave
	}
	if p := amaf.New(rules); b.rave > 0 && p != nil && (rave != nil || p.Only) {
		b.placing = p
	}
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
