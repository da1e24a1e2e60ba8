package paper

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"boardgame/repl/wording"
)

// Screen is where a session writes. On a terminal it knows how far above the next line to be typed
// the last board begins, so that the board can be redrawn in place while that line is being typed.
type Screen struct {
	Out  io.Writer
	Size func() (columns, rows int) // of the terminal; nil: there is none

	// the board as first drawn, and as now visible; "": none, or its place is unknown
	board, shown  string
	moment        any // which position the board shows; to be compared
	columns, rows int // of the terminal at that time
	below         int // lines from the top of the board to the one being written
	column        int // columns of that line already written
}

// Write writes the text and tracks where the cursor goes.
func (sc *Screen) Write(text []byte) (int, error) {
	if sc.board != "" {
		sc.follow(string(text))
	}
	return sc.Out.Write(text)
}

// follow counts lines. After a line that is too long, or an escape sequence other than a color, the
// place of the board is unknown.
func (sc *Screen) follow(text string) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			sc.below++
			sc.column = 0
		case r == '\r':
			sc.column = 0
		case r == wording.Escape:
			n := strings.IndexFunc(text[i+1:], func(r rune) bool { return r >= '@' && r != '[' })
			if n < 0 || text[i+1+n] != 'm' {
				sc.Forget()
				return
			}
			size += n + 1
		default:
			if sc.column += runewidth.RuneWidth(r); sc.column > sc.columns {
				sc.Forget()
				return
			}
		}
		i += size
	}
}

// Draw writes a board, which becomes the last one.
func (sc *Screen) Draw(picture string, at any) {
	sc.Forget()
	if sc.Size != nil {
		sc.board, sc.shown, sc.moment = picture, picture, at
		sc.columns, sc.rows = sc.Size()
	}
	fmt.Fprint(sc, picture)
}

// Lines is how many lines the last board has.
func (sc *Screen) Lines() int { return strings.Count(sc.board, "\n") }

// Forget marks the place of the board as unknown.
func (sc *Screen) Forget() { sc.board, sc.shown, sc.below, sc.column = "", "", 0, 0 }

// Typed tells the screen that a line, which the screen did not write, was typed and ended.
func (sc *Screen) Typed() { sc.below, sc.column = sc.below+1, 0 }

// Sees reports whether the whole board of a moment is visible above the line being typed.
func (sc *Screen) Sees(at any) bool {
	if sc.board == "" || sc.moment != at {
		return false
	}
	columns, rows := sc.Size()
	return columns == sc.columns && rows == sc.rows && sc.below < rows
}

// Redraw draws another picture over the visible board; "" stands for the picture as first drawn. It
// reports whether the picture fits there. It writes everything at once, so as not to disturb
// whoever is writing at the cursor.
func (sc *Screen) Redraw(picture string) bool {
	if picture == "" {
		picture = sc.board
	}
	if strings.Count(picture, "\n") != sc.Lines() {
		return false
	}
	if picture != sc.shown {
		sc.shown = picture
		lines := strings.ReplaceAll(picture, "\n", "\x1b[K\r\n")
		fmt.Fprintf(sc.Out, "\x1b7\x1b[%dA\r%s\x1b8", sc.below, lines)
	}
	return true
}
