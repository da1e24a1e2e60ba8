package lower

import (
	"boardgame/interp/compile/programs"
)

// CountConds counts the uses of nodes by the sentences of a chunk.
func (e *Frame) CountConds(c *programs.Chunk) {
	for _, x := range c.Conds {
		e.Count(x.T)
	}
}
