package board

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/topology"
)

// pits draws hollows for seeds, the number of seeds outside and, at both ends, the stores.
func (st *strips) pits() {
	v := st.s.v
	left, top, right, base := st.s.bounds()
	side := unit * 1.0
	if len(v.Stores) == 2 {
		side = unit * 2.1
	}
	l, t, w, h := left-side-unit*.2, top-unit*1.45, right-left+2*side+unit*.4, base-top+unit*2.9
	if st.s.theme != Print {
		st.s.rect(l+1, t+4, w, h, 44, st.s.theme.attr("b-shadow")+` opacity=".2"`)
	}
	st.s.rect(l, t, w, h, 44, st.s.theme.edged("b-frame", "b-frame-line")+` stroke-width="1.5"`)
	st.s.coverBox(l, t, l+w, t+h)
	st.s.add(`<g %s>`, st.s.theme.edged("b-hole", "b-frame-line"))
	for x := range st.s.shown() {
		st.s.add(`<circle cx="%v" cy="%v" r="%v"/>`, st.s.at(x).X, st.s.at(x).Y, unit*.72)
	}
	st.s.add(`</g>`)
	if v.Labels {
		for x := range st.s.shown() {
			if p := st.s.at(x); v.Board.Row[x] == 1 || v.Board.Height == 1 {
				p.Y += unit * 1.24 * st.outward(x)
				st.s.write(p, v.column(v.Board.Column[x]), 12, "middle", "b-label", false)
			}
		}
	}
	for i, n := range v.Stores {
		if len(v.Stores) != 2 {
			break
		}
		x, r := store(st.s, i).X, unit*.4
		st.s.rect(x-r, top-unit*.72, 2*r, base-top+unit*1.44, r, fmt.Sprintf(
			`%s stroke="%s" stroke-width="3"`, st.s.theme.attr("b-hole"), fillOf(v.Sides[i].Color)))
		st.scatter(topology.Point{X: x, Y: (top + base) / 2}, n, unit*.3, (base-top)/2+unit*.5)
		st.s.write(topology.Point{X: x, Y: top - unit*.98}, fmt.Sprint(n), 16, "middle", "b-label", true)
	}
}

// store is the middle of the store of one of two sides.
func store(s *sheet, side int) topology.Point {
	left, top, right, base := s.bounds()
	if (side == 1) != s.v.Flip {
		return topology.Point{X: left - unit*1.32, Y: (top + base) / 2}
	}
	return topology.Point{X: right + unit*1.32, Y: (top + base) / 2}
}

// outward is 1 for the pits of the lower row, and -1 for those of the upper ones.
func (st *strips) outward(x topology.Site) float64 {
	if _, top, _, base := st.s.bounds(); st.s.at(x).Y < (top+base)/2-1 {
		return -1
	}
	return 1
}

// seedColors are the colors of seeds, in turn.
var seedColors = []string{"#f0e4c8", "#e8cdbd", "#c8d3bd", "#d9b98a"}

// seeds draws the seeds in a pit, and their number beside it.
func (st *strips) seeds(x topology.Site) {
	n := st.s.v.Numbers[x]
	p := st.s.at(x)
	before := st.s.body.Len()
	if n > 0 {
		st.scatter(p, n, unit*.42, unit*.42)
	}
	inside := st.s.body.String()[before:]
	kept := st.s.body.String()[:before]
	st.s.body.Reset()
	st.s.body.WriteString(kept)
	st.s.group(x, fmt.Sprint(n, " ", st.s.v.Counted), strings.TrimSuffix(inside, "\n"))
	p.Y += unit * .93 * st.outward(x)
	st.s.write(p, fmt.Sprint(n), 14, "middle", "b-label", true)
}

// scatter draws up to 15 seeds in an ellipse, in the order of sunflower seeds.
func (st *strips) scatter(p topology.Point, n int64, rx, ry float64) {
	const most, golden = 15, 2.39996
	shown := min(n, most)
	for i := range shown {
		k := math.Sqrt((float64(i) + .5) / float64(max(shown, 4)))
		sin, cos := math.Sincos(float64(i)*golden + .4)
		st.s.add(`<ellipse cx="%v" cy="%v" rx="6" ry="5" fill="%v" stroke="#3a2a15" `+
			`stroke-width=".9" transform="rotate(%d %v %v)"/>`,
			p.X+cos*k*rx, p.Y+sin*k*ry, seedColors[i%4], i*47%180, p.X+cos*k*rx, p.Y+sin*k*ry)
	}
}

// upper reports whether a point of a race is in the upper row, and ending what lies beyond its
// lines: where men enter (-1), where they leave (1), or neither (0).
func ending(b *topology.Board, x topology.Site) int {
	for _, line := range b.Spec.Lines {
		first, _ := b.SiteByName(line.Points[0])
		last, _ := b.SiteByName(line.Points[len(line.Points)-1])
		switch x {
		case first:
			return -1
		case last:
			return 1
		}
	}
	return 0
}

// upper reports whether a point is in the upper half of the board.
func (st *strips) upper(x topology.Site) bool {
	_, top, _, base := st.s.bounds()
	return st.s.at(x).Y < (top+base)/2+1
}

const (
	pointLength = unit * 4.1
	pointReach  = unit * 2.35 // from the middle of a point to its base
)

// points draws the points of a race, the bar between its halves, and trays for the men that are
// off.
func (st *strips) points() {
	b := st.s.v.Board
	left, top, right, base := st.s.bounds()
	t, bottom := top-pointReach, base+pointReach
	st.s.grounds.panel(left-unit*.6, t, right+unit*.6, bottom, unit*.46)
	st.s.rect(left-unit*.52, t, right-left+unit*1.04, bottom-t, 4, st.s.theme.attr("b-field"))
	for x := range b.Cells.All() {
		p := st.s.at(x)
		switch ending(st.s.v.Board, x) {
		case -1:
			st.s.rect(p.X-unit*.46, t, unit*.92, bottom-t, 4, st.s.theme.attr("b-bar"))
			continue
		case 1:
			y, h, half := t, (bottom-t)*.46, (bottom-t)*.52
			edge := t - 1
			if !st.upper(x) {
				y, edge = bottom-h, bottom+1-half
			}
			st.s.rect(p.X-unit*.52, edge, unit*1.1, half, 0, st.s.theme.attr("b-frame"))
			st.s.rect(p.X-unit*.42, y, unit*.84, h, 6, st.s.theme.attr("b-bar"))
			continue
		}
		class := "b-point2"
		if i := int(math.Round(p.X / unit / .98)); (i%2 == 0) == st.upper(x) {
			class = "b-point1"
		}
		d, _ := st.triangle(x)
		st.s.add(`<path d="%s" %s/>`, d, st.s.theme.attr(class))
	}
}

// triangle returns the outline of a point, and where its tip is.
func (st *strips) triangle(x topology.Site) (path string, tip float64) {
	_, top, _, base := st.s.bounds()
	p, edge, tip := st.s.at(x), base+pointReach, base+pointReach-pointLength
	if st.upper(x) {
		edge, tip = top-pointReach, top-pointReach+pointLength
	}
	return format("M%v %vH%vL%v %vZ", p.X-unit*.46, edge, p.X+unit*.46, p.X, tip), tip
}

// pointNames names the points at their bases; the bar is named in its middle. What all names of
// points begin with, like a letter, is left out.
func (l *labels) pointNames() (all []tag) {
	b := l.s.v.Board
	_, top, _, base := l.s.bounds()
	for x := range b.Cells.All() {
		p := l.s.at(x)
		switch name := b.Names[x]; {
		case ending(l.s.v.Board, x) == -1:
			p.Y = (top + base) / 2
			all = append(all, tag{p, name})
		case l.s.beside.upper(x):
			p.Y = top - pointReach - unit*.23
			all = append(all, tag{p, shortName(name, ending(l.s.v.Board, x))})
		default:
			p.Y = base + pointReach + unit*.23
			all = append(all, tag{p, shortName(name, ending(l.s.v.Board, x))})
		}
	}
	return all
}

// shortName is the number at the end of a name, or its last word.
func shortName(name string, ending int) string {
	if ending != 0 {
		return name[strings.LastIndexByte(name, '_')+1:]
	}
	if digits := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz_"); digits != "" {
		return digits
	}
	return name
}

// columnOf draws the men on a point: at most five, then a number.
func (st *strips) columnOf(x topology.Site) {
	v := st.s.v
	step := 2*st.s.shapes.radius("man") + 2
	var inside strings.Builder
	var names []string
	lane := 0.0
	for _, c := range v.Counts[x] {
		names = append(names, fmt.Sprint(c.N, " ", c.Name))
		p, way := st.first(x, lane)
		lane++
		man := Piece{Owner: c.Owner, Color: c.Color, Shape: "man"}
		shown := min(c.N, 5)
		for i := range shown {
			inside.WriteString(st.s.refer(man, topology.Point{X: p.X,
				Y: p.Y + way*step*float64(i)}))
		}
		if c.N > shown {
			inside.WriteString(st.s.badge(topology.Point{X: p.X, Y: p.Y + way*step*4},
				fmt.Sprint(c.N)))
		}
	}
	st.s.group(x, strings.Join(names, ", "), inside.String())
}

// first is where the first man of a lane stands on a point, and which way the next ones follow.
func (st *strips) first(x topology.Site, lane float64) (p topology.Point, way float64) {
	_, top, _, base := st.s.bounds()
	p = st.s.at(x)
	r := st.s.shapes.radius("man")
	switch {
	case ending(st.s.v.Board, x) == -1:
		p.Y = (top+base)/2 - unit*(1.2-2.4*lane)
		return p, 2*lane - 1
	case st.upper(x):
		p.Y = top - pointReach + r + 1
		return p, 1
	}
	p.Y = base + pointReach - r - 3
	return p, -1
}

// outermost is where the last man on a point stands, of the side to move where both have some.
func (st *strips) outermost(x topology.Site) topology.Point {
	p, way, n := topology.Point{}, 0.0, int64(0)
	for lane, c := range st.s.v.Counts[x] {
		if n == 0 || c.Owner >= 0 && st.s.v.Sides[c.Owner].Moves {
			p, way = st.first(x, float64(lane))
			n = c.N
		}
	}
	if n == 0 {
		return st.s.at(x)
	}
	p.Y += way * (2*st.s.shapes.radius("man") + 2) * float64(min(n, 5)-1)
	return p
}

// pips are the places of the dots of a die, by its number.
var pips = [7]string{"", "e", "ai", "aei", "acgi", "acegi", "acdfgi"}

// die draws a die; a used one is pale.
func (st *strips) die(p topology.Point, d Die) string {
	const side = 27.
	var out strings.Builder
	pale := ""
	if d.Used {
		pale = ` opacity=".4"`
	}
	out.WriteString(format(`<g%v><rect x="%v" y="%v" width="27" height="27" rx="5" fill="#fffdf6" %v/>`,
		pale, p.X-side/2, p.Y-side/2, st.s.shapes.outline(1.2)))
	if d.Value < 1 || d.Value > 6 {
		out.WriteString(format(`<text x="%v" y="%v" font-size="15" text-anchor="middle" fill="#26221f">%d</text></g>`,
			p.X, p.Y+5.4, d.Value))
		return out.String()
	}
	for _, at := range pips[d.Value] {
		i := int(at - 'a')
		out.WriteString(format(`<circle cx="%v" cy="%v" r="2.6" fill="#26221f"/>`, p.X+7.2*float64(i%3-1),
			p.Y+7.2*float64(i/3-1)))
	}
	return out.String() + "</g>"
}

// dice draws the dice: on the right half of a board of points, otherwise above the board.
func (st *strips) dice() {
	dice := st.s.v.Dice
	room := len(dice)
	if st.s.v.Labels {
		room = max(room, st.s.v.Throw)
	}
	if room == 0 {
		return
	}
	left, top, right, base := st.s.bounds()
	y, x := (top+base)/2, right-(right-left)*.28
	if st.s.style != "points" {
		x = (left+right)/2 - 16*float64(len(dice)-1)
		y = st.s.top - 24
		st.s.coverBox(left, y-18, right, y+18)
	}
	for i, d := range dice {
		st.s.add("%s", st.die(topology.Point{X: x + 33*float64(i), Y: y}, d))
	}
}

// strips draws a strip with the name, the numbers and the hand of each side: the first side's below
// the board, the others' above it, as the players sit. A result is written above them all.
func (st *strips) strips() {
	v := st.s.v
	if !v.Strips || len(v.Sides) == 0 {
		return
	}
	st.s.layer("b-strips", func() {
		// Strips grow with a wide board, so that they can be read on a phone. They do not make a
		// small board smaller.
		cells := (st.s.right - st.s.left) / unit
		k := min(max(1, cells/10), 2)
		if cells < 5.5 && st.s.style != "grid" { // which has trays at its sides
			k = max(.7, cells/5.5)
		}
		room := max((st.s.right-st.s.left)/k, unit*8)
		lines := make([]float64, len(v.Sides)) // of text, beyond the first
		above, widest := st.s.top, 0.0
		for i := range v.Sides {
			end, more := st.strip(i, 0, 0, room)
			widest, lines[i] = max(widest, end), float64(more)
		}
		st.s.body.Reset() // that was to measure them: wide ones have the board in their middle
		trays(st.s)
		x := min(st.s.left, (st.s.left+st.s.right-k*widest)/2)
		st.s.coverBox(x, st.s.top, x+k*widest, st.s.base)
		strip := func(i int, y float64) {
			if k == 1 {
				st.strip(i, x, y, room)
				return
			}
			st.s.add(`<g transform="translate(%v %v) scale(%v)">`, x, y, strconv.FormatFloat(k, 'f', 2, 64))
			st.strip(i, 0, 0, room)
			st.s.add(`</g>`)
		}
		for i := range v.Sides {
			below := i == 0
			if v.Flip && len(v.Sides) == 2 {
				below = !below
			}
			if below {
				strip(i, st.s.base+22*k)
				st.s.coverBox(st.s.left, st.s.top, st.s.right, st.s.base+(36+15*lines[i])*k)
			} else {
				above -= (30 + 15*lines[i]) * k
				strip(i, above+6*k)
			}
		}
		st.s.coverBox(st.s.left, above-10*k, st.s.right, st.s.base)
		if v.Result != "" {
			result(st.s, room, k)
		}
	})
}

// result writes how the game has ended above the strips, k times as large as on a small board.
func result(s *sheet, room, k float64) {
	lines, w := fold(s.v.Result, int(room/9.4)-5), 0.0
	for _, line := range lines {
		w = max(w, 40+8.8*float64(widths.StringWidth(line)))
	}
	winner := slices.IndexFunc(s.v.Sides, func(side Side) bool { return side.Won })
	if winner >= 0 {
		w += 24
	}
	h := 20 + 18*float64(len(lines))
	x, y := (s.left+s.right)/2, s.top-5-k*h/2
	s.coverBox(min(s.left, x-k*w/2), y-k*h/2-3, max(s.right, x+k*w/2), s.base)
	if k != 1 {
		s.add(`<g transform="translate(%v %v) scale(%v)">`, x, y, strconv.FormatFloat(k, 'f', 2, 64))
		defer s.add("</g>")
		x, y = 0, 0
	}
	middle := x
	if winner >= 0 {
		middle += 10
	}
	s.rect(x-w/2, y-h/2, w, h, 19, s.theme.edged("b-badge", "b-stroke")+` stroke-width="1.2"`)
	if winner >= 0 {
		s.shapes.token(winner, topology.Point{X: x - w/2 + 22, Y: y})
	}
	for i, line := range lines {
		s.write(topology.Point{X: middle, Y: y + 18*(float64(i)-float64(len(lines)-1)/2)}, line, 15,
			"middle", "b-badge-text", true)
	}
}

// fold breaks a text between words into lines of some columns.
func fold(text string, columns int) (lines []string) {
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 &&
			widths.StringWidth(lines[last])+1+widths.StringWidth(word) <= columns {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// trays draws what sides have in hand on wood beside a grid: the first side's at the lower right,
// the second's at the upper left.
func trays(s *sheet) {
	if s.style != "grid" || len(s.v.Sides) != 2 {
		return
	}
	const w, step = 62.0, 46.0
	left, top, right, base := s.left, s.top, s.right, s.base
	for i, side := range s.v.Sides {
		h := 20 + step*max(3, float64(len(side.Hand)))
		x, y := right+8, base-h
		if (i == 0) == s.v.Flip {
			x, y = left-8-w, top
		}
		s.rect(x, y, w, h, 10, s.theme.edged("b-frame", "b-frame-line")+` stroke-width="1.2"`)
		s.coverBox(x-8, y, x+w+8, y+h)
		for k, item := range side.Hand {
			if item.Piece == nil {
				continue
			}
			p := topology.Point{X: x + w/2, Y: y + 10 + step*(float64(k)+.5)}
			s.add(`<g data-hand="%s" data-seat="%d">%s`, escape(item.Name), i,
				s.refer(*item.Piece, p))
			if item.Count > 1 {
				s.add("%s", s.badge(topology.Point{X: p.X + 18, Y: p.Y + 14}, fmt.Sprint(item.Count)))
			}
			s.add("</g>")
		}
	}
}

// token draws a small disc in the color of a side.
func (sh *shapes) token(side int, p topology.Point) {
	color := sh.s.v.Sides[side].Color
	// Black is seen in the dark by this line.
	sh.s.add("%s", hoop(p.X, p.Y, 9, paints["b-stroke"].colors[sh.s.theme], 1, ` class="b-stroke"`))
	sh.s.add("%s", sh.circle(p.X, p.Y, 8, sh.round(color), 1.1))
	if sh.s.rings[side] > 0 {
		sh.s.add("%s", hoop(p.X, p.Y, 4.5, inkOn(color), 1.6, ""))
	}
}

// strip draws the strip of one side from a point on, within some room, and returns where it ends
// and how many lines of text it adds.
func (st *strips) strip(i int, x, y, room float64) (end float64, more int) {
	side := st.s.v.Sides[i]
	begin := x + 14
	x = begin
	st.s.shapes.token(i, topology.Point{X: x, Y: y})
	st.s.write(topology.Point{X: x + 15, Y: y}, side.Name, 15, "start", "b-text", side.Moves)
	x += 24 + 9.6*float64(widths.StringWidth(side.Name))
	text := side.Text
	if side.Moves && st.s.v.Result == "" {
		text = strings.TrimPrefix(text+" · to move", " · ")
	}
	// What does not fit beside the name stands below it.
	if wide := 7 * float64(widths.StringWidth(text)); text != "" && x-begin+wide <= room {
		st.s.write(topology.Point{X: x, Y: y}, text, 12, "start", "b-dim", false)
		x += 14 + wide
	} else if text != "" {
		for _, line := range fold(text, int(room/7)-4) {
			more++
			st.s.write(topology.Point{X: begin + 15, Y: y + 3 + 15*float64(more)}, line, 12, "start",
				"b-dim", false)
			end = max(end, begin+15+7*float64(widths.StringWidth(line)))
		}
	}
	if st.s.style != "grid" || len(st.s.v.Sides) != 2 { // where hands lie on trays
		row := y
		for _, item := range side.Hand {
			before, next := st.s.body.String(), st.item(i, item, x, row)
			if next > begin+room && x > begin+15 { // it goes to the next line
				st.s.body.Reset()
				st.s.body.WriteString(before)
				more += 2
				row = y + 15*float64(more)
				next = st.item(i, item, begin+15, row)
			}
			x = next
			end = max(end, x)
		}
	}
	return max(end, x), more
}

// item draws what a side has beside the board and returns where the next one begins: small pieces,
// one with a number if there are many, or the arc of a number that has a goal.
func (st *strips) item(seat int, item Item, x, y float64) float64 {
	st.s.add(`<g data-hand="%s" data-seat="%d">`, escape(item.Name), seat)
	switch {
	case item.Goal > 0:
		const r = 10.
		share := min(1, max(0, float64(item.Count)/float64(item.Goal)))
		st.s.add("%s", hoop(x+12, y, r, paints["b-arc"].colors[st.s.theme], 3, ` class="b-arc"`))
		sin, cos := math.Sincos(2*math.Pi*min(share, .999) - math.Pi/2)
		large := 0
		if share > .5 {
			large = 1
		}
		st.s.add(`<path d="M%v %vA10 10 0 %d 1 %v %v" fill="none" stroke="%v" stroke-width="3"/>`, x+12,
			y-r, large, x+12+cos*r, y+sin*r, fillOf(st.s.v.Sides[seat].Color))
		st.s.write(topology.Point{X: x + 12, Y: y}, fmt.Sprint(item.Count), 10, "middle", "b-text", true)
		x += 30
	case item.Piece == nil:
	default:
		const most = 15.
		size, wide := 8.5, 15. // what is read is larger
		if item.Piece.Shape == "tile" || item.Piece.Shape == "card" {
			size, wide = 12, 23
		}
		if item.Count > 0 {
			st.s.write(topology.Point{X: x, Y: y}, item.Name, 11, "start", "b-dim", false)
			x += 8 + 6.4*float64(widths.StringWidth(item.Name))
		}
		if st.s.v.Board.Planes(topology.Edges|topology.Corners) != (topology.Set{}) &&
			item.Piece.Shape == "wall" {
			for range min(item.Count, most) {
				w, h := 5., 20.
				if item.Turned {
					w, h = h, w
				}
				st.s.rect(x, y-h/2, w, h, 2, fmt.Sprintf(`fill="%s" %s`, fillOf(item.Piece.Color),
					st.s.shapes.outline(.9)))
				x += w + 4
			}
			break
		}
		r := st.s.shapes.radius(item.Piece.Shape)
		w := 3 + wide*float64(min(item.Count, 1))
		if item.Count <= most {
			w = 3 + wide*float64(item.Count)
		}
		if w > 3 { // a tray, on which black is seen in the dark
			st.s.rect(x-1.5, y-size-3.5, w+3, 2*size+7, 7, st.s.theme.attr("b-plain"))
		}
		one := func() {
			st.s.add(`<use href="#%v" transform="translate(%v %v) scale(%v)"/>`,
				st.s.shapes.define(*item.Piece), x+1.5+wide/2, y, fmt.Sprintf("%.2f", size/r))
		}
		if item.Count > most {
			one()
			st.s.write(topology.Point{X: x + wide + 6, Y: y}, fmt.Sprint("×", item.Count), 12, "start",
				"b-dim", false)
			x += wide + 15 + 8*float64(len(fmt.Sprint(item.Count)))
			break
		}
		for range item.Count {
			one()
			x += wide
		}
		x += 8
	}
	st.s.add(`</g>`)
	return x + 6
}
