package bot

import (
	"context"
	"fmt"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Games that go in circles have their known values: https://en.wikipedia.org/wiki/Mū_tōrere and
// https://en.wikipedia.org/wiki/Three_men%27s_morris.
func TestCircles(t *testing.T) {
	for game, want := range map[string]Outcome{"mu-torere": Draw, "pong-hau-ki": Draw,
		"tapatan": Win} {
		g := gametest.Load(t, game, "")
		s, err := Solve(t.Context(), g, g.Start(), SolveOptions{Each: true})
		if err != nil || !s.Exact() || s.Low != want || s.Moves[0].Low != want {
			t.Errorf("%s: %+v, %v", game, s, err)
			continue
		}
		p := g.Start()
		for _, m := range s.Line {
			if p, err = g.Play(p, m); err != nil {
				t.Fatalf("%s: %v", game, err)
			}
		}
		if over := p.Result() != nil; over != (want != Draw) {
			t.Errorf("%s: best play ends in %s", game, g.PositionText(p))
		}
	}
}

// Backward and forward, a game has the same value: stones on rings of several sizes, where a player
// who cannot move loses, or wins, and what comes again is a draw.
func TestBackwardAsForward(t *testing.T) {
	long.OneThread(t)
	const rules = `
game "Ring"
players Black, White
board graph { loop ring: a-b-c-d%s  line a-m  line c-m }
piece stone
setup { Black stone: {%s}  White stone: {%s} }
move go { from p in mine  to q in p.%s & empty  do p -> q }
turn go else %s
end { draw "again" if repetitions >= 1 }
`
	decided := 0
	for k, ring := range []string{"", "-e"} {
		for i, setup := range [][2]string{{"a, b", "c, d"}, {"a, c", "b, d"}, {"a", "b, c"},
			{"m, b", "a, c"}} {
			for j, step := range []string{"adjacent", "(ring | back(ring))", "ring"} {
				if !long.Case(i+j+2*k, 4) {
					continue
				}
				for _, stuck := range []string{"lose", "win"} {
					g := gametest.FromText(t, fmt.Sprintf(rules, ring, setup[0], setup[1], step,
						stuck), "")
					var lent spaces
					all := retrograde(t.Context(), &lent, g, g.Start(), 1<<24, true)
					if all == nil {
						continue // it does not go in circles
					}
					back := all.solution(false)
					ctx, cancel := context.WithCancel(t.Context())
					on, err := solveIn(ctx, &lent, g, g.Start(), g.Moves(g.Start()),
						SolveOptions{Memory: 1 << 24}, nil)
					cancel()
					if err != nil || on.Low.Class() != back.Low || on.High.Class() != back.High {
						t.Errorf("%s %v %s %s: %+v backward, %+v forward, %v", ring, setup, step, stuck,
							back, on, err)
					}
					if back.Low != Draw {
						decided++
					}
				}
			}
		}
	}
	if decided < long.Times(3, 3) {
		t.Errorf("only %d games were decided", decided)
	}
}

// Where the past counts for more than draws, or the score, the search goes forward.
func TestForward(t *testing.T) {
	for _, game := range []string{"go", "oware", "kalah", "tic-tac-toe", "three-musketeers"} {
		g := gametest.Load(t, game, "")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var lent spaces
		if all := retrograde(ctx, &lent, g, g.Start(), 1<<24, true); all != nil {
			t.Errorf("%s: %d steps", game, all.nodes)
		}
	}
}
