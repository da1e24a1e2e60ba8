package board

import (
	"fmt"
	"strings"

	"boardgame/dsl/topology"
)

// crossings draws stones on the crossings of lines, two columns apart, with dots at the stars; in
// ASCII, points without lines. The letters of the columns may be on both sides.
func crossings(twice bool) func(*drawing) bool {
	return func(d *drawing) bool {
		b := d.v.Board
		pitch := d.glyph + 1
		where := func(column, row int) (int, int) {
			x, y := d.onScreen(column, row)
			return x * pitch, y
		}
		for s := range b.Cells.All() {
			x, y := where(b.Column[s], b.Row[s])
			d.at[s] = place{x, y}
			for i := 1; i < pitch && x/pitch < b.Width-1 && d.style.Unicode; i++ {
				d.canvas.put(x+i, y, "─", faint)
			}
			text := d.choose(d.joint(x/pitch, y, b.Width-1, b.Height-1), ".")
			if d.v.Look.Stars.Has(s) {
				text = d.choose("╋", "+")
			}
			d.canvas.put(x, y, text, faint)
		}
		d.cells(func(topology.Site) string { return "" })
		aside := d.framed(2, 1)
		d.axes(-1-2*aside, b.Height+aside, where)
		if twice && d.v.Labels && aside == 0 {
			d.axes((b.Width-1)*pitch+4, -1, where)
		}
		return true
	}
}

// rack draws columns that are open at the top.
func rack(d *drawing) bool {
	b := d.v.Board
	pitch := d.glyph + 3
	where := func(column, row int) (int, int) {
		x, y := d.onScreen(column, row)
		return x*pitch + 2, y
	}
	for x := range b.Width + 1 {
		for y := range b.Height {
			d.canvas.put(x*pitch, y, d.choose("│", "|"), faint)
		}
		d.canvas.put(x*pitch, b.Height, d.joint(x, b.Height, b.Width, b.Height), faint)
		for i := 1; i < pitch && x < b.Width; i++ {
			d.canvas.put(x*pitch+i, b.Height, d.choose("─", "-"), faint)
		}
	}
	for s := range b.Cells.All() {
		x, y := where(b.Column[s], b.Row[s])
		d.at[s] = place{x, y}
	}
	d.cells(func(topology.Site) string { return d.choose("·", ".") })
	d.axes(-1, b.Height+1, where)
	return true
}

// pits draws hollows in a grid and, at both ends, what lies in the stores, with the names of the
// sides at the right.
func pits(d *drawing) bool {
	v, b := d.v, d.v.Board
	room := 0
	for _, n := range v.Stores {
		room = max(room, len(fmt.Sprint(n)))
	}
	pitch, base := 3+d.glyph, 2*b.Height
	if len(v.Stores) != 2 {
		return grid(3)(d)
	}
	side := room + 3
	d.left = -side
	if !grid(3)(d) {
		return false
	}
	right := b.Width * pitch
	for i, at := range []int{-side, right} {
		for y := range base + 1 {
			d.canvas.put([2]int{-side, right + side}[i], y, d.choose("│", "|"), faint)
		}
		for x := at + 1; x < at+side; x++ {
			d.canvas.put(x, 0, d.choose("─", "-"), faint)
			d.canvas.put(x, base, d.choose("─", "-"), faint)
		}
		inner := []int{0, right}[i]
		d.canvas.put(inner, 0, d.choose("┬", "+"), faint)
		d.canvas.put(inner, base, d.choose("┴", "+"), faint)
		outer, owner := []int{-side, right + side}[i], 1-i
		d.canvas.put(outer, 0, d.choose([]string{"┌", "┐"}[i], "+"), faint)
		d.canvas.put(outer, base, d.choose([]string{"└", "┘"}[i], "+"), faint)
		if v.Flip {
			owner = i
		}
		text := fmt.Sprintf("%*d", room, v.Stores[owner])
		d.canvas.write(at+2, b.Height, text, ink{bold: true, color: v.Sides[owner].Color})
		y := base - 1
		if i == 0 {
			y = 1
		}
		d.canvas.write(right+side+2, y, v.Sides[owner].Name, faint)
	}
	return true
}

// race draws the points of a race in two rows: men in columns, at most five and then a number, with
// the bar between the halves and the dice in the middle.
func race(d *drawing) bool {
	const most = 5
	v, b := d.v, d.v.Board
	left, right, top, base := 0, 0, 0, 0
	longest := 2
	for s := range b.Cells.All() {
		p := v.point(s)
		left, right = min(left, int(p.X)), max(right, int(p.X))
		base, top = min(base, int(p.Y)), max(top, int(p.Y))
		longest = max(longest, widths.StringWidth(b.Names[s]))
	}
	if top-base != 1 {
		return false
	}
	d.glyph, longest = 1, min(longest, 3)
	const low = 2*most + 2
	for s := range b.Cells.All() {
		p := v.point(s)
		at, names, way := place{(int(p.X) - left) * (longest + 1), 1}, 0, 1
		if int(p.Y) == base {
			at.y, names, way = low-1, low, -1
		}
		d.at[s] = at
		d.canvas.write(at.x-1, names, b.Names[s], faint)
		if ending(b, s) < 0 {
			for y := range low + 1 {
				d.canvas.put(at.x-2, y, d.choose("│", "|"), faint)
				d.canvas.put(at.x-1+longest, y, d.choose("│", "|"), faint)
			}
		}
		all := int64(0)
		for _, c := range v.Counts[s] {
			all += c.N
		}
		y := at.y
		for _, c := range v.Counts[s] {
			in := ink{color: c.Color, bold: true}
			text := sign(d.choose(c.Unicode, c.ASCII), !d.style.Unicode)
			switch shown := c.N; {
			case all > most && len(v.Counts[s]) > 1:
				d.canvas.write(at.x, y, fmt.Sprint(text, c.N), in)
				y += way
			default:
				if all > most {
					shown = most - 1
				}
				for range shown {
					d.canvas.put(at.x, y, text, in)
					y += way
				}
				if all > most {
					d.canvas.write(at.x, y, fmt.Sprint(c.N), in)
				}
			}
		}
		switch {
		case all == 0 && v.Legal.Has(s):
			d.canvas.put(at.x, at.y, d.choose("•", "*"), ink{color: "green", bold: true})
		case all == 0:
			d.canvas.put(at.x, at.y, d.choose("·", "."), faint)
		}
	}
	d.marked()
	if text := d.dice(); text != "" {
		d.canvas.write((right-left)*(longest+1)*5/8, most+1, text, ink{bold: true})
		d.diced = true
	}
	return true
}

// dice writes the dice that lie on the table; "" if none do.
func (d *drawing) dice() string {
	var all []string
	for _, die := range d.v.Dice {
		text := fmt.Sprint(die.Value)
		if die.Used {
			text += " (used)"
		}
		all = append(all, text)
	}
	if all == nil {
		return ""
	}
	return "dice: " + strings.Join(all, ", ")
}

// links draws what joins pieces a knight's move apart.
func (d *drawing) links() {
	b := d.v.Board
	for _, pair := range d.v.Links {
		p, q := d.at[pair[0]], d.at[pair[1]]
		if p.x > q.x {
			p, q = q, p
		}
		in := ink{color: d.v.Pieces[pair[0]].Color}
		text := d.choose("╲", "\\")
		if p.y > q.y {
			text = d.choose("╱", "/")
		}
		switch aside := b.Column[pair[0]] - b.Column[pair[1]]; aside {
		case 1, -1:
			d.canvas.put((p.x+q.x)/2, (p.y+q.y)/2, text, in)
		default:
			d.canvas.put(p.x+1, p.y, text, in)
			d.canvas.put(q.x-1, q.y, text, in)
		}
	}
	d.linked = true
}

// framed writes the signs of the sides along their borders of the board, so many columns and lines
// from the cells, and returns 1 if there are any; otherwise 0.
func (d *drawing) framed(across, down int) int {
	v, b := d.v, d.v.Board
	any := 0
	for i, set := range v.Look.Frame {
		if i >= len(v.Sides) || v.Sides[i].Unicode == "" {
			continue
		}
		for j, line := range []topology.Set{b.FileOf(1), b.FileOf(b.Width), b.RankOf(1),
			b.RankOf(b.Height)} {
			if line.Empty() || !line.In(&set) {
				continue
			}
			any = 1
			step := []place{{-across, 0}, {across, 0}, {0, down}, {0, -down}}[j]
			if v.Flip {
				step = place{-step.x, -step.y}
			}
			for s := range line.All() {
				at := place{d.at[s].x + step.x, d.at[s].y + step.y}
				if text := d.canvas.at(at.x, at.y); text == "" || text == " " {
					d.canvas.put(at.x, at.y, sign(d.choose(v.Sides[i].Unicode, v.Sides[i].ASCII),
						!d.style.Unicode), ink{color: v.Sides[i].Color})
				}
			}
		}
	}
	return any
}

// pile returns the pieces of a tower from the top down, at most d.tower; the last part counts the
// others. There are none if a site has no tower or d.tower is 0, unless it has pegs, which come
// after whatever else is there.
func (d *drawing) pile(s topology.Site) (parts []part) {
	below := d.v.Below[s]
	top, ok := d.v.placed(s)
	add := func(p Piece) {
		parts = append(parts, part{d.sign(p), "", ink{color: p.Color, bold: true}})
	}
	pegs := d.v.Pegs[s]
	switch {
	case d.tower > 0 && ok && len(below) > 0:
		add(top)
		for i := len(below) - 1; i >= 0; i-- {
			if len(below) >= d.tower && len(parts) == d.tower-2 {
				parts = append(parts, part{"", fmt.Sprint("+", i+1), ink{bold: true}})
				break
			}
			add(below[i])
		}
	case pegs != nil:
		parts = d.parts(s)
	}
	for _, peg := range pegs {
		add(peg)
	}
	return parts
}

// towered draws towers as their pieces, at most so many.
func towered(most int, draw func(*drawing) bool) func(*drawing) bool {
	return func(d *drawing) bool {
		d.tower = most
		d.glyph = d.widest()
		return draw(d)
	}
}
