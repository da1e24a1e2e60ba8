package repl

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// passage is a piece of the session's output. It is kept unbroken, so that it can be laid out again
// when the width of the terminal changes.
type passage struct {
	text   string   // a paragraph, to be broken at blanks
	words  []string // or words, to be laid out in columns
	whole  bool     // text is one line, for a program to read or a person to copy
	indent string   // begins every line of words, and every line but the first of a paragraph
	// minor passages are dropped if not everything fits beside the board, those with the highest
	// number first
	minor int
}

// lines breaks a passage into lines of at most width columns. A whole line stays unbroken.
func (p passage) lines(width int) []string {
	switch {
	case p.words != nil:
		return inColumns(p.indent, p.words, width)
	case p.whole:
		return []string{p.text}
	}
	return wrap(p.text, width, p.indent)
}

// linesOf breaks passages into lines of at most width columns.
func linesOf(all []passage, width int) []string {
	var lines []string
	for _, p := range all {
		lines = append(lines, p.lines(width)...)
	}
	return lines
}

// asciiSigns replaces the signs that sentences use with ASCII.
var asciiSigns = strings.NewReplacer("…", "...", "–", "-", "—", "-", "“", `"`, "”", `"`, "‘", "'",
	"’", "'")

// tell prints a passage: on the stage if that shows the table, otherwise at the end of the output.
func (pr *printer) tell(p passage) {
	if pr.ascii() {
		p.text = asciiSigns.Replace(p.text)
		for i, word := range p.words {
			p.words[i] = asciiSigns.Replace(word)
		}
	}
	if pr.stage.tell(p) {
		return
	}
	for _, line := range p.lines(pr.o.Width() - 1) {
		fmt.Fprintln(pr.out, line)
	}
}

// say writes lines, broken at the width of the terminal. Continuation lines are indented a little
// more than the first.
func (pr *printer) say(format string, args ...any) {
	for _, line := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " "))+2)
		pr.tell(passage{text: line, indent: indent})
	}
}

// raw writes lines that must each stay in one piece, for a program to read or a person to copy.
func (pr *printer) raw(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		pr.tell(passage{text: line, whole: true})
	}
}

// para writes paragraphs; all lines but the first of each begin with the indent.
func (pr *printer) para(indent, text string) {
	for _, par := range strings.Split(text, "\n") {
		pr.tell(passage{text: par, indent: indent})
	}
}

// columns writes words in columns as wide as the longest; each line begins with the indent.
func (pr *printer) columns(indent string, words []string) {
	if len(words) > 0 {
		pr.tell(passage{words: words, indent: indent})
	}
}

// wrap breaks text into lines of at most width columns, at blanks if possible; all lines but the
// first begin with the indent. Colors take no room.
func wrap(text string, width int, indent string) []string {
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

// inColumns lays out words in columns as wide as the longest, in lines of the given width.
func inColumns(indent string, words []string, width int) []string {
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

// visible counts the columns that a line takes on a terminal: colors take none.
func visible(line string) int {
	columns := 0
	for i := 0; i < len(line); {
		if line[i] == escape {
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

// colors are the escape sequences that color a text.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

// uncolored is a line without its colors.
func uncolored(line string) string { return colors.ReplaceAllString(line, "") }
