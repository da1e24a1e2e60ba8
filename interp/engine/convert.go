package engine

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// This file converts positions: where a person looks, or the evaluator is asked.

// Load makes s the given position; an error if the engine cannot hold it.
func (in *Instance) Load(s Slot, q *position.State) error {
	in.makeRoom()
	if err := in.hold(s, q); err != nil {
		return err
	}
	p := in.p
	if p.Arena != 0 && in.fBoundary != nil {
		in.put32(s, compile.HeadNode, in.loadHistory(q.History))
	}
	if q.Pending != nil {
		if len(q.Pending.Aims) > 0 {
			return fmt.Errorf("a turn with an aim")
		}
		if err := in.pending(s, q); err != nil {
			return err
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

// hold puts the pieces and all else that a position shows into a slot.
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
				return fmt.Errorf("pieces stand where the rules leave no room for them")
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
	for i, set := range q.Memories {
		if err := put(p.Memory[i], set); err != nil {
			return err
		}
	}
	for i, n := range q.Numbers {
		in.setNumber(s, compile.NumFirst+i, n)
	}
	in.setNumber(s, compile.NumPly, int64(q.Ply))
	in.setNumber(s, compile.NumPasses, int64(q.Passes))
	in.setNumber(s, compile.NumOut, int64(q.Out))
	if q.Again {
		in.setNumber(s, compile.NumAgain, 1)
	}
	return nil
}

// pending takes over the turn under way.
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
	return fmt.Errorf("a continuation that is none of the rules'")
}

// bind takes over the roles of an item that are bound beforehand.
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

// Store returns a position as one of the evaluator, without its history and its list of legal steps.
func (in *Instance) Store(s Slot) *position.State {
	q := in.shown(s)
	q.Result = in.Result(s)
	return q
}

// shown is Store without the result.
func (in *Instance) shown(s Slot) *position.State {
	p := in.p
	g := p.Game
	numbers, memories := position.Sizes(g)
	q := position.NewState(len(g.Players), len(g.Kinds), numbers, memories)
	var owned topology.Set
	for player := range q.Owned {
		q.Owned[player] = in.sites(s, p.Owned[player])
		owned = owned.Or(q.Owned[player])
	}
	for kind := range q.OfKind {
		q.OfKind[kind] = in.sites(s, p.Kinds[kind])
		if slices.Contains(p.Kinds[kind], -2) {
			q.OfKind[kind] = owned
		}
	}
	for i := range q.Memories {
		q.Memories[i] = in.sites(s, p.Memory[i])
	}
	for i := range q.Numbers {
		q.Numbers[i] = in.number(s, compile.NumFirst+i)
	}
	q.ToMove = in.ToMove(s)
	q.Ply = in.Ply(s)
	q.Passes = int(in.number(s, compile.NumPasses))
	q.Out = uint16(in.number(s, compile.NumOut))
	q.Steps = in.InTurn(s)
	q.Again = in.number(s, compile.NumAgain) != 0
	q.Passed = in.get8(s, compile.HeadPassed) != 0
	if c := in.get16(s, compile.HeadChoice); c > 0 && c != compile.TurnOver && !in.Over(s) {
		q.Pending = in.open(s, in.p.Choices[c])
	}
	return q
}

// open returns the pending choice as the evaluator keeps it.
func (in *Instance) open(s Slot, ch *compile.Choice) *position.Pending {
	var pending position.Pending
	open := in.number(s, compile.NumOpen)
	for i, g := range ch.Groups {
		group := position.PendingGroup{Group: ch.Source.Groups[i]}
		for _, it := range g.Items {
			if open>>it.Index&1 == 0 {
				continue
			}
			item := position.PendingItem{Op: it.Source.Op, Move: it.Source.Move, Item: it.Source}
			for _, pr := range it.Roles {
				set := position.RoleSet{Role: pr.Role}
				if pr.Slot >= 0 {
					set.Sites = in.sites(s, in.p.Pending[pr.Slot])
				} else {
					set.Bits = uint64(in.number(s, pr.Number))
					for w := range set.Dirs {
						set.Dirs[w] = uint64(in.number(s, pr.Number+1+w))
					}
				}
				item.Roles = append(item.Roles, set)
			}
			group.Items = append(group.Items, item)
		}
		if len(group.Items) > 0 {
			pending.Groups = append(pending.Groups, group)
		}
	}
	for _, ch := range in.p.Choices {
		for i, g := range ch.Groups {
			if g.Best > 0 && in.number(s, g.Aim) != 0 {
				aim := &position.Aim{By: ch.Source.Groups[i].Best}
				for k := range g.Best {
					aim.Values = append(aim.Values, in.number(s, g.Aim+1+k))
				}
				pending.Aims = append(pending.Aims, aim)
			}
		}
	}
	return &pending
}

// Name returns a step of the player to move in s as the word by which the rest of the program knows it.
func (in *Instance) Name(s Slot, step Step) position.Move {
	switch step.class {
	case compile.ClassLeft:
		return position.Move(step.code)
	case compile.ClassPass:
		return position.Pass
	case compile.ClassDone:
		return position.Done
	}
	c := &in.p.Players[in.ToMove(s)].Classes[step.class]
	word := c.Base
	for i := range c.Roles {
		r := &c.Roles[i]
		x := int(step.place) + r.Off
		switch r.Anchor {
		case 0:
			x = int(uint32(step.code))
		case 1:
			x = int(step.code >> 32)
		}
		word |= position.Move(in.p.Layout.Site[r.Plane][x]) << r.Shift
	}
	return word
}

// Find returns the step of a position that has a name; ok is false if it is not legal. The steps that [Instance.Steps] lists are then
// those of s.
func (in *Instance) Find(s Slot, m position.Move) (step Step, ok bool) {
	in.Ready(s)
	for _, step := range in.Steps(nil) {
		if in.Name(s, step) == m {
			return step, true
		}
	}
	return Step{}, false
}

// Result returns how the game ended; nil while it is on.
func (in *Instance) Result(s Slot) *position.Result {
	if !in.Over(s) {
		return nil
	}
	if int16(in.get16(s, compile.HeadEnd)) == compile.EndGiven {
		return in.given[in.get16(s, compile.HeadItem)]
	}
	p := in.p
	r := &position.Result{Draw: in.get8(s, compile.HeadDraw) != 0, Sentence: -1}
	for w := in.Winners(s); w != 0; w &= w - 1 {
		r.Winners = append(r.Winners, bits.TrailingZeros16(w))
	}
	switch end := int(int16(in.get16(s, compile.HeadEnd))); end {
	case compile.EndItem:
		r.Reason = "no move is left"
		item := int(in.get16(s, compile.HeadItem))
		for _, group := range p.Choices[in.get16(s, compile.HeadOf)].Groups {
			for _, it := range group.Items {
				if it.Index == item {
					r.Reason = it.Source.Reason()
				}
			}
		}
	case compile.EndDry:
		r.Reason = eval.ReasonNoMove
	case compile.EndCircle:
		r.Reason = eval.ReasonRound
	case compile.EndLong:
		r.Reason = eval.ReasonLong
	case compile.EndNone:
	default:
		sentence := p.Game.End[end]
		r.Sentence = end
		if r.Reason = sentence.Text; r.Reason == "" {
			r.Reason = sentence.If.Span.Text()
		}
		if sentence.Outcome == ir.Highest || sentence.Outcome == ir.Lowest {
			for i := range p.Game.Players {
				r.Scores = append(r.Scores, in.number(s, p.Final+i))
			}
		}
	}
	return r
}
