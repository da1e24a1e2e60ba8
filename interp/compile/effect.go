package compile

import (
	"boardgame/dsl/ir"
	"slices"
)

// effects compiles what a step does: it returns the position and the environment after it.
func (c *actions) effects(list []*ir.Effect, v *env) *env {
	for _, e := range list {
		when := c.boolean(true)
		if e.When != nil {
			if when = c.truth(e.When, v); isFalse(when) {
				continue
			}
		}
		v = c.effect(e, when, v)
	}
	return v
}

// effect compiles one effect that happens if a condition holds.
func (c *actions) effect(e *ir.Effect, when *node, v *env) *env {
	st := v.st.clone()
	if change := towerEffects[e.Op]; change != nil && c.game.Towers {
		change(c, e, st, v)
		return v.withState(c.onlyWhen(when, v.st, st))
	}
	switch e.Op {
	case ir.MovePieces:
		c.move(st, v.st, c.sites(e.A, v), c.sites(e.B, v))
	case ir.Swap:
		a, b := c.sites(e.A, v), c.sites(e.B, v)
		both := c.logical(bAnd, c.someSets(a), c.someSets(b))
		for i, f := range c.store.fields[:c.store.pieces] {
			x := v.st.sets[i]
			atA := c.someSets(c.meet(a, c.fieldSets(v.st, f)))
			atB := c.someSets(c.meet(b, c.fieldSets(v.st, f)))
			y := c.diff(c.diff(x, a[f.Plane]), b[f.Plane])
			y = c.or(y, c.or(c.when(atA, b[f.Plane]), c.when(atB, a[f.Plane])))
			st.sets[i] = c.choose(both, y, x)
		}
		c.onlyWhereKept(st, a)
		c.onlyWhereKept(st, b)
	case ir.Place:
		on := c.sites(e.A, v)
		for _, k := range c.kindsOf(e.Kind, v) {
			if k.val&(k.val-1) != 0 {
				fail("a piece of several kinds")
			}
			next := v.st.clone()
			ok := c.put(next, on, log2(k.val), e.Owner, nil, v)
			c.mergeState(st, next, c.logical(bAnd, k.cond, ok))
		}
	case ir.Remove:
		gone := c.sites(e.A, v)
		for i, f := range c.store.fields[:c.store.pieces] {
			st.sets[i] = c.diff(st.sets[i], gone[f.Plane])
		}
	case ir.Become:
		c.become(e, st, v)
	case ir.Shift:
		c.shiftPieces(e, st, v)
	case ir.Assign:
		c.assign(e, st, v)
	case ir.LetEffect:
		w := v.bind(e.Slot, v.argument(e.A))
		if !isTrue(when) {
			fail("a let with a condition")
		}
		return w
	case ir.Each:
		w := v
		each := func(u *env, t *node) bool {
			u = u.withState(w.st)
			for _, x := range append([]*ir.Effect{e.Body}, e.More...) {
				if x.Op == ir.LetEffect && x.When == nil {
					u = u.bind(x.Slot, u.argument(x.A)) // never read if there is no member
					continue
				}
				when := t
				if x.When != nil {
					when = c.logical(bAnd, t, c.truth(x.When, u))
				}
				u = c.effect(x, when, u)
			}
			w = w.withState(u.st)
			return true
		}
		if c.ofPerCell(e) && c.eachCell(e.A, e.Slot, v, each) {
			return v.withState(c.onlyWhen(when, v.st, w.st))
		}
		if !c.unrollDomain(e.A, e.Slot, v, each) {
			fail("an effect for each of many sites")
		}
		if e.A.Op != ir.Range && e.A.Type == ir.Sites && !c.inOrder(c.sites(e.A, v)) {
			fail("an effect for each of several sites in an order that is not known")
		}
		st = w.st.clone()
	case ir.Again:
		st.nums[NumAgain] = c.integer(1)
	}
	return v.withState(c.onlyWhen(when, v.st, st))
}

// onlyWhen returns st if a condition holds, and old otherwise.
func (c *actions) onlyWhen(when *node, old, st *state) *state {
	if isTrue(when) {
		return st
	}
	merged := old.clone()
	c.mergeState(merged, st, when)
	return merged
}

func log2(n int64) int {
	i := 0
	for n > 1 {
		n >>= 1
		i++
	}
	return i
}

// mergeState replaces a position by another if a condition holds.
func (c *actions) mergeState(st, other *state, when *node) {
	for i := range st.sets {
		if st.sets[i] != other.sets[i] {
			st.sets[i] = c.choose(when, other.sets[i], st.sets[i])
		}
	}
	for i := range st.nums {
		if st.nums[i] != other.nums[i] {
			st.nums[i] = c.choose(when, other.nums[i], st.nums[i])
		}
	}
}

// onlyWhereKept makes sure that no piece can move to a plane that does not record its owner or
// kind.
func (c *actions) onlyWhereKept(st *state, at []*node) {
	for p := range at {
		if isEmpty(at[p]) {
			continue
		}
		for i := range c.store.owned {
			if c.store.owned[i][p] == -1 && !c.neutralOnly(p) {
				fail("a piece on sites where none can stand")
			}
		}
	}
}

// neutralOnly reports whether only neutral kinds can stand on a plane.
func (c *actions) neutralOnly(plane int) bool {
	for _, row := range c.store.owned {
		if row[plane] >= 0 {
			return false
		}
	}
	return true
}

// move moves the piece on one site to another.
func (c *actions) move(st, old *state, a, b []*node) {
	// Nothing happens without a piece on a, or without b.
	lifted := c.someSets(c.meet(a, c.occupied(old)))
	ok := c.logical(bAnd, lifted, c.someSets(b))
	if isFalse(ok) {
		return
	}
	for i, f := range c.store.fields[:c.store.pieces] {
		x := old.sets[i]
		here := c.someSets(c.meet(a, c.fieldSets(old, f)))
		y := c.or(c.diff(c.diff(x, a[f.Plane]), b[f.Plane]), c.when(here, b[f.Plane]))
		st.sets[i] = c.choose(ok, y, x)
	}
	// The target plane must record what moves.
	for p := range b {
		if isEmpty(b[p]) {
			continue
		}
		for kind := range c.game.Kinds {
			if c.store.kinds[kind][p] == -1 &&
				!isFalse(c.someSets(c.meet(a, c.ofKind(old, kind)))) {
				fail("a piece moves to sites where it cannot stand")
			}
		}
		for player := range c.store.owned {
			if c.store.owned[player][p] == -1 &&
				!isFalse(c.someSets(c.meet(a, c.ownedBy(old, player)))) {
				fail("a piece moves to sites where it cannot stand")
			}
		}
	}
}

// put puts a kind of piece on sites, in place of what stands there. owner says whose it is; nil:
// me, or what `keep` says. It returns whether there is such an owner.
func (c *actions) put(st *state, on []*node, kind int, owner *ir.Expr, keep *state, v *env) *node {
	for i, f := range c.store.fields[:c.store.tops] {
		st.sets[i] = c.diff(st.sets[i], on[f.Plane])
	}
	return c.add(st, on, 0, kind, owner, keep, v)
}

// add is put for sites that have nothing at a depth of towers; 0 is the top.
func (c *actions) add(st *state, on []*node, depth, kind int, owner *ir.Expr, keep *state,
	v *env) *node {
	owned, kinds := c.store.rows(depth)
	add := func(i int, set *node) {
		if isEmpty(set) {
			return
		}
		if i == -1 {
			fail("a piece on sites where it cannot stand")
		}
		if i >= 0 {
			st.sets[i] = c.or(st.sets[i], set)
		}
	}
	for p := range on {
		add(kinds[kind][p], on[p])
	}
	if c.game.Kinds[kind].Neutral {
		return c.boolean(true)
	}
	ok := c.boolean(true)
	switch {
	case owner != nil:
		ok = c.boolean(false)
		for _, x := range c.playersOf(owner, v) {
			ok = c.logical(bOr, ok, x.cond)
			for p := range on {
				add(owned[x.val][p], c.when(x.cond, on[p]))
			}
		}
	case keep != nil:
		for player := range c.store.owned {
			kept := c.meet(on, c.ownedBy(keep, player))
			for p := range on {
				add(owned[player][p], kept[p])
			}
		}
	default:
		for p := range on {
			add(owned[v.me][p], on[p])
		}
	}
	return ok
}

// become changes the kind, the owner or both of the pieces on some sites.
func (c *actions) become(e *ir.Effect, st *state, v *env) {
	c.becomes(e, st, v.st, 0, c.sites(e.A, v), v)
}

// becomes is become for the pieces old at a depth of towers on some sites; 0 is the top.
func (c *actions) becomes(e *ir.Effect, st, old *state, depth int, on []*node, v *env) {
	base := st.clone()
	owned, _ := c.store.rows(depth)
	if e.Kind == nil {
		// A neutral piece stays without an owner.
		pieces := c.meet(on, c.ownable(old))
		if e.Owner == nil {
			return
		}
		ok := c.boolean(false)
		next := base.clone()
		for player := range owned {
			for p, i := range owned[player] {
				if i >= 0 {
					next.sets[i] = c.diff(next.sets[i], pieces[p])
				}
			}
		}
		for _, x := range c.playersOf(e.Owner, v) {
			ok = c.logical(bOr, ok, x.cond)
			for p, i := range owned[x.val] {
				if i >= 0 {
					next.sets[i] = c.or(next.sets[i], c.when(x.cond, pieces[p]))
				}
			}
		}
		c.mergeState(st, next, ok)
		return
	}
	for _, k := range c.kindsOf(e.Kind, v) {
		if k.val&(k.val-1) != 0 {
			fail("a piece of several kinds")
		}
		kind := log2(k.val)
		next := base.clone()
		pieces := c.meet(on, c.occupied(old))
		for top, f := range c.store.fields[:c.store.tops] {
			if i := c.store.at(top, depth); i >= 0 {
				next.sets[i] = c.diff(next.sets[i], pieces[f.Plane])
			}
		}
		ok := c.add(next, pieces, depth, kind, e.Owner, old, v)
		c.mergeState(st, next, c.logical(bAnd, k.cond, ok))
	}
}

// shiftPieces moves all pieces of a set one step, at once.
func (c *actions) shiftPieces(e *ir.Effect, st *state, v *env) {
	s := e.Step
	if s.Rep != ir.Once {
		fail("a shift by several steps")
	}
	set := c.sites(e.A, v)
	old := v.st
	var only []*node
	if s.Only != nil {
		only = c.sites(s.Only, v)
	}
	shift := func(arcs []arc, when *node) {
		if !oneToOne(arcs) {
			fail("a shift in which two pieces could meet")
		}
		next := old.clone()
		landing := c.forward(c.meet(set, c.occupied(old)), arcs, only, v)
		for i, f := range c.store.fields[:c.store.pieces] {
			mine := c.none()
			mine[f.Plane] = c.and(set[f.Plane], old.sets[i])
			moved := c.forward(mine, arcs, only, v)
			for p := range moved {
				if p != f.Plane && !isEmpty(moved[p]) {
					fail("a shift to another kind of site")
				}
			}
			next.sets[i] = c.or(c.diff(c.diff(old.sets[i], set[f.Plane]), landing[f.Plane]),
				moved[f.Plane])
		}
		c.mergeState(st, next, when)
	}
	if s.Func != nil {
		shift(c.arcsOfStep(s, v), c.boolean(true))
		return
	}
	for _, d := range c.steps(s.By, v) {
		if d.dirs.Len() > 1 {
			fail("a shift in several directions")
		}
		for r := range d.dirs.All() {
			for s := range c.game.Board.All().All() {
				if next := c.game.Board.Next(r, s); next.Len() > 1 {
					fail("a shift to several sites")
				}
			}
		}
		shift(c.stepArcs(d.dirs), d.cond)
	}
}

// arcsOfStep returns where a step that is a function leads from each site, if that is at most one
// site and the same in every position.
func (c *actions) arcsOfStep(s *ir.Step, v *env) []arc {
	var arcs []arc
	for p := range c.lay.planes {
		l := &lane{p, c.constant(c.lay.all[p])}
		at := binding{kind: bindPoint, lane: l, plane: p, piece: -1}
		w := v.withLane(nil).enterStep(s, at).withLane(l)
		var from Bits
		for _, q := range c.points(s.Func.Body, w) {
			if q.cond.op != sConst || meets(&from, q.cond.set) {
				fail("a shift by a step that leads to several sites, or is not always the same")
			}
			from = from.Or(*q.cond.set)
			arcs = append(arcs, arc{from: p, to: q.plane, k: q.off, src: *q.cond.set, via: -1})
		}
	}
	return arcs
}

// oneToOne reports whether no two places lead to the same one.
func oneToOne(arcs []arc) bool {
	var seen [maxPlanes]Bits
	for i := range arcs {
		d := arcs[i].dst()
		if both := d.And(seen[arcs[i].to]); !both.Empty() {
			return false
		}
		seen[arcs[i].to] = seen[arcs[i].to].Or(d)
	}
	return true
}

// assign changes a counter or a memory.
func (c *actions) assign(e *ir.Effect, st *state, v *env) {
	g := &c.game.States[e.State]
	index, _ := c.stateIndex(e.State, e.Index, v)
	if g.Type == ir.Sites {
		value := c.sites(e.B, v)
		for _, x := range index {
			for p, f := range c.store.memory[x.index] {
				if f < 0 {
					if !isEmpty(value[p]) && e.Assign != ir.TakeFrom {
						fail("a memory of other sites")
					}
					continue
				}
				old := v.st.sets[f]
				var set *node
				switch e.Assign {
				case ir.SetTo:
					set = value[p]
				case ir.AddTo:
					set = c.or(old, value[p])
				case ir.TakeFrom:
					set = c.diff(old, value[p])
				}
				st.sets[f] = c.choose(x.cond, set, old)
			}
		}
		return
	}
	var value *node
	add, take := bAdd, bSub
	switch g.Type {
	case ir.Number:
		value = c.number(e.B, v)
	case ir.Truth:
		value = c.truth(e.B, v)
	case ir.Players, ir.Kinds:
		value = c.bitset(e.B, v)
		add, take = bOr, bAndNot
	default:
		fail("a state of an unknown type")
	}
	for _, x := range index {
		old := v.st.nums[NumFirst+x.index]
		n := value
		switch e.Assign {
		case ir.AddTo:
			n = c.binary(add, old, value)
		case ir.TakeFrom:
			n = c.binary(take, old, value)
		}
		st.nums[NumFirst+x.index] = c.choose(x.cond, n, old)
	}
}

// ofPerCell reports whether an effect, or one nested in it, changes or reads a state per cell.
func (c *actions) ofPerCell(e *ir.Effect) bool {
	return e.Op == ir.Assign && c.game.States[e.State].PerCell ||
		c.perCell(e.A) || c.perCell(e.B) || e.Body != nil && c.ofPerCell(e.Body) ||
		slices.ContainsFunc(e.More, c.ofPerCell)
}
