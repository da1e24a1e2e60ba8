// Package order sorts. Its functions do what those of [slices] with the same names do, but the
// program holds one sort for all types where package slices has one for each: that is 20 KB of
// code a type, which a browser would load. Sorting takes about twice as long; where it is most of
// the work, use package slices.
package order

import "sort"

// SortFunc sorts x in ascending order by cmp. Equal elements may change their order.
func SortFunc[T any](x []T, cmp func(a, b T) int) {
	sort.Slice(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}

// SortStableFunc sorts x in ascending order by cmp. Equal elements keep their order.
func SortStableFunc[T any](x []T, cmp func(a, b T) int) {
	sort.SliceStable(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}
