package rules

import (
	"context"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
)

// Expressions compile what the rules ask.
type Expressions struct {
	symbolic.Tools
	Loops *loops
	paths *paths
	Cases *cases

	slides bool // walks through some sites only are points of a lane: they are counted
}

// newExpressions makes the parts of the compiler of expressions, which call each other.
func newExpressions(tools symbolic.Tools) *Expressions {
	c := &Expressions{Tools: tools}
	c.Loops, c.paths = &loops{tools, c}, &paths{tools, c}
	c.Cases = &cases{tools, c}
	return c
}

// Actions compile what the effects of the rules change.
type Actions struct {
	symbolic.Tools
	Ask *Expressions
}

func NewActions(ctx context.Context, game *ir.Game, lay *layout.Layout) *Actions {
	tools := symbolic.NewTools(graph.NewGraph(ctx, lay), game, !eliminates(game))
	return &Actions{tools, newExpressions(tools)}
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
