package source

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Hidden reports whether a character would steer a terminal or a reader's eye instead of being
// shown: the control characters C0, DEL and C1, those that change the direction of writing, those
// without a width or a shape, and Unicode line ends that do not end a line in a file. Tabs and the
// line ends of files are not hidden, nor are the two selectors that draw a sign as text or as a
// picture.
//
// Rules, settings, records, arguments and file names that contain a hidden character are rejected
// on input, and [Safe] and [Writer] keep hidden characters out of the output.
func Hidden(r rune) bool {
	switch r {
	case '\n', '\r', '\t', '\ufe0e', '\ufe0f':
		return false
	case '\u2028', '\u2029',
		'\u2800', '\U0001d159': // a braille pattern without dots and a note without a head
		return true
	}
	return unicode.IsControl(r) ||
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// FirstHidden returns the first hidden character of a text and its byte offset; ok is false if
// there is none. A carriage return is hidden unless a line feed follows, because what comes after
// it overwrites what was before.
func FirstHidden(text string) (offset int, r rune, ok bool) {
	for i, r := range text {
		if Hidden(r) || r == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			return i, r, true
		}
	}
	return 0, 0, false
}

// OneCell reports whether a text is a single character that a terminal draws in a cell of its own,
// neither hidden nor a mark that is drawn onto the character before it.
func OneCell(text string) bool {
	r, n := utf8.DecodeRuneInString(text)
	return n > 0 && n == len(text) && r != utf8.RuneError && r > ' ' && !Hidden(r) &&
		!unicode.In(r, unicode.M)
}

// Safe returns a text with its hidden characters escaped as in JSON, such as \u001b, and with bytes
// that are not UTF-8 replaced.
func Safe(text string) string {
	var out bytes.Buffer
	w := writer{to: &out}
	w.text([]byte(text))
	return out.String()
}

// The longest word, which may be a path, and the longest line that a message repeats in full.
const (
	longestWord = 300
	longestLine = 4000
)

// Brief returns a message in which nothing is repeated at length: of a word with more than 300
// characters, its beginning and its end, with "…" between them; of a line with more than 4000
// characters, its beginning. Names, numbers and arguments may have any length, and messages quote
// them. All messages about other people's text pass through Brief when they are written.
func Brief(message string) string {
	if len(message) <= longestWord {
		return message
	}
	var out strings.Builder
	for line := range strings.Lines(message) {
		text := strings.TrimSuffix(line, "\n")
		var brief strings.Builder
		for part := range strings.SplitAfterSeq(text, " ") {
			brief.WriteString(abridged(part, longestWord, 100))
		}
		out.WriteString(abridged(brief.String(), longestLine, longestLine-1))
		out.WriteString(line[len(text):])
	}
	return out.String()
}

// abridged returns a text; if it has more than most characters, only its first ones, "…" and a few
// of its last ones.
func abridged(text string, most, head int) string {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	all := []rune(text)
	tail := min(40, most-head-1)
	return string(all[:head]) + "…" + string(all[len(all)-tail:])
}

// Writer returns a writer that passes text on to another one as [Safe] returns it, except for the
// sequences with which boardgame itself colors text, moves the cursor, clears and scrolls: carriage
// returns, ESC [ with numbers and one letter of those, ESC 7, ESC 8, and switching the cursor and
// the second screen. What it lets through can only draw. Text that others have written passes
// through Safe first, or is rejected if it has hidden characters, so that it cannot even do that.
//
// A character may be split across several calls of Write. An incomplete one at the end is not
// written.
func Writer(to io.Writer) io.Writer { return &writer{to: to, sequences: true} }

type writer struct {
	to        io.Writer
	sequences bool   // let boardgame's own sequences through
	rest      []byte // the beginning of an incomplete character or sequence
}

// drawing holds the letters that end a sequence that moves the cursor, clears, scrolls or colors.
const drawing = "ABCDEFGHJKLMPSTXdmrsu@"

// longest is the maximum length of a sequence in bytes; anything longer does not count as one.
const longest = 32

// Write implements [io.Writer]. It returns the number of bytes of p that it took, not how many it
// wrote.
func (w *writer) Write(p []byte) (int, error) {
	data := p
	if len(w.rest) > 0 {
		data = append(w.rest, p...)
	}
	var out bytes.Buffer
	out.Grow(len(data))
	taken := w.clean(&out, data)
	w.rest = append([]byte(nil), data[taken:]...)
	if _, err := w.to.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// text writes a whole text.
func (w *writer) text(data []byte) {
	var out bytes.Buffer
	for rest := data; len(rest) > 0; {
		n := w.clean(&out, rest)
		if rest = rest[n:]; len(rest) > 0 { // half a character at the end
			out.WriteRune(utf8.RuneError)
			rest = rest[1:]
		}
	}
	w.to.Write(out.Bytes())
}

// clean writes the beginning of data, as far as it can be judged, and returns the length of that
// part.
func (w *writer) clean(out *bytes.Buffer, data []byte) int {
	i := 0
	for i < len(data) {
		if data[i] == 0x1b && w.sequences {
			switch n := sequence(data[i:]); {
			case n > 0:
				out.Write(data[i : i+n])
				i += n
				continue
			case n < 0:
				return i
			}
		}
		if !utf8.FullRune(data[i:]) {
			return i
		}
		r, n := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError:
			out.WriteRune(r)
		case !Hidden(r) && (r != '\r' || w.sequences || bytes.HasPrefix(data[i+1:], []byte("\n"))):
			out.Write(data[i : i+n])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(out, `\u%04x`, r)
		}
		i += n
	}
	return i
}

// sequence returns the length of the harmless sequence at the beginning of data, 0 if there is
// none, and -1 if more data is needed to tell.
func sequence(data []byte) int {
	if len(data) == 1 {
		return -1
	}
	switch data[1] {
	case '7', '8':
		return 2
	case '[':
	default:
		return 0
	}
	for i := 2; i < min(len(data), longest); i++ {
		switch c := data[i]; {
		case '0' <= c && c <= '9' || c == ';':
		case c == '?' && i == 2:
		case data[2] == '?':
			if number := string(data[3:i]); (c == 'h' || c == 'l') && (number == "25" || number == "1049") {
				return i + 1
			}
			return 0
		case strings.IndexByte(drawing, c) >= 0:
			return i + 1
		default:
			return 0
		}
	}
	if len(data) < longest {
		return -1
	}
	return 0
}

// describe names a hidden character in a message.
func describe(r rune) string {
	if r < ' ' || r == 0x7f {
		return fmt.Sprintf("the control character U+%04X", r)
	}
	return fmt.Sprintf("the invisible character U+%04X", r)
}

// A HiddenError reports that a text has a hidden character.
type HiddenError struct {
	Char rune
	Line int // from 1
}

// Error says which character it is and where.
func (e *HiddenError) Error() string {
	return fmt.Sprintf("%s in line %d; take it out", describe(e.Char), e.Line)
}

// CheckText returns a [*HiddenError] if a text has a hidden character, otherwise nil.
func CheckText(text string) error {
	at, r, ok := FirstHidden(text)
	if !ok {
		return nil
	}
	return &HiddenError{Char: r, Line: 1 + strings.Count(text[:at], "\n")}
}
