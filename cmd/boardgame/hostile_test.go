package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardgame/testdata/long"
)

// The rules of testdata/hostile demand unbearably long work, each in its own way. Reading and
// playing them ends: with a message, or with a draw that says why.
func TestHostileRules(t *testing.T) {
	files, err := filepath.Glob("../../testdata/hostile/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for i, file := range files {
		if !long.Case(i+6, 8) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rules"), func(t *testing.T) {
			t.Parallel()
			for _, args := range [][]string{{"check", "--static", file}, {"moves", file},
				{"rulebook", file}, {"bench", "--time", "100ms", file}} {
				var stdout, stderr bytes.Buffer
				ended := make(chan int, 1)
				go func() { ended <- run(args, strings.NewReader(""), &stdout, &stderr) }()
				select {
				case status := <-ended:
					said := stdout.String() + stderr.String()
					if status == statusWrong && !strings.Contains(said, "error") &&
						!strings.Contains(said, "the game is over at its start") &&
						!strings.Contains(said, "time ran out: it took more than") {
						t.Errorf("%s: status %d without an error: %s", args[0], status, &stderr)
					}
					if status != statusFine && status != statusWrong {
						t.Errorf("%s: status %d: %s", args[0], status, &stderr)
					}
				case <-time.After(long.Patience):
					t.Fatalf("%s hangs", args[0])
				}
			}
		})
	}
}
