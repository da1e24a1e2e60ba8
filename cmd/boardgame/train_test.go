package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// mine copies a game into a folder of its own and returns the path of its rules.
func mine(t *testing.T, game string) string {
	t.Helper()
	rules := filepath.Join(t.TempDir(), "mine.rules")
	if status, out, said := try("rules", game, "--out", rules); status != statusFine {
		t.Fatal(out, said)
	}
	return rules
}

func try(args ...string) (status int, out, said string) {
	var stdout, stderr bytes.Buffer
	status = run(args, strings.NewReader(""), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// What is learned goes into the file beside the rules, bots judge by it, and nothing is replaced
// unless that is asked for.
func TestTrain(t *testing.T) {
	rules := mine(t, "tic-tac-toe")
	toml := strings.TrimSuffix(rules, ".rules") + ".toml"
	before, err := os.ReadFile(toml)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(rules), "other.toml")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{rules, "--learn", "0s", "--games", "64"}, statusFine, `Wrote the weights "learned"`},
		{[]string{rules, "--learn", "0s", "--games", "64"}, statusWrong, "has the weights learned already; --force"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--force"}, statusFine, "Learned from 32 games"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--out", other}, statusFine, "other.toml"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--out", other}, statusWrong, "exists already; name a new file, or say --force"},
		{[]string{rules}, statusWrong, "has a level easy already; --force"},
		{[]string{"tic-tac-toe"}, statusWrong, "boardgame rules tic-tac-toe --out mine.rules"},
		{[]string{"quoridor", "-o", "seats=4", "--learn", "1s", "--out", other + "2"}, statusWrong, "games of 2 players; this one has 4"},
		{[]string{rules, "--learn", "0s"}, statusUsage, "needs --games"},
		{[]string{rules, "--learn", "1s", "--games", "5"}, statusUsage, "write --learn 0s"},
		{[]string{rules, "--learn=-1s"}, statusUsage, "such as 10m"},
		{[]string{rules, "--games=-1"}, statusUsage, "--games is -1"},
	} {
		status, out, said := try(append([]string{"train"}, c.args...)...)
		if status != c.status || !strings.Contains(out+said, c.want) {
			t.Errorf("%q: status %d, not %d with %q\n%s%s", c.args, status, c.status, c.want, out, said)
		}
	}
	after, err := os.ReadFile(toml)
	if err != nil || !bytes.HasPrefix(after, bytes.TrimRight(before, "\n")) || !strings.Contains(string(after), "after games") {
		t.Errorf("%v\n%s", err, after)
	}
	if status, out, said := try("match", rules, "--seat", "alphabeta:depth=2,value=learned learned:depth=1", "--games", "2"); status != statusFine {
		t.Error(out, said)
	}
}

// Ctrl-C keeps what has been learned.
func TestInterruptedTraining(t *testing.T) {
	rules := mine(t, "tic-tac-toe")
	var said bytes.Buffer
	cmd := boardgame("train", rules, "--learn", "1h")
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != statusWrong {
		t.Errorf("%v", err)
	}
	text, err := os.ReadFile(strings.TrimSuffix(rules, ".rules") + ".toml")
	if err != nil || !strings.Contains(string(text), "[[weights]]") || !strings.Contains(said.String(), "what was learned from") {
		t.Errorf("%v, said %s\n%s", err, said.String(), text)
	}
}
