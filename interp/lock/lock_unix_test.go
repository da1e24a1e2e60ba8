//go:build unix

package lock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"boardgame/interp/lock"
)

func TestTry(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	open := func() *os.File {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	first, second := open(), open()
	defer second.Close()
	if err := lock.Try(first); err != nil {
		t.Fatal(err)
	}
	if err := lock.Try(second); !errors.Is(err, lock.ErrTaken) {
		t.Errorf("a lock was given twice: %v", err)
	}
	first.Close()
	if err := lock.Try(second); err != nil {
		t.Errorf("a lock outlives its file: %v", err)
	}
}
