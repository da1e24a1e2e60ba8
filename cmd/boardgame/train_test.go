package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardgame/interp/files"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
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

// The learned weights go into the file beside the rules, bots evaluate with them, and nothing is
// replaced unless you ask for that.
func TestTrain(t *testing.T) {
	rules := mine(t, "tic-tac-toe")
	toml := strings.TrimSuffix(rules, ".rules") + ".toml"
	before, err := os.ReadFile(toml)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(rules), "other.toml")
	alone := filepath.Join(filepath.Dir(rules), "alone.rules")
	if err := os.WriteFile(alone, []byte(gametest.OnePlayer), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{rules, "--learn", "0s", "--games", "64"}, statusFine,
			`Wrote the weights "learned"`},
		{[]string{rules, "--learn", "0s", "--games", "64"}, statusWrong,
			"has the weights learned already; --force"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--force"}, statusFine,
			"Learned from 32 games"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--out", other}, statusFine,
			"other.toml"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--out", other}, statusWrong,
			"already exists; name a new file, or say --force"},
		{[]string{rules, "--learn", "1s", "--values", "beauty", "--force"}, statusWrong,
			`there is no value "beauty" to learn with: the rules declare none`},
		{[]string{rules, "--values", "none", "--force"}, statusUsage, "--values is for --learn TIME"},
		{[]string{rules}, statusWrong, "has a level easy already; --force"},
		{[]string{"tic-tac-toe"}, statusUsage, "boardgame rules tic-tac-toe --out mine.rules"},
		{[]string{alone, "--learn", "1s"}, statusWrong,
			"2 to 4 players; this one has 1; without --learn, boardgame train finds levels"},
		{[]string{rules, "--learn", "0s", "--positions", "300", "--patterns"}, statusFine,
			"Nothing was written: the patterns do not win."}, // against a perfect player
		{[]string{rules, "--learn", "0s", "--games", "32", "--resume"}, statusFine,
			"Learned from 160 games"},
		{[]string{rules, "--learn", "0s", "--games", "32", "--resume", "--patterns"}, statusWrong,
			`there are no weights "patterns" for these options to go on with`},
		{[]string{rules, "--patterns"}, statusUsage, "are for --learn TIME"},
		{[]string{rules, "--learn", "0s", "--positions=-1"}, statusUsage, "--positions is"},
		{[]string{rules, "--learn", "0s"}, statusUsage, "needs --games"},
		{[]string{rules, "--learn", "1s", "--games", "5"}, statusUsage, "write --learn 0s"},
		{[]string{rules, "--learn=-1s"}, statusUsage, "such as 10m"},
		{[]string{rules, "--games=-1"}, statusUsage, "--games is -1"},
	} {
		status, out, said := try(append([]string{"train"}, c.args...)...)
		if status != c.status || !strings.Contains(out+said, c.want) {
			t.Errorf("%q: status %d, not %d with %q\n%s%s", c.args, status, c.status, c.want, out,
				said)
		}
	}
	after, err := os.ReadFile(toml)
	if err != nil || !bytes.HasPrefix(after, bytes.TrimRight(before, "\n")) ||
		!strings.Contains(string(after), "after games") {
		t.Errorf("%v\n%s", err, after)
	}
	if status, out, said := try("match", rules, "--seat",
		"alphabeta:depth=2,value=learned learned:depth=1", "--games", "2"); status != statusFine {
		t.Error(out, said)
	}
}

// Patterns that win go into a file beside the rules, play from there and from the file of a copy,
// and are learned further.
func TestTrainPatterns(t *testing.T) {
	long.Skip(t, "it plays some hundred games")
	rules := mine(t, "hex")
	if err := os.WriteFile(strings.TrimSuffix(rules, ".rules")+".toml", nil, 0o600); err != nil {
		t.Fatal(err) // without the levels, which would have to be beaten as well
	}
	learn := func(games, how string) string {
		status, out, said := try("train", rules, "-o", "size=5", "--learn", "0s", "--games", games,
			"--patterns", "--values", "none", how)
		if status != statusFine || !strings.Contains(out, `Wrote the weights "patterns"`) {
			t.Fatal(status, out, said)
		}
		net, err := os.ReadFile(strings.TrimSuffix(rules, ".rules") + "_size-5.net")
		if err != nil {
			t.Fatal(err)
		}
		return string(net)
	}
	one := learn("1280", "--force")
	if two := learn("320", "--resume"); one == two {
		t.Error("nothing more was learned")
	}
	if status, out, said := try("match", rules, "-o", "size=5", "--seat",
		"patterns:depth=1 random", "--games", "2"); status != statusFine {
		t.Error(out, said)
	}
}

// A file of patterns that was there before is not replaced without --force.
func TestTrainingReplacesNoPatterns(t *testing.T) {
	rules := mine(t, "tic-tac-toe")
	if err := os.WriteFile(filepath.Join(filepath.Dir(rules), "mine.net"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	status, out, said := try("train", rules, "--learn", "1h", "--patterns")
	if status != statusWrong || !strings.Contains(said, "mine.net already exists; --force") {
		t.Error(status, out, said)
	}
}

// Ctrl-C keeps what was learned, but no patterns that have not won. A busy machine may not have
// learned anything yet; then the next try waits longer.
func TestInterruptedTraining(t *testing.T) {
	for wait := 250 * time.Millisecond; ; wait *= 4 {
		rules := mine(t, "tic-tac-toe")
		var said bytes.Buffer
		cmd := boardgame("train", rules, "--learn", "1h")
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		failure := cmd.Wait()
		text, err := os.ReadFile(strings.TrimSuffix(rules, ".rules") + ".toml")
		if !strings.Contains(string(text), "[[weights]]") && wait < long.Patience/8 {
			continue
		}
		exit := (*exec.ExitError)(nil)
		if !errors.As(failure, &exit) || exit.ExitCode() != statusWrong {
			t.Errorf("%v", failure)
		}
		if err != nil || !strings.Contains(string(text), "[[weights]]") ||
			!strings.Contains(said.String(), "what was learned from") {
			t.Errorf("%v, said %s\n%s", err, said.String(), text)
		}
		rules = mine(t, "tic-tac-toe")
		cmd = boardgame("train", rules, "--learn", "1h", "--patterns")
		said.Reset()
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * wait)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		text, _ = os.ReadFile(strings.TrimSuffix(rules, ".rules") + ".toml")
		if strings.Contains(string(text), "[[weights]]") ||
			files.NotThere(strings.TrimSuffix(rules, ".rules")+".net") != nil ||
			!strings.Contains(said.String(), "the patterns have not won") {
			t.Errorf("said %s\n%s", said.String(), text)
		}
		return
	}
}

// Finding levels says first how long it may take. Ctrl-C before there is a level says that nothing
// was written.
func TestInterruptedLevels(t *testing.T) {
	rules := mine(t, "tic-tac-toe")
	cmd := boardgame("train", rules, "--think", "1h", "--out", rules+".toml")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
		if strings.HasPrefix(lines.Text(), "Ctrl-C keeps") {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait()
	for _, want := range []string{"Random games take about ", "nothing was written: no level"} {
		if text := strings.Join(said, "\n"); !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}
