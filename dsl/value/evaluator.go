// Package value is the meaning of expressions: numbers, conditions, and sets of sites, players, kinds
// and steps, read from any board that can be read, whether a game is played on it or not.
//
// It is slow and obvious, and every rule of the language about expressions has one place in it:
//
//	arith.go                   whole numbers
//	expr.go, quantifier.go     one function for each type of value
//	path.go                    steps, closures, distance, what blocks
//	state.go                   which counters and memories are meant
//	tower.go                   towers: descriptions, slices
//	facts.go                   what there is to read
//	work.go, bound.go          what reading costs, and what it can cost at most
//
// The checker folds constants with it, and interp/eval plays games with it.
package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Evaluator reads the expressions of one game. It keeps working memory, so it is for one goroutine
// at a time; what it reads from may be shared.
type Evaluator struct {
	g        *ir.Game
	b        *topology.Board
	players  int
	bases    []int // by state: see ir.Game.Base
	blocking []int // the kinds that block
	slots    int   // enough for any frame outside functions
	stack    []Value
	top      int
	indices  []int // of Indices
	prices   Prices
	given    int64 // the work that the last question was given
	work     int64 // what is left of it; below zero when it is spent

	// Several, unless nil, is told of every `the S` that is read where S has several members
	// (language.md#the-only-member): its test, whose span is that of S, and the number of members.
	Several func(e *ir.Expr, members int64)
}

const stackSize = 256

// New returns an evaluator for the expressions of a game. It reads nothing of the game beyond its
// board, players, kinds, attributes and states, and the sizes of frames.
func New(g *ir.Game) *Evaluator {
	ev := &Evaluator{
		g:       g,
		b:       g.Board,
		players: len(g.Players),
		slots:   g.Slots,
		stack:   make([]Value, stackSize),
		prices:  PricesOf(g),
		given:   MostWork,
		work:    MostWork,
	}
	for i := range g.States {
		ev.bases = append(ev.bases, g.Base(i))
	}
	for kind := range g.Kinds {
		if g.Kinds[kind].Blocks {
			ev.blocking = append(ev.blocking, kind)
		}
	}
	for _, mv := range g.Moves {
		ev.slots = max(ev.slots, mv.Slots)
	}
	for _, v := range g.Values {
		ev.slots = max(ev.slots, v.Slots)
	}
	return ev
}

// Scope is where an expression is read: on which position, by whom, and with which variables. Who
// reads and the variables are changed for an inner expression and put back afterward.
type Scope struct {
	At     *Facts
	Course Course // nil: nobody is stuck, and no position was there before
	Me     int    // the player whose view it is: the mover, or as `for` says (language.md#perspective)
	Vars   []Value
}

// Course answers what expressions ask of a game beyond the position: what can be played, and what
// was there before. Whoever plays games knows it.
type Course interface {
	// Stuck reports whether the player to move next has no move (language.md#being-stuck).
	Stuck() bool
	// Repetitions returns how often the position was there before, and Seen how often its pieces
	// alone were (language.md#repetition).
	Repetitions() int64
	Seen() int64
}

// Enter returns a frame for the variables of any expression outside functions, whose values are
// whatever was there. Leave gives it back; frames are given back in reverse order.
func (ev *Evaluator) Enter() []Value { return ev.enter(ev.slots) }

// Leave gives back the frame that [Evaluator.Enter] returned last.
func (ev *Evaluator) Leave() { ev.leave(ev.slots) }

// Frame returns a frame that stays valid, with the given values first.
func (ev *Evaluator) Frame(values []Value) []Value {
	// the checker reads constants before it knows the sizes of all frames
	ev.slots = max(ev.slots, len(values))
	frame := make([]Value, ev.slots)
	copy(frame, values)
	return frame
}

func (ev *Evaluator) enter(n int) []Value {
	lo := ev.top
	ev.top += n
	if ev.top > len(ev.stack) {
		return make([]Value, n)
	}
	return ev.stack[lo:ev.top:ev.top]
}

func (ev *Evaluator) leave(n int) { ev.top -= n }
