package programs

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// This file says when a search may look at a position as if the player to move had given up the
// turn, whether or not the rules allow that: the null move of chess programs.

// Yields reports whether a turn that is given up leads to a position that the game could have: two
// players always take turns, nothing is drawn, and no rule asks for the number of turns or passes.
// Where some moves come before others, as captures that must be made, a player who gives up the
// turn would escape them, which says nothing about the position. Players whose steps are not
// compiled yet are left out.
func (p *Program) Yields() bool {
	ranks := 0
	for _, g := range p.Choices[0].Groups {
		if slices.ContainsFunc(g.Items, func(it *Item) bool { return it.Source.Op == ir.MoveItem }) {
			ranks++
		}
	}
	counted := false
	p.Game.Exprs(func(e *ir.Expr) {
		counted = counted || symbolic.Asks(e, ir.Ply) || symbolic.Asks(e, ir.Passes)
	})
	return ranks == 1 && !counted && p.Alternates() && !p.Game.HasChance()
}

// holds compiles whether what the player's steps must ensure holds as the position stands, apart
// from conditions that depend on the step, on earlier positions or on who is stuck.
func (b *builder) holds(me int) {
	symbolic.Attempt(func() {
		b.play.begin()
		t := b.G.Boolean(true)
		for _, m := range b.Read.Game.Moves {
			v := &symbolic.Env{Slots: make([]symbolic.Binding, m.Slots), Me: me, St: b.Read.State0}
			for _, c := range m.Ensure {
				if !OfStep(c.Expr, m) {
					t = b.G.Logical(graph.BAnd, t, b.Ask.Truth(c.Expr, v))
				}
			}
		}
		b.play.player.Holds = t
	})
}

// OfStep reports whether a condition depends on more than the position before a step of a move.
func OfStep(e *ir.Expr, m *ir.Move) bool {
	bound := map[int64]bool{}
	for _, r := range m.Roles {
		bound[int64(r.Slot)] = true
	}
	for _, c := range m.Clauses {
		if c.Op == ir.LetClause {
			bound[int64(c.Slot)] = true
		}
	}
	depends := symbolic.AsksHistory(e) || symbolic.Asks(e, ir.Stuck)
	ir.Walk(e, func(x *ir.Expr) bool {
		depends = depends || x.Op == ir.Var && bound[x.N]
		return !depends
	})
	return depends
}
