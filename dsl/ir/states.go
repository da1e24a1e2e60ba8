package ir

import (
	"math/bits"

	"boardgame/dsl/topology"
)

// InSets reports whether the values of a state are sets of sites or steps. All others are single
// words: numbers, truths (0 or 1), and players and kinds (a bit for each). A position keeps the two
// apart.
func (s *State) InSets() bool { return s.Type == Sites || s.Type == Steps }

// Extent returns for how many players, kinds and cells a state has a value of its own; 1 where it
// is not kept per that.
func (g *Game) Extent(s *State) (players, kinds, cells int) {
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

// Base returns where the values of a state begin among the sets or the words of a position: the
// states stand there in the order of the game, the values of one with the player first, then the
// kind, then the cell.
func (g *Game) Base(state int) int {
	base := 0
	for i := range state {
		if g.States[i].InSets() == g.States[state].InSets() {
			players, kinds, cells := g.Extent(&g.States[i])
			base += players * kinds * cells
		}
	}
	return base
}

// Sizes returns how many words and sets a position of the game has for its states.
func (g *Game) Sizes() (numbers, memories int) {
	for i := range g.States {
		players, kinds, cells := g.Extent(&g.States[i])
		if g.States[i].InSets() {
			memories += players * kinds * cells
		} else {
			numbers += players * kinds * cells
		}
	}
	return numbers, memories
}

// StateIndex returns where one value of a state is among the sets or the words of a position.
// Player, kind and cell are read only where the state is kept per that (otherwise say -1); ok is
// false if one that is read does not exist.
func (g *Game) StateIndex(state, player, kind int, cell topology.Site) (index int, ok bool) {
	if g == nil || state < 0 || state >= len(g.States) {
		return 0, false
	}
	s := &g.States[state]
	players, kinds, cells := g.Extent(s)
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
	return g.Base(state) + (player*kinds+kind)*cells + int(cell), true
}

// A step of a game is one word of [StepBits] bits: [MoveBits] for the move, and for each of its
// roles as many as [Game.RoleBits] says.
const (
	StepBits = 64
	MoveBits = 8
)

// The numbers that a player can choose with `with`: what a step has room for beside three sites and
// a direction on the largest board of any game. What is less or greater is not offered.
const (
	numberBits = 18
	MinNumber  = -1 << (numberBits - 1)
	MaxNumber  = 1<<(numberBits-1) - 1
)

// RoleBits returns how many bits of a step the values of a role need.
func (g *Game) RoleBits(role *Role) int {
	count := 0
	switch role.Type {
	case Sites:
		count = g.Board.Sites
	case Steps:
		count = 2*len(g.Board.Directions) + 3
	case Kinds:
		count = len(g.Kinds)
	case Players:
		count = len(g.Players)
	default:
		return numberBits
	}
	return bits.Len(uint(max(count-1, 1)))
}

// Fits reports whether a step has room for the roles of a move. Those for which it has not are a
// mistake in the rules.
func (g *Game) Fits(mv *Move) bool {
	used := MoveBits
	for r := range mv.Roles {
		used += g.RoleBits(&mv.Roles[r])
	}
	return used <= StepBits
}
