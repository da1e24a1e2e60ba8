package symbolic

import (
	"boardgame/interp/compile/graph"
)

// Indexed is one of the values of a state that an expression may mean, with its condition.
type Indexed struct {
	Index int
	Cond  *graph.Node
}
