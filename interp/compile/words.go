package compile

import (
	"math"
	"slices"

	w "boardgame/interp/compile/wasm"
)

// This file writes arithmetic on words and sets, with nothing known about rules. A word that is
// always zero or otherwise constant is no code at all.

// A word is a word of a set, or a number: a constant, or a local variable.
type word struct {
	local bool
	l     w.Local
	c     uint64
}

func constant(c uint64) word { return word{c: c} }

// isConst reports whether a word is a given constant.
func (x word) is(c uint64) bool { return !x.local && x.c == c }

// narrow pushes the lower half of the word.
func (x word) narrow() w.X {
	if x.local {
		return w.Un(w.I32WrapI64, x.x)
	}
	return w.C32(int32(x.c))
}

// x pushes the word.
func (x word) x(f *w.Func) {
	if x.local {
		f.Get(x.l)
		return
	}
	f.Const64(int64(x.c))
}

// A writer writes the instructions of a function on words: numbers and sets. It does not know
// nodes. What it returns is in local variables or constant, so that using it costs nothing.
type writer struct {
	f *w.Func
}

// keep puts the value on top of the stack into a new local variable.
func (e *writer) keep() word {
	l := e.f.Local(w.I64)
	e.f.Pop(l)
	return word{local: true, l: l}
}

// word evaluates an expression into a word.
func (e *writer) word(x w.X) word {
	x(e.f)
	return e.keep()
}

// variable returns a new local variable that has a value.
func (e *writer) variable(x word) word {
	x.x(e.f)
	return e.keep()
}

func (e *writer) assign(l word, x w.X) { e.f.Set(l.l, x) }

// all is the word that has every place.
const all = math.MaxUint64

func (e *writer) and(a, b word) word {
	switch {
	case !a.local && !b.local:
		return constant(a.c & b.c)
	case a.is(0) || b.is(all) || a == b:
		return a
	case b.is(0) || a.is(all):
		return b
	}
	return e.word(w.Bin(w.I64And, a.x, b.x))
}

func (e *writer) or(a, b word) word {
	switch {
	case !a.local && !b.local:
		return constant(a.c | b.c)
	case a.is(0) || b.is(all) || a == b:
		return b
	case b.is(0) || a.is(all):
		return a
	}
	return e.word(w.Bin(w.I64Or, a.x, b.x))
}

func (e *writer) xor(a, b word) word {
	switch {
	case !a.local && !b.local:
		return constant(a.c ^ b.c)
	case a.is(0):
		return b
	case b.is(0):
		return a
	}
	return e.word(w.Bin(w.I64Xor, a.x, b.x))
}

// diff returns a without b.
func (e *writer) diff(a, b word) word {
	switch {
	case !b.local:
		return e.and(a, constant(^b.c))
	case a.is(0):
		return a
	case a == b:
		return constant(0)
	}
	return e.word(w.Bin(w.I64And, a.x, w.Bin(w.I64Xor, b.x, w.C64(-1))))
}

func (e *writer) plus(a, b word) word {
	switch {
	case a.is(0):
		return b
	case b.is(0):
		return a
	}
	return e.word(w.Bin(w.I64Add, a.x, b.x))
}

func (e *writer) shl(a word, k int) word {
	switch {
	case k == 0:
		return a
	case !a.local:
		return constant(a.c << k)
	}
	return e.word(w.Bin(w.I64Shl, a.x, w.C64(k)))
}

func (e *writer) shr(a word, k int) word {
	switch {
	case k == 0:
		return a
	case !a.local:
		return constant(a.c >> k)
	}
	return e.word(w.Bin(w.I64ShrU, a.x, w.C64(k)))
}

// at returns the i-th word of a set, or zero if it has fewer.
func at(s []word, i int) word {
	if i < 0 || i >= len(s) {
		return word{}
	}
	return s[i]
}

// words returns how many words the places of a set need.
func words(s *Bits) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] != 0 {
			return i + 1
		}
	}
	return 0
}

// each makes a set word by word, skipping words that have no possible places.
func each(may *Bits, f func(i int) word) []word {
	s := make([]word, words(may))
	for i := range s {
		if may[i] != 0 {
			s[i] = f(i)
		}
	}
	return s
}

func constants(s *Bits) []word { return each(s, func(i int) word { return constant(s[i]) }) }

// shifted moves a set that has the places may at most by k bits, and keeps what is in the mask.
func (e *writer) shifted(s []word, may *Bits, k int, mask *Bits) []word {
	hits := shifted(*may, k)
	set := hits.And(*mask)
	q, r := k>>6, k&63 // floor: the rest is not negative
	return each(&set, func(i int) word {
		lo := e.shl(at(s, i-q), r)
		if r > 0 {
			lo = e.or(lo, e.shr(at(s, i-q-1), 64-r))
		}
		if hits[i]&^mask[i] != 0 {
			lo = e.and(lo, constant(mask[i]))
		}
		return lo
	})
}

// shiftedInto is like shifted if only members of into matter. It leaves out the mask where that
// changes nothing. If into is nil, all members matter.
func (e *writer) shiftedInto(s []word, may *Bits, k int, mask, into *Bits) []word {
	if into == nil {
		return e.shifted(s, may, k, mask)
	}
	hits, loose := shifted(*may, k), *mask
	for i, x := range into {
		if hits[i]&mask[i] != 0 && hits[i]&x&^mask[i] == 0 {
			loose[i] = all
		}
	}
	return e.shifted(s, may, k, &loose)
}

func (e *writer) union(a, b []word) []word {
	s := make([]word, max(len(a), len(b)))
	for i := range s {
		s[i] = e.or(at(a, i), at(b, i))
	}
	return s
}

func (e *writer) intersection(a, b []word) []word {
	s := make([]word, min(len(a), len(b)))
	for i := range s {
		s[i] = e.and(a[i], b[i])
	}
	return s
}

func (e *writer) difference(a, b []word) []word {
	s := make([]word, len(a))
	for i := range s {
		s[i] = e.diff(a[i], at(b, i))
	}
	return s
}

// some pushes, as 32 bits, whether a set has a member.
func (e *writer) some(s []word) w.X {
	var any w.X
	known := false
	for _, x := range s {
		switch {
		case !x.local && x.c != 0:
			known = true
		case !x.local:
		case any == nil:
			any = x.x
		default:
			any = w.Bin(w.I64Or, any, x.x)
		}
	}
	switch {
	case known:
		return w.C32(1)
	case any == nil:
		return w.C32(0)
	}
	return w.Bin(w.I64Ne, any, w.C64(0))
}

// size pushes how many members a set has; nil if it certainly has none.
func (e *writer) size(s []word) w.X {
	var sum w.X
	for _, x := range s {
		switch one := w.Un(w.I64Popcnt, x.x); {
		case x.is(0):
		case sum == nil:
			sum = one
		default:
			sum = w.Bin(w.I64Add, sum, one)
		}
	}
	return sum
}

// variables returns new local variables with the words of a set, so that a loop can change them.
func (e *writer) variables(s []word, may *Bits) []word {
	return each(may, func(i int) word { return e.variable(at(s, i)) })
}

// frozen returns copies of variables as they are.
func (e *writer) frozen(s []word) []word {
	t := make([]word, len(s))
	for i := range s {
		t[i] = s[i]
		if s[i].local {
			t[i] = e.variable(s[i])
		}
	}
	return t
}

// frozenVariables returns variables for the words of a set that are not always empty.
func (e *writer) frozenVariables(s []word) []word {
	t := make([]word, len(s))
	for i := range s {
		if !s[i].is(0) {
			t[i] = e.variable(s[i])
		}
	}
	return t
}

func (e *writer) copyInto(acc, s []word) {
	for i := range acc {
		if acc[i].local {
			e.assign(acc[i], at(s, i).x)
		}
	}
}

// clear empties the variables of a set, which may have values from an earlier round of a loop.
func (e *writer) clear(acc []word) { e.copyInto(acc, nil) }

// addTo adds a set to the variables of another.
func (e *writer) addTo(acc, s []word) {
	for i := range acc {
		if x := at(s, i); acc[i].local && !x.is(0) {
			e.assign(acc[i], w.Bin(w.I64Or, acc[i].x, x.x))
		}
	}
}

// entry reads a set from a table.
func (e *writer) entry(t table, i word, may *Bits) []word {
	base := e.f.Local(w.I32)
	e.f.Set(base, w.Bin(w.I32Mul, w.Un(w.I32WrapI64, i.x), w.C32(8*t.stride)))
	return e.window(base, t.at, may)
}

// window reads a set that begins at an offset from a base. The highest word comes first, so the
// machine needs only one check that all of them are within the memory.
func (e *writer) window(base w.Local, at uint32, may *Bits) []word {
	s := make([]word, words(may))
	for k := len(s) - 1; k >= 0; k-- {
		if may[k] != 0 {
			s[k] = e.word(w.Load(w.I64Load, base.X, at+uint32(8*k)))
		}
	}
	return s
}

// image returns the union of a set moved as a list says, of which only what is in another set
// matters, if that is not nil.
func (e *writer) image(s []word, may *Bits, l *shiftList, into *Bits) []word {
	var t []word
	for i, k := range l.k {
		t = e.union(t, e.shiftedInto(s, may, k, &l.mask[i], into))
	}
	return t
}

// fill returns s and what follows it within a set in steps of k that end in a mask. times is the
// number of doublings; 0: as many as the board has room for.
func (e *writer) fill(s, within []word, withinMay *Bits, k int, mask *Bits, times int,
	may *Bits) []word {
	room := mask.And(*withinMay)
	if times == 0 {
		times = doublings(k, room)
	}
	p := make([]word, min(len(within), words(&room)))
	for i := range p {
		p[i] = e.and(within[i], constant(mask[i]))
	}
	return e.filled(s, p, k, times, &room, may)
}

// filled is fill with the places to go through in p, whose possible places are room.
func (e *writer) filled(g, p []word, k, times int, room, may *Bits) []word {
	full := *room
	for ; times > 0; times-- {
		g = e.union(g, e.intersection(p, e.shiftedInto(g, may, k, &full, room)))
		if times > 1 {
			p = e.intersection(p, e.shiftedInto(p, room, k, &full, room))
		}
		k *= 2
	}
	return g
}

// lowestOnly reduces the variables of a set to its least member.
func (e *writer) lowestOnly(s []word) {
	var before word
	for i := range s {
		low := e.word(w.Bin(w.I64And, s[i].x, w.Bin(w.I64Sub, w.C64(0), s[i].x)))
		if i > 0 {
			low = e.word(w.Select(low.x, w.C64(0), w.Un(w.I64Eqz, before.x)))
		}
		before = e.or(before, e.variable(s[i]))
		e.assign(s[i], low.x)
	}
}

// before returns the free places of a ray below the least of the others, stop; all of them if stop
// is empty. Subtracting 1 from stop leaves exactly these.
func (e *writer) before(free, stop []word) []word {
	t := make([]word, len(free))
	less := constant(1) // what is subtracted from a word: 1 until a stop is found
	for i, x := range stop {
		if x.is(0) && free[i].is(0) {
			continue
		}
		t[i] = e.and(free[i], e.word(w.Bin(w.I64Sub, x.x, less.x)))
		if none := w.Un(w.I64ExtendI32U, w.Un(w.I64Eqz, x.x)); less.local {
			less = e.word(w.Bin(w.I64And, less.x, none))
		} else {
			less = e.word(none)
		}
	}
	return t
}

// behind returns the free places above the greatest member of stop; all of them if stop is empty.
func (e *writer) behind(free, stop []word) []word {
	t := make([]word, len(free))
	open := constant(all)
	for i := len(free) - 1; i >= 0; i-- {
		x := stop[i]
		if x.is(0) && free[i].is(0) {
			continue
		}
		above := constant(all)
		if !x.is(0) {
			// Ones above the greatest member: -2 moved up to it.
			above = e.word(w.Select(w.C64(-1),
				w.Bin(w.I64Shl, w.C64(-2), w.Bin(w.I64Sub, w.C64(63), w.Un(w.I64Clz, x.x))),
				w.Un(w.I64Eqz, x.x)))
		}
		t[i] = e.and(e.and(free[i], above), open)
		if i > 0 && !x.is(0) {
			open = e.and(open, e.ifEmpty(x))
		}
	}
	return t
}

// ifEmpty returns all ones if a word is zero, otherwise zero.
func (e *writer) ifEmpty(x word) word {
	return e.word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, w.Un(w.I64Eqz, x.x))))
}

// lowBit and highBit return the set of only the least or the greatest member of a set; the empty
// set if it is empty.
func (e *writer) lowBit(s []word) []word {
	t := make([]word, len(s))
	open := constant(all)
	for i, x := range s {
		if x.is(0) {
			continue
		}
		t[i] = e.and(e.word(w.Bin(w.I64And, x.x, w.Bin(w.I64Sub, w.C64(0), x.x))), open)
		if i+1 < len(s) {
			open = e.and(open, e.ifEmpty(x))
		}
	}
	return t
}

func (e *writer) highBit(s []word) []word {
	t := make([]word, len(s))
	open := constant(all)
	for i := len(s) - 1; i >= 0; i-- {
		x := s[i]
		if x.is(0) {
			continue
		}
		top := e.word(w.Select(w.C64(0), w.Bin(w.I64ShrU, w.C64(-1<<63), w.Un(w.I64Clz, x.x)),
			w.Un(w.I64Eqz, x.x)))
		t[i] = e.and(top, open)
		if i > 0 {
			open = e.and(open, e.ifEmpty(x))
		}
	}
	return t
}

// take moves the least member of a set from the words from the i-th on into x; if there is none, it
// jumps to a label.
func (e *writer) take(work []word, i int, x word, none w.Label) {
	for i < len(work) && work[i].is(0) {
		i++
	}
	if i >= len(work) {
		e.f.Branch(none)
		return
	}
	s := work[i]
	one := func() {
		e.assign(x, w.Bin(w.I64Add, w.Un(w.I64Ctz, s.x), w.C64(64*i)))
		e.assign(s, w.Bin(w.I64And, s.x, w.Bin(w.I64Sub, s.x, w.C64(1))))
	}
	rest := i + 1
	for rest < len(work) && work[rest].is(0) {
		rest++
	}
	if rest >= len(work) {
		e.f.BranchIf(none, w.Un(w.I64Eqz, s.x))
		one()
		return
	}
	e.f.If(w.Bin(w.I64Ne, s.x, w.C64(0)), one, func() { e.take(work, rest, x, none) })
}

// numberAt reads a number from a table.
func (e *writer) numberAt(at uint32, i word, off uint32) w.X {
	return w.Load(w.I64Load, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, i.x), w.C32(3)), at+off)
}

// bounded adds or subtracts, saturating unless the result is known to fit.
func (e *writer) bounded(op w.Op, a, b word, fits bool) w.X {
	if fits {
		return w.Bin(op, a.x, b.x)
	}
	s := e.word(w.Bin(op, a.x, b.x))
	if !b.local {
		// A number grows by adding a positive number or subtracting a negative one.
		if grows := int64(b.c) >= 0 == (op == w.I64Add); grows {
			return w.Select(w.C64(math.MaxInt64), s.x, w.Bin(w.I64LtS, s.x, a.x))
		}
		return w.Select(w.C64(math.MinInt64), s.x, w.Bin(w.I64LtS, a.x, s.x))
	}
	// It did not fit if the operands cannot give that sign.
	other := s
	if op == w.I64Sub {
		other = a
	}
	wrong := w.Bin(w.I64And, w.Bin(w.I64Xor, a.x, s.x), w.Bin(w.I64Xor, b.x, other.x))
	limit := w.Bin(w.I64Xor, w.Bin(w.I64ShrS, a.x, w.C64(63)), w.C64(math.MaxInt64))
	return w.Select(limit, s.x, w.Bin(w.I64LtS, wrong, w.C64(0)))
}

// chosenRow returns the words of the first row that is not passed over.
func (e *writer) chosenRow(rows [][]word, passed func(i int) w.X) []word {
	result := slices.Clone(rows[0])
	if len(rows) > fewOffers {
		for i := range result {
			if slices.ContainsFunc(rows, func(row []word) bool { return row[i] != rows[0][i] }) {
				result[i] = word{local: true, l: e.f.Local(w.I64)}
			}
		}
	}
	var find func(lo, hi int)
	find = func(lo, hi int) {
		if hi-lo > fewOffers {
			mid := (lo + hi) / 2
			e.f.If(passed(mid-1), func() { find(mid, hi) }, func() { find(lo, mid) })
			return
		}
		row := slices.Clone(rows[lo])
		for i := lo + 1; i < hi; i++ {
			t := e.f.Local(w.I32)
			e.f.Set(t, passed(i-1))
			for j, x := range rows[i] {
				if x != row[j] {
					row[j] = e.word(w.Select(x.x, row[j].x, t.X))
				}
			}
		}
		if len(rows) <= fewOffers {
			result = row
			return
		}
		for j, x := range row {
			if result[j] != x {
				e.assign(result[j], x.x)
			}
		}
	}
	find(0, len(rows))
	return result
}
