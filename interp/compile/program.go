package compile

import (
	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/position"
)

// Program is a game as the engines run it. It is immutable and shared by all machines.
type Program struct {
	Game   *ir.Game
	Layout *Layout
	moves  position.Layout

	FieldAt    []uint32 // where each set is in a position in memory, counted from its address
	FieldWords []int    // how many words it has

	Fields []Field // the sets of a position
	Pieces int     // the fields before this one hold pieces
	// the fields before this one are the position; the rest follows from how it was reached
	lasting int
	// by kind and plane: its field; -1 where it cannot stand, -2 if it is everything that players
	// own
	Kinds   [][]int
	Owned   [][]int // by player and plane
	Below   []Floor // of towers, below the tops
	Memory  [][]int // by memory and plane
	Pending [][]int // by slot and plane: the fields of roles bound beforehand
	Numbers int     // how many numbers a position has

	Choices []*Choice // 0 is `turn`
	Players []*PlayerCode

	thisTurn []reset // what is reset at the end of a turn
	Aims     int     // the first number of those with the aims of a turn
	Final    int     // the first of the final scores by player; 0: no sentence compares scores
	Repeats  bool    // the rules ask about repetitions, or whether the pieces stood this way before
	// by number of a position: its only possible values, if there are few
	ValueSets map[int][]int64
	Chance    int // the first of the numbers about chance; 0: the game has no chance
	Report    *Report

	builder *builder
}

// reset is a number or a set of the position and what it is set to at the end of a turn.
type reset struct {
	field  int // -1: a number
	number int
	value  int64
	set    Bits
}

// Choice is `turn` or what may follow a move.
type Choice struct {
	Source    *ir.Choice
	Groups    []*Group
	items     int
	demanding bool // it can withdraw the step before it
	MayRepeat bool // positions within a turn must be compared
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
	most  bool // the greatest are best
	// the number that says whether the current turn must reach those in the numbers after it
	Aim int
}

// Item is an item of a choice.
type Item struct {
	Source *ir.Item
	Index  int // in the choice, over all groups
	silent bool
	Roles  []PendingRole
}

// PendingRole says where the position holds what a role of a pending item is bound to: sites in
// sets, everything else in numbers, for the evaluator only.
type PendingRole struct {
	Role int
	Slot int // of sites; else -1
	// the first number: the members of position.RoleSet that are not sites, one after the other
	Number int
}

// PlayerCode is the programs of one player.
type PlayerCode struct {
	choices []*choiceCode
	Classes []Class
	applies []*apply
	end     []chunk
	atOnce  []chunk
	scored  map[int][]*node
	values  []*node // by value of the rules; nil where the evaluator reads it
}

// choiceCode is how the steps of a choice are found, by group.
type choiceCode struct {
	groups []groupCode
}

// groupCode is how the steps of a group are found.
type groupCode struct {
	chunk
	fallback []*Item // those left to the evaluator

	root     *branch // finds the steps
	criteria []*node
}

// chunk is a program and what must be known before it runs.
type chunk struct {
	onDemand
	conds []endCond
	// a sentence of `end` that is left to the evaluator, counted from 1; there is no code then
	fallback int
}

// onDemand says which of the numbers that are computed only on demand a program reads.
type onDemand struct {
	stuck, repeats bool
}

// Class is a family of steps that differ only in the place of the lane and the anchors.
type Class struct {
	Move  ir.MoveID
	apply int
	Base  position.Move // with the roles that are constant
	Roles []Source      // of the roles that are sites
	free  bool          // the step is legal without a trial
	item  int           // the item that offers it
	// choice is the choice of that item.
	choice int
	weight *weighing // of steps that are drawn; nil where a player chooses them
}

// Source says where the site of a role comes from.
type Source struct {
	Role   int
	Anchor int // number of the anchor, or -1: the lane
	Plane  int
	Off    int // added to the place of the lane
	Shift  uint8
}

// apply is what a step does: a program that reads the places of the roles from the arguments.
type apply struct {
	move       ir.MoveID
	ensures    bool
	late       *chunk   // what must hold after the step and can be evaluated only then, or nil
	witness    *witness // what shows that other steps are legal too, or nil
	then       int      // the choice that follows, 0: none
	chance     bool     // nobody chooses the step
	atOnce     bool
	looksAhead bool // whether the step is legal depends on what can follow

	sites  []int // the roles that are sites, in order
	ensure *node // what is ensured; nil: see rule
	// the same for any position, if all steps of the move can be checked that way, and the position
	// to check
	rule  *node
	after *state
	final *state
	// the version for low towers, and the condition for it; nil if there is none
	low                                    *state
	isLow                                  *node
	lateCond                               *node
	checks, plays, lates, tries, witnesses *w.Func
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
