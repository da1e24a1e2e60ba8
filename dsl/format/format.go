// Package format writes rules texts in their canonical layout.
//
// The layout is built from the tokens of a text, and the syntax tree says what they are. Authors
// decide where lines end, as long as every declaration, line of a move and sentence has a line of
// its own. They do not decide about blanks, columns and indentation.
package format

import (
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Format returns the text of a rules file in the canonical layout. The formatted text means the
// same: it has the same syntax tree apart from places, and every comment. Formatting it again
// changes nothing.
//
// A text with syntax errors comes back unchanged, together with its diagnostics.
func Format(f *source.File) (string, diag.List) {
	tree, list := syntax.Parse(f)
	if list.HasErrors() {
		return f.Text, list
	}
	l := &layout{tokens: syntax.Tokens(f), roles: rolesOf(tree, f)}
	l.build()
	return render(l.lines), list
}

// render writes lines out.
func render(lines []*line) string {
	alignCells(lines)
	place(lines)
	alignTails(lines)
	alignComments(lines)
	var b strings.Builder
	for i, ln := range lines {
		if ln.blank && i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(ln.text, " \t"))
		b.WriteByte('\n')
	}
	return b.String()
}
