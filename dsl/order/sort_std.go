//go:build !js

package order

import (
	"cmp"
	"slices"
)

// Sort sorts x in ascending order.
func Sort[T cmp.Ordered](x []T) { slices.Sort(x) }
