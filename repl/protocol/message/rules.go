package message

import (
	"encoding/json"
	"fmt"
)

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
	Hash        string   `json:"hash"`    // of the meaning of the rules with these options
	Secrets     bool     `json:"secrets"` // something is hidden from players
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
	With   string `json:"with"`   // the partners, as in "South"; "" without teams
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
	Games  *int   `json:"games,omitempty"`  // how many: 300
	Length *int   `json:"length,omitempty"` // the number of steps that no game should exceed: 2000
	Time   *int   `json:"time,omitempty"`   // for the games, in milliseconds, at most 600000: 10000
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
	Games  *int   `json:"games,omitempty"`  // random games: 100
	Length *int   `json:"length,omitempty"` // steps after which a game is stopped: 2000
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
