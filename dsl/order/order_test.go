package order

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// The order is that of package slices. A stable sort also keeps the order of equal elements.
func TestOrder(t *testing.T) {
	type pair struct{ key, at int }
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	rng := rand.New(rand.NewPCG(1, 0))
	for n := range 200 {
		pairs, keys := make([]pair, n), make([]int, n)
		for i := range n {
			keys[i] = rng.IntN(20)
			pairs[i] = pair{keys[i], i}
		}
		want := slices.Clone(pairs)
		slices.SortStableFunc(want, byKey)
		SortStableFunc(pairs, byKey)
		if !slices.Equal(pairs, want) {
			t.Fatalf("%v, want %v", pairs, want)
		}
		rng.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		SortFunc(keys, cmp.Compare)
		if !slices.IsSorted(keys) {
			t.Fatal(keys)
		}
	}
}
