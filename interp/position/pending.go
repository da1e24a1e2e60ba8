package position

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Pending is what may follow in the current turn (language.md#what-a-continuation-carries): the
// groups in order, each with the items whose `when` held, and what the whole turn must still reach.
type Pending struct {
	Groups []PendingGroup
	Aims   []*Aim
}

// PendingGroup is the remaining part of a group of a choice.
type PendingGroup struct {
	Items []PendingItem
	Group *ir.Group // where it comes from; for its `with least` or `with most`
}

// PendingItem is an item of a choice that is open.
type PendingItem struct {
	Op    ir.ItemOp
	Move  ir.MoveID // of a MoveItem
	Roles []RoleSet // roles bound beforehand
	Item  *ir.Item  // where it comes from
}

// RoleSet is the set of values that a role bound beforehand may have. Which field counts depends on
// the type of the role.
type RoleSet struct {
	Role  int // index into the move's Roles
	Sites topology.Set
	Bits  uint64 // players, kinds
	Dirs  topology.Steps
}

// Aim is the value of `with least` or `with most` that a complete turn has to reach.
type Aim struct {
	By     []*ir.Expr
	Values []int64
}

// Moves reports whether an item that is open is a move, not only an outcome, `pass` or `done`.
func (a *Pending) Moves() bool {
	return slices.ContainsFunc(a.Groups, func(g PendingGroup) bool {
		return slices.ContainsFunc(g.Items,
			func(it PendingItem) bool { return it.Op == ir.MoveItem })
	})
}

// same reports whether two aims demand the same.
func (a *Aim) same(b *Aim) bool {
	return slices.Equal(a.By, b.By) && slices.Equal(a.Values, b.Values)
}

// distinct returns the aims of the pending choice, each once: a turn must reach all of them,
// whatever their order and however often they occur.
func (a *Pending) distinct() []*Aim {
	if a == nil {
		return nil
	}
	var aims []*Aim
	for _, aim := range a.Aims {
		if !slices.ContainsFunc(aims, aim.same) {
			aims = append(aims, aim)
		}
	}
	return aims
}

// sameAims reports whether the turn must reach the same aims.
func (a *Pending) sameAims(b *Pending) bool {
	one, two := a.distinct(), b.distinct()
	return len(one) == len(two) && !slices.ContainsFunc(one,
		func(aim *Aim) bool { return !slices.ContainsFunc(two, aim.same) })
}

// hashAims hashes what sameAims compares.
func (a *Pending) hashAims(h *hasher) {
	var sum hasher // the order does not matter
	for _, aim := range a.distinct() {
		var one hasher
		for _, by := range aim.By {
			one.add(uint64(by.Span.Lo))
		}
		for _, v := range aim.Values {
			one.add(uint64(v))
		}
		sum.a, sum.b = sum.a+one.a, sum.b+one.b
	}
	h.add(sum.a)
	h.add(sum.b)
}

// equal compares what the player may still do, without the aims.
func (a *Pending) equal(b *Pending) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.Groups, b.Groups, func(x, y PendingGroup) bool {
		return x.Group == y.Group &&
			slices.EqualFunc(x.Items, y.Items, func(i, j PendingItem) bool {
				return i.Op == j.Op && i.Move == j.Move && slices.Equal(i.Roles, j.Roles)
			})
	})
}

func (a *Pending) hash(h *hasher) {
	if a == nil {
		h.add(0)
		return
	}
	for _, g := range a.Groups {
		h.add(1)
		if g.Group != nil {
			h.add(uint64(g.Group.Span.Lo))
		}
		for _, item := range g.Items {
			h.add(uint64(item.Op)<<8 | uint64(item.Move))
			for i := range item.Roles {
				r := &item.Roles[i]
				h.add(uint64(r.Role))
				h.add(r.Bits)
				h.add(r.Dirs[0])
				h.add(r.Dirs[1])
				h.set(&r.Sites)
			}
		}
	}
}

// Trail is the moments at which a turn went on, the last one first; nil is the empty list.
type Trail struct {
	Before *Trail
	Key    Key // see State.TurnKey
}

// Has reports whether a moment is on the trail.
func (t *Trail) Has(k Key) bool {
	for ; t != nil; t = t.Before {
		if t.Key == k {
			return true
		}
	}
	return false
}

// History is the turn boundaries of a game, the last one first; nil is the empty list.
type History struct {
	Before *History
	Whole  Key // see State.RepetitionKey
	Pieces Key // see State.PiecesKey

	// At is the position there, without what came before it; nil if it was not kept. Engines that
	// do not compare positions by these keys need it.
	At *State
}

// Count returns how many boundaries have the given key, as a whole and by the pieces alone.
func (h *History) Count(whole, pieces Key) (wholes, alone int64) {
	for ; h != nil; h = h.Before {
		if h.Pieces == pieces {
			alone++
			if h.Whole == whole {
				wholes++
			}
		}
	}
	return wholes, alone
}
