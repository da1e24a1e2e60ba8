package interp

import (
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
)

// Won returns the sites that decided a finished game, in order: the row of `in_a_row`, a shortest
// chain of `connects`, whoever gives check, the pieces that were counted or that cannot move, or
// where the last one was taken. There are none if the game is on, if no sites decided it, as where
// points did, or if the position is foreign. Chain reports whether the order is that of a row or a
// way, along which a line may be drawn.
func (g *Game) Won(p *Position) (sites []topology.Site, chain bool) {
	if !g.has(p) || !p.Over() {
		return nil, false
	}
	return eval.New(g.rules).Won(p.State())
}

// WonNames returns the names of [Game.Won].
func WonNames(g *Game, p *Position) []string {
	won, _ := g.Won(p)
	return lists.Map(won, func(x topology.Site) string { return g.rules.Board.Names[x] })
}

// Threat returns the pieces of the player to move that an announcement of the rules is about, or
// that the other side attacks although they must be safe after every step: in chess the king in
// check.
func Threat(g *Game, p *Position) topology.Set {
	if !g.has(p) || p.Over() {
		return topology.Set{}
	}
	return eval.Threat(eval.New(g.rules), p.State())
}
