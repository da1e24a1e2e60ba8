package diag

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
)

// Nearest returns the candidate that text most likely misspells. Among equally near candidates it
// prefers the one with the longest common prefix. It returns "" if no candidate is near enough to
// suggest, or if two are equally good. It ignores case, and any candidate that equals the text.
func Nearest(text string, candidates []string) string {
	// Allow one mistake in every three letters. With two letters nothing would be left, unless they
	// are only swapped.
	letters := utf8.RuneCountInString(head(text))
	limit := max(letters/3, 1)
	best, alike, found, same := limit, -1, "", ""
	for _, c := range candidates {
		d := distance(text, c)
		switch {
		case c == text, c == found:
		case d == 0: // only case differs: nothing can be nearer
			if same == "" || c < same {
				same = c
			}
		case d > limit, letters < 3 && !swapped(text, c):
		default:
			begins := shared(text, c)
			if order := cmp.Or(cmp.Compare(best, d), cmp.Compare(begins, alike)); order > 0 {
				best, alike, found = d, begins, c
			} else if order == 0 {
				found = ""
			}
		}
	}
	return cmp.Or(same, found)
}

// NearestName returns the name that text most likely misspells or abbreviates, such as connect-four
// for conect, or "" if there is none.
func NearestName(text string, names []string) string {
	near := Nearest(text, names)
	begun := map[string]string{}
	var heads []string
	for _, name := range names {
		if head := name[:min(len(name), len(text)+1)]; begun[head] == "" {
			begun[head] = name
			heads = append(heads, head)
		}
	}
	head := Nearest(text, heads)
	if near == "" || head != "" && distance(text, head) < distance(text, near) {
		return begun[head]
	}
	return near
}

// NearestFew returns at most n candidates, the nearest first. Equally near ones stay in order.
func NearestFew(text string, candidates []string, n int) []string {
	type ranked struct {
		text     string
		distance int
	}
	all := make([]ranked, len(candidates))
	for i, c := range candidates {
		all[i] = ranked{c, distance(text, c)}
	}
	order.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.distance, b.distance) })
	return lists.Map(all[:min(n, len(all))], func(r ranked) string { return r.text })
}

// distance returns the number of letters to change, add or leave out; two swapped neighbors count
// as one mistake (optimal string alignment). It compares only the beginnings of long texts.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(head(a))), []rune(strings.ToLower(head(b)))
	// distances of the letters of x so far, by how many letters of y: two rows up, one row up, this
	// row
	var before, last, row [enough + 1]int
	for j := range y {
		last[j+1] = j + 1
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			change := last[j]
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}

// swapped reports whether two texts differ only in two neighboring letters that have been swapped.
func swapped(a, b string) bool {
	x, y := []rune(strings.ToLower(head(a))), []rune(strings.ToLower(head(b)))
	if len(x) != len(y) {
		return false
	}
	i := shared(a, b)
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && slices.Equal(x[i+2:], y[i+2:])
}

// shared returns the length of the common prefix of two texts, in letters.
func shared(a, b string) int {
	x, y := []rune(strings.ToLower(head(a))), []rune(strings.ToLower(head(b)))
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// enough is the number of bytes of a text that are compared.
const enough = 64

// head returns the part of a text that is compared.
func head(s string) string {
	for i := range s {
		if i >= enough {
			return s[:i]
		}
	}
	return s
}
