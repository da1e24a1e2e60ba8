package repl

import (
	"strings"
	"testing"
)

const einstein = "../testdata/games/einstein.rules"

// boardgame rolls, tells what came, and takes a real roll in its place.
func TestDice(t *testing.T) {
	out, errs, err := script(t, einstein, "dice 4\nmoves\nc1-c2\ndice\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	for _, want := range []string{"1. Blue: roll 4", "c1-c2  c1-d1  c1-d2", "1. Blue: c1-c2",
		"2. Red: roll ", "boardgame rolls."} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	if strings.Count(out, "1. Blue: roll") != 2 {
		t.Errorf("the first roll was not replaced:\n%s", out)
	}
}

// With real dice the program waits for every roll, and understands it in either order and with
// blanks.
func TestRealDice(t *testing.T) {
	out, errs, err := script(t, "../testdata/games/backgammon.rules",
		"dice real\ndice 1 3\np8 3\np6 1\ndice 6-6\nundo\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	for _, want := range []string{"1. White: opening 3-1", "1. White: p6 1", "2. Black: roll 6-6"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	for line, want := range map[string]string{
		"dice 9": `"9" cannot be rolled here; possible is 1 2 3 4 5 6`, "c1-c2\nc1-c2": ""} {
		if _, errs, err := script(t, einstein, line+"\n"); err == nil ||
			!strings.Contains(errs, want) {
			t.Errorf("%q: %v, %q", line, err, errs)
		}
	}
}

// What was taken back is rolled again as it was.
func TestUndoKeepsRolls(t *testing.T) {
	out, errs, err := script(t, einstein, "dice 4\nc1-c2\nundo\nc1-c2\nundo\nc1-d1\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	rolls := map[string]bool{}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "2. Red: roll") {
			rolls[line] = true
		}
	}
	if len(rolls) != 1 {
		t.Errorf("Red's first roll is another one each time: %v", rolls)
	}
}
