package token

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// MostMistakes limits how many mistakes of one text are shown.
const MostMistakes = 100

// Unread stands in a tree for an expression that could not be understood, so that the name it was
// to define is still known. No name has this spelling.
const Unread = "?"

// Clip shortens an author's text to fit into a message.
func Clip(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// WordLength returns how many bytes at the beginning of a text can belong to a name.
func WordLength(text string) int {
	for i, r := range text {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return i
		}
	}
	return len(text)
}

// PlainName reports whether a text could be a name.
func PlainName(text string) bool {
	return text != "" && WordLength(text) == len(text) && (text[0] < '0' || text[0] > '9')
}

// Unquote returns a text without its quotes.
func Unquote(text string) string {
	return strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
}

// Connects reports whether a word connects what is before and after it: if a name is missing before
// it, it was hardly meant as that name.
func Connects(word string) bool {
	switch word {
	case "in", "and", "or", "implies", "mod", "else", "when", "then", "on", "by", "per", "facing",
		"extends", "becomes":
		return true
	}
	return false
}

// Openers are the reserved words and signs that an expression can begin with.
var Openers = map[string]bool{"(": true, "{": true, "-": true, "players": true, "not": true,
	"if": true, "let": true, "for": true,
	"some": true, "no": true, "one": true, "all": true, "those": true, "union": true, "sum": true,
	"min": true, "max": true}

// StartsOperand reports whether an operand can begin with a token.
func StartsOperand(t *Token) bool {
	switch t.Kind {
	case NameToken, IntToken, StringToken:
		return true
	case SignToken, WordToken:
		return Openers[t.Text]
	}
	return false
}

// EndsOperand reports whether an operand can end with a token.
func EndsOperand(t *Token) bool {
	switch t.Kind {
	case NameToken, IntToken, StringToken, PictureToken:
		return true
	case SignToken:
		return t.Text == ")" || t.Text == "]" || t.Text == "}"
	case WordToken:
		return t.Text == "again" || t.Text == "players"
	}
	return false
}

// ExpectsOperand reports whether an expression must continue after a token.
func ExpectsOperand(t *Token) bool {
	switch t.Kind {
	case SignToken:
		return !(t.Text == ")" || t.Text == "]" || t.Text == "}" || t.Text == "{" ||
			t.Text == "*" || t.Text == "+")
	case WordToken:
		switch t.Text {
		case "and", "or", "not", "implies", "mod", "in", "if", "else", "when":
			return true
		}
	}
	return false
}

// EndsDecl reports whether a declaration can end with a token, or declarations begin after it.
func EndsDecl(t *Token) bool {
	return EndsOperand(t) || t.Is("{") || t.Kind == PictureToken || t.Is("turn")
}

// BeginsIf reports whether an `if` begins a declaration where declarations are allowed: it is at
// the beginning of a line, or after a brace, and what precedes it can be complete. The `if` of `say
// "…"` may be on a line of its own, but that of a block cannot. Tokens are those before the `if`, t
// is the `if` and after the rest.
func BeginsIf(tokens []Token, t *Token, after []Token) bool {
	before := &tokens[len(tokens)-1]
	if n := len(tokens); n > 1 && before.Kind == StringToken && tokens[n-2].Is("say") &&
		!headsBlock(after) {
		return false
	}
	return (t.First || before.Is("{", "}")) && !before.Is("else") && MayEnd(before, t)
}

// headsBlock reports whether a block follows a condition before the next declaration.
func headsBlock(tokens []Token) bool {
	for i := 1; i < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.First && t.Kind == WordToken && IsDeclWord(t.Text):
			return false
		case t.Is("{") && EndsOperand(&tokens[i-1]):
			return true
		}
	}
	return false
}

// Replacing replaces a text with another; an empty one removes it.
func Replacing(at source.Span, text string) diag.Fix {
	if text == "" {
		return Removing(at)
	}
	title := fmt.Sprintf("Replace `%s` with `%s`", Clip(at.Text()), text)
	if WordLength(text) > 0 { // `a%b` becomes `a mod b`
		all := at.File.Text
		if at.Lo > 0 && WordLength(all[at.Lo-1:at.Lo]) > 0 {
			text = " " + text
		}
		if at.Hi < len(all) && WordLength(all[at.Hi:at.Hi+1]) > 0 {
			text += " "
		}
	}
	return diag.Fix{Title: title, Span: at, Text: text}
}

// Removing removes a text, with the blanks before it if nothing else is on either side.
func Removing(at source.Span) diag.Fix {
	title := fmt.Sprintf("Take out `%s`", Clip(at.Text()))
	text := at.File.Text
	for at.Lo > 0 && text[at.Lo-1] == ' ' &&
		(at.Hi == len(text) || text[at.Hi] == ' ' || text[at.Hi] == '\n') {
		at.Lo--
	}
	return diag.Fix{Title: title, Span: at}
}

// Inserting inserts a word or sign after a token.
func Inserting(f *source.File, after Token, text string) diag.Fix {
	title := fmt.Sprintf("Insert `%s`", text)
	if text != "," && text != ")" && text != "]" {
		text = " " + text
	}
	at := after.End.Offset
	return diag.Fix{Title: title, Span: source.Span{File: f, Lo: at, Hi: at}, Text: text}
}
