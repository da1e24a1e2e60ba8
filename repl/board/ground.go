package board

import (
	"math"
	"slices"
	"strings"

	"boardgame/dsl/topology"
)

// ground draws the board without anything on it, and the names of its sites. Each part is a board
// of its own.
func (g *grounds) ground() {
	whole := g.s.crop
	for _, g.s.crop = range g.s.floors {
		g.board()
		blocks(g.s)
		for x := range g.s.shown() {
			if piece, ok := g.s.v.placed(x); ok && piece.Shape == gap {
				g.s.group(x, piece.Name, g.s.refer(piece, g.s.at(x)))
			}
		}
		g.s.names.labels()
	}
	g.s.crop = whole
}

// board draws what the style of the board says.
func (g *grounds) board() {
	switch g.s.style {
	case "vertices", "pegs":
		g.wood(.62)
	case "lines":
		g.wood(.7)
	case "open":
		g.strokes()
	case "gaps":
		g.cells(.84)
	case "plain":
		g.cells(.953)
	case "grid":
		left, top, right, base := g.inner()
		g.panel(left-2, top-2, right+2, base+2, g.band())
		g.s.rect(left-2, top-2, right-left+4, base-top+4, 2, g.s.theme.attr("b-wood"))
		g.grid(left, top, right, base)
	case "tray":
		g.tray()
	case "rack":
		g.rack()
	case "pits":
		g.s.beside.pits()
	case "points":
		g.s.beside.points()
	case "track":
		g.track()
	case "bare":
		g.bare()
	case "hexes":
		g.hexes()
	default:
		if g.s.hex != 0 {
			g.hexes()
			break
		}
		g.squares()
	}
}

// blocks draws thick lines between the blocks of a board of squares.
func blocks(s *sheet) {
	b, n := s.v.Board, s.v.Look.Blocks
	if n < 2 || b.Spec.Shape != "square" || s.dots() {
		return
	}
	left, top, right, base := s.grounds.inner()
	var d strings.Builder
	for x := left + float64(n)*unit; x < right-1; x += float64(n) * unit {
		d.WriteString(format("M%v %vV%v", x, top, base))
	}
	for y := top + float64(n)*unit; y < base-1; y += float64(n) * unit {
		d.WriteString(format("M%v %vH%v", left, y, right))
	}
	s.add(`<path d="%s" %s stroke-width="4" stroke-linecap="round"/>`, d.String(),
		s.theme.attr("b-line"))
}

// gap is the shape of pieces that stand for missing cells.
const gap = "gap"

// bounds returns the box around the middles of the cells.
func (s *sheet) bounds() (left, top, right, base float64) {
	left, top, right, base = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for x := range s.shown() {
		p := s.at(x)
		left, top, right, base = min(left, p.X), min(top, p.Y), max(right, p.X), max(base, p.Y)
	}
	return left, top, right, base
}

// band is the room for names along the sides of a board.
func (g *grounds) band() float64 {
	if g.s.v.Labels && g.s.names.placeOfLabels() == "outside" {
		return unit * .46
	}
	return unit * .16
}

// panel draws the frame of a board whose inside is the box.
func (g *grounds) panel(left, top, right, base, band float64) {
	l, t, w, h := left-band, top-band, right-left+2*band, base-top+2*band
	if g.s.theme != Print {
		g.s.rect(l+1, t+3, w, h, 10, g.s.theme.attr("b-shadow")+` opacity=".16"`)
	}
	g.s.rect(l, t, w, h, 10, g.s.theme.edged("b-frame", "b-frame-line")+` stroke-width="1.2"`)
	g.s.coverBox(l, t, l+w, t+h)
}

// sideColors colors the frame of a square board along the sides of its owners. Corners are shared.
func (g *grounds) sideColors(left, top, right, base, width float64) {
	v, b := g.s.v, g.s.v.Board
	if len(v.Look.Frame) == 0 || g.s.hex != 0 || b.IsGraph() {
		return
	}
	l, t, r, bottom := left, top, right, base
	sides := []struct {
		d          string
		x, y, u, w float64
	}{{"north", l, t, r, t}, {"east", r, t, r, bottom}, {"south", r, bottom, l, bottom},
		{"west", l, bottom, l, t}}
	turn := 0
	if v.Flip {
		turn += 2
	}
	if v.Quarter {
		turn += 3
	}
	for i, side := range sides {
		d, ok := b.DirectionByName(sides[(i+4-turn+4)%4].d)
		if !ok {
			continue
		}
		edge := b.EdgeOf(topology.StepsOf(d)).And(b.Cells)
		for owner, cells := range v.Look.Frame {
			// The side is its owner's if all of it but its corners is.
			missing := edge.Minus(cells)
			if edge.Empty() || missing.Len() > 2 || missing.Len() == edge.Len() || owner >= len(v.Sides) {
				continue
			}
			color := v.Sides[owner].Color
			g.s.add(`<path d="M%v %vL%v %v" class="p-%v" stroke="%v" stroke-width="%v"/>`, side.x, side.y,
				side.u, side.w, color, fillOf(color), width)
			g.dashes(format("M%v %vL%v %v", side.x, side.y, side.u, side.w), owner, width)
			break
		}
	}
}

// dashes repeats the ring of a side's pieces on the edges in its color.
func (g *grounds) dashes(d string, owner int, width float64) {
	if g.s.rings[owner] > 0 {
		g.s.add(`<path d="%v" fill="none" stroke="%v" stroke-width="%v" stroke-dasharray="5 7"/>`, d,
			inkOn(g.s.v.Sides[owner].Color), width*.22)
	}
}

// wood draws points joined by lines on a wooden board that extends far beyond them, in cells.
func (g *grounds) wood(far float64) {
	v, b := g.s.v, g.s.v.Board
	left, top, right, base := g.s.bounds()
	arcs := g.arcs()
	for _, pair := range arcs { // around a corner, as far as the ends are from it
		far = max(far, (distance(g.s.at(pair[0]), g.s.at(pair[1]))/math.Sqrt2)/unit+.4)
	}
	over := unit * far
	g.s.far = over
	graph := b.IsGraph() && !charted(b) || g.s.hex != 0
	if graph || !v.Labels || g.s.names.placeOfLabels() != "outside" {
		over = max(over, unit*.7)
		switch place := g.s.names.placeOfLabels(); { // the names are on the wood, too
		case v.Labels && place == "ends":
			over = max(over, unit*1.2)
		case v.Labels && place == "inside" && g.s.hex == 0:
			over = max(over, unit*.95)
		}
		g.s.rect(left-over, top-over, right-left+2*over, base-top+2*over, 14,
			g.s.theme.edged("b-wood", "b-frame-line")+` stroke-width="1.5"`)
		g.s.coverBox(left-over, top-over, right+over, base+over)
	} else {
		g.panel(left-over, top-over, right+over, base+over, g.band())
		g.s.rect(left-over, top-over, right-left+2*over, base-top+2*over, 4,
			g.s.theme.attr("b-wood"))
	}
	if g.s.style == "pegs" {
		g.holes(left, top, right, base)
		return
	}
	if b.Spec.Shape == "square" && len(b.Spec.Lines) == 0 && g.s.style != "lines" {
		g.grid(left, top, right, base)
	} else {
		var d strings.Builder
		for _, pair := range v.segments() {
			if slices.Contains(arcs, pair) || slices.Contains(arcs, [2]topology.Site{pair[1], pair[0]}) {
				continue
			}
			p, q := g.s.at(pair[0]), g.s.at(pair[1])
			d.WriteString(format("M%v %vL%v %v", p.X, p.Y, q.X, q.Y))
		}
		g.s.add(`<path d="%s" %s stroke-width="1.6" stroke-linecap="round"/>`, d.String(),
			g.s.theme.attr("b-line"))
		g.bends(arcs)
		if graph {
			g.stars(b.Cells, 3.4)
		}
	}
	g.sideColors(left-over+4, top-over+4, right+over-4, base+over-4, 8)
	g.stars(v.Look.Stars, unit*.075)
}

// grid draws the lines of a board of squares whose pieces stand on the crossings.
func (g *grounds) grid(left, top, right, base float64) {
	var d strings.Builder
	for x := left + unit; x < right-1; x += unit {
		d.WriteString(format("M%v %vV%v", x, top, base))
	}
	for y := top + unit; y < base-1; y += unit {
		d.WriteString(format("M%v %vH%v", left, y, right))
	}
	g.s.add(`<path d="%s" %s stroke-width="1.1"/>`, d.String(), g.s.theme.attr("b-line"))
	g.s.add(`<path d="M%v %vH%vV%vH%vZ" %v stroke-width="2"/>`, left, top, right, base, left,
		g.s.theme.attr("b-line"))
}

// arcs returns the pairs of cells that a named line joins beyond a corner: they are on the border
// of a board of squares, and no neighbors along it.
func (g *grounds) arcs() (all [][2]topology.Site) {
	b := g.s.v.Board
	if b.Spec.Shape != "square" {
		return nil
	}
	border := b.FileOf(1).Or(b.FileOf(b.Width)).Or(b.RankOf(1)).Or(b.RankOf(b.Height))
	for _, line := range b.Spec.Lines {
		for i := 1; i < len(line.Points) && line.Name != ""; i++ {
			x, ok := b.SiteByName(line.Points[i-1])
			y, also := b.SiteByName(line.Points[i])
			if ok && also && border.Has(x) && border.Has(y) && distance(g.s.at(x), g.s.at(y)) > unit*1.1 {
				all = append(all, [2]topology.Site{x, y})
			}
		}
	}
	return all
}

// bends draws lines that pass around corners.
func (g *grounds) bends(arcs [][2]topology.Site) {
	left, top, right, base := g.s.bounds()
	for _, pair := range arcs {
		p, q := g.s.at(pair[0]), g.s.at(pair[1])
		corner := topology.Point{X: left, Y: top}
		if p.X+q.X > left+right {
			corner.X = right
		}
		if p.Y+q.Y > top+base {
			corner.Y = base
		}
		r := distance(p, corner)
		// The side of the chord on which the arc passes around the corner.
		sweep := 0
		if (q.X-p.X)*(corner.Y-p.Y)-(q.Y-p.Y)*(corner.X-p.X) < 0 {
			sweep = 1
		}
		g.s.add(`<path d="M%v %vA%v %v 0 1 %d %v %v" %v stroke-width="1.6"/>`, p.X, p.Y, r, r, sweep, q.X,
			q.Y, g.s.theme.attr("b-line"))
	}
}

// stars draws dots on points.
func (g *grounds) stars(sites topology.Set, r float64) {
	if sites.Empty() {
		return
	}
	g.s.add(`<g %s>`, g.s.theme.attr("b-star"))
	for x := range sites.All() {
		g.s.add(`<circle cx="%v" cy="%v" r="%v"/>`, g.s.at(x).X, g.s.at(x).Y, r)
	}
	g.s.add(`</g>`)
}

// holes draws the holes of a board for pegs, and the lines that part its sides from the middle.
func (g *grounds) holes(left, top, right, base float64) {
	over := unit * .5
	g.sideColors(left-over, top-over, right+over, base+over, 5)
	g.stars(g.s.v.Board.Cells, 3)
	l, t, r, b := left+unit/2, top+unit/2, right-unit/2, base-unit/2
	g.s.add(`<path d="M%v %vH%vV%vH%vZ" %v stroke-width="1" opacity=".5"/>`, l, t, r, b, l,
		g.s.theme.attr("b-line"))
}

// squares draws a board of squares, light and dark in turn.
func (g *grounds) squares() {
	b := g.s.v.Board
	left, top, right, base := g.inner()
	g.panel(left, top, right, base, g.band())
	var light, dark strings.Builder
	for x := range g.s.shown() {
		d, p := &light, g.s.at(x)
		if (b.Column[x]+b.Row[x])%2 == 0 {
			d = &dark
		}
		d.WriteString(format("M%v %vh48v48h-48z", p.X-unit/2, p.Y-unit/2))
	}
	g.s.add(`<path d="%s" %s/>`, light.String(), g.s.theme.attr("b-light"))
	g.s.add(`<path d="%s" %s/>`, dark.String(), g.s.theme.attr("b-dark"))
	g.s.rect(left, top, right-left, base-top, 0, g.s.theme.attr("b-frame-line"))
	g.sideColors(left-3, top-3, right+3, base+3, 6)
}

// inner returns the box around the cells.
func (g *grounds) inner() (left, top, right, base float64) {
	left, top, right, base = g.s.bounds()
	return left - unit/2, top - unit/2, right + unit/2, base + unit/2
}

// cells draws squares with room between them; size is their side, in cells.
func (g *grounds) cells(size float64) {
	if g.s.hex != 0 || g.s.v.Board.IsGraph() {
		g.hexes()
		return
	}
	left, top, right, base := g.inner()
	g.panel(left-2, top-2, right+2, base+2, g.band())
	g.s.rect(left-2, top-2, right-left+4, base-top+4, 4, g.s.theme.attr("b-groove"))
	side, round := size*unit, 3.0
	var d strings.Builder
	for x := range g.s.shown() {
		p := g.s.at(x)
		n := number(side - 2*round)
		d.WriteString(format("M%v %vh%vv%vh-%vz", p.X-side/2+round, p.Y-side/2+round, n, n, n))
	}
	g.s.add(`<path d="%v" %v stroke-width="%v" stroke-linejoin="round"/>`, d.String(),
		g.s.theme.edged("b-plain", "b-plain-line"), 2*round)
	g.sideColors(left-3, top-3, right+3, base+3, 6)
}

// strokes draws the four lines of a board that someone has drawn on paper.
func (g *grounds) strokes() {
	left, top, right, base := g.inner()
	pen := g.s.theme.attr("b-stroke") + ` stroke-width="3" stroke-linecap="round"`
	for x := left + unit; x < right-1; x += unit {
		g.s.add(`<path d="M%v %vQ%v %v %v %v" %v/>`, x, top, x+1.2, (top+base)/2, x-.4, base, pen)
	}
	for y := top + unit; y < base-1; y += unit {
		g.s.add(`<path d="M%v %vQ%v %v %v %v" %v/>`, left, y, (left+right)/2, y-1.2, right, y+.4, pen)
	}
	band := g.band()
	g.s.coverBox(left-band, top, right, base+band)
}

// socket draws round hollows for the pieces.
func (g *grounds) socket(r float64) {
	g.s.add(`<g %s stroke-opacity=".4">`, g.s.theme.edged("b-hole", "b-frame-line"))
	for x := range g.s.shown() {
		g.s.add(`<circle cx="%v" cy="%v" r="%v"/>`, g.s.at(x).X, g.s.at(x).Y, r)
	}
	g.s.add(`</g>`)
}

// tray draws a board with sockets and, at its edges, arrows for pieces that are pushed in.
func (g *grounds) tray() {
	left, top, right, base := g.inner()
	const room = unit * .62
	g.panel(left-room, top-room, right+room, base+room, g.band())
	g.s.rect(left-room, top-room, right-left+2*room, base-top+2*room, 6, g.s.theme.attr("b-rim"))
	g.s.rect(left-3, top-3, right-left+6, base-top+6, 6, g.s.theme.attr("b-tray"))
	g.socket(unit * .37)
	var d strings.Builder
	arrow := func(p topology.Point, dx, dy float64) {
		const l, w = 6.0, 7.0
		d.WriteString(format("M%v %vL%v %vL%v %vZ", p.X+dx*l, p.Y+dy*l, p.X-dx*l+dy*w, p.Y-dy*l+dx*w,
			p.X-dx*l-dy*w, p.Y-dy*l-dx*w))
	}
	for x := left + unit/2; x < right; x += unit {
		arrow(topology.Point{X: x, Y: top - room/2}, 0, 1)
		arrow(topology.Point{X: x, Y: base + room/2}, 0, -1)
	}
	for y := top + unit/2; y < base; y += unit {
		arrow(topology.Point{X: left - room/2, Y: y}, 1, 0)
		arrow(topology.Point{X: right + room/2, Y: y}, -1, 0)
	}
	g.s.add(`<path d="%s" %s/>`, d.String(), g.s.theme.attr("b-arrow"))
}

// rack draws a board with sockets.
func (g *grounds) rack() {
	left, top, right, base := g.inner()
	g.panel(left-3, top-3, right+3, base+3, g.band())
	g.s.rect(left-3, top-3, right-left+6, base-top+6, 6, g.s.theme.attr("b-tray"))
	g.socket(unit * .4)
}

// hexes draws hexes in a frame that follows their border, in the colors of the sides.
func (g *grounds) hexes() {
	shape := g.s.shape()
	if shape == nil || len(shape) != 6 {
		g.squares()
		return
	}
	var d strings.Builder
	for x := range g.s.v.Board.Cells.All() {
		p := g.s.at(x)
		d.WriteString(format("M%v %vl", p.X+shape[0].X, p.Y+shape[0].Y))
		for i := 1; i < len(shape); i++ {
			d.WriteString(format("%v %v ", shape[i].X-shape[i-1].X, shape[i].Y-shape[i-1].Y))
		}
		d.WriteString("z")
		for _, c := range shape {
			g.s.cover(topology.Point{X: p.X + c.X, Y: p.Y + c.Y}, 13)
		}
	}
	all := d.String()
	g.s.add(`<path d="%s" %s stroke-width="23" stroke-linejoin="round"/>`, all,
		g.s.theme.attr("b-frame-line"))
	g.s.add(`<path d="%s" %s stroke-width="21" stroke-linejoin="round"/>`, all,
		g.s.theme.attr("b-side"))
	g.border(shape)
	g.s.add(`<path d="%s" %s stroke-width="1.2"/>`, all, g.s.theme.edged("b-hex", "b-hex-line"))
}

// border colors the border of hexes in the colors of the sides that own it. A cell that two sides
// own is divided in the middle of its border.
func (g *grounds) border(shape []topology.Point) {
	v, b := g.s.v, g.s.v.Board
	if len(v.Look.Frame) == 0 {
		return
	}
	owners := func(x topology.Site) (all []int) {
		for i := range v.Look.Frame {
			if v.Look.Frame[i].Has(x) && i < len(v.Sides) {
				all = append(all, i)
			}
		}
		return all
	}
	// The edges of the border, by where they begin, going around clockwise on the sheet.
	type edge struct {
		cell     topology.Site
		from, to topology.Point
	}
	key := func(p topology.Point) [2]int { return [2]int{int(math.Round(p.X)), int(math.Round(p.Y))} }
	begin := map[[2]int]edge{}
	var first *edge
	for x := range b.Cells.All() {
		p := g.s.at(x)
		for i, c := range shape {
			d := shape[(i+1)%len(shape)]
			mid := topology.Point{X: p.X + c.X + d.X, Y: p.Y + c.Y + d.Y} // the cell beyond
			inside := false
			for y := range b.Cells.All() {
				inside = inside || distance(g.s.at(y), mid) < unit*.3
			}
			if inside {
				continue
			}
			e := edge{x, topology.Point{X: p.X + c.X, Y: p.Y + c.Y},
				topology.Point{X: p.X + d.X, Y: p.Y + d.Y}}
			begin[key(e.from)] = e
			if first == nil && len(owners(x)) == 1 {
				first = &e
			}
		}
	}
	if first == nil {
		return
	}
	var walk []edge
	for e, ok := *first, true; ok && len(walk) <= len(begin); e, ok = begin[key(e.to)] {
		if len(walk) > 0 && key(e.from) == key(first.from) {
			break
		}
		walk = append(walk, e)
	}
	paths := make([]strings.Builder, len(v.Look.Frame))
	draw := func(owner int, p, q topology.Point) {
		paths[owner].WriteString(format("M%v %vL%v %v", p.X, p.Y, q.X, q.Y))
	}
	last := owners(first.cell)[0]
	for i := 0; i < len(walk); {
		j := i
		for j < len(walk) && walk[j].cell == walk[i].cell {
			j++
		}
		switch all := owners(walk[i].cell); {
		case len(all) == 1:
			last = all[0]
			for _, e := range walk[i:j] {
				draw(last, e.from, e.to)
			}
		case len(all) > 1:
			next := all[0]
			if next == last {
				next = all[1]
			}
			for k, e := range walk[i:j] {
				switch half := float64(j-i) / 2; {
				case float64(k)+1 <= half:
					draw(last, e.from, e.to)
				case float64(k) >= half:
					draw(next, e.from, e.to)
				default:
					mid := between(e.from, e.to, .5)
					draw(last, e.from, mid)
					draw(next, mid, e.to)
				}
			}
			last = next
		}
		i = j
	}
	for owner := range paths {
		if d := paths[owner].String(); d != "" {
			color := v.Sides[owner].Color
			g.s.add(`<path d="%s" class="p-%s" fill="none" stroke="%s" stroke-width="16" `+
				`stroke-linecap="round"/>`, d, color, fillOf(color))
			g.dashes(d, owner, 16)
		}
	}
}

// bare draws a table without a grid, with dots where pieces could stand.
func (g *grounds) bare() {
	left, top, right, base := g.s.bounds()
	const over = unit * .8
	g.s.rect(left-over, top-over, right-left+2*over, base-top+2*over, 16,
		g.s.theme.edged("b-table", "b-frame-line"))
	g.s.coverBox(left-over, top-over, right+over, base+over)
	g.s.add(`<g opacity=".45">`)
	g.stars(g.s.v.Board.Cells.And(g.s.crop), 1.6)
	g.s.add(`</g>`)
}

// track draws the cells of a way that pieces race along.
func (g *grounds) track() {
	v := g.s.v
	left, top, right, base := g.s.bounds()
	const over = unit * .75
	g.panel(left-over, top-over, right+over, base+over, 0)
	var d strings.Builder
	for _, pair := range v.segments() {
		p, q := g.s.at(pair[0]), g.s.at(pair[1])
		if distance(p, q) < unit*1.5 || points(v.Board) && g.s.spread() > 1 {
			d.WriteString(format("M%v %vL%v %v", p.X, p.Y, q.X, q.Y))
		}
	}
	g.s.add(`<path d="%s" %s stroke-width="1.6" opacity=".5"/>`, d.String(), g.s.theme.attr("b-line"))
	g.s.add(`<g %s>`, g.s.theme.edged("b-plain", "b-frame-line"))
	for x := range v.Board.Cells.All() {
		p := g.s.at(x)
		const side = unit * .9
		g.s.add(`<rect x="%v" y="%v" width="%v" height="%v" rx="5"/>`, p.X-side/2, p.Y-side/2, side, side)
	}
	g.s.add(`</g>`)
}
