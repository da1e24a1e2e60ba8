package files_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp/files"
)

// Files that belong together are all written or none is: what stands under one of the names stays
// as it was, and the others are taken away again.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	old, first := filepath.Join(dir, "old"), filepath.Join(dir, "first")
	if err := os.WriteFile(old, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := files.Create([2]string{first, "a"}, [2]string{old, "b"})
	if err == nil || !strings.Contains(err.Error(), "old already exists") {
		t.Errorf("over an old file: %v", err)
	}
	if _, err := os.Stat(first); err == nil {
		t.Error("the first file is left over")
	}
	if text, _ := os.ReadFile(old); string(text) != "mine" {
		t.Errorf("the old file says %q", text)
	}
	if err := files.Create([2]string{first, "a"}); err != nil {
		t.Error(err)
	}
	if err := files.MayReplace(first, false); err == nil {
		t.Error("a file may be replaced without being asked")
	}
	if err := errors.Join(files.MayReplace(first, true), files.NotThere(first+"2"),
		files.InFolder(first)); err != nil {
		t.Error(err)
	}
	if err := files.InFolder(filepath.Join(dir, "none", "x")); err == nil {
		t.Error("a folder that does not exist is one")
	}
}

// Folders that were made for something that failed are taken away again, and only those.
func TestWithFolder(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	fails := errors.New("full")
	if err := files.WithFolder(deep, func() error { return fails }); !errors.Is(err, fails) {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
		t.Error("a folder is left over")
	}
	if err := files.WithFolder(deep, func() error { return nil }); err != nil {
		t.Error(err)
	}
	if err := files.WithFolder(deep, func() error { return fails }); !errors.Is(err, fails) {
		t.Error(err)
	}
	if _, err := os.Stat(deep); err != nil {
		t.Errorf("a folder that was there before is gone: %v", err)
	}
}
