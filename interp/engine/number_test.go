package engine_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"boardgame/testdata/long"
)

// The k-th step is that of the list, in every game, and there is none before the first or after the
// last.
func TestPlayAt(t *testing.T) {
	long.OneThread(t)
	files, err := filepath.Glob("testdata/corners/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	every := 4
	if long.Tests {
		every = 1
	}
	for i, file := range append(files, "chess", "backgammon", "amazons") {
		if i < len(files) && i%every != 0 {
			continue
		}
		g := load(t, file, "")
		if _, err := compiled(g); err != nil {
			continue
		}
		m, other := newMachine(t, g), newMachine(t, g)
		here, there := m.NewSlot(), other.NewSlot()
		rng := rand.New(rand.NewPCG(1, 1))
		m.Start(here)
		other.Start(there)
		other.Ready(there)
		for n, plies := m.Ready(here), 0; n > 0 && plies < 40; plies++ {
			list := m.Steps(nil)
			for k := range n {
				if step, ok := m.At(k); !ok || step != list[k] {
					t.Fatalf("%s: step %d of %d is %v, not %v", file, k, n, step, list[k])
				}
			}
			_, before := m.At(-1)
			if _, after := m.At(n); before || after || m.PlayAt(here, n) != -1 {
				t.Fatalf("%s: there are steps beside the %d legal ones", file, n)
			}
			k := rng.IntN(n)
			n = m.PlayAt(here, k)
			if want := other.PlayReady(there, there, list[k]); n != want ||
				m.Hash(here) != other.Hash(there) {
				t.Fatalf("%s: step %d leads elsewhere by number", file, k)
			}
		}
	}
}
