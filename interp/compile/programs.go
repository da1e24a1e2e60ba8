package compile

import (
	"slices"

	w "boardgame/interp/compile/wasm"
)

// This file writes the programs of a game: those that find steps, play them, and read sentences and
// numbers.

// An endCond is a sentence of `end`: when it holds, and its number.
type endCond struct {
	t     *node
	index int
}

// findCode writes the function that finds the steps of a group: it puts bundles on the stack.
func (r *runtime) findCode(me int, code *groupCode) *w.Func {
	f := w.NewFunc("steps", []w.Type{w.I32}, nil)
	e := r.lower(f)
	end, total := f.Local(w.I32), f.Local(w.I32)
	out := &finder{lowering: e, r: r, end: end, total: total}
	if code.root == nil || len(code.root.subs) == 0 {
		return f
	}
	f.Set(end, r.base.X)
	out.countBranch(code.root)
	out.branch(code.root)
	f.SetGlobal(r.sp, end.X)
	f.SetGlobal(r.total, total.X)
	return f
}

// A finder writes a program that finds steps, or the witness of one.
type finder struct {
	*lowering
	r          *runtime
	end, total w.Local
	// takes the steps of an offer, if they do not go into a bundle
	take func(br *branch, s []word)
}

func (e *finder) countBranch(br *branch) {
	e.count(br.cond)
	for _, a := range br.anchors {
		e.count(a)
	}
	for _, s := range br.subs {
		e.countBranch(s)
	}
}

func (e *finder) hoistBranch(br *branch, v int64) {
	e.hoist(br.cond, v)
	for _, s := range br.subs {
		e.hoistBranch(s, v)
	}
}

// branch writes a branch: a loop, a condition, steps on offer.
func (e *finder) branch(br *branch) {
	f := e.f
	switch br.kind {
	case branchSeq:
		for _, s := range br.subs {
			e.branch(s)
		}
	case branchIf:
		e.onlyIf(br.cond, func() {
			for _, s := range br.subs {
				e.branch(s)
			}
		})
	case branchLoop:
		dom := e.set(br.cond)
		for _, s := range br.subs {
			e.hoistBranch(s, br.v)
		}
		e.loop(br.v, dom, func(word) {
			for _, s := range br.subs {
				e.branch(s)
			}
		})
	case branchOut:
		e.offer(br)
	case branchUnproven:
		s := e.set(br.cond)
		at := e.r.unproven + uint32(8*e.r.words*br.class)
		for i, x := range s {
			if !x.is(0) {
				f.Store(w.I64Store, w.C32(0), at+uint32(8*i),
					w.Bin(w.I64Or, w.Load(w.I64Load, w.C32(0), at+uint32(8*i)), x.x))
			}
		}
	case branchItem:
		bit := w.C64(uint64(1) << br.item)
		if isTrue(br.cond) {
			f.SetGlobal(e.r.offers, w.Bin(w.I64Or, e.r.offers.X, bit))
			return
		}
		t := e.test(br.cond)
		f.If(t, func() { f.SetGlobal(e.r.offers, w.Bin(w.I64Or, e.r.offers.X, bit)) })
	}
}

// offer writes the steps of a class into a bundle, if there are any.
func (e *finder) offer(br *branch) {
	f, r := e.f, e.r
	// If a set is rarely empty, it is counted at once; captures, for example, are counted only if
	// there are any.
	s := e.set(br.cond)
	if e.take != nil {
		e.take(br, s)
		return
	}
	n, sum := f.Local(w.I32), e.size(s)
	if sum == nil {
		return
	}
	var anchors w.X
	if len(br.anchors) > 0 {
		a := e.num(br.anchors[0])
		anchors = a.x
		if len(br.anchors) > 1 {
			b := e.num(br.anchors[1])
			anchors = w.Bin(w.I64Or, a.x, w.Bin(w.I64Shl, b.x, w.C64(32)))
		}
		f.If(w.Bin(w.I32GtU, e.end.X, w.C32(r.stack+r.stackSize-slack)), func() { f.Unreachable() })
	}
	write := func() {
		st(f, w.I32Store, e.end, BundleCount, n.X)
		st(f, w.I32Store, e.end, BundleClass, i32(br.class))
		if anchors != nil {
			st(f, w.I64Store, e.end, BundleAnchors, anchors)
		}
		for i := range r.words {
			st(f, w.I64Store, e.end, BundleSet+8*i, at(s, i).x)
		}
	}
	if br.cond.op == sConst || br.cond.op == sOne {
		f.Set(n, w.Un(w.I32WrapI64, sum))
		write()
		f.Set(e.end, add(e.end.X, w.C32(r.size)))
		f.Set(e.total, add(e.total.X, n.X))
		return
	}
	f.If(e.some(s), func() {
		f.Set(n, w.Un(w.I32WrapI64, sum))
		write()
		f.Set(e.end, add(e.end.X, w.C32(r.size)))
		f.Set(e.total, add(e.total.X, n.X))
	})
}

// stopIf leaves in the way of stop if a condition holds.
func (e *lowering) stopIf(t *node, stop func()) {
	if _, ok := e.lookup(t); !ok {
		if t.op == nBin && binOp(t.k) == bOr && t.a.isTruth() && t.b.isTruth() {
			e.stopIf(t.a, stop)
			e.stopIf(t.b, stop)
			return
		}
		if first, _ := e.conjuncts(t); first != nil {
			e.onlyIf(t, stop)
			return
		}
	}
	if isFalse(t) {
		return
	}
	e.f.If(e.test(t), stop)
}

// scoreCode writes the function that stores numbers where scores are.
func (r *runtime) scoreCode(name string, numbers []*node) *w.Func {
	f := w.NewFunc(name, []w.Type{w.I32}, nil)
	e := r.lower(f)
	for _, n := range numbers {
		e.count(n)
	}
	for i, n := range numbers {
		x := e.num(n)
		f.Store(w.I64Store, w.C32(0), memScores+8*uint32(i), x.x)
	}
	return f
}

// valueCode writes the function that returns a number of the position.
func (u *unitOf) valueCode(name string, n *node) *w.Func {
	f := w.NewFunc(name, []w.Type{w.I32}, []w.Type{w.I64})
	e := u.lower(f)
	e.count(n)
	e.num(n).x(f)
	return f
}

// stepFunc begins a function that has the places of a step for arguments.
func (u *unitOf) stepFunc(name string, a *apply, results []w.Type) *lowering {
	types := []w.Type{w.I32}
	for range a.sites {
		types = append(types, w.I64)
	}
	f := w.NewFunc(name, types, results)
	args := make([]w.Local, len(u.b.game.Moves[a.move].Roles))
	for i, role := range a.sites {
		args[role] = f.Arg(1 + i)
	}
	return u.lower(f, args...)
}

// apply writes the functions of a step.
func (r *runtime) apply(a *apply) {
	one := []w.Type{w.I32}
	name := r.b.game.Moves[a.move].Name
	if a.rule != nil || !isTrue(a.ensure) {
		a.checks = r.check(a)
	}
	e := r.stepFunc("play "+name, a, nil)
	e.countFinal(a.final)
	e.changes(a)
	a.plays = r.m.Add(e.f)
	if a.lateCond != nil {
		e := r.stepFunc("ensure after "+name, a, one)
		e.count(a.lateCond)
		e.test(a.lateCond)(e.f)
		a.lates = r.m.Add(e.f)
	}
	if a.witness != nil {
		e := r.stepFunc("witness of "+name, a, nil)
		out := &finder{lowering: e, r: r}
		out.countBranch(a.witness.root)
		out.branch(a.witness.root)
		a.witnesses = r.m.Add(e.f)
	}
}

// stopUnless returns 0 if a condition does not hold.
func (e *lowering) stopUnless(t *node) {
	if first, second := e.conjuncts(t); first != nil {
		e.stopUnless(first)
		e.stopUnless(second)
		return
	}
	e.f.If(w.Not32(e.test(t)), func() { e.f.Return(w.C32(0)) })
}

// countFinal counts the uses of nodes by the changes of the position.
func (e *lowering) countFinal(final *state) {
	for i, n := range final.sets {
		if n != e.b.state0.sets[i] {
			e.count(n)
		}
	}
	for i, n := range final.nums {
		if n != e.b.state0.nums[i] {
			e.count(n)
		}
	}
}

// cases writes the changes of the position, separately for either case of a condition that several
// of its sets depend on, and so on up to a depth.
func (e *lowering) cases(final *state, depth int) {
	t := e.b.branchCondition(final)
	if t == nil || depth == 0 || e.b.game.Tallest > lowTowers {
		e.stores(final)
		return
	}
	branch := func(holds bool) func() {
		return func() {
			e.recount()
			is := e.b.cofactor(final, t, holds)
			e.countFinal(is)
			e.scope(func() { e.cases(is, depth-1) })
		}
	}
	e.f.If(e.test(t), branch(true), branch(false))
}

// A change is how a set changes in place: places or sets that are added or removed.
type change struct {
	by    *node
	comes bool
}

// stores writes the changes of the position: all is computed from the old one before any of it is
// overwritten. Sets of several words to which places are added, or from which they are removed, are
// changed in place.
func (e *lowering) stores(final *state) {
	f := e.f
	var after []func()
	if e.b.game.Towers {
		e.sharedFirst(final)
	}
	for i, n := range final.sets {
		old := e.b.state0.sets[i]
		if n == old {
			continue
		}
		count := e.b.p.FieldWords[i]
		if changes, ok := e.inPlace(n, old); ok && count > 1 {
			for _, c := range changes {
				after = append(after, e.changed(i, c))
			}
			continue
		}
		s := e.set(n)
		var was []word
		if v, ok := e.lookup(old); ok {
			was = v
		}
		for k := range count {
			x := at(s, k)
			if k < len(was) && was[k] == x && x.local {
				continue
			}
			mirror, ok := e.mirrors[old]
			if ok {
				x = e.variable(x) // it may be another mirror
			}
			after = append(after, func() {
				f.Store(w.I64Store, e.p.X, e.fieldAt(i)+uint32(8*k), x.x)
				if ok {
					e.assign(mirror, x.x)
				}
			})
		}
	}
	for i, n := range final.nums {
		if n != e.b.state0.nums[i] {
			x := e.num(n)
			after = append(after, func() { f.Store(w.I64Store, e.p.X, e.numberOf(i), x.x) })
		}
	}
	for _, store := range after {
		store()
	}
}

// changed computes a change and returns what writes it.
func (e *lowering) changed(i int, c change) func() {
	f := e.f
	if c.by.op == sOne {
		place := e.num(c.by.a)
		addr := f.Local(w.I32)
		bit := e.word(w.Bin(w.I64Shl, w.C64(1), place.x))
		f.Set(addr, add(e.p.X,
			w.Bin(w.I32Shl, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, place.x, w.C64(6))), w.C32(3))))
		old := w.Load(w.I64Load, addr.X, e.fieldAt(i))
		fresh := w.Bin(w.I64Or, old, bit.x)
		if !c.comes {
			fresh = w.Bin(w.I64And, old, w.Bin(w.I64Xor, bit.x, w.C64(-1)))
		}
		return func() { f.Store(w.I64Store, addr.X, e.fieldAt(i), fresh) }
	}
	s := slices.Clone(e.set(c.by))
	return func() {
		for k := range min(len(s), e.b.p.FieldWords[i]) {
			x := s[k]
			if x.is(0) {
				continue
			}
			off := e.fieldAt(i) + uint32(8*k)
			old := w.Load(w.I64Load, e.p.X, off)
			fresh := w.Bin(w.I64Or, old, x.x)
			if !c.comes {
				fresh = w.Bin(w.I64And, old, w.Bin(w.I64Xor, x.x, w.C64(-1)))
			}
			f.Store(w.I64Store, e.p.X, off, fresh)
		}
	}
}

// inPlace returns the changes that turn the set old of the position into n by adding and removing;
// ok is false if n is not of that kind.
func (e *lowering) inPlace(n, old *node) (list []change, ok bool) {
	if n == old {
		return nil, true
	}
	if e.used(n) > 1 {
		return nil, false
	}
	then := func(rest, by *node, comes bool) ([]change, bool) {
		list, ok := e.inPlace(rest, old)
		return append(list, change{by, comes}), ok
	}
	switch n.op {
	case sOr:
		if list, ok := then(n.a, n.b, true); ok {
			return list, true
		}
		return then(n.b, n.a, true)
	case sDiff:
		return then(n.a, n.b, false)
	}
	return nil, false
}

// changes writes the changes that a step makes, whose uses have been counted, separately for low
// towers.
func (e *lowering) changes(a *apply) {
	if a.low == nil {
		e.cases(a.final, maxCases)
		return
	}
	version := func(final *state) func() {
		return func() {
			e.recount()
			e.countFinal(final)
			e.scope(func() { e.cases(final, maxCases) })
		}
	}
	e.count(a.isLow)
	e.f.If(e.test(a.isLow), version(a.low), version(a.final))
}

// sharedFirst computes what several changes of a position need: the columns of a tower are read and
// moved once, not in a separate branch for every depth.
func (e *lowering) sharedFirst(final *state) {
	seen := map[*node]bool{}
	var walk func(n *node)
	walk = func(n *node) {
		if n == nil || seen[n] || isConst(n) || isTrivial(n) {
			return
		}
		seen[n] = true
		walk(n.a)
		if !n.op.loops() {
			walk(n.b)
			walk(n.c)
			for _, a := range n.args {
				walk(a)
			}
		}
		switch {
		case n.deps != 0 || e.used(n) < 2:
		case n.op.isNumber():
			e.num(n)
		default:
			e.set(n)
		}
	}
	for i, n := range final.sets {
		if n != e.b.state0.sets[i] {
			walk(n)
		}
	}
	for i, n := range final.nums {
		if n != e.b.state0.nums[i] {
			walk(n)
		}
	}
}
