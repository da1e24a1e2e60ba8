package speech

import (
	"errors"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
)

// reader returns a reader of a game that comes with boardgame.
func reader(t *testing.T, name string) *Speech {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	g := gametest.Load(t, name, "")
	rd := &Speech{Ruleset: rs, Game: g}
	if err := rd.Speak(AutoCoordinates); err != nil {
		t.Fatal(err)
	}
	return rd
}

// A refused line is answered by what was found out about it: a place that is missing, a turn that
// is over, a piece that cannot go there, a condition that has words.
func TestRefusal(t *testing.T) {
	for _, c := range []struct{ game, before, line, want string }{
		{"tic-tac-toe", "", "e5", "There is no e5; columns a–c, rows 1–3."},
		{"tic-tac-toe", "b2", "b2", "b2 is taken: X's mark is there."},
		{"connect-four", "", "c4", "c4 is empty, and none of the 7 legal moves uses it."},
		{"cage", "", "b2xa2xb1", "The turn is over after b2xa2; leave out xb1."},
		{"amazons", "", "e5", "e5 is empty, but none of your pieces can go there now."},
		{"chess", "", "e2e5", "Your pawn on e2 cannot go to e5.\nFrom there: e2-e3   e2-e4"},
		{"chess", "e2e4 e7e5 d1h5", "f7f6", "f7f6 is not legal: your king would be in check.\n" +
			"To f6: d8-f6   g8-f6"},
		{"hex", "", "nonsense", ""},
		{"chess", "", "pass", "You cannot pass in this game."},
		{"chess", "", "done", "There is no `done` in this game: turns end without it."},
		{"chess", "", "king", "Your king cannot move now."},
		{"chess", "", "Ke2", "Your king on e1 cannot go to e2; your pawn is there."},
		{"chess", "", "king to e2", "Your king on e1 cannot go to e2; your pawn is there."},
		{"chess", "", "e2-e4 e7-e5", "The turn is over after e2-e4; leave out e7-e5."},
		{"chess", "", "d2xd3", "`x` means a capture, and d2-d3 takes nothing." +
			"\nFrom there: d2-d3   d2-d4"},
		{"reversi", "", "pass", "You can pass only if you have no other move."},
		{"blockade", "", "zz9", "There is no zz9; columns a–k, rows 1–14."},
	} {
		rd := reader(t, c.game)
		_, p, err := rd.Game.PlayText(rd.Game.Start(), c.before)
		if err != nil {
			t.Fatal(err)
		}
		var illegal *interp.IllegalMoveError
		if _, _, err := rd.Game.ParseTurn(p, c.line); !errors.As(err, &illegal) {
			t.Fatalf("%s: %q is no illegal move: %v", c.game, c.line, err)
		}
		if got := rd.At(p).Refusal(c.line, illegal); got != c.want {
			t.Errorf("%s, %s: %q, not %q", c.game, c.line, got, c.want)
		}
	}
}
