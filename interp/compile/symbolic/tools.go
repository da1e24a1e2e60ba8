package symbolic

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
)

// Tools are what rules are compiled with. Each knows those before it.
type Tools struct {
	G    *graph.Graph
	Alg  *Algebra
	Read *Reader
	Cols *Columns
	Walk *Walker
}

// NewTools makes the tools of a game. In an opposed game, nobody can be taken out of it.
func NewTools(g *graph.Graph, game *ir.Game, opposed bool) Tools {
	alg := &Algebra{G: g, Span: map[*graph.Node][2]int64{}, ValueSets: ValueSets(game)}
	r := &Reader{G: g, Alg: alg, Game: game, Opposed: opposed}
	r.Store.Init(r)
	g.ApartSets, g.Lower = r.Store.Exclusive, r.Lowers
	r.State0 = r.Store.State(r)
	cols := &Columns{g, alg, r}
	w := &Walker{G: g, Alg: alg, Read: r, Cols: cols, Rays: map[topology.Relation]int{},
		Cells: MaxCells}
	for r := range game.Board.Relations() {
		w.Arcs = append(w.Arcs, g.Lay.ArcsOf(game.Board, topology.Relation(r)))
	}
	for k := range game.Kinds {
		w.Blocks = w.Blocks || game.Kinds[k].Blocks
	}
	return Tools{g, alg, r, cols, w}
}
