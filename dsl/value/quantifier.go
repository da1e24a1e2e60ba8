package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// MaxRange is how many numbers a range a..b has at most; the rest is left out. No game counts that
// far, but a file could say 1..1000000000 and would then hang (principle 6).
const MaxRange = 1 << 16

// Each assigns the members of a domain to a variable in ascending order and calls f for each, until
// f returns false. It reports whether f never did. The domain is evaluated once, at the start.
func (ev *Evaluator) Each(domain *ir.Expr, s *Scope, slot int64, f func() bool) bool {
	variable := &s.Vars[slot]
	if domain.Op == ir.Range {
		lo, hi := ev.Number(domain.Args[0], s), ev.Number(domain.Args[1], s)
		for i, n := 0, lo; n <= hi && i < MaxRange; i++ {
			*variable = Value{Type: ir.Number, N: n}
			if !ev.Work.Spend(1) || !f() {
				return false
			}
			if n++; n < lo {
				break // past the greatest number
			}
		}
		return true
	}
	if domain.Op == ir.Subset {
		return eachSubset(ev, domain, s, slot, f)
	}
	switch domain.Type {
	case ir.Sites:
		set := ev.Sites(domain, s)
		for x := range set.All() {
			*variable = Value{Type: ir.Sites, Sites: topology.SetOf(x)}
			if !ev.Work.Spend(1) || !f() {
				return false
			}
		}
	case ir.Steps:
		for r := range ev.Steps(domain, s).All() {
			*variable = Value{Type: ir.Steps, Dirs: topology.StepsOf(r)}
			if !ev.Work.Spend(1) || !f() {
				return false
			}
		}
	case ir.Players, ir.Kinds:
		for set := ev.Bits(domain, s); set != 0; set &= set - 1 {
			*variable = Value{Type: domain.Type, N: int64(set & -set)}
			if !ev.Work.Spend(1) || !f() {
				return false
			}
		}
	}
	return true
}

// eachSubset is [Evaluator.Each] for the sets of so many members of a set: first those with the
// first member, each set before the larger ones that begin with it.
func eachSubset(ev *Evaluator, domain *ir.Expr, s *Scope, slot int64, f func() bool) bool {
	least, most := ev.Number(domain.Args[0], s), ev.Number(domain.Args[1], s)
	variable, of := &s.Vars[slot], domain.Args[2]
	var members []Value
	if !ev.Each(of, s, slot, func() bool { members = append(members, *variable); return true }) {
		return false
	}
	var grow func(set Value, size int64, rest []Value) bool
	grow = func(set Value, size int64, rest []Value) bool {
		if size+int64(len(rest)) < least || size > most {
			return true
		}
		if *variable = set; size >= least && (!ev.Work.Spend(1) || !f()) {
			return false
		}
		for i := range rest {
			more := Value{Type: of.Type, N: set.N | rest[i].N, Sites: set.Sites.Or(rest[i].Sites)}
			if !ev.Work.Spend(1) || !grow(more, size+1, rest[i+1:]) {
				return false
			}
		}
		return true
	}
	return grow(Value{Type: of.Type}, 0, members)
}

// members calls f for every member of a quantifier's domain, and those only if its condition holds.
func (ev *Evaluator) members(e *ir.Expr, s *Scope, f func()) {
	ev.Each(e.Args[0], s, e.N, func() bool { f(); return true })
}

func (ev *Evaluator) those(e *ir.Expr, s *Scope, f func()) {
	ev.members(e, s, func() {
		if ev.Truth(e.Args[1], s) {
			f()
		}
	})
}

// holds counts the members of the domain for which the body holds, stopping at enough.
func (ev *Evaluator) holds(e *ir.Expr, s *Scope, enough int) int {
	n := 0
	ev.Each(e.Args[0], s, e.N, func() bool {
		if ev.Truth(e.Args[1], s) {
			n++
		}
		return n < enough
	})
	return n
}

// all reports whether the body holds for all members of the domain.
func (ev *Evaluator) all(e *ir.Expr, s *Scope) bool {
	return ev.Each(e.Args[0], s, e.N, func() bool { return ev.Truth(e.Args[1], s) })
}

// extreme returns the value of the body that is better than all others, or 0 if the domain is empty
// (language.md#numbers).
func (ev *Evaluator) extreme(e *ir.Expr, s *Scope, better func(a, b int64) bool) int64 {
	found, best := false, int64(0)
	ev.Each(e.Args[0], s, e.N, func() bool {
		if n := ev.Number(e.Args[1], s); !found || better(n, best) {
			found, best = true, n
		}
		return true
	})
	return best
}
