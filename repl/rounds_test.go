package repl

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"boardgame/repl/table"
)

// Games written in short algebraic notation are numbered in pairs: at the prompt, in the list of
// moves, in messages, and where a turn is named.
func TestRounds(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "chess", nil, nil)
	typeIn(t, s, "e4", "e5", "Nf3")
	for _, want := range []string{"1. White: e4", "1... Black: e5", "2. White: Nf3"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
	if got := s.Prompt(); got != "2... Black> " {
		t.Errorf("the prompt is %q", got)
	}
	sc := s.view.scene(s.view.table.View(s.view.table.Sheet.Course.At(), table.Marks{}), false)
	rows := func(width int) []string { return sc.List(width, 10) }
	if got, want := rows(40), []string{"Chess", " 1. e4   e5", " 2. Nf3"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if got, want := rows(12), []string{"Chess", " 1. e4   e5", " 2. Nf3"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	narrow := []string{"Chess", " 1. e4", " 1... e5", " 2. Nf3"}
	if got := rows(10); !slices.Equal(got, narrow) {
		t.Errorf("%q, not %q", got, narrow)
	}
	for typed, want := range map[string]string{"goto 1": "1... Black> ", "goto 1...": "2. White> ",
		"goto 0": "1. White> ", "goto 2.": "2... Black> "} {
		if err := s.Exec(typed); err != nil {
			t.Errorf("%s: %v", typed, err)
		}
		if got := s.Prompt(); got != want {
			t.Errorf("after %s the prompt is %q, not %q", typed, got, want)
		}
	}
	err := s.Exec("goto 2...")
	if err == nil || !strings.Contains(err.Error(), "expected a turn from 0 to 2,") {
		t.Errorf("goto 2...: %v", err)
	}
	typeIn(t, s, "goto 1...")
	sc = s.view.scene(s.view.table.View(s.view.table.Sheet.Course.At(), table.Marks{}), false)
	if got, want := rows(40), []string{"Chess", " 1. e4  *e5", " 2. Nf3"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// A game that begins with the second player to move begins with that player's half of a round.
func TestRoundsFromThePositionOfBlack(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "chess", nil, nil)
	typeIn(t, s, "position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12")
	if got := s.Prompt(); got != "12... Black> " {
		t.Errorf("the prompt is %q", got)
	}
	typeIn(t, s, "e5", "Nf3")
	sc := s.view.scene(s.view.table.View(s.view.table.Sheet.Course.At(), table.Marks{}), false)
	want := []string{"Chess", " 12. ...  e5", " 13. Nf3"}
	if got := sc.List(40, 10); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
