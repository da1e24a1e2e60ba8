package diag

import (
	"slices"
	"strconv"
	"strings"
)

// Plural writes a number of things as in a sentence: no rows, one row, two rows, 12 rows.
func Plural(n int, noun string) string {
	if n != 1 {
		noun = Plurals(noun)
	}
	return word(n) + " " + noun
}

// Amount writes a number of things in figures: 0 moves, 1 move, 2 men.
func Amount(n int, noun string) string {
	if n != 1 {
		noun = Plurals(noun)
	}
	noun = strings.ReplaceAll(noun, "_", " ")
	return strconv.Itoa(n) + " " + noun
}

// Plurals returns the plural of a noun, which may be a name made of words: two_pips is one already.
func Plurals(noun string) string {
	switch noun {
	case "goose":
		return "geese"
	case "ox":
		return "oxen"
	case "mouse":
		return "mice"
	}
	switch {
	case noun == "":
		return ""
	case strings.Contains(noun, "_"): // a name made of words: two_pips is a plural already
		if noun = strings.ReplaceAll(noun, "_", " "); strings.HasSuffix(noun, "s") {
			return noun
		}
	case strings.HasSuffix(noun, "man"):
		return strings.TrimSuffix(noun, "an") + "en"
	case strings.HasSuffix(noun, "f") && len(noun) > 2 &&
		strings.ContainsRune("aeoul", rune(noun[len(noun)-2])): // leaf, wolf
		return strings.TrimSuffix(noun, "f") + "ves"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"),
		strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	case strings.HasSuffix(noun, "y") && len(noun) > 1 &&
		!strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// IsPlural reports whether a name looks like a plural: Goats, Geese, Horsemen, but not Chaos.
func IsPlural(name string) bool {
	name = strings.ToLower(name)
	for _, end := range []string{"ss", "us", "is", "os"} {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	return strings.HasSuffix(name, "s") || strings.HasSuffix(name, "men") ||
		slices.Contains([]string{"geese", "mice", "oxen", "people", "sheep"}, name)
}

// PluralAre writes how many there are: is none, is one, are two, are 12.
func PluralAre(n int) string {
	switch n {
	case 0:
		return "is none"
	case 1:
		return "is one"
	}
	return "are " + word(n)
}

// word writes a number as in a sentence: small ones in words.
func word(n int) string {
	if words := []string{"no", "one", "two", "three"}; n >= 0 && n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}
