// Package width says how many columns of a terminal a text takes. Outside the browser it asks
// go-runewidth, which knows the clusters of Unicode; in the browser, its tables would be a hundredth
// of the download.
package width

import "unicode"

// A Measure tells the columns of characters and texts, shortens a text to at most so many columns,
// with a tail instead of what is cut off, and cuts columns off its beginning, with a head instead.
type Measure interface {
	RuneWidth(r rune) int
	StringWidth(text string) int
	Truncate(text string, most int, tail string) string
	TruncateLeft(text string, columns int, head string) string
}

// wide are the characters of two columns: those of East Asian scripts, and pictures.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x231a, Hi: 0x231b, Stride: 1},
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0x3247, Stride: 1},
		{Lo: 0x3250, Hi: 0x4dbf, Stride: 1}, {Lo: 0x4e00, Hi: 0xa4c6, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xff01, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f320, Stride: 1}, {Lo: 0x1f3a0, Hi: 0x1f3ca, Stride: 1},
		{Lo: 0x1f400, Hi: 0x1f43e, Stride: 1}, {Lo: 0x1f600, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// plain measures text character by character.
type plain struct{}

func (plain) RuneWidth(r rune) int {
	switch {
	case unicode.Is(wide, r):
		return 2
	case unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me):
		return 1
	}
	return 0
}

func (t plain) StringWidth(text string) (columns int) {
	for _, r := range text {
		columns += t.RuneWidth(r)
	}
	return columns
}

func (t plain) Truncate(text string, most int, tail string) string {
	if t.StringWidth(text) <= most {
		return text
	}
	left := most - t.StringWidth(tail)
	for i, r := range text {
		if left -= t.RuneWidth(r); left < 0 {
			return text[:i] + tail
		}
	}
	return text + tail
}

func (t plain) TruncateLeft(text string, columns int, head string) string {
	for i, r := range text {
		n := t.RuneWidth(r)
		if columns <= 0 && n > 0 {
			return head + text[i:]
		}
		if columns -= n; columns < 0 {
			head += " " // half of a wide character
		}
	}
	return head
}
