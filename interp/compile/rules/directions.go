package rules

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// Steps compiles steps as a list of constants, with the condition for each.
func (c *cases) Steps(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	e, v = v.Head(e)
	switch e.Op {
	case ir.ConstSteps:
		return []symbolic.Part{{Dirs: e.Dirs, Cond: c.Alg.Yes(v)}}
	case ir.Var:
		if b := v.Variable(e); b.Kind == symbolic.BindSteps {
			return []symbolic.Part{{Dirs: b.Dirs, Cond: c.Alg.Yes(v)}}
		}
		symbolic.Fail("a variable that is no step")
	case ir.And:
		return c.stepPairs(e, v, topology.Steps.And)
	case ir.Or:
		return c.stepPairs(e, v, topology.Steps.Or)
	case ir.Minus:
		return c.stepPairs(e, v, topology.Steps.Minus)
	case ir.BackOf:
		return c.turned(e, v, c.Read.Game.Board.BackOf)
	case ir.LeftOf:
		return c.turned(e, v, c.Read.Game.Board.LeftOf)
	case ir.RightOf:
		return c.turned(e, v, c.Read.Game.Board.RightOf)
	case ir.SideOf:
		return c.turned(e, v, c.Read.Game.Board.SideOf)
	case ir.Facing:
		return []symbolic.Part{{Dirs: c.Walk.Facing(v.Me, ir.Turned(e.N)), Cond: c.Alg.Yes(v)}}
	case ir.AttrOf:
		list, none := c.attrCases(e, v, c.Steps)
		if !c.Alg.IsNever(none) {
			list = append(list, symbolic.Part{Cond: none})
		}
		return list
	case ir.If, ir.For:
		return selected(c.ask, e, v,
			form[[]symbolic.Part]{c.Steps, c.Alg.PickSteps(v), nil, []symbolic.Part{{Cond: c.Alg.Yes(v)}}})
	case ir.QUnion, ir.QThose:
		return c.stepUnion(e, v)
	}
	symbolic.Fail("the steps %s", symbolic.Quote(e))
	return nil
}

// turned compiles steps that are turned by f.
func (c *cases) turned(e *ir.Expr, v *symbolic.Env,
	f func(topology.Steps) topology.Steps) []symbolic.Part {
	list := c.Steps(e.Args[0], v)
	out := make([]symbolic.Part, len(list))
	for i, p := range list {
		out[i] = symbolic.Part{Dirs: f(p.Dirs), Cond: p.Cond}
	}
	return out
}

// stepPairs compiles two sets of steps that are joined by f.
func (c *cases) stepPairs(e *ir.Expr, v *symbolic.Env,
	f func(x, y topology.Steps) topology.Steps) []symbolic.Part {
	var out []symbolic.Part
	for _, x := range c.Steps(e.Args[0], v) {
		for _, y := range c.Steps(e.Args[1], v) {
			if t := c.Alg.Both(v, x.Cond, y.Cond); !c.Alg.IsNever(t) {
				out = append(out, symbolic.Part{Dirs: f(x.Dirs, y.Dirs), Cond: t})
			}
		}
	}
	return out
}

// stepUnion compiles the union of the steps of a quantifier's body, or the members of its domain
// for which the body holds.
func (c *cases) stepUnion(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	list := []symbolic.Part{{Cond: c.Alg.Yes(v)}}
	if !c.ask.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		var add []symbolic.Part
		if e.Op == ir.QUnion {
			add = c.Steps(e.Args[1], w)
		} else {
			add = []symbolic.Part{{Dirs: w.Slots[e.N].Dirs, Cond: c.Alg.Yes(v)}}
			t = c.Alg.Both(v, t, c.ask.Truth(e.Args[1], w))
		}
		var out []symbolic.Part
		for _, x := range list {
			for _, y := range add {
				if u := c.Alg.Both(v, c.Alg.Both(v, x.Cond, y.Cond), t); !c.Alg.IsNever(u) {
					out = append(out, symbolic.Part{Dirs: x.Dirs.Or(y.Dirs), Cond: u})
				}
			}
			if u := c.Alg.ButNot(v, x.Cond, t); !c.Alg.IsNever(u) {
				out = append(out, symbolic.Part{Dirs: x.Dirs, Cond: u})
			}
		}
		if list = out; len(list) > 64 {
			symbolic.Fail("too many sets of steps")
		}
		return true
	}) {
		symbolic.Fail("a union of steps over many sites")
	}
	return list
}
