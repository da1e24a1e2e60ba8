package lsp

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/check/index"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/value"
)

// hover describes what is at a place: for a word of the language its meaning, for a name its
// declaration, for an expression its type and its value at the start of the game.
func (n *snapshot) hover(d *document, offset int) any {
	s := n.glance(d.file)
	tok, ok := tokenAt(d.file, offset)
	if !ok {
		return nil
	}
	var parts []string
	at := tok.Span(d.file)
	sym, symAt := s.index.At(d.file, offset)
	if sym == nil {
		sym, symAt = n.symbolAt(d, offset)
	}
	if sym != nil {
		at = symAt
	}
	switch {
	case sym != nil && sym.Sort != index.WordSort:
		parts = append(parts, n.describe(s, sym))
	case tok.Kind == syntax.NameToken || tok.Kind == syntax.WordToken:
		if w, ok := dsl.Doc(tok.Text); ok &&
			(sym != nil || syntax.Reserved(tok.Text) || s.index.ExprOf(at) == nil) {
			parts = append(parts, docText(w))
		}
	}
	if e := s.exprFor(at); e != nil {
		parts = append(parts, s.valueText(e))
	}
	if f := s.fileAt(offset); f != nil {
		parts = append(parts, f.Name)
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	if len(parts) == 0 {
		return nil
	}
	r := rangeOf(at)
	return hover{markdown(strings.Join(parts, "\n\n---\n\n")), &r}
}

// tokenAt returns the token that covers a byte or ends at it; ok is false in blanks and comments.
func tokenAt(f *source.File, offset int) (t syntax.Token, ok bool) {
	for _, t := range syntax.Tokens(f) {
		if t.Pos.Offset > offset {
			break
		}
		word := t.Kind == syntax.NameToken || t.Kind == syntax.WordToken
		if offset < t.End.Offset || offset == t.End.Offset && word {
			return t, t.Kind != syntax.CommentToken
		}
	}
	return syntax.Token{}, false
}

// docText formats the documentation of a word of the language.
func docText(w dsl.Word) string {
	if w.Example == "" {
		return fmt.Sprintf("**%s**: %s", w.Name, w.Text)
	}
	return fmt.Sprintf("**%s**: %s\n\n%s", w.Name, w.Text, fenced(w.Example))
}

func fenced(rules string) string { return "```boardgame\n" + rules + "\n```" }

// exprFor returns the expression whose head is a given token: the name of a call or a variable, a
// number, or the sign between two operands.
func (s *study) exprFor(at source.Span) *index.Expr {
	if e := s.index.ExprOf(at); e != nil {
		return e
	}
	e := s.index.ExprAt(at.File, at.Lo)
	if e == nil || e.Span.Lo == at.Lo && strings.HasPrefix(e.Span.Text(), at.Text()+"(") {
		return e
	}
	if text := at.Text(); text != "" && strings.ContainsAny(text[:1], "&|-+*/^.=<>!") {
		return e
	}
	return nil
}

// describe says what a name stands for: its declaration with the comment above it.
func (n *snapshot) describe(s *study, sym *index.Symbol) string {
	var b strings.Builder
	if sym.Sort == index.VariableSort {
		fmt.Fprintf(&b, "**%s** (variable)", sym.Name)
		if sym.Is != "" {
			fmt.Fprintf(&b, ": %s", sym.Is)
		}
	} else {
		fmt.Fprintf(&b, "**%s** (%s)", sym.Name, sym.Sort)
	}
	if sym.Sort == index.OptionSort && s.index.Game != nil {
		for _, o := range s.index.Game.Options {
			if o.Name == sym.Name {
				fmt.Fprintf(&b, " = %s", o.Value)
				if o.Help != "" {
					fmt.Fprintf(&b, "\n\n%s", o.Help)
				}
			}
		}
	}
	if len(sym.Decls) == 0 {
		return b.String()
	}
	at := sym.Decls[0]
	if comment := commentAbove(at); comment != "" && sym.Sort != index.VariableSort {
		fmt.Fprintf(&b, "\n\n%s", comment)
	}
	fmt.Fprintf(&b, "\n\n%s", fenced(s.declaration(at)))
	if at.File != s.file {
		fmt.Fprintf(&b, "\n\nin %s", at.File.Name)
	}
	return b.String()
}

// declaration returns the text that declares something at a place: all of it, or its first lines.
func (s *study) declaration(at source.Span) string {
	best := source.Span{}
	syntax.Inspect(s.treeOf(at.File), func(x any) {
		switch x.(type) {
		case *syntax.File, *syntax.CondDecl, *syntax.Name, *syntax.Call:
			return
		}
		node, ok := x.(interface {
			Span(*source.File) source.Span
		})
		if !ok {
			return
		}
		if sp := node.Span(at.File); sp.Contains(at) && (!best.Valid() || isPart(x)) {
			best = sp
		}
	})
	if !best.Valid() {
		line, _ := at.File.Position(at.Lo)
		return strings.TrimSpace(at.File.Line(line))
	}
	return clipLines(best.Text())
}

// isPart reports whether a node describes a name in it better than the declaration around it.
func isPart(x any) bool {
	switch x.(type) {
	case *syntax.Piece, *syntax.Player, *syntax.Bind, *syntax.LetClause, *syntax.LetAction,
		*syntax.Each, *syntax.While,
		*syntax.Quant, *syntax.Let:
		return true
	}
	return false
}

// clipLines shortens a text of many lines, and removes the indentation of all but the first.
func clipLines(text string) string {
	const most = 12
	lines := strings.Split(text, "\n")
	if len(lines) > most {
		lines = append(lines[:most:most], "…")
	}
	return strings.Join(lines, "\n")
}

// commentAbove returns the comment lines directly above a declaration.
func commentAbove(at source.Span) string {
	line, _ := at.File.Position(at.Lo)
	var lines []string
	for line--; line > 0; line-- {
		text, ok := strings.CutPrefix(strings.TrimSpace(at.File.Line(line)), "#")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimSpace(text))
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// valueText says what an expression is and, if known, what its value is.
func (s *study) valueText(e *index.Expr) string {
	if e.Expr.Op == ir.Invalid && e.Expr.Type == ir.NoType {
		return ""
	}
	text := fmt.Sprintf("`%s` is %s", clipLine(e.Span.Text()), e.Is)
	v, ok := s.value(e)
	if !ok {
		return text
	}
	when := "at the start"
	switch e.Expr.Op {
	case ir.ConstNumber, ir.ConstTruth, ir.ConstSites, ir.ConstPlayers, ir.ConstKinds, ir.ConstSteps:
		when = "always"
		if len(s.index.Game.Options) > 0 {
			when = "with these options"
		}
	}
	return fmt.Sprintf("%s; %s: %s", text, when, s.membersText(v))
}

func clipLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return text
}

// membersText writes a value.
func (s *study) membersText(v value.Value) string {
	g := s.index.Game
	switch v.Type {
	case ir.Number:
		return fmt.Sprint(v.N)
	case ir.Truth:
		return fmt.Sprint(v.Truth())
	}
	names := v.Names(g)
	const most = 40
	switch {
	case len(names) == 0:
		return "none"
	case v.Type != ir.Sites || len(names) == 1:
		return strings.Join(names, ", ")
	case len(names) > most:
		return fmt.Sprintf("%s, … (%d sites)", strings.Join(names[:most], ", "), len(names))
	}
	return fmt.Sprintf("%s (%d sites)", strings.Join(names, ", "), len(names))
}
