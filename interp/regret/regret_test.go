package regret_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/regret"
	"boardgame/interp/verify/gametest"
)

// The values and the numbers of states of knowledge are those that others have published: Kuhn 1950
// (-1/18), Southey and others 2005 (Leduc, -0.0856), and what follows from symmetry.
func TestSolve(t *testing.T) {
	for _, test := range []struct {
		game  string
		value float64
		near  float64
		sets  int
	}{
		{"kuhn-poker", -1.0 / 18, 1e-4, 12},
		{"leduc-poker", -0.0856, 1e-3, 936},
		{"goofspiel:four", 0, 1e-3, 0},
		{"rock-paper-scissors", 0, 1e-4, 2},
		{"battleship:tiny", 0.0625, 1e-3, 0},
	} {
		g := gametest.Load(t, test.game, "")
		s, err := regret.Solve(t.Context(), g, regret.Options{Precision: test.near})
		if err != nil {
			t.Fatal(test.game, err)
		}
		t.Logf("%s: %s; %d nodes, %d sets, %d rounds", test.game,
			s.Text(g.Rules().Players[0].Name), s.Nodes, s.Sets, s.Rounds)
		if s.High < s.Low || math.Abs(s.Low-test.value) > 2*test.near ||
			math.Abs(s.High-test.value) > 2*test.near || test.sets != 0 && s.Sets != test.sets {
			t.Errorf("%s: %f to %f, %d sets; expected %f, %d", test.game, s.Low, s.High, s.Sets,
				test.value, test.sets)
		}
	}
}

// What cannot be solved says why, and nothing hangs.
func TestRefused(t *testing.T) {
	load := func(text string) *interp.Game {
		return gametest.FromText(t, text, "")
	}
	const head = "game \"X\"\nboard square(3, 3)\npiece mark\n"
	const put = "move put {\n  at c in empty\n  do place mark on c\n}\nturn put else draw\n"
	if _, err := regret.Solve(t.Context(), load(head+"players A, B, C\n"+put),
		regret.Options{}); !errors.Is(err, regret.ErrPlayers) {
		t.Error(err)
	}
	for teams, want := range map[string]error{
		"A + C, B + D": regret.ErrTeams, "A + B + C, D": regret.ErrTeams,
		"A + C, B, D": regret.ErrPlayers,
	} {
		_, err := regret.Solve(t.Context(), load(head+"players A, B, C, D\nteams "+teams+"\n"+put),
			regret.Options{})
		if !errors.Is(err, want) || errors.Is(err, regret.ErrTeams) != strings.Contains(err.Error(),
			"a team does not remember what it knew") {
			t.Errorf("%s: %v", teams, err)
		}
	}
	if _, err := regret.Solve(t.Context(), load(head+"players A, B\n"+put),
		regret.Options{Nodes: 1000}); !errors.Is(err, regret.ErrLarge) {
		t.Error(err)
	}
	if _, err := regret.Solve(t.Context(), load(head+"players A, B\nhidden cells - mine\n"+put),
		regret.Options{}); !errors.Is(err, regret.ErrOffers) {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := regret.Solve(stopped, load(head+"players A, B\n"+put),
		regret.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
