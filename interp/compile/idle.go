package compile

import (
	"slices"

	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
)

// This file says when a search may look at a position as if the player to move had given up the
// turn, whether or not the rules allow that: the null move of chess programs.

// yields reports whether giving up a turn leads to a position that the game could have: two players
// take turns of one step each, nothing is drawn, and no rule asks for the number of turns.
func (p *Program) yields() bool {
	asksPly := false
	p.Game.Exprs(func(e *ir.Expr) { asksPly = asksPly || asks(e, ir.Ply) || asks(e, ir.Passes) })
	return !asksPly && p.alternates() && !p.Game.HasChance() && len(p.Choices) == 1
}

// idle compiles whether all that the player's steps must ensure holds as the position stands: only
// then could they have given up the turn. It compiles nothing if some of that depends on the step.
func (b *builder) idle(me int) {
	attempt(func() {
		b.begin()
		v := &env{slots: make([]binding, b.game.Slots), me: me, st: b.state0}
		holds := b.boolean(true)
		for _, m := range b.game.Moves {
			for i := range m.Ensure {
				e := m.Ensure[i].Expr
				if asks(e, ir.Stuck) || asksHistory(e) || dependsOn(e, m) {
					return
				}
				holds = b.logical(bAnd, holds, b.truth(e, v))
			}
		}
		b.player.idle = b.choose(holds, b.integer(1), b.integer(0))
	})
}

// dependsOn reports whether an expression reads a variable of a move.
func dependsOn(e *ir.Expr, m *ir.Move) bool {
	bound := func(slot int64) bool {
		return slices.ContainsFunc(m.Roles, func(r ir.Role) bool { return int64(r.Slot) == slot }) ||
			slices.ContainsFunc(m.Clauses, func(c ir.Clause) bool {
				return c.Op == ir.LetClause && int64(c.Slot) == slot
			})
	}
	found := false
	ir.Walk(e, func(e *ir.Expr) bool {
		found = found || e.Op == ir.Var && bound(e.N)
		return !found
	})
	return found
}

// exportIdle writes idle(p): 1 if the player to move could have given up the turn.
func (r *runtime) exportIdle() {
	if !r.p.yields() ||
		slices.ContainsFunc(r.p.Players, func(q *PlayerCode) bool { return q.idle == nil }) {
		return
	}
	f := r.m.Func("idle", ints(1), ints(1))
	p := f.Arg(0)
	for me, player := range r.p.Players {
		fn := r.m.Add(r.valueCode("idle", player.idle))
		f.If(eq(ld(w.I32Load8U, p, HeadMover), i32(me)),
			func() { f.Return(w.Un(w.I32WrapI64, w.Call(fn, p.X))) })
	}
	f.Const32(0)
	r.m.Export("idle", f)
}
