package engine_test

import (
	"math/rand/v2"
	"testing"

	"boardgame/interp/engine"
	"boardgame/testdata/long"
)

// The steps that are not tried, because what they change cannot break what must hold, are those
// that a trial would allow: pieces that are pinned or not, in check or not, drops, captures in
// passing, promotions and castling.
func TestPins(t *testing.T) {
	long.OneThread(t)
	for i, name := range []string{"chess", "crazyhouse", "racing-kings", "los-alamos", "horde"} {
		if !long.Case(i+4, 5) {
			continue
		}
		g := namedGame(t, name)
		var in [2]*engine.Instance
		var at [2]engine.Slot
		for i, without := range [][]string{nil, {"pins"}} {
			p, err := engine.NewContext(t.Context(), g, without...)
			if err != nil {
				t.Fatal(err)
			}
			if p.Pinned() != (i == 0) {
				t.Fatalf("%s: pinned is %v", name, p.Pinned())
			}
			if in[i], err = p.NewInstance(); err != nil {
				t.Fatal(err)
			}
			at[i] = in[i].NewSlot()
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for range long.Times(200, 30) {
			n := [2]int{}
			for i := range in {
				in[i].Start(at[i])
				n[i] = in[i].Ready(at[i])
			}
			for plies := 0; n[0] > 0 && plies < 200; plies++ {
				k := rng.IntN(n[0])
				for i := range in {
					n[i] = in[i].PlayAt(at[i], k)
				}
				if n[0] != n[1] || in[0].Hash(at[0]) != in[1].Hash(at[1]) {
					t.Fatalf("%s: %d steps after %d plies, but %d with trials", name, n[0], plies+1,
						n[1])
				}
			}
		}
	}
}
