package engine_test

import (
	"math/bits"

	"math/rand/v2"
)

// Reversi is a position of Reversi on 8×8 with the Othello opening: a1 is bit 0, h8 bit 63.
type Reversi struct {
	Discs  [2]uint64
	Mover  int
	Passes int
}

// NewReversi returns the initial position.
func NewReversi() Reversi {
	return Reversi{Discs: [2]uint64{1<<28 | 1<<35, 1<<27 | 1<<36}}
}

// Moves returns the squares on which the mover may put a disc.
func (r *Reversi) Moves() uint64 {
	own, other := r.Discs[r.Mover], r.Discs[1-r.Mover]
	inner := other & 0x7e7e7e7e7e7e7e7e
	return (up8(own, other)<<8 | down8(own, other)>>8 | up1(own, inner)<<1 | down1(own, inner)>>1 |
		up7(own, inner)<<7 | down7(own, inner)>>7 | up9(own, inner)<<9 |
		down9(own, inner)>>9) &^ (own | other)
}

// Play puts a disc on a square and turns what it encloses.
func (r *Reversi) Play(at uint) {
	own, other := r.Discs[r.Mover], r.Discs[1-r.Mover]
	inner := other & 0x7e7e7e7e7e7e7e7e
	c := uint64(1) << at
	var flip uint64
	if run := up8(c, other); run<<8&own != 0 {
		flip |= run
	}
	if run := down8(c, other); run>>8&own != 0 {
		flip |= run
	}
	if run := up1(c, inner); run<<1&own != 0 {
		flip |= run
	}
	if run := down1(c, inner); run>>1&own != 0 {
		flip |= run
	}
	if run := up7(c, inner); run<<7&own != 0 {
		flip |= run
	}
	if run := down7(c, inner); run>>7&own != 0 {
		flip |= run
	}
	if run := up9(c, inner); run<<9&own != 0 {
		flip |= run
	}
	if run := down9(c, inner); run>>9&own != 0 {
		flip |= run
	}
	r.Discs[r.Mover] = own | c | flip
	r.Discs[1-r.Mover] = other &^ flip
	r.Mover = 1 - r.Mover
	r.Passes = 0
}

// Over reports whether the game has ended: the board is full or both sides have passed.
func (r *Reversi) Over() bool { return r.Passes == 2 || r.Discs[0]|r.Discs[1] == ^uint64(0) }

// Playout plays random moves to the end and returns the difference of discs, player 0's minus
// player 1's, and the plies, passes included.
func (r *Reversi) Playout(rng *rand.Rand) (diff, plies int) {
	for !r.Over() {
		if m := r.Moves(); m == 0 {
			r.Mover = 1 - r.Mover
			r.Passes++
		} else {
			r.Play(uint(selectBit(m, rng.IntN(bits.OnesCount64(m)))))
		}
		plies++
	}
	return bits.OnesCount64(r.Discs[0]) - bits.OnesCount64(r.Discs[1]), plies
}

// Perft counts the sequences of exactly depth turns; a pass is one.
func (r *Reversi) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if r.Over() {
		return 0
	}
	m := r.Moves()
	if m == 0 {
		next := *r
		next.Mover = 1 - next.Mover
		next.Passes++
		return next.Perft(depth - 1)
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(m))
	}
	var total uint64
	for ; m != 0; m &= m - 1 {
		next := *r
		next.Play(uint(bits.TrailingZeros64(m)))
		total += next.Perft(depth - 1)
	}
	return total
}

// upK and downK return the run of o that begins next to the members of x, K bits per step: at most
// six steps, doubled.

func up8(x, o uint64) uint64 {
	x = o & (x << 8)
	x |= o & (x << 8)
	o &= o << 8
	x |= o & (x << 16)
	return x | o&(x<<16)
}

func down8(x, o uint64) uint64 {
	x = o & (x >> 8)
	x |= o & (x >> 8)
	o &= o >> 8
	x |= o & (x >> 16)
	return x | o&(x>>16)
}

func up1(x, o uint64) uint64 {
	x = o & (x << 1)
	x |= o & (x << 1)
	o &= o << 1
	x |= o & (x << 2)
	return x | o&(x<<2)
}

func down1(x, o uint64) uint64 {
	x = o & (x >> 1)
	x |= o & (x >> 1)
	o &= o >> 1
	x |= o & (x >> 2)
	return x | o&(x>>2)
}

func up7(x, o uint64) uint64 {
	x = o & (x << 7)
	x |= o & (x << 7)
	o &= o << 7
	x |= o & (x << 14)
	return x | o&(x<<14)
}

func down7(x, o uint64) uint64 {
	x = o & (x >> 7)
	x |= o & (x >> 7)
	o &= o >> 7
	x |= o & (x >> 14)
	return x | o&(x>>14)
}

func up9(x, o uint64) uint64 {
	x = o & (x << 9)
	x |= o & (x << 9)
	o &= o << 9
	x |= o & (x << 18)
	return x | o&(x<<18)
}

func down9(x, o uint64) uint64 {
	x = o & (x >> 9)
	x |= o & (x >> 9)
	o &= o >> 9
	x |= o & (x >> 18)
	return x | o&(x>>18)
}
