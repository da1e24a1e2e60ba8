package syntax

import (
	"errors"
	"regexp"
	"strings"

	"boardgame/dsl/syntax/mend"
	"boardgame/dsl/syntax/token"
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// stopOf says where the grammar stopped, given its error.
func stopOf(tokens []token.Token, pos lexer.Position, err error) mend.Stop {
	stop := mend.Stop{At: indexOf(tokens, pos, err)}
	if own, ok := errors.AsType[*syntaxError](err); ok {
		stop.Expr = &own.Complaint
	}
	stop.Words, stop.Class = expectation(err)
	return stop
}

var quotedWord = regexp.MustCompile(`"([^"]+)"`)

// expectation extracts from participle's message the first thing that was allowed there: fixed
// words and signs, or the name of a part of the grammar.
func expectation(err error) (words []string, class string) {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return nil, ""
	}
	_, text, found := strings.Cut(unexpected.Message(), " (expected ")
	if !found {
		return nil, ""
	}
	text = strings.TrimSuffix(text, ")")
	switch {
	case text == "":
	case text[0] == '"':
		if m := quotedWord.FindStringSubmatch(text); m != nil {
			return m[1:2], ""
		}
	case text[0] == '(':
		depth := 0
		for i, r := range text {
			if r == '(' {
				depth++
			} else if r == ')' {
				if depth--; depth == 0 {
					text = text[:i]
					break
				}
			}
		}
		for _, m := range quotedWord.FindAllStringSubmatch(text, -1) {
			if m[1] != "under" { // allowed besides `on`, which is usually meant
				words = append(words, m[1])
			}
		}
		return words, ""
	default:
		return nil, text[:token.WordLength(text)]
	}
	return nil, ""
}

// indexOf returns the index of the token that an error is about; one past the last at the end of
// the piece.
func indexOf(tokens []token.Token, pos lexer.Position, err error) int {
	text, end := "", false
	var unexpected *participle.UnexpectedTokenError
	var own *syntaxError
	switch {
	case errors.As(err, &own):
		text, end = own.at.Value, own.at.EOF()
	case errors.As(err, &unexpected):
		text, end = unexpected.Unexpected.Value, unexpected.Unexpected.EOF()
	}
	if end {
		return len(tokens)
	}
	first := -1
	for i := range tokens {
		if tokens[i].Pos.Offset == pos.Offset {
			if tokens[i].Text == text {
				return i
			}
			first = i
		}
	}
	if first >= 0 {
		return first
	}
	return len(tokens)
}
