package repl

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/repl/board"
)

// scene is a position as a fixed part of the screen shows it: the board, the moves beside it, and
// below it what the board does not show.
type scene struct {
	title string
	view  board.View
	style board.Style // the layout sets width and height
	// full and brief are the status; brief leaves out what can be counted on the board.
	full, brief []passage
	clocks      string // what they show; "": there are none
	moves       []listed
	players     int
	// marked says that the talk refers to places marked on the board: both must be visible at once.
	marked bool
}

// listed is a turn in the list beside the board.
type listed struct {
	number string // with its dots
	text   string
	here   bool // it led to the position shown, and later turns exist
	answer bool // the second player's turn, in a game numbered by rounds
}

// sheet is a scene with the talk, laid out for a screen.
type sheet struct {
	lines []string // from the top; the prompt goes below them
	cut   bool     // part of the talk is missing
	part  bool     // part of the board is missing
}

// Limits on rows and columns in a layout.
const (
	leastSide = 20 // columns beside the board that make a list of moves worthwhile
	mostTalk  = 6  // rows kept free for answers, so that they do not move the board
	mostCramp = 8  // rows of an answer that may shrink the board; longer ones are paged
)

// lay lays out a scene and the talk on a screen of the given columns and rows, not counting the row
// of the prompt. It draws the most detailed board that leaves room for the status and a few rows of
// talk. Longer talk goes, as far as there is room, below the board, beside it, or below a smaller
// board. Where not everything fits, lay drops minor passages before it shows only part of the
// board.
func (sc *scene) lay(talk []passage, columns, rows int) sheet {
	rows = max(rows, 0)
	most := 0
	for _, p := range talk {
		most = max(most, p.minor)
	}
	for minor := most; minor >= 0; minor-- {
		kept := slices.DeleteFunc(slices.Clone(talk),
			func(p passage) bool { return p.minor > minor })
		if page := sc.layAll(kept, columns, rows); !page.cut && (!page.part || minor == 0) {
			return page
		}
	}
	return sc.layAll(talk, columns, rows)
}

// layAll lays out a scene with all of the talk.
func (sc *scene) layAll(talk []passage, columns, rows int) sheet {
	width := max(columns-1, 1)
	timed := sc.timed()
	full, brief := broken(timed.full, width), broken(timed.brief, width)
	said := broken(talk, width)
	reserve := min(max(rows/6, 1), mostTalk)
	draw := func(height int) []string {
		style := sc.style
		style.Width, style.Height = width, max(height, 1)
		return strings.Split(strings.TrimSuffix(board.Text(sc.view, style), "\n"), "\n")
	}
	gap := 1
	picture := draw(rows - len(brief) - gap - reserve)
	if len(picture)+gap+len(brief)+reserve > rows {
		gap = 0
		picture = draw(rows - len(brief) - min(reserve, 1))
	}
	if len(picture)+len(brief)+min(len(said), 1) > rows {
		return sc.crowded(picture, brief, talk, width, rows)
	}
	status := full
	if len(picture)+gap+len(status)+reserve > rows {
		status = brief
	}
	room := rows - len(picture) - gap - len(status)
	side := width - widest(picture) - 3
	if len(said) > room && side >= leastSide {
		if beside := broken(talk, side); len(beside) <= len(picture) {
			return sheet{lines: compose(abreast(picture, beside), gap, status, nil, reserve, rows)}
		}
	}
	if len(said) > room {
		status = brief
	}
	if len(picture)+gap+len(status)+len(said) > rows {
		gap = 0
	}
	room = rows - len(picture) - gap - len(status)
	if len(said) > room && (sc.marked || len(said) <= mostCramp) {
		if low := draw(rows - len(brief) - len(said)); len(low)+len(brief)+len(said) <= rows {
			picture, status, gap = low, brief, 0
			room = rows - len(picture) - len(status)
		}
	}
	whole := len(picture)
	if len(said) > room && len(said) <= rows/2 {
		// A question matters more than the status, and more than the far end of the board.
		picture = draw(rows - len(said))
		whole = len(picture)
		picture, status, gap = window(picture, rows-len(said)), nil, 0
		room = rows - len(picture)
	}
	cut, part := len(said) > room, len(picture) < whole
	if cut {
		said = said[:max(room, 0)]
	}
	if side = width - widest(picture) - 3; side >= leastSide {
		picture = abreast(picture, sc.list(side, len(picture)))
	}
	return sheet{lines: compose(picture, gap, status, said, reserve, rows), cut: cut,
		part: part}
}

// timed is the scene with the clocks in its status.
func (sc *scene) timed() scene {
	with := *sc
	if sc.clocks == "" {
		return with
	}
	with.full = append([]passage{{text: sc.clocks}}, sc.full...)
	with.brief = []passage{{text: sc.clocks, indent: "    "}}
	if len(sc.brief) > 0 {
		with.brief[0].text += " | " + sc.brief[0].text
	}
	return with
}

// crowded lays out a board that is too tall for the screen. If the screen is wide enough, what
// belongs below the board goes beside it. Otherwise crowded shows only part of the board: the part
// with the marked places.
func (sc *scene) crowded(picture, brief []string, talk []passage, width, rows int) sheet {
	if side := width - widest(picture) - 3; side >= leastSide {
		beside := append(broken(sc.timed().brief, side), broken(talk, side)...)
		lines := abreast(window(picture, rows), beside[:min(len(beside), rows)])
		return sheet{lines: lines, cut: len(beside) > rows}
	}
	const leastBoard = 3
	said := broken(talk, width)
	if len(said) > rows/4 {
		brief = nil
	}
	room := max(rows-len(brief)-min(len(said), max(rows/2, 1)), leastBoard)
	lines := append(window(picture, room), brief...)
	lines = append(lines, said...)
	return sheet{lines: lines[:min(len(lines), rows)], cut: len(lines) > rows}
}

// window returns as many lines of a picture as there is room for. They include the marker; failing
// that, what was chosen, where a piece may go, or the last move, in this order.
func window(picture []string, room int) []string {
	if len(picture) <= room {
		return picture
	}
	if room <= 0 {
		return nil
	}
	from := 0
	for _, signs := range []string{"[", "{", "<•*", "("} {
		at := slices.IndexFunc(picture,
			func(line string) bool { return strings.ContainsAny(uncolored(line), signs) })
		if at >= 0 {
			from = min(max(at-room/3, 0), len(picture)-room)
			break
		}
	}
	lines := slices.Clone(picture[from : from+room])
	if from > 0 {
		lines[0] = fmt.Sprintf("   (%d rows above)", from+1)
	}
	if below := len(picture) - from - room; below > 0 && room > 1 {
		lines[room-1] = fmt.Sprintf("   (%d rows below)", below+1)
	}
	return lines
}

// compose stacks the parts of a screen, with room for at least reserve rows of talk.
func compose(picture []string, gap int, status, said []string, reserve, rows int) []string {
	lines := append([]string(nil), picture...)
	lines = append(lines, make([]string, gap)...)
	lines = append(lines, status...)
	end := min(len(lines)+reserve, rows)
	lines = append(lines, said...)
	for len(lines) < end {
		lines = append(lines, "")
	}
	return lines[:min(len(lines), rows)]
}

// list lays out the last turns that fit beside the board, below the title of the game.
func (sc *scene) list(width, rows int) []string {
	if len(sc.moves) == 0 || rows < 2 {
		return nil
	}
	last := slices.IndexFunc(sc.moves, func(m listed) bool { return m.here })
	if last < 0 {
		last = len(sc.moves) - 1
	}
	all, indent := sc.inRounds(width)
	if all == nil {
		all, indent = sc.inTurns(width)
	}
	var lines []string
	here := 0
	for _, row := range all {
		if last >= row.first {
			here = len(lines)
		}
		lines = append(lines,
			wrap(strings.TrimRight(row.text, " "), width, strings.Repeat(" ", indent))...)
	}
	from := max(min(here+1, len(lines))-(rows-1), 0)
	lines = lines[from:min(from+rows-1, len(lines))]
	return append(wrap(sc.title, width, "")[:1], lines...)
}

// listRow is a row of the list of turns, and the first turn in it.
type listRow struct {
	text  string
	first int
}

// mark marks the turn that led to the position shown.
func (m *listed) mark() string {
	if m.here {
		return "*"
	}
	return " "
}

// inTurns lists turns with a number each, those of all players side by side if there is room.
func (sc *scene) inTurns(width int) (rows []listRow, indent int) {
	entries := make([]string, len(sc.moves))
	longest, digits := 0, 0
	for _, m := range sc.moves {
		digits = max(digits, len(strings.TrimRight(m.number, "."))+1)
	}
	for i, m := range sc.moves {
		entries[i] = m.mark() + alignNumber(m.number, digits) + " " + m.text
		longest = max(longest, visible(entries[i]))
	}
	per := 1
	if sc.players*(longest+2)-2 <= width {
		per = sc.players
	}
	for i := 0; i < len(entries); i += per {
		row := ""
		for _, entry := range entries[i:min(i+per, len(entries))] {
			row += entry + strings.Repeat(" ", longest+2-visible(entry))
		}
		rows = append(rows, listRow{row, i})
	}
	return rows, digits + 2
}

// inRounds lists turns in pairs, as in 3. Nf3 Nc6. It returns nil if the game is not numbered that
// way or the screen is too narrow.
func (sc *scene) inRounds(width int) (rows []listRow, indent int) {
	if !slices.ContainsFunc(sc.moves, func(m listed) bool { return m.answer }) {
		return nil, 0
	}
	longest, most, digits := len("..."), 0, 0
	for _, m := range sc.moves {
		if m.answer {
			most, digits = max(most, visible(m.text)), max(digits, len(m.number)-len(".."))
		} else {
			longest, digits = max(longest, visible(m.text)), max(digits, len(m.number))
		}
	}
	indent = digits + 2
	if indent+longest+2+most > width {
		return nil, 0
	}
	open := false // the last row has no answer yet
	for i, m := range sc.moves {
		if m.answer && open {
			rows[len(rows)-1].text += m.mark() + m.text
			open = false
			continue
		}
		first, answer := m.mark()+alignNumber(m.number, digits)+" "+m.text, ""
		if m.answer {
			number := strings.TrimSuffix(m.number, "..") // 1. ... e5
			first, answer = fmt.Sprintf(" %*s ...", digits, number), m.mark()+m.text
		}
		gap := strings.Repeat(" ", max(indent+longest+1-visible(first), 0))
		rows = append(rows, listRow{first + gap + answer, i})
		open = !m.answer
	}
	return rows, indent
}

// broken breaks passages into lines that fit the screen.
func broken(all []passage, width int) []string {
	var lines []string
	for _, line := range linesOf(all, width) {
		lines = append(lines, wrap(line, width, "")...)
	}
	return lines
}

// abreast sets two blocks of lines side by side.
func abreast(left, right []string) []string {
	width := widest(left) + 3
	all := make([]string, max(len(left), len(right)))
	for i := range all {
		if i < len(left) {
			all[i] = left[i]
		}
		if i < len(right) && right[i] != "" {
			all[i] += strings.Repeat(" ", width-visible(all[i])) + right[i]
		}
	}
	return all
}

func widest(lines []string) int {
	most := 0
	for _, line := range lines {
		most = max(most, visible(line))
	}
	return most
}
