package record

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A disk that is full in the middle of writing leaves the old file whole and no other behind.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.game")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	err := replace(file, func(w io.Writer) error {
		if _, err := io.WriteString(w, "ne"); err != nil {
			t.Fatal(err)
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	data, _ := os.ReadFile(file)
	entries, _ := os.ReadDir(folder)
	if string(data) != "old" || len(entries) != 1 {
		t.Errorf("the file holds %q, the folder %v", data, entries)
	}
}
