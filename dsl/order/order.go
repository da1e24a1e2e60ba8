// Package order sorts. Its functions do the same as those of [slices] with the same names, but
// share the code of one sort for all types. Package slices has one for each type, about 20 KB that
// a browser would have to load. Sorting takes about twice as long; where it is most of the work,
// use package slices. Outside of a browser, Sort and Sorted are those of package slices.
package order

import (
	"cmp"
	"iter"
	"slices"
	"sort"
)

// Sorted returns what a sequence yields in ascending order.
func Sorted[T cmp.Ordered](all iter.Seq[T]) []T {
	x := slices.Collect(all)
	Sort(x)
	return x
}

// SortFunc sorts x in ascending order by cmp. Equal elements may change their order.
func SortFunc[T any](x []T, cmp func(a, b T) int) {
	sort.Slice(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}

// SortStableFunc sorts x in ascending order by cmp. Equal elements keep their order.
func SortStableFunc[T any](x []T, cmp func(a, b T) int) {
	sort.SliceStable(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}
