package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/eval"
)

// This file compiles loops of `while`. All loops of a step share their rounds, which a number of
// the position counts while the step is taken; afterward, it says whether a loop would have gone on
// beyond the last round (language.md#loops).

// noRounds is the environment of a step that has not made any rounds.
func (c *Actions) noRounds(v *symbolic.Env) *symbolic.Env {
	st := v.St.Clone()
	st.Nums[c.Read.Store.Rounds] = c.G.Integer(0)
	return v.WithState(st)
}

// endless says in a position whether the loops of the step before it would have gone on.
func (c *Actions) endless(v *symbolic.Env) *symbolic.Env {
	st, i := v.St.Clone(), c.Read.Store.Rounds
	st.Nums[i] = c.G.Binary(graph.BLt, c.G.Integer(eval.MostRounds), st.Nums[i])
	if graph.IsFalse(st.Nums[i]) {
		st.Nums[i] = c.Read.State0.Nums[i] // it is 0 in every position
	}
	return v.WithState(st)
}

// while compiles a loop that is entered if a condition holds. What its rounds change is what it
// carries. The search for that begins with nothing, and each time adds what a round changes.
func (c *Actions) while(e *ir.Effect, when *graph.Node, v *symbolic.Env) *symbolic.State {
	loop, _ := c.Alg.NewVar()
	vars := c.Alg.Vars
	inside, number := v.St.Clone(), c.Read.Store.Rounds
	var goes *graph.Node
	var next *symbolic.State
	carried := map[int]bool{} // by index, sets before numbers
	for grows := true; grows; {
		grows, c.Alg.Vars = false, vars
		u := v.WithState(inside)
		holds := c.G.Logical(graph.BAnd, when, c.Ask.Truth(e.A, u))
		if graph.IsFalse(holds) {
			return v.St
		}
		rounds := inside.Nums[number]
		goes = c.G.Logical(graph.BAnd, holds,
			c.G.Binary(graph.BLt, rounds, c.G.Integer(eval.MostRounds)))
		counted := inside.Clone() // first, because loops within this one count on
		counted.Nums[number] = c.G.Binary(graph.BAdd, rounds, c.G.Integer(1))
		next = c.body(e, c.G.Boolean(true), v.WithState(counted))
		was := inside
		inside = was.Clone()
		carry := func(i int, x, after *graph.Node, may *layout.Bits) *graph.Node {
			if x == after || carried[i] {
				return x
			}
			carried[i], grows = true, true
			return graph.Carry(c.G, loop, i, may)
		}
		for i, x := range was.Sets {
			inside.Sets[i] = carry(i, x, next.Sets[i], &c.Read.Store.May[i])
		}
		for i, x := range was.Nums {
			inside.Nums[i] = carry(len(was.Sets)+i, x, next.Nums[i], nil)
		}
	}
	after := v.St.Clone()
	var at []**graph.Node // what the loop carries, in the position after it
	var in, start, last []*graph.Node
	add := func(i int, to **graph.Node, x, y *graph.Node) {
		if carried[i] {
			at, in, start, last = append(at, to), append(in, x), append(start, *to), append(last, y)
		}
	}
	for i := range after.Sets {
		add(i, &after.Sets[i], inside.Sets[i], next.Sets[i])
	}
	for i := range after.Nums {
		add(len(after.Sets)+i, &after.Nums[i], inside.Nums[i], next.Nums[i])
	}
	for i, x := range c.G.Rounds(loop, goes, in, start, last) {
		*at[i] = x
	}
	rounds, most := after.Nums[number], c.G.Integer(eval.MostRounds)
	more := c.G.Logical(graph.BAnd, c.G.Binary(graph.BLe, most, rounds),
		c.G.Logical(graph.BAnd, when, c.Ask.Truth(e.A, v.WithState(after))))
	after.Nums[number] = c.G.Choose(more, c.G.Integer(eval.MostRounds+1), rounds)
	return after
}
