package programs

import (
	"boardgame/interp/compile/graph"
)

// This file writes the programs of a game: those that find steps, play them, and read sentences and
// numbers.

// An EndCond is a sentence of `end`: when it holds, and its number.
type EndCond struct {
	T     *graph.Node
	Index int
}
