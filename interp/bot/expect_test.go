package bot_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Games with chance that are small enough to be known.
const (
	// Whoever rolls a six first wins: with probability s = 1/6 + 5/6 · (1 - s), so s = 6/11.
	sixFirst = `game "Six first"
players White, Black
board square(1, 1)
counter rolled = 0
chance roll {
  with n in 1..6
  do   rolled := n
}
turn roll
end { win if rolled = 6 }`
	// A higher roll wins, an equal one draws. White may take the first roll again, and does so after
	// 1 on a die of three: 1/3 · 1/2 + 1/3 · 1/2 + 1/3 · 5/6 = 11/18.
	higher = `game "Higher"
players White, Black
board square(1, 1)
counter mark per player = 0
counter tries = 0
chance roll {
  with n in 1..3
  do   mark := n
  then settle, more
}
move settle { if me = White }
move more { if me = White  do tries := 1  then last }
chance last {
  with n in 1..3
  do   mark := n
}
move go { if me = White  then roll }
chance answer {
  with n in 1..3
  do   mark := n
}
turn go else answer
end {
  White wins if mark(White) > mark(Black) and mark(Black) > 0
  Black wins if mark(White) < mark(Black)
  draw       if mark(White) = mark(Black) and mark(Black) > 0
}`
)

// smallEinStein returns EinStein würfelt nicht with two stones a side on a board of 3×3 and a coin
// for a die.
func smallEinStein(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "rulesets", "einstein", "einstein.rules"))
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "setup {")
	_, after, _ := strings.Cut(rest, "}")
	setup := `setup {
  Blue one_pip: a1  Blue two_pips: b1
  Red one_pip:  c3  Red two_pips:  b3
}`
	return strings.NewReplacer("square(5, 5)", "square(3, 3)", "1..6", "1..2").
		Replace(before + setup + after)
}

func ofText(t *testing.T, text string) *interp.Game {
	t.Helper()
	return gametest.FromText(t, text, "")
}

// worth values a position for a player by the definition, with no memory and no bounds.
func worth(t *testing.T, g *interp.Game, p *interp.Position, me int) float64 {
	t.Helper()
	if r := p.Result(); r != nil {
		switch {
		case len(r.Winners) != 1:
			return 0.5
		case r.Winners[0] == me:
			return 1
		}
		return 0
	}
	weights := g.Weights(p)
	var mean, all float64
	best, worst := 0.0, 1.0
	for i, m := range g.Moves(p) {
		next, err := g.Play(p, m)
		if err != nil {
			t.Fatal(err)
		}
		v := worth(t, g, next, me)
		best, worst = max(best, v), min(worst, v)
		if weights != nil {
			mean, all = mean+float64(weights[i])*v, all+float64(weights[i])
		}
	}
	switch {
	case weights != nil:
		return mean / all
	case p.ToMove() == me:
		return best
	}
	return worst
}

func TestExpectKnownGames(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{
		{sixFirst, 6. / 11},
		{higher, 11. / 18},
	} {
		g := ofText(t, c.text)
		e, err := bot.Expect(context.Background(), g, g.Start(), bot.ExpectOptions{Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if !e.Exact() || math.Abs(e.Low-c.want) > 1e-9 {
			t.Errorf("%s: %+v, not %v", g.Rules().Title, e, c.want)
		}
	}
}

// What is found, with a table that holds all and with one that holds little, is what the definition
// says of each step.
func TestExpectEqualsTheDefinition(t *testing.T) {
	long.OneThread(t)
	g := ofText(t, smallEinStein(t))
	for _, line := range []string{"2", "1 a1-a2 2"} {
		_, p, err := g.PlayText(g.Start(), line)
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int{1, 16 << 20} {
			e, err := bot.Expect(context.Background(), g, p,
				bot.ExpectOptions{Memory: memory, Each: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Moves) != len(g.Moves(p)) || e.Best != e.Moves[0].Move {
				t.Fatalf("%+v", e)
			}
			for _, m := range e.Moves {
				next, err := g.Play(p, m.Move)
				if err != nil {
					t.Fatal(err)
				}
				want := worth(t, g, next, p.ToMove())
				if !m.Exact() || math.Abs(m.Low-want) > 1e-9 {
					t.Errorf("after %s, %v: %+v, not %v", line, m.Move, m.Share, want)
				}
			}
			t.Logf("after %s: %.6f in %d positions", line, e.Low, e.Nodes)
		}
	}
}

func TestExpectStopped(t *testing.T) {
	g := ofText(t, sixFirst)
	ctx, stop := context.WithCancel(context.Background())
	e, err := bot.Expect(ctx, g, g.Start(), bot.ExpectOptions{Progress: func(e bot.Expectation) {
		if e.Depth > 10 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) || e.Exact() || e.Low > 6./11 || e.High < 6./11 ||
		e.Low == 0 || e.High == 1 {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := bot.Solve(ctx, g, g.Start(), bot.SolveOptions{}); !errors.Is(err,
		bot.ErrByChance) {
		t.Error(err)
	}
}

func TestExpectText(t *testing.T) {
	rules := ofText(t, sixFirst).Rules()
	for want, s := range map[string]bot.Share{
		"White wins, whatever chance decides":                  {Low: 1, High: 1},
		"Black wins, whatever chance decides":                  {},
		"White wins 50.0000% of the games":                     {Low: 0.5, High: 0.5},
		"not known yet":                                        {High: 1},
		"White wins between 0.0000% and 25.0000% of the games": {High: 0.25},
	} {
		if got := bot.ExpectText(rules, 0, s); got != want {
			t.Errorf("%+v: %s, not %s", s, got, want)
		}
	}
}
