package bot

import (
	"context"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// playedOut returns the outcome of a position for a player by plain minimax; false if that takes
// more positions than are left.
func playedOut(g *ir.Game, e interp.Engine, p *position.Position, me int, left *int) (Outcome,
	bool) {
	if r := p.Result(); r != nil {
		return outcomeOf(r, me, sidesOf(g)), true
	}
	var best Outcome
	for i, m := range append([]position.Move(nil), e.Moves(p)...) {
		if *left--; *left < 0 {
			return 0, false
		}
		v, ok := playedOut(g, e, e.Play(p, m), me, left)
		if !ok {
			return 0, false
		}
		if i == 0 || (g.Team(me)>>p.ToMove()&1 != 0) == (v > best) {
			best = v
		}
	}
	return best, true
}

// Solve proves the value of plain minimax, for the position and for each of its steps, in positions
// of random games: with draws, scores, repetitions and turns of several steps, and with a table
// that forgets most of what is proven.
func TestSolveEqualsMinimax(t *testing.T) {
	long.OneThread(t)
	for i, c := range []struct{ game, options string }{
		{"tic-tac-toe", ""}, {"connect-four", ""}, {"hex", "size=3"}, {"reversi", ""},
		{"testdata/partners.rules", ""}, {"testdata/partners.rules", "count=true"},
		{"../../rulesets/clobber/clobber.rules", "columns=4 rows=4"},
		{"../../rulesets/dodgem/dodgem.rules", ""},
		{"../../rulesets/go/go.rules", "size=2 komi=1"},
		{"../../rulesets/dots-and-boxes/dots-and-boxes.rules", ""},
		{"kalah", "size=2 begin=3"},
	} {
		if !long.Case(i, 3) {
			continue
		}
		g := gametest.Load(t, c.game, c.options)
		e, rng := g.NewEngine(), testRand(1)
		const most, games = 1000, 4
		for range games {
			// the last positions of a game that are small enough
			var line []*position.Position
			for p := g.Start(); p.Result() == nil; p = e.Play(p, interp.Any(e, p, rng)) {
				line = append(line, p)
			}
			for back := 1; back <= len(line); back++ {
				p, left := line[len(line)-back], most
				want, ok := playedOut(g.Rules(), e, p, p.ToMove(), &left)
				if !ok {
					break
				}
				for _, each := range []bool{false, true} {
					s, err := Solve(context.Background(), g, p,
						SolveOptions{Memory: 1, Each: each})
					if err != nil {
						t.Fatal(err)
					}
					if s.Low != want || s.High != want {
						t.Fatalf("%s: from %d to %d, not %d, in %s", c.game, s.Low, s.High, want,
							g.PositionText(p))
					}
					for _, m := range s.Moves {
						left := most
						want, _ := playedOut(g.Rules(), e, e.Play(p, m.Move), p.ToMove(), &left)
						if m.Low != want || m.High != want {
							t.Fatalf("%s: %s is from %d to %d, not %d, in %s", c.game,
								g.Text(p, m.Move), m.Low, m.High, want, g.PositionText(p))
						}
					}
					if q := playLine(t, g, p, s.Line); q.Result() == nil ||
						outcomeOf(q.Result(), p.ToMove(), sidesOf(g.Rules())) != want {
						t.Fatalf("%s: the line %v does not lead to %d, in %s", c.game, s.Line,
							want, g.PositionText(p))
					}
				}
			}
		}
	}
}

func playLine(t *testing.T, g *interp.Game, p *position.Position,
	line []position.Move) *position.Position {
	for _, m := range line {
		q, err := g.Play(p, m)
		if err != nil {
			t.Fatal(err)
		}
		p = q
	}
	return p
}
