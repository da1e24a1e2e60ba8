package syntax

import (
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// A Token is the smallest unit with a meaning.
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

// Unread stands in a tree for an expression that could not be understood.
const Unread = token.Unread

// ReservedName is the code for a word of the language used where a name is declared.
const ReservedName = token.ReservedName

// Tokens returns all tokens of a file in order, including comments but not the end of the file. It
// never fails: it leaves out what cannot be a token, which [Parse] reports.
func Tokens(f *source.File) []Token { return token.Tokens(f) }

// Words returns the words to which the grammar gives a meaning: first the reserved ones, then those
// that are names except in one place.
func Words() []string { return token.Words() }

// Reserved reports whether a word cannot be a name.
func Reserved(word string) bool { return token.Reserved(word) }
