// Package source names places in rules texts.
//
// A text enters boardgame once, as a [File]; from then on every phase refers to it by [Span], two
// byte offsets into that file. Lines, columns and excerpts are computed from the span only when
// someone wants to read them.
package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A File is one rules text and the name by which its author knows it.
type File struct {
	Name  string // as shown in messages: a path, or "prelude"
	Text  string
	lines []int // offset of the first byte of each line
}

// NewFile returns a file with a name and a text.
func NewFile(name, text string) *File {
	f := &File{Name: name, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Position returns the 1-based line and column of a byte offset; columns count characters, not
// bytes. Offsets outside the text count as its nearest end.
func (f *File) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(f.Text))
	i := sort.SearchInts(f.lines, offset+1) - 1
	if i < 0 { // the zero value
		return 1, 1
	}
	return i + 1, utf8.RuneCountInString(f.Text[f.lines[i]:offset]) + 1
}

// Line returns the text of a 1-based line without its line end, or "" if there is no such line.
func (f *File) Line(line int) string {
	if line < 1 || line > len(f.lines) {
		return ""
	}
	rest := f.Text[f.lines[line-1]:]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	return strings.TrimSuffix(rest, "\r")
}

// Offset returns the byte at which a 1-based line begins. For a line beyond the last one, it
// returns the length of the text.
func (f *File) Offset(line int) int {
	switch {
	case line < 1:
		return 0
	case line > len(f.lines):
		return len(f.Text)
	}
	return f.lines[line-1]
}

// Lines returns the number of lines in the file; an empty file has one.
func (f *File) Lines() int { return len(f.lines) }

// A Span is a stretch of a file, from byte Lo up to but not including byte Hi. The zero Span is not
// a place.
type Span struct {
	File   *File
	Lo, Hi int
}

// Valid reports whether the span is in a file.
func (s Span) Valid() bool { return s.File != nil }

// Contains reports whether t lies completely in s.
func (s Span) Contains(t Span) bool {
	return s.Valid() && s.File == t.File && s.Lo <= t.Lo && t.Hi <= s.Hi
}

// Text returns the characters of the span.
func (s Span) Text() string {
	if s.File == nil || s.Lo < 0 || s.Hi > len(s.File.Text) || s.Lo > s.Hi {
		return ""
	}
	return s.File.Text[s.Lo:s.Hi]
}

// To returns the span from the beginning of s to the end of t, which is in the same file.
func (s Span) To(t Span) Span {
	if !s.Valid() {
		return t
	}
	return Span{s.File, s.Lo, max(s.Hi, t.Hi)}
}

// Remark returns the comment at the end of the line on which the span begins, without its sign; ""
// if there is none.
func (s Span) Remark() string {
	if !s.Valid() {
		return ""
	}
	number, _ := s.File.Position(s.Lo)
	line, quoted := s.File.Line(number), false
	for i, r := range line {
		if quoted = quoted != (r == '"'); r == '#' && !quoted {
			return strings.TrimSpace(line[i+1:])
		}
	}
	return ""
}
