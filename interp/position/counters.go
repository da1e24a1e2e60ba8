package position

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// InSets reports whether the values of a state are sets of sites or steps, kept in
// [State.Memories], and not single words, kept in [State.Numbers]: numbers, truths (0 or 1), and
// players and kinds (a bit for each).
func InSets(s *ir.State) bool { return s.Type == ir.Sites || s.Type == ir.Steps }

// Extent returns for how many players, kinds and cells a state has a value of its own; 1 where it
// is not kept per that.
func Extent(g *ir.Game, s *ir.State) (players, kinds, cells int) {
	players, kinds, cells = 1, 1, 1
	if s.PerPlayer {
		players = len(g.Players)
	}
	if s.PerPiece {
		kinds = len(g.Kinds)
	}
	if s.PerCell {
		cells = g.Board.Cells.Len()
	}
	return players, kinds, cells
}

// Base returns where the values of a state begin in Numbers or Memories: the states stand there in
// the order of the game, the values of one with the player first, then the kind, then the cell.
func Base(g *ir.Game, state int) int {
	base := 0
	for i := range state {
		if InSets(&g.States[i]) == InSets(&g.States[state]) {
			players, kinds, cells := Extent(g, &g.States[i])
			base += players * kinds * cells
		}
	}
	return base
}

// Sizes returns how many numbers and memories a position of the game has.
func Sizes(g *ir.Game) (numbers, memories int) {
	for i := range g.States {
		players, kinds, cells := Extent(g, &g.States[i])
		if InSets(&g.States[i]) {
			memories += players * kinds * cells
		} else {
			numbers += players * kinds * cells
		}
	}
	return numbers, memories
}

// Index returns where one value of a state is in Numbers or Memories. Player, kind and cell are
// read only where the state is kept per that (otherwise say -1); ok is false if one that is read
// does not exist.
func Index(g *ir.Game, state, player, kind int, cell topology.Site) (index int, ok bool) {
	s := &g.States[state]
	players, kinds, cells := Extent(g, s)
	if !s.PerPlayer {
		player = 0
	}
	if !s.PerPiece {
		kind = 0
	}
	if !s.PerCell {
		cell = 0
	}
	if player < 0 || player >= players || kind < 0 || kind >= kinds || cell < 0 ||
		int(cell) >= cells {
		return 0, false
	}
	return Base(g, state) + (player*kinds+kind)*cells + int(cell), true
}

// Number returns a value of a counter, or of a memory that is not of sites or steps; 0 where there
// is none. See [Index].
func (p *State) Number(g *ir.Game, state, player, kind int, cell topology.Site) int64 {
	i, ok := Index(g, state, player, kind, cell)
	if !ok || InSets(&g.States[state]) {
		return 0
	}
	return p.Numbers[i]
}

// Memory returns a value of a memory of sites; steps are there as a set of relation numbers. Empty
// where there is none.
func (p *State) Memory(g *ir.Game, state, player, kind int, cell topology.Site) topology.Set {
	i, ok := Index(g, state, player, kind, cell)
	if !ok || !InSets(&g.States[state]) {
		return topology.Set{}
	}
	return p.Memories[i]
}
