package compile

import "boardgame/dsl/ir"

// columns treat the tower of one cell as conditions by depth.
type columns struct{ reader }

// A column is the owner or the kind of the pieces of one tower, as conditions by depth.
type column []*node

// packed returns the conditions of a column as the bits of a number; the top is the lowest bit.
func (c *columns) packed(col column) *node {
	n := c.integer(0)
	for depth, t := range col {
		n = c.binary(bXor, n, c.binary(bUp, t, c.integer(int64(depth))))
	}
	return n
}

// unpacked returns the bits of a number as a column.
func (c *columns) unpacked(n *node) column {
	col := make(column, c.tall())
	for depth := range col {
		col[depth] = c.binary(bShr, n, c.integer(int64(depth)))
	}
	return col
}

// raised is a column with room for n others above it; lifted is one without its n uppermost.
func (c *columns) raised(col column, n *node) column { return c.slid(col, n, bUp, -1) }

func (c *columns) lifted(col column, n *node) column { return c.slid(col, n, bDown, 1) }

// slid shifts a column by n: each depth gets what was n deeper, or n higher up if by is negative.
// If n is known only during play, the column is shifted as the bits of a number, by op.
func (c *columns) slid(col column, n *node, op binOp, by int) column {
	if n.op != nConst {
		if c.blank(col) {
			return col
		}
		return c.unpacked(c.binary(op, c.packed(col), n))
	}
	out := make(column, len(col))
	for depth := range out {
		out[depth] = c.boolean(false)
		if d := depth + by*int(n.k); d >= 0 && d < len(col) {
			out[depth] = col[d]
		}
	}
	return out
}

// uppermost is the n uppermost of a column.
func (c *columns) uppermost(col column, n *node) column {
	out := make(column, len(col))
	for depth := range out {
		out[depth] = c.logical(bAnd, col[depth], c.binary(bLt, c.integer(int64(depth)), n))
	}
	return out
}

func (c *columns) blank(col column) bool {
	for _, t := range col {
		if !isFalse(t) {
			return false
		}
	}
	return true
}

// A tower is what stands on one site: the column of each owner and kind that has fields.
type tower struct {
	columns []column // by [store.row]
	here    column   // whether any piece is there
}

// row numbers the owners, then the kinds, that have fields.
func (s *store) row(f Field) int {
	if f.Kind == OwnedField {
		return f.Index
	}
	return len(s.owned) + f.Index
}

// tower reads what stands on a site.
func (c *columns) tower(at []*node, floors []*state, occupied [][]*node) tower {
	t := tower{columns: make([]column, len(c.store.owned)+len(c.store.kinds))}
	for _, f := range c.store.fields[:c.store.tops] {
		col := &t.columns[c.store.row(f)]
		if *col != nil {
			continue // of a field of another plane
		}
		for _, low := range floors {
			*col = append(*col, c.onSite(at, c.fieldSets(low, f)))
		}
	}
	for depth := range floors {
		t.here = append(t.here, c.onSite(at, occupied[depth]))
	}
	return t
}

// onSite reports whether a site, which may be none, is in a set. It looks into sets that effects
// have changed, so that it recognizes a tower that has just been moved.
func (c *columns) onSite(at, sets []*node) *node {
	t := c.boolean(false)
	for p := range at {
		switch x := at[p]; {
		case x.op == sOne:
			t = c.logical(bOr, t, c.holds(sets[p], x.a))
		case x.op == sIf && x.b.op == sOne:
			t = c.logical(bOr, t, c.logical(bAnd, x.a, c.holds(sets[p], x.b.a)))
		default:
			t = c.logical(bOr, t, c.some(c.and(x, sets[p])))
		}
	}
	return t
}

// holds is has, but takes apart the operations that made the set.
func (c *columns) holds(set, place *node) *node {
	switch set.op {
	case sOr:
		return c.logical(bOr, c.holds(set.a, place), c.holds(set.b, place))
	case sAnd:
		return c.logical(bAnd, c.holds(set.a, place), c.holds(set.b, place))
	case sDiff:
		return c.logical(bAnd, c.holds(set.a, place), c.not(c.holds(set.b, place)))
	case sIf:
		return c.logical(bAnd, set.a, c.holds(set.b, place))
	case sSel:
		return c.choose(set.a, c.holds(set.b, place), c.holds(set.c, place))
	}
	return c.has(set, place)
}

// each applies a function to all columns of a tower.
func (t tower) each(f func(column) column) tower {
	out := tower{here: f(t.here)}
	for _, col := range t.columns {
		out.columns = append(out.columns, f(col))
	}
	return out
}

// with joins two towers depth by depth.
func (t tower) with(other tower, join func(x, y *node) *node) tower {
	columns := func(a, b column) column {
		out := make(column, len(a))
		for depth := range out {
			out[depth] = join(a[depth], b[depth])
		}
		return out
	}
	out := tower{here: columns(t.here, other.here)}
	for i := range t.columns {
		out.columns = append(out.columns, columns(t.columns[i], other.columns[i]))
	}
	return out
}

// on returns two towers, the first above the second, whose columns have no depth in common.
func (c *columns) on(a, b tower) tower {
	return a.with(b, func(x, y *node) *node { return c.logical(bOr, x, y) })
}

// heightOf is how many pieces a tower has.
func (c *columns) heightOf(t tower) *node {
	known := 0
	for known < len(t.here) && isTrue(t.here[known]) {
		known++
	}
	if known == len(t.here) || isFalse(t.here[known]) {
		return c.integer(int64(known))
	}
	n := c.integer(int64(known))
	for _, here := range t.here[known:] {
		n = c.binary(bAdd, n, here)
	}
	return n
}

// parted cuts a tower into a slice of it and the rest.
func (c *columns) parted(t tower, s slice) (rest, taken tower, height *node) {
	if s.part == ir.Whole {
		none := t.each(func(col column) column { return make(column, len(col)).none(c) })
		return none, t, c.heightOf(t)
	}
	n, whole := s.many, c.heightOf(t)
	if n.op == nConst {
		n = c.integer(min(max(n.k, 0), int64(c.tall())))
	}
	cut := n // how many lie above the cut
	if n.op != nConst || n.k > 0 && !isTrue(t.here[n.k-1]) {
		n = c.binary(bMin, c.binary(bMax, n, c.integer(0)), whole)
	}
	switch {
	case s.part == ir.Bottom:
		cut = c.binary(bSub, whole, n)
	case cut.op != nConst:
		cut = n
	}
	upper := t.each(func(col column) column { return c.uppermost(col, cut) })
	lower := t.each(func(col column) column { return c.lifted(col, cut) })
	if s.part == ir.Bottom {
		return upper, lower, n
	}
	return lower, upper, n
}

func (col column) none(c *columns) column {
	for i := range col {
		col[i] = c.boolean(false)
	}
	return col
}

// chosen is one tower or another.
func (c *columns) chosen(t *node, a, b tower) tower {
	return a.with(b, func(x, y *node) *node { return c.choose(t, x, y) })
}

// standing puts towers on sites, in place of what stands there, if a truth holds.
func (c *columns) standing(st, old *state, ok *node, sites [][]*node, towers []tower) {
	for top := range c.store.fields[:c.store.tops] {
		f := c.store.fields[top]
		for depth := range c.tall() {
			i := c.store.at(top, depth)
			if i < 0 {
				continue
			}
			x := old.sets[i]
			y := x
			for _, at := range sites {
				y = c.diff(y, at[f.Plane])
			}
			for k, at := range sites {
				y = c.or(y, c.when(towers[k].columns[c.store.row(f)][depth], at[f.Plane]))
			}
			st.sets[i] = c.choose(ok, y, x)
		}
	}
}

// onCells makes sure that all sites of a set are cells, which have room for towers.
func (c *columns) onCells(at []*node) {
	cells := c.lay.Split(c.game.Board.Cells)
	for p := range at {
		if !isEmpty(at[p]) && cells[p] != c.lay.all[p] {
			fail("towers that go to edges or corners")
		}
	}
}

// canGo makes sure that all pieces on some sites can stand on others.
func (c *columns) canGo(from, to []*node) {
	c.onCells(from)
	c.onCells(to)
	for p := range from {
		for q := range to {
			if isEmpty(from[p]) || isEmpty(to[q]) {
				continue
			}
			for _, rows := range [][][]int{c.store.owned, c.store.kinds} {
				for _, row := range rows {
					if row[p] != -1 && row[q] == -1 {
						fail("a piece moves to sites where it cannot stand")
					}
				}
			}
		}
	}
}

// placeOn makes room for a piece on each of some sites, above the towers there, and returns where
// the piece goes, by depth.
func (c *columns) placeOn(st *state, on []*node) (at [][]*node) {
	for top := range c.store.fields[:c.store.tops] {
		for depth := c.tall() - 1; depth > 0; depth-- {
			if i := c.store.at(top, depth); i >= 0 {
				p := c.store.fields[top].Plane
				above := c.field(st, c.store.at(top, depth-1))
				st.sets[i] = c.or(c.diff(st.sets[i], on[p]), c.and(above, on[p]))
			}
		}
	}
	for p := range on {
		for top := range c.store.fields[:c.store.tops] {
			if c.store.fields[top].Plane == p {
				st.sets[top] = c.diff(st.sets[top], on[p])
			}
		}
	}
	return [][]*node{on}
}
