package board

import (
	"html"

	"boardgame/dsl/topology"
)

// Layout is where everything of a board is on the sheet that [SVG] draws. It serves programs that
// draw boards themselves or find out which site a pointer is on. Its x goes right and its y down,
// in pixels at the natural size.
type Layout struct {
	Left, Top, Width, Height float64 // the viewBox of the SVG without a title
	Unit                     float64 // from one cell to the next
	Places                   []Place // by site
	Lines                    [][2]topology.Site
}

// Place is where a site is.
type Place struct {
	Plane   topology.Plane
	At      topology.Point
	Outline []topology.Point // of a cell with an area, its corners; of an edge, its two ends
}

// Lay returns the layout of a view. Its lines are those that the board draws between points; there
// are none where cells are areas.
func Lay(v View) Layout {
	s := &sheet{v: &v}
	s.ground()
	s.labels()
	l := Layout{Unit: unit}
	l.Left, l.Top, l.Width, l.Height = s.frame()
	b := v.Board
	shape := s.shape()
	if shape == nil {
		l.Lines = v.segments()
	}
	for x := range topology.Site(b.Sites) {
		p := Place{Plane: plane(b, x), At: s.at(x)}
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

// plane returns the kind of a site.
func plane(b *topology.Board, x topology.Site) topology.Plane {
	switch {
	case b.Cells.Has(x):
		return topology.Cells
	case b.Edges.Has(x):
		return topology.Edges
	}
	return topology.Corners
}

// targets puts an invisible shape with the site's name on every site, cells first, so that a page
// can find out which site a pointer is on.
func (s *sheet) targets() {
	v, b := s.v, s.v.Board
	if !v.Targets {
		return
	}
	s.add(`<g class="sites" fill="transparent" stroke="none" pointer-events="all">`)
	shape := s.shape()
	for x := range topology.Site(b.Sites) {
		p := s.at(x)
		name := html.EscapeString(b.Names[x])
		switch kind := plane(b, x); {
		case kind == topology.Cells && shape != nil:
			s.add(`<polygon data-site="%s" data-kind="cell" points="%s"/>`, name,
				polygon(shape, p, 1))
		case kind == topology.Cells:
			s.add(`<circle data-site="%s" data-kind="cell" cx="%s" cy="%s" r="%s"/>`,
				name, number(p.X), number(p.Y), number(unit*0.42))
		case kind == topology.Edges:
			from, to := s.ends(x)
			// The ends are left to the corners.
			from, to = between(from, to, 0.2), between(from, to, 0.8)
			s.add(`<line data-site="%s" data-kind="edge" x1="%s" y1="%s" x2="%s" y2="%s" `+
				`stroke="transparent" stroke-width="%s"/>`, name, number(from.X), number(from.Y), number(to.X),
				number(to.Y), number(unit*0.3))
		default:
			s.add(`<circle data-site="%s" data-kind="corner" cx="%s" cy="%s" r="%s"/>`,
				name, number(p.X), number(p.Y), number(unit*0.18))
		}
	}
	s.add(`</g>`)
}

func between(p, q topology.Point, share float64) topology.Point {
	return topology.Point{X: p.X + (q.X-p.X)*share, Y: p.Y + (q.Y-p.Y)*share}
}
