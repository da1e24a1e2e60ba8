package w256

import (
	"math/bits"

	"boardgame/interp/compile"
)

// words is the number of words of a Set.
const words = 4

// Set is a set of 256 places.
type Set struct{ a, b, c, d uint64 }

func fromBits(b *compile.Bits) Set { return Set{b[0], b[1], b[2], b[3]} }
func (s Set) words() [words]uint64 { return [words]uint64{s.a, s.b, s.c, s.d} }

func (s Set) and(t Set) Set  { return Set{s.a & t.a, s.b & t.b, s.c & t.c, s.d & t.d} }
func (s Set) or(t Set) Set   { return Set{s.a | t.a, s.b | t.b, s.c | t.c, s.d | t.d} }
func (s Set) diff(t Set) Set { return Set{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c, s.d &^ t.d} }
func (s Set) empty() bool    { return s.a|s.b|s.c|s.d == 0 }
func (s Set) count() int {
	return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c) + bits.OnesCount64(s.d)
}

// up and down move a set k bits, k below 64.
func (s Set) up(k uint8) Set {
	k &= 63
	r := 63 - k
	return Set{s.a << (k & 63), s.b<<(k&63) | s.a>>1>>(r&63), s.c<<(k&63) | s.b>>1>>(r&63), s.d<<(k&63) | s.c>>1>>(r&63)}
}

func (s Set) down(k uint8) Set {
	k &= 63
	r := 63 - k
	return Set{s.a>>(k&63) | s.b<<1<<(r&63), s.b>>(k&63) | s.c<<1<<(r&63), s.c>>(k&63) | s.d<<1<<(r&63), s.d >> (k & 63)}
}

// far moves a set by any number of bits, towards higher ones if positive.
func (s Set) far(k int) Set {
	if k >= 0 {
		for k >= 64 {
			s = Set{0, s.a, s.b, s.c}
			k -= 64
		}
		return s.up(uint8(k))
	}
	k = -k
	for k >= 64 {
		s = Set{s.b, s.c, s.d, 0}
		k -= 64
	}
	return s.down(uint8(k))
}

func single(i int64) Set {
	return Set{1 << uint64(i), 1 << uint64(i-64), 1 << uint64(i-128), 1 << uint64(i-192)}
}

func (s Set) has(i int64) bool {
	return (s.a>>uint64(i)|s.b>>uint64(i-64)|s.c>>uint64(i-128)|s.d>>uint64(i-192))&1 != 0
}

func (s Set) lowest() int64 {
	switch {
	case s.a != 0:
		return int64(bits.TrailingZeros64(s.a))
	case s.b != 0:
		return int64(64 + bits.TrailingZeros64(s.b))
	case s.c != 0:
		return int64(128 + bits.TrailingZeros64(s.c))
	}
	return int64(192 + bits.TrailingZeros64(s.d))
}

func (s Set) highest() int64 {
	switch {
	case s.d != 0:
		return int64(255 - bits.LeadingZeros64(s.d))
	case s.c != 0:
		return int64(191 - bits.LeadingZeros64(s.c))
	case s.b != 0:
		return int64(127 - bits.LeadingZeros64(s.b))
	}
	return int64(63 - bits.LeadingZeros64(s.a))
}

func (s Set) dropLowest() Set {
	switch {
	case s.a != 0:
		s.a &= s.a - 1
	case s.b != 0:
		s.b &= s.b - 1
	case s.c != 0:
		s.c &= s.c - 1
	default:
		s.d &= s.d - 1
	}
	return s
}

// downTo returns the set of the places below i.
func downTo(i int64) Set {
	m := uint64(1)<<uint(i&63) - 1
	switch i >> 6 {
	case 0:
		return Set{m, 0, 0, 0}
	case 1:
		return Set{^uint64(0), m, 0, 0}
	case 2:
		return Set{^uint64(0), ^uint64(0), m, 0}
	}
	return Set{^uint64(0), ^uint64(0), ^uint64(0), m}
}

func (s Set) below(i int64) Set { return s.and(downTo(i)) }

// lowBit and highBit return the least and the greatest member alone; nothing of nothing.
func (s Set) lowBit() Set {
	if s.empty() {
		return s
	}
	return single(s.lowest())
}

func (s Set) highBit() Set {
	if s.empty() {
		return s
	}
	return single(s.highest())
}

// before and after return what of a ray lies before the first member of stop: below its least one, or above its greatest.
func (s Set) before(stop Set) Set {
	if stop.empty() {
		return s
	}
	return s.below(stop.lowest())
}

func (s Set) after(stop Set) Set {
	if stop.empty() {
		return s
	}
	return s.diff(s.below(stop.highest())).diff(stop)
}

// pick returns the k-th member, from 0; there must be one.
func (s Set) pick(k int) int64 {
	c := bits.OnesCount64(s.a)
	if k < c {
		return int64(selectBit(s.a, k))
	}
	k -= c
	if c = bits.OnesCount64(s.b); k < c {
		return int64(64 + selectBit(s.b, k))
	}
	k -= c
	if c = bits.OnesCount64(s.c); k < c {
		return int64(128 + selectBit(s.c, k))
	}
	return int64(192 + selectBit(s.d, k-c))
}
