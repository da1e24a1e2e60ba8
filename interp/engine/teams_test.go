package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/eval"
	"boardgame/testdata/long"
)

// Teams mean the same in both engines: who wins, who is out, whose numbers are compared, for every
// way to decide a game. No part of them is left to the evaluator.
func TestAgreeOnTeams(t *testing.T) {
	long.OneThread(t)
	for i, end := range []string{
		`win "row" if in_a_row(team & occupied, 3)`,
		`lose "gone" if no mine & cells`,
		`C lose "gone" if no C & cells  lose "alone" if no (team - me) & cells  D wins "full" if no empty`,
		`highest count(mine) wins "men" if ply > 9  lose "late" if ply = 4`,
		`lowest 2 * n wins "n" at once if n > 3  lose "late" if ply in 3..4`,
		`draw "full" if no empty & (players - team).orthogonal`,
	} {
		for j, teams := range []string{"A + C, B + D", "A + B + D, C", "B + C, A, D"} {
			text := `game "Teams"
players A, B, C, D
teams ` + teams + `
board square(3, 4)
piece man
counter n per player = 0
setup { A man: a1  B man: b1  C man: b4  D man: c4 }
move put { at c in empty & (team & occupied).orthogonal  do place man on c, n += column(c) }
move hit {
  from p in mine
  to   q in p.around & (players - team) & cells
  do   p -> q, n -= 1
}
turn hit, put else ` + []string{"lose", "win", "B wins", "draw"}[(i+j)%4] + `
end { ` + strings.ReplaceAll(end, "ply in 3..4", "(ply = 3 or ply = 4)") + ` }`
			g := read(t, source.NewFile(fmt.Sprintf("teams%d%d.rules", i, j), text), nil)
			p, err := compiled(g)
			if err != nil {
				t.Fatal(err)
			}
			if p.Evaluator {
				t.Errorf("%s: something is left to the evaluator", end)
			}
			agree(t, g, 300, 3)
			agreeOnDraws(t, g, 100, 2)
			agreeInPieces(t, g, 2, 3)
			perftWithin(t, g, 500)
		}
	}
}

// With three in a row on nine cells, the partners' game is tic-tac-toe.
func TestTeamsCountAsTicTacToe(t *testing.T) {
	g := read(t, source.NewFile("partners.rules", `game "Partners"
players North, East, South, West
teams North + South, East + West
board square(3, 3)
piece stone
move put { at c in empty  do place stone on c }
turn put else draw
end { win "a row" if in_a_row(team & cells, 3) }
`), nil)
	m := newMachine(t, g)
	start := m.NewSlot()
	m.Start(start)
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872} {
		if got, err := m.Perft(context.Background(), start, depth, false); err != nil || got != want {
			t.Errorf("perft %d is %d, not %d (%v)", depth, got, want, err)
		}
	}
}

// Random games with teams, like those of TestRandomRules.
func TestRandomTeams(t *testing.T) {
	long.OneThread(t)
	for seed, found := uint64(0), 0; found < long.Times(200, 40); seed++ {
		if !strings.Contains(compose(seed), "\nteams ") {
			continue
		}
		if _, carried := checkRandom(t, seed, eval.MostWork/32); carried {
			found++
		}
		if seed > 20000 {
			t.Fatalf("only %d games with teams are compiled", found)
		}
	}
}
