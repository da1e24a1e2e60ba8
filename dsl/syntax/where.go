package syntax

import (
	"slices"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// Expected says what may stand at a place in a text.
type Expected uint8

// What may stand at a place.
const (
	AtNothing   Expected = iota // in a comment or a text, or where the author invents a name
	AtDecl                      // a declaration
	AtClause                    // a line of a move
	AtSentence                  // a sentence of `end`
	AtOperand                   // an expression
	AtOperator                  // what continues an expression, or ends it
	AtStep                      // a step of a path, after the dot
	AtEffect                    // an effect of a move
	AtItem                      // a move of a turn, or an outcome
	AtShape                     // the shape of a board
	AtPlane                     // edges or corners
	AtDirection                 // the direction that a player faces
	AtAttribute                 // an attribute of a piece
	AtFile                      // the name of a file, between quotes
	AtPer                       // what a counter is kept per
	AtPlayer                    // a player of a team
)

// Where is a place in a text with what may stand there.
type Where struct {
	Expected Expected
	Decl     string // the word that begins the declaration around it, or ""
	Lo, Hi   int    // the word being written, in bytes; empty if none is begun
}

// At says what may stand at a byte of a text, which may be incomplete.
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
			if n := len(tokens); n > 0 && tokens[n-1].Is("extends", "use") {
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
	// The word being written stands for any word: what may stand there depends on what precedes it.
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

// A cursor is the place after some tokens, with the facts that decide what may follow.
type cursor struct {
	token.Place
	before, decl, unit *token.Token
	fresh              bool // it is the first word of its line
	complete           bool // the tokens before it may be the end of something
	first              bool // it begins a block
	named              bool // the tokens end with the word that begins a line of the block
	inMove             bool // it is in the block of a move, outside brackets
	choice             bool // it is where a turn lists moves
}

// follows maps a word or sign to what always follows it.
var follows = map[string]Expected{
	".": AtStep, "board": AtShape, "facing": AtDirection, "per": AtPer,
}

// binders are the words after which a line of a move binds a name.
var binders = append([]string{"let"}, token.RoleWords...)

// places says what is expected at a cursor: the first line that holds for it counts.
var places = []struct {
	is   func(c *cursor) bool
	what Expected
}{
	{(*cursor).afterBoard, AtPlane},
	{(*cursor).atNewName, AtNothing},
	{func(c *cursor) bool { return c.inMove && c.named && c.before.Is(binders...) }, AtNothing},
	{func(c *cursor) bool {
		return c.decl.Text == "teams" && (c.before == c.decl || c.before.Is("+", ","))
	}, AtPlayer},
	{(*cursor).atDecl, AtDecl},
	{func(c *cursor) bool { return c.inMove && (c.first || c.begins() && !c.before.Is(",")) },
		AtClause},
	{func(c *cursor) bool {
		return c.inBlock("end") && c.Open < 0 && (c.first || c.begins())
	}, AtSentence},
	{func(c *cursor) bool { return c.inBlock("piece") && (c.first || c.before.Is(",")) }, AtAttribute},
	{func(c *cursor) bool { return c.choice && c.before.Is("turn", "then", "else", ",") }, AtItem},
	{func(c *cursor) bool {
		return c.inMove && c.unit.Is("do") && c.before.Is("do", ",", ":")
	}, AtEffect},
	{func(c *cursor) bool { return token.EndsOperand(c.before) && !c.before.Is("{") }, AtOperator},
}

// expected says what may stand after tokens.
func expected(tokens []token.Token, here token.Place, fresh bool) Expected {
	last := len(tokens) - 1
	if last < 0 {
		return AtDecl
	}
	c := &cursor{Place: here, fresh: fresh, before: &tokens[last],
		decl: &tokens[min(here.Decl, last)], unit: &tokens[min(here.Unit, last)],
		first: here.Block == last, named: here.Unit == last}
	if e, ok := follows[c.before.Text]; ok && c.before.Is(c.before.Text) {
		return e
	}
	next := token.Token{Kind: token.NameToken, Text: token.Unread, First: fresh}
	c.complete = token.MayEnd(c.before, &next)
	c.inMove = here.Block >= 0 && here.Open < 0 && token.IsMove(tokens, here)
	c.choice = c.decl.Is("turn") || c.inMove && c.unit.Is("then")
	for _, p := range places {
		if p.is(c) {
			return p.what
		}
	}
	return AtOperand
}

// begins reports whether something new may begin with a line here.
func (c *cursor) begins() bool { return c.fresh && c.complete }

// inBlock reports whether the cursor is in the block of a declaration of this sort.
func (c *cursor) inBlock(sort string) bool { return c.Block >= 0 && c.decl.Is(sort) }

// afterBoard reports whether the planes of the board follow, after `with`.
func (c *cursor) afterBoard() bool {
	return c.decl.Is("board") && (c.before.Is("with") || c.before.Is(",") && c.Open < 0)
}

// atNewName reports whether the author invents a name here.
func (c *cursor) atNewName() bool {
	return makesName(c.before) && !(c.fresh && c.before.Is("value"))
}

// atDecl reports whether a declaration may begin here.
func (c *cursor) atDecl() bool {
	return c.Block < 0 && c.Open < 0 && c.begins() && !(c.choice && c.before.Is("else"))
}

// makesName reports whether a new name follows a word.
func makesName(t *token.Token) bool {
	return t.Kind == token.WordToken &&
		slices.Contains([]string{"def", "region", "counter", "memory", "option",
			"piece", "move", "value", "let", "each", "game", "chance", "players"}, t.Text)
}

// WordsAt returns the words of the language that may stand where something is expected. It leaves
// out built-in names that are not words of the grammar, such as `mine`.
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
		return []string{"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns", "graph"}
	case AtPlane:
		return []string{"edges", "corners", "towers"}
	case AtAttribute:
		return []string{"neutral", "blocks", "on"}
	case AtPer:
		return []string{"player", "piece", "cell"}
	}
	return nil
}
