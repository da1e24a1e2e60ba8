package compile

import (
	"context"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// The compiler is split by what its parts know. Each layer embeds the one before it, so a call
// upward does not compile:
//
//	graph        nodes: makes each once, simplified
//	algebra      sets by plane, conditions, and values that depend on conditions
//	reader       what a position holds: pieces, memories, counters, the floors of towers
//	columns      the towers of single cells, as bits by depth
//	walker       the board: what steps lead to, along arcs, rays and rings
//	expressions  the language: what sites, numbers, truths and steps of the rules are as nodes
//	actions      effects: the position after a step
//	plays        the programs that play steps, and those of witnesses
//	builder      the programs of each player that find steps, and what sentences ask
//
// Behind them, other layers write these programs as functions of a module: writer (arithmetic on
// words) and lowering (nodes) each single function; unitOf (tables, helpers), memoryMap (where in
// memory everything is), slots (positions, and the history they remember), bundleList (what a
// search has found) and runtime (the turn) what calls these functions.

// expressions compile what the rules ask.
type expressions struct{ walker }

// actions compile what the effects of the rules change.
type actions struct{ expressions }

func newActions(ctx context.Context, game *ir.Game, lay *Layout) *actions {
	c := &actions{}
	c.graph, c.lay, c.game = newGraph(ctx, lay), lay, game
	c.span, c.valueSets = map[*node][2]int64{}, valueSets(game)
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

// eliminates reports whether a player can be out of the game while others play on.
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

// items calls f for every item of every choice.
func items(g *ir.Game, f func(*ir.Item)) {
	choice := func(c *ir.Choice) {
		if c == nil {
			return
		}
		for _, group := range c.Groups {
			for _, item := range group.Items {
				f(item)
			}
		}
	}
	choice(g.Turn)
	for _, m := range g.Moves {
		choice(m.Then)
	}
}
