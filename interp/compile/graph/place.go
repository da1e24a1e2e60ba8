package graph

import (
	"encoding/binary"
	"slices"

	"boardgame/interp/compile/layout"
)

// Sets and numbers that depend on only one place are tables by place; this file makes and computes
// them.

// ByPlace returns a set that depends on only one place as a table: the node of the place, and the
// set for each place. The index may be more than a place; see ofPlace.
func (g *Graph) ByPlace(a *Node) (*Node, []layout.Bits) {
	switch a.Op {
	case STable:
		return a.A, g.Tables[a.K]
	case SOne:
		return a.A, g.Singles
	}
	return nil, nil
}

// OfPlace is byPlace for a place itself. The index of a table may combine a place and a number, as
// for the end of a walk; for such a table it returns nil.
func (g *Graph) OfPlace(a *Node) (*Node, []layout.Bits) {
	i, x := g.ByPlace(a)
	if len(x) != g.Lay.Words*64 {
		return nil, nil
	}
	return i, x
}

// fold2 combines two sets that depend on only one place into one table; nil if they do not. Two
// empty sets become an empty set.
func fold2(g *Graph, a, b *Node, f func(layout.Bits, layout.Bits) layout.Bits) *Node {
	if a.Op != STable && a.Op != SOne && b.Op != STable && b.Op != SOne {
		return nil
	}
	i, x := g.ByPlace(a)
	j, y := g.ByPlace(b)
	switch {
	case x == nil && a.Op == SConst && b.Op == STable:
		i, x = j, slices.Repeat([]layout.Bits{*a.Set}, len(y))
	case y == nil && b.Op == SConst && a.Op == STable:
		j, y = i, slices.Repeat([]layout.Bits{*b.Set}, len(x))
	}
	if x == nil || y == nil || i != j {
		return nil
	}
	z := make([]layout.Bits, len(x))
	for k := range z {
		if !x[k].Empty() || !y[k].Empty() {
			z[k] = f(x[k], y[k])
		}
	}
	return g.Table(i, z)
}

// fold1 applies a constant function to a set that depends on only one place; nil if it does not.
// The function turns the empty set into itself.
func fold1(g *Graph, a *Node, f func(layout.Bits) layout.Bits) *Node {
	i, x := g.ByPlace(a)
	if x == nil {
		return nil
	}
	z := make([]layout.Bits, len(x))
	for k := range z {
		if !x[k].Empty() { // memory that stays zero costs nothing
			z[k] = f(x[k])
		}
	}
	return g.Table(i, z)
}

// Table returns the i-th set of a table of sets, i being a place.
func (g *Graph) Table(i *Node, sets []layout.Bits) *Node {
	if i.Op == NConst {
		return g.Constant(sets[i.K])
	}
	return g.Intern(Node{Op: STable, A: i, K: int64(g.AddTable(sets))})
}

func (g *Graph) AddTable(sets []layout.Bits) int {
	key := make([]byte, 0, len(sets)*g.Lay.Words*8+1)
	key = append(key, 's')
	for i := range sets {
		for _, w := range sets[i][:g.Lay.Words] {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
	}
	if k, ok := g.tabKey[string(key)]; ok {
		return k
	}
	k := len(g.Tables)
	g.Tables = append(g.Tables, sets)
	g.tabKey[string(key)] = k
	return k
}

// NumberTable returns the i-th number of a table.
func (g *Graph) NumberTable(i *Node, values []int64) *Node {
	if i.Op == NConst {
		return g.Integer(values[i.K])
	}
	key := []byte{'n'}
	for _, v := range values {
		key = appendInts(key, int(v), int(v>>32))
	}
	k, ok := g.tabKey[string(key)]
	if !ok {
		k = len(g.NumTab)
		g.NumTab = append(g.NumTab, values)
		g.tabKey[string(key)] = k
	}
	return g.Intern(Node{Op: NTable, A: i, K: int64(k)})
}

// NumbersOf turns a table of sets into one of numbers.
func (g *Graph) NumbersOf(a *Node, f func(layout.Bits) int64) *Node {
	sets := g.Tables[a.K]
	values := make([]int64, len(sets))
	for i := range sets {
		values[i] = f(sets[i])
	}
	return g.NumberTable(a.A, values)
}

// numbers returns two numbers that depend on only one place as tables; nil if they do not.
func numbers(g *Graph, a, b *Node) (x, y []int64) {
	switch {
	case a.Op == NTable && b.Op == NTable && a.A == b.A:
		return g.NumTab[a.K], g.NumTab[b.K]
	case a.Op == NTable && b.Op == NConst:
		return g.NumTab[a.K], slices.Repeat([]int64{b.K}, len(g.NumTab[a.K]))
	case b.Op == NTable && a.Op == NConst:
		return slices.Repeat([]int64{a.K}, len(g.NumTab[b.K])), g.NumTab[b.K]
	}
	return nil, nil
}
