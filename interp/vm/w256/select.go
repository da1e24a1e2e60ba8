// Code generated from package w128; DO NOT EDIT.

package w256

import "math/bits"

// selectBit returns the place of the k-th set bit of x, from 0. x must have more than k bits.
func selectBit(x uint64, k int) int {
	base := 0
	if c := bits.OnesCount32(uint32(x)); k >= c {
		k -= c
		x >>= 32
		base = 32
	}
	if c := bits.OnesCount16(uint16(x)); k >= c {
		k -= c
		x >>= 16
		base += 16
	}
	for ; k > 0; k-- {
		x &= x - 1
	}
	return base + bits.TrailingZeros64(x)
}
