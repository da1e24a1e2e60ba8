package random

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file saves random games the trial of steps that are legal only if something can follow them.
//
// Drawing what follows shows that anyway. So such a step is played at once. If nothing follows,
// which is rare, the position and the random numbers go back to where the step's group was found,
// and the functions of the turn continue from there: they draw the same step, try it, and draw
// another one.

// A speculation is what the function of a random game knows of a step that it has played without a
// trial.
type speculation struct {
	group  int     // the group whose scene is being written
	from   w.Local // the group of the step plus 1; 0: no step
	random w.Local // their state when the group was found
	plies  w.Local
	quiet  w.Local
}

// planSpeculations finds the steps that are played at once.
func planSpeculations(p *plan) {
	for me, player := range p.p.Players {
		for _, a := range player.Applies {
			if p.speculative(me, a) {
				p.untried[a] = true
			}
		}
	}
}

func (d *playing) newSpeculation() (h speculation) {
	if len(d.plan.untried) > 0 {
		h.random = d.f.Local(w.I64)
		h.from, h.plies, h.quiet = d.f.Local(w.I32), d.f.Local(w.I32), d.f.Local(w.I32)
	}
	return h
}

// speculative reports whether steps of an apply program are played at once: scenes find what can
// follow them without a trial, and if nothing can, the steps are illegal.
func (p *plan) speculative(me int, a *programs.Apply) bool {
	if !a.LooksAhead || a.Ensures || a.Rule != nil || !graph.IsTrue(a.Ensure) || a.LateCond != nil ||
		a.Chance || a.AtOnce || p.p.Loops(a) || p.p.Game.SetupThen != nil ||
		slices.ContainsFunc(p.late, func(chunk int) bool { return chunk >= 0 }) {
		return false
	}
	ch, n := p.p.Choices[a.Then], p.fused[me][a.Then]
	if ch.MayRepeat || n == 0 || n != len(ch.Groups)-1 || len(ch.Groups[n].Items) != 1 {
		return false
	}
	if last := ch.Groups[n].Items[0].Source; last.Op != ir.IllegalItem || last.When != nil {
		return false
	}
	player := p.p.Players[me]
	for _, g := range player.Choices[a.Then].Groups[:n] {
		for _, br := range g.Root.Offers() {
			if !player.Classes[br.Class].Free {
				return false
			}
		}
	}
	return true
}

// checkpoint saves what is needed to take back steps of a group.
func (d *playing) checkpoint(me int, root *programs.Branch) {
	player := d.plan.p.Players[me]
	if slices.ContainsFunc(root.Offers(), func(br *programs.Branch) bool {
		return d.plan.untried[player.Applies[player.Classes[br.Class].Apply]]
	}) {
		d.f.Set(d.spec.random, d.R.List.Rng.X)
		d.f.Set(d.spec.plies, d.plies.X)
		d.f.Set(d.spec.quiet, d.silentSteps.X)
	}
}

// speculateOr notes that a step is about to be played without a trial, unless the function may
// return after it.
func (d *playing) speculateOr(try func()) {
	f := d.f
	f.If(w.Bin(w.I32LtU, lower.Add(d.plies.X, lower.I32(1)), d.limit.X), func() {
		f.Set(d.spec.from, lower.I32(d.spec.group+1))
		f.Do(w.Call(d.R.Slots.CopySlot, w.C32(d.R.Mem.CheckpointAt), d.slot.X))
	}, try)
}

// rollBack takes back a step that nothing of a choice can follow.
func (d *playing) rollBack(choice int) {
	if len(d.plan.untried) == 0 || choice == 0 {
		return
	}
	f := d.f
	f.If(d.spec.from.X, func() {
		f.Set(d.group, lower.Sub(d.spec.from.X, lower.I32(1)))
		f.Set(d.spec.from, lower.I32(0))
		f.Do(w.Call(d.R.Slots.CopySlot, d.slot.X, w.C32(d.R.Mem.CheckpointAt)))
		f.SetGlobal(d.R.List.Rng, d.spec.random.X)
		f.Set(d.plies, d.spec.plies.X)
		f.Set(d.silentSteps, d.spec.quiet.X)
	})
}
