package compile

import (
	"context"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// The compiler is cut along what its parts know. Each layer embeds the one before it, so that a
// call upward does not compile:
//
//	graph        nodes: makes each once, simplified
//	algebra      sets by plane, conditions, and values that depend on conditions
//	reader       what a position holds: pieces, memories, counters, the floors of towers
//	columns      the towers of single cells, as bits by depth
//	walker       the board: what steps lead to, along arcs, rays and rings
//	expressions  the language: what sites, numbers, truths and steps of the rules are as nodes
//	actions      effects: the position after a step
//	builder      the programs of each player: choices, steps, sentences, witnesses
//
// Behind them, unitOf and its layers write these programs as functions of a module.

// An algebra computes with sets by plane, which are one node for each plane of the board, and with
// conditions: truths without a lane, sets of anchors in one.
type algebra struct {
	*graph
	lay  *Layout
	vars int // loop variables in use

	span map[*node][2]int64 // between which numbers some certainly are
	few  map[int][]int64    // by number of the position: the values it can have, if they are few

	planeRoom []*node // for the next sets by plane
}

// A reader knows how a position is kept, and what the rules say of its pieces.
type reader struct {
	algebra
	game    *ir.Game
	store   store
	state0  *state
	opposed bool           // nobody can be taken out of the game
	low     int            // how high towers are in what is being compiled; 0: as the rules say
	facts   *Facts         // of the program being compiled; nil where facts are not to be had
	asked   [NumFirst]bool // the facts that some program asks for
}

// columns treat the tower of one cell as truths by depth.
type columns struct{ reader }

// A walker knows where the steps of the board lead.
type walker struct {
	columns
	arcs   [][]arc // by relation
	rays   map[topology.Relation]int
	blocks bool // pieces of some kinds stop steps
}

// expressions compile what the rules ask.
type expressions struct{ walker }

// actions compile what the effects of the rules change.
type actions struct{ expressions }

func newActions(ctx context.Context, game *ir.Game, lay *Layout) *actions {
	c := &actions{}
	c.graph, c.lay, c.game = newGraph(ctx, lay), lay, game
	c.span, c.few = map[*node][2]int64{}, fewValues(game)
	c.rays = map[topology.Relation]int{}
	for r := range game.Board.Relations() {
		c.arcs = append(c.arcs, lay.arcsOf(game.Board, topology.Relation(r)))
	}
	for k := range game.Kinds {
		c.blocks = c.blocks || game.Kinds[k].Blocks
	}
	c.opposed = !eliminates(game)
	c.store.init(&c.reader)
	c.apartSets = c.store.exclusive
	c.lower = c.lowers
	c.state0 = c.store.state(&c.reader)
	return c
}

// eliminates reports whether a player can be out of the game while others go on.
func eliminates(game *ir.Game) bool {
	if len(game.Players) <= 2 {
		return false
	}
	out := false
	for _, s := range game.End {
		out = out || s.Outcome == ir.Lose
	}
	items(game, func(i *ir.Item) { out = out || i.Op == ir.LoseItem })
	return out
}
