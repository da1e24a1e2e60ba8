package position

import (
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Key stands for part of a position. Equal parts have equal keys. That different parts have the
// same key is so unlikely (128 bits) that it can be ruled out.
type Key [2]uint64

// hasher hashes words one after the other.
type hasher struct{ a, b uint64 }

func (h *hasher) add(w uint64) {
	hi, lo := bits.Mul64(h.a^w, 0x9E3779B97F4A7C15)
	h.a = hi ^ lo ^ 0xD1B54A32D192ED03
	hi, lo = bits.Mul64(h.b+w|1<<63, 0xA0761D6478BD642F)
	h.b = hi ^ lo ^ w
	h.b = bits.RotateLeft64(h.b, 27) * 0xE7037ED1A0B428DB
}

// set hashes a set: its nonempty words, each with its index, and an end mark.
func (h *hasher) set(s *topology.Set) {
	for i, w := range s {
		if w != 0 {
			h.add(uint64(i))
			h.add(w)
		}
	}
	h.add(1 << 32)
}

func (h *hasher) sets(sets []topology.Set) {
	for i := range sets {
		h.set(&sets[i])
	}
}

func (h *hasher) pieces(p *State) {
	h.sets(p.Owned)
	h.sets(p.OfKind)
	h.below(p)
}

func (h *hasher) states(p *State) {
	for _, n := range p.Numbers {
		h.add(uint64(n))
	}
	h.sets(p.Memories)
}

// PiecesKey stands for the pieces, with owner and kind: what `seen` compares
// (language.md#repetition).
func (p *State) PiecesKey() Key {
	var h hasher
	h.pieces(p)
	return Key{h.a, h.b}
}

// RepetitionKey stands for what `repetitions` compares (language.md#repetition), with the given
// player to move: the pieces, the memories that last longer than a turn, the player, and who is
// out. Counters are not part of it.
func (p *State) RepetitionKey(g *ir.Game, toMove int) Key {
	var h hasher
	h.pieces(p)
	h.add(uint64(toMove))
	h.add(uint64(p.Out))
	number, memory := 0, 0
	for i := range g.States {
		s := &g.States[i]
		players, kinds, cells := g.Extent(s)
		n := players * kinds * cells
		compared := s.Memory && !s.ThisTurn
		if s.InSets() {
			if compared {
				h.sets(p.Memories[memory : memory+n])
			}
			memory += n
			continue
		}
		if compared {
			for _, v := range p.Numbers[number : number+n] {
				h.add(uint64(v))
			}
		}
		number += n
	}
	return Key{h.a, h.b}
}

// TurnKey stands for a moment within a turn (language.md#endless-turns): pieces, memories, counters
// and what may follow. What the turn must reach is not part of it: that was decided before, and a
// turn that is back where it was has made no progress.
func (p *State) TurnKey() Key {
	var h hasher
	h.pieces(p)
	h.states(p)
	h.add(bit(p.Again))
	p.Pending.hash(&h)
	return Key{h.a, h.b}
}

// Key stands for everything that [State.Equal] compares.
func (p *State) Key() Key {
	var h hasher
	h.pieces(p)
	h.states(p)
	h.add(uint64(p.ToMove)<<32 | uint64(p.Out)<<8 | bit(p.Again)<<2 | bit(p.Passed)<<1 |
		bit(p.Result == nil))
	h.add(uint64(p.Passes)<<32 | uint64(p.Steps))
	if p.Chances != 0 || p.SettingUp {
		h.add(uint64(p.Chances)<<1 | bit(p.SettingUp))
	}
	p.Pending.hash(&h)
	p.Pending.hashAims(&h)
	return Key{h.a, h.b}
}

// Hash returns a number that is equal for positions that are [State.Equal].
func (p *State) Hash() uint64 { return p.Key()[0] }

// Equal reports whether a game goes on from both positions in the same way: pieces, counters,
// memories, player to move, players out, passes, and the current turn with what it must reach are
// the same. It does not compare the number of turns taken or the earlier positions.
func (p *State) Equal(q *State) bool {
	return p.ToMove == q.ToMove && p.Out == q.Out && p.Passes == q.Passes && p.Steps == q.Steps &&
		p.Chances == q.Chances && p.SettingUp == q.SettingUp && p.Again == q.Again &&
		p.Passed == q.Passed && (p.Result == nil) == (q.Result == nil) && SamePieces(p, q) &&
		slices.Equal(p.Numbers, q.Numbers) && slices.Equal(p.Memories, q.Memories) &&
		p.Pending.equal(q.Pending) && p.Pending.sameAims(q.Pending)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
