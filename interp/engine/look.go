package engine

import (
	"math/bits"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile"
)

// This file answers what searches ask of a position besides its steps, without converting the
// position.

// Owns reports whether a player has a piece on a site.
func (c *Cells) Owns(s Slot, player int, x topology.Site) bool {
	return c.has(s, c.in.p.Owned[player], x)
}

// Kind returns the kind of the piece on a site of the slot, -1 if there is none.
func (c *Cells) Kind(s Slot, x topology.Site) int {
	for kind, fields := range c.in.p.Kinds {
		switch f := fields[c.in.p.Layout.Plane[x]]; {
		case f >= 0 && c.has(s, fields, x):
			return kind
		case f == everyOwned:
			for player := range c.in.p.Owned {
				if c.Owns(s, player, x) {
					return kind
				}
			}
		}
	}
	return -1
}

// everyOwned marks a kind to which every piece with an owner belongs, so its sites are those of all
// these pieces.
const everyOwned = -2

// Pieces returns how many pieces a player has on the board.
func (c *Cells) Pieces(s Slot, player int) int {
	n := 0
	for _, f := range c.in.p.Owned[player] {
		if f < 0 {
			continue
		}
		at := uint32(s) + c.in.p.FieldAt[f]
		for k := range c.in.p.FieldWords[f] {
			n += bits.OnesCount64(c.in.mem.get64(at + uint32(8*k)))
		}
	}
	return n
}

// Keep reports whether every player has pieces on all sites on which they had some in another slot.
func (c *Cells) Keep(s, before Slot) bool {
	for _, fields := range c.in.p.Owned {
		for _, f := range fields {
			if f < 0 {
				continue
			}
			at := c.in.p.FieldAt[f]
			for k := range uint32(c.in.p.FieldWords[f]) {
				was := c.in.mem.get64(uint32(before) + at + 8*k)
				if was&^c.in.mem.get64(uint32(s)+at+8*k) != 0 {
					return false
				}
			}
		}
	}
	return true
}

// Owned appends the sites on which a player has pieces to a list.
func (c *Cells) Owned(s Slot, player int, list []topology.Site) []topology.Site {
	for plane, f := range c.in.p.Owned[player] {
		if f < 0 {
			continue
		}
		at, sites := uint32(s)+c.in.p.FieldAt[f], c.in.p.Layout.Site[plane]
		for k := range c.in.p.FieldWords[f] {
			for x := c.in.mem.get64(at + uint32(8*k)); x != 0; x &= x - 1 {
				list = append(list, sites[64*int(k)+trailing(x)])
			}
		}
	}
	return list
}

// has reports whether a site is in a set kept in fields, one for each plane.
func (c *Cells) has(s Slot, fields []int, x topology.Site) bool {
	f := fields[c.in.p.Layout.Plane[x]]
	if f < 0 {
		return false
	}
	bit := int(c.in.p.Layout.Bit[x])
	if bit>>6 >= int(c.in.p.FieldWords[f]) {
		return false
	}
	return c.in.mem.get64(uint32(s)+c.in.p.FieldAt[f]+uint32(bit>>6*8))>>(bit&63)&1 != 0
}

// Sight is what [Instance.Look] remembers between two calls. The zero value is an empty board.
type Sight struct {
	words []uint64 // of the sets of pieces
	// by site: the sum of the codes of the sets that contain the site
	held []uint32
}

// A set of the pieces of a kind has the code kind + 1, one of a player's (player + 1) << ownerCode.
const ownerCode = 16

// looked is a set of pieces that Look reads.
type looked struct {
	at    uint32 // in a slot
	words uint32
	code  uint32
	sites []topology.Site // by bit
}

// lookedOf lists the sets of pieces of a module.
func lookedOf(m *compile.Module) (all []looked) {
	add := func(fields []int, code uint32) {
		for plane, f := range fields {
			if f >= 0 {
				all = append(all, looked{m.FieldAt[f], uint32(m.FieldWords[f]), code,
					m.Layout.Site[plane]})
			}
		}
	}
	for q, fields := range m.Owned {
		add(fields, uint32(q+1)<<ownerCode)
	}
	for kind, fields := range m.Kinds {
		add(fields, uint32(kind+1))
	}
	return all
}

// Look finds the sites where something has changed since the last call, appends them to changed,
// and updates signs: by site, 0 for an empty site, otherwise 1 + kind·(players+1) + owner, with
// players as the owner of neutral pieces. All calls with one Sight must be about slots of one
// instance; the signs must be 0 before the first call.
func (c *Cells) Look(s Slot, seen *Sight, signs []uint8,
	changed []topology.Site) []topology.Site {
	if seen.held == nil {
		n := uint32(0)
		for i := range c.in.p.looked {
			n += c.in.p.looked[i].words
		}
		seen.words, seen.held = make([]uint64, n), make([]uint32, len(signs))
	}
	from, words := len(changed), seen.words
	for i := range c.in.p.looked {
		f := &c.in.p.looked[i]
		at := uint32(s) + f.at
		for k := range f.words {
			now := c.in.mem.get64(at + 8*k)
			for x := now ^ words[k]; x != 0; x &= x - 1 {
				bit := trailing(x)
				site := f.sites[64*int(k)+bit]
				if signs[site]&signPending == 0 {
					signs[site] |= signPending
					changed = append(changed, site)
				}
				if now>>bit&1 != 0 {
					seen.held[site] += f.code
				} else {
					seen.held[site] -= f.code
				}
			}
			words[k] = now
		}
		words = words[f.words:]
	}
	for _, x := range changed[from:] {
		signs[x] = c.sign(seen.held[x], x)
	}
	return changed
}

// signPending marks a site whose sign Look is about to find out.
const signPending = 1 << 7

// sign returns the sign of a site with this sum of codes.
func (c *Cells) sign(held uint32, x topology.Site) uint8 {
	players := len(c.in.p.Owned)
	kind, owner := int(held&(1<<ownerCode-1))-1, int(held>>ownerCode)-1
	if owner < 0 {
		if owner = players; kind < 0 {
			return 0
		}
	}
	if kind < 0 { // all that players own here is of one kind
		plane := c.in.p.Layout.Plane[x]
		kind = slices.IndexFunc(c.in.p.Kinds, func(f []int) bool { return f[plane] == everyOwned })
		if kind < 0 {
			return 0
		}
	}
	return uint8(1 + kind*(players+1) + owner)
}

// Number returns the i-th of the numbers of a position; see position.State.Numbers.
func (c *Cells) Number(s Slot, i int) int64 { return numberOf(c.in, s, compile.NumFirst+i) }

// Passes returns how many turns in a row were only a pass.
func (c *Cells) Passes(s Slot) int { return int(numberOf(c.in, s, compile.NumPasses)) }

// Out returns which players are out of the game, one bit for each.
func (c *Cells) Out(s Slot) uint16 { return uint16(numberOf(c.in, s, compile.NumOut)) }

// Pack appends a position to a list, without what came before it: a mark for each word that is not
// 0, then these words.
func (c *Cells) Pack(list []byte, s Slot) []byte {
	words := (c.in.p.SlotSize + 7) / 8
	marks := len(list)
	list = append(list, make([]byte, (words+7)/8)...)
	for i := range words {
		if x := c.in.mem.get64(uint32(s) + 8*i); x != 0 && i != compile.HeadNode/8 {
			list[marks+int(i/8)] |= 1 << (i % 8)
			for shift := range 8 {
				list = append(list, byte(x>>(8*shift)))
			}
		}
	}
	return list
}

// Unpack sets s to the first position of a list that [Cells.Pack] has made, and returns the rest
// of the list.
func (c *Cells) Unpack(s Slot, list []byte) []byte {
	words := (c.in.p.SlotSize + 7) / 8
	marks, list := list[:(words+7)/8], list[(words+7)/8:]
	for i := range words {
		x := uint64(0)
		if marks[i/8]>>(i%8)&1 != 0 {
			for shift := range 8 {
				x |= uint64(list[shift]) << (8 * shift)
			}
			list = list[8:]
		}
		c.in.mem.put64(uint32(s)+8*i, x)
	}
	return list
}
