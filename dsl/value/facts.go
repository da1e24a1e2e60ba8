package value

import (
	"slices"

	"boardgame/dsl/topology"
)

// Nobody is the owner of a neutral piece, and the owner where there is no piece.
const Nobody = -1

// Facts are what expressions read of a position, as plain data. What can be played and what
// occurred before is a [Course].
type Facts struct {
	Owned  []topology.Set // by player: the sites of their pieces
	OfKind []topology.Set // by kind: the sites of its pieces, whoever owns them

	// Below holds, by site, the pieces of a tower below the top one, lowest first; Owned and OfKind
	// know only the tops. It is nil on a board without towers. Positions share the lists of the
	// sites, which never change.
	Below [][]Piece

	// Numbers and Memories hold the counters and memories of the game, flattened as [ir.Game.Base]
	// describes: those whose type is a set of sites or of steps are in Memories, all others in
	// Numbers.
	Numbers  []int64
	Memories []topology.Set

	Ply    int    // turns taken
	Passes int    // consecutive turns that were a single pass
	Out    uint16 // one bit per player: those who have lost while others play on
}

// NewFacts returns the facts of an empty board for the given numbers of players, kinds, numbers and
// memories.
func NewFacts(players, kinds, numbers, memories int) Facts {
	sets := make([]topology.Set, players+kinds+memories)
	return Facts{
		Owned:    sets[:players:players],
		OfKind:   sets[players : players+kinds : players+kinds],
		Memories: sets[players+kinds:],
		Numbers:  make([]int64, numbers),
	}
}

// Clone returns a copy that shares nothing mutable with f.
func (f *Facts) Clone() Facts {
	c := *f
	sets := make([]topology.Set, 0, len(f.Owned)+len(f.OfKind)+len(f.Memories))
	sets = append(append(append(sets, f.Owned...), f.OfKind...), f.Memories...)
	players, kinds := len(f.Owned), len(f.OfKind)
	c.Owned = sets[:players:players]
	c.OfKind = sets[players : players+kinds : players+kinds]
	c.Memories = sets[players+kinds:]
	c.Numbers = append([]int64(nil), f.Numbers...)
	c.Below = slices.Clone(f.Below)
	return c
}

// At returns the owner ([Nobody] for a neutral piece) and the kind of the piece on a site; ok is
// false if there is none.
func (f *Facts) At(x topology.Site) (owner, kind int, ok bool) {
	owner = Nobody
	for k := range f.OfKind {
		if f.OfKind[k].Has(x) {
			for player := range f.Owned {
				if f.Owned[player].Has(x) {
					owner = player
				}
			}
			return owner, k, true
		}
	}
	return Nobody, -1, false
}

// Occupied returns the sites with a piece.
func (f *Facts) Occupied() topology.Set {
	var s topology.Set
	for k := range f.OfKind {
		s = s.Or(f.OfKind[k])
	}
	return s
}

// Remove takes the pieces on the sites off the board.
func (f *Facts) Remove(sites topology.Set) {
	for i := range f.Owned {
		f.Owned[i] = f.Owned[i].Minus(sites)
	}
	for i := range f.OfKind {
		f.OfKind[i] = f.OfKind[i].Minus(sites)
	}
	if f.Below != nil {
		for x := range sites.All() {
			f.Below[x] = nil
		}
	}
}

// Put puts a piece on a site in place of the one that is there, or of the top one of a tower.
func (f *Facts) Put(x topology.Site, owner, kind int) {
	for i := range f.Owned {
		f.Owned[i].Delete(x)
	}
	for i := range f.OfKind {
		f.OfKind[i].Delete(x)
	}
	if owner >= 0 {
		f.Owned[owner].Add(x)
	}
	f.OfKind[kind].Add(x)
}

// In reports whether a player is still in the game.
func (f *Facts) In(player int) bool { return f.Out>>player&1 == 0 }

// NextAfter returns the next player in turn order after the given one who is still in the game, or
// the same player if there is no other.
func (f *Facts) NextAfter(player int) int {
	for i := 1; i < len(f.Owned); i++ {
		if next := (player + i) % len(f.Owned); f.In(next) {
			return next
		}
	}
	return player
}

// Piece is a piece in a tower: its owner ([Nobody] for a neutral one) and its kind.
type Piece struct {
	Owner int8
	Kind  uint8
}

// height returns how many pieces stand on a site.
func (f *Facts) height(x topology.Site) int {
	if _, _, ok := f.At(x); !ok {
		return 0
	}
	if f.Below == nil {
		return 1
	}
	return len(f.Below[x]) + 1
}

// Tower returns the pieces on a site, lowest first. The caller owns the slice.
func (f *Facts) Tower(x topology.Site) []Piece {
	owner, kind, ok := f.At(x)
	if !ok {
		return nil
	}
	top := Piece{int8(owner), uint8(kind)}
	if f.Below == nil {
		return []Piece{top}
	}
	return append(slices.Clone(f.Below[x]), top)
}

// SetTower replaces the pieces on a site, lowest first. On a board without towers only the top one
// stays.
func (f *Facts) SetTower(x topology.Site, pieces []Piece) {
	f.Remove(topology.SetOf(x))
	if len(pieces) == 0 {
		return
	}
	last := len(pieces) - 1
	f.Put(x, int(pieces[last].Owner), int(pieces[last].Kind))
	if f.Below != nil && last > 0 {
		f.Below[x] = slices.Clone(pieces[:last])
	}
}
