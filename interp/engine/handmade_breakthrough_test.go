package engine_test

import (
	"math/bits"

	"math/rand/v2"
)

// Breakthrough is a position of Breakthrough on 8×8: a1 is bit 0, h8 bit 63. Player 0 goes up the
// board.
type Breakthrough struct {
	Pawns [2]uint64
	Mover int
}

const (
	notFileA = 0xfefefefefefefefe
	notFileH = 0x7f7f7f7f7f7f7f7f
)

// NewBreakthrough returns the initial position.
func NewBreakthrough() Breakthrough {
	return Breakthrough{Pawns: [2]uint64{0xffff, 0xffff << 48}}
}

// Targets returns the squares to which a pawn may go straight, toward the a-file and toward the
// h-file.
func (b *Breakthrough) Targets() (straight, left, right uint64) {
	own, other := b.Pawns[b.Mover], b.Pawns[1-b.Mover]
	if b.Mover == 0 {
		return own << 8 &^ (own | other), (own & notFileA) << 7 &^ own, (own & notFileH) << 9 &^ own
	}
	return own >> 8 &^ (own | other), (own & notFileA) >> 9 &^ own, (own & notFileH) >> 7 &^ own
}

// Play moves a pawn to the square `to`: dir is -1, 0 or 1, the change of file.
func (b *Breakthrough) Play(to uint, dir int) {
	from := int(to) - dir - 8
	if b.Mover == 1 {
		from = int(to) - dir + 8
	}
	b.Pawns[b.Mover] ^= 1<<to | 1<<uint(from)
	b.Pawns[1-b.Mover] &^= 1 << to
	b.Mover = 1 - b.Mover
}

// Winner returns the winner after a move, or -1 while the game goes on.
func (b *Breakthrough) Winner() int {
	switch {
	case b.Pawns[0]>>56 != 0 || b.Pawns[1] == 0:
		return 0
	case b.Pawns[1]&0xff != 0 || b.Pawns[0] == 0:
		return 1
	}
	return -1
}

// Playout plays random moves to the end and returns the winner and the number of plies.
func (b *Breakthrough) Playout(rng *rand.Rand) (winner, plies int) {
	for {
		s, l, r := b.Targets()
		ns, nl, nr := bits.OnesCount64(s), bits.OnesCount64(l), bits.OnesCount64(r)
		n := ns + nl + nr
		if n == 0 {
			return 1 - b.Mover, plies
		}
		switch k := rng.IntN(n); {
		case k < ns:
			b.Play(uint(selectBit(s, k)), 0)
		case k < ns+nl:
			b.Play(uint(selectBit(l, k-ns)), -1)
		default:
			b.Play(uint(selectBit(r, k-ns-nl)), 1)
		}
		plies++
		if w := b.Winner(); w >= 0 {
			return w, plies
		}
	}
}

// Perft counts the move sequences of exactly depth plies.
func (b *Breakthrough) Perft(depth int) uint64 {
	s, l, r := b.Targets()
	if depth == 1 {
		return uint64(bits.OnesCount64(s) + bits.OnesCount64(l) + bits.OnesCount64(r))
	}
	var total uint64
	for dir, set := range [3]uint64{l, s, r} {
		for ; set != 0; set &= set - 1 {
			next := *b
			next.Play(uint(bits.TrailingZeros64(set)), dir-1)
			if next.Winner() < 0 {
				total += next.Perft(depth - 1)
			}
		}
	}
	return total
}
