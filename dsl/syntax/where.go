package syntax

import (
	"slices"

	"boardgame/dsl/source"
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
	AtStep                      // a step of a path, behind the dot
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
	all, _ := lex(f)
	var tokens []Token
	for _, t := range all {
		word := t.Kind == NameToken || t.Kind == WordToken
		switch {
		case t.Kind == EndOfFile, t.Pos.Offset >= offset:
		case t.Kind == CommentToken:
			if offset <= t.End.Offset {
				return w
			}
		case t.Kind == StringToken && offset < t.End.Offset, t.Kind == StringToken && t.mended:
			if n := len(tokens); n > 0 && (tokens[n-1].is("extends") || tokens[n-1].is("use")) {
				w.Expected, w.Lo, w.Hi = AtFile, t.Pos.Offset+1, max(t.Pos.Offset+1, t.End.Offset-1)
			}
			return w
		case t.Kind == PictureToken && offset < t.End.Offset:
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
	soften(tokens)
	next := Token{Kind: NameToken, Text: Unread, first: fresh}
	next.Pos.Offset, next.Pos.Line, next.End = w.Lo, line, next.Pos
	here := locate(append(tokens[:len(tokens):len(tokens)], next), len(tokens))
	if here.decl < len(tokens) && len(tokens) > 0 {
		w.Decl = tokens[here.decl].Text
	}
	w.Expected = expected(tokens, here, fresh)
	return w
}

// expected says what may stand behind tokens.
func expected(tokens []Token, here place, fresh bool) Expected {
	if len(tokens) == 0 {
		return AtDecl
	}
	before := &tokens[len(tokens)-1]
	decl := &tokens[min(here.decl, len(tokens)-1)]
	complete := mayEnd(before, &Token{Kind: NameToken, Text: Unread, first: fresh})
	declLevel := here.block < 0 && here.open < 0
	inMove := here.block >= 0 && isMove(tokens, here) && here.open < 0
	unit := &tokens[min(here.unit, len(tokens)-1)]
	choice := decl.is("turn") || inMove && unit.is("then")
	switch {
	case before.is("."):
		return AtStep
	case before.is("board"):
		return AtShape
	case before.is("facing"):
		return AtDirection
	case before.is("per"):
		return AtPer
	case decl.is("board") && (before.is("with") || before.is(",") && here.open < 0):
		return AtPlane
	case makesName(before) && !(fresh && before.is("value")):
		return AtNothing
	case inMove && (unit.is("from") || unit.is("to") || unit.is("over") || unit.is("at") ||
		unit.is("along") ||
		unit.is("as") || unit.is("with") || unit.is("let")) && here.unit == len(tokens)-1:
		return AtNothing // the name that the line binds
	case declLevel && fresh && complete && !(choice && before.is("else")):
		return AtDecl
	case inMove && (before.is("{") && here.block == len(tokens)-1 || fresh && complete &&
		!before.is(",")):
		return AtClause
	case here.block >= 0 && decl.is("end") && here.open < 0 &&
		(here.block == len(tokens)-1 || fresh && complete):
		return AtSentence
	case here.block >= 0 && decl.is("piece") && (here.block == len(tokens)-1 || before.is(",")):
		return AtAttribute
	case choice && (before.is("turn") || before.is("then") || before.is("else") || before.is(",")):
		return AtItem
	case inMove && unit.is("do") && here.open < 0 &&
		(before.is("do") || before.is(",") || before.is(":")):
		return AtEffect
	case endsOperand(before) && !before.is("{"):
		return AtOperator
	}
	return AtOperand
}

// makesName reports whether a new name follows a word.
func makesName(t *Token) bool {
	return t.Kind == WordToken &&
		slices.Contains([]string{"def", "region", "counter", "memory", "option",
			"piece", "move", "value", "let", "each", "game", "chance", "players"}, t.Text)
}

// WordsAt returns the words of the language that may stand at a place where something is expected.
// Names of the language that are no words of the grammar, such as `mine`, are not among them.
func WordsAt(e Expected) []string {
	but := func(words []string, out ...string) []string {
		return slices.DeleteFunc(slices.Clone(words),
			func(w string) bool { return slices.Contains(out, w) })
	}
	switch e {
	case AtDecl:
		return slices.Concat(declWords, softDeclWords, []string{"if"})
	case AtClause:
		return slices.Concat(roleWords, clauseWords, []string{"weight"})
	case AtSentence:
		return but(outcomeWords, "pass", "done", "illegal", "wins", "loses")
	case AtItem:
		return but(outcomeWords, "wins", "loses", "highest", "lowest")
	case AtEffect:
		return append(but(effectWords, "becomes"), "each", "let")
	case AtOperand:
		return append(slices.Clone(quantifierWords), "not", "if", "let", "for")
	case AtOperator:
		return slices.Concat(but(logicWords, "not", "for", "each"), otherWords,
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
