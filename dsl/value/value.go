package value

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Value is the value of an expression. Its type says which field counts.
type Value struct {
	Type  ir.Type
	N     int64          // a Number; a Truth, 0 or 1; Players and Kinds, a bit for each
	Dirs  topology.Steps // Steps
	Sites topology.Set   // Sites
}

// memberOf returns the set with the only member n, or the number n. A member is a site, a relation,
// a player or a kind, as in the roles of a step.
func memberOf(t ir.Type, n int64) Value {
	v := Value{Type: t}
	switch t {
	case ir.Sites:
		v.Sites.Add(topology.Site(n))
	case ir.Steps:
		v.Dirs = topology.StepsOf(topology.Relation(n))
	case ir.Players, ir.Kinds:
		v.N = 1 << n
	default:
		v.N = n
	}
	return v
}

// OfRole returns what a role of a move holds, by the number with which a step names it.
func OfRole(role *ir.Role, n int64) Value {
	if role.Among == nil {
		return memberOf(role.Type, n)
	}
	v := Value{Type: role.Of, Sites: role.Sites(n)}
	for i, member := range role.Among {
		if n>>i&1 != 0 && role.Of != ir.Sites {
			v.N |= 1 << member
		}
	}
	return v
}

// InRole returns the number with which a step names what a role of a move holds.
func (v *Value) InRole(role *ir.Role) (n int64) {
	switch {
	case role.Among != nil:
		for i, member := range role.Among {
			if v.Has(int64(member)) {
				n |= 1 << i
			}
		}
		return n
	case v.Type == ir.Sites:
		return int64(v.Sites.First())
	case v.Type == ir.Steps:
		for r := range v.Dirs.All() {
			return int64(r)
		}
	case v.Type == ir.Players, v.Type == ir.Kinds:
		return int64(First(uint64(v.N)))
	}
	return v.N
}

// Has reports whether n is a member of the set v, or equals the number v.
func (v *Value) Has(n int64) bool {
	switch v.Type {
	case ir.Sites:
		return v.Sites.Has(topology.Site(n))
	case ir.Steps:
		return v.Dirs.Has(topology.Relation(n))
	case ir.Players, ir.Kinds:
		return v.N>>n&1 != 0
	}
	return v.N == n
}

// Truth reports whether v, which is a Truth, is true.
func (v *Value) Truth() bool { return v.N != 0 }

// Names returns the members of a set by name, in order; nil for a number or a condition.
func (v *Value) Names(rules *ir.Game) []string {
	var names []string
	switch v.Type {
	case ir.Sites:
		for x := range v.Sites.All() {
			names = append(names, rules.Board.Names[x])
		}
	case ir.Players:
		for i, p := range rules.Players {
			if v.Has(int64(i)) {
				names = append(names, p.Name)
			}
		}
	case ir.Kinds:
		for i, k := range rules.Kinds {
			if v.Has(int64(i)) {
				names = append(names, k.Name)
			}
		}
	case ir.Steps:
		for i, d := range rules.Board.Directions {
			if v.Has(int64(i)) {
				names = append(names, d.Name)
			}
		}
	}
	return names
}

// First returns the least member of a set of players or kinds, or -1 if the set is empty.
func First(set uint64) int {
	if set == 0 {
		return -1
	}
	return bits.TrailingZeros64(set)
}

// all returns the set of n players or kinds.
func all(n int) uint64 { return 1<<n - 1 }

func number(truth bool) int64 {
	if truth {
		return 1
	}
	return 0
}
