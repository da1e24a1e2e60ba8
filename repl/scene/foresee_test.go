package scene_test

import (
	"strings"
	"testing"

	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
)

// A step is foreseen with the steps that must follow it, a push with the row that it moves, and a
// die with the point that it leads to.
func TestForesee(t *testing.T) {
	for _, c := range []struct{ game, position, after, step, way, push, leads string }{
		{"english-draughts", "8/4m3/8/4m3/3K4/8/8/m7 Black", "", "d4xf6", "d4 f6 d8", "", ""},
		{"english-draughts", "8/4m3/8/8/3K4/8/8/m7 Black", "", "d4-e5", "", "", ""},
		{"shiftago", "", "north a1;north a1;north a1;east a2", "north a1", "", "a1 a2 a3 a4",
			""},
		{"shiftago", "7/7/7/7/7/7/M6 Blue", "", "north a1", "", "a1 a2", ""},
		{"shiftago", "", "", "north a1", "", "", ""},
		{"reversi", "", "", "d3", "", "", ""},
		{"backgammon", "", "5-3", "p13 5", "", "", "p8"},
		{"backgammon", "", "5-3", "p6 3", "", "", "p3"},
	} {
		s := load(t, c.game)
		p := s.Game.Start()
		play := func(text string) (interp.Move, *interp.Position) {
			m, err := s.Game.Parse(p, text)
			if err != nil {
				t.Fatal(c.game, text, err)
			}
			after, err := s.Game.Play(p, m)
			if err != nil {
				t.Fatal(c.game, text, err)
			}
			return m, after
		}
		if c.position != "" {
			var err error
			if p, err = s.Game.ParsePosition(c.position); err != nil {
				t.Fatal(c.game, err)
			}
		}
		for text := range strings.SplitSeq(c.after, ";") {
			if text != "" {
				_, p = play(text)
			}
		}
		m, after := play(c.step)
		g, err := s.Foresee(p, m)
		if err != nil {
			t.Fatal(c.game, err)
		}
		names := func(sites []topology.Site) string {
			return strings.Join(lists.Map(sites, func(x topology.Site) string {
				return s.Game.Rules().Board.Names[x]
			}), " ")
		}
		if way, push := names(g.Way), names(g.Push); way != c.way || push != c.push {
			t.Errorf("%s, %s: the way is %q and the push %q; want %q and %q", c.game, c.step, way, push,
				c.way, c.push)
		}
		if c.leads == "" {
			continue
		}
		if x := s.Leads(m, p, after); x == topology.None || names([]topology.Site{x}) != c.leads {
			t.Errorf("%s, %s leads to %v, not %s", c.game, c.step, x, c.leads)
		}
	}
}
