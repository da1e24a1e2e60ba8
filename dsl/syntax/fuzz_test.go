package syntax

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
	"boardgame/testdata/long"
)

// sound parses a text and checks what holds for every text.
func sound(t testing.TB, text string) *File {
	f := source.NewFile("text", text)
	tree, list := Parse(f)
	checkDiagnostics(t, f, list)
	Inspect(tree, func(x any) {
		if n, ok := x.(interface {
			Span(*source.File) source.Span
		}); ok {
			if s := n.Span(f); s.Lo < 0 || s.Hi < s.Lo || s.Hi > len(text) {
				t.Errorf("%T has the span %d..%d in a text of %d", x, s.Lo, s.Hi, len(text))
			}
		}
	})
	Tokens(f)
	return tree
}

// seeds are texts to start from: the games and all mistakes.
func seeds(t testing.TB) []string {
	var texts []string
	for _, f := range gameFiles(t) {
		texts = append(texts, f.Text)
	}
	names, _ := filepath.Glob("testdata/mistakes/*.txtar")
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range archive.Files {
			if !strings.HasSuffix(part.Name, ".said") {
				texts = append(texts, string(part.Data))
			}
		}
	}
	return texts
}

func FuzzParse(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		sound(t, text)
	})
}

// Mutilated games, with tokens left out, doubled, swapped and taken from elsewhere. This finds what
// random bytes rarely do.
func TestMutilatedGames(t *testing.T) {
	texts := seeds(t)
	rng := rand.New(rand.NewPCG(1, 2))
	var words []string
	for _, text := range texts {
		for _, token := range Tokens(source.NewFile("", text)) {
			words = append(words, token.Text)
		}
	}
	rounds := 400
	if !long.Tests {
		rounds = 50
	}
	for range rounds {
		text := texts[rng.IntN(len(texts))]
		tokens := Tokens(source.NewFile("", text))
		if len(tokens) == 0 {
			continue
		}
		for range 1 + rng.IntN(4) {
			i := rng.IntN(len(tokens))
			at, end := tokens[i].Pos.Offset, tokens[i].End.Offset
			if end > len(text) {
				continue
			}
			switch rng.IntN(4) {
			case 0:
				text = text[:at] + text[end:]
			case 1:
				text = text[:at] + words[rng.IntN(len(words))] + text[end:]
			case 2:
				text = text[:at] + words[rng.IntN(len(words))] + " " + text[at:]
			case 3:
				text = text[:at] + "\n" + text[at:]
			}
		}
		if sound(t, text); t.Failed() {
			t.Fatalf("the text:\n%s", text)
		}
	}
}

// One mistake must not lead to many messages. Every few tokens, one is left out, doubled or
// replaced by a meaningless word.
func TestOneMistakeOneMessage(t *testing.T) {
	long.OneThread(t)
	messages, texts, number := 0, 0, 0
	for name, g := range gameFiles(t) {
		for i, token := range Tokens(g) {
			number++
			if token.Kind == CommentToken || number%17 != 0 || !long.Case(number/17, 5) {
				continue
			}
			at, end := token.Pos.Offset, token.End.Offset
			for _, text := range []string{
				g.Text[:at] + g.Text[end:],
				g.Text[:end] + " " + g.Text[at:],
				g.Text[:at] + "zork" + g.Text[end:],
			} {
				_, list := Parse(source.NewFile(name, text))
				texts++
				messages += len(list)
				if len(list) > 6 {
					t.Errorf("%s: token %d, %q at %d:%d: %d messages", name, i, token.Text,
						token.Pos.Line, token.Pos.Column, len(list))
				}
			}
		}
	}
	if 100*messages > 110*texts {
		t.Errorf("%d messages about %d texts with a mistake each", messages, texts)
	}
}

// Every prefix of a game ends in some way; none may confuse the parser.
func TestPrefixes(t *testing.T) {
	long.OneThread(t)
	for name, f := range gameFiles(t) {
		for n := 0; n < len(f.Text); n += 31 {
			if !long.Case(n/31, 10) {
				continue
			}
			if sound(t, f.Text[:n]); t.Failed() {
				t.Fatalf("%s, the first %d bytes", name, n)
			}
		}
	}
}

// Texts that try to exhaust some resource.
func TestHostileTexts(t *testing.T) {
	long.OneThread(t)
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	texts := map[string]string{
		"parentheses":    "def a = " + many("(", 20_000),
		"closed":         "def a = " + many("(", 10_000) + "1" + many(")", 10_000),
		"braces":         many("{", 20_000),
		"closers":        many("}", 20_000),
		"closers 2":      many(")", 20_000),
		"sets":           "def a = " + many("{", 20_000),
		"groups":         "def a = x" + many(".(x[", 10_000),
		"not":            "def a = " + many("not ", 20_000) + "b",
		"minus":          "def a = " + many("-", 20_000) + "b",
		"some":           "def a = " + many("some ", 20_000) + "b",
		"implies":        "def a = " + many("b implies ", 12_000) + "b",
		"plus":           "def a = " + many("b + ", 20_000) + "b",
		"if":             "def a = " + many("if b: ", 20_000),
		"else":           "def a = " + many("if b: c else ", 12_000) + "d",
		"quantifiers":    "def a = " + many("all x in y: ", 12_000) + "z",
		"steps":          "def a = b" + many(".c", 40_000),
		"else if":        many("if a { def b = 1 } else ", 6_000) + "{ }",
		"if in if":       many("if a { ", 20_000),
		"each":           "move a { do " + many("each x in y: ", 12_000) + "again }",
		"declarations":   many("def a = 1\n", 16_000),
		"bad":            many("def a = &\n", 12_000),
		"effects":        "move a { do " + many("p -> q, ", 12_000) + "again }",
		"bad effects":    "move a { do " + many("p q, ", 12_000) + "again }",
		"one bad line":   many("a b c ", 20_000),
		"open texts":     many("\"\n", 20_000),
		"open pictures":  many("\"\"\" ", 99_999),
		"pictures":       many("setup \"\"\"\n", 30_001),
		"numbers":        many("9", 1_000_000),
		"names":          many("a", 1_000_000),
		"illegal":        many("@", 100_000),
		"semicolons":     many(";", 100_000),
		"comments":       many("#", 1_000_000),
		"too long":       many(" ", 10<<20),
		"too long line":  "def a = " + many("b | ", 3<<20),
		"binary":         "game \"x\"\n" + many("\x00\x01\xff", 1000),
		"no UTF-8":       "game \"\xff\"",
		"byte order":     "\ufeffgame \"x\"\nplayers a, b",
		"windows":        "game \"x\"\r\nplayers a, b\r\n",
		"replacement":    "game \"\ufffd\"",
		"marks":          "def é = 3",
		"commas":         "players " + many(",", 20_000),
		"dots":           "def a = b" + many(".", 20_000),
		"words":          many("move turn end if ", 10_000),
		"words on lines": many("move\nturn\nend\nif\n", 10_000),
	}
	for i, name := range slices.Sorted(maps.Keys(texts)) {
		if !long.Case(i, 3) {
			continue
		}
		f := source.NewFile(name, texts[name])
		_, list := Parse(f)
		checkDiagnostics(t, f, list)
		if len(list) > token.MostMistakes+1 {
			t.Errorf("%s: %d diagnostics", name, len(list))
		}
	}
}
