package rules

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// Sites compiles a set of sites that does not depend on a lane.
func (c *Expressions) Sites(e *ir.Expr, v *symbolic.Env) []*graph.Node {
	if v.Lane != nil {
		v = v.WithLane(nil)
	}
	e, v = v.Head(e)
	switch e.Op {
	case ir.ConstSites:
		return c.Alg.SitesConst(e.Sets[0])
	case ir.PlayerSites:
		return c.Alg.SitesConst(e.Sets[v.Me])
	case ir.Var:
		switch b := v.Variable(e); b.Kind {
		case symbolic.BindOne:
			sets := c.Alg.None()
			sets[b.Plane] = c.G.One(b.Num)
			return sets
		case symbolic.BindSets:
			return b.Sets
		}
		symbolic.Fail("a variable of the lane stands where a plain set is wanted")
	case ir.And:
		return c.Alg.Meet(c.Sites(e.Args[0], v), c.Sites(e.Args[1], v))
	case ir.Or:
		return c.Alg.Union(c.Sites(e.Args[0], v), c.Sites(e.Args[1], v))
	case ir.Minus:
		return c.Alg.Without(c.Sites(e.Args[0], v), c.Sites(e.Args[1], v))
	case ir.PiecesOf:
		return c.piecesOf(c.Bitset(e.Args[0], v), v.St, len(c.Read.Game.Players), c.Read.OwnedBy)
	case ir.PiecesKind:
		return c.piecesOf(c.Bitset(e.Args[0], v), v.St, len(c.Read.Game.Kinds), c.Read.OfKind)
	case ir.Occupied:
		return c.Read.Occupied(v.St)
	case ir.EmptyCells:
		return c.Read.EmptyCells(v.St)
	case ir.Holding:
		return c.holding(e.Args[0], v)
	case ir.Path:
		return c.paths.of(e, v)
	case ir.StateOf:
		sets := c.Alg.None()
		list, cell := c.stateIndex(int(e.N), e.Args, v)
		if cell != nil {
			if of := c.Walk.CellSets(int(e.N), list, cell, v.St); of != nil {
				return of
			}
		}
		for _, x := range list {
			sets = c.Alg.Union(sets, c.Alg.WhenSets(x.Cond, c.Read.MemorySets(v.St, x.Index)))
		}
		return sets
	case ir.AttrOf:
		sets := c.Alg.None()
		for when, a := range c.attributes(e, v) {
			sets = c.Alg.Union(sets, c.Alg.WhenSets(when, c.Sites(a, v.OfAttr())))
		}
		return sets
	case ir.FileOf, ir.RankOf:
		return c.numbered(e.Op, c.Number(e.Args[0], v))
	case ir.EdgeOf:
		sets := c.Alg.None()
		for _, s := range c.Cases.Steps(e.Args[0], v) {
			sets = c.Alg.Union(sets, c.Alg.WhenSets(s.Cond,
				c.Alg.SitesConst(c.Read.Game.Board.EdgeOf(s.Dirs))))
		}
		return sets
	case ir.QUnion:
		return c.siteUnion(e, v)
	case ir.QThose:
		return c.siteMembers(e, v)
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]*graph.Node]{c.Sites, c.Alg.ChooseSets, c.Alg.Union, c.Alg.None()})
	}
	symbolic.Fail("the sites %s", symbolic.Quote(e))
	return nil
}

// numbered returns the sites of the n-th file or rank.
func (c *Expressions) numbered(op ir.Op, n *graph.Node) []*graph.Node {
	board := c.Read.Game.Board
	if op == ir.FileOf {
		return c.Walk.NumberedCells(n, board.FileOf, board.Width)
	}
	return c.Walk.NumberedCells(n, board.RankOf, board.Height)
}

// siteUnion compiles the union of the sites of a quantifier's body.
func (c *Expressions) siteUnion(e *ir.Expr, v *symbolic.Env) []*graph.Node {
	sets := c.Alg.None()
	if c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
		sets = c.Alg.Union(sets, c.Alg.WhenSets(t, c.Sites(e.Args[1], w)))
		return true
	}) {
		return sets
	}
	return c.loopSets(e, v,
		func(op *symbolic.Env, x *graph.Node, dom *graph.Node, i int64) []*graph.Node {
			body := c.Sites(e.Args[1], op)
			out := c.Alg.None()
			for p := range out {
				if !graph.IsEmpty(body[p]) {
					out[p] = c.G.Loop(graph.SUnion, i, dom, body[p])
				}
			}
			return out
		})
}

// siteMembers compiles the members of a quantifier's domain for which its body holds.
func (c *Expressions) siteMembers(e *ir.Expr, v *symbolic.Env) []*graph.Node {
	sets := c.Alg.None()
	if c.Loops.domainIsConst(e, v) {
		member := &ir.Expr{Op: ir.Var, Type: ir.Sites, N: e.N}
		c.Loops.each(e, v, func(w *symbolic.Env, t *graph.Node) bool {
			holds := c.G.Logical(graph.BAnd, t, c.Truth(e.Args[1], w))
			sets = c.Alg.Union(sets, c.Alg.WhenSets(holds, c.Sites(member, w)))
			return true
		})
		return sets
	}
	dom := c.Sites(e.Args[0], v)
	for p := range dom {
		sets[p] = c.those(dom[p], p, int(e.N), e.Args[1], v)
	}
	return sets
}

// those returns the members of a set of one plane for which a condition holds: as a lane if
// possible, otherwise one by one.
func (c *Expressions) those(dom *graph.Node, plane, slot int, cond *ir.Expr,
	v *symbolic.Env) *graph.Node {
	if graph.IsEmpty(dom) {
		return dom
	}
	if dom.Op == graph.SOne {
		return c.G.When(c.Truth(cond, v.Bind(slot,
			symbolic.Binding{Kind: symbolic.BindOne, Plane: plane, Num: dom.A, Piece: -1})), dom)
	}
	var set *graph.Node
	if symbolic.Attempt(func() {
		l := &symbolic.Lane{Plane: plane, All: c.G.Constant(c.G.Lay.All[plane])}
		w := v.Bind(slot, symbolic.Binding{Kind: symbolic.BindPoint, Lane: l, Plane: plane, Piece: -1}).
			WithLane(l)
		set = c.G.And(dom, c.Truth(cond, w))
	}) == "" {
		return set
	}
	i, x := c.Alg.NewVar()
	c.G.Known.SetWithin(x, dom)
	return c.G.Loop(graph.SThose, i, dom, c.Truth(cond,
		v.Bind(slot, symbolic.Binding{Kind: symbolic.BindOne, Plane: plane, Num: x, Piece: -1}).
			WithLane(nil)))
}

// loopSets runs a body for each member of a domain of sites, plane by plane, and returns the union
// of the results.
func (c *Expressions) loopSets(e *ir.Expr, v *symbolic.Env,
	body func(w *symbolic.Env, x, dom *graph.Node, i int64) []*graph.Node) []*graph.Node {
	if e.Args[0].Type != ir.Sites || e.Args[0].Op == ir.Range {
		symbolic.Fail("a quantifier over numbers or sets that are not constant")
	}
	sets := c.Alg.None()
	for p, dom := range c.Sites(e.Args[0], v) {
		if graph.IsEmpty(dom) {
			continue
		}
		i, x := c.Alg.NewVar()
		c.G.Known.SetWithin(x, dom)
		sets = c.Alg.Union(sets, body(
			v.Bind(int(e.N), symbolic.Binding{Kind: symbolic.BindOne, Plane: p, Num: x, Piece: -1}), x, dom,
			i))
	}
	return sets
}

// stateIndex returns which values of a state some arguments select. The values of a game's states
// are numbered as in a position, numbers and memories separately. If it is exactly one, that of a
// cell, cell is its place.
func (c *Expressions) stateIndex(state int, args []*ir.Expr,
	v *symbolic.Env) (list []symbolic.Indexed, cell *graph.Node) {
	st := &c.Read.Game.States[state]
	argument := func() *ir.Expr {
		if len(args) == 0 {
			return nil
		}
		a := args[0]
		args = args[1:]
		return a
	}
	players := c.G.Integer(1)
	kinds := c.G.Integer(1)
	if st.PerPlayer {
		players = c.G.Integer(1 << v.Me)
		if a := argument(); a != nil {
			players = c.Bitset(a, v)
		}
	}
	if st.PerPiece {
		kinds = c.G.Integer(1<<len(c.Read.Game.Kinds) - 1)
		if a := argument(); a != nil {
			kinds = c.Bitset(a, v)
		}
	}
	of := []symbolic.CellCond{{Cond: c.G.Boolean(true)}}
	if st.PerCell {
		at := c.Alg.SitesConst(c.Read.Game.Board.Cells)
		if a := argument(); a != nil {
			at = c.Sites(a, v)
		}
		of = c.Walk.CellsOf(at)
		if players.Op == graph.NConst && kinds.Op == graph.NConst {
			cell = c.Walk.OnlyCell(at)
		}
	}
	base := symbolic.StateBase(c.Read.Game, state)
	n, k, cells := c.Read.Game.Extent(st)
	rows := 0
	for p := range n {
		for q := range k {
			t := c.G.Logical(graph.BAnd, c.Alg.Member(players, p), c.Alg.Member(kinds, q))
			if graph.IsFalse(t) {
				continue
			}
			rows++
			for _, x := range of {
				list = append(list, symbolic.Indexed{Index: base + (p*k+q)*cells + int(x.Site),
					Cond: c.G.Logical(graph.BAnd, t, x.Cond)})
			}
		}
	}
	if rows != 1 {
		cell = nil
	}
	return list, cell
}
