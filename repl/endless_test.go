package repl

import (
	"bytes"
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
