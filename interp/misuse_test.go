package interp_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
)

// Nil, the zero value and positions of other games are refused everywhere, without a panic.
func TestForeignPositions(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	for name, p := range map[string]*interp.Position{
		"nil":             nil,
		"zero":            {},
		"of another game": gametest.Load(t, "hex", "").Start(),
		"of a wrong player": func() *interp.Position {
			s := g.Start().Clone()
			s.ToMove = 7
			return interp.PositionOf(s)
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			move := g.Moves(g.Start())[0]
			_, played := g.Play(p, move)
			_, parsed := g.Parse(p, "e4")
			_, _, turn := g.ParseTurn(p, "e4")
			_, _, sequence := g.PlayText(p, "e4")
			_, counted := g.PerftContext(t.Context(), p, 3, interp.Turns)
			for what, err := range map[string]error{"Play": played, "Parse": parsed,
				"ParseTurn": turn, "PlayText": sequence, "PerftContext": counted} {
				if !errors.Is(err, interp.ErrForeignPosition) {
					t.Errorf("%s: %v", what, err)
				}
			}
			turns, more := g.Turns(p, 5)
			q, steps := g.Playout(p, rand.New(rand.NewPCG(1, 1)), 5)
			if len(g.Moves(p))+len(g.Texts(p))+len(turns)+steps > 0 || more || q != p {
				t.Error("there are moves")
			}
			if g.Perft(p, 2, interp.Turns)+g.PerftDistinct(p, 2, interp.Turns) > 0 ||
				g.Divide(p, 2, interp.Turns) != nil {
				t.Error("there is something to count")
			}
			text := g.PositionText(p) + g.Picture(p) + g.TurnText(p, []interp.Move{move})
			if text != "" || g.Why(p, "e2-e4") != nil {
				t.Errorf("it is described: %q", text)
			}
			g.Explain(p, move)
			g.Text(p, move)
			g.LongText(p, move)
		})
	}
	if g.StartWith(-1) != nil || g.StartWith(2) != nil {
		t.Error("a player who is not there begins")
	}
}

// A position is changed by making another one of it, and what it tells of itself is a copy.
func TestPositionsDoNotChange(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	s := g.Start().Clone()
	s.ToMove = 1
	s.Remove(s.Occupied())
	q := g.Start()
	if occupied := q.Occupied(); q.ToMove() != 0 || occupied.Len() != 32 {
		t.Error("the start has changed")
	}
	result := &interp.Result{Winners: []int{0}, Reason: "a test"}
	over := q.Ended(result)
	result.Winners[0] = 1
	over.Result().Winners[0], over.Result().Reason = 1, "another"
	if r := over.Result(); r.Winners[0] != 0 || r.Reason != "a test" || q.Result() != nil {
		t.Error("a result has changed")
	}
}

// Results and steps that nobody has played are described, not looked up.
func TestStrangeValues(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	for _, m := range []interp.Move{0, 1, 1 << 63, ^interp.Move(0)} {
		if _, err := g.Play(g.Start(), m); err == nil {
			t.Errorf("%d is played", m)
		}
		g.Text(g.Start(), m)
		g.LongText(g.Start(), m)
		g.TurnText(g.Start(), []interp.Move{m})
		g.Explain(g.Start(), m)
		g.Roles(m)
	}
	for _, r := range []*interp.Result{nil, {}, {Winners: []int{5}}, {Winners: []int{-1, 9}}} {
		if g.ResultText(r) == "" {
			t.Errorf("no text for %v", r)
		}
	}
}

// Without a random source, a new one is used.
func TestNoRandomSource(t *testing.T) {
	rules := gametest.Load(t, "tic-tac-toe", "").Rules()
	for _, g := range []*interp.Game{interp.New(rules), interp.NewReference(rules)} {
		if p, n := g.Playout(g.Start(), nil, 20); n < 5 || !p.Over() {
			t.Errorf("a game of %d steps", n)
		}
	}
	if i := interp.Pick([]int64{1, 2, 3}, nil); i < 0 || i > 2 {
		t.Error(i)
	}
}

// A random game stops when its context is done, with the engine and without.
func TestPlayoutStops(t *testing.T) {
	rules := gametest.Load(t, "chess", "").Rules()
	for name, g := range map[string]*interp.Game{
		"engine": interp.New(rules), "evaluator": interp.NewReference(rules),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		rng := rand.New(rand.NewPCG(1, 1))
		p, n, err := g.PlayoutContext(ctx, g.Start(), rng, 1e6)
		if !errors.Is(err, context.Canceled) || n > 1000 || p.Over() || p.Ply() > n {
			t.Errorf("by the %s: %d steps, %v", name, n, err)
		}
		if p, n, err = g.PlayoutContext(t.Context(), g.Start(), rng, 3); err != nil || n != 3 ||
			p.Ply() != 3 {
			t.Errorf("by the %s: %d of 3 steps, %v", name, n, err)
		}
	}
	if _, _, err := new(interp.Game).PlayoutContext(t.Context(), nil, nil, 1); !errors.Is(err,
		interp.ErrNoGame) {
		t.Errorf("without a game: %v", err)
	}
}

// The lists that a game and its engines return are the caller's own.
func TestListsAreOwn(t *testing.T) {
	rules := gametest.Load(t, "reversi", "").Rules()
	for _, g := range []*interp.Game{interp.New(rules), interp.NewReference(rules)} {
		g.Program()
		for _, list := range []func(*interp.Position) []interp.Move{g.Moves, g.NewEngine().Moves} {
			first, second := list(g.Start()), list(g.Start())
			clear(first)
			_ = append(second[:1], 0)
			if third := list(g.Start()); len(third) != 4 || third[0] == 0 || third[3] == 0 {
				t.Errorf("a list has changed: %v", third)
			}
		}
	}
}
