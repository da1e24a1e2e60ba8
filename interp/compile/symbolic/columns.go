package symbolic

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
)

// columns treat the tower of one cell as conditions by depth.
type columns struct{ Reader }

// A Column is the owner or the kind of the pieces of one tower, as conditions by depth.
type Column []*graph.Node

// packed returns the conditions of a column as the bits of a number; the top is the lowest bit.
func (c *columns) packed(col Column) *graph.Node {
	n := c.Integer(0)
	for depth, t := range col {
		n = c.Binary(graph.BXor, n, c.Binary(graph.BUp, t, c.Integer(int64(depth))))
	}
	return n
}

// unpacked returns the bits of a number as a column.
func (c *columns) unpacked(n *graph.Node) Column {
	col := make(Column, c.Tall())
	for depth := range col {
		col[depth] = c.Binary(graph.BShr, n, c.Integer(int64(depth)))
	}
	return col
}

// Raised is a column with room for n others above it; lifted is one without its n uppermost.
func (c *columns) Raised(col Column, n *graph.Node) Column { return c.slid(col, n, graph.BUp, -1) }

func (c *columns) lifted(col Column, n *graph.Node) Column { return c.slid(col, n, graph.BDown, 1) }

// slid shifts a column by n: each depth gets what was n deeper, or n higher up if by is negative.
// If n is known only during play, the column is shifted as the bits of a number, by op.
func (c *columns) slid(col Column, n *graph.Node, op graph.BinOp, by int) Column {
	if n.Op != graph.NConst {
		if c.blank(col) {
			return col
		}
		return c.unpacked(c.Binary(op, c.packed(col), n))
	}
	out := make(Column, len(col))
	for depth := range out {
		out[depth] = c.Boolean(false)
		if d := depth + by*int(n.K); d >= 0 && d < len(col) {
			out[depth] = col[d]
		}
	}
	return out
}

// uppermost is the n uppermost of a column.
func (c *columns) uppermost(col Column, n *graph.Node) Column {
	out := make(Column, len(col))
	for depth := range out {
		out[depth] = c.Logical(graph.BAnd, col[depth], c.Binary(graph.BLt, c.Integer(int64(depth)), n))
	}
	return out
}

func (c *columns) blank(col Column) bool {
	return !slices.ContainsFunc(col, func(t *graph.Node) bool { return !graph.IsFalse(t) })
}

// A Tower is what stands on one site: the column of each owner and kind that has fields.
type Tower struct {
	columns []Column // by [store.row]
	Here    Column   // whether any piece is there
}

// row numbers the owners, then the kinds, that have fields.
func (s *store) row(f Field) int {
	if f.Kind == OwnedField {
		return f.Index
	}
	return len(s.Owned) + f.Index
}

// Tower reads what stands on a site.
func (c *columns) Tower(at []*graph.Node, floors []*State, occupied [][]*graph.Node) Tower {
	t := Tower{columns: make([]Column, len(c.Store.Owned)+len(c.Store.Kinds))}
	for _, f := range c.Store.Fields[:c.Store.Tops] {
		col := &t.columns[c.Store.row(f)]
		if *col != nil {
			continue // of a field of another plane
		}
		for _, low := range floors {
			*col = append(*col, c.onSite(at, c.FieldSets(low, f)))
		}
	}
	for depth := range floors {
		t.Here = append(t.Here, c.onSite(at, occupied[depth]))
	}
	return t
}

// onSite reports whether a site, which may be none, is in a set. It looks into sets that effects
// have changed, so that it recognizes a tower that has just been moved.
func (c *columns) onSite(at, sets []*graph.Node) *graph.Node {
	t := c.Boolean(false)
	for p := range at {
		switch x := at[p]; {
		case x.Op == graph.SOne:
			t = c.Logical(graph.BOr, t, c.holds(sets[p], x.A))
		case x.Op == graph.SIf && x.B.Op == graph.SOne:
			t = c.Logical(graph.BOr, t, c.Logical(graph.BAnd, x.A, c.holds(sets[p], x.B.A)))
		default:
			t = c.Logical(graph.BOr, t, c.Some(c.And(x, sets[p])))
		}
	}
	return t
}

// holds is has, but takes apart the operations that made the set.
func (c *columns) holds(set, place *graph.Node) *graph.Node {
	switch set.Op {
	case graph.SOr:
		return c.Logical(graph.BOr, c.holds(set.A, place), c.holds(set.B, place))
	case graph.SAnd:
		return c.Logical(graph.BAnd, c.holds(set.A, place), c.holds(set.B, place))
	case graph.SDiff:
		return c.Logical(graph.BAnd, c.holds(set.A, place), c.Not(c.holds(set.B, place)))
	case graph.SIf:
		return c.Logical(graph.BAnd, set.A, c.holds(set.B, place))
	case graph.SSel:
		return c.Choose(set.A, c.holds(set.B, place), c.holds(set.C, place))
	}
	return c.Has(set, place)
}

// Each applies a function to all columns of a tower.
func (t Tower) Each(f func(Column) Column) Tower {
	out := Tower{Here: f(t.Here)}
	for _, col := range t.columns {
		out.columns = append(out.columns, f(col))
	}
	return out
}

// with joins two towers depth by depth.
func (t Tower) with(other Tower, join func(x, y *graph.Node) *graph.Node) Tower {
	columns := func(a, b Column) Column {
		out := make(Column, len(a))
		for depth := range out {
			out[depth] = join(a[depth], b[depth])
		}
		return out
	}
	out := Tower{Here: columns(t.Here, other.Here)}
	for i := range t.columns {
		out.columns = append(out.columns, columns(t.columns[i], other.columns[i]))
	}
	return out
}

// On returns two towers, the first above the second, whose columns have no depth in common.
func (c *columns) On(a, b Tower) Tower {
	return a.with(b, func(x, y *graph.Node) *graph.Node { return c.Logical(graph.BOr, x, y) })
}

// HeightOf is how many pieces a tower has.
func (c *columns) HeightOf(t Tower) *graph.Node {
	known := 0
	for known < len(t.Here) && graph.IsTrue(t.Here[known]) {
		known++
	}
	if known == len(t.Here) || graph.IsFalse(t.Here[known]) {
		return c.Integer(int64(known))
	}
	n := c.Integer(int64(known))
	for _, here := range t.Here[known:] {
		n = c.Binary(graph.BAdd, n, here)
	}
	return n
}

// Parted cuts a tower into a slice of it and the rest.
func (c *columns) Parted(t Tower, s Slice) (rest, taken Tower, height *graph.Node) {
	if s.Part == ir.Whole {
		none := t.Each(func(col Column) Column { return make(Column, len(col)).none(c) })
		return none, t, c.HeightOf(t)
	}
	n, whole := s.Many, c.HeightOf(t)
	if n.Op == graph.NConst {
		n = c.Integer(min(max(n.K, 0), int64(c.Tall())))
	}
	cut := n // how many lie above the cut
	if n.Op != graph.NConst || n.K > 0 && !graph.IsTrue(t.Here[n.K-1]) {
		n = c.Binary(graph.BMin, c.Binary(graph.BMax, n, c.Integer(0)), whole)
	}
	switch {
	case s.Part == ir.Bottom:
		cut = c.Binary(graph.BSub, whole, n)
	case cut.Op != graph.NConst:
		cut = n
	}
	upper := t.Each(func(col Column) Column { return c.uppermost(col, cut) })
	lower := t.Each(func(col Column) Column { return c.lifted(col, cut) })
	if s.Part == ir.Bottom {
		return upper, lower, n
	}
	return lower, upper, n
}

func (col Column) none(c *columns) Column {
	for i := range col {
		col[i] = c.Boolean(false)
	}
	return col
}

// Chosen is one tower or another.
func (c *columns) Chosen(t *graph.Node, a, b Tower) Tower {
	return a.with(b, func(x, y *graph.Node) *graph.Node { return c.Choose(t, x, y) })
}

// Standing puts towers on sites, in place of what stands there, if a truth holds.
func (c *columns) Standing(st, old *State, ok *graph.Node, sites [][]*graph.Node, towers []Tower) {
	for top := range c.Store.Fields[:c.Store.Tops] {
		f := c.Store.Fields[top]
		for depth := range c.Tall() {
			i := c.Store.At(top, depth)
			if i < 0 {
				continue
			}
			x := old.Sets[i]
			y := x
			for _, at := range sites {
				y = c.Diff(y, at[f.Plane])
			}
			for k, at := range sites {
				y = c.Or(y, c.When(towers[k].columns[c.Store.row(f)][depth], at[f.Plane]))
			}
			st.Sets[i] = c.Choose(ok, y, x)
		}
	}
}

// OnCells makes sure that all sites of a set are cells, which have room for towers.
func (c *columns) OnCells(at []*graph.Node) {
	cells := c.Lay.Split(c.Game.Board.Cells)
	for p := range at {
		if !graph.IsEmpty(at[p]) && cells[p] != c.Lay.All[p] {
			Fail("towers that go to edges or corners")
		}
	}
}

// CanGo makes sure that all pieces on some sites can stand on others.
func (c *columns) CanGo(from, to []*graph.Node) {
	c.OnCells(from)
	c.OnCells(to)
	for p := range from {
		for q := range to {
			if graph.IsEmpty(from[p]) || graph.IsEmpty(to[q]) {
				continue
			}
			for _, rows := range [][][]int{c.Store.Owned, c.Store.Kinds} {
				for _, row := range rows {
					if row[p] != -1 && row[q] == -1 {
						Fail("a piece moves to sites where it cannot stand")
					}
				}
			}
		}
	}
}

// PlaceOn makes room for a piece on each of some sites, above the towers there, and returns where
// the piece goes, by depth.
func (c *columns) PlaceOn(st *State, on []*graph.Node) (at [][]*graph.Node) {
	for top := range c.Store.Fields[:c.Store.Tops] {
		for depth := c.Tall() - 1; depth > 0; depth-- {
			if i := c.Store.At(top, depth); i >= 0 {
				p := c.Store.Fields[top].Plane
				above := c.Field(st, c.Store.At(top, depth-1))
				st.Sets[i] = c.Or(c.Diff(st.Sets[i], on[p]), c.And(above, on[p]))
			}
		}
	}
	for p := range on {
		for top := range c.Store.Fields[:c.Store.Tops] {
			if c.Store.Fields[top].Plane == p {
				st.Sets[top] = c.Diff(st.Sets[top], on[p])
			}
		}
	}
	return [][]*graph.Node{on}
}
