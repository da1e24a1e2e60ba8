package board

import (
	"fmt"
	"strings"

	"boardgame/dsl/topology"
)

// tints colors the cells of regions and those of the last move.
func (s *sheet) tints() {
	v, b := s.v, s.v.Board
	shape := s.shape()
	for x := range b.Cells.And(s.crop).All() {
		tint := v.tint(x)
		if tint == nil || v.Last.Has(x) && shape != nil ||
			tint.Region != "" && tint.Region == v.Look.FrameOf {
			continue
		}
		p := s.at(x)
		color := tint.Color
		if _, ok := fills[color]; !ok {
			color = "gray"
		}
		area := s.area(p, shape, .84)
		fill := s.theme.attr("b-tint-" + string(color))
		switch tint.Style {
		case "dot":
			s.add(`<circle cx="%s" cy="%s" r="%s" %s/>`, number(p.X), number(p.Y),
				number(unit*.14), fill)
		case "edge":
			s.add(`%s fill="none" stroke="%s" stroke-width="3"/>`, area, fillOf(color))
		case "home":
			s.add("%s %s/>", area, fill)
			s.add(`%s %s stroke-width="1.6" stroke-dasharray="4 3"/>`, s.area(p, shape, .66),
				s.theme.attr("b-edge-"+string(color)))
		case "gold":
			s.add(`%s fill="#f1c83f" stroke="#7a5a00" stroke-width="1.5"/>`, s.area(p, shape, .95))
			s.add(`%s fill="none" stroke="#fff3c4" stroke-width="2"/>`, s.area(p, shape, .87))
		default:
			s.add("%s %s/>", s.area(p, shape, .93), fill)
		}
		if _, occupied := v.placed(x); !occupied && tint.Unicode != "" && tint.Style == "" &&
			tint.Unicode != "·" {
			s.write(p, sign(tint.Unicode, false), unit*.4, "middle", "b-label", false)
		}
	}
	for x := range v.Last.And(b.Cells).And(s.crop).All() {
		_, occupied := v.placed(x)
		if shape != nil && s.style != "pits" && s.style != "points" &&
			(s.style != "open" || len(v.Won) == 0) {
			pale, area := "", s.area(s.at(x), shape, .84)
			if !occupied {
				pale = ` opacity=".75"`
			}
			if s.style == "tray" || s.style == "rack" { // as round as the sockets
				area = s.area(s.at(x), nil, 1.25)
			}
			s.add(`%s %s%s/>`, area, s.theme.attr("b-last"), pale)
		}
		if p := s.at(x); !occupied && v.number(x) == "" && len(v.Counts[x]) == 0 {
			s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="2"/>`, number(p.X), number(p.Y),
				number(unit*.12), s.theme.attr("b-last-line"))
		}
	}
}

// area begins the element of a cell's area, scaled by its share.
func (s *sheet) area(p topology.Point, shape []topology.Point, share float64) string {
	if shape == nil {
		return fmt.Sprintf(`<circle cx="%s" cy="%s" r="%s"`, number(p.X), number(p.Y),
			number(unit*.36*share))
	}
	if len(shape) == 4 && s.style != "points" {
		w := (shape[0].X - shape[2].X) * share
		return fmt.Sprintf(`<rect x="%s" y="%s" width="%s" height="%s" rx="3"`, number(p.X-w/2),
			number(p.Y-w/2), number(w), number(w))
	}
	var d strings.Builder
	for i, c := range shape {
		if i == 0 {
			d.WriteString("M")
		} else {
			d.WriteString("L")
		}
		d.WriteString(number(p.X+c.X*share) + " " + number(p.Y+c.Y*share))
	}
	return `<path d="` + d.String() + `Z"`
}

// reach returns the radius of what stands on a site: marks go around it.
func (s *sheet) reach(x topology.Site) float64 {
	piece, ok := s.v.placed(x)
	switch {
	case s.v.Board.Corners.Has(x), s.v.Board.Edges.Has(x):
		return unit * .1
	case !ok && s.style == "pits":
		return unit * .62
	case !ok:
		return unit * .34
	case s.hex != 0 && piece.Shape == "tile":
		return unit * .5
	}
	return s.radius(piece.Shape)
}

// halo draws a ring around a piece, visible on any ground: chosen, may be captured, threatened.
func (s *sheet) halo(p topology.Point, r float64, class, dashes string) {
	if dashes != "" {
		dashes = ` stroke-dasharray="` + dashes + `"`
	}
	s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="5.5"/>`, number(p.X), number(p.Y),
		number(r), s.theme.attr("b-halo-line"))
	s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="3"%s/>`, number(p.X), number(p.Y),
		number(r), s.theme.attr(class), dashes)
}

// under draws the marks below pieces: what is chosen, where one may go, what may be captured and
// what is threatened.
func (s *sheet) under() {
	v, b := s.v, s.v.Board
	s.links()
	for x := range v.Threat.And(s.crop).All() {
		s.halo(s.at(x), s.reach(x)+4, "b-danger-line", "3 5")
	}
	for x := range v.Legal.And(s.crop).All() {
		p := s.at(x)
		_, occupied := v.placed(x)
		switch {
		case occupied && b.Cells.Has(x) && !v.Chosen.Empty():
			r := s.reach(x) + 4
			arc := number(r * .785)
			s.halo(p, r, "b-danger-line", arc+" "+arc)
		case occupied && b.Cells.Has(x):
			s.halo(p, s.reach(x)+4, "b-accent-line", "2 5")
		default:
			r := max(7, unit*.14)
			if s.style == "pits" {
				p.Y += unit * .45
			}
			s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="2"/>`, number(p.X), number(p.Y),
				number(r), s.theme.edged("b-accent", "b-halo-line"))
		}
	}
	for x := range v.Chosen.And(s.crop).All() {
		s.halo(s.at(x), s.reach(x)+4.5, "b-accent-line", "")
	}
}

// links draws what joins pieces, such as bridges between pegs.
func (s *sheet) links() {
	for x := range s.v.Board.Cells.All() {
		if piece, ok := s.v.placed(x); ok && piece.Shape == "bridge" {
			s.group(x, piece.Name, bridge(s, x, piece))
		}
	}
	for _, outline := range []bool{true, false} {
		for _, pair := range s.v.Links {
			p, q := s.at(pair[0]), s.at(pair[1])
			color, width := fmt.Sprintf("stroke=%q", fillOf(s.v.Pieces[pair[0]].Color)), unit*.1
			if outline {
				color, width = s.theme.attr("b-outline"), unit*.1+2.4
			}
			s.add(`<path d="M%s %sL%s %s" %s stroke-width="%s"/>`, number(p.X), number(p.Y),
				number(q.X), number(q.Y), color, number(width))
		}
	}
}

// over draws the marks that need to lie on pieces, smaller than these: the last move, what would
// be, the cursor, and what won.
func (s *sheet) over() {
	v, b := s.v, s.v.Board
	for x := range v.Last.And(b.Cells).And(s.crop).All() {
		piece, ok := v.placed(x)
		p := s.at(x)
		if !ok || len(v.Below[x]) > 0 || piece.Letter != "" || !round(piece.Shape) {
			continue
		}
		r := unit * .2
		if piece.Shape == "peg" {
			r = unit * .1
		}
		s.add(`%s`, hoop(p.X, p.Y, r, inkOn(piece.Color), 2.4, ""))
	}
	for x := range v.Last.And(b.Planes(topology.Edges | topology.Corners)).All() {
		if _, ok := v.placed(x); ok && b.Edges.Has(x) {
			p := s.at(x)
			s.add(`<circle cx="%s" cy="%s" r="3" %s/>`, number(p.X), number(p.Y),
				s.theme.attr("b-last"))
		}
	}
	s.layer("b-ghosts", s.ghosts)
	s.won()
	for x := range v.Cursor.And(s.crop).All() {
		p, r := s.at(x), unit*.44
		if !b.Cells.Has(x) {
			r = unit * .18
		}
		q := number(r / 2)
		d := fmt.Sprintf("M%s %sv-%sh%sM%s %sh%sv%sM%s %sv%sh-%sM%s %sh-%sv-%s", number(p.X-r),
			number(p.Y-r/2), q, q, number(p.X+r/2), number(p.Y-r), q, q, number(p.X+r),
			number(p.Y+r/2), q, q, number(p.X-r/2), number(p.Y+r), q, q)
		s.add(`<path d="%s" %s stroke-width="6"/>`, d, s.theme.attr("b-halo-line"))
		s.add(`<path d="%s" %s stroke-width="3.4"/>`, d, s.theme.attr("b-outline"))
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

// won draws a rim around each site that decided the game, and a line through those of a row.
func (s *sheet) won() {
	for _, line := range s.v.Won {
		var d strings.Builder
		links := 0
		for i, x := range line {
			word := "L"
			if i == 0 || distance(s.at(x), s.at(line[i-1])) > unit*1.5*s.spread()+2 {
				word = "M"
				links--
			}
			links++
			fmt.Fprintf(&d, "%s%s %s", word, number(s.at(x).X), number(s.at(x).Y))
		}
		joined := len(line) > 2 && links >= len(line)/2
		for _, x := range line {
			if piece, ok := s.v.placed(x); joined && (!ok || piece.Shape == "stroke") {
				continue
			}
			p, r := s.at(x), s.reach(x)+2
			s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="5"/>`, number(p.X),
				number(p.Y), number(r), s.theme.attr("b-won-edge"))
			s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="3.4"/>`, number(p.X),
				number(p.Y), number(r), s.theme.attr("b-won-line"))
		}
		if joined {
			const join = `stroke-linecap="round" stroke-linejoin="round"`
			s.add(`<path d="%s" %s stroke-width="8.5" %s/>`, d.String(), s.theme.attr("b-won-edge"),
				join)
			s.add(`<path d="%s" %s stroke-width="4.5" %s/>`, d.String(), s.theme.attr("b-won-line"),
				join)
		}
	}
}

// ghosts draws what a step would change: pieces half there, crosses on those that would go, and the
// differences of numbers.
func (s *sheet) ghosts() {
	g := s.v.Ghosts
	if g == nil {
		return
	}
	b := s.v.Board
	for i, n := range g.Stores {
		if n != 0 && len(s.v.Stores) == 2 {
			s.pill(store(s, i), fmt.Sprintf("%+d", n))
		}
	}
	for x := range b.All().And(s.crop).All() {
		p := s.at(x)
		piece, comes := g.Come[x]
		switch {
		case comes && !b.Cells.Has(x):
			s.bar(x, piece, false, ` opacity=".55"`)
			r, q := s.at(x), s.at(x)
			if b.Edges.Has(x) {
				r, q = s.ends(x)
			}
			s.add(`<path d="M%s %sL%s %s" %s stroke-width="2" stroke-dasharray="6 4"/>`, number(r.X),
				number(r.Y), number(q.X), number(q.Y), s.theme.attr("b-accent-line"))
		case comes:
			s.add(`<g opacity=".5">%s</g>`, s.refer(piece, p))
			s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="2.6"/>`, number(p.X), number(p.Y),
				number(s.radius(piece.Shape)), s.theme.attr("b-accent-line"))
		case g.Go.Has(x) && b.Cells.Has(x) && !moves(s.v, x):
			s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="2.6" stroke-dasharray="4 3"/>`,
				number(p.X), number(p.Y), number(s.reach(x)+3), s.theme.attr("b-danger-line"))
		}
		if n := g.Numbers[x]; n != 0 {
			s.pill(topology.Point{X: p.X + unit*.2, Y: p.Y - unit*.36}, fmt.Sprintf("%+d", n))
		}
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
func (s *sheet) pill(p topology.Point, text string) {
	w := 8 + 7.5*float64(len(text))
	s.rect(p.X-w/2, p.Y-8.5, w, 17, 8.5, s.theme.edged("b-accent", "b-halo-line"))
	s.write(p, text, 11, "middle", "b-on-accent", true)
}
