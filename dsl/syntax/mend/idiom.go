package mend

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/syntax/token"
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
func phrase(tokens []token.Token, i int, words string) int {
	n := 0
	for w := range strings.FieldsSeq(words) {
		if i+n >= len(tokens) || tokens[i+n].Text != w || tokens[i+n].Kind != token.NameToken &&
			tokens[i+n].Kind != token.WordToken || tokens[i+n].First {
			return 0
		}
		n++
	}
	return n
}

// written is the text of tokens [lo, hi), a blank between two.
func written(tokens []token.Token, lo, hi int) string {
	var words []string
	for _, t := range tokens[lo:hi] {
		words = append(words, t.Text)
	}
	return strings.Join(words, " ")
}

// instead is a mistake that is mended by writing text in the place of width tokens from at on; with
// an empty text they are left out.
func (p *Mender) instead(tokens []token.Token, at, width int, kind token.Kind, text string, code diag.Code,
	summary, suggestion string) mistake {
	m := mistake{at: at, width: width, how: replace, kind: kind, text: text,
		diag: &diag.Diagnostic{Code: code,
			Span: tokens[at].Span(p.File).To(tokens[at+width-1].Span(p.File)), Summary: summary,
			Suggestion: suggestion}}
	if text == "" {
		m.how = dropToken
	}
	return m
}

// idiom recognises what plain speech or another language would say at token i, where the grammar
// has stopped.
func (p *Mender) idiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	if i == 0 || i >= len(tokens) {
		return mistake{}, false
	}
	ending := pl.Block >= 0 && tokens[pl.Decl].Is("end")
	if name := &tokens[i-1]; ending && name.Kind == token.NameToken && !name.First && i >= 2 &&
		token.EndsOperand(&tokens[i-2]) {
		i-- // what stands behind a condition was read as the player of the next sentence
		pl = token.Locate(tokens, i)
	}
	if !tokens[i].First && pl.Block >= 0 && token.IsMove(tokens, pl) && i > pl.Block+1 {
		// a word that can begin a line may have been meant as part of this one
		pl.Unit = token.Locate(tokens, i-1).Unit
	}
	if !ending || slices.ContainsFunc(tokens[pl.Unit:i], func(t token.Token) bool { return t.Is("if") }) {
		if m, ok := p.comparison(tokens, i, pl); ok {
			return m, true
		}
	}
	if m, ok := p.setIdiom(tokens, i, pl); ok {
		return m, true
	}
	unit := &tokens[min(pl.Unit, len(tokens)-1)]
	switch {
	case pl.Block < 0 && (tokens[pl.Decl].Is("counter") || tokens[pl.Decl].Is("memory")):
		return p.stateIdiom(tokens, i, pl)
	case tokens[pl.Decl].Is("turn"), pl.Block >= 0 && token.IsMove(tokens, pl) && unit.Is("then"):
		return p.choiceIdiom(tokens, i, pl)
	case pl.Block >= 0 && token.IsMove(tokens, pl):
		return p.moveIdiom(tokens, i, pl)
	case pl.Block >= 0 && tokens[pl.Decl].Is("end"):
		return p.sentenceIdiom(tokens, i, pl)
	}
	return mistake{}, false
}

// comparison recognises a comparison in words behind a value.
func (p *Mender) comparison(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	head := &tokens[pl.Unit]
	if pl.Block < 0 && (head.Is("players") || head.Is("piece") || head.Is("game") ||
		head.Is("use") || head.Is("board")) {
		return mistake{}, false
	}
	if tokens[i-1].Is("at") && i > 1 && (tokens[i].Text == "least" || tokens[i].Text == "most") {
		i-- // `at` was read as the beginning of a line
	} else if i > 2 && tokens[i-2].Is("at") &&
		(tokens[i-1].Text == "least" || tokens[i-1].Text == "most") {
		i -= 2
	}
	if !token.EndsOperand(&tokens[i-1]) || slices.Contains(token.RoleWords, tokens[max(i-2, 0)].Text) &&
		tokens[i-2].Kind == token.WordToken {
		return mistake{}, false
	}
	for _, c := range comparisons {
		n := phrase(tokens, i, c.words)
		if n == 0 || i+n >= len(tokens) || !token.StartsOperand(&tokens[i+n]) &&
			tokens[i+n].Kind != token.WordToken {
			continue
		}
		sign, advice := c.sign, c.advice
		if c.words == "is" && tokens[i+n].Kind == token.NameToken {
			sign, advice = "in",
				"`in` asks whether a site is in a set, as in `q in empty`; `=` compares numbers "+
					"and players"
		}
		if c.words == "is not" && tokens[i+n].Kind == token.NameToken {
			advice = "`not q in empty` says that a site is not in a set; `!=` compares numbers"
		}
		if advice == "" {
			advice = fmt.Sprintf("write `%s`", sign)
		}
		kind := token.SignToken
		if sign == "in" {
			kind = token.WordToken
		}
		summary := fmt.Sprintf("`%s` is no word of the language", c.words)
		if strings.Contains(c.words, " ") {
			summary = fmt.Sprintf("the language does not say `%s`", c.words)
		}
		return p.instead(tokens, i, n, kind, sign, token.Misplaced, summary, advice), true
	}
	return mistake{}, false
}

// setIdiom is about sets, ranges and paths.
func (p *Mender) setIdiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	number := func(j int) bool { return j >= 0 && j < len(tokens) && tokens[j].Kind == token.IntToken }
	switch {
	case before.Is("to") && number(i) && number(i-2):
		return p.instead(tokens, i-1, 1, token.SignToken, "..", token.Misplaced,
			"a range is not written with `to`",
			fmt.Sprintf("write `%s..%s`", tokens[i-2].Text, t.Text)), true
	case t.Is("to") && number(i-1) && number(i+1):
		return p.instead(tokens, i, 1, token.SignToken, "..", token.Misplaced,
			"a range is not written with `to`",
			fmt.Sprintf("write `%s..%s`", before.Text, tokens[i+1].Text)), true
	case t.Is(",") && pl.Open < 0 && i+1 < len(tokens) && token.StartsOperand(&tokens[i+1]) &&
		!tokens[i+1].First && token.EndsOperand(before) &&
		(tokens[pl.Decl].Is("setup") && pl.Block >= 0 || tokens[pl.Decl].Is("region") &&
			pl.Block < 0 || tokens[pl.Decl].Is("memory")):
		return p.instead(tokens, i, 1, token.SignToken, "|", token.Misplaced,
			"the members of a set are not joined with a comma here",
			"write `|`, or braces around them: `{a1, b2}`"), true
	case t.Is("[") && !token.EndsOperand(before):
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary:    "a set is not written in square brackets",
			Suggestion: "write braces: `{a1, b2}`"}}, true
	case t.Is(",") && pl.Open >= 1 && tokens[pl.Open].Is("{") && pl.Open == i-2 && number(i-1) &&
		number(i+1) && token.EndsOperand(&tokens[pl.Open-1]):
		return p.instead(tokens, i, 1, token.SignToken, "..", token.Misplaced,
			"how often a step is repeated is a number or a range",
			fmt.Sprintf("write `{%s..%s}`", before.Text, tokens[i+1].Text)), true
	case before.Is(".") && number(i) && i >= 3 && tokens[i-2].Kind == token.NameToken &&
		tokens[i-3].Is("."):
		return mistake{diag: &diag.Diagnostic{Code: token.ExprExpected, Span: t.Span(p.File),
			Summary: "a step has a name, not a number",
			Suggestion: fmt.Sprintf("write `%s{%s}` for %s steps", token.Clip(tokens[i-2].Text), t.Text,
				t.Text)}}, true
	case !tokens[pl.Unit].Is("do") && (before.Text == "any" || before.Text == "every") &&
		before.Kind == token.NameToken && t.Kind == token.NameToken && !t.First:
		return p.instead(tokens, i-1, 1, 0, "", token.Misplaced,
			fmt.Sprintf("`%s` is no word of the language", before.Text),
			fmt.Sprintf("write `%s` alone; all members of a set are `all x in SET: …`",
				token.Clip(t.Text))), true
	}
	return mistake{}, false
}

// stateIdiom is about what a counter or memory is kept for.
func (p *Mender) stateIdiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	if !slices.ContainsFunc(tokens[pl.Decl:i], func(t token.Token) bool { return t.Is("per") }) ||
		slices.ContainsFunc(tokens[pl.Decl:i], func(t token.Token) bool { return t.Is("=") }) {
		return mistake{}, false
	}
	const advice = "one `per`, and commas: `per player, piece`"
	switch {
	case t.Is("per") && before.Is(","):
		return p.instead(tokens, i, 1, 0, "", token.Misplaced, "`per` stands only once", advice), true
	case t.Is("per"):
		return p.instead(tokens, i, 1, token.SignToken, ",", token.Misplaced, "`per` stands only once",
			advice), true
	case t.Is("and") && i+1 < len(tokens):
		return p.instead(tokens, i, 1, token.SignToken, ",", token.Misplaced,
			"what a state is kept for is joined with commas", advice), true
	}
	return mistake{}, false
}

// choiceIdiom is about `turn` and `then`.
func (p *Mender) choiceIdiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	head := tokens[pl.Unit].Text
	more := i+1 < len(tokens) && !tokens[i+1].First
	if pl.Open >= 0 {
		return mistake{}, false
	}
	for j := pl.Unit + 1; j < i && pl.Block < 0; j++ {
		if tokens[j].Is("if") && !tokens[j].First && tokens[j-1].Kind == token.NameToken &&
			token.Locate(tokens, j).Open < 0 {
			// it was read as the beginning of conditional declarations
			return p.choiceIdiom(tokens, j, pl)
		}
	}
	if before.Is("with") && (t.Is("max") ||
		slices.Contains([]string{"maximum", "highest", "greatest", "biggest", "maximal"}, t.Text)) {
		return p.instead(tokens, i, 1, token.WordToken, "most", token.WordExpected,
			"expected `most` or `least` after `with`", "write `with most`"), true
	}
	if before.Is("with") && (t.Is("min") ||
		slices.Contains([]string{"minimum", "lowest", "fewest", "smallest", "minimal"}, t.Text)) {
		return p.instead(tokens, i, 1, token.WordToken, "least", token.WordExpected,
			"expected `most` or `least` after `with`", "write `with least`"), true
	}
	if before.Kind == token.NameToken && t.Kind == token.NameToken &&
		slices.Contains([]string{"must", "may", "can"}, before.Text) {
		return p.instead(tokens, i-1, 1, 0, "", token.Misplaced,
			fmt.Sprintf("`%s` is no word of the language", before.Text),
			fmt.Sprintf("write `%s` alone: what is offered must be played, and `else` says what "+
				"may be played only if it is not possible", token.Clip(t.Text))), true
	}
	if before.Is("turn") || before.Is("then") || before.Is("else") || before.Is(",") {
		switch {
		case (t.Is(":") || t.Is("=")) && more:
			return p.instead(tokens, i, 1, 0, "", token.Misplaced,
				fmt.Sprintf("no `%s` stands behind `%s`", t.Text, before.Text),
				fmt.Sprintf("write `%s NAME`, with the name of a move", before.Text)), true
		case t.Is("move") && more && tokens[i+1].Kind == token.NameToken, t.Is("do") && more:
			return p.instead(tokens, i, 1, 0, "", token.Misplaced,
				fmt.Sprintf("`%s` does not stand before a move that is chosen", t.Text),
				"write its name alone"), true
		case t.Kind == token.WordToken && isQuantifier(t.Text) && more && tokens[i+1].Kind == token.NameToken:
			return p.instead(tokens, i, 1, 0, "", token.Misplaced,
					fmt.Sprintf("`%s` does not stand before a move that is chosen", t.Text),
					"write its name alone; a turn of several steps is said with `then` in the move"),
				true
		case t.Is("{"):
			return mistake{diag: &diag.Diagnostic{Code: token.ChoiceExpected, Span: t.Span(p.File),
				Summary: fmt.Sprintf("`%s` has no braces", head),
				Suggestion: fmt.Sprintf("write the names of the moves, as in `%s jump else step`",
					head)}}, true
		case t.Is("if"):
			return mistake{how: dropRest,
				diag: &diag.Diagnostic{Code: token.ChoiceExpected, Span: t.Span(p.File),
					Summary: fmt.Sprintf("expected the name of a move after `%s`", before.Text),
					Suggestion: "a condition stands behind the move, after `when`: `jump when " +
						"CONDITION`"}}, true
		}
		return mistake{}, false
	}
	if t.First && pl.Block < 0 && t.Pos.Column <= tokens[pl.Decl].Pos.Column {
		return mistake{}, false
	}
	word := fmt.Sprintf("`%s`", t.Text)
	switch {
	case (t.Is("or") || t.Is("and")) && more && tokens[i+1].Is("else"):
		return p.instead(tokens, i, 1, 0, "", token.Misplaced,
			fmt.Sprintf("%s does not stand before `else`", word), "write `else` alone"), true
	case (t.Is("or") || t.Is("|") || t.Is("/") || t.Is("and")) && more:
		return p.instead(tokens, i, 1, token.SignToken, ",", token.Misplaced,
			fmt.Sprintf("moves are not joined with %s", word),
			"write a comma between moves that may be chosen from, `else` before what may be done "+
				"only if there is nothing else"), true
	case t.Text == "otherwise" && t.Kind == token.NameToken:
		return p.instead(tokens, i, 1, token.WordToken, "else", token.Misplaced,
			"`otherwise` is no word of the language", "write `else`"), true
	case t.Is("if"):
		return p.instead(tokens, i, 1, token.WordToken, "when", token.Misplaced,
			"the condition of a choice is not said with `if`", "write `when`"), true
	case (t.Is("then") || t.Is("->")) && head == "turn" && more:
		return p.instead(tokens, i, 1, token.SignToken, ",", token.Misplaced,
			fmt.Sprintf("`turn` does not say what follows a move: %s stands in a move", word),
			"write `then NAME` as the last line of the move that it follows"), true
	case t.Kind == token.WordToken && token.IsFixedMove(t.Text) && token.EndsOperand(before):
		m := p.noComma(tokens, i)
		m.diag.Suggestion = "write `else` instead if it may be done only where there is nothing else"
		return m, true
	case t.Is("(") && before.Kind == token.NameToken:
		m := mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: "a move that is chosen has no parentheses",
			Suggestion: fmt.Sprintf(
				"write `%s`; what is bound in it is said with the word of its role: `%s from p`",
				token.Clip(before.Text), token.Clip(before.Text))}}
		return m, true
	case t.Is(":") && before.Kind == token.NameToken:
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: "`:` does not belong here",
			Suggestion: "a turn is described as the player who moves sees it; what only one of " +
				"them may do is said with `when`: `NAME when me = PLAYER`"}}, true
	}
	return mistake{}, false
}

// sentenceIdiom is about `end`.
func (p *Mender) sentenceIdiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	t := &tokens[i]
	at := min(pl.Unit, i)
	head := &tokens[at]
	said := -1 // where the outcome of the sentence stands
	begun := -1
	for j := at; j < i; j++ {
		if said < 0 && tokens[j].Kind == token.WordToken &&
			slices.Contains(token.OutcomeWords, tokens[j].Text) {
			said = j
		}
		if tokens[j].Is("if") {
			begun = j
			break
		}
		if tokens[j].Is("(") || tokens[j].Is("[") || tokens[j].Is("{") {
			j = token.Match(tokens, j)
		}
	}
	if begun >= 0 && said >= 0 {
		return p.conditionIdiom(tokens, i)
	}
	if said >= 0 && !head.Is("highest") && !head.Is("lowest") {
		switch {
		case t.Is("when"):
			return p.instead(tokens, i, 1, token.WordToken, "if", token.WordExpected,
				fmt.Sprintf("expected `if` after `%s`", token.Clip(tokens[i-1].Text)),
				"a sentence of `end` goes on with `if CONDITION`"), true
		case t.Text == "unless" && t.Kind == token.NameToken:
			return p.instead(tokens, i, 1, token.WordToken, "if", token.WordExpected,
				"`unless` is no word of the language", "write `if not (CONDITION)`"), true
		case t.Is(",") || t.Is(":") || t.Is("="):
			m := p.instead(tokens, i, 1, 0, "", token.WordExpected,
				fmt.Sprintf("expected `if` after `%s`", token.Clip(tokens[i-1].Text)),
				"a sentence of `end` goes on with `if CONDITION`")
			if i+1 < len(tokens) && !tokens[i+1].Is("if") {
				m.how, m.kind, m.text = replace, token.WordToken, "if"
			}
			return m, true
		case said == i-1 && t.Kind == token.NameToken && i+1 < len(tokens) && tokens[i+1].Is("if"),
			said == i-2 && t.Kind == token.NameToken && tokens[i-1].Is("for"):
			return p.instead(tokens, i, 1, 0, "", token.Misplaced,
				fmt.Sprintf("the player does not stand behind `%s`", tokens[said].Text),
				fmt.Sprintf("write `%s %s if …`", token.Clip(t.Text), third(tokens[said].Text))), true
		case said == i-1 && t.Is("for") && i+2 < len(tokens) && tokens[i+2].Is("if"):
			return p.instead(tokens, i, 2, 0, "", token.Misplaced,
				fmt.Sprintf("the player does not stand behind `%s`", tokens[said].Text),
				fmt.Sprintf("write `%s %s if …`", token.Clip(tokens[i+1].Text),
					third(tokens[said].Text))), true
		}
		return mistake{}, false
	}
	if head.Is("if") {
		return mistake{diag: &diag.Diagnostic{Code: token.UnknownSentence, Span: head.Span(p.File),
				Summary:    "no sentence of `end` begins with `if`",
				Suggestion: "the outcome stands first: `win if CONDITION`, `lose if …`, `draw if …`"}},
			true
	}
	if head.Kind == token.NameToken && head.Text == "say" && at+1 < len(tokens) &&
		tokens[at+1].Kind == token.StringToken {
		return mistake{diag: &diag.Diagnostic{Code: token.UnknownSentence, Span: head.Span(p.File),
				Summary:    "`say` does not stand in `end`",
				Detail:     "It decides nothing.",
				Suggestion: "move the line below the `}` of `end`"}},
			true
	}
	if head.Kind == token.NameToken && at+1 < len(tokens) {
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
			return p.instead(tokens, at, 1, token.WordToken, word, token.UnknownSentence,
				fmt.Sprintf("a sentence of `end` does not say `%s`", token.Clip(head.Text)),
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
func (p *Mender) conditionIdiom(tokens []token.Token, i int) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	if !token.EndsOperand(before) || before.First && before.Kind == token.WordToken {
		return mistake{}, false
	}
	next := token.Token{}
	if i+1 < len(tokens) {
		next = tokens[i+1]
	}
	switch {
	case t.Kind == token.StringToken && !t.First:
		return p.instead(tokens, i, 1, 0, "", token.Misplaced,
			"the text does not stand behind the condition",
			fmt.Sprintf("the reason of an outcome stands before `if`: `win %s if …`",
				token.Clip(t.Text))), true
	case before.Is("at") && t.Text == "once":
		return mistake{}, false
	case t.Is("at") && next.Text == "once":
		return p.instead(tokens, i, 2, 0, "", token.Misplaced,
			"`at once` does not stand behind the condition", "write `win at once if …`"), true
	case t.Is(","):
		if token.StartsOperand(&next) && !next.First && next.Kind != token.StringToken {
			return p.instead(tokens, i, 1, token.WordToken, "and", token.CommaTooMany,
				"a sentence of `end` has one condition",
				"join conditions with `and` or `or`"), true
		}
	case t.Is("else"):
		return mistake{how: dropLine, diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: "`else` does not belong here",
			Suggestion: "the sentences are read in their order, and the first that is true " +
				"decides: take `else` out"}}, true
	case t.Is("then"):
		return p.instead(tokens, i, 1, 0, "", token.Misplaced, "`then` does not belong here",
			"a sentence is complete with its condition: take `then` out"), true
	case (t.Kind == token.NameToken || t.Kind == token.IntToken || t.Is("(")) && !t.First:
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
func (p *Mender) moveIdiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	unit := &tokens[pl.Unit]
	more := i+1 < len(tokens) && !tokens[i+1].First
	if pl.Open >= 1 && tokens[pl.Open].Is("{") && tokens[pl.Open-1].Is("do") {
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: tokens[pl.Open].Span(p.File),
			Summary:    "effects stand without braces",
			Suggestion: "join them with commas: `do EFFECT, EFFECT`"}}, true
	}
	if pl.Open >= 0 {
		return mistake{}, false
	}
	if t.Is("when") && !unit.Is("do") {
		return p.instead(tokens, i, 1, token.WordToken, "if", token.Misplaced,
			"the condition of a move is not said with `when`",
			"write `if`, best on a line of its own"), true
	}
	if t.Kind == token.NameToken && more && (t.First || token.EndsOperand(before)) && !unit.Is("do") &&
		!effectAhead(tokens, i) {
		switch t.Text {
		case "where", "unless", "require", "requires", "provided", "given", "whenever":
			advice := "write `if`"
			if t.Text == "unless" {
				advice = "write `if not (CONDITION)`"
			}
			return p.instead(tokens, i, 1, token.WordToken, "if", token.UnknownClause,
				fmt.Sprintf("`%s` is no word of the language", t.Text), advice), true
		}
	}
	acts := slices.ContainsFunc(tokens[pl.Block:i], func(t token.Token) bool { return t.Is("do") })
	if t.Is(",") && more && !acts && (slices.Contains(token.RoleWords, unit.Text) || unit.Is("let")) {
		if next := &tokens[i+1]; next.Kind == token.WordToken &&
			(slices.Contains(token.RoleWords, next.Text) || slices.Contains(token.ClauseWords, next.Text)) {
			return p.instead(tokens, i, 1, 0, "", token.CommaTooMany,
				"no comma stands between the lines of a move", "take it out"), true
		}
		if token.StartsOperand(&tokens[i+1]) {
			return p.instead(tokens, i, 1, token.SignToken, "|", token.Misplaced,
				"the members of a set are not joined with a comma here",
				"write `|`: `north | south` are both"), true
		}
	}
	if unit.Is("do") || before.Is("do") {
		return p.effectIdiom(tokens, i, pl)
	}
	if (t.Is("win") || t.Is("lose") || t.Is("draw")) && t.First {
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary:    fmt.Sprintf("`%s` does not belong here", t.Text),
			Suggestion: "who has won is said by sentences in `end { … }`"}}, true
	}
	if t.Kind == token.NameToken && (t.First || i == pl.Block+1) && more && tokens[i+1].Is("in") {
		m := mistake{diag: &diag.Diagnostic{Code: token.UnknownClause, Span: t.Span(p.File),
			Summary: fmt.Sprintf("no line of a move begins with `%s`", token.Clip(t.Text)),
			Suggestion: fmt.Sprintf(
				"what a player chooses begins with its role, a site with `from`, `to`, `over` or "+
					"`at`: `at %s in …`", token.Clip(t.Text))}}
		m.how, m.kind, m.text = insert, token.WordToken, "at"
		return m, true
	}
	if t.Is("for") && more && tokens[i+1].Kind == token.NameToken {
		return p.instead(tokens, i, 1, token.WordToken, "at", token.UnknownClause,
			"no line of a move begins with `for`",
			fmt.Sprintf("what a player chooses begins with its role, a site with `from`, `to`, "+
				"`over` or `at`: `at %s in …`", token.Clip(tokens[i+1].Text))), true
	}
	return mistake{}, false
}

// effectIdiom is about what stands behind `do`.
func (p *Mender) effectIdiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	t, before := &tokens[i], &tokens[i-1]
	more := i+1 < len(tokens) && !tokens[i+1].First
	from := pl.Unit + 1
	if before.Is("do") {
		from = i
	}
	lo, _ := token.Item(tokens, from, len(tokens), i)
	lo = min(lo, i)
	start := &tokens[lo]
	verb, known := verbs[start.Text]
	if known && start.Kind == token.NameToken && lo+1 < len(tokens) && !token.StartsOperand(&tokens[lo+1]) &&
		!tokens[lo+1].Is("each") {
		known = false
	}
	switch {
	case before.Is("and") && t.Kind == token.WordToken && token.IsEffectVerb(t.Text):
		return p.instead(tokens, i-1, 1, token.SignToken, ",", token.Misplaced,
			"effects are not joined with `and`", "write a comma"), true
	case i == lo+1 && start.Kind == token.NameToken && !known &&
		(t.Kind == token.NameToken && more && changes(&tokens[i+1]) || t.Is("[")):
		end := i + 1
		if t.Is("[") {
			end = token.Match(tokens, i)
		}
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: fmt.Sprintf("what a counter is asked for stands in parentheses behind `%s`",
				token.Clip(start.Text)),
			Suggestion: fmt.Sprintf("write `%s(%s)`", token.Clip(start.Text),
				strings.Trim(written(tokens, i, end), "[ "))}}, true
	case before.Is(",") && t.Is("then"):
		return p.strayComma(tokens, i), true
	case t.Is("implies") && token.EndsOperand(before) && p.File.Text[t.Pos.Offset] == '=':
		m := p.instead(tokens, i, 1, token.SignToken, "->", token.EffectExpected, "", "")
		m.diag = nil // the sign has been reported
		return m, true
	case t.Is("to") && token.EndsOperand(before) && !known && more:
		return p.instead(tokens, i, 1, token.SignToken, "->", token.EffectExpected,
			fmt.Sprintf("`%s to %s` is no effect", token.Clip(before.Text), token.Clip(tokens[i+1].Text)),
			"write `->`"), true
	case t.Is("+") && before.Is("+"), t.Is("-") && before.Is("-"), before.Is("+") && i >= 2 &&
		tokens[i-2].Is("+"):
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: before.Span(p.File),
			Summary:    "the language has no `++` and no `--`",
			Suggestion: fmt.Sprintf("write `%s %s= 1`", token.Clip(start.Text), before.Text)}}, true
	case before.Is("-") && t.Is(">") && t.Pos.Line == before.Pos.Line:
		return p.instead(tokens, i-1, 2, token.SignToken, "->", token.Misplaced, "`->` is one sign",
			"write it without a blank"), true
	case start.Is("if"):
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: start.Span(p.File),
				Summary:    "an effect does not begin with `if`",
				Suggestion: "its condition stands behind it, after `when`: `p -> q when CONDITION`"}},
			true
	case known && (start.Kind == token.NameToken || start.Is("move") || start.Is("for") ||
		start.Is("all") || start.Is("turn")):
		if verb.word == "" {
			end := lo + 1
			for end < len(tokens) && !tokens[end].First && !tokens[end].Is(",") &&
				!tokens[end].Is("}") {
				end++
			}
			// To read on, any effect will do in its place.
			m := p.instead(tokens, lo, end-lo, token.WordToken, "again", token.EffectExpected,
				fmt.Sprintf("no effect begins with `%s`", start.Text),
				fmt.Sprintf("write `%s`", verb.form))
			m.diag.Span = start.Span(p.File)
			return m, true
		}
		if verb.word == "each" && i == lo && start.Kind == token.WordToken {
			return mistake{}, false
		}
		return p.instead(tokens, lo, 1, token.WordToken, verb.word, token.EffectExpected,
			fmt.Sprintf("no effect begins with `%s`", start.Text),
			fmt.Sprintf("write `%s`", verb.word)), true
	case t.Is("from") && start.Is("remove"):
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: "`remove` says only from where",
			Suggestion: fmt.Sprintf("write `remove %s`",
				written(tokens, i+1, min(i+2, len(tokens))))}}, true
	case t.Is("if") && !t.First:
		return p.instead(tokens, i, 1, token.WordToken, "when", token.Misplaced,
			"the condition of an effect is not said with `if`",
			"write `when`; what must hold for the whole move stands before `do`"), true
	case t.Is("else") && i > lo:
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: "`else` does not belong here",
			Suggestion: "write two effects, `… when C, … when not C`; what follows a move is said " +
				"with `then … else …`"}}, true
	case t.Kind == token.WordToken && token.IsFixedMove(t.Text) && token.EndsOperand(before):
		if t.Is("win") || t.Is("lose") || t.Is("draw") {
			return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
				Summary:    fmt.Sprintf("`%s` does not belong here", t.Text),
				Suggestion: "who has won is said by sentences in `end { … }`"}}, true
		}
		return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: t.Span(p.File),
			Summary: fmt.Sprintf("`%s` does not belong here", t.Text),
			Suggestion: fmt.Sprintf(
				"what follows the effects is said with `then`: `then %s`; without it the turn is over", t.Text)}}, true
	}
	return mistake{}, false
}
