package compile

import (
	"boardgame/dsl/ir"
)

// sites compiles a set of sites that does not depend on a lane.
func (c *expressions) sites(e *ir.Expr, v *env) []*node {
	if v.lane != nil {
		v = v.withLane(nil)
	}
	e, v = v.head(e)
	switch e.Op {
	case ir.ConstSites:
		return c.sitesConst(e.Sets[0])
	case ir.PlayerSites:
		return c.sitesConst(e.Sets[v.me])
	case ir.Var:
		b := v.variable(e)
		switch b.kind {
		case bindOne:
			sets := c.none()
			sets[b.plane] = c.one(b.num)
			return sets
		case bindSets:
			return b.sets
		}
		fail("a variable of the lane stands where a plain set is wanted")
	case ir.And:
		return c.meet(c.sites(e.Args[0], v), c.sites(e.Args[1], v))
	case ir.Or:
		return c.union(c.sites(e.Args[0], v), c.sites(e.Args[1], v))
	case ir.Minus:
		return c.without(c.sites(e.Args[0], v), c.sites(e.Args[1], v))
	case ir.PiecesOf:
		return c.piecesOf(c.bitset(e.Args[0], v), v.st, len(c.game.Players), c.ownedBy)
	case ir.PiecesKind:
		return c.piecesOf(c.bitset(e.Args[0], v), v.st, len(c.game.Kinds), c.ofKind)
	case ir.Occupied:
		return c.occupied(v.st)
	case ir.EmptyCells:
		return c.emptyCells(v.st)
	case ir.Holding:
		return c.holding(e.Args[0], v)
	case ir.Path:
		return c.path(e, v)
	case ir.StateOf:
		sets := c.none()
		list, _ := c.stateIndex(int(e.N), e.Args, v)
		for _, x := range list {
			sets = c.union(sets, c.whenSets(x.cond, c.memorySets(v.st, x.index)))
		}
		return sets
	case ir.AttrOf:
		sets := c.none()
		for when, a := range c.attributes(e, v) {
			sets = c.union(sets, c.whenSets(when, c.sites(a, v.ofAttr())))
		}
		return sets
	case ir.FileOf:
		return c.numberedCells(c.number(e.Args[0], v), c.game.Board.FileOf, c.game.Board.Width)
	case ir.RankOf:
		return c.numberedCells(c.number(e.Args[0], v), c.game.Board.RankOf, c.game.Board.Height)
	case ir.EdgeOf:
		sets := c.none()
		for _, s := range c.steps(e.Args[0], v) {
			sets = c.union(sets, c.whenSets(s.cond, c.sitesConst(c.game.Board.EdgeOf(s.dirs))))
		}
		return sets
	case ir.QUnion:
		return c.siteUnion(e, v)
	case ir.QThose:
		return c.siteMembers(e, v)
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]*node]{c.sites, c.chooseSets, c.union, c.none()})
	}
	fail("a set of sites of operator %d", e.Op)
	return nil
}

// siteUnion compiles the union of the sites of a quantifier's body.
func (c *expressions) siteUnion(e *ir.Expr, v *env) []*node {
	sets := c.none()
	if c.unroll(e, v, func(w *env, t *node) bool {
		sets = c.union(sets, c.whenSets(t, c.sites(e.Args[1], w)))
		return true
	}) {
		return sets
	}
	return c.loopSets(e, v, func(op *env, x *node, dom *node, i int64) []*node {
		body := c.sites(e.Args[1], op)
		out := c.none()
		for p := range out {
			if !isEmpty(body[p]) {
				out[p] = c.loop(sUnion, i, dom, body[p])
			}
		}
		return out
	})
}

// siteMembers compiles the members of a quantifier's domain for which its body holds.
func (c *expressions) siteMembers(e *ir.Expr, v *env) []*node {
	sets := c.none()
	if c.domainIsConst(e, v) {
		member := &ir.Expr{Op: ir.Var, Type: ir.Sites, N: e.N}
		c.unroll(e, v, func(w *env, t *node) bool {
			holds := c.logical(bAnd, t, c.truth(e.Args[1], w))
			sets = c.union(sets, c.whenSets(holds, c.sites(member, w)))
			return true
		})
		return sets
	}
	dom := c.sites(e.Args[0], v)
	for p := range dom {
		sets[p] = c.those(dom[p], p, int(e.N), e.Args[1], v)
	}
	return sets
}

// those returns the members of a set of one plane for which a condition holds: as a lane if
// possible, otherwise one by one.
func (c *expressions) those(dom *node, plane, slot int, cond *ir.Expr, v *env) *node {
	if isEmpty(dom) {
		return dom
	}
	if dom.op == sOne {
		return c.when(c.truth(cond,
			v.bind(slot, binding{kind: bindOne, plane: plane, num: dom.a, piece: -1})), dom)
	}
	var set *node
	if attempt(func() {
		l := &lane{plane, c.constant(c.lay.all[plane])}
		w := v.bind(slot, binding{kind: bindPoint, lane: l, plane: plane, piece: -1}).withLane(l)
		set = c.and(dom, c.truth(cond, w))
	}) == "" {
		return set
	}
	i, x := c.newVar()
	c.within[x] = dom
	return c.loop(sThose, i, dom, c.truth(cond,
		v.bind(slot, binding{kind: bindOne, plane: plane, num: x, piece: -1}).withLane(nil)))
}

// loopSets runs a body for each member of a domain of sites, plane by plane, and returns the union
// of the results.
func (c *expressions) loopSets(e *ir.Expr, v *env,
	body func(w *env, x, dom *node, i int64) []*node) []*node {
	if e.Args[0].Type != ir.Sites || e.Args[0].Op == ir.Range {
		fail("a quantifier over numbers or sets that are not constant")
	}
	sets := c.none()
	for p, dom := range c.sites(e.Args[0], v) {
		if isEmpty(dom) {
			continue
		}
		i, x := c.newVar()
		c.within[x] = dom
		sets = c.union(sets,
			body(v.bind(int(e.N), binding{kind: bindOne, plane: p, num: x, piece: -1}), x, dom, i))
	}
	return sets
}

// stateIndex returns which values of a state some arguments select. The values of a game's states
// are numbered as in a position, numbers and memories separately. If it is exactly one, that of a
// cell, cell is its place.
func (c *expressions) stateIndex(state int, args []*ir.Expr, v *env) (list []indexed, cell *node) {
	st := &c.game.States[state]
	argument := func() *ir.Expr {
		if len(args) == 0 {
			return nil
		}
		a := args[0]
		args = args[1:]
		return a
	}
	players := c.integer(1)
	kinds := c.integer(1)
	if st.PerPlayer {
		players = c.integer(1 << v.me)
		if a := argument(); a != nil {
			players = c.bitset(a, v)
		}
	}
	if st.PerPiece {
		kinds = c.integer(1<<len(c.game.Kinds) - 1)
		if a := argument(); a != nil {
			kinds = c.bitset(a, v)
		}
	}
	of := []cellCond{{0, c.boolean(true)}}
	if st.PerCell {
		at := c.sitesConst(c.game.Board.Cells)
		if a := argument(); a != nil {
			at = c.sites(a, v)
		}
		of = c.cellsOf(at)
		if players.op == nConst && kinds.op == nConst {
			cell = c.onlyCell(at)
		}
	}
	base := stateBase(c.game, state)
	n, k, cells := c.game.Extent(st)
	rows := 0
	for p := range n {
		for q := range k {
			t := c.logical(bAnd, c.member(players, p), c.member(kinds, q))
			if isFalse(t) {
				continue
			}
			rows++
			for _, x := range of {
				list = append(list, indexed{base + (p*k+q)*cells + int(x.site),
					c.logical(bAnd, t, x.cond)})
			}
		}
	}
	if rows != 1 {
		cell = nil
	}
	return list, cell
}

// indexed is one of the values of a state that an expression may mean, with its condition.
type indexed struct {
	index int
	cond  *node
}
