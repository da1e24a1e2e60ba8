package lsp

import (
	"cmp"
	"slices"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// symbols returns the declarations of a text, as a tree.
func (n *snapshot) symbols(d *document) any {
	out := outline(d.file, n.glance(d.file).tree.Decls)
	if out == nil {
		return []documentSymbol{}
	}
	return out
}

func outline(f *source.File, decls []syntax.Decl) []documentSymbol {
	var out []documentSymbol
	for _, d := range decls {
		add := func(name, detail string, kind int, whole, at source.Span, children ...documentSymbol) {
			if name == "" { // the protocol requires one
				name = "?"
			}
			if !whole.Contains(at) {
				at = whole
			}
			out = append(out, documentSymbol{name, detail, kind, rangeOf(whole), rangeOf(at), children})
		}
		switch d := d.(type) {
		case *syntax.Game:
			add(d.Title.Text, "game", symbolModule, d.Span(f), d.Title.Span(f))
		case *syntax.Use:
			add(d.Library.Text, "use", symbolModule, d.Span(f), d.Library.Span(f))
		case *syntax.Option:
			add(d.Name.Text, "option", symbolProperty, d.Span(f), d.Name.Span(f))
		case *syntax.Players:
			var list []documentSymbol
			for _, p := range d.Players {
				list = append(list, documentSymbol{p.Name.Text, "player", symbolClass,
					rangeOf(p.Span(f)), rangeOf(p.Name.Span(f)), nil})
			}
			add("players", "", symbolArray, d.Span(f), d.Span(f), list...)
		case *syntax.Teams:
			add("teams", "", symbolArray, d.Span(f), d.Span(f))
		case *syntax.Board:
			add("board", d.Shape.Text, symbolObject, d.Span(f), d.Shape.Span(f))
		case *syntax.Region:
			add(d.Name.Text, "region", symbolNamespace, d.Span(f), d.Name.Span(f))
		case *syntax.Pieces:
			for _, p := range d.Pieces {
				add(p.Name.Text, "piece", symbolClass, p.Span(f), p.Name.Span(f))
			}
		case *syntax.State:
			what := "counter"
			if d.Memory {
				what = "memory"
			}
			add(d.Name.Text, what, symbolVariable, d.Span(f), d.Name.Span(f))
		case *syntax.Def:
			add(d.Name.Text, "def", symbolFunction, d.Span(f), d.Name.Span(f))
		case *syntax.Setup:
			add("setup", "", symbolObject, d.Span(f), d.Span(f))
		case *syntax.Move:
			label := "move"
			if d.Label != nil {
				label += ` "` + d.Label.Text + `"`
			}
			add(d.Name.Text, label, symbolMethod, d.Span(f), d.Name.Span(f))
		case *syntax.Turn:
			add("turn", "", symbolEvent, d.Span(f), d.Span(f))
		case *syntax.End:
			var list []documentSymbol
			for _, s := range d.Sentences {
				name := s.Outcome
				if s.Text != nil {
					name += " " + s.Text.Text
				}
				list = append(list, documentSymbol{name, "", symbolEvent, rangeOf(s.Span(f)),
					rangeOf(s.Span(f)), nil})
			}
			add("end", "", symbolEvent, d.Span(f), d.Span(f), list...)
		case *syntax.Value:
			add(d.Name.Text, "value", symbolFunction, d.Span(f), d.Name.Span(f))
		case *syntax.After:
			at := d.Moves[0].Span(f)
			at.Hi = d.Moves[len(d.Moves)-1].EndPos.Offset
			add(at.Text(), "after", symbolEvent, d.Span(f), at)
		case *syntax.Say:
			add(d.Text.Text, "say", symbolEvent, d.Span(f), d.Text.Span(f))
		case *syntax.Hidden:
			at := d.Span(f)
			at.Hi = at.Lo + len("hidden")
			add("hidden", "", symbolEvent, d.Span(f), at)
		case *syntax.CondDecl:
			out = append(out, branches(f, d)...)
		}
	}
	return out
}

// branches returns an `if` around declarations, with what follows its `else` as a sibling.
func branches(f *source.File, d *syntax.CondDecl) []documentSymbol {
	at := source.Span{File: f, Lo: d.Pos.Offset, Hi: d.Pos.Offset}
	name := "if"
	if d.Cond != nil {
		at = d.Cond.Span(f)
		name += " " + clipLine(at.Text())
	}
	whole := d.Span(f)
	if !whole.Contains(at) {
		at = whole
	}
	out := []documentSymbol{{name, "", symbolBoolean, rangeOf(whole), rangeOf(at), outline(f, d.Then)}}
	switch {
	case d.ElseIf != nil:
		out[0].Children = append(out[0].Children, branches(f, d.ElseIf)...)
	case len(d.Else) > 0:
		out[0].Children = append(out[0].Children, outline(f, d.Else)...)
	}
	return out
}

// folding returns the parts of a text that can be folded: blocks, pictures, comments of several
// lines, and declarations of several lines.
func (n *snapshot) folding(d *document) any {
	f := d.file
	ends := map[int]foldingRange{} // by the first line
	add := func(from, to int, kind string) {
		if to > from && to > ends[from].EndLine {
			ends[from] = foldingRange{from, to, kind}
		}
	}
	line := func(offset int) int { return positionOf(f, offset).Line }
	var open []int
	comment, last := -1, -1 // the lines of the comment being read
	for _, t := range syntax.Tokens(f) {
		from, to := line(t.Pos.Offset), line(t.End.Offset)
		switch {
		case t.Kind == syntax.CommentToken && t.First:
			if comment < 0 || from != last+1 {
				comment = from
			}
			last = from
			add(comment, last, "comment")
		case t.Kind == syntax.PictureToken:
			add(from, to, "")
		case t.Kind == syntax.SignToken && t.Text == "{":
			open = append(open, from)
		case t.Kind == syntax.SignToken && t.Text == "}" && len(open) > 0:
			add(open[len(open)-1], to-1, "")
			open = open[:len(open)-1]
		}
	}
	for _, decl := range n.glance(f).tree.Decls {
		if node, ok := decl.(interface {
			Span(*source.File) source.Span
		}); ok {
			at := node.Span(f)
			if from := line(at.Lo); ends[from].EndLine == 0 {
				add(from, line(at.Hi), "")
			}
		}
	}
	out := []foldingRange{}
	for _, r := range ends {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b foldingRange) int { return cmp.Compare(a.StartLine, b.StartLine) })
	return out
}

// lenses offers what can be done with a game, above its first line. The editor runs the command of
// each in a terminal; its argument is an object with the path of the file and the words to run.
func (n *snapshot) lenses(d *document) any {
	out := []codeLens{}
	for _, decl := range n.glance(d.file).tree.Decls {
		g, ok := decl.(*syntax.Game)
		if !ok {
			continue
		}
		for _, l := range []struct {
			title, command string
			words          []string
		}{
			{"▶ play", "boardgame.play", []string{"play", d.file.Name}},
			{"test", "boardgame.test", []string{"test", d.file.Name}},
			{"perft 3", "boardgame.perft", []string{"perft", d.file.Name, "3"}},
		} {
			out = append(out, codeLens{rangeOf(g.Span(d.file)), command{l.title, l.command,
				[]any{map[string]any{"path": d.file.Name, "run": append([]string{"boardgame"}, l.words...)}}}})
		}
		break
	}
	return out
}
