package vm_test

import (
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp/vm"
	"boardgame/interp/vm/random"
)

// A playout allocates nothing, of games that leave nothing to the evaluator and do not look through whole turns.
func TestPlayoutAllocatesNothing(t *testing.T) {
	files, err := filepath.Glob("testdata/corners/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	for _, file := range files {
		if strings.Contains(file, "aim-") {
			continue
		}
		e, err := vm.New(load(t, file, ""))
		if err != nil || strings.Contains(e.Plan(), "by the evaluator") {
			continue
		}
		m := e.NewMachine()
		pos := m.NewPosition()
		rng := random.New(1, 1)
		playout := func() {
			m.Start(pos)
			m.Playout(pos, &rng, 200, rng.Below(2) == 0)
		}
		for range 300 {
			playout() // makes the room that all share
		}
		if n := testing.AllocsPerRun(100, playout); n > 0 {
			t.Errorf("%s: %v allocations a playout", file, n)
		}
	}
}
