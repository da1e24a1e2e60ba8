// Package ir holds the checked game: what a rules file means once every name has been resolved,
// every type inferred and every option chosen.
//
// Nothing in it is a string that has to be looked up during play: sites, relations, players, kinds,
// counters, functions and variables are small integers that index the tables of [Game]. Names
// survive in those tables for printing. Expressions are one node type, [Expr], whose operator says
// how its fields are read, so a walk, a dump, a fold and a compiler are one switch each. Package
// dsl/value defines the meaning of every operator.
package ir

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

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
	// of what the rules mean: the flattened rules in canonical layout and the options; 16
	// hexadecimal digits
	Hash    string
	Options []Option
	Players []Player // those in the game with these options, in turn order
	Board   *topology.Board
	Towers  bool // cells may hold several pieces, one on another
	Tallest int  // the most pieces a tower may hold; those that would lie lower leave the game
	Kinds   []Kind
	Attrs   []Attr
	States  []State
	Regions []Region
	Funcs   []*Func // one for each way a def is used, which includes the types of its arguments
	Setup   []*Effect
	// SetupThen is the choice among chance moves that follows Setup before the first turn; nil if
	// there is none.
	SetupThen *Choice
	Moves     []*Move
	Turn      *Choice
	End       []*Sentence
	Says      []*Say
	Hidden    []*Hidden // what players do not see
	Values    []*Value
	// Slots is the size of the frame for expressions outside moves, functions and values: those of
	// the setup, the turn, the end, attributes and initial states.
	Slots int
}

// Option is an option with its chosen value.
type Option struct {
	Name    string
	Value   string   // chosen: a number, a word, true or false
	Default string   //
	Domain  []string // all allowed values, in order
	Help    string
}

// IsRange reports whether the values of an option are so many consecutive numbers that the first
// and the last stand for all.
func IsRange(domain []string) bool {
	if len(domain) <= 3 {
		return false
	}
	first, err := strconv.Atoi(domain[0])
	for i, v := range domain {
		if err != nil || v != strconv.Itoa(first+i) {
			return false
		}
	}
	return true
}

// Player is one seat.
type Player struct {
	Name   string
	Facing topology.Relation // meaningful if Faces
	Faces  bool
	Plural bool   // the name takes the verb in the plural: Goats win
	Team   uint16 // who plays together, a bit for each, this player included; 0: nobody with them
}

// Kind is a kind of piece.
type Kind struct {
	Name    string
	Sign    string // the one given in the rules, or the first letter of the name
	Neutral bool   // placed without an owner
	Blocks  bool   // stops steps across its edge or through its corner
	On      topology.Set
}

// Attr is an attribute of kinds, such as `speed`.
type Attr struct {
	Name   string
	Type   Type
	Values []*Expr // by kind; nil if the kind lacks it. Evaluated with the current `me`
}

// State is a counter or a memory. It has a value for every combination of what it is kept per. A
// position holds these values flattened: player first, then piece (kind), then cell.
type State struct {
	Name                         string
	Memory                       bool
	Type                         Type // Number for a counter
	PerPlayer, PerPiece, PerCell bool
	// if it is kept per player, evaluated for each player with `me` set to that player
	Init     *Expr
	ThisTurn bool // reset to Init when a turn is over
	Span     source.Span
}

// Region is a named region of the board, for displays and for writing positions. Expressions hold
// the constant sets of regions directly.
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

// The cardinalities. Each includes those before it, except that One is never empty.
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
	Planes topology.Plane // of Sites: the planes that its members may be on
	Span   source.Span
	Args   []*Expr
	N      int64          // a constant, a slot, an index into a table: see Op
	Sets   []topology.Set // of ConstSites (one) and PlayerSites (one for each player)
	Dirs   topology.Steps // of ConstSteps
	Func   *Func          // of Call
	Step   *Step          // of Path
}

// Step is one step of a path. It starts from each member of Args[0] of its expression.
type Step struct {
	By       *Expr // Steps; nil if Func is the step
	Func     *Func // a function of the site stepped from (its first parameter) and of FuncArgs
	FuncArgs []*Expr
	Only     *Expr // Sites where the step may land; nil for any
	Rep      Rep
	Lo, Hi   *Expr // Numbers, for Times; Hi is nil if there is only one number
}

// Rep is how often a step is taken.
type Rep uint8

// The repetitions.
const (
	Once  Rep = iota
	Star      // any number of times, including none
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
	If   // B if A, otherwise C
	For  // B with `me` the player A; if A is empty, the empty value (empty set, 0 or false)
	Call // Func with Args in its slots 0, 1, …, in a frame of its own

	// Quantifiers: the variable in slot N runs over A (a set of any type, or a Range); B is the
	// body.
	QSome  // Truth: B holds for some
	QNo    // Truth: for none
	QOne   // Truth: for exactly one
	QAll   // Truth: for all
	QThose // the members of A for which B holds: Sites, or whatever set type A has
	QUnion // the union of B
	QSum   // Number
	QMin   // Number; 0 if A is empty
	QMax   // Number; 0 if A is empty
	Range  // the numbers A..B; only as the A of a quantifier or the domain of a binder or `each`
	Subset // the sets of A to B members of C; only as the domain of a binder

	// Sets of one type.
	And
	Or
	Minus
	Some       // Truth: A has a member
	No         // Truth: A has none
	ExactlyOne // Truth: A has exactly one (`one S`); N is 1 for the test inside `the S`
	Same       // Truth: A = B as sets
	In         // Truth: every member of A is in B

	// Numbers and conditions.
	Add
	Sub
	Mul
	Div // truncates; division by zero is 0
	Mod // has the sign of the dividend; modulo zero is 0
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
	Team       // Players: me and those who play together with me
	Next       // Players: the next one in turn order after me who is still in the game
	InGame     // Players: all who are still in the game
	OwnerOf    // Players: the owners of the pieces on the sites A
	KindOf     // Kinds of the pieces on the sites A
	AttrOf     // attribute N of the kinds A; 0, false or none if a kind lacks it
	// state N; Args in the order player, piece, cell, as far as it is kept per them; a nil argument
	// means me, or all values summed or united
	StateOf
	Ply    // Number of turns taken
	Passes // Number of consecutive turns that were only a pass
	Repetitions
	Seen
	Stuck // Truth

	// Towers. A description D is made of PiecesOf, PiecesKind, Occupied, And, Or and Minus. It is
	// evaluated for one piece as if that piece were on top.
	Height  // Number of pieces on the sites A, including those below the top
	Holding // Sites whose tower holds a piece that matches the description A
	// Number of pieces that match the description A: on the board, on the sites B, or in the Part N
	// of their towers, C pieces of each
	Pieces

	// Sites and steps.
	Path     // Sites: Step from A
	Count    // Number of members of the set A (of any set type)
	Distance // Number of steps of the Steps C from A to B; the number of cells if there is no way
	ColumnOf // Number: of the site A; 0 if A is empty, the least if it has several
	RowOf
	FileOf  // Sites: the cells of column A (a Number)
	RankOf  // Sites: the cells of row A
	EdgeOf  // Sites: the cells from which some step of the Steps A leaves the bare board
	BackOf  // Steps A reversed
	LeftOf  // Steps A turned
	RightOf //
	SideOf  // half a step in each of the Steps A
	Facing  // Steps: the direction N (see Turned) as seen by a player; none if they do not face
)

// Turned names a direction as seen by a player who faces some way: the N of Facing.
type Turned int64

// The directions as seen by a player.
const (
	Forward Turned = iota
	Backward
	Leftward
	Rightward
	ForwardLeft
	ForwardRight
)

// Func is a definition for certain types of its parameters, which are in slots 0, 1, … of its
// frame.
type Func struct {
	Index  int
	Name   string
	Params []string
	Body   *Expr
	Slots  int      // size of the frame
	Vars   []string // by slot, for printing: the name of its variable, or of the first of several
}

// MoveID is the index of a move in Game.Moves, or PassID or DoneID.
type MoveID uint8

// The steps that are not moves defined by the rules.
const (
	// a player leaves a game of three or more; never among the legal steps
	LeaveID MoveID = 253
	PassID  MoveID = 254
	DoneID  MoveID = 255
)

// Move is one way to act: bind roles, test conditions, apply effects, test again, continue the
// turn.
type Move struct {
	ID      MoveID
	Name    string
	Label   string // how it is written if it has no bindings; "" if the rules do not say
	Chance  bool   // drawn at random, by the weights of its outcomes, and never chosen
	Roles   []Role // what the player chooses, in the order written
	Clauses []Clause
	Do      []*Effect
	Ensure  []Cond
	Then    *Choice  // nil if the turn is over
	Slots   int      // size of the frame
	Vars    []string // by slot, for printing: the name of its variable, or of the first of several
	Span    source.Span
}

// Role is a binder of a move.
type Role struct {
	Word string // from, to, over, at, along, as, with
	Name string // the variable
	Slot int
	Type Type // Sites, Steps, Kinds, Players or Number: a role holds one member, or the number
	// Among is nil unless a role holds a set, whose members are of type Of. Then Type is Number:
	// a step names the set by a bit for each of its members, which are the sites, kinds or players
	// Among, by number.
	Among []int
	Of    Type
}

// Sites returns the sites that a step names with the value n of the role.
func (r *Role) Sites(n int64) (set topology.Set) {
	switch {
	case r.Type == Sites:
		set.Add(topology.Site(n))
	case r.Among != nil && r.Of == Sites:
		for i, member := range r.Among {
			if n>>i&1 != 0 {
				set.Add(topology.Site(member))
			}
		}
	}
	return set
}

// Fixes returns the type of the values to which a choice may bind the role beforehand.
func (r *Role) Fixes() Type {
	if r.Among != nil {
		return r.Of
	}
	return r.Type
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

// ClauseOp says what kind of clause a clause is.
type ClauseOp uint8

// The clauses.
const (
	BindClause ClauseOp = iota
	LetClause
	IfClause
	// of a chance move: the relative weight of this outcome; 0 or less makes it impossible
	WeightClause
)

// Cond is a condition with the reason that its author gives for it.
type Cond struct {
	Expr   *Expr
	Reason string // "" if none is given
}

// EffectOp is what an effect does.
type EffectOp uint8

// The effects.
const (
	MovePieces EffectOp = iota // A -> B
	Swap                       // A <-> B
	Place                      // a Kind of an Owner on A
	Remove                     // the pieces on A
	Become                     // the pieces on A change to Kind and to Owner
	Shift                      // the pieces on A move one Step; Step is a Path from A
	Assign                     // a State := B, += B, -= B
	LetEffect                  // Slot := A
	Each                       // Body for each member of A in Slot
	While                      // Body and More as long as A holds
	Again                      // the same player takes the next turn
)

// Part says which pieces of a tower are meant.
type Part uint8

// The parts of a tower.
const (
	Whole  Part = iota // for `becomes`, the top piece
	Top                // the uppermost ones
	Bottom             // the lowest ones
)

// AssignOp says how an assignment changes a state.
type AssignOp uint8

// The assignments. On sets, AddTo forms the union and TakeFrom the difference.
const (
	SetTo AssignOp = iota
	AddTo
	TakeFrom
)

// Effect is one change of a position.
type Effect struct {
	Op     EffectOp
	A, B   *Expr
	Owner  *Expr // Players; nil: me unless the kind is neutral (Place), or unchanged (Become)
	Kind   *Expr // Kinds; nil means unchanged (Become)
	Step   *Step // of Shift
	Part   Part  // of the towers on A, of MovePieces, Remove and Become
	Many   *Expr // how many pieces of each tower, for Top and Bottom
	Under  bool  // of MovePieces and Place: below what stands there
	State  int
	Index  []*Expr // like the Args of StateOf
	Assign AssignOp
	Slot   int
	Body   *Effect
	More   []*Effect // of Each: the effects for each member after Body, in order
	When   *Expr     // nil means always
	Span   source.Span
}

// Choice is what a turn, or the rest of one, offers: the first group with anything to offer.
type Choice struct {
	Groups []*Group
	Span   source.Span
}

// Team returns the players who play together with a player, that player included, a bit for each.
func (g *Game) Team(player int) uint16 { return max(g.Players[player].Team, 1<<player) }

// Teams returns the sides of the game in the order of their first players, a bit for each member. A
// player without partners is a side.
func (g *Game) Teams() []uint16 {
	var teams []uint16
	for player := range g.Players {
		if team := g.Team(player); team&(1<<player-1) == 0 {
			teams = append(teams, team)
		}
	}
	return teams
}

// Sides returns the teams of some players; see [Game.Teams]. It leaves out who is not in the game.
func (g *Game) Sides(players []int) []uint16 {
	var sides []uint16
	for _, team := range g.Teams() {
		if slices.ContainsFunc(players, func(p int) bool { return p >= 0 && team>>p&1 != 0 }) {
			sides = append(sides, team)
		}
	}
	return sides
}

// SideName names the players of a team, with a text between them.
func (g *Game) SideName(team uint16, between string) string {
	var names []string
	for _, player := range Members(team) {
		names = append(names, g.Players[player].Name)
	}
	if last := len(names) - 1; between == " and " && last > 1 {
		return strings.Join(names[:last], ", ") + between + names[last]
	}
	return strings.Join(names, between)
}

// Verb returns a verb, given as one player takes it, as a team takes it: "wins" and "is" become
// "win" and "are" for several players, and for one whose name is a plural.
func (g *Game) Verb(team uint16, one string) string {
	switch single := team&(team-1) == 0; {
	case single && !g.Players[bits.TrailingZeros16(team)].Plural:
		return one
	case one == "is":
		return "are"
	case one == "has":
		return "have"
	}
	return strings.TrimSuffix(one, "s")
}

// Members lists the players of a set that has a bit for each.
func Members(set uint16) []int {
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros16(set))
	}
	return list
}

// HasChance reports whether anything in the game is left to chance.
func (g *Game) HasChance() bool {
	return slices.ContainsFunc(g.Moves, func(m *Move) bool { return m.Chance })
}

// OpensByChance reports whether every turn begins with a step that chance decides.
func (g *Game) OpensByChance() bool {
	if g.Turn == nil || len(g.Turn.Groups) == 0 {
		return false
	}
	for _, group := range g.Turn.Groups {
		for _, item := range group.Items {
			if item.Op != MoveItem || !g.Moves[item.Move].Chance {
				return false
			}
		}
	}
	return true
}

// Group holds items that are offered together.
type Group struct {
	Items []*Item
	Most  bool    // `with most`; otherwise `with least`
	Best  []*Expr // empty if the group has no such restriction
	Span  source.Span
}

// ItemOp says what an item of a choice is.
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
	// Named reports that a WinItem or a LoseItem refers to Player; otherwise it refers to the
	// mover.
	Named  bool
	Player int
	Text   string // the reason that an outcome gives; "" if none
	When   *Expr  // nil means always
	Span   source.Span
}

// Reason returns what is announced when this item has decided the game.
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

// Outcome is how a sentence decides the game.
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
	Player  int   // index of the player it refers to; -1 for the mover
	Of      *Expr // Number, of Highest and Lowest
	Text    string
	AtOnce  bool
	If      *Expr
	Span    source.Span
}

// Say is a sentence that players are told when a turn makes it true. It decides nothing and has no
// effect on the game. It is evaluated for the player who has moved, both before and after the turn.
type Say struct {
	Text string
	If   *Expr
	Span source.Span
}

// Hides says what of a thing is hidden.
type Hides uint8

// What can be hidden.
const (
	HidePieces Hides = iota // what stands on the sites Of, if anything
	HideKind                // the kind of the pieces on the sites Of
	HideOwner               // their owner
	HideState               // values of a state
)

// Hidden is something that a player does not see. It is read with `me` the player who looks, on the
// whole position, at any moment. It has no effect on the game.
type Hidden struct {
	Hides Hides
	Of    *Expr   // Sites; nil for HideState
	State int     // for HideState
	Index []*Expr // which values of the state: like the Index of an effect that assigns to it
	When  *Expr   // Truth; nil: always
	Span  source.Span
}

// Value is a number by which bots judge a position for the player `me`.
type Value struct {
	Name  string
	Body  *Expr
	Slots int
}
