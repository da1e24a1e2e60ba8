package bot

import (
	"testing"

	"boardgame/interp/position"
)

// What was put in last is found, whatever the table has grown to; what is not in it is not found.
func TestTableRemembers(t *testing.T) {
	table, rng := newTable(), testRand(1)
	var keys []uint64
	for i := range 3 << smallTable {
		key := rng.Uint64()
		keys = append(keys, key)
		table.put(entry{key: key, move: position.Move(i), value: int64(i)})
		if e, ok := table.find(key); !ok || e.move != position.Move(i) || e.value != int64(i) {
			t.Fatalf("entry %d is found as %+v, %v", i, e, ok)
		}
	}
	kept := 0
	for i, key := range keys {
		if e, ok := table.find(key); ok {
			kept++
			if e.value != int64(i) {
				t.Errorf("entry %d has the value %d", i, e.value)
			}
		}
	}
	if len(table.entries) <= 1<<smallTable || kept < len(keys)/2 {
		t.Errorf("of %d entries %d are left in a table of %d", len(keys), kept, len(table.entries))
	}
	if _, ok := table.find(rng.Uint64()); ok {
		t.Error("a position that was never put in is found")
	}
}

// It does not grow beyond its greatest size; then a new entry replaces an old one.
func TestTableIsBounded(t *testing.T) {
	table, rng := newTable(), testRand(2)
	for range 1 << (largeTable + 1) {
		table.put(entry{key: rng.Uint64()})
	}
	if len(table.entries) != 1<<largeTable {
		t.Errorf("the table has %d entries", len(table.entries))
	}
}
