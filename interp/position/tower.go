package position

import (
	"slices"

	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// Piece is a piece in a tower: its owner ([Nobody] of a neutral one) and its kind.
type Piece = value.Piece

// Raise makes room for towers in a position that is still being made, on a board with this many
// sites.
func (p *State) Raise(sites int) { p.Below = make([][]Piece, sites) }

// below hashes what lies below the tops.
func (h *hasher) below(p *State) {
	for x, pieces := range p.Below {
		if len(pieces) == 0 {
			continue
		}
		h.add(uint64(x)<<32 | uint64(len(pieces)))
		for _, piece := range pieces {
			h.add(uint64(uint8(piece.Owner))<<8 | uint64(piece.Kind))
		}
	}
}

// ImageBelow returns what lies below the tops when sites and players are renumbered.
func (p *State) ImageBelow(sites []topology.Site, players []int) [][]Piece {
	if p.Below == nil {
		return nil
	}
	image := make([][]Piece, len(p.Below))
	for x := range p.Below {
		pieces := slices.Clone(p.Below[x])
		for i := range pieces {
			if owner := pieces[i].Owner; owner >= 0 {
				pieces[i].Owner = int8(players[owner])
			}
		}
		image[sites[x]] = pieces
	}
	return image
}

// SamePieces reports whether the same pieces stand and lie on the same sites in both positions.
func SamePieces(p, q *State) bool {
	return slices.Equal(p.Owned, q.Owned) && slices.Equal(p.OfKind, q.OfKind) &&
		SameBelow(p.Below, q.Below)
}

// SameBelow reports whether the same lies below the tops.
func SameBelow(a, b [][]Piece) bool { return slices.EqualFunc(a, b, slices.Equal[[]Piece]) }
