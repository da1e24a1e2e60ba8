package ir

import (
	"math/bits"

	"boardgame/dsl/topology"
)

// InSets reports whether the values of a state are sets of sites or steps. All others are single
// words: numbers, truth values (0 or 1), players and kinds (one bit each). A position keeps sets
// and words apart.
func (s *State) InSets() bool { return s.Type == Sites || s.Type == Steps }

// Lies reports whether each value of a state is a set of sites, kept for a player, a kind or the
// whole game, but not for a cell. Pictures may show what lies on these sites.
func (s *State) Lies() bool { return s.Type == Sites && !s.PerCell }

// Extent returns the number of players, kinds and cells for which a state has separate values; each
// is 1 if the state is not kept per player, kind or cell.
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

// Base returns the index at which the values of a state begin among the sets or the words of a
// position. States are stored in the order of the game, and the values of one state by player
// first, then kind, then cell.
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

// StateIndex returns the index of one value of a state among the sets or the words of a position.
// It reads player, kind and cell only if the state is kept per player, kind or cell (otherwise pass
// -1); ok is false if one that it reads does not exist.
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
	if player < 0 || player >= players || kind < 0 || kind >= kinds || cell < 0 || int(cell) >= cells {
		return 0, false
	}
	return g.Base(state) + (player*kinds+kind)*cells + int(cell), true
}

// A step of a game is one word of [StepBits] bits: [MoveBits] for the move, and for each of its
// roles the bits that [Game.Widths] returns.
const (
	StepBits = 64
	MoveBits = 8
)

// The numbers that a player can choose with `with`: those that a step has room for beside three
// sites and a direction on the largest board of any game. Numbers outside this range are not
// offered.
const (
	numberBits = 18
	MinNumber  = -1 << (numberBits - 1)
	MaxNumber  = 1<<(numberBits-1) - 1
)

// roleBits returns the number of bits that a step needs for the values of a role.
func (g *Game) roleBits(role *Role) int {
	count := 0
	if role.Among != nil {
		return max(1, len(role.Among))
	}
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

// Widths returns the number of bits that a step needs for the values of each role of a move. Where
// all together would not fit, numbers that are chosen from a constant range, or one between
// constants and earlier such numbers, get room for that range alone. If fits is false, there is
// still too little room: the rules are in error.
func (g *Game) Widths(mv *Move) (widths []int, fits bool) {
	used := MoveBits
	for r := range mv.Roles {
		widths = append(widths, g.roleBits(&mv.Roles[r]))
		used += widths[r]
	}
	ranges := map[int64][2]int64{} // the least and the most of a number, by its slot
	for i := 0; i < len(mv.Clauses) && used > StepBits; i++ {
		r, d := mv.Clauses[i].Role, mv.Clauses[i].Value
		if mv.Clauses[i].Op != BindClause || mv.Roles[r].Type != Number || d.Op != Range {
			continue
		}
		var ends [2]int64
		known := true
		for j, e := range d.Args {
			ends[j] = e.N
			if e.Op != ConstNumber {
				earlier, ok := ranges[e.N]
				ends[j], known = earlier[j], known && ok && e.Op == Var
			}
		}
		if !known {
			continue
		}
		ranges[int64(mv.Roles[r].Slot)] = ends
		least, most := ends[0], ends[1]
		w := 1 + max(bits.Len64(uint64(max(most, 0))), bits.Len64(uint64(max(-1-least, 0))))
		used += min(w, numberBits) - widths[r]
		widths[r] = min(w, numberBits)
	}
	return widths, used <= StepBits
}
