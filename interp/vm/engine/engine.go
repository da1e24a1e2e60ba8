// Package engine says what the machines of all widths have in common.
package engine

import (
	"iter"

	"boardgame/interp/position"
	"boardgame/interp/vm/random"
)

// Position is one moment of a game in the form a machine works on. It is made by [Machine.NewPosition], belongs to machines of
// the same engine, and is overwritten in place.
type Position interface {
	// Over reports whether the game has ended.
	Over() bool
	// ToMove returns the player whose turn it is.
	ToMove() int
	// Ply returns the number of turns taken.
	Ply() int
}

// Moves is the legal steps of a position. It is valid until the machine is used again.
type Moves interface {
	// Count returns how many there are.
	Count() int
	// At returns the i-th, from 0. The order is always the same and means nothing.
	At(i int) position.Move
	// All yields them in order.
	All() iter.Seq[position.Move]
	// Random returns one of them, all equally likely; there must be one.
	Random(rng *random.Source) position.Move
	// Contains reports whether a step is one of them.
	Contains(m position.Move) bool
}

// Playout is what came out of a random game.
type Playout struct {
	Plies   int // steps taken; silent ones are not counted
	Legal   int // the sum of the numbers of legal steps, where they were counted
	Over    bool
	Winner  int // player; -1: nobody, or several
	Counted int // positions in which the legal steps were counted
}

// Machine plays a game. It keeps working memory, so it is for one goroutine at a time.
//
// Positions remember what repetitions need in the machine, as the way that led to them: a position played from one that is not the
// latest makes the machine forget what came after that one.
type Machine interface {
	// NewPosition returns room for a position, before its start.
	NewPosition() Position
	// Start puts p to the beginning of the game.
	Start(p Position)
	// Copy makes dst the same as src.
	Copy(dst, src Position)
	// From makes p the given position; an error if this engine cannot hold it.
	From(p Position, q *position.Position) error
	// To returns p as a position of the evaluator, without its history and its list of legal steps.
	To(p Position) *position.Position
	// Moves finds the legal steps of p.
	Moves(p Position) Moves
	// Play plays a legal step of p and the silent ones that follow; next may be p. It reports whether the step was legal.
	Play(next, p Position, m position.Move) bool
	// PlayLegal is Play for a step that is known to be legal, which is not tried again. It reports false for one that is not even a
	// candidate.
	PlayLegal(next, p Position, m position.Move) bool
	// Result returns how the game ended; nil while it is on.
	Result(p Position) *position.Result
	// Playout plays random steps from p, in place, until the game is over or limit steps have been taken. With count the legal steps
	// of every position are counted, which is slower where a step is otherwise drawn before it is tried.
	Playout(p Position, rng *random.Source, limit int, count bool) Playout
	// Perft counts the sequences of exactly depth turns, or steps, from p.
	Perft(p Position, depth int, steps bool) uint64
}
