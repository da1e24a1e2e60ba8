package syntax

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/mend"
	"boardgame/dsl/syntax/token"
)

const (
	// MaxBytes limits the length of a rules text; the longest one that we know has 8000 bytes.
	MaxBytes = 1 << 18
	// MaxTitle limits the characters in the title of a game.
	MaxTitle = 200
)

// Parse parses a rules text. The tree holds what could be understood, even if there are mistakes;
// the diagnostics are all syntax errors of the text, in its order.
//
// The text is cut before every declaration, and each piece is parsed on its own. When the grammar
// stops at a mistake, the mistake is reported and repaired, if possible by what was most likely
// meant, otherwise by leaving out the line of the move, the member of the list or the declaration
// that contains it. Then the piece is parsed again.
func Parse(f *source.File) (tree *File, list diag.List) {
	tree = &File{Source: f}
	if d := unreadable(f); d != nil {
		return tree, diag.List{d}
	}
	p := &parser{Mender: mend.New(f)}
	defer func() {
		if fault := recover(); fault != nil {
			tree, list = &File{Source: f}, append(p.List, confused(f, 0, fault))
		}
		list = readable(list)
	}()
	all, found := token.Scan(f)
	p.List = found
	tokens := token.Significant(all)
	tokens = tokens[:len(tokens)-1]
	tokens, starts := p.Balance(tokens)
	token.Soften(tokens)
	p.budget = 10*len(tokens) + 200_000
	if len(starts) == 0 || starts[0] > 0 {
		starts = append([]int{0}, starts...)
	}
	for i, start := range starts {
		end := len(tokens)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if p.stopped {
			break
		}
		tree.Decls = append(tree.Decls, p.piece(tokens[start:end:end])...)
	}
	p.stacks(tree)
	return tree, p.Said()
}

// readable sorts the diagnostics and drops those beyond what anyone would read.
func readable(list diag.List) diag.List {
	list.Sort()
	if len(list) > token.MostMistakes {
		last := list[token.MostMistakes]
		list = list[:token.MostMistakes]
		if list[token.MostMistakes-1].Code != token.TooManyMistakes {
			list.Add(tooMany(last.Span))
		}
	}
	return list
}

func tooMany(at source.Span) *diag.Diagnostic {
	return &diag.Diagnostic{Code: token.TooManyMistakes, Span: at,
		Summary:    "too many mistakes; what follows here is not shown",
		Suggestion: "correct those above first"}
}

// unreadable says why a text cannot be read at all, or returns nil if it can.
func unreadable(f *source.File) *diag.Diagnostic {
	if len(f.Text) > MaxBytes {
		return &diag.Diagnostic{Code: token.TooLong, Span: source.Span{File: f, Lo: 0, Hi: 0},
			Summary: fmt.Sprintf("the text is too long: it has %d bytes, and a rules file may have %d",
				len(f.Text), MaxBytes),
			Detail:     "The rules of chess take 2700 bytes.",
			Suggestion: "check that this is the right file"}
	}
	for i, r := range f.Text {
		size := 1
		if r != utf8.RuneError {
			size = utf8.RuneLen(r)
		}
		wrong := r == utf8.RuneError && !strings.HasPrefix(f.Text[i:], "\ufffd")
		if wrong || r < ' ' && r != '\n' && r != '\t' && r != '\r' && r != '\v' && r != '\f' {
			line, column := f.Position(i)
			return &diag.Diagnostic{Code: token.NotText, Span: source.Span{File: f, Lo: i, Hi: i + size},
				Summary: fmt.Sprintf("this is not readable text: byte 0x%02x at %d:%d", f.Text[i],
					line, column),
				Suggestion: "rules are plain text in UTF-8; save the file that way"}
		}
	}
	return nil
}

// confused is reported if the parser itself fails, which no text should cause.
func confused(f *source.File, at int, fault any) *diag.Diagnostic {
	return &diag.Diagnostic{Code: token.Confused, Span: source.Span{File: f, Lo: at, Hi: at},
		Summary:    "boardgame could not read this text, which is a bug",
		Detail:     fmt.Sprint(fault),
		Suggestion: "please report it together with the text"}
}

// parser reads one file.
type parser struct {
	*mend.Mender
	budget  int // tokens that may still be looked at, counting repetitions
	stopped bool
}

// piece parses tokens that begin with a declaration, reports every mistake and returns what could
// be understood.
func (p *parser) piece(tokens []token.Token) []Decl {
	for len(tokens) > 0 {
		if p.budget -= len(tokens); p.budget < 0 || p.Full() {
			p.stopped = true
			p.Add(tooMany(tokens[0].Span(p.File)))
			return nil
		}
		lx, err := lexer.Upgrade(&stream{tokens: tokens}, typeSpace)
		if err != nil {
			p.Add(confused(p.File, tokens[0].Pos.Offset, err))
			return nil
		}
		got, err := grammar().ParseFromLexer(lx)
		if err == nil {
			if i := p.Stray(tokens); i > 0 {
				tokens = p.Mend(tokens, mend.Stop{At: i})
				continue
			}
			finish(got.Decls)
			return known(got.Decls)
		}
		var where participle.Error
		if !errors.As(err, &where) {
			p.Add(confused(p.File, tokens[0].Pos.Offset, err))
			return nil
		}
		tokens = p.Mend(tokens, stopOf(tokens, where.Position(), err))
	}
	return nil
}

// known returns the declarations, without those that lack a name or a condition.
func known(decls []Decl) []Decl {
	out := decls[:0]
	for _, d := range decls {
		switch d := d.(type) {
		case *Move:
			if d.Name.Text == token.Unread {
				continue
			}
		case *CondDecl:
			whole := true
			for c := d; c != nil; c = c.ElseIf {
				if cond, ok := c.Cond.(*Call); ok && cond.Name.Text == token.Unread {
					whole = false
				}
				c.Then, c.Else = known(c.Then), known(c.Else)
			}
			if !whole {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}

// stacks rejects the attribute `stacks`, which earlier versions reserved for towers.
func (p *parser) stacks(tree *File) {
	Walk(tree, func(x any) bool {
		switch x := x.(type) {
		case *File, *CondDecl, *Pieces, *Piece:
			return true
		case *Attr:
			if x.Name.Text == "stacks" {
				p.Add(&diag.Diagnostic{Code: token.NotYet, Span: x.Name.Span(p.File),
					Summary: "pieces do not say whether they stack; the board does",
					Suggestion: "write `with towers` after the board: board square(5, 5) with " +
						"towers"})
			}
		}
		return false
	})
}
