package programs

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/symbolic"
)

// This file finds out where the moves of a turn can go in a circle.

// moment finds out after which steps the position must be compared with earlier ones of the turn:
// where moves can follow each other in an unbounded cycle.
func (b *plays) moment() {
	// follows[i][j]: after move i move j may come.
	n := len(b.Read.Game.Moves)
	follows := make([][]bool, n)
	for i, m := range b.Read.Game.Moves {
		follows[i] = make([]bool, n)
		if m.Then == nil || m.Chance {
			continue // positions may repeat after a chance step, whose number is bounded
		}
		for _, g := range m.Then.Groups {
			for _, item := range g.Items {
				if item.Op == ir.MoveItem && !b.Read.Game.Moves[item.Move].Chance {
					follows[i][item.Move] = true
				}
			}
		}
	}
	reach := closed(follows)
	for i, m := range b.Read.Game.Moves {
		if m.Then == nil || !reach[i][i] {
			continue
		}
		// A cycle of moves that each remove pieces for good can neither repeat a position nor go on
		// for long. Nor does a position come back where a counter only grows, or only falls.
		bounded := true
		for j := range n {
			if reach[i][j] && reach[j][i] && !removes(b.Read.Game.Moves[j]) {
				bounded = false
			}
		}
		bounded = bounded || b.oneWay(i, follows, reach, adds) || b.oneWay(i, follows, reach, lowers)
		if !bounded && b.p.Choices[b.choice[m.Then]].Demanding {
			symbolic.FailAt(m.Span,
				"a continuation that can go in a circle and can withdraw the step before it")
		}
		if !bounded {
			b.p.Choices[b.choice[m.Then]].MayRepeat = true
		}
		for j, mv := range b.Read.Game.Moves {
			// Whether anyone is stuck after such a step depends on the earlier positions of the
			// turn, which the search for stuck does not carry along.
			if !bounded && i != j && reach[i][j] && reach[j][i] &&
				slices.ContainsFunc(mv.Ensure, asksStuck) {
				symbolic.FailAt(mv.Span,
					"`ensure` about being stuck, where moves follow one another in a circle")
			}
		}
	}
}

// closed returns which nodes of a graph lead to which in one or more steps.
func closed(arcs [][]bool) [][]bool {
	reach := make([][]bool, len(arcs))
	for i := range reach {
		reach[i] = slices.Clone(arcs[i])
	}
	for k := range reach {
		for i := range reach {
			for j := range reach {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}

// oneWay reports whether every cycle through move i has a move that certainly changes a number in a
// way, as all moves of these cycles do that change it at all: then no position of the turn comes
// back.
func (b *plays) oneWay(i int, follows, reach [][]bool, way func(*ir.Move, *ir.Effect) bool) bool {
	in := func(j int) bool { return reach[i][j] && reach[j][i] }
	goes := func(m *ir.Move, e *ir.Effect) bool {
		if e.Op != ir.Assign || !way(m, e) {
			return false
		}
		st := &b.Read.Game.States[e.State]
		return st.Type == ir.Number && !st.PerPiece && !st.PerCell
	}
	other := map[int]bool{} // states that may change in a different way
	for j, m := range b.Read.Game.Moves {
		for _, e := range m.Do {
			e.Any(func(e *ir.Effect) bool {
				other[e.State] = other[e.State] || in(j) && e.Op == ir.Assign && !goes(m, e)
				return false
			})
		}
	}
	left := make([][]bool, len(follows)) // the cycles without the moves that go this way
	for j, m := range b.Read.Game.Moves {
		left[j] = make([]bool, len(follows))
		if !in(j) || slices.ContainsFunc(m.Do, func(e *ir.Effect) bool {
			return goes(m, e) && e.When == nil && !other[e.State]
		}) {
			continue
		}
		for k := range left[j] {
			left[j][k] = in(k) && follows[j][k]
		}
	}
	left = closed(left)
	for j := range left {
		if left[j][j] {
			return false
		}
	}
	return true
}

// adds reports whether an assignment adds a number greater than 0.
func adds(m *ir.Move, e *ir.Effect) bool { return e.Assign == ir.AddTo && positive(m, e.B) }

// lowers reports whether an assignment sets a number to one that is greater than 0 and, unless the
// number was 0, less than before. Where all assignments do, the number is 0 only at first.
func lowers(m *ir.Move, e *ir.Effect) bool {
	if e.Assign != ir.SetTo || len(e.Index) > 0 || !positive(m, e.B) {
		return false
	}
	before := func(x *ir.Expr) bool { return x.Op == ir.StateOf && x.N == int64(e.State) }
	zero := func(x *ir.Expr) bool { return x.Op == ir.ConstNumber && x.N == 0 }
	var less func(x *ir.Expr) bool
	less = func(x *ir.Expr) bool {
		switch x.Op {
		case ir.Sub:
			return before(x.Args[0]) && x.Args[1].Op == ir.ConstNumber && x.Args[1].N > 0
		case ir.Min2:
			return less(x.Args[0]) || less(x.Args[1])
		case ir.If:
			c := x.Args[0]
			return less(x.Args[2]) && c.Op == ir.Eq && before(c.Args[0]) && zero(c.Args[1])
		}
		return false
	}
	return bound(m, e.B, func(r *ir.Expr) bool { return less(r.Args[1]) })
}

// bound reports whether an expression is a variable that takes on the numbers of a range for which
// f holds.
func bound(m *ir.Move, e *ir.Expr, f func(r *ir.Expr) bool) bool {
	return e.Op == ir.Var && slices.ContainsFunc(m.Clauses, func(c ir.Clause) bool {
		return c.Op == ir.BindClause && int64(m.Roles[c.Role].Slot) == e.N &&
			c.Value.Op == ir.Range && f(c.Value)
	})
}

// positive reports whether a number is certainly greater than 0: a constant, or one that the player
// chooses from such numbers.
func positive(m *ir.Move, e *ir.Expr) bool {
	return e.Op == ir.ConstNumber && e.N > 0 ||
		bound(m, e, func(r *ir.Expr) bool { return positive(m, r.Args[0]) })
}

func asksStuck(c ir.Cond) bool { return symbolic.Asks(c.Expr, ir.Stuck) }

// removes reports whether a move certainly takes a piece off the board and adds none.
func removes(m *ir.Move) bool {
	gone := false
	touched := map[int64]bool{} // variables whose sites a piece has left or entered
	for _, e := range m.Do {
		switch e.Op {
		case ir.Remove:
			if e.When == nil && e.Part == ir.Whole && e.A.Op == ir.Var && !touched[e.A.N] {
				for _, c := range m.Clauses {
					if c.Op == ir.BindClause && int64(m.Roles[c.Role].Slot) == e.A.N && occupiedOnly(c.Value) {
						gone = true
					}
				}
			}
		case ir.MovePieces:
			if e.A.Op != ir.Var || e.B.Op != ir.Var {
				return false // of any site
			}
			touched[e.A.N], touched[e.B.N] = true, true
		case ir.Become, ir.Again, ir.Assign, ir.LetEffect:
		default:
			return false
		}
	}
	return gone
}

// occupiedOnly reports whether a set certainly consists of occupied sites.
func occupiedOnly(e *ir.Expr) bool {
	switch e.Op {
	case ir.PiecesOf, ir.PiecesKind, ir.Occupied:
		return true
	case ir.And:
		return occupiedOnly(e.Args[0]) || occupiedOnly(e.Args[1])
	case ir.Or:
		return occupiedOnly(e.Args[0]) && occupiedOnly(e.Args[1])
	case ir.Minus:
		return occupiedOnly(e.Args[0])
	}
	return false
}
