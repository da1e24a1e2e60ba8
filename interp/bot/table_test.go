package bot

import (
	"math/rand/v2"
	"sync"
	"testing"

	"boardgame/interp/position"
)

// What is put in comes out as it was, or not at all.
func TestTableRemembers(t *testing.T) {
	tab := newTable(smallTable)
	rng := rand.New(rand.NewPCG(1, 2))
	all := map[uint64]entry{}
	for range 3 << smallTable {
		e := entry{
			key: rng.Uint64(), move: position.Move(rng.Uint64()), value: rng.Int64N(2*Won+1) - Won,
			depth: rng.IntN(200), bound: bound(rng.IntN(3)), settled: rng.IntN(2) == 0,
		}
		all[e.key] = e
		tab.put(e)
		if got, ok := tab.find(e.key); !ok || got != e {
			t.Fatalf("%+v came back as %+v, %t", e, got, ok)
		}
	}
	found := 0
	for key, want := range all {
		if got, ok := tab.find(key); ok {
			found++
			if got != want {
				t.Fatalf("%+v came back as %+v", want, got)
			}
		}
	}
	if found < 1<<smallTable*3/4 {
		t.Errorf("of %d entries only %d are kept, in %d places", len(all), found, 1<<smallTable)
	}
}

// The deepest entry of a search stays beside the last one; the next search may replace it.
func TestTableReplaces(t *testing.T) {
	tab := newTable(smallTable)
	deep, last, later := entry{key: 2, depth: 9}, entry{key: 4, depth: 1}, entry{key: 6, depth: 2}
	tab.put(deep)
	tab.put(last)
	tab.put(later)
	if _, ok := tab.find(deep.key); !ok {
		t.Error("the deepest entry is gone")
	}
	if _, ok := tab.find(last.key); ok {
		t.Error("the table has more than two places for a key")
	}
	tab.next()
	tab.put(last)
	if _, ok := tab.find(deep.key); ok {
		t.Error("an entry of an earlier search is kept before one of this")
	}
}

// Goroutines that write at once spoil no entry that is found.
func TestTableShared(t *testing.T) {
	tab := newTable(4)
	var all sync.WaitGroup
	for g := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			rng := rand.New(rand.NewPCG(uint64(g), 0))
			for range 20_000 {
				key := rng.Uint64N(64) << 58
				tab.put(entry{key: key, move: position.Move(key + 1), value: int64(key >> 58), depth: rng.IntN(9)})
				if e, ok := tab.find(rng.Uint64N(64) << 58); ok && (e.move != position.Move(e.key+1) || e.value != int64(e.key>>58)) {
					t.Errorf("a mixed entry: %+v", e)
					return
				}
			}
		}()
	}
	all.Wait()
}
