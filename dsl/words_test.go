package dsl_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Every word of the language has an entry in words.md, with an example that parses.
func TestWordsAreDocumented(t *testing.T) {
	names := slices.Concat(syntax.Words(), slices.Sorted(maps.Keys(terms.BuiltIns())))
	for _, name := range names {
		w, ok := dsl.Doc(name)
		switch {
		case !ok:
			t.Errorf("%q is a word of the language, and words.md has no entry for it", name)
		case w.Text == "":
			t.Errorf("the entry for %q in words.md says nothing", name)
		case w.Example == "":
			if !strings.HasPrefix(w.Text, "Reserved for later") {
				t.Errorf("the entry for %q in words.md has no example", name)
			}
		case !readable(w.Example):
			t.Errorf("the example for %q cannot be read: %s", name, w.Example)
		case !slices.ContainsFunc(syntax.Tokens(source.NewFile("example", w.Example)),
			func(tok syntax.Token) bool { return tok.Text == name }) && !grouped(name):
			t.Errorf("the example for %q does not use it: %s", name, w.Example)
		}
	}
}

// grouped reports whether a word shares its entry and its example with others.
func grouped(name string) bool {
	w, _ := dsl.Doc(name)
	for _, other := range slices.Concat(syntax.Words(),
		slices.Sorted(maps.Keys(terms.BuiltIns()))) {
		if o, _ := dsl.Doc(other); other != name && o.Text == w.Text {
			return true
		}
	}
	return false
}

// readable reports whether a piece of rules parses: as declarations, as a line of a move or of
// `end`, or as an expression.
func readable(text string) bool {
	for _, frame := range [][2]string{
		{"", ""}, {"move m { from p in mine\n", "\n}"}, {"chance m { with n in 1..6\n", "\n}"},
		{"move m {", "\ndo p -> q }"},
		{"end {", "}"}, {"def d = ", ""},
	} {
		f := source.NewFile("example", frame[0]+text+frame[1]+"\n")
		if _, list := dsl.Parse(f); !list.HasErrors() {
			return true
		}
	}
	return false
}
