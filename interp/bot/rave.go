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
	return s.owner.of(s, at, sites, len(s.in.Program().Game.Players))
}

func (s *positions) owners(at slot, sites int) []int8 {
	return s.owner.of(s, at, sites, s.all[at].Players())
}

// owners is the memory of [space].owners.
type owners struct {
	by   []int8
	list []topology.Site
}

func (o *owners) of(s space, at slot, sites, players int) []int8 {
	o.by = slices.Grow(o.by[:0], sites)[:sites]
	for x := range o.by {
		o.by[x] = -1
	}
	for q := range players {
		o.list = s.owned(at, q, o.list[:0])
		for _, x := range o.list {
			o.by[x] = int8(q)
		}
	}
	return o.by
}
