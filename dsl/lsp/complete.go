package lsp

import (
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/check/index"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// steps are the built-in names that may follow a dot.
var steps = []string{"orthogonal", "diagonal", "around", "adjacent", "axes", "back", "left",
	"right", "side",
	"cells", "edges", "corners", "forward", "backward", "forwardleft", "forwardright"}

// complete returns what may stand at a place.
func (n *snapshot) complete(d *document, offset int) any {
	w := syntax.At(d.file, offset)
	s := n.glance(d.file)
	written := source.Span{File: d.file, Lo: w.Lo, Hi: max(w.Hi, offset)}
	c := &completer{study: s, file: d.file, edit: rangeOf(written), seen: map[string]bool{}}
	for _, word := range syntax.WordsAt(w.Expected) {
		c.word(word, "2")
	}
	switch w.Expected {
	case syntax.AtFile:
		for _, name := range n.options.Games {
			c.add(completionItem{Label: name, Kind: itemFile, SortText: "1" + name})
		}
	case syntax.AtItem:
		c.symbols("0", index.MoveSort)
		c.symbols("1", index.PlayerSort)
	case syntax.AtSentence, syntax.AtPlayer:
		c.symbols("1", index.PlayerSort)
	case syntax.AtDirection:
		c.directions()
	case syntax.AtAttribute:
		c.symbols("0", index.AttributeSort)
	case syntax.AtStep:
		c.directions()
		for _, name := range steps {
			c.word(name, "1")
		}
		c.symbols("0", index.LineSort, index.AttributeSort)
		c.defs("0", true)
		c.variables(offset, true)
	case syntax.AtEffect, syntax.AtOperand:
		c.variables(offset, false)
		c.symbols("1", index.RegionSort, index.PieceSort, index.PlayerSort, index.CounterSort,
			index.MemorySort,
			index.AttributeSort, index.OptionSort)
		c.defs("1", false)
		for _, name := range sortedKeys(terms.BuiltIns()) {
			c.word(name, "3")
		}
	}
	return completionList{Items: c.items}
}

// A completer collects items, each label once.
type completer struct {
	study *study
	file  *source.File
	edit  span
	seen  map[string]bool
	items []completionItem
}

func (c *completer) add(item completionItem) {
	if c.seen[item.Label] {
		return
	}
	c.seen[item.Label] = true
	text := item.Label
	if item.TextEdit != nil {
		text = item.TextEdit.NewText
	}
	item.TextEdit = &textEdit{c.edit, text}
	c.items = append(c.items, item)
}

// word offers a word of the language, with its documentation.
func (c *completer) word(name, rank string) {
	item := completionItem{Label: name, Kind: itemKeyword, SortText: rank + name}
	if form, ok := terms.BuiltIns()[name]; ok && !syntax.Reserved(name) {
		item.Kind, item.Detail = itemConstant, form
		if form != "" {
			item.Kind = itemFunction
		}
	}
	if w, ok := dsl.Doc(name); ok {
		item.Documentation = markdown(docText(w))
	}
	c.add(item)
}

var itemOfSort = map[index.Sort]int{
	index.OptionSort: itemProperty, index.PlayerSort: itemClass, index.PieceSort: itemClass,
	index.AttributeSort: itemProperty, index.CounterSort: itemVariable,
	index.MemorySort: itemVariable,
	index.RegionSort: itemModule, index.DefSort: itemFunction, index.MoveSort: itemMethod,
	index.LineSort: itemMember,
}

// symbols offers declared names of certain sorts.
func (c *completer) symbols(rank string, wanted ...index.Sort) {
	for _, s := range c.study.index.Symbols {
		if slices.Contains(wanted, s.Sort) && len(s.Decls) > 0 {
			c.add(completionItem{Label: s.Name, Kind: itemOfSort[s.Sort], Detail: string(s.Sort),
				SortText:      rank + s.Name,
				Documentation: markdown(fenced(c.study.declaration(s.Decls[0])))})
		}
	}
}

// defs offers definitions; as steps, only those that take a site, which is the one stepped from.
func (c *completer) defs(rank string, asStep bool) {
	offer := func(f *source.File, tree *syntax.File, rank string) {
		syntax.Walk(tree, func(x any) bool {
			n, ok := x.(*syntax.Def)
			if !ok {
				_, file := x.(*syntax.File)
				_, branch := x.(*syntax.CondDecl)
				return file || branch
			}
			if asStep && len(n.Params) == 0 {
				return false
			}
			params := lists.Map(n.Params, func(p syntax.Name) string { return p.Text })
			if asStep {
				params = params[1:]
			}
			item := completionItem{Label: n.Name.Text, Kind: itemFunction,
				Detail: "definition", SortText: rank + n.Name.Text}
			if len(params) > 0 {
				item.Detail += " " + n.Name.Text + "(" + strings.Join(params, ", ") + ")"
			}
			doc := fenced(clipLines(n.Span(f).Text()))
			if comment := commentAbove(n.Span(f)); comment != "" {
				doc = comment + "\n\n" + doc
			}
			item.Documentation = markdown(doc)
			c.add(item)
			return false
		})
	}
	offer(c.file, c.study.tree, rank)
	for _, name := range sortedKeys(c.study.lib.files) {
		if f := c.study.lib.files[name]; f != c.file {
			offer(f, c.study.treeOf(f), rank)
		}
	}
	prelude := dsl.Prelude()
	offer(prelude, c.study.treeOf(prelude), "2")
}

// variables offers what is bound before a place in the same declaration; as steps, only directions.
func (c *completer) variables(offset int, asStep bool) {
	var around source.Span
	for _, d := range c.study.tree.Decls {
		if node, ok := d.(interface {
			Span(*source.File) source.Span
		}); ok {
			// An unfinished declaration may end before the place.
			if at := node.Span(c.file); at.Lo <= offset {
				around = at
			}
		}
	}
	for _, s := range c.study.index.Symbols {
		if s.Sort != index.VariableSort || len(s.Decls) == 0 {
			continue
		}
		at := s.Decls[0]
		if at.File != c.file || at.Lo < around.Lo || at.Hi > offset || asStep &&
			!strings.Contains(s.Is, "direction") {
			continue
		}
		c.add(completionItem{Label: s.Name, Kind: itemVariable, Detail: s.Is, SortText: "0" + s.Name})
	}
}

// directions offers the directions of the board.
func (c *completer) directions() {
	g := c.study.index.Game
	if g == nil || g.Board == nil {
		return
	}
	for _, d := range g.Board.Directions {
		c.add(completionItem{Label: d.Name, Kind: itemMember, Detail: "direction",
			SortText: "0" + d.Name})
	}
}
