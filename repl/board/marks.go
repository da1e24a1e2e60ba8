package board

import (
	"fmt"
	"strings"

	"boardgame/dsl/topology"
)

// tints colors the cells of regions and those of the last move.
func (m *marks) tints() {
	v, b := m.s.v, m.s.v.Board
	shape := m.s.shape()
	for x := range m.s.shown() {
		tint := v.tint(x)
		if tint == nil || v.Last.Has(x) && shape != nil ||
			tint.Region != "" && tint.Region == v.Look.FrameOf {
			continue
		}
		p := m.s.at(x)
		color := tint.Color
		if _, ok := fills[color]; !ok {
			color = "gray"
		}
		area := m.area(p, shape, .84)
		fill := m.s.theme.attr("b-tint-" + string(color))
		switch tint.Style {
		case "dot":
			m.s.add(`<circle cx="%v" cy="%v" r="%v" %v/>`, p.X, p.Y, unit*.14, fill)
		case "edge":
			m.s.add(`%s fill="none" stroke="%s" stroke-width="3"/>`, area, fillOf(color))
		case "home":
			m.s.add("%s %s/>", area, fill)
			m.s.add(`%s %s stroke-width="1.6" stroke-dasharray="4 3"/>`, m.area(p, shape, .66),
				m.s.theme.attr("b-edge-"+string(color)))
		case "gold":
			m.s.add(`%s fill="#f1c83f" stroke="#7a5a00" stroke-width="1.5"/>`, m.area(p, shape, .95))
			m.s.add(`%s fill="none" stroke="#fff3c4" stroke-width="2"/>`, m.area(p, shape, .87))
		default:
			m.s.add("%s %s/>", m.area(p, shape, .93), fill)
		}
		if _, occupied := v.placed(x); !occupied && tint.Unicode != "" && tint.Style == "" &&
			tint.Unicode != "·" {
			m.s.write(p, sign(tint.Unicode, false), unit*.4, "middle", "b-star", false)
		}
	}
	for x := range v.Last.And(b.Cells).And(m.s.crop).All() {
		_, occupied := v.placed(x)
		if shape != nil && m.s.style != "pits" && m.s.style != "points" &&
			(m.s.style != "open" || len(v.Won) == 0) {
			share := .84
			if m.s.style == "checkered" && m.s.hex == 0 { // where cells touch
				share = 1
			}
			pale, area := "", m.area(m.s.at(x), shape, share)
			if !occupied {
				pale = ` opacity=".75"`
			}
			if m.s.style == "tray" || m.s.style == "rack" { // as round as the sockets
				area = m.area(m.s.at(x), nil, 1.25)
			}
			m.s.add(`%s %s%s/>`, area, m.s.theme.attr("b-last"), pale)
		}
		if p := m.s.at(x); !occupied && v.number(x) == "" && len(v.Counts[x]) == 0 {
			m.s.add(`<circle cx="%v" cy="%v" r="%v" %v stroke-width="2"/>`, p.X, p.Y, unit*.12,
				m.s.theme.attr("b-last-line"))
		}
	}
}

// area begins the element of a cell's area, scaled by its share.
func (m *marks) area(p topology.Point, shape []topology.Point, share float64) string {
	if shape == nil {
		return ring(p, unit*.36*share)
	}
	if len(shape) == 4 && m.s.style != "points" {
		w := (shape[0].X - shape[2].X) * share
		return format(`<rect x="%v" y="%v" width="%v" height="%v" rx="3"`, p.X-w/2, p.Y-w/2, w, w)
	}
	var around []topology.Point
	for _, c := range shape {
		around = append(around, topology.Point{X: p.X + c.X*share, Y: p.Y + c.Y*share})
	}
	return `<path d="` + closed(around) + `"`
}

// reach returns the radius of what stands on a site: marks go around it.
func (m *marks) reach(x topology.Site) float64 {
	piece, ok := m.s.v.placed(x)
	switch {
	case m.s.v.Board.Corners.Has(x), m.s.v.Board.Edges.Has(x):
		return unit * .1
	case !ok && m.s.style == "pits":
		return unit * .62
	case !ok:
		return unit * .34
	case m.s.hex != 0 && piece.Shape == "tile":
		return unit * .5
	}
	return m.s.shapes.radius(piece.Shape)
}

// halo draws a ring around a piece, visible on any ground: chosen, may be captured, threatened.
func (m *marks) halo(p topology.Point, r float64, class, dashes string) {
	if dashes != "" {
		dashes = ` stroke-dasharray="` + dashes + `"`
	}
	m.lined(ring(p, r), "b-halo-line", class, dashes, 5.5, 3)
}

// ring begins the element of a circle.
func ring(p topology.Point, r float64) string {
	return format(`<circle cx="%v" cy="%v" r="%v"`, p.X, p.Y, r)
}

// lined draws an element that has begun as a line on a wider one; more are attributes of the upper.
func (m *marks) lined(begun, under, over, more string, wide, narrow float64) {
	m.s.add(`%v %v stroke-width="%v"/>`, begun, m.s.theme.attr(under), wide)
	m.s.add(`%v %v stroke-width="%v"%v/>`, begun, m.s.theme.attr(over), narrow, more)
}

const roundEnds = `" stroke-linecap="round" stroke-linejoin="round"`

// under draws the marks below pieces: what is chosen, where one may go, what may be captured and
// what is threatened.
func (m *marks) under() {
	v, b := m.s.v, m.s.v.Board
	m.links()
	m.s.layer("b-leads", m.leads)
	for x := range v.Threat.And(m.s.crop).All() {
		m.halo(m.s.at(x), m.reach(x)+4, "b-danger-line", "3 5")
	}
	for x := range v.Legal.And(m.s.crop).All() {
		p := m.s.at(x)
		piece, occupied := v.placed(x)
		switch {
		case len(v.Leads[x]) > 0: // which says so
			continue
		case occupied && v.Below != nil && piece.Shape != "tile" && !v.Chosen.Empty(): // beside the tower
			p.X, p.Y = p.X-unit*.35, p.Y+unit*.35
			m.dot(p)
		case occupied && b.Cells.Has(x) && !v.Chosen.Empty():
			r := m.reach(x) + 4
			arc := number(r * .785)
			m.halo(p, r, "b-danger-line", arc+" "+arc)
		case occupied && b.Cells.Has(x):
			m.halo(p, m.reach(x)+4, "b-accent-line", "2 5")
		default:
			if m.s.style == "pits" {
				p.Y += unit * .45
			}
			m.dot(p)
		}
	}
	for x := range v.Chosen.And(m.s.crop).All() {
		p := m.s.at(x)
		if m.s.style == "points" {
			p = m.s.beside.outermost(x)
		}
		m.halo(p, m.reach(x)+4.5, "b-accent-line", "")
	}
}

// dot marks where one may go.
func (m *marks) dot(p topology.Point) {
	m.s.add(`<circle cx="%v" cy="%v" r="7" %v stroke-width="2"/>`, p.X, p.Y,
		m.s.theme.edged("b-accent", "b-halo-line"))
}

// links draws what joins pieces, such as bridges between pegs.
func (m *marks) links() {
	for x := range m.s.v.Board.Cells.All() {
		if piece, ok := m.s.v.placed(x); ok && piece.Shape == "bridge" {
			m.s.group(x, piece.Name, bridge(m.s, x, piece))
		}
	}
	for _, outline := range []bool{true, false} {
		for _, pair := range m.s.v.Links {
			p, q := m.s.at(pair[0]), m.s.at(pair[1])
			color, width := fmt.Sprintf("stroke=%q", fillOf(m.s.v.Pieces[pair[0]].Color)), unit*.1
			if outline {
				color, width = m.s.theme.attr("b-outline"), unit*.1+2.4
			}
			m.s.add(`<path d="M%v %vL%v %v" %v stroke-width="%v"/>`, p.X, p.Y, q.X, q.Y, color, width)
		}
	}
}

// over draws the marks that need to lie on pieces, smaller than these: the last move, what would
// be, the cursor, and what won.
func (m *marks) over() {
	v, b := m.s.v, m.s.v.Board
	m.won()
	for x := range v.Last.And(b.Cells).And(m.s.crop).All() {
		piece, ok := v.placed(x)
		p := m.s.at(x)
		if !ok || len(v.Below[x]) > 0 || piece.Letter != "" || !round(piece.Shape) {
			continue
		}
		r := unit * .2
		if piece.Shape == "peg" {
			r = unit * .1
		}
		m.s.add(`%s`, hoop(p.X, p.Y, r, inkOn(piece.Color), 2.4, ""))
	}
	for x := range v.Last.And(b.Planes(topology.Edges | topology.Corners)).All() {
		if _, ok := v.placed(x); ok && b.Edges.Has(x) {
			p := m.s.at(x)
			m.s.add(`<circle cx="%v" cy="%v" r="3" %v/>`, p.X, p.Y, m.s.theme.attr("b-last"))
		}
	}
	m.pegs()
	m.s.layer("b-ghosts", m.ghosts)
	for x := range v.Cursor.And(m.s.crop).All() {
		p, r := m.s.at(x), unit*.44
		if !b.Cells.Has(x) {
			r = unit * .18
		}
		q := number(r / 2)
		d := format("M%v %vv-%vh%vM%v %vh%vv%vM%v %vv%vh-%vM%v %vh-%vv-%v", p.X-r, p.Y-r/2, q, q, p.X+r/2,
			p.Y-r, q, q, p.X+r, p.Y+r/2, q, q, p.X-r/2, p.Y+r, q, q)
		m.lined(`<path d="`+d+`"`, "b-halo-line", "b-outline", "", 6, 3.4)
	}
}

// pegs draws small pieces at the lower ends of their sites, each side's at a place of its own.
func (m *marks) pegs() {
	const size = .3
	for x := range m.s.crop.All() {
		for _, peg := range m.s.v.Pegs[x] {
			p := m.s.at(x)
			if n := len(m.s.v.Sides); peg.Owner >= 0 {
				p.X += unit * .56 * ((float64(peg.Owner)+.5)/float64(n) - .5)
			}
			title := ""
			if m.s.v.Targets {
				title = caption(m.s.v.Board.Names[x], peg.Name)
			}
			m.s.add(`<g transform="translate(%v %v)">%v<circle r="%v" %v/>%v</g>`, p.X, p.Y+unit*.3, title,
				unit*size*.6, m.s.theme.edged("b-plain", "b-outline"), m.s.shapes.draw(peg, unit*size*.4))
		}
	}
}

// round reports whether the ring of the last move fits on a shape.
func round(shape string) bool {
	switch shape {
	case "stone", "disc", "man", "marble", "peg", "":
		return true
	}
	return false
}

// won draws a line through a row of sites that decided the game, or a rim around each of them. A
// row of strokes is struck through from end to end.
func (m *marks) won() {
	for _, line := range m.s.v.Won {
		var d strings.Builder
		links := 0
		beyond, width := 0.0, 8.5
		if m.s.style == "open" {
			beyond, width = unit*.4, 5
		}
		for i, x := range line {
			word, p := "L", m.s.at(x)
			if i == 0 || distance(p, m.s.at(line[i-1])) > unit*1.5*m.s.spread()+2 {
				word = "M"
				links--
			}
			links++
			switch last := len(line) - 1; {
			case last > 0 && i == 0:
				p = toward(p, m.s.at(line[1]), -beyond)
			case last > 0 && i == last:
				p = toward(p, m.s.at(line[last-1]), -beyond)
			}
			d.WriteString(format("%v%v %v", word, p.X, p.Y))
		}
		joined := len(line) > 2 && links >= len(line)/2
		if joined {
			m.lined(`<path d="`+d.String()+roundEnds, "b-won-edge", "b-won-line", "", width, width*.55)
			continue
		}
		for _, x := range line {
			m.lined(ring(m.s.at(x), m.reach(x)+2), "b-won-edge", "b-won-line", "", 5, 3.4)
		}
	}
}

// ghosts draws what a step would change: pieces half there, crosses on those that would go, and the
// differences of numbers.
func (m *marks) ghosts() {
	g := m.s.v.Ghosts
	if g == nil {
		return
	}
	b := m.s.v.Board
	for i, n := range g.Stores {
		if n != 0 && len(m.s.v.Stores) == 2 {
			m.pill(store(m.s, i), fmt.Sprintf("%+d", n))
		}
	}
	stands := m.s.v.Pieces
	m.s.v.Pieces = g.Come // of which a wall is joined
	m.s.add(`<g opacity=".75">`)
	m.bars(true)
	m.s.add("</g>")
	m.s.v.Pieces = stands
	for x := range b.All().And(m.s.crop).All() {
		p := m.s.at(x)
		piece, comes := g.Come[x]
		switch {
		case comes && b.Cells.Has(x):
			m.s.add(`<g opacity=".5">%s</g>`, m.s.refer(piece, p))
			m.s.add(`<circle cx="%v" cy="%v" r="%v" %v stroke-width="2.6"/>`, p.X, p.Y,
				m.s.shapes.radius(piece.Shape), m.s.theme.attr("b-accent-line"))
		case g.Go.Has(x) && b.Cells.Has(x) && !moves(m.s.v, x):
			m.s.add(`<circle cx="%v" cy="%v" r="%v" %v stroke-width="2.6" stroke-dasharray="4 3"/>`, p.X,
				p.Y, m.reach(x)+3, m.s.theme.attr("b-danger-line"))
		}
		if n := g.Numbers[x]; n != 0 {
			m.pill(topology.Point{X: p.X + unit*.2, Y: p.Y - unit*.36}, fmt.Sprintf("%+d", n))
		}
	}
	m.ways(g)
}

// ways draws where a step would take a piece in several jumps, and an arrow along a row that it
// would push.
func (m *marks) ways(g *Ghosts) {
	path := func(sites []topology.Site, short float64) (d string, from, to topology.Point) {
		for i, x := range sites {
			from, to = to, m.s.at(x)
			word := "L"
			if i == 0 {
				word, to = "M", toward(to, m.s.at(sites[1]), short)
			} else if i == len(sites)-1 {
				to = toward(to, from, short)
			}
			d += format("%v%v %v", word, to.X, to.Y)
		}
		return d, from, to
	}
	if len(g.Way) > 0 {
		d, _, _ := path(g.Way, unit*.5) // between the pieces
		m.s.add(`<path d="%s" %s stroke-width="3" stroke-dasharray="3 4"/>`, d,
			m.s.theme.attr("b-accent-line"))
		for _, x := range g.Way[1 : len(g.Way)-1] {
			m.s.add(`<circle cx="%v" cy="%v" r="7" %v stroke-width="2"/>`, m.s.at(x).X, m.s.at(x).Y,
				m.s.theme.edged("b-accent", "b-halo-line"))
		}
	}
	if len(g.Push) > 0 {
		d, from, to := path(g.Push, unit*.1)
		wing := func(side float64) topology.Point {
			back := toward(to, from, unit*.2)
			return topology.Point{X: back.X + side*(to.Y-back.Y), Y: back.Y - side*(to.X-back.X)}
		}
		a, b := wing(.6), wing(-.6)
		d += format("M%v %vL%v %vL%v %v", a.X, a.Y, to.X, to.Y, b.X, b.Y)
		m.lined(`<path d="`+d+roundEnds, "b-halo-line", "b-accent-line", "", 7, 3.4)
	}
}

// toward returns the point so far from p on the way to q.
func toward(p, q topology.Point, far float64) topology.Point {
	share := far / max(distance(p, q), far)
	return topology.Point{X: p.X + (q.X-p.X)*share, Y: p.Y + (q.Y-p.Y)*share}
}

// leads marks where the dice lead, with their numbers: at the tips of points, which it outlines,
// and at the upper ends of other sites.
func (m *marks) leads() {
	v := m.s.v
	for x := range m.s.shown() {
		if len(v.Leads[x]) == 0 {
			continue
		}
		p := m.s.at(x)
		p.Y -= unit * .4
		if m.s.style == "points" && ending(v.Board, x) == 0 {
			d, tip := m.s.beside.triangle(x)
			m.s.add(`<path d="%s" %s stroke-width="2.5"/>`, d, m.s.theme.attr("b-accent-line"))
			p.Y = tip
		}
		m.pill(p, strings.Trim(fmt.Sprint(v.Leads[x]), "[]"))
	}
}

// moves reports whether a piece that would be gone from a site would come elsewhere.
func moves(v *View, x topology.Site) bool {
	piece, ok := v.placed(x)
	for _, come := range v.Ghosts.Come {
		if ok && come.Name == piece.Name && come.Owner == piece.Owner {
			return true
		}
	}
	return false
}

// pill writes a short text on the color of marks.
func (m *marks) pill(p topology.Point, text string) {
	w := 8 + 7.5*float64(len(text))
	m.s.rect(p.X-w/2, p.Y-8.5, w, 17, 8.5, m.s.theme.edged("b-accent", "b-halo-line"))
	m.s.write(p, text, 11, "middle", "b-on-accent", true)
}
