package repl

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"boardgame/repl/board"
)

// stage shows the table at a fixed place of a terminal, on its alternate screen. The scene is at
// the top, then what was said since the last line was typed, and the bottom row is where the next
// one is typed. A nil stage is never open. A stage may be repainted at any time, from any
// goroutine.
type stage struct {
	out  io.Writer
	size func() (columns, rows int)

	mu     sync.Mutex
	on     bool
	scene  scene
	over   *board.View // replaces the scene's view: where the line being typed leads
	talk   []passage
	foot   string // in the last row, while it is not used for typing
	typing bool
	retype func() // makes the line editor redraw its line

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
	closeAlternate = "\x1b[?25h\x1b[?1049l"
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

// shown reports whether the stage shows the table now.
func (st *stage) shown() bool {
	if st == nil {
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.on
}

// open starts showing the table, with an empty talk.
func (st *stage) open() {
	if st == nil {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.on {
		fmt.Fprint(st.out, openAlternate)
	}
	st.on, st.talk, st.painted, st.foot, st.over, st.fresh = true, nil, nil, "", nil, false
	st.scene = scene{}
}

// close restores the terminal and leaves the last picture on it.
func (st *stage) close() {
	if st == nil {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.on {
		return
	}
	st.on, st.typing = false, false
	fmt.Fprint(st.out, closeAlternate)
	if st.scene.view.Board == nil {
		return
	}
	columns, _ := st.size()
	style := st.scene.style
	style.Width = columns - 1
	lines := append([]string{""}, strings.Split(board.Text(st.scene.view, style), "\n")...)
	lines = append(lines, broken(st.scene.full, columns-1)...)
	for _, line := range append(lines, linesOf(st.talk, columns-1)...) {
		fmt.Fprintln(st.out, line)
	}
}

// tell adds to the talk; it reports whether the stage is open to show it.
func (st *stage) tell(p passage) bool {
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

// set changes the scene, and paints it.
func (st *stage) set(sc scene) {
	st.mu.Lock()
	st.scene, st.over, st.fresh = sc, nil, true
	st.mu.Unlock()
	st.paint()
}

// begin clears the talk, for the answer to a new line.
func (st *stage) begin() {
	if st == nil {
		return
	}
	st.mu.Lock()
	st.talk, st.foot, st.over, st.fresh = nil, "", nil, false
	st.mu.Unlock()
}

// isFresh reports whether a scene has been set since the last line was typed.
func (st *stage) isFresh() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.fresh
}

// hush clears the talk, and paints.
func (st *stage) hush() {
	st.mu.Lock()
	st.talk = nil
	st.mu.Unlock()
	st.paint()
}

// note writes the last row, while it is not used for typing.
func (st *stage) note(text string) {
	st.mu.Lock()
	st.foot = text
	st.mu.Unlock()
	st.paint()
}

// ask shows a scene, with a text in the last row.
func (st *stage) ask(sc scene, foot string) {
	st.mu.Lock()
	st.scene, st.over, st.fresh, st.foot = sc, nil, true, foot
	st.mu.Unlock()
	st.paint()
}

// retime changes what the clocks show.
func (st *stage) retime(text string) {
	if !st.shown() {
		return
	}
	st.mu.Lock()
	same := st.scene.clocks == text || st.scene.clocks == "" || st.covered
	if !same {
		st.scene.clocks = text
	}
	st.mu.Unlock()
	if !same {
		st.paint()
	}
}

// overlay shows another view of the board while a line is being typed; nil is the scene's own.
func (st *stage) overlay(v *board.View) {
	st.mu.Lock()
	same := st.over == nil && v == nil
	st.over = v
	st.mu.Unlock()
	if !same {
		st.paint()
	}
}

// prompt makes room to type a line, at the cursor; typed says that this is over.
func (st *stage) prompt() {
	if !st.shown() {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.typing, st.painted = true, nil
	st.painting()
}

func (st *stage) typed() {
	if !st.shown() {
		return
	}
	st.mu.Lock()
	st.typing, st.painted = false, nil // the editor has moved to another row
	st.mu.Unlock()
}

// resized repaints if the size of the terminal has changed.
func (st *stage) resized() {
	if !st.shown() {
		return
	}
	columns, rows := st.size()
	st.mu.Lock()
	same := columns == st.columns && rows == st.rows
	st.mu.Unlock()
	if !same {
		st.paint()
	}
}

// repaint paints everything, whatever the terminal shows.
func (st *stage) repaint() {
	if !st.shown() {
		return
	}
	st.mu.Lock()
	st.painted = nil
	st.mu.Unlock()
	st.paint()
}

// paint brings the terminal up to date. It writes everything at once, so as not to disturb whoever
// is writing at the cursor, such as the line editor.
func (st *stage) paint() {
	if st == nil {
		return
	}
	st.mu.Lock()
	moved := st.painting()
	retype := st.retype
	st.mu.Unlock()
	if moved && retype != nil {
		retype()
	}
}

// painting paints, and reports whether the line editor must redraw its line.
func (st *stage) painting() (moved bool) {
	if !st.on || st.scene.view.Board == nil {
		return false
	}
	columns, rows := st.size()
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
		sc.view = *st.over
	}
	page := sc.lay(st.talk, columns, rows-1)
	lines, row := page.lines, len(page.lines)+1
	if !st.typing {
		foot := st.foot
		if visible(foot) >= columns {
			foot = wrap(foot, columns-1, "")[0]
		}
		lines = append(lines, foot)
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
		_, _ = io.WriteString(st.out, text)
	}
	return moved
}

// page reports whether part of the talk does not fit beside the board, and returns all of it.
func (st *stage) page() ([]passage, bool) {
	if !st.shown() {
		return nil, false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.scene.view.Board == nil {
		return nil, false
	}
	columns, rows := st.size()
	return st.talk, st.scene.lay(st.talk, columns, rows-1).cut
}

// show covers the whole screen with lines, and a foot below them, until the next paint.
func (st *stage) show(lines []string, foot string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	_, rows := st.size()
	var out strings.Builder
	out.WriteString(hideCursor + plainInk + clearScreen)
	for i, line := range lines {
		fmt.Fprintf(&out, "\x1b[%d;1H%s%s", i+1, line, plainInk)
	}
	fmt.Fprintf(&out, "\x1b[%d;1H%s", rows, foot)
	st.painted, st.covered = nil, true
	_, _ = io.WriteString(st.out, out.String())
}
