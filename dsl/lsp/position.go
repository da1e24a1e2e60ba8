package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"boardgame/dsl/source"
)

// offsetOf returns the byte offset of a position. Positions outside a line or the text move to its
// end, as the protocol requires.
func offsetOf(f *source.File, p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= f.Lines() {
		return len(f.Text)
	}
	at := f.Offset(p.Line + 1)
	rest := f.Line(p.Line + 1)
	for units := 0; len(rest) > 0; {
		r, n := utf8.DecodeRuneInString(rest)
		units += unitsOf(r)
		if units > p.Character {
			break
		}
		at += n
		rest = rest[n:]
	}
	return at
}

// positionOf returns the position of a byte.
func positionOf(f *source.File, offset int) position {
	offset = min(max(offset, 0), len(f.Text))
	for offset > 0 && offset < len(f.Text) && !utf8.RuneStart(f.Text[offset]) {
		offset-- // a place inside a character counts as that character
	}
	line, _ := f.Position(offset)
	units := 0
	for _, r := range f.Text[f.Offset(line):offset] {
		units += unitsOf(r)
	}
	return position{line - 1, units}
}

// unitsOf returns how many UTF-16 code units a character takes; an invalid byte counts as one.
func unitsOf(r rune) int { return max(1, utf16.RuneLen(r)) }

func rangeOf(s source.Span) span {
	return span{positionOf(s.File, s.Lo), positionOf(s.File, max(s.Lo, s.Hi))}
}

// nameOfURI returns the name of the file that a URI refers to: its path, or the URI itself if it
// has another scheme, as for a buffer that was never saved.
func nameOfURI(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /c:/games
		path = path[1:]
	}
	if u.Host != "" && u.Host != "localhost" {
		path = "//" + u.Host + path
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOfName is the inverse of nameOfURI.
func uriOfName(name string) string {
	if i := strings.Index(name, ":"); i > 1 { // a scheme; one letter is a drive
		return name
	}
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
