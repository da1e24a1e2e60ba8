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
	"boardgame/dsl/value"
)

// expr checks an expression.
func (c *checker) expr(s *scope, e syntax.Expr) val {
	if e == nil {
		return invalid(ir.NoType, source.Span{})
	}
	if c.looked++; c.looked%between == 0 {
		c.rules.mayStop()
	}
	span := e.Span(s.file)
	v := c.exprAt(s, e, span)
	c.noteExpr(s, v, span)
	return v
}

func (c *checker) exprAt(s *scope, e syntax.Expr, span source.Span) val {
	switch e := e.(type) {
	case *syntax.Int:
		return c.constNumber(e.Value, span)
	case *syntax.StrExpr:
		return c.fail(Misplaced, span, "quoted text is not allowed here",
			`In an expression, quoted text can only be the sign of a mark: marked("*").`, "")
	case *syntax.Call:
		return c.call(s, e, asValue)
	case *syntax.Paren:
		return c.expr(s, e.X)
	case *syntax.SetLit:
		return c.setLiteral(s, e, span)
	case *syntax.Path:
		return c.path(s, e)
	case *syntax.Unary:
		return c.unary(s, e, span)
	case *syntax.Slice:
		return c.strayPart(s, e, span)
	case *syntax.Binary:
		return c.binary(s, e, span)
	case *syntax.If:
		return c.conditional(s, e, span)
	case *syntax.Let:
		return c.let(s, e, span)
	case *syntax.For:
		return c.perspective(s, e, span)
	case *syntax.Quant:
		return c.quantifier(s, e, span)
	}
	return invalid(ir.NoType, span)
}

// setLiteral checks `{a1, b2}`, a union.
func (c *checker) setLiteral(s *scope, e *syntax.SetLit, span source.Span) val {
	if len(e.Items) == 0 {
		return c.fail(WrongType, span, "these braces are empty", "", "the empty set is `none`")
	}
	var all val
	for i, item := range e.Items {
		if item.Hi != nil {
			c.expr(s, item.Lo)
			c.expr(s, item.Hi)
			all = c.fail(NotARange, item.Span(s.file),
				"a range contains numbers, not sites", "",
				"name the sites, or say for example file(1) | file(2)")
			continue
		}
		v := c.expr(s, item.Lo)
		if !v.bad() && !v.isSet() {
			v = c.fail(WrongType, v.e.Span,
				fmt.Sprintf("%s is %s; braces make sets of sites, players, kinds or directions",
					mention(v.e.Span), describe(v)),
				"Numbers may be in braces only after `in`.", "")
		}
		if i == 0 {
			all = v
			continue
		}
		all = c.combine(ir.Or, all, v, span)
	}
	if len(e.Items) == 1 && !all.bad() {
		// the braces belong to the expression
		copied := *all.e
		copied.Span = span
		all.e = &copied
	}
	return all
}

func (c *checker) unary(s *scope, e *syntax.Unary, span source.Span) val {
	switch e.Op {
	case "not":
		x := c.expr(s, e.X)
		if !x.bad() && x.isSet() {
			return c.wrongType(x, ir.Truth,
				fmt.Sprintf("say `no %s`; the sites outside a set are: cells - %s",
					plain(x.e.Span, "…"), plain(x.e.Span, "S")))
		}
		x = c.want(x, ir.Truth)
		if b, known := x.truth(); known {
			return c.like(c.constTruth(!b, span), x)
		}
		return c.node(&ir.Expr{Op: ir.Not, Type: ir.Truth, Span: span}, []val{x})
	case "-":
		x := c.expr(s, e.X)
		if x.isSet() && !x.bad() {
			return c.wrongType(x, ir.Number,
				"the sites outside a set are: cells - "+plain(x.e.Span, "S"))
		}
		return c.node(&ir.Expr{Op: ir.Neg, Type: ir.Number, Span: span},
			[]val{c.want(x, ir.Number)})
	}
	if e.Op == "the" {
		return c.only(s, c.expr(s, e.X), span)
	}
	op := map[string]ir.Op{"some": ir.Some, "no": ir.No, "one": ir.Only1}[e.Op]
	x := c.members(c.expr(s, e.X), e.Op)
	if op != ir.Only1 && !x.bad() {
		c.checkEmpty(x)
	}
	return c.node(&ir.Expr{Op: op, Type: ir.Truth, Span: span}, []val{x})
}

// only extracts the only member of a set, as `let x = S: if one x: x else none` does: it gives
// nothing if the set has no member or several. The test is marked, so that tools that play the
// rules to find mistakes notice a set with several members (language.md#the-only-member).
func (vs *values) only(s *scope, set val, span source.Span) val {
	set = vs.members(set, "the")
	switch {
	case set.bad():
		return invalid(set.e.Type, span)
	case set.single():
		return set
	case !vs.noBoard:
		if n := fewest(set.e); n > 1 {
			least := ""
			if !set.constant() {
				least = "always at least "
			}
			return vs.fail(Several, span,
				fmt.Sprintf("%s has %s%d members", mention(set.e.Span), least, n),
				"`the` names the only member of a set.",
				"say which of them is meant, or leave `the` out")
		}
	}
	mark := s.frame.next
	x := vs.slot(s, &variable{val: set, span: span})
	one := x.read(span)
	v := vs.node(&ir.Expr{Op: ir.Only1, Type: ir.Truth, Span: set.e.Span, N: 1}, []val{one})
	v = vs.node(&ir.Expr{Op: ir.If, Type: set.e.Type, Card: ir.AtMostOne, Planes: set.e.Planes,
		Span: span},
		[]val{v, one, vs.noneOf(set.e.Type, span)})
	v = vs.node(&ir.Expr{Op: ir.Let, Type: set.e.Type, Card: ir.AtMostOne, Planes: set.e.Planes,
		Span: span, N: int64(x.slot)}, []val{set, v})
	s.release(mark)
	return vs.bounds(v, set)
}

// members returns the set that `some`, `no`, `one` and `count` apply to: players and kinds stand
// for their pieces.
func (vs *values) members(v val, word string) val {
	switch v.e.Type {
	case ir.NoType, ir.Steps:
		return v
	case ir.Number:
		help := ""
		if word == "some" {
			help = "compare it: " + plain(v.e.Span, "n") + " > 0"
		}
		return vs.wrongType(v, ir.Sites, help)
	case ir.Truth:
		help := ""
		if word == "no" {
			help = "say `not " + plain(v.e.Span, "…") + "`"
		}
		return vs.wrongType(v, ir.Sites, help)
	}
	return vs.sites(v)
}

// like makes a constant depend on whatever the values it was made from depend on.
func (vs *constants) like(v val, from ...val) val {
	for _, f := range from {
		v.option = v.option || f.option
	}
	return v
}

func (c *checker) binary(s *scope, e *syntax.Binary, span source.Span) val {
	switch e.Op {
	case "and", "or", "implies":
		return c.logic(s, e, span)
	case "=", "!=", "in":
		if o := c.wordOption(s, e.X); o != nil {
			return c.compareWord(s, o, e.Op, e.Y, span)
		}
		if o := c.wordOption(s, e.Y); o != nil && e.Op != "in" {
			return c.compareWord(s, o, e.Op, e.X, span)
		}
		if c.unresolved(s, e.X) && c.unresolved(s, e.Y) {
			// One side is a misspelled option and the other its word: fix the option.
			wrong := e.X
			if c.optionWithWord(e.X.(*syntax.Call).Name.Text) != nil {
				wrong = e.Y
			}
			c.expr(s, wrong)
			return invalid(ir.Truth, span)
		}
		x := c.expr(s, e.X)
		if set, ok := e.Y.(*syntax.SetLit); ok && e.Op == "in" && len(set.Items) > 0 &&
			(x.e.Type == ir.Number || numbers(set)) {
			return c.amongNumbers(s, x, set, span)
		}
		return c.compare(e.Op, x, c.expr(s, e.Y), span)
	case "<", "<=", ">", ">=":
		op := map[string]ir.Op{"<": ir.Lt, "<=": ir.Le, ">": ir.Gt, ">=": ir.Ge}[e.Op]
		x, y := c.want(c.expr(s, e.X), ir.Number), c.want(c.expr(s, e.Y), ir.Number)
		return c.node(&ir.Expr{Op: op, Type: ir.Truth, Span: span}, []val{x, y})
	case "&":
		c.minusMixed(s, e, span)
		return c.combine(ir.And, c.expr(s, e.X), c.expr(s, e.Y), span)
	case "|":
		c.minusMixed(s, e, span)
		return c.combine(ir.Or, c.expr(s, e.X), c.expr(s, e.Y), span)
	case "-":
		c.minusMixed(s, e, span)
		x, y := c.expr(s, e.X), c.expr(s, e.Y)
		if x.isSet() || y.isSet() && x.unknown() {
			return c.combine(ir.Minus, x, y, span)
		}
		if x.unknown() && y.unknown() {
			return invalid(ir.NoType, span)
		}
		return c.node(&ir.Expr{Op: ir.Sub, Type: ir.Number, Span: span},
			[]val{c.want(x, ir.Number), c.want(y, ir.Number)})
	}
	op := map[string]ir.Op{"+": ir.Add, "*": ir.Mul, "/": ir.Div, "mod": ir.Mod, "^": ir.Pow}[e.Op]
	if op == ir.Invalid {
		return invalid(ir.NoType, span)
	}
	return c.node(&ir.Expr{Op: op, Type: ir.Number, Span: span},
		[]val{c.operand(s, e.X, e.Op), c.operand(s, e.Y, e.Op)})
}

// operand checks a number in a calculation.
func (c *checker) operand(s *scope, e syntax.Expr, op string) val {
	v := c.expr(s, e)
	if !v.bad() && v.isSet() {
		help := ""
		switch op {
		case "+":
			help = "join sets with `|`"
		case "*":
			help = "`&` gives what two sets have in common"
		}
		if help != "" {
			return c.wrongType(v, ir.Number, help)
		}
	}
	return c.want(v, ir.Number)
}

// logic checks `and`, `or` and `implies`; a constant side decides or disappears.
func (c *checker) logic(s *scope, e *syntax.Binary, span source.Span) val {
	x, y := c.expr(s, e.X), c.expr(s, e.Y)
	if !strings.HasPrefix(s.file.Text[e.OpPos.Offset:], e.Op) && (x.isSet() || y.isSet()) {
		return invalid(ir.NoType, span) // && between sets: the parser has reported it
	}
	for _, v := range []val{x, y} {
		if sign := map[string]string{"and": "&", "or": "|"}[e.Op]; sign != "" && !v.bad() &&
			v.isSet() {
			return c.fail(Operands, span, fmt.Sprintf("`%s` joins conditions, and %s is %s", e.Op,
				mention(v.e.Span), describe(v)), "",
				fmt.Sprintf("sets are combined by `%s`; a condition is `some %s`", sign,
					plain(v.e.Span, "…")))
		}
	}
	x, y = c.want(x, ir.Truth), c.want(y, ir.Truth)
	if x.bad() || y.bad() {
		return invalid(ir.Truth, span)
	}
	switch e.Op {
	case "and":
		return c.joined(ir.LAnd, x, y, span)
	case "or":
		return c.joined(ir.LOr, x, y, span)
	}
	a, knownA := x.truth()
	b, knownB := y.truth()
	switch {
	case knownA && a:
		return c.like(y, x, y)
	case knownA || knownB && b:
		return c.like(c.constTruth(true, span), x, y)
	}
	return c.node(&ir.Expr{Op: ir.Implies, Type: ir.Truth, Span: span}, []val{x, y})
}

// joined joins two conditions by `and` or `or`. A constant side decides the result or disappears.
func (vs *constants) joined(op ir.Op, x, y val, span source.Span) val {
	a, knownA := x.truth()
	b, knownB := y.truth()
	decides := op == ir.LOr
	switch {
	case knownA && a == decides, knownB && b != decides:
		return vs.like(x, x, y)
	case knownB && b == decides, knownA && a != decides:
		return vs.like(y, x, y)
	}
	return vs.node(&ir.Expr{Op: op, Type: ir.Truth, Span: span}, []val{x, y})
}

// numbers reports whether some item in the braces is clearly a number or a range.
func numbers(set *syntax.SetLit) bool {
	return slices.ContainsFunc(set.Items, func(item *syntax.Domain) bool {
		_, number := item.Lo.(*syntax.Int)
		return number || item.Hi != nil
	})
}

// amongNumbers checks `n in {1, 3..5}`.
func (c *checker) amongNumbers(s *scope, n val, set *syntax.SetLit, span source.Span) val {
	n = c.want(n, ir.Number)
	var any val
	for i, item := range set.Items {
		var one val
		lo := c.want(c.expr(s, item.Lo), ir.Number)
		if item.Hi == nil {
			one = c.node(&ir.Expr{Op: ir.Eq, Type: ir.Truth, Span: span}, []val{n, lo})
		} else {
			hi := c.want(c.expr(s, item.Hi), ir.Number)
			one = c.node(&ir.Expr{Op: ir.LAnd, Type: ir.Truth, Span: span}, []val{
				c.node(&ir.Expr{Op: ir.Ge, Type: ir.Truth, Span: span}, []val{n, lo}),
				c.node(&ir.Expr{Op: ir.Le, Type: ir.Truth, Span: span}, []val{n, hi})})
		}
		if i == 0 {
			any = one
			continue
		}
		any = c.node(&ir.Expr{Op: ir.LOr, Type: ir.Truth, Span: span}, []val{any, one})
	}
	return any
}

// alike converts two values to the same type so that they can be compared or combined. Two players,
// two kinds or two directions stay as they are; anything else becomes sites.
func (vs *values) alike(x, y val, span source.Span) (val, val, ir.Type, bool) {
	switch {
	case x.unknown() || y.unknown():
		return x, y, ir.NoType, false
	case x.none && y.isSet():
		return vs.noneOf(y.e.Type, x.e.Span), y, y.e.Type, true
	case y.none && x.isSet():
		return x, vs.noneOf(x.e.Type, y.e.Span), x.e.Type, true
	case x.e.Type == y.e.Type:
		return x, y, x.e.Type, true
	case !x.isSet() || !y.isSet() || x.e.Type == ir.Steps || y.e.Type == ir.Steps:
		vs.operandsDiffer(x, y, span)
		return x, y, ir.NoType, false
	}
	return vs.sites(x), vs.sites(y), ir.Sites, true
}

func (vs *values) operandsDiffer(x, y val, span source.Span) {
	help := ""
	set, other := x, y
	if !x.isSet() {
		set, other = y, x
	}
	switch {
	case other.e.Type == ir.Number && set.none:
		help = "a number is never `none`: compare it with 0"
	case other.e.Type == ir.Number && lineOfCells(set.e.Span.Text()):
		text := plain(set.e.Span, "…")
		help = "`" + text + "` are cells: compare with the number alone, or ask `p in " + text + "`"
	case other.e.Type == ir.Number && set.isSet() && set.e.Type != ir.Steps:
		help = "say count(" + plain(set.e.Span, "…") + ") for how many there are"
	case other.e.Type == ir.Truth && set.isSet():
		help = "say `some " + plain(set.e.Span, "…") + "` for whether there is one"
	case x.e.Type == ir.Steps || y.e.Type == ir.Steps:
		help = "a direction is a step on a path, such as p.north"
	}
	vs.report(&diag.Diagnostic{Code: Operands, Span: span,
		Summary: fmt.Sprintf("%s is %s and %s is %s: they do not go together", mention(x.e.Span),
			describe(x), mention(y.e.Span), describe(y)),
		Suggestion: help})
}

// lineOfCells reports whether a text names the cells of a row or a column.
func lineOfCells(text string) bool {
	return strings.HasPrefix(text, "rank(") || strings.HasPrefix(text, "file(")
}

// combine checks `&`, `|` and `-` of sets.
func (vs *values) combine(op ir.Op, x, y val, span source.Span) val {
	if x.unknown() || y.unknown() {
		t := ir.NoType
		if x.e.Type == ir.Sites || y.e.Type == ir.Sites {
			t = ir.Sites // whatever the other one is, it stands for sites here
		}
		return invalid(t, span)
	}
	if !x.isSet() && !y.isSet() {
		return vs.noSets(op, x, y, span)
	}
	x, y, t, ok := vs.alike(x, y, span)
	if !ok {
		return invalid(ir.NoType, span)
	}
	if x.bad() || y.bad() {
		return invalid(t, span)
	}
	if t == ir.Players && op == ir.And && !x.spread && !y.spread {
		return vs.fail(TwoPlayers, span, "`&` of two players is always empty",
			"Nothing belongs to two players at once.",
			"compare players with `=`; the pieces of a player are "+plain(x.e.Span, "P")+" & cells")
	}
	vs.checkDisjoint(op, x, y, span)
	e := &ir.Expr{Op: op, Type: t, Span: span, Card: ir.Many,
		Planes: combinedPlanes(op, x.e.Planes, y.e.Planes)}
	// An empty set decides the result or disappears.
	switch {
	case op == ir.And && (x.empty() || y.empty()):
		return vs.like(vs.retype(vs.noneOf(t, span), e.Planes), x, y)
	case op == ir.Minus && x.empty(), op != ir.And && y.empty():
		return vs.like(x, y)
	case op == ir.Or && x.empty():
		return vs.like(y, x)
	}
	if vs.atMostOneOf(op, x, y) {
		e.Card = ir.AtMostOne
	}
	v := vs.node(e, []val{x, y})
	if v.e.Op == op {
		v.dirs, v.kinds = combinedMembers(op, x, y)
	}
	v.spread = x.spread || y.spread
	return v
}

// noSets reports a set operator between two values that are not sets.
func (vs *values) noSets(op ir.Op, x, y val, span source.Span) val {
	sign, help := map[ir.Op]string{ir.And: "&", ir.Or: "|", ir.Minus: "-"}[op], ""
	if x.e.Type == ir.Truth && y.e.Type == ir.Truth {
		help = map[ir.Op]string{ir.And: "write `and`", ir.Or: "write `or`",
			ir.Minus: "write `and not`"}[op]
	} else if op == ir.Or {
		help = "add numbers with `+`"
	}
	vs.report(&diag.Diagnostic{Code: Operands, Span: span,
		Summary: fmt.Sprintf("`%s` combines sets; %s is %s", sign, mention(x.e.Span),
			describe(x)), Suggestion: help})
	return invalid(x.e.Type, span)
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
func combinedMembers(op ir.Op, x, y val) (dirs topology.Steps, kinds uint64) {
	switch op {
	case ir.And:
		return x.dirs.And(y.dirs), x.kinds & y.kinds
	case ir.Or:
		return x.dirs.Or(y.dirs), x.kinds | y.kinds
	}
	return x.dirs, x.kinds
}

// atMostOneOf reports whether the combination of two sets has at most one member.
func (vs *values) atMostOneOf(op ir.Op, x, y val) bool {
	switch op {
	case ir.And:
		return x.single() || y.single() || x.run.ends(op, y.e) || y.run.ends(op, x.e) ||
			x.e.Type == ir.Sites && vs.cross(x.e, y.e)
	case ir.Minus:
		return x.single() || x.run.ends(op, y.e)
	}
	return false
}

// retype gives an empty set the type of sites of some planes, so that it is no longer a `none` of
// unknown type.
func (vs *gameFacts) retype(v val, planes topology.Plane) val {
	if v.e.Type == ir.Sites {
		v.e.Planes, v.none = planes, false
	}
	return v
}

// compare checks `=`, `!=` and `in`.
func (vs *values) compare(op string, x, y val, span source.Span) val {
	truth := invalid(ir.Truth, span)
	if op == "in" {
		if !y.bad() && !y.isSet() {
			help := ""
			if y.e.Type == ir.Number {
				help = "a number is compared with `=`, `<` and so on, or: n in {1, 2..4}"
			}
			vs.wrongType(y, ir.Sites, help)
			return truth
		}
	}
	x, y, t, ok := vs.alike(x, y, span)
	if !ok || x.bad() || y.bad() {
		return truth
	}
	var v val
	switch {
	case op == "in":
		if !x.isSet() {
			vs.wrongType(x, ir.Sites, "")
			return truth
		}
		v = vs.node(&ir.Expr{Op: ir.In, Type: ir.Truth, Span: span}, []val{x, y})
	case t == ir.Number || t == ir.Truth:
		kind := ir.Eq
		if op == "!=" {
			kind = ir.Ne
		}
		return vs.node(&ir.Expr{Op: kind, Type: ir.Truth, Span: span}, []val{x, y})
	default:
		v = vs.node(&ir.Expr{Op: ir.Same, Type: ir.Truth, Span: span}, []val{x, y})
	}
	if op == "!=" {
		if b, known := v.truth(); known {
			return vs.like(vs.constTruth(!b, span), v)
		}
		v = vs.node(&ir.Expr{Op: ir.Not, Type: ir.Truth, Span: span}, []val{v})
	}
	return v
}

func (c *checker) conditional(s *scope, e *syntax.If, span source.Span) val {
	cond := c.want(c.expr(s, e.Cond), ir.Truth)
	x, y := c.expr(s, e.Then), c.expr(s, e.Else)
	return c.choose(cond, x, y, span)
}

// choose builds `if cond: x else y`.
func (vs *values) choose(cond, x, y val, span source.Span) val {
	if x.unknown() || y.unknown() {
		t := x.e.Type
		if t == ir.NoType {
			t = y.e.Type
		}
		return invalid(t, span)
	}
	if !x.none && !y.none && x.e.Type != y.e.Type &&
		(!x.isSet() || !y.isSet() || x.e.Type == ir.Steps || y.e.Type == ir.Steps) {
		vs.report(&diag.Diagnostic{Code: Operands, Span: span,
			Summary: fmt.Sprintf("%s is %s, but after `else` %s is %s", mention(x.e.Span),
				describe(x), mention(y.e.Span), describe(y)),
			Detail: "Both branches of an `if` must have the same type."})
		return invalid(ir.NoType, span)
	}
	if (x.none || y.none) && (!x.isSet() || !y.isSet()) {
		vs.operandsDiffer(x, y, span)
		return invalid(ir.NoType, span)
	}
	both := x.none && y.none
	if x.e.Type != y.e.Type || x.none != y.none {
		x, y, _, _ = vs.alike(x, y, span)
	}
	if cond.bad() {
		return invalid(x.e.Type, span)
	}
	if b, known := cond.truth(); known {
		if b {
			return vs.like(x, cond)
		}
		return vs.like(y, cond)
	}
	e := &ir.Expr{Op: ir.If, Type: x.e.Type, Card: max(x.e.Card, y.e.Card),
		Planes: x.e.Planes | y.e.Planes, Span: span}
	v := vs.node(e, []val{cond, x, y})
	v.dirs, v.kinds = x.dirs.Or(y.dirs), x.kinds|y.kinds
	v.none, v.spread = both, x.spread && y.spread
	return v
}

func (c *checker) let(s *scope, e *syntax.Let, span source.Span) val {
	value := c.expr(s, e.Value)
	inner, mark := s.inner(), s.frame.next
	x := c.bind(inner, e.Name, value)
	body := c.expr(inner, e.Body)
	s.release(mark)
	if body.bad() || value.bad() {
		return invalid(body.e.Type, span)
	}
	v := c.node(&ir.Expr{Op: ir.Let, Type: body.e.Type, Card: body.e.Card, Planes: body.e.Planes,
		Span: span, N: int64(x.slot)}, []val{value, body})
	return c.bounds(v, body)
}

// bounds copies the possible directions and kinds of a value from the value that it passes on.
func (vs *gameFacts) bounds(v, from val) val {
	if !v.constant() {
		v.dirs, v.kinds = from.dirs, from.kinds
	}
	v.none, v.spread = from.none && v.empty(), from.spread
	return v
}

func (c *checker) perspective(s *scope, e *syntax.For, span source.Span) val {
	player := c.want(c.expr(s, e.Player), ir.Players)
	player = c.atMostOne(player, "`for`")
	return c.seenBy(player, c.expr(s, e.Body), span)
}

// seenBy returns a value as a player sees it.
func (vs *constants) seenBy(player, body val, span source.Span) val {
	if player.bad() || body.bad() {
		return invalid(body.e.Type, span)
	}
	card := body.e.Card
	if card == ir.One && player.e.Card != ir.One {
		card = ir.AtMostOne
	}
	v := vs.node(&ir.Expr{Op: ir.For, Type: body.e.Type, Card: card, Planes: body.e.Planes,
		Span: span}, []val{player, body})
	return vs.bounds(v, body)
}

// domain checks what a variable ranges over: a set or the numbers of a range.
func (c *checker) domain(s *scope, d syntax.Domain) val {
	span := d.Span(s.file)
	if d.Hi == nil {
		return c.expr(s, d.Lo)
	}
	lo, hi := c.want(c.expr(s, d.Lo), ir.Number), c.want(c.expr(s, d.Hi), ir.Number)
	v := val{e: &ir.Expr{Op: ir.Range, Type: ir.Number, Card: ir.Many, Span: span,
		Args: []*ir.Expr{lo.e, hi.e}}}
	if lo.bad() || hi.bad() {
		return invalid(ir.Number, span)
	}
	from, known1 := lo.number()
	to, known2 := hi.number()
	if known1 && known2 && from <= to && uint64(to)-uint64(from) >= value.MaxRange {
		return c.fail(TooLong, span, fmt.Sprintf("a range has at most %d numbers, not %d",
			value.MaxRange, uint64(to)-uint64(from)+1), "", "use a smaller one")
	}
	v.reads.add(lo.reads)
	v.reads.add(hi.reads)
	return v
}

// runsOver prepares a domain for a quantifier or `each` to run over.
func (vs *gameFacts) runsOver(v val, word string) val {
	if v.bad() || v.e.Op == ir.Range {
		return v
	}
	arg := plain(v.e.Span, "S")
	switch v.e.Type {
	case ir.Number:
		return vs.fail(NotARange, v.e.Span,
			fmt.Sprintf("%s is a number; `%s` runs over a set or a range", mention(v.e.Span),
				word), "", "write 1.."+arg)
	case ir.Truth:
		return vs.fail(NotARange, v.e.Span,
			fmt.Sprintf("%s is a condition; `%s` runs over a set or a range", mention(v.e.Span),
				word), "", "")
	case ir.Players, ir.Kinds:
		if v.spread {
			return v
		}
		what, all := "player", "players"
		if v.e.Type == ir.Kinds {
			what, all = "kind", "kinds"
		}
		return vs.fail(PiecesMeant, v.e.Span,
			fmt.Sprintf("%s is a %s: does `%s` run over the %s or over the pieces?",
				mention(v.e.Span), what, word, all), "",
			fmt.Sprintf("say `%s & cells` for the pieces, `%s & (%s)` for the %s", arg, all, arg,
				all))
	}
	return v
}

func (c *checker) quantifier(s *scope, e *syntax.Quant, span source.Span) val {
	over := c.runsOver(c.domain(s, e.Domain), e.Op)
	inner, mark := s.inner(), s.frame.next
	x := c.bind(inner, e.Name, member(over))
	body := c.expr(inner, e.Body)
	s.release(mark)
	out := &ir.Expr{Span: span, N: int64(x.slot)}
	switch e.Op {
	case "some", "no", "one", "all", "those":
		body = c.want(body, ir.Truth)
		out.Type = ir.Truth
		out.Op = map[string]ir.Op{"some": ir.QSome, "no": ir.QNo, "one": ir.QOne, "all": ir.QAll,
			"those": ir.QThose}[e.Op]
	case "union":
		if !body.bad() && !body.isSet() {
			body = c.wrongType(body, ir.Sites, "`sum` adds up numbers")
		}
		out.Op, out.Type, out.Card, out.Planes = ir.QUnion, body.e.Type, ir.Many, body.e.Planes
		if over.e.Op != ir.Range && over.single() && body.single() {
			out.Card = ir.AtMostOne
		}
	default:
		body = c.want(body, ir.Number)
		out.Op, out.Type = map[string]ir.Op{"sum": ir.QSum, "min": ir.QMin, "max": ir.QMax}[e.Op],
			ir.Number
	}
	if out.Op == ir.QThose {
		if over.e.Op == ir.Range {
			return c.fail(NotARange, over.e.Span,
				"`those` picks members of a set, and numbers are not a set", "", "")
		}
		out.Type, out.Card, out.Planes = over.e.Type, ir.Many, over.e.Planes
		if over.single() {
			out.Card = ir.AtMostOne
		}
	}
	if over.bad() || body.bad() {
		return invalid(out.Type, span)
	}
	v := c.node(out, []val{over, body})
	switch {
	case out.Op == ir.QThose:
		return c.bounds(v, over)
	case out.Op == ir.QUnion:
		v = c.bounds(v, body)
		v.spread = false
	}
	return v
}
