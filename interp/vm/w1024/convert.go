// Code generated from package w128; DO NOT EDIT.

package w1024

import (
	"fmt"
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/position"
	"boardgame/interp/vm/engine"
)

// From makes p the given position of the evaluator; an error if this engine cannot hold it.
func (m *Machine) From(p engine.Position, q *position.Position) error {
	if err := m.from(q); err != nil {
		return err
	}
	m.save(p.(*Position))
	return nil
}

func (m *Machine) from(q *position.Position) error {
	if err := m.hold(q); err != nil {
		return err
	}
	e := m.e
	m.history.cut(0)
	m.base = nil
	if e.marks {
		if h := q.History; h != nil && h.Before != nil || q.Steps > 0 {
			m.base = h
		} else if h != nil {
			m.history.put(0, m.boundary(m.head.mover))
			m.head.history = 1
		}
	}
	m.trail = m.trail[:0]
	if q.Pending != nil {
		if len(q.Pending.Aims) > 0 {
			return fmt.Errorf("a turn with an aim")
		}
		if err := m.pending(q); err != nil {
			return err
		}
	}
	if q.Result != nil {
		m.head.over, m.head.given = true, q.Result
		for _, w := range q.Result.Winners {
			m.head.winners |= 1 << w
		}
	}
	return nil
}

// hold puts the pieces and all else that a position of the evaluator shows into the registers.
func (m *Machine) hold(q *position.Position) error {
	e := m.e
	lay := e.p.Layout
	m.head = head{mover: int8(q.ToMove), steps: int16(q.Steps), passed: q.Passed, end: endNone}
	m.code = e.programs[q.ToMove]
	for i := range e.fields {
		m.sets[i] = Set{}
	}
	for i := range e.nums {
		m.nums[i] = 0
	}
	put := func(fields []int, s topology.Set) error {
		for plane, b := range lay.Split(s) {
			switch f := fields[plane]; {
			case f >= 0:
				m.sets[f] = fromBits(&b)
			case f == -1 && !b.Empty():
				return fmt.Errorf("pieces stand where the rules leave no room for them")
			}
		}
		return nil
	}
	for player, s := range q.Owned {
		if err := put(e.p.Owned[player], s); err != nil {
			return err
		}
	}
	for kind, s := range q.OfKind {
		if err := put(e.p.Kinds[kind], s); err != nil {
			return err
		}
	}
	for i, s := range q.Memories {
		if err := put(e.p.Memory[i], s); err != nil {
			return err
		}
	}
	copy(m.nums[compile.NumFirst:], q.Numbers)
	m.nums[compile.NumPly] = int64(q.Ply)
	m.nums[compile.NumPasses] = int64(q.Passes)
	m.nums[compile.NumOut] = int64(q.Out)
	if q.Again {
		m.nums[compile.NumAgain] = 1
	}
	return nil
}

// pending takes over the turn under way.
func (m *Machine) pending(q *position.Position) error {
	e := m.e
	for c, ch := range e.p.Choices {
		if c == 0 {
			continue
		}
		open, found := int64(0), 0
		for _, g := range q.Pending.Groups {
			for i := range g.Items {
				for _, planned := range ch.Groups {
					for _, it := range planned.Items {
						if it.Source != g.Items[i].Item {
							continue
						}
						found++
						open |= 1 << it.Index
						for _, pr := range it.Roles {
							for _, set := range g.Items[i].Roles {
								if set.Role != pr.Role {
									continue
								}
								if pr.Slot < 0 {
									m.nums[pr.Number] = int64(set.Bits)
									for w := range set.Dirs {
										m.nums[pr.Number+1+w] = int64(set.Dirs[w])
									}
									continue
								}
								for plane, b := range e.p.Layout.Split(set.Sites) {
									if f := e.p.Pending[pr.Slot][plane]; f >= 0 {
										m.sets[f] = fromBits(&b)
									}
								}
							}
						}
					}
				}
			}
		}
		if found > 0 {
			m.head.choice = int16(c)
			m.nums[compile.NumOpen] = open
			if ch.MayRepeat {
				if q.Trail != nil { // none if the position was set up by hand
					m.tread(m.moment())
				}
				if q.Trail != nil && q.Trail.Before != nil {
					return fmt.Errorf("the middle of a turn that could come back to where it was")
				}
			}
			return nil
		}
	}
	return fmt.Errorf("a continuation that is none of the rules'")
}

// To returns p as a position of the evaluator, without its history and its list of legal steps.
func (m *Machine) To(p engine.Position) *position.Position {
	m.load(p.(*Position))
	return m.to()
}

func (m *Machine) to() *position.Position {
	q := m.shown()
	q.Result = m.result()
	return q
}

// shown returns the position at hand as one of the evaluator, without its result.
func (m *Machine) shown() *position.Position {
	e := m.e
	g := e.p.Game
	lay := e.p.Layout
	numbers, memories := position.Sizes(g)
	q := position.New(e.players, len(g.Kinds), numbers, memories)
	var owned topology.Set
	join := func(fields []int) topology.Set {
		var s topology.Set
		for plane, f := range fields {
			if f >= 0 {
				var b compile.Bits
				for i, w := range m.sets[f].words() {
					b[i] = w
				}
				s = s.Or(lay.Join(plane, b))
			}
		}
		return s
	}
	for player := range q.Owned {
		q.Owned[player] = join(e.p.Owned[player])
		owned = owned.Or(q.Owned[player])
	}
	for kind := range q.OfKind {
		q.OfKind[kind] = join(e.p.Kinds[kind])
		for _, f := range e.p.Kinds[kind] {
			if f == -2 {
				q.OfKind[kind] = owned
			}
		}
	}
	for i := range q.Memories {
		q.Memories[i] = join(e.p.Memory[i])
	}
	copy(q.Numbers, m.nums[compile.NumFirst:])
	q.ToMove = int(m.head.mover)
	q.Ply = int(m.nums[compile.NumPly])
	q.Passes = int(m.nums[compile.NumPasses])
	q.Out = uint16(m.nums[compile.NumOut])
	q.Steps = int(m.head.steps)
	q.Again = m.nums[compile.NumAgain] != 0
	q.Passed = m.head.passed
	if m.head.choice > 0 && !m.head.over {
		q.Pending = m.open(join)
	}
	return q
}

// open returns the pending choice as the evaluator keeps it.
func (m *Machine) open(join func([]int) topology.Set) *position.Pending {
	var pending position.Pending
	for _, g := range m.e.p.Choices[m.head.choice].Groups {
		group := position.PendingGroup{}
		for i, src := range m.e.p.Choices[m.head.choice].Source.Groups {
			if m.e.p.Choices[m.head.choice].Groups[i] == g {
				group.Group = src
			}
		}
		for _, it := range g.Items {
			if m.nums[compile.NumOpen]>>it.Index&1 == 0 {
				continue
			}
			item := position.PendingItem{Op: it.Source.Op, Move: it.Source.Move, Item: it.Source}
			for _, pr := range it.Roles {
				set := position.RoleSet{Role: pr.Role}
				if pr.Slot >= 0 {
					set.Sites = join(m.e.p.Pending[pr.Slot])
				} else {
					set.Bits = uint64(m.nums[pr.Number])
					for w := range set.Dirs {
						set.Dirs[w] = uint64(m.nums[pr.Number+1+w])
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
	pending.Aims = m.aims()
	return &pending
}

// Result returns how the game ended; nil while it is on.
func (m *Machine) Result(p engine.Position) *position.Result {
	m.load(p.(*Position))
	return m.result()
}

func (m *Machine) result() *position.Result {
	if !m.head.over {
		return nil
	}
	if m.head.given != nil {
		return m.head.given
	}
	g := m.e.p.Game
	r := &position.Result{Draw: m.head.draw, Sentence: -1}
	for w := m.head.winners; w != 0; w &= w - 1 {
		r.Winners = append(r.Winners, bits.TrailingZeros16(w))
	}
	switch m.head.end {
	case endItem:
		r.Reason = "no move is left"
		for _, group := range m.e.p.Choices[m.head.of].Groups {
			for _, it := range group.Items {
				if it.Index == int(m.head.item) && it.Source.When != nil {
					r.Reason = it.Source.When.Span.Text()
				}
			}
		}
	case endDry:
		r.Reason = "no move"
	case endCircle:
		r.Reason = "the game goes round without anybody having a choice"
	case endNone:
	default:
		s := g.End[m.head.end]
		r.Sentence = int(m.head.end)
		if r.Reason = s.Text; r.Reason == "" {
			r.Reason = s.If.Span.Text()
		}
		if s.Outcome == ir.Highest || s.Outcome == ir.Lowest {
			r.Scores = slices.Clone(m.nums[m.e.p.Final:][:m.e.players])
		}
	}
	return r
}
