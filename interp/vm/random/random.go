// Package random is the source of chance of the fast engine: a PCG held by value and a bound by multiplication, so that
// drawing a move neither allocates nor calls through an interface.
package random

import (
	"math/bits"
	"math/rand/v2"
)

// Source is a seeded stream of random numbers. It is a value: copying it copies the stream. The zero Source is a valid
// stream, always the same.
type Source struct{ pcg rand.PCG }

// New returns the stream of two seeds; the same seeds always give the same stream.
func New(seed1, seed2 uint64) Source {
	var s Source
	s.pcg.Seed(seed1, seed2)
	return s
}

// Uint64 returns the next number of the stream.
func (s *Source) Uint64() uint64 { return s.pcg.Uint64() }

// Below returns a number from 0 to n-1; n must be positive. The bias is below n/2⁶⁴.
func (s *Source) Below(n int) int {
	hi, _ := bits.Mul64(s.pcg.Uint64(), uint64(n))
	return int(hi)
}
