//go:build unix

package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

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

// A lock that was given up is free even while a child that is just starting has the file open.
func TestUnlock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	first, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Lock(first); err != nil {
		t.Fatal(err)
	}
	child, err := unix.Dup(int(first.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(child)
	record.Unlock(first)
	first.Close()
	second, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if err := record.Lock(second); err != nil {
		t.Errorf("the child keeps the lock: %v", err)
	}
}
