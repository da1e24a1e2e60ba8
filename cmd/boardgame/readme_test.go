package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The README begins with a whole game, which is up to date.
func TestReadmeShowsAGame(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "```rules\n")
	shown, _, found := strings.Cut(after, "```")
	var rules bytes.Buffer
	if run([]string{"rules", "connect-four"}, nil, &rules, io.Discard) != statusFine || !found ||
		!strings.HasPrefix(rules.String(), shown) {
		t.Errorf("the README does not show the rules of connect-four:\n%s", rules.String())
	}
}
