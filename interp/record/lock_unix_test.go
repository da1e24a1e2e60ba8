//go:build unix

package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"boardgame/interp/record"
)

func TestLock(t *testing.T) {
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
	if err := record.Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := record.Lock(second); !errors.Is(err, record.ErrTaken) {
		t.Errorf("a lock was given twice: %v", err)
	}
	first.Close()
	if err := record.Lock(second); err != nil {
		t.Errorf("a lock outlives its file: %v", err)
	}
}
