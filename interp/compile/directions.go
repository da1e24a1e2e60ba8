package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"math/bits"
)

// steps compiles steps as a list of constants, with the condition for each.
func (c *expressions) steps(e *ir.Expr, v *env) []part {
	e, v = v.head(e)
	board := c.game.Board
	turn := func(f func(topology.Steps) topology.Steps) []part {
		list := c.steps(e.Args[0], v)
		out := make([]part, len(list))
		for i, p := range list {
			out[i] = part{dirs: f(p.dirs), cond: p.cond}
		}
		return out
	}
	pairs := func(f func(x, y topology.Steps) topology.Steps) []part {
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
	switch e.Op {
	case ir.ConstSteps:
		return []part{{dirs: e.Dirs, cond: c.yes(v)}}
	case ir.Var:
		switch b := v.variable(e); b.kind {
		case bindSteps:
			return []part{{dirs: b.dirs, cond: c.yes(v)}}
		}
		fail("a variable that is no step")
	case ir.And:
		return pairs(topology.Steps.And)
	case ir.Or:
		return pairs(topology.Steps.Or)
	case ir.Minus:
		return pairs(topology.Steps.Minus)
	case ir.BackOf:
		return turn(board.BackOf)
	case ir.LeftOf:
		return turn(board.LeftOf)
	case ir.RightOf:
		return turn(board.RightOf)
	case ir.SideOf:
		return turn(board.SideOf)
	case ir.Facing:
		return []part{{dirs: c.facing(v.me, ir.Turned(e.N)), cond: c.yes(v)}}
	case ir.AttrOf:
		var list []part
		rest := c.yes(v)
		for _, k := range c.kindsOf(e.Args[0], v) {
			if k.val&(k.val-1) != 0 {
				fail("steps of several kinds")
			}
			if a := c.attr(e, bits.TrailingZeros64(uint64(k.val))); a != nil {
				for _, p := range c.steps(a, v.ofAttr()) {
					t := c.both(v, k.cond, p.cond)
					list = append(list, part{dirs: p.dirs, cond: t})
					rest = c.butNot(v, rest, t)
				}
			}
		}
		if !c.isNever(rest) {
			list = append(list, part{cond: rest})
		}
		return list
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]part]{c.steps, c.pickSteps(v), nil, []part{{cond: c.yes(v)}}})
	case ir.QUnion, ir.QThose:
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
	fail("steps of operator %d", e.Op)
	return nil
}
