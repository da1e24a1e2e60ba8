package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// program builds the program once for the clients.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardgame")
	if out, err := exec.Command("go", "build", "-o", path, "boardgame/cmd/boardgame").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// Every client does what its page says.
func TestClients(t *testing.T) {
	boardgame := program(t)
	for _, row := range []struct {
		needs   string
		command []string
		want    string
	}{
		{"python3", []string{"python3", "client.py", boardgame, "connect-four"},
			`(?s)^  1\. Yellow: .*(wins|draw).*illegal: "z99" is not a legal move.*400 random games of connect-four.*\d+ #`},
		{"python3", []string{"python3", "client.py", boardgame, "tic-tac-toe"}, `(?s)random games of tic-tac-toe`},
		{"sh", []string{"sh", "match.sh", boardgame, "tic-tac-toe", "2"},
			`(?s)^game 1: (p1win|p2win|draw) after( \S+)+\ngame 2: .*greedy won \d of 2 games\n$`},
		{"go", []string{"go", "run", "."}, `(?s)(Red|Blue) wins`},
	} {
		t.Run(row.command[1], func(t *testing.T) {
			if _, err := exec.LookPath(row.needs); err != nil {
				t.Skipf("%s is not installed", row.needs)
			}
			out, err := exec.Command(row.command[0], row.command[1:]...).CombinedOutput()
			if err != nil || !regexp.MustCompile(row.want).Match(out) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
