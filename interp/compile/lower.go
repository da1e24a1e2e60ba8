package compile

import (
	"encoding/binary"
	"math"
	"slices"

	"boardgame/dsl/topology"
	w "boardgame/interp/compile/wasm"
)

// This file turns nodes into WebAssembly. A set has as many words of 64 bits as its possible places
// need; a word that is always empty or otherwise constant needs no code. The results of nodes are
// kept in local variables, which the machine that runs the module puts into registers.

// A frame is a function of a module that is being written: its arguments, and the values that its
// code has computed so far.
type frame struct {
	*unitOf
	writer
	p      w.Local // the address of the position
	args   []w.Local
	scopes []map[*node][]word
	counts int
}

// A lowering writes one function of a module: what nodes are, as words.
type lowering struct {
	frame
	// of sets of the position: the same in variables, which are written with them
	mirrors map[*node]word
}

// lower starts to write a function whose first parameter is a position, followed by the arguments
// of a step, if any.
func (u *unitOf) lower(f *w.Func, args ...w.Local) *lowering {
	e := &lowering{frame: frame{unitOf: u, writer: writer{f}, p: f.Arg(0), args: args}}
	e.recount()
	e.push()
	return e
}

func (e *frame) push() { e.scopes = append(e.scopes, map[*node][]word{}) }
func (e *frame) pop()  { e.scopes = e.scopes[:len(e.scopes)-1] }

func (e *frame) lookup(n *node) ([]word, bool) {
	for i := len(e.scopes) - 1; i >= 0; i-- {
		if v, ok := e.scopes[i][n]; ok {
			return v, true
		}
	}
	return nil, false
}

func (e *frame) remember(n *node, v []word) { e.scopes[len(e.scopes)-1][n] = v }

// scope runs f; code after it cannot use what f computes, because f may not have run.
func (e *frame) scope(f func()) {
	e.push()
	f()
	e.pop()
}

// recount starts counting uses from zero.
func (e *frame) recount() {
	e.b.mayStop()
	e.b.counts++
	e.counts = e.b.counts
}

func (e *frame) used(n *node) int {
	if n.counted != e.counts {
		return 0
	}
	return n.uses
}

// count counts the uses of nodes below a root.
func (e *frame) count(n *node) {
	if n == nil {
		return
	}
	if n.counted != e.counts {
		n.counted, n.uses = e.counts, 0
	}
	if n.uses++; n.uses > 1 {
		return
	}
	e.count(n.a)
	e.count(n.b)
	e.count(n.c)
	for _, a := range n.args {
		e.count(a)
	}
}

// set writes a set and returns its words.
func (e *lowering) set(n *node) []word {
	if n.op == sConst {
		return constants(n.set)
	}
	if v, ok := e.lookup(n); ok {
		return v
	}
	v := e.setCode(n, nil)
	e.remember(n, v)
	return v
}

// setInto is set where only what is in another set matters; the rest of the words is arbitrary.
func (e *lowering) setInto(n *node, into *Bits) []word {
	if _, ok := e.lookup(n); ok || into == nil || n.op == sConst || e.used(n) != 1 {
		return e.set(n)
	}
	return e.setCode(n, into)
}

// meet returns what is in both sets; nil stands for everything.
func meet(a, b *Bits) *Bits {
	if b == nil {
		return a
	}
	both := a.And(*b)
	return &both
}

// field returns the words of a set of the position.
func (e *frame) field(i int, may *Bits) []word {
	return each(may, func(k int) word {
		return e.word(w.Load(w.I64Load, e.p.X, e.fieldAt(i)+uint32(8*k)))
	})
}

// setCode writes a set of which only what is in another one matters, if that is not nil.
func (e *lowering) setCode(n *node, into *Bits) []word {
	switch n.op {
	case sState:
		return e.field(int(n.k), n.may)
	case sAfter:
		return e.set(n.a)
	case sAnd:
		x, y := n.a, n.b
		if y.op == sShift || y.op == sImage {
			x, y = y, x
		}
		a, b := e.setInto(x, meet(y.may, into)), e.setInto(y, into)
		return each(n.may, func(i int) word { return e.and(at(a, i), at(b, i)) })
	case sOr:
		return e.union(e.setInto(n.a, into), e.setInto(n.b, into))
	case sDiff:
		if n.a.op == sConst && inBits(n.b.may, n.a.set) {
			a, b := e.set(n.a), e.setInto(n.b, into)
			return each(n.may, func(i int) word { return e.xor(a[i], at(b, i)) })
		}
		return e.difference(e.setInto(n.a, into), e.setInto(n.b, meet(n.a.may, into)))
	case sShift:
		return e.shiftedInto(e.set(n.a), n.a.may, int(n.k), n.set, into)
	case sImage:
		return e.image(e.set(n.a), n.a.may, n.list, into)
	case sOne:
		return e.single(e.num(n.a), n.may)
	case sTable:
		return e.entry(e.setTable(int(n.k)), e.num(n.a), n.may)
	case sIf:
		return e.when(n)
	case sSel:
		return e.choose(n)
	case sFill:
		return e.fill(e.set(n.a), e.set(n.b), n.b.may, int(n.k), n.set, 0, n.may)
	case sFlood:
		return e.flood(n)
	case sSpread:
		return e.spread(n)
	case sTrail:
		return e.trail(n)
	case sRun:
		return e.runs(n, nil)
	case sCapture:
		return e.runs(n, e.set(n.c))
	case sBeyond:
		return e.beyond(n)
	case sLines:
		return e.lines(n)
	case sThose:
		return e.those(n)
	case sUnion:
		return e.bodies(n)
	case sReach:
		return e.reach(n)
	}
	fail("no code for a set of operator %d", n.op)
	return nil
}

// those returns the members of a set for which a condition holds, found in a loop.
func (e *lowering) those(n *node) []word {
	dom := e.set(n.a)
	e.hoist(n.b, n.k)
	acc := e.variables(nil, n.may)
	e.loop(n.k, dom, func(x word) {
		e.onlyIf(n.b, func() { e.addTo(acc, e.single(x, n.may)) })
	})
	return acc
}

// bodies returns the union of the sets that a body stands for, for each member of a set.
func (e *lowering) bodies(n *node) []word {
	dom := e.set(n.a)
	e.hoist(n.b, n.k)
	acc := e.variables(nil, n.may)
	e.loop(n.k, dom, func(word) { e.addTo(acc, e.set(n.b)) })
	return acc
}

// single returns the set of one place.
func (e *frame) single(n word, may *Bits) []word {
	if !n.local {
		one := place(int64(n.c))
		return constants(&one)
	}
	switch words(may) {
	case 1:
		return []word{e.word(w.Bin(w.I64Shl, w.C64(1), n.x))}
	case 2:
		high := e.word(w.Bin(w.I64ShrU, n.x, w.C64(6)))
		return each(may, func(i int) word {
			if i == 1 {
				return e.word(w.Bin(w.I64Shl, high.x, n.x))
			}
			return e.word(w.Bin(w.I64Shl, w.Bin(w.I64Xor, high.x, w.C64(1)), n.x))
		})
	}
	bit := e.word(w.Bin(w.I64Shl, w.C64(1), n.x))
	index := e.word(w.Bin(w.I64ShrU, n.x, w.C64(6)))
	return each(may, func(i int) word {
		return e.word(w.Select(bit.x, w.C64(0), w.Bin(w.I64Eq, index.x, w.C64(i))))
	})
}

// weight estimates how much work a node is, up to a limit.
func weight(n *node, limit int) int {
	if n == nil || limit <= 0 {
		return 0
	}
	w := 1
	switch n.op {
	case sFlood, sSpread, sTrail:
		w = 20
	case sThose, sUnion, sReach, nAny, nSum, nMin, nMax:
		w = 40
	case sConst, sState, nConst, nState, nArg, nVar:
		return 0
	}
	for _, x := range [3]*node{n.a, n.b, n.c} {
		w += weight(x, limit-w)
	}
	return w
}

func isTrivial(n *node) bool {
	return n.op == nState || n.op == nArg || n.op == nVar || n.op == nConst
}

// heavy is the weight from which work is done only inside the branch that needs it.
const heavy = 12

// branches reports whether to compute what is below a node inside a branch.
func (e *frame) branches(n *node) bool {
	if _, ok := e.lookup(n); ok || e.used(n) > 1 {
		return false
	}
	return weight(n, heavy) >= heavy
}

func (e *lowering) when(n *node) []word {
	if e.branches(n.b) {
		acc := e.variables(nil, n.may)
		e.clear(acc)
		e.onlyIf(n.a, func() { e.copyInto(acc, e.set(n.b)) })
		return acc
	}
	t, s := e.mask(n.a), e.set(n.b)
	return each(n.may, func(i int) word { return e.and(at(s, i), t) })
}

// common handles two values of which one is a part of the other, such as a set and the changed set.
// It computes that part first, because both choices need it.
func (e *lowering) common(a, b *node) {
	for _, x := range [2][2]*node{{a, b}, {b, a}} {
		if partOf(x[0], x[1], 4) {
			if x[0].op.isNumber() {
				e.num(x[0])
			} else {
				e.set(x[0])
			}
		}
	}
}

// partOf reports whether a node is below another, but by no more than a number of levels.
func partOf(n, whole *node, levels int) bool {
	if whole == nil || levels == 0 {
		return false
	}
	return whole.a == n || whole.b == n || whole.c == n || partOf(n, whole.a, levels-1) ||
		partOf(n, whole.b, levels-1) || partOf(n, whole.c, levels-1)
}

func (e *lowering) choose(n *node) []word {
	e.common(n.b, n.c)
	if e.branches(n.b) || e.branches(n.c) {
		acc := e.variables(nil, n.may)
		e.f.If(e.test(n.a), func() {
			e.scope(func() { e.copyInto(acc, e.set(n.b)) })
		}, func() {
			e.scope(func() { e.copyInto(acc, e.set(n.c)) })
		})
		return acc
	}
	t, a, b := e.test(n.a), e.set(n.b), e.set(n.c)
	return each(n.may, func(i int) word {
		x, y := at(a, i), at(b, i)
		if x == y {
			return x
		}
		return e.word(w.Select(x.x, y.x, t))
	})
}

// mask returns all ones if a condition holds, otherwise 0.
func (e *lowering) mask(t *node) word {
	if !t.isTruth() {
		return e.word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, e.test(t))))
	}
	x := e.num(t)
	if !x.local {
		return constant(-x.c)
	}
	return e.word(w.Bin(w.I64Sub, w.C64(0), x.x))
}

// flood adds to a set what is reached from it within another set.
func (e *lowering) flood(n *node) []word {
	s := e.variables(e.set(n.a), n.may)
	b := e.set(n.b)
	e.rounds(s, func(t []word) []word {
		return e.round(t, n.list.k, func(t []word, i int) []word {
			return e.shiftedInto(t, n.may, n.list.k[i], &n.list.mask[i], n.b.may)
		}, func(t []word) []word { return e.intersection(t, b) })
	})
	return s
}

// round adds to a set what steps add to it, by their distances. Each step goes on from what those
// before it have reached, but one and its opposite need not wait for each other.
func (e *frame) round(t []word, k []int, step func(t []word, i int) []word,
	within func(t []word) []word) []word {
	done := make([]bool, len(k))
	for i := range k {
		if done[i] {
			continue
		}
		more := step(t, i)
		for j := i + 1; j < len(k); j++ {
			if !done[j] && k[j] == -k[i] {
				done[j], more = true, e.union(more, step(t, j))
				break
			}
		}
		t = e.union(t, within(more))
	}
	return t
}

// rounds repeats a step that adds to the variables of a set until it adds nothing more.
func (e *frame) rounds(s []word, step func(s []word) []word) {
	e.f.Loop(func(again w.Label) {
		e.scope(func() {
			t := step(s)
			more := make([]word, len(s))
			for i := range s {
				if s[i].local {
					more[i] = e.xor(t[i], s[i])
				}
			}
			for i := range s {
				if s[i].local && t[i] != s[i] {
					e.assign(s[i], t[i].x)
				}
			}
			e.f.BranchIf(again, e.some(more))
		})
	})
}

func (e *lowering) spread(n *node) []word {
	s := e.variables(e.set(n.a), n.may)
	masks := make([][]word, len(n.args))
	for i, a := range n.args {
		masks[i] = e.set(a)
	}
	e.rounds(s, func(t []word) []word {
		return e.round(t, n.list.k, func(t []word, i int) []word {
			may := n.args[i].may
			return e.intersection(e.shiftedInto(t, n.may, n.list.k[i], may, may), masks[i])
		}, func(t []word) []word { return t })
	})
	return s
}

// trail finds the places on shortest ways from a set to the members of another one: it keeps the
// rounds of a spread in memory and goes back from the targets.
func (e *lowering) trail(n *node) []word {
	f := e.f
	may := *e.b.full
	from, targets := e.set(n.a), e.set(n.b)
	masks := make([][]word, len(n.args))
	for i, a := range n.args {
		masks[i] = e.set(a)
	}
	size := int32(8 * words(&may))
	top := f.Local(w.I32)
	seen := e.variables(from, &may)
	front := e.variables(from, &may)
	base := f.Local(w.I32)
	f.Set(base, e.sp.X)
	f.Set(top, base.X)
	put := func(s []word) {
		for i := range words(&may) {
			f.Store(w.I64Store, top.X, uint32(8*i), at(s, i).x)
		}
	}
	put(seen)
	f.Block(func(done w.Label) {
		f.Loop(func(again w.Label) {
			e.scope(func() {
				left := e.difference(targets, seen)
				f.BranchIf(done, w.Not32(e.some(left)))
				if n.k != 0 {
					// One target is enough: stop when the spread meets one.
					met := e.intersection(targets, seen)
					f.BranchIf(done, e.some(met))
				}
				var t []word
				for i, k := range n.list.k {
					t = e.union(t, e.intersection(e.shifted(front, &may, k, n.args[i].may),
						masks[i]))
				}
				t = e.difference(t, seen)
				f.BranchIf(done, w.Not32(e.some(t)))
				e.copyInto(front, t)
				for i := range seen {
					e.assign(seen[i], w.Bin(w.I64Or, seen[i].x, front[i].x))
				}
				f.Set(top, w.Bin(w.I32Add, top.X, w.C32(size)))
				put(front)
				f.Branch(again)
			})
		})
	})
	need := e.variables(e.intersection(targets, seen), &may)
	if n.k != 0 {
		e.lowestOnly(need)
	}
	f.While(w.Bin(w.I32GtU, top.X, base.X), func(w.Label) {
		e.scope(func() {
			layer := each(&may, func(i int) word {
				return e.word(w.Load(w.I64Load, top.X, uint32(8*i)))
			})
			f.Set(top, w.Bin(w.I32Sub, top.X, w.C32(size)))
			before := each(&may,
				func(i int) word { return e.word(w.Load(w.I64Load, top.X, uint32(8*i))) })
			// Prefer places that have been found already, so that the ways have much in common.
			at0 := e.variables(e.intersection(need, layer), &may)
			back := func(from []word) {
				for i, k := range n.list.k {
					hit := e.intersection(e.intersection(at0,
						e.shifted(from, &may, k, n.args[i].may)), masks[i])
					for j := range at0 {
						if !at(hit, j).is(0) {
							e.assign(at0[j], e.diff(at0[j], hit[j]).x)
						}
					}
					gone := e.shifted(hit, n.args[i].may, -k, e.b.full)
					for j := range need {
						if !at(gone, j).is(0) {
							e.assign(need[j], w.Bin(w.I64Or, need[j].x, gone[j].x))
						}
					}
				}
			}
			back(e.intersection(before, e.frozen(need)))
			back(before)
		})
	})
	return need
}

// runs finds the members of a set on the rays from a place up to the first other place; with ends,
// only rays on which that place is a member of ends count.
func (e *lowering) runs(n *node, ends []word) []word {
	place, s := e.num(n.a), e.set(n.b)
	var t []word
	read := e.raysOf(n.list.table, place)
	for i := len(n.list.table) - 1; i >= 0; i-- {
		up, ray := n.list.table[i]%2 == 1, read(i)
		free, stop := make([]word, len(ray)), make([]word, len(ray))
		for i, x := range ray {
			free[i] = e.and(x, at(s, i))
			stop[i] = e.xor(x, free[i])
		}
		var part []word
		if up {
			part = e.before(free, stop)
		} else {
			part = e.behind(free, stop)
		}
		if ends != nil {
			var first []word
			if up {
				first = e.lowBit(stop)
			} else {
				first = e.highBit(stop)
			}
			hit := e.intersection(first, ends)
			m := e.word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, e.some(hit))))
			for i := range part {
				part[i] = e.and(part[i], m)
			}
		}
		t = e.union(t, part)
	}
	return t
}

// raysOf puts the rays from each place side by side into one table, and returns a function that
// reads those of a place: by ray, the last one first.
func (e *frame) raysOf(list []int, place word) func(ray int) []word {
	stride, places := 0, 0
	mays, from := make([]Bits, len(list)), make([]int, len(list))
	for i, ray := range list {
		sets := e.b.tables[ray/2]
		for x := range sets {
			mays[i] = mays[i].Or(sets[x])
		}
		from[i] = stride
		stride += words(&mays[i])
		places = len(sets)
	}
	b := make([]byte, 0, 8*stride*places)
	for x := range places {
		for i, ray := range list {
			for _, word := range e.b.tables[ray/2][x][:words(&mays[i])] {
				b = binary.LittleEndian.AppendUint64(b, word)
			}
		}
	}
	at, base := e.put(b), e.f.Local(w.I32)
	e.f.Set(base, w.Bin(w.I32Mul, w.Un(w.I32WrapI64, place.x), w.C32(8*stride)))
	return func(ray int) []word {
		return e.window(base, at+uint32(8*from[ray]), &mays[ray])
	}
}

// beyond finds what lies just beyond the runs of a set that begin next to another set.
func (e *lowering) beyond(n *node) []word {
	x, s := e.set(n.a), e.set(n.b)
	var t []word
	for i, k := range n.list.k {
		mask, last := n.list.mask[i], n.list.last[i]
		room := mask.And(*n.b.may)
		p := make([]word, min(len(s), words(&room)))
		for j := range p {
			p[j] = e.and(s[j], constant(mask[j]))
		}
		g := e.intersection(p, e.shifted(x, n.a.may, k, &room))
		g = e.filled(g, p, k, n.list.times[i], &room, &room)
		t = e.union(t, e.shifted(g, &room, k, &last))
	}
	return t
}

// lines returns the union of what the lines within a set give.
func (e *lowering) lines(n *node) []word {
	s := e.set(n.a)
	var t []word
	if len(n.list.lines[0]) <= 40 {
		for i := range n.list.lines[0] {
			line := constants(&n.list.lines[0][i])
			out := e.difference(line, s)
			m := e.word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, w.Not32(e.some(out)))))
			gives := constants(&n.list.gives[i])
			for j := range gives {
				gives[j] = e.and(gives[j], m)
			}
			t = e.union(t, gives)
		}
		return t
	}
	masks, gives := e.tableOf(n.list.lines[0]), e.tableOf(n.list.gives)
	acc := e.variables(nil, n.may)
	e.clear(acc)
	var within Bits
	for i := range n.list.lines[0] {
		within = within.Or(n.list.lines[0][i])
	}
	e.counted(constant(0), constant(uint64(len(n.list.gives))), func(i word) {
		out := e.difference(e.entry(masks, i, &within), s)
		e.f.If(w.Not32(e.some(out)), func() {
			for j, x := range e.entry(gives, i, n.may) {
				if acc[j].local {
					e.assign(acc[j], w.Bin(w.I64Or, acc[j].x, x.x))
				}
			}
		})
	})
	return acc
}

// counted runs body for the numbers from lo to hi - 1.
func (e *frame) counted(lo, hi word, body func(i word)) {
	i := e.variable(lo)
	e.f.While(w.Bin(w.I64LtS, i.x, hi.x), func(w.Label) {
		e.scope(func() { body(i) })
		e.assign(i, w.Bin(w.I64Add, i.x, w.C64(1)))
	})
}

// loop runs body for the members of a set.
func (e *frame) loop(v int64, dom []word, body func(x word)) {
	work := e.frozenVariables(dom)
	x := word{local: true, l: e.f.Local(w.I64)}
	e.f.Block(func(done w.Label) {
		e.f.Loop(func(again w.Label) {
			e.take(work, 0, x, done)
			e.scope(func() {
				e.remember(e.b.intern(node{op: nVar, k: v}), []word{x})
				body(x)
			})
			e.f.Branch(again)
		})
	})
}

// reach adds to a set what a body gives for its members, one after the other, including the new
// ones.
func (e *lowering) reach(n *node) []word {
	acc := e.variables(e.set(n.a), n.may)
	work := e.variables(acc, n.may)
	e.hoist(n.b, n.k)
	x := word{local: true, l: e.f.Local(w.I64)}
	e.f.Block(func(done w.Label) {
		e.f.Loop(func(again w.Label) {
			e.take(work, 0, x, done)
			e.scope(func() {
				e.remember(e.b.intern(node{op: nVar, k: n.k}), []word{x})
				fresh := e.difference(e.set(n.b), acc)
				for i, y := range fresh {
					if !y.is(0) {
						e.assign(acc[i], w.Bin(w.I64Or, acc[i].x, y.x))
						e.assign(work[i], w.Bin(w.I64Or, work[i].x, y.x))
					}
				}
			})
			e.f.Branch(again)
		})
	})
	return acc
}

// hoist computes the loop-invariant parts of a loop's body before the loop.
func (e *lowering) hoist(n *node, v int64) {
	if n == nil || isConst(n) || isTrivial(n) {
		return
	}
	if _, ok := e.lookup(n); ok {
		return
	}
	if n.deps>>uint(v)&1 == 0 && e.ready(n) {
		if n.op.isNumber() {
			e.num(n)
		} else {
			e.set(n)
		}
		return
	}
	e.hoist(n.a, v)
	e.hoist(n.b, v)
	e.hoist(n.c, v)
	for _, a := range n.args {
		e.hoist(a, v)
	}
}

// ready reports whether all loop variables that a node depends on are bound here.
func (e *frame) ready(n *node) bool {
	for v := int64(0); v < maxLoops; v++ {
		if n.deps>>uint(v)&1 != 0 {
			if _, ok := e.lookup(e.b.intern(node{op: nVar, k: v})); !ok {
				return false
			}
		}
	}
	return true
}

// onlyIf writes a condition and what to do if it holds; code after it cannot use what that
// computes. In `a and b`, b is read only if a holds.
func (e *lowering) onlyIf(cond *node, then func()) {
	if isTrue(cond) {
		e.scope(then)
		return
	}
	if first, second := e.conjuncts(cond); first != nil {
		e.onlyIf(first, func() { e.onlyIf(second, then) })
		return
	}
	e.f.If(e.test(cond), func() { e.scope(then) })
}

// conjuncts returns the parts of `a and b` if it has not been computed, the cheaper one first;
// otherwise nil.
func (e *frame) conjuncts(cond *node) (first, second *node) {
	if _, ok := e.lookup(cond); ok || cond.op != nBin || binOp(cond.k) != bAnd ||
		!cond.a.isTruth() || !cond.b.isTruth() {
		return nil, nil
	}
	if weight(cond.b, 40) < weight(cond.a, 40) {
		return cond.b, cond.a
	}
	return cond.a, cond.b
}

// test computes what a condition needs and returns it as a number of 32 bits.
func (e *lowering) test(n *node) w.X {
	if n.op == nConst {
		return w.C32(int(truthNumber(n.k != 0)))
	}
	if v, ok := e.lookup(n); ok {
		if !v[0].local {
			return w.C32(int(truthNumber(v[0].c != 0)))
		}
		if n.isTruth() {
			return w.Un(w.I32WrapI64, v[0].x)
		}
		return w.Bin(w.I64Ne, v[0].x, w.C64(0))
	}
	if e.used(n) > 1 && !isTrivial(n) {
		e.num(n)
		return e.test(n)
	}
	if x := e.testCode(n); x != nil {
		return x
	}
	x := e.num(n)
	return w.Bin(w.I64Ne, x.x, w.C64(0))
}

var comparisons = map[binOp]w.Op{bEq: w.I64Eq, bNe: w.I64Ne, bLt: w.I64LtS, bLe: w.I64LeS}

// testCode computes a condition that is found as a number of 32 bits; nil for other numbers.
func (e *lowering) testCode(n *node) w.X {
	switch n.op {
	case nSome:
		return e.some(e.set(n.a))
	case nHas:
		return w.Un(w.I32WrapI64, e.has(n))
	case nRow:
		return e.row(n)
	case nRowAt:
		return e.rowAt(n)
	case nLines:
		return e.lineOf(n)
	case nAny:
		return e.any(n)
	case nBin:
		switch op := binOp(n.k); op {
		case bEq, bNe, bLt, bLe:
			if !n.a.isTruth() || !n.b.isTruth() {
				if op == bEq && n.b.op == nConst && n.b.k == 0 {
					return w.Un(w.I64Eqz, e.num(n.a).x)
				}
				a, b := e.num(n.a), e.num(n.b)
				return w.Bin(comparisons[op], a.x, b.x)
			}
			a, b := e.num(n.a), e.num(n.b)
			return w.Bin(comparisons[op], a.x, b.x)
		case bXor:
			if isTrue(n.b) && n.a.isTruth() {
				return w.Not32(e.test(n.a))
			}
		case bAnd, bOr:
			if !n.a.isTruth() || !n.b.isTruth() {
				return nil
			}
			if e.branches(n.a) || e.branches(n.b) {
				return e.shortCircuit(n, op == bOr)
			}
			a, b := e.test(n.a), e.test(n.b)
			if op == bAnd {
				return w.Bin(w.I32And, a, b)
			}
			return w.Bin(w.I32Or, a, b)
		}
	}
	return nil
}

// shortCircuit reads the second part of a condition only if the first does not decide it.
func (e *lowering) shortCircuit(n *node, or bool) w.X {
	a, b := n.a, n.b
	if weight(b, 40) < weight(a, 40) {
		a, b = b, a
	}
	t := e.f.Local(w.I32)
	first := e.test(a)
	e.f.Set(t, first)
	cond := w.X(t.X)
	if or {
		cond = w.Not32(t.X)
	}
	e.f.If(cond, func() { e.scope(func() { e.f.Set(t, e.test(b)) }) })
	return t.X
}

// any reports whether a condition holds for some member of a set.
func (e *lowering) any(n *node) w.X {
	dom := e.set(n.a)
	e.hoist(n.b, n.k)
	found := e.f.Local(w.I32)
	e.f.Set(found, w.C32(0))
	e.f.Block(func(done w.Label) {
		e.loop(n.k, dom, func(word) {
			e.onlyIf(n.b, func() {
				e.f.Set(found, w.C32(1))
				e.f.Branch(done)
			})
		})
	})
	return found.X
}

// has returns whether a place is in a set.
func (e *lowering) has(n *node) w.X {
	a, b := n.a, n.b
	if b.op == nConst {
		k := int(b.k)
		s := e.set(a)
		return w.Bin(w.I64And, w.Bin(w.I64ShrU, at(s, k/64).x, w.C64(k%64)), w.C64(1))
	}
	count := words(a.may)
	if _, ok := e.lookup(a); a.op == sState && !ok && count > 1 {
		// Only the byte is read.
		at := e.num(b)
		addr := w.Bin(w.I32Add, e.p.X, w.Bin(w.I32ShrU, w.Un(w.I32WrapI64, at.x), w.C32(3)))
		return w.Bin(w.I64And, w.Bin(w.I64ShrU, w.Load(w.I64Load8U, addr, e.fieldAt(int(a.k))),
			w.Bin(w.I64And, at.x, w.C64(7))), w.C64(1))
	}
	return e.holds(e.set(a), e.num(b), e.within(b, 64))
}

// holds returns whether a place is in a set; low says that it is known to be below 64.
func (e *frame) holds(s []word, place word, low bool) w.X {
	var x w.X
	switch len(s) {
	case 0:
		return w.C64(0)
	case 1:
		x = s[0].x
		if e.b.lay.Words > 1 && !low {
			x = w.Select(s[0].x, w.C64(0), w.Bin(w.I64LtS, place.x, w.C64(64)))
		}
	default:
		index := e.word(w.Bin(w.I64ShrU, place.x, w.C64(6)))
		x = w.C64(0)
		for i := range s {
			if !s[i].is(0) {
				x = w.Select(s[i].x, x, w.Bin(w.I64Eq, index.x, w.C64(i)))
			}
		}
	}
	return w.Bin(w.I64And, w.Bin(w.I64ShrU, x, place.x), w.C64(1))
}

// within reports whether a place is known to be below a limit.
func (e *frame) within(n *node, limit int64) bool {
	lo, hi := e.span(n)
	return lo >= 0 && hi < limit
}

// row reports whether k members of a set are consecutive on an axis.
func (e *lowering) row(n *node) w.X {
	s := e.set(n.a)
	var any []word
	for i, d := range n.list.k {
		mask := n.list.mask[i]
		// t is where a row of have members ends; have is doubled as often as possible.
		t, may, have := s, *n.a.may, 1
		for have < int(n.k) {
			by := min(have, int(n.k)-have)
			room := mask
			for j := 1; j < by; j++ {
				room = room.And(shifted(mask, d*j))
			}
			m := e.shiftedInto(t, &may, d*by, &room, &may)
			t = e.intersection(t, m)
			may = may.And(shifted(may, d*by)).And(room)
			have += by
		}
		any = e.union(any, t)
	}
	return e.some(any)
}

// lineOf reports whether one of the lines of a place lies within a set.
func (e *lowering) lineOf(n *node) w.X {
	var flat []Bits
	first := make([]int64, len(n.list.lines)+1)
	var within Bits
	for i, list := range n.list.lines {
		first[i] = int64(len(flat))
		flat = append(flat, list...)
		for j := range list {
			within = within.Or(list[j])
		}
	}
	first[len(n.list.lines)] = int64(len(flat))
	from, masks := e.numbersTable(first), e.tableOf(flat)
	place, s := e.num(n.a), e.set(n.b)
	lo := e.word(e.numberAt(from, place, 0))
	hi := e.word(e.numberAt(from, place, 8))
	found := e.f.Local(w.I32)
	e.f.Set(found, w.C32(0))
	e.counted(lo, hi, func(i word) {
		out := e.difference(e.entry(masks, i, &within), s)
		e.f.Set(found, w.Bin(w.I32Or, found.X, w.Not32(e.some(out))))
	})
	return found.X
}

// num writes a number and returns it.
func (e *lowering) num(n *node) word {
	if n.op == nConst {
		return constant(uint64(n.k))
	}
	if v, ok := e.lookup(n); ok {
		return v[0]
	}
	v := e.numCode(n)
	e.remember(n, []word{v})
	return v
}

func (e *lowering) numCode(n *node) word {
	if n.op == nHas {
		return e.word(e.has(n))
	}
	if x := e.testCode(n); x != nil {
		return e.word(w.Un(w.I64ExtendI32U, x))
	}
	switch n.op {
	case nState:
		return e.word(w.Load(w.I64Load, e.p.X, e.numberOf(int(n.k))))
	case nArg:
		return word{local: true, l: e.args[n.k]}
	case nAfter:
		return e.num(n.a)
	case nVar:
		fail("a loop variable outside its loop")
	case nCount:
		if sum := e.size(e.set(n.a)); sum != nil {
			return e.word(sum)
		}
		return constant(0)
	case nTable:
		return e.word(e.numberAt(e.numbersTable(e.b.numTab[n.k]), e.num(n.a), 0))
	case nCell:
		at := add(e.p.X, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, e.num(n.a).x), w.C32(3)))
		return e.word(w.Load(w.I64Load, at, e.numberOf(int(n.k))))
	case nBin:
		a, b := e.num(n.a), e.num(n.b)
		return e.word(e.arithmetic(n, binOp(n.k), a, b))
	case nSel:
		e.common(n.b, n.c)
		if e.branches(n.b) || e.branches(n.c) {
			t := word{local: true, l: e.f.Local(w.I64)}
			e.f.If(e.test(n.a), func() {
				e.scope(func() { e.assign(t, e.num(n.b).x) })
			}, func() {
				e.scope(func() { e.assign(t, e.num(n.c).x) })
			})
			return t
		}
		t, a, b := e.test(n.a), e.num(n.b), e.num(n.c)
		return e.word(w.Select(a.x, b.x, t))
	case nSum, nMin, nMax:
		dom := e.set(n.a)
		e.hoist(n.b, n.k)
		start := map[nodeOp]int64{nSum: 0, nMin: math.MaxInt64, nMax: math.MinInt64}[n.op]
		acc := e.variable(constant(uint64(start)))
		op := map[nodeOp]binOp{nSum: bAdd, nMin: bMin, nMax: bMax}[n.op]
		e.loop(n.k, dom, func(word) {
			x := e.num(n.b)
			if lo, hi := e.span(n); n.op == nSum && lo > math.MinInt64 && hi < math.MaxInt64 {
				e.assign(acc, w.Bin(w.I64Add, acc.x, x.x))
				return
			}
			e.assign(acc, e.arithmetic(nil, op, acc, x))
		})
		if n.op == nSum {
			return acc
		}
		return e.word(w.Select(acc.x, w.C64(0), e.some(dom))) // 0 for the empty set
	}
	fail("no code for a number of operator %d", n.op)
	return word{}
}

// arithmetic applies a binary operator; n is the node of the result, if it is one.
func (e *frame) arithmetic(n *node, op binOp, a, b word) w.X {
	inRange := false
	if n != nil {
		lo, hi := e.span(n)
		inRange = lo > math.MinInt64 && hi < math.MaxInt64
	}
	switch op {
	case bAdd:
		return e.bounded(w.I64Add, a, b, inRange)
	case bSub:
		return e.bounded(w.I64Sub, a, b, inRange)
	case bMul:
		if inRange {
			return w.Bin(w.I64Mul, a.x, b.x)
		}
		return w.Call(e.helper("mul"), a.x, b.x)
	case bDiv:
		if !b.local && b.c != 0 && int64(b.c) != -1 {
			return w.Bin(w.I64DivS, a.x, b.x)
		}
		return w.Call(e.helper("div"), a.x, b.x)
	case bMod:
		if !b.local && b.c != 0 && int64(b.c) != -1 {
			return w.Bin(w.I64RemS, a.x, b.x)
		}
		return w.Call(e.helper("mod"), a.x, b.x)
	case bPow:
		return w.Call(e.helper("pow"), a.x, b.x)
	case bMin:
		return w.Select(a.x, b.x, w.Bin(w.I64LtS, a.x, b.x))
	case bMax:
		return w.Select(a.x, b.x, w.Bin(w.I64GtS, a.x, b.x))
	case bAnd:
		return w.Bin(w.I64And, a.x, b.x)
	case bOr:
		return w.Bin(w.I64Or, a.x, b.x)
	case bXor:
		return w.Bin(w.I64Xor, a.x, b.x)
	case bAndNot:
		return w.Bin(w.I64And, a.x, w.Bin(w.I64Xor, b.x, w.C64(-1)))
	case bShr:
		return w.Bin(w.I64And, w.Bin(w.I64ShrS, a.x, b.x), w.C64(1))
	case bUp:
		return w.Bin(w.I64Shl, a.x, b.x)
	case bDown:
		return w.Bin(w.I64ShrU, a.x, b.x)
	case bOnes:
		return w.Un(w.I64Popcnt, a.x)
	}
	return w.Un(w.I64ExtendI32U, w.Bin(comparisons[op], a.x, b.x))
}

// span returns the range in which a number certainly lies; the full range if nothing is known.
func (u *unitOf) span(n *node) (lo, hi int64) {
	if r, ok := u.spans[n]; ok {
		return r[0], r[1]
	}
	lo, hi = u.spanOf(n)
	u.spans[n] = [2]int64{lo, hi}
	return lo, hi
}

// big is the number above which span does not follow sums.
const big = 1 << 40

func (u *unitOf) spanOf(n *node) (lo, hi int64) {
	places := int64(u.b.lay.Words*64 - 1)
	unknown := func() (int64, int64) { return math.MinInt64, math.MaxInt64 }
	switch n.op {
	case nConst:
		return n.k, n.k
	case nArg:
		return 0, places
	case nVar:
		return 0, places
	case nState:
		switch n.k {
		case NumPly, NumPasses, NumRepeat, NumSeen:
			return 0, big
		case NumOut:
			return 0, 1 << 16
		}
		return unknown()
	case nCount:
		return 0, int64(n.a.may.Len())
	case nTable:
		return slices.Min(u.b.numTab[n.k]), slices.Max(u.b.numTab[n.k])
	case nSel:
		a, b := u.span(n.b)
		c, d := u.span(n.c)
		return min(a, c), max(b, d)
	case nMin, nMax:
		a, b := u.span(n.b)
		return min(a, 0), max(b, 0)
	case nSum:
		a, b := u.span(n.b)
		k := int64(n.a.may.Len())
		if a < -big || b > big {
			return unknown()
		}
		return min(a*k, 0), max(b*k, 0)
	}
	switch {
	case n.isTruth():
		return 0, 1
	case n.op != nBin:
		return unknown()
	}
	a, b := u.span(n.a)
	c, d := u.span(n.b)
	return spanOfBinary(binOp(n.k), a, b, c, d)
}

// spanOfBinary returns the range of the result of an operator for operands from a to b and from c
// to d.
func spanOfBinary(op binOp, a, b, c, d int64) (lo, hi int64) {
	small := a >= -big && b <= big && c >= -big && d <= big
	tiny := a >= -1<<30 && b <= 1<<30 && c >= -1<<30 && d <= 1<<30
	switch {
	case op == bMin:
		return min(a, c), min(b, d)
	case op == bMax:
		return max(a, c), max(b, d)
	case op == bAdd && small:
		return a + c, b + d
	case op == bSub && small:
		return a - d, b - c
	case op == bMul && tiny:
		return min(a*c, a*d, b*c, b*d), max(a*c, a*d, b*c, b*d)
	case op == bDiv && a > math.MinInt64:
		m := max(b, -a, 0)
		return -m, m
	case op == bMod && a > math.MinInt64:
		return min(a, 0), max(b, 0)
	case op == bAnd && (a >= 0 || c >= 0):
		switch {
		case a < 0:
			return 0, d
		case c < 0:
			return 0, b
		}
		return 0, min(b, d)
	case op == bOnes:
		return 0, 64
	}
	return math.MinInt64, math.MaxInt64
}

// A table is sets in memory: the i-th has stride words, starting at at.
type table struct {
	at     uint32
	stride int
}

// place is the set of one place, for callers that know it.
func place(i int64) Bits { return topology.SetOf(topology.Site(i)) }
