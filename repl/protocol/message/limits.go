package message

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"

	"boardgame/dsl/diag"
)

// Queued is told to a long request that waits: how many run before it. At 0 it begins.
type Queued struct {
	Ahead int `json:"ahead"`
}

// PositionParams are the parameters of position.
type PositionParams struct {
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"` // after so many steps; by default now
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
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"`

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
	Strips  bool   `json:"strips,omitempty"`
	Theme   string `json:"theme,omitempty"`   // colors of the SVG: light (the default), dark or print
	ID      string `json:"id,omitempty"`      // begins the ids in the SVG
	Quarter bool   `json:"quarter,omitempty"` // the SVG is turned by 90°
	// a legal step: what it would change is drawn as ghosts
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
	Site   string  `json:"site"` // its name
	Kind   string  `json:"kind"` // cell, edge or corner
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

// Source says which rules are meant: one of name, text and path.
type Source struct {
	// Name is that of a game that comes with the program, with a preset as NAME:PRESET.
	Name string `json:"name,omitempty"`
	// Text is a rules text. Files it refers to by `extends` and `use` are searched for in Files,
	// then among the games that come with the program. TOML says how it looks and which bots it
	// has, like the NAME.toml of a ruleset.
	Text  string            `json:"text,omitempty" max:"524288"`
	TOML  string            `json:"toml,omitempty" max:"524288"`
	Files map[string]string `json:"files,omitempty" max:"524288"`
	// File is what messages call the text; "rules" by default.
	File string `json:"file,omitempty"`
	// Path is that of a rules file, where the server allows paths.
	Path string `json:"path,omitempty" max:"4096"`
}

// LoadParams are the parameters of load.
type LoadParams struct {
	Source
	Preset string `json:"preset,omitempty"`
	// by name; those not named have their defaults; a number or true may be written as such
	Options Choices `json:"options,omitempty"`
}

// Choices are the values of options by name, as text. In JSON they may also be numbers and
// booleans.
type Choices map[string]string

// UnmarshalJSON reads {"size":"8"} and {"size":8} alike.
func (c *Choices) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return fmt.Errorf("options is %s; expected an object", Clip(data))
	}
	if raw == nil {
		return nil
	}
	*c = Choices{}
	for name, value := range raw {
		text := string(value)
		switch text[0] {
		case '"':
			if err := json.Unmarshal(value, &text); err != nil {
				return err
			}
		case '{', '[', 'n':
			return fmt.Errorf("options.%s is %s; expected a string, a number, true or false", name,
				Clip(value))
		}
		(*c)[name] = text
	}
	return nil
}

// Game describes loaded rules.
type Game struct {
	Game  string `json:"game"` // its handle, as g1
	Name  string `json:"name"`
	Title string `json:"title"`
	// Description is what the game is about, in a sentence or a few; may be empty.
	Description string   `json:"description"`
	Hash        string   `json:"hash"` // of the meaning of the rules with these options
	Players     []Player `json:"players"`
	Kinds       []Kind   `json:"kinds"`
	Moves       []string `json:"moves"` // the names of the moves of the rules
	Values      []string `json:"values"`
	Options     []Option `json:"options"`
	Preset      string   `json:"preset"`
	Board       Shape    `json:"board"`
	// Positions are those that the ruleset names.
	Positions   []NamedPosition `json:"positions"`
	Forms       []string        `json:"forms"`       // of record
	Diagnostics []Diagnostic    `json:"diagnostics"` // warnings and notes
}

// Player is one seat.
type Player struct {
	Name   string `json:"name"`
	Color  string `json:"color"`  // of its pieces; "" where they have several or none
	Facing string `json:"facing"` // a direction, or ""
}

// Kind is a kind of piece and how it looks, by owner.
type Kind struct {
	Name    string `json:"name"`
	Neutral bool   `json:"neutral"`
	Looks   []Look `json:"looks"` // one for each player, or one of a neutral kind
}

// Look is how a piece looks.
type Look struct {
	Player string `json:"player"` // "" of a neutral piece
	Name   string `json:"name"`   // as "Red king"
	Sign   string `json:"sign"`   // one character of Unicode
	ASCII  string `json:"ascii"`
	// black, white, red, green, yellow, blue, magenta, cyan, orange or gray
	Color string `json:"color"`
}

// Shape says what the board is.
type Shape struct {
	// square, rhombus, hexagon, triangle, hexrows, hexcolumns or graph
	Shape   string `json:"shape"`
	Size    []int  `json:"size"` // as the rules give it
	Cells   int    `json:"cells"`
	Edges   int    `json:"edges"`   // 0 unless the rules use them
	Corners int    `json:"corners"` // 0 unless the rules use them
}

// Option is an option of rules.
type Option struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"`
	Default string   `json:"default"`
	Domain  []string `json:"domain"` // all values allowed
	Help    string   `json:"help"`
}

// NamedPosition is a position worth showing.
type NamedPosition struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Position    string `json:"position"`
}

// GameParams name a loaded game, or rules to be loaded for the occasion.
type GameParams struct {
	Game string `json:"game,omitempty"` // a handle that load has returned
	LoadParams
}

// UnloadParams are the parameters of unload.
type UnloadParams struct {
	Game string `json:"game"`
}

// Nothing is the result of what only does something.
type Nothing struct{}

// GamesResult is the games that come with the program.
type GamesResult struct {
	Games []Shipped `json:"games"`
	// Families are the groups of games, in the order in which to show them.
	Families []Family `json:"families"`
}

// Family is a group of games with the same kind of goal or means.
type Family struct {
	Name  string `json:"name"`
	Title string `json:"title"` // as "Chess and its kin"
}

// Shipped is a game that comes with the program.
type Shipped struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Author      string   `json:"author"`
	Year        int      `json:"year"` // 0: not known
	Link        string   `json:"link"`
	Description string   `json:"description"`
	Presets     []Preset `json:"presets"`
	Family      string   `json:"family"`   // the name of one of the families
	Featured    bool     `json:"featured"` // offered to newcomers
}

// Preset is a choice of options with a name.
type Preset struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Options     map[string]string `json:"options"`
}

// RulesParams are the parameters of rules.
type RulesParams struct {
	Source
	Game    string `json:"game,omitempty"`    // the handle of a game, in place of a source
	Flatten bool   `json:"flatten,omitempty"` // a variant as one text, with what it extends
}

// RulesText is the text of rules.
type RulesText struct {
	Name string `json:"name"`
	File string `json:"file"`
	Text string `json:"text"`
	TOML string `json:"toml"` // how they look and which bots they have; "" if nothing is said
}

// FormatParams are the parameters of format.
type FormatParams struct {
	Text string `json:"text" max:"524288"`
	File string `json:"file,omitempty"` // what messages call it
}

// Formatted is a text in the canonical layout, or as it was if it has mistakes.
type Formatted struct {
	Text        string       `json:"text"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// OptionsResult is the options and presets of rules.
type OptionsResult struct {
	Options []Option `json:"options"`
	Presets []Preset `json:"presets"`
	// what is wrong with the choice, or with the rules
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Levels is the bots of a game, its own first, weakest first.
type Levels struct {
	Levels []Level `json:"levels"`
}

// Level is a bot.
type Level struct {
	Name   string `json:"name"`
	Title  string `json:"title"`  // what it does, in a few words; may be empty
	Bot    string `json:"bot"`    // random, greedy, alphabeta or mcts
	Own    bool   `json:"own"`    // of this game, not one that every game has
	Origin string `json:"origin"` // the program that played so, of levels kept from one
	Timed  bool   `json:"timed"`  // it is limited by time
}

// Diagnostics is what is said about rules.
type Diagnostics struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Span is a place in a text: lines and columns from 1, columns in characters, offsets in bytes from
// 0, the end exclusive. What has no place has the line 0.
type Span struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"`
	EndOffset int    `json:"endOffset"`
}

// Diagnostic is one thing to tell an author, with the members that `boardgame check --json` writes.
type Diagnostic struct {
	Span
	Severity   string    `json:"severity"` // error, warning or note
	Code       string    `json:"code"`
	Summary    string    `json:"summary"`
	Detail     string    `json:"detail,omitempty"`
	Suggestion string    `json:"suggestion,omitempty"`
	Related    []Related `json:"related,omitempty"`
}

// Related is another place that matters to a diagnostic.
type Related struct {
	Span
	Message string `json:"message"`
}

// CheckParams are the parameters of check.
type CheckParams struct {
	LoadParams
	// Play plays random games besides, to find what reading cannot.
	Play   bool   `json:"play,omitempty"`
	Games  int    `json:"games,omitempty"`  // how many: 300
	Length int    `json:"length,omitempty"` // the number of steps that no game should exceed: 2000
	Time   int    `json:"time,omitempty"`   // for the games, in milliseconds, at most 600000: 10000
	Seed   uint64 `json:"seed,omitempty"`
}

// Checked is what check has found.
type Checked struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	Games       int          `json:"games"` // played
}

// CoverParams are the parameters of cover.
type CoverParams struct {
	GameParams
	Games  int    `json:"games,omitempty"`  // random games: 100
	Length int    `json:"length,omitempty"` // steps after which a game is stopped: 2000
	Seed   uint64 `json:"seed,omitempty"`
}

// Covered says which parts of the rules random games use.
type Covered struct {
	Games  int     `json:"games"`
	Steps  int     `json:"steps"`
	Places []Cover `json:"places"`
}

// Cover is one counted place of the rules.
type Cover struct {
	Span
	Kind string `json:"kind"` // as "condition"
	Text string `json:"text"`
	Yes  int64  `json:"yes"` // how often it held or was done
	No   int64  `json:"no"`
}

// Limits are what a server has for its clients, and for those of one address that come over a
// network. A zero stands for the standard; -1 is no limit.
type Limits struct {
	Tables  int `json:"tables" standard:"4096"` // in memory
	Games   int `json:"games" standard:"256"`   // loaded rules
	Running int `json:"running" standard:"16"`  // long requests of a client
	Clients int `json:"clients" standard:"1024"`
	// of one address: connections, tables in memory, new tables in an hour, rules it has loaded,
	// long requests that run or wait
	OwnClients  int `json:"ownClients" standard:"32"`
	OwnTables   int `json:"ownTables" standard:"256"`
	OwnNew      int `json:"ownNew" standard:"1000"`
	OwnGames    int `json:"ownGames" standard:"32"`
	OwnThinking int `json:"ownThinking" standard:"8"`
	Thinking    int `json:"thinking" standard:"1"`    // long requests that run
	Line        int `json:"line" standard:"64"`       // and that wait
	Thought     int `json:"thought" standard:"60000"` // milliseconds that one of them may take
	Waiting     int `json:"waiting" standard:"64"`    // requests of a client that wait
	Request     int `json:"request" standard:"524288"`
	Unread      int `json:"unread" standard:"4194304"` // bytes of answers a client has not read
	Memory      int `json:"memory" standard:"-1"`      // bytes above which nothing new begins
}

// Filled returns limits with the standard where nothing is said.
func (l Limits) Filled() Limits {
	for f, n := range reflect.ValueOf(&l).Elem().Fields() {
		if n.IsZero() {
			standard, _ := strconv.ParseInt(f.Tag.Get("standard"), 10, 64)
			n.SetInt(standard)
		}
	}
	return l
}

// Set sets the limit of a name, as hello tells it. The value is a number, perhaps with k, M or G
// for 1024 bytes and so on, a time, such as 60s, or none.
func (l *Limits) Set(name, value string) error {
	var names []string
	for f, n := range reflect.ValueOf(l).Elem().Fields() {
		own := f.Tag.Get("json")
		names = append(names, own)
		if !strings.EqualFold(name, own) {
			continue
		}
		number, times, suffix := value, 1, ""
		for i, unit := range []string{"k", "M", "G"} {
			if text, ok := strings.CutSuffix(value, unit); ok {
				number, times, suffix = text, 1<<(10*(i+1)), unit
			}
		}
		most := 1 << 40 / times
		set, err := strconv.Atoi(number)
		if t, wrong := time.ParseDuration(value); wrong == nil && own == "thought" && suffix == "" {
			set, err = int(t.Milliseconds()), nil
		}
		if value == "none" {
			n.SetInt(-1)
			return nil
		}
		if err != nil || set < 1 || set > most {
			return fmt.Errorf("the limit %s is %q; it is a number from 1, or none", own, value)
		}
		n.SetInt(int64(set * times))
		return nil
	}
	message := fmt.Sprintf("there is no limit %q; there are %s", name, strings.Join(names, ", "))
	if near := diag.Nearest(name, names); near != "" {
		message += "; did you mean " + near + "?"
	}
	return errors.New(message)
}

// Move is a step with its parts.
type Move struct {
	// the shortest notation that no other legal step has
	Text string `json:"text"`
	Long string `json:"long"` // the notation that names everything
	// the name of the move in the rules, or pass or done
	Move  string `json:"move"`
	Roles []Role `json:"roles"` // what is chosen, in the order of the rules
	// of a step left to chance: how likely it is next to the others
	Weight  int64     `json:"weight,omitempty"`
	Changes []Change  `json:"changes,omitempty"` // of the board, if asked for
	After   *Followed `json:"after,omitempty"`   // what follows, if changes are asked for
}

// Role is a part of a step.
type Role struct {
	Word  string `json:"word"`  // from, to, over, at, along, as or with
	Name  string `json:"name"`  // of the variable in the rules
	Type  string `json:"type"`  // site, direction, kind, player or number
	Value string `json:"value"` // its name, or the number
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
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"`
	// Site, if given, leaves the steps that name the site.
	Site string `json:"site,omitempty"`
	// Changes asks what each step does to the board. More than 4096 legal steps are not asked.
	Changes bool `json:"changes,omitempty"`
	From    int  `json:"from,omitempty"`  // leave out so many steps
	Limit   int  `json:"limit,omitempty"` // list at most so many: 4096
}

// Moves is legal steps.
type Moves struct {
	Player string `json:"player"`
	Moves  []Move `json:"moves"`
	Total  int    `json:"total"` // steps that there are to list
	More   bool   `json:"more"`  // there are others after these
}

// Illegal says why a text is not a legal move.
type Illegal struct {
	Move      string   `json:"move"`
	Why       string   `json:"why"`       // half a sentence; may be empty
	Nearest   []string `json:"nearest"`   // legal moves that may have been meant
	Ambiguous bool     `json:"ambiguous"` // it fits several legal moves: those in nearest
	Step      int      `json:"step"`      // of several, which one it is, from 1; 0: there is one
}

// PositionMistake says where a position text is wrong.
type PositionMistake struct {
	Column  int    `json:"column"` // in characters, from 1
	Message string `json:"message"`
}

// WhyParams are the parameters of why.
type WhyParams struct {
	Table string `json:"table"`
	Move  string `json:"move" max:"4096"`
	At    *int   `json:"at,omitempty"`
}

// Why says whether a move is legal and, if it is not, what speaks against it. A text that leaves
// something open has several readings, those nearest to being legal.
type Why struct {
	Legal    bool      `json:"legal"`
	Message  string    `json:"message"`
	Readings []Reading `json:"readings"`
	Nearest  []string  `json:"nearest"` // legal moves that may have been meant
}

// Reading is a step that a text may mean.
type Reading struct {
	Move   string `json:"move"`
	Legal  bool   `json:"legal"`
	Why    string `json:"why"`    // half a sentence; "" of a legal one
	Reason string `json:"reason"` // what the author of the rules says
	Rule   Span   `json:"rule"`   // where the rules say so
	Text   string `json:"text"`   // that line of the rules
	Parts  []Part `json:"parts"`  // the parts of the condition, and what was chosen
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

// OwnerParams are the parameters of owner.
type OwnerParams struct {
	Token string `json:"token"`
}

// EvictParams are the parameters of evict.
type EvictParams struct {
	Address string `json:"address"`
}

// Evicted says how many connections were ended.
type Evicted struct {
	Connections int `json:"connections"`
}

// ReserveParams are the parameters of reserve.
type ReserveParams struct {
	Table  string `json:"table"`
	Player string `json:"player"`
}

// Reserved has the token with which the seat can be taken.
type Reserved struct {
	Token string `json:"token"`
}

// Figures is how a server is doing. Sizes are in bytes, times in milliseconds.
type Figures struct {
	Tables    int   `json:"tables"` // in memory
	Games     int   `json:"games"`
	Clients   int   `json:"clients"`
	Addresses int   `json:"addresses"`
	Thinking  int   `json:"thinking"` // long requests that run
	Line      int   `json:"line"`     // and that wait
	Unread    int   `json:"unread"`   // bytes of answers
	Memory    int64 `json:"memory"`
	Requests  int64 `json:"requests"` // so far
	Refused   int64 `json:"refused"`  // of these, with busy or limit
	// Took counts requests that were answered within 1, 10, 100, 1000 and 10,000 ms, and all
	Took []int64 `json:"took"`
}

// Metrics writes figures in the text format of Prometheus.
func (f *Figures) Metrics(w io.Writer) {
	for _, one := range []struct {
		name, kind string
		value      any
	}{
		{"tables", "gauge", f.Tables}, {"games", "gauge", f.Games}, {"clients", "gauge", f.Clients},
		{"addresses", "gauge", f.Addresses}, {"thinking", "gauge", f.Thinking},
		{"waiting_to_think", "gauge", f.Line}, {"unread_bytes", "gauge", f.Unread},
		{"memory_bytes", "gauge", f.Memory}, {"requests_total", "counter", f.Requests},
		{"refused_total", "counter", f.Refused},
	} {
		fmt.Fprintf(w, "# TYPE boardgame_%s %s\nboardgame_%s %v\n", one.name, one.kind, one.name,
			one.value)
	}
	fmt.Fprintln(w, "# TYPE boardgame_request_seconds histogram")
	for i, le := range []string{"0.001", "0.01", "0.1", "1", "10", "+Inf"} {
		fmt.Fprintf(w, "boardgame_request_seconds_bucket{le=%q} %d\n", le, f.Took[i])
	}
	fmt.Fprintf(w, "boardgame_request_seconds_count %d\n", f.Took[len(f.Took)-1])
}

// StartParams are the parameters of start.
type StartParams struct {
	GameParams
	// Position is a position text, a position in another notation of the game, or the name of one
	// of its positions.
	Position string `json:"position,omitempty" max:"65536"`
	First    string `json:"first,omitempty"` // the player who begins, if not the first one
	// Seed is that of the bots at this table; by default another one each time.
	Seed  *uint64 `json:"seed,omitempty"`
	Moves string  `json:"moves,omitempty" max:"65536"` // to be played at once
	// Clock is the time that every player has for the game, such as 5m+3s. Clocks are the times by
	// player, if they differ; players not named have no limit.
	Clock  string            `json:"clock,omitempty"`
	Clocks map[string]string `json:"clocks,omitempty"`
	// Listed lets strangers find the table by tables, where tables have secret addresses. Elsewhere
	// every table is listed.
	Listed bool `json:"listed,omitempty"`
	// Instead is a table whose players go on at the new one: they have the same seats there, if
	// there are as many, and the state of the old table names the new one. Where other people sit
	// and the game is under way, that is offered to them, as a change.
	Instead string `json:"instead,omitempty"`
}

// PlayParams are the parameters of play.
type PlayParams struct {
	Table string `json:"table"`
	// Move is a step, a whole turn, or several turns parted by blanks, in any form that the program
	// reads.
	Move string `json:"move" max:"4096"`
	// At, if given, is how many steps the client believes have been played. If that is wrong, the
	// error is `changed`, unless this very move was played there: then it is not played twice.
	At *int `json:"at,omitempty"`
}

// PlayResult is what was played and where it led.
type PlayResult struct {
	Steps []Move `json:"steps"`
	State *State `json:"state"`
	// Repeated is true if the move had been played before, by the same request sent twice.
	Repeated bool `json:"repeated,omitempty"`
}

// RollParams says at which table chance decides.
type RollParams struct {
	Table string `json:"table"`        // a handle that start has returned
	At    *int   `json:"at,omitempty"` // how many steps the client believes have been played
}

// UndoParams are the parameters of undo and redo.
type UndoParams struct {
	Table string `json:"table"`
	// how many single steps; by default one turn, or what has been played of one
	Steps int `json:"steps,omitempty"`
}

// GotoParams are the parameters of goto.
type GotoParams struct {
	Table string `json:"table"`
	At    int    `json:"at"` // how many steps shall be played
}

// HistoryParams are the parameters of history.
type HistoryParams struct {
	Table string `json:"table"`
	From  int    `json:"from,omitempty"`  // leave out so many turns
	Limit int    `json:"limit,omitempty"` // list at most so many: 1000
}

// History is the turns of a game, those taken back too.
type History struct {
	At    int      `json:"at"` // steps played
	Start string   `json:"start"`
	Turns []Played `json:"turns"`
	Total int      `json:"total"` // of all turns
	More  bool     `json:"more"`  // there are others after these
}

// ResultResult is how a game has ended.
type ResultResult struct {
	Over   bool    `json:"over"`
	Result *Result `json:"result"` // null while the game is on
}

// Record is a saved game as text.
type Record struct {
	Record string `json:"record"`
}

// RecordParams are the parameters of record.
type RecordParams struct {
	Table string `json:"table"`
	// Form is record, pgn or sgf; the first by default, which every game has.
	Form string `json:"form,omitempty"`
}

// OpenParams are the parameters of open.
type OpenParams struct {
	Record string `json:"record" max:"4194304"`
	// Game is the handle of the game to replay it with; by default that which the record names.
	Game string `json:"game,omitempty"`
}

// EvalParams are the parameters of eval.
type EvalParams struct {
	Table string `json:"table"`
	Expr  string `json:"expr" max:"4096"` // an expression of the rules language
	At    *int   `json:"at,omitempty"`    //
	Me    string `json:"me,omitempty"`    // the player who is `me`; by default the one to move
}

// Value is the value of an expression.
type Value struct {
	Type   string   `json:"type"`   // number, truth, sites, directions, kinds or players
	Text   string   `json:"text"`   // for people
	Number int64    `json:"number"` // of a number; 1 of what is true
	Names  []string `json:"names"`  // of a set
	Notes  []string `json:"notes"`  // for people, such as that dividing by zero gives 0
}

// ValueParams are the parameters of value.
type ValueParams struct {
	Table string `json:"table"`
	Name  string `json:"name,omitempty"` // of a `value` of the rules; by default all
	At    *int   `json:"at,omitempty"`
}

// Values is the values by which bots judge, for every player.
type Values struct {
	Values []Judgment `json:"values"`
}

// Judgment is a `value` of the rules.
type Judgment struct {
	Name   string  `json:"name"`
	Values []int64 `json:"values"` // by player
}

// PerftParams are the parameters of perft.
type PerftParams struct {
	Table string `json:"table"`
	Depth int    `json:"depth"`
	// turns (the default) or actions, the single steps of turns
	Unit   string `json:"unit,omitempty"`
	Divide bool   `json:"divide,omitempty"` // apart for each first unit
	At     *int   `json:"at,omitempty"`
}

// Perft is numbers of move sequences.
type Perft struct {
	// of 1, 2, 3 … units; with divide only that of the depth asked for
	Counts   []uint64 `json:"counts"`
	Branches []Branch `json:"branches"` // with divide
}

// Branch is a way on and how many sequences begin with it.
type Branch struct {
	Text  string `json:"text"`
	Count uint64 `json:"count"`
}

// PlayoutsParams are the parameters of playouts.
type PlayoutsParams struct {
	Table  string `json:"table"` // games are played from its position
	Games  int    `json:"games,omitempty"`
	Length int    `json:"length,omitempty"` // steps after which a game is stopped: 2000
	Seed   uint64 `json:"seed,omitempty"`
	At     *int   `json:"at,omitempty"`
}

// Playouts is what random games show.
type Playouts struct {
	Games      int     `json:"games"`
	Unfinished int     `json:"unfinished"` // stopped
	Draws      int     `json:"draws"`
	Wins       []int   `json:"wins"`    // by player
	Results    []Tally `json:"results"` // the most frequent first
	Lengths    []int   `json:"lengths"` // steps of every game, in the order played
}

// Tally is how often something came out.
type Tally struct {
	Text  string `json:"text"`
	Games int    `json:"games"`
}

// Scene is a position as something to draw. Coordinates are those of the SVG without strips.
type Scene struct {
	Board   string      `json:"board"` // how the board is drawn, as in [look] of a ruleset
	Unit    float64     `json:"unit"`  // from one cell to the next
	ViewBox [4]float64  `json:"viewBox"`
	Sides   []SideData  `json:"sides"`
	Pieces  []Shaped    `json:"pieces"`
	Numbers []Counted   `json:"numbers"`
	Stores  []int64     `json:"stores"` // by seat, of boards with pits
	Dice    []DieData   `json:"dice"`
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
	Path   string   `json:"path"` // of an SVG, instead of a shape
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
}

// Seat is who sits where.
type Seat struct {
	Player string `json:"player"` // of the rules
	Name   string `json:"name"`   // of the person; "" if they have not said
	Taken  bool   `json:"taken"`  // the seat belongs to someone
	Here   bool   `json:"here"`   // and is connected
}

// SitParams are the parameters of sit.
type SitParams struct {
	Table string `json:"table"`
	// Player is whose seat is taken. Without it, the seats of the token are taken again.
	Player string `json:"player,omitempty"`
	// Token is what an earlier sit at this table has returned.
	Token string `json:"token,omitempty"`
	// Name is what the others call you: at most 40 characters.
	Name string `json:"name,omitempty"`
}

// Seated says which seats a client has.
type Seated struct {
	Token string `json:"token"` // a secret, by which another connection takes the same seats
	Mine  []bool `json:"mine"`  // by player
	State *State `json:"state"`
}

// JoinParams are the parameters of join.
type JoinParams struct {
	Table string `json:"table"`
	// Token is what an earlier sit at this table has returned; one without a seat is ignored.
	Token string `json:"token,omitempty"`
	// From, if given, is how many steps the client has seen: the turns after them are told.
	From *int `json:"from,omitempty"`
}

// Joined is a table as a client finds it that comes, or comes back.
type Joined struct {
	State *State `json:"state"`
	Token string `json:"token"` // "" if it has no seat
	Mine  []bool `json:"mine"`  // by player, whether the seat is the client's
	// Turns are those that end after the step from; there are none if the client has not asked.
	Turns []Played `json:"turns"`
}

// LeaveParams are the parameters of leave.
type LeaveParams struct {
	Table  string `json:"table"`
	Player string `json:"player,omitempty"` // whose seat; by default all that the client has
}

// HelloParams are the parameters of hello.
type HelloParams struct {
	// Version is the version of the protocol that the client was written for.
	Version int `json:"version,omitempty"`
}

// Hello is what a server says of itself.
type Hello struct {
	Program  string   `json:"program"` // its name and its version
	Protocol int      `json:"protocol"`
	Methods  []string `json:"methods"`
	Paths    bool     `json:"paths"` // whether rules files may be named by path
	MaxLine  int      `json:"maxLine"`
	Instance string   `json:"instance"` // differs after a restart
	Kept     bool     `json:"kept"`     // tables outlive a restart
	Game     string   `json:"game"`     // the game that the server was started with; "": none
	// Limits are the greatest numbers and sizes; -1 is no limit. What is over them is refused with
	// the code busy or limit.
	Limits Limits `json:"limits"`
}

// CancelParams are the parameters of cancel.
type CancelParams struct {
	Request json.RawMessage `json:"request"` // the id of a request that is not answered yet
}

// Canceled says whether there was something to cancel.
type Canceled struct {
	Canceled bool `json:"canceled"`
}

// This file has what an author asks about rules as a whole: their tests, how bots fare with them,
// and how they read in English.

// Rulebook is the rules of a game in plain English.
type Rulebook struct {
	// a page that needs nothing else; #f0l12 in it is line 12 of the rules
	HTML string `json:"html"`
}

// TestParams are the parameters of test.
type TestParams struct {
	Source
	// Of names the game that comes with the program whose tests are run; by default the game
	// itself.
	Of string `json:"of,omitempty"`
}

// Tested is how tests have gone.
type Tested struct {
	Passed int `json:"passed"`
	Failed int `json:"failed"`
	// expectations that count sequences or solve a game, which are left to boardgame test
	Left  int    `json:"left"`
	Cases []Case `json:"cases"`
}

// Case is the outcome of a case of a test.
type Case struct {
	File     string        `json:"file"`
	Name     string        `json:"name"`
	Line     int           `json:"line"`
	Passed   bool          `json:"passed"`
	Problems []Diagnostic  `json:"problems"` // mistakes in the case itself, or in the rules
	Failures []CaseFailure `json:"failures"`
}

// CaseFailure is an expectation that did not hold.
type CaseFailure struct {
	Line     int      `json:"line"`
	Text     string   `json:"text"` // as it is written in the test
	Expected string   `json:"expected"`
	Got      string   `json:"got"` // "" if the detail says it
	Detail   []string `json:"detail"`
}

// ReportParams are the parameters of report.
type ReportParams struct {
	GameParams
	Level string `json:"level,omitempty"` // that plays against itself: greedy by default
	Games int    `json:"games,omitempty"` // 100
	Seed  uint64 `json:"seed,omitempty"`
}

// Reported is what games of a level against itself say of the rules.
type Reported struct {
	Text string `json:"text"` // as boardgame report writes it, without a ladder
}

// Progress is how far a report is.
type Progress struct {
	Done  int    `json:"done"`
	Total int    `json:"total"`
	What  string `json:"what"` // is being done
}

// TableParams name a table.
type TableParams struct {
	Table string `json:"table"` // a handle that start has returned
}

// State says where a game stands.
type State struct {
	Table   string `json:"table"`
	Game    string `json:"game"`
	Version int    `json:"version"` // grows with every change of the table
	Player  string `json:"player"`  // to move
	Seat    int    `json:"seat"`    // that player's number, from 0
	Turn    int    `json:"turn"`    // turns taken
	InTurn  bool   `json:"inTurn"`  // the turn is in progress: the player goes on
	At      int    `json:"at"`      // steps played
	Steps   int    `json:"steps"`   // steps known; those after At have been taken back
	Moves   int    `json:"moves"`   // how many steps are legal
	// nobody chooses the next step: roll draws it, or play says what real dice showed
	Chance   bool    `json:"chance"`
	Over     bool    `json:"over"`
	Result   *Result `json:"result"`   // null while the game is on
	Position string  `json:"position"` // as text
	// the last turn, or what has been played of this one; null at the beginning
	Last *Played `json:"last"`
	// Seats says who sits where; Taken is the same in short: by player, whether the seat belongs to
	// someone.
	Seats []Seat `json:"seats"`
	Taken []bool `json:"taken"`
	// Watchers is how many clients watch the table, Spectators how many of these have no seat.
	Watchers   int  `json:"watchers"`
	Spectators int  `json:"spectators"`
	Listed     bool `json:"listed"` // strangers find the table by tables
	// Clocks is missing where there are none.
	Clocks *Clocks `json:"clocks,omitempty"`
	Offers []Offer `json:"offers"` // that wait for an answer
	// Rolled is what chance decided in the last step; missing if a player took that step.
	Rolled string `json:"rolled,omitempty"`
	// Next is the table at which the players go on; missing if there is none.
	Next string `json:"next,omitempty"`
}

// Result is how a game has ended.
type Result struct {
	Text    string   `json:"text"` // as "Red wins: the last enemy is gone"
	Winners []string `json:"winners"`
	Draw    bool     `json:"draw"`
	Reason  string   `json:"reason"`
	Scores  []int64  `json:"scores"` // by player, where the rules count; else empty
	Rule    Span     `json:"rule"`   // the sentence that has decided
}

// Played is a turn that was played, or a part of one.
type Played struct {
	Player string `json:"player"`
	Text   string `json:"text"`
	From   int    `json:"from"` // the step with which it begins, from 0
	To     int    `json:"to"`   // the step after it
	// Notation is how players of the game write the turn, such as "Nf3"; missing where that is Text.
	Notation string `json:"notation,omitempty"`
	// Says is what the rules announce of the turn, such as "Check"; missing where that is nothing.
	Says []string `json:"says,omitempty"`
}

// TablesParams are the parameters of tables.
type TablesParams struct {
	After string `json:"after,omitempty"` // list those after this one
	Limit int    `json:"limit,omitempty"` // at most so many: 1000
}

// Tables is tables of a server: those that are listed, and those where the client sits.
type Tables struct {
	Tables []State `json:"tables"`
	More   bool    `json:"more"` // there are others after these
}

// HintParams are the parameters of hint.
type HintParams struct {
	Table string `json:"table"`
	// by default the strongest of the game; settings may follow, as in mcts:time=2s
	Level string `json:"level,omitempty"`
	Lines int    `json:"lines,omitempty"` // how many moves to show: 5
	At    *int   `json:"at,omitempty"`
	// Progress asks for the event `thought` whenever the bot has searched deeper.
	Progress bool `json:"progress,omitempty"`
}

// AnalyzeParams are the parameters of analyze.
type AnalyzeParams struct {
	Table string `json:"table"`
	Level string `json:"level,omitempty"` // by default alphabeta between two, else mcts
	Time  int    `json:"time,omitempty"`  // in milliseconds; by default until it is canceled
	At    *int   `json:"at,omitempty"`
}

// Thought is what a bot thinks of a position.
type Thought struct {
	Level string `json:"level"`
	Move  string `json:"move"` // the best step
	Lines []Line `json:"lines"`
	Nodes int64  `json:"nodes"` // positions looked at, or playouts
	Depth int    `json:"depth"` // steps it looked ahead in full
	Time  int64  `json:"time"`  // in milliseconds, so far
}

// Line is a step and what is expected to follow.
type Line struct {
	Move  string `json:"move"`
	Value int64  `json:"value"` // for the player to move: in the unit of Measure
	Text  string `json:"text"`  // the value for people, as "+3", "57.0%", "wins in 4"
	// points (of a value of the rules), permille (of the win) or none
	Measure string   `json:"measure"`
	Proven  bool     `json:"proven"` // the outcome is known
	PV      []string `json:"pv"`     // the steps expected, from this one on
	Visits  int64    `json:"visits"` // playouts through it, of mcts
}

// BotParams are the parameters of bot.
type BotParams struct {
	Table string `json:"table"`
	Level string `json:"level,omitempty"` // by default the strongest of the game
	// Steps lets the bot take so many steps; by default it completes the turn.
	Steps int `json:"steps,omitempty"`
	// Only says what it would play, and plays nothing.
	Only bool `json:"only,omitempty"`
	// Progress asks for the event `thought` whenever the bot has searched deeper.
	Progress bool `json:"progress,omitempty"`
	// At, if given, is how many steps the client believes have been played; if that is wrong, the
	// error is `changed`.
	At *int `json:"at,omitempty"`
}

// BotResult is what a bot has played.
type BotResult struct {
	Steps   []Move  `json:"steps"`
	Thought Thought `json:"thought"` // of the first step
	State   *State  `json:"state"`   // null if nothing was played
}
