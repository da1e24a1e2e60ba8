package compile

import (
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// This file compiles the programs that find the steps of a choice.

// A search records how far the clauses of a move have been compiled.
type search struct {
	move    *ir.Move
	item    *Item
	here    rulePart
	me      int
	env     *env
	guard   *node // the conditions so far that do not depend on the lane
	mask    *node // the anchors of the lane for which all conditions so far hold
	lane    *lane
	loops   int // how many binders of sites still need a loop
	anchors []anchor
	roles   []roleValue
	out     *branch // where to put what follows
	split   bool    // a program for every kind of piece on the first site
	weight  *weighing
}

type anchor struct {
	plane int
	x     *node
}

// A roleValue is what is known of the value of a role while compiling.
type roleValue struct {
	site    bool
	anchor  int // -1: the lane
	plane   int
	off     int
	value   int64 // of a constant
	within  *node
	piece   int
	binding binding
}

// compileGroup compiles the program that finds the steps of a group.
func (b *builder) compileGroup(choice, group int, code *groupCode) {
	me := b.me
	b.begin()
	b.facts = &code.onDemand
	root := &branch{kind: branchSeq}
	turn := choice == 0
	g := b.p.Choices[choice].Groups[group]
	twice := map[ir.MoveID]bool{} // a move that two items offer: the steps of both are one
	for _, item := range g.Items {
		here := rulePart{me, choice, item.Index}
		if item.Source.Op == ir.MoveItem && twice[item.Source.Move] {
			b.fallBack(here, "the move is offered twice", b.read(item)...)
		}
		twice[item.Source.Move] = item.Source.Op == ir.MoveItem
		if why, left := b.fallbacks[here]; left {
			b.leaveItem(item, why, code)
			continue
		}
		open := b.boolean(true)
		switch {
		case !turn:
			open = b.binary(bShr, b.state0.nums[NumOpen], b.integer(int64(item.Index)))
		case item.Source.When != nil:
			why := attempt(func() {
				open = b.truth(item.Source.When,
					&env{slots: make([]binding, b.game.Slots), me: me, st: b.state0})
			})
			if why != "" {
				b.fallBack(here, why, b.read(item)...)
				b.leaveItem(item, why, code)
				continue
			}
		}
		if isFalse(open) {
			if item.Source.Op == ir.MoveItem {
				b.p.Report.add(Entry{player: me,
					Name: moveName(b.game.Moves[item.Source.Move]), Level: Never})
			}
			continue
		}
		if item.Source.Op != ir.MoveItem {
			root.subs = append(root.subs, &branch{kind: branchItem, cond: open, item: item.Index})
			continue
		}
		if why := b.compileItem(here, item, open, root); why != "" {
			b.fallBack(here, why, b.read(item)...)
			b.leaveItem(item, why, code)
			continue
		}
	}
	code.root = root
	b.p.Repeats = b.p.Repeats || code.repeats
	if g.Best > 0 {
		best := b.p.Choices[choice].Source.Groups[group].Best
		if why := b.scores(func(i int) (*ir.Expr, int) { return best[i], me }, len(best),
			func(list []*node) { code.criteria = list }); why != "" {
			fail("the numbers of `with least` or `with most`: %s", why)
		}
	}
}

// leaveItem makes the evaluator find and play the steps of an item, or say whether an item that is
// not a move is open.
func (b *builder) leaveItem(item *Item, why string, code *groupCode) {
	name := itemNames[item.Source.Op]
	if item.Source.Op == ir.MoveItem {
		mv := b.game.Moves[item.Source.Move]
		if mv.Then != nil && b.p.Choices[b.choice[mv.Then]].MayRepeat {
			fail("%s; and it can come back to where it was", why)
		}
		name = moveName(mv)
		if mv.Chance {
			fail("%s: %s", name, why) // only programs weigh outcomes
		}
	}
	code.fallback = append(code.fallback, item)
	b.p.Report.add(Entry{player: b.me, Name: name, Level: Left, Whys: []string{why}})
}

// itemNames is what the plan calls items that are not moves.
var itemNames = map[ir.ItemOp]string{
	ir.PassItem: "pass", ir.DoneItem: "done", ir.WinItem: "win", ir.LoseItem: "lose",
	ir.DrawItem: "draw", ir.IllegalItem: "illegal",
}

// read returns the expressions that finding and playing the steps of an item reads.
func (b *builder) read(item *Item) []*ir.Expr {
	list := []*ir.Expr{item.Source.When}
	for _, rv := range item.Source.Roles {
		list = append(list, rv.Value)
	}
	if item.Source.Op != ir.MoveItem {
		return list
	}
	mv := b.game.Moves[item.Source.Move]
	for i := range mv.Clauses {
		list = append(list, mv.Clauses[i].Value, mv.Clauses[i].Cond.Expr)
	}
	eachRead(mv, func(e *ir.Expr) { list = append(list, e) })
	return list
}

// compileItem compiles the steps of one move at the best possible level. It returns why there is
// none, or "".
func (b *builder) compileItem(here rulePart, item *Item, open *node, root *branch) string {
	mv := b.game.Moves[item.Source.Move]
	var variants []variant
	if attempt(func() { variants = b.variants(mv, open) }) != "" {
		variants = []variant{{mv, open}}
	}
	start, subs := b.mark(), len(root.subs)
	for _, v := range variants {
		if why := b.compileVariant(here, item, v, root); why != "" {
			b.backTo(start)
			root.subs = root.subs[:subs]
			return why
		}
	}
	return ""
}

// A mark records how far the programs of a player have come.
type mark struct{ vars, classes, applies int }

func (b *builder) mark() mark {
	return mark{b.vars, len(b.player.Classes), len(b.player.applies)}
}

// backTo drops what was made since a mark.
func (b *builder) backTo(m mark) {
	b.vars = m.vars
	b.player.Classes, b.player.applies = b.player.Classes[:m.classes], b.player.applies[:m.applies]
	b.searches = b.searches[:m.applies]
	for key, i := range b.applies {
		if i >= m.applies {
			delete(b.applies, key)
		}
	}
}

// A variant is a move as it is while a condition that depends only on the position holds.
type variant struct {
	move *ir.Move
	open *node
}

// variants splits a move that binds a role to `if A: B else C`, so that both halves get their best
// level.
func (b *builder) variants(mv *ir.Move, open *node) []variant {
	if isFalse(open) {
		return nil
	}
	for i := range mv.Clauses {
		c := &mv.Clauses[i]
		if c.Op != ir.BindClause || c.Value.Op != ir.If || mentions(c.Value.Args[0]) {
			continue
		}
		t := b.truth(c.Value.Args[0],
			&env{slots: make([]binding, mv.Slots), me: b.me, st: b.state0})
		var list []variant
		for half, when := range []*node{t, b.not(t)} {
			one := *mv
			one.Clauses = slices.Clone(mv.Clauses)
			one.Clauses[i].Value = c.Value.Args[1+half]
			list = append(list, b.variants(&one, b.logical(bAnd, open, when))...)
		}
		return list
	}
	return []variant{{mv, open}}
}

// mentions reports whether an expression reads a variable.
func mentions(e *ir.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == ir.Var || slices.ContainsFunc(e.Args, mentions) {
		return true
	}
	s := e.Step
	return s != nil && (mentions(s.By) || mentions(s.Only) || mentions(s.Lo) || mentions(s.Hi) ||
		slices.ContainsFunc(s.FuncArgs, mentions))
}

// compileVariant is compileItem for one variant of the move.
func (b *builder) compileVariant(here rulePart, item *Item, of variant, root *branch) string {
	mv := of.move
	sites := 0
	for _, c := range mv.Clauses {
		if c.Op == ir.BindClause && mv.Roles[c.Role].Type == ir.Sites {
			sites++
		}
	}
	var whys []string
	start := b.mark()
	for loops := 0; loops <= sites; loops++ {
		b.backTo(start)
		out := &branch{kind: branchSeq}
		if !isTrue(of.open) {
			out = &branch{kind: branchIf, cond: of.open}
		}
		b.tested = map[*ir.Expr]Level{}
		why := attempt(func() {
			s := search{move: mv, item: item, here: here, me: here.player, guard: b.boolean(true),
				loops: loops, out: out,
				roles: make([]roleValue, len(mv.Roles)),
				env:   &env{slots: make([]binding, mv.Slots), me: here.player, st: b.state0},
				split: b.splits(mv),
			}
			b.clauses(0, s)
			if n := len(b.player.Classes) - start.classes; n > maxClasses {
				fail("%d classes of steps", n)
			}
		})
		if why == "" {
			root.subs = append(root.subs, out)
			b.reportMove(mv, loops, sites, len(b.player.Classes)-start.classes, whys)
			return ""
		}
		whys = append(whys, why)
	}
	return strings.Join(slices.Compact(whys), "; ")
}

// splits reports whether a move is compiled separately for every kind of the piece on its first
// site: whether its clauses or effects ask for the kind or an attribute of something.
func (b *builder) splits(mv *ir.Move) bool {
	held := 0
	for k := range b.game.Kinds {
		if !b.game.Kinds[k].Neutral {
			held++
		}
	}
	if held < 2 || held > 8 {
		return false
	}
	for _, c := range mv.Clauses {
		if asks(c.Value, ir.KindOf) || asks(c.Cond.Expr, ir.KindOf) || asks(c.Value, ir.AttrOf) ||
			asks(c.Cond.Expr, ir.AttrOf) ||
			b.game.Tallest <= lowTowers && asks(c.Value, ir.If) && asks(c.Value, ir.PiecesKind) {
			return true
		}
	}
	return false
}

func (s *search) addRole(r int, v roleValue) {
	s.roles = slices.Clone(s.roles)
	s.roles[r] = v
}

// clauses compiles the clauses of a move from the i-th on.
func (b *builder) clauses(i int, s search) {
	if isFalse(s.guard) || s.mask != nil && isEmpty(s.mask) {
		return
	}
	if i == len(s.move.Clauses) {
		b.offer(s)
		return
	}
	c := &s.move.Clauses[i]
	switch c.Op {
	case ir.LetClause:
		s.env = s.env.bind(c.Slot, s.env.argument(c.Value))
		b.clauses(i+1, s)
		return
	case ir.IfClause, ir.WeightClause:
		var t *node
		if c.Op == ir.WeightClause {
			t = b.weighs(c, &s)
		} else {
			t = b.truth(c.Cond.Expr, s.env)
			b.tested[c.Cond.Expr] = max(b.tested[c.Cond.Expr],
				conditionLevel(s.env.varies(c.Cond.Expr), len(s.anchors), t))
		}
		if s.lane != nil {
			s.mask = b.and(s.mask, t)
		} else if len(s.anchors) > 0 && !isTrue(t) {
			// Within a loop, whatever fails a condition is skipped at once.
			sub := &branch{kind: branchIf, cond: t}
			s.out.subs = append(s.out.subs, sub)
			s.out = sub
		} else {
			s.guard = b.logical(bAnd, s.guard, t)
		}
		b.clauses(i+1, s)
		return
	}
	role := &s.move.Roles[c.Role]
	if role.Type != ir.Sites {
		if !b.unrollDomain(c.Value, role.Slot, s.env, func(w *env, t *node) bool {
			n := s
			n.env = w
			open := b.boundTo(s.item, c.Role, role.Type, &w.slots[role.Slot], s.me)
			if s.lane != nil {
				n.mask = b.when(open, b.and(s.mask, t))
			} else {
				n.guard = b.logical(bAnd, s.guard, b.logical(bAnd, t, open))
			}
			n.addRole(c.Role, roleValue{value: memberOf(role.Type, &w.slots[role.Slot]),
				binding: w.slots[role.Slot], piece: -1})
			b.clauses(i+1, n)
			return true
		}) {
			fail("a binder over values that are not constant")
		}
		return
	}
	bound := b.bound(s.item, c.Role, s.me)
	if s.lane != nil {
		b.lanePoints(i, c, role, bound, s)
		return
	}
	dom := b.sites(c.Value, s.env)
	for p := range dom {
		set := dom[p]
		if bound != nil {
			set = b.and(set, bound[p])
		}
		if isEmpty(set) {
			continue
		}
		rest := set
		for _, k := range b.kindsOn(&s, p) {
			n := s
			n.split = false
			part := rest
			if k < 0 && s.split && len(s.anchors) == 0 && b.subset(set, b.pieces(p)) {
				continue // there is a piece, so it is one of the kinds
			}
			if k >= 0 {
				of := b.ofKind(b.state0, k)[p]
				part, rest = b.and(set, of), b.diff(rest, of)
			}
			if isEmpty(part) {
				continue
			}
			value := roleValue{site: true, plane: p, within: b.invariantBound(part), piece: k}
			if s.loops == 0 {
				n.lane = &lane{p, b.constant(b.lay.all[p])}
				n.mask = b.when(s.guard, part)
				n.guard = b.boolean(true)
				value.anchor = -1
				value.binding = binding{kind: bindPoint, lane: n.lane, plane: p, piece: k,
					at: b.state0}
				n.env = s.env.bind(role.Slot, value.binding).withLane(n.lane)
				n.addRole(c.Role, value)
				b.clauses(i+1, n)
				continue
			}
			n.loops--
			v, x := b.newVar()
			b.within[x] = part
			sub := &branch{kind: branchLoop, v: v, x: x, cond: b.when(s.guard, part)}
			n.guard = b.boolean(true)
			s.out.subs = append(s.out.subs, sub)
			n.out = sub
			value.anchor = len(s.anchors)
			n.anchors = append(slices.Clone(s.anchors), anchor{p, x})
			value.binding = binding{kind: bindOne, plane: p, num: x, piece: k, at: b.state0}
			n.env = s.env.bind(role.Slot, value.binding)
			n.addRole(c.Role, value)
			b.clauses(i+1, n)
		}
	}
}

// bound returns, by plane, the sets to which a choice binds a role of a move beforehand; nil where
// the role is free. Those of a turn are read when it begins; those of a `then` are stored in the
// position.
func (b *builder) bound(item *Item, role, me int) []*node {
	for _, pr := range item.Roles {
		if pr.Role != role {
			continue
		}
		sets := slices.Repeat([]*node{b.empty}, b.lay.planes)
		for p, field := range b.slots[pr.Slot] {
			if field >= 0 {
				sets[p] = b.state0.sets[field]
			}
		}
		return sets
	}
	if rv := b.boundAtOnce(item, role); rv != nil {
		return b.sites(rv, b.plainEnv(me))
	}
	return nil
}

// boundAtOnce returns what an item of a turn binds a role to when the turn begins; nil if it binds
// nothing.
func (b *builder) boundAtOnce(item *Item, role int) *ir.Expr {
	if item.Roles == nil {
		for _, rv := range item.Source.Roles {
			if rv.Role == role {
				return rv.Value
			}
		}
	}
	return nil
}

// plainEnv is the environment for expressions that read no variable.
func (b *builder) plainEnv(me int) *env {
	return &env{slots: make([]binding, b.game.Slots), me: me, st: b.state0}
}

// boundTo returns whether a role that is a direction or a kind may have a value: it is not bound
// beforehand, or that value is among those it is bound to. No other roles except sites can be
// bound.
func (b *builder) boundTo(item *Item, role int, of ir.Type, value *binding, me int) *node {
	x := memberOf(of, value)
	for _, pr := range item.Roles {
		if pr.Role == role {
			if of == ir.Steps {
				return b.member(b.state0.nums[pr.Number+1+int(x/64)], int(x%64))
			}
			return b.member(b.state0.nums[pr.Number], int(x))
		}
	}
	e := b.boundAtOnce(item, role)
	if e == nil {
		return b.boolean(true)
	}
	if of != ir.Steps {
		return b.member(b.bitset(e, b.plainEnv(me)), int(x))
	}
	t := b.boolean(false)
	for _, p := range b.steps(e, b.plainEnv(me)) {
		if p.dirs.Has(topology.Relation(x)) {
			t = b.logical(bOr, t, p.cond)
		}
	}
	return t
}

// bind notes in a position what a role other than a site is bound to beforehand.
func (b *plays) bind(st *state, item *Item, pr PendingRole, e *ir.Expr, v *env) {
	words := st.nums[pr.Number : pr.Number+1+len(topology.Steps{})]
	for i := range words {
		words[i] = b.integer(0)
	}
	if b.game.Moves[item.Source.Move].Roles[pr.Role].Type != ir.Steps {
		words[0] = b.bitset(e, v)
		return
	}
	for _, p := range b.steps(e, v) {
		for i, bits := range p.dirs {
			words[1+i] = b.choose(p.cond, b.integer(int64(bits)), words[1+i])
		}
	}
}

// pieces returns a set of a plane that certainly contains every piece there.
func (b *builder) pieces(plane int) *node {
	set := b.occupied(b.state0)[plane]
	for k := range b.game.Kinds {
		set = b.or(set, b.ofKind(b.state0, k)[plane])
	}
	return set
}

// kindsOn returns the kinds for which the rest of a move is compiled separately; the -1 at the end
// stands for all other sites.
func (b *builder) kindsOn(s *search, plane int) []int {
	if !s.split || len(s.anchors) > 0 {
		return []int{-1}
	}
	var list []int
	for k := range b.game.Kinds {
		if b.store.kinds[k][plane] >= 0 {
			list = append(list, k)
		}
	}
	return append(list, -1)
}

// lanePoints binds a further site as a place relative to the anchor.
func (b *builder) lanePoints(i int, c *ir.Clause, role *ir.Role, bound []*node, s search) {
	for _, p := range b.points(c.Value, s.env) {
		if bound != nil {
			p.cond = b.and(p.cond, b.pre(s.env, bound[p.plane], p.off))
		}
		n := s
		n.mask = b.and(s.mask, p.cond)
		value := roleValue{site: true, anchor: -1, plane: p.plane, off: p.off, piece: -1}
		if p.within != nil {
			value.within = b.invariantBound(p.within)
		}
		value.binding = s.env.at(p)
		n.env = s.env.bind(role.Slot, value.binding)
		n.addRole(c.Role, value)
		b.clauses(i+1, n)
	}
}

// invariantBound returns a loop-invariant set that contains a set, the smallest it finds; nil if
// there is none.
func (b *builder) invariantBound(n *node) *node {
	if n.deps == 0 {
		return n
	}
	switch n.op {
	case sAnd:
		x, y := b.invariantBound(n.a), b.invariantBound(n.b)
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		return b.and(x, y)
	case sOr:
		if x, y := b.invariantBound(n.a), b.invariantBound(n.b); x != nil && y != nil {
			return b.or(x, y)
		}
	case sSel:
		if x, y := b.invariantBound(n.b), b.invariantBound(n.c); x != nil && y != nil {
			return b.or(x, y)
		}
	case sDiff:
		x := b.invariantBound(n.a)
		if x != nil && n.b.deps == 0 {
			return b.diff(x, n.b)
		}
		return x
	case sRun:
		return b.invariantBound(n.b)
	case sIf:
		return b.invariantBound(n.b)
	case sThose:
		return b.invariantBound(n.a)
	case sFlood, sFill:
		if x, y := b.invariantBound(n.a), b.invariantBound(n.b); x != nil && y != nil {
			return b.or(x, y)
		}
	}
	return nil
}

// memberOf returns the number by which a step names the value of a role other than a site.
func memberOf(t ir.Type, v *binding) int64 {
	switch t {
	case ir.Steps:
		for r := range v.dirs.All() {
			return int64(r)
		}
	case ir.Players, ir.Kinds:
		return int64(log2(v.num.k))
	}
	return v.num.k
}

// offer makes the class of the steps found.
func (b *builder) offer(s search) {
	out := &branch{kind: branchOut}
	switch {
	case s.lane != nil:
		out.cond = s.mask
		for _, a := range s.anchors {
			out.anchors = append(out.anchors, a.x)
		}
	case len(s.anchors) > 0:
		// Site by site: the last one takes the place of the lane.
		last := s.anchors[len(s.anchors)-1]
		out.cond = b.when(s.guard, b.one(last.x))
		for _, a := range s.anchors[:len(s.anchors)-1] {
			out.anchors = append(out.anchors, a.x)
		}
		s.roles = slices.Clone(s.roles)
		for r := range s.roles {
			if s.roles[r].site && s.roles[r].anchor == len(s.anchors)-1 {
				s.roles[r].anchor = -1
			}
		}
	case isFalse(s.guard):
		return
	default:
		var one Bits
		one.Add(0)
		out.cond = b.constant(one)
		if !isTrue(s.guard) {
			sub := &branch{kind: branchIf, cond: s.guard}
			s.out.subs = append(s.out.subs, sub)
			s.out = sub
		}
	}
	if isEmpty(out.cond) {
		return
	}
	if len(out.anchors) > 2 {
		fail("more than two loops")
	}
	out.class = b.class(s)
	s.out.subs = append(s.out.subs, out)
}

// class adds a class of steps and makes sure that there is a program that plays them.
func (b *builder) class(s search) int {
	mv := s.move
	cl := Class{Move: mv.ID, item: s.item.Index, choice: s.here.choice}
	values := make([]int64, len(mv.Roles))
	for r := range mv.Roles {
		rv := &s.roles[r]
		if rv.site {
			cl.Roles = append(cl.Roles, Source{Role: r, Anchor: rv.anchor, Plane: rv.plane,
				Off: rv.off})
			continue
		}
		values[r] = rv.value
	}
	base, ok := b.p.moves.Pack(mv.ID, values)
	if !ok {
		fail("a number that is too big to be chosen")
	}
	cl.Base = base
	for i := range cl.Roles {
		cl.Roles[i].Shift = b.p.moves.Shift(mv.ID, cl.Roles[i].Role)
	}
	cl.apply = b.apply(s)
	a := b.player.applies[cl.apply]
	cl.free = !a.ensures && !a.looksAhead
	cl.weight = b.weigh(s)
	b.player.Classes = append(b.player.Classes, cl)
	return len(b.player.Classes) - 1
}
