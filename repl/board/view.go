// Package board draws positions: as text for a terminal, in Unicode or in ASCII, and as SVG.
//
// A picture shows a [View]: a board, the pieces on it and the marks. A view knows no rules, so the
// same pictures serve a game, a lesson and a test.
package board

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/dsl/width"
)

// Color is the name of a color: black, white, red, green, yellow, blue, magenta, cyan, orange or
// gray. Any other is none.
type Color string

// Piece says how a piece is shown.
type Piece struct {
	Owner          int    // by player, from 0; -1: nobody's
	Name           string // such as "Red king", for tooltips and screen readers
	Unicode, ASCII string // one character each, for texts
	Color          Color
	Shape          string // one of ruleset.Shapes; "": disc
	Letter         string // on a shape that does not say what it is; "" for none
	Path           string // of an SVG, around 0,0 in a cell 48 wide: the shape or, in ink, on it
	Ink            Color  // of the letter or the path; "": what can be read on the piece
	Turned         bool   // points down
}

// Count is a number on a site in addition to [View.Numbers], such as the men of a player on a
// point.
type Count struct {
	Owner          int    // by player, from 0; -1: nobody's
	Name           string // what is counted, such as "White men"
	Unicode, ASCII string // the sign before the number, one character each
	Color          Color
	N              int64
}

// Tint sets sites apart, such as the goals of a game.
type Tint struct {
	Sites          topology.Set
	Unicode, ASCII string // shown on an empty site, and beside a piece
	Color          Color
	Region         string // its name
	Style          string // fill (or ""), home, gold, dot or edge, of an SVG
}

// Look says how a board is drawn. What is empty follows from the shape of the board.
type Look struct {
	Board  string         // one of ruleset.Boards
	Labels string         // one of ruleset.Labels; [View.Labels] turns them off
	Stacks string         // one of ruleset.Stacks, or Beside
	Frame  []topology.Set // by side: the cells at whose border the frame has the side's color
	Stars  topology.Set   // on vertices
	Blocks int            // of a board of squares: thick lines every so many; 0 for none
	// FrameOf is the region whose sets these are: the frame shows it instead of a tint.
	FrameOf string
}

// Beside says of [Look.Stacks] that pieces on one site are no tower, but lie side by side.
const Beside = "beside"

// Side is a player, in a strip beside the board and in the colors of the frame.
type Side struct {
	Name  string
	Color Color
	Moves bool // it is this side's turn
	Won   bool // it alone has won
	// Unicode and ASCII are the sign of its first kind of pieces.
	Unicode, ASCII string
	Text           string // what the board does not show
	Hand           []Item
}

// Item is what a side has beside the board: a number of pieces, or of points.
type Item struct {
	Name         string
	Count, Began int64 // now, and when the game began
	Goal         int64 // with which number the game ends; 0 if with none
	Piece        *Piece
	Turned       bool // the piece lies on its side
}

// Die is a die that has been thrown.
type Die struct {
	Value int
	Used  bool
}

// Ghosts are what a step would change.
type Ghosts struct {
	Come    map[topology.Site]Piece // pieces that would be there
	Go      topology.Set            // sites whose piece would be gone
	Numbers map[topology.Site]int64 // by how much numbers would change
	Stores  []int64                 // the same of the stores of a board with pits
	// Way is where a piece would go in several steps, from where it stands; nil if in one.
	Way []topology.Site
	// Push is the row of sites along which pieces would be pushed; nil if none would.
	Push []topology.Site
}

// View is what a picture shows.
type View struct {
	Board *topology.Board
	Look  Look
	Title string // of an SVG
	// ID begins the ids in an SVG. Pictures on one page need different ones.
	ID     string
	Theme  Theme // of an SVG
	Sides  []Side
	Strips bool // an SVG has a strip for each side
	Dice   []Die
	// Leads are the dice that lead to each site, which an SVG shows.
	Leads  map[topology.Site][]int
	Thrown bool    // the numbers on cells are dice
	Throw  int     // how many dice the game has, for which a picture with labels has room
	Stores []int64 // by side: what lies in its store, of boards with pits; nil for none
	Result string  // of an SVG with strips: how the game ended
	Pieces map[topology.Site]Piece
	// Below is what lies below the pieces of towers, the lowest first. An SVG draws the whole
	// tower. A text shows the top, and the height if Numbers has it.
	Below map[topology.Site][]Piece
	// Numbers are the counts on sites, such as seeds or the height of a piece; 0 is not shown.
	// Counted says what they count.
	Numbers map[topology.Site]int64
	Counted string
	// Counts are further numbers on sites, without those that are 0. Deep is how many of them,
	// together with everything else, a site may have at once; it keeps the height of the picture
	// constant.
	Counts map[topology.Site][]Count
	Deep   int
	// Links join sites, such as the bridges of pegs, in the color of the piece on the first.
	Links [][2]topology.Site
	Tints []Tint
	// Pegs are small signs beside what is on a site, such as shots; at most one for each player.
	Pegs   map[topology.Site][]Piece
	Last   topology.Set // what the last move touched
	Legal  topology.Set // where a piece may go
	Chosen topology.Set // what the player has chosen of a move so far
	Threat topology.Set // whose pieces are threatened
	Cursor topology.Set // what the player points at
	Won    [][]topology.Site
	Ghosts *Ghosts
	Labels bool // with coordinates
	// Columns and Rows are the names of the columns and rows of a board, from the first; nil:
	// letters and numbers. Rows alone may be nil.
	Columns, Rows []string
	Flip          bool // seen from the other side: turned by 180°
	// Quarter is for a page higher than wide: an SVG is turned by 90°, counterclockwise, or has its
	// layers, or the parts between columns without cells, below one another.
	Quarter bool
	// Places says where the points of a graph are, by site, with y upwards; nil: where the board
	// has them. See [Rows].
	Places []topology.Point
	// Targets puts an invisible shape over every site of an SVG, with its name in data-site and
	// cell, edge or corner in data-kind, and the names of sites on what stands there.
	Targets bool

	places []topology.Point // by site, computed on first use
}

// style returns how the board is drawn.
func (v *View) style() string {
	b := v.Board
	switch {
	case v.Look.Board != "":
		return v.Look.Board
	case flat(b) || pointed(b):
		return "hexes"
	case points(b):
		return "lines"
	case !b.Edges.Empty() || !b.Corners.Empty():
		return "gaps"
	}
	return "checkered"
}

// Style says what a terminal can show.
type Style struct {
	Unicode bool
	Color   bool // ANSI colors
	Width   int  // columns; 0: any number
	Height  int  // lines; 0: any number
}

// point returns where a site is in the view, y upwards.
func (v *View) point(s topology.Site) topology.Point {
	if v.places == nil {
		if v.places = v.Places; v.places == nil {
			v.places = places(v.Board)
		}
	}
	p := v.places[s]
	if v.Flip {
		return topology.Point{X: -p.X, Y: -p.Y}
	}
	return p
}

// column returns the name of a column, counted from 1.
func (v *View) column(n int) string {
	if 0 < n && n <= len(v.Columns) {
		return v.Columns[n-1]
	}
	return topology.ColumnName(n)
}

// row returns the name of a row, counted from 1.
func (v *View) row(n int) string {
	if 0 < n && n <= len(v.Rows) {
		return v.Rows[n-1]
	}
	return strconv.Itoa(n)
}

// placed returns the piece on a site, if it is there and on the board.
func (v *View) placed(s topology.Site) (Piece, bool) {
	p, ok := v.Pieces[s]
	return p, ok
}

// number returns the number on a site as text; "" if there is nothing to show.
func (v *View) number(s topology.Site) string {
	if n := v.Numbers[s]; n != 0 {
		return strconv.FormatInt(n, 10)
	}
	return ""
}

// tint returns the last tint of a site.
func (v *View) tint(s topology.Site) *Tint {
	for i := len(v.Tints) - 1; i >= 0; i-- {
		if v.Tints[i].Sites.Has(s) {
			return &v.Tints[i]
		}
	}
	return nil
}

// flat reports whether the hexes of the board stand in columns.
func flat(b *topology.Board) bool { return b.Spec.Shape == "hexcolumns" }

// pointed reports whether the board has hexes in rows.
func pointed(b *topology.Board) bool {
	switch b.Spec.Shape {
	case "rhombus", "hexagon", "triangle", "hexrows":
		return true
	}
	return false
}

// points reports whether pieces stand where lines meet rather than in cells. This holds on graphs,
// and on squares with extra lines that join neighbors. Named lines are for moves of their own, and
// join no neighbors.
func points(b *topology.Board) bool {
	return b.IsGraph() || b.Spec.Shape == "square" &&
		slices.ContainsFunc(b.Spec.Lines, func(l topology.Line) bool { return l.Name == "" })
}

// charted reports whether every point of a graph is named after its place, as on a map: d7.
func charted(b *topology.Board) bool {
	for s := range b.Cells.All() {
		p := b.Points[s]
		if p.X != math.Trunc(p.X) || p.Y != math.Trunc(p.Y) || p.X < 1 ||
			!strings.EqualFold(b.Names[s], label(int(p.X), int(p.Y))) {
			return false
		}
	}
	return true
}

// places returns where the sites are. On a map, columns and rows without a point take no room.
func places(b *topology.Board) []topology.Point {
	if !b.IsGraph() || !charted(b) {
		return b.Points
	}
	var columns, rows []float64
	for s := range b.Cells.All() {
		columns, rows = append(columns, b.Points[s].X), append(rows, b.Points[s].Y)
	}
	order.Sort(columns)
	order.Sort(rows)
	columns, rows = slices.Compact(columns), slices.Compact(rows)
	// rank returns the place of a coordinate among those in use, between two of them for an edge.
	rank := func(all []float64, at float64) float64 {
		i, found := slices.BinarySearch(all, at)
		if found || i == 0 {
			return float64(i + 1)
		}
		return float64(i) + (at-all[i-1])/(all[i]-all[i-1])
	}
	points := make([]topology.Point, len(b.Points))
	for s, p := range b.Points {
		points[s] = topology.Point{X: rank(columns, p.X), Y: rank(rows, p.Y)}
	}
	return points
}

// widths counts columns as a terminal does.
var widths = width.Terminal

// playersNumber reports whether the last byte of a text, at a place, is a digit behind something
// else.
func playersNumber(text string, at int) bool {
	return at == len(text)-1 && '0' <= text[at] && text[at] <= '9' &&
		(text[at-1] < '0' || '9' < text[at-1])
}

// sign returns the first printable character of text, with its combining characters and the number
// of a player that follows; a question mark if there is none.
func sign(text string, ascii bool) string {
	end, columns := 0, 0
	for i, r := range text {
		w := widths.RuneWidth(r)
		if unicode.IsControl(r) || r == unicode.ReplacementChar || ascii && r > unicode.MaxASCII ||
			columns > 0 && w > 0 && !playersNumber(text, i) || columns == 0 && w == 0 {
			break
		}
		columns += w
		end = i + len(string(r))
	}
	if columns == 0 {
		return "?"
	}
	return text[:end]
}
