package value

import (
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// There is one function for each type of value, and each is a switch over the operators that
// produce values of that type. The operators that only pass a value on (let, if, for, a call) are
// in control. An operator that a type does not have produces the empty value: the empty set, 0 or
// false. This way no expression fails (principle 2).

// Value evaluates an expression of any type.
func (ev *Evaluator) Value(e *ir.Expr, s *Scope) Value {
	v := Value{Type: e.Type}
	switch e.Type {
	case ir.Sites:
		v.Sites = ev.Sites(e, s)
	case ir.Number:
		v.N = ev.Number(e, s)
	case ir.Truth:
		v.N = number(ev.Truth(e, s))
	case ir.Players, ir.Kinds:
		v.N = int64(ev.Bits(e, s))
	case ir.Steps:
		v.Dirs = ev.Steps(e, s)
	}
	return v
}

// control evaluates an expression that passes on the value of another one, which `read` evaluates.
func control[T any](ev *Evaluator, e *ir.Expr, s *Scope,
	read func(*Evaluator, *ir.Expr, *Scope) T) T {
	switch e.Op {
	case ir.Let:
		s.Vars[e.N] = ev.Value(e.Args[0], s)
		return read(ev, e.Args[1], s)
	case ir.If:
		if ev.Truth(e.Args[0], s) {
			return read(ev, e.Args[1], s)
		}
		return read(ev, e.Args[2], s)
	case ir.For:
		// language.md#perspective: the whole inner expression is seen by that player.
		if player := First(ev.Bits(e.Args[0], s)); player >= 0 && player < ev.players {
			outer := s.Me
			s.Me = player
			v := read(ev, e.Args[1], s)
			s.Me = outer
			return v
		}
	case ir.Call:
		vars := ev.enter(e.Func.Slots)
		for i, arg := range e.Args {
			vars[i] = ev.Value(arg, s)
		}
		v := inFrame(ev, vars, e.Func.Body, s, read)
		ev.leave(e.Func.Slots)
		return v
	case ir.AttrOf:
		// language.md#attributes: attributes are evaluated with the current me. For several kinds,
		// see the types that unite their values.
		if kind := First(ev.Bits(e.Args[0], s)); kind >= 0 {
			return attribute(ev, int(e.N), kind, s, read)
		}
	}
	var nothing T
	return nothing
}

// attribute evaluates an attribute of a kind; the value is empty if the kind lacks it.
func attribute[T any](ev *Evaluator, attr, kind int, s *Scope,
	read func(*Evaluator, *ir.Expr, *Scope) T) T {
	if values := ev.g.Attrs[attr].Values; kind < len(values) && values[kind] != nil {
		v := inFrame(ev, ev.enter(ev.slots), values[kind], s, read)
		ev.leave(ev.slots)
		return v
	}
	var nothing T
	return nothing
}

// inFrame evaluates an expression with other variables.
func inFrame[T any](ev *Evaluator, vars []Value, e *ir.Expr, s *Scope,
	read func(*Evaluator, *ir.Expr, *Scope) T) T {
	outer := s.Vars
	s.Vars = vars
	v := read(ev, e, s)
	s.Vars = outer
	return v
}

// Sites evaluates a set of sites.
func (ev *Evaluator) Sites(e *ir.Expr, s *Scope) topology.Set {
	var set topology.Set
	if !ev.Work.Spend(1) {
		return set
	}
	switch e.Op {
	case ir.ConstSites:
		return e.Sets[0]
	case ir.PlayerSites:
		return e.Sets[s.Me]
	case ir.Var:
		return s.Vars[e.N].Sites
	case ir.PiecesOf:
		// language.md#kinds-and-players-as-sets: players and kinds stand for the sites of their
		// pieces at this moment.
		players := ev.Bits(e.Args[0], s)
		ev.Work.Spend(int64(bits.OnesCount64(players)) / setsAUnit)
		for ; players != 0; players &= players - 1 {
			set = set.Or(s.At.Owned[First(players)])
		}
		return set
	case ir.PiecesKind:
		kinds := ev.Bits(e.Args[0], s)
		ev.Work.Spend(int64(bits.OnesCount64(kinds)) / setsAUnit)
		for ; kinds != 0; kinds &= kinds - 1 {
			set = set.Or(s.At.OfKind[First(kinds)])
		}
		return set
	case ir.Holding:
		return ev.holding(e.Args[0], s)
	case ir.Occupied:
		ev.Work.Spend(ev.prices.Kinds)
		return s.At.Occupied()
	case ir.EmptyCells:
		// language.md#empty-cells: only cells, whichever planes the board has.
		ev.Work.Spend(ev.prices.Kinds)
		return ev.b.Cells.Minus(s.At.Occupied())
	case ir.And:
		if set = ev.Sites(e.Args[0], s); set.Empty() {
			return set
		}
		return set.And(ev.Sites(e.Args[1], s))
	case ir.Or:
		return ev.Sites(e.Args[0], s).Or(ev.Sites(e.Args[1], s))
	case ir.Minus:
		if set = ev.Sites(e.Args[0], s); set.Empty() {
			return set
		}
		return set.Minus(ev.Sites(e.Args[1], s))
	case ir.Path:
		return ev.Path(ev.Sites(e.Args[0], s), e.Step, s)
	case ir.StateOf:
		for _, i := range ev.Indices(int(e.N), e.Args, s) {
			set = set.Or(s.At.Memories[i])
		}
		return set
	case ir.AttrOf:
		for kinds := ev.Bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			set = set.Or(attribute(ev, int(e.N), First(kinds), s, (*Evaluator).Sites))
		}
		return set
	case ir.FileOf:
		ev.Work.Spend(ev.prices.board)
		return ev.b.FileOf(clamp(ev.Number(e.Args[0], s)))
	case ir.RankOf:
		ev.Work.Spend(ev.prices.board)
		return ev.b.RankOf(clamp(ev.Number(e.Args[0], s)))
	case ir.EdgeOf:
		// language.md#directions-and-edges: of the bare board, so pieces do not matter.
		return ev.b.EdgeOf(ev.Steps(e.Args[0], s))
	case ir.QUnion:
		ev.members(e, s, func() { set = set.Or(ev.Sites(e.Args[1], s)) })
		return set
	case ir.QThose:
		ev.those(e, s, func() { set = set.Or(s.Vars[e.N].Sites) })
		return set
	}
	return control(ev, e, s, (*Evaluator).Sites)
}

// Bits evaluates a set of players or of kinds.
func (ev *Evaluator) Bits(e *ir.Expr, s *Scope) uint64 {
	var set uint64
	if !ev.Work.Spend(1) {
		return set
	}
	switch e.Op {
	case ir.ConstPlayers, ir.ConstKinds:
		return uint64(e.N)
	case ir.Var:
		return uint64(s.Vars[e.N].N)
	case ir.Me:
		return 1 << s.Me
	case ir.Team:
		return uint64(ev.g.Team(s.Me))
	case ir.Next:
		return 1 << s.At.NextAfter(s.Me)
	case ir.InGame:
		return all(ev.players) &^ uint64(s.At.Out)
	case ir.OwnerOf:
		at := ev.Sites(e.Args[0], s)
		ev.Work.Spend(ev.prices.Players)
		for player := range s.At.Owned {
			if meet(&s.At.Owned[player], &at) {
				set |= 1 << player
			}
		}
		return set
	case ir.KindOf:
		at := ev.Sites(e.Args[0], s)
		ev.Work.Spend(ev.prices.Kinds)
		for kind := range s.At.OfKind {
			if meet(&s.At.OfKind[kind], &at) {
				set |= 1 << kind
			}
		}
		return set
	case ir.And:
		return ev.Bits(e.Args[0], s) & ev.Bits(e.Args[1], s)
	case ir.Or:
		return ev.Bits(e.Args[0], s) | ev.Bits(e.Args[1], s)
	case ir.Minus:
		return ev.Bits(e.Args[0], s) &^ ev.Bits(e.Args[1], s)
	case ir.StateOf:
		for _, i := range ev.Indices(int(e.N), e.Args, s) {
			set |= uint64(s.At.Numbers[i])
		}
		return set
	case ir.AttrOf:
		for kinds := ev.Bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			set |= attribute(ev, int(e.N), First(kinds), s, (*Evaluator).Bits)
		}
		return set
	case ir.QUnion:
		ev.members(e, s, func() { set |= ev.Bits(e.Args[1], s) })
		return set
	case ir.QThose:
		ev.those(e, s, func() { set |= uint64(s.Vars[e.N].N) })
		return set
	}
	return control(ev, e, s, (*Evaluator).Bits)
}

// Steps evaluates a set of steps.
func (ev *Evaluator) Steps(e *ir.Expr, s *Scope) topology.Steps {
	var set topology.Steps
	if !ev.Work.Spend(1) {
		return set
	}
	switch e.Op {
	case ir.ConstSteps:
		return e.Dirs
	case ir.Var:
		return s.Vars[e.N].Dirs
	case ir.And:
		return ev.Steps(e.Args[0], s).And(ev.Steps(e.Args[1], s))
	case ir.Or:
		return ev.Steps(e.Args[0], s).Or(ev.Steps(e.Args[1], s))
	case ir.Minus:
		return ev.Steps(e.Args[0], s).Minus(ev.Steps(e.Args[1], s))
	case ir.BackOf:
		return ev.b.BackOf(ev.Steps(e.Args[0], s))
	case ir.LeftOf:
		return ev.b.LeftOf(ev.Steps(e.Args[0], s))
	case ir.RightOf:
		return ev.b.RightOf(ev.Steps(e.Args[0], s))
	case ir.SideOf:
		return ev.b.SideOf(ev.Steps(e.Args[0], s))
	case ir.Facing:
		return ev.facing(s.Me, ir.Turned(e.N))
	case ir.StateOf:
		for _, i := range ev.Indices(int(e.N), e.Args, s) {
			set = set.Or(topology.Steps{s.At.Memories[i][0], s.At.Memories[i][1]})
		}
		return set
	case ir.AttrOf:
		for kinds := ev.Bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			set = set.Or(attribute(ev, int(e.N), First(kinds), s, (*Evaluator).Steps))
		}
		return set
	case ir.QUnion:
		ev.members(e, s, func() { set = set.Or(ev.Steps(e.Args[1], s)) })
		return set
	case ir.QThose:
		ev.those(e, s, func() { set = set.Or(s.Vars[e.N].Dirs) })
		return set
	}
	return control(ev, e, s, (*Evaluator).Steps)
}

// arithmetic has the operators of two numbers (language.md#numbers).
var arithmetic = [...]func(a, b int64) int64{
	ir.Add: Add, ir.Sub: Sub, ir.Mul: Mul, ir.Div: Div, ir.Mod: Mod, ir.Pow: Pow,
	ir.Min2: func(a, b int64) int64 { return min(a, b) },
	ir.Max2: func(a, b int64) int64 { return max(a, b) },
}

// Number evaluates a number.
func (ev *Evaluator) Number(e *ir.Expr, s *Scope) int64 {
	if !ev.Work.Spend(1) {
		return 0
	}
	switch e.Op {
	case ir.ConstNumber:
		return e.N
	case ir.Var:
		return s.Vars[e.N].N
	case ir.Neg:
		return Neg(ev.Number(e.Args[0], s))
	case ir.Abs:
		return Abs(ev.Number(e.Args[0], s))
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Mod, ir.Pow, ir.Min2, ir.Max2:
		return arithmetic[e.Op](ev.Number(e.Args[0], s), ev.Number(e.Args[1], s))
	case ir.Count:
		return ev.count(e.Args[0], s)
	case ir.QSum:
		sum := int64(0)
		ev.Each(e.Args[0], s, e.N, func() bool {
			sum = Add(sum, ev.Number(e.Args[1], s))
			return true
		})
		return sum
	case ir.QMin:
		return ev.extreme(e, s, func(a, b int64) bool { return a < b })
	case ir.QMax:
		return ev.extreme(e, s, func(a, b int64) bool { return a > b })
	case ir.StateOf:
		// language.md#arguments-of-states: the values of several players, kinds or cells are
		// summed.
		sum := int64(0)
		for _, i := range ev.Indices(int(e.N), e.Args, s) {
			sum = Add(sum, s.At.Numbers[i])
		}
		return sum
	case ir.Ply:
		return int64(s.At.Ply)
	case ir.Passes:
		return int64(s.At.Passes)
	case ir.Repetitions:
		ev.Work.Spend(priceRecall)
		return s.repetitions()
	case ir.Seen:
		ev.Work.Spend(priceRecall)
		return s.seen()
	case ir.Distance:
		return ev.distance(ev.Sites(e.Args[0], s), ev.Sites(e.Args[1], s), ev.Steps(e.Args[2], s), s)
	case ir.Height:
		return ev.height(ev.Sites(e.Args[0], s), s)
	case ir.Pieces:
		return ev.pieces(e, s)
	case ir.ColumnOf:
		ev.Work.Spend(coordinatePrice(&ev.prices, e))
		return least(ev.Sites(e.Args[0], s), ev.b.Column)
	case ir.RowOf:
		ev.Work.Spend(coordinatePrice(&ev.prices, e))
		return least(ev.Sites(e.Args[0], s), ev.b.Row)
	}
	return control(ev, e, s, (*Evaluator).Number)
}

// Truth evaluates a condition. `and`, `or` and `implies` evaluate their right side only if it
// matters.
func (ev *Evaluator) Truth(e *ir.Expr, s *Scope) bool {
	if !ev.Work.Spend(1) {
		return false
	}
	switch e.Op {
	case ir.ConstTruth:
		return e.N != 0
	case ir.Var:
		return s.Vars[e.N].N != 0
	case ir.Not:
		return !ev.Truth(e.Args[0], s)
	case ir.LAnd:
		return ev.Truth(e.Args[0], s) && ev.Truth(e.Args[1], s)
	case ir.LOr:
		return ev.Truth(e.Args[0], s) || ev.Truth(e.Args[1], s)
	case ir.Implies:
		return !ev.Truth(e.Args[0], s) || ev.Truth(e.Args[1], s)
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		return e.Op.Holds(ev.scalar(e.Args[0], s), ev.scalar(e.Args[1], s))
	case ir.Even:
		return ev.Number(e.Args[0], s)&1 == 0
	case ir.Odd:
		return ev.Number(e.Args[0], s)&1 != 0
	case ir.Some:
		return ev.count(e.Args[0], s) > 0
	case ir.No:
		return ev.count(e.Args[0], s) == 0
	case ir.ExactlyOne:
		return ev.onlyOne(e, s)
	case ir.Same, ir.In:
		return ev.compare(e, s)
	case ir.QSome:
		return ev.holds(e, s, 1) > 0
	case ir.QNo:
		return ev.holds(e, s, 1) == 0
	case ir.QOne:
		return ev.holds(e, s, 2) == 1
	case ir.QAll:
		return ev.all(e, s)
	case ir.StateOf:
		set := func(i int) bool { return s.At.Numbers[i] != 0 }
		return slices.ContainsFunc(ev.Indices(int(e.N), e.Args, s), set)
	case ir.AttrOf:
		for kinds := ev.Bits(e.Args[0], s); kinds != 0; kinds &= kinds - 1 {
			if attribute(ev, int(e.N), First(kinds), s, (*Evaluator).Truth) {
				return true
			}
		}
		return false
	case ir.Stuck:
		return s.stuck()
	}
	return control(ev, e, s, (*Evaluator).Truth)
}

// onlyOne evaluates whether a set has exactly one member. Where a set of several may be a mistake,
// it is reported.
func (ev *Evaluator) onlyOne(e *ir.Expr, s *Scope) bool {
	n := ev.count(e.Args[0], s)
	if n > 1 && e.N != 0 && ev.Several != nil {
		ev.Several(e, n)
	}
	return n == 1
}

// scalar evaluates a number or a condition that is to be compared with another.
func (ev *Evaluator) scalar(e *ir.Expr, s *Scope) int64 {
	if e.Type == ir.Truth {
		return number(ev.Truth(e, s))
	}
	return ev.Number(e, s)
}

// count evaluates a set and returns the number of its members.
func (ev *Evaluator) count(e *ir.Expr, s *Scope) int64 {
	switch e.Type {
	case ir.Sites:
		set := ev.Sites(e, s)
		return int64(set.Len())
	case ir.Steps:
		return int64(ev.Steps(e, s).Len())
	}
	return int64(bits.OnesCount64(ev.Bits(e, s)))
}

// compare evaluates A = B or A in B for sets.
func (ev *Evaluator) compare(e *ir.Expr, s *Scope) bool {
	same := e.Op == ir.Same
	switch e.Args[0].Type {
	case ir.Sites:
		a, b := ev.Sites(e.Args[0], s), ev.Sites(e.Args[1], s)
		return same && a == b || !same && a.In(&b)
	case ir.Steps:
		a, b := ev.Steps(e.Args[0], s), ev.Steps(e.Args[1], s)
		return same && a == b || !same && a.Minus(b).Empty()
	}
	a, b := ev.Bits(e.Args[0], s), ev.Bits(e.Args[1], s)
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

// least returns the least of the numbers of the sites, or 0 if there are no sites.
func least(sites topology.Set, numbers []int) int64 {
	found, n := false, 0
	for x := range sites.All() {
		if !found || numbers[x] < n {
			found, n = true, numbers[x]
		}
	}
	return int64(n)
}

// clamp converts a number to an int; a number out of range becomes one that no column or row has.
func clamp(n int64) int {
	if n < 0 || n > topology.MaxSites {
		return 0
	}
	return int(n)
}

func (s *Scope) stuck() bool { return s.Course != nil && s.Course.Stuck() }

func (s *Scope) repetitions() int64 {
	if s.Course == nil {
		return 0
	}
	return s.Course.Repetitions()
}

func (s *Scope) seen() int64 {
	if s.Course == nil {
		return 0
	}
	return s.Course.Seen()
}
