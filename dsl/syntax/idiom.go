package syntax

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
)

// What plain speech and other languages say, and how this language says it. Where the grammar stops
// at such a word, what was meant is mostly clear: the message says what to write, and the text is
// read on as if it stood there.

// comparisons are words between two values, the longest first where one begins like another.
var comparisons = []struct {
	words, sign string
	advice      string // empty: write the sign
}{
	{"is not in", "in", "`not` stands in front: `not q in mine`"},
	{"is in", "in", ""},
	{"is not", "!=", ""},
	{"is at least", ">=", ""},
	{"is at most", "<=", ""},
	{"is more than", ">", ""},
	{"is greater than", ">", ""},
	{"is larger than", ">", ""},
	{"is less than", "<", ""},
	{"is fewer than", "<", ""},
	{"is smaller than", "<", ""},
	{"is equal to", "=", ""},
	{"is", "=", ""},
	{"not in", "in", "`not` stands in front: `not q in mine`"},
	{"at least", ">=", ""},
	{"at most", "<=", ""},
	{"more than", ">", ""},
	{"greater than", ">", ""},
	{"less than", "<", ""},
	{"fewer than", "<", ""},
	{"equals", "=", ""},
	{"equal to", "=", ""},
	{"has no", "&", "`no p & man` says that none is there"},
	{"has", "&", "`some p & man` says that one is there, `count(p & man)` how many"},
	{"have", "&", "`some p & man` says that one is there, `count(p & man)` how many"},
	{"contains", "&", "`some p & man` says that one is there, `count(p & man)` how many"},
}

// phrase returns how many tokens from i on say the words, 0 if they do not.
func phrase(tokens []Token, i int, words string) int {
	n := 0
	for w := range strings.FieldsSeq(words) {
		if i+n >= len(tokens) || tokens[i+n].Text != w || tokens[i+n].Kind != NameToken &&
			tokens[i+n].Kind != WordToken || tokens[i+n].first {
			return 0
		}
		n++
	}
	return n
}

// written is the text of tokens [lo, hi), a blank between two.
func written(tokens []Token, lo, hi int) string {
	var words []string
	for _, t := range tokens[lo:hi] {
		words = append(words, t.Text)
	}
	return strings.Join(words, " ")
}

// instead is a mistake that is mended by writing text in the place of width tokens from at on; with
// an empty text they are left out.
func (p *parser) instead(tokens []Token, at, width int, kind Kind, text string, code diag.Code,
	summary, suggestion string) mistake {
	m := mistake{at: at, width: width, how: replace, kind: kind, text: text,
		diag: &diag.Diagnostic{Code: code,
			Span: tokens[at].Span(p.file).To(tokens[at+width-1].Span(p.file)), Summary: summary,
			Suggestion: suggestion}}
	if text == "" {
		m.how = dropToken
	}
	return m
}

// idiom recognises what plain speech or another language would say at token i, where the grammar
// has stopped.
func (p *parser) idiom(tokens []Token, i int, pl place) (mistake, bool) {
	if i == 0 || i >= len(tokens) {
		return mistake{}, false
	}
	ending := pl.block >= 0 && tokens[pl.decl].is("end")
	if name := &tokens[i-1]; ending && name.Kind == NameToken && !name.first && i >= 2 &&
		endsOperand(&tokens[i-2]) {
		i-- // what stands behind a condition was read as the player of the next sentence
		pl = locate(tokens, i)
	}
	if !tokens[i].first && pl.block >= 0 && isMove(tokens, pl) && i > pl.block+1 {
		// a word that can begin a line may have been meant as part of this one
		pl.unit = locate(tokens, i-1).unit
	}
	if !ending || slices.ContainsFunc(tokens[pl.unit:i], func(t Token) bool { return t.is("if") }) {
		if m, ok := p.comparison(tokens, i, pl); ok {
			return m, true
		}
	}
	if m, ok := p.setIdiom(tokens, i, pl); ok {
		return m, true
	}
	unit := &tokens[min(pl.unit, len(tokens)-1)]
	switch {
	case pl.block < 0 && (tokens[pl.decl].is("counter") || tokens[pl.decl].is("memory")):
		return p.stateIdiom(tokens, i, pl)
	case tokens[pl.decl].is("turn"), pl.block >= 0 && isMove(tokens, pl) && unit.is("then"):
		return p.choiceIdiom(tokens, i, pl)
	case pl.block >= 0 && isMove(tokens, pl):
		return p.moveIdiom(tokens, i, pl)
	case pl.block >= 0 && tokens[pl.decl].is("end"):
		return p.sentenceIdiom(tokens, i, pl)
	}
	return mistake{}, false
}

// comparison recognises a comparison in words behind a value.
func (p *parser) comparison(tokens []Token, i int, pl place) (mistake, bool) {
	head := &tokens[pl.unit]
	if pl.block < 0 && (head.is("players") || head.is("piece") || head.is("game") ||
		head.is("use") || head.is("board")) {
		return mistake{}, false
	}
	if tokens[i-1].is("at") && i > 1 && (tokens[i].Text == "least" || tokens[i].Text == "most") {
		i-- // `at` was read as the beginning of a line
	} else if i > 2 && tokens[i-2].is("at") &&
		(tokens[i-1].Text == "least" || tokens[i-1].Text == "most") {
		i -= 2
	}
	if !endsOperand(&tokens[i-1]) || slices.Contains(roleWords, tokens[max(i-2, 0)].Text) &&
		tokens[i-2].Kind == WordToken {
		return mistake{}, false
	}
	for _, c := range comparisons {
		n := phrase(tokens, i, c.words)
		if n == 0 || i+n >= len(tokens) || !startsOperand(&tokens[i+n]) &&
			tokens[i+n].Kind != WordToken {
			continue
		}
		sign, advice := c.sign, c.advice
		if c.words == "is" && tokens[i+n].Kind == NameToken {
			sign, advice = "in",
				"`in` asks whether a site is in a set, as in `q in empty`; `=` compares numbers "+
					"and players"
		}
		if c.words == "is not" && tokens[i+n].Kind == NameToken {
			advice = "`not q in empty` says that a site is not in a set; `!=` compares numbers"
		}
		if advice == "" {
			advice = fmt.Sprintf("write `%s`", sign)
		}
		kind := SignToken
		if sign == "in" {
			kind = WordToken
		}
		summary := fmt.Sprintf("`%s` is no word of the language", c.words)
		if strings.Contains(c.words, " ") {
			summary = fmt.Sprintf("the language does not say `%s`", c.words)
		}
		return p.instead(tokens, i, n, kind, sign, Misplaced, summary, advice), true
	}
	return mistake{}, false
}

// setIdiom is about sets, ranges and paths.
func (p *parser) setIdiom(tokens []Token, i int, pl place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	number := func(j int) bool { return j >= 0 && j < len(tokens) && tokens[j].Kind == IntToken }
	switch {
	case before.is("to") && number(i) && number(i-2):
		return p.instead(tokens, i-1, 1, SignToken, "..", Misplaced,
			"a range is not written with `to`",
			fmt.Sprintf("write `%s..%s`", tokens[i-2].Text, t.Text)), true
	case t.is("to") && number(i-1) && number(i+1):
		return p.instead(tokens, i, 1, SignToken, "..", Misplaced,
			"a range is not written with `to`",
			fmt.Sprintf("write `%s..%s`", before.Text, tokens[i+1].Text)), true
	case t.is(",") && pl.open < 0 && i+1 < len(tokens) && startsOperand(&tokens[i+1]) &&
		!tokens[i+1].first && endsOperand(before) &&
		(tokens[pl.decl].is("setup") && pl.block >= 0 || tokens[pl.decl].is("region") &&
			pl.block < 0 || tokens[pl.decl].is("memory")):
		return p.instead(tokens, i, 1, SignToken, "|", Misplaced,
			"the members of a set are not joined with a comma here",
			"write `|`, or braces around them: `{a1, b2}`"), true
	case t.is("[") && !endsOperand(before):
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary:    "a set is not written in square brackets",
			Suggestion: "write braces: `{a1, b2}`"}}, true
	case t.is(",") && pl.open >= 1 && tokens[pl.open].is("{") && pl.open == i-2 && number(i-1) &&
		number(i+1) && endsOperand(&tokens[pl.open-1]):
		return p.instead(tokens, i, 1, SignToken, "..", Misplaced,
			"how often a step is repeated is a number or a range",
			fmt.Sprintf("write `{%s..%s}`", before.Text, tokens[i+1].Text)), true
	case before.is(".") && number(i) && i >= 3 && tokens[i-2].Kind == NameToken &&
		tokens[i-3].is("."):
		return mistake{diag: &diag.Diagnostic{Code: ExprExpected, Span: t.Span(p.file),
			Summary: "a step has a name, not a number",
			Suggestion: fmt.Sprintf("write `%s{%s}` for %s steps", clip(tokens[i-2].Text), t.Text,
				t.Text)}}, true
	case !tokens[pl.unit].is("do") && (before.Text == "any" || before.Text == "every") &&
		before.Kind == NameToken && t.Kind == NameToken && !t.first:
		return p.instead(tokens, i-1, 1, 0, "", Misplaced,
			fmt.Sprintf("`%s` is no word of the language", before.Text),
			fmt.Sprintf("write `%s` alone; all members of a set are `all x in SET: …`",
				clip(t.Text))), true
	}
	return mistake{}, false
}

// stateIdiom is about what a counter or memory is kept for.
func (p *parser) stateIdiom(tokens []Token, i int, pl place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	if !slices.ContainsFunc(tokens[pl.decl:i], func(t Token) bool { return t.is("per") }) ||
		slices.ContainsFunc(tokens[pl.decl:i], func(t Token) bool { return t.is("=") }) {
		return mistake{}, false
	}
	const advice = "one `per`, and commas: `per player, piece`"
	switch {
	case t.is("per") && before.is(","):
		return p.instead(tokens, i, 1, 0, "", Misplaced, "`per` stands only once", advice), true
	case t.is("per"):
		return p.instead(tokens, i, 1, SignToken, ",", Misplaced, "`per` stands only once",
			advice), true
	case t.is("and") && i+1 < len(tokens):
		return p.instead(tokens, i, 1, SignToken, ",", Misplaced,
			"what a state is kept for is joined with commas", advice), true
	}
	return mistake{}, false
}

// choiceIdiom is about `turn` and `then`.
func (p *parser) choiceIdiom(tokens []Token, i int, pl place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	head := tokens[pl.unit].Text
	more := i+1 < len(tokens) && !tokens[i+1].first
	if pl.open >= 0 {
		return mistake{}, false
	}
	for j := pl.unit + 1; j < i && pl.block < 0; j++ {
		if tokens[j].is("if") && !tokens[j].first && tokens[j-1].Kind == NameToken &&
			locate(tokens, j).open < 0 {
			// it was read as the beginning of conditional declarations
			return p.choiceIdiom(tokens, j, pl)
		}
	}
	if before.is("with") && (t.is("max") ||
		slices.Contains([]string{"maximum", "highest", "greatest", "biggest", "maximal"}, t.Text)) {
		return p.instead(tokens, i, 1, WordToken, "most", WordExpected,
			"expected `most` or `least` after `with`", "write `with most`"), true
	}
	if before.is("with") && (t.is("min") ||
		slices.Contains([]string{"minimum", "lowest", "fewest", "smallest", "minimal"}, t.Text)) {
		return p.instead(tokens, i, 1, WordToken, "least", WordExpected,
			"expected `most` or `least` after `with`", "write `with least`"), true
	}
	if before.Kind == NameToken && t.Kind == NameToken &&
		slices.Contains([]string{"must", "may", "can"}, before.Text) {
		return p.instead(tokens, i-1, 1, 0, "", Misplaced,
			fmt.Sprintf("`%s` is no word of the language", before.Text),
			fmt.Sprintf("write `%s` alone: what is offered must be played, and `else` says what "+
				"may be played only if it is not possible", clip(t.Text))), true
	}
	if before.is("turn") || before.is("then") || before.is("else") || before.is(",") {
		switch {
		case (t.is(":") || t.is("=")) && more:
			return p.instead(tokens, i, 1, 0, "", Misplaced,
				fmt.Sprintf("no `%s` stands behind `%s`", t.Text, before.Text),
				fmt.Sprintf("write `%s NAME`, with the name of a move", before.Text)), true
		case t.is("move") && more && tokens[i+1].Kind == NameToken, t.is("do") && more:
			return p.instead(tokens, i, 1, 0, "", Misplaced,
				fmt.Sprintf("`%s` does not stand before a move that is chosen", t.Text),
				"write its name alone"), true
		case t.Kind == WordToken && isQuantifier(t.Text) && more && tokens[i+1].Kind == NameToken:
			return p.instead(tokens, i, 1, 0, "", Misplaced,
					fmt.Sprintf("`%s` does not stand before a move that is chosen", t.Text),
					"write its name alone; a turn of several steps is said with `then` in the move"),
				true
		case t.is("{"):
			return mistake{diag: &diag.Diagnostic{Code: ChoiceExpected, Span: t.Span(p.file),
				Summary: fmt.Sprintf("`%s` has no braces", head),
				Suggestion: fmt.Sprintf("write the names of the moves, as in `%s jump else step`",
					head)}}, true
		case t.is("if"):
			return mistake{how: dropRest,
				diag: &diag.Diagnostic{Code: ChoiceExpected, Span: t.Span(p.file),
					Summary: fmt.Sprintf("expected the name of a move after `%s`", before.Text),
					Suggestion: "a condition stands behind the move, after `when`: `jump when " +
						"CONDITION`"}}, true
		}
		return mistake{}, false
	}
	if t.first && pl.block < 0 && t.Pos.Column <= tokens[pl.decl].Pos.Column {
		return mistake{}, false
	}
	word := fmt.Sprintf("`%s`", t.Text)
	switch {
	case (t.is("or") || t.is("and")) && more && tokens[i+1].is("else"):
		return p.instead(tokens, i, 1, 0, "", Misplaced,
			fmt.Sprintf("%s does not stand before `else`", word), "write `else` alone"), true
	case (t.is("or") || t.is("|") || t.is("/") || t.is("and")) && more:
		return p.instead(tokens, i, 1, SignToken, ",", Misplaced,
			fmt.Sprintf("moves are not joined with %s", word),
			"write a comma between moves that may be chosen from, `else` before what may be done "+
				"only if there is nothing else"), true
	case t.Text == "otherwise" && t.Kind == NameToken:
		return p.instead(tokens, i, 1, WordToken, "else", Misplaced,
			"`otherwise` is no word of the language", "write `else`"), true
	case t.is("if"):
		return p.instead(tokens, i, 1, WordToken, "when", Misplaced,
			"the condition of a choice is not said with `if`", "write `when`"), true
	case (t.is("then") || t.is("->")) && head == "turn" && more:
		return p.instead(tokens, i, 1, SignToken, ",", Misplaced,
			fmt.Sprintf("`turn` does not say what follows a move: %s stands in a move", word),
			"write `then NAME` as the last line of the move that it follows"), true
	case t.Kind == WordToken && isFixedMove(t.Text) && endsOperand(before):
		m := p.noComma(tokens, i)
		m.diag.Suggestion = "write `else` instead if it may be done only where there is nothing else"
		return m, true
	case t.is("(") && before.Kind == NameToken:
		m := mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: "a move that is chosen has no parentheses",
			Suggestion: fmt.Sprintf(
				"write `%s`; what is bound in it is said with the word of its role: `%s from p`",
				clip(before.Text), clip(before.Text))}}
		return m, true
	case t.is(":") && before.Kind == NameToken:
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: "`:` does not belong here",
			Suggestion: "a turn is described as the player who moves sees it; what only one of " +
				"them may do is said with `when`: `NAME when me = PLAYER`"}}, true
	}
	return mistake{}, false
}

// sentenceIdiom is about `end`.
func (p *parser) sentenceIdiom(tokens []Token, i int, pl place) (mistake, bool) {
	t := &tokens[i]
	at := min(pl.unit, i)
	head := &tokens[at]
	said := -1 // where the outcome of the sentence stands
	begun := -1
	for j := at; j < i; j++ {
		if said < 0 && tokens[j].Kind == WordToken &&
			slices.Contains(outcomeWords, tokens[j].Text) {
			said = j
		}
		if tokens[j].is("if") {
			begun = j
			break
		}
		if tokens[j].is("(") || tokens[j].is("[") || tokens[j].is("{") {
			j = match(tokens, j)
		}
	}
	if begun >= 0 && said >= 0 {
		return p.conditionIdiom(tokens, i)
	}
	if said >= 0 && !head.is("highest") && !head.is("lowest") {
		switch {
		case t.is("when"):
			return p.instead(tokens, i, 1, WordToken, "if", WordExpected,
				fmt.Sprintf("expected `if` after `%s`", clip(tokens[i-1].Text)),
				"a sentence of `end` goes on with `if CONDITION`"), true
		case t.Text == "unless" && t.Kind == NameToken:
			return p.instead(tokens, i, 1, WordToken, "if", WordExpected,
				"`unless` is no word of the language", "write `if not (CONDITION)`"), true
		case t.is(",") || t.is(":") || t.is("="):
			m := p.instead(tokens, i, 1, 0, "", WordExpected,
				fmt.Sprintf("expected `if` after `%s`", clip(tokens[i-1].Text)),
				"a sentence of `end` goes on with `if CONDITION`")
			if i+1 < len(tokens) && !tokens[i+1].is("if") {
				m.how, m.kind, m.text = replace, WordToken, "if"
			}
			return m, true
		case said == i-1 && t.Kind == NameToken && i+1 < len(tokens) && tokens[i+1].is("if"),
			said == i-2 && t.Kind == NameToken && tokens[i-1].is("for"):
			return p.instead(tokens, i, 1, 0, "", Misplaced,
				fmt.Sprintf("the player does not stand behind `%s`", tokens[said].Text),
				fmt.Sprintf("write `%s %s if …`", clip(t.Text), third(tokens[said].Text))), true
		case said == i-1 && t.is("for") && i+2 < len(tokens) && tokens[i+2].is("if"):
			return p.instead(tokens, i, 2, 0, "", Misplaced,
				fmt.Sprintf("the player does not stand behind `%s`", tokens[said].Text),
				fmt.Sprintf("write `%s %s if …`", clip(tokens[i+1].Text),
					third(tokens[said].Text))), true
		}
		return mistake{}, false
	}
	if head.is("if") {
		return mistake{diag: &diag.Diagnostic{Code: UnknownSentence, Span: head.Span(p.file),
				Summary:    "no sentence of `end` begins with `if`",
				Suggestion: "the outcome stands first: `win if CONDITION`, `lose if …`, `draw if …`"}},
			true
	}
	if head.Kind == NameToken && head.Text == "say" && at+1 < len(tokens) &&
		tokens[at+1].Kind == StringToken {
		return mistake{diag: &diag.Diagnostic{Code: UnknownSentence, Span: head.Span(p.file),
				Summary:    "`say` does not stand in `end`",
				Detail:     "It decides nothing.",
				Suggestion: "move the line below the `}` of `end`"}},
			true
	}
	if head.Kind == NameToken && at+1 < len(tokens) {
		word := ""
		switch strings.ToLower(head.Text) {
		case "tie", "tied", "remis", "stalemate":
			word = "draw"
		case "victory", "winner", "won", "winning":
			word = "win"
		case "loser", "lost", "defeat", "loss", "losing":
			word = "lose"
		case "most", "more", "maximum", "max":
			word = "highest"
		case "least", "fewest", "minimum", "min":
			word = "lowest"
		}
		if word != "" {
			return p.instead(tokens, at, 1, WordToken, word, UnknownSentence,
				fmt.Sprintf("a sentence of `end` does not say `%s`", clip(head.Text)),
				fmt.Sprintf("write `%s`", word)), true
		}
	}
	return mistake{}, false
}

// third is an outcome as it is said of somebody named.
func third(outcome string) string {
	switch outcome {
	case "win":
		return "wins"
	case "lose":
		return "loses"
	}
	return outcome
}

// conditionIdiom is about what follows the condition of a sentence, which could be complete before
// token i.
func (p *parser) conditionIdiom(tokens []Token, i int) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	if !endsOperand(before) || before.first && before.Kind == WordToken {
		return mistake{}, false
	}
	next := Token{}
	if i+1 < len(tokens) {
		next = tokens[i+1]
	}
	switch {
	case t.Kind == StringToken && !t.first:
		return p.instead(tokens, i, 1, 0, "", Misplaced,
			"the text does not stand behind the condition",
			fmt.Sprintf("the reason of an outcome stands before `if`: `win %s if …`",
				clip(t.Text))), true
	case before.is("at") && t.Text == "once":
		return mistake{}, false
	case t.is("at") && next.Text == "once":
		return p.instead(tokens, i, 2, 0, "", Misplaced,
			"`at once` does not stand behind the condition", "write `win at once if …`"), true
	case t.is(","):
		if startsOperand(&next) && !next.first && next.Kind != StringToken {
			return p.instead(tokens, i, 1, WordToken, "and", CommaTooMany,
				"a sentence of `end` has one condition",
				"join conditions with `and` or `or`"), true
		}
	case t.is("else"):
		return mistake{how: dropLine, diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: "`else` does not belong here",
			Suggestion: "the sentences are read in their order, and the first that is true " +
				"decides: take `else` out"}}, true
	case t.is("then"):
		return p.instead(tokens, i, 1, 0, "", Misplaced, "`then` does not belong here",
			"a sentence is complete with its condition: take `then` out"), true
	case (t.Kind == NameToken || t.Kind == IntToken || t.is("(")) && !t.first:
		return p.sideBySide(tokens, i), true
	}
	return mistake{}, false
}

// verbs are how effects are called elsewhere. An empty word cannot be put in the place of the
// other.
var verbs = map[string]struct{ word, form string }{
	"put": {"place", ""}, "add": {"place", ""}, "drop": {"place", ""}, "create": {"place",
		""}, "insert": {"place", ""},
	"take": {"remove", ""}, "capture": {"remove", ""}, "kill": {"remove", ""}, "delete": {"remove",
		""}, "eat": {"remove", ""},
	"destroy": {"remove", ""}, "discard": {"remove", ""}, "clear": {"remove", ""},
	"foreach": {"each", ""}, "every": {"each", ""}, "for": {"each", ""}, "all": {"each", ""},
	"move": {"", "p -> q"}, "go": {"", "p -> q"}, "slide": {"", "p -> q"}, "swap": {"", "p <-> q"},
	"exchange": {"", "p <-> q"},
	"promote":  {"", "S becomes KIND"}, "flip": {"", "S becomes mine"},
	"push": {"", "shift S by STEP"}, "set": {"", "NAME := VALUE"}, "increase": {"", "NAME += 1"},
	"decrease": {"", "NAME -= 1"},
}

// moveIdiom is about the lines of a move, `then` aside.
func (p *parser) moveIdiom(tokens []Token, i int, pl place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	unit := &tokens[pl.unit]
	more := i+1 < len(tokens) && !tokens[i+1].first
	if pl.open >= 1 && tokens[pl.open].is("{") && tokens[pl.open-1].is("do") {
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: tokens[pl.open].Span(p.file),
			Summary:    "effects stand without braces",
			Suggestion: "join them with commas: `do EFFECT, EFFECT`"}}, true
	}
	if pl.open >= 0 {
		return mistake{}, false
	}
	if t.is("when") && !unit.is("do") {
		return p.instead(tokens, i, 1, WordToken, "if", Misplaced,
			"the condition of a move is not said with `when`",
			"write `if`, best on a line of its own"), true
	}
	if t.Kind == NameToken && more && (t.first || endsOperand(before)) && !unit.is("do") &&
		!effectAhead(tokens, i) {
		switch t.Text {
		case "where", "unless", "require", "requires", "provided", "given", "whenever":
			advice := "write `if`"
			if t.Text == "unless" {
				advice = "write `if not (CONDITION)`"
			}
			return p.instead(tokens, i, 1, WordToken, "if", UnknownClause,
				fmt.Sprintf("`%s` is no word of the language", t.Text), advice), true
		}
	}
	acts := slices.ContainsFunc(tokens[pl.block:i], func(t Token) bool { return t.is("do") })
	if t.is(",") && more && !acts && (slices.Contains(roleWords, unit.Text) || unit.is("let")) {
		if next := &tokens[i+1]; next.Kind == WordToken &&
			(slices.Contains(roleWords, next.Text) || slices.Contains(clauseWords, next.Text)) {
			return p.instead(tokens, i, 1, 0, "", CommaTooMany,
				"no comma stands between the lines of a move", "take it out"), true
		}
		if startsOperand(&tokens[i+1]) {
			return p.instead(tokens, i, 1, SignToken, "|", Misplaced,
				"the members of a set are not joined with a comma here",
				"write `|`: `north | south` are both"), true
		}
	}
	if unit.is("do") || before.is("do") {
		return p.effectIdiom(tokens, i, pl)
	}
	if (t.is("win") || t.is("lose") || t.is("draw")) && t.first {
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary:    fmt.Sprintf("`%s` does not belong here", t.Text),
			Suggestion: "who has won is said by sentences in `end { … }`"}}, true
	}
	if t.Kind == NameToken && (t.first || i == pl.block+1) && more && tokens[i+1].is("in") {
		m := mistake{diag: &diag.Diagnostic{Code: UnknownClause, Span: t.Span(p.file),
			Summary: fmt.Sprintf("no line of a move begins with `%s`", clip(t.Text)),
			Suggestion: fmt.Sprintf(
				"what a player chooses begins with its role, a site with `from`, `to`, `over` or "+
					"`at`: `at %s in …`", clip(t.Text))}}
		m.how, m.kind, m.text = insert, WordToken, "at"
		return m, true
	}
	if t.is("for") && more && tokens[i+1].Kind == NameToken {
		return p.instead(tokens, i, 1, WordToken, "at", UnknownClause,
			"no line of a move begins with `for`",
			fmt.Sprintf("what a player chooses begins with its role, a site with `from`, `to`, "+
				"`over` or `at`: `at %s in …`", clip(tokens[i+1].Text))), true
	}
	return mistake{}, false
}

// effectIdiom is about what stands behind `do`.
func (p *parser) effectIdiom(tokens []Token, i int, pl place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	more := i+1 < len(tokens) && !tokens[i+1].first
	from := pl.unit + 1
	if before.is("do") {
		from = i
	}
	lo, _ := item(tokens, from, len(tokens), i)
	lo = min(lo, i)
	start := &tokens[lo]
	verb, known := verbs[start.Text]
	if known && start.Kind == NameToken && lo+1 < len(tokens) && !startsOperand(&tokens[lo+1]) &&
		!tokens[lo+1].is("each") {
		known = false
	}
	switch {
	case before.is("and") && t.Kind == WordToken && isEffectVerb(t.Text):
		return p.instead(tokens, i-1, 1, SignToken, ",", Misplaced,
			"effects are not joined with `and`", "write a comma"), true
	case i == lo+1 && start.Kind == NameToken && !known &&
		(t.Kind == NameToken && more && changes(&tokens[i+1]) || t.is("[")):
		end := i + 1
		if t.is("[") {
			end = match(tokens, i)
		}
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: fmt.Sprintf("what a counter is asked for stands in parentheses behind `%s`",
				clip(start.Text)),
			Suggestion: fmt.Sprintf("write `%s(%s)`", clip(start.Text),
				strings.Trim(written(tokens, i, end), "[ "))}}, true
	case before.is(",") && t.is("then"):
		return p.strayComma(tokens, i), true
	case t.is("implies") && endsOperand(before) && p.file.Text[t.Pos.Offset] == '=':
		m := p.instead(tokens, i, 1, SignToken, "->", EffectExpected, "", "")
		m.diag = nil // the sign has been reported
		return m, true
	case t.is("to") && endsOperand(before) && !known && more:
		return p.instead(tokens, i, 1, SignToken, "->", EffectExpected,
			fmt.Sprintf("`%s to %s` is no effect", clip(before.Text), clip(tokens[i+1].Text)),
			"write `->`"), true
	case t.is("+") && before.is("+"), t.is("-") && before.is("-"), before.is("+") && i >= 2 &&
		tokens[i-2].is("+"):
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: before.Span(p.file),
			Summary:    "the language has no `++` and no `--`",
			Suggestion: fmt.Sprintf("write `%s %s= 1`", clip(start.Text), before.Text)}}, true
	case before.is("-") && t.is(">") && t.Pos.Line == before.Pos.Line:
		return p.instead(tokens, i-1, 2, SignToken, "->", Misplaced, "`->` is one sign",
			"write it without a blank"), true
	case start.is("if"):
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: start.Span(p.file),
				Summary:    "an effect does not begin with `if`",
				Suggestion: "its condition stands behind it, after `when`: `p -> q when CONDITION`"}},
			true
	case known && (start.Kind == NameToken || start.is("move") || start.is("for") ||
		start.is("all") || start.is("turn")):
		if verb.word == "" {
			end := lo + 1
			for end < len(tokens) && !tokens[end].first && !tokens[end].is(",") &&
				!tokens[end].is("}") {
				end++
			}
			// To read on, any effect will do in its place.
			m := p.instead(tokens, lo, end-lo, WordToken, "again", EffectExpected,
				fmt.Sprintf("no effect begins with `%s`", start.Text),
				fmt.Sprintf("write `%s`", verb.form))
			m.diag.Span = start.Span(p.file)
			return m, true
		}
		if verb.word == "each" && i == lo && start.Kind == WordToken {
			return mistake{}, false
		}
		return p.instead(tokens, lo, 1, WordToken, verb.word, EffectExpected,
			fmt.Sprintf("no effect begins with `%s`", start.Text),
			fmt.Sprintf("write `%s`", verb.word)), true
	case t.is("from") && start.is("remove"):
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: "`remove` says only from where",
			Suggestion: fmt.Sprintf("write `remove %s`",
				written(tokens, i+1, min(i+2, len(tokens))))}}, true
	case t.is("if") && !t.first:
		return p.instead(tokens, i, 1, WordToken, "when", Misplaced,
			"the condition of an effect is not said with `if`",
			"write `when`; what must hold for the whole move stands before `do`"), true
	case t.is("else") && i > lo:
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: "`else` does not belong here",
			Suggestion: "write two effects, `… when C, … when not C`; what follows a move is said " +
				"with `then … else …`"}}, true
	case t.Kind == WordToken && isFixedMove(t.Text) && endsOperand(before):
		if t.is("win") || t.is("lose") || t.is("draw") {
			return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
				Summary:    fmt.Sprintf("`%s` does not belong here", t.Text),
				Suggestion: "who has won is said by sentences in `end { … }`"}}, true
		}
		return mistake{diag: &diag.Diagnostic{Code: Misplaced, Span: t.Span(p.file),
			Summary: fmt.Sprintf("`%s` does not belong here", t.Text),
			Suggestion: fmt.Sprintf(
				"what follows the effects is said with `then`: `then %s`; without it the turn is over", t.Text)}}, true
	}
	return mistake{}, false
}
