package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table becomes a test case that says how the position came about and what to see in it.
func TestRecord(t *testing.T) {
	b := newBench(t, "tic-tac-toe", 0, nil, nil)
	for _, m := range []string{"a1", "b2", "a2", "b3", "a3"} {
		b.says(m)
	}
	tests := strings.TrimSuffix(b.file, ".rules") + ".txtar"
	b.says(`record "a column"`, "mine.txtar")
	b.says("undo")
	b.says("record   a column")
	b.says(`record "elsewhere" `+filepath.Join(filepath.Dir(b.file), "other.txtar"), "other.txtar")
	text, err := os.ReadFile(tests)
	if err != nil {
		t.Fatal(err)
	}
	const want = `rules: mine.rules

-- a column --
after: a1 b2 a2 b3 a3
board:
  M m .
  M m .
  M . .
result: X wins: three in a row

-- a column (2) --
after: a1 b2 a2 b3
legal: a3 b1 c1 c2 c3
board:
  . m .
  M m .
  M . .
to move after: X
`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	b.says("record", "name the case")
	b.says(`record ""`, "name the case")
	b.says(`record "x" file.txt`, "a test file ends in .txtar, as in `record \"x\" file.txtar`")
	b.says("resign")
	b.says(`record "given up"`, "the players ended this game, not its rules")
	builtin := newBench(t, "tic-tac-toe", 0, nil, nil)
	builtin.says("new tic-tac-toe")
	builtin.says("record x", "tic-tac-toe comes with boardgame; name the file")
}
