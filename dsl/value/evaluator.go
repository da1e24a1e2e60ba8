// Package value defines the meaning of expressions: numbers, conditions, and sets of sites,
// players, kinds and steps. It evaluates them on any position, whether a game is being played or
// not.
//
// The code is slow and obvious, and every rule of the language about expressions has one place in
// it:
//
//	arith.go                   integers
//	expr.go, quantifier.go     one function for each type of value
//	path.go                    steps, closures, distance, what blocks
//	state.go                   which counters and memories are meant
//	tower.go                   towers: descriptions, slices
//	facts.go                   what a position holds
//	work.go, bound.go          the cost of evaluation and its bounds
//
// The checker folds constants with it, and interp/eval plays games with it.
package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Evaluator evaluates the expressions of one game. It keeps working memory, so only one goroutine
// may use it at a time; what it reads from may be shared.
type Evaluator struct {
	g        *ir.Game
	b        *topology.Board
	players  int
	bases    []int // by state: see ir.Game.Base
	blocking []int // the kinds that block
	slots    int   // enough for any frame outside functions
	stack    []Value
	top      int
	indices  []int // for Indices
	prices   Prices
	Work     Work // what the question may still cost

	// Several, unless nil, is called for every `the S` that is evaluated while S has several
	// members (language.md#the-only-member), with its test, whose span is that of S, and the number
	// of members.
	Several func(e *ir.Expr, members int64)
}

const stackSize = 256

// New returns an evaluator for the expressions of a game. Of the game it reads only the board,
// players, kinds, attributes and states, and the sizes of frames.
func New(g *ir.Game) *Evaluator {
	ev := &Evaluator{
		g:       g,
		b:       g.Board,
		players: len(g.Players),
		slots:   g.Slots,
		stack:   make([]Value, stackSize),
		prices:  PricesOf(g),
		Work:    Work{given: MostWork, left: MostWork},
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

// Scope is where an expression is evaluated: on which position, as which player, and with which
// variables. The player and the variables change for an inner expression and are restored
// afterward.
type Scope struct {
	At     *Facts
	Course Course // nil: nobody is stuck, and no position has occurred before
	Me     int    // whose view it is: the mover, or the one `for` names (language.md#perspective)
	Vars   []Value
}

// Course answers what expressions ask of a game beyond the position: what can be played, and what
// has occurred before. Whatever plays the game provides it.
type Course interface {
	// Stuck reports whether the player to move next has no move (language.md#being-stuck).
	Stuck() bool
	// Repetitions returns how often the position occurred before, and Seen how often the same
	// arrangement of pieces did (language.md#repetition).
	Repetitions() int64
	Seen() int64
}

// Enter returns a frame for the variables of any expression outside functions. Its values are
// arbitrary. Return frames with Leave, in reverse order.
func (ev *Evaluator) Enter() []Value { return ev.enter(ev.slots) }

// Leave returns the frame that [Evaluator.Enter] gave last.
func (ev *Evaluator) Leave() { ev.leave(ev.slots) }

// Frame returns a frame that stays valid and begins with the given values.
func (ev *Evaluator) Frame(values []Value) []Value {
	// the checker evaluates constants before it knows the sizes of all frames
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
