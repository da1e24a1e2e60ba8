package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"boardgame/testdata/long"
)

// program builds the program once for the clients.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardgame")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path,
		"boardgame/cmd/boardgame").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// scoreOf is what a match by runner.py ends with.
const scoreOf = `game 2: (p1win|p2win|draw) after \d+ turns\n(?s).*score \d+\.\d : \d+\.\d\n$`

// runner is a match of a game between two levels, by a program that knows nothing but UGI.
func runner(boardgame, game string) []string {
	const games = "20"
	engine := boardgame + " ugi " + game + " --level "
	return []string{"python3", "runner.py", games, "20", engine + "hard", engine + "easy"}
}

// Every client does what its page says.
func TestClients(t *testing.T) {
	long.Skip(t, "builds the program, and a client")
	boardgame := program(t)
	for _, row := range []struct {
		needs   string
		command []string
		want    string
	}{
		{"python3", []string{"python3", "client.py", boardgame, "connect-four"},
			`(?s)^  1\. Yellow: .*(wins|draw).*illegal: There is no z99.*400 random games of connect-four.*\d+ #`},
		{"python3", []string{"python3", "client.py", boardgame, "tic-tac-toe"},
			`(?s)random games of tic-tac-toe`},
		{"sh", []string{"sh", "match.sh", boardgame, "tic-tac-toe", "2"},
			`(?s)^game 1: (p1win|p2win|draw) after( \S+)+\ngame 2: .*greedy won \d of 2 games\n$`},
		{"python3", runner(boardgame, "cage -o size=4"), scoreOf},
		{"python3", runner(boardgame, "connect-four"), scoreOf},
		{"python3", runner(boardgame, "shiftago"), scoreOf},
		{"/usr/games/gnubg", []string{"python3", "gnubg.py", "testdata/backgammon.jsonl"},
			`^medium: 37 decisions, 0\.04\d\d lost in each\n$`},
		{"/usr/games/gnubg", []string{boardgame, "match", "backgammon", "--seat", "easy",
			"--seat", "ugi:python3 gnubg.py ugi", "--games", "2", "--length", "8"}, `mean length: 8\.0+ turns`},
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
