package plan

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Program is a game as the engines run it. It is immutable and shared by all machines.
type Program struct {
	Game   *ir.Game
	Layout *Layout
	Moves  position.Layout

	Fields  []Field // the sets of a position, in the registers from 0 on
	Pieces  int     // the fields before this one hold pieces
	Lasting int     // those before this one are the position; what follows is known from the way to it
	Kinds   [][]int // by kind and plane: its field; -1 where it cannot stand, -2 where it is all that players own
	Owned   [][]int // by player and plane
	Memory  [][]int // by memory and plane
	Pending [][]int // by slot and plane: the fields of roles bound beforehand
	Numbers int     // numbers of a position, in the registers from 0 on
	Args    int     // the register of the first argument of an apply program

	PinnedAt int    // register of the first constant
	Pinned   []Bits // constants that stay in registers
	Consts   []Bits
	Pool     []int64
	Tables   [][]Bits
	Values   [][]int64
	Lists    []List
	Floods   int // how many floods there are, counted by K up to 256

	Choices []*Choice // 0 is `turn`
	Players []*PlayerCode

	ThisTurn []Reset // what is set back at the end of a turn
	Repeats  bool    // the rules ask about repetitions
	Seen     bool    // the rules ask whether the pieces stood so before
	Report   *Report
}

// Reset is a number or a set of the position and what it is set to at the end of a turn.
type Reset struct {
	Field  int // -1: a number
	Number int
	Value  int64
	Set    Bits
}

// Choice is `turn` or what may follow a move.
type Choice struct {
	Source     *ir.Choice
	Groups     []*Group
	Items      int
	Demanding  bool // it can withdraw the step before
	MayRepeat  bool // positions within a turn must be compared
	AlwaysOpen bool
}

// Group is the items offered together.
type Group struct {
	Items []*Item
}

// Item is an item of a choice.
type Item struct {
	Source *ir.Item
	Index  int // in the choice, over all groups
	Silent bool
	Roles  []PendingRole
}

// PendingRole says which sets of the position hold the sites that a role of a pending item is bound to.
type PendingRole struct {
	Role int
	Slot int
}

// PlayerCode is the programs of one player.
type PlayerCode struct {
	Choices []*ChoiceCode
	Classes []Class
	Applies []*Apply
	End     []Chunk
	AtOnce  []Chunk
	Scores  map[int][]Instr // by sentence
}

// ChoiceCode is the programs that find the steps of a choice, by group.
type ChoiceCode struct {
	Groups [][]Instr
}

// Chunk is a part of the sentences of `end`, and what must be known before it runs.
type Chunk struct {
	NeedStuck, NeedRepeats bool
	Code                   []Instr
}

// Class is a family of steps that differ in the place of the lane and the anchors only.
type Class struct {
	Move  ir.MoveID
	Apply int
	Base  position.Move // with the roles that are constant
	Roles []Source      // of the roles that are sites
	Free  bool          // nothing about the step must be tried before it is legal
	Item  int           // the item that offers it
}

// Source says where the site of a role comes from.
type Source struct {
	Role   int
	Anchor int // number of the anchor, or -1: the lane
	Plane  int
	Off    int // added to the place of the lane
	Shift  uint8
}

// Apply is what a step does: a program that reads the places of the roles from the arguments.
type Apply struct {
	Move    ir.MoveID
	Code    []Instr
	Ensures bool
	Then    int // the choice that follows, 0: none
	AtOnce  bool
}

// Report says how the parts of the rules are carried.
type Report struct {
	Lines []string
	Words int
}

// Site returns the site at a place of a plane.
func (p *Program) Site(plane, bit int) topology.Site { return p.Layout.Site[plane][bit] }
