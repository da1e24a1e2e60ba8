package syntax

import (
	"strings"
	"sync"

	"boardgame/dsl/syntax/token"
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// rules is what one run of the grammar reads: usually one declaration, or several if they could not
// be told apart before.
type rules struct {
	Decls []Decl `parser:"@@*"`
}

// grammar is built from the tags in ast.go. The first token of every alternative identifies it, so
// the grammar needs no further lookahead, and every mistake is reported where it is. It is built on
// first use: building it would take a seventh of the time of a command that reads no rules.
var grammar = sync.OnceValue(func() *participle.Parser[rules] {
	return participle.MustBuild[rules](
		participle.Lexer(definition{}),
		participle.Elide("Space"),
		participle.UseLookahead(0),
		participle.ParseTypeWith(parseExpr),
		participle.ParseTypeWith(parseSum),
		participle.ParseTypeWith(parseStride),
		participle.Union[Decl](&Def{}, &Move{}, &Option{}, &Pieces{}, &State{}, &Region{}, &Game{},
			&Players{}, &Board{}, &Setup{}, &Turn{},
			&End{}, &Value{}, &Say{}, &Hidden{}, &After{}, &CondDecl{}, // the most frequent first
			&Use{}, &Teams{}),
		participle.Union[Clause](&Bind{}, &LetClause{}, &IfClause{}, &WeightClause{}),
		participle.Union[Action](&Place{}, &Remove{}, &Shift{}, &Each{}, &While{}, &Again{}, &LetAction{},
			&Change{}),
	)
})

// Parse reads a name; participle calls it by this method's name.
func (n *Name) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	if t.Type != typeName {
		return participle.NextMatch
	}
	lex.Next()
	*n = Name{Node: Node{t.Pos, lex.RawPeek().Pos}, Text: t.Value}
	return nil
}

// Parse reads a text; participle calls it by this method's name.
func (s *Str) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	if t.Type != typeString {
		return participle.NextMatch
	}
	lex.Next()
	*s = Str{Node: Node{t.Pos, lex.RawPeek().Pos}, Text: token.Unquote(t.Value)}
	return nil
}

// Parse reads a picture; participle calls it by this method's name.
func (p *Picture) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	if t.Type != typePicture {
		return participle.NextMatch
	}
	lex.Next()
	text := strings.TrimSuffix(strings.TrimPrefix(t.Value, `"""`), `"""`)
	*p = Picture{Node: Node{t.Pos, lex.RawPeek().Pos}, Text: text}
	return nil
}

// finish sets the few fields that the grammar cannot.
func finish(decls []Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *Move:
			for _, e := range d.Do {
				finishEffect(e)
			}
			finishChoice(d.Then)
		case *After:
			for _, e := range d.Effects {
				finishEffect(e)
			}
		case *Turn:
			finishChoice(d.Choice)
		case *End:
			for _, s := range d.Sentences {
				s.Plural = s.Player != nil && (s.Outcome == "win" || s.Outcome == "lose")
				// "wins" counts as "win" if the subject is named
				s.Outcome = strings.TrimSuffix(s.Outcome, "s")
			}
		case *CondDecl:
			for c := d; c != nil; c = c.ElseIf {
				finish(c.Then)
				finish(c.Else)
			}
		}
	}
}

func finishEffect(e *Effect) {
	switch a := e.Action.(type) {
	case *Change:
		if a.Spec != nil {
			a.Op = "becomes"
		}
	case *While:
		for _, e := range a.Effects {
			finishEffect(e)
		}
	case *Each:
		for _, e := range a.Effects {
			finishEffect(e)
		}
	}
}

// finishChoice normalizes the outcomes of named players: "wins" counts as "win".
func finishChoice(c *Choice) {
	if c == nil {
		return
	}
	for _, g := range c.Groups {
		for _, it := range g.Items {
			it.Plural = it.Does == "win" || it.Does == "lose"
			it.Does = strings.TrimSuffix(it.Does, "s")
		}
	}
}
