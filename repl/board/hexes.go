package board

import (
	"math"

	"boardgame/dsl/topology"
)

// A stroke is a character of the outline of a hex, seen from its middle.
type stroke struct {
	x, y           int
	unicode, ascii string
}

var (
	rowHex = []stroke{
		{-1, -1, "╱", "/"}, {1, -1, "╲", "\\"}, {-2, 0, "│", "|"}, {2, 0, "│", "|"}, {-1, 1, "╲",
			"\\"}, {1, 1, "╱", "/"},
	}
	columnHex = []stroke{
		{-3, 0, "╱", "/"}, {3, 0, "╲", "\\"}, {-3, 1, "╲", "\\"}, {3, 1, "╱", "/"},
		{-2, -1, "_", "_"}, {-1, -1, "_", "_"}, {0, -1, "_", "_"}, {1, -1, "_", "_"}, {2, -1, "_",
			"_"},
		{-2, 1, "_", "_"}, {-1, 1, "_", "_"}, {0, 1, "_", "_"}, {1, 1, "_", "_"}, {2, 1, "_", "_"},
	}
)

// hexRows draws hexes with a corner on top, three columns of room in each.
func hexRows(d *drawing) bool {
	if d.glyph > 1 {
		return false // a wide sign has no middle
	}
	b := d.v.Board
	for s := range topology.Site(b.Sites) {
		p := d.v.point(s)
		d.at[s] = place{int(math.Round(4 * p.X)), -int(math.Round(p.Y / math.Sqrt(3) * 4))}
	}
	d.outline(rowHex)
	d.across(3)
	d.cells(func(topology.Site) string { return "" })
	d.sides(nil)
	d.rowLabels(4, 2, d.framed(3, 2))
	return true
}

// rows draws hexes in rows without outlines, `half` columns to the half of a cell.
func rows(half int) func(*drawing) bool {
	return func(d *drawing) bool {
		half := half + d.glyph/2
		for s := range d.v.near().All() {
			p := d.v.point(s)
			d.at[s] = place{int(math.Round(2*p.X)) * half, -int(math.Round(p.Y / math.Sqrt(3) * 2))}
		}
		d.across(2)
		d.cells(func(topology.Site) string { return d.choose("·", ".") })
		lower := 0
		if half > 1 {
			lower = d.framed(3, 1)
		}
		d.rowLabels(2*half, 1, lower)
		return true
	}
}

// across joins the cells of a row that the rules join by a line across a gap, which begins so far
// from their middles.
func (d *drawing) across(off int) {
	b := d.v.Board
	for _, line := range b.Spec.Lines {
		for i := 1; i < len(line.Points) && line.Name == ""; i++ {
			s, _ := b.SiteByName(line.Points[i-1])
			t, _ := b.SiteByName(line.Points[i])
			p, q := d.at[s], d.at[t]
			for x := min(p.x, q.x) + off; p.y == q.y && x <= max(p.x, q.x)-off; x++ {
				d.canvas.put(x, p.y, d.choose("─", "-"), faint)
			}
		}
	}
}

// near returns the cells that are to be seen: of a bare board, only those in the rows and columns
// of what is there, and the next ones.
func (v *View) near() topology.Set {
	b := v.Board
	all := v.Legal.Or(v.Chosen).Or(v.Last).Or(v.Cursor)
	for s := range v.Pieces {
		all.Add(s)
	}
	if v.Ghosts != nil {
		for s := range v.Ghosts.Come {
			all.Add(s)
		}
	}
	if all = all.And(b.Cells); v.Look.Board != "bare" || all.Empty() {
		return b.Cells
	}
	first := all.First()
	left, right := b.Column[first], b.Column[first]
	low, high := b.Row[first], b.Row[first]
	for s := range all.All() {
		left, right = min(left, b.Column[s]), max(right, b.Column[s])
		low, high = min(low, b.Row[s]), max(high, b.Row[s])
	}
	var set topology.Set
	for s := range b.Cells.All() {
		if c, r := b.Column[s], b.Row[s]; left-1 <= c && c <= right+1 && low-1 <= r && r <= high+1 {
			set.Add(s)
		}
	}
	return set
}

// rowLabels writes coordinates around hexes in rows: the number of a row at its left and, where all
// cells of a column are in line, the letter of a column at its lower end. If every row counts its
// own cells, the names of its first and its last cell stand beside it instead. Letters are so many
// lines lower than they would be.
func (d *drawing) rowLabels(width, height, lower int) {
	v, b := d.v, d.v.Board
	if !v.Labels {
		return
	}
	// An inverted triangle has the numbers of its rows where the columns would have their lower
	// ends.
	upper := v.Flip && b.Spec.Shape == "triangle"
	ends := make([]topology.Site, b.Width+1)
	first, last := make([]topology.Site, b.Height+1), make([]topology.Site, b.Height+1)
	for i := range ends {
		ends[i] = topology.None
	}
	for i := range first {
		first[i], last[i] = topology.None, topology.None
	}
	for s := range b.Cells.All() {
		if _, ok := d.at[s]; !ok {
			continue
		}
		column, row := b.Column[s], b.Row[s]
		if e := &ends[column]; *e == topology.None || d.at[s].y != d.at[*e].y &&
			d.at[s].y < d.at[*e].y == upper {
			*e = s
		}
		if f := &first[row]; *f == topology.None || d.at[s].x < d.at[*f].x {
			*f = s
		}
		if l := &last[row]; *l == topology.None || d.at[s].x > d.at[*l].x {
			*l = s
		}
	}
	gap := 3 // room for a bracket and a blank
	if height > 1 {
		gap = width // room for the outline too
	} else {
		gap += lower
	}
	picture := b.Spec.Shape == "hexrows"
	for row, f := range first {
		if f == topology.None {
			continue
		}
		text, p := v.row(row), d.at[f]
		if picture {
			text = b.Names[f]
			q := d.at[last[row]]
			d.canvas.write(q.x+gap+d.glyph-1, q.y, b.Names[last[row]], faint)
		}
		d.canvas.write(p.x-gap-len(text)+1, p.y, text, faint)
	}
	if picture {
		return
	}
	aside := -width / 2
	if b.Spec.Shape == "hexagon" {
		aside = width / 2
	}
	aside, height = aside+lower*aside/height, height+lower
	if upper {
		aside, height = -aside, -height
	}
	for column, s := range ends {
		if s != topology.None {
			d.canvas.write(d.at[s].x+aside, d.at[s].y+height, v.column(column), faint)
		}
	}
}

// hexColumns draws hexes with an edge on top, five columns of room in each; the name of a cell is
// in its lower line.
func hexColumns(d *drawing) bool {
	b := d.v.Board
	for s := range topology.Site(b.Sites) {
		if b.Corners.Has(s) {
			continue // they have no character of their own
		}
		p := d.v.point(s)
		d.at[s] = place{int(math.Round(p.X / math.Sqrt(3) * 12)), int(math.Ceil(-2*p.Y - 1e-6))}
	}
	d.outline(columnHex)
	if d.v.Labels {
		for s := range b.Cells.All() {
			if name := b.Names[s]; len(name) <= 5 {
				d.canvas.write(d.at[s].x-len(name)/2, d.at[s].y+1, name, faint)
			}
		}
	}
	d.cells(func(topology.Site) string { return "" })
	d.sides(func(s topology.Site) int {
		touching := b.Next(b.Incident(topology.Cells), s)
		if d.v.point(s).X == d.v.point(touching.First()).X {
			return 2
		}
		return 0
	})
	return true
}

// namedColumns draws hexes in columns without outlines, with the name of each cell beside it.
func namedColumns(d *drawing) bool {
	b := d.v.Board
	longest := 0
	for s := range b.Cells.All() {
		longest = max(longest, len(b.Names[s]))
	}
	const room = 3 // for brackets around the sign, and a blank
	d.inColumns((longest + d.glyph + room + 1) / 2)
	if !d.v.Labels {
		return false
	}
	for s := range b.Cells.All() {
		d.canvas.write(d.at[s].x-1-len(b.Names[s]), d.at[s].y, b.Names[s], faint)
	}
	d.cells(func(topology.Site) string { return d.choose("·", ".") })
	return true
}

// columns draws hexes in columns without outlines, `pitch` columns of text from one to the next,
// with letters below.
func columns(pitch int) func(*drawing) bool {
	return func(d *drawing) bool {
		pitch := pitch
		if d.glyph > 1 {
			pitch++
		}
		b := d.v.Board
		base := d.inColumns(pitch)
		d.cells(func(topology.Site) string { return d.choose("·", ".") })
		if d.v.Labels {
			for s := range b.Cells.All() {
				if letters := d.v.column(b.Column[s]); len(letters) <= pitch {
					d.canvas.write(d.at[s].x, base+1, letters, faint)
				}
			}
		}
		return true
	}
}

// levelColumns draws columns of hexes as low as possible: one line of text per hex, so that every
// other column, which should be half a hex lower, is level with its neighbors. The name of each
// cell is beside it, or letters are below the columns.
func levelColumns(named bool) func(*drawing) bool {
	return func(d *drawing) bool {
		b := d.v.Board
		const brackets = 2
		pitch := d.glyph + brackets
		if named {
			if !d.v.Labels {
				return false
			}
			longest := 0
			for s := range b.Cells.All() {
				longest = max(longest, len(b.Names[s]))
			}
			pitch += longest + 1
		}
		base := d.inColumns(pitch)
		for s, p := range d.at {
			d.at[s] = place{p.x, int(math.Ceil(float64(p.y) / 2))}
		}
		d.cells(func(topology.Site) string { return d.choose("·", ".") })
		for s := range b.Cells.All() {
			switch p, letters := d.at[s], d.v.column(b.Column[s]); {
			case named:
				d.canvas.write(p.x-1-len(b.Names[s]), p.y, b.Names[s], faint)
			case d.v.Labels && len(letters) <= pitch:
				d.canvas.write(p.x, int(math.Ceil(float64(base)/2))+1, letters, faint)
			}
		}
		return true
	}
}

// inColumns gives the cells their places, with one line of text per half hex, and returns the last
// line.
func (d *drawing) inColumns(pitch int) int {
	base := math.MinInt
	for s := range d.v.Board.Cells.All() {
		p := d.v.point(s)
		d.at[s] = place{int(math.Round(p.X/math.Sqrt(3)*2)) * pitch, -int(math.Round(2 * p.Y))}
		base = max(base, d.at[s].y)
	}
	return base
}

// outline draws every cell's strokes.
func (d *drawing) outline(strokes []stroke) {
	for s := range d.v.Board.Cells.All() {
		for _, k := range strokes {
			d.canvas.put(d.at[s].x+k.x, d.at[s].y+k.y, d.choose(k.unicode, k.ascii), faint)
		}
	}
}

// sides draws what is on the edges and corners of hexes, and their marks. reach returns how far an
// edge extends to both sides of its middle.
func (d *drawing) sides(reach func(topology.Site) int) {
	v, b := d.v, d.v.Board
	for s := range b.Planes(topology.Edges | topology.Corners).All() {
		p, ok := d.at[s]
		if !ok {
			continue
		}
		far := 0
		if reach != nil {
			far = reach(s)
		}
		piece, occupied := v.placed(s)
		switch {
		case occupied:
			for x := p.x - far; x <= p.x+far; x++ {
				d.canvas.put(x, p.y, d.sign(piece),
					ink{color: piece.Color, bold: true, on: v.Cursor.Has(s)})
			}
			if v.Last.Has(s) || v.Cursor.Has(s) {
				delete(d.at, s) // there is no room for a bracket: the mark is listed
			}
		default:
			d.bare(s, p)
		}
	}
}
