package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHull compares the least and the greatest value of linear forms at the corners of a hull with
// those at all of its points.
func TestHull(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		points := make([][2]int, 1+rng.IntN(40))
		for i := range points {
			points[i] = [2]int{rng.IntN(9) - 4, rng.IntN(9) - 4}
		}
		corners := hull(slices.Clone(points))
		for a := -5; a <= 5; a++ {
			for c := -5; c <= 5; c++ {
				value := func(x, y [2]int) int { return a*(x[0]-y[0]) + c*(x[1]-y[1]) }
				all, few := slices.MinFunc(points, value), slices.MinFunc(corners, value)
				top, high := slices.MaxFunc(points, value), slices.MaxFunc(corners, value)
				if value(all, few) != 0 || value(top, high) != 0 {
					t.Fatalf("%d x + %d y of %v: from %v to %v, of the corners %v from %v to %v", a,
						c, points, all, top, corners, few, high)
				}
			}
		}
	}
	var grid [][2]int
	for i := range 8 {
		for j := range 5 {
			grid = append(grid, [2]int{i, j})
		}
	}
	if corners := slices.Compact(slices.SortedFunc(slices.Values(hull(grid)),
		func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })); len(corners) != 4 {
		t.Errorf("a rectangle has the corners %v", corners)
	}
}
