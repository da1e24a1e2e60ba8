package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/repl/paper"
)

// Bots with nobody at their table stop after a number of turns, say so, and go on when they are
// told to.
func TestBotsStop(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.Turns = 7 })
	if err := s.Start("chess", "", nil, map[string]string{"1": "random", "2": "random"}); err != nil {
		t.Fatal(err)
	}
	if got := s.view.table.Sheet.Now().Ply(); got != 7 {
		t.Errorf("%d turns were played, not 7", got)
	}
	if !strings.Contains(out.String(), "played 7 turns") ||
		!strings.Contains(out.String(), "--turns") {
		t.Errorf("nothing is said of the limit: %s", &out)
	}
	if err := s.Exec("go"); err != nil {
		t.Fatal(err)
	}
	if got := s.view.table.Sheet.Now().Ply(); got != 14 {
		t.Errorf("%d turns were played, not 14", got)
	}
}

// Of a setup that does not end, the terminal shows some outcomes and how many there are.
func TestEndlessSetupIsShort(t *testing.T) {
	name := filepath.Join(t.TempDir(), "deal.rules")
	const rules = `game "Deal"
players A, B
board square(2, 1)
piece man
counter dealt = 1
setup then deal
chance deal { with k in 1..2  do dealt := k  then deal when dealt > N }
move put { at c in empty  do place man on c }
turn put else draw
`
	for below, want := range map[string]string{"0": "(1024 outcomes)", "2": "Setup: "} {
		text := []byte(strings.Replace(rules, "N", below, 1))
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		s := testSession(t, &out, func(*paper.Options) {})
		if err := s.Start(name, "", nil, nil); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, want) || len(got) > 2000 {
			t.Errorf("%d bytes without %q: %.300s", len(got), want, got)
		}
	}
}
