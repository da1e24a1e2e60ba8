package engine

import (
	"math/bits"

	"boardgame/dsl/topology"
)

// This file answers what searches ask of a position besides its steps, without converting it.

// Owns reports whether a player has a piece on a site.
func (in *Instance) Owns(s Slot, player int, x topology.Site) bool {
	return in.has(s, in.p.Owned[player], x)
}

// Kind returns the kind of the piece on a site of the slot, -1 where there is none.
func (in *Instance) Kind(s Slot, x topology.Site) int {
	for kind, fields := range in.p.Kinds {
		switch f := fields[in.p.Layout.Plane[x]]; {
		case f >= 0 && in.has(s, fields, x):
			return kind
		case f == everyOwned:
			for player := range in.p.Owned {
				if in.Owns(s, player, x) {
					return kind
				}
			}
		}
	}
	return -1
}

// everyOwned stands for the sites of a kind to which all pieces with an owner belong.
const everyOwned = -2

// Pieces returns how many pieces a player has on the board.
func (in *Instance) Pieces(s Slot, player int) int {
	n := 0
	for _, f := range in.p.Owned[player] {
		if f < 0 {
			continue
		}
		at := uint32(s) + in.p.FieldAt[f]
		for k := range in.p.FieldWords[f] {
			n += bits.OnesCount64(in.get64at(at + uint32(8*k)))
		}
	}
	return n
}

// has reports whether a site is in a set that is kept in fields, one for each plane.
func (in *Instance) has(s Slot, fields []int, x topology.Site) bool {
	f := fields[in.p.Layout.Plane[x]]
	if f < 0 {
		return false
	}
	bit := int(in.p.Layout.Bit[x])
	if bit>>6 >= int(in.p.FieldWords[f]) {
		return false
	}
	return in.get64at(uint32(s)+in.p.FieldAt[f]+uint32(bit>>6*8))>>(bit&63)&1 != 0
}
