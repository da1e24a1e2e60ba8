package topology

import "fmt"

// fits reports whether this many sites are allowed, and records a problem if not.
func (b *builder) fits(sites int) bool {
	if sites <= MaxSites {
		return true
	}
	with := "cells"
	if b.board.Spec.Edges || b.board.Spec.Corners {
		with = "cells, edges and corners"
	}
	b.tooLarge(fmt.Sprintf("having %d %s", sites, with))
	return false
}

func (b *builder) square() {
	names := []string{"width", "height", "number of layers"}
	if len(b.board.Spec.Args) != 3 {
		names = names[:2]
	}
	if !b.args(names...) {
		return
	}
	if len(b.board.Spec.Args) == 3 {
		b.cube()
		return
	}
	w, h := b.board.Spec.Args[0], b.board.Spec.Args[1]
	sites := w * h
	if b.board.Spec.Edges {
		sites += w*(h+1) + h*(w+1)
	}
	if b.board.Spec.Corners {
		sites += (w + 1) * (h + 1)
	}
	if !b.fits(sites) {
		return
	}
	b.lattice = squares
	if !b.close(w, h) {
		return
	}
	for row := 1; row <= h; row++ {
		for column := 1; column <= w; column++ {
			b.addCell(vec{2 * column, 2 * row}, column, row, cellName(column, row))
		}
	}
	b.bounded()
}

// skewed adds the cells of a board of hexes in rows whose columns lean: every row is `lean`
// quarters of a cell further right than the one below.
func (b *builder) skewed(columns, rows, lean int, has func(column, row int) bool) {
	b.lattice = hexRows
	for row := 1; row <= rows; row++ {
		for column := 1; column <= columns; column++ {
			if has(column, row) {
				b.addCell(vec{4*column + lean*row, 6 * row}, column, row, cellName(column, row))
			}
		}
	}
	b.bounded()
}

func (b *builder) rhombus() {
	if !b.args("columns", "rows") {
		return
	}
	if n, m := b.board.Spec.Args[0], b.board.Spec.Args[1]; b.fits(n * m) {
		b.skewed(n, m, 2, func(int, int) bool { return true })
	}
}

func (b *builder) hexagon() {
	if !b.args("side") {
		return
	}
	if n := b.board.Spec.Args[0]; b.fits(3*n*(n-1) + 1) {
		b.skewed(2*n-1, 2*n-1, -2, func(column, row int) bool { return column-row < n && row-column < n })
	}
}

func (b *builder) triangle() {
	if !b.args("side") {
		return
	}
	if n := b.board.Spec.Args[0]; b.fits(n * (n + 1) / 2) {
		b.skewed(n, n, 2, func(column, row int) bool { return column+row <= n+1 })
	}
}

// close lets the board close on itself in the directions that the spec names.
func (b *builder) close(w, h int) bool {
	for _, by := range b.board.Spec.Around {
		size := 0
		switch by {
		case "east", "west":
			size, b.roundX = w, 2*w
		case "north", "south":
			size, b.roundY = h, 2*h
		default:
			b.problem("a board of squares closes on itself to the "+by,
				"write round(east), round(north) or both")
			return false
		}
		if size < 3 {
			b.problem("the board is too small to close on itself",
				"it needs at least 3 cells that way, or a cell would be its own neighbor")
			return false
		}
	}
	return true
}

// cube adds the cells of a board with layers.
func (b *builder) cube() {
	spec := &b.board.Spec
	w, h, layersN := spec.Args[0], spec.Args[1], spec.Args[2]
	if !b.fits(w * h * layersN) {
		return
	}
	if spec.Edges || spec.Corners || len(spec.Around) > 0 || w > 26 || layersN > 26 {
		b.problem("a board with layers has only cells, does not go round and has at most 26 columns "+
			"and layers", "leave out what stands after `with`, or make the board smaller")
		return
	}
	b.lattice = layers(h)
	b.board.Layers = layersN
	for layer := range layersN {
		for row := 1; row <= h; row++ {
			for column := 1; column <= w; column++ {
				b.addCell(vec{2 * column, 2*row + layer*b.lattice.gap}, column, row,
					string(rune('A'+layer))+cellName(column, row))
			}
		}
	}
}

// cut adds the cells of a board of squares that is drawn: every second character is the place of a
// cell, and there is none where a blank is.
func (b *builder) cut() {
	if spec := &b.board.Spec; len(spec.Args) > 0 {
		b.problem("square takes numbers or a picture, not both",
			"leave out the numbers: the picture says how large the board is").Argument = 0
		return
	}
	tiles := b.tiles()
	if len(tiles) == 0 {
		return
	}
	left, right, top, bottom := tiles[0].column, 0, tiles[0].line, tiles[0].line
	for _, t := range tiles {
		left, right, bottom = min(left, t.column), max(right, t.column), max(bottom, t.line)
	}
	at := map[[2]int]rune{}
	for _, t := range tiles {
		if (t.column-left)%2 != 0 {
			p := b.problem(fmt.Sprintf("the %q is between two places of the picture", t.sign),
				"on squares, cells are two characters apart")
			p.PictureLine, p.PictureColumn = t.line, t.column
			return
		}
		at[[2]int{(t.column-left)/2 + 1, bottom - t.line + 1}] = t.sign
	}
	w, h := (right-left)/2+1, bottom-top+1
	if !b.fits(len(tiles)) {
		return
	}
	b.lattice = squares
	if !b.close(w, h) {
		return
	}
	for row := 1; row <= h; row++ {
		for column := 1; column <= w; column++ {
			sign, ok := at[[2]int{column, row}]
			if !ok {
				continue
			}
			b.drawn(b.addCell(vec{2 * column, 2 * row}, column, row, cellName(column, row)), sign)
		}
	}
	b.bounded()
}
