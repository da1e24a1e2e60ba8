package token

import (
	"slices"
	"strings"

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

// A Position is a place in a text: the offset in bytes from 0, line and column from 1.
type Position struct {
	Offset, Line, Column int
}

// A Token is the smallest unit with a meaning. Text is what it counts as, which is what was written
// unless the lexer reported and repaired a mistake; Pos and End are where it is.
type Token struct {
	Kind Kind
	Text string
	Pos  Position
	End  Position

	First bool // the first token on its line, apart from comments
	// something here has been reported already, so what follows from it needs no message
	Mended  bool
	Virtual bool // inserted by the parser; it is not in the text
}

// Span returns the bytes of the token in its file.
func (t Token) Span(f *source.File) source.Span {
	return source.Span{File: f, Lo: t.Pos.Offset, Hi: t.End.Offset}
}

// Is reports whether the token is one of these signs and reserved words.
func (t *Token) Is(any ...string) bool {
	return (t.Kind == SignToken || t.Kind == WordToken) && slices.Contains(any, t.Text)
}

// reserved holds the words that cannot be names.
var reserved = map[string]bool{}

func init() {
	for _, words := range [][]string{DeclWords, RoleWords, ClauseWords, QuantifierWords, LogicWords,
		EffectWords, OutcomeWords, OtherWords} {
		for _, w := range words {
			reserved[w] = true
		}
	}
}

// The reserved words by where they occur. Some occur in two places; the first list that contains
// them counts.
var (
	// DeclWords begin declarations.
	DeclWords = []string{"game", "use", "option", "players", "board", "region", "piece", "counter",
		"memory", "def", "setup",
		"move", "chance", "turn", "end", "value"}
	// SoftDeclWords are names except at the head of a declaration, see [HeadsDecl].
	SoftDeclWords   = []string{"say", "after", "hidden", "teams"}
	RoleWords       = []string{"from", "to", "over", "at", "along", "as", "with"}
	ClauseWords     = []string{"let", "if", "do", "ensure", "then"}
	QuantifierWords = []string{"some", "no", "one", "all", "those", "union", "sum", "min", "max"}
	LogicWords      = []string{"and", "or", "not", "implies", "mod", "for", "each", "else", "in",
		"when", "on"}
	EffectWords  = []string{"place", "remove", "shift", "becomes", "again"}
	OutcomeWords = []string{"pass", "done", "win", "wins", "lose", "loses", "draw", "illegal",
		"highest", "lowest"}
	OtherWords = []string{"this", "per", "by", "facing", "extends"}
)

// Words returns the words to which the grammar gives a meaning: first the reserved ones, then those
// that are names except in one place.
func Words() []string {
	var all []string
	for _, words := range [][]string{DeclWords, RoleWords, ClauseWords, QuantifierWords, LogicWords,
		EffectWords, OutcomeWords, OtherWords} {
		for _, w := range words {
			if !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return slices.Concat(all, SoftDeclWords, []string{"any"}, placeWords)
}

// Reserved reports whether a word cannot be a name.
func Reserved(word string) bool { return reserved[word] }

// placeWords have a meaning in one place only and may be names elsewhere.
var placeWords = []string{"line", "loop", "weight", "neutral", "blocks", "towers", "top", "bottom",
	"of", "under", "while",
	"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns", "graph"}

// Tokens returns all tokens of a file in order, including comments but not the end of the file. It
// never fails: it leaves out what cannot be a token, which [Scan] reports.
func Tokens(f *source.File) []Token {
	tokens, _ := Scan(f)
	return tokens[:len(tokens)-1]
}

// Significant removes the comments from tokens.
func Significant(tokens []Token) []Token {
	out := tokens[:0]
	for _, t := range tokens {
		if t.Kind != CommentToken {
			out = append(out, t)
		}
	}
	return out
}

// Scan cuts a text into tokens, ending with an EndOfFile. It reads everything: what is not a token
// is reported, and repaired or left out.
func Scan(f *source.File) ([]Token, diag.List) {
	s := &scanner{file: f, text: f.Text, line: 1, column: 1, fresh: true,
		odd: strings.Count(f.Text, `"""`)%2 == 1}
	s.tokens = make([]Token, 0, len(f.Text)/4+1)
	s.run()
	return s.tokens, s.list
}

// IsDeclWord reports whether the word begins a declaration other than `if`.
func IsDeclWord(word string) bool {
	return slices.Contains(DeclWords, word) || slices.Contains(SoftDeclWords, word)
}

// HeadsDecl reports whether a name begins a declaration, where declarations are allowed: it is the
// first on its line or follows a brace, what precedes it can be complete, and what follows it
// cannot follow a name.
func HeadsDecl(before, t, next *Token) bool {
	if t.Kind != NameToken || !slices.Contains(SoftDeclWords, t.Text) {
		return false
	}
	if !t.First && !before.Is("{") && !before.Is("}") || before.Pos.Line > 0 && !EndsDecl(before) &&
		!MayEnd(before, t) {
		return false
	}
	switch t.Text {
	case "after":
		return next.Kind == NameToken || next.Kind == WordToken || next.Is(":")
	case "hidden":
		return next.Kind == NameToken || next.Kind == WordToken && !next.Is("in") || next.Is("(", "{")
	case "teams":
		return next.Kind == NameToken
	}
	return next.Kind == StringToken || next.Is("if")
}
