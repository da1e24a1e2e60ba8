package check

import (
	"fmt"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// needTowers reports a construct that only boards with towers have.
func (vs *gameFacts) needTowers(what string, span source.Span) bool {
	if vs.g.Towers || vs.noBoard {
		return true
	}
	vs.fail(NoTowers, span, fmt.Sprintf("the board has no towers, so `%s` has no meaning", what),
		"Each cell holds one piece at most.",
		"let pieces stand on one another: board square(5, 5) with towers")
	return false
}

// tallest checks the number of pieces a tower may have, as written after `with towers`.
func (eq *equipment) tallest(w *syntax.With, f *source.File) {
	if w.Name.Text != "towers" {
		eq.fail(BadBoard, w.Most.Span(f),
			fmt.Sprintf("`%s` takes no number", w.Name.Text), "", "")
		return
	}
	eq.optionsOnly, eq.ofBoard = true, true
	v := eq.want(eq.expr(eq.outside(f), w.Most), ir.Number)
	eq.optionsOnly, eq.ofBoard = false, false
	n, ok := v.number()
	if ok && (n < 1 || n > value.MaxTower) {
		eq.fail(BadBoard, w.Most.Span(f), fmt.Sprintf("a tower has 1 to %d pieces, not %d",
			value.MaxTower, n), "", "")
		return
	}
	if ok {
		eq.g.Tallest = int(n)
	}
}

// word returns the word that begins a slice.
func word(x *syntax.Slice) string {
	if x.Bottom {
		return "bottom"
	}
	return "top"
}

// strayPart reports a slice where none is allowed.
func (c *checker) strayPart(s *scope, x *syntax.Slice, span source.Span) val {
	c.partOf(s, x)
	return c.fail(BadSlice, span, fmt.Sprintf("`%s … of` is not a set of sites", word(x)),
		"It may be used left of `->` and `becomes`, after `remove`, and in pieces(D, …).",
		"the site stands for the whole tower; height(S) is its height")
}

// partOf checks sites, or the pieces of their towers that a slice names.
func (c *checker) partOf(s *scope, e syntax.Expr) (on val, part ir.Part, many val) {
	x, ok := e.(*syntax.Slice)
	if !ok {
		return c.sites(c.readIn(s, e)), ir.Whole, val{}
	}
	span := x.Span(s.file)
	part = ir.Top
	if x.Bottom {
		part = ir.Bottom
	}
	fits := c.needTowers(word(x), span)
	many = c.constNumber(1, span)
	if x.N != nil {
		many = c.want(c.readIn(s, x.N), ir.Number)
	}
	on = c.sites(c.readIn(s, x.Of))
	if !fits || many.bad() {
		on = invalid(ir.Sites, on.e.Span)
	}
	return on, part, many
}

// setPart records in an effect which pieces of the towers it applies to.
func setPart(out *ir.Effect, part ir.Part, many val) {
	if out.Part = part; part != ir.Whole {
		out.Many = many.e
	}
}

// strayUnder reports `under` after any sign other than `->`.
func (fx *effects) strayUnder(n *syntax.Change, s *scope) bool {
	fx.readIn(s, n.Value)
	fx.fail(BadSlice, n.Value.Span(s.file), fmt.Sprintf("`under` cannot follow `%s`", n.Op),
		"", "to move pieces below a tower, write p -> under q")
	return false
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
func (vs *values) described(v val, name string) val {
	v = vs.sites(v)
	if v.bad() {
		return v
	}
	if wrong := describes(v.e); wrong != nil {
		return vs.fail(BadDescription, wrong.Span,
			fmt.Sprintf("%s says where pieces stand; `%s` asks for pieces wherever they lie",
				mention(wrong.Span), name),
			"Pieces are described by players and kinds, `mine`, `theirs` and `occupied`, joined "+
				"by `&`, `|` and `-`.",
			"write for example: "+name+"(mine & "+vs.exampleKind()+")")
	}
	return v
}

// holding checks `holding(D)`.
func (c *checker) holding(args []val, span source.Span) val {
	d := c.described(args[0], "holding")
	if !c.needTowers("holding", span) {
		return invalid(ir.Sites, span)
	}
	return c.node(&ir.Expr{Op: ir.Holding, Type: ir.Sites, Card: ir.Many, Planes: topology.Cells,
		Span: span}, []val{d})
}

// pieces checks `pieces(D)` and `pieces(D, S)`, where S may be a slice.
func (c *checker) pieces(s *scope, e *syntax.Call, span source.Span) val {
	args := []val{c.described(c.expr(s, e.Args[0]), "pieces")}
	part := ir.Whole
	if len(e.Args) > 1 {
		on, p, many := c.partOf(s, e.Args[1])
		args, part = append(args, on), p
		if part != ir.Whole {
			args = append(args, many)
		}
	}
	if !c.needTowers("pieces", span) {
		return invalid(ir.Number, span)
	}
	return c.node(&ir.Expr{Op: ir.Pieces, Type: ir.Number, Span: span, N: int64(part)}, args)
}
