package board

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/topology"
)

// Text draws the view for a terminal; every line ends in a newline. Of several ways to draw a board
// it takes the most detailed that fits. If none is low enough, it takes the lowest that is not too
// wide; the last resort is a list of the pieces.
//
// Marks are visible without color: [x] the cursor, {x} what is chosen, (x) the last move, <x> and a
// dot where a piece may go, !x! what is threatened, *x* what has won, +x+ what would come, ~x~ what
// would go. What a picture cannot show, such as a wall between the hexes of a small drawing, is
// listed below it.
func Text(v View, style Style) string {
	lowest, lines := "", 0
	for _, labels := range []bool{v.Labels, false} {
		if lowest != "" {
			break // dropping the labels would hardly make it lower
		}
		v := v
		v.Labels = labels
		for _, draw := range layouts(&v) {
			d := &drawing{v: &v, style: style, deep: 1, at: map[topology.Site]place{}}
			d.glyph = d.widest()
			if !draw(d) || style.Width > 0 && d.canvas.width() > style.Width {
				continue
			}
			text := d.canvas.text(style.Color) + d.notes()
			n := strings.Count(text, "\n")
			if style.Height <= 0 || n <= style.Height {
				return text
			}
			if lowest == "" || n < lines {
				lowest, lines = text, n
			}
		}
	}
	if lowest != "" {
		return lowest
	}
	d := &drawing{v: &v, style: style}
	return d.list()
}

// layouts returns the ways to draw a board, the most detailed first.
func layouts(v *View) []func(*drawing) bool {
	b := v.Board
	if v.Below != nil && v.Look.Stacks != "number" {
		plain := *v
		plain.Below = nil
		base := layouts(&plain)
		var all []func(*drawing) bool
		for _, most := range []int{5, 3} {
			for _, draw := range base {
				all = append(all, towered(most, draw))
			}
		}
		return append(all, base...)
	}
	walled := !b.Edges.Empty() || !b.Corners.Empty()
	switch square := b.Full() && !points(b) && !walled; {
	case v.Look.Board == "vertices" && square:
		return []func(*drawing) bool{crossings(true), crossings(false), light(1)}
	case v.Look.Board == "lines" && square: // where diagonals decide how pieces move
		return []func(*drawing) bool{lines(4, 2), lines(3, 2), lines(2, 1), light(1)}
	case v.Look.Board == "rack" && square:
		return []func(*drawing) bool{rack, light(2), light(1)}
	case v.Look.Board == "pits" && square:
		return []func(*drawing) bool{pits, light(3), light(2)}
	case v.Look.Board == "pegs" && b.Full() && !b.IsGraph():
		return []func(*drawing) bool{light(2), light(1)}
	case v.Look.Board == "points" && v.Places != nil:
		return []func(*drawing) bool{race, rowed, tracks, shallow(tracks)}
	}
	switch {
	case flat(b):
		return []func(*drawing) bool{hexColumns, namedColumns, columns(2), columns(1),
			levelColumns(true), levelColumns(false)}
	case pointed(b):
		return []func(*drawing) bool{hexRows, rows(2), rows(1)}
	case points(b):
		if v.Places != nil {
			return []func(*drawing) bool{rowed, tracks, shallow(tracks)}
		}
		ways := []func(*drawing) bool{lines(4, 2), lines(3, 2), lines(2, 1)}
		if b.IsGraph() {
			ways = append(ways, tracks, shallow(tracks))
		}
		return ways
	case !b.Full():
		return []func(*drawing) bool{light(3), light(2), light(1)}
	case walled:
		return []func(*drawing) bool{grid(3), grid(1), low(5), low(3)}
	case v.Deep > 1 && v.Counts != nil:
		return []func(*drawing) bool{stacked(grid(3)), stacked(light(3)), stacked(light(2)),
			grid(3), light(3), light(2)}
	case b.Height <= 10:
		return []func(*drawing) bool{grid(3), light(3), light(2), light(1)}
	}
	return []func(*drawing) bool{light(3), light(2), light(1)}
}

// A drawing is a picture under construction.
type drawing struct {
	v       *View
	style   Style
	canvas  canvas
	glyph   int // columns of the widest content of a site
	deep    int // lines of a site, for stacking its content
	at      map[topology.Site]place
	tight   bool // there is no room beside the sites: marks are listed
	narrow  bool // a sign beside a piece would read as another site
	tower   int  // the most pieces of a tower that are shown; 0: only the top
	left    int  // how far the picture of a grid begins before its cells, negative
	diced   bool // the dice are in the picture
	linked  bool // so are the links
	crossed bool // lines cross where there is no point
}

var (
	faint  = ink{dim: true}
	pencil = ink{}
)

// choose returns the first text in Unicode, the second in ASCII.
func (d *drawing) choose(unicode, ascii string) string {
	if d.style.Unicode {
		return unicode
	}
	return ascii
}

func (d *drawing) sign(p Piece) string {
	return sign(d.choose(p.Unicode, p.ASCII), !d.style.Unicode)
}

// cells draws the cells at their places. empty returns what to draw on an empty cell, or "" to
// leave the canvas as it is. Marks come last, so that they override what their neighbors show.
func (d *drawing) cells(empty func(topology.Site) string) {
	v := d.v
	for s := range v.Board.Cells.All() {
		p, ok := d.at[s]
		if !ok {
			continue
		}
		tint := v.tint(s)
		if tint != nil && d.style.Color && !d.tight {
			for x := p.x - 1; x <= p.x+d.glyph; x++ {
				d.canvas.paint(x, p.y, tint.Color)
			}
		}
		piece, occupied := v.placed(s)
		pile := d.pile(s)
		if v.Ghosts != nil {
			if come, ok := v.Ghosts.Come[s]; ok {
				piece, occupied, pile = come, true, nil
			}
		}
		switch {
		case pile != nil:
			x := p.x
			for _, part := range pile {
				d.canvas.write(x, p.y, part.sign+part.number, part.ink)
				x += part.width()
			}
		case len(v.Counts[s]) > 0:
			d.stack(p, d.parts(s))
		case occupied:
			d.canvas.put(p.x, p.y, d.sign(piece), ink{color: piece.Color, bold: true})
			d.canvas.write(p.x+widths.StringWidth(d.sign(piece)), p.y, v.number(s),
				ink{color: piece.Color})
			if tint != nil && tint.Unicode != "" && !d.tight && !d.narrow {
				d.canvas.put(p.x+d.glyph, p.y,
					sign(d.choose(tint.Unicode, tint.ASCII), !d.style.Unicode), faint)
			}
		case v.number(s) != "":
			d.canvas.write(p.x+d.glyph-len(v.number(s)), p.y, v.number(s), ink{bold: true})
		case v.Legal.Has(s):
			d.canvas.put(p.x, p.y, d.choose("•", "*"), ink{color: "green", bold: true})
		case tint != nil && tint.Unicode != "":
			d.canvas.put(p.x, p.y, sign(d.choose(tint.Unicode, tint.ASCII), !d.style.Unicode),
				pencil)
		default:
			if text := empty(s); text != "" {
				d.canvas.put(p.x, p.y, text, faint)
			}
		}
	}
	if !d.tight {
		d.marked()
	}
}

// marked marks the cells, a later mark over an earlier one.
func (d *drawing) marked() {
	v := d.v
	there := d.occupied()
	for s := range v.Legal.All() {
		if t := v.tint(s); t != nil && sign(t.ASCII, true) == "*" && !d.style.Unicode {
			there.Add(s) // its sign is that of the mark
		}
	}
	d.brackets(v.Legal.And(there), "<", ">", ink{color: "green", bold: true})
	d.brackets(v.Last, "(", ")", ink{color: "yellow", bold: true})
	d.brackets(v.Threat, "!", "!", ink{color: "red", bold: true})
	for _, line := range v.Won {
		d.brackets(topology.SetOf(line...), "*", "*", ink{color: "yellow", bold: true})
	}
	if g := v.Ghosts; g != nil {
		come := topology.SetOf(slices.Collect(maps.Keys(g.Come))...)
		d.brackets(g.Go, "~", "~", ink{color: "red", bold: true})
		d.brackets(come, "+", "+", ink{color: "green", bold: true})
		for s, n := range g.Numbers {
			if p, ok := d.at[s]; ok && n != 0 {
				d.canvas.put(p.x+d.glyph, p.y, string("-+"[(cmp.Compare(n, 0)+1)/2]),
					ink{color: "green", bold: true})
			}
		}
	}
	d.brackets(v.Chosen, "{", "}", ink{color: "magenta", bold: true})
	d.brackets(v.Cursor, "[", "]", ink{bold: true, on: true})
}

// A part is one of the things that a site shows: a piece with its number, or a count.
type part struct {
	sign, number string
	ink          ink
}

func (p part) width() int { return widths.StringWidth(p.sign) + len(p.number) }

// parts returns what is on a site, a piece first.
func (d *drawing) parts(s topology.Site) []part {
	var all []part
	n := d.v.number(s)
	if piece, ok := d.v.placed(s); ok {
		all = append(all, part{d.sign(piece), n, ink{color: piece.Color, bold: true}})
	} else if n != "" {
		all = append(all, part{"", n, ink{bold: true}})
	}
	for _, c := range d.v.Counts[s] {
		all = append(all, part{sign(d.choose(c.Unicode, c.ASCII), !d.style.Unicode),
			strconv.FormatInt(c.N, 10), ink{color: c.Color, bold: true}})
	}
	return all
}

// widest returns how many columns the sites need for their content, side by side or stacked.
func (d *drawing) widest() int {
	most := 1
	if d.v.Counts != nil {
		most = 2 // a sign and a digit, even before the first is there
	}
	for s := range d.occupied().All() {
		width := 0
		for _, p := range d.pile(s) {
			width += p.width()
		}
		if width > 0 {
			most = max(most, width)
			continue
		}
		for i, p := range d.parts(s) {
			if d.deep > 1 {
				width = max(width, p.width())
				continue
			}
			width += p.width() + min(i, 1)
		}
		most = max(most, width)
	}
	return most
}

// stack writes the parts of a site below each other as long as there are lines, then side by side.
func (d *drawing) stack(at place, parts []part) {
	x, y := at.x, at.y
	for i, p := range parts {
		d.canvas.write(x, y, p.sign+p.number, p.ink)
		if i+1 < d.deep {
			y++
		} else {
			x += p.width() + 1
		}
	}
}

// stacked lets a layout give a site as many lines as it may need.
func stacked(draw func(*drawing) bool) func(*drawing) bool {
	return func(d *drawing) bool {
		d.deep = max(d.v.Deep, 1)
		d.glyph = d.widest()
		return draw(d)
	}
}

// shallow lets a layout give a site only as many lines as it needs now: on a low screen the height
// of the picture may change.
func shallow(draw func(*drawing) bool) func(*drawing) bool {
	return func(d *drawing) bool {
		v := *d.v
		v.Deep = 0
		for s, counts := range v.Counts {
			n := len(counts)
			if _, stands := v.Pieces[s]; stands {
				n++
			}
			v.Deep = max(v.Deep, n)
		}
		d.v = &v
		return draw(d)
	}
}

// occupied is the sites on which something is drawn.
func (d *drawing) occupied() topology.Set {
	var set topology.Set
	for s := range d.v.Pieces {
		set.Add(s)
	}
	for s, n := range d.v.Numbers {
		if n != 0 {
			set.Add(s)
		}
	}
	for s, counts := range d.v.Counts {
		if len(counts) > 0 {
			set.Add(s)
		}
	}
	for s := range d.v.Pegs {
		set.Add(s)
	}
	return set
}

func (d *drawing) brackets(sites topology.Set, open, shut string, in ink) {
	for s := range sites.And(d.v.Board.Cells).All() {
		if p, ok := d.at[s]; ok {
			d.canvas.put(p.x-1, p.y, open, in)
			d.canvas.put(p.x+d.glyph, p.y, shut, in)
		}
	}
}

// bare marks an empty edge or corner.
func (d *drawing) bare(s topology.Site, p place) {
	switch v := d.v; {
	case v.Cursor.Has(s):
		d.canvas.put(p.x, p.y, d.choose("◆", "@"), ink{bold: true, on: true})
	case v.Chosen.Has(s):
		d.canvas.put(p.x, p.y, d.choose("◇", "&"), ink{color: "magenta", bold: true})
	case v.Legal.Has(s):
		d.canvas.put(p.x, p.y, d.choose("•", "*"), ink{color: "green", bold: true})
	}
}

// notes lists what the picture does not show.
func (d *drawing) notes() string {
	v := d.v
	var hidden topology.Set
	for s := range topology.Site(v.Board.Sites) {
		if _, ok := d.at[s]; !ok {
			hidden.Add(s)
		}
	}
	out := d.pieces(hidden) + d.numbers(hidden)
	if d.tight {
		hidden = v.Board.All()
	}
	return out + d.marks(hidden) + d.others(hidden)
}

// others lists the dice, the links and what a step would change where the picture does not show
// them: of numbers, the changes by more than one.
func (d *drawing) others(hidden topology.Set) (out string) {
	v, b := d.v, d.v.Board
	if text := d.dice(); text != "" && !d.diced {
		out += text + "\n"
	}
	var words []string
	for _, pair := range v.Links {
		if !d.linked && pair[0] < pair[1] {
			words = append(words, b.Names[pair[0]]+"-"+b.Names[pair[1]])
		}
	}
	if words != nil {
		out += d.wrap("links:", words)
	}
	if v.Ghosts == nil {
		return out
	}
	hidden = hidden.Or(b.Planes(topology.Edges | topology.Corners))
	var come, leave, change []string
	for s := range b.All().All() {
		if piece, ok := v.Ghosts.Come[s]; ok && hidden.Has(s) {
			come = append(come, b.Names[s]+" "+d.sign(piece))
		}
		if v.Ghosts.Go.Has(s) && hidden.Has(s) {
			leave = append(leave, b.Names[s])
		}
		if n := v.Ghosts.Numbers[s]; n != 0 && (hidden.Has(s) || n > 1 || n < -1) {
			change = append(change, fmt.Sprintf("%s%+d", b.Names[s], n))
		}
	}
	for i, words := range [][]string{come, leave, change} {
		if words != nil {
			out += d.wrap([]string{"would come:", "would go:", "would change:"}[i], words)
		}
	}
	return out
}

// list is the drawing of last resort.
func (d *drawing) list() string {
	out := d.pieces(d.v.Board.All()) + d.numbers(d.v.Board.All())
	if out == "" {
		out = d.wrap("no pieces", nil)
	}
	return out + d.marks(d.v.Board.All()) + d.others(d.v.Board.All())
}

// pieces lists the pieces on the sites of the set, one line per kind.
func (d *drawing) pieces(on topology.Set) string {
	v := d.v
	type group struct{ sign, name string }
	var order []group
	where := map[group][]string{}
	for s := range on.All() {
		p, ok := v.placed(s)
		if !ok {
			continue
		}
		g := group{d.sign(p), p.Name}
		if where[g] == nil {
			order = append(order, g)
		}
		where[g] = append(where[g], v.Board.Names[s])
	}
	var out strings.Builder
	for _, g := range order {
		out.WriteString(d.wrap(g.sign, where[g]))
	}
	return out.String()
}

// numbers lists the numbers on the sites of the set.
func (d *drawing) numbers(on topology.Set) string {
	var words []string
	for s := range on.All() {
		if n := d.v.number(s); n != "" {
			words = append(words, d.v.Board.Names[s]+"="+n)
		}
	}
	var out strings.Builder
	if words != nil {
		out.WriteString(d.wrap(d.v.Counted+":", words))
	}
	var names []string
	counted := map[string][]string{}
	for s := range on.All() {
		for _, c := range d.v.Counts[s] {
			if counted[c.Name] == nil {
				names = append(names, c.Name)
			}
			counted[c.Name] = append(counted[c.Name], fmt.Sprint(d.v.Board.Names[s], "=", c.N))
		}
	}
	for _, name := range names {
		out.WriteString(d.wrap(name+":", counted[name]))
	}
	return out.String()
}

func (d *drawing) marks(hidden topology.Set) string {
	v := d.v
	var out strings.Builder
	sides := v.Board.Planes(topology.Edges | topology.Corners)
	built := sides.And(d.occupied())
	bare := sides.Minus(built)
	won := topology.SetOf(slices.Concat(v.Won...)...)
	for _, m := range []struct {
		what   string
		sites  topology.Set
		hidden topology.Set
	}{{"last move:", v.Last, hidden.Or(bare)}, {"chosen:", v.Chosen, hidden.Or(built)},
		{"cursor:", v.Cursor, hidden}, {"possible:", v.Legal, hidden.Or(built)},
		{"threatened:", v.Threat, hidden.Or(sides)},
		{"decided by:", won, hidden.Or(sides)}} {
		var names []string
		for s := range m.sites.And(m.hidden).All() {
			names = append(names, v.Board.Names[s])
		}
		if len(names) > 0 {
			out.WriteString(d.wrap(m.what, names))
		}
	}
	return out.String()
}

// wrap writes the words after the head, further lines indented.
func (d *drawing) wrap(head string, words []string) string {
	var out strings.Builder
	column := widths.StringWidth(head)
	out.WriteString(head)
	for _, w := range words {
		if d.style.Width > 0 && column+1+len(w) > d.style.Width {
			out.WriteString("\n ")
			column = 1
		}
		out.WriteString(" " + w)
		column += 1 + widths.StringWidth(w)
	}
	return out.String() + "\n"
}
