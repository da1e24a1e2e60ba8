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
func (c *Expressions) Bitset(e *ir.Expr, v *symbolic.Env) *graph.Node {
	e, v = v.Head(e)
	if v.Lane != nil {
		if v.Varies(e) {
			symbolic.Fail("players or kinds that depend on the anchor")
		}
		v = v.WithLane(nil)
	}
	switch e.Op {
	case ir.ConstPlayers, ir.ConstKinds:
		return c.G.Integer(e.N)
	case ir.Var:
		return v.NumberOf(e)
	case ir.Me:
		return c.G.Integer(1 << v.Me)
	case ir.Team:
		return c.G.Integer(int64(c.Read.Game.Team(v.Me)))
	case ir.Next:
		return c.Read.Next(v)
	case ir.InGame:
		all := c.G.Integer(1<<len(c.Read.Game.Players) - 1)
		if c.Read.Opposed {
			return all
		}
		return c.G.Binary(graph.BAndNot, all, v.St.Nums[symbolic.NumOut])
	case ir.OwnerOf:
		return c.present(c.Sites(e.Args[0], v), v.St, len(c.Read.Game.Players), c.Read.OwnedBy)
	case ir.KindOf:
		if k := v.KnownKind(e.Args[0]); k >= 0 {
			return c.G.Integer(1 << k)
		}
		return c.present(c.Sites(e.Args[0], v), v.St, len(c.Read.Game.Kinds), c.Read.OfKind)
	case ir.And:
		return c.G.Binary(graph.BAnd, c.Bitset(e.Args[0], v), c.Bitset(e.Args[1], v))
	case ir.Or:
		return c.G.Binary(graph.BOr, c.Bitset(e.Args[0], v), c.Bitset(e.Args[1], v))
	case ir.Minus:
		return c.G.Binary(graph.BAndNot, c.Bitset(e.Args[0], v), c.Bitset(e.Args[1], v))
	case ir.StateOf:
		set := c.G.Integer(0)
		list, _ := c.stateIndex(int(e.N), e.Args, v)
		for _, x := range list {
			set = c.G.Binary(graph.BOr, set,
				c.G.Choose(x.Cond, v.St.Nums[symbolic.NumFirst+x.Index], c.G.Integer(0)))
		}
		return set
	case ir.AttrOf:
		set := c.G.Integer(0)
		for when, a := range c.attributes(e, v) {
			set = c.G.Binary(graph.BOr, set, c.G.Choose(when, c.Bitset(a, v.OfAttr()), c.G.Integer(0)))
		}
		return set
	case ir.QUnion, ir.QThose:
		set := c.G.Integer(0)
		if !c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
			x := w.Variable(&ir.Expr{Op: ir.Var, N: e.N}).Num
			if e.Op == ir.QUnion {
				x = c.Bitset(e.Args[1], w)
			} else {
				t = c.G.Logical(graph.BAnd, t, c.Truth(e.Args[1], w))
			}
			set = c.G.Binary(graph.BOr, set, c.G.Choose(t, x, c.G.Integer(0)))
			return true
		}) {
			symbolic.Fail("a union of players or kinds over many sites")
		}
		return set
	case ir.If, ir.For:
		return selected(c, e, v, form[*graph.Node]{c.Bitset, c.G.Choose,
			func(x, y *graph.Node) *graph.Node { return c.G.Binary(graph.BOr, x, y) }, c.G.Integer(0)})
	}
	symbolic.Fail("the players or kinds %s", symbolic.Quote(e))
	return nil
}

// present returns which of n players or kinds have a piece on some sites.
func (c *Expressions) present(at []*graph.Node, st *symbolic.State, n int,
	of func(*symbolic.State, int) []*graph.Node) *graph.Node {
	set := c.G.Integer(0)
	for i := range n {
		set = c.Alg.WithBit(set, i, c.Alg.SomeSets(c.Alg.Meet(at, of(st, i))))
	}
	return set
}

// piecesOf returns the sites of the pieces of those of n players or kinds that are in a set.
func (c *Expressions) piecesOf(set *graph.Node, st *symbolic.State, n int,
	of func(*symbolic.State, int) []*graph.Node) []*graph.Node {
	sites := c.Alg.None()
	for i := range n {
		sites = c.Alg.Union(sites, c.Alg.WhenSets(c.Alg.Member(set, i), of(st, i)))
	}
	return sites
}

// attributes yields the values of an attribute for the kinds that an expression can mean, with the
// condition for each.
func (c *Expressions) attributes(e *ir.Expr, v *symbolic.Env) iter.Seq2[*graph.Node, *ir.Expr] {
	return func(yield func(*graph.Node, *ir.Expr) bool) {
		for _, k := range c.kindsOf(e.Args[0], v) {
			for kinds := uint64(k.Val); kinds != 0; kinds &= kinds - 1 {
				if a := c.Read.Attr(e, bits.TrailingZeros64(kinds)); a != nil && !yield(k.Cond, a) {
					return
				}
			}
		}
	}
}

// playersOf returns the players that an expression of one player can mean, with the condition for
// each.
func (c *Expressions) playersOf(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	var list []symbolic.Part
	for _, p := range c.Cases.of(e, v) {
		if p.Val == 0 {
			continue
		}
		p.Val = int64(bits.TrailingZeros64(uint64(p.Val)))
		if p.Val < int64(len(c.Read.Game.Players)) {
			list = append(list, p)
		}
	}
	return list
}

// kindsOf returns the sets of kinds that an expression can be, with the condition for each.
func (c *Expressions) kindsOf(e *ir.Expr, v *symbolic.Env) []symbolic.Part {
	return lists.Filter(c.Cases.of(e, v), func(p symbolic.Part) bool { return p.Val != 0 })
}
