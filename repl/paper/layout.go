package paper

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/repl/board"
	"boardgame/repl/wording"
)

// Scene is a position as a fixed part of the screen shows it: the board, the moves beside it, and
// below it what the board does not show.
type Scene struct {
	Title string
	View  board.View
	Style board.Style // the layout sets width and height
	// full and brief are the status; brief leaves out what can be counted on the board.
	Full, Brief []Passage
	Clocks      string // what they show; "": there are none
	Moves       []Listed
	Players     int
	// marked says that the talk refers to places marked on the board: both must be visible at once.
	Marked bool
}

// Listed is a turn in the list beside the board.
type Listed struct {
	Number string // with its dots
	Text   string
	Here   bool // it led to the position shown, and later turns exist
	Answer bool // the second player's turn, in a game numbered by rounds
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
func (sc *Scene) lay(talk []Passage, columns, rows int) sheet {
	rows = max(rows, 0)
	most := 0
	for _, p := range talk {
		most = max(most, p.Minor)
	}
	for minor := most; minor >= 0; minor-- {
		kept := slices.DeleteFunc(slices.Clone(talk), func(p Passage) bool { return p.Minor > minor })
		if page := sc.layAll(kept, columns, rows); !page.cut && (!page.part || minor == 0) {
			return page
		}
	}
	return sc.layAll(talk, columns, rows)
}

// layAll lays out a scene with all of the talk.
func (sc *Scene) layAll(talk []Passage, columns, rows int) sheet {
	width := max(columns-1, 1)
	timed := sc.timed()
	full, brief := Broken(timed.Full, width), Broken(timed.Brief, width)
	said := Broken(talk, width)
	reserve := min(max(rows/6, 1), mostTalk)
	draw := func(height int) []string {
		style := sc.Style
		style.Width, style.Height = width, max(height, 1)
		return strings.Split(strings.TrimSuffix(board.Text(sc.View, style), "\n"), "\n")
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
		if beside := Broken(talk, side); len(beside) <= len(picture) {
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
	if len(said) > room && (sc.Marked || len(said) <= mostCramp) {
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
		picture, status, gap = Window(picture, rows-len(said)), nil, 0
		room = rows - len(picture)
	}
	cut, part := len(said) > room, len(picture) < whole
	if cut {
		said = said[:max(room, 0)]
	}
	if side = width - widest(picture) - 3; side >= leastSide {
		picture = abreast(picture, sc.List(side, len(picture)))
	}
	return sheet{lines: compose(picture, gap, status, said, reserve, rows), cut: cut, part: part}
}

// timed is the scene with the clocks in its status.
func (sc *Scene) timed() Scene {
	with := *sc
	if sc.Clocks == "" {
		return with
	}
	with.Full = append([]Passage{{Text: sc.Clocks}}, sc.Full...)
	with.Brief = []Passage{{Text: sc.Clocks, Indent: "    "}}
	if len(sc.Brief) > 0 {
		with.Brief[0].Text += " | " + sc.Brief[0].Text
	}
	return with
}

// crowded lays out a board that is too tall for the screen. If the screen is wide enough, what
// belongs below the board goes beside it. Otherwise crowded shows only part of the board: the part
// with the marked places.
func (sc *Scene) crowded(picture, brief []string, talk []Passage, width, rows int) sheet {
	if side := width - widest(picture) - 3; side >= leastSide {
		beside := append(Broken(sc.timed().Brief, side), Broken(talk, side)...)
		lines := abreast(Window(picture, rows), beside[:min(len(beside), rows)])
		return sheet{lines: lines, cut: len(beside) > rows}
	}
	const leastBoard = 3
	said := Broken(talk, width)
	if len(said) > rows/4 {
		brief = nil
	}
	room := max(rows-len(brief)-min(len(said), max(rows/2, 1)), leastBoard)
	lines := append(Window(picture, room), brief...)
	lines = append(lines, said...)
	return sheet{lines: lines[:min(len(lines), rows)], cut: len(lines) > rows}
}

// Window returns as many lines of a picture as there is room for. They include the marker; failing
// that, what was chosen, where a piece may go, or the last move, in this order.
func Window(picture []string, room int) []string {
	if len(picture) <= room {
		return picture
	}
	if room <= 0 {
		return nil
	}
	from := 0
	for _, signs := range []string{"[", "{", "<•*~", "("} {
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

// List lays out the last turns that fit beside the board, below the title of the game.
func (sc *Scene) List(width, rows int) []string {
	if len(sc.Moves) == 0 || rows < 2 {
		return nil
	}
	last := slices.IndexFunc(sc.Moves, func(m Listed) bool { return m.Here })
	if last < 0 {
		last = len(sc.Moves) - 1
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
			wording.Wrap(strings.TrimRight(row.text, " "), width, strings.Repeat(" ", indent))...)
	}
	from := max(min(here+1, len(lines))-(rows-1), 0)
	lines = lines[from:min(from+rows-1, len(lines))]
	return append(wording.Wrap(sc.Title, width, "")[:1], lines...)
}

// listRow is a row of the list of turns, and the first turn in it.
type listRow struct {
	text  string
	first int
}

// mark marks the turn that led to the position shown.
func (m *Listed) mark() string {
	if m.Here {
		return "*"
	}
	return " "
}

// inTurns lists turns with a number each, those of all players side by side if there is room.
func (sc *Scene) inTurns(width int) (rows []listRow, indent int) {
	entries := make([]string, len(sc.Moves))
	longest, digits := 0, 0
	for _, m := range sc.Moves {
		digits = max(digits, len(strings.TrimRight(m.Number, "."))+1)
	}
	for i, m := range sc.Moves {
		entries[i] = m.mark() + wording.AlignNumber(m.Number, digits) + " " + m.Text
		longest = max(longest, wording.Visible(entries[i]))
	}
	per := 1
	if sc.Players*(longest+2)-2 <= width {
		per = sc.Players
	}
	for i := 0; i < len(entries); i += per {
		row := ""
		for _, entry := range entries[i:min(i+per, len(entries))] {
			row += entry + strings.Repeat(" ", longest+2-wording.Visible(entry))
		}
		rows = append(rows, listRow{row, i})
	}
	return rows, digits + 2
}

// inRounds lists turns in pairs, as in 3. Nf3 Nc6. It returns nil if the game is not numbered that
// way or the screen is too narrow.
func (sc *Scene) inRounds(width int) (rows []listRow, indent int) {
	if !slices.ContainsFunc(sc.Moves, func(m Listed) bool { return m.Answer }) {
		return nil, 0
	}
	longest, most, digits := len("..."), 0, 0
	for _, m := range sc.Moves {
		if m.Answer {
			most, digits = max(most, wording.Visible(m.Text)), max(digits, len(m.Number)-len(".."))
		} else {
			longest, digits = max(longest, wording.Visible(m.Text)), max(digits, len(m.Number))
		}
	}
	indent = digits + 2
	if indent+longest+2+most > width {
		return nil, 0
	}
	open := false // the last row has no answer yet
	for i, m := range sc.Moves {
		if m.Answer && open {
			rows[len(rows)-1].text += m.mark() + m.Text
			open = false
			continue
		}
		first, answer := m.mark()+wording.AlignNumber(m.Number, digits)+" "+m.Text, ""
		if m.Answer {
			number := strings.TrimSuffix(m.Number, "..") // 1. ... e5
			first, answer = fmt.Sprintf(" %*s ...", digits, number), m.mark()+m.Text
		}
		gap := strings.Repeat(" ", max(indent+longest+1-wording.Visible(first), 0))
		rows = append(rows, listRow{first + gap + answer, i})
		open = !m.Answer
	}
	return rows, indent
}

// Broken breaks passages into lines that fit the screen.
func Broken(all []Passage, width int) []string {
	var lines []string
	for _, line := range LinesOf(all, width) {
		lines = append(lines, wording.Wrap(line, width, "")...)
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
			all[i] += strings.Repeat(" ", width-wording.Visible(all[i])) + right[i]
		}
	}
	return all
}

func widest(lines []string) int {
	most := 0
	for _, line := range lines {
		most = max(most, wording.Visible(line))
	}
	return most
}
