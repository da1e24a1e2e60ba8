package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Null gives the turn to the other player, whose steps are then those that the evaluator finds in
// the same position; in chess there is no such position exactly when the king could be taken in it.
func TestNull(t *testing.T) {
	g := load(t, "chess", "")
	m, slow := engines(t, g)
	rng := rand.New(rand.NewPCG(4, 4))
	king := len(g.Kinds) - 1
	layout := position.NewLayout(g)
	here, next := m.NewSlot(), m.NewSlot()
	checks, given := 0, 0
	for range 12 {
		m.Start(here)
		for range 80 {
			n := m.Ready(here)
			if n == 0 {
				break
			}
			steps := m.Steps(nil)
			p := m.Store(here)
			q := p.Clone()
			q.ToMove, q.History = 1-p.ToMove, nil
			q = slow.Settle(q)
			var to topology.Site
			for x := range q.OfKind[king].And(q.Owned[p.ToMove]).All() {
				to = x
			}
			check := slices.ContainsFunc(q.Legal, func(mv position.Move) bool {
				return slices.Contains(layout.AppendValues(nil, mv)[1:], int64(to))
			})
			switch got := m.Null(next, here); {
			case check:
				checks++
				if got != 0 {
					t.Fatalf("the king is in check: %+v", brief(g, p))
				}
			case got != len(q.Legal) || m.ToMove(next) != q.ToMove || m.Ply(next) != m.Ply(here):
				t.Fatalf("%d steps of player %d, not %d: %+v", got, m.ToMove(next), len(q.Legal),
					brief(g, p))
			default:
				given++
				want := slices.Sorted(slices.Values(q.Legal))
				if names := slices.Sorted(slices.Values(m.Names())); !slices.Equal(names, want) {
					t.Fatalf("the steps differ: %+v", brief(g, p))
				}
			}
			m.Instance.Play(here, here, steps[rng.IntN(n)])
		}
	}
	if checks < 20 || given < 500 {
		t.Errorf("%d positions in check and %d others are too few to tell", checks, given)
	}
}

// Turns of several steps, the number of turns, passes that are counted and chance rule it out.
func TestNoNull(t *testing.T) {
	for _, name := range []string{"amazons", "english-draughts", "reversi", "quoridor"} {
		g := load(t, name, "")
		m, _ := engines(t, g)
		here, next := m.NewSlot(), m.NewSlot()
		m.Start(here)
		null := m.Null(next, here) > 0
		if want := name == "quoridor"; null != want {
			t.Errorf("%s: a turn can be given up: %v, not %v", name, null, want)
		}
	}
}
