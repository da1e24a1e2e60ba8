package token_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// scan returns the tokens of a text that mean something, and the mistakes.
func scan(text string) (all []token.Token, words, codes string) {
	tokens, problems := token.Scan(source.NewFile("t.rules", text))
	all = token.Significant(tokens)
	for _, t := range all {
		words += " " + t.Text
	}
	for _, d := range problems {
		codes += " " + string(d.Code)
	}
	return all, strings.TrimSpace(words), strings.TrimSpace(codes)
}

// A text is cut into words, numbers, signs and quotations, the longest first; what is no token is a
// mistake, and signs of other languages are read as ours.
func TestScan(t *testing.T) {
	for _, c := range []struct{ text, words, codes string }{
		{"a<=b", "a <= b", ""}, {"a<b", "a < b", ""}, {"a->b", "a -> b", ""},
		{"a - >b", "a - > b", ""}, {"1..3", "1 .. 3", ""}, {"p<->q", "p <-> q", ""},
		{"x.d[S]{2..}", "x . d [ S ] { 2 .. }", ""}, {"n:=1 n+=2", "n := 1 n += 2", ""},
		{"a # b\nc", "a c", ""}, {`"a # b" c`, `"a # b" c`, ""}, {"a_b2 3", "a_b2 3", ""},
		{"\"open\nb", `"open" b`, "E007"}, {"a ; b", "a b", "E006"}, {"é", "é", ""}, {"", "", ""},
	} {
		if _, words, codes := scan(c.text); words != c.words || codes != c.codes {
			t.Errorf("%q: %q %q, want %q %q", c.text, words, codes, c.words, c.codes)
		}
	}
}

// Where a token stands: its declaration, the line of its block, and the bracket around it.
func TestLocate(t *testing.T) {
	const text = "game \"T\"\nmove go {\n  from p in mine\n  to q in (p.n | cells)\n  do p -> q\n}\n" +
		"if wide { region r = mine }\nend { win if x\n draw if ply > 9 }"
	all, _, _ := scan(text)
	word := func(i int) string {
		if i < 0 {
			return "-"
		}
		return all[i].Text
	}
	for at, want := range map[string]string{
		"go": "move move -", "p": "move from -", "q": "move to -", "n": "move to (",
		"cells": "move to (", "->": "move do -", "r": "region region -", "x": "end win -",
		"ply": "end draw -",
	} {
		i := slices.IndexFunc(all, func(t token.Token) bool { return t.Text == at })
		p := token.Locate(all, i)
		if got := word(p.Decl) + " " + word(p.Unit) + " " + word(p.Open); got != want {
			t.Errorf("%s is in %s, want %s", at, got, want)
		}
	}
	for i, tok := range all {
		if end := token.Match(all, i); tok.Is("(") && !all[end].Is(")") {
			t.Errorf("( is closed by %s", all[end].Text)
		}
	}
}

// A number is read up to the greatest; a text is shortened between characters; a quotation is what
// is in it; plain names have no reserved word among them.
func TestTexts(t *testing.T) {
	for text, ok := range map[string]bool{
		"0": true, "007": true, "9223372036854775807": true, "9223372036854775808": false,
		"99999999999999999999": false,
	} {
		if n, got := token.ParseInt(text); got != ok || ok && n < 0 {
			t.Errorf("%s: %d %v", text, n, got)
		}
	}
	if got := token.Unquote(`"a b"`); got != "a b" {
		t.Errorf("unquoted: %q", got)
	}
	for name, ok := range map[string]bool{"a1": true, "é": true, "1a": false, "a b": false,
		"": false} {
		if token.PlainName(name) != ok {
			t.Errorf("%q: plain is not %v", name, ok)
		}
	}
	for word, ok := range map[string]bool{"move": true, "top": false, "moves": false, "": false} {
		if token.Reserved(word) != ok {
			t.Errorf("%q: reserved is not %v", word, ok)
		}
	}
}
