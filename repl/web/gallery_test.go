package web_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the pictures of docs/games")

// The pictures of the list of games are those of the page, and no others.
func TestGallery(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "games", "pictures")
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if !*update && len(files) != len(ruleset.List()) {
		t.Errorf("%d pictures of %d games", len(files), len(ruleset.List()))
	}
	for i, name := range ruleset.List() {
		if !*update && !long.Case(i, 20) {
			continue
		}
		want, err := web.Picture(name)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, name+".svg")
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not the picture of the page; run go test ./repl/web -update (%v)", file, err)
		}
	}
}
