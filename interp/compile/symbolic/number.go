package symbolic

import (
	"boardgame/dsl/ir"
)

func StateBase(g *ir.Game, state int) int { return g.Base(state) }
