package lsp

import (
	"os"
	"path/filepath"
	"testing"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/syntax/token"
	"boardgame/testdata/long"
)

// TestEveryName asks an editor's questions at the first place of every word of every game: at its
// first letter and after its last. With `go test -v` it says how many places it asked at.
func TestEveryName(t *testing.T) {
	long.OneThread(t)
	places, games := 0, 0
	for _, pattern := range []string{"../../rulesets/*/*.rules"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no games: %v", err)
		}
		for i, name := range names {
			if !long.Case(i+3, 60) {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			path, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			games++
			d := &document{uri: uriOfName(path), file: source.NewFile(path, string(text))}
			n := newSnapshot(&Options{}, nil)
			n.put(d)
			seen := map[string]bool{}
			for _, tok := range syntax.Tokens(d.file) {
				if tok.Kind != token.NameToken && tok.Kind != token.WordToken || seen[tok.Text] {
					continue
				}
				seen[tok.Text] = true
				for _, offset := range []int{tok.Pos.Offset, tok.End.Offset} {
					places++
					n.askAt(d, offset)
				}
				if tok.Kind == token.WordToken && n.hover(d, tok.Pos.Offset) == nil {
					t.Errorf("%s: nothing is said about %q", name, tok.Text)
				}
			}
		}
	}
	t.Logf("%d places of %d games", places, games)
}
