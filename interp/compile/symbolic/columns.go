package symbolic

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
)

// Columns treat the tower of one cell as conditions by depth.
type Columns struct {
	G    *graph.Graph
	Alg  *Algebra
	Read *Reader
}

// A Column is the owner or the kind of the pieces of one tower, as conditions by depth.
type Column []*graph.Node

// packed returns the conditions of a column as the bits of a number; the top is the lowest bit.
func (c *Columns) packed(col Column) *graph.Node {
	n := c.G.Integer(0)
	for depth, t := range col {
		n = c.G.Binary(graph.BXor, n, c.G.Binary(graph.BUp, t, c.G.Integer(int64(depth))))
	}
	return n
}

// unpacked returns the bits of a number as a column.
func (c *Columns) unpacked(n *graph.Node) Column {
	col := make(Column, c.Read.Tall())
	for depth := range col {
		col[depth] = c.G.Binary(graph.BShr, n, c.G.Integer(int64(depth)))
	}
	return col
}

// Raised is a column with room for n others above it; lifted is one without its n uppermost.
func (c *Columns) Raised(col Column, n *graph.Node) Column { return c.slid(col, n, graph.BUp, -1) }

func (c *Columns) lifted(col Column, n *graph.Node) Column { return c.slid(col, n, graph.BDown, 1) }

// slid shifts a column by n: each depth gets what was n deeper, or n higher up if by is negative.
// If n is known only during play, the column is shifted as the bits of a number, by op.
func (c *Columns) slid(col Column, n *graph.Node, op graph.BinOp, by int) Column {
	if n.Op != graph.NConst {
		if c.blank(col) {
			return col
		}
		return c.unpacked(c.G.Binary(op, c.packed(col), n))
	}
	out := make(Column, len(col))
	for depth := range out {
		out[depth] = c.G.Boolean(false)
		if d := depth + by*int(n.K); d >= 0 && d < len(col) {
			out[depth] = col[d]
		}
	}
	return out
}

// uppermost is the n uppermost of a column.
func (c *Columns) uppermost(col Column, n *graph.Node) Column {
	out := make(Column, len(col))
	for depth := range out {
		out[depth] = c.G.Logical(graph.BAnd, col[depth], c.G.Binary(graph.BLt, c.G.Integer(int64(depth)),
			n))
	}
	return out
}

func (c *Columns) blank(col Column) bool {
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
func (c *Columns) Tower(at []*graph.Node, floors []*State, occupied [][]*graph.Node) Tower {
	t := Tower{columns: make([]Column, len(c.Read.Store.Owned)+len(c.Read.Store.Kinds))}
	for _, f := range c.Read.Store.Fields[:c.Read.Store.Tops] {
		col := &t.columns[c.Read.Store.row(f)]
		if *col != nil {
			continue // of a field of another plane
		}
		for _, low := range floors {
			*col = append(*col, c.onSite(at, c.Read.FieldSets(low, f)))
		}
	}
	for depth := range floors {
		t.Here = append(t.Here, c.onSite(at, occupied[depth]))
	}
	return t
}

// onSite reports whether a site, which may be none, is in a set. It looks into sets that effects
// have changed, so that it recognizes a tower that has just been moved.
func (c *Columns) onSite(at, sets []*graph.Node) *graph.Node {
	t := c.G.Boolean(false)
	for p := range at {
		switch x := at[p]; {
		case x.Op == graph.SOne:
			t = c.G.Logical(graph.BOr, t, c.holds(sets[p], x.A))
		case x.Op == graph.SIf && x.B.Op == graph.SOne:
			t = c.G.Logical(graph.BOr, t, c.G.Logical(graph.BAnd, x.A, c.holds(sets[p], x.B.A)))
		default:
			t = c.G.Logical(graph.BOr, t, c.G.Some(c.G.And(x, sets[p])))
		}
	}
	return t
}

// holds is has, but takes apart the operations that made the set.
func (c *Columns) holds(set, place *graph.Node) *graph.Node {
	switch set.Op {
	case graph.SOr:
		return c.G.Logical(graph.BOr, c.holds(set.A, place), c.holds(set.B, place))
	case graph.SAnd:
		return c.G.Logical(graph.BAnd, c.holds(set.A, place), c.holds(set.B, place))
	case graph.SDiff:
		return c.G.Logical(graph.BAnd, c.holds(set.A, place), c.G.Not(c.holds(set.B, place)))
	case graph.SIf:
		return c.G.Logical(graph.BAnd, set.A, c.holds(set.B, place))
	case graph.SSel:
		return c.G.Choose(set.A, c.holds(set.B, place), c.holds(set.C, place))
	}
	return c.G.Has(set, place)
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
func (c *Columns) On(a, b Tower) Tower {
	return a.with(b, func(x, y *graph.Node) *graph.Node { return c.G.Logical(graph.BOr, x, y) })
}

// HeightOf is how many pieces a tower has.
func (c *Columns) HeightOf(t Tower) *graph.Node {
	known := 0
	for known < len(t.Here) && graph.IsTrue(t.Here[known]) {
		known++
	}
	if known == len(t.Here) || graph.IsFalse(t.Here[known]) {
		return c.G.Integer(int64(known))
	}
	n := c.G.Integer(int64(known))
	for _, here := range t.Here[known:] {
		n = c.G.Binary(graph.BAdd, n, here)
	}
	return n
}

// Parted cuts a tower into a slice of it and the rest.
func (c *Columns) Parted(t Tower, s Slice) (rest, taken Tower, height *graph.Node) {
	if s.Part == ir.Whole {
		none := t.Each(func(col Column) Column { return make(Column, len(col)).none(c) })
		return none, t, c.HeightOf(t)
	}
	n, whole := s.Many, c.HeightOf(t)
	if n.Op == graph.NConst {
		n = c.G.Integer(min(max(n.K, 0), int64(c.Read.Tall())))
	}
	cut := n // how many lie above the cut
	if n.Op != graph.NConst || n.K > 0 && !graph.IsTrue(t.Here[n.K-1]) {
		n = c.G.Binary(graph.BMin, c.G.Binary(graph.BMax, n, c.G.Integer(0)), whole)
	}
	switch {
	case s.Part == ir.Bottom:
		cut = c.G.Binary(graph.BSub, whole, n)
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

func (col Column) none(c *Columns) Column {
	for i := range col {
		col[i] = c.G.Boolean(false)
	}
	return col
}

// Chosen is one tower or another.
func (c *Columns) Chosen(t *graph.Node, a, b Tower) Tower {
	return a.with(b, func(x, y *graph.Node) *graph.Node { return c.G.Choose(t, x, y) })
}

// Standing puts towers on sites, in place of what stands there, if a truth holds.
func (c *Columns) Standing(st, old *State, ok *graph.Node, sites [][]*graph.Node, towers []Tower) {
	for top := range c.Read.Store.Fields[:c.Read.Store.Tops] {
		f := c.Read.Store.Fields[top]
		for depth := range c.Read.Tall() {
			i := c.Read.Store.At(top, depth)
			if i < 0 {
				continue
			}
			x := old.Sets[i]
			y := x
			for _, at := range sites {
				y = c.G.Diff(y, at[f.Plane])
			}
			for k, at := range sites {
				y = c.G.Or(y, c.G.When(towers[k].columns[c.Read.Store.row(f)][depth], at[f.Plane]))
			}
			st.Sets[i] = c.G.Choose(ok, y, x)
		}
	}
}

// OnCells makes sure that all sites of a set are cells, which have room for towers.
func (c *Columns) OnCells(at []*graph.Node) {
	cells := c.G.Lay.Split(c.Read.Game.Board.Cells)
	for p := range at {
		if !graph.IsEmpty(at[p]) && cells[p] != c.G.Lay.All[p] {
			Fail("towers that go to edges or corners")
		}
	}
}

// CanGo makes sure that all pieces on some sites can stand on others.
func (c *Columns) CanGo(from, to []*graph.Node) {
	c.OnCells(from)
	c.OnCells(to)
	for p := range from {
		for q := range to {
			if graph.IsEmpty(from[p]) || graph.IsEmpty(to[q]) {
				continue
			}
			for _, rows := range [][][]int{c.Read.Store.Owned, c.Read.Store.Kinds} {
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
func (c *Columns) PlaceOn(st *State, on []*graph.Node) (at [][]*graph.Node) {
	for top := range c.Read.Store.Fields[:c.Read.Store.Tops] {
		for depth := c.Read.Tall() - 1; depth > 0; depth-- {
			if i := c.Read.Store.At(top, depth); i >= 0 {
				p := c.Read.Store.Fields[top].Plane
				above := c.Read.Field(st, c.Read.Store.At(top, depth-1))
				st.Sets[i] = c.G.Or(c.G.Diff(st.Sets[i], on[p]), c.G.And(above, on[p]))
			}
		}
	}
	for p := range on {
		for top := range c.Read.Store.Fields[:c.Read.Store.Tops] {
			if c.Read.Store.Fields[top].Plane == p {
				st.Sets[top] = c.G.Diff(st.Sets[top], on[p])
			}
		}
	}
	return [][]*graph.Node{on}
}
