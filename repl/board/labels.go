package board

import (
	"html"
	"slices"

	"boardgame/dsl/topology"
)

// placeOfLabels returns where names are: as the look says, or as the board needs it.
func (s *sheet) placeOfLabels() string {
	b := s.v.Board
	switch {
	case s.v.Look.Labels != "":
		return s.v.Look.Labels
	case s.style == "bare" || s.style == "pits":
		return "none"
	case s.style == "points" || s.style == "track":
		return "inside"
	case b.IsGraph() && !charted(b):
		return "inside"
	case b.Spec.Shape == "hexrows" || b.Spec.Shape == "hexcolumns":
		return "ends"
	}
	return "outside"
}

// tag is a name beside the board.
type tag struct {
	at   topology.Point
	text string
}

// labels writes the names of the sites.
func (s *sheet) labels() {
	v, b := s.v, s.v.Board
	if !v.Labels {
		return
	}
	var all []tag
	size, class := unit*.25, "b-label"
	switch place := s.placeOfLabels(); {
	case place == "none":
		return
	case s.style == "points":
		all = s.pointNames()
	case place == "inside":
		size = 9
		for x := range b.Cells.All() {
			p := s.at(x)
			switch {
			case s.style == "track":
				p.X, p.Y = p.X-unit*.4+2.6*float64(len(b.Names[x])), p.Y-unit*.34
			case s.dots():
				p.Y += unit * .66
				size = 11
			default:
				p.Y += unit * .4
			}
			all = append(all, tag{p, b.Names[x]})
		}
	case place == "ends":
		all, class = s.endNames(), "b-dim"
	case s.hex != 0:
		all, class = s.skewNames(), "b-dim"
	default:
		all = s.axisNames()
	}
	if s.style == "open" {
		class = "b-dim"
	}
	s.add(`<g font-size="%s" text-anchor="middle" %s>`, number(size), s.theme.attr(class))
	for _, l := range all {
		s.add(`<text x="%s" y="%s">%s</text>`, number(l.at.X), number(l.at.Y+size*.36),
			html.EscapeString(l.text))
		w := float64(widths.StringWidth(l.text)) * size * .32
		s.coverBox(l.at.X-w, l.at.Y-size*.7, l.at.X+w, l.at.Y+size*.7)
	}
	s.add(`</g>`)
}

// axisNames names the columns and rows of a board of squares or of a map, along all sides of a
// frame where pieces stand on points or walls lie between the cells.
func (s *sheet) axisNames() (all []tag) {
	v, b := s.v, s.v.Board
	left, top, right, base := s.bounds()
	out := unit*.5 + s.band()/2
	switch s.style {
	case "vertices", "pegs", "lines":
		out = s.far + s.band()/2
	case "tray":
		out += unit * .62
	case "gaps", "plain", "rack":
		out += 2
	}
	both := s.style == "vertices" || s.style == "gaps"
	columns, rows := map[int]topology.Point{}, map[int]topology.Point{}
	for x := range b.Cells.All() {
		columns[int(b.Points[x].X)], rows[int(b.Points[x].Y)] = s.at(x), s.at(x)
	}
	side := func(lines map[int]topology.Point, name func(int) string, across bool) {
		var numbers []int
		for n := range lines {
			numbers = append(numbers, n)
		}
		slices.Sort(numbers)
		for _, n := range numbers {
			p, q := lines[n], lines[n]
			if across {
				p.Y, q.Y = base+out, top-out
			} else {
				p.X, q.X = left-out, right+out
			}
			all = append(all, tag{p, name(n)})
			if both {
				all = append(all, tag{q, name(n)})
			}
		}
	}
	name := v.column
	if b.Layers > 0 { // the layers stand side by side, one column apart
		name = func(x int) string {
			return string(rune('A'+(x-1)/(b.Width+1))) + v.column((x-1)%(b.Width+1)+1)
		}
	}
	side(columns, name, !v.Quarter)
	side(rows, v.row, v.Quarter)
	return all
}

// skewNames names the rows and columns of hexes at their ends.
func (s *sheet) skewNames() (all []tag) {
	v, b := s.v, s.v.Board
	rows, columns := map[int][]topology.Site{}, map[int][]topology.Site{}
	for x := range b.Cells.All() {
		rows[b.Row[x]] = append(rows[b.Row[x]], x)
		columns[b.Column[x]] = append(columns[b.Column[x]], x)
	}
	both := b.Spec.Shape == "rhombus"
	far := .98
	end := func(lines map[int][]topology.Site, name func(int) string, step topology.Point, most int) {
		for n := 1; n <= most; n++ {
			line := lines[n]
			if len(line) == 0 {
				continue
			}
			// From the last cell to the first.
			d := step
			p, q := s.at(line[0]), s.at(line[len(line)-1])
			if len(line) > 1 {
				k := distance(p, q)
				d = topology.Point{X: (p.X - q.X) / k, Y: (p.Y - q.Y) / k}
			}
			const out = unit
			all = append(all, tag{topology.Point{X: p.X + d.X*out*far, Y: p.Y + d.Y*out*far},
				name(n)})
			if both {
				all = append(all, tag{topology.Point{X: q.X - d.X*out*far, Y: q.Y - d.Y*out*far},
					name(n)})
			}
		}
	}
	end(rows, v.row, topology.Point{X: -1}, b.Height)
	end(columns, v.column, topology.Point{X: -.5, Y: .87}, b.Width)
	return all
}

// endNames names the first and the last cell of each column of hexes, or of each row.
func (s *sheet) endNames() (all []tag) {
	b := s.v.Board
	lines := map[int][]topology.Site{}
	most, of := b.Width, b.Column
	if !flat(b) {
		most, of = b.Height, b.Row
	}
	for x := range b.Cells.All() {
		lines[of[x]] = append(lines[of[x]], x)
	}
	for n := 1; n <= most; n++ {
		line := lines[n]
		if len(line) == 0 {
			continue
		}
		for i, x := range []topology.Site{line[0], line[len(line)-1]} {
			if i > 0 && len(line) == 1 {
				break
			}
			p := s.at(x)
			toward := float64(1 - 2*i)
			if len(line) > 1 {
				far := s.at(line[len(line)-1])
				if i > 0 {
					far = s.at(line[0])
				}
				k := distance(p, far)
				p.X, p.Y = p.X+(p.X-far.X)/k*unit*.85, p.Y+(p.Y-far.Y)/k*unit*.85
			} else if flat(b) {
				p.Y += toward * unit * .85
			} else {
				p.X -= toward * unit * .95
			}
			all = append(all, tag{p, b.Names[x]})
		}
	}
	return all
}
