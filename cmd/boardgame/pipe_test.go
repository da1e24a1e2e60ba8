//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardgame/testdata/long"
)

// A pipe or a device is not a file to read: every verb that reads says so and ends.
func TestOnlyFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe.rules")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	beside := filepath.Join(folder, "beside.rules") // with a TOML that is a pipe
	if err := os.WriteFile(beside, []byte("game \"G\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "beside.toml"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", pipe}, {"check", "--static", pipe}, {"check", beside}, {"fmt", pipe}, {"moves",
			pipe}, {"test", pipe},
		{"replay", "reversi", pipe}, {"play", pipe}, {"play", "--load", pipe}, {"rules", pipe},
		{"match", "--merge", pipe},
		{"match", "hex", "--seat", "random", "--seat", "random", "--out", pipe},
		{"check", "/dev/zero"}, {"play", "--load", "/dev/zero"}, {"match", "--merge", "/dev/zero"},
	} {
		t.Run(strings.ReplaceAll(strings.Join(args, " "), folder, ""), func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", folder)
			t.Setenv("XDG_STATE_HOME", folder)
			var stdout, stderr bytes.Buffer
			ended := make(chan int, 1)
			go func() { ended <- run(args, strings.NewReader(""), &stdout, &stderr) }()
			select {
			case status := <-ended:
				said := stdout.String() + stderr.String()
				if status == statusFine || !strings.Contains(said, "is a pipe") &&
					!strings.Contains(said, "is a device") &&
					!strings.Contains(said, "not a file") {
					t.Errorf("status %d: %s", status, said)
				}
			case <-time.After(long.Patience):
				t.Fatal("waits")
			}
		})
	}
}

// Absurd numbers are refused before anything is allocated for them.
func TestNumbersAreBounded(t *testing.T) {
	for _, args := range [][]string{
		{"match", "hex", "--games", "99999999999999999", "--seat", "random", "--seat", "random"},
		{"match", "hex", "--jobs", "100000000", "--seat", "random", "--seat", "random"},
		{"match", "hex", "--seat", "random", "--seat", "mcts:threads=100000000"},
		{"report", "hex", "--jobs", "100000000"},
		{"report", "hex", "--games", "99999999999999999"},
		{"cover", "hex", "--games", "99999999999999999"},
		{"diff", "hex", "hex", "--games", "99999999999999999"},
		{"diff", "hex", "hex", "--positions", "99999999999999999"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(args, strings.NewReader(""), &stdout, &stderr)
		if status == statusFine || !regexp.MustCompile(`at most|from 0 to \d+`).Match(stderr.Bytes()) {
			t.Errorf("%s: status %d: %s", args, status, &stderr)
		}
	}
}
