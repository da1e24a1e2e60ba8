package amaf

import (
	"testing"

	"boardgame/interp/verify/gametest"
)

// Steps are judged by the ends of playouts where they place pieces, and by default only where
// nothing else moves or takes them.
func TestPlacing(t *testing.T) {
	for name, want := range map[string]struct{ some, only bool }{
		"hex": {true, true}, "y": {true, true}, "connect-four": {true, true},
		"gomoku": {true, true}, "tic-tac-toe": {true, true}, "reversi": {true, false},
		"chess": {}, "breakthrough": {}, "amazons": {}, "quoridor": {},
	} {
		g := gametest.Load(t, name, "")
		p := New(g.Rules())
		if (p != nil) != want.some || p != nil && p.Only != want.only {
			t.Errorf("%s: %+v", name, p)
			continue
		}
		if !want.only {
			continue
		}
		e := g.NewEngine()
		for _, m := range e.Moves(g.Start()) {
			x := p.Site(m)
			if owner, _, on := e.Play(g.Start(), m).At(x); !on || owner != 0 {
				t.Errorf("%s: after %v there is no piece on site %d", name, m, x)
			}
		}
	}
}

// A step is judged by the playouts in which its player came to its site, the less so the more often
// it was tried itself.
func TestHeard(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	p := New(g.Rules())
	moves := g.Moves(g.Start())[1:] // so that no step reads the tally of the first site
	tallies, where := p.Tallies(moves)
	for x, i := range where {
		if x == int(p.Site(moves[4])) {
			tallies[i].Add(0.5)
		}
		tallies[i].Add(1)
	}
	if len(tallies) != len(where) {
		t.Errorf("%d sites share %d tallies", len(where), len(tallies))
	}
	for i := range moves {
		share, ok := tallies[i].Share()
		if want := map[bool]float64{true: 0.75, false: 1}[i == 4]; !ok || share != want {
			t.Errorf("step %d: %v %v", i, share, ok)
		}
	}
	if Weight(Usual, 0) != 1 || Weight(Usual, Usual) != 0.5 || Weight(Usual, 1e9) > 0.01 {
		t.Error("the weight of tallies does not fall from 1 over a half to 0")
	}
}

// The best of several tallies is the first with the greatest share; those of which nothing is known
// stand apart.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		shares        []float64 // negative: none
		best, unknown int
		share         float64
	}{
		{[]float64{0.5, 1, 1}, 1, -1, 1}, {[]float64{-1, 0.5, -1}, 1, 0, 0.5},
		{[]float64{-1}, -1, 0, -1}, {nil, -1, -1, -1},
	} {
		tallies := make([]Tally, len(c.shares))
		for i, share := range c.shares {
			if share >= 0 {
				tallies[i].Add(share)
			}
		}
		if best, share, unknown := Best(tallies); best != c.best || share != c.share ||
			unknown != c.unknown {
			t.Errorf("%v: %d with %v, unknown %d", c.shares, best, share, unknown)
		}
	}
}
