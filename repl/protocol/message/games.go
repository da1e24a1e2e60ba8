package message

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
	// Keep, of a game with secrets, keeps them after the end; by default everyone sees everything
	// then.
	Keep bool `json:"keep,omitempty"`
	// Spectators says what those without a seat see of a game with secrets: "public" (the default),
	// what can never be hidden from anyone; "nothing" of the position; or "all", once every seat is
	// taken.
	Spectators string `json:"spectators,omitempty"`
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
	// the step at which the client believes the table to be; any by default
	At *int `json:"at,omitempty"`
}

// GotoParams are the parameters of goto.
type GotoParams struct {
	Table string `json:"table"`
	At    int    `json:"at"` // how many steps shall be played
}

// HistoryParams are the parameters of history.
type HistoryParams struct {
	TableParams
	From  int `json:"from,omitempty"`  // leave out so many turns
	Limit int `json:"limit,omitempty"` // list at most so many: 1000
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
	TableParams
	// Form is record, pgn or sgf; the first by default, which every game has.
	Form string `json:"form,omitempty"`
}

// OpenParams are the parameters of open.
type OpenParams struct {
	Record string `json:"record" max:"4194304"`
	// Game is the handle of the game to replay it with; by default, the game that the record
	// names. It is required if the record names a rules file.
	Game string `json:"game,omitempty"`
}

// EvalParams are the parameters of eval.
type EvalParams struct {
	Moment
	Expr string `json:"expr" max:"4096"` // an expression of the rules language
	Me   string `json:"me,omitempty"`    // the player who is `me`; by default the one to move
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
	Moment
	Name string `json:"name,omitempty"` // of a `value` of the rules; by default all
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
	Moment
	Depth int `json:"depth"`
	// turns (the default) or actions, the single steps of turns
	Unit   string `json:"unit,omitempty"`
	Divide bool   `json:"divide,omitempty"` // apart for each first unit
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
	Moment
	Games  *int   `json:"games,omitempty"`  // 100
	Length *int   `json:"length,omitempty"` // steps after which a game is stopped: 2000
	Seed   uint64 `json:"seed,omitempty"`
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
