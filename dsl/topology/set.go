package topology

import (
	"iter"
	"math/bits"
)

// MaxSites is the greatest number of sites (cells, edges and corners together) that a board may
// have.
const MaxSites = 1024

const setWords = MaxSites / 64

// Site is the number of a site on its board: cells come first, then edges, then corners.
type Site int16

// None is not a site: off the board.
const None Site = -1

// Set is a set of sites. It is a value: copying it copies the set, and == compares two sets. The
// zero Set is empty.
type Set [setWords]uint64

// SetOf returns the set of the given sites, ignoring None.
func SetOf(sites ...Site) Set {
	var s Set
	for _, x := range sites {
		s.Add(x)
	}
	return s
}

// Full returns the set of the sites lo, lo+1, … hi-1.
func Full(lo, hi int) Set {
	var s Set
	for i := lo; i < hi; i++ {
		s.Add(Site(i))
	}
	return s
}

// Add puts x into the set; adding None changes nothing.
func (s *Set) Add(x Site) {
	if x >= 0 {
		s[x>>6] |= 1 << (x & 63)
	}
}

// Delete takes x out of the set.
func (s *Set) Delete(x Site) {
	if x >= 0 {
		s[x>>6] &^= 1 << (x & 63)
	}
}

// Has reports whether x is a member; None never is.
func (s *Set) Has(x Site) bool { return x >= 0 && s[x>>6]>>(x&63)&1 != 0 }

// Or returns the members of either set.
func (s Set) Or(t Set) Set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// And returns the members of both sets.
func (s Set) And(t Set) Set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

// Minus returns the members of s that are not in t.
func (s Set) Minus(t Set) Set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// Empty reports whether the set has no member.
func (s *Set) Empty() bool {
	var any uint64
	for _, w := range s {
		any |= w
	}
	return any == 0
}

// Len returns the number of members.
func (s *Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// In reports whether every member of s is one of t.
func (s *Set) In(t *Set) bool {
	var outside uint64
	for i := range s {
		outside |= s[i] &^ t[i]
	}
	return outside == 0
}

// First returns the least member, or None if the set is empty.
func (s *Set) First() Site {
	for i, w := range s {
		if w != 0 {
			return Site(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return None
}

// All yields the members in ascending order. The set may be changed during the iteration, which
// goes over a copy taken at the start.
func (s Set) All() iter.Seq[Site] {
	return func(yield func(Site) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(Site(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}
