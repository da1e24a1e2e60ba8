package bot

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/position"
	"boardgame/interp/verify/gametest"
)

// exchanges is a game of two kinds of pieces, which take by replacement, with a setup to be filled
// in.
const exchanges = `game "Exchanges"
players White, Black
board square(4, 4)
piece guard, chief
setup { %s }
move step { from p in mine to q in p.around - mine do p -> q }
turn step else lose
end { win "nothing left to take" if no theirs }
def strength = count(mine & guard) + 5*count(mine & chief)
value ahead = strength - (for next: strength)
`

// exchanging begins a search in exchanges from a setup.
func exchanging(t *testing.T, setup string) (*search, *position.Position) {
	t.Helper()
	g := interp.New(loadText(t, fmt.Sprintf(exchanges, setup)))
	s := searchOf(t, g, g.Start(), true, true)
	s.setWorths(g.Start())
	return s, g.Start()
}

// A capture loses material only if the captured piece and the recapturing piece together are worth
// less than the capturing piece.
func TestLosesMaterial(t *testing.T) {
	for setup, loses := range map[string]bool{
		"White chief: {a1} Black guard: {b2, c3}":                   true,
		"White chief: {a1} Black guard: {b2, d4}":                   false, // not defended
		"White guard: {a1} Black guard: {b2, c3}":                   false, // an even exchange
		"White chief: {a1} Black guard: {b2} Black chief: {c3}":     false, // the chief could be taken
		"White chief: {a1} Black chief: {b2} Black guard: {c3}":     false,
		"White chief: {a1} Black guard: {b2, b3} Black chief: {c3}": true,
	} {
		s, _ := exchanging(t, setup)
		captures := 0
		for _, m := range append([]position.Move(nil), s.space.moves(s.slots[0])...) {
			if s.takes(0, m) == 0 {
				continue
			}
			captures++
			if s.play(0, m); s.losesMaterial(0, m) != loses {
				t.Errorf("%s: the capture loses material: %v", setup, !loses)
			}
		}
		if captures != 1 {
			t.Errorf("%s: %d captures", setup, captures)
		}
	}
}

// The worth of a kind is what its loss costs in the evaluation. How many there are does not matter.
func TestWorthByValue(t *testing.T) {
	s, p := exchanging(t, "White chief: {a1, b1, c1} White guard: {a2} Black guard: {d4}")
	if k := s.taking.kinds; k[0] != rare/5 || k[1] != rare {
		t.Errorf("guards are worth %d and chiefs %d", k[0], k[1])
	}
	if k := s.bot.taking.at(p).kinds; k[0] != rare/2 || k[1] != rare/3 {
		t.Errorf("by number, guards are worth %d and chiefs %d", k[0], k[1])
	}
}

// Looking at all pieces of a large board ends with the time of the search.
func TestWeighingEnds(t *testing.T) {
	s, p := exchanging(t, "White chief: {a1, b1, c1} White guard: {a2} Black guard: {d4}")
	before := s.bot.taking.at(p)
	asked := 0
	over := func() bool { asked++; return asked > 2 }
	if got := before.judged(s.space, p, &s.bot.judge, over); got != before || asked != 3 {
		t.Errorf("it goes on: %d pieces", asked)
	}
}

// At the horizon, the search sees a step of the other player that wins at once.
func TestHorizonSeesWins(t *testing.T) {
	g := interp.New(loadText(t, `game "Row"
players White, Black
board square(3, 3)
piece man
setup { White man: {a1} Black man: {b1, b2} }
move put { at c in empty do place man on c }
turn put else draw
end { win "a row" if in_a_row(mine, 3) }
`))
	b := mustBot(t, g.Rules(), "alphabeta:depth=1", 1)
	for seed := range uint64(8) {
		c, err := b.Choose(context.Background(), g, g.Start(), testRand(seed))
		if err != nil {
			t.Fatal(err)
		}
		if text := g.Text(g.Start(), c.Move); text != "b3" || abs(c.Value) > decided {
			t.Errorf("it plays %s (%s)", text, c.Text(c.Value, c.Proven))
		}
	}
}

// Looking for wins pauses if it has used its share of the nodes and found nothing.
func TestWinsLikely(t *testing.T) {
	for _, c := range []struct {
		wins   winsAtOnce
		likely bool
	}{
		{winsAtOnce{tried: 9}, true},
		{winsAtOnce{tried: 10}, false},
		{winsAtOnce{found: 2, tried: 2*winsWorth - 1}, true},
		{winsAtOnce{found: 2, tried: 2 * winsWorth}, false},
	} {
		if got := c.wins.likely(10 * winsTried); got != c.likely {
			t.Errorf("after %+v it is likely: %v", c.wins, got)
		}
	}
}

// Of three, both others play against the searcher. So if one of them loses material to the other,
// this is no reason to leave out the capture, nor a value for it.
func TestOthersExchange(t *testing.T) {
	g := interp.New(loadText(t, `game "Exchanges of three"
players White, Black, Gray
board square(4, 4)
piece guard, chief
setup { White guard: {b2} Black chief: {a1} Gray guard: {c3} White chief: {d1} }
move step { from p in mine to q in p.around - mine do p -> q }
turn step else pass
end { win "alone" if count(mine) >= 16 }
value strength = count(mine & guard) + 5*count(mine & chief)
`))
	s := searchOf(t, g, g.Start(), true, true)
	s.taken = maxQuiet
	s.setWorths(g.Start())
	m, err := g.Parse(g.Start(), "d1-c1")
	if err != nil {
		t.Fatal(err)
	}
	s.play(0, m)
	// Black's chief takes the guard, although Gray's guard can take the chief.
	if v := s.quiet(0, 1, -Won, Won, capture{}); v != 5 {
		t.Errorf("White expects %d", v)
	}
}

// quietly is the value that exchanges lead to in a position of a game, within a window, judged by
// `material`, and the number of positions looked at.
func quietly(t *testing.T, g *interp.Game, p *interp.Position, without string, lo, hi int64) (
	v, nodes int64) {
	t.Helper()
	l, err := level.Find(nil, "alphabeta:depth=3,value=material")
	if err != nil {
		t.Fatal(err)
	}
	s := searchOf(t, g, p, true, true)
	s.bot = build(g.Rules(), l.Settings, &Level{}, 1).(*alphabeta)
	s.bot.without = without
	s.taken = maxQuiet
	s.setWorths(p)
	s.slots[1] = s.slots[0] // after a step
	return s.quiet(0, 1, lo, hi, capture{}), s.nodes
}

// Where a value only counts pieces, a capture raises it by no more than what it takes. So leaving
// out captures that cannot gain enough does not change whether the value is within a window, above
// it or below. Fewer positions are looked at.
func TestDelta(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	rng := testRand(5)
	var with, all int64
	for range 40 {
		p, _ := g.Playout(g.Start(), rng, 10+rng.IntN(60))
		if p.Result() != nil {
			continue
		}
		for lo := int64(-12); lo <= 12; lo += 3 {
			hi := lo + 1 + rng.Int64N(3)
			v, n := quietly(t, g, p, "", lo, hi)
			w, m := quietly(t, g, p, "delta", lo, hi)
			if min(max(v, lo), hi) != min(max(w, lo), hi) {
				t.Errorf("%s: between %d and %d, the value is %d; with all captures it is %d",
					g.PositionText(p), lo, hi, v, w)
			}
			with, all = with+n, all+m
		}
	}
	if with >= all*9/10 {
		t.Errorf("%d positions are looked at instead of %d", with, all)
	}
}

// A capture that does not end the turn may take more; one that wins or promotes a piece is worth
// more than what it takes.
func TestDeltaExceptions(t *testing.T) {
	for _, c := range []struct{ game, position string }{
		{"english-draughts", "7m/M7/8/8/3m1m2/8/1m3m2/K7 Black"}, // takes several
		{"english-draughts", "8/8/5m2/8/3m4/2M5/8/8 Black"},      // the last two
		{"chess", "1n6/P6k/8/8/6p1/8/6PP/K7 White fresh=none"},   // no queen is on the board
	} {
		g := gametest.Load(t, c.game, "")
		p, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		for lo := int64(-12); lo <= 24; lo++ {
			v, _ := quietly(t, g, p, "", lo, lo+1)
			w, _ := quietly(t, g, p, "delta", lo, lo+1)
			if (v > lo) != (w > lo) {
				t.Errorf("%s: above %d: %d; with all captures, %d", c.position, lo, v, w)
			}
		}
	}
}

// Where captures bring more than what they take, none is left out.
func TestRises(t *testing.T) {
	g := interp.New(loadText(t, `game "Goals"
players White facing north, Black facing south
board square(6, 6)
piece man
setup { White man: {a5, b5, c5, d1, e1} Black man: {a6, b6, c6, d2, e2} }
move step { from p in mine to q in p.(forwardleft | forwardright) - mine do p -> q }
turn step else lose
def strength = count(mine) + 10*count(mine & edge(forward))
value ahead = strength - (for next: strength)
`))
	s := searchOf(t, g, g.Start(), true, true)
	s.bot.full, s.bot.depth, s.taken = false, 4, maxQuiet
	s.setWorths(g.Start())
	s.deepen(rootOf(slices.Clone(s.space.moves(s.slots[0]))), 1, 1, func(Choice) {})
	if s.taking.man == 0 || s.rises.checked == 0 || s.rises.holds() {
		t.Errorf("a man is worth %d; of %d captures, %d brought more", s.taking.man,
			s.rises.checked, s.rises.wrong)
	}
}

// An assumption holds as long as it is seldom wrong.
func TestTrust(t *testing.T) {
	var x trust
	for i := range 100 {
		x.note(i%trustWrong > 1)
	}
	if x.holds() {
		t.Errorf("after %+v it holds", x)
	}
	for range 200 {
		x.note(true)
	}
	if !x.holds() {
		t.Errorf("after %+v it does not hold", x)
	}
}

// However many captures an iteration found, later ones play exchanges to their end again.
func TestExchangesReturn(t *testing.T) {
	s, _ := exchanging(t, "White chief: {a1} White guard: {a2} Black guard: {d4}")
	s.bot.depth, s.taken, s.quieted = 5, 0, 1000
	s.deepen(rootOf(slices.Clone(s.space.moves(s.slots[0]))), 1, 1, func(Choice) {})
	if s.taken != maxQuiet {
		t.Errorf("%d captures are searched beyond the depth", s.taken)
	}
}
