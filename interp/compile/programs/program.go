package programs

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/position"
)

// Program is a game as the engines run it. It is immutable and shared by all machines.
type Program struct {
	Game   *ir.Game
	Layout *layout.Layout
	moves  position.Layout

	FieldAt    []uint32 // where each set is in a position in memory, counted from its address
	FieldWords []int    // how many words it has

	Fields []symbolic.Field // the sets of a position
	Pieces int              // the fields before this one hold pieces
	// the fields before this one are the position; the rest follows from how it was reached
	Lasting int
	// by kind and plane: its field; -1 where it cannot stand, -2 if it is everything that players
	// own
	Kinds   [][]int
	Owned   [][]int          // by player and plane
	Below   []symbolic.Floor // of towers, below the tops
	Memory  [][]int          // by memory and plane
	Pending [][]int          // by slot and plane: the fields of roles bound beforehand
	Numbers int              // how many numbers a position has

	Choices []*Choice // 0 is `turn`
	Players []*playerCode

	ThisTurn []reset // what is reset at the end of a turn
	// the number that says whether the loops of a step went on without end; 0: there are no loops
	Rounds  int
	Aims    int  // the first number of those with the aims of a turn
	Final   int  // the first of the final scores by player; 0: no sentence compares scores
	Repeats bool // the rules ask about repetitions, or whether the pieces stood this way before
	// by number of a position: its only possible values, if there are few
	ValueSets map[int][]int64
	Chance    int // the first of the numbers about chance; 0: the game has no chance
	Report    *report
	Without   []string // the optimisations that are switched off, by their names

	Graph  *graph.Graph
	Before *symbolic.State         // the position as its nodes
	Asked  [symbolic.NumFirst]bool // the facts that some program asks for
	May    []layout.Bits           // by field: where it can have members
	Start  []layout.Bits           // by field that lasts: its members as a game begins
	Stored int                     // how many numbers the states of the rules have
}

// reset is a number or a set of the position and what it is set to at the end of a turn.
type reset struct {
	Field  int // -1: a number
	Number int
	Value  int64
	Set    layout.Bits
}

// Loops reports whether the steps of an apply program have loops of `while`.
func (p *Program) Loops(a *Apply) bool {
	return p.Rounds > 0 && a.Final.Nums[p.Rounds] != p.Before.Nums[p.Rounds]
}

// Choice is `turn` or what may follow a move.
type Choice struct {
	Source    *ir.Choice
	Groups    []*Group
	items     int
	as        int  // the first choice whose steps are found in the same way
	Demanding bool // it can withdraw the step before it
	MayRepeat bool // positions within a turn must be compared
}

// Offers reports whether an item of a choice offers the steps of a class.
func (p *Program) Offers(choice int, it *Item, cl *Class) bool {
	return cl.Choice == p.Choices[choice].as && cl.Item == it.Index
}

// ItemOf returns the item of the choice that stands for one of the rules; nil if there is none.
func (c *Choice) ItemOf(source *ir.Item) *Item {
	for _, g := range c.Groups {
		for _, it := range g.Items {
			if it.Source == source {
				return it
			}
		}
	}
	return nil
}

// Group is the items offered together.
type Group struct {
	Items []*Item
	Best  int  // how many numbers `with least` or `with most` compares; 0 if there is neither
	Most  bool // the greatest are best
	// the number that says whether the current turn must reach those in the numbers after it
	Aim int
}

// Item is an item of a choice.
type Item struct {
	Source *ir.Item
	Index  int // in the choice, over all groups
	Silent bool
	Roles  []pendingRole
}

// pendingRole says where the position holds what a role of a pending item is bound to: sites in
// sets, everything else in numbers, for the evaluator only.
type pendingRole struct {
	Role int
	Slot int // of sites; else -1
	// the first number: the members of position.RoleSet that are not sites, one after the other
	Number int
}

// playerCode is the programs of one player.
type playerCode struct {
	Choices  []*choiceCode
	Classes  []Class
	Applies  []*Apply
	End      []Chunk
	AtOnce   []Chunk
	Scored   map[int][]*graph.Node
	Doubtful []DoubtSet    // sets of places of steps in doubt; see pins.go
	Values   []*graph.Node // by value of the rules; nil where the evaluator reads it
	Holds    *graph.Node   // see holds.go; nil: not known
}

// choiceCode is how the steps of a choice are found, by group.
type choiceCode struct {
	Groups []GroupCode
}

// GroupCode is how the steps of a group are found.
type GroupCode struct {
	Chunk
	Fallback []*Item // those left to the evaluator

	Root     *Branch // finds the steps
	Criteria []*graph.Node
}

// Chunk is a program and what must be known before it runs.
type Chunk struct {
	symbolic.OnDemand
	Conds []EndCond
	// a sentence of `end` that is left to the evaluator, counted from 1; there is no code then
	Fallback int
}

// Class is a family of steps that differ only in the place of the lane and the anchors.
type Class struct {
	Move     ir.MoveID
	Apply    int
	Base     position.Move // with the roles that are constant
	Roles    []siteSource  // of the roles that are sites
	Suspects []Suspect     // which of its steps are tried; see pins.go
	Free     bool          // the step is legal without a trial
	Item     int           // the item that offers it
	// Choice is the first choice with that item whose steps are found in the same way.
	Choice int
	Weight *Weighing // of steps that are drawn; nil where a player chooses them
}

// siteSource says where the site of a role comes from.
type siteSource struct {
	Role   int
	Anchor int // number of the anchor, or -1: the lane
	Plane  int
	Off    int // added to the place of the lane
	Shift  uint8
}

// Apply is what a step does: a program that reads the places of the roles from the arguments.
type Apply struct {
	Move       ir.MoveID
	Ensures    bool
	Late       *Chunk   // what must hold after the step and can be evaluated only then, or nil
	Witness    *witness // what shows that other steps are legal too, or nil
	Then       int      // the choice that follows, 0: none
	Chance     bool     // nobody chooses the step
	AtOnce     bool
	LooksAhead bool // whether the step is legal depends on what can follow

	Sites  []int       // the roles that are sites, in order
	Ensure *graph.Node // what is ensured; nil: see rule
	// the same for any position, if all steps of the move can be checked that way, and the position
	// to check
	Rule  *graph.Node
	After *symbolic.State
	Final *symbolic.State
	// numbers of the step that are arguments of Final, not constants in it; there are some only if
	// the towers of the game may be high
	Numbers []RoleNumber
	// the version for low towers, and the condition for it; nil if there is none
	Low      *symbolic.State
	IsLow    *graph.Node
	LateCond *graph.Node
}

// A RoleNumber is the number that a role of a step has.
type RoleNumber struct {
	Role  int
	Value int64
}

// Tower puts the sets of what lies below a top on a site into a list, the lowest first; has
// reports whether a site is in a field.
func (p *Program) Tower(plane int, has func(field int) bool) (pieces []position.Piece) {
	for depth := range p.Below {
		piece := position.Piece{Owner: position.Nobody}
		found := false
		for player, row := range p.Below[depth].Owned {
			if f := row[plane]; f >= 0 && has(f) {
				piece.Owner, found = int8(player), true
			}
		}
		for kind, row := range p.Below[depth].Kinds {
			switch f := row[plane]; {
			case f >= 0 && has(f):
				piece.Kind, found = uint8(kind), true
			case f == -2 && piece.Owner >= 0:
				piece.Kind = uint8(kind)
			}
		}
		if !found {
			break
		}
		pieces = append([]position.Piece{piece}, pieces...)
	}
	return pieces
}
