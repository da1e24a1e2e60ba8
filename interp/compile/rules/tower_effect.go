package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// moveTower compiles `->` on a board with towers.
func (c *Actions) moveTower(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	a, b := c.Sites(e.A, v), c.Sites(e.B, v)
	if !c.Single(a) || !c.Single(b) {
		symbolic.Fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.CanGo(a, b)
	floors, occupied := c.Floors(v.St)
	from, to := c.Tower(a, floors, occupied), c.Tower(b, floors, occupied)
	s := c.sliceOf(e.Part, e.Many, v)
	rest, taken, n := c.Parted(from, s)
	ok := c.Logical(graph.BAnd, c.SomeSets(b), from.Here[0])
	if e.Part != ir.Whole {
		ok = c.Logical(graph.BAnd, ok, c.Binary(graph.BLt, c.Integer(0), s.Many))
	}
	same := c.SomeSets(c.Meet(a, b))
	var grown symbolic.Tower
	if e.Under {
		to = c.Chosen(same, rest, to)
		high := c.HeightOf(to)
		grown = c.On(to,
			taken.Each(func(col symbolic.Column) symbolic.Column { return c.Raised(col, high) }))
		rest = c.Chosen(same, grown, rest)
	} else {
		ok = c.Logical(graph.BAnd, ok, c.Not(same))
		grown = c.On(taken, to.Each(func(col symbolic.Column) symbolic.Column {
			return c.Raised(col,
				n)
		}))
	}
	if !graph.IsFalse(ok) {
		c.Standing(st, v.St, ok, [][]*graph.Node{a, b}, []symbolic.Tower{rest, grown})
	}
}

// swapTowers compiles `<->` on a board with towers.
func (c *Actions) swapTowers(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	a, b := c.Sites(e.A, v), c.Sites(e.B, v)
	if !c.Single(a) || !c.Single(b) {
		symbolic.Fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.CanGo(a, b)
	c.CanGo(b, a)
	floors, occupied := c.Floors(v.St)
	both := c.Logical(graph.BAnd, c.SomeSets(a), c.SomeSets(b))
	c.Standing(st, v.St, both, [][]*graph.Node{a, b},
		[]symbolic.Tower{c.Tower(b, floors, occupied), c.Tower(a, floors, occupied)})
}

// placeTower compiles `place` on a board with towers.
func (c *Actions) placeTower(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	on := c.Sites(e.A, v)
	if e.Under {
		c.OnCells(on)
	}
	for _, k := range c.kindsOf(e.Kind, v) {
		if k.Val&(k.Val-1) != 0 {
			symbolic.Fail("a piece of several kinds")
		}
		next := v.St.Clone()
		var at [][]*graph.Node
		if e.Under {
			_, occupied := c.Floors(v.St)
			free := on
			for _, here := range occupied[:c.Tall()] {
				at = append(at, c.Without(free, here))
				free = c.Meet(free, here)
			}
		} else {
			at = c.PlaceOn(next, on)
		}
		ok := c.Boolean(true)
		for depth := range at {
			ok = c.add(next, at[depth], depth, Log2(k.Val), e.Owner, nil, v)
		}
		c.mergeState(st, next, c.Logical(graph.BAnd, k.Cond, ok))
	}
}

// removeTowers compiles `remove` on a board with towers.
func (c *Actions) removeTowers(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	on := c.Sites(e.A, v)
	s := c.sliceOf(e.Part, e.Many, v)
	if s.Part == ir.Top && s.Many.Op != graph.NConst {
		if !c.Single(on) {
			symbolic.Fail("the uppermost pieces of many towers, by a number known only while playing")
		}
		c.OnCells(on)
		floors, occupied := c.Floors(v.St)
		rest, _, _ := c.Parted(c.Tower(on, floors, occupied), s)
		c.Standing(st, v.St, c.Boolean(true), [][]*graph.Node{on}, []symbolic.Tower{rest})
		return
	}
	_, occupied := c.Floors(v.St)
	for top := range c.Store.Fields[:c.Store.Tops] {
		p := c.Store.Fields[top].Plane
		for depth := range c.Tall() {
			i := c.Store.At(top, depth)
			if i < 0 {
				continue
			}
			if s.Part == ir.Top { // what lies lower moves up
				from := c.Empty
				if d := depth + int(min(max(s.Many.K, 0), int64(c.Tall()))); d < c.Tall() {
					from = c.Field(v.St, c.Store.At(top, d))
				}
				st.Sets[i] = c.Or(c.Diff(v.St.Sets[i], on[p]), c.And(from, on[p]))
				continue
			}
			st.Sets[i] = c.Diff(v.St.Sets[i], c.Sliced(s, on, depth, occupied)[p])
		}
	}
}

// becomeTowers compiles `becomes` on a board with towers: of the tops, or of a slice.
func (c *Actions) becomeTowers(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	s := symbolic.Slice{Part: ir.Top, Many: c.Integer(1)}
	if e.Part != ir.Whole {
		s = c.sliceOf(e.Part, e.Many, v)
	}
	on := c.Sites(e.A, v)
	floors, occupied := c.Floors(v.St)
	for depth, low := range floors {
		c.becomes(e, st, low, depth, c.Sliced(s, on, depth, occupied), v)
	}
}

// towerEffects compile the effects that treat towers differently from single pieces.
var towerEffects = map[ir.EffectOp]func(*Actions, *ir.Effect, *symbolic.State, *symbolic.Env){
	ir.MovePieces: (*Actions).moveTower,
	ir.Swap:       (*Actions).swapTowers,
	ir.Place:      (*Actions).placeTower,
	ir.Remove:     (*Actions).removeTowers,
	ir.Become:     (*Actions).becomeTowers,
	ir.Shift: func(*Actions, *ir.Effect, *symbolic.State,
		*symbolic.Env) {
		symbolic.Fail("a shift of towers")
	},
}
