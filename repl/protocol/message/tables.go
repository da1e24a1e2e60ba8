package message

import (
	"encoding/json"
)

// Seat is who sits where.
type Seat struct {
	Player string `json:"player"` // of the rules
	Name   string `json:"name"`   // of the person; "" if they have not said
	Taken  bool   `json:"taken"`  // the seat belongs to someone
	Here   bool   `json:"here"`   // and is connected
	// Bot is true if whoever sits there lets a bot play.
	Bot bool `json:"bot,omitempty"`
}

// SitParams are the parameters of sit.
type SitParams struct {
	Table string `json:"table"`
	// Player is whose seat is taken. Without it, the seats of the token are taken again.
	Player string `json:"player,omitempty"`
	// Token is what an earlier sit at this table has returned, or a random text of at least 22
	// characters: a client that makes its own has its seat even if the answer is lost.
	Token string `json:"token,omitempty"`
	// Name is what the others call you: at most 40 characters.
	Name string `json:"name,omitempty"`
	// Bot says that you will let a bot play for that player: in a game with secrets, you do not see
	// what that seat sees.
	Bot bool `json:"bot,omitempty"`
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

// ListParams are the parameters of list.
type ListParams struct {
	Table  string `json:"table"`
	Listed bool   `json:"listed"` // whether strangers find the table in tables
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
	Home     string   `json:"home"`     // where the tables are; differs if they are lost
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
	// Of names the game that comes with the program whose tests are run, or is the handle of one
	// that was loaded from a file with tests beside it. By default they are those beside Path, or
	// those of the game itself.
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
	Games *int   `json:"games,omitempty"` // 100
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

// Which returns the table, and the moment now.
func (p *TableParams) Which() (table string, at *int) { return p.Table, nil }

// Moment names a moment of a table, which most questions are about.
type Moment struct {
	Table string `json:"table"`        // a handle that start has returned
	At    *int   `json:"at,omitempty"` // after so many steps; by default now
}

// Which returns the table and the moment.
func (m *Moment) Which() (table string, at *int) { return m.Table, m.At }

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
	// Kept is true if you chose before your turn, and your choice waits for the others.
	Kept bool `json:"kept,omitempty"`
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
	Won     []string `json:"won"`    // the sites that decided, in order
}

// Played is a turn that was played, or a part of one.
type Played struct {
	Player string `json:"player"` // "" of what chance has set up
	Text   string `json:"text"`   // in a game with secrets, what you were told: ? is the rest
	From   int    `json:"from"`   // the step with which it begins, from 0
	To     int    `json:"to"`     // the step after it
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

// Tables is tables of a server: those that are listed, except if the players have gone on to
// another one, and those where the client sits.
type Tables struct {
	Tables []State `json:"tables"`
	More   bool    `json:"more"` // there are others after these
}

// HintParams are the parameters of hint.
type HintParams struct {
	Moment
	// by default the strongest of the game; settings may follow, as in mcts:time=2s
	Level string `json:"level,omitempty"`
	Lines int    `json:"lines,omitempty"` // how many moves to show: 5
	// Progress asks for the event `thought` whenever the bot has searched deeper.
	Progress bool `json:"progress,omitempty"`
}

// AnalyzeParams are the parameters of analyze.
type AnalyzeParams struct {
	Moment
	Level string `json:"level,omitempty"` // by default alphabeta between two, else mcts
	Time  int    `json:"time,omitempty"`  // in milliseconds; by default until it is canceled
}

// Thought is what a bot thinks of a position.
type Thought struct {
	Level string `json:"level"`
	Move  string `json:"move"` // the best step
	Lines []Line `json:"lines"`
	Nodes int64  `json:"nodes"` // positions looked at, or playouts
	Depth int    `json:"depth"` // steps it looked ahead in full
	Time  int64  `json:"time"`  // in milliseconds, so far
	// with hint: what the best step takes, stops or threatens, in sentences
	Reasons []string `json:"reasons,omitempty"`
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
	TableParams
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
