package engine

import (
	"math/bits"

	"boardgame/dsl/topology"
	"boardgame/interp/compile"
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

// Owners finds out by site which player has a piece there, -1 where nobody has one. It fills
// owners, which has room for all sites of the board.
func (in *Instance) Owners(s Slot, owners []int8) {
	for x := range owners {
		owners[x] = -1
	}
	for q, fields := range in.p.Owned {
		for plane, f := range fields {
			if f < 0 {
				continue
			}
			at := uint32(s) + in.p.FieldAt[f]
			for k := range in.p.FieldWords[f] {
				for x := in.get64at(at + uint32(8*k)); x != 0; x &= x - 1 {
					owners[in.p.Layout.Site[plane][64*int(k)+trailing(x)]] = int8(q)
				}
			}
		}
	}
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

// Look finds the sites on which something has changed since it was asked last, appends them to
// changed, and brings signs up to date: by site 0 where no piece stands, else 1 + kind·(players+1)
// + owner, with players as the owner of what is nobody's. Seen is what Look remembers between two
// calls, which are about slots of one instance; empty at the beginning, when all signs are 0.
func (in *Instance) Look(
	s Slot,
	seen []uint64,
	signs []uint8,
	changed []topology.Site,
) ([]uint64, []topology.Site) {
	i, from := 0, len(changed)
	look := func(fields []int) {
		for plane, f := range fields {
			if f < 0 {
				continue
			}
			at := uint32(s) + in.p.FieldAt[f]
			for k := range in.p.FieldWords[f] {
				if i == len(seen) {
					seen = append(seen, 0)
				}
				now := in.get64at(at + uint32(8*k))
				for x := now ^ seen[i]; x != 0; x &= x - 1 {
					site := in.p.Layout.Site[plane][64*int(k)+trailing(x)]
					if signs[site]&signPending == 0 {
						signs[site] |= signPending
						changed = append(changed, site)
					}
				}
				seen[i] = now
				i++
			}
		}
	}
	for _, fields := range in.p.Owned {
		look(fields)
	}
	for _, fields := range in.p.Kinds {
		look(fields)
	}
	players := len(in.p.Owned)
	for _, x := range changed[from:] {
		kind, owner := in.Kind(s, x), players
		if kind < 0 {
			signs[x] = 0
			continue
		}
		for q := range in.p.Owned {
			if in.Owns(s, q, x) {
				owner = q
			}
		}
		signs[x] = uint8(1 + kind*(players+1) + owner)
	}
	return seen, changed
}

// signPending marks a site whose sign Look is about to find out.
const signPending = 1 << 7

// Number returns the i-th of the numbers of a position; see position.State.Numbers.
func (in *Instance) Number(s Slot, i int) int64 { return in.number(s, compile.NumFirst+i) }
