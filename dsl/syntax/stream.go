package syntax

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// The token types that the grammar knows, by the names its tags use.
const (
	typeName lexer.TokenType = -(iota + 2)
	typeWord
	typeInt
	typeString
	typePicture
	typeSign
	typeSpace
)

var typeOf = [...]lexer.TokenType{
	token.EndOfFile: lexer.EOF,
	token.NameToken: typeName, token.WordToken: typeWord,
	token.IntToken: typeInt, token.StringToken: typeString,
	token.PictureToken: typePicture, token.SignToken: typeSign, token.CommentToken: typeSpace,
}

// definition presents our lexer to participle.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF, "Name": typeName, "Word": typeWord,
		"Int": typeInt, "String": typeString,
		"Picture": typePicture, "Sign": typeSign, "Space": typeSpace}
}

func (definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	tokens, _ := token.Scan(source.NewFile(name, string(text)))
	return &stream{tokens: token.Significant(tokens)}, nil
}

// A stream passes tokens to participle one by one. It inserts a blank between two that do not
// touch: from its position participle learns where the token before has ended.
type stream struct {
	tokens []token.Token
	next   int
	gap    bool // the blank before tokens[next] has been passed on
}

func (s *stream) Next() (lexer.Token, error) {
	if s.next >= len(s.tokens) {
		var end lexer.Position
		if n := len(s.tokens); n > 0 {
			end = position(s.tokens[n-1].End)
		}
		return lexer.EOFToken(end), nil
	}
	t := &s.tokens[s.next]
	if s.next > 0 && !s.gap {
		if before := s.tokens[s.next-1].End; before.Offset != t.Pos.Offset {
			s.gap = true
			return lexer.Token{Type: typeSpace, Value: " ", Pos: position(before)}, nil
		}
	}
	s.gap = false
	s.next++
	return lexer.Token{Type: typeOf[t.Kind], Value: t.Text, Pos: position(t.Pos)}, nil
}

// position converts a position to participle's type.
func position(p token.Position) lexer.Position {
	return lexer.Position{Offset: p.Offset, Line: p.Line, Column: p.Column}
}
