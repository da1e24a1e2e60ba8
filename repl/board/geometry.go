package board

import (
	"html"
	"math"

	"boardgame/dsl/topology"
)

// Layout is where everything of a board is on the sheet that [SVG] draws. It serves programs that
// draw boards themselves or find out which site a pointer is on. Its x goes right and its y down,
// in pixels at the natural size.
type Layout struct {
	Left, Top, Width, Height float64 // the viewBox of the SVG without strips
	Unit                     float64 // from one cell to the next
	Board                    string  // how the board is drawn, as in [Look]
	Places                   []Place // by site
	Lines                    [][2]topology.Site
}

// Place is where a site is.
type Place struct {
	Plane   topology.Plane
	At      topology.Point
	Outline []topology.Point // of a cell with an area, its corners; of an edge, its two ends
	Radius  float64          // of the piece on it; 0 if there is none
}

// Lay returns the layout of a view. Its lines are those that the board draws between points; there
// are none where cells are areas.
func Lay(v View) Layout {
	s := newSheet(&v)
	s.grounds.ground()
	l := Layout{Unit: unit, Board: s.style}
	l.Left, l.Top, l.Width, l.Height = s.frame()
	b := v.Board
	shape := s.shape()
	if shape == nil {
		l.Lines = v.segments()
	}
	for x := range topology.Site(b.Sites) {
		p := Place{Plane: b.PlaneOf(x), At: s.at(x)}
		if piece, ok := v.placed(x); ok {
			p.Radius = s.shapes.radius(piece.Shape)
		}
		switch {
		case p.Plane == topology.Edges:
			from, to := s.ends(x)
			p.Outline = []topology.Point{from, to}
		case p.Plane == topology.Cells && shape != nil:
			for _, c := range shape {
				p.Outline = append(p.Outline, topology.Point{X: p.At.X + c.X, Y: p.At.Y + c.Y})
			}
		}
		l.Places = append(l.Places, p)
	}
	return l
}

func escape(text string) string { return html.EscapeString(text) }

// targets puts an invisible shape with the site's name on every site, cells first, so that a page
// can find out which site a pointer is on. Those of edges and corners are 24 pixels wide.
func (m *marks) targets() {
	v, b := m.s.v, m.s.v.Board
	if !v.Targets {
		return
	}
	m.s.add(`<g class="sites" fill="transparent" stroke="none" pointer-events="all">`)
	shape := m.s.shape()
	for x := range m.s.crop.All() {
		p, name := m.s.at(x), escape(b.Names[x])
		switch kind := b.PlaneOf(x); {
		case kind == topology.Cells && shape == nil:
			m.s.add(`<circle data-site="%v" data-kind="cell" cx="%v" cy="%v" r="24"/>`, name, p.X, p.Y)
		case kind == topology.Cells && m.s.hex == 0 && m.s.style != "points":
			w := shape[0].X - shape[2].X
			m.s.add(`<rect data-site="%v" data-kind="cell" x="%v" y="%v" width="%v" height="%v"/>`, name,
				p.X-w/2, p.Y-w/2, w, w)
		case kind == topology.Cells:
			m.s.add(`%s data-site="%s" data-kind="cell"/>`, m.area(p, shape, 1), name)
		case kind == topology.Edges:
			from, to := m.s.ends(x)
			// The ends are left to the corners.
			if !b.Corners.Empty() {
				from, to = between(from, to, .25), between(from, to, .75)
			}
			m.s.add(`<line data-site="%v" data-kind="edge" x1="%v" y1="%v" x2="%v" y2="%v" `+
				`stroke="transparent" stroke-width="24"/>`,
				name, from.X, from.Y, to.X, to.Y)
		default:
			m.s.add(`<circle data-site="%v" data-kind="corner" cx="%v" cy="%v" r="12"/>`, name, p.X, p.Y)
		}
	}
	m.s.add(`</g>`)
}

// partRoom is the distance of parts, in cells beyond their size.
const partRoom = 1.25

// parts returns the cells that have a frame of their own, the column before the first of each part,
// and the width of the widest: layers or, on a page higher than wide, what columns with no cell or
// with one part. Other boards have no parts.
func (s *sheet) parts() (parts []topology.Set, from []int, wide int) {
	b := s.v.Board
	for n := range b.Layers {
		parts, from, wide = append(parts, topology.Set{}), append(from, n*(b.Width+1)), b.Width
		for x := range b.Width * b.Height {
			parts[n].Add(topology.Site(n*b.Width*b.Height + x))
		}
	}
	if b.Layers > 0 || !s.v.Quarter || b.Spec.Shape != "square" || b.Sites > b.Cells.Len() {
		return parts, from, wide
	}
	parted := true
	for n := range b.Width {
		column := b.FileOf(n + 1)
		if column.Len() > 1 && parted || n == 0 {
			parts, from = append(parts, topology.Set{}), append(from, n)
		}
		parted = column.Len() <= 1 && n > 0
		last := len(parts) - 1
		if parts[last] = parts[last].Or(column); !column.Empty() {
			wide = max(wide, n+1-from[last])
		}
	}
	if len(parts) == 1 {
		return nil, nil, 0
	}
	return parts, from, wide
}

// across is how many of these parts stand side by side: all or, on a page higher than wide, as many
// as leave the cells largest.
func (s *sheet) across(parts, wide int) int {
	best, least := parts, math.Inf(1)
	for n := 1; n <= parts && s.v.Quarter; n++ {
		const upright = 1.3 // how much higher than wide there is room
		lines := (parts + n - 1) / n
		size := max(float64(n)*(float64(wide)+partRoom),
			float64(lines)*(float64(s.v.Board.Height)+partRoom)/upright)
		if size < least {
			best, least = n, size
		}
	}
	return best
}
