package terms

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// NeedTowers reports a construct that only boards with towers have.
func (vs *gameFacts) NeedTowers(what string, span source.Span) bool {
	if vs.Game.Towers || vs.NoBoard {
		return true
	}
	vs.Fail(code.NoTowers, span, fmt.Sprintf("the board has no towers, so `%s` has no meaning", what),
		"Each cell holds one piece at most.",
		"let pieces stand on one another: board square(5, 5) with towers")
	return false
}

// word returns the word that begins a slice.
func word(x *syntax.Slice) string {
	if x.Bottom {
		return "bottom"
	}
	return "top"
}

// strayPart reports a slice where none is allowed.
func (d *declared) strayPart(s *Scope, x *syntax.Slice, span source.Span) Value {
	d.PartOf(s, x)
	return d.Fail(code.BadSlice, span, fmt.Sprintf("`%s … of` is not a set of sites", word(x)),
		"It may be used left of `->` and `becomes`, after `remove`, and in pieces(D, …).",
		"the site stands for the whole tower; height(S) is its height")
}

// PartOf checks sites, or the pieces of their towers that a slice names.
func (d *declared) PartOf(s *Scope, e syntax.Expr) (on Value, part ir.Part, many Value) {
	x, ok := e.(*syntax.Slice)
	if !ok {
		return d.Values.Sites(d.ReadIn(s, e)), ir.Whole, Value{}
	}
	span := x.Span(s.File)
	part = ir.Top
	if x.Bottom {
		part = ir.Bottom
	}
	fits := d.Facts.NeedTowers(word(x), span)
	many = d.Consts.constNumber(1, span)
	if x.N != nil {
		many = d.Values.Want(d.ReadIn(s, x.N), ir.Number)
	}
	on = d.Values.Sites(d.ReadIn(s, x.Of))
	if !fits || many.Bad() {
		on = Invalid(ir.Sites, on.Expr.Span)
	}
	return on, part, many
}

// SetPart records in an effect which pieces of the towers it applies to.
func SetPart(out *ir.Effect, part ir.Part, many Value) {
	if out.Part = part; part != ir.Whole {
		out.Many = many.Expr
	}
}

// describes reports whether an expression describes pieces by owner and kind alone: it returns nil,
// or the part that does not.
func describes(e *ir.Expr) (wrong *ir.Expr) {
	switch e.Op {
	case ir.Invalid, ir.PiecesOf, ir.PiecesKind, ir.Occupied:
		return nil
	case ir.ConstSites:
		if e.Sets[0].Empty() {
			return nil
		}
	case ir.And, ir.Or, ir.Minus:
		if wrong = describes(e.Args[0]); wrong == nil {
			wrong = describes(e.Args[1])
		}
		return wrong
	case ir.If:
		if wrong = describes(e.Args[1]); wrong == nil {
			wrong = describes(e.Args[2])
		}
		return wrong
	case ir.For, ir.Let:
		return describes(e.Args[1])
	case ir.Call:
		if describes(e.Func.Body) == nil {
			return nil
		}
	}
	return e
}

// described checks a description of pieces.
func (vs *values) described(v Value, name string) Value {
	v = vs.Sites(v)
	if v.Bad() {
		return v
	}
	if wrong := describes(v.Expr); wrong != nil {
		return vs.Fail(code.BadDescription, wrong.Span,
			fmt.Sprintf("%s says where pieces stand; `%s` asks for pieces wherever they lie",
				Mention(wrong.Span), name),
			"Pieces are described by players and kinds, `mine`, `theirs` and `occupied`, joined "+
				"by `&`, `|` and `-`.",
			"write for example: "+name+"(mine & "+vs.Facts.ExampleKind()+")")
	}
	return v
}

// holding checks `holding(D)`.
func (c *Checker) holding(args []Value, span source.Span) Value {
	d := c.Values.described(args[0], "holding")
	if !c.Facts.NeedTowers("holding", span) {
		return Invalid(ir.Sites, span)
	}
	return c.Consts.Node(&ir.Expr{Op: ir.Holding, Type: ir.Sites, Card: ir.Many,
		Planes: topology.Cells, Span: span}, []Value{d})
}

// pieces checks `pieces(D)` and `pieces(D, S)`, where S may be a slice.
func (d *declared) pieces(s *Scope, e *syntax.Call, span source.Span) Value {
	args := []Value{d.Values.described(d.c.Expr(s, e.Args[0]), "pieces")}
	part := ir.Whole
	if len(e.Args) > 1 {
		on, p, many := d.PartOf(s, e.Args[1])
		args, part = append(args, on), p
		if part != ir.Whole {
			args = append(args, many)
		}
	}
	if !d.Facts.NeedTowers("pieces", span) {
		return Invalid(ir.Number, span)
	}
	return d.Consts.Node(&ir.Expr{Op: ir.Pieces, Type: ir.Number, Span: span, N: int64(part)}, args)
}
