package random

import (
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// turnEnds writes the end of the turn of a player who has just taken a step, and continues with the
// next player.
func (d *playing) turnEnds(me int) {
	f, player := d.f, d.plan.p.Players[me]
	d.steady.known = nil
	if d.plan.p.Game.SetupThen != nil {
		f.If(d.R.Slots.SettingUp(d.slot), func() {
			f.Do(w.Call(d.R.PlayerEnd[me], d.slot.X))
			f.Branch(d.again)
		})
	}
	over := func() { f.BranchIf(d.end, lower.Ld(w.I32Load8U, d.slot, lower.HeadOver)) }
	if d.plan.calls(me) {
		f.Set(d.unread, lower.I32(0))
		f.Do(w.Call(d.R.PlayerEnd[me], d.slot.X))
		over()
		f.Branch(d.again)
		return
	}
	d.R.Slots.SetNum(f, d.slot, symbolic.NumPasses, w.C64(0))
	d.R.Slots.SetNum(f, d.slot, symbolic.NumPly, w.Bin(w.I64Add, d.R.Slots.Num(d.slot,
		symbolic.NumPly), w.C64(1)))
	late := d.plan.late[me]
	f.Set(d.unread, lower.I32(0))
	for i := range player.End {
		c := &player.End[i]
		if i == late {
			continue
		}
		if c.Stuck {
			d.R.Slots.SetNum(f, d.slot, symbolic.NumStuck, w.Un(w.I64ExtendI32U, w.Call(d.R.Stuck,
				d.slot.X)))
		}
		read := func(conds []programs.EndCond) {
			e := d.lower(f)
			for _, x := range conds {
				e.Frame.Count(x.T)
			}
			if !graph.InBrowser {
				d.readFloods(e, conds)
			}
			for _, x := range conds {
				e.StopIf(x.T, func() {
					if late >= 0 && i > late {
						lower.St(f, w.I32Store16, d.slot, lower.HeadSteps, lower.I32(1))
						// perhaps a postponed one decides
						f.Do(w.Call(d.lateEnds[me], d.slot.X))
					} else {
						d.R.Decide(f, d.slot, me, x.Index)
						f.Do(w.Call(d.R.NextTurn, d.slot.X))
					}
					over()
					f.Branch(d.again)
				})
			}
		}
		for rest := c.Conds; len(rest) > 0; {
			lasts, n := d.plan.lasting[rest[0].T], 1
			for n < len(rest) && d.plan.lasting[rest[n].T] == lasts {
				n++
			}
			part := rest[:n]
			rest = rest[n:]
			if lasts {
				f.If(w.Bin(w.I32GtS, lower.I32(1), d.replay.unread.X), func() { read(part) })
			} else {
				read(part)
			}
		}
	}
	if late >= 0 {
		f.Set(d.unread, lower.I32(1))
	}
	d.nextPlayer(me)
	d.endedTurn()
	f.Branch(d.again)
}

// calls reports whether the end of a turn of a player is left to its function.
func (p *plan) calls(me int) bool {
	return p.p.Repeats || slices.ContainsFunc(p.p.Players[me].End,
		func(c programs.Chunk) bool { return c.Repeats })
}

// asks reports whether something at the end of a turn of a player must know that there were steps.
func (d *playing) asks(me int) bool {
	for i, c := range d.plan.p.Players[me].End {
		if c.Stuck && i != d.plan.late[me] {
			return true
		}
	}
	return d.plan.calls(me)
}

// nextPlayer gives the position to the player who moves next.
func (d *playing) nextPlayer(me int) {
	f := d.f
	if !d.plan.alternates || d.R.Mem.Marks || len(d.plan.p.ThisTurn) > 0 {
		f.Do(w.Call(d.R.NextTurn, d.slot.X))
		return
	}
	lower.St(f, w.I64Store, d.slot, 0, lower.I64(1-me)) // everything else up to the steps is 0
	lower.St(f, w.I32Store16, d.slot, lower.HeadSteps, lower.I32(0))
	if len(d.plan.p.Choices) > 1 {
		d.R.Slots.SetNum(f, d.slot, symbolic.NumOpen, w.C64(0))
	}
	if d.R.Mem.Trails {
		lower.St(f, w.I32Store, d.slot, lower.HeadTrail, lower.I32(0))
	}
}

// planPostponed finds, for every player, the sentences that are read later.
func planPostponed(p *plan) {
	for me := range p.p.Players {
		p.late[me] = p.postponed(me)
	}
}

// postponed returns the first chunk of `end` of a player that need not be read when their turn
// ends, because it asks whether the next player is stuck and the next scene finds that out; -1 if
// there is none.
func (p *plan) postponed(me int) int {
	next := 1 - me
	if !p.alternates || p.p.Repeats || len(p.p.ThisTurn) > 0 || p.fused[next][0] == 0 {
		return -1
	}
	player := p.p.Players[next]
	for _, g := range player.Choices[0].Groups[:p.fused[next][0]] {
		for _, br := range g.Root.Offers() {
			if player.Applies[player.Classes[br.Class].Apply].Ahead() {
				// within the search for stuck, a step could be legal that is not legal otherwise
				return -1
			}
		}
	}
	for i, c := range p.p.Players[me].End {
		if c.Stuck && !c.Repeats &&
			!slices.ContainsFunc(c.Conds,
				func(x programs.EndCond) bool { return !hangsOn(x.T, symbolic.NumStuck) }) {
			return i
		}
	}
	return -1
}

// hangsOn reports whether a condition holds only if a number of the position is not 0.
func hangsOn(t *graph.Node, number int64) bool {
	switch {
	case t.Op == graph.NState:
		return t.K == number
	case t.Op == graph.NBin && graph.BinOp(t.K) == graph.BAnd:
		return hangsOn(t.A, number) || hangsOn(t.B, number)
	case t.Op == graph.NBin && graph.BinOp(t.K) == graph.BNe:
		return graph.IsFalse(t.B) && hangsOn(t.A, number)
	}
	return false
}

// readNow reads the sentences that were postponed when a player's turn ended. The position has not
// changed since.
func (d *playing) readNow(me int) {
	if d.lateEnds[me] == nil {
		return
	}
	f := d.f
	f.If(d.unread.X, func() {
		f.Set(d.unread, lower.I32(0))
		lower.St(f, w.I32Store8, d.slot, lower.HeadMover, lower.I32(me))
		lower.St(f, w.I32Store16, d.slot, lower.HeadSteps, lower.I32(1))
		f.Do(w.Call(d.lateEnds[me], d.slot.X))
	})
}
