package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// MaxRange is how many numbers a range a..b has at most; the rest is left out. No game counts so
// far, but a file could say 1..1000000000 and would then not come back (principle 6).
const MaxRange = 1 << 16

// each puts the members of a domain into a variable, in ascending order, and calls f each time,
// until f returns false. It reports whether f never did. The domain is read once, before.
func (m *Machine) each(domain *ir.Expr, s *scope, slot int64, f func() bool) bool {
	variable := &s.vars[slot]
	if domain.Op == ir.Range {
		lo, hi := m.number(domain.Args[0], s), m.number(domain.Args[1], s)
		for i, n := 0, lo; n <= hi && i < MaxRange; i++ {
			*variable = Value{Type: ir.Number, N: n}
			if !m.spend(1) || !f() {
				return false
			}
			if n++; n < lo {
				break // past the greatest number there is
			}
		}
		return true
	}
	switch domain.Type {
	case ir.Sites:
		set := m.sites(domain, s)
		for x := range set.All() {
			*variable = Value{Type: ir.Sites, Sites: topology.SetOf(x)}
			if !m.spend(1) || !f() {
				return false
			}
		}
	case ir.Steps:
		for r := range m.steps(domain, s).All() {
			*variable = Value{Type: ir.Steps, Dirs: topology.StepsOf(r)}
			if !m.spend(1) || !f() {
				return false
			}
		}
	case ir.Players, ir.Kinds:
		for set := m.bits(domain, s); set != 0; set &= set - 1 {
			*variable = Value{Type: domain.Type, N: int64(set & -set)}
			if !m.spend(1) || !f() {
				return false
			}
		}
	}
	return true
}

// holds returns for how many members of the domain the body holds, counting up to enough.
func (m *Machine) holds(e *ir.Expr, s *scope, enough int) int {
	n := 0
	m.each(e.Args[0], s, e.N, func() bool {
		if m.truth(e.Args[1], s) {
			n++
		}
		return n < enough
	})
	return n
}

// extreme returns the value of the body that is better than all others; 0 over nothing
// (language.md#numbers).
func (m *Machine) extreme(e *ir.Expr, s *scope, better func(a, b int64) bool) int64 {
	found, best := false, int64(0)
	m.each(e.Args[0], s, e.N, func() bool {
		if n := m.number(e.Args[1], s); !found || better(n, best) {
			found, best = true, n
		}
		return true
	})
	return best
}
