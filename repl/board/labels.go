package board

import (
	"html"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
)

// placeOfLabels returns where names are: as the look says, or as the board needs it.
func (l *labels) placeOfLabels() string {
	b := l.s.v.Board
	switch {
	case l.s.v.Look.Labels != "":
		return l.s.v.Look.Labels
	case l.s.style == "bare" || l.s.style == "pits":
		return "none"
	case l.s.style == "points" || l.s.style == "track":
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
func (l *labels) labels() {
	v, b := l.s.v, l.s.v.Board
	if !v.Labels {
		return
	}
	var all []tag
	size, class := l.s.letters, "b-label"
	switch place := l.placeOfLabels(); {
	case place == "none":
		return
	case l.s.style == "points":
		all = l.pointNames()
	case place == "inside":
		size, class = 9, "b-star" // on cells or wood
		for x := range l.s.shown() {
			p := l.s.at(x)
			switch {
			case l.s.style == "track":
				p.X, p.Y = p.X-unit*.4+2.6*float64(len(b.Names[x])), p.Y-unit*.34
			case l.s.dots():
				p.Y += unit * .66
				size = 11
			default:
				p.Y += unit * .4
			}
			all = append(all, tag{p, b.Names[x]})
		}
	case place == "ends":
		all, class = l.endNames(), "b-dim"
		if l.s.dots() { // on the wood
			class = "b-star"
		}
	case l.s.hex != 0:
		all, class = l.skewNames(), "b-dim"
	default:
		all = l.axisNames()
	}
	if l.s.style == "open" {
		class = "b-dim"
	}
	l.s.add(`<g font-size="%v" text-anchor="middle" %v>`, size, l.s.theme.attr(class))
	for _, tag := range all {
		l.s.add(`<text x="%v" y="%v">%v</text>`, tag.at.X, tag.at.Y+size*.36, html.EscapeString(tag.text))
		w := float64(widths.StringWidth(tag.text)) * size * .32
		l.s.coverBox(tag.at.X-w, tag.at.Y-size*.7, tag.at.X+w, tag.at.Y+size*.7)
	}
	l.s.add(`</g>`)
}

// axisNames names the columns and rows of a board of squares or of a map, along all sides of a
// frame where pieces stand on points or walls lie between the cells.
func (l *labels) axisNames() (all []tag) {
	v, b := l.s.v, l.s.v.Board
	left, top, right, base := l.s.bounds()
	out := unit*.5 + l.s.grounds.band()/2
	switch l.s.style {
	case "vertices", "pegs", "lines":
		out = l.s.far + l.s.grounds.band()/2
	case "tray":
		out += unit * .62
	case "gaps", "plain", "rack":
		out += 2
	}
	both := l.s.style == "vertices" || l.s.style == "gaps"
	far := l.s.style == "grid" // as diagrams of shogi have them
	columns, rows := map[int]topology.Point{}, map[int]topology.Point{}
	name := v.column
	for x := range l.s.shown() {
		column := int(b.Points[x].X)
		if b.Layers > 0 {
			column = b.Column[x]
			name = func(n int) string { return string(rune('A'+b.Layer(x))) + v.column(n) }
		}
		columns[column], rows[int(b.Points[x].Y)] = l.s.at(x), l.s.at(x)
	}
	side := func(lines map[int]topology.Point, name func(int) string, across bool) {
		var numbers []int
		for n := range lines {
			numbers = append(numbers, n)
		}
		order.Sort(numbers)
		for _, n := range numbers {
			p, q := lines[n], lines[n]
			if across {
				p.Y, q.Y = base+out, top-out
			} else {
				p.X, q.X = left-out, right+out
			}
			if !far {
				all = append(all, tag{p, name(n)})
			}
			if both || far {
				all = append(all, tag{q, name(n)})
			}
		}
	}
	side(columns, name, !v.Quarter)
	side(rows, v.row, v.Quarter)
	return all
}

// skewNames names the rows and columns of hexes at their ends.
func (l *labels) skewNames() (all []tag) {
	v, b := l.s.v, l.s.v.Board
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
			p, q := l.s.at(line[0]), l.s.at(line[len(line)-1])
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
func (l *labels) endNames() (all []tag) {
	b := l.s.v.Board
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
			p := l.s.at(x)
			toward := float64(1 - 2*i)
			if len(line) > 1 {
				far := l.s.at(line[len(line)-1])
				if i > 0 {
					far = l.s.at(line[0])
				}
				k := distance(p, far)
				p.X, p.Y = p.X+(p.X-far.X)/k*unit*.95, p.Y+(p.Y-far.Y)/k*unit*.95
			} else if flat(b) {
				p.Y += toward * unit * .95
			} else {
				p.X -= toward * unit * .95
			}
			all = append(all, tag{p, b.Names[x]})
		}
	}
	return all
}
