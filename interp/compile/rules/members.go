package rules

import (
	"iter"
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// Bitset compiles a set of players or kinds as a number, without a lane.
func (c *expressions) Bitset(e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if v.Lane != nil {
		if v.Varies(e) {
			symbolic.Fail("players or kinds that depend on the anchor")
		}
		v = v.WithLane(nil)
	}
	switch e.Op {
	case ir.ConstPlayers, ir.ConstKinds:
		return c.Integer(e.N)
	case ir.Var:
		return v.NumberOf(e)
	case ir.Me:
		return c.Integer(1 << v.Me)
	case ir.Next:
		return c.Next(v)
	case ir.InGame:
		all := c.Integer(1<<len(c.Game.Players) - 1)
		if c.Opposed {
			return all
		}
		return c.Binary(graph.BAndNot, all, v.St.Nums[symbolic.NumOut])
	case ir.OwnerOf:
		return c.present(c.Sites(e.Args[0], v), v.St, len(c.Game.Players), c.OwnedBy)
	case ir.KindOf:
		if k := v.KnownKind(e.Args[0]); k >= 0 {
			return c.Integer(1 << k)
		}
		return c.present(c.Sites(e.Args[0], v), v.St, len(c.Game.Kinds), c.OfKind)
	case ir.And:
		return c.Binary(graph.BAnd, c.Bitset(e.Args[0], v), c.Bitset(e.Args[1], v))
	case ir.Or:
		return c.Binary(graph.BOr, c.Bitset(e.Args[0], v), c.Bitset(e.Args[1], v))
	case ir.Minus:
		return c.Binary(graph.BAndNot, c.Bitset(e.Args[0], v), c.Bitset(e.Args[1], v))
	case ir.StateOf:
		set := c.Integer(0)
		list, _ := c.stateIndex(int(e.N), e.Args, v)
		for _, x := range list {
			set = c.Binary(graph.BOr, set,
				c.Choose(x.Cond, v.St.Nums[symbolic.NumFirst+x.Index], c.Integer(0)))
		}
		return set
	case ir.AttrOf:
		set := c.Integer(0)
		for when, a := range c.attributes(e, v) {
			set = c.Binary(graph.BOr, set, c.Choose(when, c.Bitset(a, v.OfAttr()), c.Integer(0)))
		}
		return set
	case ir.QUnion, ir.QThose:
		set := c.Integer(0)
		if !c.unroll(e, v, func(w *symbolic.Env, t *graph.Node) bool {
			x := w.Variable(&ir.Expr{Op: ir.Var, N: e.N}).Num
			if e.Op == ir.QUnion {
				x = c.Bitset(e.Args[1], w)
			} else {
				t = c.Logical(graph.BAnd, t, c.Truth(e.Args[1], w))
			}
			set = c.Binary(graph.BOr, set, c.Choose(t, x, c.Integer(0)))
			return true
		}) {
			symbolic.Fail("a union of players or kinds over many sites")
		}
		return set
	case ir.If, ir.For:
		return selected(c, e, v, form[*graph.Node]{c.Bitset, c.Choose,
			func(x, y *graph.Node) *graph.Node { return c.Binary(graph.BOr, x, y) }, c.Integer(0)})
	}
	symbolic.Fail("the players or kinds %s", symbolic.Quote(e))
	return nil
}

// present returns which of n players or kinds have a piece on some sites.
func (c *expressions) present(at []*graph.Node, st *symbolic.State, n int,
	of func(*symbolic.State, int) []*graph.Node) *graph.Node {
	set := c.Integer(0)
	for i := range n {
		set = c.WithBit(set, i, c.SomeSets(c.Meet(at, of(st, i))))
	}
	return set
}

// piecesOf returns the sites of the pieces of those of n players or kinds that are in a set.
func (c *expressions) piecesOf(set *graph.Node, st *symbolic.State, n int,
	of func(*symbolic.State, int) []*graph.Node) []*graph.Node {
	sites := c.None()
	for i := range n {
		sites = c.Union(sites, c.WhenSets(c.Member(set, i), of(st, i)))
	}
	return sites
}

// attributes yields the values of an attribute for the kinds that an expression can mean, with the
// condition for each.
func (c *expressions) attributes(e *ir.Expr, v *symbolic.Env) iter.Seq2[*graph.Node, *ir.Expr] {
	return func(yield func(*graph.Node, *ir.Expr) bool) {
		for _, k := range c.kindsOf(e.Args[0], v) {
			for kinds := uint64(k.Val); kinds != 0; kinds &= kinds - 1 {
				if a := c.Attr(e, bits.TrailingZeros64(kinds)); a != nil && !yield(k.Cond, a) {
					return
				}
			}
		}
	}
}

// playersOf returns the players that an expression of one player can mean, with the condition for
// each.
func (c *expressions) playersOf(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	var list []symbolic.Part
	for _, p := range c.parts(e, v) {
		if p.Val == 0 {
			continue
		}
		p.Val = int64(bits.TrailingZeros64(uint64(p.Val)))
		if p.Val < int64(len(c.Game.Players)) {
			list = append(list, p)
		}
	}
	return list
}

// kindsOf returns the sets of kinds that an expression can be, with the condition for each.
func (c *expressions) kindsOf(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	return lists.Filter(c.parts(e, v), func(p symbolic.Part) bool { return p.Val != 0 })
}
