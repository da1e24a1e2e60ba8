package main

import (
	"bytes"
	"os"
	"testing"
)

// TestUpToDate fails if the copies are not what would be generated now.
func TestUpToDate(t *testing.T) {
	n := 0
	err := generate("..", func(path string, want []byte) error {
		n++
		got, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not up to date: run go generate in interp/vm", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatal("nothing is generated")
	}
}
