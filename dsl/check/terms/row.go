package terms

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// minusOfSites warns of `a1-d1`, which was most likely meant as the cells from a1 to d1.
func (c *Checker) minusOfSites(s *Scope, e *syntax.Binary, x, y Value, span source.Span) {
	from, to := c.siteNamed(s, e.X, x), c.siteNamed(s, e.Y, y)
	if from == topology.None || to == topology.None || from == to {
		return
	}
	name := c.Game.Board.Names[from]
	c.Warn(code.MinusOfSites, span, fmt.Sprintf("%s is the same as `%s`", Mention(span), name),
		"`-` takes the members of the second set away from the first.", c.Facts.row(from, to))
}

// siteNamed returns the site that an expression names, or None. Its value is v.
func (c *Checker) siteNamed(s *Scope, e syntax.Expr, v Value) topology.Site {
	call, ok := e.(*syntax.Call)
	if !ok || call.Parens || c.Facts.NoBoard || v.Expr.Op != ir.ConstSites ||
		s.Local(call.Name.Text) != nil || c.Names.Lookup(s, call.Name.Text) != nil {
		return topology.None
	}
	site, ok := c.Game.Board.SiteByName(call.Name.Text)
	if !ok {
		return topology.None
	}
	return site
}

// row says how to write the cells from one site to another.
func (vs *gameFacts) row(from, to topology.Site) string {
	b := vs.Game.Board
	for i, d := range b.Directions {
		r := topology.Relation(i)
		if b.Fork(r) > 1 {
			continue
		}
		at := from
		for n := 1; n < b.Sites; n++ {
			if at = b.Neighbor(r, at); at == topology.None || at == from {
				break
			}
			if at == to {
				return fmt.Sprintf("for the cells from %s to %s, write %s.%s{0..%d}", b.Names[from],
					b.Names[to], b.Names[from], d.Name, n)
			}
		}
	}
	return fmt.Sprintf("to name several cells, write {%s, %s}", b.Names[from], b.Names[to])
}

// noSiteRange reports a range between two sites.
func (c *Checker) noSiteRange(s *Scope, item *syntax.Domain) Value {
	lo, hi := c.Expr(s, item.Lo), c.Expr(s, item.Hi)
	help := "name the sites, as in {a1, b1}, or say for example file(1) | file(2)"
	from, to := c.siteNamed(s, item.Lo, lo), c.siteNamed(s, item.Hi, hi)
	if from != topology.None && to != topology.None && from != to {
		help = c.Facts.row(from, to)
	}
	return c.Fail(code.NotARange, item.Span(s.File), "a range contains numbers, not sites", "", help)
}

// edgeOf checks the argument of `edge`.
func (c *Checker) edgeOf(s *Scope, arg syntax.Expr) Value {
	before := len(c.Diags)
	v := c.Paths.steps(s, arg)
	if said := c.Diags[before:]; len(said) == 1 && said[0].Code == code.WrongType &&
		said[0].Span == arg.Span(s.File) && len(c.Game.Board.Directions) > 0 {
		said[0].Suggestion = fmt.Sprintf("write a direction, as in edge(%s)",
			c.Game.Board.Directions[0].Name)
		for _, p := range c.Game.Players {
			if p.Faces {
				said[0].Suggestion += "; edge(forward) is the side that a player faces"
				break
			}
		}
	}
	return v
}

// playerOrKind reports a comparison of players with kinds of piece, which would be false even if
// all pieces of the player were of the kind.
func (vs *values) playerOrKind(x, y Value, span source.Span) bool {
	types := [2]ir.Type{x.Expr.Type, y.Expr.Type}
	if x.None || y.None || types != [2]ir.Type{ir.Players, ir.Kinds} &&
		types != [2]ir.Type{ir.Kinds, ir.Players} {
		return false
	}
	help := "compare players with players, and kinds with kinds"
	for _, v := range []Value{x, y} {
		if other := map[ir.Op]string{ir.OwnerOf: "kind", ir.KindOf: "owner"}[v.Expr.Op]; other != "" {
			help = fmt.Sprintf("the %s of the piece is %s(%s)", other, other,
				Plain(v.Expr.Args[0].Span, "p"))
		}
	}
	vs.Fail(code.Operands, span, fmt.Sprintf("%s is %s and %s is %s: they are never the same",
		Mention(x.Expr.Span), Describe(x), Mention(y.Expr.Span), Describe(y)), "", help)
	return true
}
