package merge

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A Decl is a declaration with the file that contains it, or a choice between declarations.
type Decl struct {
	File   *source.File
	Node   syntax.Decl // nil for a branch
	Branch *branch
	// text is what Flatten writes: the declaration with the comments that belong to it.
	text string
}

// A branch is `if cond { then } else { other }`.
type branch struct {
	File  *source.File
	Cond  syntax.Expr
	Then  []*Decl
	Other []*Decl
}

// headOf is the first line of a declaration, enough to show which one is meant.
func headOf(d *Decl) source.Span {
	span := d.Span()
	if i := strings.IndexByte(span.Text(), '\n'); i >= 0 {
		span.Hi = span.Lo + i
	}
	return span
}

func (d *Decl) Span() source.Span {
	if d.Branch != nil {
		return d.Branch.Cond.Span(d.Branch.File)
	}
	return spanOf(d.Node, d.File)
}

// spanOf returns the place of a declaration.
func spanOf(d syntax.Decl, f *source.File) source.Span {
	if n, ok := d.(interface {
		Span(*source.File) source.Span
	}); ok {
		return n.Span(f)
	}
	return source.Span{}
}

// declarations turns a syntax tree into decls, one for each kind of piece; it leaves out `game` and
// `use`.
func declarations(f *source.File, tree *syntax.File) []*Decl {
	return convert(f, tree.Decls, 0)
}

func convert(f *source.File, nodes []syntax.Decl, from int) []*Decl {
	var out []*Decl
	for _, n := range nodes {
		span := spanOf(n, f)
		text := withComments(f, from, span)
		from = max(from, span.Hi)
		switch n := n.(type) {
		case *syntax.Game, *syntax.Use:
		case *syntax.Pieces:
			for i, p := range n.Pieces {
				one := &Decl{File: f, Node: &syntax.Pieces{Node: p.Node,
					Pieces: []*syntax.Piece{p}}, text: "piece " + p.Span(f).Text()}
				if len(n.Pieces) == 1 && i == 0 {
					one.text = text
				}
				out = append(out, one)
			}
		case *syntax.CondDecl:
			out = append(out, &Decl{File: f, Branch: convertBranch(f, n)})
		default:
			out = append(out, &Decl{File: f, Node: n, text: text})
		}
	}
	return out
}

func convertBranch(f *source.File, n *syntax.CondDecl) *branch {
	start := 0
	if n.Cond != nil {
		start = n.Cond.Span(f).Hi
	}
	b := &branch{File: f, Cond: n.Cond, Then: convert(f, n.Then, start)}
	switch {
	case n.ElseIf != nil:
		b.Other = []*Decl{{File: f, Branch: convertBranch(f, n.ElseIf)}}
	case len(n.Else) > 0:
		b.Other = convert(f, n.Else, spanOf(n.Else[0], f).Lo)
	}
	return b
}

// withComments returns the text of a declaration with the comment lines directly above it and the
// comment on its last line.
func withComments(f *source.File, from int, span source.Span) string {
	lo, hi := span.Lo, span.Hi
	// Search only after from: a text may have thousands of declarations.
	between := f.Text[min(from, lo):lo]
	if start := lineStart(between, len(between)); from == 0 || start > 0 {
		for start > 0 {
			above := lineStart(between, start-1)
			if from > 0 && above == 0 || !strings.HasPrefix(strings.TrimSpace(between[above:start]), "#") {
				break
			}
			start = above
		}
		if strings.TrimSpace(commentless(between[start:])) == "" {
			lo -= len(between) - start
		}
	}
	rest := f.Text[hi:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if strings.HasPrefix(strings.TrimSpace(rest), "#") {
		hi += len(rest)
	}
	return strings.TrimRight(f.Text[lo:hi], " \t\r\n")
}

// lineStart returns the offset at which the line containing at begins; it is 0 on the first line.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// commentless removes whole comment lines.
func commentless(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// A Key identifies a declaration by kind and name; a declaration replaces those with the same key.
// Things that a game has only once have no name.
type Key struct{ Kind, Name string }

func (k Key) String() string {
	if k.Name == "" {
		return "`" + k.Kind + "`"
	}
	if k.Kind == "say" {
		return fmt.Sprintf("`say %q`", k.Name)
	}
	return "`" + k.Kind + " " + k.Name + "`"
}

func KeyOf(d *Decl) Key {
	switch n := d.Node.(type) {
	case *syntax.Option:
		return Key{"option", n.Name.Text}
	case *syntax.Players:
		return Key{"players", ""}
	case *syntax.Teams:
		return Key{"teams", ""}
	case *syntax.Board:
		return Key{"board", ""}
	case *syntax.Region:
		return Key{"region", n.Name.Text}
	case *syntax.Pieces:
		return Key{"piece", n.Pieces[0].Name.Text}
	case *syntax.State:
		if n.Memory {
			return Key{"memory", n.Name.Text}
		}
		return Key{"counter", n.Name.Text}
	case *syntax.Def:
		return Key{"def", n.Name.Text}
	case *syntax.Setup:
		return Key{"setup", ""}
	case *syntax.Move:
		return Key{"move", n.Name.Text}
	case *syntax.Turn:
		return Key{"turn", ""}
	case *syntax.End:
		return Key{"end", ""}
	case *syntax.Value:
		return Key{"value", n.Name.Text}
	case *syntax.Say:
		return Key{"say", n.Text.Text}
	case *syntax.Hidden:
		return Key{"hidden", ""}
	case *syntax.After:
		return Key{"after", namesOf(n.Moves)}
	}
	return Key{}
}

// NameOf returns the place of the name of a declaration, or its start if it has none.
func NameOf(d *Decl) source.Span {
	switch n := d.Node.(type) {
	case *syntax.Option:
		return n.Name.Span(d.File)
	case *syntax.Region:
		return n.Name.Span(d.File)
	case *syntax.Pieces:
		return n.Pieces[0].Name.Span(d.File)
	case *syntax.State:
		return n.Name.Span(d.File)
	case *syntax.Def:
		return n.Name.Span(d.File)
	case *syntax.Move:
		return n.Name.Span(d.File)
	case *syntax.Value:
		return n.Name.Span(d.File)
	case *syntax.Say:
		return n.Text.Span(d.File)
	case *syntax.After:
		span := n.Moves[0].Span(d.File)
		span.Hi = n.Moves[len(n.Moves)-1].EndPos.Offset
		return span
	}
	span := headOf(d)
	if kind := KeyOf(d).Kind; kind != "" && strings.HasPrefix(span.Text(), kind) {
		span.Hi = span.Lo + len(kind)
	}
	return span
}

// Each visits the declarations in every branch.
func Each(decls []*Decl, visit func(*Decl)) {
	for _, d := range decls {
		if d.Branch != nil {
			Each(d.Branch.Then, visit)
			Each(d.Branch.Other, visit)
			continue
		}
		visit(d)
	}
}

func keysOf(d *Decl) map[Key]bool {
	keys := map[Key]bool{}
	Each([]*Decl{d}, func(d *Decl) { keys[KeyOf(d)] = true })
	return keys
}

// namesOf joins the names of moves into a key that does not depend on their order.
func namesOf(moves []syntax.Name) string {
	names := lists.Map(moves, func(m syntax.Name) string { return m.Text })
	slices.Sort(names)
	return strings.Join(names, ", ")
}
