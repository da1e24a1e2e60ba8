// Package lists makes new lists of old ones.
package lists

import "slices"

// Map returns what f says of each member of a list, in the same order; nil for no members.
func Map[T, U any](list []T, f func(T) U) (all []U) {
	all = slices.Grow(all, len(list))
	for _, x := range list {
		all = append(all, f(x))
	}
	return all
}

// Filter returns the members of a list for which f holds, in the same order; nil if there are none.
func Filter[T any](list []T, f func(T) bool) (all []T) {
	for _, x := range list {
		if f(x) {
			all = append(all, x)
		}
	}
	return all
}
