package eval

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// scope is where an expression is read: on which position, by whom, and with which variables. Who
// reads and the variables are changed for an inner expression and put back afterwards.
type scope struct {
	pos  *position.State
	me   int // the player whose view it is: the mover, or as `for` says (language.md#perspective)
	vars []Value
}

// There is one function for each type of value, and each is a switch over the operators that give
// values of that type; the operators that only pass a value on (let, if, for, a call) are in
// control. An operator that a type does not have gives the value of nothing: the empty set, 0,
// false. So no expression fails (principle 2).

// value reads an expression of any type.
func (m *Machine) value(e *ir.Expr, s *scope) Value {
	v := Value{Type: e.Type}
	switch e.Type {
	case ir.Sites:
		v.Sites = m.sites(e, s)
	case ir.Number:
		v.N = m.number(e, s)
	case ir.Truth:
		v.N = number(m.truth(e, s))
	case ir.Players, ir.Kinds:
		v.N = int64(m.bits(e, s))
	case ir.Steps:
		v.Dirs = m.steps(e, s)
	}
	return v
}

// control reads an expression that passes on the value of another one, which `read` reads.
func control[T any](m *Machine, e *ir.Expr, s *scope, read func(*Machine, *ir.Expr, *scope) T) T {
	switch e.Op {
	case ir.Let:
		s.vars[e.N] = m.value(e.Args[0], s)
		return read(m, e.Args[1], s)
	case ir.If:
		if m.truth(e.Args[0], s) {
			return read(m, e.Args[1], s)
		}
		return read(m, e.Args[2], s)
	case ir.For:
		// language.md#perspective: the whole of the inner expression is seen by that player.
		if player := first(m.bits(e.Args[0], s)); player >= 0 && player < m.players {
			outer := s.me
			s.me = player
			v := read(m, e.Args[1], s)
			s.me = outer
			return v
		}
	case ir.Call:
		vars := m.enter(e.Func.Slots)
		for i, arg := range e.Args {
			vars[i] = m.value(arg, s)
		}
		v := inFrame(m, vars, e.Func.Body, s, read)
		m.leave(e.Func.Slots)
		return v
	case ir.AttrOf:
		// language.md#attributes: attributes are read with the current me. Several kinds: see the
		// types that unite them.
		if kind := first(m.bits(e.Args[0], s)); kind >= 0 {
			return attribute(m, int(e.N), kind, s, read)
		}
	}
	var nothing T
	return nothing
}

// attribute reads an attribute of a kind; nothing if the kind lacks it.
func attribute[T any](m *Machine, attr, kind int, s *scope,
	read func(*Machine, *ir.Expr, *scope) T) T {
	if values := m.g.Attrs[attr].Values; kind < len(values) && values[kind] != nil {
		v := inFrame(m, m.enter(m.slots), values[kind], s, read)
		m.leave(m.slots)
		return v
	}
	var nothing T
	return nothing
}

// inFrame reads an expression with other variables.
func inFrame[T any](m *Machine, vars []Value, e *ir.Expr, s *scope,
	read func(*Machine, *ir.Expr, *scope) T) T {
	outer := s.vars
	s.vars = vars
	v := read(m, e, s)
	s.vars = outer
	return v
}

// sites reads a set of sites.
func (m *Machine) sites(e *ir.Expr, s *scope) topology.Set {
	var set topology.Set
	if !m.spend(1) {
		return set
	}
	switch e.Op {
	case ir.ConstSites:
		return e.Sets[0]
	case ir.PlayerSites:
		return e.Sets[s.me]
	case ir.Var:
		return s.vars[e.N].Sites
	case ir.PiecesOf:
		// language.md#kinds-and-players-as-sets: players and kinds are their pieces' sites at this
		// moment.
		players := m.bits(e.Args[0], s)
		m.spend(int64(bits.OnesCount64(players)) / setsAUnit)
		for ; players != 0; players &= players - 1 {
			set = set.Or(s.pos.Owned[first(players)])
		}
		return set
	case ir.PiecesKind:
		kinds := m.bits(e.Args[0], s)
		m.spend(int64(bits.OnesCount64(kinds)) / setsAUnit)
		for ; kinds != 0; kinds &= kinds - 1 {
			set = set.Or(s.pos.OfKind[first(kinds)])
		}
		return set
	case ir.Holding:
		return m.holding(e.Args[0], s)
	case ir.Occupied:
		m.spend(m.prices.kinds)
		return s.pos.Occupied()
	case ir.EmptyCells:
		// language.md#empty-cells: only cells, whatever planes the board has.
		m.spend(m.prices.kinds)
		return m.b.Cells.Minus(s.pos.Occupied())
	case ir.And:
		if set = m.sites(e.Args[0], s); set.Empty() {
			return set
		}
		return set.And(m.sites(e.Args[1], s))
	case ir.Or:
		return m.sites(e.Args[0], s).Or(m.sites(e.Args[1], s))
	case ir.Minus:
		if set = m.sites(e.Args[0], s); set.Empty() {
			return set
		}
		return set.Minus(m.sites(e.Args[1], s))
	case ir.Path:
		return m.path(m.sites(e.Args[0], s), e.Step, s)
	case ir.StateOf:
		for _, i := range m.valuesOf(int(e.N), e.Args, s) {
			set = set.Or(s.pos.Memories[i])
		}
		return set
	case ir.AttrOf:
		for kinds := m.bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			set = set.Or(attribute(m, int(e.N), first(kinds), s, (*Machine).sites))
		}
		return set
	case ir.FileOf:
		m.spend(m.prices.board)
		return m.b.FileOf(clamp(m.number(e.Args[0], s)))
	case ir.RankOf:
		m.spend(m.prices.board)
		return m.b.RankOf(clamp(m.number(e.Args[0], s)))
	case ir.EdgeOf:
		// language.md#directions-and-edges: of the bare board, so nothing that stands on it is
		// asked.
		return m.b.EdgeOf(m.steps(e.Args[0], s))
	case ir.QUnion:
		m.each(e.Args[0], s, e.N, func() bool {
			set = set.Or(m.sites(e.Args[1], s))
			return true
		})
		return set
	case ir.QThose:
		m.each(e.Args[0], s, e.N, func() bool {
			if m.truth(e.Args[1], s) {
				set = set.Or(s.vars[e.N].Sites)
			}
			return true
		})
		return set
	}
	return control(m, e, s, (*Machine).sites)
}

// bits reads a set of players or of kinds.
func (m *Machine) bits(e *ir.Expr, s *scope) uint64 {
	var set uint64
	if !m.spend(1) {
		return set
	}
	switch e.Op {
	case ir.ConstPlayers, ir.ConstKinds:
		return uint64(e.N)
	case ir.Var:
		return uint64(s.vars[e.N].N)
	case ir.Me:
		return 1 << s.me
	case ir.Next:
		return 1 << s.pos.NextAfter(s.me)
	case ir.InGame:
		return all(m.players) &^ uint64(s.pos.Out)
	case ir.OwnerOf:
		at := m.sites(e.Args[0], s)
		m.spend(m.prices.players)
		for player := range s.pos.Owned {
			if meet(&s.pos.Owned[player], &at) {
				set |= 1 << player
			}
		}
		return set
	case ir.KindOf:
		at := m.sites(e.Args[0], s)
		m.spend(m.prices.kinds)
		for kind := range s.pos.OfKind {
			if meet(&s.pos.OfKind[kind], &at) {
				set |= 1 << kind
			}
		}
		return set
	case ir.And:
		return m.bits(e.Args[0], s) & m.bits(e.Args[1], s)
	case ir.Or:
		return m.bits(e.Args[0], s) | m.bits(e.Args[1], s)
	case ir.Minus:
		return m.bits(e.Args[0], s) &^ m.bits(e.Args[1], s)
	case ir.StateOf:
		for _, i := range m.valuesOf(int(e.N), e.Args, s) {
			set |= uint64(s.pos.Numbers[i])
		}
		return set
	case ir.AttrOf:
		for kinds := m.bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			set |= attribute(m, int(e.N), first(kinds), s, (*Machine).bits)
		}
		return set
	case ir.QUnion:
		m.each(e.Args[0], s, e.N, func() bool {
			set |= m.bits(e.Args[1], s)
			return true
		})
		return set
	case ir.QThose:
		m.each(e.Args[0], s, e.N, func() bool {
			if m.truth(e.Args[1], s) {
				set |= uint64(s.vars[e.N].N)
			}
			return true
		})
		return set
	}
	return control(m, e, s, (*Machine).bits)
}

// steps reads a set of steps.
func (m *Machine) steps(e *ir.Expr, s *scope) topology.Steps {
	var set topology.Steps
	if !m.spend(1) {
		return set
	}
	switch e.Op {
	case ir.ConstSteps:
		return e.Dirs
	case ir.Var:
		return s.vars[e.N].Dirs
	case ir.And:
		return m.steps(e.Args[0], s).And(m.steps(e.Args[1], s))
	case ir.Or:
		return m.steps(e.Args[0], s).Or(m.steps(e.Args[1], s))
	case ir.Minus:
		return m.steps(e.Args[0], s).Minus(m.steps(e.Args[1], s))
	case ir.BackOf:
		return m.b.BackOf(m.steps(e.Args[0], s))
	case ir.LeftOf:
		return m.b.LeftOf(m.steps(e.Args[0], s))
	case ir.RightOf:
		return m.b.RightOf(m.steps(e.Args[0], s))
	case ir.SideOf:
		return m.b.SideOf(m.steps(e.Args[0], s))
	case ir.Facing:
		return m.facing(s.me, ir.Turned(e.N))
	case ir.StateOf:
		for _, i := range m.valuesOf(int(e.N), e.Args, s) {
			set = set.Or(topology.Steps{s.pos.Memories[i][0], s.pos.Memories[i][1]})
		}
		return set
	case ir.AttrOf:
		for kinds := m.bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			set = set.Or(attribute(m, int(e.N), first(kinds), s, (*Machine).steps))
		}
		return set
	case ir.QUnion:
		m.each(e.Args[0], s, e.N, func() bool {
			set = set.Or(m.steps(e.Args[1], s))
			return true
		})
		return set
	case ir.QThose:
		m.each(e.Args[0], s, e.N, func() bool {
			if m.truth(e.Args[1], s) {
				set = set.Or(s.vars[e.N].Dirs)
			}
			return true
		})
		return set
	}
	return control(m, e, s, (*Machine).steps)
}

// number reads a number. The arithmetic is in value.go (language.md#numbers).
func (m *Machine) number(e *ir.Expr, s *scope) int64 {
	if !m.spend(1) {
		return 0
	}
	switch e.Op {
	case ir.ConstNumber:
		return e.N
	case ir.Var:
		return s.vars[e.N].N
	case ir.Add:
		return value.Add(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Sub:
		return value.Sub(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Mul:
		return value.Mul(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Div:
		return value.Div(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Mod:
		return value.Mod(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Pow:
		return value.Pow(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Neg:
		return value.Neg(m.number(e.Args[0], s))
	case ir.Abs:
		return value.Abs(m.number(e.Args[0], s))
	case ir.Min2:
		return min(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Max2:
		return max(m.number(e.Args[0], s), m.number(e.Args[1], s))
	case ir.Count:
		return m.count(e.Args[0], s)
	case ir.QSum:
		sum := int64(0)
		m.each(e.Args[0], s, e.N, func() bool {
			sum = value.Add(sum, m.number(e.Args[1], s))
			return true
		})
		return sum
	case ir.QMin:
		return m.extreme(e, s, func(a, b int64) bool { return a < b })
	case ir.QMax:
		return m.extreme(e, s, func(a, b int64) bool { return a > b })
	case ir.StateOf:
		// language.md#arguments-of-states: the values of several players, kinds or cells are
		// summed.
		sum := int64(0)
		for _, i := range m.valuesOf(int(e.N), e.Args, s) {
			sum = value.Add(sum, s.pos.Numbers[i])
		}
		return sum
	case ir.Ply:
		return int64(s.pos.Ply)
	case ir.Passes:
		return int64(s.pos.Passes)
	case ir.Repetitions:
		m.spend(priceRecall)
		return m.repetitions(s.pos)
	case ir.Seen:
		m.spend(priceRecall)
		return m.seen(s.pos)
	case ir.Distance:
		return m.distance(m.sites(e.Args[0], s), m.sites(e.Args[1], s), m.steps(e.Args[2], s), s)
	case ir.Height:
		return m.height(m.sites(e.Args[0], s), s)
	case ir.Pieces:
		return m.pieces(e, s)
	case ir.ColumnOf:
		m.spend(m.prices.board)
		return least(m.sites(e.Args[0], s), m.b.Column)
	case ir.RowOf:
		m.spend(m.prices.board)
		return least(m.sites(e.Args[0], s), m.b.Row)
	}
	return control(m, e, s, (*Machine).number)
}

// truth reads a condition. `and`, `or` and `implies` read their right side only if it matters.
func (m *Machine) truth(e *ir.Expr, s *scope) bool {
	if !m.spend(1) {
		return false
	}
	switch e.Op {
	case ir.ConstTruth:
		return e.N != 0
	case ir.Var:
		return s.vars[e.N].N != 0
	case ir.Not:
		return !m.truth(e.Args[0], s)
	case ir.LAnd:
		return m.truth(e.Args[0], s) && m.truth(e.Args[1], s)
	case ir.LOr:
		return m.truth(e.Args[0], s) || m.truth(e.Args[1], s)
	case ir.Implies:
		return !m.truth(e.Args[0], s) || m.truth(e.Args[1], s)
	case ir.Eq:
		return m.scalar(e.Args[0], s) == m.scalar(e.Args[1], s)
	case ir.Ne:
		return m.scalar(e.Args[0], s) != m.scalar(e.Args[1], s)
	case ir.Lt:
		return m.number(e.Args[0], s) < m.number(e.Args[1], s)
	case ir.Le:
		return m.number(e.Args[0], s) <= m.number(e.Args[1], s)
	case ir.Gt:
		return m.number(e.Args[0], s) > m.number(e.Args[1], s)
	case ir.Ge:
		return m.number(e.Args[0], s) >= m.number(e.Args[1], s)
	case ir.Even:
		return m.number(e.Args[0], s)&1 == 0
	case ir.Odd:
		return m.number(e.Args[0], s)&1 != 0
	case ir.Some:
		return m.count(e.Args[0], s) > 0
	case ir.No:
		return m.count(e.Args[0], s) == 0
	case ir.Only1:
		return m.count(e.Args[0], s) == 1
	case ir.Same, ir.In:
		return m.compare(e, s)
	case ir.QSome:
		return m.holds(e, s, 1) > 0
	case ir.QNo:
		return m.holds(e, s, 1) == 0
	case ir.QOne:
		return m.holds(e, s, 2) == 1
	case ir.QAll:
		holds := true
		m.each(e.Args[0], s, e.N, func() bool {
			holds = m.truth(e.Args[1], s)
			return holds
		})
		return holds
	case ir.StateOf:
		for _, i := range m.valuesOf(int(e.N), e.Args, s) {
			if s.pos.Numbers[i] != 0 {
				return true
			}
		}
		return false
	case ir.AttrOf:
		for kinds := m.bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			if attribute(m, int(e.N), first(kinds), s, (*Machine).truth) {
				return true
			}
		}
		return false
	case ir.Stuck:
		return m.stuck(s.pos)
	}
	return control(m, e, s, (*Machine).truth)
}

// scalar reads a number or a truth, to be compared with another one.
func (m *Machine) scalar(e *ir.Expr, s *scope) int64 {
	if e.Type == ir.Truth {
		return number(m.truth(e, s))
	}
	return m.number(e, s)
}

// count reads a set and returns how many members it has.
func (m *Machine) count(e *ir.Expr, s *scope) int64 {
	switch e.Type {
	case ir.Sites:
		set := m.sites(e, s)
		return int64(set.Len())
	case ir.Steps:
		return int64(m.steps(e, s).Len())
	}
	return int64(bits.OnesCount64(m.bits(e, s)))
}

// compare reads A = B or A in B, of sets.
func (m *Machine) compare(e *ir.Expr, s *scope) bool {
	same := e.Op == ir.Same
	switch e.Args[0].Type {
	case ir.Sites:
		a, b := m.sites(e.Args[0], s), m.sites(e.Args[1], s)
		return same && a == b || !same && a.In(&b)
	case ir.Steps:
		a, b := m.steps(e.Args[0], s), m.steps(e.Args[1], s)
		return same && a == b || !same && a.Minus(b).Empty()
	}
	a, b := m.bits(e.Args[0], s), m.bits(e.Args[1], s)
	return same && a == b || !same && a&^b == 0
}

// meet reports whether two sets have a common member.
func meet(a, b *topology.Set) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// least returns the least of the numbers of the sites; 0 if there is no site.
func least(sites topology.Set, numbers []int) int64 {
	found, n := false, 0
	for x := range sites.All() {
		if !found || numbers[x] < n {
			found, n = true, numbers[x]
		}
	}
	return int64(n)
}

// clamp makes a number an int that no column or row has if it is out of range.
func clamp(n int64) int {
	if n < 0 || n > topology.MaxSites {
		return 0
	}
	return int(n)
}
