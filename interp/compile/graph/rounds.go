package graph

import "boardgame/interp/compile/layout"

// This file makes the nodes of loops that go on as long as a condition holds. What a round changes
// is a value that the loop carries: within the loop a node stands for what the round before left.

// carries is the number of loops whose carried values have different numbers.
const carries = 64

// Carry returns the i-th value that the loop with a loop variable carries; may is nil for a number.
func Carry(g *Graph, loop int64, i int, may *layout.Bits) *Node {
	op := NCarry
	if may != nil {
		op = SCarry
	}
	return g.Intern(Node{Op: op, K: int64(i)*carries + loop, May: may})
}

// Carried returns i for the i-th value that a loop carries.
func (n *Node) Carried() int { return int(n.K / carries) }

// Rounds returns the values that a loop leaves: carried, which begins as start and is next after
// each round. Rounds are made as long as a condition holds.
func (g *Graph) Rounds(loop int64, goes *Node, carried, start, next []*Node) []*Node {
	n := &Node{Op: NRounds, K: loop, Args: []*Node{goes}}
	for i := range carried {
		n.Args = append(n.Args, carried[i], start[i], next[i])
		n.Deps |= next[i].Deps
	}
	n.Deps = (n.Deps | goes.Deps) &^ (1 << uint(loop))
	key := "rounds"
	for _, x := range n.Args {
		key = string(appendInts([]byte(key), int(x.Id)))
	}
	if old, ok := g.spread[key]; ok {
		n = old
	} else {
		for _, x := range start {
			n.Deps |= x.Deps
		}
		n.Id = g.count
		g.count++
		g.spread[key] = n
	}
	left := make([]*Node, len(carried))
	for i, x := range carried {
		left[i] = n.Left(g, i, x)
	}
	return left
}

// Left returns the i-th value that the rounds n leave, which they carry as x.
func (n *Node) Left(g *Graph, i int, x *Node) *Node {
	if x.Op == SCarry {
		return g.Intern(Node{Op: SLeft, A: n, K: int64(i), May: x.May})
	}
	return g.Intern(Node{Op: NLeft, A: n, K: int64(i)})
}
