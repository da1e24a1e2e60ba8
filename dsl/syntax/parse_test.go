package syntax

import (
	"os"
	"path/filepath"
	"testing"

	"boardgame/dsl/source"
)

// gameFiles returns the rules of real games, by file name.
func gameFiles(t testing.TB) map[string]*source.File {
	t.Helper()
	names, err := filepath.Glob("testdata/games/*.rules")
	if err != nil || len(names) == 0 {
		t.Fatalf("no game files: %v", err)
	}
	files := map[string]*source.File{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = source.NewFile(filepath.Base(name), string(text))
	}
	return files
}

func TestGamesHaveNoMistakes(t *testing.T) {
	for name, f := range gameFiles(t) {
		tree, list := Parse(f)
		for _, d := range list {
			t.Errorf("%s: %q: %s", name, d.Span.Text(), d.Summary)
		}
		if len(tree.Decls) < 4 {
			t.Errorf("%s: only %d declarations", name, len(tree.Decls))
		}
	}
}
