// Code generated from package w128; DO NOT EDIT.

package w1024

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestSelectBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	words := []uint64{1, 1 << 63, ^uint64(0), 0xff << 56, 0x8000000000000001}
	for range 2000 {
		words = append(words, rng.Uint64()&rng.Uint64(), rng.Uint64()|rng.Uint64())
	}
	for _, x := range words {
		k := 0
		for rest := x; rest != 0; rest &= rest - 1 {
			if got, want := selectBit(x, k), bits.TrailingZeros64(rest); got != want {
				t.Fatalf("bit %d of %#x: %d, not %d", k, x, got, want)
			}
			k++
		}
	}
}
