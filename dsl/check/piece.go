package check

import (
	"fmt"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// declarePiece enters a kind of piece.
func (co *collector) declarePiece(n *syntax.Piece, f *source.File) {
	if len(co.g.Kinds) == ir.MaxKinds {
		co.fail(TooLarge, n.Span(f),
			fmt.Sprintf("a game has at most %d kinds of piece", ir.MaxKinds), "", "")
		return
	}
	if !co.declare(n.Name, f, &symbol{sort: kindName, index: len(co.g.Kinds)}) {
		return
	}
	k := ir.Kind{Name: n.Name.Text}
	if n.Sign != nil {
		k.Sign = n.Sign.Text
		if !source.OneCell(k.Sign) || k.Sign == "." {
			co.fail(BadPicture, n.Sign.Span(f),
				fmt.Sprintf("the sign of a piece is one visible character, not %q", k.Sign),
				"A dot is an empty site and a blank is no site.", "")
			k.Sign = ""
		}
		co.ownSign[len(co.g.Kinds)] = k.Sign != ""
	}
	if k.Sign == "" {
		r, _ := utf8.DecodeRuneInString(k.Name)
		k.Sign = string(r)
	}
	co.g.Kinds = append(co.g.Kinds, k)
}

// The words that describe a piece but are not attributes that the author declares.
const (
	wordNeutral = "neutral"
	wordBlocks  = "blocks"
	wordOn      = "on"
	wordStacks  = "stacks"
)

// An attr is an attribute, with the value that each kind gives it.
type attr struct {
	name    string
	index   int
	values  []*attrValue // by kind; nil where the kind lacks it
	checked bool
	busy    bool
	typ     ir.Type
	planes  topology.Plane
	single  bool // every value has at most one member
	dirs    topology.Steps
	kinds   uint64
	reads   reads
}

type attrValue struct {
	node *syntax.Attr
	file *source.File
	val  val
}

// declareAttrs enters the attributes that a kind has.
func (co *collector) declareAttrs(n *syntax.Piece, f *source.File) {
	sym := co.names.symbols[n.Name.Text]
	if sym == nil || sym.sort != kindName {
		return
	}
	seen := map[string]*syntax.Attr{}
	for _, a := range n.Attrs {
		name := a.Name.Text
		if first := seen[name]; first != nil {
			co.fail(Duplicate, a.Name.Span(f), fmt.Sprintf("`%s` has `%s` twice", n.Name.Text, name),
				"", "",
				diag.Related{Span: first.Name.Span(f), Message: "here first"})
			continue
		}
		seen[name] = a
		kind := &co.g.Kinds[sym.index]
		switch name {
		case wordNeutral, wordBlocks:
			if a.Value != nil {
				co.fail(WrongType, a.Value.Span(f), fmt.Sprintf("`%s` has no value", name), "",
					"write `"+name+"` alone")
			}
			kind.Neutral = kind.Neutral || name == wordNeutral
			kind.Blocks = kind.Blocks || name == wordBlocks
			continue
		case wordOn:
			continue // read when the board is known
		case wordStacks:
			continue // reserved: the parser has reported it
		}
		old := co.names.symbols[name]
		if old == nil {
			at := &attr{name: name, index: len(co.g.Attrs)}
			if !co.declare(a.Name, f, &symbol{sort: attrName, attr: at, index: at.index}) {
				continue
			}
			co.g.Attrs = append(co.g.Attrs, ir.Attr{Name: name})
			old = co.names.symbols[name]
		} else if old.sort != attrName {
			co.fail(Duplicate, a.Name.Span(f), fmt.Sprintf("`%s` is declared twice", name),
				fmt.Sprintf("It is already %s.", old.sort), "give one of them another name",
				diag.Related{Span: old.span, Message: "declared here first"})
			continue
		}
		co.noteUse(co.names, old, a.Name.Span(f))
		for len(old.attr.values) <= sym.index {
			old.attr.values = append(old.attr.values, nil)
		}
		old.attr.values[sym.index] = &attrValue{node: a, file: f}
	}
}

// declareKinds finds out where pieces may stand and what their attributes are.
func (eq *equipment) declareKinds() {
	if eq.g.Board == nil {
		eq.g.Board = eq.nowhere()
	}
	b := eq.g.Board
	for i := range eq.g.Kinds {
		eq.g.Kinds[i].On = b.Cells
	}
	eq.forget()
	eq.ownedPlanes = topology.Cells
	for _, d := range eq.live {
		n, ok := d.node.(*syntax.Pieces)
		if !ok {
			continue
		}
		p := n.Pieces[0]
		sym := eq.names.symbols[p.Name.Text]
		if sym == nil || sym.sort != kindName {
			continue
		}
		for _, a := range p.Attrs {
			if a.Name.Text != wordOn {
				continue
			}
			if a.Value == nil {
				eq.fail(WrongType, a.Span(d.file), "`on` says nothing", "",
					"say on which sites: on edges | corners")
				continue
			}
			v := eq.sites(eq.expr(eq.outside(d.file), a.Value))
			if set, ok := eq.constantSites(v, a.Value.Span(d.file)); ok {
				if set.Empty() {
					eq.warn(AlwaysEmpty, a.Value.Span(d.file), "there is no such site",
						fmt.Sprintf("`%s` cannot stand anywhere.", p.Name.Text), "")
				}
				eq.g.Kinds[sym.index].On = set
			} else {
				eq.g.Kinds[sym.index].On = b.All() // as if it could stand anywhere
			}
		}
	}
	eq.ownedPlanes = 0
	for _, k := range eq.g.Kinds {
		if !k.Neutral {
			eq.ownedPlanes |= eq.planesOf(k.On)
		}
	}
	if eq.ownedPlanes == 0 {
		eq.ownedPlanes = topology.Cells
	}
	for _, sym := range sortedSymbols(eq.names) {
		if sym.sort == attrName {
			eq.checkAttr(sym.attr)
		}
	}
}

// kindPlanes returns the planes on which pieces of some kinds may stand.
func (vs *gameFacts) kindPlanes(kinds uint64) topology.Plane {
	var p topology.Plane
	for i, k := range vs.g.Kinds {
		if kinds>>i&1 != 0 {
			p |= vs.planesOf(k.On)
		}
	}
	return p
}

func (vs *gameFacts) allKinds() uint64 {
	if len(vs.g.Kinds) == 64 {
		return ^uint64(0)
	}
	return 1<<len(vs.g.Kinds) - 1
}

// checkAttr reads the values of an attribute once, when its type is first needed.
func (c *checker) checkAttr(a *attr) {
	if a.checked {
		return
	}
	if a.busy {
		for _, v := range a.values {
			if v != nil {
				c.fail(Recursion, v.node.Name.Span(v.file),
					fmt.Sprintf("the attribute `%s` depends on itself", a.name), "", "")
				break
			}
		}
		return
	}
	a.busy = true
	var first *attrValue
	a.single = true
	for _, v := range a.values {
		if v == nil {
			continue
		}
		span := v.node.Span(v.file)
		if v.node.Value == nil {
			v.val = c.constTruth(true, span)
		} else {
			v.val = c.expr(c.outside(v.file), v.node.Value)
		}
		c.noStuck(v.val)
		switch {
		case v.val.bad():
			if a.typ == ir.NoType {
				a.typ = v.val.e.Type
			}
			continue
		case v.val.none:
		case first == nil:
			first, a.typ = v, v.val.e.Type
		case v.val.e.Type != a.typ:
			c.fail(AttrType, span, fmt.Sprintf("`%s` is %s here and %s elsewhere", a.name,
				describe(v.val), describe(first.val)),
				"An attribute has the same type for every kind that has it.", "",
				diag.Related{Span: first.node.Span(first.file), Message: "elsewhere"})
			v.val = invalid(a.typ, span)
			continue
		}
		a.single = a.single && v.val.single()
		a.planes |= v.val.e.Planes
		a.dirs = a.dirs.Or(v.val.dirs)
		a.kinds |= v.val.kinds
		a.reads.add(v.val.reads)
	}
	if a.typ == ir.NoType && first == nil {
		a.typ = ir.Sites // nothing but `none`
	}
	out := &c.g.Attrs[a.index]
	out.Type = a.typ
	out.Values = make([]*ir.Expr, len(c.g.Kinds))
	for i, v := range a.values {
		if v != nil {
			out.Values[i] = c.want(v.val, a.typ).e
		}
	}
	a.busy, a.checked = false, true
}

// attrOf checks an attribute whose argument is kinds, or sites with pieces on them.
func (c *checker) attrOf(s *scope, a *attr, e *syntax.Call, span source.Span) val {
	c.checkAttr(a)
	if len(e.Args) != 1 {
		c.arguments(s, e)
		return c.badArity(a.name, "p", 1, len(e.Args), a.typ, span)
	}
	of := c.expr(s, e.Args[0])
	if a.typ == ir.NoType || of.bad() {
		return invalid(a.typ, span)
	}
	switch of.e.Type {
	case ir.Kinds:
	case ir.Number, ir.Truth, ir.Steps:
		c.wrongType(of, ir.Sites, "an attribute belongs to a kind, or to the piece on a site")
		return invalid(a.typ, span)
	default:
		of = c.kindOf(c.sites(of), of.e.Span)
	}
	if a.typ == ir.Number && !of.single() {
		c.report(&diag.Diagnostic{Code: SeveralKinds, Span: span,
			Summary: fmt.Sprintf("%s may be several kinds, and `%s` is a number",
				mention(e.Args[0].Span(s.file)), a.name),
			Detail: "A number belongs to one kind.",
			Suggestion: fmt.Sprintf("say which: sum x in S: %s(x), or max x in S: %s(x)", a.name,
				a.name)})
		return invalid(a.typ, span)
	}
	out := &ir.Expr{Op: ir.AttrOf, Type: a.typ, Card: ir.Many, Planes: a.planes, Span: span,
		N: int64(a.index)}
	if of.single() && a.single {
		out.Card = ir.AtMostOne
	}
	inner := a.reads
	inner.free = 0
	v := c.node(out, []val{of}, val{e: &ir.Expr{Op: ir.AttrOf}, reads: inner})
	if !v.constant() {
		v.dirs, v.kinds = a.dirs, a.kinds
	}
	return v
}

// kindOf returns the kinds of the pieces on sites.
func (vs *constants) kindOf(sites val, span source.Span) val {
	card := ir.Many
	if sites.single() {
		card = ir.AtMostOne
	}
	v := vs.node(&ir.Expr{Op: ir.KindOf, Type: ir.Kinds, Card: card, Span: span}, []val{sites})
	v.kinds = vs.allKinds()
	return v
}
