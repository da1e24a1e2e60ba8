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
