package compile

import (
	"slices"
)

// Sets and numbers that depend on only one place are tables by place; this file makes and computes
// them.

// byPlace returns a set that depends on only one place as a table: the node of the place, and the
// set for each place. The index may be more than a place; see ofPlace.
func (g *graph) byPlace(a *node) (*node, []Bits) {
	switch a.op {
	case sTable:
		return a.a, g.tables[a.k]
	case sOne:
		return a.a, g.singles
	}
	return nil, nil
}

// ofPlace is byPlace for a place itself. The index of a table may combine a place and a number, as
// for the end of a walk; for such a table it returns nil.
func (g *graph) ofPlace(a *node) (*node, []Bits) {
	i, x := g.byPlace(a)
	if len(x) != g.layout.Words*64 {
		return nil, nil
	}
	return i, x
}

// fold2 combines two sets that depend on only one place into one table; nil if they do not.
func (g *graph) fold2(a, b *node, f func(Bits, Bits) Bits) *node {
	if a.op != sTable && a.op != sOne && b.op != sTable && b.op != sOne {
		return nil
	}
	i, x := g.byPlace(a)
	j, y := g.byPlace(b)
	switch {
	case x == nil && a.op == sConst && b.op == sTable:
		i, x = j, slices.Repeat([]Bits{*a.set}, len(y))
	case y == nil && b.op == sConst && a.op == sTable:
		j, y = i, slices.Repeat([]Bits{*b.set}, len(x))
	}
	if x == nil || y == nil || i != j {
		return nil
	}
	z := make([]Bits, len(x))
	for k := range z {
		z[k] = f(x[k], y[k])
	}
	return g.table(i, z)
}

// fold1 applies a constant function to a set that depends on only one place; nil if it does not.
func (g *graph) fold1(a *node, f func(Bits) Bits) *node {
	i, x := g.byPlace(a)
	if x == nil {
		return nil
	}
	z := make([]Bits, len(x))
	for k := range z {
		z[k] = f(x[k])
	}
	return g.table(i, z)
}

// table returns the i-th set of a table of sets, i being a place.
func (g *graph) table(i *node, sets []Bits) *node {
	if i.op == nConst {
		return g.constant(sets[i.k])
	}
	return g.intern(node{op: sTable, a: i, k: int64(g.addTable(sets))})
}

func (g *graph) addTable(sets []Bits) int {
	key := make([]byte, 0, len(sets)*g.layout.Words*8+1)
	key = append(key, 's')
	for i := range sets {
		for _, w := range sets[i][:g.layout.Words] {
			key = appendInts(key, int(w), int(w>>32))
		}
	}
	if k, ok := g.tabKey[string(key)]; ok {
		return k
	}
	k := len(g.tables)
	g.tables = append(g.tables, sets)
	g.tabKey[string(key)] = k
	return k
}

// numberTable returns the i-th number of a table.
func (g *graph) numberTable(i *node, values []int64) *node {
	if i.op == nConst {
		return g.integer(values[i.k])
	}
	key := []byte{'n'}
	for _, v := range values {
		key = appendInts(key, int(v), int(v>>32))
	}
	k, ok := g.tabKey[string(key)]
	if !ok {
		k = len(g.numTab)
		g.numTab = append(g.numTab, values)
		g.tabKey[string(key)] = k
	}
	return g.intern(node{op: nTable, a: i, k: int64(k)})
}

// numbersOf turns a table of sets into one of numbers.
func (g *graph) numbersOf(a *node, f func(Bits) int64) *node {
	sets := g.tables[a.k]
	values := make([]int64, len(sets))
	for i := range sets {
		values[i] = f(sets[i])
	}
	return g.numberTable(a.a, values)
}

// numbers returns two numbers that depend on only one place as tables; nil if they do not.
func (g *graph) numbers(a, b *node) (x, y []int64) {
	switch {
	case a.op == nTable && b.op == nTable && a.a == b.a:
		return g.numTab[a.k], g.numTab[b.k]
	case a.op == nTable && b.op == nConst:
		return g.numTab[a.k], slices.Repeat([]int64{b.k}, len(g.numTab[a.k]))
	case b.op == nTable && a.op == nConst:
		return slices.Repeat([]int64{a.k}, len(g.numTab[b.k])), g.numTab[b.k]
	}
	return nil, nil
}
