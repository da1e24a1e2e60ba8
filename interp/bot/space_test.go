package bot

import (
	"math/rand/v2"
	"testing"

	"boardgame/interp/verify/gametest"
)

// Steps that are counted while one is played are as many as those that are listed afterward, and
// the evaluator sees the same positions and ends.
func TestPlayCounted(t *testing.T) {
	for _, name := range []string{"connect-four", "reversi", "nine-mens-morris"} {
		g := gametest.Load(t, name, "")
		if err := g.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		var lent spaces
		fast := lent.instance(g)
		if fast == nil {
			t.Fatalf("%s is not compiled", name)
		}
		slow, rng := &positions{e: g.NewEngine()}, rand.New(rand.NewPCG(3, 1))
		at, after, there := fast.add(), fast.add(), slow.add()
		fast.set(at, g.Start())
		slow.set(there, g.Start())
		for range 60 {
			moves := fast.moves(at)
			m := moves[rng.IntN(len(moves))]
			fast.playCounted(after, at, m)
			slow.playCounted(there, there, m)
			if fast.Over(after) != slow.Over(there) || fast.winners(after) != slow.winners(there) {
				t.Fatalf("%s: won by %b, not %b", name, fast.winners(after), slow.winners(there))
			}
			if fast.Over(after) {
				break
			}
			n := fast.Count(after)
			if listed := len(fast.moves(after)); n != listed || n != slow.Count(there) {
				t.Fatalf("%s: %d steps counted, %d listed, %d found by the evaluator", name, n, listed,
					slow.Count(there))
			}
			at, after = after, at
		}
		lent.back(fast)
	}
}
