package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/weigh"
	"boardgame/testdata/long"
)

// randomWeights are weights for a game that use everything there is.
func randomWeights(t *testing.T, g *interp.Game, seed uint64) *level.Weights {
	t.Helper()
	rules, rng := g.Rules(), rand.New(rand.NewPCG(seed, seed))
	points := func(n int) (row []int64) {
		for range n {
			row = append(row, rng.Int64N(2001)-1000)
		}
		return row
	}
	some := points(3)
	w := &level.Weights{Name: "learned", Options: map[string]string{}, Lead: some[0],
		Tempo: some[1], Mobility: some[2], Counters: map[string]int64{}}
	for _, o := range rules.Options {
		w.Options[o.Name] = o.Value
	}
	for i := range rules.States {
		if _, ok := level.CounterOf(rules, rules.States[i].Name); ok {
			w.Counters[rules.States[i].Name] = points(1)[0]
		}
	}
	for _, v := range rules.Values {
		w.Values = append(w.Values, level.Declared{Value: v.Name, Mover: rng.Float64(),
			Waiting: rng.Float64()})
	}
	groups, _ := level.DirectionsBeside(rules.Board)
	players := append([]ir.Player{{}}, rules.Players...)
	for i, p := range players {
		if i == 0 && len(rules.Players) > 2 {
			continue
		}
		for _, k := range rules.Kinds {
			table := level.Table{Player: p.Name, Kind: k.Name}
			for _, row := range rules.Board.Rows() {
				table.Points = append(table.Points, points(len(row)))
			}
			w.Sites = append(w.Sites, table)
		}
		for n := 2; i > 0 && n <= min(5, max(rules.Board.Width, rules.Board.Height)); n++ {
			w.Rows = append(w.Rows, level.Row{Player: p.Name, Length: n, Points: points(n)})
		}
		for _, name := range groups {
			if i == 0 || len(rules.Players) > 2 {
				break
			}
			b := level.Beside{Player: p.Name, Directions: name}
			for own := range level.MostBeside + 1 {
				b.Points = append(b.Points, points(level.MostBeside+1-own))
			}
			w.Beside = append(w.Beside, b)
		}
	}
	if err := w.Check(rules); err != nil {
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
		l := weigh.New(g.Rules(), w)
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
			v := l.Of(sp, root, 0)
			if w := l.Of(slow, at, 0); v != w {
				t.Fatalf("%s: %d in the engine, %d by the evaluator; in %s", c.game, v, w,
					g.PositionText(p))
			}
			if w := l.Of(fresh, 0, 0); v != w {
				t.Fatalf("%s: %d step by step, %d at once; in %s", c.game, v, w, g.PositionText(p))
			}
			for q := 1; q < players; q++ {
				v += l.Of(sp, root, q)
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
	learn := func(jobs int) *weigh.Learner {
		l, err := NewLearner(t.Context(), g, weigh.LearnOptions{Seed: 5, Jobs: jobs})
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
	if one.Games() != 12*32 {
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
		j := judge{rules: g.Rules(), learned: weigh.New(g.Rules(), w)}
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
	l, err := NewLearner(t.Context(), g, weigh.LearnOptions{Seed: 1})
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
	if _, err := NewLearner(t.Context(), alone, weigh.LearnOptions{}); err == nil ||
		!strings.Contains(err.Error(), "2 to 4 players; this one has 1") {
		t.Errorf("one player: %v", err)
	}
	chess := gametest.Load(t, "chess", "")
	if _, err := NewLearner(t.Context(), chess, weigh.LearnOptions{Name: "material"}); err == nil {
		t.Error("a name that the rules use")
	}
	_, err := NewLearner(t.Context(), chess,
		weigh.LearnOptions{Values: []string{"material", "beauty"}})
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

// The learner learns with one value where the other says little more.
func TestLearnWithValues(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "breakthrough", "size=5")
	for i, values := range [][]string{nil, {}, {"race"}} {
		if !long.Case(i+1, 3) { // the last of them, quickly
			continue
		}
		l, err := NewLearner(t.Context(), g, weigh.LearnOptions{Seed: 1, Jobs: 1, Values: values})
		if err != nil {
			t.Fatal(err)
		}
		games := 10 * 32
		if values != nil { // they are chosen already
			games = 4 * 32
		}
		for l.Games() < games {
			if err := l.Play(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		w := l.Weights()
		if err := w.Check(g.Rules()); err != nil {
			t.Error(err)
		}
		if want := len(values); values != nil && len(w.Values) != want ||
			values == nil && len(w.Values) != 1 {
			t.Errorf("of %v it learned with %+v", values, w.Values)
		}
	}
}

// Without a random source, each bot uses a new one.
func TestChooseWithoutSource(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	for _, spec := range []string{"random", "greedy", "alphabeta:nodes=100", "mcts:playouts=20"} {
		b := mustBot(t, g.Rules(), spec, 1)
		if c, err := b.Choose(t.Context(), g, g.Start(), nil); err != nil ||
			!slices.Contains(g.Moves(g.Start()), c.Move) {
			t.Errorf("%s: %v, %v", spec, c.Move, err)
		}
	}
}
