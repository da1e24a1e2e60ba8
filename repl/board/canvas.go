package board

import (
	"strings"
)

// ink is how a character is printed.
type ink struct {
	color, back   Color
	bold, dim, on bool // on: reversed, as a cursor
}

type spot struct {
	text string // "" to the right of a wide character
	ink  ink
}

type place struct{ x, y int }

// A canvas is an unbounded sheet of characters: columns go right and lines go down; both may be
// negative.
type canvas struct {
	spots                  map[place]spot
	left, right, top, base int
}

func (c *canvas) put(x, y int, text string, in ink) {
	if c.spots == nil {
		c.spots = map[place]spot{}
		c.left, c.right, c.top, c.base = x, x, y, y
	}
	w := widths.StringWidth(text)
	if old, ok := c.spots[place{x, y}]; ok && in.back == "" {
		in.back = old.ink.back
	}
	c.spots[place{x, y}] = spot{text, in}
	for i := 1; i < w; i++ {
		c.spots[place{x + i, y}] = spot{"", in}
	}
	c.left, c.right = min(c.left, x), max(c.right, x+w-1)
	c.top, c.base = min(c.top, y), max(c.base, y)
}

// write writes a text, one column per character.
func (c *canvas) write(x, y int, text string, in ink) {
	for _, r := range text {
		c.put(x, y, string(r), in)
		x += max(1, widths.RuneWidth(r))
	}
}

// paint gives a column a background.
func (c *canvas) paint(x, y int, back Color) {
	s, ok := c.spots[place{x, y}]
	if !ok {
		s.text = " "
	}
	s.ink.back = back
	c.put(x, y, s.text, s.ink)
}

func (c *canvas) at(x, y int) string { return c.spots[place{x, y}].text }

// width returns the number of columns that are used.
func (c *canvas) width() int {
	if c.spots == nil {
		return 0
	}
	return c.right - c.left + 1
}

// text prints the sheet, without blanks at the ends of lines.
func (c *canvas) text(color bool) string {
	var out strings.Builder
	if c.spots == nil {
		return ""
	}
	for y := c.top; y <= c.base; y++ {
		last := c.left - 1
		for x := c.left; x <= c.right; x++ {
			s, ok := c.spots[place{x, y}]
			if ok && (s.text != " " || color && (s.ink.back != "" || s.ink.on)) {
				last = x
			}
		}
		var now ink
		for x := c.left; x <= last; x++ {
			s, ok := c.spots[place{x, y}]
			if !ok {
				s = spot{text: " "}
			}
			if color && s.ink != now {
				out.WriteString(s.ink.ansi())
				now = s.ink
			}
			out.WriteString(s.text)
		}
		if now != (ink{}) {
			out.WriteString("\x1b[0m")
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// The color codes. Black and white must be legible on dark and on light terminals, so they are gray
// and the terminal's own color.
var foregrounds = map[Color]string{
	"black": "90", "white": "", "red": "31", "green": "32", "yellow": "33", "blue": "34",
	"magenta": "35", "cyan": "36",
	"orange": "38;5;208", "gray": "90",
}

// Backgrounds are dark on every terminal, so the text on them is bright.
var backgrounds = map[Color]string{
	"black": "48;5;236", "white": "48;5;244", "red": "48;5;52", "green": "48;5;22",
	"yellow": "48;5;58", "blue": "48;5;18",
	"magenta": "48;5;53", "cyan": "48;5;23", "orange": "48;5;94", "gray": "48;5;240",
}

var bright = map[Color]string{
	"": "97", "black": "38;5;250", "white": "97", "red": "91", "green": "92", "yellow": "93",
	"blue": "94", "magenta": "95", "cyan": "96",
	"orange": "38;5;214", "gray": "38;5;250",
}

// ansi returns the sequence that switches to the ink from any other.
func (in ink) ansi() string {
	codes := []string{"0"}
	if in.bold {
		codes = append(codes, "1")
	}
	if in.dim {
		codes = append(codes, "2")
	}
	if in.on {
		codes = append(codes, "7")
	}
	if code := backgrounds[in.back]; code != "" {
		codes = append(codes, code, bright[in.color])
	} else if code := foregrounds[in.color]; code != "" {
		codes = append(codes, code)
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}
