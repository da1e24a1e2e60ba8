package format

import "strings"

// mostRight is the last column that an author may choose for comments and reasons. They are further
// right only if the text before them is longer.
const mostRight = 80

// alignCells makes the cells of lines that belong together equally wide. Lines of a block belong
// together wherever they are in it, declarations only if they directly follow one another.
func alignCells(lines []*line) {
	blocks := map[string][]*line{}
	var run []*line
	for _, ln := range lines {
		if ln.block && ln.key != "" {
			blocks[ln.key] = append(blocks[ln.key], ln)
		}
		if ln.anchor != nil && !ln.own {
			continue // it continues a line of the run
		}
		if len(run) > 0 && (ln.blank || ln.own || ln.block || ln.key != run[0].key ||
			ln.indent != run[0].indent) {
			pad(run)
			run = nil
		}
		if ln.key != "" && !ln.block && !ln.own {
			run = append(run, ln)
		}
	}
	pad(run)
	for _, group := range blocks {
		pad(group)
	}
}

// pad fills cells with blanks, except the last one of each line.
func pad(lines []*line) {
	var widths []int
	for _, ln := range lines {
		for k := 0; k < len(ln.cells)-1; k++ {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], width(ln.cells[k]))
		}
	}
	for _, ln := range lines {
		for k := 0; k < len(ln.cells)-1; k++ {
			if n := widths[k] - width(ln.cells[k]); n > 0 {
				ln.cells[k] += strings.Repeat(" ", n)
			}
		}
	}
}

// place joins the cells and finds out where every line and cell begins. A line comes after the one
// that it is anchored to, whose place is therefore known.
func place(lines []*line) {
	for _, ln := range lines {
		column := ln.indent
		if ln.anchor != nil {
			column = max(ln.anchor.column()+ln.delta, ln.least, 0)
		}
		ln.text = strings.Repeat(" ", column) + strings.Join(ln.cells, " ")
		for _, cell := range ln.cells {
			ln.starts = append(ln.starts, column)
			column += width(cell) + 1
		}
	}
}

// alignTails writes the reasons after conditions: two blanks after the longest condition of their
// list, or further to the right if the author has put them all there. A single reason comes one
// blank after its condition.
func alignTails(lines []*line) {
	groups := map[int][]*line{}
	var order []int
	for _, ln := range lines {
		if ln.tail != "" {
			if groups[ln.group] == nil {
				order = append(order, ln.group)
			}
			groups[ln.group] = append(groups[ln.group], ln)
		}
	}
	for _, g := range order {
		group := groups[g]
		least := 0
		for _, ln := range group {
			if !alone(ln) {
				least = max(least, width(ln.text)+2)
			}
		}
		if len(group) == 1 && !alone(group[0]) {
			group[0].text += " " + group[0].tail
			continue
		}
		column := common(group, least, func(ln *line) int { return ln.tailAt })
		for _, ln := range group {
			if alone(ln) {
				if least == 0 {
					column = width(ln.text)
				}
				ln.text = ""
			}
			ln.text += strings.Repeat(" ", max(column-width(ln.text), 0)) + ln.tail
		}
	}
}

// alone reports whether a line has a reason and nothing else.
func alone(ln *line) bool {
	return ln.tail != "" && strings.TrimSpace(strings.Join(ln.cells, "")) == ""
}

// alignComments writes the comments at the ends of lines: in one column for consecutive lines, two
// blanks after the longest of them, or further to the right if the author has put them all there.
func alignComments(lines []*line) {
	for i := 0; i < len(lines); {
		if lines[i].comment == "" {
			i++
			continue
		}
		j, least := i, 0
		for j < len(lines) && lines[j].comment != "" && (j == i || !lines[j].blank) {
			least = max(least, width(lines[j].text)+2)
			j++
		}
		column := common(lines[i:j], least, func(ln *line) int { return ln.noteAt })
		for ; i < j; i++ {
			lines[i].text += strings.Repeat(" ", column-width(lines[i].text)) + lines[i].comment
		}
	}
}

// common returns the column that the author has given all the lines, if it is allowed, otherwise
// the smallest one possible.
func common(lines []*line, least int, chosen func(*line) int) int {
	column := chosen(lines[0])
	for _, ln := range lines {
		if chosen(ln) != column {
			return least
		}
	}
	if column < least || column > mostRight {
		return least
	}
	return column
}
