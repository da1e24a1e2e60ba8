package lower

import (
	"fmt"
	"slices"
	"strconv"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// StopIf leaves in the way of stop if a condition holds.
func (e *Lowering) StopIf(t *graph.Node, stop func()) {
	if _, ok := e.Frame.lookup(t); !ok {
		if t.Op == graph.NBin && graph.BinOp(t.K) == graph.BOr && t.A.IsTruth() && t.B.IsTruth() {
			e.StopIf(t.A, stop)
			e.StopIf(t.B, stop)
			return
		}
		if first, _ := e.Frame.conjuncts(t); first != nil {
			e.OnlyIf(t, stop)
			return
		}
	}
	if graph.IsFalse(t) {
		return
	}
	e.W.F.If(e.Test(t), stop)
}

// ValueCode writes the function that returns a number of the position.
func (u *UnitOf) ValueCode(name string, n *graph.Node) *w.Func {
	f := w.NewFunc(name, []w.Type{w.I32}, []w.Type{w.I64})
	e := u.Lower(f)
	e.Frame.Count(n)
	e.Num(n).X(f)
	return f
}

// TruthCode writes the function that returns whether a condition holds in the position.
func (u *UnitOf) TruthCode(name string, t *graph.Node) *w.Func {
	f := w.NewFunc(name, []w.Type{w.I32}, []w.Type{w.I32})
	e := u.Lower(f)
	e.Frame.Count(t)
	e.Test(t)(f)
	return f
}

// StepFunc begins a function that has the places of a step for arguments.
func (u *UnitOf) StepFunc(name string, a *programs.Apply, results []w.Type) *Lowering {
	return u.roleFunc(name, a.Move, a.Sites, results)
}

// roleFunc begins a function whose arguments are some roles of a move.
func (u *UnitOf) roleFunc(name string, move ir.MoveID, roles []int, results []w.Type) *Lowering {
	types := []w.Type{w.I32}
	for range roles {
		types = append(types, w.I64)
	}
	f := w.NewFunc(name, types, results)
	args := make([]w.Local, len(u.B.Game.Moves[move].Roles))
	for i, role := range roles {
		args[role] = f.Arg(1 + i)
	}
	return u.Lower(f, args...)
}

// StopUnless returns 0 if a condition does not hold.
func (e *Lowering) StopUnless(t *graph.Node) {
	if first, second := e.Frame.conjuncts(t); first != nil {
		e.StopUnless(first)
		e.StopUnless(second)
		return
	}
	e.W.F.If(w.Not32(e.Test(t)), func() { e.W.F.Return(w.C32(0)) })
}

// CountFinal counts the uses of nodes by the changes of the position.
func (e *Lowering) CountFinal(final *symbolic.State) {
	for i, n := range final.Sets {
		if n != e.Unit.B.Before.Sets[i] {
			e.Frame.Count(n)
		}
	}
	for i, n := range final.Nums {
		if n != e.Unit.B.Before.Nums[i] {
			e.Frame.Count(n)
		}
	}
}

// A change is how a set changes in place: places or sets that are added or removed.
type change struct {
	by    *graph.Node
	comes bool
}

// stores writes the changes of the position: all is computed from the old one before any of it is
// overwritten. Sets of several words to which places are added, or from which they are removed, are
// changed in place.
func (e *Lowering) stores(final *symbolic.State) {
	f := e.W.F
	var after []func()
	if e.Unit.B.Game.Towers || e.Unit.B.Rounds > 0 {
		e.sharedFirst(final)
	}
	for i, n := range final.Sets {
		old := e.Unit.B.Before.Sets[i]
		if n == old {
			continue
		}
		count := e.Unit.B.FieldWords[i]
		if changes, ok := e.inPlace(n, old); ok && count > 1 {
			for _, c := range changes {
				after = append(after, e.changed(i, c))
			}
			continue
		}
		s := e.Set(n)
		var was []Word
		if v, ok := e.Frame.lookup(old); ok {
			was = v
		}
		for k := range count {
			x := At(s, k)
			if k < len(was) && was[k] == x && x.Local {
				continue
			}
			mirror, ok := e.Mirrors[old]
			if ok {
				x = e.W.Variable(x) // it may be another mirror
			}
			after = append(after, func() {
				f.Store(w.I64Store, e.Frame.P.X, e.Unit.FieldAt(i)+uint32(8*k), x.X)
				if ok {
					e.W.Assign(mirror, x.X)
				}
			})
		}
	}
	for i, n := range final.Nums {
		if n != e.Unit.B.Before.Nums[i] {
			x := e.Num(n)
			after = append(after, func() { f.Store(w.I64Store, e.Frame.P.X, e.Unit.NumberOf(i), x.X) })
		}
	}
	for _, store := range after {
		store()
	}
}

// changed computes a change and returns what writes it.
func (e *Lowering) changed(i int, c change) func() {
	f := e.W.F
	if c.by.Op == graph.SOne {
		place := e.Num(c.by.A)
		addr := f.Local(w.I32)
		bit := e.W.Word(w.Bin(w.I64Shl, w.C64(1), place.X))
		f.Set(addr, Add(e.Frame.P.X,
			w.Bin(w.I32Shl, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, place.X, w.C64(6))), w.C32(3))))
		old := w.Load(w.I64Load, addr.X, e.Unit.FieldAt(i))
		fresh := w.Bin(w.I64Or, old, bit.X)
		if !c.comes {
			fresh = w.Bin(w.I64And, old, w.Bin(w.I64Xor, bit.X, w.C64(-1)))
		}
		return func() { f.Store(w.I64Store, addr.X, e.Unit.FieldAt(i), fresh) }
	}
	s := slices.Clone(e.Set(c.by))
	return func() {
		for k := range min(len(s), e.Unit.B.FieldWords[i]) {
			x := s[k]
			if x.Is(0) {
				continue
			}
			off := e.Unit.FieldAt(i) + uint32(8*k)
			old := w.Load(w.I64Load, e.Frame.P.X, off)
			fresh := w.Bin(w.I64Or, old, x.X)
			if !c.comes {
				fresh = w.Bin(w.I64And, old, w.Bin(w.I64Xor, x.X, w.C64(-1)))
			}
			f.Store(w.I64Store, e.Frame.P.X, off, fresh)
		}
	}
}

// inPlace returns the changes that turn the set old of the position into n by adding and removing;
// ok is false if n is not of that kind.
func (e *Lowering) inPlace(n, old *graph.Node) (list []change, ok bool) {
	if n == old {
		return nil, true
	}
	if e.Frame.used(n) > 1 {
		return nil, false
	}
	then := func(rest, by *graph.Node, comes bool) ([]change, bool) {
		list, ok := e.inPlace(rest, old)
		return append(list, change{by, comes}), ok
	}
	switch n.Op {
	case graph.SOr:
		if list, ok := then(n.A, n.B, true); ok {
			return list, true
		}
		return then(n.B, n.A, true)
	case graph.SDiff:
		return then(n.A, n.B, false)
	}
	return nil, false
}

// Changes writes the changes that a step makes, whose uses have been counted. If there are programs
// for low and for high towers, which are long, those that change the same in the same way share a
// function.
func (e *Lowering) Changes(a *programs.Apply) {
	if a.Low == nil && a.Numbers == nil {
		e.stores(a.Final)
		return
	}
	high := func() { callChanges(e, a, a.Final, a.Numbers) }
	if a.Low == nil {
		high()
		return
	}
	e.Frame.Count(a.IsLow)
	e.W.F.If(e.Test(a.IsLow), func() { callChanges(e, a, a.Low, nil) }, high)
}

// callChanges calls the function that changes a position as a step with some numbers does. It sets
// the numbers of the position that become constants itself, because steps often differ in nothing
// else. Uses are counted anew if the function has to be written.
func callChanges(e *Lowering, a *programs.Apply, final *symbolic.State,
	numbers []programs.RoleNumber) {
	u, f := e.Unit, e.W.F
	args, roles := []w.X{e.Frame.P.X}, slices.Clone(a.Sites)
	for _, role := range a.Sites {
		args = append(args, e.Frame.Args[role].X)
	}
	for _, n := range numbers {
		args, roles = append(args, w.C64(n.Value)), append(roles, n.Role)
	}
	rest := final.Clone()
	same := fmt.Append(nil, a.Move, roles)
	for _, n := range rest.Sets {
		same = strconv.AppendInt(append(same, ' '), int64(n.Id), 10)
	}
	for i, n := range rest.Nums {
		if n.Op == graph.NConst {
			rest.Nums[i] = u.B.Before.Nums[i]
		}
		same = strconv.AppendInt(append(same, ' '), int64(rest.Nums[i].Id), 10)
	}
	key := string(same)
	changes := u.changes[key]
	if changes == nil {
		g := u.roleFunc("changes of "+u.B.Game.Moves[a.Move].Name, a.Move, roles, nil)
		g.Frame.flat = final == a.Final
		g.CountFinal(rest)
		g.stores(rest)
		changes = u.M.Add(g.W.F)
		u.changes[key] = changes
	}
	f.Do(w.Call(changes, args...))
	for i, n := range final.Nums {
		if n != rest.Nums[i] {
			f.Store(w.I64Store, e.Frame.P.X, u.NumberOf(i), w.C64(n.K))
		}
	}
}

// sharedFirst computes what several changes of a position need: the columns of a tower are read and
// moved once, not in a separate branch for every depth, and a loop is run once.
func (e *Lowering) sharedFirst(final *symbolic.State) {
	seen := make([]uint64, graph.Made(e.Unit.B.Graph)/64+1) // by the numbers of nodes
	var walk func(n *graph.Node)
	walk = func(n *graph.Node) {
		if n == nil || seen[n.Id/64]>>(n.Id%64)&1 != 0 || graph.IsConst(n) || isTrivial(n) {
			return
		}
		seen[n.Id/64] |= 1 << (n.Id % 64)
		walk(n.A)
		if !n.Op.Loops() {
			walk(n.B)
			walk(n.C)
			for _, a := range n.Args {
				walk(a)
			}
		}
		switch {
		case n.Deps != 0 || e.Frame.used(n) < 2:
		case n.Op.IsNumber():
			e.Num(n)
		default:
			e.Set(n)
		}
	}
	for i, n := range final.Sets {
		if n != e.Unit.B.Before.Sets[i] {
			walk(n)
		}
	}
	for i, n := range final.Nums {
		if n != e.Unit.B.Before.Nums[i] {
			walk(n)
		}
	}
}
