package check

import (
	"fmt"
	"unicode/utf8"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// declarePiece enters a kind of piece.
func (co *collector) declarePiece(n *syntax.Piece, f *source.File) {
	if len(co.Game.Kinds) == ir.MaxKinds {
		co.Fail(code.TooLarge, n.Span(f),
			fmt.Sprintf("a game has at most %d kinds of piece", ir.MaxKinds), "", "")
		return
	}
	if !co.Names.Declare(n.Name, f, &terms.Entry{Sort: terms.KindName, Index: len(co.Game.Kinds)}) {
		return
	}
	k := ir.Kind{Name: n.Name.Text}
	if n.Sign != nil {
		k.Sign = n.Sign.Text
		if !source.OneCell(k.Sign) || k.Sign == "." {
			help, detail := "", "A dot is an empty site and a blank is no site."
			if r, size := utf8.DecodeRuneInString(k.Sign); size < len(k.Sign) && source.OneCell(string(r)) {
				help, detail = fmt.Sprintf("write one, such as %q", string(r)), ""
			}
			co.Fail(code.BadPicture, n.Sign.Span(f),
				fmt.Sprintf("the sign of a piece is one visible character, not %q", k.Sign),
				detail, help)
			k.Sign = ""
		}
		co.Facts.OwnSign[len(co.Game.Kinds)] = k.Sign != ""
	}
	if k.Sign == "" {
		r, _ := utf8.DecodeRuneInString(k.Name)
		k.Sign = string(r)
	}
	co.Game.Kinds = append(co.Game.Kinds, k)
}

// declareAttrs enters the attributes that a kind has.
func (co *collector) declareAttrs(n *syntax.Piece, f *source.File) {
	sym := co.Names.OfGame.Entries[n.Name.Text]
	if sym == nil || sym.Sort != terms.KindName {
		return
	}
	seen := map[string]*syntax.Attr{}
	for _, a := range n.Attrs {
		name := a.Name.Text
		if first := seen[name]; first != nil {
			co.Fail(code.Duplicate, a.Name.Span(f), fmt.Sprintf("`%s` has `%s` twice", n.Name.Text, name),
				"", "",
				diag.Related{Span: first.Name.Span(f), Message: "here first"})
			continue
		}
		seen[name] = a
		kind := &co.Game.Kinds[sym.Index]
		switch name {
		case terms.WordNeutral, terms.WordBlocks:
			if a.Value != nil {
				co.Fail(code.WrongType, a.Value.Span(f), fmt.Sprintf("`%s` has no value", name), "",
					"write `"+name+"` alone")
			}
			kind.Neutral = kind.Neutral || name == terms.WordNeutral
			kind.Blocks = kind.Blocks || name == terms.WordBlocks
			continue
		case terms.WordOn:
			continue // read when the board is known
		case terms.WordStacks:
			continue // reserved: the parser has reported it
		}
		old := co.Names.OfGame.Entries[name]
		if old == nil {
			at := &terms.Attr{Name: name, Index: len(co.Game.Attrs)}
			if !co.Names.Declare(a.Name, f, &terms.Entry{Sort: terms.AttrName, Attr: at, Index: at.Index}) {
				continue
			}
			co.Game.Attrs = append(co.Game.Attrs, ir.Attr{Name: name})
			old = co.Names.OfGame.Entries[name]
		} else if old.Sort != terms.AttrName {
			co.Fail(code.Duplicate, a.Name.Span(f), fmt.Sprintf("`%s` is declared twice", name),
				fmt.Sprintf("It is already %s.", old.Sort), "give one of them another name",
				diag.Related{Span: old.Span, Message: "declared here first"})
			continue
		}
		co.Names.NoteUse(co.Names.OfGame, old, a.Name.Span(f))
		for len(old.Attr.Values) <= sym.Index {
			old.Attr.Values = append(old.Attr.Values, nil)
		}
		old.Attr.Values[sym.Index] = &terms.AttrValue{Node: a, File: f}
	}
}

// declareKinds finds out where pieces may stand and what their attributes are.
func (eq *equipment) declareKinds() {
	if eq.Game.Board == nil {
		eq.Game.Board = eq.nowhere()
	}
	b := eq.Game.Board
	for i := range eq.Game.Kinds {
		eq.Game.Kinds[i].On = b.Cells
	}
	eq.Consts.Forget()
	eq.Facts.OwnedPlanes = topology.Cells
	for _, d := range eq.Live {
		n, ok := d.Node.(*syntax.Pieces)
		if !ok {
			continue
		}
		p := n.Pieces[0]
		sym := eq.Names.OfGame.Entries[p.Name.Text]
		if sym == nil || sym.Sort != terms.KindName {
			continue
		}
		for _, a := range p.Attrs {
			if a.Name.Text != terms.WordOn {
				continue
			}
			if a.Value == nil {
				eq.Fail(code.WrongType, a.Span(d.File), "`on` says nothing", "",
					"say on which sites: on edges | corners")
				continue
			}
			v := eq.Values.Sites(eq.C.Expr(eq.Names.Outside(d.File), a.Value))
			if set, ok := eq.Consts.ConstantSites(v, a.Value.Span(d.File)); ok {
				if set.Empty() {
					eq.Warn(code.AlwaysEmpty, a.Value.Span(d.File), "there is no such site",
						fmt.Sprintf("`%s` cannot stand anywhere.", p.Name.Text), "")
				}
				eq.Game.Kinds[sym.Index].On = set
			} else {
				eq.Game.Kinds[sym.Index].On = b.All() // as if it could stand anywhere
			}
		}
	}
	eq.Facts.OwnedPlanes = 0
	for _, k := range eq.Game.Kinds {
		if !k.Neutral {
			eq.Facts.OwnedPlanes |= eq.Facts.PlanesOf(k.On)
		}
	}
	if eq.Facts.OwnedPlanes == 0 {
		eq.Facts.OwnedPlanes = topology.Cells
	}
	for _, sym := range terms.SortedSymbols(eq.Names.OfGame) {
		if sym.Sort == terms.AttrName {
			eq.C.Declared.CheckAttr(sym.Attr)
		}
	}
}
