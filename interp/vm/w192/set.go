package w192

import (
	"math/bits"

	"boardgame/interp/compile"
)

// words is the number of words of a Set.
const words = 3

// Set is a set of 192 places.
type Set struct{ a, b, c uint64 }

func fromBits(b *compile.Bits) Set { return Set{b[0], b[1], b[2]} }
func (s Set) words() [words]uint64 { return [words]uint64{s.a, s.b, s.c} }

func (s Set) and(t Set) Set  { return Set{s.a & t.a, s.b & t.b, s.c & t.c} }
func (s Set) or(t Set) Set   { return Set{s.a | t.a, s.b | t.b, s.c | t.c} }
func (s Set) diff(t Set) Set { return Set{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c} }
func (s Set) empty() bool    { return s.a|s.b|s.c == 0 }
func (s Set) count() int {
	return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c)
}

// up and down move a set k bits, k below 64.
func (s Set) up(k uint8) Set {
	k &= 63
	r := 63 - k
	return Set{s.a << (k & 63), s.b<<(k&63) | s.a>>1>>(r&63), s.c<<(k&63) | s.b>>1>>(r&63)}
}

func (s Set) down(k uint8) Set {
	k &= 63
	r := 63 - k
	return Set{s.a>>(k&63) | s.b<<1<<(r&63), s.b>>(k&63) | s.c<<1<<(r&63), s.c >> (k & 63)}
}

// far moves a set by any number of bits, towards higher ones if positive.
func (s Set) far(k int) Set {
	if k >= 0 {
		for k >= 64 {
			s = Set{0, s.a, s.b}
			k -= 64
		}
		return s.up(uint8(k))
	}
	k = -k
	for k >= 64 {
		s = Set{s.b, s.c, 0}
		k -= 64
	}
	return s.down(uint8(k))
}

func single(i int64) Set {
	return Set{1 << uint64(i), 1 << uint64(i-64), 1 << uint64(i-128)}
}

func (s Set) has(i int64) bool {
	return (s.a>>uint64(i)|s.b>>uint64(i-64)|s.c>>uint64(i-128))&1 != 0
}

func (s Set) lowest() int64 {
	switch {
	case s.a != 0:
		return int64(bits.TrailingZeros64(s.a))
	case s.b != 0:
		return int64(64 + bits.TrailingZeros64(s.b))
	}
	return int64(128 + bits.TrailingZeros64(s.c))
}

func (s Set) dropLowest() Set {
	switch {
	case s.a != 0:
		s.a &= s.a - 1
	case s.b != 0:
		s.b &= s.b - 1
	default:
		s.c &= s.c - 1
	}
	return s
}

// lowBit and highBit return the least and the greatest member alone; nothing of nothing.
func (s Set) lowBit() Set {
	switch {
	case s.a != 0:
		return Set{s.a & -s.a, 0, 0}
	case s.b != 0:
		return Set{0, s.b & -s.b, 0}
	}
	return Set{0, 0, s.c & -s.c}
}

func (s Set) highBit() Set {
	switch {
	case s.c != 0:
		return Set{0, 0, 1 << 63 >> uint(bits.LeadingZeros64(s.c))}
	case s.b != 0:
		return Set{0, 1 << 63 >> uint(bits.LeadingZeros64(s.b)), 0}
	}
	return Set{1 << 63 >> uint(bits.LeadingZeros64(s.a)), 0, 0}
}

// before and after return what of a ray lies before the first member of stop: below its least one, or above its greatest.
func (s Set) before(stop Set) Set {
	switch {
	case stop.a != 0:
		return Set{s.a & (stop.a&-stop.a - 1), 0, 0}
	case stop.b != 0:
		return Set{s.a, s.b & (stop.b&-stop.b - 1), 0}
	}
	return Set{s.a, s.b, s.c & (stop.c&-stop.c - 1)}
}

func (s Set) after(stop Set) Set {
	switch {
	case stop.c != 0:
		return Set{0, 0, s.c &^ (1<<uint(64-bits.LeadingZeros64(stop.c)) - 1)}
	case stop.b != 0:
		return Set{0, s.b &^ (1<<uint(64-bits.LeadingZeros64(stop.b)) - 1), s.c}
	}
	return Set{s.a &^ (1<<uint(64-bits.LeadingZeros64(stop.a)) - 1), s.b, s.c}
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
	return int64(128 + selectBit(s.c, k-c))
}
