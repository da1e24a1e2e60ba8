// Package wording makes the texts of a session: words, sentences, lines and columns.
package wording

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/repl/speech"
)

// Natural compares texts so that numbers in them count as numbers: a2 comes before a10.
func Natural(a, b string) int {
	for a != "" && b != "" {
		if digit(a[0]) && digit(b[0]) {
			na, nb := digits(a), digits(b)
			x, _ := strconv.Atoi(na)
			if y, _ := strconv.Atoi(nb); x != y {
				return x - y
			}
			a, b = a[len(na):], b[len(nb):]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func digits(text string) string {
	i := 0
	for i < len(text) && i < 9 && digit(text[i]) {
		i++
	}
	return text[:i]
}

// DidYouMean ends a message about an unknown word: with the nearest known one, or with all.
func DidYouMean(word string, known []string) string {
	if near := diag.NearestName(word, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return "; " + Choose(known)
}

// Choose lists the choices.
func Choose(known []string) string {
	if len(known) == 1 {
		return "the only one is " + known[0]
	}
	return "choose " + speech.Or(known)
}

// Common is the longest common prefix of some texts.
func Common(texts []string) string {
	begins := texts[0]
	for _, text := range texts[1:] {
		for !strings.HasPrefix(text, begins) {
			_, size := utf8.DecodeLastRuneInString(begins)
			begins = begins[:len(begins)-size]
		}
	}
	return begins
}

// Spoken writes an error as a sentence. It leaves cell names and the like unchanged, and also the
// end of a list.
func Spoken(err error) string {
	text := source.Brief(err.Error())
	first, _, _ := strings.Cut(text, " ")
	if strings.IndexFunc(first, func(r rune) bool { return !unicode.IsLetter(r) && r != ',' }) < 0 {
		text = speech.Capital(text)
	}
	if strings.Contains(text, "\n") {
		return text
	}
	return Sentence(text)
}

// Sentence ends a text with a period, unless it already ends in punctuation.
func Sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// AlignNumber pads the number of a turn so that its last digit is just before the last of the given
// columns.
func AlignNumber(number string, columns int) string {
	digits := len(strings.TrimRight(number, "."))
	return strings.Repeat(" ", max(columns-1-digits, 0)) + number
}

// ErrQuiet ends a command that has already said what is wrong.
var ErrQuiet = errors.New("failed")

// MaxLine is how many bytes of a line are read.
const MaxLine = 4000

// Printable turns control characters into blanks and drops what is not UTF-8.
func Printable(r rune) rune {
	switch {
	case r < ' ' || r == 0x7f:
		return ' '
	case r == '\ufffd':
		return -1
	}
	return r
}

// UniquePrefix finds the name that is text, or else the one that begins with it, in any case.
func UniquePrefix(text string, names []string) (int, bool) {
	same := func(n string) bool { return strings.EqualFold(n, text) }
	if i := slices.IndexFunc(names, same); i >= 0 {
		return i, true
	}
	begun := Beginning(text, names)
	if len(begun) != 1 {
		return 0, false
	}
	return slices.Index(names, begun[0]), true
}

// Beginning lists the names that begin with text, in any case; none if there is no text.
func Beginning(text string, names []string) (begun []string) {
	for _, n := range names {
		if text != "" && len(n) >= len(text) && strings.EqualFold(n[:len(text)], text) {
			begun = append(begun, n)
		}
	}
	return begun
}

// Wrap breaks text into lines of at most width columns, at blanks if possible; all lines but the
// first begin with the indent. Colors take no room.
func Wrap(text string, width int, indent string) []string {
	width = max(width, 8)
	if len(indent) > width/2 {
		indent = "  "
	}
	var lines []string
	for {
		cut := fitting(text, width)
		if cut == len(text) {
			return append(lines, text)
		}
		lines = append(lines, strings.TrimRight(text[:cut], " "))
		if text = strings.TrimLeft(text[cut:], " "); text == "" {
			return lines
		}
		text = indent + text
	}
}

// fitting returns how many bytes of text fit on a line of a width: all, or up to a blank, or within
// a long word.
func fitting(text string, width int) int {
	columns, blank, inWord := 0, 0, false
	for i := 0; i < len(text); {
		if text[i] == '\x1b' {
			if end := strings.IndexByte(text[i:], 'm'); end > 0 {
				i += end + 1
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == ' ' && inWord {
			blank = i
		}
		inWord = inWord || r != ' '
		if columns += runewidth.RuneWidth(r); columns > width && i > 0 {
			if blank > 0 {
				return blank
			}
			return i
		}
		i += size
	}
	return len(text)
}

// InColumns lays out words in columns as wide as the longest, in lines of the given width.
func InColumns(indent string, words []string, width int) []string {
	longest := 0
	for _, w := range words {
		longest = max(longest, runewidth.StringWidth(w))
	}
	per := max((width-len(indent))/(longest+2), 1)
	var lines []string
	for row := range slices.Chunk(words, per) {
		line := indent
		for _, w := range row[:len(row)-1] {
			line += runewidth.FillRight(w, longest+2)
		}
		lines = append(lines, line+row[len(row)-1])
	}
	return lines
}

// Escape begins what a terminal does not show: colors, and the sequences of keys.
const Escape = 0x1b

// Visible counts the columns that a line takes on a terminal: colors take none.
func Visible(line string) int {
	columns := 0
	for i := 0; i < len(line); {
		if line[i] == Escape {
			if end := strings.IndexByte(line[i:], 'm'); end > 0 {
				i += end + 1
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		columns += runewidth.RuneWidth(r)
		i += size
	}
	return columns
}
