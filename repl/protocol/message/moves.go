package message

// Move is a step with its parts.
type Move struct {
	// the shortest notation that no other legal step has
	Text string `json:"text"`
	Long string `json:"long"` // the notation that names everything
	// the name of the move in the rules, or pass or done
	Move  string `json:"move"`
	Roles []Role `json:"roles"` // what is chosen, in the order of the rules
	// Leads is the one site that it does not name but to which it brings something of the player,
	// such as the point that a die leads to. It comes if it is asked for, of steps that name one
	// site and a number.
	Leads string `json:"leads,omitempty"`
	// of a step left to chance: how likely it is next to the others
	Weight  int64     `json:"weight,omitempty"`
	Changes []Change  `json:"changes,omitempty"` // of the board, if asked for
	After   *Followed `json:"after,omitempty"`   // what follows, if changes are asked for
}

// Role is a part of a step.
type Role struct {
	Word  string `json:"word"`  // from, to, over, at, along, as or with
	Name  string `json:"name"`  // of the variable in the rules
	Type  string `json:"type"`  // site, direction, kind, player or number; of a set sites, kinds or players
	Value string `json:"value"` // its name, or the number; of a set "a1+b1", or "none"
}

// Change is what a step does to a site.
type Change struct {
	Site   string     `json:"site"`
	Before *PieceData `json:"before"` // null: no piece
	After  *PieceData `json:"after"`
}

// Followed says what comes after a step.
type Followed struct {
	Turn   bool   `json:"turn"`   // the turn is over
	Over   bool   `json:"over"`   // the game is over
	Player string `json:"player"` // who moves next
}

// MovesParams are the parameters of moves.
type MovesParams struct {
	Moment
	// Site, if given, leaves the steps that name the site.
	Site string `json:"site,omitempty"`
	// Changes asks what each step does to the board. More than 4096 legal steps are not asked.
	Changes bool `json:"changes,omitempty"`
	// Leads asks where steps lead that name one site and a number, such as that of a die. More than
	// 256 legal steps are not asked.
	Leads bool `json:"leads,omitempty"`
	From  int  `json:"from,omitempty"`  // leave out so many steps
	Limit int  `json:"limit,omitempty"` // list at most so many: 4096
}

// Moves is legal steps.
type Moves struct {
	Player string `json:"player"`
	Moves  []Move `json:"moves"`
	Total  int    `json:"total"` // steps that there are to list
	More   bool   `json:"more"`  // there are others after these
}

// Illegal says why a text is not a legal move. Of a game with secrets it says nothing but the move.
type Illegal struct {
	// Move is what is not legal: all of the text, or what follows the legal steps of After.
	Move  string `json:"move"`
	After string `json:"after"`
	// Kind is unread (no step of the game is written like that), long (longer than any move),
	// ambiguous, sign (but for the Sign it fits a legal move), off-board (there is no place called
	// Missing), no-start (nothing of the player stands where the readings start), refused (the rules
	// refuse all readings), over (the game is over) or turn-over (the turn is over after After).
	Kind    string `json:"kind"`
	Sign    string `json:"sign"`
	Missing string `json:"missing"`
	// Readings are the steps that it may mean, nearest to being legal first; with Partial, those
	// that it names only a part of.
	Readings  []Reading `json:"readings"`
	Partial   bool      `json:"partial"`
	Why       string    `json:"why"`       // half a sentence; may be empty
	Nearest   []string  `json:"nearest"`   // legal moves that may have been meant
	Ambiguous bool      `json:"ambiguous"` // it fits several legal moves: those in nearest
	Step      int       `json:"step"`      // of several, which one it is, from 1; 0: there is one
}

// PositionMistake says where a position text is wrong.
type PositionMistake struct {
	Column  int    `json:"column"` // in characters, from 1
	Message string `json:"message"`
}

// WhyParams are the parameters of why.
type WhyParams struct {
	Moment
	Move string `json:"move" max:"4096"`
}

// Why says whether a move is legal and, if it is not, what speaks against it. A text that leaves
// something open has several readings, those nearest to being legal.
type Why struct {
	Legal    bool      `json:"legal"`
	Kind     string    `json:"kind"` // as in Illegal; "" of a legal one
	Message  string    `json:"message"`
	Readings []Reading `json:"readings"`
	Nearest  []string  `json:"nearest"` // legal moves that may have been meant
}

// Reading is a step that a text may mean.
type Reading struct {
	Move  string `json:"move"`
	Legal bool   `json:"legal"`
	// Kind is legal, over, unknown, not-offered (the turn does not offer the move now), goes-on (the
	// turn goes on with another piece), not-among (the value of Role is not among those to choose
	// from), condition (it does not hold), ensure (the step leaves something forbidden), comes-back
	// (the turn has been there), cannot-go-on, other-first or not-best.
	Kind   string     `json:"kind"`
	Role   string     `json:"role"`   // the word of the part that is refused, such as from
	Site   string     `json:"site"`   // its value, if that is a site
	Stands *PieceData `json:"stands"` // what stands there
	Why    string     `json:"why"`    // half a sentence; "" of a legal one
	Reason string     `json:"reason"` // what the author of the rules says
	Rule   Span       `json:"rule"`   // where the rules say so
	Text   string     `json:"text"`   // that line of the rules
	Parts  []Part     `json:"parts"`  // the parts of the condition, and what was chosen
	// Sites are those at which the condition looked, to be shown on the board.
	Sites []string `json:"sites"`
}

// Part is something with a value.
type Part struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}

// What players at a table decide together. Asked are those who sit there besides the one who
// offers; where nobody else sits, an offer takes effect at once.

// Offer is an offer that waits for answers.
type Offer struct {
	Kind   string `json:"kind"`   // draw, takeback, rematch, close or change
	By     int    `json:"by"`     // the player who made it
	Agreed []bool `json:"agreed"` // by player; free seats agree to everything
	To     int    `json:"to"`     // of a takeback: how many steps stay
	// Table, of a change, is the table at which to go on, begun by start with instead.
	Table string `json:"table,omitempty"`
}

// OfferParams are the parameters of offer.
type OfferParams struct {
	Table string `json:"table"`
	// draw, takeback, rematch (after the end: the same game, seats moved by one) or close (the
	// table)
	Kind string `json:"kind"`
	// To, of a takeback, is how many steps stay; by default those before your own last turn.
	To *int `json:"to,omitempty"`
}

// AnswerParams are the parameters of accept and decline.
type AnswerParams struct {
	Table string `json:"table"`
	Kind  string `json:"kind"` // of the offer
}

// ResignParams are the parameters of resign.
type ResignParams struct {
	Table string `json:"table"`
	// Player resigns: by default you or, if you play for several, the one to move.
	Player string `json:"player,omitempty"`
}

// CompleteParams are the parameters of complete.
type CompleteParams struct {
	Text   string            `json:"text" max:"524288"`
	File   string            `json:"file,omitempty"`               // what messages call it
	Files  map[string]string `json:"files,omitempty" max:"524288"` // those it refers to, as for load
	Offset int               `json:"offset"`                       // of the cursor, in bytes
}

// Completions is what may stand at a place of a rules text, the likeliest first.
type Completions struct {
	Offset    int          `json:"offset"`    // where the word begins that it would replace
	EndOffset int          `json:"endOffset"` // where that ends
	Items     []Completion `json:"items"`
}

// Completion is one thing that may stand at a place.
type Completion struct {
	Label string `json:"label"`
	Text  string `json:"text"` // what is to be written
	// keyword, function, constant, name, method, direction or file
	Kind   string `json:"kind"`
	Detail string `json:"detail"` // what it is, in a few words; may be empty
	Doc    string `json:"doc"`    // what it means, as Markdown; may be empty
}

// Whoever runs a server may do everything with it, after showing the token of Options.Owner.
