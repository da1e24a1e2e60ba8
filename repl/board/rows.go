package board

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/topology"
)

// rowed draws a graph whose points a ruleset has put into rows, as on a physical board. Each point
// has its name, above it in the upper half and below it in the lower half.
func rowed(d *drawing) bool {
	v, b := d.v, d.v.Board
	d.deep = max(v.Deep, 1)
	d.glyph = d.widest()
	const around = 2 // a bracket at each side
	left, right, top, base := 0, 0, 0, 0
	for s := range b.Cells.All() {
		p := v.point(s)
		left, right = min(left, int(p.X)), max(right, int(p.X))
		base, top = min(base, int(p.Y)), max(top, int(p.Y))
	}
	pitch := d.glyph + around
	for s := range b.Cells.All() {
		if int(v.point(s).X) < right { // text to the right of the last column is in nobody's way
			pitch = max(pitch, widths.StringWidth(b.Names[s])+1)
		}
	}
	for s := range b.Cells.All() {
		p := v.point(s)
		row := top - int(p.Y)
		at := place{(int(p.X)-left)*pitch + 1, row * (d.deep + 2)}
		label := at.y + d.deep
		if 2*row <= top-base && row < top-base { // the upper half
			label = at.y
			at.y++
		}
		d.at[s] = at
		d.canvas.write(at.x-1, label, b.Names[s], faint)
	}
	d.cells(func(topology.Site) string { return d.choose("·", ".") })
	return true
}

// MostRows is the limit on rows of points, and on columns: more than any screen has, and few enough
// to draw what is between them.
const MostRows = 128

// Rows returns the places of the points of a graph that is laid out in rows, for [View.Places].
// Each row has the names of its points, with "." for a gap. Without rows it returns nil. The error
// says why the rows do not fit this board: it is not a graph, a name is not one of its points, a
// point is missing or repeated, or there are more than [MostRows] rows or columns.
func Rows(b *topology.Board, rows [][]string) ([]topology.Point, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	if !b.IsGraph() {
		return nil, errors.New("only the points of a graph have a layout")
	}
	if len(rows) > MostRows ||
		slices.ContainsFunc(rows, func(row []string) bool { return len(row) > MostRows }) {
		return nil, fmt.Errorf("it has more than %d rows or columns", MostRows)
	}
	all := make([]topology.Point, b.Sites)
	var seen topology.Set
	for y, row := range rows {
		for x, name := range row {
			if name == "." {
				continue
			}
			s, ok := b.SiteByName(name)
			if !ok || !b.Cells.Has(s) {
				return nil, fmt.Errorf("row %d names %q, which is not a point of the board", y+1,
					name)
			}
			if seen.Has(s) {
				return nil, fmt.Errorf("row %d names %q a second time", y+1, name)
			}
			seen.Add(s)
			all[s] = topology.Point{X: float64(x), Y: -float64(y)}
		}
	}
	if missing := b.Cells.Minus(seen); missing.Len() > 0 {
		var names []string
		for s := range missing.All() {
			names = append(names, b.Names[s])
		}
		const most = 5
		if n := len(names); n > most {
			names = append(names[:most], fmt.Sprintf("and %d more", n-most))
		}
		return nil, fmt.Errorf("no row names %s", strings.Join(names, ", "))
	}
	for s := range b.Edges.All() {
		for c := range b.Next(b.Incident(topology.Cells), s).All() {
			all[s].X += all[c].X / 2
			all[s].Y += all[c].Y / 2
		}
	}
	return all, nil
}
