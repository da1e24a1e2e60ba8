package mend

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

func show(tokens []token.Token, i int) string {
	if i >= len(tokens) {
		return "the end of the declaration"
	}
	if tokens[i].Kind == token.PictureToken {
		return "a picture"
	}
	return "`" + token.Clip(tokens[i].Text) + "`"
}

// span returns the place of token i. At the end of the tokens, or if behind is set and token i is
// on a later line, it returns that of the token before, where something is missing.
func (p *Mender) span(tokens []token.Token, i int, behind bool) source.Span {
	if i > 0 && (i >= len(tokens) || behind && tokens[i].Pos.Line > tokens[i-1].End.Line) {
		return tokens[i-1].Span(p.File)
	}
	if i >= len(tokens) {
		return source.Span{File: p.File}
	}
	return tokens[i].Span(p.File)
}

// classes names the parts of the grammar in plain words.
var classes = map[string]string{
	"Name": "a name", "Str": "a text in quotes", "Picture": "a picture",
	"Expr": "a set, a number or a condition",
	"Sum":  "a set or a number", "Stride": "a direction or a step", "Domain": "a set or a range",
	"Player": "the name of a player",
	"Line":   "a line such as `line a-b-c`", "PerPlayer": "the name of a player",
	"Piece": "the name of a piece",
	"Attr":  "a property such as `neutral`", "SetupItem": "a line such as `White pawn: rank(2)`",
	"Spec": "a kind of piece",
	"Call": "a name", "Point": "a name", "Cond": "a condition", "Effect": "an effect such as `p -> q`",
	"Action": "an effect such as `p -> q`",
	"Choice": "the name of a move", "Group": "the name of a move", "Item": "the name of a move",
	"Best":     "`with most` or `with least`",
	"Sentence": "a sentence such as `win if no theirs`", "CondDecl": "`if` or `{`",
	"RoleValue": "a role", "Clause": "a line of a move",
	"Decl": "a declaration", "HiddenItem": "something to hide",
}

// named are the parts of the grammar that begin with a name, so that a reserved word there is meant
// as a name.
var named = map[string]bool{"Name": true, "Player": true, "PerPlayer": true, "Piece": true,
	"Attr": true, "Spec": true, "Call": true, "Point": true,
	"SetupItem": true, "Choice": true, "Group": true, "Item": true}

// or joins alternatives: "a, b or c".
func or(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	if n := len(quoted); n > 1 {
		return strings.Join(quoted[:n-1], ", ") + " or " + quoted[n-1]
	}
	return strings.Join(quoted, "")
}

// diagnose reports what is wrong where the grammar stopped, and how to repair it.
func (p *Mender) diagnose(tokens []token.Token, stop Stop) mistake {
	i := stop.At
	if t, _ := around(tokens, i); t.Kind == token.WordToken && p.refused[t.Text] {
		// the declaration has been reported
		return mistake{how: replace, kind: token.NameToken, text: t.Text}
	}
	pl := token.Locate(tokens, min(i, len(tokens)-1))
	if m, ok := p.idiom(tokens, i, pl); ok {
		return m
	}
	if stop.Expr != nil {
		return p.noExpr(tokens, i, stop.Expr)
	}
	if m, ok := p.kept(tokens, i, pl); ok {
		return m
	}
	if straysComma(tokens, stop) {
		return p.strayComma(tokens, i)
	}
	if named[stop.Class] || stop.Class == "Name" {
		return p.noName(tokens, i, pl, stop)
	}
	endsBlock := slices.Equal(stop.Words, []string{"}"})
	switch {
	case pl.Block < 0 && len(stop.Words) == 0 && stop.Class == "":
		return p.noDeclaration(tokens, i, pl)
	case pl.Block >= 0 && token.IsMove(tokens, pl) && endsBlock:
		return p.noClause(tokens, i, pl)
	case pl.Block >= 0 && tokens[pl.Decl].Is("end") &&
		(stop.Class == "Sentence" || slices.Contains(stop.Words, "win")):
		return p.noSentence(tokens, i, pl)
	case endsBlock:
		return p.endOfBlock(tokens, i, pl)
	case slices.Contains(stop.Words, "->"):
		return p.noEffect(tokens, i, pl)
	case len(stop.Words) > 0:
		return p.noWord(tokens, i, pl, stop.Words)
	case stop.Class != "":
		return p.noClass(tokens, i, pl, stop.Class)
	}
	return p.misplaced(tokens, i)
}

// say makes a mistake at token i, or right after the token before it, with nothing done about it
// yet.
func (p *Mender) say(tokens []token.Token, i int, code diag.Code, after bool,
	summary string) mistake {
	return mistake{before: after,
		diag: &diag.Diagnostic{Code: code, Span: p.span(tokens, i, after), Summary: summary}}
}

// mean takes the word at fault for one that is spelled alike.
func (m *mistake) mean(word string) {
	m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
	m.how, m.kind, m.text = replace, token.WordToken, word
}

// misplaced makes a mistake of a token that fits nowhere around it.
func (p *Mender) misplaced(tokens []token.Token, i int) mistake {
	return p.say(tokens, i, token.Misplaced, false, show(tokens, i)+" does not belong here")
}

// noExpr handles an expression that the expression parser could not read.
func (p *Mender) noExpr(tokens []token.Token, i int, own *Complaint) mistake {
	t, before := around(tokens, i)
	if own.Code == token.ExprExpected {
		switch {
		case before.Is(",") && reservedMember(tokens, i):
			return mistake{how: replace, kind: token.NameToken, text: t.Text,
				diag: &diag.Diagnostic{Code: token.ReservedName, Span: t.Span(p.File),
					Summary: fmt.Sprintf("`%s` is a word of the language and cannot be a name",
						t.Text), Suggestion: "choose another name"}}
		case before.Is(","), t.Is(",") && promisesList(&before):
			return p.strayComma(tokens, i)
		}
	}
	m := p.say(tokens, i, own.Code, own.Behind, own.Summary)
	m.diag.Detail, m.diag.Suggestion = own.Detail, own.Suggestion
	switch {
	case own.Code == token.ReservedName:
		m.how, m.kind, m.text = replace, token.NameToken, t.Text
	case own.Code == token.NotClosed && before.Virtual:
		m.diag = nil
	}
	return m
}

// straysComma reports whether the grammar stopped at a comma that begins a list, or after one that
// ends it.
func straysComma(tokens []token.Token, stop Stop) bool {
	if stop.Class == "" {
		return false
	}
	t, before := around(tokens, stop.At)
	if t.Is(",") && stop.At > 0 && promisesList(&before) {
		return true
	}
	ends := stop.At >= len(tokens) || t.Kind == token.SignToken || t.Kind == token.WordToken && t.First
	return before.Is(",") && len(stop.Words) == 0 && ends
}

// noClass handles a missing part of the grammar that has a name.
func (p *Mender) noClass(tokens []token.Token, i int, pl token.Place, class string) mistake {
	t, before := around(tokens, i)
	what := cmp.Or(classes[class], "something else")
	code := token.ExprExpected
	switch class {
	case "Str":
		code = token.StringExpected
	case "Effect", "Action":
		code = token.EffectExpected
	}
	switch {
	case t.Is("}") && before.Is("{"):
		return p.say(tokens, i, token.EmptyBlock, false,
			fmt.Sprintf("`%s { }` says nothing: expected %s", tokens[pl.Decl].Text, what))
	case before.Text == "":
		return p.say(tokens, i, code, true, "expected "+what)
	}
	m := p.say(tokens, i, code, true,
		fmt.Sprintf("expected %s after `%s`", what, token.Clip(before.Text)))
	if n := bareWords(tokens, i); class == "Str" && n > 0 {
		m.diag.Span = t.Span(p.File).To(tokens[i+n-1].Span(p.File))
		text := `"` + m.diag.Span.Text() + `"`
		m.diag.Suggestion = fmt.Sprintf("write `%s %s`", before.Text, token.Clip(text))
		m.diag.Fixes = []diag.Fix{token.Replacing(m.diag.Span, text)}
		return m
	}
	if t.Kind == token.WordToken && t.Pos.Line == before.Pos.Line {
		m.diag.Summary += fmt.Sprintf(", but `%s` is a word of the language", t.Text)
	}
	return m
}

// bareWords returns how many words from token i on, the first of them a name or a quantifier, are
// on the line of the token before and may have been meant as a text.
func bareWords(tokens []token.Token, i int) int {
	n := 0
	for i+n < len(tokens) && !tokens[i+n].First && !tokens[i+n].Is("if", "extends", "when") &&
		(tokens[i+n].Kind == token.NameToken || isQuantifier(tokens[i+n].Text) ||
			n > 0 && (tokens[i+n].Kind == token.WordToken || tokens[i+n].Kind == token.IntToken)) {
		n++
	}
	return n
}

// around returns token i and the one before it, each an empty token if there is none.
func around(tokens []token.Token, i int) (t, before token.Token) {
	if i < len(tokens) {
		t = tokens[i]
	}
	if i > 0 {
		before = tokens[i-1]
	}
	return t, before
}

// strayComma handles a comma with nothing after it, which is the token before i, or with nothing
// before it.
func (p *Mender) strayComma(tokens []token.Token, i int) mistake {
	if !tokens[i-1].Is(",") {
		return mistake{how: dropToken,
			diag: &diag.Diagnostic{Code: token.CommaTooMany, Span: tokens[i].Span(p.File),
				Summary: fmt.Sprintf("something is missing between `%s` and this comma",
					token.Clip(tokens[i-1].Text)), Suggestion: "remove the comma"}}
	}
	return mistake{how: dropBefore,
		diag: &diag.Diagnostic{Code: token.CommaTooMany, Span: tokens[i-1].Span(p.File),
			Summary:    fmt.Sprintf("something is missing between this comma and %s", show(tokens, i)),
			Suggestion: "remove the comma, or continue the list"}}
}

// reservedMember reports whether a token is a word of the language that is alone as a member of a
// list in braces, as in {a, draw}.
func reservedMember(tokens []token.Token, i int) bool {
	if i+1 >= len(tokens) || tokens[i].Kind != token.WordToken || tokens[i].First ||
		!tokens[i+1].Is(",") && !tokens[i+1].Is("}") {
		return false
	}
	for j := i - 1; j > 0 && (tokens[j].Is(",") || tokens[j].Kind == token.NameToken); j-- {
		if tokens[j-1].Is("{") {
			return true
		}
	}
	return false
}

// promisesList reports whether a list can follow a token.
func promisesList(t *token.Token) bool {
	return t.Is("(", "[", "{", "do", "if", "ensure", "then", "turn", "players", "piece")
}

// kept recognizes what the language reserves for later, and names an alternative.
func (p *Mender) kept(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	is := func(j int, name string) bool {
		return j < len(tokens) && tokens[j].Kind == token.NameToken && tokens[j].Text == name
	}
	switch {
	case i > 1 && is(i-1, "simultaneous") && tokens[i-2].Is("turn"):
		m := p.say(tokens, i-1, token.NotYet, false, "moves of several players at the same time "+
			"are kept for a later version of the language")
		m.diag.Suggestion = "let them choose one after another and hide the choice: " +
			"`hidden bid(players - me)`"
		m.at, m.how = i-1, dropToken
		return m, true
	case is(i, "hidden") && i > pl.Decl:
		m := p.say(tokens, i, token.NotYet, false, "what is hidden is a declaration of its own")
		m.diag.Suggestion = "write a line `hidden NAME(players - me)`, which says from whom the " +
			"value is hidden"
		m.how = dropRest
		value := slices.IndexFunc(tokens[i:token.UnitEnd(tokens, pl, i+1)], isWord("="))
		if value >= 0 { // the value follows, and the memory is known
			m.how, m.width = dropToken, value
		}
		return m, true
	}
	return mistake{}, false
}

// noName handles something other than a name where one is declared or mentioned.
func (p *Mender) noName(tokens []token.Token, i int, pl token.Place, stop Stop) mistake {
	what := classes[stop.Class]
	m := p.say(tokens, i, token.NameExpected, true, "expected "+what)
	choice := stop.Class == "Choice" || stop.Class == "Group" || stop.Class == "Item"
	if choice {
		m.diag.Code = token.ChoiceExpected
	}
	if i == 0 {
		return m
	}
	before := tokens[i-1]
	m.diag.Summary = fmt.Sprintf("expected %s after `%s`", what, token.Clip(before.Text))
	if i >= len(tokens) {
		return m
	}
	t := tokens[i]
	switch {
	case stop.Class == "SetupItem" && !t.Is("}") && !isQuotedName(t):
		return p.noSetupLine(tokens, i)
	case t.Kind == token.WordToken && t.Text == before.Text:
		m.diag.Code = token.Misplaced
		m.diag.Summary = fmt.Sprintf("`%s` is written twice", t.Text)
		m.how = dropToken
	case t.Kind == token.WordToken && token.Connects(t.Text) && i+1 < len(tokens) &&
		token.StartsOperand(&tokens[i+1]) && !(before.First && tokens[i+1].Is("(")):
	case t.Kind == token.WordToken && (t.Pos.Line == before.End.Line || before.Is(",")) &&
		!(choice && t.Is("if")):
		p.reservedName(&m, t, before, choice)
	case isQuotedName(t):
		name := token.Unquote(t.Text)
		m.diag.Summary += ": names have no quotes"
		m.diag.Suggestion = fmt.Sprintf("write `%s`", name)
		m.how, m.kind, m.text = replace, token.NameToken, name
	case t.Is("}") && before.Is("{"):
		m.diag.Code = token.EmptyBlock
		m.diag.Summary = fmt.Sprintf("`%s { }` says nothing: expected %s", tokens[pl.Decl].Text,
			what)
	case t.Is(")") && before.Is("("):
		m.diag.Summary, m.diag.Suggestion = "empty parentheses",
			"without parameters it is just the name: `def NAME = …`"
	}
	return m
}

// noSetupLine handles a line of a setup that begins with something other than a name.
func (p *Mender) noSetupLine(tokens []token.Token, i int) mistake {
	t := &tokens[i]
	m := p.say(tokens, i, token.NameExpected, false,
		fmt.Sprintf("no line of a setup begins with `%s`", token.Clip(t.Text)))
	m.diag.Suggestion = "begin with the owner and the kind, as in `White pawn: rank(2)`"
	if i+1 < len(tokens) && tokens[i+1].Kind == token.NameToken && !tokens[i+1].First {
		m.diag.Suggestion = "leave it out: a line is written as in `White pawn: rank(2)`"
		m.how = dropToken
	}
	return m
}

// reservedName describes a word of the language in place of a name, or, if choice is set, in place
// of a move.
func (p *Mender) reservedName(m *mistake, t, before token.Token, choice bool) {
	m.how, m.kind, m.text = replace, token.NameToken, t.Text
	m.diag.Code = token.ReservedName
	if choice { // nothing is declared here; the checker, which knows the moves, says more
		m.diag.Summary = fmt.Sprintf("`%s` is a word of the language, not a move", t.Text)
		m.diag.Suggestion = "write the name of a move, or `pass`, `done`, `win`, `lose`, " +
			"`draw` or `illegal`"
		return
	}
	m.diag.Summary = fmt.Sprintf("`%s` is a word of the language and cannot be a name", t.Text)
	m.diag.Suggestion = "choose another name"
	if before.Kind == token.WordToken &&
		(before.First || slices.Contains(token.RoleWords, before.Text) || before.Is("let")) {
		p.refused[t.Text] = true
	}
}

// isQuotedName reports whether a token is a quoted text that could be a name.
func isQuotedName(t token.Token) bool {
	name := token.Unquote(t.Text)
	return t.Kind == token.StringToken && t.Text == `"`+name+`"` && token.PlainName(name) &&
		!token.Reserved(name)
}

// noDeclaration handles something between declarations, or after the end of one.
func (p *Mender) noDeclaration(tokens []token.Token, i int, pl token.Place) mistake {
	if i >= len(tokens) {
		return p.say(tokens, i, token.Misplaced, false, "the declaration is not complete")
	}
	t := tokens[i]
	m := p.misplaced(tokens, i)
	if tokens[pl.Decl].Is("board") && i == pl.Decl+2 &&
		(t.Kind == token.IntToken || t.Kind == token.NameToken) {
		m.diag.Code, m.diag.Summary = token.WordExpected, fmt.Sprintf("expected `(` after `%s`",
			token.Clip(tokens[i-1].Text))
		m.diag.Suggestion = "write the size of a board in parentheses, as in `square(8, 8)`"
		return m
	}
	if head := &tokens[pl.Decl]; i > pl.Decl+1 && t.Kind == token.NameToken &&
		head.Is("turn", "players", "piece") &&
		token.EndsOperand(&tokens[i-1]) && (!t.First || t.Pos.Column > head.Pos.Column) {
		return p.noComma(tokens, i)
	}
	if i > 0 && t.Pos.Line == tokens[i-1].End.Line && token.EndsOperand(&tokens[i-1]) &&
		(t.Kind == token.NameToken || t.Kind == token.IntToken || t.Is("(")) {
		return p.sideBySide(tokens, i)
	}
	if token.IsDeclWord(t.Text) { // nothing that fits follows it
		return p.say(tokens, i, token.Misplaced, false,
			fmt.Sprintf("the declaration `%s` is not complete", t.Text))
	}
	if t.Kind == token.NameToken {
		words := slices.Concat(token.DeclWords, token.SoftDeclWords, []string{"if"})
		m.diag.Code = token.UnknownDecl
		m.diag.Summary = fmt.Sprintf("no declaration begins with `%s`", token.Clip(t.Text))
		m.diag.Suggestion = "declarations begin with " + or(words)
		if word := diag.Nearest(t.Text, words); word != "" {
			m.mean(word)
		}
	} else if known, ok := (&spot{p: p, tokens: tokens, i: i, pl: pl}).find(strayIdioms); ok {
		return known
	}
	return m
}

// noComma handles two members of a list without a comma between them, or with a misspelled role
// between them.
func (p *Mender) noComma(tokens []token.Token, i int) mistake {
	m := mistake{diag: &diag.Diagnostic{Code: token.CommaMissing, Span: tokens[i].Span(p.File),
		Summary: fmt.Sprintf("a comma is missing before `%s`", token.Clip(tokens[i].Text))},
		how:  insert,
		kind: token.SignToken, text: ",", guess: true}
	if i+1 < len(tokens) && tokens[i].Kind == token.NameToken && token.StartsOperand(&tokens[i+1]) &&
		!tokens[i].First {
		if word := diag.Nearest(tokens[i].Text,
			append([]string{"when", "else", "facing"}, token.RoleWords...)); word != "" {
			m.diag.Code = token.Misplaced
			m.diag.Summary = fmt.Sprintf("`%s` cannot follow `%s`", token.Clip(tokens[i].Text),
				token.Clip(tokens[i-1].Text))
			m.mean(word)
			m.guess = false
		}
	}
	return m
}

// Quantifier returns the word, such as `those`, that a name before `x in …` most likely stands for;
// "" if there is none.
func Quantifier(name string) string { return diag.Nearest(name, token.QuantifierWords) }

// functions are built-in names that always take an argument, so that an operand after them is meant
// as the argument.
var functions = []string{"count", "column", "row", "distance", "abs", "even", "odd", "owner",
	"kind", "file", "rank", "marked"}

// sideBySide handles two operands without an operator between them.
func (p *Mender) sideBySide(tokens []token.Token, i int) mistake {
	m := mistake{diag: &diag.Diagnostic{Code: token.OperatorMissing, Span: tokens[i].Span(p.File),
		Summary: fmt.Sprintf("an operator is missing between `%s` and %s",
			token.Clip(tokens[i-1].Text), show(tokens, i)),
		Suggestion: "sets are joined with `&` (in both), `|` (in one of them) or `-` (in the " +
			"first only), conditions with `and` or `or`"}}
	if word := Quantifier(tokens[i-1].Text); word != "" && i+1 < len(tokens) &&
		tokens[i].Kind == token.NameToken && tokens[i+1].Is("in") {
		m.mean(word)
		m.at = i - 1
	} else if word := strings.ToLower(tokens[i-1].Text); word != tokens[i-1].Text &&
		token.Openers[word] {
		m.diag.Code, m.diag.Span = token.Misplaced, tokens[i-1].Span(p.File)
		m.diag.Summary = fmt.Sprintf("`%s` is not a word of the language", tokens[i-1].Text)
		m.mean(word)
		m.at = i - 1
	} else if tokens[i-1].Text == "none" {
		m.diag.Suggestion = "`none` is the empty set; to say that a set is empty, write `no` before it"
	} else if name := &tokens[i-1]; name.Kind == token.NameToken &&
		!slices.Contains(functions, name.Text) && betweenArguments(tokens, i) {
		return p.noComma(tokens, i)
	} else if name.Kind == token.NameToken &&
		(tokens[i].Kind == token.IntToken || slices.Contains(functions, name.Text)) {
		m.diag.Suggestion = fmt.Sprintf("write arguments in parentheses: `%s(%s)`",
			token.Clip(tokens[i-1].Text), token.Clip(tokens[i].Text))
	}
	return m
}

// singular are further built-in names that take one argument.
var singular = []string{"edge", "back", "left", "right", "side", "height", "holding", "the"}

// betweenArguments reports whether token i is directly in the parentheses of a function that may
// take several arguments.
func betweenArguments(tokens []token.Token, i int) bool {
	open := token.Locate(tokens, i).Open
	if open < 1 || !tokens[open].Is("(") || tokens[open-1].Kind != token.NameToken {
		return false
	}
	name := tokens[open-1].Text
	return name == "distance" || !slices.Contains(functions, name) && !slices.Contains(singular, name)
}

// noClause handles something in a move where a line should begin or the move should end.
func (p *Mender) noClause(tokens []token.Token, i int, pl token.Place) mistake {
	if i >= len(tokens) {
		return p.say(tokens, i, token.Misplaced, false, "the move is not complete")
	}
	above := clausesAbove(tokens, i, pl)
	if summary, suggestion := above.outOfOrder(&tokens[i]); summary != "" {
		m := p.say(tokens, i, token.ClauseOrder, false, summary)
		m.diag.Suggestion = suggestion
		if start := tokens[pl.Block].Pos.Offset; suggestion == clauseOrder && p.ordered[start] {
			m.diag = nil // the message about the first line says the whole order
		} else if suggestion == clauseOrder {
			p.ordered[start] = true
		}
		return m
	}
	if m, ok := p.meantClause(tokens, i, pl, above); ok {
		return m
	}
	return p.inClause(tokens, i, above)
}

// clauses describes the lines of a move above a token.
type clauses struct {
	seen map[string]bool // by their first word
	last string          // the first word of the nearest one
}

// effects reports whether there is a line after which no bindings or conditions are allowed.
func (c clauses) effects() bool { return c.seen["do"] || c.seen["ensure"] || c.seen["then"] }

// clausesAbove finds the lines of a move above token i, not counting the line that the token itself
// begins.
func clausesAbove(tokens []token.Token, i int, pl token.Place) clauses {
	c := clauses{seen: map[string]bool{}}
	for j := pl.Block + 1; j < i; j++ {
		w := &tokens[j]
		unit := token.Place{Decl: pl.Decl, Block: pl.Block,
			Unit: max(pl.Block+1, min(pl.Unit, j-1)),
			Open: -1}
		if (w.Is("let") || beginsLine(w)) && token.BeginsUnit(tokens, j, unit) {
			c.seen[w.Text], c.last = true, w.Text
		}
		if opens(w) {
			j = token.Match(tokens, j)
		}
	}
	return c
}

// outOfOrder says what is wrong with a line that is not allowed below those above it, and what to
// do; "" if it is allowed.
func (c clauses) outOfOrder(t *token.Token) (summary, suggestion string) {
	if t.Kind != token.WordToken {
		return "", ""
	}
	binds := t.Is("let") || slices.Contains(token.RoleWords, t.Text)
	switch {
	case t.Is("if") && c.effects():
		return "conditions come before `do`",
			"move the line up; use `ensure` for what must hold afterward, " +
				"and `when` for the condition of one effect"
	case binds && c.effects():
		return fmt.Sprintf("`%s` comes before `do`", t.Text),
			"what a move binds is read before its effects: move the line up"
	case t.Is("do") && c.seen["do"]:
		return "a move has one `do`", "join the effects with commas"
	case t.Is("ensure") && c.seen["ensure"]:
		return "a move has one `ensure`", "join the conditions with commas"
	case t.Is("then") && c.seen["then"]:
		return "a move has one `then`", "join the choices with commas, or with `else`"
	case t.Is("do"), t.Is("ensure"):
		return fmt.Sprintf("`%s` comes before `%s`", t.Text, c.last),
			clauseOrder
	}
	return "", ""
}

const clauseOrder = "the order is: what is bound and what must hold, `do`, `ensure`, `then`"

// meantClause handles a line whose first word is misspelled, or missing before an effect.
func (p *Mender) meantClause(tokens []token.Token, i int, pl token.Place, above clauses) (m mistake,
	ok bool) {
	t := &tokens[i]
	m = p.say(tokens, i, token.UnknownClause, false,
		fmt.Sprintf("no line of a move begins with `%s`", token.Clip(t.Text)))
	if t.Kind == token.NameToken && (t.First || token.Reserved(strings.ToLower(t.Text))) ||
		i == pl.Block+1 {
		if word := nearestClause(tokens, i); word != "" {
			m.mean(word)
			return m, true
		}
	}
	if t.Kind != token.NameToken {
		return m, false
	}
	if !above.seen["do"] && effectAhead(tokens, i) {
		m.diag.Code = token.AssignmentInExpr
		m.diag.Suggestion = "effects belong after `do`"
		m.how, m.kind, m.text, m.guess = insert, token.WordToken, "do", true
		return m, true
	}
	if t.First && above.last == "do" && !effectAhead(tokens, i) {
		return p.unknownClause(tokens, i), true
	}
	return m, false
}

// inClause handles a token that does not fit into the line above it and begins no other line.
func (p *Mender) inClause(tokens []token.Token, i int, above clauses) mistake {
	t, before := &tokens[i], &tokens[i-1]
	m := p.misplaced(tokens, i)
	operand := t.Kind == token.NameToken || t.Kind == token.IntToken || t.Is("(")
	switch {
	case above.last == "then" && t.Kind == token.NameToken,
		above.beginsItem(t, operand) && token.MayEnd(before, t):
		return p.noComma(tokens, i)
	case changes(t), t.Kind == token.WordToken && token.IsEffectVerb(t.Text):
		m.diag.Code = token.AssignmentInExpr
		m.diag.Summary = fmt.Sprintf("`%s` changes something and is not allowed here", t.Text)
		m.diag.Suggestion = "effects belong after `do`, joined with commas"
	case operand && !t.First && token.EndsOperand(before):
		return p.sideBySide(tokens, i)
	case t.Kind == token.StringToken && above.last != "":
		m.diag.Summary = "the text " + m.diag.Summary
		m.diag.Suggestion = "reasons follow the conditions of `if` and `ensure`"
		m.how = dropToken
	case t.Kind == token.NameToken:
		return p.unknownClause(tokens, i)
	case t.Kind == token.WordToken && token.IsDeclWord(t.Text):
		m.diag.Suggestion = "declarations belong outside the braces of a move"
	}
	return m
}

// beginsItem reports whether a token may begin another effect or condition of the line above, which
// is a list of them.
func (c clauses) beginsItem(t *token.Token, operand bool) bool {
	switch c.last {
	case "do":
		return operand || t.Kind == token.WordToken && (token.IsEffectVerb(t.Text) || t.Is("not"))
	case "if", "ensure":
		return operand || t.Kind == token.WordToken && (isQuantifier(t.Text) || t.Is("not"))
	}
	return false
}

// unknownClause handles a line of a move that begins with an unknown word.
func (p *Mender) unknownClause(tokens []token.Token, i int) mistake {
	return mistake{how: dropLine,
		diag: &diag.Diagnostic{Code: token.UnknownClause, Span: tokens[i].Span(p.File),
			Summary: fmt.Sprintf("no line of a move begins with `%s`",
				token.Clip(tokens[i].Text)),
			Suggestion: "lines begin with " +
				or(append(slices.Clone(token.RoleWords), token.ClauseWords...))}}
}

// effectAhead reports whether an effect begins with token i, a name: its verb follows on the same
// line.
func effectAhead(tokens []token.Token, i int) bool {
	for j := i + 1; j < len(tokens); j++ {
		if tokens[j].First || tokens[j].Is(",", "}") {
			break
		}
		if changes(&tokens[j]) {
			return true
		}
		if opens(&tokens[j]) {
			j = token.Match(tokens, j)
		}
	}
	return false
}

// changes reports whether a token is the sign or verb in the middle of an effect.
func changes(t *token.Token) bool {
	return t.Is("->", "<->", ":=", "+=", "-=", "becomes")
}

func isQuantifier(word string) bool { return slices.Contains(token.QuantifierWords, word) }

// nearestClause returns the word that a line of a move was most likely meant to begin with. What
// follows it has to fit.
func nearestClause(tokens []token.Token, i int) string {
	if i+1 >= len(tokens) || tokens[i].Kind != token.NameToken {
		return ""
	}
	next := &tokens[i+1]
	if next.Kind == token.SignToken && !next.Is("(", "{") ||
		next.Is("in", "when", "becomes", "and", "or") {
		return ""
	}
	words := slices.Clone(token.ClauseWords)
	if i+2 < len(tokens) && next.Kind == token.NameToken && tokens[i+2].Is("in") {
		words = token.RoleWords
	}
	return diag.Nearest(tokens[i].Text, words)
}

// sentenceWords begin the sentences of `end`.
var sentenceWords = []string{"win", "lose", "draw", "highest", "lowest"}

// noSentence handles something else where a sentence of `end` should begin.
func (p *Mender) noSentence(tokens []token.Token, i int, pl token.Place) mistake {
	at := min(pl.Unit, i, len(tokens)-1)
	t := tokens[at]
	m := mistake{diag: &diag.Diagnostic{Code: token.UnknownSentence, Span: t.Span(p.File)}}
	if t.Is("}") {
		m.diag.Code = token.EmptyBlock
		m.diag.Summary, m.diag.Suggestion = "`end { }` says nothing",
			"say how the game ends, as in `win if no theirs`"
		return m
	}
	m.diag.Summary = fmt.Sprintf("no sentence of `end` begins with `%s`", token.Clip(t.Text))
	m.diag.Suggestion = "sentences begin with " + or(sentenceWords) +
		", or with the name of a player and one of the first three"
	for _, j := range []int{i, at} {
		if j < len(tokens) && tokens[j].Kind == token.NameToken && j >= i-1 {
			if word := diag.Nearest(tokens[j].Text, sentenceWords); word != "" {
				m.diag.Span = tokens[j].Span(p.File)
				m.diag.Summary = fmt.Sprintf("`%s` does not belong in a sentence of `end`",
					token.Clip(tokens[j].Text))
				if m.mean(word); j != i {
					m.how = replaceBefore
				}
				return m
			}
		}
	}
	return m
}

// endOfBlock handles something in a block other than that of a move, where the next member or the
// end should be.
func (p *Mender) endOfBlock(tokens []token.Token, i int, pl token.Place) mistake {
	m := p.misplaced(tokens, i)
	if i >= len(tokens) {
		m.diag.Summary = "expected `}`"
		return m
	}
	t := tokens[i]
	head := &tokens[pl.Decl]
	switch {
	case head.Is("region", "piece") &&
		(t.Kind == token.NameToken || t.Kind == token.WordToken && !t.Is("else")) &&
		token.EndsOperand(&tokens[i-1]):
		return p.noComma(tokens, i)
	case head.Is("if") && t.Kind == token.NameToken:
		return p.noDeclaration(tokens, i, pl)
	case pl.Block < 0 && pl.Level >= 0:
		return p.noDeclaration(tokens, i, pl)
	case t.Is(","):
		m.diag.Code, m.diag.Summary = token.CommaTooMany, "no comma belongs here: each line stands alone"
		m.how = dropLine
	case head.Is("board") && t.Kind == token.NameToken:
		m.diag.Summary, m.diag.Suggestion = fmt.Sprintf("no line of a graph begins with `%s`",
			token.Clip(t.Text)), "lines begin with `line` or `loop`"
		if word := diag.Nearest(t.Text, []string{"line", "loop"}); word != "" {
			m.mean(word)
		} else if !t.First && tokens[i-1].Kind == token.NameToken {
			return p.noWord(tokens, i, pl, []string{"-"})
		}
	case head.Is("end") && (t.Kind == token.NameToken || t.Kind == token.IntToken ||
		t.Kind == token.StringToken):
		pl.Unit = i
		return p.noSentence(tokens, i, pl)
	case token.EndsOperand(&tokens[i-1]) &&
		(t.Kind == token.NameToken || t.Kind == token.IntToken) && !t.First:
		return p.sideBySide(tokens, i)
	}
	return m
}

// noEffect handles an effect without its verb.
func (p *Mender) noEffect(tokens []token.Token, i int, pl token.Place) mistake {
	m := mistake{before: true,
		diag: &diag.Diagnostic{Code: token.EffectExpected, Span: tokens[max(i-1, 0)].Span(p.File)}}
	m.diag.Summary = fmt.Sprintf("`%s` alone is not an effect",
		token.Clip(tokens[max(i-1, 0)].Text))
	m.diag.Suggestion = "an effect is `p -> q`, `p <-> q`, `place KIND on S`, `remove S`, `S " +
		"becomes KIND`, `shift S by STEP`, `again`, or a counter with `:=`, `+=` or `-=`"
	if i >= len(tokens) {
		return m
	}
	t := tokens[i]
	switch {
	case t.Is("=") && i+1 < len(tokens) && tokens[i+1].Is("+", "-"):
		m.diag.Span = t.Span(p.File).To(tokens[i+1].Span(p.File))
		m.diag.Summary, m.diag.Suggestion = fmt.Sprintf("`=%s` is not an effect", tokens[i+1].Text),
			fmt.Sprintf("write `%s=`", tokens[i+1].Text)
	case t.Is("="):
		m.diag.Span = t.Span(p.File)
		m.diag.Summary, m.diag.Suggestion = "one `=` compares",
			"write `:=` to give a counter or memory a value"
		if sign := p.File.Text[t.Pos.Offset:t.End.Offset]; sign == "==" {
			p.takeBack(&t)
			m.diag.Summary = "a comparison is not an effect"
		}
		m.how, m.kind, m.text = replace, token.SignToken, ":="
	case t.Is("<") && i+1 < len(tokens) && tokens[i+1].Is("-"):
		m.diag.Span = t.Span(p.File).To(tokens[i+1].Span(p.File))
		m.diag.Summary, m.diag.Suggestion = "a comparison is not an effect",
			"`p -> q` moves from p to q, `:=` gives a value"
	case t.Kind == token.NameToken || t.Kind == token.IntToken:
		m.diag.Span = t.Span(p.File)
		before := &tokens[i-1]
		word := diag.Nearest(before.Text, []string{"place", "remove", "shift", "each"})
		if word != "" && before.Kind == token.NameToken {
			m.diag.Span = before.Span(p.File)
			m.diag.Summary = fmt.Sprintf("no effect begins with `%s`", token.Clip(before.Text))
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
		} else if word := diag.Nearest(t.Text, []string{"becomes"}); word != "" {
			m.diag.Summary = fmt.Sprintf("no effect says `%s`", token.Clip(t.Text))
			m.mean(word)
		} else {
			m.diag.Span = before.Span(p.File)
		}
	}
	return m
}

// noWord handles a missing fixed word or sign.
func (p *Mender) noWord(tokens []token.Token, i int, pl token.Place, words []string) mistake {
	head := &tokens[pl.Decl]
	words, code := meantWords(head, pl, words)
	what := or(words)
	m := p.say(tokens, i, code, true, "expected "+what)
	if i > 0 && !tokens[i-1].Virtual {
		m.diag.Summary += fmt.Sprintf(" after `%s`", token.Clip(tokens[i-1].Text))
	}
	if code == token.BlockExpected && i < len(tokens) && tokens[i].Is(":") {
		m.diag.Suggestion = "write `{` instead of `:`, and `}` where the block ends"
	}
	if words[0] == "if" && tokens[pl.Decl].Is("end") {
		m.diag.Suggestion = "a sentence of `end` continues with `if CONDITION`"
	}
	if i >= len(tokens) || len(words) > 1 && words[0] != "most" && words[0] != "win" {
		return m
	}
	if words[0] == ":" && head.Is("setup") && i >= pl.Block+4 && tokens[i-2].Kind == token.NameToken &&
		!tokens[i-2].First && tokens[i-2].Pos.Line < tokens[i-1].Pos.Line &&
		token.EndsOperand(&tokens[i-3]) {
		// What was read as the owner of a piece is at the end of the line before.
		m = p.sideBySide(tokens, i-2)
		m.at = i - 2
		return m
	}
	p.readWord(&m, tokens, i, words)
	return m
}

// meantWords returns which of the expected words are worth mentioning, and the code of the mistake.
func meantWords(head *token.Token, pl token.Place, words []string) ([]string, diag.Code) {
	code := token.WordExpected
	switch {
	case head.Is("region") && pl.Block < 0 && slices.Contains(words, "="):
		words = []string{"=", "{"}
	case head.Is("setup") && pl.Block < 0:
		words = []string{"{", `"""`, "then"}
	case slices.Contains(words, "{") && slices.Contains(words, "}"):
		words = []string{"{"}
	}
	if words[0] == "{" {
		code = token.BlockExpected
	}
	if words[0] == ")" {
		words = []string{",", ")"}
	}
	return words, code
}

// readWord says how to continue when one of the words is missing at token i: it replaces the token
// or goes before it.
func (p *Mender) readWord(m *mistake, tokens []token.Token, i int, words []string) {
	t, word, kind := tokens[i], words[0], kindOf(words[0])
	follows := i+1 < len(tokens) && !tokens[i+1].First &&
		(token.StartsOperand(&tokens[i+1]) || tokens[i+1].Is("{"))
	near := ""
	if t.Kind == token.NameToken {
		near = diag.Nearest(t.Text, words)
	}
	switch {
	case word == "wins" && t.Is("if"):
		m.how, m.kind, m.text = insert, kind, word
	case word == "=" && t.Is(":=", ":"), word == ":" &&
		t.Is("=", "->", ":="):
		m.diag.Span = t.Span(p.File)
		m.diag.Summary = fmt.Sprintf("expected `%s` here, not `%s`", word, t.Text)
		m.how, m.kind, m.text = replace, kind, word
	case near != "":
		m.diag.Span = t.Span(p.File)
		m.mean(near)
	case len(words) > 1 || word == "{":
	case word == ":" && t.Kind == token.NameToken && !t.First && i+1 < len(tokens) &&
		tokens[i+1].Is("(") && tokens[i+1].Pos == t.End: // `Red man rank(1)`
		m.how, m.kind, m.text, m.guess = insert, kind, word, true
	case follows && !t.First && (t.Kind == token.NameToken || t.Kind == token.WordToken &&
		kind == token.WordToken) &&
		!startsClause(&t) && !(word == "in" && slices.Contains(token.RoleWords, t.Text)):
		m.how, m.kind, m.text, m.guess = replace, kind, word, true
	case token.StartsOperand(&t) && !t.First:
		m.how, m.kind, m.text, m.guess = insert, kind, word, true
	}
}

// startsClause reports whether a word begins a line of a move that cannot be confused with what may
// be missing here.
func startsClause(t *token.Token) bool {
	return t.Is("do", "ensure", "then", "let")
}
