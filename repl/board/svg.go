package board

import (
	"fmt"
	"html"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
)

const unit = 48.0 // of an SVG from one cell to the next

// SVG draws the view as a self-contained picture, without fonts, styles or scripts: colors are
// attributes, and every part has a class, so that a stylesheet such as [CSS] can recolor it. Marks
// lie below or around pieces. Where colors are hard to tell apart, rings say what they say.
func SVG(v View) string {
	s := newSheet(&v)
	s.layer("b-ground", s.grounds.ground)
	s.layer("b-tints", s.marks.tints)
	s.layer("b-walls", s.marks.walls)
	s.layer("b-under", s.marks.under)
	s.layer("b-men", s.men)
	s.layer("b-over", s.marks.over)
	s.marks.targets()
	return s.finish()
}

// A sheet is an SVG under construction; its y goes down.
type sheet struct {
	v                      *View
	theme                  Theme
	body, defs             strings.Builder
	ids                    map[string]string // of definitions, by what they define
	rings                  map[int]int       // by side: which ring its pieces have; 0 for none
	left, right, top, base float64
	far                    float64 // how far a wooden board extends beyond its points
	begun                  bool
	style                  string
	hex                    int     // 6 if cells are hexes
	first                  float64 // the angle of a hex's first corner
	crop                   topology.Set
	floors                 []topology.Set   // what has a frame of its own
	letters                float64          // the size of names beside the board
	middleOf               []topology.Point // by site

	grounds grounds
	names   labels
	marks   marks
	shapes  shapes
	beside  strips
}

// grounds draws what lies below the pieces: the board itself.
type grounds struct{ s *sheet }

// labels writes the names of sites and of columns and rows.
type labels struct{ s *sheet }

// marks draws what is said about a position: the last step, choices, threats.
type marks struct{ s *sheet }

// shapes defines what pieces look like.
type shapes struct{ s *sheet }

// strips draws what lies beside the board and in its trays.
type strips struct{ s *sheet }

func newSheet(v *View) *sheet {
	if v.Board.Cells.Len() == 1 { // a table, on which nothing needs a name
		v.Labels = false
	}
	s := &sheet{v: v, theme: v.Theme, ids: map[string]string{}, rings: map[int]int{},
		style: v.style()}
	if s.style == "lines" && v.Places == nil {
		v.Places = fan(v.Board)
	}
	s.grounds, s.names, s.marks = grounds{s}, labels{s}, marks{s}
	s.shapes, s.beside = shapes{s}, strips{s}
	v.Quarter = v.Quarter && s.style != "points" && s.style != "pits" // whose columns stand
	for i, ringed := range v.Ringed() {
		if ringed {
			s.rings[i] = 1
			for _, n := range s.rings {
				s.rings[i] = max(s.rings[i], n)
			}
			if i > 0 && s.rings[i-1] > 0 {
				s.rings[i]++
			}
		}
	}
	switch {
	case pointed(v.Board):
		s.hex, s.first = 6, math.Pi/2
	case flat(v.Board):
		s.hex = 6
	}
	if v.Quarter && s.hex != 0 {
		s.first = math.Pi/2 - s.first
	}
	s.place()
	return s
}

// layer writes a group, if it has anything in it.
func (s *sheet) layer(class string, draw func()) {
	before := s.body.String()
	s.body.Reset()
	draw()
	inside := s.body.String()
	s.body.Reset()
	s.body.WriteString(before)
	if inside != "" {
		fmt.Fprintf(&s.body, "<g class=%q>\n%s</g>\n", class, inside)
	}
}

func (s *sheet) add(pattern string, args ...any) {
	s.body.WriteString(format(pattern, args...) + "\n")
}

// format is fmt.Sprintf with short coordinates: a float64 is written as by [number].
func format(pattern string, args ...any) string {
	for i, arg := range args {
		if x, ok := arg.(float64); ok {
			args[i] = number(x)
		}
	}
	return fmt.Sprintf(pattern, args...)
}

// place finds out where the sites are on the sheet.
func (s *sheet) place() {
	v := s.v
	s.middleOf = make([]topology.Point, v.Board.Sites)
	parts, from, wide := s.parts()
	across, way := s.across(len(parts), wide), 1.0
	if v.Flip {
		way = -1
	}
	v.Quarter = v.Quarter && parts == nil
	for i := range s.middleOf {
		p := v.point(topology.Site(i))
		if n := slices.IndexFunc(parts, func(part topology.Set) bool {
			return part.Has(topology.Site(i))
		}); n >= 0 { // lower ones below
			p.X += way * (float64(n%across)*(float64(wide)+partRoom) - float64(from[n]))
			p.Y += way * float64(n/across) * (float64(v.Board.Height) + partRoom)
		} else if v.Quarter {
			p = topology.Point{X: -p.Y, Y: p.X}
		}
		switch s.style {
		case "pits":
			p = topology.Point{X: p.X * 1.7, Y: p.Y * 2}
		case "points":
			p.X *= .98
			p.Y *= 5.2
		default:
			k := s.spread()
			p = topology.Point{X: p.X * k, Y: p.Y * k}
		}
		s.middleOf[i] = topology.Point{X: p.X * unit, Y: -p.Y * unit}
	}
	s.crop = v.Board.All()
	if s.style == "bare" {
		s.crop = s.near()
	}
	left, _, right, _ := s.bounds()
	// On a telephone, names would be too small beside many cells.
	s.letters = min(max(unit*.25, 9*(right-left+2*unit)/374), unit*.34)
	if s.floors = parts; parts == nil {
		s.floors = []topology.Set{s.crop}
	}
}

// near is the sites of a bare board that are shown: those around the pieces.
func (s *sheet) near() topology.Set {
	v, b := s.v, s.v.Board
	var center topology.Set
	for x := range v.Pieces {
		center.Add(x)
	}
	center = center.Or(v.Legal)
	if center.Empty() {
		cells := slices.Collect(b.Cells.All())
		center.Add(cells[len(cells)/2])
	}
	left, right, top, base := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for x := range center.All() {
		p := s.at(x)
		left, right, top, base = min(left, p.X), max(right, p.X), min(top, p.Y), max(base, p.Y)
	}
	const around = 2.1 * unit
	var set topology.Set
	for x := range b.All().All() {
		p := s.at(x)
		if p.X > left-around && p.X < right+around && p.Y > top-around && p.Y < base+around {
			set.Add(x)
		}
	}
	return set
}

func distance(p, q topology.Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// at returns where a site is on the sheet.
func (s *sheet) at(x topology.Site) topology.Point { return s.middleOf[x] }

// spread is 1 except on graphs without a map, whose names need room below the pieces.
func (s *sheet) spread() float64 {
	switch {
	case !s.v.Board.IsGraph() || charted(s.v.Board) || s.style == "track" && s.v.Places != nil:
		return 1
	case s.v.Places != nil:
		return 1.3
	}
	return 1.6
}

// shown yields the cells that are drawn.
func (s *sheet) shown() iter.Seq[topology.Site] { return s.v.Board.Cells.And(s.crop).All() }

// cover extends the sheet to r beyond a point.
func (s *sheet) cover(p topology.Point, r float64) { s.coverBox(p.X-r, p.Y-r, p.X+r, p.Y+r) }

func (s *sheet) coverBox(left, top, right, base float64) {
	if !s.begun {
		s.begun = true
		s.left, s.right, s.top, s.base = left, right, top, base
		return
	}
	s.left, s.right = min(s.left, left), max(s.right, right)
	s.top, s.base = min(s.top, top), max(s.base, base)
}

// number writes a coordinate without unnecessary digits.
func number(x float64) string {
	text := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.1f", x), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// dots reports whether pieces stand on points instead of in cells.
func (s *sheet) dots() bool {
	switch s.style {
	case "vertices", "lines", "pegs":
		return true
	case "track", "points":
		return false
	}
	return points(s.v.Board)
}

// shape returns the corners of a cell, around its middle; nil where pieces stand on points.
func (s *sheet) shape() []topology.Point {
	switch {
	case s.dots():
		return nil
	case s.style == "track" && points(s.v.Board):
		return corners(4, math.Pi/4, math.Sqrt2/2*unit*.88, 0, 0)
	case s.style == "points":
		w, h := unit*.48, unit*2.1
		return []topology.Point{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: h}, {X: -w, Y: h}}
	case s.style == "pits":
		return corners(4, math.Pi/4, unit*1.15, 0, 0)
	case s.hex != 0:
		return corners(6, s.first, unit/math.Sqrt(3), 0, 0)
	}
	return corners(4, math.Pi/4, math.Sqrt2/2*unit, 0, 0)
}

// rect writes a rectangle with round corners.
func (s *sheet) rect(x, y, w, h, round float64, attributes string) {
	s.add(`<rect x="%v" y="%v" width="%v" height="%v" rx="%v" %v/>`, x, y, w, h, round, attributes)
}

// write writes a text so that its middle is at p; with anchor "start", so that it begins there.
func (s *sheet) write(p topology.Point, text string, size float64, anchor, class string,
	bold bool) {
	weight := ""
	if bold {
		weight = ` font-weight="bold"`
	}
	s.add(`<text x="%v" y="%v" font-size="%v" text-anchor="%v" %v%v>%v</text>`, p.X, p.Y+size*.36,
		size, anchor, s.theme.attr(class), weight, html.EscapeString(text))
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
	if s.hex != 0 {
		half = 1 / math.Sqrt(3)
	}
	return topology.Point{X: m.X - dy*half, Y: m.Y + dx*half}, topology.Point{X: m.X + dy*half,
		Y: m.Y - dx*half}
}

func between(p, q topology.Point, share float64) topology.Point {
	return topology.Point{X: p.X + (q.X-p.X)*share, Y: p.Y + (q.Y-p.Y)*share}
}

// walls draws what is on edges and corners: bars that join into walls where they are in line.
func (m *marks) walls() {
	v := m.s.v
	m.bars(false)
	for x := range v.Board.Planes(topology.Edges | topology.Corners).All() {
		if piece, ok := v.placed(x); ok && piece.Owner >= 0 && m.s.rings[piece.Owner] > 0 {
			p := m.s.at(x)
			m.s.add(`<circle cx="%v" cy="%v" r="2" fill="%v"/>`, p.X, p.Y, inkOn(piece.Color))
		}
	}
}

// bars draws the pieces on edges and corners, all outlines first.
func (m *marks) bars(ghost bool) {
	for _, outline := range []bool{true, false} {
		for x := range m.s.v.Board.Planes(topology.Edges | topology.Corners).All() {
			if piece, ok := m.s.v.placed(x); ok {
				m.s.bar(x, piece, outline, ghost)
			}
		}
	}
}

// bar draws a piece on an edge or a corner, or its outline.
func (s *sheet) bar(x topology.Site, piece Piece, outline, ghost bool) {
	v, b := s.v, s.v.Board
	width, fill, class := unit*.15, fillOf(piece.Color), "p-"+string(piece.Color)
	if outline {
		width += 2.4
		class = "b-outline"
		if ghost {
			class = "b-accent-line"
		}
		fill = paints[class].colors[s.theme]
	}
	data := ""
	if v.Targets && !outline && !ghost {
		data = s.data(x)
	}
	line := func(p, q topology.Point, data, title string) {
		s.add(`<line%v x1="%v" y1="%v" x2="%v" y2="%v" class="%v" stroke="%v" `+
			`stroke-width="%v" stroke-linecap="round">%v</line>`,
			data, p.X, p.Y, q.X, q.Y, class, fill, width, title)
	}
	title := ""
	if v.Targets && !outline {
		title = caption(b.Names[x], piece.Name)
	}
	if b.Edges.Has(x) {
		p, q := s.ends(x)
		cut := .15
		if b.IsGraph() {
			cut = .3
		}
		line(between(p, q, cut), between(p, q, 1-cut), data, title)
		return
	}
	// A corner belongs to a wall that goes on in two opposite directions.
	p, joined := s.at(x), false
	edges := b.Next(b.Incident(topology.Edges), x)
	for e := range edges.All() {
		if _, ok := v.placed(e); !ok {
			continue
		}
		for f := range edges.All() {
			m, n := s.at(e), s.at(f)
			if _, ok := v.placed(f); !ok || e >= f || distance(between(m, n, .5), p) > 1 {
				continue
			}
			line(m, n, data, title)
			data, title, joined = "", "", true
		}
	}
	if !joined {
		line(p, p, data, title)
	}
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

// group writes what is on a cell, with its name if a page wants to find it.
func (s *sheet) group(x topology.Site, name, inside string) {
	if !s.v.Targets {
		s.add("%s", inside)
		return
	}
	s.add(`<g%s>%s%s</g>`, s.data(x), caption(s.v.Board.Names[x], name), inside)
}

// refer draws a defined piece at a point.
func (s *sheet) refer(p Piece, at topology.Point) string {
	return format(`<use href="#%v" x="%v" y="%v"/>`, s.shapes.define(p), at.X, at.Y)
}

// men draws the pieces on the cells, those farther up first: towers may hide what is behind them.
func (s *sheet) men() {
	v := s.v
	cells := slices.Collect(s.shown())
	order.SortStableFunc(cells, func(x, y topology.Site) int {
		return int(s.at(x).Y - s.at(y).Y)
	})
	won := slices.Concat(v.Won...)
	for _, x := range cells {
		piece, occupied := v.placed(x)
		p := s.at(x)
		switch {
		case occupied && (piece.Shape == gap || piece.Shape == "bridge"): // below the pieces
		case len(v.Counts[x]) > 0:
			s.counts(x)
		case !occupied && s.style == "pits":
			s.beside.seeds(x)
		case !occupied && v.number(x) != "":
			s.group(x, v.number(x)+" "+v.Counted, s.count(p, v.number(x)))
		case occupied && len(v.Below[x]) > 0:
			s.tower(x, piece)
		case occupied:
			name, inside := piece.Name, s.stands(piece, p)
			if piece.Shape == "stroke" && len(won) > 2 && !slices.Contains(won, x) {
				inside = `<g opacity=".45">` + inside + "</g>"
			}
			if n := v.number(x); n != "" {
				inside += s.badge(topology.Point{X: p.X + unit*.3, Y: p.Y + unit*.3}, n)
				name += ", " + n + " " + v.Counted
			}
			s.group(x, name, inside)
		}
	}
	s.beside.dice()
}

// bridge draws a bar between the pieces of the same side on both sides of a cell.
func bridge(s *sheet, x topology.Site, piece Piece) string {
	p, q := s.at(x), s.at(x)
	p.X, q.X = p.X-unit, q.X+unit
	for y, other := range s.v.Pieces {
		if other.Owner != piece.Owner || other.Shape == "bridge" {
			continue
		}
		if r := s.at(y); r.X == s.at(x).X && math.Abs(r.Y-s.at(x).Y) < unit*1.1 {
			p, q = topology.Point{X: r.X, Y: s.at(x).Y - unit}, topology.Point{X: r.X,
				Y: s.at(x).Y + unit}
		}
	}
	line := format(`<path d="M%v %vL%v %v"`, p.X, p.Y, q.X, q.Y)
	return line + " " + s.shapes.outline(unit*.2+2.4) + "/>" + line +
		format(` class="p-%v" stroke="%v" stroke-width="%v"/>`,
			piece.Color, fillOf(piece.Color), unit*.2)
}

// stands draws a single piece; on boards with towers it is a slice like those of the towers.
func (s *sheet) stands(piece Piece, p topology.Point) string {
	if s.v.Below == nil || !s.v.sliced(piece) {
		return s.refer(piece, p)
	}
	return s.shapes.pile(p, []Piece{piece})
}

// sliced reports whether a piece of a tower is drawn as a slice.
func (v *View) sliced(piece Piece) bool {
	if v.Look.Stacks != "" && v.Look.Stacks != "side" || piece.Path != "" {
		return false
	}
	switch piece.Shape {
	case "disc", "man", "king", "ring", "stone", "marble", "slab", "":
		return true
	}
	return false
}

// tower draws a tower and its height.
func (s *sheet) tower(x topology.Site, top Piece) {
	v, p := s.v, s.at(x)
	all := append(slices.Clone(v.Below[x]), top)
	height := fmt.Sprint(len(all))
	var inside string
	switch {
	case v.Look.Stacks == Beside:
		for i, piece := range all {
			inside += format(`<g transform="translate(%v %v) scale(%v)"><use href="#%v"/></g>`,
				p.X+unit*.9*((float64(i)+.5)/float64(len(all))-.5), p.Y,
				fmt.Sprintf("%.2f", 1.15/float64(len(all))), s.shapes.define(piece))
		}
		s.group(x, top.Name, inside)
		return
	case v.Look.Stacks == "number":
		inside = s.refer(top, p)
	case !v.sliced(top) && !slices.ContainsFunc(v.Below[x], v.sliced):
		step := min(unit*.12, unit*.35/float64(len(all)-1))
		for i, piece := range all {
			inside += s.refer(piece, topology.Point{X: p.X,
				Y: p.Y + step*(float64(len(all)-1)/2-float64(i))})
		}
	default:
		inside = s.shapes.pile(p, all)
	}
	if v.Targets { // a page spreads it
		var ids []string
		for _, piece := range all {
			ids = append(ids, s.shapes.define(piece))
		}
		inside = fmt.Sprintf(`<g data-tower="%s">%s</g>`, strings.Join(ids, " "), inside)
	}
	s.group(x, top.Name, inside+
		s.badge(topology.Point{X: p.X + unit*.34, Y: p.Y + unit*.34}, height))
}

// pile draws the pieces of a tower from below, each a slice; what is no slice stands on top.
func (sh *shapes) pile(p topology.Point, all []Piece) string {
	r := unit * .36
	thick := min(unit*.13, unit*.49/float64(len(all)))
	y := unit*.2 - thick
	slab := slices.ContainsFunc(all, func(q Piece) bool { return q.Shape == "slab" })
	out := sh.shade(2, unit*.24, r*1.1, r*.62)
	if slab { // around the middle of the cell
		y, out = -thick*float64(len(all)-1)/2, ""
	}
	for i, piece := range all {
		switch {
		case slab && piece.Shape == "slab":
			out += sh.slab(piece.Color, unit*.3, y, i == 0)
			y += thick
		case slab:
			out += format(`<g transform="translate(0 %v)">%v</g>`, -y-unit*.08, sh.draw(piece, unit*.34))
		case sh.s.v.sliced(piece):
			out += sh.slice(piece, r, y, thick)
			y -= thick
			if i == len(all)-1 {
				out += sh.letter(piece, 0, y+thick, r*.8, inkOn(piece.Color))
			}
		default:
			out += format(`<g transform="translate(0 %v)">%v</g>`, y-unit*.1, sh.draw(piece, unit*.3))
			y -= thick
		}
	}
	return format(`<g transform="translate(%v %v)">%v</g>`, p.X, p.Y, out)
}

// badge writes a number in a small pill.
func (s *sheet) badge(p topology.Point, text string) string {
	const size = 11.
	w := max(16, 9+7*float64(len(text)))
	return format(`<rect x="%v" y="%v" width="%v" height="16" rx="8" %v/>`+
		`<text x="%v" y="%v" font-size="%v" text-anchor="middle" font-weight="bold" %v>%v</text>`,
		p.X-w/2, p.Y-8, w, s.theme.edged("b-badge", "b-outline"), p.X, p.Y+size*.36, size,
		s.theme.attr("b-badge-text"), html.EscapeString(text))
}

// count draws a number on a site without a piece.
func (s *sheet) count(p topology.Point, n string) string {
	back := ""
	if s.dots() {
		back = format(`<circle cx="%v" cy="%v" r="%v" %v/>`, p.X, p.Y, unit*.3, s.theme.attr("b-plain"))
	}
	if s.v.Thrown {
		value, _ := strconv.Atoi(n)
		return format(`<g transform="translate(%v %v) scale(1.3)">%v</g>`, p.X, p.Y,
			s.beside.die(topology.Point{}, Die{Value: value}))
	}
	size := unit * .42
	return back + format(`<text x="%v" y="%v" font-size="%v" text-anchor="middle" %v>%v</text>`, p.X,
		p.Y+size*.36, size, s.theme.attr("b-star"), n)
}

// counts draws the numbers on a site as pieces of their owners: up to five men on a point, one with
// a number on other boards.
func (s *sheet) counts(x topology.Site) {
	v, p := s.v, s.at(x)
	var names, parts []string
	k := float64(len(v.Counts[x]))
	if piece, ok := v.placed(x); ok {
		k++
		names = append(names, piece.Name)
		parts = append(parts, s.refer(piece, p))
	} else if n := v.number(x); n != "" {
		k++
		names = append(names, n+" "+v.Counted)
		parts = append(parts, s.count(topology.Point{X: p.X, Y: p.Y - unit*.4*(k-1)/k}, n))
	}
	if s.style == "points" {
		s.beside.columnOf(x)
		return
	}
	for _, c := range v.Counts[x] {
		names = append(names, fmt.Sprint(c.N, " ", c.Name))
		man := Piece{Owner: c.Owner, Color: c.Color, Shape: "disc", Letter: fmt.Sprint(c.N)}
		n := float64(len(parts)) - (k-1)/2 // from the middle, downwards
		shrunk := format(`<g transform="translate(%v %v) scale(%v)"><use href="#%v"/></g>`, p.X,
			p.Y+n*unit*.8/k, fmt.Sprintf("%.2f", min(1, 1.15/k)), s.shapes.define(man))
		parts = append(parts, shrunk)
	}
	s.group(x, strings.Join(names, ", "), strings.Join(parts, ""))
}

// frame returns the viewBox of the drawing so far, with a margin, without the title.
func (s *sheet) frame() (x, y, w, h float64) {
	const margin = 8.0
	return s.left - margin, s.top - margin, s.right - s.left + 2*margin, s.base - s.top + 2*margin
}

// finish puts the head before the drawing.
func (s *sheet) finish() string {
	s.beside.strips()
	title := s.v.Title
	if title == "" {
		title = "A position"
	}
	font := ""
	if strings.Contains(s.body.String()+s.defs.String(), "<text") {
		font = ` font-family="'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif"`
	}
	x, y, w, h := s.frame()
	var out strings.Builder
	out.WriteString(format(`<svg xmlns="http://www.w3.org/2000/svg" class="boardgame" data-board="%v" `+
		`width="%v" height="%v" viewBox="%v %v %v %v" role="img"%v>`+"\n",
		s.style, w, h, x, y, w, h, font))
	fmt.Fprintf(&out, "<title>%s</title>\n", html.EscapeString(title))
	if s.defs.Len() > 0 {
		fmt.Fprintf(&out, "<defs>%s</defs>\n", s.defs.String())
	}
	out.WriteString(format(`<rect x="%v" y="%v" width="%v" height="%v" %v/>`+"\n", x, y, w, h,
		s.theme.attr("b-page")))
	out.WriteString(s.body.String())
	out.WriteString("</svg>\n")
	return out.String()
}
