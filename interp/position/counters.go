package position

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Number returns a value of a counter, or of a memory that is not of sites or steps; 0 if there is
// none. See [ir.Game.StateIndex].
func (p *State) Number(g *ir.Game, state, player, kind int, cell topology.Site) int64 {
	i, ok := g.StateIndex(state, player, kind, cell)
	if !ok || g.States[state].InSets() || i >= len(p.Numbers) {
		return 0
	}
	return p.Numbers[i]
}

// Memory returns a value of a memory of sites; steps are there as a set of relation numbers. Empty
// where there is none.
func (p *State) Memory(g *ir.Game, state, player, kind int, cell topology.Site) topology.Set {
	i, ok := g.StateIndex(state, player, kind, cell)
	if !ok || !g.States[state].InSets() || i >= len(p.Memories) {
		return topology.Set{}
	}
	return p.Memories[i]
}
