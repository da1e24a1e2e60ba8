package speech

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

// A step is good for what it takes, stops or threatens, as far as the rules show at once.
func TestReasons(t *testing.T) {
	for _, c := range []struct{ game, before, move, want string }{
		{"tic-tac-toe", "a1 b1 a2 b2", "a3", "It ends the game: X wins: three in a row."},
		{"tic-tac-toe", "a1 b2 a2", "a3", "It stops a3, with which X would win. It threatens to win " +
			"with c1."},
		{"tic-tac-toe", "", "b2", ""},
		{"connect-four", "a1 g1 b1 g2", "d1", "It threatens to win with c1."},
		{"chess", "e2-e4 d7-d5", "e4xd5", "It takes Black's pawn."},
		{"reversi", "", "d3", "It turns White's disc."},
		{"go", "b1 a1", "a2", "It takes White's stone."},
		{"breakthrough", "", "a2-a3", ""},
	} {
		r := reader(t, c.game)
		_, p, err := r.Game.PlayText(r.Game.Start(), c.before)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Game.Parse(p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Reasons(r.At(p), m), " "); got != c.want {
			t.Errorf("%s after %q, %s: %q, want %q", c.game, c.before, c.move, got, c.want)
		}
	}
}

// In any position of any game, what is said of a step holds: a step that is said to win is legal
// and wins.
func TestReasonsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	told := 0
	for i, name := range []string{"blockade", "cage", "hex", "kalah", "lines-of-action", "shiftago",
		"tactigon", "gomoku", "dodgem", "backgammon"} {
		if !long.Case(i+2, 4) {
			continue
		}
		r := reader(t, name)
		for p := r.Game.Start(); p.Result() == nil && p.Ply() < 60; {
			moves := r.Game.Moves(p)
			m := moves[rng.IntN(len(moves))]
			q, err := r.Game.Play(p, m)
			if err != nil {
				t.Fatal(err)
			}
			if r.Game.Weights(p) == nil && p.Ply()%4 == 0 {
				for _, reason := range Reasons(r.At(p), m) {
					told++
					text, stops := strings.CutPrefix(reason, "It stops ")
					text, _, _ = strings.Cut(text, ", with which")
					if stops && slices.ContainsFunc(r.Game.Moves(q), func(m interp.Move) bool {
						end, err := r.Game.Play(q, m)
						return err == nil && r.StepText(q, m) == text && end.Result() != nil
					}) {
						t.Errorf("%s: %s does not stop %s", name, r.Game.Text(p, m), text)
					}
				}
			}
			p = q
		}
	}
	if told < long.Times(10, 10) {
		t.Errorf("only %d reasons", told)
	}
}

// Nothing is said of a step where something is hidden: a reason would tell of it.
func TestNoReasonsWithSecrets(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i, path := range secrets.Games() {
		if !long.Case(i, 6) {
			continue
		}
		r := reader(t, path)
		for p, n := r.Game.Start(), 0; p.Result() == nil && n < 20; n++ {
			moves := r.Game.Moves(p)
			m := moves[rng.IntN(len(moves))]
			if said := Reasons(r.At(p), m); said != nil {
				t.Fatalf("%s, %s: %q", path, r.Game.Text(p, m), said)
			}
			var err error
			if p, err = r.Game.Play(p, m); err != nil {
				t.Fatal(err)
			}
		}
	}
}
