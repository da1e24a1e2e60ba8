package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// steps compiles steps as a list of constants, with the condition for each.
func (c *expressions) steps(e *ir.Expr, v *env) []part {
	e, v = v.head(e)
	switch e.Op {
	case ir.ConstSteps:
		return []part{{dirs: e.Dirs, cond: c.yes(v)}}
	case ir.Var:
		if b := v.variable(e); b.kind == bindSteps {
			return []part{{dirs: b.dirs, cond: c.yes(v)}}
		}
		fail("a variable that is no step")
	case ir.And:
		return c.stepPairs(e, v, topology.Steps.And)
	case ir.Or:
		return c.stepPairs(e, v, topology.Steps.Or)
	case ir.Minus:
		return c.stepPairs(e, v, topology.Steps.Minus)
	case ir.BackOf:
		return c.turned(e, v, c.game.Board.BackOf)
	case ir.LeftOf:
		return c.turned(e, v, c.game.Board.LeftOf)
	case ir.RightOf:
		return c.turned(e, v, c.game.Board.RightOf)
	case ir.SideOf:
		return c.turned(e, v, c.game.Board.SideOf)
	case ir.Facing:
		return []part{{dirs: c.facing(v.me, ir.Turned(e.N)), cond: c.yes(v)}}
	case ir.AttrOf:
		list, none := c.attrCases(e, v, c.steps)
		if !c.isNever(none) {
			list = append(list, part{cond: none})
		}
		return list
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]part]{c.steps, c.pickSteps(v), nil, []part{{cond: c.yes(v)}}})
	case ir.QUnion, ir.QThose:
		return c.stepUnion(e, v)
	}
	fail("steps of operator %d", e.Op)
	return nil
}

// turned compiles steps that are turned by f.
func (c *expressions) turned(e *ir.Expr, v *env, f func(topology.Steps) topology.Steps) []part {
	list := c.steps(e.Args[0], v)
	out := make([]part, len(list))
	for i, p := range list {
		out[i] = part{dirs: f(p.dirs), cond: p.cond}
	}
	return out
}

// stepPairs compiles two sets of steps that are joined by f.
func (c *expressions) stepPairs(e *ir.Expr, v *env,
	f func(x, y topology.Steps) topology.Steps) []part {
	var out []part
	for _, x := range c.steps(e.Args[0], v) {
		for _, y := range c.steps(e.Args[1], v) {
			if t := c.both(v, x.cond, y.cond); !c.isNever(t) {
				out = append(out, part{dirs: f(x.dirs, y.dirs), cond: t})
			}
		}
	}
	return out
}

// stepUnion compiles the union of the steps of a quantifier's body, or the members of its domain
// for which the body holds.
func (c *expressions) stepUnion(e *ir.Expr, v *env) []part {
	list := []part{{cond: c.yes(v)}}
	if !c.unroll(e, v, func(w *env, t *node) bool {
		var add []part
		if e.Op == ir.QUnion {
			add = c.steps(e.Args[1], w)
		} else {
			add = []part{{dirs: w.slots[e.N].dirs, cond: c.yes(v)}}
			t = c.both(v, t, c.truth(e.Args[1], w))
		}
		var out []part
		for _, x := range list {
			for _, y := range add {
				if u := c.both(v, c.both(v, x.cond, y.cond), t); !c.isNever(u) {
					out = append(out, part{dirs: x.dirs.Or(y.dirs), cond: u})
				}
			}
			if u := c.butNot(v, x.cond, t); !c.isNever(u) {
				out = append(out, part{dirs: x.dirs, cond: u})
			}
		}
		if list = out; len(list) > 64 {
			fail("too many sets of steps")
		}
		return true
	}) {
		fail("a union of steps over many sites")
	}
	return list
}
