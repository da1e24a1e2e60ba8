package terms

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// like makes a constant depend on whatever the values it was made from depend on.
func (vs *constants) like(v Value, from ...Value) Value {
	for _, f := range from {
		v.Option = v.Option || f.Option
	}
	return v
}

func (c *Checker) binary(s *Scope, e *syntax.Binary, span source.Span) Value {
	switch e.Op {
	case "and", "or", "implies":
		return c.logic(s, e, span)
	case "=", "!=", "in":
		if o := c.Names.wordOption(s, e.X); o != nil {
			return c.words.compareWord(s, o, e.Op, e.Y, span)
		}
		if o := c.Names.wordOption(s, e.Y); o != nil && e.Op != "in" {
			return c.words.compareWord(s, o, e.Op, e.X, span)
		}
		if c.words.unresolved(s, e.X) && c.words.unresolved(s, e.Y) {
			// One side is a misspelled option and the other its word: fix the option.
			wrong := e.X
			if c.Names.optionWithWord(e.X.(*syntax.Call).Name.Text) != nil {
				wrong = e.Y
			}
			c.Expr(s, wrong)
			return Invalid(ir.Truth, span)
		}
		x := c.Expr(s, e.X)
		if set, ok := e.Y.(*syntax.SetLit); ok && e.Op == "in" && len(set.Items) > 0 {
			switch {
			case x.Expr.Type == ir.Number || numbers(set) && !c.siteRanges(s, set):
				return c.amongNumbers(s, x, set, span)
			case x.Unknown(): // it may be a number
				for _, item := range set.Items {
					c.Expr(s, item.Lo)
				}
				return Invalid(ir.Truth, span)
			}
		}
		return c.Values.compare(e.Op, x, c.Expr(s, e.Y), span)
	case "<", "<=", ">", ">=":
		op := map[string]ir.Op{"<": ir.Lt, "<=": ir.Le, ">": ir.Gt, ">=": ir.Ge}[e.Op]
		x, y := c.Values.Want(c.Expr(s, e.X), ir.Number), c.Values.Want(c.Expr(s, e.Y), ir.Number)
		return c.Consts.Node(&ir.Expr{Op: op, Type: ir.Truth, Span: span}, []Value{x, y})
	case "&":
		c.minusMixed(s, e, span)
		return c.Values.combine(ir.And, c.Expr(s, e.X), c.Expr(s, e.Y), span)
	case "|":
		c.minusMixed(s, e, span)
		return c.Values.combine(ir.Or, c.Expr(s, e.X), c.Expr(s, e.Y), span)
	case "-":
		c.minusMixed(s, e, span)
		x, y := c.Expr(s, e.X), c.Expr(s, e.Y)
		if x.IsSet() || y.IsSet() && x.Unknown() {
			c.minusOfSites(s, e, x, y, span)
			return c.Values.combine(ir.Minus, x, y, span)
		}
		if x.Unknown() && y.Unknown() {
			return Invalid(ir.NoType, span)
		}
		return c.Consts.Node(&ir.Expr{Op: ir.Sub, Type: ir.Number, Span: span},
			[]Value{c.Values.Want(x, ir.Number), c.Values.Want(y, ir.Number)})
	}
	op := map[string]ir.Op{"+": ir.Add, "*": ir.Mul, "/": ir.Div, "mod": ir.Mod, "^": ir.Pow}[e.Op]
	if op == ir.Invalid {
		return Invalid(ir.NoType, span)
	}
	return c.Consts.Node(&ir.Expr{Op: op, Type: ir.Number, Span: span},
		[]Value{c.operand(s, e.X, e.Op), c.operand(s, e.Y, e.Op)})
}

// operand checks a number in a calculation.
func (c *Checker) operand(s *Scope, e syntax.Expr, op string) Value {
	v := c.Expr(s, e)
	if !v.Bad() && v.IsSet() {
		help := ""
		switch op {
		case "+":
			help = "join sets with `|`"
		case "*":
			help = "`&` gives what two sets have in common"
		}
		if help != "" {
			return c.Values.WrongType(v, ir.Number, help)
		}
	}
	return c.Values.Want(v, ir.Number)
}

// logic checks `and`, `or` and `implies`; a constant side decides or disappears.
func (c *Checker) logic(s *Scope, e *syntax.Binary, span source.Span) Value {
	x, y := c.Expr(s, e.X), c.Expr(s, e.Y)
	other := func(v Value) bool { return v.IsSet() || v.Expr.Type == ir.Number }
	if !strings.HasPrefix(s.File.Text[e.OpPos.Offset:], e.Op) && (other(x) || other(y)) {
		return Invalid(ir.NoType, span) // && between sets, => for >=: the parser has reported it
	}
	for _, v := range []Value{x, y} {
		if sign := map[string]string{"and": "&", "or": "|"}[e.Op]; sign != "" && !v.Bad() && v.IsSet() {
			return c.Fail(code.Operands, span, fmt.Sprintf("`%s` joins conditions, and %s is %s", e.Op,
				Mention(v.Expr.Span), Describe(v)), "",
				fmt.Sprintf("sets are combined by `%s`; a condition is `some %s`", sign,
					Plain(v.Expr.Span, "…")))
		}
	}
	x, y = c.Values.Want(x, ir.Truth), c.Values.Want(y, ir.Truth)
	if x.Bad() || y.Bad() {
		return Invalid(ir.Truth, span)
	}
	switch e.Op {
	case "and":
		return c.Consts.joined(ir.LAnd, x, y, span)
	case "or":
		return c.Consts.joined(ir.LOr, x, y, span)
	}
	a, knownA := x.Truth()
	b, knownB := y.Truth()
	switch {
	case knownA && a:
		return c.Consts.like(y, x, y)
	case knownA || knownB && b:
		return c.Consts.like(c.Consts.constTruth(true, span), x, y)
	}
	return c.Consts.Node(&ir.Expr{Op: ir.Implies, Type: ir.Truth, Span: span}, []Value{x, y})
}

// joined joins two conditions by `and` or `or`. A constant side decides the result or disappears.
func (vs *constants) joined(op ir.Op, x, y Value, span source.Span) Value {
	a, knownA := x.Truth()
	b, knownB := y.Truth()
	decides := op == ir.LOr
	switch {
	case knownA && a == decides, knownB && b != decides:
		return vs.like(x, x, y)
	case knownB && b == decides, knownA && a != decides:
		return vs.like(y, x, y)
	}
	return vs.Node(&ir.Expr{Op: op, Type: ir.Truth, Span: span}, []Value{x, y})
}

// numbers reports whether some item in the braces is clearly a number or a range.
func numbers(set *syntax.SetLit) bool {
	return slices.ContainsFunc(set.Items, func(item *syntax.Domain) bool {
		_, number := item.Lo.(*syntax.Int)
		return number || item.Hi != nil
	})
}

// siteRanges reports whether some item in the braces is a range whose ends are named like sites.
func (c *Checker) siteRanges(s *Scope, set *syntax.SetLit) bool {
	return slices.ContainsFunc(set.Items, func(item *syntax.Domain) bool {
		lo, named := item.Lo.(*syntax.Call)
		return named && item.Hi != nil && LooksLikeSite(lo.Name.Text) && s.Local(lo.Name.Text) == nil
	})
}

// amongNumbers checks `n in {1, 3..5}`.
func (c *Checker) amongNumbers(s *Scope, n Value, set *syntax.SetLit, span source.Span) Value {
	n = c.Values.Want(n, ir.Number)
	var any Value
	for i, item := range set.Items {
		var one Value
		lo := c.Values.Want(c.Expr(s, item.Lo), ir.Number)
		if item.Hi == nil {
			one = c.Consts.Node(&ir.Expr{Op: ir.Eq, Type: ir.Truth, Span: span}, []Value{n, lo})
		} else {
			hi := c.Values.Want(c.Expr(s, item.Hi), ir.Number)
			one = c.Consts.Node(&ir.Expr{Op: ir.LAnd, Type: ir.Truth, Span: span}, []Value{
				c.Consts.Node(&ir.Expr{Op: ir.Ge, Type: ir.Truth, Span: span}, []Value{n, lo}),
				c.Consts.Node(&ir.Expr{Op: ir.Le, Type: ir.Truth, Span: span}, []Value{n, hi})})
		}
		if i == 0 {
			any = one
			continue
		}
		any = c.Consts.Node(&ir.Expr{Op: ir.LOr, Type: ir.Truth, Span: span}, []Value{any, one})
	}
	return any
}

// alike converts two values to the same type so that they can be compared or combined. Two players,
// two kinds or two directions stay as they are; anything else becomes sites.
func (vs *values) alike(x, y Value, span source.Span) (Value, Value, ir.Type, bool) {
	switch {
	case x.Unknown() || y.Unknown():
		return x, y, ir.NoType, false
	case x.None && y.IsSet():
		return vs.Consts.noneOf(y.Expr.Type, x.Expr.Span), y, y.Expr.Type, true
	case y.None && x.IsSet():
		return x, vs.Consts.noneOf(x.Expr.Type, y.Expr.Span), x.Expr.Type, true
	case x.Expr.Type == y.Expr.Type:
		return x, y, x.Expr.Type, true
	case !x.IsSet() || !y.IsSet() || x.Expr.Type == ir.Steps || y.Expr.Type == ir.Steps:
		vs.operandsDiffer(x, y, span)
		return x, y, ir.NoType, false
	}
	return vs.Sites(x), vs.Sites(y), ir.Sites, true
}

func (vs *values) operandsDiffer(x, y Value, span source.Span) {
	help := ""
	set, other := x, y
	if !x.IsSet() {
		set, other = y, x
	}
	switch {
	case other.Expr.Type == ir.Number && set.None:
		help = "a number is never `none`: compare it with 0"
	case other.Expr.Type == ir.Number && lineOfCells(set.Expr.Span.Text()):
		text := Plain(set.Expr.Span, "…")
		help = "`" + text + "` are cells: compare with the number alone, or ask `p in " + text + "`"
	case other.Expr.Type == ir.Number && set.IsSet() && set.Expr.Type != ir.Steps:
		help = "say count(" + Plain(set.Expr.Span, "…") + ") for how many there are"
	case other.Expr.Type == ir.Truth && set.IsSet():
		help = "say `some " + Plain(set.Expr.Span, "…") + "` for whether there is one"
	case x.Expr.Type == ir.Steps || y.Expr.Type == ir.Steps:
		help = "a direction is a step on a path, such as p.north"
	}
	vs.report(&diag.Diagnostic{Code: code.Operands, Span: span,
		Summary: fmt.Sprintf("%s is %s and %s is %s: they do not go together", Mention(x.Expr.Span),
			Describe(x), Mention(y.Expr.Span), Describe(y)),
		Suggestion: help})
}

// lineOfCells reports whether a text names the cells of a row or a column.
func lineOfCells(text string) bool {
	return strings.HasPrefix(text, "rank(") || strings.HasPrefix(text, "file(")
}

// combine checks `&`, `|` and `-` of sets.
func (vs *values) combine(op ir.Op, x, y Value, span source.Span) Value {
	if x.Unknown() || y.Unknown() {
		t := ir.NoType
		if x.Expr.Type == ir.Sites && !x.None || y.Expr.Type == ir.Sites && !y.None {
			t = ir.Sites // whatever the other one is, it stands for sites here
		}
		return Invalid(t, span)
	}
	if !x.IsSet() && !y.IsSet() {
		return vs.noSets(op, x, y, span)
	}
	x, y, t, ok := vs.alike(x, y, span)
	if !ok {
		return Invalid(ir.NoType, span)
	}
	if x.Bad() || y.Bad() {
		return Invalid(t, span)
	}
	if t == ir.Players && op == ir.And && !x.spread && !y.spread {
		return vs.Fail(code.TwoPlayers, span, "`&` of two players is always empty",
			"Nothing belongs to two players at once.",
			"compare players with `=`; the pieces of a player are "+Plain(x.Expr.Span, "P")+" & cells")
	}
	vs.checkDisjoint(op, x, y, span)
	e := &ir.Expr{Op: op, Type: t, Span: span, Card: ir.Many,
		Planes: combinedPlanes(op, x.Expr.Planes, y.Expr.Planes)}
	// An empty set decides the result or disappears.
	switch {
	case op == ir.And && (x.Empty() || y.Empty()):
		return vs.Consts.like(vs.Facts.retype(vs.Consts.noneOf(t, span), e.Planes), x, y)
	case op == ir.Minus && x.Empty(), op != ir.And && y.Empty():
		return vs.Consts.like(x, y)
	case op == ir.Or && x.Empty():
		return vs.Consts.like(y, x)
	}
	if vs.atMostOneOf(op, x, y) {
		e.Card = ir.AtMostOne
	}
	v := vs.Consts.Node(e, []Value{x, y})
	if v.Expr.Op == op {
		v.dirs, v.Kinds = combinedMembers(op, x, y)
	}
	v.spread = x.spread || y.spread
	return v
}

// noSets reports a set operator between two values that are not sets.
func (vs *values) noSets(op ir.Op, x, y Value, span source.Span) Value {
	sign, help := map[ir.Op]string{ir.And: "&", ir.Or: "|", ir.Minus: "-"}[op], ""
	if x.Expr.Type == ir.Truth && y.Expr.Type == ir.Truth {
		help = map[ir.Op]string{ir.And: "write `and`", ir.Or: "write `or`",
			ir.Minus: "write `and not`"}[op]
	} else if op == ir.Or {
		help = "add numbers with `+`"
	}
	vs.report(&diag.Diagnostic{Code: code.Operands, Span: span,
		Summary: fmt.Sprintf("`%s` combines sets; %s is %s", sign, Mention(x.Expr.Span),
			Describe(x)), Suggestion: help})
	return Invalid(x.Expr.Type, span)
}

// combinedPlanes returns the planes that two sets may lie in when they are combined.
func combinedPlanes(op ir.Op, x, y topology.Plane) topology.Plane {
	switch op {
	case ir.And:
		return x & y
	case ir.Or:
		return x | y
	}
	return x
}

// combinedMembers returns the directions and the kinds of piece that two sets may contain when they
// are combined.
func combinedMembers(op ir.Op, x, y Value) (dirs topology.Steps, kinds uint64) {
	switch op {
	case ir.And:
		return x.dirs.And(y.dirs), x.Kinds & y.Kinds
	case ir.Or:
		return x.dirs.Or(y.dirs), x.Kinds | y.Kinds
	}
	return x.dirs, x.Kinds
}

// atMostOneOf reports whether the combination of two sets has at most one member.
func (vs *values) atMostOneOf(op ir.Op, x, y Value) bool {
	switch op {
	case ir.And:
		return x.single() || y.single() || x.run.ends(op, y.Expr) || y.run.ends(op, x.Expr) ||
			x.Expr.Type == ir.Sites && vs.Facts.cross(x.Expr, y.Expr)
	case ir.Minus:
		return x.single() || x.run.ends(op, y.Expr)
	}
	return false
}

// retype gives an empty set the type of sites of some planes, so that it is no longer a `none` of
// unknown type.
func (vs *gameFacts) retype(v Value, planes topology.Plane) Value {
	if v.Expr.Type == ir.Sites {
		v.Expr.Planes, v.None = planes, false
	}
	return v
}

// compare checks `=`, `!=` and `in`.
func (vs *values) compare(op string, x, y Value, span source.Span) Value {
	truth := Invalid(ir.Truth, span)
	if op == "in" {
		if !y.Bad() && !y.IsSet() {
			help := ""
			if y.Expr.Type == ir.Number {
				help = "a number is compared with `=`, `<` and so on, or: n in {1, 2..4}"
			}
			vs.WrongType(y, ir.Sites, help)
			return truth
		}
	}
	if op != "in" && vs.playerOrKind(x, y, span) {
		return truth
	}
	x, y, t, ok := vs.alike(x, y, span)
	if !ok || x.Bad() || y.Bad() {
		return truth
	}
	var v Value
	switch {
	case op == "in":
		if !x.IsSet() {
			vs.WrongType(x, ir.Sites, "")
			return truth
		}
		v = vs.Consts.Node(&ir.Expr{Op: ir.In, Type: ir.Truth, Span: span}, []Value{x, y})
	case t == ir.Number || t == ir.Truth:
		kind := ir.Eq
		if op == "!=" {
			kind = ir.Ne
		}
		return vs.Consts.Node(&ir.Expr{Op: kind, Type: ir.Truth, Span: span}, []Value{x, y})
	default:
		v = vs.Consts.Node(&ir.Expr{Op: ir.Same, Type: ir.Truth, Span: span}, []Value{x, y})
	}
	if op == "!=" {
		if b, known := v.Truth(); known {
			return vs.Consts.like(vs.Consts.constTruth(!b, span), v)
		}
		v = vs.Consts.Node(&ir.Expr{Op: ir.Not, Type: ir.Truth, Span: span}, []Value{v})
	}
	return v
}
