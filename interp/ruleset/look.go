package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// Look says how a board and its pieces are drawn, the table [look]. What is empty follows from the
// rules.
type Look struct {
	Board  string   // one of Boards
	Pieces string   // one of Shapes: that of pieces that name none
	Frame  string   // a region per player whose border sites color the frame; "none"
	Labels string   // one of Labels: where the names of sites are
	Stacks string   // one of Stacks: how towers are drawn
	Stars  []string // sites with a dot, on vertices
	Blocks int      // squares are parted by thick lines every so many columns and rows; 0: by none
	Tally  string   // a `value` of the rules that is told beside each player; "" for none
}

// The words of [look], [[piece]] and [[mark]].
var (
	Boards = []string{"checkered", "plain", "vertices", "open", "gaps", "tray", "rack", "pits",
		"points", "track", "hexes", "pegs", "lines", "bare", "grid"}
	Shapes = []string{"stone", "disc", "man", "king", "marble", "pawn", "ring", "cube", "cone",
		"tile", "wedge", "slab", "wall", "cap", "stroke", "cross", "gap", "peg",
		"bridge", "card", "triangle",
		"square", "pentagon", "hexagon", "diamond", "star", "chess-king",
		"chess-queen", "chess-rook", "chess-bishop",
		"chess-knight", "chess-pawn"}
	Labels     = []string{"outside", "ends", "inside", "none"}
	Stacks     = []string{"side", "offset", "number"}
	MarkStyles = []string{"fill", "home", "gold", "dot", "edge", "peg", "piece"}
)

// Hand is a counter that is shown as pieces beside the board.
type Hand struct {
	Counter string
	Piece   string // the kind
	Turned  bool   // the piece lies on its side
}

// NoFrame is the frame of a board whose sides have no colors.
const NoFrame = "none"

// MostPath is the limit on the length of a piece's path.
const MostPath = 2000

// look checks the words of [look] and of what goes with it.
func (c *infoCheck) look(f *infoFile) {
	word := func(table string, n int, where, key, value string, all []string) {
		c.at(table, key, n)
		if value == "" || slices.Contains(all, value) {
			return
		}
		near := diag.Nearest(value, all)
		if near != "" {
			near = fmt.Sprintf("; did you mean %q?", near)
		} else {
			near = "; it is one of " + strings.Join(all, ", ")
		}
		c.problem("%s: `%s` cannot be %q%s", where, key, value, near)
	}
	l := f.Look
	word("look", 0, "look", "board", l.Board, Boards)
	word("look", 0, "look", "pieces", l.Pieces, Shapes)
	word("look", 0, "look", "labels", l.Labels, Labels)
	word("look", 0, "look", "stacks", l.Stacks, Stacks)
	c.at("look", "blocks", 0)
	if l.Blocks < 0 || l.Blocks == 1 {
		c.problem("look: `blocks` is how many squares are together, at least 2, not %d", l.Blocks)
	}
	for i, p := range f.Pieces {
		what := strings.Join(strings.Fields("piece "+p.Player+" "+p.Kind), " ")
		word("piece", i, what, "shape", p.Shape, Shapes)
		c.at("piece", "letter", i)
		if p.Letter != "" && !source.OneCell(p.Letter) {
			c.problem("%s: the letter %q should be one visible character", what, p.Letter)
		}
		c.at("piece", "path", i)
		if wrong := wrongPath(p.Path); wrong != "" {
			c.problem("%s: `path` %s", what, wrong)
		}
	}
	for i, m := range f.Marks {
		word("mark", i, "mark "+m.Region, "style", m.Style, MarkStyles)
		word("mark", i, "mark "+m.Region, "shape", m.Shape, Shapes)
		c.at("mark", "style", i)
		if m.Style == "peg" && (m.Unicode == "" || m.ASCII == "") {
			c.problem("mark %s: a peg needs `unicode` and `ascii`, its signs in texts", m.Region)
		}
	}
	for i, h := range f.Hands {
		c.at("hand", "", i)
		if h.Counter == "" || h.Piece == "" {
			c.problem("every hand needs its `counter` and the kind of its `piece`")
		}
	}
}

// wrongPath says what is wrong with the path of a piece; "" if nothing is. A path is the data of an
// SVG path around 0,0, for a cell from -24 to 24: it may contain nothing but commands and numbers.
func wrongPath(d string) string {
	switch {
	case d == "":
		return ""
	case len(d) > MostPath:
		return fmt.Sprintf("has %d characters; it may have %d", len(d), MostPath)
	case d[0] != 'M' && d[0] != 'm':
		return "should begin with M, as the data of an SVG path do"
	}
	if i := strings.IndexFunc(d, func(r rune) bool {
		return !strings.ContainsRune("MmLlHhVvCcSsQqTtAaZz0123456789.,- \n", r)
	}); i >= 0 {
		return fmt.Sprintf("contains %q; it may have the commands of an SVG path and numbers",
			[]rune(d[i:])[0])
	}
	for _, number := range strings.FieldsFunc(d, func(r rune) bool {
		return !strings.ContainsRune("0123456789.", r)
	}) {
		if whole, _, _ := strings.Cut(number, "."); len(whole) > 3 {
			return fmt.Sprintf("goes to %s; a cell goes from -24 to 24", number)
		}
	}
	return ""
}
