package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// A move is a guarded choice (principle 4): its clauses bind roles and names and test conditions,
// from top to bottom, all on the position before the effects. Every way through them is a step: the
// name of the move and the values of its roles, and nothing is merged
// (language.md#identity-of-moves).

// MaxWeight is the greatest weight of an outcome. Greater weights count as this, so that sums of
// weights cannot overflow.
const MaxWeight = 1 << 32

// binder walks through the clauses of a move.
type binder struct {
	*Machine
	move   *ir.Move
	bound  []*position.RoleSet // by role: the values it was bound to beforehand, or nil
	values []int64             // by role
	weight int64               // of the outcome of a chance move
	scope  *scope
	yield  func(step position.Move, weight int64) bool
}

// choices yields the steps that an open item offers on a position: those of its move, with the
// roles bound beforehand. The order is that of the sites and other members in the clauses' order,
// the first one slowest. A step weighs 1 unless its move is left to chance and gives a weight.
func (sr *search) choices(p *position.State, item *position.PendingItem,
	yield func(step position.Move, weight int64) bool) {
	mv := sr.m.g.Moves[item.Move]
	b := binder{
		Machine: sr.m,
		move:    mv,
		values:  make([]int64, len(mv.Roles)),
		weight:  1,
		scope:   sr.m.scope(p, p.ToMove, sr.m.ev.Enter()),
		yield:   yield,
	}
	if len(item.Roles) > 0 {
		b.bound = make([]*position.RoleSet, len(mv.Roles))
		for i := range item.Roles {
			b.bound[item.Roles[i].Role] = &item.Roles[i]
		}
	}
	b.from(0)
	sr.m.ev.Leave()
}

// from continues with clause i; false means that the caller wants no more steps.
func (b *binder) from(i int) bool {
	if i == len(b.move.Clauses) {
		if !b.ev.Work.Spend(priceOffer) {
			return false
		}
		step, ok := b.layout.Pack(b.move.ID, b.values)
		// a number outside the range that can be chosen is not offered
		return !ok || b.yield(step, b.weight)
	}
	c := &b.move.Clauses[i]
	switch c.Op {
	case ir.LetClause:
		b.scope.Vars[c.Slot] = b.ev.Value(c.Value, &b.scope.Scope)
		return b.from(i + 1)
	case ir.IfClause:
		holds := b.ev.Truth(c.Cond.Expr, &b.scope.Scope)
		if b.ev.Work.Spent() {
			return false
		}
		b.counted(c, holds)
		return !holds || b.from(i+1)
	case ir.WeightClause:
		b.weight = min(b.ev.Number(c.Value, &b.scope.Scope), MaxWeight)
		return b.weight <= 0 || b.from(i+1)
	}
	role := &b.move.Roles[c.Role]
	some := false
	wanted := b.ev.Each(c.Value, &b.scope.Scope, int64(role.Slot), func() bool {
		n := b.scope.Vars[role.Slot].InRole(role)
		if b.bound != nil && b.bound[c.Role] != nil && !inRoleSet(b.bound[c.Role], role, n) {
			return true
		}
		some = true
		b.values[c.Role] = n
		return b.from(i + 1)
	})
	b.counted(c, some)
	return wanted
}

func (b *binder) counted(c *ir.Clause, yes bool) {
	if b.cover != nil && b.ahead == 0 {
		b.cover.clause(c, yes)
	}
}

// rebind gives a scope the names that a step's clauses bound when it was chosen. It does not read
// the conditions again.
func (sr *search) rebind(step position.Move, s *scope) {
	mv := sr.m.g.Moves[step.ID()]
	_, values := sr.m.layout.Unpack(step)
	for i := range mv.Clauses {
		switch c := &mv.Clauses[i]; c.Op {
		case ir.BindClause:
			role := &mv.Roles[c.Role]
			s.Vars[role.Slot] = value.OfRole(role, values[c.Role])
		case ir.LetClause:
			s.Vars[c.Slot] = sr.m.ev.Value(c.Value, &s.Scope)
		}
	}
}

// roleSet reads the values that a role is bound to beforehand (language.md#continuations).
func (sr *search) roleSet(move *ir.Move, rv *ir.RoleValue, s *scope) position.RoleSet {
	set := position.RoleSet{Role: rv.Role}
	v := sr.m.ev.Value(rv.Value, &s.Scope)
	switch v.Type {
	case ir.Sites:
		set.Sites = v.Sites
	case ir.Steps:
		set.Dirs = v.Dirs
	default:
		set.Bits = uint64(v.N)
	}
	return set
}

// inRoleSet reports whether a role may hold what a step names by n: a member of what it was bound
// to beforehand, or a set of such members.
func inRoleSet(set *position.RoleSet, role *ir.Role, n int64) bool {
	of := value.Value{Type: role.Type, N: int64(set.Bits), Dirs: set.Dirs, Sites: set.Sites}
	if role.Among == nil {
		return of.Has(n)
	}
	v := value.OfRole(role, n)
	return v.Sites.And(of.Sites) == v.Sites && v.N&^of.N == 0
}
