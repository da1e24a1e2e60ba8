package syntax

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// shown is how a token is named in a message.
func shown(t lexer.Token) string {
	if t.EOF() {
		return "the end of the text"
	}
	return "`" + clip(t.Value) + "`"
}

func show(tokens []Token, i int) string {
	if i >= len(tokens) {
		return "the end of the declaration"
	}
	if tokens[i].Kind == PictureToken {
		return "a picture"
	}
	return "`" + clip(tokens[i].Text) + "`"
}

// span returns the place of token i; with one past the last, and where behind is set and the token
// stands on a later line, that of the token before: there something is missing.
func (p *parser) span(tokens []Token, i int, behind bool) source.Span {
	if i > 0 && (i >= len(tokens) || behind && tokens[i].Pos.Line > tokens[i-1].End.Line) {
		return tokens[i-1].Span(p.file)
	}
	if i >= len(tokens) {
		return source.Span{File: p.file}
	}
	return tokens[i].Span(p.file)
}

// spoken makes a mistake of an error of the expression parser.
func (p *parser) spoken(tokens []Token, i int, err *syntaxError) mistake {
	return mistake{before: err.behind, diag: &diag.Diagnostic{Code: err.code,
		Span: p.span(tokens, i, err.behind), Summary: err.summary,
		Detail: err.detail, Suggestion: err.suggestion}}
}

// wanted is what the grammar looked for where it stopped.
type wanted struct {
	words []string // fixed words and signs, any of which would do
	class string   // the name of a part of the grammar
}

var quotedWord = regexp.MustCompile(`"([^"]+)"`)

// expectation takes the first thing that could have stood there out of participle's message.
func expectation(err error) wanted {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return wanted{}
	}
	_, text, found := strings.Cut(unexpected.Message(), " (expected ")
	if !found {
		return wanted{}
	}
	text = strings.TrimSuffix(text, ")")
	switch {
	case text == "":
	case text[0] == '"':
		if m := quotedWord.FindStringSubmatch(text); m != nil {
			return wanted{words: m[1:2]}
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
		var words []string
		for _, m := range quotedWord.FindAllStringSubmatch(text, -1) {
			if m[1] != "under" { // beside `on`, which is what most mean
				words = append(words, m[1])
			}
		}
		return wanted{words: words}
	default:
		return wanted{class: text[:wordLength(text)]}
	}
	return wanted{}
}

// classes says in plain words what a part of the grammar is.
var classes = map[string]string{
	"Name": "a name", "Str": "a text in quotes", "Picture": "a picture",
	"Expr": "a set, a number or a condition",
	"Sum":  "a set or a number", "Stride": "a direction or a step", "Domain": "a set or a range",
	"Player": "the name of a player",
	"Line":   "a line such as `line a-b-c`", "PerPlayer": "the name of a player",
	"Piece": "the name of a piece",
	"Attr":  "a property such as `neutral`", "SetupItem": "a line such as `White pawn: rank(2)`",
	"Spec": "a kind of piece",
	"Call": "a name", "Cond": "a condition", "Effect": "an effect such as `p -> q`",
	"Action": "an effect such as `p -> q`",
	"Choice": "the name of a move", "Group": "the name of a move", "Item": "the name of a move",
	"Best":     "`with most` or `with least`",
	"Sentence": "a sentence such as `win if no theirs`", "CondDecl": "`if` or `{`",
	"RoleValue": "a role", "Clause": "a line of a move",
	"Decl": "a declaration",
}

// named are the parts of the grammar that begin with a name, so that a reserved word there is meant
// as one.
var named = map[string]bool{"Name": true, "Player": true, "PerPlayer": true, "Piece": true,
	"Attr": true, "Spec": true, "Call": true,
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

// diagnose says what is wrong at token i, where the grammar has stopped, and how to mend it.
func (p *parser) diagnose(tokens []Token, i int, err error) mistake {
	var t, before Token
	if i < len(tokens) {
		t = tokens[i]
	}
	if i > 0 {
		before = tokens[i-1]
	}
	if t.Kind == WordToken && p.refused[t.Text] {
		// the declaration has been reported
		return mistake{how: replace, kind: NameToken, text: t.Text}
	}
	pl := locate(tokens, min(i, len(tokens)-1))
	say := func(code diag.Code, behind bool, summary, suggestion string) mistake {
		return mistake{before: behind, diag: &diag.Diagnostic{Code: code,
			Span: p.span(tokens, i, behind), Summary: summary, Suggestion: suggestion}}
	}
	if m, ok := p.idiom(tokens, i, pl); ok {
		return m
	}
	var own *syntaxError
	want := expectation(err)
	if errors.As(err, &own) {
		if own.code == ExprExpected && (before.is(",") || t.is(",") && promisesList(&before)) {
			return p.strayComma(tokens, i)
		}
		m := p.spoken(tokens, i, own)
		switch {
		case own.code == ReservedName:
			m.how, m.kind, m.text = replace, NameToken, t.Text
		case own.code == NotClosed && before.virtual:
			m.diag = nil
		}
		return m
	}
	if m, ok := p.kept(tokens, i, pl); ok {
		return m
	}
	if t.is(",") && i > 0 && want.class != "" && promisesList(&before) {
		return p.strayComma(tokens, i)
	}
	if before.is(",") && len(want.words) == 0 && want.class != "" &&
		(i >= len(tokens) || t.Kind == SignToken || t.Kind == WordToken && t.first) {
		return p.strayComma(tokens, i)
	}
	if named[want.class] || want.class == "Name" {
		return p.noName(tokens, i, pl, want)
	}
	switch {
	case pl.block < 0 && len(want.words) == 0 && want.class == "":
		return p.noDeclaration(tokens, i, pl)
	case pl.block >= 0 && isMove(tokens, pl) && slices.Equal(want.words, []string{"}"}):
		return p.noClause(tokens, i, pl)
	case pl.block >= 0 && tokens[pl.decl].is("end") &&
		(want.class == "Sentence" || slices.Contains(want.words, "win")):
		return p.noSentence(tokens, i, pl)
	case slices.Equal(want.words, []string{"}"}):
		return p.endOfBlock(tokens, i, pl)
	case slices.Contains(want.words, "->"):
		return p.noEffect(tokens, i, pl)
	case len(want.words) > 0:
		return p.noWord(tokens, i, pl, want.words)
	case want.class != "":
		what := classes[want.class]
		if what == "" {
			what = "something else"
		}
		code := ExprExpected
		switch want.class {
		case "Str":
			code = StringExpected
		case "Effect", "Action":
			code = EffectExpected
		}
		if t.is("}") && before.is("{") {
			return say(EmptyBlock, false,
				fmt.Sprintf("`%s { }` says nothing: expected %s", tokens[pl.decl].Text, what), "")
		}
		if before.Text == "" {
			return say(code, true, "expected "+what, "")
		}
		m := say(code, true, fmt.Sprintf("expected %s after `%s`", what, clip(before.Text)), "")
		if t.Kind == WordToken && t.Pos.Line == before.Pos.Line {
			m.diag.Summary += fmt.Sprintf(", but `%s` is a word of the language", t.Text)
		}
		return m
	}
	return say(Misplaced, false, fmt.Sprintf("%s does not belong here", show(tokens, i)), "")
}

// strayComma is about a comma with nothing behind it, which is the token before i, or with nothing
// before it.
func (p *parser) strayComma(tokens []Token, i int) mistake {
	if !tokens[i-1].is(",") {
		return mistake{how: dropToken,
			diag: &diag.Diagnostic{Code: CommaTooMany, Span: tokens[i].Span(p.file),
				Summary: fmt.Sprintf("nothing stands between `%s` and this comma",
					clip(tokens[i-1].Text)), Suggestion: "take the comma out"}}
	}
	return mistake{how: dropBefore,
		diag: &diag.Diagnostic{Code: CommaTooMany, Span: tokens[i-1].Span(p.file),
			Summary:    fmt.Sprintf("nothing stands between this comma and %s", show(tokens, i)),
			Suggestion: "take the comma out, or go on with the list"}}
}

// promisesList reports whether the members of a list can follow a token.
func promisesList(t *Token) bool {
	return t.is("(") || t.is("[") || t.is("{") || t.is("do") || t.is("if") || t.is("ensure") ||
		t.is("then") || t.is("turn") ||
		t.is("players") || t.is("piece")
}

// What the language keeps for later.
const (
	teams        = "teams"
	hidden       = "hidden information"
	simultaneous = "moves of several players at the same time"
)

// notYet refuses what the language keeps for later, and names the way that there is.
func notYet(span source.Span, what string) *diag.Diagnostic {
	verb, way := "are", "this game cannot be written yet"
	switch what {
	case teams:
		way = "declare one player for each team; who moves the pieces of a player is not part of " +
			"the rules"
	case hidden:
		verb = "is"
	case simultaneous:
		way = "let the players choose one after the other, if it does no harm that the later one " +
			"knows what the earlier one chose"
	}
	return &diag.Diagnostic{Code: NotYet, Span: span, Suggestion: way,
		Summary: fmt.Sprintf("%s %s kept for a later version of the language", what, verb)}
}

// kept recognises what the language keeps for later.
func (p *parser) kept(tokens []Token, i int, pl place) (mistake, bool) {
	at, what := -1, ""
	switch {
	case i < len(tokens) && tokens[i].is("teams"):
		at, what = i, teams
	case i > 1 && i < len(tokens) && tokens[i-1].Text == "simultaneous" &&
		tokens[i-1].Kind == NameToken && tokens[i-2].is("turn"):
		at, what = i-1, simultaneous
	case i < len(tokens) && tokens[i].Text == "hidden" && tokens[i].Kind == NameToken &&
		i > pl.decl:
		at, what = i, hidden
	}
	if at < 0 {
		return mistake{}, false
	}
	m := mistake{diag: notYet(tokens[at].Span(p.file), what)}
	switch what {
	case simultaneous:
		m.at, m.width, m.how = at, 1, dropToken
	case hidden:
		m.how = dropRest
		if end := unitEnd(tokens, pl, i+1); slices.ContainsFunc(tokens[i:end],
			func(t Token) bool { return t.is("=") }) {
			m.how = dropToken // the value follows, and the memory is known
			for m.width = 1; !tokens[i+m.width].is("="); {
				m.width++
			}
		}
	}
	return m, true
}

// noName is about something else where a name is declared or mentioned.
func (p *parser) noName(tokens []Token, i int, pl place, want wanted) mistake {
	what := classes[want.class]
	m := mistake{before: true, diag: &diag.Diagnostic{Code: NameExpected,
		Span: p.span(tokens, i, true), Summary: "expected " + what}}
	choice := want.class == "Choice" || want.class == "Group" || want.class == "Item"
	if choice {
		m.diag.Code = ChoiceExpected
	}
	if i == 0 {
		return m
	}
	before := tokens[i-1]
	if i >= len(tokens) {
		m.diag.Summary = fmt.Sprintf("expected %s after `%s`", what, clip(before.Text))
		return m
	}
	t := tokens[i]
	switch {
	case t.Kind == WordToken && t.Text == before.Text:
		m.diag.Code = Misplaced
		m.diag.Summary = fmt.Sprintf("`%s` stands here twice", t.Text)
		m.how = dropToken
	case t.Kind == WordToken && connects(t.Text) && i+1 < len(tokens) &&
		startsOperand(&tokens[i+1]):
		m.diag.Summary = fmt.Sprintf("expected %s after `%s`", what, clip(before.Text))
	case t.Kind == WordToken && (t.Pos.Line == before.End.Line || before.is(",")) &&
		!(choice && t.is("if")):
		m.diag.Code = ReservedName
		m.diag.Summary = fmt.Sprintf("`%s` is a word of the language and cannot be a name", t.Text)
		m.diag.Suggestion = "choose another name"
		if choice { // nothing is declared here; whoever knows the moves says more
			m.diag.Summary = fmt.Sprintf("`%s` is a word of the language and no move", t.Text)
			m.diag.Suggestion = "write the name of a move, or `pass`, `done`, `win`, `lose`, " +
				"`draw` or `illegal`"
		}
		m.how, m.kind, m.text = replace, NameToken, t.Text
		if declares := before.Text; before.Kind == WordToken && !choice &&
			(before.first || slices.Contains(roleWords, declares) || declares == "let") {
			if p.refused == nil {
				p.refused = map[string]bool{}
			}
			p.refused[t.Text] = true
		}
	case t.Kind == StringToken && t.Text == `"`+unquote(t.Text)+`"` && plainName(unquote(t.Text)) &&
		!reserved[unquote(t.Text)]:
		m.diag.Summary = fmt.Sprintf("expected %s after `%s`: names stand without quotes", what,
			clip(before.Text))
		m.diag.Suggestion = fmt.Sprintf("write `%s`", unquote(t.Text))
		m.how, m.kind, m.text = replace, NameToken, unquote(t.Text)
	case t.is("}") && before.is("{"):
		m.diag.Code = EmptyBlock
		m.diag.Summary = fmt.Sprintf("`%s { }` says nothing: expected %s", tokens[pl.decl].Text,
			what)
	case t.is(")") && before.is("("):
		m.diag.Summary, m.diag.Suggestion = "empty parentheses",
			"without parameters it is just the name: `def NAME = …`"
	default:
		m.diag.Summary = fmt.Sprintf("expected %s after `%s`", what, clip(before.Text))
	}
	return m
}

// plainName reports whether a text could be a name.
func plainName(text string) bool {
	return text != "" && wordLength(text) == len(text) && (text[0] < '0' || text[0] > '9')
}

// noDeclaration is about something between declarations, or behind the end of one.
func (p *parser) noDeclaration(tokens []Token, i int, pl place) mistake {
	if i >= len(tokens) {
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: p.span(tokens, i, true),
			Summary: "the declaration is not complete"}}
	}
	t := tokens[i]
	m := mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
		Summary: fmt.Sprintf("%s does not belong here", show(tokens, i))}}
	if tokens[pl.decl].is("board") && i == pl.decl+2 &&
		(t.Kind == IntToken || t.Kind == NameToken) {
		m.diag.Code, m.diag.Summary = WordExpected, fmt.Sprintf("expected `(` after `%s`",
			clip(tokens[i-1].Text))
		m.diag.Suggestion = "the size of a board stands in parentheses, as in `square(8, 8)`"
		return m
	}
	if head := &tokens[pl.decl]; i > pl.decl+1 && t.Kind == NameToken &&
		(head.is("turn") || head.is("players") || head.is("piece")) &&
		endsOperand(&tokens[i-1]) && (!t.first || t.Pos.Column > head.Pos.Column) {
		return p.noComma(tokens, i)
	}
	if i > 0 && t.Pos.Line == tokens[i-1].End.Line && endsOperand(&tokens[i-1]) &&
		(t.Kind == NameToken || t.Kind == IntToken || t.is("(")) {
		return p.sideBySide(tokens, i)
	}
	m.diag.Code = UnknownDecl
	switch {
	case t.Kind == NameToken:
		words := append(slices.Clone(declWords), "if")
		m.diag.Summary = fmt.Sprintf("no declaration begins with `%s`", clip(t.Text))
		if word := diag.Nearest(t.Text, words); word != "" {
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
			m.how, m.kind, m.text = replace, WordToken, word
		} else {
			m.diag.Suggestion = "declarations begin with " + or(words)
		}
	case t.is("else"):
		m.diag.Code = Misplaced
		m.diag.Summary = "this `else` has no `if` that it belongs to"
	case t.Kind == WordToken &&
		(slices.Contains(roleWords, t.Text) || slices.Contains(clauseWords, t.Text)):
		m.diag.Summary = fmt.Sprintf("`%s` stands outside of a move", t.Text)
		m.diag.Suggestion = "lines of a move stand between the braces of `move NAME { … }`; look " +
			"for a `}` that comes too early"
	case t.Kind == StringToken:
		m.diag.Code = Misplaced
		m.diag.Summary = fmt.Sprintf("the text %s does not belong here", show(tokens, i))
	case t.Kind == WordToken:
		m.diag.Summary = fmt.Sprintf("no declaration begins with `%s`", t.Text)
		if slices.Contains(sentenceWords, t.Text) {
			m.diag.Suggestion = "sentences about the end stand in `end { … }`"
		} else if isEffectVerb(t.Text) {
			m.diag.Suggestion = "effects stand behind `do` in a move"
		}
	case changes(&t):
		m.diag.Code = AssignmentInExpr
		m.diag.Summary = fmt.Sprintf("`%s` changes something and cannot stand in a value", t.Text)
		m.diag.Suggestion = "effects stand behind `do` in a move"
	default:
		m.diag.Code = Misplaced
	}
	return m
}

// noComma is about two members of a list without a comma between them, or a role that is spelt
// wrong between them.
func (p *parser) noComma(tokens []Token, i int) mistake {
	m := mistake{diag: &diag.Diagnostic{Code: CommaMissing, Span: tokens[i].Span(p.file),
		Summary: fmt.Sprintf("a comma is missing before `%s`", clip(tokens[i].Text))}, how: insert,
		kind: SignToken, text: ",", guess: true}
	if i+1 < len(tokens) && tokens[i].Kind == NameToken && startsOperand(&tokens[i+1]) &&
		!tokens[i].first {
		if word := diag.Nearest(tokens[i].Text,
			append([]string{"when", "else", "facing"}, roleWords...)); word != "" {
			m.diag.Code = Misplaced
			m.diag.Summary = fmt.Sprintf("`%s` cannot follow `%s`", clip(tokens[i].Text),
				clip(tokens[i-1].Text))
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
			m.how, m.kind, m.text, m.guess = replace, WordToken, word, false
		}
	}
	return m
}

// functions are built-in names that always take an argument, so that an operand behind them is
// meant as one.
var functions = []string{"count", "column", "row", "distance", "abs", "even", "odd", "owner",
	"kind", "file", "rank", "marked"}

// sideBySide is about two operands without an operator between them.
func (p *parser) sideBySide(tokens []Token, i int) mistake {
	m := mistake{diag: &diag.Diagnostic{Code: OperatorMissing, Span: tokens[i].Span(p.file),
		Summary: fmt.Sprintf("an operator is missing between `%s` and %s",
			clip(tokens[i-1].Text), show(tokens, i)),
		Suggestion: "sets are joined with `&` (in both), `|` (in one of them) or `-` (in the " +
			"first only), conditions with `and` or `or`"}}
	if name := &tokens[i-1]; name.Kind == NameToken &&
		(tokens[i].Kind == IntToken || slices.Contains(functions, name.Text)) {
		m.diag.Suggestion = fmt.Sprintf("arguments stand in parentheses: `%s(%s)`",
			clip(tokens[i-1].Text), clip(tokens[i].Text))
	}
	return m
}

// noClause is about something in a move where a line should begin or the move should end.
func (p *parser) noClause(tokens []Token, i int, pl place) mistake {
	if i >= len(tokens) {
		return mistake{diag: &diag.Diagnostic{
			Span: p.span(tokens, i, false), Code: Misplaced, Summary: "the move is not complete",
		}}
	}
	above := clausesAbove(tokens, i, pl)
	if summary, suggestion := above.outOfOrder(&tokens[i]); summary != "" {
		return mistake{diag: &diag.Diagnostic{
			Span: p.span(tokens, i, false), Code: ClauseOrder, Summary: summary,
			Suggestion: suggestion,
		}}
	}
	if m, ok := p.meantClause(tokens, i, pl, above); ok {
		return m
	}
	return p.inClause(tokens, i, above)
}

// clauses are the lines of a move above a token.
type clauses struct {
	seen map[string]bool // by the word with which they begin
	last string          // the word of the nearest one
}

// effects reports whether there is a line after which nothing is bound and no condition stands.
func (c clauses) effects() bool { return c.seen["do"] || c.seen["ensure"] || c.seen["then"] }

// clausesAbove finds the lines of a move above token i. Of the line that the token itself begins,
// it is the one before.
func clausesAbove(tokens []Token, i int, pl place) clauses {
	c := clauses{seen: map[string]bool{}}
	for j := pl.block + 1; j < i; j++ {
		w := &tokens[j]
		unit := place{decl: pl.decl, block: pl.block, unit: max(pl.block+1, min(pl.unit, j-1)),
			open: -1}
		if w.Kind == WordToken && isClauseWord(w.Text) && beginsUnit(tokens, j, unit) {
			c.seen[w.Text], c.last = true, w.Text
		}
		if w.is("(") || w.is("[") || w.is("{") {
			j = match(tokens, j)
		}
	}
	return c
}

// isClauseWord reports whether a line of a move begins with a word.
func isClauseWord(word string) bool {
	switch word {
	case "do", "ensure", "then", "if", "let":
		return true
	}
	return slices.Contains(roleWords, word)
}

// outOfOrder says what is wrong with a line that cannot stand below those above it, and what to do;
// "" if it can.
func (c clauses) outOfOrder(t *Token) (summary, suggestion string) {
	if t.Kind != WordToken {
		return "", ""
	}
	binds := t.is("let") || slices.Contains(roleWords, t.Text)
	switch {
	case t.is("if") && c.effects():
		return "conditions stand before `do`",
			"move the line up; what must hold afterwards is said with `ensure`, " +
				"and one effect is made conditional with `when`"
	case binds && c.effects():
		return fmt.Sprintf("`%s` stands before `do`", t.Text),
			"what a move binds is read before its effects: move the line up"
	case t.is("do") && c.seen["do"]:
		return "a move has one `do`", "join the effects with commas"
	case t.is("ensure") && c.seen["ensure"]:
		return "a move has one `ensure`", "join the conditions with commas"
	case t.is("then") && c.seen["then"]:
		return "a move has one `then`", "join the choices with commas, or with `else`"
	case t.is("do"), t.is("ensure"):
		return fmt.Sprintf("`%s` stands before `%s`", t.Text, c.last),
			"the order is: what is bound and what must hold, `do`, `ensure`, `then`"
	}
	return "", ""
}

// meantClause is about a line whose first word is misspelt, or is missing before an effect.
func (p *parser) meantClause(tokens []Token, i int, pl place, above clauses) (m mistake, ok bool) {
	t := &tokens[i]
	m.diag = &diag.Diagnostic{
		Span:    p.span(tokens, i, false),
		Summary: fmt.Sprintf("no line of a move begins with `%s`", clip(t.Text)),
	}
	if t.Kind == NameToken && (t.first || reserved[strings.ToLower(t.Text)]) || i == pl.block+1 {
		if word := nearestClause(tokens, i); word != "" {
			m.diag.Code = UnknownClause
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
			m.how, m.kind, m.text = replace, WordToken, word
			return m, true
		}
	}
	if t.Kind != NameToken {
		return m, false
	}
	if !above.seen["do"] && effectAhead(tokens, i) {
		m.diag.Code = AssignmentInExpr
		m.diag.Suggestion = "effects stand behind `do`"
		m.how, m.kind, m.text, m.guess = insert, WordToken, "do", true
		return m, true
	}
	if t.first && above.last == "do" && !effectAhead(tokens, i) {
		return p.unknownClause(tokens, i), true
	}
	return m, false
}

// inClause is about a token that does not fit into the line above it, and begins no other.
func (p *parser) inClause(tokens []Token, i int, above clauses) mistake {
	t, before := &tokens[i], &tokens[i-1]
	m := mistake{diag: &diag.Diagnostic{Span: p.span(tokens, i, false)}}
	operand := t.Kind == NameToken || t.Kind == IntToken || t.is("(")
	switch {
	case above.last == "then" && t.Kind == NameToken,
		above.beginsItem(t, operand) && mayEnd(before, t):
		return p.noComma(tokens, i)
	case changes(t), t.Kind == WordToken && isEffectVerb(t.Text):
		m.diag.Code = AssignmentInExpr
		m.diag.Summary = fmt.Sprintf("`%s` changes something and cannot stand here", t.Text)
		m.diag.Suggestion = "effects stand behind `do`, joined with commas"
	case operand && !t.first && endsOperand(before):
		return p.sideBySide(tokens, i)
	case t.Kind == StringToken && above.last != "":
		m.diag.Code = Misplaced
		m.diag.Summary = fmt.Sprintf("the text %s does not belong here", show(tokens, i))
		m.diag.Suggestion = "reasons stand behind the conditions of `if` and `ensure`"
		m.how = dropToken
	case t.Kind == NameToken:
		return p.unknownClause(tokens, i)
	default:
		m.diag.Code = Misplaced
		m.diag.Summary = fmt.Sprintf("%s does not belong here", show(tokens, i))
		if t.Kind == WordToken && isDeclWord(t.Text) {
			m.diag.Suggestion = "a declaration stands outside of the braces of a move"
		}
	}
	return m
}

// beginsItem reports whether a token may begin another effect or condition of the line above, which
// is a list of them.
func (c clauses) beginsItem(t *Token, operand bool) bool {
	switch c.last {
	case "do":
		return operand || t.Kind == WordToken && (isEffectVerb(t.Text) || t.is("not"))
	case "if", "ensure":
		return operand || t.Kind == WordToken && (isQuantifier(t.Text) || t.is("not"))
	}
	return false
}

// unknownClause is about a line of a move that begins with no word known.
func (p *parser) unknownClause(tokens []Token, i int) mistake {
	return mistake{how: dropLine,
		diag: &diag.Diagnostic{Code: UnknownClause, Span: tokens[i].Span(p.file),
			Summary:    fmt.Sprintf("no line of a move begins with `%s`", clip(tokens[i].Text)),
			Suggestion: "lines begin with " + or(append(slices.Clone(roleWords), clauseWords...))}}
}

// effectAhead reports whether an effect begins with token i, a name: its verb follows on the same
// line.
func effectAhead(tokens []Token, i int) bool {
	for j := i + 1; j < len(tokens) && !tokens[j].first && !tokens[j].is(",") && !tokens[j].is("}"); j++ {
		if changes(&tokens[j]) {
			return true
		}
		if t := &tokens[j]; t.is("(") || t.is("[") || t.is("{") {
			j = match(tokens, j)
		}
	}
	return false
}

// changes reports whether a token is the sign or verb in the middle of an effect.
func changes(t *Token) bool {
	return t.is("->") || t.is("<->") || t.is(":=") || t.is("+=") || t.is("-=") || t.is("becomes")
}

func isQuantifier(word string) bool { return slices.Contains(quantifierWords, word) }

// nearestClause returns the word that a line of a move was most likely meant to begin with. What
// follows has to fit.
func nearestClause(tokens []Token, i int) string {
	if i+1 >= len(tokens) || tokens[i].Kind != NameToken {
		return ""
	}
	next := &tokens[i+1]
	if next.Kind == SignToken && !next.is("(") && !next.is("{") || next.is("in") ||
		next.is("when") || next.is("becomes") || next.is("and") || next.is("or") {
		return ""
	}
	words := slices.Clone(clauseWords)
	if i+2 < len(tokens) && next.Kind == NameToken && tokens[i+2].is("in") {
		words = roleWords
	}
	return diag.Nearest(tokens[i].Text, words)
}

// sentenceWords begin the sentences of `end`.
var sentenceWords = []string{"win", "lose", "draw", "highest", "lowest"}

// noSentence is about something else where a sentence of `end` should begin.
func (p *parser) noSentence(tokens []Token, i int, pl place) mistake {
	at := min(pl.unit, i, len(tokens)-1)
	t := tokens[at]
	m := mistake{diag: &diag.Diagnostic{Code: UnknownSentence, Span: t.Span(p.file)}}
	if t.is("}") {
		m.diag.Code = EmptyBlock
		m.diag.Summary, m.diag.Suggestion = "`end { }` says nothing",
			"say how the game ends, as in `win if no theirs`"
		return m
	}
	m.diag.Summary = fmt.Sprintf("no sentence of `end` begins with `%s`", clip(t.Text))
	m.diag.Suggestion = "sentences begin with " + or(sentenceWords) +
		", or with the name of a player and one of the first three"
	for _, j := range []int{i, at} {
		if j < len(tokens) && tokens[j].Kind == NameToken && j >= i-1 {
			if word := diag.Nearest(tokens[j].Text, sentenceWords); word != "" {
				m.diag.Span = tokens[j].Span(p.file)
				m.diag.Summary = fmt.Sprintf("a sentence of `end` does not say `%s`",
					clip(tokens[j].Text))
				m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
				if j == i {
					m.how, m.kind, m.text = replace, WordToken, word
				} else {
					m.how, m.kind, m.text = replaceBefore, WordToken, word
				}
				return m
			}
		}
	}
	return m
}

// endOfBlock is about something in a block, not that of a move, where the next member or the end
// should be.
func (p *parser) endOfBlock(tokens []Token, i int, pl place) mistake {
	m := mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: p.span(tokens, i, false),
		Summary: fmt.Sprintf("%s does not belong here", show(tokens, i))}}
	if i >= len(tokens) {
		m.diag.Summary = "expected `}`"
		return m
	}
	t := tokens[i]
	head := &tokens[pl.decl]
	switch {
	case (head.is("region") || head.is("piece")) &&
		(t.Kind == NameToken || t.Kind == WordToken && !t.is("else")) && endsOperand(&tokens[i-1]):
		return p.noComma(tokens, i)
	case head.is("if") && t.Kind == NameToken:
		return p.noDeclaration(tokens, i, pl)
	case pl.block < 0 && pl.level >= 0:
		return p.noDeclaration(tokens, i, pl)
	case t.is(","):
		m.diag.Code, m.diag.Summary = CommaTooMany, "no comma stands here: every line is for itself"
		m.how = dropLine
	case head.is("board") && t.Kind == NameToken:
		m.diag.Summary, m.diag.Suggestion = fmt.Sprintf("no line of a graph begins with `%s`",
			clip(t.Text)), "lines begin with `line` or `loop`"
		if word := diag.Nearest(t.Text, []string{"line", "loop"}); word != "" {
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
			m.how, m.kind, m.text = replace, WordToken, word
		}
	case head.is("end") && (t.Kind == NameToken || t.Kind == IntToken || t.Kind == StringToken):
		pl.unit = i
		return p.noSentence(tokens, i, pl)
	case endsOperand(&tokens[i-1]) && (t.Kind == NameToken || t.Kind == IntToken) && !t.first:
		return p.sideBySide(tokens, i)
	}
	return m
}

// noEffect is about an effect without its verb.
func (p *parser) noEffect(tokens []Token, i int, pl place) mistake {
	m := mistake{before: true,
		diag: &diag.Diagnostic{Code: EffectExpected, Span: tokens[max(i-1, 0)].Span(p.file)}}
	m.diag.Summary = fmt.Sprintf("`%s` alone is no effect", clip(tokens[max(i-1, 0)].Text))
	m.diag.Suggestion = "an effect is `p -> q`, `p <-> q`, `place KIND on S`, `remove S`, `S " +
		"becomes KIND`, `shift S by STEP`, `again`, or a counter with `:=`, `+=` or `-=`"
	if i >= len(tokens) {
		return m
	}
	t := tokens[i]
	switch {
	case t.is("=") && i+1 < len(tokens) && (tokens[i+1].is("+") || tokens[i+1].is("-")):
		m.diag.Span = t.Span(p.file).To(tokens[i+1].Span(p.file))
		m.diag.Summary, m.diag.Suggestion = fmt.Sprintf("`=%s` is no effect", tokens[i+1].Text),
			fmt.Sprintf("write `%s=`", tokens[i+1].Text)
	case t.is("="):
		m.diag.Span = t.Span(p.file)
		m.diag.Summary, m.diag.Suggestion = "one `=` compares",
			"write `:=` to give a counter or memory a value"
		m.how, m.kind, m.text = replace, SignToken, ":="
	case t.is("<") && i+1 < len(tokens) && tokens[i+1].is("-"):
		m.diag.Span = t.Span(p.file).To(tokens[i+1].Span(p.file))
		m.diag.Summary, m.diag.Suggestion = "an effect is no comparison",
			"`p -> q` moves from p to q, `:=` gives a value"
	case t.Kind == NameToken || t.Kind == IntToken:
		m.diag.Span = t.Span(p.file)
		before := &tokens[i-1]
		if word := diag.Nearest(before.Text, []string{"place", "remove", "shift", "each"}); word != "" && before.Kind == NameToken {
			m.diag.Span = before.Span(p.file)
			m.diag.Summary = fmt.Sprintf("no effect begins with `%s`", clip(before.Text))
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
		} else if word := diag.Nearest(t.Text, []string{"becomes"}); word != "" {
			m.diag.Summary = fmt.Sprintf("no effect says `%s`", clip(t.Text))
			m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", word)
			m.how, m.kind, m.text = replace, WordToken, word
		} else {
			m.diag.Span = before.Span(p.file)
		}
	}
	return m
}

// noWord is about a fixed word or sign that is missing.
func (p *parser) noWord(tokens []Token, i int, pl place, words []string) mistake {
	head := &tokens[pl.decl]
	code := WordExpected
	switch {
	case head.is("region") && pl.block < 0 && slices.Contains(words, "="):
		words = []string{"=", "{"}
	case head.is("setup") && pl.block < 0:
		words = []string{"{", `"""`, "then"}
	case slices.Contains(words, "{") && slices.Contains(words, "}"):
		words = []string{"{"}
	}
	if words[0] == "{" {
		code = BlockExpected
	}
	if words[0] == ")" {
		words = []string{",", ")"}
	}
	what := or(words)
	m := mistake{before: true, diag: &diag.Diagnostic{Code: code, Span: p.span(tokens, i, true),
		Summary: "expected " + what}}
	if i > 0 {
		m.diag.Summary = fmt.Sprintf("expected %s after `%s`", what, clip(tokens[i-1].Text))
		if tokens[i-1].virtual {
			m.diag.Summary = "expected " + what
		}
	}
	if code == BlockExpected && i < len(tokens) && tokens[i].is(":") {
		m.diag.Suggestion = "write `{` instead of `:`, and `}` where the block ends"
	}
	if words[0] == "if" && tokens[pl.decl].is("end") {
		m.diag.Suggestion = "a sentence of `end` goes on with `if CONDITION`"
	}
	if i >= len(tokens) || len(words) > 1 && words[0] != "most" && words[0] != "win" {
		return m
	}
	t := tokens[i]
	word := words[0]
	kind := SignToken
	if plainName(word) {
		kind = WordToken
	}
	if word == ":" && head.is("setup") && i >= pl.block+4 && tokens[i-2].Kind == NameToken &&
		!tokens[i-2].first && tokens[i-2].Pos.Line < tokens[i-1].Pos.Line &&
		endsOperand(&tokens[i-3]) {
		// What was read as the owner of a piece stands at the end of the line before.
		m = p.sideBySide(tokens, i-2)
		m.at = i - 2
		return m
	}
	follows := i+1 < len(tokens) && !tokens[i+1].first &&
		(startsOperand(&tokens[i+1]) || tokens[i+1].is("{"))
	near := ""
	if t.Kind == NameToken {
		near = diag.Nearest(t.Text, words)
	}
	switch {
	case word == "wins" && t.is("if"):
		m.how, m.kind, m.text = insert, kind, word
	case word == "=" && (t.is(":=") || t.is(":")), word == ":" &&
		(t.is("=") || t.is("->") || t.is(":=")):
		m.diag.Span = t.Span(p.file)
		m.diag.Summary = fmt.Sprintf("expected `%s` here, not `%s`", word, t.Text)
		m.how, m.kind, m.text = replace, kind, word
	case near != "":
		m.diag.Span = t.Span(p.file)
		m.diag.Suggestion = fmt.Sprintf("did you mean `%s`?", near)
		m.how, m.kind, m.text = replace, WordToken, near
	case len(words) > 1 || word == "{":
	case follows && !t.first && (t.Kind == NameToken || t.Kind == WordToken && kind == WordToken) &&
		!startsClause(&t) && !(word == "in" && slices.Contains(roleWords, t.Text)):
		m.how, m.kind, m.text, m.guess = replace, kind, word, true
	case startsOperand(&t) && !t.first:
		m.how, m.kind, m.text, m.guess = insert, kind, word, true
	}
	return m
}

// startsClause reports whether a word begins a line of a move that has nothing in common with what
// may be missing here.
func startsClause(t *Token) bool {
	return t.is("do") || t.is("ensure") || t.is("then") || t.is("let")
}

// startsOperand reports whether an operand can begin with a token.
func startsOperand(t *Token) bool {
	switch t.Kind {
	case NameToken, IntToken, StringToken:
		return true
	case SignToken, WordToken:
		return openers[t.Text]
	}
	return false
}
