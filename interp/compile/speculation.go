package compile

import (
	"slices"

	"boardgame/dsl/ir"
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
	any    bool    // there are such steps
	group  int     // the group whose scene is being written
	from   w.Local // the group of the step plus 1; 0: no step
	random w.Local // their state when the group was found
	plies  w.Local
	quiet  w.Local
}

func (d *playing) newSpeculation() speculation {
	var h speculation
	for me, player := range d.p.Players {
		h.any = h.any || slices.ContainsFunc(player.applies,
			func(a *apply) bool { return d.speculative(me, a) })
	}
	if h.any {
		h.random = d.f.Local(w.I64)
		h.from, h.plies, h.quiet = d.f.Local(w.I32), d.f.Local(w.I32), d.f.Local(w.I32)
	}
	return h
}

// speculative reports whether steps of an apply program are played at once: scenes find what can
// follow them without a trial, and if nothing can, the steps are illegal.
func (d *playing) speculative(me int, a *apply) bool {
	if !a.looksAhead || a.ensures || a.checks != nil || a.lateCond != nil || a.chance || a.atOnce ||
		d.p.Game.SetupThen != nil ||
		slices.ContainsFunc(d.rest, func(f *w.Func) bool { return f != nil }) {
		return false
	}
	ch, n := d.p.Choices[a.then], d.fused[me][a.then]
	if ch.MayRepeat || n == 0 || n != len(ch.Groups)-1 || len(ch.Groups[n].Items) != 1 {
		return false
	}
	if last := ch.Groups[n].Items[0].Source; last.Op != ir.IllegalItem || last.When != nil {
		return false
	}
	player := d.p.Players[me]
	for _, g := range player.choices[a.then].groups[:n] {
		for _, br := range g.root.offers() {
			if !player.Classes[br.class].free {
				return false
			}
		}
	}
	return true
}

// checkpoint saves what is needed to take back steps of a group.
func (d *playing) checkpoint(me int, root *branch) {
	player := d.p.Players[me]
	if slices.ContainsFunc(root.offers(), func(br *branch) bool {
		return d.speculative(me, player.applies[player.Classes[br.class].apply])
	}) {
		d.f.Set(d.spec.random, d.rng.X)
		d.f.Set(d.spec.plies, d.plies.X)
		d.f.Set(d.spec.quiet, d.quiet.X)
	}
}

// speculateOr notes that a step is about to be played without a trial, unless the function may
// return after it.
func (d *playing) speculateOr(try func()) {
	f := d.f
	f.If(w.Bin(w.I32LtU, add(d.plies.X, i32(1)), d.limit.X), func() {
		f.Set(d.spec.from, i32(d.spec.group+1))
		f.Do(w.Call(d.copySlot, w.C32(d.checkpointAt), d.slot.X))
	}, try)
}

// rollBack takes back a step that nothing of a choice can follow.
func (d *playing) rollBack(choice int) {
	if !d.spec.any || choice == 0 {
		return
	}
	f := d.f
	f.If(d.spec.from.X, func() {
		f.Set(d.group, sub(d.spec.from.X, i32(1)))
		f.Set(d.spec.from, i32(0))
		f.Do(w.Call(d.copySlot, d.slot.X, w.C32(d.checkpointAt)))
		f.SetGlobal(d.rng, d.spec.random.X)
		f.Set(d.plies, d.spec.plies.X)
		f.Set(d.quiet, d.spec.quiet.X)
	})
}
