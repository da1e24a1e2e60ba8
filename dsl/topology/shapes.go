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
	if !b.args("width", "height") {
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
	n, m := b.board.Spec.Args[0], b.board.Spec.Args[1]
	if b.fits(n * m) {
		b.skewed(n, m, 2, func(int, int) bool { return true })
	}
}

func (b *builder) hexagon() {
	if !b.args("side") {
		return
	}
	n := b.board.Spec.Args[0]
	if b.fits(3*n*(n-1) + 1) {
		b.skewed(2*n-1, 2*n-1, -2,
			func(column, row int) bool { return column-row < n && row-column < n })
	}
}

func (b *builder) triangle() {
	if !b.args("side") {
		return
	}
	n := b.board.Spec.Args[0]
	if b.fits(n * (n + 1) / 2) {
		b.skewed(n, n, 2, func(column, row int) bool { return column+row <= n+1 })
	}
}
