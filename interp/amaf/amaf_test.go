package amaf

import (
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp/ruleset"
)

// Steps are judged by the ends of playouts where they place pieces, and by default only where
// nothing else moves or takes them.
func TestPlacing(t *testing.T) {
	for name, want := range map[string]struct{ some, only bool }{
		"hex": {true, true}, "y": {true, true}, "connect-four": {true, true},
		"gomoku": {true, true}, "tic-tac-toe": {true, true}, "reversi": {true, false},
		"chess": {}, "breakthrough": {}, "amazons": {}, "quoridor": {},
	} {
		g, err := ruleset.Load(name)
		if err != nil {
			t.Fatal(err)
		}
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
	g, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		t.Fatal(err)
	}
	p := New(g.Rules())
	tallies := p.Tallies()
	moves := g.Moves(g.Start())
	x := p.Site(moves[4])
	tallies[x].Add(1)
	tallies[x].Add(0.5)
	for i, m := range moves {
		share, ok := tallies[p.Site(m)].Share()
		if ok != (i == 4) || ok && share != 0.75 {
			t.Errorf("%s: %v %v", g.Text(g.Start(), m), share, ok)
		}
	}
	if Weight(Usual, 0) != 1 || Weight(Usual, Usual) != 0.5 || Weight(Usual, 1e9) > 0.01 {
		t.Error("the weight of tallies does not fall from 1 over a half to 0")
	}
}

// The best of several sites is the first with the greatest share; those of which nothing is known
// stand apart.
func TestBest(t *testing.T) {
	tallies := make([]Tally, 5)
	for x, share := range []float64{0.5, 1, 1} {
		tallies[x].Add(share)
	}
	for _, c := range []struct {
		sites         []topology.Site
		best, unknown int
		share         float64
	}{
		{[]topology.Site{0, 2, 1}, 1, -1, 1}, {[]topology.Site{3, 0, 4}, 1, 0, 0.5},
		{[]topology.Site{4}, -1, 0, -1}, {nil, -1, -1, -1},
	} {
		if best, share, unknown := Best(tallies, c.sites); best != c.best || share != c.share ||
			unknown != c.unknown {
			t.Errorf("%v: %d with %v, unknown %d", c.sites, best, share, unknown)
		}
	}
}
