package layout

import (
	"slices"

	"boardgame/dsl/topology"
)

// maxGraph is the greatest number of cells of a board without a lattice for which a good order is
// searched.
const maxGraph = 64

// graph numbers the cells of a board without a lattice so that few different shifts lead from cell
// to cell: cells are placed one after the other, always one with the most neighbors placed, where
// its arcs need the fewest new shifts. Every cell is tried as the first one. It reports false for
// boards that are too large for this, or that do not profit from it.
func (l *Layout) graph(b *topology.Board) bool {
	cells := slices.Collect(b.Cells.All())
	if !b.IsGraph() || len(cells) > maxGraph || b.Sites > len(cells) {
		return false
	}
	near := make([][]int, len(cells)) // by number of the cell in order
	for r := range b.Directions {
		for i, s := range cells {
			for t := range b.Next(topology.Relation(r), s).All() {
				j, _ := slices.BinarySearch(cells, t)
				near[i] = append(near[i], j)
				near[j] = append(near[j], i)
			}
		}
	}
	best := inOrder(near)
	better := false
	for first := range cells {
		if n := number(near, first); n.shifts < best.shifts {
			best, better = n, true
		}
	}
	if !better {
		return false
	}
	l.Planes = 1
	for i, s := range cells {
		l.Bit[s] = int16(best.at[i] - best.low)
	}
	return true
}

// A numbering gives cells their places.
type numbering struct {
	at        []int // by cell
	low, high int
	// how many different shifts lead from neighbor to neighbor, those back not counted
	shifts int
}

// inOrder numbers cells consecutively.
func inOrder(near [][]int) *numbering {
	n := &numbering{high: len(near) - 1}
	var used [maxGraph]bool
	for i := range near {
		n.at = append(n.at, i)
		n.shifts += fresh(near[i], n.at, i, &used)
	}
	return n
}

// unplaced is the place of a cell that has none yet.
const unplaced = 2 * maxGraph

// fresh returns how many new shifts lead to a place from the placed neighbors of a cell, and marks
// them as used.
func fresh(near []int, at []int, place int, used *[maxGraph]bool) int {
	n := 0
	for _, j := range near {
		if j < len(at) && at[j] != unplaced {
			if k := max(place-at[j], at[j]-place); !used[k] && k > 0 {
				used[k] = true
				n++
			}
		}
	}
	return n
}

// number places cells from a first one on.
func number(near [][]int, first int) *numbering {
	n := &numbering{at: slices.Repeat([]int{unplaced}, len(near))}
	var taken [2 * maxGraph]bool // by place + maxGraph
	var used [maxGraph]bool
	placed := make([]int, len(near)) // neighbors that have places
	next, where := first, 0
	for {
		n.shifts += fresh(near[next], n.at, where, &used)
		n.at[next] = where
		taken[where+maxGraph] = true
		n.low, n.high = min(n.low, where), max(n.high, where)
		for _, j := range near[next] {
			placed[j]++
		}
		next = -1
		for i := range near {
			if n.at[i] == unplaced && (next < 0 || placed[i] > placed[next]) {
				next = i
			}
		}
		if next < 0 {
			return n
		}
		least, span := len(near)+1, 0
		for x := n.high - maxGraph + 1; x < n.low+maxGraph; x++ {
			if taken[x+maxGraph] {
				continue
			}
			with := used
			c := fresh(near[next], n.at, x, &with)
			if w := max(n.high, x) - min(n.low, x); c < least || c == least && w < span {
				where, least, span = x, c, w
			}
		}
	}
}
