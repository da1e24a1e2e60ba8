package syntax

import (
	"regexp"
	"strings"
)

// expressionGrammar describes what the expression parser reads, in the notation of the other rules.
// The table of levels in expr.go says the same. A test generates texts from these lines and parses
// them.
const expressionGrammar = `Expr = Or ("implies" Expr)? .
Or = And ("or" And)* .
And = Not ("and" Not)* .
Not = ("not" Not) | Compare .
Compare = Some (("=" | "!=" | "<" | "<=" | ">" | ">=" | "in") Some)? .
Some = (("some" | "no" | "one") Sum) | Sum .
Sum = Product (("+" | "-" | "|") Product)* .
Product = Power (("*" | "/" | "mod" | "&") Power)* .
Power = Unary ("^" Unary)? .
Unary = ("-" Path) | Path | Only | Slice | IfExpr | LetExpr | ForExpr | Quant .
Only = "the" Sum .
Slice = ("top" | "bottom") Sum? "of" Sum .
IfExpr = "if" Expr ":" Expr "else" Expr .
LetExpr = "let" <name> "=" Expr ":" Expr .
ForExpr = "for" Expr ":" Expr .
Quant = ("some" | "no" | "one" | "all" | "those" | "union" | "sum" | "min" | "max") <name> "in" Domain ":" Expr .
Path = Primary Step* .
Primary = <int> | <string> | Term | ("(" Expr ")") | ("{" (Domain ("," Domain)*)? "}") .
Term = (<name> | "players" | "min" | "max") ("(" (Expr ("," Expr)*)? ")")? .
Step = "." (Call | ("(" Expr ")")) ("[" Expr "]")? Rep? .
Rep = "*" | "+" | ("{" Domain "}") .
Stride = Call | ("(" Expr ")") .`

// lexicalGrammar explains the words in angle brackets.
const lexicalGrammar = `<name>: a letter or "_", then letters, digits and "_"; not a reserved word
<int>: digits
<string>: "…" on one line
<picture>: """…"""
A comment goes from # to the end of its line.`

// EBNF returns the grammar of the language: the declarations as participle knows them, the
// expressions as the expression parser reads them. An explanation of the words in angle brackets
// follows.
func EBNF() string {
	text := grammar().String()
	text = strings.Replace(text, "Rules = ", "File = ", 1)
	text = regexp.MustCompile(`\(\?= <name> ":"\) `).ReplaceAllString(text, "")
	// The lookahead of a setup only says that it has at least one of its parts.
	text = regexp.MustCompile(`(?m)^Setup = .*$`).ReplaceAllString(text,
		`Setup = "setup" (((<picture> | ("{" SetupItem (","? SetupItem)* "}")) ("then" Choice)?) | ("then" Choice)) .`)
	for _, r := range []struct{ class, token string }{{"Name", "<name>"}, {"Str", "<string>"},
		{"Picture", "<picture>"}} {
		text = regexp.MustCompile(`\b`+r.class+`\b`).ReplaceAllString(text, r.token)
	}
	text = strings.NewReplacer(`"under":Word`, `"under"`, `"hidden":Word`, `"hidden"`,
		`"teams":Word`, `"teams"`).Replace(text)
	text = strings.Replace(text, `("->" | "<->" | ":=" | "+=" | "-=") "under"? Expr`,
		`(("->" "under"?) | "<->" | ":=" | "+=" | "-=") Expr`, 1)
	text = strings.NewReplacer(`"::"`, `":"`, `",,"`, `","`).Replace(text)
	// Words that are names in one place and reserved in others, see token.Soften.
	for _, r := range []struct{ rule, from, to string }{
		{"Item", "<name>", `(<name> | "pass" | "done" | "win" | "lose" | "draw" | "illegal" | Verb)`},
		{"Move", "<name>", "(<name> | Verb)"},
		{"State", `"per" <name> ("," <name>)*`,
			`"per" (<name> | "piece") ("," (<name> | "piece"))*`},
		{"Attr", "<name>", `(<name> | "on")`},
	} {
		text = regexp.MustCompile(`(?m)^`+r.rule+` = .*$`).ReplaceAllStringFunc(text,
			func(line string) string {
				return strings.Replace(line, r.from, r.to, 1)
			})
	}
	text += "\n" + `Verb = "place" | "remove" | "shift" | "each" | "becomes" | "again" .` + "\n"
	return text + expressionGrammar + "\n\n" + lexicalGrammar + "\n"
}
