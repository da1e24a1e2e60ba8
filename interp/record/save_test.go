package record

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// If the disk fills up in the middle of writing, the old file stays whole and no other is left
// behind.
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
