package board

import (
	"fmt"
	"slices"
)

// A chessman is the side view of a chess piece: paths around its middle, drawn for cells 48 wide,
// with y downwards. Lines are drawn on the body in the color of text on the piece.
type chessman struct{ body, lines string }

// foot is the base of every chessman.
const foot = "M-11.5 12.5h23a2 2 0 0 1 2 2v3.5h-27v-3.5a2 2 0 0 1 2-2z"

// chessNames are the names of the chessmen, in their order.
var chessNames = []string{"king", "queen", "rook", "bishop", "knight", "pawn"}

// chessmen are in the order of chessNames.
var chessmen = [...]chessman{
	{ // king
		"M-1.4-20.5h2.8v2.9h2.9v2.7h-2.9v3.6h-2.8v-3.6h-2.9v-2.7h2.9z" +
			"M0-9.2c2.6-3.6 13.4-4.4 13.4 3.2 0 4.2-3.6 6.4-4.2 10.5.3 3.1 1.1 5.4 2.3 8h-23" +
			"c1.2-2.6 2-4.9 2.3-8-.6-4.1-4.2-6.3-4.2-10.5 0-7.6 10.8-6.8 13.4-3.2z" + foot,
		"M0-8.8v13.3M-9.2 4.5h18.4M-9.9 8.5h19.8",
	},
	{ // queen
		"M-14.2-9.5l4.6 14c-.3 3.1-1.1 5.4-2.2 8h23.6c-1.1-2.6-1.9-4.9-2.2-8l4.6-14-5.6 6.7" +
			"-1.1-10.4-4.1 9.6-3.4-11.1-3.4 11.1-4.1-9.6-1.1 10.4z" + foot +
			ball(-14.2, -11.3) + ball(-7.5, -15) + ball(0, -16.6) + ball(7.5, -15) +
			ball(14.2, -11.3),
		"M-9.6 4.5h19.2M-10.3 8.5h20.6",
	},
	{ // rook
		"M-12-17h5v3.6h4.5v-3.6h5v3.6h4.5v-3.6h5v8.2l-3.6 3.2v12l3.1 6.1h-23l3.1-6.1v-12l-3.6-3.2z" +
			foot,
		"M-8.2-5.6h16.4M-8.2 6.4h16.4",
	},
	{ // bishop
		"M0-16.2c5.2 3.6 8.2 7.8 8.2 12 0 3.5-1.9 5.9-4.5 7.4.5 4.2 2.7 6.8 5.8 9.3h-19" +
			"c3.1-2.5 5.3-5.1 5.8-9.3-2.6-1.5-4.5-3.9-4.5-7.4 0-4.2 3-8.4 8.2-12z" + foot +
			ball(0, -18.2),
		"M0-9.8v8.2M-3.6-6h7.2M-3.9 3.2h7.8",
	},
	{ // knight
		"M10.8 12.5c1.4-11.6-.9-21.8-11-26l-1-4.6-3.8 4.3c-3 1.7-4.5 4.6-5.6 7.9-1 2.8-3 5.1-2.8 7.5" +
			".3 2.5 2.8 3.5 4.6 2.3 1.1-.8 2-1.7 3.7-1.7 2.3 0 4.2-.9 5-2.8" +
			".4 4.6-8.6 6.3-8.6 13.1z" + foot,
		"M.6-10.4c5.4 4.4 7.3 11.3 7 19.6M-5.4-7.4a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0",
	},
	{ // pawn
		"M0-14.5a6.2 6.2 0 0 1 4 10.9h2.3a1.7 1.7 0 0 1 0 3.4h-2.4c.4 5.3 2.3 9.3 5.6 12.7h-19" +
			"c3.3-3.4 5.2-7.4 5.6-12.7h-2.4a1.7 1.7 0 0 1 0-3.4h2.3a6.2 6.2 0 0 1 4-10.9z" + foot,
		"M-3.9-.2h7.8",
	},
}

// ball returns the path of a small ball around a point.
func ball(x, y float64) string {
	return "M" + number(x-2.1) + " " + number(y) + "a2.1 2.1 0 1 1 4.2 0a2.1 2.1 0 1 1-4.2 0z"
}

// chessman draws a chess piece around 0,0. It has a light edge if it is dark, for dark cells.
func (sh *shapes) chessman(name string, color Color) string {
	const scale = 1.08
	i := slices.Index(chessNames, name)
	if i < 0 {
		return ""
	}
	c, line := chessmen[i], inkOn(color)
	out := format(`<g transform="scale(%v)" stroke-linejoin="round" stroke-linecap="round">`, scale)
	if luminance(fillOf(color)) < .3 {
		line = "#d9d4ca"
		out += fmt.Sprintf(`<path d="%s" fill="none" stroke="#fdfcf8" stroke-width="3" `+
			`stroke-opacity=".7"/>`, c.body)
	}
	return out + sh.path(c.body, fillOf(color), 1.5) + fmt.Sprintf(`<path d="%s" fill="none" `+
		`stroke="%s" stroke-width="1.3"/></g>`, c.lines, line)
}
