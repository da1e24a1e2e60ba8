package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tryMatch runs the program in this process.
func tryMatch(args ...string) (status int, out, said string) {
	var stdout, stderr bytes.Buffer
	status = run(append([]string{"match", "tic-tac-toe"}, args...), strings.NewReader(""), &stdout,
		&stderr)
	return status, stdout.String(), stderr.String()
}

// Flags of a match that require or exclude each other.
func TestMatchFlags(t *testing.T) {
	dir := t.TempDir()
	book := filepath.Join(dir, "book.txt")
	wrong := filepath.Join(dir, "wrong.txt")
	empty := filepath.Join(dir, "empty.txt")
	for name, text := range map[string]string{book: "b2 a1 # the corner\n\na1\n",
		wrong: "b2\nb2 b2\n", empty: "# none\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("SLURM_ARRAY_TASK_ID", "2")
	t.Setenv("JOB_COMPLETION_INDEX", "")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"--seat", "easy random", "--games", "2"}, statusFine, "2 games"},
		{[]string{"--seat", "X=random O=easy", "--games", "2", "--openings", book}, statusFine,
			"2 games"},
		{[]string{"--seat", "perfect random", "--sprt", "0,100", "--times"}, statusFine,
			"SPRT: perfect is better by 100 Elo"},
		{[]string{"--seat", "easy random", "--games", "2", "--clock", "1m"}, statusFine,
			"limited by time"},
		{[]string{"--seat", "easy random", "--games", "4", "--shard", "auto/2", "--out",
			filepath.Join(dir, "p{shard}")}, statusFine, "2 games"},
		{[]string{"--seat", "easy random easy"}, statusUsage, "only 2 players"},
		{[]string{"--seat", "easy random", "--sprt", "10,0"}, statusUsage, "the smaller first"},
		{[]string{"--seat", "easy random", "--sprt", "0,10", "--fixed"}, statusUsage,
			"leave out --fixed"},
		{[]string{"--seat", "easy random", "--sprt", "0,10", "--shard", "1/2"}, statusUsage,
			"leave out one of them"},
		{[]string{"--seat", "easy random", "--openings", wrong}, statusWrong, "wrong.txt:2: "},
		{[]string{"--seat", "easy random", "--openings", empty}, statusWrong, "has no opening"},
		{[]string{"--seat", "easy random", "--clock", "soon"}, statusUsage, "such as 5m+3s"},
		{[]string{"--seat", "easy random", "--shard", "auto"}, statusUsage, "write auto/N"},
	} {
		status, out, said := tryMatch(c.args...)
		if status != c.status || !strings.Contains(out+said, c.want) {
			t.Errorf("%q: status %d, not %d with %q\n%s%s", c.args, status, c.status, c.want, out,
				said)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "p2")); err != nil {
		t.Error(err)
	}
}
