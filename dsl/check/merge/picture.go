package merge

import (
	"strings"
	"unicode"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// WholeBoard reports whether a picture ends where its author ended it. The parser has reported any
// that does not.
func WholeBoard(p *syntax.Picture, f *source.File) bool {
	text := p.Span(f).Text()
	return len(text) >= 6 && strings.HasSuffix(text, `"""`)
}

// A Glyph is a sign of a picture and where it stands in the text.
type Glyph struct {
	Sign rune
	Span source.Span
}

// PictureSigns returns the signs of a picture, line by line, without blanks and empty lines.
func PictureSigns(p *syntax.Picture, f *source.File) [][]Glyph {
	var rows [][]Glyph
	at := p.Span(f).Lo + 3
	for line := range strings.SplitSeq(p.Text, "\n") {
		var row []Glyph
		for i, r := range line {
			if !unicode.IsSpace(r) {
				row = append(row, Glyph{r, source.Span{File: f, Lo: at + i, Hi: at + i + len(string(r))}})
			}
		}
		if row != nil {
			rows = append(rows, row)
		}
		at += len(line) + 1
	}
	return rows
}
