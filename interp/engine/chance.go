package engine

import (
	"cmp"

	"boardgame/dsl/order"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// This file answers questions about chance.

// SettingUp reports whether chance is still setting up the game.
func (in *Instance) SettingUp(s Slot) bool {
	return in.p.Chance > 0 && numberOf(in, s, in.p.Chance+compile.NumSetup) != 0
}

// Weights appends to list the relative probabilities of some steps of a position, if chance chooses
// among them; drawn is false if a player does. The steps must be all those that [Instance.Steps]
// lists.
func (in *Instance) Weights(list []int64, s Slot, steps []Step) (weights []int64, drawn bool) {
	if len(steps) == 0 || !drawnBy(in, s, steps[0]) {
		return list, false
	}
	for _, step := range steps {
		list = append(list, weightOf(in, s, step))
	}
	return list, true
}

// drawnBy reports whether chance, and not a player, chooses among the legal steps of a position.
func drawnBy(in *Instance, s Slot, step Step) bool {
	if in.p.Chance == 0 || step.class >= compile.ClassFallback {
		return false
	}
	classes := in.p.Players[in.ToMove(s)].Classes
	return in.p.Game.Moves[classes[step.class].Move].Chance
}

// weightOf asks the module for the relative probability of a step.
func weightOf(in *Instance, s Slot, step Step) int64 {
	in.stack = [8]uint64{uint64(s), uint64(step.class), step.code, uint64(step.place)}
	return int64(in.call(in.fWeight))
}

// NamedWeights returns the relative probability of each step that [Instance.Names] lists; nil if a
// player chooses.
func (in *Instance) NamedWeights() []int64 {
	steps := in.Steps(nil)
	weights, drawn := in.Weights(make([]int64, 0, len(steps)), in.last, steps)
	if !drawn {
		return nil
	}
	type outcome struct {
		name   position.Move
		weight int64
	}
	list := make([]outcome, len(steps))
	for i, step := range steps {
		list[i] = outcome{in.Name(in.last, step), weights[i]}
	}
	order.SortFunc(list, func(a, b outcome) int { return cmp.Compare(a.name, b.name) })
	for i := range list {
		weights[i] = list[i].weight
	}
	return weights
}
