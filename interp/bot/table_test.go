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

// Goroutines that write at once spoil no entry that is found. Keys are hashes, which have nothing
// in common.
func TestTableShared(t *testing.T) {
	var keys [64]uint64
	numbers := rand.New(rand.NewPCG(3, 4))
	for i := range keys {
		keys[i] = numbers.Uint64()
	}
	moveOf := func(i int) position.Move { return position.Move(keys[i] * 31) }
	tab := newTable(4)
	var all sync.WaitGroup
	for g := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			rng := rand.New(rand.NewPCG(uint64(g), 0))
			for range 20_000 {
				i := rng.IntN(len(keys))
				tab.put(entry{key: keys[i], move: moveOf(i), value: int64(i), depth: rng.IntN(9)})
				i = rng.IntN(len(keys))
				if e, ok := tab.find(keys[i]); ok && (e.move != moveOf(i) || e.value != int64(i)) {
					t.Errorf("a mixed entry: %+v", e)
					return
				}
			}
		}()
	}
	all.Wait()
}

// A table that forgets gives no entry of an earlier search, however many there were.
func TestTableForgets(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		tab := newTable(4)
		tab.forgets = forgets
		for n := range uint64(600) {
			tab.next()
			key := (n + 1) * 0x9e3779b97f4a7c15
			if _, ok := tab.find(key); ok {
				t.Fatalf("search %d finds a position that it has not stored", n)
			}
			if n == 0 || n == 300 {
				tab.put(entry{key: 1 << 63, depth: 9})
			}
			if _, ok := tab.find(1 << 63); forgets && ok != (n == 0 || n == 300) {
				t.Fatalf("search %d: found: %v", n, ok)
			}
			tab.put(entry{key: key})
			if _, ok := tab.find(key); !ok {
				t.Fatalf("search %d forgets its own entry", n)
			}
		}
	}
}
