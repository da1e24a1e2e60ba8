// Package topology builds boards: sites with numbers, names, coordinates and places in the plane,
// and the relations that lead from one site to another.
//
// A board is built once, from a [Spec], and never changes; nothing here knows about pieces. Three
// planes of sites are numbered one after the other: the cells, then (if the rules ask for them) the
// edges between them and the corners where they meet. Everything by which an expression can walk is
// a relation with a number: the directions (north, a named line and its reverse), half a step in a
// direction (from a cell to the edge or the corner it would cross), and incidence (the cells, edges
// or corners that touch a site).
package topology

// Plane is a kind of site. Planes are combined with | to say which kinds of site a set may contain.
type Plane uint8

// The planes.
const (
	Cells Plane = 1 << iota
	Edges
	Corners
)

// Relation is the number of a relation between sites. On a board with D directions, 0 … D-1 are the
// directions, D … 2D-1 half a step in each of them, and 2D, 2D+1, 2D+2 the incident cells, edges
// and corners.
type Relation uint8

// MaxRelations limits the relations of a board, so that it has at most 62 directions.
const MaxRelations = 128

// Steps is a set of relations, by number.
type Steps [MaxRelations / 64]uint64

// StepsOf returns the set of the given relations.
func StepsOf(rs ...Relation) Steps {
	var s Steps
	for _, r := range rs {
		s[r>>6] |= 1 << (r & 63)
	}
	return s
}

// Has reports whether r is a member.
func (s Steps) Has(r Relation) bool { return s[r>>6]>>(r&63)&1 != 0 }

// Or returns the members of either set.
func (s Steps) Or(t Steps) Steps { return Steps{s[0] | t[0], s[1] | t[1]} }

// And returns the members of both sets.
func (s Steps) And(t Steps) Steps { return Steps{s[0] & t[0], s[1] & t[1]} }

// Minus returns the members of s that are not in t.
func (s Steps) Minus(t Steps) Steps { return Steps{s[0] &^ t[0], s[1] &^ t[1]} }

// Direction is one way to go on a board.
type Direction struct {
	Name string   // "north", or the name of a line; a nameless line gets a name from the board
	Back Relation // the opposite direction
	// Left and Right are this direction turned by 90° on squares and by 60° on hexes; the direction
	// itself if the board has no angles.
	Left, Right Relation
	// HalfLeft and HalfRight are this direction turned by 45° on squares, by 60° on hexes.
	HalfLeft, HalfRight Relation
}

// Point is a place in the plane, for drawing: x to the right and y upwards, neighboring cells
// about one apart.
type Point struct{ X, Y float64 }

// Board is a finished board. It is immutable and may be shared.
type Board struct {
	Spec  Spec
	Sites int // number of sites of all planes
	Cells Set
	Edges Set // empty unless asked for
	// Corners is empty unless asked for.
	Corners Set
	// the cells that lack a neighbor, and the edges and corners on the border of the board
	Rim Set

	Names  []string // by site: "d4", "d4e", "d4ne"
	Column []int    // by site, from 1; 0 if the board has no columns
	Row    []int    // by site, from 1
	Points []Point  // by site
	// Width and Height are the greatest column and row.
	Width, Height int
	Layers        int // 0: a flat board; else its sites are those of layer after layer

	Directions []Direction
	// Groups of directions. Axes has one direction of every pair of opposites.
	Orthogonal, Diagonal, Around, Adjacent, Axes Steps

	// Marks maps each sign of a picture, letters included, to the cells that show it.
	Marks map[rune]Set
	// Glyphs of a picture's cells, by site (0 where the picture shows '.'); nil on boards without a
	// picture.
	Glyphs []rune

	next   [][]Set  // [relation][site]: where it leads
	near   [][]Site // [relation][site]: the lowest site of next, or None
	fork   []int    // [relation]: the greatest number of sites of next
	single []bool   // [relation]: next never has more than one site; near is that site
	via    [][]Site // [direction][site]: the edge or corner that the step crosses, or None
	across map[[2]Site]Site
	edgeOf []Set // [direction]: the cells from which it leads off the board
	byName map[string]Site
	named  int // bytes of the longest of these names
}

// Spec says which board to build, as written in the rules.
type Spec struct {
	Shape          string // square, rhombus, hexagon, triangle, hexrows, hexcolumns, graph
	Args           []int
	Picture        string // of hexrows and hexcolumns: the text between the quotes
	Lines          []Line // of a graph, or extra ones on any board
	Edges, Corners bool
	Around         []string // of squares: directions in which the board closes on itself
}

// Line is a line of sites that the rules draw, in order.
type Line struct {
	Name   string // "" for a nameless line
	Loop   bool   // the last site is followed by the first
	Points []string
}

// Problem says what is wrong with a Spec, and where.
type Problem struct {
	Message string // what is wrong, for a reader of rules
	Help    string // what to do about it
	// Argument, PictureLine (and PictureColumn), Line and Point tell which part of the spec is
	// wrong, counted from 0; -1 if it is not that part.
	Argument                   int
	PictureLine, PictureColumn int
	Line, Point                int
}

// Layer returns the layer of a cell, from 0 for the lowest; 0 on a flat board.
func (b *Board) Layer(s Site) int {
	if b.Layers == 0 {
		return 0
	}
	return int(s) / (b.Width * b.Height)
}

// ColumnLabel names the column of a cell, on a board with layers with the letter of the layer.
func (b *Board) ColumnLabel(s Site) string {
	name := ColumnName(b.Column[s])
	if b.Layers > 0 {
		name = string(rune('A'+b.Layer(s))) + name
	}
	return name
}

// Full reports whether every column and row of a flat board of squares has a cell.
func (b *Board) Full() bool { return b.Layers == 0 && b.Cells.Len() == b.Width*b.Height }
