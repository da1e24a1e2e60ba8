package lower

import (
	"encoding/binary"
	"math"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// This file turns nodes into WebAssembly. A set has as many words of 64 bits as its possible places
// need; a word that is always empty or otherwise constant needs no code. The results of nodes are
// kept in local variables, which the machine that runs the module puts into registers.

// A Frame is a function of a module that is being written: its arguments, and the values that its
// code has computed so far.
type Frame struct {
	*UnitOf
	writer
	P      w.Local // the address of the position
	Args   []w.Local
	scopes []map[*graph.Node][]Word
	counts int
}

// A Lowering writes one function of a module: what nodes are, as words.
type Lowering struct {
	Frame
	// of sets of the position: the same in variables, which are written with them
	Mirrors map[*graph.Node]Word
}

// Lower starts to write a function whose first parameter is a position, followed by the arguments
// of a step, if any.
func (u *UnitOf) Lower(f *w.Func, args ...w.Local) *Lowering {
	e := &Lowering{Frame: Frame{UnitOf: u, writer: writer{f}, P: f.Arg(0), Args: args}}
	e.Recount()
	e.Push()
	return e
}

func (e *Frame) Push() { e.scopes = append(e.scopes, map[*graph.Node][]Word{}) }
func (e *Frame) Pop()  { e.scopes = e.scopes[:len(e.scopes)-1] }

func (e *Frame) lookup(n *graph.Node) ([]Word, bool) {
	for i := len(e.scopes) - 1; i >= 0; i-- {
		if v, ok := e.scopes[i][n]; ok {
			return v, true
		}
	}
	return nil, false
}

func (e *Frame) Remember(n *graph.Node, v []Word) { e.scopes[len(e.scopes)-1][n] = v }

// Scope runs f; code after it cannot use what f computes, because f may not have run.
func (e *Frame) Scope(f func()) {
	e.Push()
	f()
	e.Pop()
}

// Recount starts counting uses from zero.
func (e *Frame) Recount() {
	e.B.Graph.MayStop()
	e.B.Graph.Counts++
	e.counts = e.B.Graph.Counts
}

func (e *Frame) used(n *graph.Node) int {
	if n.Counted != e.counts {
		return 0
	}
	return n.Uses
}

// Count counts the uses of nodes below a root.
func (e *Frame) Count(n *graph.Node) {
	if n == nil {
		return
	}
	if n.Counted != e.counts {
		n.Counted, n.Uses = e.counts, 0
	}
	if n.Uses++; n.Uses > 1 {
		return
	}
	e.Count(n.A)
	e.Count(n.B)
	e.Count(n.C)
	for _, a := range n.Args {
		e.Count(a)
	}
}

// Set writes a set and returns its words.
func (e *Lowering) Set(n *graph.Node) []Word {
	if n.Op == graph.SConst {
		return Constants(n.Set)
	}
	if v, ok := e.lookup(n); ok {
		return v
	}
	v := e.setCode(n, nil)
	e.Remember(n, v)
	return v
}

// setInto is set where only what is in another set matters; the rest of the words is arbitrary.
func (e *Lowering) setInto(n *graph.Node, into *layout.Bits) []Word {
	if _, ok := e.lookup(n); ok || into == nil || n.Op == graph.SConst || e.used(n) != 1 {
		return e.Set(n)
	}
	return e.setCode(n, into)
}

// meet returns what is in both sets; nil stands for everything.
func meet(a, b *layout.Bits) *layout.Bits {
	if b == nil {
		return a
	}
	both := a.And(*b)
	return &both
}

// field returns the words of a set of the position.
func (e *Frame) field(i int, may *layout.Bits) []Word {
	return Each(may, func(k int) Word {
		return e.Word(w.Load(w.I64Load, e.P.X, e.FieldAt(i)+uint32(8*k)))
	})
}

// setCode writes a set of which only what is in another one matters, if that is not nil.
func (e *Lowering) setCode(n *graph.Node, into *layout.Bits) []Word {
	switch n.Op {
	case graph.SState:
		return e.field(int(n.K), n.May)
	case graph.SAfter:
		return e.Set(n.A)
	case graph.SAnd:
		x, y := n.A, n.B
		if y.Op == graph.SShift || y.Op == graph.SImage {
			x, y = y, x
		}
		a, b := e.setInto(x, meet(y.May, into)), e.setInto(y, into)
		return Each(n.May, func(i int) Word { return e.And(At(a, i), At(b, i)) })
	case graph.SOr:
		return e.Union(e.setInto(n.A, into), e.setInto(n.B, into))
	case graph.SDiff:
		if n.A.Op == graph.SConst && graph.InBits(n.B.May, n.A.Set) {
			a, b := e.Set(n.A), e.setInto(n.B, into)
			return Each(n.May, func(i int) Word { return e.xor(a[i], At(b, i)) })
		}
		return e.Difference(e.setInto(n.A, into), e.setInto(n.B, meet(n.A.May, into)))
	case graph.SShift:
		return e.shiftedInto(e.Set(n.A), n.A.May, int(n.K), n.Set, into)
	case graph.SImage:
		return e.Image(e.Set(n.A), n.A.May, n.List, into)
	case graph.SOne:
		return e.Single(e.Num(n.A), n.May)
	case graph.STable:
		return e.Entry(e.setTable(int(n.K)), e.Num(n.A), n.May)
	case graph.SIf:
		return e.when(n)
	case graph.SSel:
		return e.choose(n)
	case graph.SFill:
		return e.fill(e.Set(n.A), e.Set(n.B), n.B.May, int(n.K), n.Set, 0, n.May)
	case graph.SFlood:
		return e.flood(n)
	case graph.SSpread:
		return e.spread(n)
	case graph.STrail:
		return e.trail(n)
	case graph.SRun:
		return e.runs(n, nil)
	case graph.SCapture:
		return e.runs(n, e.Set(n.C))
	case graph.SBeyond:
		return e.beyond(n)
	case graph.SLines:
		return e.lines(n)
	case graph.SThose:
		return e.those(n)
	case graph.SUnion:
		return e.bodies(n)
	case graph.SReach:
		return e.reach(n)
	}
	symbolic.Fail("no code for a set of operator %d", n.Op)
	return nil
}

// those returns the members of a set for which a condition holds, found in a loop.
func (e *Lowering) those(n *graph.Node) []Word {
	dom := e.Set(n.A)
	e.Hoist(n.B, n.K)
	acc := e.Variables(nil, n.May)
	e.Loop(n.K, dom, func(x Word) {
		e.OnlyIf(n.B, func() { e.AddTo(acc, e.Single(x, n.May)) })
	})
	return acc
}

// bodies returns the union of the sets that a body stands for, for each member of a set.
func (e *Lowering) bodies(n *graph.Node) []Word {
	dom := e.Set(n.A)
	e.Hoist(n.B, n.K)
	acc := e.Variables(nil, n.May)
	e.Loop(n.K, dom, func(Word) { e.AddTo(acc, e.Set(n.B)) })
	return acc
}

// Single returns the set of one place.
func (e *Frame) Single(n Word, may *layout.Bits) []Word {
	if !n.Local {
		one := place(int64(n.c))
		return Constants(&one)
	}
	switch layout.Words(may) {
	case 1:
		return []Word{e.Word(w.Bin(w.I64Shl, w.C64(1), n.X))}
	case 2:
		high := e.Word(w.Bin(w.I64ShrU, n.X, w.C64(6)))
		return Each(may, func(i int) Word {
			if i == 1 {
				return e.Word(w.Bin(w.I64Shl, high.X, n.X))
			}
			return e.Word(w.Bin(w.I64Shl, w.Bin(w.I64Xor, high.X, w.C64(1)), n.X))
		})
	}
	bit := e.Word(w.Bin(w.I64Shl, w.C64(1), n.X))
	index := e.Word(w.Bin(w.I64ShrU, n.X, w.C64(6)))
	return Each(may, func(i int) Word {
		return e.Word(w.Select(bit.X, w.C64(0), w.Bin(w.I64Eq, index.X, w.C64(i))))
	})
}

// weight estimates how much work a node is, up to a limit.
func weight(n *graph.Node, limit int) int {
	if n == nil || limit <= 0 {
		return 0
	}
	w := 1
	switch n.Op {
	case graph.SFlood, graph.SSpread, graph.STrail:
		w = 20
	case graph.SThose, graph.SUnion, graph.SReach, graph.NAny, graph.NSum, graph.NMin, graph.NMax:
		w = 40
	case graph.SConst, graph.SState, graph.NConst, graph.NState, graph.NArg, graph.NVar:
		return 0
	}
	for _, x := range [3]*graph.Node{n.A, n.B, n.C} {
		w += weight(x, limit-w)
	}
	return w
}

func isTrivial(n *graph.Node) bool {
	return n.Op == graph.NState || n.Op == graph.NArg || n.Op == graph.NVar || n.Op == graph.NConst
}

// heavy is the weight from which work is done only inside the branch that needs it.
const heavy = 12

// branches reports whether to compute what is below a node inside a branch.
func (e *Frame) branches(n *graph.Node) bool {
	if _, ok := e.lookup(n); ok || e.used(n) > 1 {
		return false
	}
	return weight(n, heavy) >= heavy
}

func (e *Lowering) when(n *graph.Node) []Word {
	if e.branches(n.B) {
		acc := e.Variables(nil, n.May)
		e.Clear(acc)
		e.OnlyIf(n.A, func() { e.CopyInto(acc, e.Set(n.B)) })
		return acc
	}
	t, s := e.mask(n.A), e.Set(n.B)
	return Each(n.May, func(i int) Word { return e.And(At(s, i), t) })
}

// common handles two values of which one is a part of the other, such as a set and the changed set.
// It computes that part first, because both choices need it.
func (e *Lowering) common(a, b *graph.Node) {
	for _, x := range [2][2]*graph.Node{{a, b}, {b, a}} {
		if partOf(x[0], x[1], 4) {
			if x[0].Op.IsNumber() {
				e.Num(x[0])
			} else {
				e.Set(x[0])
			}
		}
	}
}

// partOf reports whether a node is below another, but by no more than a number of levels.
func partOf(n, whole *graph.Node, levels int) bool {
	if whole == nil || levels == 0 {
		return false
	}
	return whole.A == n || whole.B == n || whole.C == n || partOf(n, whole.A, levels-1) ||
		partOf(n, whole.B, levels-1) || partOf(n, whole.C, levels-1)
}

func (e *Lowering) choose(n *graph.Node) []Word {
	e.common(n.B, n.C)
	if e.branches(n.B) || e.branches(n.C) {
		acc := e.Variables(nil, n.May)
		e.F.If(e.Test(n.A), func() {
			e.Scope(func() { e.CopyInto(acc, e.Set(n.B)) })
		}, func() {
			e.Scope(func() { e.CopyInto(acc, e.Set(n.C)) })
		})
		return acc
	}
	t, a, b := e.Test(n.A), e.Set(n.B), e.Set(n.C)
	return Each(n.May, func(i int) Word {
		x, y := At(a, i), At(b, i)
		if x == y {
			return x
		}
		return e.Word(w.Select(x.X, y.X, t))
	})
}

// mask returns all ones if a condition holds, otherwise 0.
func (e *Lowering) mask(t *graph.Node) Word {
	if !t.IsTruth() {
		return e.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, e.Test(t))))
	}
	x := e.Num(t)
	if !x.Local {
		return Constant(-x.c)
	}
	return e.Word(w.Bin(w.I64Sub, w.C64(0), x.X))
}

// flood adds to a set what is reached from it within another set.
func (e *Lowering) flood(n *graph.Node) []Word {
	s := e.Variables(e.Set(n.A), n.May)
	b := e.Set(n.B)
	e.rounds(s, func(t []Word) []Word {
		return e.round(t, n.List.K, func(t []Word, i int) []Word {
			return e.shiftedInto(t, n.May, n.List.K[i], &n.List.Mask[i], n.B.May)
		}, func(t []Word) []Word { return e.Intersection(t, b) })
	})
	return s
}

// round adds to a set what steps add to it, by their distances. Each step goes on from what those
// before it have reached, but one and its opposite need not wait for each other.
func (e *Frame) round(t []Word, k []int, step func(t []Word, i int) []Word,
	within func(t []Word) []Word) []Word {
	done := make([]bool, len(k))
	for i := range k {
		if done[i] {
			continue
		}
		more := step(t, i)
		for j := i + 1; j < len(k); j++ {
			if !done[j] && k[j] == -k[i] {
				done[j], more = true, e.Union(more, step(t, j))
				break
			}
		}
		t = e.Union(t, within(more))
	}
	return t
}

// rounds repeats a step that adds to the variables of a set until it adds nothing more.
func (e *Frame) rounds(s []Word, step func(s []Word) []Word) {
	e.F.Loop(func(again w.Label) {
		e.Scope(func() {
			t := step(s)
			more := make([]Word, len(s))
			for i := range s {
				if s[i].Local {
					more[i] = e.xor(t[i], s[i])
				}
			}
			for i := range s {
				if s[i].Local && t[i] != s[i] {
					e.Assign(s[i], t[i].X)
				}
			}
			e.F.BranchIf(again, e.Some(more))
		})
	})
}

func (e *Lowering) spread(n *graph.Node) []Word {
	s := e.Variables(e.Set(n.A), n.May)
	masks := make([][]Word, len(n.Args))
	for i, a := range n.Args {
		masks[i] = e.Set(a)
	}
	e.rounds(s, func(t []Word) []Word {
		return e.round(t, n.List.K, func(t []Word, i int) []Word {
			may := n.Args[i].May
			return e.Intersection(e.shiftedInto(t, n.May, n.List.K[i], may, may), masks[i])
		}, func(t []Word) []Word { return t })
	})
	return s
}

// trail finds the places on shortest ways from a set to the members of another one: it keeps the
// rounds of a spread in memory and goes back from the targets.
func (e *Lowering) trail(n *graph.Node) []Word {
	f := e.F
	may := *e.B.Graph.Full
	from, targets := e.Set(n.A), e.Set(n.B)
	masks := make([][]Word, len(n.Args))
	for i, a := range n.Args {
		masks[i] = e.Set(a)
	}
	size := int32(8 * layout.Words(&may))
	top := f.Local(w.I32)
	seen := e.Variables(from, &may)
	front := e.Variables(from, &may)
	base := f.Local(w.I32)
	f.Set(base, e.Sp.X)
	f.Set(top, base.X)
	put := func(s []Word) {
		for i := range layout.Words(&may) {
			f.Store(w.I64Store, top.X, uint32(8*i), At(s, i).X)
		}
	}
	put(seen)
	f.Block(func(done w.Label) {
		f.Loop(func(again w.Label) {
			e.Scope(func() {
				left := e.Difference(targets, seen)
				f.BranchIf(done, w.Not32(e.Some(left)))
				if n.K != 0 {
					// One target is enough: stop when the spread meets one.
					met := e.Intersection(targets, seen)
					f.BranchIf(done, e.Some(met))
				}
				var t []Word
				for i, k := range n.List.K {
					t = e.Union(t, e.Intersection(e.shifted(front, &may, k, n.Args[i].May),
						masks[i]))
				}
				t = e.Difference(t, seen)
				f.BranchIf(done, w.Not32(e.Some(t)))
				e.CopyInto(front, t)
				for i := range seen {
					e.Assign(seen[i], w.Bin(w.I64Or, seen[i].X, front[i].X))
				}
				f.Set(top, w.Bin(w.I32Add, top.X, w.C32(size)))
				put(front)
				f.Branch(again)
			})
		})
	})
	need := e.Variables(e.Intersection(targets, seen), &may)
	if n.K != 0 {
		e.lowestOnly(need)
	}
	f.While(w.Bin(w.I32GtU, top.X, base.X), func(w.Label) {
		e.Scope(func() {
			layer := Each(&may, func(i int) Word {
				return e.Word(w.Load(w.I64Load, top.X, uint32(8*i)))
			})
			f.Set(top, w.Bin(w.I32Sub, top.X, w.C32(size)))
			before := Each(&may,
				func(i int) Word { return e.Word(w.Load(w.I64Load, top.X, uint32(8*i))) })
			// Prefer places that have been found already, so that the ways have much in common.
			at0 := e.Variables(e.Intersection(need, layer), &may)
			back := func(from []Word) {
				for i, k := range n.List.K {
					hit := e.Intersection(e.Intersection(at0,
						e.shifted(from, &may, k, n.Args[i].May)), masks[i])
					for j := range at0 {
						if !At(hit, j).Is(0) {
							e.Assign(at0[j], e.Diff(at0[j], hit[j]).X)
						}
					}
					gone := e.shifted(hit, n.Args[i].May, -k, e.B.Graph.Full)
					for j := range need {
						if !At(gone, j).Is(0) {
							e.Assign(need[j], w.Bin(w.I64Or, need[j].X, gone[j].X))
						}
					}
				}
			}
			back(e.Intersection(before, e.frozen(need)))
			back(before)
		})
	})
	return need
}

// runs finds the members of a set on the rays from a place up to the first other place; with ends,
// only rays on which that place is a member of ends count.
func (e *Lowering) runs(n *graph.Node, ends []Word) []Word {
	place, s := e.Num(n.A), e.Set(n.B)
	var t []Word
	read := e.raysOf(n.List.Table, place)
	for i := len(n.List.Table) - 1; i >= 0; i-- {
		up, ray := n.List.Table[i]%2 == 1, read(i)
		free, stop := make([]Word, len(ray)), make([]Word, len(ray))
		for i, x := range ray {
			free[i] = e.And(x, At(s, i))
			stop[i] = e.xor(x, free[i])
		}
		var part []Word
		if up {
			part = e.before(free, stop)
		} else {
			part = e.behind(free, stop)
		}
		if ends != nil {
			var first []Word
			if up {
				first = e.lowBit(stop)
			} else {
				first = e.highBit(stop)
			}
			hit := e.Intersection(first, ends)
			m := e.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, e.Some(hit))))
			for i := range part {
				part[i] = e.And(part[i], m)
			}
		}
		t = e.Union(t, part)
	}
	return t
}

// raysOf puts the rays from each place side by side into one table, and returns a function that
// reads those of a place: by ray, the last one first.
func (e *Frame) raysOf(list []int, place Word) func(ray int) []Word {
	stride, places := 0, 0
	mays, from := make([]layout.Bits, len(list)), make([]int, len(list))
	for i, ray := range list {
		sets := e.B.Graph.Tables[ray/2]
		for x := range sets {
			mays[i] = mays[i].Or(sets[x])
		}
		from[i] = stride
		stride += layout.Words(&mays[i])
		places = len(sets)
	}
	b := make([]byte, 0, 8*stride*places)
	for x := range places {
		for i, ray := range list {
			for _, word := range e.B.Graph.Tables[ray/2][x][:layout.Words(&mays[i])] {
				b = binary.LittleEndian.AppendUint64(b, word)
			}
		}
	}
	at, base := e.put(b), e.F.Local(w.I32)
	e.F.Set(base, w.Bin(w.I32Mul, w.Un(w.I32WrapI64, place.X), w.C32(8*stride)))
	return func(ray int) []Word {
		return e.window(base, at+uint32(8*from[ray]), &mays[ray])
	}
}

// beyond finds what lies just beyond the runs of a set that begin next to another set.
func (e *Lowering) beyond(n *graph.Node) []Word {
	x, s := e.Set(n.A), e.Set(n.B)
	var t []Word
	for i, k := range n.List.K {
		mask, last := n.List.Mask[i], n.List.Last[i]
		room := mask.And(*n.B.May)
		p := make([]Word, min(len(s), layout.Words(&room)))
		for j := range p {
			p[j] = e.And(s[j], Constant(mask[j]))
		}
		g := e.Intersection(p, e.shifted(x, n.A.May, k, &room))
		g = e.filled(g, p, k, n.List.Times[i], &room, &room)
		t = e.Union(t, e.shifted(g, &room, k, &last))
	}
	return t
}

// lines returns the union of what the lines within a set give.
func (e *Lowering) lines(n *graph.Node) []Word {
	s := e.Set(n.A)
	var t []Word
	if len(n.List.Lines[0]) <= 40 {
		for i := range n.List.Lines[0] {
			line := Constants(&n.List.Lines[0][i])
			out := e.Difference(line, s)
			m := e.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, w.Not32(e.Some(out)))))
			gives := Constants(&n.List.Gives[i])
			for j := range gives {
				gives[j] = e.And(gives[j], m)
			}
			t = e.Union(t, gives)
		}
		return t
	}
	masks, gives := e.TableOf(n.List.Lines[0]), e.TableOf(n.List.Gives)
	acc := e.Variables(nil, n.May)
	e.Clear(acc)
	var within layout.Bits
	for i := range n.List.Lines[0] {
		within = within.Or(n.List.Lines[0][i])
	}
	e.counted(Constant(0), Constant(uint64(len(n.List.Gives))), func(i Word) {
		out := e.Difference(e.Entry(masks, i, &within), s)
		e.F.If(w.Not32(e.Some(out)), func() {
			for j, x := range e.Entry(gives, i, n.May) {
				if acc[j].Local {
					e.Assign(acc[j], w.Bin(w.I64Or, acc[j].X, x.X))
				}
			}
		})
	})
	return acc
}

// counted runs body for the numbers from lo to hi - 1.
func (e *Frame) counted(lo, hi Word, body func(i Word)) {
	i := e.Variable(lo)
	e.F.While(w.Bin(w.I64LtS, i.X, hi.X), func(w.Label) {
		e.Scope(func() { body(i) })
		e.Assign(i, w.Bin(w.I64Add, i.X, w.C64(1)))
	})
}

// Loop runs body for the members of a set.
func (e *Frame) Loop(v int64, dom []Word, body func(x Word)) {
	work := e.FrozenVariables(dom)
	x := Word{Local: true, L: e.F.Local(w.I64)}
	e.F.Block(func(done w.Label) {
		e.F.Loop(func(again w.Label) {
			e.take(work, 0, x, done)
			e.Scope(func() {
				e.Remember(e.B.Graph.Intern(graph.Node{Op: graph.NVar, K: v}), []Word{x})
				body(x)
			})
			e.F.Branch(again)
		})
	})
}

// reach adds to a set what a body gives for its members, one after the other, including the new
// ones.
func (e *Lowering) reach(n *graph.Node) []Word {
	acc := e.Variables(e.Set(n.A), n.May)
	work := e.Variables(acc, n.May)
	e.Hoist(n.B, n.K)
	x := Word{Local: true, L: e.F.Local(w.I64)}
	e.F.Block(func(done w.Label) {
		e.F.Loop(func(again w.Label) {
			e.take(work, 0, x, done)
			e.Scope(func() {
				e.Remember(e.B.Graph.Intern(graph.Node{Op: graph.NVar, K: n.K}), []Word{x})
				fresh := e.Difference(e.Set(n.B), acc)
				for i, y := range fresh {
					if !y.Is(0) {
						e.Assign(acc[i], w.Bin(w.I64Or, acc[i].X, y.X))
						e.Assign(work[i], w.Bin(w.I64Or, work[i].X, y.X))
					}
				}
			})
			e.F.Branch(again)
		})
	})
	return acc
}

// Hoist computes the loop-invariant parts of a loop's body before the loop.
func (e *Lowering) Hoist(n *graph.Node, v int64) {
	if n == nil || graph.IsConst(n) || isTrivial(n) {
		return
	}
	if _, ok := e.lookup(n); ok {
		return
	}
	if n.Deps>>uint(v)&1 == 0 && e.ready(n) {
		if n.Op.IsNumber() {
			e.Num(n)
		} else {
			e.Set(n)
		}
		return
	}
	e.Hoist(n.A, v)
	e.Hoist(n.B, v)
	e.Hoist(n.C, v)
	for _, a := range n.Args {
		e.Hoist(a, v)
	}
}

// ready reports whether all loop variables that a node depends on are bound here.
func (e *Frame) ready(n *graph.Node) bool {
	for v := int64(0); v < symbolic.MaxLoops; v++ {
		if n.Deps>>uint(v)&1 != 0 {
			if _, ok := e.lookup(e.B.Graph.Intern(graph.Node{Op: graph.NVar, K: v})); !ok {
				return false
			}
		}
	}
	return true
}

// OnlyIf writes a condition and what to do if it holds; code after it cannot use what that
// computes. In `a and b`, b is read only if a holds.
func (e *Lowering) OnlyIf(cond *graph.Node, then func()) {
	if graph.IsTrue(cond) {
		e.Scope(then)
		return
	}
	if first, second := e.conjuncts(cond); first != nil {
		e.OnlyIf(first, func() { e.OnlyIf(second, then) })
		return
	}
	e.F.If(e.Test(cond), func() { e.Scope(then) })
}

// conjuncts returns the parts of `a and b` if it has not been computed, the cheaper one first;
// otherwise nil.
func (e *Frame) conjuncts(cond *graph.Node) (first, second *graph.Node) {
	if _, ok := e.lookup(cond); ok || cond.Op != graph.NBin || graph.BinOp(cond.K) != graph.BAnd ||
		!cond.A.IsTruth() || !cond.B.IsTruth() {
		return nil, nil
	}
	if weight(cond.B, 40) < weight(cond.A, 40) {
		return cond.B, cond.A
	}
	return cond.A, cond.B
}

// Test computes what a condition needs and returns it as a number of 32 bits.
func (e *Lowering) Test(n *graph.Node) w.X {
	if n.Op == graph.NConst {
		return w.C32(int(graph.TruthNumber(n.K != 0)))
	}
	if v, ok := e.lookup(n); ok {
		if !v[0].Local {
			return w.C32(int(graph.TruthNumber(v[0].c != 0)))
		}
		if n.IsTruth() {
			return w.Un(w.I32WrapI64, v[0].X)
		}
		return w.Bin(w.I64Ne, v[0].X, w.C64(0))
	}
	if e.used(n) > 1 && !isTrivial(n) {
		e.Num(n)
		return e.Test(n)
	}
	if x := e.testCode(n); x != nil {
		return x
	}
	x := e.Num(n)
	return w.Bin(w.I64Ne, x.X, w.C64(0))
}

var comparisons = map[graph.BinOp]w.Op{
	graph.BEq: w.I64Eq,
	graph.BNe: w.I64Ne,
	graph.BLt: w.I64LtS,
	graph.BLe: w.I64LeS,
}

// testCode computes a condition that is found as a number of 32 bits; nil for other numbers.
func (e *Lowering) testCode(n *graph.Node) w.X {
	switch n.Op {
	case graph.NSome:
		return e.Some(e.Set(n.A))
	case graph.NHas:
		return w.Un(w.I32WrapI64, e.has(n))
	case graph.NRow:
		return e.row(n)
	case graph.NRowAt:
		return e.rowAt(n)
	case graph.NLines:
		return e.lineOf(n)
	case graph.NAny:
		return e.any(n)
	case graph.NBin:
		switch op := graph.BinOp(n.K); op {
		case graph.BEq, graph.BNe, graph.BLt, graph.BLe:
			if !n.A.IsTruth() || !n.B.IsTruth() {
				if op == graph.BEq && n.B.Op == graph.NConst && n.B.K == 0 {
					return w.Un(w.I64Eqz, e.Num(n.A).X)
				}
				a, b := e.Num(n.A), e.Num(n.B)
				return w.Bin(comparisons[op], a.X, b.X)
			}
			a, b := e.Num(n.A), e.Num(n.B)
			return w.Bin(comparisons[op], a.X, b.X)
		case graph.BXor:
			if graph.IsTrue(n.B) && n.A.IsTruth() {
				return w.Not32(e.Test(n.A))
			}
		case graph.BAnd, graph.BOr:
			if !n.A.IsTruth() || !n.B.IsTruth() {
				return nil
			}
			if e.branches(n.A) || e.branches(n.B) {
				return e.shortCircuit(n, op == graph.BOr)
			}
			a, b := e.Test(n.A), e.Test(n.B)
			if op == graph.BAnd {
				return w.Bin(w.I32And, a, b)
			}
			return w.Bin(w.I32Or, a, b)
		}
	}
	return nil
}

// shortCircuit reads the second part of a condition only if the first does not decide it.
func (e *Lowering) shortCircuit(n *graph.Node, or bool) w.X {
	a, b := n.A, n.B
	if weight(b, 40) < weight(a, 40) {
		a, b = b, a
	}
	t := e.F.Local(w.I32)
	first := e.Test(a)
	e.F.Set(t, first)
	cond := w.X(t.X)
	if or {
		cond = w.Not32(t.X)
	}
	e.F.If(cond, func() { e.Scope(func() { e.F.Set(t, e.Test(b)) }) })
	return t.X
}

// any reports whether a condition holds for some member of a set.
func (e *Lowering) any(n *graph.Node) w.X {
	dom := e.Set(n.A)
	e.Hoist(n.B, n.K)
	found := e.F.Local(w.I32)
	e.F.Set(found, w.C32(0))
	e.F.Block(func(done w.Label) {
		e.Loop(n.K, dom, func(Word) {
			e.OnlyIf(n.B, func() {
				e.F.Set(found, w.C32(1))
				e.F.Branch(done)
			})
		})
	})
	return found.X
}

// has returns whether a place is in a set.
func (e *Lowering) has(n *graph.Node) w.X {
	a, b := n.A, n.B
	if b.Op == graph.NConst {
		k := int(b.K)
		s := e.Set(a)
		return w.Bin(w.I64And, w.Bin(w.I64ShrU, At(s, k/64).X, w.C64(k%64)), w.C64(1))
	}
	count := layout.Words(a.May)
	if _, ok := e.lookup(a); a.Op == graph.SState && !ok && count > 1 {
		// Only the byte is read.
		at := e.Num(b)
		addr := w.Bin(w.I32Add, e.P.X, w.Bin(w.I32ShrU, w.Un(w.I32WrapI64, at.X), w.C32(3)))
		return w.Bin(w.I64And, w.Bin(w.I64ShrU, w.Load(w.I64Load8U, addr, e.FieldAt(int(a.K))),
			w.Bin(w.I64And, at.X, w.C64(7))), w.C64(1))
	}
	return e.Holds(e.Set(a), e.Num(b), e.within(b, 64))
}

// Holds returns whether a place is in a set; low says that it is known to be below 64.
func (e *Frame) Holds(s []Word, place Word, low bool) w.X {
	var x w.X
	switch len(s) {
	case 0:
		return w.C64(0)
	case 1:
		x = s[0].X
		if e.B.Layout.Words > 1 && !low {
			x = w.Select(s[0].X, w.C64(0), w.Bin(w.I64LtS, place.X, w.C64(64)))
		}
	default:
		index := e.Word(w.Bin(w.I64ShrU, place.X, w.C64(6)))
		x = w.C64(0)
		for i := range s {
			if !s[i].Is(0) {
				x = w.Select(s[i].X, x, w.Bin(w.I64Eq, index.X, w.C64(i)))
			}
		}
	}
	return w.Bin(w.I64And, w.Bin(w.I64ShrU, x, place.X), w.C64(1))
}

// within reports whether a place is known to be below a limit.
func (e *Frame) within(n *graph.Node, limit int64) bool {
	lo, hi := e.span(n)
	return lo >= 0 && hi < limit
}

// row reports whether k members of a set are consecutive on an axis.
func (e *Lowering) row(n *graph.Node) w.X {
	s := e.Set(n.A)
	var any []Word
	for i, d := range n.List.K {
		mask := n.List.Mask[i]
		// t is where a row of have members ends; have is doubled as often as possible.
		t, may, have := s, *n.A.May, 1
		for have < int(n.K) {
			by := min(have, int(n.K)-have)
			room := mask
			for j := 1; j < by; j++ {
				room = room.And(layout.Shifted(mask, d*j))
			}
			m := e.shiftedInto(t, &may, d*by, &room, &may)
			t = e.Intersection(t, m)
			may = may.And(layout.Shifted(may, d*by)).And(room)
			have += by
		}
		any = e.Union(any, t)
	}
	return e.Some(any)
}

// lineOf reports whether one of the lines of a place lies within a set.
func (e *Lowering) lineOf(n *graph.Node) w.X {
	var flat []layout.Bits
	first := make([]int64, len(n.List.Lines)+1)
	var within layout.Bits
	for i, list := range n.List.Lines {
		first[i] = int64(len(flat))
		flat = append(flat, list...)
		for j := range list {
			within = within.Or(list[j])
		}
	}
	first[len(n.List.Lines)] = int64(len(flat))
	from, masks := e.NumbersTable(first), e.TableOf(flat)
	place, s := e.Num(n.A), e.Set(n.B)
	lo := e.Word(e.numberAt(from, place, 0))
	hi := e.Word(e.numberAt(from, place, 8))
	found := e.F.Local(w.I32)
	e.F.Set(found, w.C32(0))
	e.counted(lo, hi, func(i Word) {
		out := e.Difference(e.Entry(masks, i, &within), s)
		e.F.Set(found, w.Bin(w.I32Or, found.X, w.Not32(e.Some(out))))
	})
	return found.X
}

// Num writes a number and returns it.
func (e *Lowering) Num(n *graph.Node) Word {
	if n.Op == graph.NConst {
		return Constant(uint64(n.K))
	}
	if v, ok := e.lookup(n); ok {
		return v[0]
	}
	v := e.numCode(n)
	e.Remember(n, []Word{v})
	return v
}

func (e *Lowering) numCode(n *graph.Node) Word {
	if n.Op == graph.NHas {
		return e.Word(e.has(n))
	}
	if x := e.testCode(n); x != nil {
		return e.Word(w.Un(w.I64ExtendI32U, x))
	}
	switch n.Op {
	case graph.NState:
		return e.Word(w.Load(w.I64Load, e.P.X, e.NumberOf(int(n.K))))
	case graph.NArg:
		return Word{Local: true, L: e.Args[n.K]}
	case graph.NAfter:
		return e.Num(n.A)
	case graph.NVar:
		symbolic.Fail("a loop variable outside its loop")
	case graph.NCount:
		if sum := e.Size(e.Set(n.A)); sum != nil {
			return e.Word(sum)
		}
		return Constant(0)
	case graph.NTable:
		return e.Word(e.numberAt(e.NumbersTable(e.B.Graph.NumTab[n.K]), e.Num(n.A), 0))
	case graph.NCell:
		at := Add(e.P.X, w.Bin(w.I32Shl, w.Un(w.I32WrapI64, e.Num(n.A).X), w.C32(3)))
		return e.Word(w.Load(w.I64Load, at, e.NumberOf(int(n.K))))
	case graph.NBin:
		a, b := e.Num(n.A), e.Num(n.B)
		return e.Word(e.arithmetic(n, graph.BinOp(n.K), a, b))
	case graph.NSel:
		e.common(n.B, n.C)
		if e.branches(n.B) || e.branches(n.C) {
			t := Word{Local: true, L: e.F.Local(w.I64)}
			e.F.If(e.Test(n.A), func() {
				e.Scope(func() { e.Assign(t, e.Num(n.B).X) })
			}, func() {
				e.Scope(func() { e.Assign(t, e.Num(n.C).X) })
			})
			return t
		}
		t, a, b := e.Test(n.A), e.Num(n.B), e.Num(n.C)
		return e.Word(w.Select(a.X, b.X, t))
	case graph.NSum, graph.NMin, graph.NMax:
		dom := e.Set(n.A)
		e.Hoist(n.B, n.K)
		start := map[graph.NodeOp]int64{graph.NSum: 0, graph.NMin: math.MaxInt64,
			graph.NMax: math.MinInt64}[n.Op]
		acc := e.Variable(Constant(uint64(start)))
		op := map[graph.NodeOp]graph.BinOp{graph.NSum: graph.BAdd, graph.NMin: graph.BMin,
			graph.NMax: graph.BMax}[n.Op]
		e.Loop(n.K, dom, func(Word) {
			x := e.Num(n.B)
			if lo, hi := e.span(n); n.Op == graph.NSum && lo > math.MinInt64 && hi < math.MaxInt64 {
				e.Assign(acc, w.Bin(w.I64Add, acc.X, x.X))
				return
			}
			e.Assign(acc, e.arithmetic(nil, op, acc, x))
		})
		if n.Op == graph.NSum {
			return acc
		}
		return e.Word(w.Select(acc.X, w.C64(0), e.Some(dom))) // 0 for the empty set
	}
	symbolic.Fail("no code for a number of operator %d", n.Op)
	return Word{}
}

// arithmetic applies a binary operator; n is the node of the result, if it is one.
func (e *Frame) arithmetic(n *graph.Node, op graph.BinOp, a, b Word) w.X {
	inRange := false
	if n != nil {
		lo, hi := e.span(n)
		inRange = lo > math.MinInt64 && hi < math.MaxInt64
	}
	switch op {
	case graph.BAdd:
		return e.bounded(w.I64Add, a, b, inRange)
	case graph.BSub:
		return e.bounded(w.I64Sub, a, b, inRange)
	case graph.BMul:
		if inRange {
			return w.Bin(w.I64Mul, a.X, b.X)
		}
		return w.Call(e.helper("mul"), a.X, b.X)
	case graph.BDiv:
		if !b.Local && b.c != 0 && int64(b.c) != -1 {
			return w.Bin(w.I64DivS, a.X, b.X)
		}
		return w.Call(e.helper("div"), a.X, b.X)
	case graph.BMod:
		if !b.Local && b.c != 0 && int64(b.c) != -1 {
			return w.Bin(w.I64RemS, a.X, b.X)
		}
		return w.Call(e.helper("mod"), a.X, b.X)
	case graph.BPow:
		return w.Call(e.helper("pow"), a.X, b.X)
	case graph.BMin:
		return w.Select(a.X, b.X, w.Bin(w.I64LtS, a.X, b.X))
	case graph.BMax:
		return w.Select(a.X, b.X, w.Bin(w.I64GtS, a.X, b.X))
	case graph.BAnd:
		return w.Bin(w.I64And, a.X, b.X)
	case graph.BOr:
		return w.Bin(w.I64Or, a.X, b.X)
	case graph.BXor:
		return w.Bin(w.I64Xor, a.X, b.X)
	case graph.BAndNot:
		return w.Bin(w.I64And, a.X, w.Bin(w.I64Xor, b.X, w.C64(-1)))
	case graph.BShr:
		return w.Bin(w.I64And, w.Bin(w.I64ShrS, a.X, b.X), w.C64(1))
	case graph.BUp:
		return w.Bin(w.I64Shl, a.X, b.X)
	case graph.BDown:
		return w.Bin(w.I64ShrU, a.X, b.X)
	case graph.BOnes:
		return w.Un(w.I64Popcnt, a.X)
	}
	return w.Un(w.I64ExtendI32U, w.Bin(comparisons[op], a.X, b.X))
}

// span returns the range in which a number certainly lies; the full range if nothing is known.
func (u *UnitOf) span(n *graph.Node) (lo, hi int64) {
	if r, ok := u.spans[n]; ok {
		return r[0], r[1]
	}
	lo, hi = u.spanOf(n)
	u.spans[n] = [2]int64{lo, hi}
	return lo, hi
}

// big is the number above which span does not follow sums.
const big = 1 << 40

func (u *UnitOf) spanOf(n *graph.Node) (lo, hi int64) {
	places := int64(u.B.Layout.Words*64 - 1)
	unknown := func() (int64, int64) { return math.MinInt64, math.MaxInt64 }
	switch n.Op {
	case graph.NConst:
		return n.K, n.K
	case graph.NArg:
		return 0, places
	case graph.NVar:
		return 0, places
	case graph.NState:
		switch n.K {
		case symbolic.NumPly, symbolic.NumPasses, symbolic.NumRepeat, symbolic.NumSeen:
			return 0, big
		case symbolic.NumOut:
			return 0, 1 << 16
		}
		return unknown()
	case graph.NCount:
		return 0, int64(n.A.May.Len())
	case graph.NTable:
		return slices.Min(u.B.Graph.NumTab[n.K]), slices.Max(u.B.Graph.NumTab[n.K])
	case graph.NSel:
		a, b := u.span(n.B)
		c, d := u.span(n.C)
		return min(a, c), max(b, d)
	case graph.NMin, graph.NMax:
		a, b := u.span(n.B)
		return min(a, 0), max(b, 0)
	case graph.NSum:
		a, b := u.span(n.B)
		k := int64(n.A.May.Len())
		if a < -big || b > big {
			return unknown()
		}
		return min(a*k, 0), max(b*k, 0)
	}
	switch {
	case n.IsTruth():
		return 0, 1
	case n.Op != graph.NBin:
		return unknown()
	}
	a, b := u.span(n.A)
	c, d := u.span(n.B)
	return spanOfBinary(graph.BinOp(n.K), a, b, c, d)
}

// spanOfBinary returns the range of the result of an operator for operands from a to b and from c
// to d.
func spanOfBinary(op graph.BinOp, a, b, c, d int64) (lo, hi int64) {
	small := a >= -big && b <= big && c >= -big && d <= big
	tiny := a >= -1<<30 && b <= 1<<30 && c >= -1<<30 && d <= 1<<30
	switch {
	case op == graph.BMin:
		return min(a, c), min(b, d)
	case op == graph.BMax:
		return max(a, c), max(b, d)
	case op == graph.BAdd && small:
		return a + c, b + d
	case op == graph.BSub && small:
		return a - d, b - c
	case op == graph.BMul && tiny:
		return min(a*c, a*d, b*c, b*d), max(a*c, a*d, b*c, b*d)
	case op == graph.BDiv && a > math.MinInt64:
		m := max(b, -a, 0)
		return -m, m
	case op == graph.BMod && a > math.MinInt64:
		return min(a, 0), max(b, 0)
	case op == graph.BAnd && (a >= 0 || c >= 0):
		switch {
		case a < 0:
			return 0, d
		case c < 0:
			return 0, b
		}
		return 0, min(b, d)
	case op == graph.BOnes:
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
func place(i int64) layout.Bits { return topology.SetOf(topology.Site(i)) }
