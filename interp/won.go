package interp

import (
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
)

// Won returns the sites that decided a finished game, in order: the row of `in_a_row`, a shortest
// chain of `connects`, the pieces that were counted. There are none if the game is on, if something
// is decisive that is not there, such as a last move, or if the position is foreign.
func (g *Game) Won(p *Position) []topology.Site {
	if !g.has(p) || !p.Over() {
		return nil
	}
	return eval.New(g.rules).Won(p.State())
}
