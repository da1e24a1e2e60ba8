package compile

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
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
		sets := c.none()
		players := c.bitset(e.Args[0], v)
		for p := range c.game.Players {
			sets = c.union(sets, c.whenSets(c.member(players, p), c.ownedBy(v.st, p)))
		}
		return sets
	case ir.PiecesKind:
		sets := c.none()
		kinds := c.bitset(e.Args[0], v)
		for k := range c.game.Kinds {
			sets = c.union(sets, c.whenSets(c.member(kinds, k), c.ofKind(v.st, k)))
		}
		return sets
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
		for _, k := range c.kindsOf(e.Args[0], v) {
			for kind := uint64(k.val); kind != 0; kind &= kind - 1 {
				if a := c.attr(e, bits.TrailingZeros64(kind)); a != nil {
					sets = c.union(sets, c.whenSets(k.cond, c.sites(a, v.ofAttr())))
				}
			}
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
	case ir.QThose:
		if c.domainIsConst(e, v) {
			sets := c.none()
			c.unroll(e, v, func(w *env, t *node) bool {
				holds := c.logical(bAnd, t, c.truth(e.Args[1], w))
				sets = c.union(sets,
					c.whenSets(holds, c.sites(&ir.Expr{Op: ir.Var, Type: ir.Sites, N: e.N}, w)))
				return true
			})
			return sets
		}
		dom := c.sites(e.Args[0], v)
		sets := c.none()
		for p := range dom {
			sets[p] = c.those(dom[p], p, int(e.N), e.Args[1], v)
		}
		return sets
	case ir.If, ir.For:
		return selected(c, e, v,
			form[[]*node]{c.sites, c.chooseSets, c.union, c.none()})
	}
	fail("a set of sites of operator %d", e.Op)
	return nil
}

// variable returns what a variable stands for.
func (v *env) variable(e *ir.Expr) *binding {
	if int(e.N) >= len(v.slots) || v.slots[e.N].kind == bindNone {
		fail("a variable without a value")
	}
	return &v.slots[e.N]
}

// those returns the members of a set of one plane for which a condition holds: as a lane if that
// can be done, else one by one.
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
		l := &lane{plane, c.constant(c.lay.All[plane])}
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

// loopSets runs a body for each member of a domain of sites, plane by plane, and unites the
// results.
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

// domainIsConst reports whether unroll can run through the domain of a quantifier.
func (c *expressions) domainIsConst(e *ir.Expr, v *env) bool {
	return c.unroll(e, v, func(*env, *node) bool { return false })
}

// unroll calls f for each member that the domain of a quantifier can have: with the environment in
// which it is bound and with the condition under which it is a member. It reports false, without a
// call, if the domain is not of that kind: constants, steps, players, kinds, small ranges. f
// returns false to stop.
func (c *expressions) unroll(e *ir.Expr, v *env, f func(w *env, t *node) bool) bool {
	return c.unrollDomain(e.Args[0], int(e.N), v, f) ||
		c.perCell(e.Args[1]) && c.eachCell(e.Args[0], int(e.N), v, f)
}

func (c *expressions) unrollDomain(dom *ir.Expr, slot int, v *env, f func(w *env, t *node) bool) bool {
	if dom.Op == ir.Range {
		lo, hi := c.parts(dom.Args[0], v), c.parts(dom.Args[1], v)
		first, last := int64(0), int64(0)
		for i, p := range lo {
			if i == 0 || p.val < first {
				first = p.val
			}
		}
		for i, p := range hi {
			if i == 0 || p.val > last {
				last = p.val
			}
		}
		if last-first >= maxUnroll {
			fail("a range of %d numbers", last-first+1)
		}
		for n := first; n <= last; n++ {
			t := c.never(v)
			for _, p := range lo {
				for _, q := range hi {
					if p.val <= n && n <= q.val {
						t = c.either(v, t, c.both(v, p.cond, q.cond))
					}
				}
			}
			if c.isNever(t) {
				continue
			}
			if !f(v.bind(slot, binding{kind: bindNum, num: c.integer(n), piece: -1}), t) {
				break
			}
		}
		return true
	}
	switch dom.Type {
	case ir.Steps:
		union := topology.Steps{}
		parts := c.steps(dom, v)
		for _, p := range parts {
			union = union.Or(p.dirs)
		}
		for r := range union.All() {
			t := c.never(v)
			for _, p := range parts {
				if p.dirs.Has(r) {
					t = c.either(v, t, p.cond)
				}
			}
			if c.isNever(t) {
				continue
			}
			if !f(v.bind(slot, binding{kind: bindSteps, dirs: topology.StepsOf(r), piece: -1}), t) {
				break
			}
		}
		return true
	case ir.Players, ir.Kinds:
		var parts []part
		var set *node // of players or kinds, if it can have too many values to tell them apart
		if why := attempt(func() { parts = c.parts(dom, v) }); why != "" {
			if v.varies(dom) {
				fail("%s", why)
			}
			set = c.bitset(dom, v)
		}
		members := len(c.game.Kinds)
		if dom.Type == ir.Players {
			members = len(c.game.Players)
		}
		for i := range members {
			t := c.never(v)
			for _, p := range parts {
				if p.val>>i&1 != 0 {
					t = c.either(v, t, p.cond)
				}
			}
			if set != nil {
				t = c.spreadTruth(v, c.member(set, i))
			}
			if c.isNever(t) {
				continue
			}
			if !f(v.bind(slot, binding{kind: bindNum, num: c.integer(1 << i), piece: -1}), t) {
				break
			}
		}
		return true
	case ir.Sites:
		if v.varies(dom) {
			return false
		}
		var sets []*node
		if attempt(func() { sets = c.sites(dom, v) }) != "" {
			return false
		}
		n := 0
		for _, s := range sets {
			if s.op == sOne {
				n++
				continue
			}
			if s.op != sConst {
				return false
			}
			n += s.set.Len()
		}
		if n > 12 {
			return false
		}
		// Members come in the order of the sites, which is not that of their places.
		var members topology.Set
		for p, s := range sets {
			if s.op == sOne {
				if !f(v.bind(slot, binding{kind: bindOne, plane: p, num: s.a, piece: -1}),
					c.yes(v)) {
					return true
				}
				continue
			}
			for b := range s.set.All() {
				members.Add(c.lay.Site[p][b])
			}
		}
		for x := range members.All() {
			p, b := int(c.lay.Plane[x]), c.integer(int64(c.lay.Bit[x]))
			if !f(v.bind(slot, binding{kind: bindOne, plane: p, num: b, piece: -1}), c.yes(v)) {
				return true
			}
		}
		return true
	}
	return false
}

func (c *algebra) isNever(t *node) bool { return isFalse(t) || !t.op.isNumber() && isEmpty(t) }

func (c *walker) numberedCells(n *node, of func(int) topology.Set, most int) []*node {
	if n.op == nConst {
		if n.k < 1 || n.k > int64(most) {
			return c.none()
		}
		return c.sitesConst(of(int(n.k)))
	}
	sets := c.none()
	for i := 1; i <= most; i++ {
		sets = c.union(sets, c.whenSets(c.binary(bEq, n, c.integer(int64(i))), c.sitesConst(of(i))))
	}
	return sets
}

func (c *reader) attr(e *ir.Expr, kind int) *ir.Expr {
	values := c.game.Attrs[e.N].Values
	if kind >= len(values) {
		return nil
	}
	return values[kind]
}

// ofAttr is where attributes are read: with the current me, without variables.
func (v *env) ofAttr() *env { return &env{me: v.me, st: v.st, lane: v.lane} }

// member reports whether bit i of a set of players or kinds is there.
func (c *algebra) member(set *node, i int) *node {
	return c.binary(bShr, set, c.integer(int64(i)))
}

// bitset compiles a set of players or kinds as a number, without a lane.
func (c *expressions) bitset(e *ir.Expr, v *env) *node {
	e, v = v.head(e)
	if v.lane != nil {
		if v.varies(e) {
			fail("players or kinds that depend on the anchor")
		}
		v = v.withLane(nil)
	}
	switch e.Op {
	case ir.ConstPlayers, ir.ConstKinds:
		return c.integer(e.N)
	case ir.Var:
		switch b := v.variable(e); b.kind {
		case bindNum:
			return b.num
		}
		fail("a variable that is no player and no kind")
	case ir.Me:
		return c.integer(1 << v.me)
	case ir.Next:
		return c.next(v)
	case ir.InGame:
		all := c.integer(1<<len(c.game.Players) - 1)
		if c.opposed {
			return all
		}
		return c.binary(bAndNot, all, v.st.nums[NumOut])
	case ir.OwnerOf:
		at := c.sites(e.Args[0], v)
		set := c.integer(0)
		for p := range c.game.Players {
			set = c.withBit(set, p, c.someSets(c.meet(at, c.ownedBy(v.st, p))))
		}
		return set
	case ir.KindOf:
		if k := v.knownKind(e.Args[0]); k >= 0 {
			return c.integer(1 << k)
		}
		at := c.sites(e.Args[0], v)
		set := c.integer(0)
		for k := range c.game.Kinds {
			set = c.withBit(set, k, c.someSets(c.meet(at, c.ofKind(v.st, k))))
		}
		return set
	case ir.And:
		return c.binary(bAnd, c.bitset(e.Args[0], v), c.bitset(e.Args[1], v))
	case ir.Or:
		return c.binary(bOr, c.bitset(e.Args[0], v), c.bitset(e.Args[1], v))
	case ir.Minus:
		return c.binary(bAndNot, c.bitset(e.Args[0], v), c.bitset(e.Args[1], v))
	case ir.StateOf:
		set := c.integer(0)
		list, _ := c.stateIndex(int(e.N), e.Args, v)
		for _, x := range list {
			set = c.binary(bOr, set, c.choose(x.cond, v.st.nums[NumFirst+x.index], c.integer(0)))
		}
		return set
	case ir.AttrOf:
		set := c.integer(0)
		for _, k := range c.kindsOf(e.Args[0], v) {
			for kind := uint64(k.val); kind != 0; kind &= kind - 1 {
				if a := c.attr(e, bits.TrailingZeros64(kind)); a != nil {
					set = c.binary(bOr, set,
						c.choose(k.cond, c.bitset(a, v.ofAttr()), c.integer(0)))
				}
			}
		}
		return set
	case ir.QUnion, ir.QThose:
		set := c.integer(0)
		if !c.unroll(e, v, func(w *env, t *node) bool {
			x := w.variable(&ir.Expr{Op: ir.Var, N: e.N}).num
			if e.Op == ir.QUnion {
				x = c.bitset(e.Args[1], w)
			} else {
				t = c.logical(bAnd, t, c.truth(e.Args[1], w))
			}
			set = c.binary(bOr, set, c.choose(t, x, c.integer(0)))
			return true
		}) {
			fail("a union of players or kinds over many sites")
		}
		return set
	case ir.If, ir.For:
		return selected(c, e, v, form[*node]{c.bitset, c.choose,
			func(x, y *node) *node { return c.binary(bOr, x, y) }, c.integer(0)})
	}
	fail("players or kinds of operator %d", e.Op)
	return nil
}

// withBit adds bit i to a number if t.
func (c *algebra) withBit(set *node, i int, t *node) *node {
	return c.binary(bOr, set, c.choose(t, c.integer(1<<i), c.integer(0)))
}

// next returns the next player in turn order, as a bit.
func (c *reader) next(v *env) *node {
	n := len(c.game.Players)
	if c.opposed {
		return c.integer(1 << ((v.me + 1) % n))
	}
	values := make([]int64, 1<<n)
	for out := range values {
		values[out] = 1 << v.me
		for i := 1; i < n; i++ {
			if next := (v.me + i) % n; out>>next&1 == 0 {
				values[out] = 1 << next
				break
			}
		}
	}
	if n > 6 {
		fail("%d players of whom some may be out", n)
	}
	return c.numberTable(v.st.nums[NumOut], values)
}

// knownKind returns the kind of the piece on the site of an expression if it is known beforehand,
// or -1.
func (v *env) knownKind(e *ir.Expr) int {
	if e.Op == ir.Var && int(e.N) < len(v.slots) {
		b := &v.slots[e.N]
		if (b.kind == bindOne || b.kind == bindPoint) && b.piece >= 0 && b.at == v.st {
			return b.piece
		}
		if b.kind == bindLazy {
			return b.env.withLane(v.lane).knownKind(b.expr)
		}
	}
	return -1
}

// playersOf returns the players that an expression of one player can mean, and when.
func (c *expressions) playersOf(e *ir.Expr, v *env) []part {
	var list []part
	for _, p := range c.parts(e, v) {
		if p.val == 0 {
			continue
		}
		p.val = int64(bits.TrailingZeros64(uint64(p.val)))
		if p.val < int64(len(c.game.Players)) {
			list = append(list, p)
		}
	}
	return list
}

// kindsOf returns the sets of kinds that an expression can be, and when.
func (c *expressions) kindsOf(e *ir.Expr, v *env) []part {
	var list []part
	for _, p := range c.parts(e, v) {
		if p.val != 0 {
			list = append(list, p)
		}
	}
	return list
}

// indexed is one of the values of a state that an expression may mean, and when.
type indexed struct {
	index int
	cond  *node
}

// stateIndex returns which values of a state some arguments mean. Those of a game's states are
// numbered as in a position, numbers and memories apart. If it is exactly one, that of a cell, cell
// is its place.
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
