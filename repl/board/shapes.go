package board

import (
	"fmt"
	"html"
	"math"
	"strings"

	"boardgame/dsl/topology"
)

// radii of shapes, in cells; those of others are that of a disc.
var radii = map[string]float64{"stone": .47, "marble": .40, "man": .39, "king": .39, "disc": .36,
	"wedge": .42, "tile": .46, "slab": .30, "peg": .2, "ring": .36, "stroke": .38}

// radius returns the radius of a piece on the board, in pixels.
func (sh *shapes) radius(shape string) float64 {
	r, ok := radii[shape]
	if !ok {
		r = .36
	}
	if sh.s.hex != 0 && shape == "stone" {
		r = .41
	}
	if sh.s.hex != 0 && shape == "tile" {
		r = .58 // it covers its hex
	}
	return r * unit
}

// define returns the reference to a piece's drawing around 0,0, which it adds to the definitions.
func (sh *shapes) define(p Piece) string {
	key := fmt.Sprint(p.Shape, p.Color, p.Letter, p.Path, p.Ink, p.Turned,
		sh.s.rings[max(p.Owner, -1)])
	if id, ok := sh.s.ids[key]; ok {
		return id
	}
	id := fmt.Sprintf("%sp%d", sh.s.v.ID, len(sh.s.ids))
	sh.s.ids[key] = id
	text := sh.draw(p, sh.radius(p.Shape))
	if p.Turned {
		text = `<g transform="rotate(180)">` + text + `</g>`
	}
	fmt.Fprintf(&sh.s.defs, "<g id=%q>%s</g>\n", id, text)
	return id
}

// round returns the reference to the gradient of a round piece, lit from the upper left.
func (sh *shapes) round(c Color) string {
	fill := fillOf(c)
	light, dark := mix(fill, "#ffffff", .55), mix(fill, "#000000", .28)
	switch c {
	case "white":
		light, dark = "#ffffff", "#d5cebf"
	case "black":
		light, dark = "#77706a", "#0e0b09"
	}
	return sh.gradient("g"+string(c), fmt.Sprintf(`<radialGradient id="%%s" cx=".36" cy=".28" `+
		`r=".8"><stop stop-color="%s"/><stop offset=".45" stop-color="%s"/>`+
		`<stop offset="1" stop-color="%s"/></radialGradient>`, light, fill, dark))
}

// level returns the reference to the gradient of a flat piece.
func (sh *shapes) level(c Color) string {
	fill := fillOf(c)
	light, dark := mix(fill, "#ffffff", .28), mix(fill, "#000000", .06)
	if c == "black" {
		dark = "#1b1714"
	}
	return sh.gradient("t"+string(c), fmt.Sprintf(`<linearGradient id="%%s" x1="0" y1="0" `+
		`x2=".7" y2="1"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/>`+
		`</linearGradient>`, light, dark))
}

// gradient adds a gradient to the definitions and returns the paint that refers to it. On paper,
// pieces are of one color.
func (sh *shapes) gradient(name, text string) string {
	if sh.s.theme == Print {
		return fillOf(Color(name[1:]))
	}
	id := sh.s.v.ID + name
	if _, ok := sh.s.ids["#"+name]; !ok {
		sh.s.ids["#"+name] = id
		fmt.Fprintf(&sh.s.defs, text+"\n", id)
	}
	return "url(#" + id + ")"
}

// rim is the color of the side of a thick piece.
func rim(c Color) string {
	if c == "white" {
		return "#b5a88f"
	}
	return mix(fillOf(c), "#000000", .37)
}

// groove is the color of lines on a piece.
func groove(c Color) string {
	if c == "black" {
		return "#676462"
	}
	return mix(fillOf(c), "#000000", .3)
}

// outline returns the attributes of a piece's outline.
func (sh *shapes) outline(width float64) string {
	color := paints["b-outline"].colors[sh.s.theme]
	return format(`class="b-outline" stroke="%v" stroke-width="%v" stroke-linejoin="round"`, color,
		width)
}

func (sh *shapes) shade(cx, cy, rx, ry float64) string {
	if sh.s.theme == Print {
		return ""
	}
	return format(`<ellipse cx="%v" cy="%v" rx="%v" ry="%v" %v opacity=".3"/>`, cx, cy, rx, ry,
		sh.s.theme.attr("b-shadow"))
}

// path returns a path filled with a paint, in the outline of pieces.
func (sh *shapes) path(d, paint string, width float64) string {
	return fmt.Sprintf(`<path d="%s" fill="%s" %s/>`, d, paint, sh.outline(width))
}

func (sh *shapes) circle(cx, cy, r float64, paint string, width float64) string {
	return format(`<circle cx="%v" cy="%v" r="%v" fill="%v" %v/>`, cx, cy, r, paint, sh.outline(width))
}

// hoop is a circle without a fill.
func hoop(cx, cy, r float64, color string, width float64, more string) string {
	return format(`<circle cx="%v" cy="%v" r="%v" fill="none" stroke="%v" stroke-width="%v"%v/>`, cx,
		cy, r, color, width, more)
}

// corners returns the corners of a regular polygon as points of a path.
func corners(n int, first, r, cx, cy float64) []topology.Point {
	var all []topology.Point
	for i := range n {
		sin, cos := math.Sincos(first + 2*math.Pi*float64(i)/float64(n))
		all = append(all, topology.Point{X: cx + cos*r, Y: cy + sin*r})
	}
	return all
}

// closed writes a closed path.
func closed(points []topology.Point) string {
	var d strings.Builder
	for i, p := range points {
		if i == 0 {
			d.WriteString("M")
		} else {
			d.WriteString("L")
		}
		d.WriteString(number(p.X) + " " + number(p.Y))
	}
	return d.String() + "Z"
}

// ink returns the color of what is on a piece: a given one is lightened or darkened for it.
func (p Piece) ink() string {
	switch on := inkOn(p.Color); {
	case p.Ink == "":
		return on
	case on == "#ffffff":
		return mix(fillOf(p.Ink), on, .4)
	default:
		return mix(fillOf(p.Ink), on, .2)
	}
}

// letter writes the letter of a piece.
func (sh *shapes) letter(p Piece, x, y, size float64, ink string) string {
	if strings.TrimSpace(p.Letter) == "" {
		return ""
	}
	return format(`<text x="%v" y="%v" font-size="%v" text-anchor="middle" font-weight="bold" fill="%v">%v</text>`,
		x, y+size*.36, size, ink, html.EscapeString(p.Letter))
}

// ringOf draws the ring of a side whose color resembles that of an earlier side; the third of that
// kind has a dashed one.
func (sh *shapes) ringOf(p Piece, r float64) string {
	n := sh.s.rings[p.Owner]
	if n == 0 || p.Owner < 0 {
		return ""
	}
	dashes := ""
	if n > 1 {
		dashes = format(` stroke-dasharray="%v"`, r*.9/float64(n))
	}
	return hoop(0, 0, r*.62, inkOn(p.Color), 2.2, dashes)
}

// draw returns a piece around 0,0.
func (sh *shapes) draw(p Piece, r float64) string {
	if p.Path != "" && p.Ink != "" {
		bare := p
		bare.Path, bare.Letter = "", " "
		return sh.draw(bare, r) + fmt.Sprintf(`<path d="%s" fill="%s" stroke="%[2]s" `+
			`stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>`, p.Path, p.ink())
	}
	c, ink := p.Color, p.ink()
	label := sh.letter(p, 0, 0, r*1.1, ink)
	switch shape, chess := strings.CutPrefix(p.Shape, "chess-"); {
	case chess:
		return sh.chessman(shape, c)
	case p.Path != "":
		return sh.path(p.Path, sh.level(c), 1.4)
	}
	switch p.Shape {
	case "stone":
		return sh.shade(1, 2, r, r) + sh.circle(0, 0, r, sh.round(c), 1.1) + sh.ringOf(p, r) + label
	case "marble":
		shine := format(`<ellipse cx="%v" cy="%v" rx="%v" ry="%v" fill="#fff" opacity=".8" transform="rotate(-35 %v %v)"/>`,
			-.36*r, -.44*r, .26*r, .17*r, -.36*r, -.44*r)
		return sh.shade(1, 3, r, r) + sh.circle(0, 0, r, sh.round(c), 1) + sh.ringOf(p, r) + label +
			shine
	case "man", "king":
		if p.Shape == "king" {
			label = ""
		}
		return sh.man(p, r) + label
	case "pawn":
		return sh.pawn(p, r, 0)
	case "ring":
		return hoop(1, 2.5, r*.8, paints["b-shadow"].colors[sh.s.theme], r*.45,
			` class="b-shadow-line" opacity=".3"`) +
			hoop(0, 0, r*.8, paints["b-outline"].colors[sh.s.theme], r*.53, ` class="b-outline"`) +
			hoop(0, 0, r*.8, fillOf(c), r*.42, "") + sh.ringOf(p, r*1.29)
	case "cube":
		return sh.cube(c, r) + sh.letter(p, -r*.45, r*.3, r*.8, ink)
	case "cone":
		w, h := r*.95, r*1.2
		return sh.shade(1, h*.6+3, w*1.1, w*.45) + sh.path(format("M0 %vL%v %vA%v %v 0 0 1 %v %vZ",
			-h*.95, w, h*.6, w, w*.42, -w, h*.6), sh.round(c), 1.2)
	case "cap":
		return sh.cap(c, r, 0)
	case "tile":
		return sh.tile(p, r)
	case "wedge":
		return sh.wedge(p, r)
	case "slab":
		return sh.slab(c, r, 0, true) + sh.letter(p, 0, -r*.15, r*1.1, ink)
	case "wall":
		return sh.upright(c, r, 0)
	case "stroke":
		return sh.stroke(p, r)
	case "cross":
		a := number(r * .73)
		d := fmt.Sprintf("M-%s -%[1]sL%[1]s %[1]sM%[1]s -%[1]sL-%[1]s %[1]s", a)
		return format(`<path d="%v" class="b-outline" stroke="%v" stroke-width="%v"/>`+
			`<path d="%[1]v" stroke="%[4]v" stroke-width="%[5]v"/>`,
			d, paints["b-outline"].colors[sh.s.theme], r*.5+2, fillOf(c), r*.5)
	case gap: // no part of the board: it looks like the frame
		face, class := corners(4, math.Pi/4, unit*math.Sqrt2/2+1, 0, 0), "b-frame"
		switch {
		case sh.s.dots():
			face, class = corners(8, 0, r*.7, 0, 0), "b-wood"
		case sh.s.hex != 0:
			face = corners(6, sh.s.first, unit/math.Sqrt(3)+.5, 0, 0)
		}
		return fmt.Sprintf(`<path d="%s" %s/>`, closed(face), sh.s.theme.attr(class))
	case "card":
		return card(sh.s, p, r)
	case "bridge":
		return sh.path(format("M%v %vH%vV%vH%vZ", -r, -r*.3, r, r*.3, -r), fillOf(c), 1.2)
	case "peg":
		return sh.shade(1, 2, r, r) + sh.circle(0, 0, r, sh.round(c), 1.1) + sh.ringOf(p, r*1.1)
	case "triangle", "square", "pentagon", "hexagon", "diamond", "star":
		return sh.figure(p, r)
	}
	return sh.disc(p, r) + label
}

// disc is flat, with a ring pressed into it if it has no letter.
func (sh *shapes) disc(p Piece, r float64) string {
	out := sh.shade(1, 2.2, r, r) + sh.circle(0, 0, r, fillOf(p.Color), 1.3)
	switch {
	case sh.s.rings[p.Owner] > 0:
		return out + sh.ringOf(p, r*1.3)
	case p.Letter == "":
		return out + hoop(0, 0, r*.68, groove(p.Color), 1.4, ` opacity=".5"`)
	}
	return out
}

// man is a thick disc; a king is two of them, with a crown.
func (sh *shapes) man(p Piece, r float64) string {
	c, thick := p.Color, .2*r
	layer := func(y float64) string {
		return sh.path(format("M%v %vv%va%v %v 0 0 0 %v 0v%vZ", -r, y, thick, r, r, 2*r,
			-thick), rim(c), 1.2) +
			sh.circle(0, y, r, sh.round(c), 1.2)
	}
	y := -thick / 2
	out := sh.shade(1, 4.5, r*1.02, r) + layer(y)
	if p.Shape == "king" {
		y -= .23 * r
		out += layer(y)
	}
	if sh.s.rings[p.Owner] > 0 {
		out += format(`<g transform="translate(0 %v)">%v</g>`, y, sh.ringOf(p, r*1.2))
	} else {
		out += hoop(0, y, r*.78, groove(c), 1.3, ` opacity=".75"`)
	}
	if p.Shape == "king" {
		w, low, high := .52*r, y+.32*r, y-.22*r
		points := []topology.Point{{X: -w, Y: low}, {X: -w, Y: high}, {X: -w / 2, Y: y + .02*r},
			{Y: y - .4*r}, {X: w / 2, Y: y + .02*r}, {X: w, Y: high}, {X: w, Y: low}}
		out += sh.path(closed(points), "#e9b93a", 1.2)
		for _, x := range []float64{-w, 0, w} {
			at := high
			if x == 0 {
				at = y - .4*r
			}
			out += sh.circle(x, at, .08*r, "#e9b93a", .8)
		}
		return out
	}
	if p.Letter != "" {
		return out
	}
	return out + hoop(0, y, r*.5, groove(c), 1.1, ` opacity=".6"`)
}

// pawn is a body with a head; its foot stands at the height lift above the middle.
func (sh *shapes) pawn(p Piece, r, lift float64) string {
	k := r / 17.3
	y := 18*k - 5*k - lift
	n := func(v float64) string { return number(v * k) }
	body := format("M%v %vC%v %v %v %v %v %vH%vC%v %v %v %v %v %vQ0 %v %v %vZ", n(-15.6), y, n(-16),
		y-7.4*k, n(-6.9), y-11.4*k, n(-5.2), y-20.4*k, n(5.2), n(6.9), y-11.4*k, n(16), y-7.4*k, n(15.6),
		y, y+6*k, n(-15.6), y)
	return sh.shade(1, y+.8, 17.2*k, 5.2*k) + sh.path(body, sh.round(p.Color), 1.2) +
		format(`<ellipse cy="%v" rx="%v" ry="%v" fill="%v" %v/>`, y-20.4*k, n(8.4), n(2.8),
			fillOf(p.Color), sh.outline(1.1)) +
		sh.circle(0, y-27.6*k, 8.4*k, sh.round(p.Color), 1.2) + sh.dot(p, 0, y-7*k)
}

// dot is the ring of pieces that have no room for one.
func (sh *shapes) dot(p Piece, x, y float64) string {
	if sh.s.rings[p.Owner] == 0 {
		return ""
	}
	return hoop(x, y, 3, inkOn(p.Color), 1.8, "")
}

func (sh *shapes) cube(c Color, r float64) string {
	fill := fillOf(c)
	w, h := r*1.0, r*.55
	top := []topology.Point{{Y: -2 * h}, {X: w, Y: -h}, {}, {X: -w, Y: -h}}
	left := []topology.Point{{X: -w, Y: -h}, {}, {Y: 2 * h}, {X: -w, Y: h}}
	right := []topology.Point{{X: w, Y: -h}, {}, {Y: 2 * h}, {X: w, Y: h}}
	return sh.shade(2, 2*h-2, w*1.05, h*.8) + sh.path(closed(top), mix(fill, "#ffffff", .35), 1.2) +
		sh.path(closed(left), fill, 1.2) + sh.path(closed(right), mix(fill, "#000000", .28), 1.2)
}

// cap is a capstone, standing lift above the middle.
func (sh *shapes) cap(c Color, r, lift float64) string {
	y := r*.75 - lift
	w := r * .62
	d := format("M%v %vC%v %v %v %v %v %vH%vC%v %v %v %v %v %vQ0 %v %v %vZ", -w, y, -w, y-r*.5, -w*.55,
		y-r*.7, -w*.5, y-r*1.1, w*.5, w*.55, y-r*.7, w, y-r*.5, w, y, y+r*.32, -w, y)
	return sh.shade(1, y+1, w*1.1, w*.4) + sh.path(d, sh.round(c), 1.2) +
		sh.circle(0, y-r*1.3, r*.42, sh.round(c), 1.2)
}

// tile is a flat piece of the shape of a cell, with a letter.
func (sh *shapes) tile(p Piece, r float64) string {
	var face []topology.Point
	switch {
	case sh.s.hex != 0:
		face = corners(6, sh.s.first, r*.97, 0, 0)
	default:
		face = corners(4, math.Pi/4, r*1.28, 0, 0)
	}
	moved := func(dy float64) []topology.Point {
		out := make([]topology.Point, len(face))
		for i, q := range face {
			out[i] = topology.Point{X: q.X, Y: q.Y + dy}
		}
		return out
	}
	return sh.path(closed(moved(2)), rim(p.Color), 1.2) +
		sh.path(closed(moved(-2)), sh.level(p.Color), 1.2) +
		sh.letter(p, 0, -2, r*.85, p.ink()) + sh.ringOf(p, r)
}

// card is a playing card with its rank and suit, and a stripe of whoever has it; where colors are
// alike, with dots instead of the ring that other pieces have.
func card(s *sheet, p Piece, r float64) string {
	face := "#26221f"
	if strings.ContainsAny(p.Letter, "♦♥") {
		face = "#b3261e"
	}
	rect := func(y, h float64, fill string) string {
		return format(`<rect x="%v" y="%v" width="%v" height="%v" rx="4" fill="%v" %v/>`, -r*.9, y, r*1.8,
			h, fill, s.shapes.outline(1.2))
	}
	dots := ""
	for i := range s.rings[max(p.Owner, -1)] {
		dots += format(`<circle cx="%v" cy="%v" r="2" fill="%v"/>`, r*(.6-.4*float64(i)), r*.97,
			inkOn(p.Color))
	}
	return rect(-r*1.2, r*2.4, fillOf(p.Color)) + dots + rect(-r*1.2, r*1.9, "#fffdf6") +
		s.shapes.letter(p, 0, -r*.25, r*.95, face)
}

// wedge points forward, as in games in which captured pieces change sides.
func (sh *shapes) wedge(p Piece, r float64) string {
	points := []topology.Point{{Y: -1.05 * r}, {X: .62 * r, Y: -.65 * r}, {X: .85 * r, Y: r},
		{X: -.85 * r, Y: r}, {X: -.62 * r, Y: -.65 * r}}
	fill := sh.level("wood")
	return sh.path(closed(points), fill, 1.2) + sh.letter(p, 0, .22*r, r*1.02, "#26221f")
}

// slab is a thick rectangle with round corners, its middle lift above that of the cell.
func (sh *shapes) slab(c Color, r, lift float64, shadow bool) string {
	w, h, thick, round := r*1.66, r*1.12, r*.4, 3.
	y := -h/2 - thick/2 - lift
	out := ""
	if shadow {
		out = sh.shade(1.5, y+h+thick-2, w/2*1.05, h*.36)
	}
	return out + sh.path(format("M%v %vv%vq0 %v %v %vh%vq%v 0 %v %vv%vZ", -w/2, y+h/2, h/2+thick-round,
		round, round, round, w-2*round, round, round, -round, -(h/2+thick-round)), rim(c), 1.2) +
		format(`<rect x="%v" y="%v" width="%v" height="%v" rx="%v" fill="%v" %v/>`, -w/2, y, w, h, round,
			sh.level(c), sh.outline(1.2))
}

// upright is a slab that stands on its edge.
func (sh *shapes) upright(c Color, r, lift float64) string {
	fill := fillOf(c)
	at := func(points ...float64) string {
		var all []topology.Point
		for i := 0; i < len(points); i += 2 {
			all = append(all, topology.Point{X: points[i] * r, Y: points[i+1]*r - lift})
		}
		return closed(all)
	}
	return sh.shade(3, r*.7-lift, r*.7, r*.2) +
		sh.path(at(-.3, .8, .72, .25, .72, -.7, -.3, -.15), sh.level(c), 1.2) +
		sh.path(at(-.72, -.35, .3, -.9, .72, -.7, -.3, -.15), mix(fill, "#ffffff", .35), 1.2) +
		sh.path(at(-.72, -.35, -.3, -.15, -.3, .8, -.72, .6), mix(fill, "#000000", .4), 1.2)
}

// stroke is a mark of a pen: a nought for the second player, a cross for the first and for nobody.
func (sh *shapes) stroke(p Piece, r float64) string {
	pen := sh.s.theme.attr("b-pen-"+string(p.Color)) + ` stroke-linecap="round"`
	switch {
	case p.Owner <= 0:
		a := number(r * .73)
		return format(`<path d="M-%v -%vQ%v -3 %v %vM%v -%vQ-3 -2 -%v %v" %v stroke-width="%v"/>`, a,
			a, "3", a, a, a, a, a, a, pen, r*.29)
	case p.Owner == 1:
		return format(`<circle r="%v" %v stroke-width="%v"/>`, r*.76, pen, r*.28)
	}
	return sh.path(closed(corners(3+p.Owner, -math.Pi/2, r*.8, 0, 0)), "none", r*.25)
}

// figure is a flat piece with the outline of a plane figure.
func (sh *shapes) figure(p Piece, r float64) string {
	var points []topology.Point
	switch p.Shape {
	case "triangle":
		points = corners(3, -math.Pi/2, r*1.18, 0, r*.2)
	case "square":
		points = corners(4, math.Pi/4, r*1.15, 0, 0)
	case "pentagon":
		points = corners(5, -math.Pi/2, r*1.05, 0, r*.06)
	case "hexagon":
		points = corners(6, 0, r*1.05, 0, 0)
	case "diamond":
		points = corners(4, 0, r*1.15, 0, 0)
	default:
		outer, inner := corners(5, -math.Pi/2, r*1.15, 0, 0), corners(5, -math.Pi*.3, r*.52, 0, 0)
		for i := range outer {
			points = append(points, outer[i], inner[i])
		}
	}
	d := closed(points)
	shadow := ""
	if sh.s.theme != Print {
		shadow = fmt.Sprintf(`<path d="%s" transform="translate(1 3)" %s opacity=".3"/>`, d,
			sh.s.theme.attr("b-shadow"))
	}
	edge := fmt.Sprintf(`<path d="%s" fill="none" stroke="%s" stroke-width="3" `+
		`stroke-linejoin="round"/>`, d, mix(fillOf(p.Color), "#ffffff", .2))
	return shadow + sh.path(d, sh.level(p.Color), 5.2) + edge +
		sh.path(d, sh.level(p.Color), 0) + sh.ringOf(p, r*.8) + sh.letter(p, 0, 0, r, p.ink())
}

// slice is one piece of a tower, seen from a little above: a thick ellipse.
func (sh *shapes) slice(p Piece, r, y, thick float64) string {
	flat := r * .62
	out := sh.path(format("M%v %vv%va%v %v 0 0 0 %v 0v%vZ", -r, y, thick, r, flat, 2*r,
		-thick), rim(p.Color), 1.2) +
		format(`<ellipse cy="%v" rx="%v" ry="%v" fill="%v" %v/>`, y, r, flat, sh.level(p.Color),
			sh.outline(1.2))
	if p.Shape == "ring" {
		out += format(`<ellipse cy="%v" rx="%v" ry="%v" %v/>`, y, r*.45, flat*.45,
			sh.s.theme.attr("b-plain"))
	}
	if sh.s.rings[p.Owner] > 0 {
		out += format(`<ellipse cy="%v" rx="%v" ry="%v" fill="none" stroke="%v" stroke-width="1.8"/>`,
			y, r*.6, flat*.6, inkOn(p.Color))
	}
	return out
}
