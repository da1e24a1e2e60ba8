package bot

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"boardgame/interp/level"
	"boardgame/interp/ruleset"
	"boardgame/interp/symmetry"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/weigh"
	"boardgame/testdata/long"
)

// patternsOf learns patterns from a few games.
func patternsOf(t *testing.T, game, options string, jobs int) *weigh.Learner {
	t.Helper()
	l, err := NewLearner(t.Context(), gametest.Load(t, game, options), weigh.LearnOptions{
		Name: "patterns", Patterns: true, Seed: 1, Jobs: jobs, Values: []string{}, Turns: 300})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l
}

// What patterns say is the same step by step as at once, in the engine and for the evaluator, after
// a file has been written and read; and a position is worth as much as its image by any symmetry.
func TestPatternsIncrementally(t *testing.T) {
	long.OneThread(t)
	for i, c := range []struct{ game, options string }{
		{"oware", ""}, // digits from numbers
		{"reversi", ""},
		{"nine-mens-morris", ""}, // lines
		{"hex", "size=5 swap=false"},
		{"ataxx", ""},
		{"english-draughts", ""}, // two kinds, and squares that are never used
		{"chess", ""},
		{"backgammon", ""}, // neurons, from counters
		{"royal-game-of-ur", ""},
		{"einstein", ""},
	} {
		if !long.Case(i+5, 7) {
			continue
		}
		g := gametest.Load(t, c.game, c.options)
		w := patternsOf(t, c.game, c.options, 1).Weights()
		if err := w.Check(g.Rules()); err != nil {
			t.Fatal(err)
		}
		found, err := symmetry.Find(t.Context(), g, 1)
		if err != nil {
			t.Fatal(err)
		}
		l := weigh.New(g.Rules(), w)
		p := g.Start()
		var lent spaces
		sp, root, back := lent.of(g, p)
		next := sp.add()
		slow := &positions{e: g.NewEngine()}
		at := slow.add()
		rng := rand.New(rand.NewPCG(1, 2))
		worth := 0
		for range 80 {
			slow.set(at, p)
			fresh := &positions{e: slow.e}
			fresh.set(fresh.add(), p)
			v := l.Of(sp, root, 0)
			if a, b := l.Of(slow, at, 0), l.Of(fresh, 0, 0); a != v || b != v {
				t.Fatalf("%s: %d in the engine, %d by the evaluator, %d at once; in %s", c.game, v, a,
					b, g.PositionText(p))
			}
			if v != 0 {
				worth++
			}
			board := sp.Board(l, root)
			for j := range found {
				if image := imageOf(l, board, &found[j]); image != nil {
					sum, sign := image.Sum(), int64(1)
					if found[j].Swaps() {
						sign = -1
					}
					if sum != sign*board.Sum() {
						t.Fatalf("%s: %d, and %d after a symmetry; in %s", c.game, board.Sum(), sum,
							g.PositionText(p))
					}
				}
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
		if back(); worth == 0 {
			t.Errorf("%s: nothing is worth anything", c.game)
		}
	}
}

// imageOf is the image of a board of pieces.
func imageOf(l *weigh.Evaluation, b *weigh.Board, s *symmetry.Symmetry) *weigh.Board {
	if l.Remembers() {
		return nil
	}
	image := weigh.NewBoard(l)
	for x, sign := range b.Signs {
		if s.Swaps() {
			sign = uint8(level.Swapped(int(sign)))
		}
		image.Signs[s.Sites[x]] = sign
		image.Changed = append(image.Changed, s.Sites[x])
	}
	image.Update(nil, 0)
	return image
}

// Patterns depend on the seed and the number of games, not on how many are played at a time, and
// learning goes on where it stopped.
func TestLearnPatterns(t *testing.T) {
	for _, name := range []string{"tic-tac-toe", "royal-game-of-ur", "onitama"} {
		one, two := patternsOf(t, name, "", 1), patternsOf(t, name, "", 2)
		w := one.Weights()
		if !reflect.DeepEqual(w, two.Weights()) {
			t.Errorf("%s: two jobs learn something else than one", name)
		}
		g := gametest.Load(t, name, "")
		more, err := NewLearner(t.Context(), g, weigh.LearnOptions{Name: "patterns", Patterns: true,
			From: w, Values: []string{}})
		if err != nil {
			t.Fatal(err)
		}
		again := more.Weights()
		if old, err := level.ReadNet(w.Patterns); err != nil {
			t.Fatal(err)
		} else if now, err := level.ReadNet(again.Patterns); err != nil ||
			!reflect.DeepEqual(now, old) || !reflect.DeepEqual(again.Sites, w.Sites) {
			t.Errorf("%s: what was learned is not what learning begins with: %v", name, err)
		}
		before := more.Games()
		if err := more.Play(t.Context()); err != nil || more.Games() != before+32 ||
			more.Positions() == 0 {
			t.Errorf("%s: %v after %d games", name, err, more.Games())
		}
	}
}

// Every file of patterns in the library fits its game, and some level plays by it.
func TestPatternsOfTheLibrary(t *testing.T) {
	long.OneThread(t)
	some := false
	for _, name := range ruleset.List() {
		r := gametest.Ruleset(t, name)
		for _, w := range r.Info.Weights {
			if w.Net == "" || strings.Contains(r.File.Text, "extends") {
				continue
			}
			some = true
			var options []string
			for key, value := range w.Options {
				options = append(options, key+"="+value)
			}
			g := gametest.Load(t, name, strings.Join(options, " "))
			if err := w.Check(g.Rules()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if !some {
		t.Error("there are no patterns")
	}
}

// In games with dice, the position before each throw is learned from, also before those after which
// a player has no step: otherwise positions in which nobody can enter look better than they are.
func TestEachThrowIsLearnedFrom(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "backgammon", "")
	var plies []int
	b := &selfPlayer{game: g}
	_, err := b.play(t.Context(), &weigh.SelfPlay{
		Evaluation: weigh.New(g.Rules(), &level.Weights{}), Depth: 1, Turns: 60,
		Rand: rand.New(rand.NewPCG(1, 2)),
		See: func(s weigh.Space, at weigh.Slot, _ float64, _ bool) {
			if s.Weights(at) == nil {
				t.Error("a position in which nobody throws is learned from")
			}
			plies = append(plies, s.(space).ply(at))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, ply := range plies {
		if ply != i {
			t.Fatalf("turn %d is learned from after %d others", ply, i)
		}
	}
	if len(plies) < 59 {
		t.Errorf("%d turns of 60 are learned from", len(plies))
	}
}
