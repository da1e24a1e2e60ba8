package diag

import "strconv"

// Plural writes a number of things whose plural ends in s: no rows, one row, two rows, 12 rows.
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return word(n) + " " + noun
}

// PluralAre says how many there are: is none, is one, are two, are 12.
func PluralAre(n int) string {
	switch n {
	case 0:
		return "is none"
	case 1:
		return "is one"
	}
	return "are " + word(n)
}

// word writes a number as in a sentence: small ones in letters.
func word(n int) string {
	if words := []string{"no", "one", "two", "three"}; n >= 0 && n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}
