package check

import (
	"sort"
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest returns the one of the names that somebody who wrote name most probably meant, or "" where none is near enough
// or two are equally near.
func nearest(name string, names []string) string {
	names = append([]string(nil), names...)
	sort.Strings(names)
	limit := max(1, len(name)/3)
	if len(name) < 3 {
		limit = 0
	}
	best, second, found := limit+1, limit+1, ""
	low := strings.ToLower(name)
	for i, n := range names {
		if n == name || i > 0 && names[i-1] == n {
			continue
		}
		if strings.ToLower(n) == low { // only capitals differ: nothing can be nearer
			return n
		}
		if d := levenshtein.ComputeDistance(name, n) - shared(low, strings.ToLower(n)); d < best {
			best, second, found = d, best, n
		} else if d < second {
			second = d
		}
	}
	if best > limit || best == second {
		return ""
	}
	return found
}

// shared is 1 where the letters of two words are the same in another order, as when two of them were swapped.
func shared(a, b string) int {
	if len(a) != len(b) {
		return 0
	}
	x, y := []byte(a), []byte(b)
	sort.Slice(x, func(i, j int) bool { return x[i] < x[j] })
	sort.Slice(y, func(i, j int) bool { return y[i] < y[j] })
	if string(x) == string(y) {
		return 1
	}
	return 0
}

// didYouMean is the suggestion for a name that is not known.
func didYouMean(name string, names []string) string {
	if near := nearest(name, names); near != "" {
		return "did you mean `" + near + "`?"
	}
	return ""
}
