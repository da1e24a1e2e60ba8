package lower

import (
	"slices"

	"boardgame/dsl/order"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	w "boardgame/interp/compile/wasm"
)

// This file spares walks that find nothing. A walk through free places stays on the lines of the
// place where it begins, whatever stands there. So if nothing that a walk from a lone piece, such
// as a king, may meet is on its lines, which a table says by place, the walk is left out. The table
// only helps if the walks begin at one place. That is likely for a set with one member as a game
// begins, and it is tested in each position. If the walks begin at several places, the module only
// looks whether there is anything at all that they may meet. That pays if there rarely is.

// A bound says when a set is certainly empty: if no member that the others have in common is in the
// table's set for the only member of lone; without lone, if they have no member in common.
type bound struct {
	lone   *graph.Node
	table  []layout.Bits
	others []*graph.Node
}

// spares reports whether the module looks for what walks may meet before it walks. On larger boards
// the tables would be large, too.
func (u *UnitOf) spares() bool {
	return len(u.B.Start) > 0 && u.B.Layout.Words <= 2 && !slices.Contains(u.B.Without, "lines")
}

// Lines returns a set that probably has one member, and by the place of that member a table of
// what n can contain; nil if there is no such set.
func (u *UnitOf) Lines(n *graph.Node) (lone *graph.Node, table []layout.Bits) {
	if graph.InBrowser || !u.spares() {
		return nil, nil
	}
	x, ok := u.lined[n]
	if !ok {
		x.lone, x.table = u.findLines(n)
		u.lined[n] = x
	}
	return x.lone, x.table
}

func (u *UnitOf) findLines(n *graph.Node) (lone *graph.Node, table []layout.Bits) {
	if s, ok := u.begins(n, false); ok && n.Op != graph.SConst && s.Len() == 1 {
		return n, u.B.Graph.Singles
	}
	each := func(f func(s layout.Bits) layout.Bits) {
		table = slices.Clone(table)
		for i, s := range table {
			table[i] = f(s).And(*n.May)
		}
	}
	switch n.Op {
	case graph.SAnd:
		if lone, table = u.Lines(n.A); lone == nil {
			lone, table = u.Lines(n.B)
		}
	case graph.SDiff:
		lone, table = u.Lines(n.A)
	case graph.SIf:
		lone, table = u.Lines(n.B)
	case graph.SOr:
		both, more := u.Lines(n.B)
		if lone, table = u.Lines(n.A); lone == nil || both != lone {
			return nil, nil
		}
		table = united(table, more)
	case graph.SShift, graph.SImage, graph.SFill:
		if lone, table = u.Lines(n.A); lone == nil {
			return nil, nil
		}
		switch n.Op {
		case graph.SShift:
			each(func(s layout.Bits) layout.Bits { return layout.Shifted(s, int(n.K)).And(*n.Set) })
		case graph.SImage:
			each(func(s layout.Bits) (t layout.Bits) {
				for i, k := range n.List.K {
					t = t.Or(layout.Shifted(s, k).And(n.List.Mask[i]))
				}
				return t
			})
		default:
			room := n.Set.And(*n.B.May)
			each(func(s layout.Bits) layout.Bits {
				for more := s; !more.Empty(); s = s.Or(more) {
					more = layout.Shifted(more, int(n.K)).And(room)
				}
				return s
			})
		}
	}
	return lone, table
}

// united returns the table of the unions of the sets of two tables.
func united(a, b []layout.Bits) []layout.Bits {
	t := slices.Clone(a)
	for i := range t {
		t[i] = t[i].Or(b[i])
	}
	return t
}

// begins returns the members that a set has as a game begins; ok reports whether that is known, as
// it is for a few operations on sets of the position, with moved also for shifts. It only serves to
// guess.
func (u *UnitOf) begins(n *graph.Node, moved bool) (s layout.Bits, ok bool) {
	if n.Work(heavy, nil) == heavy {
		return s, false
	}
	switch n.Op {
	case graph.SConst:
		return *n.Set, true
	case graph.SState:
		if int(n.K) < len(u.B.Start) {
			return u.B.Start[n.K], true
		}
	case graph.SShift:
		s, ok = u.begins(n.A, moved)
		return layout.Shifted(s, int(n.K)).And(*n.Set), ok && moved
	case graph.SAnd, graph.SOr, graph.SDiff:
		a, known := u.begins(n.A, moved)
		b, both := u.begins(n.B, moved)
		switch n.Op {
		case graph.SAnd:
			s = a.And(b)
		case graph.SOr:
			s = a.Or(b)
		default:
			s = a.Minus(b)
		}
		return s, known && both
	}
	return s, false
}

// few is the work from which finding what walks may meet, before they begin, takes too long.
const few = 4

// boundOf returns a bound of a set; nil if none is known.
func boundOf(e *Lowering, n *graph.Node) *bound {
	b, parts := &bound{}, met(e, n, nil)
	for _, x := range parts {
		lone, table := e.Unit.Lines(x)
		switch {
		case lone == nil || lone == x || b.lone != nil:
			if x.Work(few, e.Frame.known) < few {
				b.others = append(b.others, x)
			}
		default:
			b.lone, b.table = lone, table
		}
	}
	if b.lone == nil || len(b.others) == 0 {
		b = &bound{others: slices.DeleteFunc(parts, func(x *graph.Node) bool {
			s, ok := e.Unit.begins(x, true)
			return !ok || !s.Empty()
		})}
	}
	if len(b.others) == 0 {
		return nil
	}
	order.SortFunc(b.others, func(x, y *graph.Node) int { return int(x.Id - y.Id) })
	return b
}

// met adds to a list the sets of which n is the intersection.
func met(e *Lowering, n *graph.Node, list []*graph.Node) []*graph.Node {
	if n.Op != graph.SAnd || e.Frame.known(n) {
		return append(list, n)
	}
	return met(e, n.B, met(e, n.A, list))
}

// either adds to a list the conditions of which n is the disjunction, or the sets of which it is
// the union: those that have no other use.
func either(e *Lowering, n *graph.Node, list []*graph.Node) []*graph.Node {
	or := n.Op == graph.SOr ||
		n.Op == graph.NBin && graph.BinOp(n.K) == graph.BOr && n.A.IsTruth() && n.B.IsTruth()
	if !or || e.Frame.known(n) || e.Frame.used(n) > 1 {
		return append(list, n)
	}
	return either(e, n.B, either(e, n.A, list))
}

// boundsOf returns bounds of conditions that something has a member, or of sets that are empty
// without such a condition; nil if not all are known, or they are found at once.
func boundsOf(e *Lowering, list []*graph.Node) (bounds []*bound) {
	if e.Frame.flat || e.W.F.Len() >= long {
		return nil
	}
	work := 0
	for _, n := range list {
		if n.Op == graph.SIf {
			n = n.A
		}
		if n.Op != graph.NSome || e.Frame.known(n) {
			return nil
		}
		b := boundOf(e, n.A)
		if b == nil || len(bounds) > 0 && bounds[0].lone != b.lone {
			return nil
		}
		work += n.Work(heavy, e.Frame.known)
		same := func(x *bound) bool { return slices.Equal(x.others, b.others) }
		if i := slices.IndexFunc(bounds, same); i >= 0 {
			bounds[i].table = united(bounds[i].table, b.table)
		} else {
			bounds = append(bounds, b)
		}
	}
	if work < heavy {
		return nil
	}
	return bounds
}

// meets pushes whether one of the sets with these bounds may have a member.
func meets(e *Lowering, bounds []*bound) w.X {
	var lone, any []Word
	var lines func(i int) []Word
	if bounds[0].lone != nil {
		lone = e.Set(bounds[0].lone)
		var tables []int
		for _, b := range bounds {
			// Nothing is on the lines of no piece.
			table := append(slices.Clone(b.table), layout.Bits{})
			tables = append(tables, 2*e.Unit.B.Graph.AddTable(table))
		}
		lines = e.Frame.raysOf(tables, e.W.Word(least(e, lone)))
	}
	for i := len(bounds) - 1; i >= 0; i-- {
		hit := e.Set(bounds[i].others[0])
		for _, x := range bounds[i].others[1:] {
			hit = e.W.Intersection(hit, e.Set(x))
		}
		if lines != nil {
			hit = e.W.Intersection(hit, lines(i))
		}
		any = e.W.Union(any, hit)
	}
	switch len(lone) {
	case 0:
		return e.W.Some(any)
	case 1:
		several := e.W.Word(w.Bin(w.I64And, lone[0].X, w.Bin(w.I64Sub, lone[0].X, w.C64(1))))
		return e.W.Some(e.W.Union(any, []Word{several}))
	}
	return w.Bin(w.I32Or, e.W.Some(any), w.Bin(w.I64GtS, e.W.Size(lone), w.C64(1)))
}

// least pushes the least member of a set; if it has none, the number of places.
func least(e *Lowering, s []Word) w.X {
	words := e.Unit.B.Layout.Words
	if words == 1 {
		return w.Un(w.I64Ctz, At(s, 0).X)
	}
	at := w.C64(64 * words)
	for i := len(s) - 1; i >= 0; i-- {
		if !s[i].Is(0) {
			at = w.Select(Place(s[i].X, i), at,
				w.Bin(w.I64Ne, s[i].X, w.C64(0)))
		}
	}
	return at
}

// spared writes a condition of which all parts have bounds; nil if they have not.
func spared(e *Lowering, n *graph.Node) w.X {
	if graph.InBrowser || !e.Unit.spares() {
		return nil
	}
	list := either(e, n, nil)
	bounds := boundsOf(e, list)
	if bounds == nil {
		return nil
	}
	order.SortStableFunc(list, func(x, y *graph.Node) int { return x.Work(40, nil) - y.Work(40, nil) })
	t := e.W.F.Local(w.I32)
	e.W.F.Set(t, meets(e, bounds))
	var test func(i int)
	test = func(i int) {
		e.Frame.Scope(func() {
			e.W.F.Set(t, e.W.Some(e.Set(list[i].A)))
			if i+1 < len(list) {
				e.W.F.If(w.Not32(t.X), func() { test(i + 1) })
			}
		})
	}
	e.W.F.If(t.X, func() { test(0) })
	return t.X
}

// sparedSets writes a union of sets all of which have bounds; nil if they have not.
func sparedSets(e *Lowering, n *graph.Node) []Word {
	if graph.InBrowser || n.A.Op != graph.SIf && n.B.Op != graph.SIf || !e.Unit.spares() {
		return nil
	}
	list := either(e, n, nil)
	bounds := boundsOf(e, list)
	if bounds == nil {
		return nil
	}
	acc := e.W.Variables(nil, n.May)
	e.W.Clear(acc)
	e.W.F.If(meets(e, bounds), func() {
		e.Frame.Scope(func() {
			var t []Word
			for _, x := range list {
				if !e.Frame.known(x) {
					// What it depends on is found without looking again.
					some := e.W.Word(w.Un(w.I64ExtendI32U, e.W.Some(e.Set(x.A.A))))
					e.Frame.Remember(x.A, []Word{some})
				}
				t = e.W.Union(t, e.Set(x))
			}
			e.W.CopyInto(acc, t)
		})
	})
	return acc
}
