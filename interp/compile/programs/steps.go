package programs

import (
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/rules"
	"boardgame/interp/compile/symbolic"
)

// This file compiles the programs that find the steps of a choice.

// A search records how far the clauses of a move have been compiled.
type search struct {
	move    *ir.Move
	item    *Item
	here    rulePart
	me      int
	env     *symbolic.Env
	guard   *graph.Node // the conditions so far that do not depend on the lane
	mask    *graph.Node // the anchors of the lane for which all conditions so far hold
	lane    *symbolic.Lane
	loops   int // how many binders of sites still need a loop
	anchors []anchor
	roles   []roleValue
	out     *Branch // where to put what follows
	split   bool    // a program for every kind of piece on the first site
	scopes  []scope // of the lane
	small   bool    // the conditions on the lane so far are small, and there are some
	large   bool    // one of them is large
	weight  *Weighing
}

type anchor struct {
	plane int
	x     *graph.Node
}

// A roleValue is what is known of the value of a role while compiling.
type roleValue struct {
	site    bool
	anchor  int // -1: the lane
	plane   int
	off     int
	value   int64 // of a constant
	within  *graph.Node
	piece   int
	binding symbolic.Binding
}

// compileGroup compiles the program that finds the steps of a group.
func (b *builder) compileGroup(choice, group int, code *GroupCode) {
	me := b.play.me
	b.play.begin()
	b.Read.Facts = &code.OnDemand
	root := &Branch{Kind: BranchSeq}
	turn := choice == 0
	g := b.play.p.Choices[choice].Groups[group]
	twice := map[ir.MoveID]bool{} // a move that two items offer: the steps of both are one
	for _, item := range g.Items {
		here := rulePart{me, choice, item.Index}
		if item.Source.Op == ir.MoveItem && twice[item.Source.Move] {
			b.fallBack(here, item.Source.Span, "the move is offered twice", b.read(item)...)
		}
		twice[item.Source.Move] = item.Source.Op == ir.MoveItem
		if why, left := b.fallbacks[here]; left {
			b.leaveItem(item, why, code)
			continue
		}
		open := b.G.Boolean(true)
		switch {
		case !turn:
			open = b.G.Binary(graph.BShr, b.Read.State0.Nums[symbolic.NumOpen],
				b.G.Integer(int64(item.Index)))
		case item.Source.When != nil:
			why := symbolic.Attempt(func() {
				open = b.Ask.Truth(item.Source.When,
					&symbolic.Env{Slots: make([]symbolic.Binding, b.Read.Game.Slots), Me: me, St: b.Read.State0})
			})
			if why != "" {
				b.fallBack(here, item.Source.Span, why, b.read(item)...)
				b.leaveItem(item, why, code)
				continue
			}
		}
		if graph.IsFalse(open) {
			if item.Source.Op == ir.MoveItem {
				b.play.p.Report.add(entry{player: me,
					Name: moveName(b.Read.Game.Moves[item.Source.Move]), Level: never})
			}
			continue
		}
		if item.Source.Op != ir.MoveItem {
			root.Subs = append(root.Subs, &Branch{Kind: BranchItem, Cond: open, Item: item.Index})
			continue
		}
		if why := b.compileItem(here, item, open, root); why != "" {
			b.fallBack(here, item.Source.Span, why, b.read(item)...)
			b.leaveItem(item, why, code)
			continue
		}
	}
	code.Root = root
	b.play.p.Repeats = b.play.p.Repeats || code.Repeats
	if g.Best > 0 {
		best := b.play.p.Choices[choice].Source.Groups[group].Best
		if why := b.scores(func(i int) (*ir.Expr, int) { return best[i], me }, len(best),
			func(list []*graph.Node) { code.Criteria = list }); why != "" {
			symbolic.FailAt(b.play.p.Choices[choice].Source.Groups[group].Span,
				"the numbers of `with least` or `with most`: %s", why)
		}
	}
}

// leaveItem makes the evaluator find and play the steps of an item, or say whether an item that is
// not a move is open.
func (b *builder) leaveItem(item *Item, why string, code *GroupCode) {
	name, span := itemNames[item.Source.Op], item.Source.Span
	if item.Source.Op == ir.MoveItem {
		mv := b.Read.Game.Moves[item.Source.Move]
		if mv.Then != nil && b.play.p.Choices[b.play.choice[mv.Then]].MayRepeat {
			symbolic.FailAt(mv.Span, "%s; and it can come back to where it was", why)
		}
		name, span = moveName(mv), mv.Span
		if mv.Chance {
			symbolic.FailAt(span, "%s: %s", name, why) // only programs weigh outcomes
		}
	}
	code.Fallback = append(code.Fallback, item)
	b.play.p.Report.add(entry{player: b.play.me, Name: name, Span: span, Level: Left,
		Whys: []string{why}})
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
	mv := b.Read.Game.Moves[item.Source.Move]
	for i := range mv.Clauses {
		list = append(list, mv.Clauses[i].Value, mv.Clauses[i].Cond.Expr)
	}
	add := func(e *ir.Expr) { list = append(list, e) }
	eachRead(mv, add, add)
	return list
}

// compileItem compiles the steps of one move at the best possible level. It returns why there is
// none, or "".
func (b *builder) compileItem(here rulePart, item *Item, open *graph.Node, root *Branch) string {
	mv := b.Read.Game.Moves[item.Source.Move]
	var variants []variant
	if symbolic.Attempt(func() { variants = b.variants(mv, open) }) != "" {
		variants = []variant{{mv, open}}
	}
	start, subs := b.mark(), len(root.Subs)
	for _, v := range variants {
		if why := b.compileVariant(here, item, v, root); why != "" {
			b.backTo(start)
			root.Subs = root.Subs[:subs]
			return why
		}
	}
	return ""
}

// A mark records how far the programs of a player have come.
type mark struct{ vars, classes, applies int }

func (b *builder) mark() mark {
	return mark{b.Alg.Vars, len(b.play.player.Classes), len(b.play.player.Applies)}
}

// backTo drops what was made since a mark.
func (b *builder) backTo(m mark) {
	b.Alg.Vars = m.vars
	b.play.player.Classes, b.play.player.Applies = b.play.player.Classes[:m.classes],
		b.play.player.Applies[:m.applies]
	b.play.searches = b.play.searches[:m.applies]
	for key, i := range b.play.applies {
		if i >= m.applies {
			delete(b.play.applies, key)
		}
	}
}

// compileVariant is compileItem for one variant of the move.
func (b *builder) compileVariant(here rulePart, item *Item, of variant, root *Branch) string {
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
		out := &Branch{Kind: BranchSeq}
		if !graph.IsTrue(of.open) {
			out = &Branch{Kind: BranchIf, Cond: of.open}
		}
		b.tested = map[*ir.Expr]level{}
		why := symbolic.Attempt(func() {
			s := search{move: mv, item: item, here: here, me: here.player, guard: b.G.Boolean(true),
				loops: loops, out: out,
				roles: make([]roleValue, len(mv.Roles)),
				env: &symbolic.Env{Slots: make([]symbolic.Binding, mv.Slots), Me: here.player,
					St: b.Read.State0},
				split: b.splits(mv),
			}
			b.clauses(0, s)
			if n := len(b.play.player.Classes) - start.classes; n > symbolic.MaxClasses {
				symbolic.Fail("%d classes of steps", n)
			}
		})
		if why == "" {
			root.Subs = append(root.Subs, out)
			b.reportMove(mv, loops, sites, len(b.play.player.Classes)-start.classes, whys)
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
	for k := range b.Read.Game.Kinds {
		if !b.Read.Game.Kinds[k].Neutral {
			held++
		}
	}
	if held < 2 || held > 8 {
		return false
	}
	const lowTowers = 4 // in higher ones, the sets of all depths would be written for every kind
	for _, c := range mv.Clauses {
		if symbolic.Asks(c.Value, ir.KindOf) || symbolic.Asks(c.Cond.Expr, ir.KindOf) ||
			symbolic.Asks(c.Value, ir.AttrOf) || symbolic.Asks(c.Cond.Expr, ir.AttrOf) ||
			b.Read.Game.Tallest <= lowTowers && symbolic.Asks(c.Value, ir.If) &&
				symbolic.Asks(c.Value, ir.PiecesKind) {
			return true
		}
	}
	return false
}

func (s *search) addRole(r int, v roleValue) {
	s.roles = slices.Clone(s.roles)
	s.roles[r] = v
}

// only looks for what follows only if a condition holds.
func (s *search) only(t *graph.Node) {
	sub := &Branch{Kind: BranchIf, Cond: t}
	s.out.Subs = append(s.out.Subs, sub)
	s.out = sub
}

// late looks for what follows only if a site is left, or one is left for the steps before it that
// also need something large: all of them share what they compute.
func (b *builder) late(s *search) {
	t := b.G.Some(s.mask)
	if n := len(s.out.Subs); n > 0 && s.out.Subs[n-1].Late {
		s.out = s.out.Subs[n-1]
		s.out.Cond = b.G.Logical(graph.BOr, s.out.Cond, t)
		return
	}
	s.only(t)
	s.out.Late = true
}

// largeCondition is how much work a condition is if it is evaluated only where small ones before it
// hold for some site.
const largeCondition = 64

// clauses compiles the clauses of a move from the i-th on.
func (b *builder) clauses(i int, s search) {
	if graph.IsFalse(s.guard) || s.mask != nil && graph.IsEmpty(s.mask) {
		return
	}
	if i == len(s.move.Clauses) {
		b.offer(s)
		return
	}
	c := &s.move.Clauses[i]
	switch c.Op {
	case ir.LetClause:
		s.bind(c.Slot, s.env.Bind(c.Slot, s.env.Argument(c.Value)))
		b.clauses(i+1, s)
		return
	case ir.IfClause, ir.WeightClause:
		var t *graph.Node
		if c.Op == ir.WeightClause {
			t = b.weighs(c, &s)
		} else {
			t = b.truth(c.Cond.Expr, &s)
			b.tested[c.Cond.Expr] = max(b.tested[c.Cond.Expr],
				conditionLevel(s.env.Varies(c.Cond.Expr), len(s.anchors), t))
		}
		if s.lane != nil {
			if t.Work(largeCondition, nil) < largeCondition {
				s.small = !s.large
			} else {
				s.large = true
				if s.small {
					b.late(&s)
				}
				s.small = false
			}
			s.mask = b.G.And(s.mask, t)
		} else if len(s.anchors) > 0 && !graph.IsTrue(t) {
			s.only(t) // within a loop, whatever fails a condition is skipped at once
		} else {
			s.guard = b.G.Logical(graph.BAnd, s.guard, t)
		}
		b.clauses(i+1, s)
		return
	}
	role := &s.move.Roles[c.Role]
	if role.Among != nil {
		b.sets(i, c, role, s)
		return
	}
	if role.Type != ir.Sites {
		if !b.Ask.Loops.Domain(c.Value, role.Slot, s.env, false, func(w *symbolic.Env,
			t *graph.Node) bool {
			n := s
			n.bind(role.Slot, w)
			open := b.boundTo(s.item, c.Role, role.Type, &w.Slots[role.Slot], s.me)
			if s.lane != nil {
				n.mask = b.G.When(open, b.G.And(s.mask, t))
			} else {
				n.guard = b.G.Logical(graph.BAnd, s.guard, b.G.Logical(graph.BAnd, t, open))
			}
			n.addRole(c.Role, roleValue{value: memberOf(role.Type, &w.Slots[role.Slot]),
				binding: w.Slots[role.Slot], piece: -1})
			b.clauses(i+1, n)
			return true
		}) {
			symbolic.Fail("a binder over values that are not constant")
		}
		return
	}
	bound := b.bound(s.item, c.Role, s.me)
	if s.lane != nil {
		b.lanePoints(i, c, role, bound, s)
		return
	}
	dom := b.Ask.Sites(c.Value, s.env)
	for p := range dom {
		set := dom[p]
		if bound != nil {
			set = b.G.And(set, bound[p])
		}
		if graph.IsEmpty(set) {
			continue
		}
		rest := set
		for _, k := range b.kindsOn(&s, p) {
			n := s
			n.split = false
			part := rest
			if k < 0 && s.split && len(s.anchors) == 0 && b.G.Subset(set, b.pieces(p)) {
				continue // there is a piece, so it is one of the kinds
			}
			if k >= 0 {
				of := b.Read.OfKind(b.Read.State0, k)[p]
				part, rest = b.G.And(set, of), b.G.Diff(rest, of)
			}
			if graph.IsEmpty(part) {
				continue
			}
			value := roleValue{site: true, plane: p, within: b.invariantBound(part), piece: k}
			if s.loops == 0 {
				n.lane = &symbolic.Lane{Plane: p, All: b.G.Constant(b.G.Lay.All[p])}
				n.mask = b.G.When(s.guard, part)
				n.guard = b.G.Boolean(true)
				value.anchor = -1
				value.binding = symbolic.Binding{Kind: symbolic.BindPoint, Lane: n.lane, Plane: p, Piece: k,
					At: b.Read.State0}
				n.scopes = nil
				n.bind(role.Slot, s.env.Bind(role.Slot, value.binding).WithLane(n.lane))
				n.addRole(c.Role, value)
				b.clauses(i+1, n)
				continue
			}
			n.loops--
			v, x := b.Alg.NewVar()
			b.G.Known.SetWithin(x, part)
			sub := &Branch{Kind: BranchLoop, V: v, x: x, Cond: b.G.When(s.guard, part)}
			n.guard = b.G.Boolean(true)
			s.out.Subs = append(s.out.Subs, sub)
			n.out = sub
			value.anchor = len(s.anchors)
			n.anchors = append(slices.Clone(s.anchors), anchor{p, x})
			value.binding = symbolic.Binding{
				Kind:  symbolic.BindOne,
				Plane: p,
				Num:   x,
				Piece: k,
				At:    b.Read.State0,
			}
			n.bind(role.Slot, s.env.Bind(role.Slot, value.binding))
			n.addRole(c.Role, value)
			b.clauses(i+1, n)
		}
	}
}

// bound returns, by plane, the sets to which a choice binds a role of a move beforehand; nil where
// the role is free. Those of a turn are read when it begins; those of a `then` are stored in the
// position.
func (b *builder) bound(item *Item, role, me int) []*graph.Node {
	for _, pr := range item.Roles {
		if pr.Role != role {
			continue
		}
		sets := slices.Repeat([]*graph.Node{b.G.Empty}, b.G.Lay.Planes)
		for p, field := range b.play.slots[pr.Slot] {
			if field >= 0 {
				sets[p] = b.Read.State0.Sets[field]
			}
		}
		return sets
	}
	if rv := b.boundAtOnce(item, role); rv != nil {
		return b.Ask.Sites(rv, b.plainEnv(me))
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
func (b *builder) plainEnv(me int) *symbolic.Env {
	return &symbolic.Env{Slots: make([]symbolic.Binding, b.Read.Game.Slots), Me: me, St: b.Read.State0}
}

// boundTo returns whether a role that is a direction or a kind may have a value: it is not bound
// beforehand, or that value is among those it is bound to. No other roles except sites can be
// bound.
func (b *builder) boundTo(item *Item, role int, of ir.Type, value *symbolic.Binding,
	me int) *graph.Node {
	x := memberOf(of, value)
	for _, pr := range item.Roles {
		if pr.Role == role {
			if of == ir.Steps {
				return b.Alg.Member(b.Read.State0.Nums[pr.Number+1+int(x/64)], int(x%64))
			}
			return b.Alg.Member(b.Read.State0.Nums[pr.Number], int(x))
		}
	}
	e := b.boundAtOnce(item, role)
	if e == nil {
		return b.G.Boolean(true)
	}
	if of != ir.Steps {
		return b.Alg.Member(b.Ask.Bitset(e, b.plainEnv(me)), int(x))
	}
	t := b.G.Boolean(false)
	for _, p := range b.Ask.Cases.Steps(e, b.plainEnv(me)) {
		if p.Dirs.Has(topology.Relation(x)) {
			t = b.G.Logical(graph.BOr, t, p.Cond)
		}
	}
	return t
}

// bind notes in a position what a role other than a site is bound to beforehand.
func (b *plays) bind(st *symbolic.State, item *Item, pr pendingRole, e *ir.Expr, v *symbolic.Env) {
	words := st.Nums[pr.Number : pr.Number+1+len(topology.Steps{})]
	for i := range words {
		words[i] = b.G.Integer(0)
	}
	if b.Read.Game.Moves[item.Source.Move].Roles[pr.Role].Fixes() != ir.Steps {
		words[0] = b.Ask.Bitset(e, v)
		return
	}
	for _, p := range b.Ask.Cases.Steps(e, v) {
		for i, bits := range p.Dirs {
			words[1+i] = b.G.Choose(p.Cond, b.G.Integer(int64(bits)), words[1+i])
		}
	}
}

// pieces returns a set of a plane that certainly contains every piece there.
func (b *builder) pieces(plane int) *graph.Node {
	set := b.Read.Occupied(b.Read.State0)[plane]
	for k := range b.Read.Game.Kinds {
		set = b.G.Or(set, b.Read.OfKind(b.Read.State0, k)[plane])
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
	for k := range b.Read.Game.Kinds {
		if b.Read.Store.Kinds[k][plane] >= 0 {
			list = append(list, k)
		}
	}
	return append(list, -1)
}

// lanePoints binds a further site as a place relative to the anchor.
func (b *builder) lanePoints(i int, c *ir.Clause, role *ir.Role, bound []*graph.Node, s search) {
	for _, p := range b.Ask.Points(c.Value, s.env) {
		if bound != nil {
			p.Cond = b.G.And(p.Cond, b.Alg.Pre(s.env, bound[p.Plane], p.Off))
		}
		n := s
		n.mask = b.G.And(s.mask, p.Cond)
		value := roleValue{site: true, anchor: -1, plane: p.Plane, off: p.Off, piece: -1}
		if p.Within != nil {
			value.within = b.invariantBound(p.Within)
		}
		value.binding = s.env.At(p)
		n.bind(role.Slot, s.env.Bind(role.Slot, value.binding))
		n.addRole(c.Role, value)
		b.clauses(i+1, n)
	}
}

// invariantBound returns a loop-invariant set that contains a set, the smallest it finds; nil if
// there is none.
func (b *builder) invariantBound(n *graph.Node) *graph.Node {
	if n.Deps == 0 {
		return n
	}
	switch n.Op {
	case graph.SAnd:
		x, y := b.invariantBound(n.A), b.invariantBound(n.B)
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		return b.G.And(x, y)
	case graph.SOr:
		if x, y := b.invariantBound(n.A), b.invariantBound(n.B); x != nil && y != nil {
			return b.G.Or(x, y)
		}
	case graph.SSel:
		if x, y := b.invariantBound(n.B), b.invariantBound(n.C); x != nil && y != nil {
			return b.G.Or(x, y)
		}
	case graph.SDiff:
		x := b.invariantBound(n.A)
		if x != nil && n.B.Deps == 0 {
			return b.G.Diff(x, n.B)
		}
		return x
	case graph.SRun:
		return b.invariantBound(n.B)
	case graph.SIf:
		return b.invariantBound(n.B)
	case graph.SThose:
		return b.invariantBound(n.A)
	case graph.SFlood, graph.SFill:
		if x, y := b.invariantBound(n.A), b.invariantBound(n.B); x != nil && y != nil {
			return b.G.Or(x, y)
		}
	}
	return nil
}

// memberOf returns the number by which a step names the value of a role other than a site.
func memberOf(t ir.Type, v *symbolic.Binding) int64 {
	switch t {
	case ir.Steps:
		for r := range v.Dirs.All() {
			return int64(r)
		}
	case ir.Players, ir.Kinds:
		return int64(rules.Log2(v.Num.K))
	}
	return v.Num.K
}

// offer makes the class of the steps found.
func (b *builder) offer(s search) {
	out := &Branch{Kind: BranchOut}
	switch {
	case s.lane != nil:
		out.Cond = s.mask
		for _, a := range s.anchors {
			out.Anchors = append(out.Anchors, a.x)
		}
	case len(s.anchors) > 0:
		// Site by site: the last one takes the place of the lane.
		last := s.anchors[len(s.anchors)-1]
		out.Cond = b.G.When(s.guard, b.G.One(last.x))
		for _, a := range s.anchors[:len(s.anchors)-1] {
			out.Anchors = append(out.Anchors, a.x)
		}
		s.roles = slices.Clone(s.roles)
		for r := range s.roles {
			if s.roles[r].site && s.roles[r].anchor == len(s.anchors)-1 {
				s.roles[r].anchor = -1
			}
		}
	case graph.IsFalse(s.guard):
		return
	default:
		var one layout.Bits
		one.Add(0)
		out.Cond = b.G.Constant(one)
		if !graph.IsTrue(s.guard) {
			sub := &Branch{Kind: BranchIf, Cond: s.guard}
			s.out.Subs = append(s.out.Subs, sub)
			s.out = sub
		}
	}
	if graph.IsEmpty(out.Cond) {
		return
	}
	if len(out.Anchors) > 2 {
		symbolic.Fail("more than two loops")
	}
	out.Class = b.class(s)
	s.out.Subs = append(s.out.Subs, out)
}

// class adds a class of steps and makes sure that there is a program that plays them.
func (b *builder) class(s search) int {
	mv := s.move
	cl := Class{Move: mv.ID, Item: s.item.Index, Choice: s.here.choice}
	values := make([]int64, len(mv.Roles))
	for r := range mv.Roles {
		rv := &s.roles[r]
		if rv.site {
			cl.Roles = append(cl.Roles, siteSource{Role: r, Anchor: rv.anchor, Plane: rv.plane,
				Off: rv.off})
			continue
		}
		values[r] = rv.value
	}
	base, ok := b.play.p.moves.Pack(mv.ID, values)
	if !ok {
		symbolic.Fail("a number that is too big to be chosen")
	}
	cl.Base = base
	for i := range cl.Roles {
		cl.Roles[i].Shift = b.play.p.moves.Shift(mv.ID, cl.Roles[i].Role)
	}
	cl.Apply = b.play.apply(s)
	a := b.play.player.Applies[cl.Apply]
	cl.Free = !a.Ensures && !a.LooksAhead
	cl.Weight = b.play.weigh(s)
	b.play.player.Classes = append(b.play.player.Classes, cl)
	return len(b.play.player.Classes) - 1
}
