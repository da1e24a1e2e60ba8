package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// boardgame is the program as a separate process.
func boardgame(args ...string) *exec.Cmd {
	return &exec.Cmd{Path: os.Args[0], Args: append([]string{"boardgame"}, args...),
		Env: append(os.Environ(), "NO_COLOR=1")}
}

// Ctrl-C ends a match with what is known so far, a non-zero status and whole games in the file.
func TestInterruptedMatch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	var out, stderr bytes.Buffer
	cmd := boardgame("match", "tic-tac-toe", "--seat", "random", "--seat", "random", "--games",
		"1000000", "--out", name)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for sent := false; !sent; {
		if text, err := os.ReadFile(name); err == nil && bytes.Count(text, []byte("\n")) > 5 {
			sent = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("it ended by itself: %v\n%s", err, stderr.String())
		case <-time.After(time.Millisecond):
		}
	}
	err := <-ended
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != statusWrong {
		t.Errorf("%v", err)
	}
	said := regexp.MustCompile(`the match stopped after (\d+) of 1000000 games`).FindStringSubmatch(
		stderr.String())
	if said == nil || !strings.Contains(stderr.String(), "the same command goes on from there") {
		t.Fatalf("%s", stderr.String())
	}
	text, err := os.ReadFile(name)
	if err != nil || !bytes.HasSuffix(text, []byte("\n")) {
		t.Errorf("%v, the file ends in %q", err, text[max(len(text)-20, 0):])
	}
	if !strings.Contains(out.String(), "\n"+said[1]+" games") ||
		strings.Count(string(text), "\n") != atoi(said[1]) {
		t.Errorf("said %s games, the file has %d:\n%s", said[1], bytes.Count(text, []byte("\n")),
			out.String())
	}
}

func atoi(s string) (n int) {
	for _, r := range s {
		n = 10*n + int(r-'0')
	}
	return n
}

// On a terminal, a bar shows the running score.
func TestMatchOnTerminal(t *testing.T) {
	terminal, other, err := pty.Open()
	if err != nil {
		t.Skip("there is no pty here: ", err)
	}
	defer terminal.Close()
	if err := pty.Setsize(terminal, &pty.Winsize{Rows: 24, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	cmd := boardgame("match", "tic-tac-toe", "--seat", "random", "--seat", "mcts:playouts=300",
		"--games", "20")
	cmd.Stderr = other
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	other.Close()
	var shown bytes.Buffer
	_, _ = shown.ReadFrom(terminal) // it ends with an error when the program has
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, shown.String())
	}
	if !regexp.MustCompile(`playing  random [\d.]+ : [\d.]+ mcts:playouts=300 .*\(\d+/20`).
		MatchString(shown.String()) {
		t.Errorf("%q", shown.String())
	}
}
