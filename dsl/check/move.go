package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A move is a move of the rules on its way to an ir.Move.
type move struct {
	node  *syntax.Move
	file  *source.File
	out   *ir.Move
	scope *scope
}

// declareMove enters a move and its roles, which other moves may speak of before it is checked.
func (c *checker) declareMove(n *syntax.Move, f *source.File) {
	if len(c.moves) == ir.MaxMoves {
		c.fail(TooLarge, n.Name.Span(f), fmt.Sprintf("a game has at most %d moves", ir.MaxMoves), "", "")
		return
	}
	m := &move{node: n, file: f, out: &ir.Move{ID: ir.MoveID(len(c.moves)), Name: n.Name.Text, Span: n.Span(f)}}
	if !c.declare(n.Name, f, &symbol{sort: moveName, move: m, index: len(c.moves)}) {
		c.extraMoves = append(c.extraMoves, m)
		return
	}
	if n.Label != nil {
		m.out.Label = n.Label.Text
	}
	c.moves = append(c.moves, m)
	c.g.Moves = append(c.g.Moves, m.out)
}

// roleTypes says what the words bind; `as` binds a kind or a player.
var roleTypes = map[string]ir.Type{"from": ir.Sites, "to": ir.Sites, "over": ir.Sites, "at": ir.Sites, "along": ir.Steps, "as": ir.Kinds, "with": ir.Number}

func (c *checker) declareMoves() {
	all := slices.Concat(c.moves, c.extraMoves)
	for _, m := range all {
		c.checkMove(m)
	}
	for _, m := range all { // choices may speak of the roles of any move
		if m.node.Then != nil {
			m.out.Then = c.choice(m.scope, m.node.Then)
			m.out.Slots, m.out.Vars = m.scope.frame.size, m.scope.frame.names
		}
	}
	if n, f, ok := find[*syntax.Turn](c); ok {
		c.g.Turn = c.choice(c.outside(f), n.Choice)
	}
}

func (c *checker) checkMove(m *move) {
	s := &scope{file: m.file, names: c.names, frame: &frame{}}
	m.scope = s
	words := map[string]*syntax.Bind{}
	for _, cl := range m.node.Clauses {
		switch n := cl.(type) {
		case *syntax.Bind:
			c.bindRole(m, s, n, words)
		case *syntax.LetClause:
			v := c.expr(s, n.Value)
			c.noStuck(v)
			x := c.bind(s, n.Name, v)
			m.out.Clauses = append(m.out.Clauses, ir.Clause{Op: ir.LetClause, Slot: x.slot, Value: v.e, Span: n.Span(m.file)})
		case *syntax.IfClause:
			for _, cond := range n.Conds {
				v, out := c.cond(s, cond)
				m.out.Clauses = append(m.out.Clauses, ir.Clause{Op: ir.IfClause, Value: v.e, Cond: out, Span: cond.Span(m.file)})
			}
		}
	}
	for _, e := range m.node.Do {
		if out := c.effect(s, e); out != nil {
			m.out.Do = append(m.out.Do, out)
		}
	}
	after := s.inner()
	after.stuck = true
	for _, cond := range m.node.Ensure {
		_, out := c.cond(after, cond)
		m.out.Ensure = append(m.out.Ensure, out)
	}
	m.out.Slots, m.out.Vars = s.frame.size, s.frame.names
}

// bindRole checks `from p in mine` and its like.
func (c *checker) bindRole(m *move, s *scope, n *syntax.Bind, words map[string]*syntax.Bind) {
	span := n.Span(m.file)
	if first := words[n.Role]; first != nil {
		c.fail(RoleTwice, span, fmt.Sprintf("`%s` stands twice in a move", n.Role), "The word says how the move is written, so each stands at most once.",
			"use another of the words from, to, over, at", diag.Related{Span: first.Span(m.file), Message: "the first one"})
	}
	words[n.Role] = n
	c.binder = n.Role
	v := c.domain(s, n.Domain)
	c.binder = ""
	c.noStuck(v)
	want, known := roleTypes[n.Role]
	switch {
	case !known || v.unknown():
	case want == ir.Number:
		if v.e.Op != ir.Range && !v.bad() {
			most := "3"
			if v.e.Type == ir.Number {
				most = plain(v.e.Span, "n")
			}
			v = c.fail(NotARange, v.e.Span, fmt.Sprintf("`with` chooses from a range of numbers; %s is %s", mention(v.e.Span), describe(v)), "",
				fmt.Sprintf("write for example: with %s in 1..%s", n.Name.Text, most))
		}
	case v.e.Op == ir.Range:
		code := BadRole
		if want == ir.Sites {
			code = NotARange
		}
		v = c.fail(code, v.e.Span, fmt.Sprintf("`%s` chooses %s, not a number", n.Role, wanted(want)), "", "write `with` for a number")
	case want == ir.Kinds && v.e.Type == ir.Players:
	case want == ir.Kinds && v.e.Type == ir.Sites && !v.none:
		v = c.wrongType(v, ir.Kinds, "a site is chosen by from, to, over or at")
	case want == ir.Sites && v.e.Type == ir.Steps:
		v = c.wrongType(v, ir.Sites, "a direction is chosen by `along`")
	case want == ir.Steps && v.isSet() && v.e.Type != ir.Steps && !v.none:
		v = c.wrongType(v, ir.Steps, "a site is chosen by from, to, over or at")
	default:
		v = c.want(v, want)
	}
	c.checkDomain(v, n, s)
	typ := v.e.Type
	if typ == ir.NoType {
		typ = want
		v = invalid(want, v.e.Span)
	}
	like := member(v)
	if v.bad() { // the word alone says what it is: one site, one direction
		like = val{e: &ir.Expr{Op: ir.Var, Type: typ, Card: ir.One, Span: v.e.Span}}
	}
	if v.e.Op == ir.Range {
		like.e.Card = ir.One
	}
	x := c.bind(s, n.Name, like)
	m.out.Clauses = append(m.out.Clauses, ir.Clause{Op: ir.BindClause, Role: len(m.out.Roles), Value: v.e, Span: span})
	m.out.Roles = append(m.out.Roles, ir.Role{Word: n.Role, Name: n.Name.Text, Slot: x.slot, Type: typ})
}

// cond checks a condition and keeps its reason.
func (c *checker) cond(s *scope, n *syntax.Cond) (val, ir.Cond) {
	v := c.want(c.expr(s, n.Expr), ir.Truth)
	if !s.stuck {
		c.noStuck(v)
	}
	c.checkAlways(v, n.Expr.Span(s.file))
	out := ir.Cond{Expr: v.e}
	if n.Reason != nil {
		out.Reason = n.Reason.Text
	}
	return v, out
}

// when checks the condition of an effect or an item; nil is none.
func (c *checker) when(s *scope, e syntax.Expr) *ir.Expr {
	if e == nil {
		return nil
	}
	v := c.want(c.expr(s, e), ir.Truth)
	c.noStuck(v)
	c.checkAlways(v, e.Span(s.file))
	return v.e
}

// readIn checks an expression of an effect.
func (c *checker) readIn(s *scope, e syntax.Expr) val {
	v := c.expr(s, e)
	c.noStuck(v)
	return v
}

func (c *checker) effect(s *scope, n *syntax.Effect) *ir.Effect {
	span := n.Span(s.file)
	out := &ir.Effect{Span: span}
	ok := true
	switch a := n.Action.(type) {
	case *syntax.Place:
		out.Op = ir.Place
		owner, kind, good := c.spec(s, &a.Spec, specPlace)
		on := c.sites(c.readIn(s, a.On))
		out.A, ok = on.e, good && !on.bad()
		if good {
			out.Kind = kind.e
			if owner.e != nil {
				out.Owner = owner.e
			}
			if !on.bad() {
				c.mayStand(kind, on, a.On.Span(s.file))
			}
		}
	case *syntax.Remove:
		out.Op = ir.Remove
		v := c.sites(c.readIn(s, a.Sites))
		out.A, ok = v.e, !v.bad()
	case *syntax.Shift:
		out.Op = ir.Shift
		v := c.sites(c.readIn(s, a.Sites))
		d := c.stride(s, v.e.Planes, a.By, false)
		if d.step != nil && !d.bad && !d.single {
			c.fail(TooMany, a.By.Span(s.file), fmt.Sprintf("%s may lead to several sites; `shift` moves each piece to one", mention(a.By.Span(s.file))), "", "bind one direction with `along`")
			ok = false
		}
		out.A, out.Step, ok = v.e, d.step, ok && !v.bad() && !d.bad
	case *syntax.Each:
		out.Op = ir.Each
		over := c.runsOver(c.domain(s, a.Domain), "each")
		c.noStuck(over)
		inner := s.inner()
		x := c.bind(inner, a.Name, member(over))
		out.A, out.Slot = over.e, x.slot
		out.Body = c.effect(inner, a.Effect)
		ok = out.Body != nil && !over.bad()
	case *syntax.Again:
		out.Op = ir.Again
	case *syntax.LetAction:
		v := c.readIn(s, a.Value)
		out.Op, out.A = ir.LetEffect, v.e
		out.Slot = c.bind(s, a.Name, v).slot
		ok = !v.bad()
	case *syntax.Change:
		ok = c.change(s, a, out)
	default:
		return nil
	}
	out.When = c.when(s, n.When)
	if !ok {
		return nil
	}
	c.noEffect(out)
	return out
}

// change checks `p -> q`, `p <-> q`, `S becomes SPEC` and assignments.
func (c *checker) change(s *scope, n *syntax.Change, out *ir.Effect) bool {
	switch n.Op {
	case "->", "<->":
		out.Op = ir.MovePieces
		if n.Op == "<->" {
			out.Op = ir.Swap
		}
		if st := c.stateNamed(s, n.Target); st != nil && st.typ != ir.Sites && st.typ != ir.NoType {
			c.fail(BadAssign, n.Target.Span(s.file), fmt.Sprintf("`%s` is a %s; `%s` moves pieces", st.node.Name.Text, st.word(), n.Op), "", "write `:=`")
			c.readIn(s, n.Value)
			return false
		}
		what := "`" + n.Op + "`"
		from := c.atMostOne(c.sites(c.readIn(s, n.Target)), what)
		to := c.atMostOne(c.sites(c.readIn(s, n.Value)), what)
		if from.bad() || to.bad() {
			return false
		}
		out.A, out.B = from.e, to.e
		c.optional[from.e], c.optional[to.e] = from.option, to.option
		c.mayGo(from, to, n.Value.Span(s.file))
		if n.Op == "<->" {
			c.mayGo(to, from, n.Target.Span(s.file))
		}
		return true
	case "becomes":
		out.Op = ir.Become
		on := c.sites(c.readIn(s, n.Target))
		owner, kind, ok := c.spec(s, n.Spec, specBecome)
		if !ok || on.bad() {
			return false
		}
		out.A = on.e
		if owner.e != nil {
			out.Owner = owner.e
		}
		if kind.e != nil {
			out.Kind = kind.e
			c.mayStand(kind, on, n.Target.Span(s.file))
		}
		return true
	}
	return c.assignment(s, n, out)
}

// stateNamed returns the counter or memory that an expression names, or nil.
func (c *checker) stateNamed(s *scope, e syntax.Expr) *state {
	call, ok := e.(*syntax.Call)
	if !ok || s.local(call.Name.Text) != nil {
		return nil
	}
	if sym := c.lookup(s, call.Name.Text); sym != nil && sym.sort == stateName {
		return sym.state
	}
	return nil
}

func (c *checker) assignment(s *scope, n *syntax.Change, out *ir.Effect) bool {
	out.Op = ir.Assign
	out.Assign = map[string]ir.AssignOp{":=": ir.SetTo, "+=": ir.AddTo, "-=": ir.TakeFrom}[n.Op]
	st := c.stateNamed(s, n.Target)
	if st == nil {
		span := n.Target.Span(s.file)
		target := c.expr(s, n.Target)
		c.readIn(s, n.Value)
		if target.unknown() {
			return false
		}
		var names []string
		for _, sym := range c.names.symbols {
			if sym.sort == stateName {
				names = append(names, sym.name)
			}
		}
		help := didYouMean(span.Text(), names)
		if help == "" {
			help = "declare one: counter NAME = 0, or memory NAME = none"
		}
		if call, ok := n.Target.(*syntax.Call); ok && s.local(call.Name.Text) != nil {
			help = "a name bound by `let` or a role stays what it is"
		}
		c.fail(NotAState, span, fmt.Sprintf("%s is no counter and no memory, so nothing can be assigned to it", mention(span)), "", help)
		return false
	}
	c.readState(st)
	index, ok := c.stateIndex(s, st, n.Target.(*syntax.Call))
	v := c.assigned(st, c.readIn(s, n.Value), n.Op)
	c.optional[v.e] = v.option
	if !ok || v.bad() {
		return false
	}
	out.State, out.B = st.index, v.e
	for _, x := range index {
		out.Index = append(out.Index, x.e)
	}
	return true
}

// assigned makes a value one that a counter or memory can hold. A memory that begins with `none` holds what is first put
// into it.
func (c *checker) assigned(st *state, v val, op string) val {
	c.readState(st)
	if v.unknown() || st.typ == ir.NoType {
		return invalid(st.typ, v.e.Span)
	}
	name := st.node.Name.Text
	if st.typ == ir.Truth && op != ":=" {
		return c.fail(BadAssign, v.e.Span, fmt.Sprintf("`%s` is a truth; nothing can be added to it", name), "", "write `:=`")
	}
	if st.node.Memory && st.fromNone && v.isSet() && !v.none && op != "-=" {
		learned := c.memories[name]
		if learned.typ == ir.NoType && st.typ != v.e.Type {
			c.memories[name] = memory{typ: v.e.Type, planes: v.e.Planes}
			c.learned = true
			return invalid(st.typ, v.e.Span)
		}
	}
	v = c.want(v, st.typ)
	if v.bad() {
		return v
	}
	if st.typ == ir.Sites && op != "-=" && v.e.Planes&^st.planes != 0 {
		learned := c.memories[name]
		c.memories[name] = memory{typ: learned.typ, planes: learned.planes | st.planes | v.e.Planes}
		c.learned = true
	}
	return v
}

// specUse says what an owner and a kind are wanted for.
type specUse uint8

const (
	specPlace specUse = iota
	specBecome
)

// spec checks `Red pawn`, `pawn`, `mine`: an owner and a kind, or one of them. What is not said has no expression.
func (c *checker) spec(s *scope, n *syntax.Spec, as specUse) (owner, kind val, ok bool) {
	ok = true
	for _, call := range []*syntax.Call{n.First, n.Second} {
		if call == nil {
			continue
		}
		span := call.Span(s.file)
		var v val
		switch {
		case call.Name.Text == "mine" && !call.Parens && s.local("mine") == nil:
			v = c.me(span)
		case call.Name.Text == "theirs" && !call.Parens:
			v = c.fail(BadSpec, span, "`theirs` does not say whose", "", "name the player, or say `next`")
		default:
			v = c.call(s, call, asValue)
		}
		c.noStuck(v)
		switch v.e.Type {
		case ir.NoType:
			ok = false
		case ir.Players:
			if owner.e != nil {
				c.fail(BadSpec, span, "a piece has one owner", "", "write an owner and a kind")
				ok = false
				continue
			}
			owner = c.atMostOne(v, "the owner of a piece")
			ok = ok && !owner.bad()
		case ir.Kinds:
			if kind.e != nil {
				c.fail(BadSpec, span, "a piece is of one kind", "", "write an owner and a kind")
				ok = false
				continue
			}
			kind = c.atMostOne(v, "the kind of a piece")
			ok = ok && !kind.bad()
		default:
			help := "write for example: place " + c.exampleKind() + " on …"
			if as == specBecome {
				help = "write for example: … becomes " + c.exampleKind()
			}
			if v.e.Type == ir.Sites {
				help = "say kind(" + plain(span, "p") + ") or owner(" + plain(span, "p") + ") for what stands there"
			}
			if !v.bad() {
				c.fail(BadSpec, span, fmt.Sprintf("%s is %s, where a kind of piece or its owner is wanted", mention(span), describe(v)), "", help)
			}
			ok = false
		}
	}
	if ok && as != specBecome && kind.e == nil {
		c.fail(BadSpec, n.Span(s.file), "it is not said which kind of piece", "", "write an owner and a kind: "+plain(n.Span(s.file), "Red")+" "+c.exampleKind())
		ok = false
	}
	return owner, kind, ok
}

func (c *checker) exampleKind() string {
	if len(c.g.Kinds) > 0 {
		return c.g.Kinds[0].Name
	}
	return "pawn"
}

// mayStand reports pieces on sites that are not for them.
func (c *checker) mayStand(kind, on val, span source.Span) {
	if kind.bad() || on.bad() || c.noBoard {
		return
	}
	for i, k := range c.g.Kinds {
		if kind.kinds>>i&1 == 0 || !kind.constant() && c.kindPlanes(kind.kinds)&on.e.Planes == on.e.Planes {
			continue
		}
		may := c.planesOf(k.On)
		if wrong := on.e.Planes &^ may; wrong != 0 {
			c.fail(WrongPlane, span, fmt.Sprintf("%s may be among the %s; a `%s` stands on %s", mention(span), planesText(wrong), k.Name, planesText(may)), "",
				"say where its place is: piece "+k.Name+" { on "+strings.Join(planeNames(on.e.Planes), " | ")+" }")
			return
		}
		if on.e.Op == ir.ConstSites && !on.option {
			if out := on.e.Sets[0].Minus(k.On); !out.Empty() {
				c.fail(WrongPlane, span, fmt.Sprintf("a `%s` cannot stand on `%s`", k.Name, c.g.Board.Names[out.First()]), "`on` in its declaration says where it may.", "")
				return
			}
		}
	}
}

// mayGo reports a piece that leaves the sites that are for it.
func (c *checker) mayGo(from, to val, span source.Span) {
	if c.noBoard {
		return
	}
	var may topology.Plane
	for _, k := range c.g.Kinds {
		if on := c.planesOf(k.On); on&from.e.Planes != 0 {
			may |= on
		}
	}
	if wrong := to.e.Planes &^ may; wrong != 0 && may != 0 {
		c.fail(WrongPlane, span, fmt.Sprintf("%s may be among the %s; what stands there belongs on %s", mention(span), planesText(wrong), planesText(may)), "", "")
	}
}

// choice checks the items of a turn or of what follows a move.
func (c *checker) choice(s *scope, n *syntax.Choice) *ir.Choice {
	if n == nil {
		return nil
	}
	out := &ir.Choice{Span: n.Span(s.file)}
	for _, g := range n.Groups {
		group := &ir.Group{Span: g.Span(s.file)}
		for _, it := range g.Items {
			if item := c.item(s, it); item != nil {
				group.Items = append(group.Items, item)
			}
		}
		if g.Best != nil {
			group.Most = g.Best.Most
			bare := c.outside(s.file)
			for _, by := range g.Best.By {
				v := c.want(c.best(s, bare, by), ir.Number)
				c.noStuck(v)
				group.Best = append(group.Best, v.e)
			}
		}
		out.Groups = append(out.Groups, group)
	}
	return out
}

// best checks what `with most` compares. It is read when the turn is over, so the names of a move are gone by then.
func (c *checker) best(s, bare *scope, e syntax.Expr) val {
	var hidden *variable
	syntax.Inspect(e, func(x any) {
		if call, ok := x.(*syntax.Call); ok && hidden == nil && s.local(call.Name.Text) != nil {
			hidden = s.local(call.Name.Text)
		}
	})
	if hidden != nil {
		return c.fail(Misplaced, e.Span(s.file), fmt.Sprintf("`%s` cannot be seen after `with`", hidden.name), "What is compared is read when the turn is over.",
			"compare what the position shows, or a counter", diag.Related{Span: hidden.span, Message: "bound here"})
	}
	return c.expr(bare, e)
}

var outcomes = map[string]ir.ItemOp{"pass": ir.PassItem, "done": ir.DoneItem, "win": ir.WinItem, "lose": ir.LoseItem, "draw": ir.DrawItem, "illegal": ir.IllegalItem}

func (c *checker) item(s *scope, n *syntax.Item) *ir.Item {
	out := &ir.Item{Span: n.Span(s.file)}
	name := n.Name.Text
	span := n.Name.Span(s.file)
	var target *move
	if sym := c.names.symbols[name]; sym != nil && sym.sort == moveName {
		target = sym.move
		out.Op, out.Move = ir.MoveItem, target.out.ID
	} else if op, ok := outcomes[name]; ok {
		out.Op = op
		if len(n.Roles) > 0 {
			c.fail(NoSuchRole, n.Roles[0].Span(s.file), fmt.Sprintf("`%s` chooses nothing, so nothing can be fixed", name), "", "")
		}
	} else {
		c.noSuchMove(name, span)
	}
	seen := map[string]bool{}
	for _, r := range n.Roles {
		v := c.expr(s, r.Value)
		c.noStuck(v)
		if target == nil {
			continue
		}
		at := slices.IndexFunc(target.out.Roles, func(role ir.Role) bool { return role.Word == r.Role })
		rspan := r.Span(s.file)
		if at < 0 {
			var words []string
			for _, role := range target.out.Roles {
				words = append(words, role.Word)
			}
			detail := "It chooses nothing."
			if len(words) > 0 {
				detail = "It has " + list(words) + "."
			}
			c.fail(NoSuchRole, rspan, fmt.Sprintf("the move `%s` has no `%s`", name, r.Role), detail, "", diag.Related{Span: target.node.Name.Span(target.file), Message: "declared here"})
			continue
		}
		if seen[r.Role] {
			c.fail(RoleTwice, rspan, fmt.Sprintf("`%s` is fixed twice", r.Role), "", "")
			continue
		}
		seen[r.Role] = true
		role := target.out.Roles[at]
		if role.Type == ir.Number {
			c.fail(BadRole, rspan, "a number cannot be fixed beforehand", "", "")
			continue
		}
		v = c.want(v, role.Type)
		if !v.bad() {
			out.Roles = append(out.Roles, ir.RoleValue{Role: at, Value: v.e})
		}
	}
	out.When = c.when(s, n.When)
	if target == nil && out.Op == ir.MoveItem {
		return nil
	}
	return out
}

func (c *checker) noSuchMove(name string, span source.Span) {
	var names []string
	for _, sym := range c.names.symbols {
		if sym.sort == moveName {
			names = append(names, sym.name)
		}
	}
	for o := range outcomes {
		names = append(names, o)
	}
	detail := ""
	var related []diag.Related
	if sym := c.names.symbols[name]; sym != nil {
		detail = fmt.Sprintf("`%s` is %s.", name, sym.sort)
		related = append(related, diag.Related{Span: sym.span, Message: "declared here"})
	} else if at, ok := c.elsewhere(name); ok {
		detail = "It is declared only with other options."
		related = append(related, diag.Related{Span: at, Message: "declared here"})
	} else if c.unreadMove(name) {
		return
	}
	c.fail(NoSuchMove, span, fmt.Sprintf("there is no move `%s`", name), detail, didYouMean(name, names), related...)
}

// unreadMove reports whether a move of the name was begun but could not be parsed.
func (c *checker) unreadMove(name string) bool {
	return c.unread("move " + name)
}

// declareEnd checks the sentences of `end` and the values for bots.
func (c *checker) declareEnd() {
	if n, f, ok := find[*syntax.End](c); ok {
		for _, st := range n.Sentences {
			if out := c.sentence(st, f); out != nil {
				c.g.End = append(c.g.End, out)
			}
		}
	}
	for _, d := range c.live {
		n, ok := d.node.(*syntax.Value)
		if !ok {
			continue
		}
		s := &scope{file: d.file, names: c.names, frame: &frame{}}
		v := c.want(c.expr(s, n.Body), ir.Number)
		c.noStuck(v)
		c.g.Values = append(c.g.Values, &ir.Value{Name: n.Name.Text, Body: v.e, Slots: s.frame.size})
	}
}

func (c *checker) sentence(n *syntax.Sentence, f *source.File) *ir.Sentence {
	s := c.outside(f)
	s.stuck = true
	out := &ir.Sentence{Player: -1, AtOnce: n.AtOnce, Span: n.Span(f)}
	switch n.Outcome {
	case "win", "wins":
		out.Outcome = ir.Win
	case "lose", "loses":
		out.Outcome = ir.Lose
	case "draw":
		out.Outcome = ir.Draw
	case "highest":
		out.Outcome = ir.Highest
	case "lowest":
		out.Outcome = ir.Lowest
	}
	here := true
	if n.Player != nil {
		span := n.Player.Span(f)
		if out.Outcome == ir.Draw {
			c.fail(BadSentence, span, "a draw is everybody's", "", "write `draw` without a player")
		} else if sym := c.player(n.Player.Text, span); sym != nil {
			out.Player, here = sym.index, sym.index >= 0
		}
	}
	if n.Of != nil {
		v := c.want(c.expr(s, n.Of), ir.Number)
		c.noStuck(v)
		out.Of = v.e
	}
	if n.Text != nil {
		out.Text = n.Text.Text
	}
	v := c.want(c.expr(s, n.If), ir.Truth)
	if n.If != nil {
		c.checkAlways(v, n.If.Span(f))
	}
	out.If = v.e
	c.optional[v.e] = v.option
	if !here { // the player is not in the game with these options
		return nil
	}
	return out
}
