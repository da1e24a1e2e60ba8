package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// A form is what an expression is compiled to: sites, a number, a condition and so on.
type form[T any] struct {
	of      func(*ir.Expr, *symbolic.Env) T
	pick    func(t *graph.Node, x, y T) T // x where t holds, or in a lane at the anchors of t; else y
	join    func(x, y T) T                // one of them is empty; nil: use pick
	nothing T
}

// selected compiles an If or a For.
func selected[T any](c *Expressions, e *ir.Expr, v *symbolic.Env, f form[T]) T {
	if e.Op == ir.If {
		t := c.Truth(e.Args[0], v)
		switch {
		case c.Alg.IsNever(t):
			return f.of(e.Args[2], v)
		case graph.IsTrue(t), v.Lane != nil && t == v.Lane.All:
			return f.of(e.Args[1], v)
		}
		return f.pick(t, f.of(e.Args[1], v), f.of(e.Args[2], v))
	}
	all := f.nothing
	for _, p := range c.playersOf(e.Args[0], v) {
		x := f.of(e.Args[1], v.As(int(p.Val)))
		if f.join == nil {
			all = f.pick(p.Cond, x, all)
		} else {
			all = f.join(all, f.pick(p.Cond, x, f.nothing))
		}
	}
	return all
}

// selectedTruth is selected for conditions.
func (c *Expressions) selectedTruth(e *ir.Expr, v *symbolic.Env,
	of func(*ir.Expr, *symbolic.Env) *graph.Node) *graph.Node {
	pick := func(t, x, y *graph.Node) *graph.Node {
		if x = c.Alg.Both(v, t, x); c.Alg.IsNever(y) {
			return x
		}
		return c.Alg.Either(v, x, c.Alg.ButNot(v, y, t))
	}
	return selected(c, e, v, form[*graph.Node]{
		of,
		pick,
		func(x, y *graph.Node) *graph.Node { return c.Alg.Either(v, x, y) },
		c.Alg.Never(v),
	})
}
