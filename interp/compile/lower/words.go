package lower

import (
	"math"
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	w "boardgame/interp/compile/wasm"
)

// This file writes arithmetic on words and sets, with nothing known about rules. A word that is
// always zero or otherwise constant is no code at all.

// A Word is a word of a set, or a number: a constant, or a local variable.
type Word struct {
	Local bool
	L     w.Local
	c     uint64
}

func Constant(c uint64) Word { return Word{c: c} }

// isConst reports whether a word is a given constant.
func (x Word) Is(c uint64) bool { return !x.Local && x.c == c }

// Narrow pushes the lower half of the word.
func (x Word) Narrow() w.X {
	if x.Local {
		return w.Un(w.I32WrapI64, x.X)
	}
	return w.C32(int32(x.c))
}

// X pushes the word.
func (x Word) X(f *w.Func) {
	if x.Local {
		f.Get(x.L)
		return
	}
	f.Const64(int64(x.c))
}

// A writer writes the instructions of a function on words: numbers and sets. It does not know
// nodes. What it returns is in local variables or constant, so that using it costs nothing.
type writer struct {
	F *w.Func
}

// keep puts the value on top of the stack into a new local variable.
func (e *writer) keep() Word {
	l := e.F.Local(w.I64)
	e.F.Pop(l)
	return Word{Local: true, L: l}
}

// Word evaluates an expression into a word.
func (e *writer) Word(x w.X) Word {
	x(e.F)
	return e.keep()
}

// Variable returns a new local variable that has a value.
func (e *writer) Variable(x Word) Word {
	x.X(e.F)
	return e.keep()
}

func (e *writer) Assign(l Word, x w.X) { e.F.Set(l.L, x) }

// all is the word that has every place.
const all = math.MaxUint64

// both combines two words whose order does not matter. The one that was found first comes first,
// so that the functions of two players have the same code where their sets are found in the same
// order.
func (e *writer) both(op w.Op, a, b Word) Word {
	if a.Local && b.Local && a.L > b.L {
		a, b = b, a
	}
	return e.Word(w.Bin(op, a.X, b.X))
}

func (e *writer) And(a, b Word) Word {
	switch {
	case !a.Local && !b.Local:
		return Constant(a.c & b.c)
	case a.Is(0) || b.Is(all) || a == b:
		return a
	case b.Is(0) || a.Is(all):
		return b
	}
	return e.both(w.I64And, a, b)
}

func (e *writer) or(a, b Word) Word {
	switch {
	case !a.Local && !b.Local:
		return Constant(a.c | b.c)
	case a.Is(0) || b.Is(all) || a == b:
		return b
	case b.Is(0) || a.Is(all):
		return a
	}
	return e.both(w.I64Or, a, b)
}

func (e *writer) xor(a, b Word) Word {
	switch {
	case !a.Local && !b.Local:
		return Constant(a.c ^ b.c)
	case a.Is(0):
		return b
	case b.Is(0):
		return a
	}
	return e.both(w.I64Xor, a, b)
}

// Diff returns a without b.
func (e *writer) Diff(a, b Word) Word {
	switch {
	case !b.Local:
		return e.And(a, Constant(^b.c))
	case a.Is(0):
		return a
	case a == b:
		return Constant(0)
	}
	return e.Word(w.Bin(w.I64And, a.X, w.Bin(w.I64Xor, b.X, w.C64(-1))))
}

func (e *writer) Plus(a, b Word) Word {
	switch {
	case a.Is(0):
		return b
	case b.Is(0):
		return a
	}
	return e.both(w.I64Add, a, b)
}

func (e *writer) shl(a Word, k int) Word {
	switch {
	case k == 0:
		return a
	case !a.Local:
		return Constant(a.c << k)
	}
	return e.Word(w.Bin(w.I64Shl, a.X, w.C64(k)))
}

func (e *writer) shr(a Word, k int) Word {
	switch {
	case k == 0:
		return a
	case !a.Local:
		return Constant(a.c >> k)
	}
	return e.Word(w.Bin(w.I64ShrU, a.X, w.C64(k)))
}

// At returns the i-th word of a set, or zero if it has fewer.
func At(s []Word, i int) Word {
	if i < 0 || i >= len(s) {
		return Word{}
	}
	return s[i]
}

// Each makes a set word by word, skipping words that have no possible places.
func Each(may *layout.Bits, f func(i int) Word) []Word {
	s := make([]Word, layout.Words(may))
	for i := range s {
		if may[i] != 0 {
			s[i] = f(i)
		}
	}
	return s
}

func Constants(s *layout.Bits) []Word { return Each(s, func(i int) Word { return Constant(s[i]) }) }

// shifted moves a set that has the places may at most by k bits, and keeps what is in the mask.
func (e *writer) shifted(s []Word, may *layout.Bits, k int, mask *layout.Bits) []Word {
	hits := layout.Shifted(*may, k)
	set := hits.And(*mask)
	q, r := k>>6, k&63 // floor: the rest is not negative
	return Each(&set, func(i int) Word {
		lo := e.shl(At(s, i-q), r)
		if r > 0 {
			lo = e.or(lo, e.shr(At(s, i-q-1), 64-r))
		}
		if hits[i]&^mask[i] != 0 {
			lo = e.And(lo, Constant(mask[i]))
		}
		return lo
	})
}

// shiftedInto is like shifted if only members of into matter. It leaves out the mask where that
// changes nothing. If into is nil, all members matter.
func (e *writer) shiftedInto(s []Word, may *layout.Bits, k int, mask, into *layout.Bits) []Word {
	if into == nil {
		return e.shifted(s, may, k, mask)
	}
	hits, loose := layout.Shifted(*may, k), *mask
	for i, x := range into {
		if hits[i]&mask[i] != 0 && hits[i]&x&^mask[i] == 0 {
			loose[i] = all
		}
	}
	return e.shifted(s, may, k, &loose)
}

func (e *writer) Union(a, b []Word) []Word {
	s := make([]Word, max(len(a), len(b)))
	for i := range s {
		s[i] = e.or(At(a, i), At(b, i))
	}
	return s
}

func (e *writer) Intersection(a, b []Word) []Word {
	s := make([]Word, min(len(a), len(b)))
	for i := range s {
		s[i] = e.And(a[i], b[i])
	}
	return s
}

func (e *writer) Difference(a, b []Word) []Word {
	s := make([]Word, len(a))
	for i := range s {
		s[i] = e.Diff(a[i], At(b, i))
	}
	return s
}

// Some pushes, as 32 bits, whether a set has a member.
func (e *writer) Some(s []Word) w.X {
	var any w.X
	known := false
	for _, x := range s {
		switch {
		case !x.Local && x.c != 0:
			known = true
		case !x.Local:
		case any == nil:
			any = x.X
		default:
			any = w.Bin(w.I64Or, any, x.X)
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

// Size pushes how many members a set has; nil if it certainly has none.
func (e *writer) Size(s []Word) w.X {
	var sum w.X
	for _, x := range s {
		switch one := w.Un(w.I64Popcnt, x.X); {
		case x.Is(0):
		case sum == nil:
			sum = one
		default:
			sum = w.Bin(w.I64Add, sum, one)
		}
	}
	return sum
}

// Variables returns new local variables with the words of a set, so that a loop can change them.
func (e *writer) Variables(s []Word, may *layout.Bits) []Word {
	return Each(may, func(i int) Word { return e.Variable(At(s, i)) })
}

// frozen returns copies of variables as they are.
func (e *writer) frozen(s []Word) []Word {
	t := make([]Word, len(s))
	for i := range s {
		t[i] = s[i]
		if s[i].Local {
			t[i] = e.Variable(s[i])
		}
	}
	return t
}

// FrozenVariables returns variables for the words of a set that are not always empty.
func (e *writer) FrozenVariables(s []Word) []Word {
	t := make([]Word, len(s))
	for i := range s {
		if !s[i].Is(0) {
			t[i] = e.Variable(s[i])
		}
	}
	return t
}

func (e *writer) CopyInto(acc, s []Word) {
	for i := range acc {
		if acc[i].Local {
			e.Assign(acc[i], At(s, i).X)
		}
	}
}

// Clear empties the variables of a set, which may have values from an earlier round of a loop.
func (e *writer) Clear(acc []Word) { e.CopyInto(acc, nil) }

// AddTo adds a set to the variables of another.
func (e *writer) AddTo(acc, s []Word) {
	for i := range acc {
		if x := At(s, i); acc[i].Local && !x.Is(0) {
			e.Assign(acc[i], w.Bin(w.I64Or, acc[i].X, x.X))
		}
	}
}

// takeFrom takes a set from the variables of another.
func takeFrom(e *writer, acc, s []Word) {
	for i := range acc {
		if x := At(s, i); acc[i].Local && !x.Is(0) {
			e.Assign(acc[i], e.Diff(acc[i], x).X)
		}
	}
}

// Entry reads a set from a table.
func (e *writer) Entry(t table, i Word, may *layout.Bits) []Word {
	base := e.F.Local(w.I32)
	e.F.Set(base, w.Bin(w.I32Mul, w.Un(w.I32WrapI64, i.X), w.C32(8*t.stride)))
	return e.window(base, t.at, may)
}

// window reads a set that begins at an offset from a base. The highest word comes first, so the
// machine needs only one check that all of them are within the memory.
func (e *writer) window(base w.Local, at uint32, may *layout.Bits) []Word {
	s := make([]Word, layout.Words(may))
	for k := len(s) - 1; k >= 0; k-- {
		if may[k] != 0 {
			s[k] = e.Word(w.Load(w.I64Load, base.X, at+uint32(8*k)))
		}
	}
	return s
}

// Image returns the union of a set moved as a list says, of which only what is in another set
// matters, if that is not nil.
func (e *writer) Image(s []Word, may *layout.Bits, l *graph.ShiftList, into *layout.Bits) []Word {
	var t []Word
	for i, k := range l.K {
		t = e.Union(t, e.shiftedInto(s, may, k, &l.Mask[i], into))
	}
	return t
}

// fill returns s and what follows it within a set in steps of k that end in a mask. times is the
// number of doublings; 0: as many as the board has room for.
func (e *writer) fill(s, within []Word, withinMay *layout.Bits, k int, mask *layout.Bits, times int,
	may *layout.Bits) []Word {
	room := mask.And(*withinMay)
	if times == 0 {
		times = graph.Doublings(k, room)
	}
	p := make([]Word, min(len(within), layout.Words(&room)))
	for i := range p {
		p[i] = e.And(within[i], Constant(mask[i]))
	}
	return e.filled(s, p, k, times, &room, may)
}

// filled is fill with the places to go through in p, whose possible places are room.
func (e *writer) filled(g, p []Word, k, times int, room, may *layout.Bits) []Word {
	full := *room
	for ; times > 0; times-- {
		g = e.Union(g, e.Intersection(p, e.shiftedInto(g, may, k, &full, room)))
		if times > 1 {
			p = e.Intersection(p, e.shiftedInto(p, room, k, &full, room))
		}
		k *= 2
	}
	return g
}

// lowestOnly reduces the variables of a set to its least member.
func (e *writer) lowestOnly(s []Word) {
	var before Word
	for i := range s {
		low := e.Word(w.Bin(w.I64And, s[i].X, w.Bin(w.I64Sub, w.C64(0), s[i].X)))
		if i > 0 {
			low = e.Word(w.Select(low.X, w.C64(0), w.Un(w.I64Eqz, before.X)))
		}
		before = e.or(before, e.Variable(s[i]))
		e.Assign(s[i], low.X)
	}
}

// until returns the members of a ray up to and including the first of stop, which is the least one
// if the ray goes up; all of them if stop is empty. Without `with`, the ray has no member of stop.
func (e *writer) until(up, with bool, ray, stop []Word) []Word {
	if up {
		return e.untilLeast(with, ray, stop)
	}
	t := make([]Word, len(ray))
	open := Constant(all)
	for i := len(ray) - 1; i >= 0; i-- {
		t[i] = e.And(ray[i], open)
		x := At(stop, i)
		if x.Is(0) {
			continue
		}
		// What lies below the greatest member is hidden; nothing if there is none.
		t[i] = e.Diff(t[i], e.Word(w.Bin(w.I64ShrU, w.C64(math.MaxInt64),
			w.Un(w.I64Clz, w.Bin(w.I64Or, x.X, w.C64(1))))))
		if i > 0 {
			open = e.And(open, e.ifEmpty(x))
		}
	}
	return t
}

// untilLeast is until for a ray that goes up: subtracting 1 from stop changes its least member and
// all bits below.
func (e *writer) untilLeast(with bool, ray, stop []Word) []Word {
	t := make([]Word, len(ray))
	less := Constant(1) // what is subtracted from a word: 1 until a stop is found
	for i := range ray {
		x := At(stop, i)
		if !ray[i].Is(0) {
			y := e.Word(w.Bin(w.I64Sub, x.X, less.X))
			if with {
				y = e.xor(x, y)
			}
			t[i] = e.And(ray[i], y)
		} else if x.Is(0) {
			continue
		}
		if i+1 == len(ray) {
			break
		}
		if none := w.Un(w.I64ExtendI32U, w.Un(w.I64Eqz, x.X)); less.Local {
			less = e.Word(w.Bin(w.I64And, less.X, none))
		} else {
			less = e.Word(none)
		}
	}
	return t
}

// ifEmpty returns all ones if a word is zero, otherwise zero.
func (e *writer) ifEmpty(x Word) Word {
	return e.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, w.Un(w.I64Eqz, x.X))))
}

// lowBit and highBit return the set of only the least or the greatest member of a set; the empty
// set if it is empty.
func (e *writer) lowBit(s []Word) []Word {
	t := make([]Word, len(s))
	open := Constant(all)
	for i, x := range s {
		if x.Is(0) {
			continue
		}
		t[i] = e.And(e.Word(w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, w.C64(0), x.X))), open)
		if i+1 < len(s) {
			open = e.And(open, e.ifEmpty(x))
		}
	}
	return t
}

func (e *writer) highBit(s []Word) []Word {
	t := make([]Word, len(s))
	open := Constant(all)
	for i := len(s) - 1; i >= 0; i-- {
		x := s[i]
		if x.Is(0) {
			continue
		}
		top := e.Word(w.Select(w.C64(0), w.Bin(w.I64ShrU, w.C64(-1<<63), w.Un(w.I64Clz, x.X)),
			w.Un(w.I64Eqz, x.X)))
		t[i] = e.And(top, open)
		if i > 0 {
			open = e.And(open, e.ifEmpty(x))
		}
	}
	return t
}

// take moves the least member of a set from the words from the i-th on into x; if there is none, it
// jumps to a label.
func (e *writer) take(work []Word, i int, x Word, none w.Label) {
	for i < len(work) && work[i].Is(0) {
		i++
	}
	if i >= len(work) {
		e.F.Branch(none)
		return
	}
	s := work[i]
	one := func() {
		e.Assign(x, Place(s.X, i))
		e.Assign(s, w.Bin(w.I64And, s.X, w.Bin(w.I64Sub, s.X, w.C64(1))))
	}
	rest := i + 1
	for rest < len(work) && work[rest].Is(0) {
		rest++
	}
	if rest >= len(work) {
		e.F.BranchIf(none, w.Un(w.I64Eqz, s.X))
		one()
		return
	}
	e.F.If(w.Bin(w.I64Ne, s.X, w.C64(0)), one, func() { e.take(work, rest, x, none) })
}

// numberAt reads a number from a table.
func (e *writer) numberAt(at uint32, i Word, off uint32) w.X {
	return w.Load(w.I64Load, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, i.X), w.C32(3)), at+off)
}

// bounded adds or subtracts, saturating unless the result is known to fit.
func (e *writer) bounded(op w.Op, a, b Word, fits bool) w.X {
	if fits {
		return w.Bin(op, a.X, b.X)
	}
	s := e.Word(w.Bin(op, a.X, b.X))
	if !b.Local {
		// A number grows by adding a positive number or subtracting a negative one.
		if grows := int64(b.c) >= 0 == (op == w.I64Add); grows {
			return w.Select(w.C64(math.MaxInt64), s.X, w.Bin(w.I64LtS, s.X, a.X))
		}
		return w.Select(w.C64(math.MinInt64), s.X, w.Bin(w.I64LtS, a.X, s.X))
	}
	// It did not fit if the operands cannot give that sign.
	other := s
	if op == w.I64Sub {
		other = a
	}
	wrong := w.Bin(w.I64And, w.Bin(w.I64Xor, a.X, s.X), w.Bin(w.I64Xor, b.X, other.X))
	limit := w.Bin(w.I64Xor, w.Bin(w.I64ShrS, a.X, w.C64(63)), w.C64(math.MaxInt64))
	return w.Select(limit, s.X, w.Bin(w.I64LtS, wrong, w.C64(0)))
}

// ChosenRow returns the words of the first row that is not passed over.
func (e *writer) ChosenRow(rows [][]Word, passed func(i int) w.X) []Word {
	result := slices.Clone(rows[0])
	if len(rows) > fewOffers {
		for i := range result {
			if slices.ContainsFunc(rows, func(row []Word) bool { return row[i] != rows[0][i] }) {
				result[i] = Word{Local: true, L: e.F.Local(w.I64)}
			}
		}
	}
	var find func(lo, hi int)
	find = func(lo, hi int) {
		if hi-lo > fewOffers {
			mid := (lo + hi) / 2
			e.F.If(passed(mid-1), func() { find(mid, hi) }, func() { find(lo, mid) })
			return
		}
		row := slices.Clone(rows[lo])
		for i := lo + 1; i < hi; i++ {
			t := e.F.Local(w.I32)
			e.F.Set(t, passed(i-1))
			for j, x := range rows[i] {
				if x != row[j] {
					row[j] = e.Word(w.Select(x.X, row[j].X, t.X))
				}
			}
		}
		if len(rows) <= fewOffers {
			result = row
			return
		}
		for j, x := range row {
			if result[j] != x {
				e.Assign(result[j], x.X)
			}
		}
	}
	find(0, len(rows))
	return result
}
