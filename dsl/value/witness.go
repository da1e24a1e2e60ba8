package value

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// mostWitnesses is how many sites may say together why a condition holds. More say nothing.
const mostWitnesses = 24

// Witness returns sites that make a condition true, or false: the row that exists, a shortest chain
// that connects, the pieces that are counted, whoever attacks. They are in order where a path leads
// from one to the next. There are none if the condition is otherwise, or is so for the lack of
// something.
func (ev *Evaluator) Witness(e *ir.Expr, s *Scope, truth bool) []topology.Site {
	if ev.Truth(e, s) != truth {
		return nil
	}
	switch e.Op {
	case ir.Not:
		return ev.Witness(e.Args[0], s, !truth)
	case ir.LAnd, ir.LOr, ir.Implies:
		a := truth != (e.Op == ir.Implies) // what the first one has to be
		if truth == (e.Op == ir.LAnd) {
			return distinct(ev.Witness(e.Args[0], s, a), ev.Witness(e.Args[1], s, truth))
		}
		if ev.Truth(e.Args[0], s) == a {
			return ev.Witness(e.Args[0], s, a)
		}
		return ev.Witness(e.Args[1], s, truth)
	case ir.Some, ir.ExactlyOne, ir.No:
		if e.Args[0].Type == ir.Sites && truth != (e.Op == ir.No) {
			return ev.trace(e.Args[0], s, topology.Full(0, ev.b.Sites))
		}
	case ir.In:
		if e.Args[0].Type == ir.Sites && truth {
			return Few(ev.Sites(e.Args[0], s))
		}
	case ir.Same:
		if e.Args[0].Type == ir.Sites && !truth {
			a, b := ev.Sites(e.Args[0], s), ev.Sites(e.Args[1], s)
			return Few(a.Minus(b).Or(b.Minus(a)))
		}
	case ir.Eq, ir.Ge, ir.Gt, ir.Le, ir.Lt:
		for i, a := range e.Args {
			atLeast := e.Op == ir.Eq || (e.Op == ir.Ge || e.Op == ir.Gt) == (i == 0)
			if set := ev.counted(a, s); truth && atLeast && set.Len() > 0 {
				return Few(set)
			}
		}
	case ir.QSome, ir.QNo, ir.QAll:
		if member := e.Op != ir.QAll; truth == (e.Op == ir.QSome) {
			var found []topology.Site
			ev.each(e, s, func() bool {
				if ev.Truth(e.Args[1], s) != member {
					return false
				}
				v := s.Vars[e.N]
				found = ev.Witness(e.Args[1], s, member)
				if found == nil && v.Type == ir.Sites {
					found = Few(v.Sites)
				}
				return true
			})
			return found
		}
	case ir.Let, ir.If, ir.For, ir.Call:
		return control(ev, e, s, func(ev *Evaluator, e *ir.Expr, s *Scope) []topology.Site {
			return ev.Witness(e, s, truth)
		})
	}
	return nil
}

// counted returns the sites whose number, or whose counter, an expression is; none if it is another
// number.
func (ev *Evaluator) counted(e *ir.Expr, s *Scope) topology.Set {
	switch e.Op {
	case ir.Count, ir.Height:
		if e.Args[0].Type == ir.Sites {
			return ev.Sites(e.Args[0], s)
		}
	case ir.QSum: // of 1 for every condition that holds
		var all topology.Set
		if body := e.Args[1]; body.Op == ir.If {
			ev.each(e, s, func() bool {
				if ev.Truth(body.Args[0], s) {
					all = all.Or(topology.SetOf(ev.Witness(body.Args[0], s, true)...))
				}
				return false
			})
		}
		return all
	case ir.StateOf:
		if last := len(e.Args) - 1; ev.g.States[e.N].PerCell && e.Args[last] != nil {
			return ev.Sites(e.Args[last], s)
		}
	case ir.Let, ir.If, ir.For, ir.Call:
		return control(ev, e, s, (*Evaluator).counted)
	}
	return topology.Set{}
}

// each binds the variable of a quantifier to the members of its domain, in order, until one is
// enough.
func (ev *Evaluator) each(e *ir.Expr, s *Scope, enough func() bool) {
	domain := e.Args[0]
	bind := func(v Value) bool {
		v.Type = domain.Type
		s.Vars[e.N] = v
		return enough() || ev.Work.Spent()
	}
	switch {
	case domain.Op == ir.Range:
		lo, hi := ev.Number(domain.Args[0], s), ev.Number(domain.Args[1], s)
		for n := lo; n <= hi; n++ {
			if bind(Value{N: n}) {
				return
			}
		}
	case domain.Type == ir.Sites:
		for x := range ev.Sites(domain, s).All() {
			if bind(Value{Sites: topology.SetOf(x)}) {
				return
			}
		}
	case domain.Type == ir.Steps:
		for r := range ev.Steps(domain, s).All() {
			if bind(Value{Dirs: topology.StepsOf(r)}) {
				return
			}
		}
	default:
		for bits := ev.Bits(domain, s); bits != 0; bits &= bits - 1 {
			if bind(Value{N: int64(bits & -bits)}) {
				return
			}
		}
	}
}

// trace returns the way to a member of a set within some sites, where a path makes the set, and
// otherwise these members.
func (ev *Evaluator) trace(e *ir.Expr, s *Scope, within topology.Set) []topology.Site {
	switch e.Op {
	case ir.And:
		a, b := e.Args[0], e.Args[1]
		if !leads(ev, a) && leads(ev, b) {
			a, b = b, a
		}
		return ev.trace(a, s, within.And(ev.Sites(b, s)))
	case ir.Or:
		if set := ev.Sites(e.Args[0], s).And(within); set.Len() > 0 {
			return ev.trace(e.Args[0], s, within)
		}
		return ev.trace(e.Args[1], s, within)
	case ir.QUnion:
		var found []topology.Site
		ev.each(e, s, func() bool {
			set := ev.Sites(e.Args[1], s).And(within)
			if set.Len() > 0 {
				found = ev.trace(e.Args[1], s, within)
			}
			return set.Len() > 0
		})
		return found
	case ir.Path:
		walk := ev.way(ev.Sites(e.Args[0], s), e.Step, s, within)
		if len(walk) == 0 {
			return nil
		}
		return append(ev.trace(e.Args[0], s, topology.SetOf(walk[0])), walk[1:]...)
	case ir.Let, ir.If, ir.For, ir.Call:
		return control(ev, e, s, func(ev *Evaluator, e *ir.Expr, s *Scope) []topology.Site {
			return ev.trace(e, s, within)
		})
	}
	return Few(ev.Sites(e, s).And(within))
}

// leads reports whether a set is made by a path that repeats its step.
func leads(ev *Evaluator, e *ir.Expr) (found bool) {
	ir.Walk(e, func(e *ir.Expr) bool {
		found = found || e.Op == ir.Path && e.Step.Rep != ir.Once
		return !found
	})
	return found
}

// way returns the sites of a shortest walk from a set that ends within some sites.
func (ev *Evaluator) way(from topology.Set, step *ir.Step, s *Scope,
	within topology.Set) []topology.Site {
	d := ev.stride(step, s)
	lo, hi := int64(1), int64(1)
	switch step.Rep {
	case ir.Star:
		lo, hi = 0, int64(ev.b.Sites)
	case ir.Plus:
		hi = int64(ev.b.Sites)
	case ir.Times:
		lo = ev.Number(step.Lo, s)
		if hi = lo; step.Hi != nil {
			hi = ev.Number(step.Hi, s)
		}
		hi = min(hi, int64(ev.b.Sites))
	}
	layers := []topology.Set{from}
	for n := int64(0); n <= hi && ev.Work.Spend(priceRound); n++ {
		here := layers[n]
		if end := here.And(within); n >= lo && end.Len() > 0 {
			at := end.First()
			walk := []topology.Site{at}
			for ; n > 0; n-- {
				for x := range layers[n-1].All() {
					if next := ev.land(topology.SetOf(x), &d, s); next.Has(at) {
						at = x
						break
					}
				}
				walk = append(walk, at)
			}
			slices.Reverse(walk)
			return walk
		}
		layers = append(layers, ev.land(here, &d, s))
	}
	return nil
}

// Few returns the members of a set, unless they are too many to say anything.
func Few(set topology.Set) []topology.Site {
	if set.Len() > mostWitnesses {
		return nil
	}
	return slices.Collect(set.All())
}

// distinct joins two lists without repeating a site.
func distinct(a, b []topology.Site) []topology.Site {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
