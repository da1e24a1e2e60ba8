package notation

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Picture draws the cells of a position as rows of signs from the top, the way a setup is drawn in
// rules: `.` is an empty cell, an uppercase letter a piece of the first player, a lowercase letter
// one of the second; the other signs are those of [Notation.PositionText]. It shows only pieces on
// cells.
func (nt *Notation) Picture(p *position.Position) string {
	nt = nt.orEmpty()
	lines, _ := nt.positions.picture(whole(p))
	return strings.Join(lines, "\n")
}

// Diagram is [Notation.Picture] with the names of the cells at its edges: lines and columns where
// all cells of a line have the same number and all of a column the same letters, otherwise the name
// of the first cell of each line.
func (nt *Notation) Diagram(p *position.Position) string {
	return nt.ViewDiagram(whole(p))
}

// ViewDiagram is [Notation.Diagram] of what a view shows.
func (nt *Notation) ViewDiagram(v *position.View) string {
	nt = nt.orEmpty()
	lines, columns := nt.positions.picture(v)
	if len(lines) == 0 {
		return ""
	}
	board := nt.rules.Board
	letters := map[int]string{} // by column of the picture
	var labels []string
	grid, width := true, 0
	for i, row := range nt.signs.rows {
		for j, s := range row {
			letter := strings.TrimRight(board.Names[s], "0123456789")
			number := board.Names[s][len(letter):]
			if j == 0 {
				labels = append(labels, number)
			}
			at := columns[s]
			if known, ok := letters[at]; ok && known != letter || letter == "" || number == "" ||
				number != labels[i] || utf8.RuneCountInString(letter) > 1 {
				grid = false
			}
			letters[at] = letter
		}
	}
	if !grid {
		for i, row := range nt.signs.rows {
			labels[i] = board.Names[row[0]]
		}
	}
	for _, label := range labels {
		width = max(width, utf8.RuneCountInString(label))
	}
	for i, label := range labels {
		lines[i] = fmt.Sprintf("%*s  %s", width, label, lines[i])
	}
	if grid {
		foot := []rune(strings.Repeat(" ", slices.Max(slices.Collect(maps.Keys(letters)))+1))
		for at, letter := range letters {
			foot[at] = []rune(letter)[0]
		}
		lines = append(lines, fmt.Sprintf("%*s  %s", width, "", string(foot)))
	}
	return strings.Join(lines, "\n")
}

// picture returns the lines of a picture, and in which column of its line each cell begins.
func (pos *positions) picture(v *position.View) ([]string, map[topology.Site]int) {
	columns := map[topology.Site]int{}
	b := pos.rules.Board
	var xs []float64
	for s := range b.Cells.All() {
		xs = append(xs, b.Points[s].X)
	}
	order.Sort(xs)
	xs = slices.CompactFunc(xs, func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
	rank := func(s topology.Site) int {
		i, _ := slices.BinarySearch(xs, b.Points[s].X-1e-6)
		return i
	}
	// If cells of neighboring ranks share a row, as on squares, there is a blank between them.
	spread, width := 1, 1
	for _, row := range pos.signs.rows {
		for i, s := range row {
			if i > 0 && rank(s) == rank(row[i-1])+1 {
				spread = 2
			}
			width = max(width, utf8.RuneCountInString(pos.cellSign(v, s)))
		}
	}
	var lines []string
	for _, row := range pos.signs.rows {
		var line strings.Builder
		at := 0
		for i, s := range row {
			column := rank(s) * spread * width
			if len(pos.signs.rows) == 1 {
				column = i * 2 * width
			}
			sign := pos.cellSign(v, s)
			columns[s] = max(column, at)
			line.WriteString(strings.Repeat(" ", max(column-at, 0)))
			line.WriteString(sign)
			at = max(column, at) + utf8.RuneCountInString(sign)
		}
		lines = append(lines, line.String())
	}
	return lines, columns
}

func (pos *positions) cellSign(v *position.View, s topology.Site) string {
	return cmp.Or(pos.siteText(v, s), ".")
}

// ParsePicture reads what [Notation.Picture] draws, with the given player to move: everything else
// is as at the beginning of the game. It ignores blanks and blank lines, so a picture need not keep
// its shape.
func (nt *Notation) ParsePicture(picture string, toMove int) (*position.Position, error) {
	nt = nt.orEmpty()
	var rows []string
	for line := range strings.Lines(picture) {
		if line = strings.Join(strings.Fields(line), ""); line != "" {
			rows = append(rows, runs(line))
		}
	}
	if toMove < 0 || toMove >= len(nt.rules.Players) {
		return nil, fmt.Errorf("there is no player number %d", toMove+1)
	}
	return nt.ParsePosition(strings.Join(rows, "/") + " " + nt.rules.Players[toMove].Name)
}

// runs writes every run of dots outside parentheses as its length.
func runs(row string) string {
	var b strings.Builder
	empty, depth := 0, 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&b, empty)
			empty = 0
		}
	}
	for _, r := range row {
		if r == '.' && depth == 0 {
			empty++
			continue
		}
		flush()
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		b.WriteRune(r)
	}
	flush()
	return b.String()
}
