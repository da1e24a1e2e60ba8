package syntax

import (
	"slices"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// Expected says what may stand at a place of a text.
type Expected uint8

// What may stand at a place.
const (
	AtNothing   Expected = iota // in a comment or a text, or where a new name is made up
	AtDecl                      // a declaration
	AtClause                    // a line of a move
	AtSentence                  // a sentence of `end`
	AtOperand                   // an expression
	AtOperator                  // what goes on with an expression, or ends it
	AtStep                      // a step of a path, after the dot
	AtEffect                    // an effect of a move
	AtItem                      // a move of a turn, or an outcome
	AtShape                     // the shape of a board
	AtPlane                     // edges or corners
	AtDirection                 // the direction that a player faces
	AtAttribute                 // an attribute of a piece
	AtFile                      // the name of a file, between quotes
	AtPer                       // what a counter is kept for
)

// Where is a place of a text and what may stand there.
type Where struct {
	Expected Expected
	Decl     string // the word that begins the declaration around it, or ""
	Lo, Hi   int    // the word that is being written, in bytes; empty where none is begun
}

// At says what may stand at a byte of a text, which may be unfinished.
func At(f *source.File, offset int) Where {
	w := Where{Lo: offset, Hi: offset}
	all, _ := token.Scan(f)
	var tokens []token.Token
	for _, t := range all {
		word := t.Kind == token.NameToken || t.Kind == token.WordToken
		switch {
		case t.Kind == token.EndOfFile, t.Pos.Offset >= offset:
		case t.Kind == token.CommentToken:
			if offset <= t.End.Offset {
				return w
			}
		case t.Kind == token.StringToken && offset < t.End.Offset, t.Kind == token.StringToken &&
			t.Mended:
			if n := len(tokens); n > 0 && (tokens[n-1].Is("extends") || tokens[n-1].Is("use")) {
				w.Expected, w.Lo, w.Hi = AtFile, t.Pos.Offset+1, max(t.Pos.Offset+1, t.End.Offset-1)
			}
			return w
		case t.Kind == token.PictureToken && offset < t.End.Offset:
			return w
		case word && offset <= t.End.Offset:
			w.Lo, w.Hi = t.Pos.Offset, t.End.Offset
		default:
			tokens = append(tokens, t)
		}
	}
	// The word that is being written stands for anything: what may stand there depends on what is
	// before.
	line, _ := f.Position(w.Lo)
	fresh := len(tokens) == 0 || tokens[len(tokens)-1].End.Line < line
	token.Soften(tokens)
	next := token.Token{Kind: token.NameToken, Text: token.Unread, First: fresh}
	next.Pos.Offset, next.Pos.Line, next.End = w.Lo, line, next.Pos
	here := token.Locate(append(tokens[:len(tokens):len(tokens)], next), len(tokens))
	if here.Decl < len(tokens) && len(tokens) > 0 {
		w.Decl = tokens[here.Decl].Text
	}
	w.Expected = expected(tokens, here, fresh)
	return w
}

// expected says what may stand after tokens.
func expected(tokens []token.Token, here token.Place, fresh bool) Expected {
	if len(tokens) == 0 {
		return AtDecl
	}
	before := &tokens[len(tokens)-1]
	decl := &tokens[min(here.Decl, len(tokens)-1)]
	complete := token.MayEnd(before, &token.Token{Kind: token.NameToken, Text: token.Unread,
		First: fresh})
	declLevel := here.Block < 0 && here.Open < 0
	inMove := here.Block >= 0 && token.IsMove(tokens, here) && here.Open < 0
	unit := &tokens[min(here.Unit, len(tokens)-1)]
	choice := decl.Is("turn") || inMove && unit.Is("then")
	switch {
	case before.Is("."):
		return AtStep
	case before.Is("board"):
		return AtShape
	case before.Is("facing"):
		return AtDirection
	case before.Is("per"):
		return AtPer
	case decl.Is("board") && (before.Is("with") || before.Is(",") && here.Open < 0):
		return AtPlane
	case makesName(before) && !(fresh && before.Is("value")):
		return AtNothing
	case inMove && (unit.Is("from") || unit.Is("to") || unit.Is("over") || unit.Is("at") ||
		unit.Is("along") ||
		unit.Is("as") || unit.Is("with") || unit.Is("let")) && here.Unit == len(tokens)-1:
		return AtNothing // the name that the line binds
	case declLevel && fresh && complete && !(choice && before.Is("else")):
		return AtDecl
	case inMove && (before.Is("{") && here.Block == len(tokens)-1 || fresh && complete &&
		!before.Is(",")):
		return AtClause
	case here.Block >= 0 && decl.Is("end") && here.Open < 0 &&
		(here.Block == len(tokens)-1 || fresh && complete):
		return AtSentence
	case here.Block >= 0 && decl.Is("piece") && (here.Block == len(tokens)-1 || before.Is(",")):
		return AtAttribute
	case choice && (before.Is("turn") || before.Is("then") || before.Is("else") || before.Is(",")):
		return AtItem
	case inMove && unit.Is("do") && here.Open < 0 &&
		(before.Is("do") || before.Is(",") || before.Is(":")):
		return AtEffect
	case token.EndsOperand(before) && !before.Is("{"):
		return AtOperator
	}
	return AtOperand
}

// makesName reports whether a new name follows a word.
func makesName(t *token.Token) bool {
	return t.Kind == token.WordToken &&
		slices.Contains([]string{"def", "region", "counter", "memory", "option",
			"piece", "move", "value", "let", "each", "game", "chance", "players"}, t.Text)
}

// WordsAt returns the words of the language that may stand at a place where something is expected.
// Names of the language that are not words of the grammar, such as `mine`, are not among them.
func WordsAt(e Expected) []string {
	but := func(words []string, out ...string) []string {
		return slices.DeleteFunc(slices.Clone(words),
			func(w string) bool { return slices.Contains(out, w) })
	}
	switch e {
	case AtDecl:
		return slices.Concat(token.DeclWords, token.SoftDeclWords, []string{"if"})
	case AtClause:
		return slices.Concat(token.RoleWords, token.ClauseWords, []string{"weight"})
	case AtSentence:
		return but(token.OutcomeWords, "pass", "done", "illegal", "wins", "loses")
	case AtItem:
		return but(token.OutcomeWords, "wins", "loses", "highest", "lowest")
	case AtEffect:
		return append(but(token.EffectWords, "becomes"), "each", "let")
	case AtOperand:
		return append(slices.Clone(token.QuantifierWords), "not", "if", "let", "for")
	case AtOperator:
		return slices.Concat(but(token.LogicWords, "not", "for", "each"), token.OtherWords,
			[]string{"do", "with", "becomes"})
	case AtShape:
		return []string{"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns",
			"graph"}
	case AtPlane:
		return []string{"edges", "corners", "towers"}
	case AtAttribute:
		return []string{"neutral", "blocks", "on"}
	case AtPer:
		return []string{"player", "piece", "cell"}
	}
	return nil
}
