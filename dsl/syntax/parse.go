package syntax

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// Parse reads a rules text. The tree holds what could be understood, also when there are mistakes; the diagnostics are
// all the mistakes of form that the text has, in its order.
func Parse(f *source.File) (*File, diag.List) {
	tokens, list := lex(f)
	tokens = significant(tokens)
	tokens = tokens[:len(tokens)-1]
	soften(tokens)
	out := &File{Source: f}
	lx, _ := lexer.Upgrade(&stream{tokens: tokens}, typeSpace)
	got, err := grammar.ParseFromLexer(lx)
	if err != nil {
		pos := err.(participle.Error).Position()
		list.Add(&diag.Diagnostic{Code: Misplaced, Span: source.Span{File: f, Lo: pos.Offset, Hi: pos.Offset}, Summary: err.(participle.Error).Message()})
	}
	finish(got.Decls)
	out.Decls = got.Decls
	return out, list
}
