package rules

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// Effects compiles what a step does: it returns the position and the environment after it.
func (c *Actions) Effects(list []*ir.Effect, v *symbolic.Env) *symbolic.Env {
	if c.Read.Store.Rounds > 0 {
		v = c.noRounds(v)
		return c.endless(c.inOrder(list, v))
	}
	return c.inOrder(list, v)
}

// inOrder compiles effects, one after the other.
func (c *Actions) inOrder(list []*ir.Effect, v *symbolic.Env) *symbolic.Env {
	for _, e := range list {
		when := c.G.Boolean(true)
		if e.When != nil {
			if when = c.Ask.Truth(e.When, v); graph.IsFalse(when) {
				continue
			}
		}
		v = c.effect(e, when, v)
	}
	return v
}

// effect compiles one effect that happens if a condition holds.
func (c *Actions) effect(e *ir.Effect, when *graph.Node, v *symbolic.Env) *symbolic.Env {
	st := v.St.Clone()
	if change := towerEffects[e.Op]; change != nil && c.Read.Game.Towers {
		change(c, e, st, v)
		return v.WithState(c.onlyWhen(when, v.St, st))
	}
	switch e.Op {
	case ir.MovePieces:
		c.move(st, v.St, c.Ask.Sites(e.A, v), c.Ask.Sites(e.B, v))
	case ir.Swap:
		a, b := c.Ask.Sites(e.A, v), c.Ask.Sites(e.B, v)
		both := c.G.Logical(graph.BAnd, c.Alg.SomeSets(a), c.Alg.SomeSets(b))
		for i, f := range c.Read.Store.Fields[:c.Read.Store.Pieces] {
			x := v.St.Sets[i]
			atA := c.Alg.SomeSets(c.Alg.Meet(a, c.Read.FieldSets(v.St, f)))
			atB := c.Alg.SomeSets(c.Alg.Meet(b, c.Read.FieldSets(v.St, f)))
			y := c.G.Diff(c.G.Diff(x, a[f.Plane]), b[f.Plane])
			y = c.G.Or(y, c.G.Or(c.G.When(atA, b[f.Plane]), c.G.When(atB, a[f.Plane])))
			st.Sets[i] = c.G.Choose(both, y, x)
		}
		c.onlyWhereKept(st, a)
		c.onlyWhereKept(st, b)
	case ir.Place:
		on := c.Ask.Sites(e.A, v)
		for _, k := range c.Ask.kindsOf(e.Kind, v) {
			if k.Val&(k.Val-1) != 0 {
				symbolic.Fail("a piece of several kinds")
			}
			next := v.St.Clone()
			ok := c.put(next, on, Log2(k.Val), e.Owner, nil, v)
			c.mergeState(st, next, c.G.Logical(graph.BAnd, k.Cond, ok))
		}
	case ir.Remove:
		gone := c.Ask.Sites(e.A, v)
		for i, f := range c.Read.Store.Fields[:c.Read.Store.Pieces] {
			st.Sets[i] = c.G.Diff(st.Sets[i], gone[f.Plane])
		}
	case ir.Become:
		c.become(e, st, v)
	case ir.Shift:
		c.shiftPieces(e, st, v)
	case ir.Assign:
		c.assign(e, st, v)
	case ir.LetEffect:
		w := v.Bind(e.Slot, v.Argument(e.A))
		if !graph.IsTrue(when) {
			symbolic.Fail("a let with a condition")
		}
		return w
	case ir.Each:
		w := v
		each := func(u *symbolic.Env, t *graph.Node) bool {
			w = w.WithState(c.body(e, t, u.WithState(w.St)))
			return true
		}
		if !c.Ask.Loops.Domain(e.A, e.Slot, v, true, each) &&
			!c.Ask.Loops.eachCell(e.A, e.Slot, v, each) {
			symbolic.Fail("an effect for each of many sites")
		}
		if e.A.Op != ir.Range && e.A.Type == ir.Sites && !c.Alg.InOrder(c.Ask.Sites(e.A, v)) {
			symbolic.Fail("an effect for each of several sites in an order that is not known")
		}
		st = w.St.Clone()
	case ir.While:
		return v.WithState(c.while(e, when, v))
	case ir.Again:
		st.Nums[symbolic.NumAgain] = c.G.Integer(1)
	}
	return v.WithState(c.onlyWhen(when, v.St, st))
}

// body compiles what a loop does for a member or in a round, if a condition holds.
func (c *Actions) body(e *ir.Effect, when *graph.Node, v *symbolic.Env) *symbolic.State {
	for _, x := range append([]*ir.Effect{e.Body}, e.More...) {
		if x.Op == ir.LetEffect && x.When == nil {
			v = v.Bind(x.Slot, v.Argument(x.A)) // never read if the condition does not hold
			continue
		}
		t := when
		if x.When != nil {
			t = c.G.Logical(graph.BAnd, when, c.Ask.Truth(x.When, v))
		}
		v = c.effect(x, t, v)
	}
	return v.St
}

// onlyWhen returns st if a condition holds, and old otherwise.
func (c *Actions) onlyWhen(when *graph.Node, old, st *symbolic.State) *symbolic.State {
	if graph.IsTrue(when) {
		return st
	}
	merged := old.Clone()
	c.mergeState(merged, st, when)
	return merged
}

func Log2(n int64) int {
	i := 0
	for n > 1 {
		n >>= 1
		i++
	}
	return i
}

// mergeState replaces a position by another if a condition holds.
func (c *Actions) mergeState(st, other *symbolic.State, when *graph.Node) {
	for i := range st.Sets {
		if st.Sets[i] != other.Sets[i] {
			st.Sets[i] = c.G.Choose(when, other.Sets[i], st.Sets[i])
		}
	}
	for i := range st.Nums {
		if st.Nums[i] != other.Nums[i] {
			st.Nums[i] = c.G.Choose(when, other.Nums[i], st.Nums[i])
		}
	}
}

// onlyWhereKept makes sure that no piece can move to a plane that does not record its owner or
// kind.
func (c *Actions) onlyWhereKept(st *symbolic.State, at []*graph.Node) {
	for p := range at {
		if graph.IsEmpty(at[p]) {
			continue
		}
		for i := range c.Read.Store.Owned {
			if c.Read.Store.Owned[i][p] == -1 && !c.neutralOnly(p) {
				symbolic.Fail("a piece on sites where none can stand")
			}
		}
	}
}

// neutralOnly reports whether only neutral kinds can stand on a plane.
func (c *Actions) neutralOnly(plane int) bool {
	return !slices.ContainsFunc(c.Read.Store.Owned, func(row []int) bool { return row[plane] >= 0 })
}

// move moves the piece on one site to another.
func (c *Actions) move(st, old *symbolic.State, a, b []*graph.Node) {
	// Nothing happens without a piece on a, or without b.
	lifted := c.Alg.SomeSets(c.Alg.Meet(a, c.Read.Occupied(old)))
	ok := c.G.Logical(graph.BAnd, lifted, c.Alg.SomeSets(b))
	if graph.IsFalse(ok) {
		return
	}
	for i, f := range c.Read.Store.Fields[:c.Read.Store.Pieces] {
		x := old.Sets[i]
		here := c.Alg.SomeSets(c.Alg.Meet(a, c.Read.FieldSets(old, f)))
		y := c.G.Or(c.G.Diff(c.G.Diff(x, a[f.Plane]), b[f.Plane]), c.G.When(here, b[f.Plane]))
		st.Sets[i] = c.G.Choose(ok, y, x)
	}
	// The target plane must record what moves.
	for p := range b {
		if graph.IsEmpty(b[p]) {
			continue
		}
		for kind := range c.Read.Game.Kinds {
			if c.Read.Store.Kinds[kind][p] == -1 && !graph.IsFalse(c.Alg.SomeSets(c.Alg.Meet(a,
				c.Read.OfKind(old, kind)))) {
				symbolic.Fail("a piece moves to sites where it cannot stand")
			}
		}
		for player := range c.Read.Store.Owned {
			if c.Read.Store.Owned[player][p] == -1 &&
				!graph.IsFalse(c.Alg.SomeSets(c.Alg.Meet(a, c.Read.OwnedBy(old, player)))) {
				symbolic.Fail("a piece moves to sites where it cannot stand")
			}
		}
	}
}

// put puts a kind of piece on sites, in place of what stands there. owner says whose it is; nil:
// me, or what `keep` says. It returns whether there is such an owner.
func (c *Actions) put(st *symbolic.State, on []*graph.Node, kind int, owner *ir.Expr,
	keep *symbolic.State, v *symbolic.Env) *graph.Node {
	for i, f := range c.Read.Store.Fields[:c.Read.Store.Tops] {
		st.Sets[i] = c.G.Diff(st.Sets[i], on[f.Plane])
	}
	return c.add(st, on, 0, kind, owner, keep, v)
}

// add is put for sites that have nothing at a depth of towers; 0 is the top.
func (c *Actions) add(st *symbolic.State, on []*graph.Node, depth, kind int, owner *ir.Expr,
	keep *symbolic.State, v *symbolic.Env) *graph.Node {
	owned, kinds := c.Read.Store.Rows(depth)
	add := func(i int, set *graph.Node) {
		if graph.IsEmpty(set) {
			return
		}
		if i == -1 {
			symbolic.Fail("a piece on sites where it cannot stand")
		}
		if i >= 0 {
			st.Sets[i] = c.G.Or(st.Sets[i], set)
		}
	}
	for p := range on {
		add(kinds[kind][p], on[p])
	}
	if c.Read.Game.Kinds[kind].Neutral {
		return c.G.Boolean(true)
	}
	ok := c.G.Boolean(true)
	switch {
	case owner != nil:
		ok = c.G.Boolean(false)
		for _, x := range c.Ask.playersOf(owner, v) {
			ok = c.G.Logical(graph.BOr, ok, x.Cond)
			for p := range on {
				add(owned[x.Val][p], c.G.When(x.Cond, on[p]))
			}
		}
	case keep != nil:
		for player := range c.Read.Store.Owned {
			kept := c.Alg.Meet(on, c.Read.OwnedBy(keep, player))
			for p := range on {
				add(owned[player][p], kept[p])
			}
		}
	default:
		for p := range on {
			add(owned[v.Me][p], on[p])
		}
	}
	return ok
}

// become changes the kind, the owner or both of the pieces on some sites.
func (c *Actions) become(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	c.becomes(e, st, v.St, 0, c.Ask.Sites(e.A, v), v)
}

// becomes is become for the pieces old at a depth of towers on some sites; 0 is the top.
func (c *Actions) becomes(e *ir.Effect, st, old *symbolic.State, depth int, on []*graph.Node,
	v *symbolic.Env) {
	base := st.Clone()
	owned, _ := c.Read.Store.Rows(depth)
	if e.Kind == nil {
		// A neutral piece stays without an owner.
		pieces := c.Alg.Meet(on, c.Read.Ownable(old))
		if e.Owner == nil {
			return
		}
		ok := c.G.Boolean(false)
		next := base.Clone()
		for player := range owned {
			for p, i := range owned[player] {
				if i >= 0 {
					next.Sets[i] = c.G.Diff(next.Sets[i], pieces[p])
				}
			}
		}
		for _, x := range c.Ask.playersOf(e.Owner, v) {
			ok = c.G.Logical(graph.BOr, ok, x.Cond)
			for p, i := range owned[x.Val] {
				if i >= 0 {
					next.Sets[i] = c.G.Or(next.Sets[i], c.G.When(x.Cond, pieces[p]))
				}
			}
		}
		c.mergeState(st, next, ok)
		return
	}
	for _, k := range c.Ask.kindsOf(e.Kind, v) {
		if k.Val&(k.Val-1) != 0 {
			symbolic.Fail("a piece of several kinds")
		}
		kind := Log2(k.Val)
		next := base.Clone()
		pieces := c.Alg.Meet(on, c.Read.Occupied(old))
		for top, f := range c.Read.Store.Fields[:c.Read.Store.Tops] {
			if i := c.Read.Store.At(top, depth); i >= 0 {
				next.Sets[i] = c.G.Diff(next.Sets[i], pieces[f.Plane])
			}
		}
		ok := c.add(next, pieces, depth, kind, e.Owner, old, v)
		c.mergeState(st, next, c.G.Logical(graph.BAnd, k.Cond, ok))
	}
}

// shiftPieces moves all pieces of a set one step, at once.
func (c *Actions) shiftPieces(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	s := e.Step
	if s.Rep != ir.Once {
		symbolic.Fail("a shift by several steps")
	}
	set := c.Ask.Sites(e.A, v)
	old := v.St
	var only []*graph.Node
	if s.Only != nil {
		only = c.Ask.Sites(s.Only, v)
	}
	shift := func(arcs []layout.Arc, when *graph.Node) {
		if !oneToOne(arcs) {
			symbolic.Fail("a shift in which two pieces could meet")
		}
		next := old.Clone()
		landing := c.Walk.Forward(c.Alg.Meet(set, c.Read.Occupied(old)), arcs, only, v)
		for i, f := range c.Read.Store.Fields[:c.Read.Store.Pieces] {
			mine := c.Alg.None()
			mine[f.Plane] = c.G.And(set[f.Plane], old.Sets[i])
			moved := c.Walk.Forward(mine, arcs, only, v)
			for p := range moved {
				if p != f.Plane && !graph.IsEmpty(moved[p]) {
					symbolic.Fail("a shift to another kind of site")
				}
			}
			next.Sets[i] = c.G.Or(c.G.Diff(c.G.Diff(old.Sets[i], set[f.Plane]), landing[f.Plane]),
				moved[f.Plane])
		}
		c.mergeState(st, next, when)
	}
	if s.Func != nil {
		shift(c.arcsOfStep(s, v), c.G.Boolean(true))
		return
	}
	for _, d := range c.Ask.Cases.Steps(s.By, v) {
		if d.Dirs.Len() > 1 {
			symbolic.Fail("a shift in several directions")
		}
		for r := range d.Dirs.All() {
			for s := range c.Read.Game.Board.All().All() {
				if next := c.Read.Game.Board.Next(r, s); next.Len() > 1 {
					symbolic.Fail("a shift to several sites")
				}
			}
		}
		shift(c.Walk.StepArcs(d.Dirs), d.Cond)
	}
}

// arcsOfStep returns where a step that is a function leads from each site, if that is at most one
// site and the same in every position.
func (c *Actions) arcsOfStep(s *ir.Step, v *symbolic.Env) []layout.Arc {
	var arcs []layout.Arc
	for p := range c.G.Lay.Planes {
		l := &symbolic.Lane{Plane: p, All: c.G.Constant(c.G.Lay.All[p])}
		at := symbolic.Binding{Kind: symbolic.BindPoint, Lane: l, Plane: p, Piece: -1}
		w := v.WithLane(nil).EnterStep(s, at).WithLane(l)
		var from layout.Bits
		for _, q := range c.Ask.Points(s.Func.Body, w) {
			if q.Cond.Op != graph.SConst || graph.Meets(&from, q.Cond.Set) {
				symbolic.Fail("a shift by a step that leads to several sites, or is not always the same")
			}
			from = from.Or(*q.Cond.Set)
			arcs = append(arcs, layout.Arc{From: p, To: q.Plane, K: q.Off, Src: *q.Cond.Set, Via: -1})
		}
	}
	return arcs
}

// oneToOne reports whether no two places lead to the same one.
func oneToOne(arcs []layout.Arc) bool {
	var seen [layout.MaxPlanes]layout.Bits
	for i := range arcs {
		d := arcs[i].Dst()
		if both := d.And(seen[arcs[i].To]); !both.Empty() {
			return false
		}
		seen[arcs[i].To] = seen[arcs[i].To].Or(d)
	}
	return true
}

// assign changes a counter or a memory.
func (c *Actions) assign(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	g := &c.Read.Game.States[e.State]
	index, _ := c.Ask.stateIndex(e.State, e.Index, v)
	if g.Type == ir.Sites {
		value := c.Ask.Sites(e.B, v)
		for _, x := range index {
			for p, f := range c.Read.Store.Memory[x.Index] {
				if f < 0 {
					if !graph.IsEmpty(value[p]) && e.Assign != ir.TakeFrom {
						symbolic.Fail("a memory of other sites")
					}
					continue
				}
				old := v.St.Sets[f]
				var set *graph.Node
				switch e.Assign {
				case ir.SetTo:
					set = value[p]
				case ir.AddTo:
					set = c.G.Or(old, value[p])
				case ir.TakeFrom:
					set = c.G.Diff(old, value[p])
				}
				st.Sets[f] = c.G.Choose(x.Cond, set, old)
			}
		}
		return
	}
	var value *graph.Node
	add, take := graph.BAdd, graph.BSub
	switch g.Type {
	case ir.Number:
		value = c.Ask.Number(e.B, v)
	case ir.Truth:
		value = c.Ask.Truth(e.B, v)
	case ir.Players, ir.Kinds:
		value = c.Ask.Bitset(e.B, v)
		add, take = graph.BOr, graph.BAndNot
	default:
		symbolic.Fail("a state of an unknown type")
	}
	for _, x := range index {
		old := v.St.Nums[symbolic.NumFirst+x.Index]
		n := value
		switch e.Assign {
		case ir.AddTo:
			n = c.G.Binary(add, old, value)
		case ir.TakeFrom:
			n = c.G.Binary(take, old, value)
		}
		st.Nums[symbolic.NumFirst+x.Index] = c.G.Choose(x.Cond, n, old)
	}
}
