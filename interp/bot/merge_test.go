package bot

import (
	"slices"
	"testing"

	"boardgame/interp/verify/gametest"
)

// Tic-tac-toe has 765 positions that are not images of one another:
// https://en.wikipedia.org/wiki/Tic-tac-toe#Combinatorics.
func TestImages(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	var lent spaces
	sp, root, back := lent.of(g, g.Start())
	defer back()
	m := newMerger(t.Context(), g, sp, bank{}, true, false)
	m.widen()
	seen := map[uint64]bool{}
	var walk func(at slot)
	walk = func(at slot) {
		key := m.key(at)
		if seen[key] {
			return
		}
		seen[key] = true
		next := sp.add()
		defer sp.remove(next)
		for _, step := range slices.Clone(sp.moves(at)) {
			sp.play(next, at, step)
			walk(next)
		}
	}
	walk(root)
	if len(seen) != 765 {
		t.Errorf("%d positions, not 765", len(seen))
	}
}

// What counts only in the final score is found, and nothing else.
func TestBank(t *testing.T) {
	for game, want := range map[string]bank{
		"dots-and-boxes": {owners: true}, "kalah": {states: []int{1}}, "reversi": {}, "oware": {},
		"tic-tac-toe": {}, "go": {}, "anti-reversi": {}, "rolit": {},
	} {
		got := bankOf(gametest.Load(t, game, "").Rules())
		if got.owners != want.owners || len(got.states) != len(want.states) {
			t.Errorf("%s: %+v, not %+v", game, got, want)
		}
	}
}

// Which players are out is part of a position.
func TestAlike(t *testing.T) {
	g := gametest.FromText(t, `
game "Out"
players A, B, C, D
teams A + B, C + D
board square(3, 2)
piece stone { neutral }
counter bad = 0 this turn
move put {
  at c in empty
  do place stone on c, bad := 1 when count(c.orthogonal & occupied) >= 2 and count(occupied) > 1
}
turn put else draw
end {
  lose "bad" if bad > 0
  win "full" if no empty and (sum P in players: 1) = 3
  draw       if no empty
}
`, "")
	left := 1_000_000
	want, ok := playedOut(g.Rules(), g.NewEngine(), g.Start(), 0, &left)
	for _, memory := range []int{1, 1 << 24} {
		s, err := Solve(t.Context(), g, g.Start(), SolveOptions{Memory: memory, Each: true})
		if err != nil || !ok || !s.Exact() || s.Low != want {
			t.Errorf("%+v, %v, not %v", s, err, want)
			continue
		}
		for _, l := range s.Moves {
			left := 1_000_000
			v, ok := playedOut(g.Rules(), g.NewEngine(), g.NewEngine().Play(g.Start(), l.Move), 0,
				&left)
			if !ok || l.Low != v {
				t.Errorf("%s: %v, not %v", g.Text(g.Start(), l.Move), l.Low, v)
			}
		}
	}
}

// Pieces that may be lost are not banked, and neither is the score where a player may win without
// it: the search notices, and finds the values of plain minimax.
func TestNotBanked(t *testing.T) {
	for _, game := range []string{`
game "Over"
players A, B
board square(4, 1)
piece stone
counter left = 5
move put { at c in empty | b1 | c1  do place stone on c, left -= 1 }
turn put
end { highest count(mine) wins if left = 0 }
`, `
game "Short"
players A, B
board square(3, 2)
piece stone
move put { at c in empty.west & empty  do place stone on c }
turn put else win
end { highest count(mine) wins if no empty }
`} {
		g := gametest.FromText(t, game, "")
		if bankOf(g.Rules()).empty() {
			t.Error("nothing seems banked")
		}
		left := 100_000
		want, ok := playedOut(g.Rules(), g.NewEngine(), g.Start(), 0, &left)
		s, err := Solve(t.Context(), g, g.Start(), SolveOptions{Memory: 1 << 20})
		if err != nil || !ok || !s.Exact() || s.Low != want {
			t.Errorf("%+v, %v, not %v", s, err, want)
		}
	}
}
