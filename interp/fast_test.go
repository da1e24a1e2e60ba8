package interp_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// The engine for bots and counts answers as the evaluator does: the same legal steps, positions,
// results and histories.
func TestEnginesAgree(t *testing.T) {
	long.OneThread(t)
	length := long.Times(60, 6)
	for i, choice := range everyOption(t) {
		if !long.Case(i+3, 6) {
			continue
		}
		t.Run(strings.TrimSpace(choice[0]+" "+choice[1]), func(t *testing.T) {
			t.Parallel()
			g := gametest.Load(t, choice[0], choice[1])
			walksInto(t, g, length)
			quick, slow := g.NewEngine(), interp.NewReference(g.Rules()).NewEngine()
			rng := pcg(3)
			p, q := slow.StartWith(0), quick.StartWith(0)
			for n := range length {
				moves := gametest.Sorted(slow.Moves(p))
				if got := gametest.Sorted(quick.Moves(q)); !slices.Equal(got, moves) {
					t.Fatalf("after %d steps, at %s: %d steps are legal, not %d", n,
						g.PositionText(p), len(got), len(moves))
				}
				if !p.Equal(q) || p.Ply() != q.Ply() ||
					g.ResultText(p.Result()) != g.ResultText(q.Result()) ||
					p.Touched() != q.Touched() {
					t.Fatalf("after %d steps: %s (%s), not %s (%s)", n, g.PositionText(q),
						g.ResultText(q.Result()), g.PositionText(p), g.ResultText(p.Result()))
				}
				// The engine remembers turn boundaries only for rules that ask for them, and not
				// after the end.
				program := g.Program()
				asked := program == nil || program.Repeats && !p.Over()
				a, b := p.State().History, q.State().History
				for ; asked && (a != nil || b != nil); a, b = a.Before, b.Before {
					if a == nil || b == nil || a.Whole != b.Whole || a.Pieces != b.Pieces {
						t.Fatalf("after %d steps, at %s: the histories differ", n,
							g.PositionText(p))
					}
				}
				if len(moves) == 0 {
					return
				}
				m := moves[rng.IntN(len(moves))]
				p, q = slow.Play(p, m), quick.Play(q, m)
			}
			last, steps := g.Playout(q, rng, 500)
			if last.Result() == nil && steps < 500 {
				t.Errorf("a random game ends after %d steps without a result: %s", steps,
					g.PositionText(last))
			}
		})
	}
}
