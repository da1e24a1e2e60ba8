package board

import (
	"fmt"
	"html"
	"math"
	"strings"

	"boardgame/dsl/topology"
)

// Colors of an SVG: the fill of a piece, and the color of the text on it.
var fills = map[Color][2]string{
	"black": {"#26221f", "#ffffff"}, "white": {"#fdfcf8", "#26221f"}, "red": {"#c8372d", "#ffffff"},
	"green":  {"#3f8f4f", "#ffffff"},
	"yellow": {"#f2c230", "#26221f"}, "blue": {"#2f62b5", "#ffffff"}, "magenta": {"#a63a8c",
		"#ffffff"}, "cyan": {"#7fd0d8", "#26221f"},
	"orange": {"#ee8a2b", "#26221f"}, "gray": {"#8d8983", "#ffffff"}, "": {"#d9d4ca", "#26221f"},
}

// The colors of tints are paler.
var tintFills = map[Color]string{
	"black": "#a39d95", "white": "#ffffff", "red": "#f3c4bd", "green": "#c5e3c6",
	"yellow": "#fbe79a", "blue": "#c3d3f0",
	"magenta": "#ecc9e3", "cyan": "#cdeff2", "orange": "#fbd5ae", "gray": "#d3cfc8",
}

const (
	unit      = 48.0 // of an SVG from one cell to the next
	inkFill   = "#26221f"
	lightFill = "#f6eedd"
	darkFill  = "#e3d1ab"
	trailFill = "#efc75e" // of the last move
	lineFill  = "#7d6e50" // lines between cells
)

// SVG draws the view as a self-contained picture: no fonts, styles or scripts. Shapes repeat what
// colors say, for black-and-white prints. Each player's pieces have a ring of their own. Dashes
// frame the last move, a line what is chosen, and a heavy line the cursor; dots show where a piece
// may go.
func SVG(v View) string {
	s := &sheet{v: &v}
	s.ground()
	s.trail()
	s.walls()
	s.men()
	s.marks()
	s.labels()
	s.targets()
	return s.finish()
}

// A sheet is an SVG under construction; its y goes down.
type sheet struct {
	v                      *View
	body                   strings.Builder
	left, right, top, base float64
	begun                  bool
	shone                  bool // there are round pieces
}

func (s *sheet) add(format string, args ...any) { fmt.Fprintf(&s.body, format+"\n", args...) }

// at returns where a site is on the sheet.
func (s *sheet) at(x topology.Site) topology.Point {
	p := s.v.point(x)
	return topology.Point{X: p.X * unit * s.spread(), Y: -p.Y * unit * s.spread()}
}

// named reports whether the names of the cells are in the cells.
func (s *sheet) named() bool { return s.v.Labels && s.v.Board.Around.Len() == 6 }

// radius returns the radius of a piece.
func (s *sheet) radius() float64 {
	if s.named() {
		return unit * 0.31
	}
	return unit * 0.36
}

// middle returns where the piece on a cell is drawn: above the name of the cell, if that is in the
// cell.
func (s *sheet) middle(x topology.Site) topology.Point {
	p := s.at(x)
	if s.named() && s.v.Board.Cells.Has(x) {
		p.Y -= unit * 0.06
	}
	return p
}

// spread is 1 except on graphs that are laid out without a map, whose names need room.
func (s *sheet) spread() float64 {
	if s.v.Board.IsGraph() && !charted(s.v.Board) {
		return 1.6
	}
	return 1
}

// cover extends the sheet to r beyond a point.
func (s *sheet) cover(p topology.Point, r float64) {
	if !s.begun {
		s.begun = true
		s.left, s.right, s.top, s.base = p.X-r, p.X+r, p.Y-r, p.Y+r
		return
	}
	s.left, s.right = min(s.left, p.X-r), max(s.right, p.X+r)
	s.top, s.base = min(s.top, p.Y-r), max(s.base, p.Y+r)
}

// number writes a coordinate without unnecessary digits.
func number(x float64) string {
	text := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// shape returns the corners of a cell, around its middle; nil on boards of points.
func (s *sheet) shape() []topology.Point {
	b := s.v.Board
	corners, first, radius := 4, math.Pi/4, math.Sqrt2/2
	switch {
	case points(b):
		return nil
	case flat(b):
		corners, first, radius = 6, 0, 1/math.Sqrt(3)
	case pointed(b):
		corners, first, radius = 6, math.Pi/2, 1/math.Sqrt(3)
	}
	shape := make([]topology.Point, corners)
	for i := range shape {
		sin, cos := math.Sincos(first + float64(i)*2*math.Pi/float64(corners))
		shape[i] = topology.Point{X: cos * radius * unit, Y: sin * radius * unit}
	}
	return shape
}

func polygon(shape []topology.Point, at topology.Point, scale float64) string {
	var all []string
	for _, p := range shape {
		all = append(all, number(at.X+p.X*scale)+","+number(at.Y+p.Y*scale))
	}
	return strings.Join(all, " ")
}

// ground draws the cells, or the points and lines.
func (s *sheet) ground() {
	v, b := s.v, s.v.Board
	shape := s.shape()
	if shape == nil {
		for x := range b.Cells.All() {
			s.cover(s.at(x), unit*0.55)
			if v.Labels && s.spread() > 1 {
				p := s.at(x)
				s.cover(topology.Point{X: p.X, Y: p.Y + unit*0.35},
					max(unit*0.5, 4.5*float64(widths.StringWidth(b.Names[x]))))
			}
		}
		s.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="10" fill="%s"/>`, number(s.left),
			number(s.top), number(s.right-s.left), number(s.base-s.top), lightFill)
		s.add(`<g stroke="%s" stroke-width="2" stroke-linecap="round">`, inkFill)
		for _, pair := range v.segments() {
			p, q := s.at(pair[0]), s.at(pair[1])
			s.add(`<line x1="%s" y1="%s" x2="%s" y2="%s"/>`, number(p.X), number(p.Y), number(q.X),
				number(q.Y))
		}
		s.add(`</g>`)
		for x := range b.Cells.All() {
			p := s.at(x)
			if tint := v.tint(x); tint != nil {
				s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="%s"/>`, number(p.X),
					number(p.Y), number(unit*0.24), tintFills[tint.Color], inkFill)
				if _, occupied := v.placed(x); !occupied && tint.Unicode != "" {
					s.sign(p, tint.Unicode, unit*0.3, inkFill)
				}
				continue
			}
			s.add(`<circle cx="%s" cy="%s" r="4.5" fill="%s"/>`, number(p.X), number(p.Y), inkFill)
		}
		return
	}
	s.add(`<g stroke="%s" stroke-width="1" stroke-linejoin="round">`, lineFill)
	for x := range b.Cells.All() {
		p := s.at(x)
		fill := lightFill
		if len(shape) == 4 && (b.Column[x]+b.Row[x])%2 == 0 {
			fill = darkFill
		}
		if tint := v.tint(x); tint != nil && tintFills[tint.Color] != "" {
			fill = tintFills[tint.Color]
		}
		s.add(`<polygon points="%s" fill="%s"/>`, polygon(shape, p, 1), fill)
		for _, c := range shape {
			s.cover(topology.Point{X: p.X + c.X, Y: p.Y + c.Y}, 1)
		}
	}
	s.add(`</g>`)
	for x := range b.Cells.All() {
		tint := v.tint(x)
		_, occupied := v.placed(x)
		if tint == nil {
			continue
		}
		p := s.at(x)
		switch {
		case tint.Unicode == "":
		case occupied && tint.Unicode == "·": // too small to be seen beside a piece
		case occupied:
			s.sign(topology.Point{X: p.X + s.radius(), Y: p.Y - s.radius()*0.95}, tint.Unicode,
				unit*0.22, inkFill)
		default:
			s.sign(s.middle(x), tint.Unicode, unit*0.45, "#7d7260")
		}
	}
}

// sign writes a character so that its middle is at p.
func (s *sheet) sign(p topology.Point, text string, size float64, fill string) {
	s.write(p, sign(text, false), size, fill)
}

// write writes a text so that its middle is at p.
func (s *sheet) write(p topology.Point, text string, size float64, fill string) {
	s.add(`<text x="%s" y="%s" font-size="%s" text-anchor="middle" fill="%s">%s</text>`,
		number(p.X), number(p.Y+size*0.36), number(size), fill, html.EscapeString(text))
}

// ends returns the ends of an edge: in a graph the points it joins, otherwise the ends of the side
// of a cell.
func (s *sheet) ends(edge topology.Site) (topology.Point, topology.Point) {
	b := s.v.Board
	touching := b.Next(b.Incident(topology.Cells), edge)
	first := touching.First()
	p := s.at(first)
	if b.IsGraph() {
		touching.Delete(first)
		return p, s.at(touching.First())
	}
	m := s.at(edge)
	dx, dy := m.X-p.X, m.Y-p.Y // from the middle of the cell, perpendicular to the side
	half := 1.0
	if b.Around.Len() == 6 {
		half = 1 / math.Sqrt(3)
	}
	return topology.Point{X: m.X - dy*half, Y: m.Y + dx*half}, topology.Point{X: m.X + dy*half,
		Y: m.Y - dx*half}
}

// walls draws what is on edges and corners.
func (s *sheet) walls() {
	v, b := s.v, s.v.Board
	for _, outline := range []bool{true, false} {
		for x := range b.Planes(topology.Edges | topology.Corners).All() {
			piece, occupied := v.placed(x)
			if !occupied {
				continue
			}
			fill, width := fills[piece.Color][0], unit*0.15
			if fill == "" {
				fill = fills[""][0]
			}
			if outline {
				fill, width = inkFill, unit*0.15+3
			}
			if b.Corners.Has(x) {
				p := s.at(x)
				s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, number(p.X), number(p.Y),
					number(width/2), fill)
				continue
			}
			p, q := s.ends(x)
			attribute := ""
			if v.Targets && !outline {
				attribute = s.data(x)
			}
			s.add(`<line%s x1="%s" y1="%s" x2="%s" y2="%s" `+
				`stroke="%s" stroke-width="%s" stroke-linecap="round">%s</line>`,
				attribute, number(p.X), number(p.Y), number(q.X), number(q.Y), fill, number(width),
				caption(b.Names[x], piece.Name))
		}
	}
	for x := range b.Planes(topology.Edges | topology.Corners).All() {
		if piece, occupied := v.placed(x); occupied && piece.Owner > 0 {
			p := s.at(x)
			s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, number(p.X), number(p.Y),
				number(unit*0.04), fills[piece.Color][1])
		}
	}
}

// group opens a group for what is on a cell. A page can find it by the name of the cell.
func (s *sheet) group(x topology.Site, name string) {
	attribute := ""
	if s.v.Targets {
		attribute = s.data(x)
	}
	s.add(`<g%s>%s`, attribute, caption(s.v.Board.Names[x], name))
}

// data returns the attribute by which a page finds what is on a site.
func (s *sheet) data(x topology.Site) string {
	return ` data-piece="` + html.EscapeString(s.v.Board.Names[x]) + `"`
}

// caption returns the text that a viewer shows under the pointer.
func caption(site, name string) string {
	if name != "" {
		site += ": " + name
	}
	return "<title>" + html.EscapeString(site) + "</title>"
}

// men draws the pieces on the cells: discs, with a sign where kinds must be distinguished.
func (s *sheet) men() {
	v := s.v
	radius := s.radius()
	for x := range v.Board.Cells.All() {
		piece, occupied := v.placed(x)
		n, p := v.number(x), s.middle(x)
		if len(v.Counts[x]) > 0 {
			s.counts(x)
			continue
		}
		if !occupied {
			if n != "" {
				s.count(x, p, n)
			}
			continue
		}
		colors := fillOf(piece)
		s.group(x, piece.Name)
		glyph := sign(piece.Unicode, false)
		radius := radius
		if below := v.Below[x]; len(below) > 0 {
			p, radius = s.pile(p, below)
		}
		man, isMan := chessmanOf(piece, glyph)
		switch {
		case isMan && n == "":
			s.chessman(p, radius, man, colors)
		case piece.Owner < 0 && strings.Contains("█■▮", glyph):
			s.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="3" `+
				`fill="%s" stroke="%s" stroke-width="1.5"/>`,
				number(p.X-radius), number(p.Y-radius), number(2*radius), number(2*radius),
				colors[0], inkFill)
		default:
			s.disc(p, radius, colors[0])
			s.ring(p, radius, piece.Owner, colors[1])
			switch {
			case n == "":
				s.glyph(p, radius, glyph, colors[1])
			case plain(glyph):
				s.write(p, n, radius*0.95, colors[1])
			default:
				s.glyph(topology.Point{X: p.X - radius*0.3, Y: p.Y}, radius*0.75, glyph, colors[1])
				s.write(topology.Point{X: p.X + radius*0.5, Y: p.Y}, n, radius*0.7, colors[1])
			}
		}
		s.add(`</g>`)
	}
}

// fillOf returns the fill of a piece, and the color of the text on it.
func fillOf(piece Piece) [2]string {
	if colors, ok := fills[piece.Color]; ok {
		return colors
	}
	return fills[""]
}

// disc draws a round piece, with a highlight.
func (s *sheet) disc(p topology.Point, radius float64, fill string) {
	s.shone = true
	s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="%s" stroke-width="1.3"/>`,
		number(p.X), number(p.Y), number(radius), fill, inkFill)
	s.add(`<circle cx="%s" cy="%s" r="%s" fill="url(#shine)"/>`,
		number(p.X), number(p.Y), number(radius-0.6))
}

// shine is the highlight on round pieces, from above.
const shine = `<defs><radialGradient id="shine" cx=".4" cy=".25" r=".85">` +
	`<stop offset="0" stop-color="#ffffff" stop-opacity=".38"/>` +
	`<stop offset=".5" stop-color="#ffffff" stop-opacity=".06"/>` +
	`<stop offset="1" stop-color="#000000" stop-opacity=".2"/></radialGradient></defs>` + "\n"

// pile draws what lies below the top of a tower, each piece a little above the one below it. It
// returns where the top goes and how large it is. In tall towers the pieces are closer together.
func (s *sheet) pile(p topology.Point, below []Piece) (top topology.Point, radius float64) {
	radius = s.radius() * 0.8
	room := unit*0.94 - 2*radius // for all edges that show below the top
	if s.named() {
		room = unit*0.86 - 2*radius
	}
	step := min(unit*0.11, room/float64(len(below)))
	p.Y += step * float64(len(below)) / 2
	for _, piece := range below {
		colors := fillOf(piece)
		s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="%s" stroke-width="%s"/>`,
			number(p.X), number(p.Y), number(radius), colors[0], inkFill,
			number(min(1.2, step*0.25)))
		if step > unit*0.07 { // otherwise the rings would hide the colors
			s.ring(p, radius, piece.Owner, colors[1])
		}
		p.Y -= step
	}
	return p, radius
}

// counts draws the parts of a site with several numbers, one below the other: discs in the colors
// of their owners, with the numbers in them.
func (s *sheet) counts(x topology.Site) {
	v := s.v
	type disc struct {
		owner int
		color Color
		text  string
	}
	var discs []disc
	var names []string
	if piece, ok := v.placed(x); ok {
		discs = append(discs, disc{piece.Owner, piece.Color,
			strings.Trim(sign(piece.Unicode, false), "●○⚫⚪•") + v.number(x)})
		names = append(names, piece.Name)
	} else if n := v.number(x); n != "" {
		discs = append(discs, disc{-1, "", n})
		names = append(names, n+" "+v.Counted)
	}
	for _, c := range v.Counts[x] {
		n := fmt.Sprint(c.N)
		discs = append(discs, disc{c.Owner, c.Color, n})
		names = append(names, n+" "+c.Name)
	}
	s.add(`<g>%s`, caption(v.Board.Names[x], strings.Join(names, ", ")))
	radius := s.radius()
	step := 0.0
	if len(discs) > 1 {
		radius = max(unit*0.9/2/float64(len(discs)), unit*0.16)
		step = unit * 0.9 / float64(len(discs))
	}
	for i, d := range discs {
		p := s.middle(x)
		p.Y += step * (float64(i) - float64(len(discs)-1)/2)
		colors := fillOf(Piece{Color: d.color})
		s.disc(p, radius, colors[0])
		s.ring(p, radius, d.owner, colors[1])
		s.write(p, d.text, radius*1.05, colors[1])
	}
	s.add(`</g>`)
}

// count draws the number on a site without a piece.
func (s *sheet) count(x topology.Site, p topology.Point, n string) {
	s.group(x, strings.TrimSpace(n+" "+s.v.Counted))
	if s.shape() == nil { // on a point, whose dot would show through
		s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, number(p.X), number(p.Y),
			number(s.radius()*0.8), lightFill)
	}
	s.write(p, n, unit*0.42, inkFill)
	s.add(`</g>`)
}

// ring draws the ring that identifies the pieces of a player without colors: none, one, a dashed
// one, two …
func (s *sheet) ring(p topology.Point, radius float64, owner int, ink string) {
	rings := map[int][]string{1: {""}, 2: {"5 4"}, 3: {"", ""}, 4: {"1.5 3.5"},
		5: {"5 4", ""}}[owner]
	if owner > 5 {
		rings = []string{fmt.Sprintf("%d 2", owner)}
	}
	for i, dashes := range rings {
		r := radius * (0.84 - 0.16*float64(i))
		if dashes != "" {
			dashes = fmt.Sprintf(` stroke-dasharray="%s"`, dashes)
		}
		s.add(`<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="1.6"%s/>`,
			number(p.X), number(p.Y), number(r), ink, dashes)
	}
}

// glyph draws the sign of a kind. Geometric signs are drawn as figures, because fonts differ about
// them; a plain disc has none.
func (s *sheet) glyph(p topology.Point, radius float64, glyph, ink string) {
	figure := func(corners int, first, r float64) {
		var shape []topology.Point
		for i := range corners {
			sin, cos := math.Sincos(first + 2*math.Pi*float64(i)/float64(corners))
			shape = append(shape, topology.Point{X: cos * radius * r, Y: sin * radius * r})
		}
		s.add(`<polygon points="%s" fill="%s"/>`, polygon(shape, p, 1), ink)
	}
	if plain(glyph) {
		return
	}
	switch glyph {
	case "◉", "◎", "⊙":
		s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, number(p.X), number(p.Y),
			number(radius*0.42), ink)
	case "▲", "△":
		figure(3, -math.Pi/2, 0.6)
	case "■", "□":
		figure(4, math.Pi/4, 0.62)
	case "◆", "◇":
		figure(4, 0, 0.6)
	case "⬟", "⬠":
		figure(5, -math.Pi/2, 0.6)
	case "⬢", "⬡":
		figure(6, 0, 0.58)
	default:
		s.sign(p, glyph, radius*1.25, ink)
	}
}

// plain reports whether a sign says nothing about the kind of the piece.
func plain(glyph string) bool { return strings.Contains("●○⚫⚪•?", glyph) }

// trail colors the cells of the last move, below the pieces.
func (s *sheet) trail() {
	shape := s.shape()
	for x := range s.v.Last.All() {
		p := s.at(x)
		switch {
		case !s.v.Board.Cells.Has(x):
		case shape == nil:
			s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s" fill-opacity=".55"/>`, number(p.X),
				number(p.Y), number(unit*0.46), trailFill)
		default:
			s.add(`<polygon points="%s" fill="%s" fill-opacity=".55"/>`, polygon(shape, p, 0.97),
				trailFill)
		}
	}
}

// marks draws the marks.
func (s *sheet) marks() {
	v, b := s.v, s.v.Board
	shape := s.shape()
	frame := func(sites topology.Set, style string, scale float64) {
		for x := range sites.All() {
			p := s.at(x)
			switch {
			case b.Edges.Has(x):
				a, c := s.ends(x)
				s.add(`<line x1="%s" y1="%s" x2="%s" y2="%s" %s/>`, number(a.X), number(a.Y),
					number(c.X), number(c.Y), style)
			case shape == nil || b.Corners.Has(x):
				r := unit * 0.42 * scale
				if b.Corners.Has(x) {
					r = unit * 0.14 * scale
				}
				s.add(`<circle cx="%s" cy="%s" r="%s" %s/>`, number(p.X), number(p.Y), number(r),
					style)
			default:
				s.add(`<polygon points="%s" %s/>`, polygon(shape, p, 0.88*scale), style)
			}
		}
	}
	frame(v.Last, `fill="none" stroke="#5f4a12" stroke-width="1.5" stroke-dasharray="4 3"`, 1.04)
	frame(v.Chosen, `fill="none" stroke="#a63a8c" stroke-width="2.5"`, 1)
	frame(v.Cursor, `fill="none" stroke="#26221f" stroke-width="4"`, 0.97)
	for x := range v.Legal.All() {
		p, r := s.middle(x), unit*0.11
		if !b.Cells.Has(x) {
			r = unit * 0.08
		}
		if _, occupied := v.placed(x); occupied || v.number(x) != "" || len(v.Counts[x]) > 0 {
			p.X, p.Y = p.X+s.radius()*0.75, p.Y+s.radius()*0.75
		}
		s.add(`<circle cx="%s" cy="%s" r="%s" fill="#2f7d3b" stroke="#ffffff" stroke-width="1.5"/>`,
			number(p.X), number(p.Y), number(r))
	}
}

// labels writes coordinates: along the sides of squares and of maps, in the cells of hexes, beside
// the points of graphs.
func (s *sheet) labels() {
	v, b := s.v, s.v.Board
	if !v.Labels {
		return
	}
	write := func(x, y float64, size float64, anchor, text string) {
		s.add(`<text x="%s" y="%s" font-size="%s" text-anchor="%s" fill="#5b5143">%s</text>`,
			number(x), number(y), number(size), anchor, html.EscapeString(text))
	}
	switch {
	case b.Spec.Shape == "square" || b.IsGraph() && charted(b):
		columns, rows := map[int]float64{}, map[int]float64{}
		for x := range b.Cells.All() {
			p := s.at(x)
			columns[int(b.Points[x].X)], rows[int(b.Points[x].Y)] = p.X, p.Y
		}
		left, base := s.left, s.base
		for row := range 4096 {
			if y, ok := rows[row]; ok {
				write(left-6, y+5, 15, "end", v.row(row))
			}
		}
		for column := range 4096 {
			if x, ok := columns[column]; ok {
				write(x, base+17, 15, "middle", v.column(column))
			}
		}
		s.left -= 28
		s.base += 24
	case b.IsGraph():
		for x := range b.Cells.All() {
			p := s.at(x)
			s.add(`<text x="%s" y="%s" font-size="13" text-anchor="middle" fill="#5b5143" `+
				`stroke="%s" stroke-width="4" paint-order="stroke">%s</text>`,
				number(p.X), number(p.Y+unit*0.66), lightFill, html.EscapeString(b.Names[x]))
		}
	default:
		below := unit * 0.45
		if pointed(b) { // the lowest corner of the cell is narrow
			below = unit * 0.41
		}
		for x := range b.Cells.All() {
			p := s.at(x)
			write(p.X, p.Y+below, 9, "middle", b.Names[x])
		}
	}
}

// frame returns the viewBox of the drawing so far, with a margin, without the title.
func (s *sheet) frame() (x, y, w, h float64) {
	const margin = 10.0
	return s.left - margin, s.top - margin, s.right - s.left + 2*margin, s.base - s.top + 2*margin
}

// finish puts the head before the drawing.
func (s *sheet) finish() string {
	title := s.v.Title
	if title == "" {
		title = "A position"
	}
	head := 0.0
	if s.v.Title != "" {
		head = 30
	}
	x, y, w, h := s.frame()
	y, h = y-head, h+head
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" `+
		`viewBox="%s %s %s %s" role="img" font-family="'DejaVu Sans', 'Segoe UI Symbol', `+
		`'Noto Sans Symbols 2', Helvetica, Arial, sans-serif">`+"\n",
		number(w), number(h), number(x), number(y), number(w), number(h))
	fmt.Fprintf(&out, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(&out, `<rect x="%s" y="%s" width="%s" height="%s" fill="#ffffff"/>`+"\n", number(x),
		number(y), number(w), number(h))
	if head > 0 {
		size := min(18, w/float64(max(1, widths.StringWidth(title)))*1.7)
		fmt.Fprintf(&out, `<text x="%s" y="%s" font-size="%s" font-weight="bold" `+
			`text-anchor="middle" fill="%s">%s</text>`+"\n",
			number(x+w/2), number(y+24), number(size), inkFill, html.EscapeString(title))
	}
	if s.shone {
		out.WriteString(shine)
	}
	out.WriteString(s.body.String())
	out.WriteString("</svg>\n")
	return out.String()
}
