package check

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// readIn checks an expression of an effect.
func (c *checker) readIn(s *scope, e syntax.Expr) val {
	v := c.expr(s, e)
	c.noStuck(v)
	return v
}

// effects reads what moves and the setup do to a position.
type effects struct{ station }

func (fx *effects) effect(s *scope, n *syntax.Effect) *ir.Effect {
	span := n.Span(s.file)
	out := &ir.Effect{Span: span}
	ok := true
	switch a := n.Action.(type) {
	case *syntax.Place:
		out.Op = ir.Place
		owner, kind, good := fx.spec(s, &a.Spec, specPlace)
		if a.Under {
			good = fx.needTowers("under", span) && good
			out.Under = true
		}
		on := fx.sites(fx.readIn(s, a.On))
		out.A, ok = on.e, good && !on.bad()
		if good {
			out.Kind = kind.e
			if owner.e != nil {
				out.Owner = owner.e
			}
			if !on.bad() {
				fx.mayStand(kind, on, a.On.Span(s.file))
			}
		}
	case *syntax.Remove:
		out.Op = ir.Remove
		v, part, many := fx.partOf(s, a.Sites)
		setPart(out, part, many)
		out.A, ok = v.e, !v.bad()
	case *syntax.Shift:
		out.Op = ir.Shift
		v := fx.sites(fx.readIn(s, a.Sites))
		d := fx.stride(s, v.e.Planes, a.By, false)
		if d.step != nil && !d.bad && !d.single {
			fx.forkedShift(a.By.Span(s.file), d.step)
			ok = false
		}
		out.A, out.Step, ok = v.e, d.step, ok && !v.bad() && !d.bad
	case *syntax.Each:
		out.Op = ir.Each
		over := fx.runsOver(fx.domain(s, a.Domain), "each")
		fx.noStuck(over)
		inner := s.inner()
		x := fx.bind(inner, a.Name, member(over))
		out.A, out.Slot = over.e, x.slot
		ok = !over.bad()
		for i, e := range a.Effects {
			switch done := fx.effect(inner, e); {
			case done == nil:
				ok = false
			case i == 0:
				out.Body = done
			default:
				out.More = append(out.More, done)
			}
		}
		ok = ok && out.Body != nil
	case *syntax.Again:
		out.Op = ir.Again
	case *syntax.LetAction:
		v := fx.readIn(s, a.Value)
		out.Op, out.A = ir.LetEffect, v.e
		out.Slot = fx.bind(s, a.Name, v).slot
		ok = !v.bad()
	case *syntax.Change:
		ok = fx.change(s, a, out)
	default:
		return nil
	}
	out.When = fx.when(s, n.When)
	if !ok {
		return nil
	}
	fx.noEffect(out)
	return out
}

// change checks `p -> q`, `p <-> q`, `S becomes SPEC` and assignments.
func (fx *effects) change(s *scope, n *syntax.Change, out *ir.Effect) bool {
	switch n.Op {
	case "->", "<->":
		out.Op = ir.MovePieces
		if n.Op == "<->" {
			out.Op = ir.Swap
		}
		if st := fx.stateNamed(s, n.Target); st != nil && st.typ != ir.Sites && st.typ != ir.NoType {
			fx.fail(BadAssign, n.Target.Span(s.file), fmt.Sprintf("`%s` is a %s; `%s` moves pieces",
				st.node.Name.Text, st.word(), n.Op), "", "write `:=`")
			fx.readIn(s, n.Value)
			return false
		}
		what := "`" + n.Op + "`"
		part, many := ir.Whole, val{}
		var from val
		if x, slice := n.Target.(*syntax.Slice); slice && n.Op == "->" {
			from, part, many = fx.partOf(s, x)
		} else {
			from = fx.sites(fx.readIn(s, n.Target))
		}
		from = fx.atMostOne(from, what)
		setPart(out, part, many)
		if n.Under {
			out.Under = true
			if n.Op != "->" {
				return fx.strayUnder(n, s)
			}
			if !fx.needTowers("under", n.Value.Span(s.file)) {
				return false
			}
		}
		to := fx.atMostOne(fx.sites(fx.readIn(s, n.Value)), what)
		if from.bad() || to.bad() {
			return false
		}
		out.A, out.B = from.e, to.e
		fx.optional[from.e], fx.optional[to.e] = from.option, to.option
		fx.mayGo(from, to, n.Value.Span(s.file))
		if n.Op == "<->" {
			fx.mayGo(to, from, n.Target.Span(s.file))
		}
		return true
	case "becomes":
		out.Op = ir.Become
		on, part, many := fx.partOf(s, n.Target)
		setPart(out, part, many)
		owner, kind, ok := fx.spec(s, n.Spec, specBecome)
		if !ok || on.bad() {
			return false
		}
		out.A = on.e
		if owner.e != nil {
			out.Owner = owner.e
		}
		if kind.e != nil {
			out.Kind = kind.e
			fx.mayStand(kind, on, n.Target.Span(s.file))
		}
		return true
	}
	return fx.assignment(s, n, out)
}

// stateNamed returns the counter or memory that an expression names, or nil.
func (fx *effects) stateNamed(s *scope, e syntax.Expr) *state {
	call, ok := e.(*syntax.Call)
	if !ok || s.local(call.Name.Text) != nil {
		return nil
	}
	if sym := fx.lookup(s, call.Name.Text); sym != nil && sym.sort == stateName {
		fx.noteSymbol(sym, call.Name.Span(s.file))
		return sym.state
	}
	return nil
}

func (fx *effects) assignment(s *scope, n *syntax.Change, out *ir.Effect) bool {
	out.Op = ir.Assign
	out.Assign = map[string]ir.AssignOp{":=": ir.SetTo, "+=": ir.AddTo, "-=": ir.TakeFrom}[n.Op]
	st := fx.stateNamed(s, n.Target)
	if st == nil {
		span := n.Target.Span(s.file)
		target := fx.expr(s, n.Target)
		fx.readIn(s, n.Value)
		if target.unknown() {
			return false
		}
		var names []string
		for _, sym := range fx.names.symbols {
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
		fx.fail(NotAState, span,
			fmt.Sprintf("%s is neither a counter nor a memory, so nothing can be assigned to it",
				mention(span)), "", help)
		return false
	}
	fx.readState(st)
	index, ok := fx.stateIndex(s, st, n.Target.(*syntax.Call))
	v := fx.assigned(st, fx.readIn(s, n.Value), n.Op)
	fx.optional[v.e] = v.option
	if !ok || v.bad() {
		return false
	}
	out.State, out.B = st.index, v.e
	for _, x := range index {
		out.Index = append(out.Index, x.e)
	}
	return true
}

// assigned converts a value to one that a counter or memory can hold. A memory that begins with
// `none` takes the type of what is first put into it.
func (fx *effects) assigned(st *state, v val, op string) val {
	fx.readState(st)
	if v.unknown() || st.typ == ir.NoType {
		return invalid(st.typ, v.e.Span)
	}
	name := st.node.Name.Text
	if st.typ == ir.Truth && op != ":=" {
		return fx.fail(BadAssign, v.e.Span,
			fmt.Sprintf("`%s` is true or false; nothing can be added to it", name), "", "write `:=`")
	}
	if st.node.Memory && st.fromNone && v.isSet() && !v.none && op != "-=" {
		learned := fx.memories[name]
		if learned.typ == ir.NoType && st.typ != v.e.Type {
			fx.memories[name] = memory{typ: v.e.Type, planes: v.e.Planes}
			fx.learned = true
			return invalid(st.typ, v.e.Span)
		}
	}
	v = fx.want(v, st.typ)
	if v.bad() {
		return v
	}
	if st.typ == ir.Sites && op != "-=" && v.e.Planes&^st.planes != 0 {
		learned := fx.memories[name]
		fx.memories[name] = memory{typ: learned.typ, planes: learned.planes | st.planes | v.e.Planes}
		fx.learned = true
	}
	return v
}

// specUse says what an owner and a kind are used for.
type specUse uint8

const (
	specPlace specUse = iota
	specBecome
)

// spec checks `Red pawn`, `pawn` or `mine`: an owner, a kind, or both. A missing part has no
// expression.
func (fx *effects) spec(s *scope, n *syntax.Spec, as specUse) (owner, kind val, ok bool) {
	ok = true
	for _, call := range []*syntax.Call{n.First, n.Second} {
		if call == nil {
			continue
		}
		span := call.Span(s.file)
		var v val
		switch {
		case call.Name.Text == "mine" && !call.Parens && s.local("mine") == nil:
			fx.noteWord("mine", call.Name.Span(s.file))
			v = fx.me(span)
		case call.Name.Text == "theirs" && !call.Parens:
			v = fx.fail(BadSpec, span, "`theirs` does not say which player", "",
				"name the player, or say `next`")
		default:
			v = fx.call(s, call, asValue)
		}
		fx.noStuck(v)
		switch v.e.Type {
		case ir.NoType:
			ok = false
		case ir.Players:
			if owner.e != nil {
				fx.fail(BadSpec, span, "a piece has one owner", "", "write an owner and a kind")
				ok = false
				continue
			}
			owner = fx.atMostOne(v, "the owner of a piece")
			ok = ok && !owner.bad()
		case ir.Kinds:
			if kind.e != nil {
				fx.fail(BadSpec, span, "a piece is of one kind", "", "write an owner and a kind")
				ok = false
				continue
			}
			kind = fx.atMostOne(v, "the kind of a piece")
			ok = ok && !kind.bad()
		default:
			help := "write for example: place " + fx.exampleKind() + " on …"
			if as == specBecome {
				help = "write for example: … becomes " + fx.exampleKind()
			}
			if v.e.Type == ir.Sites {
				help = "say kind(" + plain(span, "p") + ") or owner(" + plain(span, "p") +
					") for what stands there"
			}
			if !v.bad() {
				fx.fail(BadSpec, span,
					fmt.Sprintf("%s is %s; expected a kind of piece or its owner",
						mention(span), describe(v)), "", help)
			}
			ok = false
		}
	}
	if ok && as != specBecome && kind.e == nil {
		fx.fail(BadSpec, n.Span(s.file), "the kind of piece is missing", "",
			"write an owner and a kind: "+plain(n.Span(s.file), "Red")+" "+fx.exampleKind())
		ok = false
	}
	return owner, kind, ok
}

func (vs *gameFacts) exampleKind() string {
	if len(vs.g.Kinds) > 0 {
		return vs.g.Kinds[0].Name
	}
	return "pawn"
}

// mayStand reports pieces put on sites where they cannot stand.
func (vs *gameFacts) mayStand(kind, on val, span source.Span) {
	if kind.bad() || on.bad() || vs.noBoard {
		return
	}
	for i, k := range vs.g.Kinds {
		if kind.kinds>>i&1 == 0 || !kind.constant() &&
			vs.kindPlanes(kind.kinds)&on.e.Planes == on.e.Planes {
			continue
		}
		may := vs.planesOf(k.On)
		if wrong := on.e.Planes &^ may; wrong != 0 {
			vs.fail(WrongPlane, span, fmt.Sprintf("%s may be among the %s; a `%s` stands on %s",
				mention(span), planesText(wrong), k.Name, planesText(may)), "",
				"say where it belongs: piece "+k.Name+" { on "+strings.Join(
					planeNames(on.e.Planes), " | ")+" }")
			return
		}
		if on.e.Op == ir.ConstSites && !on.option {
			if out := on.e.Sets[0].Minus(k.On); !out.Empty() {
				vs.fail(WrongPlane, span, fmt.Sprintf("a `%s` cannot stand on `%s`", k.Name,
					vs.g.Board.Names[out.First()]), "`on` in its declaration says where it may.", "")
				return
			}
		}
	}
}

// mayGo reports a piece that leaves the sites where it can stand.
func (vs *gameFacts) mayGo(from, to val, span source.Span) {
	if vs.noBoard {
		return
	}
	var may topology.Plane
	for _, k := range vs.g.Kinds {
		if on := vs.planesOf(k.On); on&from.e.Planes != 0 {
			may |= on
		}
	}
	if wrong := to.e.Planes &^ may; wrong != 0 && may != 0 {
		vs.fail(WrongPlane, span,
			fmt.Sprintf("%s may be among the %s; what stands there belongs on %s", mention(span),
				planesText(wrong), planesText(may)), "", "")
	}
}

// forkedShift reports a `shift` by a step that may lead to several sites.
func (fx *effects) forkedShift(span source.Span, step *ir.Step) {
	help := "say one direction, or bind one with `along`; round a ring, draw the ring as a `loop` " +
		"of the board and shift by its name"
	switch {
	case step.Func != nil:
		help = "let the definition give one site at most, such as `file(c) & rank(r)`"
	case step.By.Card == ir.One:
		help = "this line forks: draw each way as a line or `loop` with a name of its own, and " +
			"shift by that name"
	}
	fx.fail(TooMany, span,
		fmt.Sprintf("%s may lead to several sites; `shift` moves each piece to one", mention(span)),
		"", help)
}
