package format

import (
	"fmt"
	"slices"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// roles says what the tokens of a text are, by their offsets. A token that is not listed has no
// special role.
type roles struct {
	decl    map[int]string // first token of a declaration: its word
	unit    map[int]unit   // first token of a line of a block
	item    map[int]bool   // first token of a member of a list that may begin a line
	value   map[int]bool   // first token of what continues in the lines below, indented to it
	cell    map[int]bool   // begins a column
	braces  map[int]*block // opening brace of a block
	closers map[int]*block // closing brace of a block
	repeats map[int]bool   // *, + or { after a step
	tight   map[int]bool   // operator without blanks around it
	minus   map[int]bool   // minus before an operand
	infix   map[int]bool   // operator between two operands
	inner   map[int]bool   // brace of a set or a repetition
	apart   map[int]bool   // word with a blank after it, even before a parenthesis
	reason  map[int]int    // text after a condition: where the list of conditions begins
	help    map[int]bool   // text after an option
	choice  []source.Span  // turn and then: their lines continue in one column
	point   []source.Span  // lines of a graph: no blanks around their dashes
}

// unit is a line of a block.
type unit struct {
	key string // lines with the same key share their columns; "": it shares none
}

// block is a pair of braces with lines in it.
type block struct {
	open, close int // offsets
	units       int
	list        bool // the lines are separated by commas
	graph       bool // several lines may be side by side
	multi       bool // written over several lines
}

// rolesOf collects what the tokens of a parsed text are.
func rolesOf(tree *syntax.File, f *source.File) *roles {
	r := &roles{
		decl: map[int]string{}, unit: map[int]unit{}, item: map[int]bool{}, value: map[int]bool{},
		cell:   map[int]bool{},
		braces: map[int]*block{}, closers: map[int]*block{}, repeats: map[int]bool{},
		tight: map[int]bool{}, minus: map[int]bool{},
		infix: map[int]bool{}, inner: map[int]bool{}, apart: map[int]bool{}, reason: map[int]int{},
		help: map[int]bool{},
	}
	c := &collector{roles: r, file: f, before: map[int]int{}}
	for _, t := range syntax.Tokens(f) {
		if t.Kind == syntax.CommentToken {
			c.comments = append(c.comments, t.Pos.Offset)
		} else {
			c.before[t.Pos.Offset] = len(c.tokens)
			c.tokens = append(c.tokens, t)
		}
	}
	c.decls(tree.Decls)
	syntax.Inspect(tree, c.expression)
	return r
}

type collector struct {
	*roles
	file     *source.File
	tokens   []syntax.Token // without comments
	comments []int          // offsets of the comments
	before   map[int]int    // maps an offset to the index of the token
}

// previous returns the offset of the token before the one at an offset.
func (c *collector) previous(offset int) int {
	if i := c.before[offset]; i > 0 {
		return c.tokens[i-1].Pos.Offset
	}
	return offset
}

func (c *collector) start(x syntax.Expr) int { return x.Span(c.file).Lo }

// valued marks an expression after = or : as the point to which the lines below are indented, and
// the sign before it as a column.
func (c *collector) valued(x syntax.Expr) {
	at := c.start(x)
	c.value[at] = true
	c.cell[c.previous(at)] = true
}

func (c *collector) decls(list []syntax.Decl) {
	for _, d := range list {
		c.declaration(d)
	}
}

func (c *collector) declaration(d syntax.Decl) {
	_, node := syntax.Named(d)
	first := node.Pos.Offset
	c.decl[first] = c.tokens[c.before[first]].Text
	switch d := d.(type) {
	case *syntax.Option:
		c.valued(d.Default)
		if d.Help != nil {
			c.help[d.Help.Pos.Offset] = true
		}
	case *syntax.Players:
		for _, p := range d.Players {
			c.item[p.Pos.Offset] = true
		}
	case *syntax.Teams:
		for _, t := range d.Teams {
			c.item[t.Pos.Offset] = true
		}
	case *syntax.Board:
		c.board(d)
	case *syntax.Region:
		c.region(d)
	case *syntax.Pieces:
		c.pieces(d)
	case *syntax.State:
		if len(d.Per) > 0 {
			c.cell[c.previous(d.Per[0].Pos.Offset)] = true
		}
		c.valued(d.Value)
	case *syntax.Def:
		c.valued(d.Body)
	case *syntax.Value:
		c.valued(d.Body)
	case *syntax.Say:
		c.valued(d.If)
	case *syntax.Hidden:
		c.apart[d.Pos.Offset] = true
		for _, item := range d.Items {
			c.item[item.Pos.Offset] = true
		}
		c.value[d.Items[0].Pos.Offset] = true
	case *syntax.After:
		for _, e := range d.Effects {
			c.item[e.Pos.Offset] = true
		}
		c.value[d.Effects[0].Pos.Offset] = true
	case *syntax.Setup:
		c.setup(d)
	case *syntax.Move:
		c.decl[first] = "move" // a chance move is laid out like any other
		c.move(d)
	case *syntax.Turn:
		c.choice = append(c.choice, d.Choice.Span(c.file))
	case *syntax.End:
		c.end(d)
	case *syntax.CondDecl:
		c.conditional(d)
	}
}

func (c *collector) board(d *syntax.Board) {
	if len(d.Lines) == 0 {
		return
	}
	c.block(d.Lines[0].Pos.Offset, d.Lines[len(d.Lines)-1].EndPos.Offset,
		block{units: len(d.Lines), graph: true})
	for _, l := range d.Lines {
		c.unit[l.Pos.Offset] = unit{}
		c.point = append(c.point, l.Span(c.file))
	}
}

func (c *collector) region(d *syntax.Region) {
	if d.Value != nil {
		c.valued(d.Value)
		return
	}
	first := d.PerPlayer[0].Pos.Offset
	b := c.block(first, d.PerPlayer[len(d.PerPlayer)-1].EndPos.Offset,
		block{units: len(d.PerPlayer), list: true})
	if !b.multi {
		c.cell[b.open] = true
	}
	for _, p := range d.PerPlayer {
		c.line(p.Pos.Offset, p.Value, b, key("region", first))
	}
}

func (c *collector) pieces(d *syntax.Pieces) {
	for _, p := range d.Pieces {
		c.item[p.Pos.Offset] = true
		if len(p.Attrs) == 0 {
			continue
		}
		b := c.block(p.Attrs[0].Pos.Offset, p.Attrs[len(p.Attrs)-1].EndPos.Offset,
			block{units: len(p.Attrs), list: true})
		if len(d.Pieces) == 1 && !b.multi {
			c.cell[b.open] = true
		}
		for _, a := range p.Attrs {
			c.unit[a.Pos.Offset] = unit{}
		}
	}
}

func (c *collector) setup(d *syntax.Setup) {
	if d.Then != nil {
		c.choice = append(c.choice, d.Then.Span(c.file))
	}
	if len(d.Items) == 0 {
		return
	}
	first := d.Items[0].Pos.Offset
	b := c.block(first, d.Items[len(d.Items)-1].EndPos.Offset, block{units: len(d.Items)})
	for _, i := range d.Items {
		c.line(i.Pos.Offset, i.Value, b, key("setup", first))
	}
}

// line records a line of a block, and the value in it. If the block has several lines, its values
// stand below one another.
func (c *collector) line(offset int, value syntax.Expr, b *block, key string) {
	c.unit[offset] = unit{}
	c.value[c.start(value)] = true
	if b.multi {
		c.unit[offset] = unit{key: key}
		c.cell[c.start(value)] = true
	}
}

// key returns what the lines of one block have in common.
func key(word string, offset int) string { return fmt.Sprint(word, " ", offset) }

// block records the braces around what lies between two offsets; sort says what sort of block it
// is.
func (c *collector) block(first, end int, sort block) *block {
	b := &sort
	b.open = c.previous(first)
	for i := c.before[b.open] + 1; i < len(c.tokens); i++ {
		if c.tokens[i].Pos.Offset >= end {
			b.close = c.tokens[i].Pos.Offset
			break
		}
	}
	c.braces[b.open], c.closers[b.close] = b, b
	b.multi = c.multiline(b)
	return b
}

// multiline reports whether a block is written over several lines: if it has several that must be
// separate, or if its author wrote it that way.
func (c *collector) multiline(b *block) bool {
	open, next := c.tokens[c.before[b.open]], c.tokens[c.before[b.open]+1]
	if b.units == 0 {
		return slices.ContainsFunc(c.comments, func(at int) bool { return b.open < at && at < b.close })
	}
	if b.list || b.graph {
		return next.Pos.Line > open.Pos.Line
	}
	return b.units > 1 || c.tokens[c.before[b.close]].Pos.Line > open.Pos.Line
}

func (c *collector) move(d *syntax.Move) {
	open := c.before[d.Name.Pos.Offset] + 1
	if d.Label != nil {
		open++
	}
	at := c.tokens[open].Pos.Offset
	b := &block{open: at, close: d.EndPos.Offset - 1}
	c.braces[b.open], c.closers[b.close] = b, b
	var units []int
	for _, clause := range d.Clauses {
		switch x := clause.(type) {
		case *syntax.Bind:
			units = append(units, x.Pos.Offset)
			c.value[x.Domain.Pos.Offset] = true
		case *syntax.LetClause:
			units = append(units, x.Pos.Offset)
			c.value[c.start(x.Value)] = true
		case *syntax.IfClause:
			units = append(units, x.Pos.Offset)
			c.conditions(x.Conds)
		case *syntax.WeightClause:
			units = append(units, x.Pos.Offset)
			c.value[c.start(x.Value)] = true
		}
	}
	if len(d.Do) > 0 {
		units = append(units, c.previous(d.Do[0].Pos.Offset))
		for _, e := range d.Do {
			c.item[e.Pos.Offset] = true
		}
	}
	ensure := -1
	if len(d.Ensure) > 0 {
		ensure = c.previous(d.Ensure[0].Pos.Offset)
		units = append(units, ensure)
		c.conditions(d.Ensure)
	}
	if d.Then != nil {
		units = append(units, c.previous(d.Then.Pos.Offset))
		c.choice = append(c.choice, d.Then.Span(c.file))
	}
	b.units = len(units)
	b.multi = c.multiline(b)
	for _, u := range units {
		c.unit[u] = unit{}
		if b.multi && u != ensure {
			c.unit[u] = unit{key: key("move", at)}
			c.cell[c.tokens[c.before[u]+1].Pos.Offset] = true
		}
	}
}

func (c *collector) conditions(conds []*syntax.Cond) {
	for _, x := range conds {
		c.item[x.Pos.Offset] = true
		if x.Reason != nil {
			c.reason[x.Reason.Pos.Offset] = conds[0].Pos.Offset
		}
	}
}

func (c *collector) end(d *syntax.End) {
	first := d.Sentences[0].Pos.Offset
	b := c.block(first, d.Sentences[len(d.Sentences)-1].EndPos.Offset, block{units: len(d.Sentences)})
	for _, s := range d.Sentences {
		c.unit[s.Pos.Offset] = unit{}
		c.value[c.start(s.If)] = true
		if !b.multi || s.Of != nil {
			continue
		}
		c.unit[s.Pos.Offset] = unit{key: key("end", first)}
		c.cell[c.previous(c.start(s.If))] = true
		if s.Text != nil {
			c.cell[s.Text.Pos.Offset] = true
		}
	}
}

func (c *collector) conditional(d *syntax.CondDecl) {
	for ; d != nil; d = d.ElseIf {
		c.declBlock(d.Cond.Span(c.file).Hi, d.Then)
		end := d.EndPos.Offset
		if d.ElseIf == nil && len(d.Else) > 0 {
			c.declBlock(c.previous(d.Else[0].(spanned).Span(c.file).Lo), d.Else)
		} else if d.ElseIf == nil && c.tokens[c.before[end-1]-1].Text == "{" && c.before[end-1] > 1 &&
			c.tokens[c.before[end-1]-2].Text == "else" {
			c.declBlock(c.tokens[c.before[end-1]-1].Pos.Offset, nil)
		}
	}
}

// spanned is what every declaration is.
type spanned interface {
	Span(*source.File) source.Span
}

// declBlock records the braces around a list of declarations; the opening one is the first token at
// or after an offset.
func (c *collector) declBlock(from int, list []syntax.Decl) {
	open := 0
	for open < len(c.tokens) && c.tokens[open].Pos.Offset < from {
		open++
	}
	b := &block{open: c.tokens[open].Pos.Offset, units: len(list)}
	last := c.tokens[open].End.Offset
	if n := len(list); n > 0 {
		last = list[n-1].(spanned).Span(c.file).Hi
	}
	for i := open + 1; i < len(c.tokens); i++ {
		if c.tokens[i].Pos.Offset >= last {
			b.close = c.tokens[i].Pos.Offset
			break
		}
	}
	c.braces[b.open], c.closers[b.close] = b, b
	b.multi = c.multiline(b)
	c.decls(list)
}

// expression records what the operators in an expression are.
func (c *collector) expression(x any) {
	switch x := x.(type) {
	case *syntax.SetLit:
		c.inner[x.Pos.Offset], c.inner[x.EndPos.Offset-1] = true, true
	case *syntax.Rep:
		c.repeats[x.Pos.Offset] = true
		if x.Op == "{" {
			c.inner[x.Pos.Offset], c.inner[x.EndPos.Offset-1] = true, true
		}
	case *syntax.Slice:
		c.apart[x.Pos.Offset] = true
		c.apart[c.previous(c.start(x.Of))] = true
	case *syntax.Place:
		c.apart[c.previous(c.start(x.On))] = true
	case *syntax.Change:
		if x.Under {
			c.apart[c.previous(c.start(x.Value))] = true
		}
	case *syntax.Unary:
		if x.Op == "-" {
			c.minus[x.OpPos.Offset] = true
		}
	case *syntax.Binary:
		c.infix[x.OpPos.Offset] = true
		switch x.Op {
		case "^":
			c.tight[x.OpPos.Offset] = true
		case "+", "-", "|":
			c.factors(x.X)
			c.factors(x.Y)
		}
	}
}

// factors marks the products in a sum, which are written without blanks.
func (c *collector) factors(x syntax.Expr) {
	if b, ok := x.(*syntax.Binary); ok && (b.Op == "*" || b.Op == "/") {
		c.tight[b.OpPos.Offset] = true
		c.factors(b.X)
		c.factors(b.Y)
	}
}
