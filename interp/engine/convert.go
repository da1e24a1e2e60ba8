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
func (l *loads) load(s Slot, q *position.State) error {
	l.in.past.makeRoom()
	if err := l.hold(s, q); err != nil {
		return err
	}
	if p := l.in.p; p.Arena != 0 && l.in.fBoundary != nil {
		l.in.mem.put32(uint32(s)+compile.HeadNode, l.in.past.loadHistory(q.History))
	}
	if q.Pending != nil {
		if err := l.pending(s, q); err != nil {
			return err
		}
		for _, aim := range q.Pending.Aims {
			if !l.aim(s, aim) {
				return fmt.Errorf("an aim that the rules do not have")
			}
		}
	}
	if q.Result != nil {
		i := slices.Index(l.in.given, q.Result)
		if i < 0 {
			if len(l.in.given) > math.MaxUint16 {
				return fmt.Errorf("too many positions in which the game is over")
			}
			i = len(l.in.given)
			l.in.given = append(l.in.given, q.Result)
		}
		l.in.mem.put16(uint32(s)+compile.HeadItem, uint16(i))
		l.in.mem.put8(uint32(s)+compile.HeadOver, 1)
		winners := uint16(0)
		for _, w := range q.Result.Winners {
			winners |= 1 << w
		}
		l.in.mem.put16(uint32(s)+compile.HeadWinners, winners)
		if q.Result.Draw {
			l.in.mem.put8(uint32(s)+compile.HeadDraw, 1)
		}
		end := int16(compile.EndGiven)
		l.in.mem.put16(uint32(s)+compile.HeadEnd, uint16(end))
	}
	return nil
}

// hold writes the pieces and everything else that a position shows into a slot.
func (l *loads) hold(s Slot, q *position.State) error {
	p := l.in.p
	l.in.mem.clear(uint32(s), p.SlotSize)
	l.in.mem.put8(uint32(s)+compile.HeadMover, uint8(q.ToMove))
	if q.Passed {
		l.in.mem.put8(uint32(s)+compile.HeadPassed, 1)
	}
	l.in.mem.put16(uint32(s)+compile.HeadSteps, uint16(q.Steps))
	none := int16(compile.EndNone)
	l.in.mem.put16(uint32(s)+compile.HeadEnd, uint16(none))
	put := func(fields []int, set topology.Set) error {
		for plane, b := range p.Layout.Split(set) {
			switch f := fields[plane]; {
			case f >= 0:
				l.setField(s, f, &b)
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
	if err := l.holdTowers(q, put); err != nil {
		return err
	}
	for i, set := range q.Memories {
		if err := put(p.Memory[i], set); err != nil {
			return err
		}
	}
	for i, n := range q.Numbers {
		l.setNumber(s, compile.NumFirst+i, n)
	}
	for i, values := range p.ValueSets {
		if !slices.Contains(values, q.Numbers[i-compile.NumFirst]) {
			return fmt.Errorf("a counter that is %d, to which the rules never set it",
				q.Numbers[i-compile.NumFirst])
		}
	}
	l.setNumber(s, compile.NumPly, int64(q.Ply))
	l.setNumber(s, compile.NumPasses, int64(q.Passes))
	l.setNumber(s, compile.NumOut, int64(q.Out))
	if q.Again {
		l.setNumber(s, compile.NumAgain, 1)
	}
	if p.Chance > 0 {
		l.setNumber(s, p.Chance+compile.NumChances, int64(q.Chances))
		l.setNumber(s, p.Chance+compile.NumSince, int64(q.Steps-q.Since))
		if q.SettingUp {
			l.setNumber(s, p.Chance+compile.NumSetup, 1)
		}
	}
	return nil
}

// holdTowers writes what lies below the tops of towers into a slot, with put.
func (l *loads) holdTowers(q *position.State,
	put func(fields []int, set topology.Set) error) error {
	p := l.in.p
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
func (l *loads) pending(s Slot, q *position.State) error {
	for c, ch := range l.in.p.Choices {
		if c == 0 {
			continue
		}
		open, found := int64(0), false
		for _, g := range q.Pending.Groups {
			for i := range g.Items {
				if it := ch.ItemOf(g.Items[i].Item); it != nil {
					found = true
					open |= 1 << it.Index
					l.bind(s, it, &g.Items[i])
				}
			}
		}
		if !found {
			continue
		}
		l.in.mem.put16(uint32(s)+compile.HeadChoice, uint16(c))
		l.setNumber(s, compile.NumOpen, open)
		if ch.MayRepeat {
			if q.Trail != nil && q.Trail.Before != nil {
				return fmt.Errorf("the middle of a turn that could come back to where it was")
			}
			if q.Trail != nil { // none if the position was set up by hand
				l.in.stack[0] = uint64(s)
				l.in.call(l.in.fTread)
			}
		}
		return nil
	}
	return fmt.Errorf("a continuation that the rules do not have")
}

// aim copies what a turn has to reach.
func (l *loads) aim(s Slot, aim *position.Aim) bool {
	for _, ch := range l.in.p.Choices {
		for i, g := range ch.Groups {
			if g.Best > 0 && slices.Equal(ch.Source.Groups[i].Best, aim.By) {
				l.setNumber(s, g.Aim, 1)
				for k, n := range aim.Values {
					l.setNumber(s, g.Aim+1+k, n)
				}
				return true
			}
		}
	}
	return false
}

// bind copies the roles of an item that are bound beforehand.
func (l *loads) bind(s Slot, it *compile.Item, open *position.PendingItem) {
	for _, pr := range it.Roles {
		for i := range open.Roles {
			set := &open.Roles[i]
			switch {
			case set.Role != pr.Role:
			case pr.Slot < 0:
				l.setNumber(s, pr.Number, int64(set.Bits))
				for w := range set.Dirs {
					l.setNumber(s, pr.Number+1+w, int64(set.Dirs[w]))
				}
			default:
				for plane, b := range l.in.p.Layout.Split(set.Sites) {
					if f := l.in.p.Pending[pr.Slot][plane]; f >= 0 {
						l.setField(s, f, &b)
					}
				}
			}
		}
	}
}

// Store returns a position as one of the evaluator, without its history and its list of legal
// steps.
func (in *Instance) Store(s Slot) *position.State {
	q := shown(in, s)
	q.Result = in.Result(s)
	return q
}

// shown is Store without the result.
func shown(in *Instance, s Slot) *position.State { return viewOf(in, s).shown() }

// Result returns how the game ended; nil while it goes on.
func (in *Instance) Result(s Slot) *position.Result {
	if !in.Over(s) {
		return nil
	}
	return viewOf(in, s).result(in.loads.givenTo(s))
}

// givenTo returns the result with which the position of a slot was loaded; nil if the game was not
// over then.
func (l *loads) givenTo(s Slot) *position.Result {
	if !l.in.Over(s) || int16(l.in.mem.get16(uint32(s)+compile.HeadEnd)) != compile.EndGiven {
		return nil
	}
	return l.in.given[l.in.mem.get16(uint32(s)+compile.HeadItem)]
}

// Find returns the step of a position that has this name; ok is false if it is not legal. Afterward
// [Instance.Steps] lists the steps of s.
func (in *Instance) Find(s Slot, m position.Move) (step Step, ok bool) {
	in.Ready(s)
	return in.StepOf(m)
}
