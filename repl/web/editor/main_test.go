package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The bundle that is checked in was made from the sources beside it. Where their packages are
// installed it is made again.
func TestBundle(t *testing.T) {
	code, err := os.ReadFile(filepath.Join("..", "page", "editor.js"))
	if err != nil {
		t.Fatal(err)
	}
	licenses, err := os.ReadFile(filepath.Join("..", "page", "editor-licenses.txt"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := head(".")
	if err != nil {
		t.Fatal(err)
	}
	if got, _, _ := strings.Cut(string(code), "\n"); got != first {
		t.Fatal("page/editor.js was made from other sources; run go generate ./repl/web")
	}
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("the packages of npm are not installed (npm ci), so the bundle is not made again")
	}
	wantCode, wantLicenses, err := bundle(".")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(code, wantCode) || !bytes.Equal(licenses, wantLicenses) {
		t.Error("page/editor.js or its licenses are not what their sources give; run go generate " +
			"./repl/web")
	}
}
