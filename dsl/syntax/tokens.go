package syntax

import (
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// A Token is the smallest thing that means something.
type Token = token.Token

// Kind says what a token is.
type Kind = token.Kind

// The kinds of tokens. A text is nothing but these and blanks.
const (
	EndOfFile    = token.EndOfFile
	NameToken    = token.NameToken    // step, a1, Red
	WordToken    = token.WordToken    // a reserved word
	IntToken     = token.IntToken     // 12
	StringToken  = token.StringToken  // "…", quotes included
	PictureToken = token.PictureToken // """…""", quotes included
	SignToken    = token.SignToken    // an operator, bracket or comma
	CommentToken = token.CommentToken // # to the end of the line
)

// Unread is the name that a tree has where an expression could not be understood.
const Unread = token.Unread

// ReservedName is the code of a word of the language where a name is declared.
const ReservedName = token.ReservedName

// Tokens returns all tokens of a file in order, comments included, the end of the file not. It
// never fails: what cannot be a token is left out here and reported by [Parse].
func Tokens(f *source.File) []Token { return token.Tokens(f) }

// Words returns the words that the grammar gives a meaning, the reserved ones first and then those
// that are names everywhere but in one place.
func Words() []string { return token.Words() }

// Reserved reports whether a word cannot be a name.
func Reserved(word string) bool { return token.Reserved(word) }
