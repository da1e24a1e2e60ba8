package bot

import (
	"context"
	"fmt"
	"testing"

	"boardgame/interp"
	"boardgame/interp/position"
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
