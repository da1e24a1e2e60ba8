package bot

import (
	"sync/atomic"

	"boardgame/interp/position"
)

// table is a transposition table: what is known about positions, by hash. Several goroutines may
// use one without locks, as Hyatt and Mann describe (A lock-less transposition table implementation
// for parallel search, 2002): an entry holds its key combined with its data, so that an entry that
// two goroutines have written at once is not found.
//
// Its size is fixed. A position has two places: the first keeps the deepest result of the current
// search, the second the latest.
type table struct {
	entries []packed
	shift   uint  // from a hash to the first of its two places
	now     uint8 // the number of the current search, which makes older entries give way
	forgets bool  // a search does not find what earlier searches have stored
}

// Sizes of a table, as powers of two.
const (
	smallTable = 12 // for searches of few nodes
	largeTable = 20
)

// packed is an entry as stored: the key combined with the other words, the step, and
// value<<20 | depth<<12 | age<<4 | settled<<3 | full<<2 | bound.
// The two places of a position fill a line of the cache.
type packed struct {
	key, move, info atomic.Uint64
	_               [8]byte
}

// entry is what the table remembers about a position.
type entry struct {
	key     uint64
	move    position.Move
	value   int64 // of 44 bits
	depth   int   // from 0 to 255; what is less is kept as 0
	bound   bound
	settled bool // nothing below was judged by its value
}

// bound says whether the value of an entry is exact or a bound.
type bound uint8

const (
	exactly bound = iota
	atLeast
	atMost
)

// boundOf says what a value found within a window is.
func boundOf(v, alpha, beta int64) bound {
	switch {
	case v <= alpha:
		return atMost
	case v >= beta:
		return atLeast
	}
	return exactly
}

// answers reports whether the entry is enough to know the value of its position within a window.
// The value v is that of the entry, seen from the root.
func (e *entry) answers(v, alpha, beta int64) bool {
	return e.bound == exactly || e.bound == atLeast && v >= beta || e.bound == atMost && v <= alpha
}

func newTable(bits uint) *table {
	return &table{entries: make([]packed, 1<<bits), shift: 64 - bits}
}

// next begins a new search, whose entries take precedence over earlier ones. Forgetting the older
// ones costs nothing until the numbers of searches are used up.
func (t *table) next() {
	if t.now++; t.now == 0 && t.forgets {
		clear(t.entries)
	}
}

// places returns the two places of a key.
func (t *table) places(key uint64) (first, second *packed) {
	i := key >> t.shift
	return &t.entries[i&^1], &t.entries[i|1]
}

// find returns what is known about a position.
func (t *table) find(key uint64) (entry, bool) {
	first, second := t.places(key)
	if e, ok := t.read(first, key); ok {
		return e, true
	}
	return t.read(second, key)
}

func (t *table) read(p *packed, key uint64) (entry, bool) {
	move, info := p.move.Load(), p.info.Load()
	if info&4 == 0 || t.forgets && uint8(info>>4) != t.now || p.key.Load()^seal(move, info) != key {
		return entry{}, false
	}
	return entry{
		key: key, move: position.Move(move), value: int64(info) >> 20,
		depth: int(info >> 12 & 0xff),
		bound: bound(info & 3), settled: info&8 != 0,
	}, true
}

// put stores an entry.
func (t *table) put(e entry) {
	first, second := t.places(e.key)
	info := uint64(e.value)<<20 | uint64(min(max(e.depth, 0), 255))<<12 | uint64(t.now)<<4 | 4 |
		uint64(e.bound)
	if e.settled {
		info |= 8
	}
	at := second
	old := first.info.Load()
	if old&4 == 0 || uint8(old>>4) != t.now || int(old>>12&0xff) <= e.depth || first.holds(e.key) {
		at = first
	}
	at.key.Store(e.key ^ seal(uint64(e.move), info))
	at.move.Store(uint64(e.move))
	at.info.Store(info)
}

// seal is the hash that a key is combined with. It changes completely with each bit of the data.
func seal(move, info uint64) uint64 {
	return (move*0x9e3779b97f4a7c15 ^ info) * 0xd6e8feb86659fd93
}

func (p *packed) holds(key uint64) bool {
	return p.key.Load()^seal(p.move.Load(), p.info.Load()) == key
}
