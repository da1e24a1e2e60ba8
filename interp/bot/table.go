package bot

import "boardgame/interp/position"

// table is the transposition table of one search: what is known of positions by their hashes. It begins small, for most searches are, and
// grows with what is put in until it has its greatest size; from then on a new entry takes the place of an old one with the same
// upper bits.
type table struct {
	entries []entry
	shift   uint // from a hash to an index
	used    int
}

// Sizes of a table, as powers of two.
const (
	smallTable = 10
	largeTable = 18
	tableStep  = 2
)

// entry is what is remembered of a position.
type entry struct {
	key   uint64
	move  position.Move
	value int64
	depth int16
	bound bound
	full  bool // used
	// settled: nothing below was judged by its value.
	settled bool
}

type bound uint8

const (
	exactly bound = iota
	atLeast
	atMost
)

func newTable() *table { return &table{entries: make([]entry, 1<<smallTable), shift: 64 - smallTable} }

// find returns what is known of a position.
func (t *table) find(key uint64) (entry, bool) {
	e := &t.entries[key>>t.shift]
	return *e, e.full && e.key == key
}

// put remembers an entry.
func (t *table) put(e entry) {
	if t.used > len(t.entries)/2 && t.shift > 64-largeTable {
		t.grow()
	}
	old := &t.entries[e.key>>t.shift]
	if !old.full {
		t.used++
	}
	e.full = true
	*old = e
}

func (t *table) grow() {
	old := t.entries
	t.shift -= tableStep
	t.entries = make([]entry, len(old)<<tableStep)
	for _, e := range old {
		if e.full {
			t.entries[e.key>>t.shift] = e
		}
	}
}
