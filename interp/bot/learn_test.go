package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// randomWeights are weights for a game that use everything there is.
func randomWeights(t *testing.T, g *interp.Game, seed uint64) *level.Weights {
	t.Helper()
	l, err := NewLearner(t.Context(), g, LearnOptions{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, seed))
	for i := range l.weights {
		l.weights[i] = rng.Float64() - 0.5
	}
	for i := range l.spread {
		l.spread[i] = moments{n: 2, sum: 0, squares: 2}
	}
	w := l.weightsOf(l.weights)
	if err := w.Check(g.Rules()); err != nil {
		t.Fatal(err)
	}
	return w
}

// What is kept up to date from one position to the next is what one position alone is worth, in the
// engine's slots and for the evaluator; and what is good for one player is bad for the other.
func TestWeightsIncrementally(t *testing.T) {
	long.OneThread(t)
	for i, c := range []struct{ game, options string }{
		{"chess", ""},
		{"connect-four", ""},
		{"tactigon", ""},
		{"quoridor", ""},
		{"nine-mens-morris", ""},
		{"amazons", ""},
		{"hex", "size=5"},
		{"gomoku", ""},
		{"shiftago", "seats=3"},
		{"quoridor", "seats=4"},
	} {
		if !long.Case(i, 3) {
			continue
		}
		g := gametest.Load(t, c.game, c.options)
		w := randomWeights(t, g, 3)
		players := len(g.Rules().Players)
		if (len(w.Beside) == 0) != (players > 2) {
			t.Errorf("%s: of neighbors it says %+v", c.game, w.Beside)
		}
		l := learnedOf(g.Rules(), w)
		if (l.stretches == nil) != (players > 2) {
			t.Errorf("%s: rows are read as stretches: %v", c.game, l.stretches != nil)
		}
		windows := l.shape.learned(w)
		p := g.Start()
		var lent spaces
		sp, root, back := lent.of(g, p)
		defer back()
		if _, compiled := sp.(*slots); !compiled {
			t.Fatalf("%s is not compiled", c.game)
		}
		slow := &positions{e: g.NewEngine()}
		at := slow.add()
		rng := rand.New(rand.NewPCG(1, 2))
		next := sp.add()
		for range 120 {
			slow.set(at, p)
			fresh := &positions{e: slow.e}
			fresh.set(fresh.add(), p)
			v := l.of(sp, root, 0)
			if w := l.of(slow, at, 0); v != w {
				t.Fatalf("%s: %d in the engine, %d by the evaluator; in %s", c.game, v, w,
					g.PositionText(p))
			}
			if w := l.of(fresh, 0, 0); v != w {
				t.Fatalf("%s: %d step by step, %d at once; in %s", c.game, v, w, g.PositionText(p))
			}
			if w := windows.of(sp, root, 0); v != w {
				t.Fatalf("%s: %d by stretches, %d by windows; in %s", c.game, v, w,
					g.PositionText(p))
			}
			for q := 1; q < players; q++ {
				v += l.of(sp, root, q)
			}
			if max(v, -v) >= int64(players) || players == 2 && v != 0 { // but for rounding
				t.Fatalf("%s: what is good for one is bad for the others, but all have %d", c.game, v)
			}
			if p.Result() != nil {
				break
			}
			moves := sp.moves(root)
			m := moves[rng.IntN(len(moves))]
			sp.play(next, root, m)
			root, next = next, root
			p = slow.e.Play(p, m)
		}
	}
}

// What is learned depends on the seed and the number of games, not on how many are played at a
// time; a batch that is interrupted leaves no trace; and the center of tic-tac-toe is worth most.
func TestLearn(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	learn := func(jobs int) *Learner {
		l, err := NewLearner(t.Context(), g, LearnOptions{Seed: 5, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			if err := l.Play(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		return l
	}
	one, three := learn(1), learn(3)
	w := one.Weights()
	if !reflect.DeepEqual(w, three.Weights()) {
		t.Error("three jobs learn something else than one")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := one.Play(ctx); !errors.Is(err, context.Canceled) ||
		!reflect.DeepEqual(w, one.Weights()) {
		t.Errorf("an interrupted batch: %v", err)
	}
	if one.Games() != 12*batch {
		t.Errorf("%d games", one.Games())
	}
	if err := w.Check(g.Rules()); err != nil {
		t.Error(err)
	}
	x, o := w.Sites[0].Points, w.Sites[1].Points
	if !reflect.DeepEqual(x, o) {
		t.Errorf("the players play the same game, and their points differ: %v %v", x, o)
	}
	if x[0][1] != x[1][0] || x[0][0] != x[2][2] {
		t.Errorf("points %v", x)
	}
	worth := func(moves string) int64 {
		_, p, err := g.PlayText(g.Start(), moves)
		if err != nil {
			t.Fatal(err)
		}
		j := judge{rules: g.Rules(), learned: learnedOf(g.Rules(), w)}
		return j.alone(g.NewEngine(), p, 0)
	}
	if center, edge := worth("b2"), worth("b1"); center <= edge {
		t.Errorf("the center is worth %d, an edge %d", center, edge)
	}
}

// Among three, everyone learns for themselves: in a race to the far end of a track, being farther
// is worth more, and to all players the same, for they play the same game.
func TestLearnAmongThree(t *testing.T) {
	g := gametest.FromText(t, `
game "Race"
players A, B, C
board square(6, 3)
piece man
setup {
  A man: a1
  B man: a2
  C man: a3
}
move walk {
  from p in mine
  to q in empty & p.east
  do p -> q
}
move wait { to q in mine  do q becomes man }
turn walk, wait
end { win if some mine & file(6) }
`, "")
	l, err := NewLearner(t.Context(), g, LearnOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		if err := l.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w := l.Weights()
	if err := w.Check(g.Rules()); err != nil {
		t.Fatal(err)
	}
	for i, site := range w.Sites {
		own := site.Points[len(site.Points)-1-i]
		if own[4] <= own[1] {
			t.Errorf("%s: %v", site.Player, own)
		}
	}
}

// Games that weights cannot judge say why.
func TestNotLearned(t *testing.T) {
	alone := gametest.FromText(t, gametest.OnePlayer, "")
	if _, err := NewLearner(t.Context(), alone, LearnOptions{}); err == nil ||
		!strings.Contains(err.Error(), "2 to 4 players; this one has 1") {
		t.Errorf("one player: %v", err)
	}
	chess := gametest.Load(t, "chess", "")
	if _, err := NewLearner(t.Context(), chess, LearnOptions{Name: "material"}); err == nil {
		t.Error("a name that the rules use")
	}
	_, err := NewLearner(t.Context(), chess, LearnOptions{Values: []string{"material", "beauty"}})
	if err == nil || !strings.Contains(err.Error(), `no value "beauty"; choose material, activity`) {
		t.Errorf("a value that the rules do not declare: %v", err)
	}
}

// A level reads weights by their name, and the value that they name where they do not fit.
func TestLevelWithWeights(t *testing.T) {
	g := gametest.Load(t, "breakthrough", "size=6")
	w := randomWeights(t, g, 1)
	w.Otherwise = "race"
	all := []*level.Weights{w}
	l, err := FindLevel([]Level{{Name: "mine", Weights: all, Settings: Settings{Bot: "random"}}},
		"alphabeta:value=learned,depth=2")
	if err != nil {
		t.Fatal(err)
	}
	for options, learned := range map[string]bool{"size=6": true, "": false} {
		rules := gametest.Load(t, "breakthrough", options).Rules()
		if err := l.Check(rules); err != nil {
			t.Error(err)
		}
		b, err := New(rules, l, 1)
		if err != nil {
			t.Fatal(err)
		}
		j := b.(*player).base.(*alphabeta).judge
		if (j.learned != nil) != learned || (j.value != nil) == learned {
			t.Errorf("%q: %+v", options, j)
		}
		if j.value != nil && j.value.Name != "race" {
			t.Errorf("%q: it judges by %s", options, j.value.Name)
		}
	}
	w.Otherwise = "nothing"
	if err := l.Check(gametest.Load(t, "breakthrough", "").Rules()); err == nil {
		t.Error("a value that the rules do not declare")
	}
	l.Value = "unlearned"
	if err := l.Check(g.Rules()); err == nil {
		t.Error("weights that nobody has learned")
	}
}
