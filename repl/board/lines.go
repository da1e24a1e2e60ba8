package board

import (
	"math"

	"boardgame/dsl/topology"
)

// segments returns the pairs of cells that a line joins: neighbors along the lines of the rules
// and, on a board of squares, cells that are side by side. If squares without lines of their own
// are to be drawn as lines, they get the diagonals through every second point, as on the board of
// alquerque. If points are in rows, only adjacent ones are joined: other lines would run across the
// board.
func (v *View) segments() [][2]topology.Site {
	b := v.Board
	diagonals := v.Look.Board == "lines" && b.Spec.Shape == "square" && len(b.Spec.Lines) == 0
	var all [][2]topology.Site
	seen := map[[2]topology.Site]bool{}
	for r := range topology.Relation(len(b.Directions)) {
		slanted := b.Around.Has(r) && !b.Orthogonal.Has(r)
		if slanted && !diagonals {
			continue
		}
		for s := range b.Cells.All() {
			if slanted && (b.Column[s]+b.Row[s])%2 != 0 {
				continue
			}
			for t := range b.Next(r, s).All() {
				pair := [2]topology.Site{min(s, t), max(s, t)}
				if !seen[pair] && !v.apart(pair[0], pair[1]) {
					seen[pair] = true
					all = append(all, pair)
				}
			}
		}
	}
	return all
}

// apart reports whether points that are in rows are not beside each other.
func (v *View) apart(s, t topology.Site) bool {
	if v.Places == nil || !v.Board.IsGraph() {
		return false
	}
	p, q := v.Places[s], v.Places[t]
	return math.Abs(p.X-q.X) > 1 || math.Abs(p.Y-q.Y) > 1
}

// lines draws points joined by lines, with across columns and down lines of text from one point of
// a map to the next.
func lines(across, down int) func(*drawing) bool {
	return func(d *drawing) bool {
		b := d.v.Board
		d.narrow = across < 3
		sx, sy := float64(across+d.glyph-1), float64(down)
		onMap := !b.IsGraph() || charted(b)
		if !onMap {
			sx, sy = 2*sx, 1.5*sy
		}
		taken := map[place]bool{}
		for s := range b.Cells.All() {
			p := d.v.point(s)
			at := place{int(math.Round(p.X * sx)), -int(math.Round(p.Y * sy))}
			for x := -1; x <= 1; x++ {
				if taken[place{at.x + x, at.y}] {
					return false // two points in one place
				}
			}
			taken[at] = true
			d.at[s] = at
		}
		arms := map[place]int{}
		for _, pair := range d.v.segments() {
			d.stroke(d.at[pair[0]], d.at[pair[1]], arms)
		}
		for s := range b.Edges.All() {
			d.segment(s)
		}
		d.cells(func(s topology.Site) string {
			// On a map, a corner or a junction shows as a point; in the middle of a straight line it
			// would not. Where lines may cross without a point, neither would.
			const upright, level = 5, 10
			if n := arms[d.at[s]]; onMap && !d.crossed && n&(n-1) != 0 && n != upright && n != level {
				return d.choose(lightJoints[n], "+")
			}
			return d.choose("◦", "+")
		})
		if !d.v.Labels {
			return true
		}
		if onMap {
			d.chart(int(sx))
		} else {
			d.captions()
		}
		return true
	}
}

// stroke draws a line between two points, which stay free, and records its arms at them.
func (d *drawing) stroke(p, q place, arms map[place]int) {
	if p.x > q.x || p.x == q.x && p.y > q.y {
		p, q = q, p
	}
	dx, dy := q.x-p.x, q.y-p.y
	down := abs(dy)
	switch {
	case dy == 0:
		arms[p] |= 2
		arms[q] |= 8
		for x := p.x + 1; x < q.x; x++ {
			d.cross(x, p.y, d.choose("─", "-"))
		}
	case dx == 0:
		arms[p] |= 4
		arms[q] |= 1
		for y := p.y + 1; y < q.y; y++ {
			d.cross(p.x, y, d.choose("│", "|"))
		}
	case dx <= 3*down: // steep: one sign per line
		text := d.choose("╲", "\\")
		if dy < 0 {
			text = d.choose("╱", "/")
		}
		if 2*dx < down {
			text = d.choose("│", "|")
		}
		for i := 1; i < down; i++ {
			x := p.x + int(math.Round(float64(dx*i)/float64(down)))
			d.cross(x, p.y+i*dy/down, text)
		}
		if down == 1 && dx > 1 {
			d.cross(p.x+dx/2, max(p.y, q.y), text)
		}
	default: // one sign per column, at one of three heights
		for i := 1; i < dx; i++ {
			exact := float64(p.y) + float64(dy*i)/float64(dx)
			y := int(math.Round(exact))
			text := d.choose("─", "-")
			if low := exact - float64(y); low > 1./6 {
				text = "_"
			} else if low < -1./6 {
				text = d.choose("‾", "'")
			}
			d.cross(p.x+i, y, text)
		}
	}
}

// cross puts a sign of a line, or the sign for its crossing with what is there. In ASCII, + is the
// sign of points, so the later of two lines passes over the other there.
func (d *drawing) cross(x, y int, text string) {
	switch old := d.canvas.at(x, y); old + text {
	case "─│", "│─":
		text, d.crossed = "┼", true
	case "╲╱", "╱╲":
		text = "╳"
	case "\\/", "/\\":
		text = "X"
	}
	d.canvas.put(x, y, text, faint)
}

// segment draws what is on an edge of a graph: its sign in the middle of the line.
func (d *drawing) segment(s topology.Site) {
	v, b := d.v, d.v.Board
	if !b.IsGraph() {
		return
	}
	ends := b.Next(b.Incident(topology.Cells), s)
	var x, y float64
	for c := range ends.All() {
		x += float64(d.at[c].x) / 2
		y += float64(d.at[c].y) / 2
	}
	p := place{int(math.Round(x)), int(math.Round(y))}
	for c := range ends.All() {
		if d.at[c] == p {
			return // the points are too close together: it is listed
		}
	}
	d.at[s] = p
	piece, occupied := v.placed(s)
	switch {
	case occupied:
		d.canvas.put(p.x, p.y, d.sign(piece),
			ink{color: piece.Color, bold: true, on: v.Cursor.Has(s)})
		if v.Last.Has(s) || v.Cursor.Has(s) {
			delete(d.at, s)
		}
	default:
		d.bare(s, p)
	}
}

// chart writes the coordinates of a map along its left and lower sides.
func (d *drawing) chart(sx int) {
	b := d.v.Board
	columns, rows := map[int]int{}, map[int]int{}
	left, base := math.MaxInt, math.MinInt
	for s := range b.Cells.All() {
		p, at := b.Points[s], d.at[s]
		columns[int(p.X)], rows[int(p.Y)] = at.x, at.y
		left, base = min(left, at.x), max(base, at.y)
	}
	for row, y := range rows {
		number := label(0, row)
		d.canvas.write(left-3-len(number)+1, y, number, faint)
	}
	for column, x := range columns {
		if letters := topology.ColumnName(column); len(letters) < sx {
			d.canvas.write(x-len(letters)/2, base+1, letters, faint)
		}
	}
}

// captions writes the name of every point where it hides least: beside it, below it or above it.
func (d *drawing) captions() {
	b := d.v.Board
	for s := range b.Cells.All() {
		name, at := b.Names[s], d.at[s]
		n := widths.StringWidth(name)
		spots := []place{{at.x + d.glyph + 1, at.y}, {at.x - n - 1, at.y}, {at.x - n/2, at.y + 1},
			{at.x - n/2, at.y - 1}, {at.x + 1, at.y + 1}, {at.x + 1, at.y - 1}}
		best, least := spots[0], math.MaxInt
		for _, p := range spots {
			hidden := 0
			for x := p.x - 1; x <= p.x+n; x++ {
				switch text := d.canvas.at(x, p.y); {
				case text == "" || text == " ":
				case text == "─" || text == "│" || text == "-" || text == "|" || text == "╱" || text == "╲" ||
					text == "/" || text == "\\" || text == "_" || text == "‾" || text == "'":
					hidden++
				default:
					hidden += 10
				}
			}
			if hidden < least {
				best, least = p, hidden
			}
		}
		d.canvas.write(best.x, best.y, name, faint)
	}
}

func abs(n int) int { return max(n, -n) }
