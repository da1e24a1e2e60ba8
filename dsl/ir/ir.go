// Package ir is the checked game: what a rules file means once every name has been resolved, every
// type inferred and every option chosen.
//
// Nothing in it is a string that anyone would have to look up while playing: sites, relations,
// players, kinds, counters, functions and variables are small integers that index the tables of
// [Game]. Names survive in those tables, to be printed. Expressions are one node type, [Expr],
// whose operator says how its fields are read; a walk, a dump, a fold and a compiler are then one
// switch each. The meaning of every operator is defined by dsl/value.
package ir

import (
	"slices"

	"boardgame/dsl/source"
	"boardgame/dsl/topology"
)

// Limits of a game. The checker reports a rules file that exceeds one.
const (
	MaxPlayers = 16
	MaxKinds   = 64
	MaxMoves   = 250
)

// Game is one game with its options chosen.
type Game struct {
	Title string
	// of the meaning: the flattened rules in canonical layout and the options; 16 hexadecimal
	// digits
	Hash    string
	Options []Option
	Players []Player // those in the game with these options, in turn order
	Board   *topology.Board
	Towers  bool // cells may hold several pieces, one on another
	Tallest int  // how many pieces a tower has at most; what would lie lower is gone
	Kinds   []Kind
	Attrs   []Attr
	States  []State
	Regions []Region
	Funcs   []*Func // one for each way a def is used: its arguments' types are part of it
	Setup   []*Effect
	// SetupThen is the choice among chance moves that follows Setup before the first turn; nil:
	// there is none.
	SetupThen *Choice
	Moves     []*Move
	Turn      *Choice
	End       []*Sentence
	Says      []*Say
	Values    []*Value
	// Slots is the size of the frame for the expressions outside moves, functions and values: of
	// the setup, the turn, the end, attributes and initial states.
	Slots int
}

// Option is an option and what was chosen.
type Option struct {
	Name    string
	Value   string   // chosen: a number, a word, true or false
	Default string   //
	Domain  []string // all values allowed, in order
	Help    string
}

// Player is one seat.
type Player struct {
	Name   string
	Facing topology.Relation // meaningful if Faces
	Faces  bool
	Plural bool // the rules say of him that they win, not wins
}

// Kind is a kind of piece.
type Kind struct {
	Name    string
	Sign    string // as the rules give it or the first letter of the name
	Neutral bool   // placed without an owner
	Blocks  bool   // stops steps across its edge or through its corner
	On      topology.Set
}

// Attr is an attribute of kinds, such as `speed`.
type Attr struct {
	Name   string
	Type   Type
	Values []*Expr // by kind; nil where the kind lacks it. Read with the current `me`
}

// State is a counter or a memory. It has a value for every combination of what it is kept per; a
// game's position holds them flattened, player first, then piece (kind), then cell.
type State struct {
	Name                         string
	Memory                       bool
	Type                         Type // Number for a counter
	PerPlayer, PerPiece, PerCell bool
	// read for each player where it is per player, with `me` that player
	Init     *Expr
	ThisTurn bool // set back to Init when a turn is over
	Span     source.Span
}

// Region is a named region of the board, for displays and positions; expressions hold its constant
// sets themselves.
type Region struct {
	Name      string
	Sets      []topology.Set // one, or one for each player
	PerPlayer bool
}

// Type is a type of values.
type Type uint8

// The types. All but Number and Truth are sets.
const (
	NoType Type = iota
	Sites
	Number
	Truth
	Players
	Kinds
	Steps
)

// Card is how many members a set may have.
type Card uint8

// The cardinalities, each including those before it but for One, which is never empty.
const (
	One Card = iota
	AtMostOne
	Many
)

// Expr is an expression.
type Expr struct {
	Op     Op
	Type   Type
	Card   Card           // of sets
	Planes topology.Plane // of Sites: which kinds of site its members may be
	Span   source.Span
	Args   []*Expr
	N      int64          // a constant, a slot, an index into a table: see Op
	Sets   []topology.Set // of ConstSites (one) and PlayerSites (one for each player)
	Dirs   topology.Steps // of ConstSteps
	Func   *Func          // of Call
	Step   *Step          // of Path
}

// Step is one step of a path: from each member of Args[0] of its expression.
type Step struct {
	By       *Expr // Steps; nil where Func is the step
	Func     *Func // a function of the site stepped from (its first parameter) and of FuncArgs
	FuncArgs []*Expr
	Only     *Expr // Sites on which one may land; nil: any
	Rep      Rep
	Lo, Hi   *Expr // Numbers, for Times; Hi is nil where there is only one
}

// Rep is how often a step is taken.
type Rep uint8

// The repetitions.
const (
	Once  Rep = iota
	Star      // any number of times, none included
	Plus      // at least once
	Times     // Lo times, or Lo to Hi times
)

// Op is an operator of an expression.
type Op uint8

// The operators. A, B, C are Args[0], Args[1], Args[2].
const (
	Invalid Op = iota

	ConstSites   // the set Sets[0]
	PlayerSites  // the set Sets[me]
	ConstNumber  // N
	ConstTruth   // N != 0
	ConstPlayers // the bits of N
	ConstKinds   // the bits of N
	ConstSteps   // Dirs

	Var  // the variable in slot N of the frame
	Let  // B, with A in slot N
	If   // B if A, else C
	For  // B with `me` the player A; nothing (the empty set, 0, false) if A is empty
	Call // Func with Args in its slots 0, 1, …, in a frame of its own

	// Quantifiers: the variable in slot N runs over A (a set of any type, or a Range); B is the
	// body.
	QSome  // Truth: B holds for some
	QNo    // Truth: for none
	QOne   // Truth: for exactly one
	QAll   // Truth: for all
	QThose // Sites: those members of A for which B holds (A may be any set type: then that type)
	QUnion // the union of B
	QSum   // Number
	QMin   // Number; 0 over nothing
	QMax   // Number; 0 over nothing
	Range  // the numbers A..B; only as the A of a quantifier or the domain of a binder or `each`

	// Sets of one type.
	And
	Or
	Minus
	Some  // Truth: A has a member
	No    // Truth: A has none
	Only1 // Truth: A has exactly one (`one S`); N is 1 where `the S` asks it
	Same  // Truth: A = B as sets
	In    // Truth: every member of A is in B

	// Numbers and conditions.
	Add
	Sub
	Mul
	Div // truncates; by zero is 0
	Mod // sign of the dividend; by zero is 0
	Pow
	Neg
	Abs
	Min2
	Max2
	Even
	Odd
	Eq // of numbers or truths
	Ne
	Lt
	Le
	Gt
	Ge
	Not
	LAnd
	LOr
	Implies

	// The position.
	PiecesOf   // Sites: where the players A have pieces
	PiecesKind // Sites: where pieces of the kinds A are
	Occupied   // Sites of all planes with a piece
	EmptyCells // cells without a piece
	Me         // Players
	Next       // Players: the next in turn order after me who is still in
	InGame     // Players: all who are still in
	OwnerOf    // Players: who own pieces on the sites A
	KindOf     // Kinds of the pieces on the sites A
	AttrOf     // attribute N of the kinds A: 0, false or none where lacking
	// state N; Args in the order player, piece, cell for what it is kept per; nil: me, or all
	// summed/united
	StateOf
	Ply    // Number of turns taken
	Passes // Number of turns in a row that were only a pass
	Repetitions
	Seen
	Stuck // Truth

	// Towers. A description D is made of PiecesOf, PiecesKind, Occupied, And, Or and Minus, and is
	// read for one piece as if it were the top one.
	Height  // Number of pieces on the sites A, those below the top included
	Holding // Sites: where in the tower a piece is that the description A fits
	// Number of pieces that the description A fits: on the board, or on the sites B, or in the Part
	// N of their towers, C pieces of each
	Pieces

	// Sites and steps.
	Path     // Sites: Step from A
	Count    // Number of members of the set A (of any set type)
	Distance // Number of steps of the Steps C from A to B, or the number of cells
	ColumnOf // Number: of the site A; 0 if empty, the least of several
	RowOf
	FileOf  // Sites: the cells of column A (a Number)
	RankOf  // Sites: the cells of row A
	EdgeOf  // Sites: the cells from which some step of the Steps A leaves the bare board
	BackOf  // Steps A reversed
	LeftOf  // Steps A turned
	RightOf //
	SideOf  // half a step in each of the Steps A
	Facing  // Steps: the direction N (see Turned) of a player who faces; none of one who does not
)

// Turned names a direction seen from a player who faces: the N of Facing.
type Turned int64

// The directions of a player who faces.
const (
	Forward Turned = iota
	Backward
	Leftward
	Rightward
	ForwardLeft
	ForwardRight
)

// Func is a def with its parameters' types. Its parameters are in slots 0, 1, … of its frame.
type Func struct {
	Index  int
	Name   string
	Params []string
	Body   *Expr
	Slots  int      // size of the frame
	Vars   []string // by slot, to be printed: the name that it has, or the first of several
}

// MoveID is the index of a move in Game.Moves, or PassID or DoneID.
type MoveID uint8

// The steps that are not moves of the rules.
const (
	// a player leaves a game of three or more, which is never among the legal steps
	LeaveID MoveID = 253
	PassID  MoveID = 254
	DoneID  MoveID = 255
)

// Move is one way to act: bind, test, do, test again, go on.
type Move struct {
	ID      MoveID
	Name    string
	Label   string // how it is written where it has no bindings; "" if the rules give none
	Chance  bool   // nobody chooses it: it is drawn, by the weights of its outcomes
	Roles   []Role // what the player chooses, in the order written
	Clauses []Clause
	Do      []*Effect
	Ensure  []Cond
	Then    *Choice  // nil: the turn is over
	Slots   int      // size of the frame
	Vars    []string // by slot, to be printed: the name that it has, or the first of several
	Span    source.Span
}

// Role is a binder of a move.
type Role struct {
	Word string // from, to, over, at, along, as, with
	Name string // the variable
	Slot int
	Type Type // Sites, Steps, Kinds, Players or Number: one member, or the number
}

// Clause is a line of a move above `do`.
type Clause struct {
	Op    ClauseOp
	Role  int   // Bind: index into Roles
	Slot  int   // LetClause
	Value *Expr // the domain, the value, the condition, or the weight
	Cond  Cond  // IfClause: Value is Cond.Expr
	Span  source.Span
}

// ClauseOp tells clauses apart.
type ClauseOp uint8

// The clauses.
const (
	BindClause ClauseOp = iota
	LetClause
	IfClause
	// of a chance move: how likely this outcome is next to the others; at 0 and below it is none
	WeightClause
)

// Cond is a condition and its author's reason.
type Cond struct {
	Expr   *Expr
	Reason string // "" : none given
}

// EffectOp is what an effect does.
type EffectOp uint8

// The effects.
const (
	MovePieces EffectOp = iota // A -> B
	Swap                       // A <-> B
	Place                      // a Kind of an Owner on A
	Remove                     // the pieces on A
	Become                     // the pieces on A change to Kind, to Owner
	Shift                      // the pieces on A go one Step on; a Path from A
	Assign                     // a State := B, += B, -= B
	LetEffect                  // Slot := A
	Each                       // Body for each member of A in Slot
	Again                      // the same player takes the next turn
)

// Part says which pieces of a tower are meant.
type Part uint8

// The parts of a tower.
const (
	Whole  Part = iota // of `becomes`: the top piece
	Top                // the uppermost ones
	Bottom             // the lowest ones
)

// AssignOp is how a state is changed.
type AssignOp uint8

// The assignments. On sets, AddTo unites and TakeFrom takes away.
const (
	SetTo AssignOp = iota
	AddTo
	TakeFrom
)

// Effect is one change of a position.
type Effect struct {
	Op     EffectOp
	A, B   *Expr
	Owner  *Expr // Players; nil: me for a kind that is not neutral (Place), or unchanged (Become)
	Kind   *Expr // Kinds; nil: unchanged (Become)
	Step   *Step // of Shift
	Part   Part  // of the towers on A, of MovePieces, Remove and Become
	Many   *Expr // how many pieces of each tower, for Top and Bottom
	Under  bool  // of MovePieces and Place: below what stands there
	State  int
	Index  []*Expr // as the Args of StateOf
	Assign AssignOp
	Slot   int
	Body   *Effect
	More   []*Effect // of Each: the effects for each member after Body, in order
	When   *Expr     // nil: always
	Span   source.Span
}

// Choice is what a turn, or the rest of one, consists of: the first group that has anything to
// offer.
type Choice struct {
	Groups []*Group
	Span   source.Span
}

// HasChance reports whether anything in the game is left to chance.
func (g *Game) HasChance() bool {
	return slices.ContainsFunc(g.Moves, func(m *Move) bool { return m.Chance })
}

// Group is the items offered together.
type Group struct {
	Items []*Item
	Most  bool    // with most; else with least
	Best  []*Expr // empty: no such restriction
	Span  source.Span
}

// ItemOp is what an item of a choice is.
type ItemOp uint8

// The items.
const (
	MoveItem ItemOp = iota
	PassItem
	DoneItem
	WinItem
	LoseItem
	DrawItem
	IllegalItem
)

// Item is a move with some of its roles bound, or an outcome.
type Item struct {
	Op    ItemOp
	Move  MoveID
	Roles []RoleValue
	// Named says of a WinItem and a LoseItem that they speak of Player; otherwise they speak of the
	// mover.
	Named  bool
	Player int
	Text   string // the reason that an outcome gives; "": none
	When   *Expr  // nil: always
	Span   source.Span
}

// Reason is what is said of a game that an outcome item has decided.
func (it *Item) Reason() string {
	switch {
	case it == nil:
	case it.Text != "":
		return it.Text
	case it.When != nil:
		return it.When.Span.Text()
	}
	return "no move is left"
}

// RoleValue restricts a role of a move to the members of a set.
type RoleValue struct {
	Role  int // index into the move's Roles
	Value *Expr
}

// Outcome is how a sentence decides.
type Outcome uint8

// The outcomes.
const (
	Win Outcome = iota
	Lose
	Draw
	Highest
	Lowest
)

// Sentence is one line of `end`.
type Sentence struct {
	Outcome Outcome
	Player  int   // index of the player it speaks of; -1: the mover
	Of      *Expr // Number, of Highest and Lowest
	Text    string
	AtOnce  bool
	If      *Expr
	Span    source.Span
}

// Say is a sentence that players are told when a turn makes it true. It decides nothing, and
// nothing of the game depends on it. It is read for the player who has moved, before the turn and
// after it.
type Say struct {
	Text string
	If   *Expr
	Span source.Span
}

// Value is a number by which bots judge a position for the player `me`.
type Value struct {
	Name  string
	Body  *Expr
	Slots int
}
