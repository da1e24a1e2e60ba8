package terms

import (
	"fmt"
	"strings"
	"unicode"

	"boardgame/dsl/diag"
)

// DidYouMean returns the suggestion for an unknown name.
func DidYouMean(name string, names []string) string {
	if near := diag.Nearest(name, names); near != "" {
		return meant + near + "`?"
	}
	return ""
}

const meant = "did you mean `"

// fixable adds a fix to a diagnostic that suggests another name: the change that replaces the name
// that is there.
func fixable(d *diag.Diagnostic) *diag.Diagnostic {
	rest, ok := strings.CutPrefix(d.Suggestion, meant)
	near, ok2 := strings.CutSuffix(rest, "`?")
	wrong := d.Span.Text()
	if !ok || !ok2 || !isName(wrong) || !isName(near) || len(d.Fixes) > 0 {
		return d
	}
	copied := *d
	copied.Fixes = []diag.Fix{{
		Title: fmt.Sprintf("Replace `%s` with `%s`", wrong, near), Span: d.Span, Text: near,
	}}
	return &copied
}

// isName reports whether a text is one word.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
