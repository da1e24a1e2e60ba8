package weigh

import (
	"fmt"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/level"
)

// mostStretch bounds the cells of a stretch: a table of its contents has 4^mostStretch numbers.
const mostStretch = 7

// A stretch has room for the longest window.
const _ = uint(mostStretch - level.MaxRow)

// stretches are rows that are read together. A piece stands in dozens of windows, but only in one
// or two stretches of each direction, and each window lies in exactly one stretch. What a stretch
// holds is a number of two bits for each cell: 0 for an empty cell, 1 and 2 for a piece of the
// first and second player, 3 for a neutral one. A table says what all windows in it are worth
// together.
type stretches struct {
	points  [][]int32     // by stretch and what it holds; many stretches share a table
	through [][]stretched // by site
}

// stretched is a cell of a stretch: which stretch, and the first bit of the cell in what it holds.
type stretched struct {
	stretch uint32
	shift   uint8
}

// newStretches lays out stretches for weights between two players; nil if a row meets itself.
func newStretches(l *Evaluation) *stretches {
	s := &stretches{through: make([][]stretched, l.rules.Board.Sites)}
	contents := make([][]int32, len(l.lengths))
	for f := range contents {
		contents[f] = l.contents(f)
	}
	tables := map[string][]int32{}
	// the windows of a direction stand one after the other
	for from := 0; from < len(l.family); {
		to := from + 1
		for to < len(l.family) && l.along[to] == l.along[from] {
			to++
		}
		if !s.cut(l, from, to, contents, tables) {
			return nil
		}
		from = to
	}
	return s
}

// contents returns what a window of a family is worth by what its cells hold.
func (l *Evaluation) contents(family int) []int32 {
	length := l.lengths[family]
	rows := l.rows[family*l.windowStates():]
	all := make([]int32, 1<<(2*length))
	for holds := range all {
		state := 0
		for i := range length {
			if c := holds >> (2 * i) & 3; c > 0 {
				state += int(inWindow(c - 1))
			}
		}
		all[holds] = rows[state]
	}
	return all
}

// cut cuts the rows of a direction, which has the windows in a range, into stretches, and reports
// whether that can be done.
func (s *stretches) cut(l *Evaluation, from, to int, contents [][]int32,
	tables map[string][]int32) bool {
	sites := l.rules.Board.Sites
	next, starts := make([]topology.Site, sites), make([][]int, sites)
	inner := make([]bool, sites) // a row leads to the site
	for x := range next {
		next[x] = topology.None
	}
	for w := from; w < to; w++ {
		row := l.cells[w]
		starts[row[0]] = append(starts[row[0]], w)
		for i, x := range row[1:] {
			next[row[i]], inner[x] = x, true
		}
	}
	// First the rows that have a beginning, then those that lead back to it.
	for _, later := range []bool{false, true} {
		for x := range sites {
			if inner[x] != later {
				continue
			}
			for at := topology.Site(x); at != topology.None && len(starts[at]) > 0; {
				n := s.begin(l, at, next, starts, contents, tables)
				if n == 0 {
					return false
				}
				for ; n > 0; n-- {
					starts[at] = nil
					at = next[at]
				}
			}
		}
	}
	return true
}

// begin adds the stretch that begins on a cell, with as many windows as it has room for, and
// returns on how many cells these begin.
func (s *stretches) begin(l *Evaluation, x topology.Site, next []topology.Site, starts [][]int,
	contents [][]int32, tables map[string][]int32) (begun int) {
	var cells []topology.Site
	for len(cells) < mostStretch && x != topology.None && !slices.Contains(cells, x) {
		cells, x = append(cells, x), next[x]
	}
	length, windows := 0, []int(nil)
	var shift []int // by window: the bits before its first cell
	for i, y := range cells {
		longest := 0
		for _, w := range starts[y] {
			longest = max(longest, len(l.cells[w]))
		}
		if longest == 0 || i+longest > len(cells) {
			break
		}
		for _, w := range starts[y] {
			windows, shift = append(windows, int(l.family[w])), append(shift, 2*i)
		}
		begun, length = i+1, max(length, i+longest)
	}
	name := fmt.Sprint(length, windows, shift)
	points, ok := tables[name]
	if !ok {
		points = make([]int32, 1<<(2*length))
		for i, f := range windows {
			of := contents[f]
			for holds := range points {
				points[holds] += of[holds>>shift[i]&(len(of)-1)]
			}
		}
		tables[name] = points
	}
	for i, y := range cells[:length] {
		s.through[y] = append(s.through[y],
			stretched{uint32(len(s.points)), uint8(2 * i)})
	}
	s.points = append(s.points, points)
	return begun
}

// updateStretches brings the sum up to date after another owner's piece stands on a site, or none.
func (b *Board) updateStretches(x topology.Site, before, now uint8) {
	change := b.Of.content(now) - b.Of.content(before)
	if change == 0 {
		return
	}
	sum := int64(0)
	for _, t := range b.Of.stretches.through[x] {
		points, old := b.Of.stretches.points[t.stretch], b.stretches[t.stretch]
		holds := old + change<<t.shift
		b.stretches[t.stretch] = holds
		sum += int64(points[holds]) - int64(points[old])
	}
	b.sums[0] += sum
}

// content returns what a cell of a stretch holds that shows a sign.
func (s *shape) content(sign uint8) uint16 {
	if sign == 0 {
		return 0
	}
	return uint16(s.owner(sign)) + 1
}
