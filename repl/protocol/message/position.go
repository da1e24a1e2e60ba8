package message

// Queued is told to a long request that waits: how many run before it. At 0 it begins.
type Queued struct {
	Ahead int `json:"ahead"`
}

// PositionParams are the parameters of position.
type PositionParams struct {
	Moment
}

// Position is a position as text and as data.
type Position struct {
	Text    string       `json:"text"` // one line, which start reads
	Picture string       `json:"picture"`
	Player  string       `json:"player"` // to move
	Turn    int          `json:"turn"`   // turns taken
	Passes  int          `json:"passes"` // turns in a row that were a pass
	Out     []string     `json:"out"`    // players who have lost while others play on
	InTurn  int          `json:"inTurn"` // steps of this turn already taken
	Pieces  []PieceData  `json:"pieces"`
	States  []StateValue `json:"states"`
	Result  *Result      `json:"result"`
	Key     string       `json:"key"` // equal for positions from which the game goes on alike
}

// PieceData is a piece on a site.
type PieceData struct {
	Site   string `json:"site"`
	Player string `json:"player"` // "" of a neutral one
	Kind   string `json:"kind"`
	// Below is what it stands on, the lowest piece first; absent where it stands on the board.
	Below []Buried `json:"below,omitempty"`
}

// Buried is a piece in a tower, below the top.
type Buried struct {
	Player string `json:"player"` // "" of a neutral one
	Kind   string `json:"kind"`
}

// StateValue is a counter or a memory of the rules, for the player, kind and cell that it is kept
// for ("" where it is not kept per that).
type StateValue struct {
	Name   string   `json:"name"`
	Player string   `json:"player"`
	Kind   string   `json:"kind"`
	Site   string   `json:"site"`
	Type   string   `json:"type"`   // number, truth, sites, directions, kinds or players
	Number int64    `json:"number"` // of a number; 1 of what is true
	Names  []string `json:"names"`  // of a set
}

// BoardParams are the parameters of board. Text, svg, data and layout say what is wanted; data if
// none is said.
type BoardParams struct {
	Moment

	Text bool `json:"text,omitempty"`
	SVG  bool `json:"svg,omitempty"`
	Data bool `json:"data,omitempty"`
	// where the sites are; the same for all positions of a game
	Layout bool `json:"layout,omitempty"`
	// what players have, also what cannot be seen on the board
	Holdings bool `json:"holdings,omitempty"`
	// the position as data to draw: shapes, colors, hands, dice, marks
	Scene bool `json:"scene,omitempty"`

	// in the SVG a strip for each player, above and below the board
	Strips bool `json:"strips,omitempty"`
	// the same, if some player has something beside the board; without whose turn it is, and who won
	Hands   bool   `json:"hands,omitempty"`
	Theme   string `json:"theme,omitempty"`   // colors of the SVG: light (the default), dark or print
	ID      string `json:"id,omitempty"`      // begins the ids in the SVG
	Quarter bool   `json:"quarter,omitempty"` // the SVG is turned by 90°, or has layers below one another
	// a legal step: what it would change is drawn as ghosts, with the steps of its piece that must
	// follow in the turn
	Preview string `json:"preview,omitempty"`

	Flip bool `json:"flip,omitempty"` // seen from the other side
	Bare bool `json:"bare,omitempty"` // without coordinates
	// in the SVG an invisible shape with data-site and data-kind on every site
	Targets bool   `json:"targets,omitempty"`
	NoLast  bool   `json:"noLast,omitempty"` // the last turn is not pointed out
	Title   string `json:"title,omitempty"`  // of the SVG
	// Legal and Chosen are sites to point out: where one may go, and what has been chosen of a
	// move.
	Legal  []string `json:"legal,omitempty"`
	Chosen []string `json:"chosen,omitempty"`

	ASCII bool `json:"ascii,omitempty"` // the text without Unicode
	Color bool `json:"color,omitempty"` // the text with ANSI colors
	Width int  `json:"width,omitempty"` // columns of the text; 0: any number
}

// Board is the board in the ways that were asked for.
type Board struct {
	Text   string     `json:"text,omitempty"`
	SVG    string     `json:"svg,omitempty"`
	Data   *BoardData `json:"data,omitempty"`
	Layout *Layout    `json:"layout,omitempty"`
	// what players have
	Holdings *Holdings `json:"holdings,omitempty"`
	Scene    *Scene    `json:"scene,omitempty"`
}

// Holdings is what players have, in words: pieces on the board by kind, and counters such as walls
// in hand or points.
type Holdings struct {
	Players []string `json:"players"` // by player; "" for one who can have nothing
	Common  string   `json:"common"`  // counters of no player; "" where there are none
}

// BoardData is what the board shows.
type BoardData struct {
	Pieces  []Man      `json:"pieces"`
	Numbers []Number   `json:"numbers"` // what is counted on cells, where it is not 0
	Counted string     `json:"counted"` // what that is; "" where nothing is
	Marks   []MarkData `json:"marks"`   // cells that are set apart
	// the sites of the last turn, or of what has been played of this one
	Last []string `json:"last"`
	// Sites are those that legal steps name first: where a click or a drag can begin.
	Sites []string `json:"sites"`
}

// Man is a piece and how it looks.
type Man struct {
	Site   string `json:"site"`
	Player string `json:"player"` // "" of a neutral one
	Seat   int    `json:"seat"`   // the player's number from 0; -1 of a neutral one
	Kind   string `json:"kind"`
	Name   string `json:"name"` // as "Red king"
	Sign   string `json:"sign"` // one character of Unicode
	ASCII  string `json:"ascii"`
	Color  string `json:"color"`
	// Below is how the pieces look that it stands on, the lowest first; absent where it stands on
	// the board. Their site is that of the tower.
	Below []Man `json:"below,omitempty"`
}

// Number is a number on a cell.
type Number struct {
	Site   string `json:"site"`
	Number int64  `json:"number"`
}

// MarkData is a cell that is set apart, such as a goal.
type MarkData struct {
	Site  string `json:"site"`
	Sign  string `json:"sign"`
	ASCII string `json:"ascii"`
	Color string `json:"color"`
}

// Layout is where everything is, in the coordinates of the SVG: x to the right, y downwards.
type Layout struct {
	ViewBox [4]float64  `json:"viewBox"` // left, top, width, height
	Unit    float64     `json:"unit"`    // from one cell to the next
	Sites   []SiteData  `json:"sites"`
	Lines   [][2]string `json:"lines"` // drawn between points; none where cells are areas
}

// SiteData is a site of the board.
type SiteData struct {
	Site   string  `json:"site"`           // its name
	Said   string  `json:"said,omitempty"` // what players call it, if something else
	Kind   string  `json:"kind"`           // cell, edge or corner
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Column int     `json:"column"` // from 1; 0 where the board has none
	Row    int     `json:"row"`
	// of a cell its corners, of an edge its ends; empty where cells are points
	Outline   [][2]float64 `json:"outline"`
	Neighbors []Neighbor   `json:"neighbors"` // of a cell
	Touches   []string     `json:"touches"`   // of an edge or a corner: the cells at it
}

// Neighbor is a site that a direction leads to.
type Neighbor struct {
	Direction string `json:"direction"`
	Site      string `json:"site"`
}

// Clocks is what the clocks of a table show. Times are in milliseconds.
type Clocks struct {
	Control []string `json:"control"` // by player, as 5m+3s; "": no limit
	Left    []int64  `json:"left"`    // by player; -1: no limit
	Running int      `json:"running"` // the player whose clock runs; -1: none
	Waiting bool     `json:"waiting"` // they wait for players
}
