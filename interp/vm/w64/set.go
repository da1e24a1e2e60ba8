package w64

import (
	"math/bits"

	"boardgame/interp/compile"
)

// words is the number of words of a Set.
const words = 1

// Set is a set of 64 places.
type Set struct{ a uint64 }

func fromBits(b *compile.Bits) Set { return Set{b[0]} }
func (s Set) words() [words]uint64 { return [words]uint64{s.a} }

func (s Set) and(t Set) Set  { return Set{s.a & t.a} }
func (s Set) or(t Set) Set   { return Set{s.a | t.a} }
func (s Set) diff(t Set) Set { return Set{s.a &^ t.a} }
func (s Set) empty() bool    { return s.a == 0 }
func (s Set) count() int     { return bits.OnesCount64(s.a) }

// up and down move a set k bits, k below 64.
func (s Set) up(k uint8) Set   { return Set{s.a << (k & 63)} }
func (s Set) down(k uint8) Set { return Set{s.a >> (k & 63)} }

// far moves a set by any number of bits, towards higher ones if positive.
func (s Set) far(k int) Set {
	if k >= 0 {
		return Set{s.a << uint(k)}
	}
	return Set{s.a >> uint(-k)}
}

func single(i int64) Set       { return Set{1 << (uint(i) & 63)} }
func (s Set) has(i int64) bool { return s.a>>(uint(i)&63)&1 != 0 }
func (s Set) lowest() int64    { return int64(bits.TrailingZeros64(s.a)) }
func (s Set) dropLowest() Set  { return Set{s.a & (s.a - 1)} }

// lowBit and highBit return the least and the greatest member alone; nothing of nothing.
func (s Set) lowBit() Set  { return Set{s.a & -s.a} }
func (s Set) highBit() Set { return Set{1 << 63 >> uint(bits.LeadingZeros64(s.a))} }

// before and after return what of a ray lies before the first member of stop: below its least one, or above its greatest.
func (s Set) before(stop Set) Set { return Set{s.a & (stop.a&-stop.a - 1)} }
func (s Set) after(stop Set) Set  { return Set{s.a &^ (1<<uint(64-bits.LeadingZeros64(stop.a)) - 1)} }

// pick returns the k-th member, from 0; there must be one.
func (s Set) pick(k int) int64 { return int64(selectBit(s.a, k)) }
