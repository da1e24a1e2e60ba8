package w1024

import (
	"math/bits"

	"boardgame/interp/compile"
)

// words is the number of words of a Set.
const words = 16

// Set is a set of 1024 places.
type Set struct{ w [words]uint64 }

func fromBits(b *compile.Bits) Set { return Set{*b} }
func (s Set) words() [words]uint64 { return s.w }

func (s Set) and(t Set) Set {
	for i := range s.w {
		s.w[i] &= t.w[i]
	}
	return s
}

func (s Set) or(t Set) Set {
	for i := range s.w {
		s.w[i] |= t.w[i]
	}
	return s
}

func (s Set) diff(t Set) Set {
	for i := range s.w {
		s.w[i] &^= t.w[i]
	}
	return s
}

func (s Set) empty() bool {
	any := uint64(0)
	for _, w := range s.w {
		any |= w
	}
	return any == 0
}

func (s Set) count() int {
	n := 0
	for _, w := range s.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// up and down move a set k bits, k below 64.
func (s Set) up(k uint8) Set {
	for i := words - 1; i > 0; i-- {
		s.w[i] = s.w[i]<<(k&63) | s.w[i-1]>>1>>(63-k&63)
	}
	s.w[0] <<= k & 63
	return s
}

func (s Set) down(k uint8) Set {
	for i := range words - 1 {
		s.w[i] = s.w[i]>>(k&63) | s.w[i+1]<<1<<(63-k&63)
	}
	s.w[words-1] >>= k & 63
	return s
}

// far moves a set by any number of bits, towards higher ones if positive.
func (s Set) far(k int) Set {
	if k >= 0 {
		if n := k >> 6; n > 0 {
			for i := words - 1; i >= 0; i-- {
				if i >= n {
					s.w[i] = s.w[i-n]
				} else {
					s.w[i] = 0
				}
			}
		}
		return s.up(uint8(k & 63))
	}
	k = -k
	if n := k >> 6; n > 0 {
		for i := range s.w {
			if i+n < words {
				s.w[i] = s.w[i+n]
			} else {
				s.w[i] = 0
			}
		}
	}
	return s.down(uint8(k & 63))
}

func single(i int64) Set {
	var s Set
	s.w[i>>6&(words-1)] = 1 << uint(i&63)
	return s
}

func (s Set) has(i int64) bool { return s.w[i>>6&(words-1)]>>uint(i&63)&1 != 0 }

func (s Set) lowest() int64 {
	for i, w := range s.w {
		if w != 0 {
			return int64(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return -1
}

func (s Set) highest() int64 {
	for i := words - 1; i >= 0; i-- {
		if s.w[i] != 0 {
			return int64(i<<6 + 63 - bits.LeadingZeros64(s.w[i]))
		}
	}
	return -1
}

func (s Set) dropLowest() Set {
	for i, w := range s.w {
		if w != 0 {
			s.w[i] = w & (w - 1)
			break
		}
	}
	return s
}

func (s Set) below(i int64) Set {
	n := int(i >> 6)
	for j := range s.w {
		switch {
		case j == n:
			s.w[j] &= 1<<uint(i&63) - 1
		case j > n:
			s.w[j] = 0
		}
	}
	return s
}

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
	for i, w := range s.w {
		c := bits.OnesCount64(w)
		if k < c {
			return int64(i<<6 + selectBit(w, k))
		}
		k -= c
	}
	return -1
}
