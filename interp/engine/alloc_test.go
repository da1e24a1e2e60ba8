package engine_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"math/rand/v2"
)

// A playout allocates nothing in games that leave nothing to the evaluator and do not look through
// whole turns.
func TestPlayoutAllocatesNothing(t *testing.T) {
	files, err := filepath.Glob("testdata/corners/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	for _, file := range files {
		if strings.Contains(file, "aim-") {
			continue
		}
		e, err := compiled(load(t, file, ""))
		if err != nil || strings.Contains(e.Plan(), "by the evaluator") {
			continue
		}
		in, err := e.NewInstance()
		if err != nil {
			t.Fatal(err)
		}
		pos := in.NewSlot()
		rng := rand.New(rand.NewPCG(1, 1))
		ctx := context.Background()
		playout := func() {
			in.Start(pos)
			in.Playout(ctx, pos, 200, rng.IntN(2) == 0)
		}
		for range 3 {
			playout() // allocates the buffers that later playouts share
		}
		if n := testing.AllocsPerRun(100, playout); n > 0 {
			t.Errorf("%s: %v allocations a playout", file, n)
		}
	}
}
