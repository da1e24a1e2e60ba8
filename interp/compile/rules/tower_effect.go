package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// moveTower compiles `->` on a board with towers.
func (c *Actions) moveTower(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	a, b := c.Ask.Sites(e.A, v), c.Ask.Sites(e.B, v)
	if !c.Alg.Single(a) || !c.Alg.Single(b) {
		symbolic.Fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.Cols.CanGo(a, b)
	floors, occupied := c.Read.Floors(v.St)
	from, to := c.Cols.Tower(a, floors, occupied), c.Cols.Tower(b, floors, occupied)
	s := c.Ask.sliceOf(e.Part, e.Many, v)
	rest, taken, n := c.Cols.Parted(from, s)
	ok := c.G.Logical(graph.BAnd, c.Alg.SomeSets(b), from.Here[0])
	if e.Part != ir.Whole {
		ok = c.G.Logical(graph.BAnd, ok, c.G.Binary(graph.BLt, c.G.Integer(0), s.Many))
	}
	same := c.Alg.SomeSets(c.Alg.Meet(a, b))
	var grown symbolic.Tower
	if e.Under {
		to = c.Cols.Chosen(same, rest, to)
		high := c.Cols.HeightOf(to)
		grown = c.Cols.On(to,
			taken.Each(func(col symbolic.Column) symbolic.Column { return c.Cols.Raised(col, high) }))
		rest = c.Cols.Chosen(same, grown, rest)
	} else {
		ok = c.G.Logical(graph.BAnd, ok, c.G.Not(same))
		grown = c.Cols.On(taken, to.Each(func(col symbolic.Column) symbolic.Column {
			return c.Cols.Raised(col,
				n)
		}))
	}
	if !graph.IsFalse(ok) {
		c.Cols.Standing(st, v.St, ok, [][]*graph.Node{a, b}, []symbolic.Tower{rest, grown})
	}
}

// swapTowers compiles `<->` on a board with towers.
func (c *Actions) swapTowers(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	a, b := c.Ask.Sites(e.A, v), c.Ask.Sites(e.B, v)
	if !c.Alg.Single(a) || !c.Alg.Single(b) {
		symbolic.Fail("a tower from or to sites of which only the game knows that there is one")
	}
	c.Cols.CanGo(a, b)
	c.Cols.CanGo(b, a)
	floors, occupied := c.Read.Floors(v.St)
	both := c.G.Logical(graph.BAnd, c.Alg.SomeSets(a), c.Alg.SomeSets(b))
	c.Cols.Standing(st, v.St, both, [][]*graph.Node{a, b},
		[]symbolic.Tower{c.Cols.Tower(b, floors, occupied), c.Cols.Tower(a, floors, occupied)})
}

// placeTower compiles `place` on a board with towers.
func (c *Actions) placeTower(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	on := c.Ask.Sites(e.A, v)
	if e.Under {
		c.Cols.OnCells(on)
	}
	for _, k := range c.Ask.kindsOf(e.Kind, v) {
		if k.Val&(k.Val-1) != 0 {
			symbolic.Fail("a piece of several kinds")
		}
		next := v.St.Clone()
		var at [][]*graph.Node
		if e.Under {
			_, occupied := c.Read.Floors(v.St)
			free := on
			for _, here := range occupied[:c.Read.Tall()] {
				at = append(at, c.Alg.Without(free, here))
				free = c.Alg.Meet(free, here)
			}
		} else {
			at = c.Cols.PlaceOn(next, on)
		}
		ok := c.G.Boolean(true)
		for depth := range at {
			ok = c.add(next, at[depth], depth, Log2(k.Val), e.Owner, nil, v)
		}
		c.mergeState(st, next, c.G.Logical(graph.BAnd, k.Cond, ok))
	}
}

// removeTowers compiles `remove` on a board with towers.
func (c *Actions) removeTowers(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	on := c.Ask.Sites(e.A, v)
	s := c.Ask.sliceOf(e.Part, e.Many, v)
	if s.Part == ir.Top && s.Many.Op != graph.NConst {
		if !c.Alg.Single(on) {
			symbolic.Fail("the uppermost pieces of many towers, by a number known only while playing")
		}
		c.Cols.OnCells(on)
		floors, occupied := c.Read.Floors(v.St)
		rest, _, _ := c.Cols.Parted(c.Cols.Tower(on, floors, occupied), s)
		c.Cols.Standing(st, v.St, c.G.Boolean(true), [][]*graph.Node{on}, []symbolic.Tower{rest})
		return
	}
	_, occupied := c.Read.Floors(v.St)
	for top := range c.Read.Store.Fields[:c.Read.Store.Tops] {
		p := c.Read.Store.Fields[top].Plane
		for depth := range c.Read.Tall() {
			i := c.Read.Store.At(top, depth)
			if i < 0 {
				continue
			}
			if s.Part == ir.Top { // what lies lower moves up
				from := c.G.Empty
				if d := depth + int(min(max(s.Many.K, 0), int64(c.Read.Tall()))); d < c.Read.Tall() {
					from = c.Read.Field(v.St, c.Read.Store.At(top, d))
				}
				st.Sets[i] = c.G.Or(c.G.Diff(v.St.Sets[i], on[p]), c.G.And(from, on[p]))
				continue
			}
			st.Sets[i] = c.G.Diff(v.St.Sets[i], c.Read.Sliced(s, on, depth, occupied)[p])
		}
	}
}

// becomeTowers compiles `becomes` on a board with towers: of the tops, or of a slice.
func (c *Actions) becomeTowers(e *ir.Effect, st *symbolic.State, v *symbolic.Env) {
	s := symbolic.Slice{Part: ir.Top, Many: c.G.Integer(1)}
	if e.Part != ir.Whole {
		s = c.Ask.sliceOf(e.Part, e.Many, v)
	}
	on := c.Ask.Sites(e.A, v)
	floors, occupied := c.Read.Floors(v.St)
	for depth, low := range floors {
		c.becomes(e, st, low, depth, c.Read.Sliced(s, on, depth, occupied), v)
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
