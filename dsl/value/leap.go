package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// A Leap reads definitions that are one fixed walk from the site of their first parameter, such as
// p.north.north & dark: they are like directions of the board.
type Leap struct {
	Board *topology.Board
	Dir   func(*ir.Expr) (topology.Relation, bool) // the only direction of a step; false: several
	Land  func(*ir.Expr) (topology.Set, bool)      // the members of a set; false: unknown
}

// From returns where a definition leads from each site, or None where it leads nowhere; nil if it
// is anything but a fixed walk.
func (l *Leap) From(e *ir.Expr) []topology.Site {
	switch {
	case e.Op == ir.Var && e.N == 0:
		to := make([]topology.Site, l.Board.Sites)
		for x := range to {
			to[x] = topology.Site(x)
		}
		return to
	case e.Op == ir.And:
		for i, a := range e.Args {
			if only, ok := l.Land(e.Args[1-i]); ok {
				if to := l.From(a); to != nil {
					return l.landing(to, only)
				}
			}
		}
	case e.Op == ir.Path && e.Step.Func == nil && (e.Step.Rep == ir.Once || e.Step.Rep == ir.Times):
		s := e.Step
		n, only := int64(1), l.Board.All()
		if s.Rep == ir.Times {
			if s.Hi != nil || s.Lo.Op != ir.ConstNumber || s.Lo.N > int64(l.Board.Sites) {
				return nil
			}
			n = s.Lo.N
		}
		r, ok := l.Dir(s.By)
		if ok && s.Only != nil {
			only, ok = l.Land(s.Only)
		}
		if !ok || l.Board.Fork(r) > 1 {
			return nil
		}
		to := l.From(e.Args[0])
		for ; n > 0; n-- {
			for x, at := range to {
				if at != topology.None {
					to[x] = l.Board.Neighbor(r, at)
				}
			}
			to = l.landing(to, only)
		}
		return to
	}
	return nil
}

// landing leaves out where a walk leads to a site that is not in only.
func (l *Leap) landing(to []topology.Site, only topology.Set) []topology.Site {
	for x, at := range to {
		if at != topology.None && !only.Has(at) {
			to[x] = topology.None
		}
	}
	return to
}
