package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// field is a part of the text and the column at which it begins.
type field struct {
	text   string
	column int
}

func (f field) from(i int) field {
	return field{f.text[i:], f.column + utf8.RuneCountInString(f.text[:i])}
}

// split parts a field at every sep.
func (f field) split(sep byte) []field {
	var parts []field
	for {
		i := strings.IndexByte(f.text, sep)
		if i < 0 {
			return append(parts, f)
		}
		parts = append(parts, field{f.text[:i], f.column})
		f = f.from(i + 1)
	}
}

func (r *positionReader) fields() []field {
	var all []field
	column, begin, start := 0, -1, 0
	for i, c := range r.text {
		column++
		switch {
		case unicode.IsSpace(c):
			if begin >= 0 {
				all = append(all, field{r.text[begin:i], start})
				begin = -1
			}
		case begin < 0:
			begin, start = i, column
		}
	}
	if begin >= 0 {
		all = append(all, field{r.text[begin:], start})
	}
	return all
}
