package check

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/value"
)

// effects reads what moves and the setup do to a position.
type effects struct{ terms.Station }

func (fx *effects) effect(s *terms.Scope, n *syntax.Effect) *ir.Effect {
	span := n.Span(s.File)
	out := &ir.Effect{Span: span}
	ok := true
	switch a := n.Action.(type) {
	case *syntax.Place:
		out.Op = ir.Place
		owner, kind, good := fx.spec(s, &a.Spec, specPlace)
		if a.Under {
			good = fx.Facts.NeedTowers("under", span) && good
			out.Under = true
		}
		on := fx.Values.Sites(fx.C.Declared.ReadIn(s, a.On))
		out.A, ok = on.Expr, good && !on.Bad()
		if good {
			out.Kind = kind.Expr
			if owner.Expr != nil {
				out.Owner = owner.Expr
			}
			if !on.Bad() {
				fx.Facts.MayStand(kind, on, a.On.Span(s.File))
			}
		}
	case *syntax.Remove:
		out.Op = ir.Remove
		v, part, many := fx.C.Declared.PartOf(s, a.Sites)
		terms.SetPart(out, part, many)
		out.A, ok = v.Expr, !v.Bad()
	case *syntax.Shift:
		out.Op = ir.Shift
		v := fx.Values.Sites(fx.C.Declared.ReadIn(s, a.Sites))
		d := fx.C.Paths.Stride(s, v.Expr.Planes, a.By, false)
		if d.Step != nil && !d.Bad && !d.Single {
			fx.forkedShift(a.By.Span(s.File), d.Step)
			ok = false
		}
		out.A, out.Step, ok = v.Expr, d.Step, ok && !v.Bad() && !d.Bad
	case *syntax.Each:
		out.Op = ir.Each
		over := fx.Facts.RunsOver(fx.C.Domain(s, a.Domain), "each")
		fx.C.Declared.NoStuck(over)
		inner := s.Inner()
		x := fx.Names.Bind(inner, a.Name, terms.Member(over))
		out.A, out.Slot = over.Expr, x.Slot
		ok = fx.body(inner, a.Effects, out) && !over.Bad()
	case *syntax.While:
		out.Op, out.A = ir.While, fx.when(s, a.Cond)
		ok = fx.body(s.Inner(), a.Effects, out) && out.A != nil
		if ok && !fx.mayStop(out) {
			fx.Fail(code.EndlessLoop, a.Cond.Span(s.File),
				"nothing in this loop changes what its condition reads",
				"`while` repeats its effects as long as the condition holds.",
				"change something that the condition reads, as in `while left > 0: left -= 1`")
			ok = false
		}
	case *syntax.Again:
		out.Op = ir.Again
	case *syntax.LetAction:
		v := fx.C.Declared.ReadIn(s, a.Value)
		out.Op, out.A = ir.LetEffect, v.Expr
		out.Slot = fx.Names.Bind(s, a.Name, v).Slot
		ok = !v.Bad()
	case *syntax.Change:
		ok = fx.change(s, a, out)
	default:
		return nil
	}
	out.When = fx.when(s, n.When)
	if !ok {
		return nil
	}
	fx.Values.NoEffect(out)
	return out
}

// body checks the effects of `each` and `while`.
func (fx *effects) body(s *terms.Scope, list []*syntax.Effect, out *ir.Effect) bool {
	ok := true
	for i, e := range list {
		switch done := fx.effect(s, e); {
		case done == nil:
			ok = false
		case i == 0:
			out.Body = done
		default:
			out.More = append(out.More, done)
		}
	}
	return ok && out.Body != nil
}

// mayStop reports whether the effects of a loop may change what its condition reads.
func (fx *effects) mayStop(loop *ir.Effect) bool {
	states, any := map[int]bool{}, false // what the condition reads
	ir.Walk(loop.A, func(e *ir.Expr) bool {
		switch e.Op {
		case ir.StateOf:
			states[int(e.N)] = true
		case ir.Var, ir.ConstNumber, ir.ConstTruth, ir.ConstSites, ir.ConstSteps,
			ir.Not, ir.LAnd, ir.LOr, ir.Lt, ir.Le, ir.Gt, ir.Ge, ir.Eq, ir.Ne, ir.Add, ir.Sub,
			ir.Mul, ir.Div, ir.Mod:
		default:
			any = true // perhaps the pieces
		}
		return true
	})
	changes := false
	var look func(e *ir.Effect)
	look = func(e *ir.Effect) {
		switch e.Op {
		case ir.Each, ir.While:
			look(e.Body)
			for _, more := range e.More {
				look(more)
			}
		case ir.Assign:
			changes = changes || any || states[e.State]
		case ir.LetEffect, ir.Again:
		default:
			changes = changes || any
		}
	}
	look(loop.Body)
	for _, more := range loop.More {
		look(more)
	}
	return changes
}

// change checks `p -> q`, `p <-> q`, `S becomes SPEC` and assignments.
func (fx *effects) change(s *terms.Scope, n *syntax.Change, out *ir.Effect) bool {
	switch n.Op {
	case "->", "<->":
		out.Op = ir.MovePieces
		if n.Op == "<->" {
			out.Op = ir.Swap
		}
		if st := fx.stateNamed(s, n.Target); st != nil && st.Typ != ir.Sites && st.Typ != ir.NoType {
			fx.Fail(code.BadAssign, n.Target.Span(s.File), fmt.Sprintf("`%s` is a %s; `%s` moves pieces",
				st.Node.Name.Text, st.Word(), n.Op), "", "write `:=`")
			fx.C.Declared.ReadIn(s, n.Value)
			return false
		}
		what := "`" + n.Op + "`"
		part, many := ir.Whole, terms.Value{}
		var from terms.Value
		if x, slice := n.Target.(*syntax.Slice); slice && n.Op == "->" {
			from, part, many = fx.C.Declared.PartOf(s, x)
		} else {
			from = fx.Values.Sites(fx.C.Declared.ReadIn(s, n.Target))
		}
		from = fx.Values.AtMostOne(from, what)
		terms.SetPart(out, part, many)
		if n.Under {
			out.Under = true
			if n.Op != "->" {
				return fx.strayUnder(n, s)
			}
			if !fx.Facts.NeedTowers("under", n.Value.Span(s.File)) {
				return false
			}
		}
		to := fx.Values.AtMostOne(fx.Values.Sites(fx.C.Declared.ReadIn(s, n.Value)), what)
		if from.Bad() || to.Bad() {
			return false
		}
		out.A, out.B = from.Expr, to.Expr
		fx.Values.Optional[from.Expr], fx.Values.Optional[to.Expr] = from.Option, to.Option
		fx.Facts.MayGo(from, to, n.Value.Span(s.File))
		if n.Op == "<->" {
			fx.Facts.MayGo(to, from, n.Target.Span(s.File))
		}
		return true
	case "becomes":
		out.Op = ir.Become
		on, part, many := fx.C.Declared.PartOf(s, n.Target)
		terms.SetPart(out, part, many)
		owner, kind, ok := fx.spec(s, n.Spec, specBecome)
		if !ok || on.Bad() {
			return false
		}
		out.A = on.Expr
		if owner.Expr != nil {
			out.Owner = owner.Expr
		}
		if kind.Expr != nil {
			out.Kind = kind.Expr
			fx.Facts.MayStand(kind, on, n.Target.Span(s.File))
		}
		return true
	}
	return fx.assignment(s, n, out)
}

// stateNamed returns the counter or memory that an expression names, or nil.
func (fx *effects) stateNamed(s *terms.Scope, e syntax.Expr) *terms.State {
	call, ok := e.(*syntax.Call)
	if !ok || s.Local(call.Name.Text) != nil {
		return nil
	}
	if sym := fx.Names.Lookup(s, call.Name.Text); sym != nil && sym.Sort == terms.StateName {
		fx.Names.NoteSymbol(sym, call.Name.Span(s.File))
		return sym.State
	}
	return nil
}

func (fx *effects) assignment(s *terms.Scope, n *syntax.Change, out *ir.Effect) bool {
	out.Op = ir.Assign
	out.Assign = map[string]ir.AssignOp{":=": ir.SetTo, "+=": ir.AddTo, "-=": ir.TakeFrom}[n.Op]
	st := fx.stateNamed(s, n.Target)
	if st == nil {
		span := n.Target.Span(s.File)
		target := fx.C.Expr(s, n.Target)
		fx.C.Declared.ReadIn(s, n.Value)
		if target.Unknown() {
			return false
		}
		var names []string
		for _, sym := range fx.Names.OfGame.Entries {
			if sym.Sort == terms.StateName {
				names = append(names, sym.Name)
			}
		}
		help := terms.DidYouMean(span.Text(), names)
		if help == "" {
			help = "declare one: counter NAME = 0, or memory NAME = none"
		}
		why := "is neither a counter nor a memory, so nothing can be assigned to it"
		if call, ok := n.Target.(*syntax.Call); ok && s.Local(call.Name.Text) != nil {
			help = "a name bound by `let` or a role stays what it is"
		} else if sym := fx.Names.OfGame.Entries[span.Text()]; sym != nil &&
			sym.Sort == terms.OptionName {
			why = "is an option, which is chosen before the game and stays as it is"
			help = fmt.Sprintf("use a counter that begins with it: counter NAME = %s", sym.Name)
		}
		fx.Fail(code.NotAState, span,
			terms.Mention(span)+" "+why, "", help)
		return false
	}
	fx.C.Declared.ReadState(st)
	index, ok := fx.C.Declared.StateIndex(s, st, n.Target.(*syntax.Call))
	v := fx.assigned(st, fx.C.Declared.ReadIn(s, n.Value), n.Op)
	fx.Values.Optional[v.Expr] = v.Option
	if !ok || v.Bad() {
		return false
	}
	out.State, out.B = st.Index, v.Expr
	for _, x := range index {
		out.Index = append(out.Index, x.Expr)
	}
	return true
}

// assigned converts a value to one that a counter or memory can hold. A memory that begins with
// `none` takes the type of what is first put into it.
func (fx *effects) assigned(st *terms.State, v terms.Value, op string) terms.Value {
	fx.C.Declared.ReadState(st)
	if v.Unknown() || st.Typ == ir.NoType {
		return terms.Invalid(st.Typ, v.Expr.Span)
	}
	name := st.Node.Name.Text
	if st.Typ == ir.Truth && op != ":=" {
		return fx.Fail(code.BadAssign, v.Expr.Span,
			fmt.Sprintf("`%s` is true or false; nothing can be added to it", name), "", "write `:=`")
	}
	if st.Node.Memory && st.FromNone && v.IsSet() && !v.None && op != "-=" {
		if learned := fx.C.Memories[name]; learned.Typ == ir.NoType && st.Typ != v.Expr.Type {
			fx.C.Memories[name] = terms.Memory{Typ: v.Expr.Type, Planes: v.Expr.Planes}
			fx.C.Learned = true
			return terms.Invalid(st.Typ, v.Expr.Span)
		}
	}
	v = fx.Values.Want(v, st.Typ)
	if v.Bad() {
		return v
	}
	if st.Typ == ir.Sites && op != "-=" && v.Expr.Planes&^st.Planes != 0 {
		learned := fx.C.Memories[name]
		fx.C.Memories[name] = terms.Memory{Typ: learned.Typ,
			Planes: learned.Planes | st.Planes | v.Expr.Planes}
		fx.C.Learned = true
	}
	return v
}

// specUse says what an owner and a kind are used for.
type specUse uint8

const (
	specPlace specUse = iota
	specBecome
)

// neutral reports whether pieces of these kinds belong to nobody.
func (fx *effects) neutral(kind terms.Value) bool {
	if kind.Expr == nil {
		return false
	}
	for i, k := range fx.Game.Kinds {
		if kind.Kinds>>i&1 != 0 && !k.Neutral {
			return false
		}
	}
	return kind.Kinds != 0
}

// spec checks `Red pawn`, `pawn` or `mine`: an owner, a kind, or both. A missing part has no
// expression.
func (fx *effects) spec(s *terms.Scope, n *syntax.Spec, as specUse) (owner, kind terms.Value,
	ok bool) {
	ok = true
	for _, call := range []*syntax.Call{n.First, n.Second} {
		if call == nil {
			continue
		}
		span := call.Span(s.File)
		var v terms.Value
		switch {
		case call.Name.Text == "mine" && !call.Parens && s.Local("mine") == nil:
			fx.Names.NoteWord("mine", call.Name.Span(s.File))
			v = fx.Consts.Me(span)
		case call.Name.Text == "theirs" && !call.Parens:
			v = fx.Fail(code.BadSpec, span, "`theirs` does not say which player", "",
				"name the player, or say `next`")
		default:
			v = fx.C.Call(s, call, terms.AsValue)
		}
		fx.C.Declared.NoStuck(v)
		switch v.Expr.Type {
		case ir.NoType:
			ok = false
		case ir.Players:
			if owner.Expr != nil {
				fx.Fail(code.BadSpec, span, "a piece has one owner", "", "write an owner and a kind")
				ok = false
				continue
			}
			owner = fx.Values.AtMostOne(v, "the owner of a piece")
			ok = ok && !owner.Bad()
		case ir.Kinds:
			if kind.Expr != nil {
				fx.Fail(code.BadSpec, span, "a piece is of one kind", "", "write an owner and a kind")
				ok = false
				continue
			}
			kind = fx.Values.AtMostOne(v, "the kind of a piece")
			ok = ok && !kind.Bad()
		default:
			help := "write for example: place " + fx.Facts.ExampleKind() + " on …"
			if as == specBecome {
				help = "write for example: … becomes " + fx.Facts.ExampleKind()
			}
			if v.Expr.Type == ir.Sites {
				help = "say kind(" + terms.Plain(span, "p") + ") or owner(" + terms.Plain(span, "p") +
					") for what stands there"
			}
			if !v.Bad() {
				fx.Fail(code.BadSpec, span,
					fmt.Sprintf("%s is %s; expected a kind of piece or its owner",
						terms.Mention(span), terms.Describe(v)), "", help)
			}
			ok = false
		}
	}
	if ok && owner.Expr != nil && fx.neutral(kind) {
		fx.Warn(code.NoEffect, owner.Expr.Span,
			fmt.Sprintf("%s belongs to nobody, so %s makes no difference",
				terms.Mention(kind.Expr.Span), terms.Mention(owner.Expr.Span)),
			"All such pieces are declared `neutral`.", "leave the player out, or `neutral`")
	}
	if ok && as != specBecome && kind.Expr == nil {
		fx.Fail(code.BadSpec, n.Span(s.File), "the kind of piece is missing", "",
			"write an owner and a kind: "+terms.Plain(n.Span(s.File), "Red")+" "+fx.Facts.ExampleKind())
		ok = false
	}
	return owner, kind, ok
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
	fx.Fail(code.TooMany, span,
		fmt.Sprintf("%s may lead to several sites; `shift` moves each piece to one", terms.Mention(span)),
		"", help)
}

// tallest checks the number of pieces a tower may have, as written after `with towers`.
func (eq *equipment) tallest(w *syntax.With, f *source.File) {
	if w.Name.Text != "towers" {
		eq.Fail(code.BadBoard, w.Most.Span(f),
			fmt.Sprintf("`%s` takes no number", w.Name.Text), "", "")
		return
	}
	eq.Names.OptionsOnly, eq.Names.OfBoard = true, true
	v := eq.Values.Want(eq.C.Expr(eq.Names.Outside(f), w.Most), ir.Number)
	eq.Names.OptionsOnly, eq.Names.OfBoard = false, false
	n, ok := v.Number()
	if ok && (n < 1 || n > value.MaxTower) {
		eq.Fail(code.BadBoard, w.Most.Span(f), fmt.Sprintf("a tower has 1 to %d pieces, not %d",
			value.MaxTower, n), "", "")
		return
	}
	if ok {
		eq.Game.Tallest = int(n)
	}
}

// strayUnder reports `under` after any sign other than `->`.
func (fx *effects) strayUnder(n *syntax.Change, s *terms.Scope) bool {
	fx.C.Declared.ReadIn(s, n.Value)
	fx.Fail(code.BadSlice, n.Value.Span(s.File), fmt.Sprintf("`under` cannot follow `%s`", n.Op),
		"", "to move pieces below a tower, write p -> under q")
	return false
}
