package compile

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// This file compiles what small boards have for each of their cells: counters per cell, and
// distances between two cells. A set that is not known beforehand is gone through cell by cell,
// each with the condition under which it is a member.

const (
	// maxCells is how many cells a board has at most whose states per cell are compiled: what
	// changes one of several cells changes each of them under a condition.
	maxCells = 32
	// maxPairs is how many places a board has at most that has tables of pairs of places.
	maxPairs = 64
)

// A cellCond is a cell, and when it is a member of a set.
type cellCond struct {
	site topology.Site
	cond *node
}

// cellsOf returns the cells that may be members of sets, in the order of the board.
func (c *walker) cellsOf(sets []*node) []cellCond {
	if c.game.Board.Cells.Len() > maxCells {
		fail("a state per cell of %d cells", c.game.Board.Cells.Len())
	}
	var list []cellCond
	for x := range c.game.Board.Cells.All() {
		at := c.integer(int64(c.lay.Bit[x]))
		if t := c.has(sets[c.lay.Plane[x]], at); !isFalse(t) {
			list = append(list, cellCond{x, t})
		}
	}
	return list
}

// perCell reports whether an expression reads a state that is kept per cell.
func (c *reader) perCell(e *ir.Expr) bool {
	return anyExpr(e, func(x *ir.Expr) bool {
		return x.Op == ir.StateOf && c.game.States[x.N].PerCell
	})
}

// ofPerCell reports whether an effect, or what it does for each member of a set, changes or reads a
// state that is kept per cell.
func (c *actions) ofPerCell(e *ir.Effect) bool {
	return e.Op == ir.Assign && c.game.States[e.State].PerCell || c.perCell(e.A) || c.perCell(e.B) ||
		e.Body != nil && c.ofPerCell(e.Body) || slices.ContainsFunc(e.More, c.ofPerCell)
}

// eachCell calls f as unroll does, for the cells that can be in a domain which is not known
// beforehand.
func (c *expressions) eachCell(dom *ir.Expr, slot int, v *env,
	f func(w *env, t *node) bool) bool {
	if v.lane != nil || dom.Type != ir.Sites || dom.Op == ir.Range ||
		c.game.Board.Cells.Len() > maxCells {
		return false
	}
	sets := c.sites(dom, v)
	for p, s := range sets {
		if !isEmpty(s) && c.lay.All[p] != *c.cellBits(p) {
			return false
		}
	}
	for _, x := range c.cellsOf(sets) {
		at := binding{kind: bindOne, plane: int(c.lay.Plane[x.site]),
			num: c.integer(int64(c.lay.Bit[x.site])), piece: -1}
		if !f(v.bind(slot, at), x.cond) {
			break
		}
	}
	return true
}

// cellBits returns the cells of a plane.
func (c *walker) cellBits(plane int) *Bits {
	return &c.lay.Split(c.game.Board.Cells)[plane]
}

// onlyCell returns the place of the cell that sets consist of; nil if they may be another number of
// cells.
func (c *walker) onlyCell(sets []*node) (place *node) {
	for p, s := range sets {
		switch {
		case isEmpty(s):
		case s.op == sOne && place == nil && c.cellBits(p).Len() == c.game.Board.Cells.Len():
			place = s.a
		default:
			return nil
		}
	}
	return place
}

// cellState returns the value of a state of the cell on a place, which is one of a list: it is read
// from memory if nothing has changed it. nil if something has.
func (c *walker) cellState(state int, list []indexed, place *node, st *state) *node {
	for _, x := range list {
		if st.nums[NumFirst+x.index] != c.state0.nums[NumFirst+x.index] {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	base := stateBase(c.game, state)
	row := list[0].index - (list[0].index-base)%c.game.Board.Cells.Len()
	sites := make([]int64, c.lay.Words*64)
	for p, plane := range c.lay.Site {
		for bit, x := range plane {
			if x != topology.None && c.game.Board.Cells.Has(x) && c.lay.Plane[x] == uint8(p) {
				sites[bit] = int64(x)
			}
		}
	}
	return c.intern(node{op: nCell, a: c.numberTable(place, sites), k: int64(NumFirst + row)})
}

// distance compiles how many steps lead from one set to another, where that follows from at most
// two places.
func (c *expressions) distance(e *ir.Expr, v *env) *node {
	if c.blocks {
		fail("a distance that pieces block")
	}
	from, to := c.sites(e.Args[0], v), c.sites(e.Args[1], v)
	value := c.integer(0)
	for _, d := range c.steps(e.Args[2], v) {
		value = c.choose(d.cond, c.distanceBy(from, to, d.dirs), value)
	}
	return value
}

func (c *walker) distanceBy(from, to []*node, dirs topology.Steps) *node {
	i, as := c.placed(from)
	j, bs := c.placed(to)
	board := c.game.Board
	count := func(a, b topology.Set) int64 {
		if n, ok := board.Distance(a, b, dirs, topology.Set{}); ok {
			return int64(n)
		}
		return int64(board.Cells.Len())
	}
	switch {
	case i == nil && j == nil:
		return c.integer(count(as(0), bs(0)))
	case i == nil, j == nil, i == j:
		at := i
		if at == nil {
			at = j
		}
		values := make([]int64, c.lay.Words*64)
		for x := range values {
			values[x] = count(as(x), bs(x))
		}
		return c.numberTable(at, values)
	}
	places := c.lay.Words * 64
	if places > maxPairs {
		fail("a distance between two of %d places", places)
	}
	values := make([]int64, places*places)
	for x := range places {
		for y := range places {
			values[x*places+y] = count(as(x), bs(y))
		}
	}
	pair := c.binary(bAdd, c.binary(bMul, i, c.integer(int64(places))), j)
	return c.numberTable(pair, values)
}

// placed returns the place that sets depend on, and what they are by its number; the place is nil
// if they are constant.
func (c *walker) placed(sets []*node) (place *node, at func(x int) topology.Set) {
	tables := make([][]Bits, len(sets))
	for p, s := range sets {
		if s.op == sConst {
			tables[p] = slices.Repeat([]Bits{*s.set}, c.lay.Words*64)
			continue
		}
		i, t := c.ofPlace(s)
		if i == nil || place != nil && i != place {
			fail("a distance between sets that depend on the position")
		}
		place, tables[p] = i, t
	}
	return place, func(x int) topology.Set {
		var all topology.Set
		for p, t := range tables {
			for bit := range t[x].All() {
				if site := c.lay.Site[p][bit]; site != topology.None {
					all.Add(site)
				}
			}
		}
		return all
	}
}
