package rules

import (
	"context"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// expressions compile what the rules ask.
type expressions struct{ symbolic.Walker }

// Actions compile what the effects of the rules change.
type Actions struct{ expressions }

func NewActions(ctx context.Context, game *ir.Game, lay *layout.Layout) *Actions {
	c := &Actions{}
	c.Graph, c.Lay, c.Game = graph.NewGraph(ctx, lay), lay, game
	c.Span, c.ValueSets = map[*graph.Node][2]int64{}, symbolic.ValueSets(game)
	c.Rays = map[topology.Relation]int{}
	for r := range game.Board.Relations() {
		c.Arcs = append(c.Arcs, lay.ArcsOf(game.Board, topology.Relation(r)))
	}
	for k := range game.Kinds {
		c.Blocks = c.Blocks || game.Kinds[k].Blocks
	}
	c.Opposed = !eliminates(game)
	c.Store.Init(&c.Reader)
	c.ApartSets = c.Store.Exclusive
	c.Lower = c.Lowers
	c.State0 = c.Store.State(&c.Reader)
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
