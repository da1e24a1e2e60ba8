package terms

import (
	"fmt"
	"strings"
	"unicode"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// The words that describe a piece but are not attributes that the author declares.
const (
	WordNeutral = "neutral"
	WordBlocks  = "blocks"
	WordOn      = "on"
	WordStacks  = "stacks"
)

// An Attr is an attribute, with the value that each kind gives it.
type Attr struct {
	Name    string
	Index   int
	Values  []*AttrValue // by kind; nil where the kind lacks it
	checked bool
	busy    bool
	typ     ir.Type
	planes  topology.Plane
	single  bool // every value has at most one member
	dirs    topology.Steps
	kinds   uint64
	reads   Reads
}

type AttrValue struct {
	Node *syntax.Attr
	File *source.File
	val  Value
}

// kindPlanes returns the planes on which pieces of some kinds may stand.
func (vs *gameFacts) kindPlanes(kinds uint64) topology.Plane {
	var p topology.Plane
	for i, k := range vs.Game.Kinds {
		if kinds>>i&1 != 0 {
			p |= vs.PlanesOf(k.On)
		}
	}
	return p
}

func (vs *gameFacts) allKinds() uint64 {
	if len(vs.Game.Kinds) == 64 {
		return ^uint64(0)
	}
	return 1<<len(vs.Game.Kinds) - 1
}

// CheckAttr reads the values of an attribute once, when its type is first needed.
func (d *declared) CheckAttr(a *Attr) {
	if a.checked {
		return
	}
	if a.busy {
		for _, v := range a.Values {
			if v != nil {
				d.Fail(code.Recursion, v.Node.Name.Span(v.File),
					fmt.Sprintf("the attribute `%s` depends on itself", a.Name), "", "")
				break
			}
		}
		return
	}
	a.busy = true
	var first *AttrValue
	a.single = true
	for _, v := range a.Values {
		if v == nil {
			continue
		}
		span := v.Node.Span(v.File)
		if v.Node.Value == nil {
			v.val = d.Consts.constTruth(true, span)
		} else {
			v.val = d.c.Expr(d.Names.Outside(v.File), v.Node.Value)
		}
		d.NoStuck(v.val)
		switch {
		case v.val.Bad():
			if a.typ == ir.NoType {
				a.typ = v.val.Expr.Type
			}
			continue
		case v.val.None:
		case first == nil:
			first, a.typ = v, v.val.Expr.Type
		case v.val.Expr.Type != a.typ:
			d.Fail(code.AttrType, span, fmt.Sprintf("`%s` is %s here and %s elsewhere", a.Name,
				Describe(v.val), Describe(first.val)),
				"An attribute has the same type for every kind that has it.", "",
				diag.Related{Span: first.Node.Span(first.File), Message: "elsewhere"})
			v.val = Invalid(a.typ, span)
			continue
		}
		a.single = a.single && v.val.single()
		a.planes |= v.val.Expr.Planes
		a.dirs = a.dirs.Or(v.val.dirs)
		a.kinds |= v.val.Kinds
		a.reads.Add(v.val.Reads)
	}
	if a.typ == ir.NoType && first == nil {
		a.typ = ir.Sites // nothing but `none`
	}
	out := &d.Game.Attrs[a.Index]
	out.Type = a.typ
	out.Values = make([]*ir.Expr, len(d.Game.Kinds))
	for i, v := range a.Values {
		if v != nil {
			out.Values[i] = d.Values.Want(v.val, a.typ).Expr
		}
	}
	a.busy, a.checked = false, true
}

// attrOf checks an attribute whose argument is kinds, or sites with pieces on them.
func (d *declared) attrOf(s *Scope, a *Attr, e *syntax.Call, span source.Span) Value {
	d.CheckAttr(a)
	if len(e.Args) != 1 {
		d.c.arguments(s, e)
		return d.Values.badArity(a.Name, "p", 1, len(e.Args), a.typ, span)
	}
	of := d.c.Expr(s, e.Args[0])
	if a.typ == ir.NoType || of.Bad() {
		return Invalid(a.typ, span)
	}
	switch of.Expr.Type {
	case ir.Kinds:
	case ir.Number, ir.Truth, ir.Steps:
		d.Values.WrongType(of, ir.Sites, "an attribute belongs to a kind, or to the piece on a site")
		return Invalid(a.typ, span)
	default:
		of = d.Consts.kindOf(d.Values.Sites(of), of.Expr.Span)
	}
	if a.typ == ir.Number && !of.single() {
		d.report(&diag.Diagnostic{Code: code.SeveralKinds, Span: span,
			Summary: fmt.Sprintf("%s may be several kinds, and `%s` is a number",
				Mention(e.Args[0].Span(s.File)), a.Name),
			Detail:     "A number belongs to one kind.",
			Suggestion: fmt.Sprintf("say which: sum x in S: %s(x), or max x in S: %s(x)", a.Name, a.Name)})
		return Invalid(a.typ, span)
	}
	out := &ir.Expr{Op: ir.AttrOf, Type: a.typ, Card: ir.Many, Planes: a.planes, Span: span,
		N: int64(a.Index)}
	if of.single() && a.single {
		out.Card = ir.AtMostOne
	}
	v := d.Consts.Node(out, []Value{of}, a.reads.outside(ir.AttrOf, a.reads.stuck))
	if !v.constant() {
		v.dirs, v.Kinds = a.dirs, a.kinds
	}
	return v
}

// kindOf returns the kinds of the pieces on sites.
func (vs *constants) kindOf(sites Value, span source.Span) Value {
	card := ir.Many
	if sites.single() {
		card = ir.AtMostOne
	}
	v := vs.Node(&ir.Expr{Op: ir.KindOf, Type: ir.Kinds, Card: card, Span: span}, []Value{sites})
	v.Kinds = vs.Facts.allKinds()
	return v
}

// SignKinds returns the kinds that a sign stands for: those to which their author gave it,
// otherwise those that begin with it.
func (vs *gameFacts) SignKinds(r rune) []int {
	if !unicode.IsLetter(r) {
		return nil
	}
	var given, begun []int
	for i, k := range vs.Game.Kinds {
		switch {
		case !strings.EqualFold(k.Sign, string(r)):
		case vs.OwnSign[i]:
			given = append(given, i)
		default:
			begun = append(begun, i)
		}
	}
	if given != nil {
		return given
	}
	return begun
}

// ReadIn checks an expression of an effect.
func (d *declared) ReadIn(s *Scope, e syntax.Expr) Value {
	v := d.c.Expr(s, e)
	d.NoStuck(v)
	return v
}

func (vs *gameFacts) ExampleKind() string {
	if len(vs.Game.Kinds) > 0 {
		return vs.Game.Kinds[0].Name
	}
	return "pawn"
}

// MayStand reports pieces put on sites where they cannot stand.
func (vs *gameFacts) MayStand(kind, on Value, span source.Span) {
	if kind.Bad() || on.Bad() || vs.NoBoard {
		return
	}
	for i, k := range vs.Game.Kinds {
		if kind.Kinds>>i&1 == 0 || !kind.constant() &&
			vs.kindPlanes(kind.Kinds)&on.Expr.Planes == on.Expr.Planes {
			continue
		}
		may := vs.PlanesOf(k.On)
		if wrong := on.Expr.Planes &^ may; wrong != 0 {
			vs.Fail(code.WrongPlane, span, fmt.Sprintf("%s may be among the %s; a `%s` stands on %s",
				Mention(span), planesText(wrong), k.Name, planesText(may)), "",
				"say where it belongs: piece "+k.Name+" { on "+strings.Join(
					planeNames(on.Expr.Planes), " | ")+" }")
			return
		}
		if on.Expr.Op == ir.ConstSites && !on.Option {
			if out := on.Expr.Sets[0].Minus(k.On); !out.Empty() {
				vs.Fail(code.WrongPlane, span, fmt.Sprintf("a `%s` cannot stand on `%s`", k.Name,
					vs.Game.Board.Names[out.First()]), "`on` in its declaration says where it may.", "")
				return
			}
		}
	}
}

// MayGo reports a piece that leaves the sites where it can stand.
func (vs *gameFacts) MayGo(from, to Value, span source.Span) {
	if vs.NoBoard {
		return
	}
	var may topology.Plane
	for _, k := range vs.Game.Kinds {
		if on := vs.PlanesOf(k.On); on&from.Expr.Planes != 0 {
			may |= on
		}
	}
	if wrong := to.Expr.Planes &^ may; wrong != 0 && may != 0 {
		vs.Fail(code.WrongPlane, span,
			fmt.Sprintf("%s may be among the %s; what stands there belongs on %s", Mention(span),
				planesText(wrong), planesText(may)), "", "")
	}
}
