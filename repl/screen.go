package repl

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// screen is where a session writes. On a terminal it knows how far above the next line to be typed
// the last board begins, so that the board can be redrawn in place while that line is being typed.
type screen struct {
	out  io.Writer
	size func() (columns, rows int) // of the terminal; nil: there is none

	// the board as first drawn, and as now visible; "": none, or its place is unknown
	board, shown  string
	moment        moment
	columns, rows int // of the terminal at that time
	below         int // lines from the top of the board to the one being written
	column        int // columns of that line already written
}

// moment is a position of a game on a table as the screen shows it.
type moment struct {
	t  *table
	at int
}

// Write writes the text and tracks where the cursor goes.
func (sc *screen) Write(text []byte) (int, error) {
	if sc.board != "" {
		sc.follow(string(text))
	}
	return sc.out.Write(text)
}

// follow counts lines. After a line that is too long, or an escape sequence other than a color, the
// place of the board is unknown.
func (sc *screen) follow(text string) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			sc.below++
			sc.column = 0
		case r == '\r':
			sc.column = 0
		case r == escape:
			n := strings.IndexFunc(text[i+1:], func(r rune) bool { return r >= '@' && r != '[' })
			if n < 0 || text[i+1+n] != 'm' {
				sc.forget()
				return
			}
			size += n + 1
		default:
			if sc.column += runewidth.RuneWidth(r); sc.column > sc.columns {
				sc.forget()
				return
			}
		}
		i += size
	}
}

// draw writes a board, which becomes the last one.
func (sc *screen) draw(picture string, at moment) {
	sc.forget()
	if sc.size != nil {
		sc.board, sc.shown, sc.moment = picture, picture, at
		sc.columns, sc.rows = sc.size()
	}
	fmt.Fprint(sc, picture)
}

// lines is how many lines the last board has.
func (sc *screen) lines() int { return strings.Count(sc.board, "\n") }

// forget marks the place of the board as unknown.
func (sc *screen) forget() { sc.board, sc.shown, sc.below, sc.column = "", "", 0, 0 }

// typed tells the screen that a line, which the screen did not write, was typed and ended.
func (sc *screen) typed() { sc.below, sc.column = sc.below+1, 0 }

// sees reports whether the whole board of a moment is visible above the line being typed.
func (sc *screen) sees(at moment) bool {
	if sc.board == "" || sc.moment != at {
		return false
	}
	columns, rows := sc.size()
	return columns == sc.columns && rows == sc.rows && sc.below < rows
}

// redraw draws another picture over the visible board; "" stands for the picture as first drawn. It
// reports whether the picture fits there. It writes everything at once, so as not to disturb
// whoever is writing at the cursor.
func (sc *screen) redraw(picture string) bool {
	if picture == "" {
		picture = sc.board
	}
	if strings.Count(picture, "\n") != sc.lines() {
		return false
	}
	if picture != sc.shown {
		sc.shown = picture
		lines := strings.ReplaceAll(picture, "\n", "\x1b[K\r\n")
		fmt.Fprintf(sc.out, "\x1b7\x1b[%dA\r%s\x1b8", sc.below, lines)
	}
	return true
}
