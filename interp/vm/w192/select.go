// Code generated from package w128; DO NOT EDIT.

package w192

import "math/bits"

const (
	ones  = 0x0101010101010101 // the lowest bit of each byte
	highs = 0x8080808080808080 // the highest
)

// selectBit returns the place of the k-th set bit of x, from 0. x must have more than k bits. It finds the byte with the counts of
// all bytes side by side in a word (Vigna, "Broadword implementation of rank/select queries", 2008), for which of few steps a random
// draw needs is nothing that a processor could foresee.
func selectBit(x uint64, k int) int {
	s := x - x>>1&0x5555555555555555
	s = s&0x3333333333333333 + s>>2&0x3333333333333333
	s = (s + s>>4) & 0x0f0f0f0f0f0f0f0f * ones // in byte i the bits of x in bytes 0 to i
	before := bits.OnesCount64(((uint64(k)*ones | highs) - s) & highs)
	at := uint(before) * 8 & 63
	return int(at) + int(inByte[x>>at&0xff][(uint64(k)-s<<8>>at)&7])
}

// inByte is the place of the k-th set bit of a byte.
var inByte = func() (table [256][8]uint8) {
	for x := range table {
		k := 0
		for i := range 8 {
			if x>>i&1 != 0 {
				table[x][k] = uint8(i)
				k++
			}
		}
	}
	return table
}()
