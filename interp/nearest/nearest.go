// Package nearest finds what somebody most likely meant to write.
package nearest

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// One returns the candidate that text is most likely a slip of, or "" if none is near enough to be worth suggesting.
// Upper and lower case do not matter.
func One(text string, candidates []string) string {
	// A slip in every other letter of a short word, in every third of a long one.
	letters := utf8.RuneCountInString(head(text))
	best, bestDistance := "", 1+max(min(letters/2, 2), letters/3)
	for _, c := range candidates {
		if d := distance(text, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// Few returns at most n of the candidates, the nearest first; those equally near stay in their order.
func Few(text string, candidates []string, n int) []string {
	type ranked struct {
		text     string
		distance int
	}
	all := make([]ranked, len(candidates))
	for i, c := range candidates {
		all[i] = ranked{c, distance(text, c)}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.distance, b.distance) })
	var few []string
	for _, r := range all[:min(n, len(all))] {
		few = append(few, r.text)
	}
	return few
}

// distance is the number of letters to change, to add or to leave out. The head of a long text is enough to compare by.
func distance(a, b string) int {
	return levenshtein.ComputeDistance(strings.ToLower(head(a)), strings.ToLower(head(b)))
}

func head(s string) string {
	const enough = 64
	for i := range s {
		if i >= enough {
			return s[:i]
		}
	}
	return s
}
