package engine

import (
	"fmt"
	"math"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// This file converts positions, for display and for the evaluator.

// load stores a position of the evaluator in s; it returns an error if the engine cannot hold it.
func (in *Instance) load(s Slot, q *position.State) error {
	in.makeRoom()
	if err := in.hold(s, q); err != nil {
		return err
	}
	if p := in.p; p.Arena != 0 && in.fBoundary != nil {
		in.put32(s, compile.HeadNode, in.loadHistory(q.History))
	}
	if q.Pending != nil {
		if err := in.pending(s, q); err != nil {
			return err
		}
		for _, aim := range q.Pending.Aims {
			if !in.aim(s, aim) {
				return fmt.Errorf("an aim that the rules do not have")
			}
		}
	}
	if q.Result != nil {
		i := slices.Index(in.given, q.Result)
		if i < 0 {
			if len(in.given) > math.MaxUint16 {
				return fmt.Errorf("too many positions in which the game is over")
			}
			i = len(in.given)
			in.given = append(in.given, q.Result)
		}
		in.put16(s, compile.HeadItem, uint16(i))
		in.put8(s, compile.HeadOver, 1)
		winners := uint16(0)
		for _, w := range q.Result.Winners {
			winners |= 1 << w
		}
		in.put16(s, compile.HeadWinners, winners)
		if q.Result.Draw {
			in.put8(s, compile.HeadDraw, 1)
		}
		end := int16(compile.EndGiven)
		in.put16(s, compile.HeadEnd, uint16(end))
	}
	return nil
}

// hold writes the pieces and everything else that a position shows into a slot.
func (in *Instance) hold(s Slot, q *position.State) error {
	p := in.p
	in.mem.clear(uint32(s), p.SlotSize)
	in.put8(s, compile.HeadMover, uint8(q.ToMove))
	if q.Passed {
		in.put8(s, compile.HeadPassed, 1)
	}
	in.put16(s, compile.HeadSteps, uint16(q.Steps))
	none := int16(compile.EndNone)
	in.put16(s, compile.HeadEnd, uint16(none))
	put := func(fields []int, set topology.Set) error {
		for plane, b := range p.Layout.Split(set) {
			switch f := fields[plane]; {
			case f >= 0:
				in.setField(s, f, &b)
			case f == -1 && !b.Empty():
				return fmt.Errorf("pieces stand where the rules allow none")
			}
		}
		return nil
	}
	for player, set := range q.Owned {
		if err := put(p.Owned[player], set); err != nil {
			return err
		}
	}
	for kind, set := range q.OfKind {
		if err := put(p.Kinds[kind], set); err != nil {
			return err
		}
	}
	if err := in.holdTowers(q, put); err != nil {
		return err
	}
	for i, set := range q.Memories {
		if err := put(p.Memory[i], set); err != nil {
			return err
		}
	}
	for i, n := range q.Numbers {
		in.setNumber(s, compile.NumFirst+i, n)
	}
	for i, values := range p.ValueSets {
		if !slices.Contains(values, q.Numbers[i-compile.NumFirst]) {
			return fmt.Errorf("a counter that is %d, to which the rules never set it",
				q.Numbers[i-compile.NumFirst])
		}
	}
	in.setNumber(s, compile.NumPly, int64(q.Ply))
	in.setNumber(s, compile.NumPasses, int64(q.Passes))
	in.setNumber(s, compile.NumOut, int64(q.Out))
	if q.Again {
		in.setNumber(s, compile.NumAgain, 1)
	}
	if p.Chance > 0 {
		in.setNumber(s, p.Chance+compile.NumChances, int64(q.Chances))
		in.setNumber(s, p.Chance+compile.NumSince, int64(q.Steps-q.Since))
		if q.SettingUp {
			in.setNumber(s, p.Chance+compile.NumSetup, 1)
		}
	}
	return nil
}

// holdTowers writes what lies below the tops of towers into a slot, with put.
func (in *Instance) holdTowers(q *position.State,
	put func(fields []int, set topology.Set) error) error {
	p := in.p
	owned := make([]topology.Set, len(q.Owned))
	kinds := make([]topology.Set, len(q.OfKind))
	for depth := range p.Below {
		clear(owned)
		clear(kinds)
		for x, below := range q.Below {
			if i := len(below) - 1 - depth; i >= 0 {
				if owner := below[i].Owner; owner >= 0 {
					owned[owner].Add(topology.Site(x))
				}
				kinds[below[i].Kind].Add(topology.Site(x))
			}
		}
		for player, set := range owned {
			if err := put(p.Below[depth].Owned[player], set); err != nil {
				return err
			}
		}
		for kind, set := range kinds {
			if err := put(p.Below[depth].Kinds[kind], set); err != nil {
				return err
			}
		}
	}
	for _, below := range q.Below {
		if len(below) > len(p.Below) {
			return fmt.Errorf("a tower of %d pieces", len(below)+1)
		}
	}
	return nil
}

// pending copies the current turn.
func (in *Instance) pending(s Slot, q *position.State) error {
	for c, ch := range in.p.Choices {
		if c == 0 {
			continue
		}
		open, found := int64(0), false
		for _, g := range q.Pending.Groups {
			for i := range g.Items {
				if it := ch.ItemOf(g.Items[i].Item); it != nil {
					found = true
					open |= 1 << it.Index
					in.bind(s, it, &g.Items[i])
				}
			}
		}
		if !found {
			continue
		}
		in.put16(s, compile.HeadChoice, uint16(c))
		in.setNumber(s, compile.NumOpen, open)
		if ch.MayRepeat {
			if q.Trail != nil && q.Trail.Before != nil {
				return fmt.Errorf("the middle of a turn that could come back to where it was")
			}
			if q.Trail != nil { // none if the position was set up by hand
				in.stack[0] = uint64(s)
				in.call(in.fTread)
			}
		}
		return nil
	}
	return fmt.Errorf("a continuation that the rules do not have")
}

// aim copies what a turn has to reach.
func (in *Instance) aim(s Slot, aim *position.Aim) bool {
	for _, ch := range in.p.Choices {
		for i, g := range ch.Groups {
			if g.Best > 0 && slices.Equal(ch.Source.Groups[i].Best, aim.By) {
				in.setNumber(s, g.Aim, 1)
				for k, n := range aim.Values {
					in.setNumber(s, g.Aim+1+k, n)
				}
				return true
			}
		}
	}
	return false
}

// bind copies the roles of an item that are bound beforehand.
func (in *Instance) bind(s Slot, it *compile.Item, open *position.PendingItem) {
	for _, pr := range it.Roles {
		for i := range open.Roles {
			set := &open.Roles[i]
			switch {
			case set.Role != pr.Role:
			case pr.Slot < 0:
				in.setNumber(s, pr.Number, int64(set.Bits))
				for w := range set.Dirs {
					in.setNumber(s, pr.Number+1+w, int64(set.Dirs[w]))
				}
			default:
				for plane, b := range in.p.Layout.Split(set.Sites) {
					if f := in.p.Pending[pr.Slot][plane]; f >= 0 {
						in.setField(s, f, &b)
					}
				}
			}
		}
	}
}

// Store returns a position as one of the evaluator, without its history and its list of legal
// steps.
func (in *Instance) Store(s Slot) *position.State {
	q := in.shown(s)
	q.Result = in.Result(s)
	return q
}

// shown is Store without the result.
func (in *Instance) shown(s Slot) *position.State { return in.view(s).shown() }

// Result returns how the game ended; nil while it goes on.
func (in *Instance) Result(s Slot) *position.Result {
	if !in.Over(s) {
		return nil
	}
	return in.view(s).result(in.givenTo(s))
}

// givenTo returns the result with which the position of a slot was loaded; nil if the game was not
// over then.
func (in *Instance) givenTo(s Slot) *position.Result {
	if !in.Over(s) || int16(in.get16(s, compile.HeadEnd)) != compile.EndGiven {
		return nil
	}
	return in.given[in.get16(s, compile.HeadItem)]
}

// Find returns the step of a position that has this name; ok is false if it is not legal. Afterward
// [Instance.Steps] lists the steps of s.
func (in *Instance) Find(s Slot, m position.Move) (step Step, ok bool) {
	in.Ready(s)
	return in.StepOf(m)
}
