package lsp

import (
	"fmt"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// hints returns how many sites the sets in a part of a text have at the start of the game: regions,
// definitions without arguments, lines of the setup, and what a move chooses from.
func (n *snapshot) hints(d *document, lo, hi int) any {
	out := []inlayHint{}
	s := n.glance(d.file)
	show := func(x syntax.Expr) {
		if x == nil {
			return
		}
		at := x.Span(d.file)
		if at.Hi < lo || at.Lo > hi {
			return
		}
		v, ok := s.value(s.index.ExprOf(at))
		if !ok || v.Type != ir.Sites {
			return
		}
		count := v.Sites.Len()
		out = append(out, inlayHint{positionOf(d.file, at.Hi), diag.Plural(count, "site"),
			fmt.Sprintf("at the start: %s", s.membersText(v)), true})
	}
	syntax.Walk(s.tree, func(x any) bool {
		if node, ok := x.(interface {
			Span(*source.File) source.Span
		}); ok {
			if at := node.Span(d.file); at.Hi < lo || at.Lo > hi {
				return false
			}
		}
		switch x := x.(type) {
		case *syntax.Region:
			show(x.Value)
		case *syntax.PerPlayer:
			show(x.Value)
		case *syntax.Def:
			if len(x.Params) == 0 {
				show(x.Body)
			}
		case *syntax.SetupItem:
			show(x.Value)
		case *syntax.Bind:
			if x.Domain.Hi == nil {
				show(x.Domain.Lo)
			}
		}
		return true
	})
	return out
}
