package bot

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// A search that leaves out positions looks at fewer, and still proves only what is true: what it
// takes for won or lost, a search of every step takes for won or lost, too.
func TestForgo(t *testing.T) {
	long.OneThread(t)
	for i, name := range []string{"chess", "breakthrough", "lines-of-action", "tablut"} {
		depth := 5
		if i >= 2 && !long.Tests {
			depth-- // which has a tenth of the nodes in these games
		}
		t.Run(name, func(t *testing.T) {
			g := gametest.Load(t, name, "")
			rng := rand.New(rand.NewPCG(3, 3))
			nodes, proven := map[bool]int{}, 0
			for range long.Times(24, 3) {
				p, _ := g.Playout(g.Start(), rng, 20+rng.IntN(40))
				if p.Result() != nil {
					continue
				}
				values := map[bool]int64{}
				for _, full := range []bool{false, true} {
					s := searchOf(t, g, p, true, true)
					s.bot.full, s.bot.depth, s.taken = full, depth, maxQuiet
					s.setWorths(p)
					c := s.deepen(rootOf(s.space.moves(s.slots[0])), 1, 1, func(Choice) {})
					values[full] = c.Value
					nodes[full] += int(s.nodes)
				}
				if v := values[false]; abs(v) > decided {
					proven++
					if all := values[true]; abs(all) <= decided || (all > 0) != (v > 0) {
						t.Errorf("%s: %d is proven, but all steps give %d", g.PositionText(p), v, all)
					}
				}
			}
			t.Logf("%d instead of %d nodes, %d proven", nodes[false], nodes[true], proven)
			if nodes[false] >= nodes[true] {
				t.Errorf("%d nodes instead of %d", nodes[false], nodes[true])
			}
		})
	}
}

// Where every step is worse than none, giving up the turn promises too much, and the search that
// verifies it says so. Whichever king moves here, its pawn is lost.
func TestZugzwang(t *testing.T) {
	rs := gametest.Ruleset(t, "chess")
	text := regexp.MustCompile(`(?s)setup """.*?"""`).ReplaceAllString(rs.File.Text, `setup """
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . p K . .
  . . . k P . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
"""`)
	g := interp.New(loadText(t, text))
	s := searchOf(t, g, g.Start(), true, true)
	s.bot.full, s.taken = false, maxQuiet
	f := s.frame(7, 0, -1, 0)
	if holds, _ := s.space.holds(s.slots[0]); !holds || !s.space.null(s.slots[1], s.slots[0]) {
		t.Fatal("White cannot give up the turn")
	}
	s.forgone.null = 1
	if v := s.walk(2, 1, f.lo, f.hi); !f.refutes(v) {
		t.Errorf("if White gave up the turn, it would have %d", v)
	}
	if v, ok := s.yield(&f); ok {
		t.Errorf("White can give up the turn for %d", v)
	}
}

// A king in check at the horizon is searched a step deeper, unless that happens too often.
func TestThreats(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	rng := rand.New(rand.NewPCG(5, 5))
	threatened, safe := 0, 0
	for i := 0; threatened < 5 && i < 400; i++ {
		p, _ := g.Playout(g.Start(), rng, 20+rng.IntN(60))
		if p.Result() != nil {
			continue
		}
		value := func(depth int, x threats) int64 {
			s := searchOf(t, g, p, true, true)
			s.bot.full, s.depth, s.taken, s.threats = false, 2, maxQuiet, x
			return s.walk(depth, 0, -Won, Won)
		}
		s := searchOf(t, g, p, true, true)
		s.bot.full, s.depth = false, 2
		holds, known := s.space.holds(s.slots[0])
		if !known {
			t.Fatal("nobody can tell whether a king is in check")
		}
		if s.threatened(0) == holds {
			t.Fatalf("%s: searched deeper: %v", g.PositionText(p), !holds)
		}
		if holds {
			safe++
			continue
		}
		threatened++
		if got, want := value(0, threats{}), value(1, threats{}); got != want {
			t.Errorf("%s: %d at the horizon, %d a step deeper", g.PositionText(p), got, want)
		}
		s.threats = threats{horizons: 3, found: 2}
		if s.threatened(0) {
			t.Error("searched deeper although every other position is")
		}
	}
	if threatened < 5 || safe < 5 {
		t.Errorf("%d kings in check, %d others", threatened, safe)
	}
}
