package paper

import (
	"fmt"
	"strings"

	"boardgame/dsl/pattern"
	"boardgame/repl/wording"
)

// Passage is a piece of the session's output. It is kept unbroken, so that it can be laid out again
// when the width of the terminal changes.
type Passage struct {
	Text   string   // a paragraph, to be broken at blanks
	words  []string // or words, to be laid out in columns
	whole  bool     // text is one line, for a program to read or a person to copy
	Indent string   // begins every line of words, and every line but the first of a paragraph
	// minor passages are dropped if not everything fits beside the board, those with the highest
	// number first
	Minor int
}

// lines breaks a passage into lines of at most width columns. A whole line stays unbroken.
func (p Passage) lines(width int) []string {
	switch {
	case p.words != nil:
		return wording.InColumns(p.Indent, p.words, width)
	case p.whole:
		return []string{p.Text}
	}
	lines := wording.Wrap(p.Text, width, p.Indent)
	for i := range lines { // U+00A0 has kept words on one line
		lines[i] = strings.ReplaceAll(lines[i], "\u00a0", " ")
	}
	return lines
}

// LinesOf breaks passages into lines of at most width columns.
func LinesOf(all []Passage, width int) []string {
	var lines []string
	for _, p := range all {
		lines = append(lines, p.lines(width)...)
	}
	return lines
}

// asciiSigns replaces the signs that sentences use with ASCII.
var asciiSigns = strings.NewReplacer("…", "...", "–", "-", "—", "-", "“", `"`, "”", `"`, "‘", "'",
	"’", "'")

// Tell prints a passage: on the stage if that shows the table, otherwise at the end of the output.
func (pr *Printer) Tell(p Passage) {
	if pr.ASCII() {
		p.Text = asciiSigns.Replace(p.Text)
		for i, word := range p.words {
			p.words[i] = asciiSigns.Replace(word)
		}
	}
	if pr.Stage.tell(p) {
		return
	}
	for _, line := range p.lines(pr.Options.Width() - 1) {
		fmt.Fprintln(pr.Out, line)
	}
}

// Say writes lines, broken at the width of the terminal. Continuation lines are indented a little
// more than the first.
func (pr *Printer) Say(format string, args ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " "))+2)
		pr.Tell(Passage{Text: line, Indent: indent})
	}
}

// Raw writes lines that must each stay in one piece, for a program to read or a person to copy.
func (pr *Printer) Raw(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		pr.Tell(Passage{Text: line, whole: true})
	}
}

// Para writes paragraphs; all lines but the first of each begin with the indent.
func (pr *Printer) Para(indent, text string) {
	for par := range strings.SplitSeq(text, "\n") {
		pr.Tell(Passage{Text: par, Indent: indent})
	}
}

// Columns writes words in columns as wide as the longest; each line begins with the indent.
func (pr *Printer) Columns(indent string, words []string) {
	if len(words) > 0 {
		pr.Tell(Passage{words: words, Indent: indent})
	}
}

// colors are the escape sequences that color a text.
var colors = pattern.Of("\x1b\\[[0-9;]*m")

// uncolored is a line without its colors.
func uncolored(line string) string { return colors().ReplaceAllString(line, "") }
