package w128

import (
	"math/bits"

	"boardgame/interp/compile"
)

// words is the number of words of a Set.
const words = 2

// Set is a set of 128 places.
type Set struct{ a, b uint64 }

func fromBits(b *compile.Bits) Set { return Set{b[0], b[1]} }
func (s Set) words() [words]uint64 { return [words]uint64{s.a, s.b} }

func (s Set) and(t Set) Set  { return Set{s.a & t.a, s.b & t.b} }
func (s Set) or(t Set) Set   { return Set{s.a | t.a, s.b | t.b} }
func (s Set) diff(t Set) Set { return Set{s.a &^ t.a, s.b &^ t.b} }
func (s Set) empty() bool    { return s.a|s.b == 0 }
func (s Set) count() int     { return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) }

// up and down move a set k bits, k below 64.
func (s Set) up(k uint8) Set {
	return Set{s.a << (k & 63), s.b<<(k&63) | s.a>>1>>(63-k&63)}
}

func (s Set) down(k uint8) Set {
	return Set{s.a>>(k&63) | s.b<<1<<(63-k&63), s.b >> (k & 63)}
}

// far moves a set by any number of bits, towards higher ones if positive.
func (s Set) far(k int) Set {
	if k >= 0 {
		for k >= 64 {
			s = Set{0, s.a}
			k -= 64
		}
		return s.up(uint8(k))
	}
	k = -k
	for k >= 64 {
		s = Set{s.b, 0}
		k -= 64
	}
	return s.down(uint8(k))
}

func single(i int64) Set       { return Set{1 << uint64(i), 1 << uint64(i-64)} }
func (s Set) has(i int64) bool { return (s.a>>uint64(i)|s.b>>uint64(i-64))&1 != 0 }

func (s Set) lowest() int64 {
	if s.a != 0 {
		return int64(bits.TrailingZeros64(s.a))
	}
	return int64(64 + bits.TrailingZeros64(s.b))
}

func (s Set) dropLowest() Set {
	if s.a != 0 {
		return Set{s.a & (s.a - 1), s.b}
	}
	return Set{0, s.b & (s.b - 1)}
}

// lowBit and highBit return the least and the greatest member alone; nothing of nothing.
func (s Set) lowBit() Set {
	if s.a != 0 {
		return Set{s.a & -s.a, 0}
	}
	return Set{0, s.b & -s.b}
}

func (s Set) highBit() Set {
	if s.b != 0 {
		return Set{0, 1 << 63 >> uint(bits.LeadingZeros64(s.b))}
	}
	return Set{1 << 63 >> uint(bits.LeadingZeros64(s.a)), 0}
}

// before and after return what of a ray lies before the first member of stop: below its least one, or above its greatest.
func (s Set) before(stop Set) Set {
	if stop.a != 0 {
		return Set{s.a & (stop.a&-stop.a - 1), 0}
	}
	return Set{s.a, s.b & (stop.b&-stop.b - 1)}
}

func (s Set) after(stop Set) Set {
	if stop.b != 0 {
		return Set{0, s.b &^ (1<<uint(64-bits.LeadingZeros64(stop.b)) - 1)}
	}
	return Set{s.a &^ (1<<uint(64-bits.LeadingZeros64(stop.a)) - 1), s.b}
}

// pick returns the k-th member, from 0; there must be one.
func (s Set) pick(k int) int64 {
	if c := bits.OnesCount64(s.a); k >= c {
		return int64(64 + selectBit(s.b, k-c))
	}
	return int64(selectBit(s.a, k))
}
