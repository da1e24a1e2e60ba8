// Package lists makes new lists of old ones.
package lists

// Map returns what f says of each member of a list, in the same order; nil for no members.
func Map[T, U any](list []T, f func(T) U) []U {
	if len(list) == 0 {
		return nil
	}
	all := make([]U, len(list)) // shorter code than appending, for each pair of types in the browser
	for i, x := range list {
		all[i] = f(x)
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
