package lower

import (
	"encoding/binary"
	"fmt"
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// This file turns nodes into WebAssembly. A set has as many words of 64 bits as its possible places
// need; a word that is always empty or otherwise constant needs no code. The results of nodes are
// kept in local variables, which the machine that runs the module puts into registers.

// A Lowering writes one function of a module: what nodes are, as words.
type Lowering struct {
	Unit  *UnitOf
	W     writer
	Frame Frame
	// of sets of the position: the same in variables, which are written with them
	Mirrors map[*graph.Node]Word
	Kept    map[*graph.Node]uint32 // sets that have been computed: where in memory they are
}

// Lower starts to write a function whose first parameter is a position, followed by the arguments
// of a step, if any.
func (u *UnitOf) Lower(f *w.Func, args ...w.Local) *Lowering {
	w := writer{f}
	e := &Lowering{Unit: u, W: w, Frame: Frame{Unit: u, W: w, P: f.Arg(0), Args: args,
		values: map[*graph.Node][]Word{}}}
	e.Frame.Recount()
	e.Frame.Push()
	return e
}

// Set writes a set and returns its words.
func (e *Lowering) Set(n *graph.Node) []Word {
	if n.Op == graph.SConst {
		return Constants(n.Set)
	}
	if v, ok := e.Frame.lookup(n); ok {
		return v
	}
	v := e.setCode(n, nil)
	e.Frame.Remember(n, v)
	return v
}

// setInto is set where only what is in another set matters; the rest of the words is arbitrary.
func (e *Lowering) setInto(n *graph.Node, into *layout.Bits) []Word {
	if _, ok := e.Frame.lookup(n); ok || into == nil || n.Op == graph.SConst || e.Frame.used(n) != 1 {
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
		return e.W.Word(w.Load(w.I64Load, e.P.X, e.Unit.FieldAt(i)+uint32(8*k)))
	})
}

// ordered returns two nodes in the order in which to compute them. What is used more often comes
// first, so that the functions of two players find their sets in the same order.
func ordered(e *Frame, a, b *graph.Node) (first, second *graph.Node) {
	if e.used(b) > e.used(a) {
		return b, a
	}
	return a, b
}

// setCode writes a set of which only what is in another one matters, if that is not nil.
func (e *Lowering) setCode(n *graph.Node, into *layout.Bits) []Word {
	if at, ok := e.Kept[n]; ok && !graph.InBrowser {
		return Each(n.May, func(k int) Word {
			return e.W.Word(w.Load(w.I64Load, w.C32(at), uint32(8*k)))
		})
	}
	switch n.Op {
	case graph.SState:
		return e.Frame.field(int(n.K), n.May)
	case graph.SCell:
		words := e.Unit.B.FieldWords[n.K]
		at := e.W.Variable(e.W.Word(w.Bin(w.I64Mul, e.Num(n.A).X, w.C64(int64(8*words)))))
		p := Add(e.Frame.P.X, w.Un(w.I32WrapI64, at.X))
		return Each(n.May, func(k int) Word {
			return e.W.Word(w.Load(w.I64Load, p, e.Unit.FieldAt(int(n.K))+uint32(8*k)))
		})
	case graph.SAfter:
		return e.Set(n.A)
	case graph.SAnd:
		x, y := ordered(&e.Frame, n.A, n.B)
		if y.Op == graph.SShift || y.Op == graph.SImage {
			x, y = y, x
		}
		a, b := e.setInto(x, meet(y.May, into)), e.setInto(y, into)
		return Each(n.May, func(i int) Word { return e.W.And(At(a, i), At(b, i)) })
	case graph.SOr:
		if s := sights(e, n); s != nil {
			return s
		}
		if s := sparedSets(e, n); s != nil {
			return s
		}
		x, y := ordered(&e.Frame, n.A, n.B)
		a := e.setInto(x, into)
		return e.W.Union(a, e.setInto(y, into))
	case graph.SDiff:
		if n.A.Op == graph.SConst && graph.InBits(n.B.May, n.A.Set) {
			a, b := e.Set(n.A), e.setInto(n.B, into)
			return Each(n.May, func(i int) Word { return e.W.xor(a[i], At(b, i)) })
		}
		return e.W.Difference(e.setInto(n.A, into), e.setInto(n.B, meet(n.A.May, into)))
	case graph.SShift:
		if run, ray := sight(e, n); run != nil {
			return seen(e, run, []int{ray})
		}
		return e.W.shiftedInto(e.Set(n.A), n.A.May, int(n.K), n.Set, into)
	case graph.SImage:
		return e.W.Image(e.Set(n.A), n.A.May, n.List, into)
	case graph.SOne:
		return e.Frame.Single(e.Num(n.A), n.May)
	case graph.SLeast:
		return e.W.lowBit(e.Set(n.A))
	case graph.STable:
		return e.W.Entry(e.Unit.setTable(int(n.K)), e.Num(n.A), n.May)
	case graph.SIf:
		return e.when(n)
	case graph.SSel:
		return e.choose(n)
	case graph.SFill:
		return e.W.fill(e.Set(n.A), e.Set(n.B), n.B.May, int(n.K), n.Set, 0, n.May)
	case graph.SFlood:
		return e.flood(n)
	case graph.SSpread:
		return e.spread(n)
	case graph.SWalk:
		if !graph.InBrowser { // where nobody makes one
			return walk(e, n)
		}
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
		return e.gathered(n, func(acc []Word, x Word) {
			e.OnlyIf(n.B, func() { e.W.AddTo(acc, alike(e, n, x)) })
		})
	case graph.SUnion:
		return e.gathered(n, func(acc []Word, _ Word) { e.W.AddTo(acc, e.Set(n.B)) })
	case graph.SReach:
		return e.reach(n)
	case graph.SLeft:
		return e.left(n)
	}
	symbolic.Fail("no code for a set of operator %d", n.Op)
	return nil
}

// gathered returns what a loop over the members of a set adds up.
func (e *Lowering) gathered(n *graph.Node, add func(acc []Word, x Word)) []Word {
	e.Set(n.A)
	e.Hoist(n.B, n.K)
	acc := e.W.Variables(nil, n.May)
	loop(e, n, func(x Word) { add(acc, x) })
	return acc
}

// loop runs the body of a loop for the members of its set; if it has groups, for one of each.
func loop(e *Lowering, n *graph.Node, body func(x Word)) {
	work := e.W.FrozenVariables(e.Set(n.A))
	e.Frame.over(n.K, work, func(x Word) {
		if n.C == nil {
			body(x)
			return
		}
		group := e.Set(n.C)
		body(x)
		takeFrom(&e.W, work, group)
	})
}

// alike returns the members of the set of a loop for which its body is the same as for x.
func alike(e *Lowering, n *graph.Node, x Word) []Word {
	if n.C == nil {
		return e.Frame.Single(x, n.May)
	}
	return e.W.Intersection(e.Set(n.A), e.Set(n.C))
}

// Single returns the set of one place.
func (e *Frame) Single(n Word, may *layout.Bits) []Word {
	if !n.Local {
		one := place(int64(n.c))
		return Constants(&one)
	}
	switch layout.Words(may) {
	case 1:
		return []Word{e.W.Word(w.Bin(w.I64Shl, w.C64(1), n.X))}
	case 2:
		high := e.W.Word(w.Bin(w.I64ShrU, n.X, w.C64(6)))
		return Each(may, func(i int) Word {
			if i == 1 {
				return e.W.Word(w.Bin(w.I64Shl, high.X, n.X))
			}
			return e.W.Word(w.Bin(w.I64Shl, w.Bin(w.I64Xor, high.X, w.C64(1)), n.X))
		})
	}
	bit := e.W.Word(w.Bin(w.I64Shl, w.C64(1), n.X))
	index := e.W.Word(w.Bin(w.I64ShrU, n.X, w.C64(6)))
	return Each(may, func(i int) Word {
		return e.W.Word(w.Select(bit.X, w.C64(0), w.Bin(w.I64Eq, index.X, w.C64(i))))
	})
}

func isTrivial(n *graph.Node) bool {
	return n.Op == graph.NState || n.Op == graph.NArg || n.Op == graph.NVar || n.Op == graph.NConst
}

// heavy is the weight from which work is done only inside the branch that needs it, if that much of
// it has not been done before.
const heavy, undone = 12, 9

// long is the length of a function, in bytes, from which nothing more is computed inside a branch:
// what several branches need would be computed in each, and branches within them would double it
// again.
const long = 64 << 10

// branches reports whether to compute what is below a node inside a branch.
func (e *Frame) branches(n *graph.Node) bool {
	return !e.flat && e.W.F.Len() < long && e.used(n) <= 1 && n.Work(heavy, nil) >= heavy &&
		n.Work(undone, e.known) >= undone
}

func (e *Lowering) when(n *graph.Node) []Word {
	if e.Frame.branches(n.B) {
		acc := e.W.Variables(nil, n.May)
		e.W.Clear(acc)
		e.OnlyIf(n.A, func() { e.W.CopyInto(acc, e.Set(n.B)) })
		return acc
	}
	t, s := e.mask(n.A), e.Set(n.B)
	return Each(n.May, func(i int) Word { return e.W.And(At(s, i), t) })
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
	if e.Frame.branches(n.B) || e.Frame.branches(n.C) {
		acc := e.W.Variables(nil, n.May)
		e.W.F.If(e.Test(n.A), func() {
			e.Frame.Scope(func() { e.W.CopyInto(acc, e.Set(n.B)) })
		}, func() {
			e.Frame.Scope(func() { e.W.CopyInto(acc, e.Set(n.C)) })
		})
		return acc
	}
	t, a, b := e.Test(n.A), e.Set(n.B), e.Set(n.C)
	return Each(n.May, func(i int) Word {
		x, y := At(a, i), At(b, i)
		if x == y {
			return x
		}
		return e.W.Word(w.Select(x.X, y.X, t))
	})
}

// mask returns all ones if a condition holds, otherwise 0.
func (e *Lowering) mask(t *graph.Node) Word {
	if !t.IsTruth() {
		return e.W.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, e.Test(t))))
	}
	x := e.Num(t)
	if !x.Local {
		return Constant(-x.c)
	}
	return e.W.Word(w.Bin(w.I64Sub, w.C64(0), x.X))
}

// flood adds to a set what is reached from it within another set.
func (e *Lowering) flood(n *graph.Node) []Word {
	s := e.W.Variables(e.Set(n.A), n.May)
	b := e.Set(n.B)
	e.Frame.rounds(s, func(t []Word) []Word {
		return e.Frame.round(t, n.List.K, func(t []Word, i int) []Word {
			return e.W.shiftedInto(t, n.May, n.List.K[i], &n.List.Mask[i], n.B.May)
		}, func(t []Word) []Word { return e.W.Intersection(t, b) })
	})
	return s
}

func (e *Lowering) spread(n *graph.Node) []Word {
	s := e.W.Variables(e.Set(n.A), n.May)
	masks := make([][]Word, len(n.Args))
	for i, a := range n.Args {
		masks[i] = e.Set(a)
	}
	e.Frame.rounds(s, func(t []Word) []Word {
		return e.Frame.round(t, n.List.K, func(t []Word, i int) []Word {
			may := n.Args[i].May
			return e.W.Intersection(e.W.shiftedInto(t, n.May, n.List.K[i], may, may), masks[i])
		}, func(t []Word) []Word { return t })
	})
	return s
}

// walk takes as many steps from a set as a number says, or until none is possible.
func walk(e *Lowering, n *graph.Node) []Word {
	at, left := e.W.Variables(e.Set(n.A), n.May), e.W.Variable(e.Num(n.B))
	ends := at
	if n.K != 0 {
		ends = e.W.Variables(at, n.May)
	}
	masks := make([][]Word, len(n.Args))
	for i, a := range n.Args {
		masks[i] = e.Set(a)
	}
	f := e.W.F
	f.While(Band(w.Bin(w.I64GtS, left.X, w.C64(0)), e.W.Some(at)), func(w.Label) {
		var t []Word
		for i, k := range n.List.K {
			may := n.Args[i].May
			t = e.W.Union(t, e.W.Intersection(e.W.shiftedInto(at, n.May, k, may, may), masks[i]))
		}
		if slices.ContainsFunc(t, func(x Word) bool { return x.Local && slices.Contains(at, x) }) {
			t = e.W.frozen(t) // a step by whole words only renames them
		}
		e.W.CopyInto(at, t)
		if n.K != 0 {
			e.W.AddTo(ends, at)
		}
		e.W.Assign(left, w.Bin(w.I64Sub, left.X, w.C64(1)))
	})
	return ends
}

// mostArgs is how many parameters a function may have: browsers allow a thousand.
const mostArgs = 500

// apart calls the function that counts the rounds in which a set spreads until it meets another
// one.
func apart(e *Lowering, n *graph.Node) Word {
	may := *n.A.May
	for _, m := range n.Args {
		may = may.Or(*m.May)
	}
	var args []w.X
	pass := func(s []Word, may *layout.Bits) {
		Each(may, func(i int) Word {
			args = append(args, At(s, i).X)
			return Word{}
		})
	}
	pass(e.Set(n.A), &may)
	pass(e.Set(n.B), &may)
	for _, m := range n.Args {
		if m.Op != graph.SConst {
			pass(e.Set(m), m.May)
		}
	}
	if len(args) > mostArgs {
		symbolic.Fail("a distance by steps that %d sets block", len(n.Args))
	}
	return e.W.Word(w.Call(e.Unit.roundsUntil(n, &may), args...))
}

// roundsUntil returns the function of a node that counts the rounds of a spread over some places:
// of the words of the set, of the other one and of the masks that are not constant.
func (u *UnitOf) roundsUntil(n *graph.Node, may *layout.Bits) *w.Func {
	key := fmt.Sprint("apart ", n.K, n.List.K, *may)
	var types []w.Type
	args := func(may *layout.Bits) []Word {
		return Each(may, func(int) Word {
			types = append(types, w.I64)
			return Word{Local: true, L: w.Local(len(types) - 1)}
		})
	}
	reached, to := args(may), args(may)
	masks := make([][]Word, len(n.Args))
	for i, m := range n.Args {
		key += fmt.Sprint(m.Op == graph.SConst, *m.May)
		if m.Op == graph.SConst {
			masks[i] = Constants(m.Set)
		} else {
			masks[i] = args(m.May)
		}
	}
	if f, ok := u.helpers[key]; ok {
		return f
	}
	f := w.NewFunc("apart", types, []w.Type{w.I64})
	e := Frame{Unit: u, W: writer{f}, values: map[*graph.Node][]Word{}}
	count := e.W.Variable(Constant(0))
	e.rounds(reached, func(s []Word) []Word {
		f.If(e.W.Some(e.W.Intersection(s, to)), func() { f.Return(count.X) })
		e.W.Assign(count, w.Bin(w.I64Add, count.X, w.C64(1)))
		t := s
		for i, k := range n.List.K {
			into := n.Args[i].May
			t = e.W.Union(t, e.W.Intersection(e.W.shiftedInto(s, may, k, into, into), masks[i]))
		}
		return t
	})
	Constant(uint64(n.K)).X(f)
	u.helpers[key] = u.M.Add(f)
	return u.helpers[key]
}

// trail finds the places on shortest ways from a set to the members of another one: it keeps the
// rounds of a spread in memory and goes back from the targets.
func (e *Lowering) trail(n *graph.Node) []Word {
	f := e.W.F
	may := *e.Unit.B.Graph.Full
	from, targets := e.Set(n.A), e.Set(n.B)
	masks := make([][]Word, len(n.Args))
	for i, a := range n.Args {
		masks[i] = e.Set(a)
	}
	size := int32(8 * layout.Words(&may))
	top := f.Local(w.I32)
	seen := e.W.Variables(from, &may)
	front := e.W.Variables(from, &may)
	base := f.Local(w.I32)
	f.Set(base, e.Unit.Sp.X)
	f.Set(top, base.X)
	put := func(s []Word) {
		for i := range layout.Words(&may) {
			f.Store(w.I64Store, top.X, uint32(8*i), At(s, i).X)
		}
	}
	put(seen)
	f.Block(func(done w.Label) {
		f.Loop(func(again w.Label) {
			e.Frame.Scope(func() {
				left := e.W.Difference(targets, seen)
				f.BranchIf(done, w.Not32(e.W.Some(left)))
				if n.K != 0 {
					// One target is enough: stop when the spread meets one.
					met := e.W.Intersection(targets, seen)
					f.BranchIf(done, e.W.Some(met))
				}
				var t []Word
				for i, k := range n.List.K {
					t = e.W.Union(t, e.W.Intersection(e.W.shifted(front, &may, k, n.Args[i].May),
						masks[i]))
				}
				t = e.W.Difference(t, seen)
				f.BranchIf(done, w.Not32(e.W.Some(t)))
				e.W.CopyInto(front, t)
				for i := range seen {
					e.W.Assign(seen[i], w.Bin(w.I64Or, seen[i].X, front[i].X))
				}
				f.Set(top, w.Bin(w.I32Add, top.X, w.C32(size)))
				put(front)
				f.Branch(again)
			})
		})
	})
	need := e.W.Variables(e.W.Intersection(targets, seen), &may)
	if n.K != 0 {
		e.W.lowestOnly(need)
	}
	f.While(w.Bin(w.I32GtU, top.X, base.X), func(w.Label) {
		e.Frame.Scope(func() {
			layer := Each(&may, func(i int) Word {
				return e.W.Word(w.Load(w.I64Load, top.X, uint32(8*i)))
			})
			f.Set(top, w.Bin(w.I32Sub, top.X, w.C32(size)))
			before := Each(&may,
				func(i int) Word { return e.W.Word(w.Load(w.I64Load, top.X, uint32(8*i))) })
			// Prefer places that have been found already, so that the ways have much in common.
			at0 := e.W.Variables(e.W.Intersection(need, layer), &may)
			back := func(from []Word) {
				for i, k := range n.List.K {
					hit := e.W.Intersection(e.W.Intersection(at0,
						e.W.shifted(from, &may, k, n.Args[i].May)), masks[i])
					for j := range at0 {
						if !At(hit, j).Is(0) {
							e.W.Assign(at0[j], e.W.Diff(at0[j], hit[j]).X)
						}
					}
					gone := e.W.shifted(hit, n.Args[i].May, -k, e.Unit.B.Graph.Full)
					for j := range need {
						if !At(gone, j).Is(0) {
							e.W.Assign(need[j], w.Bin(w.I64Or, need[j].X, gone[j].X))
						}
					}
				}
			}
			back(e.W.Intersection(before, e.W.frozen(need)))
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
	read := e.Frame.raysOf(n.List.Table, place)
	for i := len(n.List.Table) - 1; i >= 0; i-- {
		up, ray := n.List.Table[i]%2 == 1, read(i)
		free, stop := make([]Word, len(ray)), make([]Word, len(ray))
		for i, x := range ray {
			free[i] = e.W.And(x, At(s, i))
			stop[i] = e.W.xor(x, free[i])
		}
		part := e.W.until(up, false, free, stop)
		if ends != nil {
			var first []Word
			if up {
				first = e.W.lowBit(stop)
			} else {
				first = e.W.highBit(stop)
			}
			hit := e.W.Intersection(first, ends)
			m := e.W.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, e.W.Some(hit))))
			for i := range part {
				part[i] = e.W.And(part[i], m)
			}
		}
		t = e.W.Union(t, part)
	}
	return t
}

// wideRays is the size in bytes of a table of rays from which on each ray has a table of its own,
// which other lists of rays share.
const wideRays = 1 << 15

// raysOf puts the rays from each place side by side into one table, and returns a function that
// reads those of a place: by ray, the last one first.
func (e *Frame) raysOf(list []int, place Word) func(ray int) []Word {
	stride, places := 0, 0
	mays, from := make([]layout.Bits, len(list)), make([]int, len(list))
	for i, ray := range list {
		sets := e.Unit.B.Graph.Tables[ray/2]
		for x := range sets {
			mays[i] = mays[i].Or(sets[x])
		}
		from[i] = stride
		stride += layout.Words(&mays[i])
		places = len(sets)
	}
	if len(list) > 1 && 8*stride*places > wideRays {
		return func(ray int) []Word { return e.raysOf(list[ray:ray+1], place)(0) }
	}
	b := make([]byte, 0, 8*stride*places)
	for x := range places {
		for i, ray := range list {
			for _, word := range e.Unit.B.Graph.Tables[ray/2][x][:layout.Words(&mays[i])] {
				b = binary.LittleEndian.AppendUint64(b, word)
			}
		}
	}
	at, base := e.Unit.put(b), e.W.F.Local(w.I32)
	e.W.F.Set(base, w.Bin(w.I32Mul, w.Un(w.I32WrapI64, place.X), w.C32(8*stride)))
	return func(ray int) []Word {
		return e.W.window(base, at+uint32(8*from[ray]), &mays[ray])
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
			p[j] = e.W.And(s[j], Constant(mask[j]))
		}
		g := e.W.Intersection(p, e.W.shifted(x, n.A.May, k, &room))
		g = e.W.filled(g, p, k, n.List.Times[i], &room, &room)
		t = e.W.Union(t, e.W.shifted(g, &room, k, &last))
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
			out := e.W.Difference(line, s)
			m := e.W.Word(w.Bin(w.I64Sub, w.C64(0), w.Un(w.I64ExtendI32U, w.Not32(e.W.Some(out)))))
			gives := Constants(&n.List.Gives[i])
			for j := range gives {
				gives[j] = e.W.And(gives[j], m)
			}
			t = e.W.Union(t, gives)
		}
		return t
	}
	masks, gives := e.Unit.TableOf(n.List.Lines[0]), e.Unit.TableOf(n.List.Gives)
	acc := e.W.Variables(nil, n.May)
	e.W.Clear(acc)
	var within layout.Bits
	for i := range n.List.Lines[0] {
		within = within.Or(n.List.Lines[0][i])
	}
	e.Frame.counted(Constant(0), Constant(uint64(len(n.List.Gives))), func(i Word) {
		out := e.W.Difference(e.W.Entry(masks, i, &within), s)
		e.W.F.If(w.Not32(e.W.Some(out)), func() {
			for j, x := range e.W.Entry(gives, i, n.May) {
				if acc[j].Local {
					e.W.Assign(acc[j], w.Bin(w.I64Or, acc[j].X, x.X))
				}
			}
		})
	})
	return acc
}

// reach adds to a set what a body gives for its members, one after the other, including the new
// ones.
func (e *Lowering) reach(n *graph.Node) []Word {
	acc := e.W.Variables(e.Set(n.A), n.May)
	work := e.W.Variables(acc, n.May)
	e.Hoist(n.B, n.K)
	e.Frame.each(work, func(x Word) {
		e.Frame.Remember(e.Unit.B.Graph.Intern(graph.Node{Op: graph.NVar, K: n.K}), []Word{x})
		fresh := e.W.Difference(e.Set(n.B), acc)
		for i, y := range fresh {
			if !y.Is(0) {
				e.W.Assign(acc[i], w.Bin(w.I64Or, acc[i].X, y.X))
				e.W.Assign(work[i], w.Bin(w.I64Or, work[i].X, y.X))
			}
		}
	})
	return acc
}
