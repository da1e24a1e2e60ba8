package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"boardgame/interp/record"
	"boardgame/repl/paper"
)

// On a disk that is really full, what was saved before stays whole, the message says what to do,
// and the game is saved as soon as there is room again.
func TestADiskThatIsFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=32k"); err != nil {
		t.Skipf("no small disk can be made here: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	}()
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.StateDir = dir })
	start(t, s, "tic-tac-toe", nil, nil)
	typeIn(t, s, "b2")
	fill := filepath.Join(dir, "fill")
	f, err := os.Create(fill)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	f.Close()

	typeIn(t, s, "a1", "c3")
	for _, want := range []string{"cannot be saved", "no space left on device",
		"It continues in memory"} {
		if n := strings.Count(out.String(), want); n != 1 {
			t.Errorf("%q is said %d times:\n%s", want, n, out.String())
		}
	}
	for _, line := range []string{"save " + dir + "/x.game", "draw " + dir + "/x.svg",
		"export " + dir + "/x.html"} {
		if err := s.Exec(line); err == nil ||
			!strings.Contains(err.Error(), "no space left on device") {
			t.Errorf("%s: %v", line, err)
		}
	}
	turns := func() int {
		r, err := record.Load(s.view.table.Slot.File)
		if err != nil {
			t.Fatal(err)
		}
		return len(r.Turns)
	}
	if n := turns(); n != 1 {
		t.Errorf("%d turns are on the disk, where one was", n)
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	typeIn(t, s, "c1")
	if n := turns(); n != 4 {
		t.Errorf("with room again, %d turns are on the disk", n)
	}
	if files, _ := filepath.Glob(dir + "/*.*"); len(files) != 0 {
		t.Errorf("what could not be written has left %v", files)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
