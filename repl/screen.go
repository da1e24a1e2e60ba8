package repl

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// screen is what a session writes to. On a terminal it knows how far above the line to be typed
// next the last board begins, so that the board can be drawn again in its place while that line is
// being typed.
type screen struct {
	out  io.Writer
	size func() (columns, rows int) // of the terminal; nil: there is none

	// as it was drawn, and as it is visible now; "": there is none, or it is not known where
	board, shown  string
	moment        moment
	columns, rows int // of the terminal then
	below         int // lines from the top of the board to the one that is being written
	column        int // of that line that have been written
}

// moment is a position of a game on a table as the screen shows it.
type moment struct {
	t  *table
	at int
}

// Write writes, and follows where that leads.
func (sc *screen) Write(text []byte) (int, error) {
	if sc.board != "" {
		sc.follow(string(text))
	}
	return sc.out.Write(text)
}

// follow counts lines. After a line that is too long, or a key sequence other than a color, the
// place of the board is not known.
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

// draw writes a board, the last one from now on.
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

// forget says that it is not known where the board is.
func (sc *screen) forget() { sc.board, sc.shown, sc.below, sc.column = "", "", 0, 0 }

// typed tells the screen that a line was typed and ended, which it did not write itself.
func (sc *screen) typed() { sc.below, sc.column = sc.below+1, 0 }

// sees reports whether the whole board of a moment is visible above the line being typed.
func (sc *screen) sees(at moment) bool {
	if sc.board == "" || sc.moment != at {
		return false
	}
	columns, rows := sc.size()
	return columns == sc.columns && rows == sc.rows && sc.below < rows
}

// redraw draws another picture over the board that is visible; "" stands for the picture as it was
// drawn first. It reports whether it fits there. All is one write, so that whoever writes at the
// cursor meanwhile is not disturbed.
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
