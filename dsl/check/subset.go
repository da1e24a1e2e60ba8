package check

import (
	"fmt"
	"math/bits"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
	"boardgame/dsl/value"
)

// mostAmong is the most members that a set may have from which a player chooses a set.
const mostAmong = 24

// bindSet checks `at D in 1..3 of S`: the player chooses a set of so many members of S.
func bindSet(mr *moveReader, m *terms.Move, s *terms.Scope, n *syntax.Bind, many terms.Value) {
	span := n.Span(m.File)
	if many.Expr.Op != ir.Range {
		many = mr.Values.Want(many, ir.Number)
	}
	of := mr.C.Expr(s, n.Of)
	mr.C.Declared.NoStuck(of)
	switch want := roleTypes[n.Role]; {
	case of.Unknown():
	case want == ir.Number, want == ir.Steps:
		of = mr.Fail(code.BadRole, span, fmt.Sprintf("`%s` cannot choose a set", n.Role),
			"Sets of sites, kinds and players can be chosen.", "use from, to, over, at or as")
	case want == ir.Kinds && of.Expr.Type == ir.Players:
	case want == ir.Kinds && of.Expr.Type == ir.Sites && !of.None:
		of = mr.Values.WrongType(of, ir.Kinds, "choose sites with from, to, over or at")
	default:
		of = mr.Values.Want(of, want)
	}
	least, most := many.Expr, many.Expr
	if many.Expr.Op == ir.Range {
		least, most = many.Expr.Args[0], many.Expr.Args[1]
	}
	role := ir.Role{Word: n.Role, Name: n.Name.Text, Type: ir.Number, Of: of.Expr.Type, Among: []int{}}
	if !of.Bad() && !many.Bad() && !mr.Facts.NoBoard {
		among := mayHave(mr.Game, of.Expr)
		if checkChoice(mr, n, s, least, most, len(among)) {
			role.Among = among
		}
	}
	like := terms.Subset(of)
	role.Slot = mr.Names.Bind(s, n.Name, like).Slot
	domain := &ir.Expr{Op: ir.Subset, Type: of.Expr.Type, Card: ir.Many, Planes: of.Expr.Planes,
		Span: span, Args: []*ir.Expr{least, most, of.Expr}}
	m.Out.Clauses = append(m.Out.Clauses,
		ir.Clause{Op: ir.BindClause, Role: len(m.Out.Roles), Value: domain, Span: span})
	m.Out.Roles = append(m.Out.Roles, role)
}

// checkChoice reports a choice of a set that is too large or never possible; it returns false then.
func checkChoice(mr *moveReader, n *syntax.Bind, s *terms.Scope, least, most *ir.Expr,
	among int) bool {
	switch {
	case among > mostAmong:
		mr.Fail(code.TooLarge, n.Of.Span(s.File),
			fmt.Sprintf("a set is chosen from %d possible members", among),
			fmt.Sprintf("A player can choose a set from at most %d.", mostAmong),
			fmt.Sprintf("name fewer, such as `%s & hand` with a region `hand`; or let the player choose "+
				"one at a time, in moves after `then`", n.Of.Span(s.File).Text()))
	case least.Op == ir.ConstNumber && least.N > int64(among),
		most.Op == ir.ConstNumber && most.N < max(0, least.N):
		mr.Fail(code.TooLarge, n.Domain.Span(s.File), fmt.Sprintf("no set has %s of at most %d members",
			n.Domain.Span(s.File).Text(), among), "", "write how many of them are chosen: 1..3 of S")
	default:
		return true
	}
	return false
}

// mayHave returns all members that a set may ever have, as far as the rules tell.
func mayHave(g *ir.Game, e *ir.Expr) []int {
	v := atMost(g, e)
	var all []int
	for s := range v.Sites.All() {
		all = append(all, int(s))
	}
	for ; v.N != 0; v.N &= v.N - 1 {
		all = append(all, bits.TrailingZeros64(uint64(v.N)))
	}
	return all
}

// atMost returns a set that contains whatever a set of sites, kinds or players may contain.
func atMost(g *ir.Game, e *ir.Expr) (v value.Value) {
	both := func(meet bool) value.Value {
		a, b := atMost(g, e.Args[0]), atMost(g, e.Args[1])
		if meet {
			return value.Value{Sites: a.Sites.And(b.Sites), N: a.N & b.N}
		}
		return value.Value{Sites: a.Sites.Or(b.Sites), N: a.N | b.N}
	}
	switch e.Op {
	case ir.ConstSites, ir.PlayerSites:
		for _, s := range e.Sets {
			v.Sites = v.Sites.Or(s)
		}
		return v
	case ir.ConstKinds, ir.ConstPlayers:
		return value.Value{N: e.N}
	case ir.And, ir.Or:
		return both(e.Op == ir.And)
	case ir.Minus, ir.QThose:
		return atMost(g, e.Args[0])
	case ir.Call:
		if e.Func.Body != nil {
			return atMost(g, e.Func.Body)
		}
	}
	switch e.Type {
	case ir.Kinds:
		return value.Value{N: 1<<len(g.Kinds) - 1}
	case ir.Players:
		return value.Value{N: 1<<len(g.Players) - 1}
	}
	return value.Value{Sites: g.Board.Planes(e.Planes)}
}
