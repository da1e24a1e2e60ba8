package interp_test

import (
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// The turns of a position come one by one, and no more are found than are asked for.
func TestAllTurns(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "amazons", "")
	limit := 5000
	if !long.Tests {
		limit = 50
	}
	all, more := g.Turns(g.Start(), limit)
	if want := min(limit, 2176); len(all) != want || more != (want == limit) {
		t.Errorf("%d turns, more: %t", len(all), more)
	}
	n := 0
	for turn := range g.AllTurns(g.Start()) {
		if g.TurnText(g.Start(), turn.Steps) != g.TurnText(g.Start(), all[n].Steps) ||
			!turn.After.Equal(all[n].After) || turn.After.Ply() != 1 {
			t.Fatalf("turn %d differs", n)
		}
		if n++; n == 3 {
			break
		}
	}
	if few, more := g.Turns(g.Start(), 3); len(few) != 3 || !more {
		t.Errorf("%d turns, more: %t", len(few), more)
	}
}
