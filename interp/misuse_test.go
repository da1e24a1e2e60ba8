package interp_test

import (
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
			if text != "" || g.Why(p, "e2-e4") != nil || g.WhyPart(p, "e4") != nil {
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
