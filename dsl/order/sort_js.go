package order

import (
	"cmp"
	"sort"
)

// Sort sorts x in ascending order.
func Sort[T cmp.Ordered](x []T) { sort.Slice(x, func(i, j int) bool { return x[i] < x[j] }) }
