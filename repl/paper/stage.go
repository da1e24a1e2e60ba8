package paper

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"boardgame/repl/board"
	"boardgame/repl/wording"
)

// Stage shows the table at a fixed place of a terminal, on its alternate screen. The scene is at
// the top, then what was said since the last line was typed, and the bottom row is where the next
// one is typed. A nil stage is never open. A stage may be repainted at any time, from any
// goroutine.
type Stage struct {
	Out  io.Writer
	Size func() (columns, rows int)

	mu     sync.Mutex
	on     bool
	scene  Scene
	over   *board.View // replaces the scene's view: where the line being typed leads
	talk   []Passage
	foot   string // in the last row, while it is not used for typing
	typing bool
	Retype func() // makes the line editor redraw its line

	painted       []string // what the terminal shows; nil: unknown
	columns, rows int
	row           int  // of the prompt, from 1
	cut           bool // part of the talk is hidden
	covered       bool // something else is shown, until the next paint
	fresh         bool // a scene was set since the last line was typed
}

// The terminal sequences that a stage uses.
const (
	openAlternate  = "\x1b[?1049h\x1b[H\x1b[2J"
	CloseAlternate = "\x1b[?25h\x1b[?1049l"
	hideCursor     = "\x1b[?25l"
	showCursor     = "\x1b[?25h"
	saveCursor     = "\x1b7"
	restoreCursor  = "\x1b8"
	clearScreen    = "\x1b[2J"
	restOfLine     = "\x1b[K"
	plainInk       = "\x1b[0m"
)

// unknownRow stands for the unknown content of a row.
const unknownRow = "\x00"

// Shown reports whether the stage shows the table now.
func (st *Stage) Shown() bool {
	if st == nil {
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.on
}

// Open starts showing the table, with an empty talk.
func (st *Stage) Open() {
	if st == nil {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.on {
		fmt.Fprint(st.Out, openAlternate)
	}
	st.on, st.talk, st.painted, st.foot, st.over, st.fresh = true, nil, nil, "", nil, false
	st.scene = Scene{}
}

// Close restores the terminal and leaves the last picture on it.
func (st *Stage) Close() {
	if st == nil {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.on {
		return
	}
	st.on, st.typing = false, false
	fmt.Fprint(st.Out, CloseAlternate)
	if st.scene.View.Board == nil {
		return
	}
	columns, _ := st.Size()
	style := st.scene.Style
	style.Width = columns - 1
	lines := append([]string{""}, strings.Split(board.Text(st.scene.View, style), "\n")...)
	lines = append(lines, Broken(st.scene.Full, columns-1)...)
	for _, line := range append(lines, LinesOf(st.talk, columns-1)...) {
		fmt.Fprintln(st.Out, line)
	}
}

// Leave gives the terminal back, and nothing is painted afterward. It waits for whoever is
// painting; on a terminal that takes nothing any more, that is for ever.
func (st *Stage) Leave() {
	if st == nil {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.on {
		st.on = false
		_, _ = io.WriteString(st.Out, CloseAlternate)
	}
}

// tell adds to the talk; it reports whether the stage is open to show it.
func (st *Stage) tell(p Passage) bool {
	if st == nil {
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.on {
		st.talk = append(st.talk, p)
	}
	return st.on
}

// Set changes the scene, and paints it.
func (st *Stage) Set(sc Scene) {
	st.mu.Lock()
	st.scene, st.over, st.fresh = sc, nil, true
	st.mu.Unlock()
	st.Paint()
}

// Begin clears the talk, for the answer to a new line.
func (st *Stage) Begin() {
	if st == nil {
		return
	}
	st.mu.Lock()
	st.talk, st.foot, st.over, st.fresh = nil, "", nil, false
	st.mu.Unlock()
}

// IsFresh reports whether a scene has been set since the last line was typed.
func (st *Stage) IsFresh() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.fresh
}

// Hush clears the talk, and paints.
func (st *Stage) Hush() {
	st.mu.Lock()
	st.talk = nil
	st.mu.Unlock()
	st.Paint()
}

// Note writes the last row, while it is not used for typing.
func (st *Stage) Note(text string) {
	st.mu.Lock()
	st.foot = text
	st.mu.Unlock()
	st.Paint()
}

// Ask shows a scene, with a text in the last row.
func (st *Stage) Ask(sc Scene, foot string) {
	st.mu.Lock()
	st.scene, st.over, st.fresh, st.foot = sc, nil, true, foot
	st.mu.Unlock()
	st.Paint()
}

// Retime changes what the clocks show.
func (st *Stage) Retime(text string) {
	if !st.Shown() {
		return
	}
	st.mu.Lock()
	same := st.scene.Clocks == text || st.scene.Clocks == "" || st.covered
	if !same {
		st.scene.Clocks = text
	}
	st.mu.Unlock()
	if !same {
		st.Paint()
	}
}

// Overlay shows another view of the board while a line is being typed; nil is the scene's own.
func (st *Stage) Overlay(v *board.View) {
	st.mu.Lock()
	same := st.over == nil && v == nil
	st.over = v
	st.mu.Unlock()
	if !same {
		st.Paint()
	}
}

// Prompt makes room to type a line, at the cursor; typed says that this is over.
func (st *Stage) Prompt() {
	if !st.Shown() {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.typing, st.painted = true, nil
	st.painting()
}

// Typed says that a line has been typed.
func (st *Stage) Typed() {
	if !st.Shown() {
		return
	}
	st.mu.Lock()
	st.typing, st.painted = false, nil // the editor has moved to another row
	st.mu.Unlock()
}

// Resized repaints if the size of the terminal has changed.
func (st *Stage) Resized() {
	if !st.Shown() {
		return
	}
	columns, rows := st.Size()
	st.mu.Lock()
	same := columns == st.columns && rows == st.rows
	st.mu.Unlock()
	if !same {
		st.Paint()
	}
}

// Repaint paints everything, whatever the terminal shows.
func (st *Stage) Repaint() {
	if !st.Shown() {
		return
	}
	st.mu.Lock()
	st.painted = nil
	st.mu.Unlock()
	st.Paint()
}

// Paint brings the terminal up to date. It writes everything at once, so as not to disturb whoever
// is writing at the cursor, such as the line editor.
func (st *Stage) Paint() {
	if st == nil {
		return
	}
	st.mu.Lock()
	moved := st.painting()
	retype := st.Retype
	st.mu.Unlock()
	if moved && retype != nil {
		retype()
	}
}

// painting paints, and reports whether the line editor must redraw its line.
func (st *Stage) painting() (moved bool) {
	if !st.on || st.scene.View.Board == nil {
		return false
	}
	columns, rows := st.Size()
	if columns <= 0 || rows <= 0 {
		return false
	}
	var out strings.Builder
	whole := st.painted == nil || columns != st.columns || rows != st.rows
	switch {
	case columns != st.columns || rows != st.rows:
		out.WriteString(plainInk + clearScreen)
		st.painted = nil
	case whole: // writes every row, which does not flicker as clearing would
		st.painted = slices.Repeat([]string{unknownRow}, rows)
	}
	sc := st.scene
	if st.over != nil {
		sc.View = *st.over
	}
	foot := []string{st.foot}
	if wording.Visible(st.foot) >= columns {
		foot = wording.Wrap(st.foot, max(columns-1, 1), "")
	}
	page := sc.lay(st.talk, columns, rows-len(foot))
	if st.typing || len(foot) > 1 && (page.cut || page.part) { // the board comes first
		foot = foot[:1]
		page = sc.lay(st.talk, columns, rows-1)
	}
	lines, row := page.lines, len(page.lines)+1
	if !st.typing {
		lines = append(lines, foot...)
	}
	for i := range max(len(lines), len(st.painted)) {
		line, before := "", ""
		if i < len(lines) {
			line = lines[i]
		}
		if i < len(st.painted) {
			before = st.painted[i]
		}
		if line != before && (i+1 != row || !st.typing) {
			fmt.Fprintf(&out, "\x1b[%d;1H%s%s%s", i+1, line, plainInk, restOfLine)
		}
	}
	moved = st.typing && (whole || row != st.row)
	text := out.String()
	switch {
	case moved:
		text += fmt.Sprintf("\x1b[%d;1H%s%s", row, restOfLine, showCursor)
	case text == "":
	case st.typing:
		text = saveCursor + text + restoreCursor
	default:
		text = hideCursor + text
	}
	st.painted, st.columns, st.rows, st.row, st.cut = lines, columns, rows, row, page.cut
	st.covered = false
	if text != "" {
		// if the terminal has gone away, reading lines ends too
		_, _ = io.WriteString(st.Out, text)
	}
	return moved
}

// Page reports whether part of the talk does not fit beside the board, and returns all of it.
func (st *Stage) Page() ([]Passage, bool) {
	if !st.Shown() {
		return nil, false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.scene.View.Board == nil {
		return nil, false
	}
	columns, rows := st.Size()
	return st.talk, st.scene.lay(st.talk, columns, rows-1).cut
}

// Show covers the whole screen with lines, and a foot below them, until the next paint.
func (st *Stage) Show(lines []string, foot string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	_, rows := st.Size()
	var out strings.Builder
	out.WriteString(hideCursor + plainInk + clearScreen)
	for i, line := range lines {
		fmt.Fprintf(&out, "\x1b[%d;1H%s%s", i+1, line, plainInk)
	}
	fmt.Fprintf(&out, "\x1b[%d;1H%s", rows, foot)
	st.painted, st.covered = nil, true
	_, _ = io.WriteString(st.Out, out.String())
}

// PagerFoot is the last row of a page: the place in the text, and what the keys do.
func PagerFoot(columns, top, room, lines int) string {
	shown := min(top+room, lines)
	text := fmt.Sprintf("-- lines %d to %d of %d -- space: on, b: back, q: close", top+1, shown, lines)
	shorter := []string{
		fmt.Sprintf("-- %d to %d of %d -- space, b: back, q: close", top+1, shown, lines),
		fmt.Sprintf("-- %d of %d -- space, b, q: close", shown, lines),
		"space, b, q: close",
	}
	if shown == lines {
		text = "-- end -- b: back, q or space: close"
		shorter = []string{"-- end -- b: back, q: close", "end; b, q: close"}
	}
	for _, one := range shorter {
		if len(text) >= columns {
			text = one
		}
	}
	return wording.Wrap(text, max(columns-1, 1), "")[0]
}
