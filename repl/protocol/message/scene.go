package message

// Scene is a position as something to draw. Coordinates are those of the SVG without strips.
type Scene struct {
	Board   string      `json:"board"` // how the board is drawn, as in [look] of a ruleset
	Unit    float64     `json:"unit"`  // from one cell to the next
	ViewBox [4]float64  `json:"viewBox"`
	Sides   []SideData  `json:"sides"`
	Pieces  []Shaped    `json:"pieces"`
	Numbers []Counted   `json:"numbers"`
	Stores  []int64     `json:"stores"` // by seat, of boards with pits
	Pegs    []Shaped    `json:"pegs"`   // small signs beside what stands on their sites, such as shots
	Dice    []DieData   `json:"dice"`
	Leads   []LeadData  `json:"leads"` // where the dice lead
	Links   [][2]string `json:"links"` // sites that are joined, as by bridges
	Marks   SceneMarks  `json:"marks"`
	Won     [][]string  `json:"won"` // lines of sites that decided the game
	Ghosts  *GhostData  `json:"ghosts"`
	Result  string      `json:"result"`
}

// SideData is a player in a scene.
type SideData struct {
	Seat   int        `json:"seat"`
	Player string     `json:"player"`
	Color  string     `json:"color"`
	Ring   bool       `json:"ring"` // pieces need a ring: another side has a similar color
	Moves  bool       `json:"moves"`
	Text   string     `json:"text"` // what the board does not show
	Hand   []HandItem `json:"hand"`
}

// HandItem is a number of pieces or points of a player beside the board.
type HandItem struct {
	Name   string `json:"name"`
	Count  int64  `json:"count"`
	Began  int64  `json:"began"` // when the game began
	Goal   int64  `json:"goal"`  // the number that wins; 0 if none does
	Shape  string `json:"shape"` // of the pieces; "" for points
	Color  string `json:"color"`
	Letter string `json:"letter"`
	Turned bool   `json:"turned"` // they lie on their sides
}

// Shaped is a piece and its form. Its site and place are those of its tower.
type Shaped struct {
	Site   string   `json:"site"`
	Seat   int      `json:"seat"` // -1 of a neutral piece
	Name   string   `json:"name"`
	Shape  string   `json:"shape"`
	Color  string   `json:"color"`
	Letter string   `json:"letter"`
	Path   string   `json:"path"`          // of an SVG, instead of a shape or, with an ink, on it
	Ink    string   `json:"ink,omitempty"` // the color of the letter or the path
	Turned bool     `json:"turned"`
	X      float64  `json:"x"`
	Y      float64  `json:"y"`
	Radius float64  `json:"radius"`
	Below  []Shaped `json:"below,omitempty"` // the lowest first
}

// Counted is a number on a site.
type Counted struct {
	Site   string `json:"site"`
	Number int64  `json:"number"`
	Name   string `json:"name"`
	Seat   int    `json:"seat"` // -1 if it is nobody's
}

// DieData is a die that was thrown.
type DieData struct {
	Value int  `json:"value"`
	Used  bool `json:"used"`
}

// LeadData is a site that a step leads to without naming it, and the dice that do so.
type LeadData struct {
	Site string `json:"site"`
	Dice []int  `json:"dice"`
}

// SceneMarks are sites to point out.
type SceneMarks struct {
	Last   []string `json:"last"`
	Legal  []string `json:"legal"`
	Chosen []string `json:"chosen"`
	Threat []string `json:"threat"`
}

// GhostData is what a step would change.
type GhostData struct {
	Come    []Shaped  `json:"come"`
	Go      []string  `json:"go"`
	Numbers []Counted `json:"numbers"` // differences
	Way     []string  `json:"way"`     // of a piece that goes on in the turn; empty if it takes one step
	Push    []string  `json:"push"`    // the row of sites along which pieces are pushed
}
