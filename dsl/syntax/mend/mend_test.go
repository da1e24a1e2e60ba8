package mend_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/mend"
	"boardgame/dsl/syntax/token"
)

// words are the texts of tokens.
func words(tokens []token.Token) string {
	var all []string
	for _, t := range tokens {
		all = append(all, t.Text)
	}
	return strings.TrimSpace(strings.Join(all, " "))
}

// codes are those of what a mender reports.
func codes(m *mend.Mender) string {
	var all []string
	for _, d := range m.Said() {
		all = append(all, string(d.Code))
	}
	return strings.Join(all, " ")
}

// Every bracket gets its partner where it most likely belongs, and one that closes nothing goes.
// Declarations begin where their words stand outside of brackets.
func TestBalance(t *testing.T) {
	for _, c := range []struct {
		text, want, codes string
		starts            []int
	}{
		{"end { win }", "end { win }", "", []int{0}},
		{"end { win", "end { win }", "E013", []int{0}},
		{"end win }", "end win", "E014", []int{0}},
		{"end { win if (a }", "end { win if ( a ) }", "E013", []int{0}},
		{"end { win if a) }", "end { win if a }", "E014", []int{0}},
		{"move go { at c in (a | b }\nturn go", "move go { at c in ( a | b ) } turn go", "E013",
			[]int{0, 12}},
		{"move go {\n do x\nturn go", "move go { do x } turn go", "E013", []int{0, 6}},
		{"end { win if x.d[S}{2} }", "end { win if x . d [ S ] } { 2 }", "E013 E014", []int{0}},
		{"}", "", "E014", nil},
	} {
		f := source.NewFile("t.rules", c.text)
		m := mend.New(f)
		tokens, starts := m.Balance(token.Significant(token.Tokens(f)))
		if words(tokens) != c.want || codes(m) != c.codes || !slices.Equal(starts, c.starts) {
			t.Errorf("%q: %q %s %v", c.text, words(tokens), codes(m), starts)
		}
	}
}

// Where the grammar stops, the smallest change is made with which it gets further; what could mean
// anything is left out.
func TestMend(t *testing.T) {
	for _, c := range []struct {
		text        string
		at          int
		words       string
		want, codes string
	}{
		{"players White Black", 2, ",", "players White , Black", "E020"},
		{"end { win when a }", 3, "if }", "end { win if a }", "E020"},
		{"end { wim if a }", 2, "win draw lose", "end { win if a }", "E017"},
		{"turn go or stop", 2, ", else", "turn go , stop", "E032"},
		{"board square(3 3)", 4, ", )", "", "E020"},
		{"players White, Black\nzork Red + Blue, Green", 4, ",", "players White , Black", "E020"},
	} {
		f := source.NewFile("t.rules", c.text)
		m := mend.New(f)
		stop := mend.Stop{At: c.at, Words: strings.Fields(c.words)}
		tokens := m.Mend(token.Significant(token.Tokens(f)), stop)
		if words(tokens) != c.want || codes(m) != c.codes {
			t.Errorf("%q: %q %s", c.text, words(tokens), codes(m))
		}
	}
}

// A mender stops to report when nobody would read on.
func TestFull(t *testing.T) {
	f := source.NewFile("t.rules", strings.Repeat("turn go or stop\n", 2*token.MostMistakes))
	m := mend.New(f)
	for i := 2; !m.Full(); i += 4 {
		m.Mend(token.Significant(token.Tokens(f)), mend.Stop{At: i, Words: []string{","}})
		if i > 8*token.MostMistakes {
			t.Fatal("it never stops")
		}
	}
	if n := len(m.Said()); n != token.MostMistakes {
		t.Errorf("%d mistakes are reported", n)
	}
}
