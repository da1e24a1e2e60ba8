package compile

import "boardgame/dsl/ir"

// moveTower compiles `->` on a board with towers.
func (c *actions) moveTower(e *ir.Effect, st *state, v *env) {
	a, b := c.sites(e.A, v), c.sites(e.B, v)
	if !c.single(a) || !c.single(b) {
		fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.canGo(a, b)
	floors, occupied := c.floors(v.st)
	from, to := c.tower(a, floors, occupied), c.tower(b, floors, occupied)
	s := c.sliceOf(e.Part, e.Many, v)
	rest, taken, n := c.parted(from, s)
	ok := c.logical(bAnd, c.someSets(b), from.here[0])
	if e.Part != ir.Whole {
		ok = c.logical(bAnd, ok, c.binary(bLt, c.integer(0), s.many))
	}
	same := c.someSets(c.meet(a, b))
	var grown tower
	if e.Under {
		to = c.chosen(same, rest, to)
		high := c.heightOf(to)
		grown = c.on(to, taken.each(func(col column) column { return c.raised(col, high) }))
		rest = c.chosen(same, grown, rest)
	} else {
		ok = c.logical(bAnd, ok, c.not(same))
		grown = c.on(taken, to.each(func(col column) column { return c.raised(col, n) }))
	}
	if !isFalse(ok) {
		c.standing(st, v.st, ok, [][]*node{a, b}, []tower{rest, grown})
	}
}

// swapTowers compiles `<->` on a board with towers.
func (c *actions) swapTowers(e *ir.Effect, st *state, v *env) {
	a, b := c.sites(e.A, v), c.sites(e.B, v)
	if !c.single(a) || !c.single(b) {
		fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.canGo(a, b)
	c.canGo(b, a)
	floors, occupied := c.floors(v.st)
	both := c.logical(bAnd, c.someSets(a), c.someSets(b))
	c.standing(st, v.st, both, [][]*node{a, b},
		[]tower{c.tower(b, floors, occupied), c.tower(a, floors, occupied)})
}

// placeTower compiles `place` on a board with towers.
func (c *actions) placeTower(e *ir.Effect, st *state, v *env) {
	on := c.sites(e.A, v)
	if e.Under {
		c.onCells(on)
	}
	for _, k := range c.kindsOf(e.Kind, v) {
		if k.val&(k.val-1) != 0 {
			fail("a piece of several kinds")
		}
		next := v.st.clone()
		var at [][]*node
		if e.Under {
			_, occupied := c.floors(v.st)
			free := on
			for _, here := range occupied[:c.tall()] {
				at = append(at, c.without(free, here))
				free = c.meet(free, here)
			}
		} else {
			at = c.placeOn(next, on)
		}
		ok := c.boolean(true)
		for depth := range at {
			ok = c.add(next, at[depth], depth, log2(k.val), e.Owner, nil, v)
		}
		c.mergeState(st, next, c.logical(bAnd, k.cond, ok))
	}
}

// removeTowers compiles `remove` on a board with towers.
func (c *actions) removeTowers(e *ir.Effect, st *state, v *env) {
	on := c.sites(e.A, v)
	s := c.sliceOf(e.Part, e.Many, v)
	if s.part == ir.Top && s.many.op != nConst {
		if !c.single(on) {
			fail("the uppermost pieces of many towers, by a number known only while playing")
		}
		c.onCells(on)
		floors, occupied := c.floors(v.st)
		rest, _, _ := c.parted(c.tower(on, floors, occupied), s)
		c.standing(st, v.st, c.boolean(true), [][]*node{on}, []tower{rest})
		return
	}
	_, occupied := c.floors(v.st)
	for top := range c.store.fields[:c.store.tops] {
		p := c.store.fields[top].Plane
		for depth := range c.tall() {
			i := c.store.at(top, depth)
			if i < 0 {
				continue
			}
			if s.part == ir.Top { // what lies lower moves up
				from := c.empty
				if d := depth + int(min(max(s.many.k, 0), int64(c.tall()))); d < c.tall() {
					from = c.field(v.st, c.store.at(top, d))
				}
				st.sets[i] = c.or(c.diff(v.st.sets[i], on[p]), c.and(from, on[p]))
				continue
			}
			st.sets[i] = c.diff(v.st.sets[i], c.sliced(s, on, depth, occupied)[p])
		}
	}
}

// becomeTowers compiles `becomes` on a board with towers: of the tops, or of a slice.
func (c *actions) becomeTowers(e *ir.Effect, st *state, v *env) {
	s := slice{ir.Top, c.integer(1)}
	if e.Part != ir.Whole {
		s = c.sliceOf(e.Part, e.Many, v)
	}
	on := c.sites(e.A, v)
	floors, occupied := c.floors(v.st)
	for depth, low := range floors {
		c.becomes(e, st, low, depth, c.sliced(s, on, depth, occupied), v)
	}
}

// towerEffects compile the effects that treat towers differently from single pieces.
var towerEffects = map[ir.EffectOp]func(*actions, *ir.Effect, *state, *env){
	ir.MovePieces: (*actions).moveTower,
	ir.Swap:       (*actions).swapTowers,
	ir.Place:      (*actions).placeTower,
	ir.Remove:     (*actions).removeTowers,
	ir.Become:     (*actions).becomeTowers,
	ir.Shift:      func(*actions, *ir.Effect, *state, *env) { fail("a shift of towers") },
}
