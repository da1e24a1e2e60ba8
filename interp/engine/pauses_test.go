package engine_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"boardgame/interp/compile"
	"boardgame/interp/engine"
)

// sluggish is a game in which finding the steps of a turn takes long: each step is tried, and its
// `ensure` floods from every cell.
const sluggish = `game "Sluggish"
players A, B
board square(8, 8)
piece man
setup { A man: a1  B man: h8 }
move put {
  at   a in empty
  do   place man on a
  ensure all c in occupied: all d in cells: all e in a.around: count(c.around[cells - d - e]*) != 7
}
turn put else pass
end { draw if ply > 5 }
`

// TestLongCallsPause ends long calls from outside, and goes on with the same instance.
func TestLongCallsPause(t *testing.T) {
	g := gameOf("sluggish", sluggish)
	if g == nil {
		t.Fatal("the rules are not valid")
	}
	p, err := engine.New(g)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Rests {
		t.Fatal("the module never pauses")
	}
	in, err := p.NewInstance()
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSlot()
	in.Start(s)
	before := in.Hash(s)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if _, err := in.Perft(ctx, s, 4, false); err != context.Canceled {
			t.Errorf("perft: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out := in.Playout(ctx, s, 1000, true); out.Over || out.Plies != 0 {
		t.Errorf("the random game went on: %+v", out)
	}
	if in.Hash(s) != before || in.Ready(s) == 0 {
		t.Error("the position is another one after a call that was ended")
	}
	if out := in.Playout(t.Context(), s, 1000, true); !out.Over {
		t.Errorf("the random game does not end: %+v", out)
	}
}

// A module that stands alone imports nothing, so it does not pause.
func TestAloneImportsNothing(t *testing.T) {
	m, err := compile.Alone(context.Background(), gameOf("sluggish", sluggish))
	if err != nil {
		t.Fatal(err)
	}
	if m.Rests || bytes.Contains(m.Code, []byte("evaluator")) {
		t.Error("the module imports something")
	}
}
