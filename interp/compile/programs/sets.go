package programs

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// sets compiles a role that holds a set: the rest of the move for every set that the player may
// ever choose, as if it were a constant.
func (b *builder) sets(i int, c *ir.Clause, role *ir.Role, s search) {
	least, most, of := c.Value.Args[0], c.Value.Args[1], c.Value.Args[2]
	low, high := int64(0), int64(len(role.Among))
	if least.Op == ir.ConstNumber {
		low = least.N
	}
	if most.Op == ir.ConstNumber {
		high = min(high, most.N)
	}
	count := func(n int64) *ir.Expr {
		return &ir.Expr{Op: ir.ConstNumber, Type: ir.Number, N: n, Span: c.Span}
	}
	found := 0
	for mask := range int64(1) << min(len(role.Among), mostBits) {
		size := int64(bits.OnesCount64(uint64(mask)))
		if size < low || size > high {
			continue
		}
		set := constantSet(value.OfRole(role, mask), of, c)
		conds := []*ir.Expr{{Op: ir.In, Type: ir.Truth, Args: []*ir.Expr{set, of}, Span: c.Span}}
		if least.Op != ir.ConstNumber {
			conds = append(conds, &ir.Expr{Op: ir.Le, Type: ir.Truth, Span: c.Span,
				Args: []*ir.Expr{least, count(size)}})
		}
		if most.Op != ir.ConstNumber {
			conds = append(conds, &ir.Expr{Op: ir.Ge, Type: ir.Truth, Span: c.Span,
				Args: []*ir.Expr{most, count(size)}})
		}
		n, open := s, boundSet(b, s.item, c.Role, role, mask, s.me)
		for _, cond := range conds {
			t := b.Ask.Truth(cond, s.env)
			if s.lane != nil {
				n.mask = b.G.And(n.mask, t)
			} else {
				open = b.G.Logical(graph.BAnd, open, t)
			}
		}
		if s.lane != nil {
			n.mask = b.G.When(open, n.mask)
		} else {
			n.guard = b.G.Logical(graph.BAnd, s.guard, open)
		}
		if graph.IsFalse(n.guard) || n.mask != nil && graph.IsEmpty(n.mask) {
			continue
		}
		if found++; found > symbolic.MaxClasses || len(role.Among) > mostBits {
			symbolic.Fail("more than %d sets to choose from", symbolic.MaxClasses)
		}
		n.bind(role.Slot, s.env.Bind(role.Slot, s.env.Argument(set)))
		n.addRole(c.Role, roleValue{value: mask, binding: n.env.Slots[role.Slot], piece: -1})
		b.clauses(i+1, n)
	}
}

// mostBits is the most members of which every set is looked at.
const mostBits = 14

// boundSet returns whether a role may hold a set: it is not bound beforehand, or to all its
// members.
func boundSet(b *builder, item *Item, role int, of *ir.Role, mask int64, me int) *graph.Node {
	open := b.G.Boolean(true)
	if of.Of == ir.Sites {
		if bound := b.bound(item, role, me); bound != nil {
			for x := range of.Sites(mask).All() {
				set, place := bound[b.G.Lay.Plane[x]], b.G.Integer(int64(b.G.Lay.Bit[x]))
				open = b.G.Logical(graph.BAnd, open, b.G.Has(set, place))
			}
		}
		return open
	}
	for k, member := range of.Among {
		if mask>>k&1 != 0 {
			bits := symbolic.Binding{Kind: symbolic.BindNum, Num: b.G.Integer(1 << member), Piece: -1}
			open = b.G.Logical(graph.BAnd, open, b.boundTo(item, role, of.Of, &bits, me))
		}
	}
	return open
}

// constantSet returns an expression for a set of the members of another one.
func constantSet(v value.Value, of *ir.Expr, c *ir.Clause) *ir.Expr {
	e := &ir.Expr{Op: ir.ConstKinds, Type: of.Type, Card: ir.Many, Planes: of.Planes, Span: c.Span,
		N: v.N}
	switch of.Type {
	case ir.Sites:
		e.Op, e.Sets = ir.ConstSites, []topology.Set{v.Sites}
	case ir.Players:
		e.Op = ir.ConstPlayers
	}
	return e
}
