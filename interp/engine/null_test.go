package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/dsl/ir"
	programming "boardgame/interp/compile/programs"
	"boardgame/interp/engine"
	"boardgame/testdata/long"
)

// What steps ensure holds in a position exactly if the evaluator says so. Null gives the turn to
// the other player, whose steps are then those that the evaluator finds in that position.
func TestNull(t *testing.T) {
	for _, name := range []string{"chess", "crazyhouse", "shogi", "xiangqi", "makruk", "tablut",
		"breakthrough", "lines-of-action", "connect-four", "quoridor"} {
		t.Run(name, func(t *testing.T) {
			g := load(t, name, "")
			m, slow := engines(t, g)
			rng := rand.New(rand.NewPCG(4, 4))
			here, next := m.NewSlot(), m.NewSlot()
			held, broken, given := 0, 0, 0
			for game := range long.Times(12, 6) {
				m.Start(here)
				for ply := range 80 {
					n := m.Ready(here)
					if n == 0 {
						break
					}
					steps := m.Steps(nil)
					if m.InTurn(here) == 0 && long.Case(ply+game, 3) {
						p, holds := m.Store(here), true
						for _, mv := range g.Moves {
							holds = holds && !slices.ContainsFunc(mv.Ensure, func(c ir.Cond) bool {
								return !programming.OfStep(c.Expr, mv) && slow.Eval(c.Expr, p, p.ToMove, nil).N == 0
							})
						}
						if is, _ := engine.Holds(m.Instance, here); is != holds {
							t.Fatalf("what steps ensure holds: %v: %s", holds, brief(g, p))
						}
						if !holds {
							broken++
						} else if held++; engine.Null(m.Instance, next, here) > 0 {
							given++
							q := p.Clone()
							q.ToMove, q.History = 1-p.ToMove, nil
							q = slow.Settle(q)
							want := slices.Sorted(slices.Values(q.Legal))
							names := slices.Sorted(slices.Values(m.Names()))
							if !slices.Equal(names, want) || m.ToMove(next) != q.ToMove {
								t.Fatalf("the steps differ: %s", brief(g, p))
							}
						}
					}
					m.Instance.Play(here, here, steps[rng.IntN(n)])
				}
			}
			t.Log(held, broken, given)
		})
	}
}
