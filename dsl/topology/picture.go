package topology

import (
	"fmt"
	"sort"
	"strings"
)

// A tile is a sign of a picture with its place.
type tile struct {
	sign         rune
	line, column int
}

// picture builds a board of hexes as it is drawn, one character per site. In columns (flat tops)
// the neighbors of a character are two lines above and below it, and one line above and below it in
// the adjacent columns. In rows (pointed tops) they are two columns to the left and right, and one
// column to either side in the lines above and below.
func (b *builder) picture(l *lattice) {
	if spec := &b.board.Spec; len(spec.Args) > 0 {
		b.problem(spec.Shape+" takes no numbers",
			"write board "+spec.Shape+` """…""" with a picture`).Argument = 0
		return
	}
	tiles := b.tiles()
	if len(tiles) == 0 || !b.fits(len(tiles)) || !b.even(tiles) {
		return
	}
	left, bottom := tiles[0].column, tiles[0].line
	for _, t := range tiles {
		left, bottom = min(left, t.column), max(bottom, t.line)
	}
	b.lattice = l
	type cell struct {
		tile
		v              vec
		number, letter int
	}
	cells := make([]cell, 0, len(tiles))
	first := map[int]int{} // where a row of hexes begins at the left, or a column at the bottom
	for _, t := range tiles {
		if l == hexRows {
			if at, ok := first[t.line]; !ok || t.column < at {
				first[t.line] = t.column
			}
		} else {
			first[t.column] = max(first[t.column], t.line)
		}
	}
	for _, t := range tiles {
		c := cell{tile: t}
		if l == hexRows {
			c.v = vec{2 * (t.column - left), 6 * (bottom - t.line)}
			c.letter, c.number = (t.column-first[t.line])/2+1, bottom-t.line+1
		} else {
			c.v = vec{6 * (t.column - left), 2 * (bottom - t.line)}
			c.letter, c.number = t.column-left+1, (first[t.column]-t.line)/2+1
		}
		cells = append(cells, c)
	}
	sort.Slice(cells, func(i, j int) bool {
		if cells[i].number != cells[j].number {
			return cells[i].number < cells[j].number
		}
		return cells[i].letter < cells[j].letter
	})
	for _, c := range cells {
		b.drawn(b.addCell(c.v, c.letter, c.number, cellName(c.letter, c.number)), c.sign)
	}
	b.bounded()
}

// drawn notes the sign that a picture has for a site; a dot is none.
func (b *builder) drawn(s Site, sign rune) {
	if b.board.Marks == nil {
		b.board.Marks = map[rune]Set{}
	}
	if sign == '.' {
		sign = 0
	} else {
		set := b.board.Marks[sign]
		set.Add(s)
		b.board.Marks[sign] = set
	}
	b.board.Glyphs = append(b.board.Glyphs, sign)
}

// tiles reads the characters of the picture. If it has a mistake or no characters, this is a
// problem, and there are none.
func (b *builder) tiles() []tile {
	var tiles []tile
	for line, text := range strings.Split(b.board.Spec.Picture, "\n") {
		text = strings.TrimRight(text, " \r")
		column := 0
		for _, sign := range text {
			switch {
			case sign == '\t':
				p := b.problem("there is a tab in the picture", "use spaces: tabs have no fixed width")
				p.PictureLine, p.PictureColumn = line, column
			case sign != ' ':
				tiles = append(tiles, tile{sign, line, column})
			}
			column++
		}
	}
	if len(b.problems) > 0 {
		return nil
	}
	if len(tiles) == 0 {
		b.problem("the picture of the board is empty",
			"draw a dot for every cell, a blank for no cell").PictureLine = 0
	}
	return tiles
}

// even reports whether all tiles are where hexes fit together: line and column add up to an even
// number for every tile, or to an odd one for every tile. It reports one problem for each line that
// does not fit.
func (b *builder) even(tiles []tile) bool {
	odd := 0
	for _, t := range tiles {
		odd += (t.line + t.column) & 1
	}
	wrong := 1
	if 2*odd > len(tiles) {
		wrong = 0
	}
	help := "characters of neighboring lines are one column apart, those of one line two " +
		"apart: move this one a column to the left or right"
	last := -1
	for _, t := range tiles {
		if (t.line+t.column)&1 == wrong && t.line != last {
			last = t.line
			p := b.problem(fmt.Sprintf("the %q is between two places of the picture", t.sign), help)
			p.PictureLine, p.PictureColumn = t.line, t.column
		}
	}
	return last < 0
}
