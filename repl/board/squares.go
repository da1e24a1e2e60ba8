package board

import (
	"fmt"

	"boardgame/dsl/topology"
)

func label(column, row int) string { return fmt.Sprint(topology.ColumnName(column), row) }

// onScreen returns the place of a cell of a square board on the screen, from 0, counted from the
// left and from the top.
func (d *drawing) onScreen(column, row int) (int, int) {
	b := d.v.Board
	if d.v.Flip {
		return b.Width - column, row - 1
	}
	return column - 1, b.Height - row
}

// axes writes the coordinates of a square board to the left of its rows and under its columns.
// place returns where the middle of a cell is, left is the column just left of the picture, and
// base the line just below it. Letters that would run into each other are left out.
func (d *drawing) axes(left, base int, place func(column, row int) (int, int)) {
	if !d.v.Labels {
		return
	}
	b := d.v.Board
	for row := 1; row <= b.Height; row++ {
		_, y := place(1, row)
		number := d.v.row(row)
		d.canvas.write(left-len(number), y, number, faint)
	}
	end := left
	first, _ := place(1, 1)
	second, _ := place(2, 1)
	wide := (b.Width + 1) * max(second-first, first-second) // a layer
	for i := range b.Width * max(b.Layers, 1) {
		column := i%b.Width + 1
		if d.v.Flip {
			column = b.Width - i%b.Width
		}
		letters := d.v.column(column)
		x, _ := place(column, 1)
		if x += i / b.Width * wide; x-len(letters)/2 > end {
			d.canvas.write(x-len(letters)/2, base, letters, faint)
			end = x - len(letters)/2 + len(letters)
		}
	}
}

// light draws a square board without lines, with a dot for every empty cell and `pitch` columns per
// cell.
func light(pitch int) func(*drawing) bool {
	return func(d *drawing) bool {
		d.tight = pitch == 1
		if d.tight && (len(d.v.Numbers) > 0 || len(d.v.Counts) > 0) {
			return false // two adjacent numbers would read as one
		}
		pitch := pitch + d.glyph - 1
		where := func(column, row int) (int, int) {
			x, y := d.onScreen(column, row)
			return x * pitch, y * d.deep
		}
		b := d.v.Board
		for s := range b.Cells.All() {
			x, y := where(b.Column[s], b.Row[s])
			d.at[s] = place{x + b.Layer(s)*(b.Width+1)*pitch, y}
		}
		if d.v.Links != nil && pitch > 1 {
			d.links()
		}
		d.cells(func(topology.Site) string { return d.choose("·", ".") })
		aside := 0
		if pitch > 1 {
			aside = d.framed(2, 1)
		}
		d.axes(-2-aside, b.Height*d.deep+aside, where)
		if b.Layers > 0 && d.v.Labels {
			for layer := range b.Layers { // under the columns, the letter with which its names begin
				x := (layer*(b.Width+1) + (b.Width-1)/2) * pitch
				d.canvas.write(x, b.Height*d.deep+1, string(rune('A'+layer)), faint)
			}
		}
		return true
	}
}

// grid draws a square board as a grid of cells `room` columns wide. If the board has edges or
// corners, the grid stays open, and what is on them is drawn as walls.
func grid(room int) func(*drawing) bool {
	return func(d *drawing) bool {
		b := d.v.Board
		w, h := b.Width, b.Height
		pitch, high := room+d.glyph, d.deep+1
		if room == 1 {
			d.tight = true
		}
		where := func(column, row int) (int, int) {
			x, y := d.onScreen(column, row)
			return x*pitch + (room+1)/2, high*y + 1
		}
		walled := !b.Edges.Empty() || !b.Corners.Empty()
		open := d.v.Look.Board == "open" && !walled
		for y := range h + 1 {
			for x := range w + 1 {
				if rim := x == 0 || x == w; open && (rim || y == 0 || y == h) {
					for i := 1; i < pitch && rim && x == 0 && y > 0 && y < h; i++ {
						d.canvas.put(i, high*y, d.choose("─", "-"), faint)
					}
					for i := 1; i < high && y == 0 && !rim; i++ {
						d.canvas.put(x*pitch, i, d.choose("│", "|"), faint)
					}
					continue
				}
				inner := walled && x > 0 && x < w && y > 0 && y < h
				if joint := d.joint(x, y, w, h); !inner {
					d.canvas.put(x*pitch, high*y, joint, faint)
				} else {
					d.canvas.put(x*pitch, high*y, d.choose("·", "."), faint)
				}
				for i := 1; i < pitch && x < w; i++ {
					if !walled || y == 0 || y == h {
						d.canvas.put(x*pitch+i, high*y, d.choose("─", "-"), faint)
					}
				}
				for i := 1; i < high && y < h && (!walled || x == 0 || x == w); i++ {
					d.canvas.put(x*pitch, high*y+i, d.choose("│", "|"), faint)
				}
			}
		}
		for s := range b.Cells.All() {
			x, y := where(b.Column[s], b.Row[s])
			d.at[s] = place{x, y}
		}
		d.cells(func(s topology.Site) string {
			if p := d.at[s]; d.v.Look.Board == "pits" {
				d.canvas.put(p.x+d.glyph-1, p.y, d.choose("·", "."), faint)
			}
			return ""
		})
		below := high*h + 1
		switch {
		case walled:
			d.walls(pitch)
		case open:
			below--
		case d.v.Look.Board == "tray":
			below++
			d.left = -2
			d.arrows(w*pitch, high*h, where)
		}
		if d.v.Look.Frame != nil && d.glyph == 1 && d.framed(3, 2) > 0 {
			d.left--
			below++
		}
		d.axes(d.left-1, below, where)
		return true
	}
}

// arrows draws where the rows of a tray are pushed from, around a grid of a width and a height.
func (d *drawing) arrows(w, h int, where func(column, row int) (int, int)) {
	b := d.v.Board
	for column := range b.Width {
		x, _ := where(column+1, 1)
		d.canvas.put(x, -1, d.choose("↓", "v"), faint)
		d.canvas.put(x, h+1, d.choose("↑", "^"), faint)
	}
	for row := range b.Height {
		_, y := where(1, row+1)
		d.canvas.put(-2, y, d.choose("→", ">"), faint)
		d.canvas.put(w+2, y, d.choose("←", "<"), faint)
	}
}

// joint is the sign where the lines of the grid meet.
func (d *drawing) joint(x, y, w, h int) string {
	arms := 0
	for i, on := range []bool{y > 0, x < w, y < h, x > 0} {
		if on {
			arms |= 1 << i
		}
	}
	return d.choose(lightJoints[arms], "+")
}

// Signs by their arms: 1 up, 2 right, 4 down, 8 left.
var (
	lightJoints = [16]string{"·", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤",
		"┬", "┼"}
	heavyJoints = [16]string{"╋", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫",
		"┳", "╋"}
	doubleJoints = [16]string{"╬", "║", "═", "╚", "║", "║", "╔", "╠", "═", "╝", "═", "╩", "╗", "╣",
		"╦", "╬"}
)

// walls draws the edges and the corners of a square board: heavy lines for pieces, double ones for
// those of the last move. Pieces with an owner also show their sign.
func (d *drawing) walls(pitch int) {
	v, b := d.v, d.v.Board
	up, right, down, left := [2]int{0, -1}, [2]int{1, 0}, [2]int{0, 1}, [2]int{-1, 0}
	standing := d.standing()
	sides := b.Planes(topology.Edges | topology.Corners)
	for s := range sides.All() {
		x, y := d.halves(s)
		spot := place{(x + 1) / 2 * pitch, y}
		across := x%2 == 1 // an edge that lies along a row
		if across {
			spot.x = (x-1)/2*pitch + (pitch+1)/2
		}
		d.at[s] = spot
		corner := b.Corners.Has(s)
		piece, occupied := v.placed(s)
		if !occupied {
			d.bare(s, spot)
			continue
		}
		in := ink{color: piece.Color, bold: true, on: v.Cursor.Has(s)}
		joints, ascii := &heavyJoints, "#"
		if v.Last.Has(s) {
			joints, ascii = &doubleJoints, "%"
		}
		if v.Cursor.Has(s) {
			ascii = "@"
		}
		switch {
		case corner:
			arms := 0
			for i, step := range [][2]int{up, right, down, left} {
				if standing[[2]int{x + step[0], y + step[1]}] {
					arms |= 1 << i
				}
			}
			d.canvas.put(spot.x, spot.y, d.choose(joints[arms], ascii), in)
		case across:
			for i := 1; i < pitch; i++ {
				d.canvas.put((x-1)/2*pitch+i, spot.y, d.choose(joints[10], ascii), in)
			}
		default:
			d.canvas.put(spot.x, spot.y, d.choose(joints[5], ascii), in)
		}
		if piece.Owner >= 0 || v.Cursor.Has(s) && d.style.Unicode {
			d.canvas.put(spot.x, spot.y, d.sign(piece), in)
		}
	}
}

// halves returns the place of an edge or a corner of a square board on the screen, in half cells
// from the left and the top.
func (d *drawing) halves(s topology.Site) (x, y int) {
	b := d.v.Board
	p := b.Points[s]
	x, y = int(2*p.X)-1, 2*b.Height+1-int(2*p.Y)
	if d.v.Flip {
		x, y = 2*b.Width-x, 2*b.Height-y
	}
	return x, y
}

// standing is the set of places, in half cells, of the occupied edges and corners of a square
// board.
func (d *drawing) standing() map[[2]int]bool {
	all := map[[2]int]bool{}
	sides := d.v.Board.Planes(topology.Edges | topology.Corners)
	for s := range d.v.Pieces {
		if sides.Has(s) {
			x, y := d.halves(s)
			all[[2]int{x, y}] = true
		}
	}
	return all
}

// low draws a square board with edges and corners without the grid, with one line of text per row
// and `room` columns per cell. A wall below a row underlines its text, and a wall between two cells
// is a bar. If two marks would share a place, one is listed.
func low(room int) func(*drawing) bool {
	return func(d *drawing) bool {
		v, b := d.v, d.v.Board
		pitch := room + d.glyph
		where := func(column, row int) (int, int) {
			x, y := d.onScreen(column, row)
			return x*pitch + (room+1)/2, y
		}
		for s := range b.Cells.All() {
			x, y := where(b.Column[s], b.Row[s])
			d.at[s] = place{x, y}
		}
		// The walls below the rows come first, because the cells are drawn over them.
		sides := b.Planes(topology.Edges | topology.Corners)
		spot := func(s topology.Site) (p place, lying bool) {
			x, y := d.halves(s)
			p = place{(x + 1) / 2 * pitch, y/2 - 1 + y%2} // a corner, or the bar between two cells
			if x%2 == 1 && y%2 == 0 {
				p.x, lying = (x-1)/2*pitch+1, true
			}
			return p, lying
		}
		foot := func(s topology.Site) string {
			if v.Last.Has(s) {
				return d.choose("▂", "=")
			}
			return d.choose("▁", "_")
		}
		look := func(s topology.Site) ink {
			return ink{color: v.Pieces[s].Color, bold: true, on: v.Cursor.Has(s)}
		}
		for s := range sides.All() {
			if _, occupied := v.placed(s); !occupied {
				continue
			}
			if p, lying := spot(s); lying {
				for i := range pitch - 1 {
					d.canvas.put(p.x+i, p.y, foot(s), look(s))
				}
			}
		}
		d.cells(func(s topology.Site) string {
			if p := d.at[s]; d.canvas.at(p.x, p.y) != "" {
				return ""
			}
			return d.choose("·", ".")
		})
		standing, taken := d.standing(), map[place]bool{}
		// the bars win over the corners below them
		for _, plane := range []topology.Set{b.Corners, b.Edges} {
			for s := range plane.All() {
				p, lying := spot(s)
				piece, occupied := v.placed(s)
				x, y := d.halves(s)
				marked := v.Cursor.Has(s) || !occupied && (v.Chosen.Has(s) || v.Legal.Has(s))
				if marked && taken[p] {
					continue // it is listed
				}
				taken[p] = taken[p] || marked
				d.at[s] = p
				switch {
				case !occupied:
					d.bare(s, p)
				case piece.Owner >= 0:
					d.canvas.put(p.x, p.y, d.sign(piece), look(s))
				case lying:
				case b.Corners.Has(s) &&
					(standing[[2]int{x - 1, y}] || standing[[2]int{x + 1, y}] ||
						!standing[[2]int{x, y - 1}] && !standing[[2]int{x, y + 1}]):
					d.canvas.put(p.x, p.y, foot(s), look(s))
				case v.Last.Has(s):
					d.canvas.put(p.x, p.y, d.choose("║", "%"), look(s))
				default:
					d.canvas.put(p.x, p.y, d.choose("┃", "#"), look(s))
				}
			}
		}
		d.axes(-1, b.Height, where)
		return true
	}
}
