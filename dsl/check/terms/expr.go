package terms

import (
	"fmt"
	"slices"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/value"
)

// Expr checks an expression.
func (c *Checker) Expr(s *Scope, e syntax.Expr) Value {
	if e == nil {
		return Invalid(ir.NoType, source.Span{})
	}
	if c.Looked++; c.Looked%merge.Between == 0 {
		c.Rules.MayStop()
	}
	span := e.Span(s.File)
	v := c.exprAt(s, e, span)
	c.Names.noteExpr(s, v, span)
	return v
}

func (c *Checker) exprAt(s *Scope, e syntax.Expr, span source.Span) Value {
	switch e := e.(type) {
	case *syntax.Int:
		return c.Consts.constNumber(e.Value, span)
	case *syntax.StrExpr:
		return c.Fail(code.Misplaced, span, "quoted text is not allowed here",
			`In an expression, quoted text can only be the sign of a mark: marked("*").`, "")
	case *syntax.Call:
		return c.Call(s, e, AsValue)
	case *syntax.Paren:
		return c.Expr(s, e.X)
	case *syntax.SetLit:
		return c.setLiteral(s, e, span)
	case *syntax.Path:
		return c.Paths.path(s, e)
	case *syntax.Unary:
		return c.unary(s, e, span)
	case *syntax.Slice:
		return c.Declared.strayPart(s, e, span)
	case *syntax.Binary:
		return c.binary(s, e, span)
	case *syntax.If:
		cond := c.Values.Want(c.Expr(s, e.Cond), ir.Truth)
		return c.Values.choose(cond, c.Expr(s, e.Then), c.Expr(s, e.Else), span)
	case *syntax.Let:
		return c.let(s, e, span)
	case *syntax.For:
		return c.perspective(s, e, span)
	case *syntax.Quant:
		return c.quantifier(s, e, span)
	}
	return Invalid(ir.NoType, span)
}

// setLiteral checks `{a1, b2}`, a union.
func (c *Checker) setLiteral(s *Scope, e *syntax.SetLit, span source.Span) Value {
	if len(e.Items) == 0 {
		return c.Fail(code.WrongType, span, "these braces are empty", "", "the empty set is `none`")
	}
	var all Value
	for i, item := range e.Items {
		if item.Hi != nil {
			all = c.noSiteRange(s, item)
			continue
		}
		v := c.Expr(s, item.Lo)
		if !v.Bad() && !v.IsSet() {
			v = c.Fail(code.WrongType, v.Expr.Span,
				fmt.Sprintf("%s is %s; braces make sets of sites, players, kinds or directions",
					Mention(v.Expr.Span), Describe(v)),
				"Numbers may be in braces only after `in`.", "")
		}
		if i == 0 {
			all = v
			continue
		}
		all = c.Values.combine(ir.Or, all, v, span)
	}
	if len(e.Items) == 1 && !all.Bad() {
		return all.at(span) // the braces belong to the expression
	}
	return all
}

func (c *Checker) unary(s *Scope, e *syntax.Unary, span source.Span) Value {
	switch e.Op {
	case "not":
		x := c.Expr(s, e.X)
		if !x.Bad() && x.IsSet() {
			return c.Values.WrongType(x, ir.Truth,
				fmt.Sprintf("say `no %s`; the sites outside a set are: cells - %s",
					Plain(x.Expr.Span, "…"), Plain(x.Expr.Span, "S")))
		}
		x = c.Values.Want(x, ir.Truth)
		if b, known := x.Truth(); known {
			return c.Consts.like(c.Consts.constTruth(!b, span), x)
		}
		return c.Consts.Node(&ir.Expr{Op: ir.Not, Type: ir.Truth, Span: span}, []Value{x})
	case "-":
		x := c.Expr(s, e.X)
		if x.IsSet() && !x.Bad() {
			return c.Values.WrongType(x, ir.Number, "the sites outside a set are: cells - "+
				Plain(x.Expr.Span, "S"))
		}
		return c.Consts.Node(&ir.Expr{Op: ir.Neg, Type: ir.Number, Span: span},
			[]Value{c.Values.Want(x, ir.Number)})
	}
	if e.Op == "the" {
		return c.Values.only(s, c.Expr(s, e.X), span)
	}
	op := map[string]ir.Op{"some": ir.Some, "no": ir.No, "one": ir.ExactlyOne}[e.Op]
	x := c.Values.members(c.Expr(s, e.X), e.Op)
	if op != ir.ExactlyOne && !x.Bad() {
		c.Values.checkEmpty(x)
	}
	return c.Consts.Node(&ir.Expr{Op: op, Type: ir.Truth, Span: span}, []Value{x})
}

// only extracts the only member of a set, as `let x = S: if one x: x else none` does: it gives
// nothing if the set has no member or several. The test is marked, so that tools that play the
// rules to find mistakes notice a set with several members (language.md#the-only-member).
func (vs *values) only(s *Scope, set Value, span source.Span) Value {
	set = vs.members(set, "the")
	switch {
	case set.Bad():
		return Invalid(set.Expr.Type, span)
	case set.single():
		return set
	case !vs.Facts.NoBoard:
		if n := fewest(set.Expr); n > 1 {
			least := ""
			if !set.constant() {
				least = "always at least "
			}
			return vs.Fail(code.Several, span,
				fmt.Sprintf("%s has %s%d members", Mention(set.Expr.Span), least, n),
				"`the` names the only member of a set.",
				"say which of them is meant, or leave `the` out")
		}
	}
	mark := s.Frame.next
	x := vs.Names.slot(s, &Variable{val: set, Span: span})
	one := x.read(span)
	v := vs.Consts.Node(&ir.Expr{Op: ir.ExactlyOne, Type: ir.Truth, Span: set.Expr.Span, N: 1},
		[]Value{one})
	v = vs.Consts.Node(&ir.Expr{Op: ir.If, Type: set.Expr.Type, Card: ir.AtMostOne,
		Planes: set.Expr.Planes, Span: span},
		[]Value{v, one, vs.Consts.noneOf(set.Expr.Type, span)})
	v = vs.Consts.Node(&ir.Expr{Op: ir.Let, Type: set.Expr.Type, Card: ir.AtMostOne,
		Planes: set.Expr.Planes, Span: span, N: int64(x.Slot)}, []Value{set, v})
	s.release(mark)
	return vs.Facts.bounds(v, set)
}

// members returns the set that `some`, `no`, `one` and `count` apply to: players and kinds stand
// for their pieces.
func (vs *values) members(v Value, word string) Value {
	switch v.Expr.Type {
	case ir.NoType, ir.Steps:
		return v
	case ir.Number, ir.Truth:
		help := ""
		switch {
		case v.Expr.Type == ir.Number && word == "some":
			help = "compare it: " + Plain(v.Expr.Span, "n") + " > 0"
		case v.Expr.Type == ir.Truth && word == "no":
			help = "say `not " + Plain(v.Expr.Span, "…") + "`"
		}
		return vs.WrongType(v, ir.Sites, help)
	}
	return vs.Sites(v)
}

// choose builds `if cond: x else y`.
func (vs *values) choose(cond, x, y Value, span source.Span) Value {
	if x.Unknown() || y.Unknown() {
		t := x.Expr.Type
		if t == ir.NoType || x.None {
			t = y.Expr.Type
		}
		if x.None || y.None {
			t = ir.NoType // an empty set of whatever the other one is
		}
		return Invalid(t, span)
	}
	if !x.None && !y.None && x.Expr.Type != y.Expr.Type &&
		(!x.IsSet() || !y.IsSet() || x.Expr.Type == ir.Steps || y.Expr.Type == ir.Steps) {
		vs.report(&diag.Diagnostic{Code: code.Operands, Span: span,
			Summary: fmt.Sprintf("%s is %s, but after `else` %s is %s", Mention(x.Expr.Span),
				Describe(x), Mention(y.Expr.Span), Describe(y)),
			Detail: "Both branches of an `if` must have the same type."})
		return Invalid(ir.NoType, span)
	}
	if (x.None || y.None) && (!x.IsSet() || !y.IsSet()) {
		vs.operandsDiffer(x, y, span)
		return Invalid(ir.NoType, span)
	}
	both := x.None && y.None
	if x.Expr.Type != y.Expr.Type || x.None != y.None {
		x, y, _, _ = vs.alike(x, y, span)
	}
	if cond.Bad() {
		return Invalid(x.Expr.Type, span)
	}
	if b, known := cond.Truth(); known {
		if b {
			return vs.Consts.like(x, cond)
		}
		return vs.Consts.like(y, cond)
	}
	e := &ir.Expr{Op: ir.If, Type: x.Expr.Type, Card: max(x.Expr.Card, y.Expr.Card),
		Planes: x.Expr.Planes | y.Expr.Planes, Span: span}
	v := vs.Consts.Node(e, []Value{cond, x, y})
	v.dirs, v.Kinds = x.dirs.Or(y.dirs), x.Kinds|y.Kinds
	v.None, v.spread = both, x.spread && y.spread
	return v
}

func (c *Checker) let(s *Scope, e *syntax.Let, span source.Span) Value {
	value := c.Expr(s, e.Value)
	inner, mark := s.Inner(), s.Frame.next
	x := c.Names.Bind(inner, e.Name, value)
	body := c.Expr(inner, e.Body)
	s.release(mark)
	if body.Bad() || value.Bad() {
		return Invalid(body.Expr.Type, span)
	}
	v := c.Consts.Node(&ir.Expr{Op: ir.Let, Type: body.Expr.Type, Card: body.Expr.Card,
		Planes: body.Expr.Planes,
		Span:   span, N: int64(x.Slot)}, []Value{value, body})
	return c.Facts.bounds(v, body)
}

// bounds copies the possible directions and kinds of a value from the value that it passes on.
func (vs *gameFacts) bounds(v, from Value) Value {
	if !v.constant() {
		v.dirs, v.Kinds = from.dirs, from.Kinds
	}
	v.None, v.spread = from.None && v.Empty(), from.spread
	return v
}

func (c *Checker) perspective(s *Scope, e *syntax.For, span source.Span) Value {
	player := c.Values.Want(c.Expr(s, e.Player), ir.Players)
	player = c.Values.AtMostOne(player, "`for`")
	return c.Consts.seenBy(player, c.Expr(s, e.Body), span)
}

// seenBy returns a value as a player sees it.
func (vs *constants) seenBy(player, body Value, span source.Span) Value {
	if player.Bad() || body.Bad() {
		return Invalid(body.Expr.Type, span)
	}
	card := body.Expr.Card
	if card == ir.One && player.Expr.Card != ir.One {
		card = ir.AtMostOne
	}
	v := vs.Node(&ir.Expr{Op: ir.For, Type: body.Expr.Type, Card: card, Planes: body.Expr.Planes,
		Span: span}, []Value{player, body})
	return vs.Facts.bounds(v, body)
}

// Domain checks what a variable ranges over: a set or the numbers of a range.
func (c *Checker) Domain(s *Scope, d syntax.Domain) Value {
	span := d.Span(s.File)
	if d.Hi == nil {
		return c.Expr(s, d.Lo)
	}
	lo, hi := c.Values.Want(c.Expr(s, d.Lo), ir.Number), c.Values.Want(c.Expr(s, d.Hi), ir.Number)
	v := Value{Expr: &ir.Expr{Op: ir.Range, Type: ir.Number, Card: ir.Many, Span: span,
		Args: []*ir.Expr{lo.Expr, hi.Expr}}}
	if lo.Bad() || hi.Bad() {
		return Invalid(ir.Number, span)
	}
	from, known1 := lo.Number()
	to, known2 := hi.Number()
	if known1 && known2 && from <= to && uint64(to)-uint64(from) >= value.MaxRange {
		return c.Fail(code.TooLong, span, fmt.Sprintf("a range has at most %d numbers, not %d",
			value.MaxRange, uint64(to)-uint64(from)+1), "", "use a smaller one")
	}
	v.Reads.Add(lo.Reads)
	v.Reads.Add(hi.Reads)
	return v
}

// RunsOver prepares a domain for a quantifier or `each` to run over.
func (vs *gameFacts) RunsOver(v Value, word string) Value {
	if v.Bad() || v.Expr.Op == ir.Range {
		return v
	}
	arg := Plain(v.Expr.Span, "S")
	switch v.Expr.Type {
	case ir.Number, ir.Truth:
		help := ""
		if v.Expr.Type == ir.Number {
			help = "write 1.." + arg
		}
		return vs.Fail(code.NotARange, v.Expr.Span, fmt.Sprintf(
			"%s is %s; `%s` runs over a set or a range", Mention(v.Expr.Span), Describe(v), word), "", help)
	case ir.Players, ir.Kinds:
		if v.spread {
			return v
		}
		what, all := "player", "players"
		if v.Expr.Type == ir.Kinds {
			what, all = "kind", "kinds"
		}
		return vs.Fail(code.PiecesMeant, v.Expr.Span,
			fmt.Sprintf("%s is a %s: does `%s` run over the %s or over the pieces?",
				Mention(v.Expr.Span), what, word, all), "",
			fmt.Sprintf("say `%s & cells` for the pieces, `%s & (%s)` for the %s", arg, all, arg,
				all))
	}
	return v
}

// quantCompared returns how to compare the result of a quantifier such as `sum` whose body is a
// comparison, which takes in all that follows the colon; "" for other bodies.
func quantCompared(s *Scope, e *syntax.Quant) string {
	cmp, ok := e.Body.(*syntax.Binary)
	if !ok || !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, cmp.Op) {
		return ""
	}
	whole, left := e.Span(s.File), cmp.X.Span(s.File)
	text := s.File.Text
	return "`(" + text[whole.Lo:left.Hi] + ")" + text[left.Hi:whole.Hi] + "`"
}

func (c *Checker) quantifier(s *Scope, e *syntax.Quant, span source.Span) Value {
	over := c.Facts.RunsOver(c.Domain(s, e.Domain), e.Op)
	inner, mark := s.Inner(), s.Frame.next
	x := c.Names.Bind(inner, e.Name, Member(over))
	body := c.Expr(inner, e.Body)
	s.release(mark)
	out := &ir.Expr{Span: span, N: int64(x.Slot)}
	switch e.Op {
	case "some", "no", "one", "all", "those":
		body = c.Values.Want(body, ir.Truth)
		out.Type = ir.Truth
		out.Op = map[string]ir.Op{"some": ir.QSome, "no": ir.QNo, "one": ir.QOne, "all": ir.QAll,
			"those": ir.QThose}[e.Op]
	case "union":
		if !body.Bad() && !body.IsSet() {
			body = c.Values.WrongType(body, ir.Sites, "`sum` adds up numbers")
		}
		out.Op, out.Type, out.Card, out.Planes = ir.QUnion, body.Expr.Type, ir.Many, body.Expr.Planes
		if over.Expr.Op != ir.Range && over.single() && body.single() {
			out.Card = ir.AtMostOne
		}
	default:
		if text := quantCompared(s, e); text != "" && body.Expr.Type == ir.Truth {
			c.Values.WrongType(body, ir.Number, "to compare the result, write "+text)
			return Invalid(ir.NoType, span)
		}
		body = c.Values.Want(body, ir.Number)
		out.Op, out.Type = map[string]ir.Op{"sum": ir.QSum, "min": ir.QMin, "max": ir.QMax}[e.Op],
			ir.Number
	}
	if out.Op == ir.QThose {
		if over.Expr.Op == ir.Range {
			return c.Fail(code.NotARange, over.Expr.Span,
				"`those` picks members of a set, and numbers are not a set", "", "")
		}
		out.Type, out.Card, out.Planes = over.Expr.Type, ir.Many, over.Expr.Planes
		if over.single() {
			out.Card = ir.AtMostOne
		}
	}
	if over.Bad() || body.Bad() {
		return Invalid(out.Type, span)
	}
	v := c.Consts.Node(out, []Value{over, body})
	switch {
	case out.Op == ir.QThose:
		return c.Facts.bounds(v, over)
	case out.Op == ir.QUnion:
		v = c.Facts.bounds(v, body)
		v.spread = false
	}
	return v
}
