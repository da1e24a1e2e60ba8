package syntax

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// Kind says what a token is.
type Kind uint8

// The kinds of tokens. A text is nothing but these and blanks.
const (
	EndOfFile    Kind = iota
	NameToken         // step, a1, Red
	WordToken         // a reserved word
	IntToken          // 12
	StringToken       // "…", quotes included
	PictureToken      // """…""", quotes included
	SignToken         // an operator, bracket or comma
	CommentToken      // # to the end of the line
)

// A Token is the smallest thing that means something. Text is what it counts as, which is what was
// written unless the lexer has reported and mended a mistake; Pos and End are where it stands.
type Token struct {
	Kind Kind
	Text string
	Pos  lexer.Position
	End  lexer.Position

	first bool // the first token of its line, comments aside
	// something here has been reported already: what it leads to is not worth another message
	mended  bool
	virtual bool // put in by the parser: the text does not have it
}

// Span returns the bytes of the token in its file.
func (t Token) Span(f *source.File) source.Span {
	return source.Span{File: f, Lo: t.Pos.Offset, Hi: t.End.Offset}
}

// First reports whether nothing stands before the token on its line.
func (t Token) First() bool { return t.first }

// is reports whether the token is this sign or reserved word.
func (t *Token) is(text string) bool {
	return (t.Kind == SignToken || t.Kind == WordToken) && t.Text == text
}

// reserved holds the words that cannot be names.
var reserved = map[string]bool{}

func init() {
	for _, words := range [][]string{declWords, roleWords, clauseWords, quantifierWords, logicWords,
		effectWords, outcomeWords, otherWords} {
		for _, w := range words {
			reserved[w] = true
		}
	}
}

// The reserved words by where they stand. Some stand in two places; the first list that has them
// counts.
var (
	declWords = []string{"game", "use", "option", "players", "board", "region", "piece", "counter",
		"memory", "def", "setup",
		"move", "chance", "turn", "end", "value"}
	// names everywhere but at the head of a declaration, see headsDecl
	softDeclWords   = []string{"say", "after"}
	roleWords       = []string{"from", "to", "over", "at", "along", "as", "with"}
	clauseWords     = []string{"let", "if", "do", "ensure", "then"}
	quantifierWords = []string{"some", "no", "one", "all", "those", "union", "sum", "min", "max"}
	logicWords      = []string{"and", "or", "not", "implies", "mod", "for", "each", "else", "in",
		"when", "on"}
	effectWords  = []string{"place", "remove", "shift", "becomes", "again"}
	outcomeWords = []string{"pass", "done", "win", "wins", "lose", "loses", "draw", "illegal",
		"highest", "lowest"}
	otherWords = []string{"this", "per", "by", "facing", "extends", "teams"}
)

// Words returns the words that the grammar gives a meaning, the reserved ones first and then those
// that are names everywhere but in one place.
func Words() []string {
	var all []string
	for _, words := range [][]string{declWords, roleWords, clauseWords, quantifierWords, logicWords,
		effectWords, outcomeWords, otherWords} {
		for _, w := range words {
			if !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return slices.Concat(all, softDeclWords, []string{"any"}, placeWords)
}

// Reserved reports whether a word cannot be a name.
func Reserved(word string) bool { return reserved[word] }

// placeWords mean something in one place only and may be names elsewhere.
var placeWords = []string{"line", "loop", "weight", "neutral", "blocks", "towers", "top", "bottom",
	"of", "under",
	"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns", "graph"}

// Tokens returns all tokens of a file in order, comments included, the end of the file not. It
// never fails: what cannot be a token is left out here and reported by [Parse].
func Tokens(f *source.File) []Token {
	tokens, _ := lex(f)
	return tokens[:len(tokens)-1]
}

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
	EndOfFile: lexer.EOF, NameToken: typeName, WordToken: typeWord, IntToken: typeInt,
	StringToken:  typeString,
	PictureToken: typePicture, SignToken: typeSign, CommentToken: typeSpace,
}

// definition shows our lexer to participle.
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
	tokens, _ := lex(source.NewFile(name, string(text)))
	return &stream{tokens: significant(tokens)}, nil
}

// significant takes the comments out of tokens.
func significant(tokens []Token) []Token {
	out := tokens[:0]
	for _, t := range tokens {
		if t.Kind != CommentToken {
			out = append(out, t)
		}
	}
	return out
}

// A stream hands tokens to participle one by one. Between two that do not touch it puts a blank: by
// its position participle knows where the token before has ended.
type stream struct {
	tokens []Token
	next   int
	gap    bool // the blank before tokens[next] has been handed out
}

func (s *stream) Next() (lexer.Token, error) {
	if s.next >= len(s.tokens) {
		var end lexer.Position
		if n := len(s.tokens); n > 0 {
			end = s.tokens[n-1].End
		}
		return lexer.EOFToken(end), nil
	}
	t := &s.tokens[s.next]
	if s.next > 0 && !s.gap {
		if before := s.tokens[s.next-1].End; before.Offset != t.Pos.Offset {
			s.gap = true
			return lexer.Token{Type: typeSpace, Value: " ", Pos: before}, nil
		}
	}
	s.gap = false
	s.next++
	return lexer.Token{Type: typeOf[t.Kind], Value: t.Text, Pos: t.Pos}, nil
}

// lex cuts a text into tokens, an EndOfFile the last of them. It reads everything: what is no token
// is reported and mended or left out.
func lex(f *source.File) ([]Token, diag.List) {
	s := &scanner{file: f, text: f.Text, line: 1, column: 1, fresh: true,
		odd: strings.Count(f.Text, `"""`)%2 == 1}
	s.tokens = make([]Token, 0, len(f.Text)/4+1)
	s.run()
	return s.tokens, s.list
}

// isDeclWord reports whether a declaration begins with the word, `if` aside.
func isDeclWord(word string) bool {
	return slices.Contains(declWords, word) || slices.Contains(softDeclWords, word)
}

// headsDecl reports whether a name, where declarations may stand, is a word that begins one: it is
// the first of its line or stands behind a brace, what is before it can be complete, and what
// follows cannot follow a name.
func headsDecl(before, t, next *Token) bool {
	if t.Kind != NameToken || !slices.Contains(softDeclWords, t.Text) {
		return false
	}
	if !t.first && !before.is("{") && !before.is("}") || before.Pos.Line > 0 && !endsDecl(before) &&
		!mayEnd(before, t) {
		return false
	}
	if t.Text == "after" {
		return next.Kind == NameToken || next.Kind == WordToken || next.is(":")
	}
	return next.Kind == StringToken || next.is("if")
}
