package bot

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
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

func (s *slots) owned(at slot, player int, list []topology.Site) []topology.Site {
	return s.in.Cells.Owned(s.all[at].slot, player, list)
}

func (s *positions) owned(at slot, player int, list []topology.Site) []topology.Site {
	return slices.AppendSeq(list, s.all[at].State().Owned[player].All())
}

func (s *slots) owners(at slot, sites int) []int8 {
	s.owner = slices.Grow(s.owner[:0], sites)[:sites]
	s.in.Cells.Owners(s.all[at].slot, s.owner)
	return s.owner
}

func (s *positions) owners(at slot, sites int) []int8 {
	s.owner = slices.Grow(s.owner[:0], sites)[:sites]
	for x := range s.owner {
		s.owner[x] = -1
	}
	for q, set := range s.all[at].State().Owned {
		for x := range set.All() {
			s.owner[x] = int8(q)
		}
	}
	return s.owner
}
