package mend

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/syntax/token"
)

// comparisons are words between two values; of those that begin alike, the longest comes first.
var comparisons = []struct {
	words, sign string
	advice      string // empty: write the sign
}{
	{"is not in", "in", "put `not` in front: `not q in mine`"},
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
	{"not in", "in", "put `not` in front: `not q in mine`"},
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

// siteName matches the name of a cell.
var siteName = regexp.MustCompile(`^[A-Z]?[a-z][0-9]{1,2}$`)

// setIdioms are about sets, ranges and paths.
var setIdioms = []idiom{
	{seen: "top|bottom - INT ^of", code: token.Misplaced, on: -2, width: 2,
		says: "`{-3}` takes no number below zero",
		fix:  "write how many pieces of the tower: `{-3} {-1} of …`"},
	{seen: "top|bottom of - INT ^of", code: token.Misplaced, on: -3,
		says: "the number of pieces comes right after `{-4}`",
		fix:  "write `{-4} {-1} of …`"},
	{seen: "INT to ^INT", code: token.Misplaced, do: replace, put: "..", on: -1,
		says: "a range is not written with `to`", fix: "write `{-2}..{0}`"},
	{seen: "INT ^to ~INT", code: token.Misplaced, do: replace, put: "..",
		says: "a range is not written with `to`", fix: "write `{-1}..{1}`"},
	{seen: "NAME ^..|to NAME", where: func(s *spot) bool {
		return siteName.MatchString(s.at(-1).Text) && siteName.MatchString(s.at(1).Text)
	}, code: token.Misplaced, do: replace, put: "|",
		says: "sites have no ranges",
		fix: "name them, as in `{a1, b1}`; `rank(1)` is a row, `file(1)` a column, and " +
			"`{-1}.east{0..3}` the site {-1} and three to the east of it"},
	{seen: "VALUE ^, OPERAND", where: func(s *spot) bool {
		d, inBlock := s.decl(), s.pl.Block >= 0
		return s.pl.Open < 0 && (d.Is("setup") && inBlock || d.Is("region") && !inBlock || d.Is("memory"))
	}, whole: func(s *spot) mistake { return s.members(s.i) }},
	{seen: "VALUE , NAME ^~!:", where: func(s *spot) bool {
		lower := s.at(-1).Text == strings.ToLower(s.at(-1).Text) // not a player's unfinished line
		return s.decl().Is("region") && s.pl.Block >= 0 && s.pl.Open < 0 && lower
	}, whole: func(s *spot) mistake { return s.members(s.i - 2) }},
	{seen: "VALUE ^, OPERAND", where: func(s *spot) bool { // in parentheses that are no call's
		open := s.pl.Open
		return open > 0 && s.tokens[open].Is("(") && s.tokens[open-1].Kind != token.NameToken
	}, whole: func(s *spot) mistake { return s.members(s.i) }},
	{seen: "!VALUE ^[", code: token.Misplaced,
		says: "a set is not written in square brackets", fix: "write braces: `{a1, b2}`"},
	{seen: "VALUE { INT ^, ~INT", where: func(s *spot) bool { return s.pl.Open == s.i-2 },
		code: token.Misplaced, do: replace, put: "..",
		says: "how often a step is repeated is a number or a range",
		fix:  "write `{{-1}..{1}}`"},
	{seen: ". NAME . ^INT", code: token.ExprExpected,
		says: "a step has a name, not a number", fix: "write `{-2}{{0}}` for {0} steps"},
	{seen: "any|every ^NAME",
		where: func(s *spot) bool { return !s.unit().Is("do") && !s.at(0).First },
		code:  token.Misplaced, do: dropToken, on: -1, says: "`{-1}` is not a word of the language",
		fix: "write `{0}` alone; all members of a set are `all x in SET: …`"},
}

// listIdioms are about the players and the pieces.
var listIdioms = []idiom{
	{seen: ", ^and NAME", code: token.Misplaced, do: dropToken,
		says: "`and` does not belong after a comma", fix: "write the comma alone"},
	{seen: "VALUE ^and|&|+|/ ~NAME", code: token.Misplaced, do: replace, put: ",",
		says: "the members of this list are not joined with `{0}`", fix: "write a comma"},
}

// stateIdioms are about what a counter or memory is kept per.
var stateIdioms = []idiom{
	{seen: ", ^per", code: token.Misplaced, do: dropToken,
		says: "write `per` only once", fix: "one `per`, and commas: `per player, piece`"},
	{seen: "^per", code: token.Misplaced, do: replace, put: ",",
		says: "write `per` only once", fix: "one `per`, and commas: `per player, piece`"},
	{seen: "^and ~ANY", code: token.Misplaced, do: replace, put: ",",
		says: "the words after `per` are joined with commas",
		fix:  "one `per`, and commas: `per player, piece`"},
}

// choiceIdioms are about `turn` and `then`: first what stands in place of a move, then what follows
// a move.
var choiceIdioms = []idiom{
	{seen: "with ^max|maximum|highest|greatest|biggest|maximal", code: token.WordExpected,
		do: replace, put: "most",
		says: "expected `most` or `least` after `with`", fix: "write `with most`"},
	{seen: "with ^min|minimum|lowest|fewest|smallest|minimal", code: token.WordExpected,
		do: replace, put: "least",
		says: "expected `most` or `least` after `with`", fix: "write `with least`"},
	{seen: "with ^NAME NAME", code: token.WordExpected, do: replace, put: "most",
		says: "expected `most` or `least` after `with`", fix: "write `with most` or `with least`"},
	{seen: "with ^NAME", code: token.WordExpected, do: insert, put: "most",
		says: "expected `most` or `least` after `with`",
		fix:  "write `with most {0}` or `with least {0}`"},
	{seen: "must|may|can ^NAME", code: token.Misplaced, do: dropToken, on: -1,
		says: "`{-1}` is not a word of the language",
		fix: "write `{0}` alone: players must play what is offered; `else` says what they may " +
			"play if they cannot"},
	{seen: "turn|then|else|, ^:|= ANY", code: token.Misplaced, do: dropToken,
		says: "`{0}` cannot follow `{-1}`",
		fix:  "write `{-1} NAME`, with the name of a move"},
	{seen: "turn|then|else|, ^move NAME", code: token.Misplaced, do: dropToken,
		says: "`{0}` does not belong before the name of a move", fix: "write its name alone"},
	{seen: "turn|then|else|, ^do ANY", code: token.Misplaced, do: dropToken,
		says: "`{0}` does not belong before the name of a move", fix: "write its name alone"},
	{seen: "turn|then|else|, ^QUANTIFIER NAME", code: token.Misplaced, do: dropToken,
		says: "`{0}` does not belong before the name of a move",
		fix:  "write its name alone; for a turn of several steps, use `then` in the move"},
	{seen: "turn|then|else|, ^{", code: token.ChoiceExpected,
		says: "`{head}` has no braces",
		fix:  "write the names of the moves, as in `{head} jump else step`"},
	{seen: "turn|then|else|, ^if", code: token.ChoiceExpected, do: dropRest,
		says: "expected the name of a move after `{-1}`",
		fix:  "put the condition after the move, with `when`: `jump when CONDITION`"},
	{seen: "turn|then|else|, ^ANY", none: true},
	{seen: "^ANY", none: true, where: func(s *spot) bool { // another declaration
		return s.at(0).First && s.pl.Block < 0 && s.at(0).Pos.Column <= s.decl().Pos.Column
	}},
	{seen: "^or|and else", code: token.Misplaced, do: dropToken,
		says: "`{0}` does not belong before `else`", fix: "write `else` alone"},
	{seen: "^or|BAR|/|and ANY", code: token.Misplaced, do: replace, put: ",",
		says: "moves are not joined with `{0}`",
		fix: "write a comma between moves to choose from, and `else` before what is allowed only " +
			"if none of them is possible"},
	{seen: "^otherwise", code: token.Misplaced, do: replace, put: "else",
		says: "`otherwise` is not a word of the language", fix: "write `else`"},
	{seen: "^if", code: token.Misplaced, do: replace, put: "when",
		says: "the condition of a choice begins with `when`, not `if`", fix: "write `when`"},
	{seen: "^then|-> ANY", where: func(s *spot) bool { return s.unit().Text == "turn" },
		code: token.Misplaced, do: replace, put: ",",
		says: "`{0}` belongs in a move, not in `turn`",
		fix:  "write `then NAME` as the last line of the move that it follows"},
	{seen: "VALUE ^FIXED", whole: func(s *spot) mistake {
		m := s.p.noComma(s.tokens, s.i)
		m.diag.Suggestion = "write `else` instead if it is allowed only when nothing else is " +
			"possible"
		return m
	}},
	{seen: "NAME ^(", code: token.Misplaced,
		says: "a move that is chosen has no parentheses",
		fix: "write `{-1}`; to bind a role, write its word: " +
			"`{-1} from p`"},
	{seen: "NAME ^:", code: token.Misplaced,
		says: "`:` does not belong here",
		fix: "a turn is described as the player who moves sees it; for what only one " +
			"of them may do, use `when`: `NAME when me = PLAYER`"},
}

// outcomeIdioms are about what follows the outcome of a sentence of `end`.
var outcomeIdioms = []idiom{
	{seen: "^when", code: token.WordExpected, do: replace, put: "if",
		says: "the condition of a sentence begins with `if`, not `when`", fix: "write `if`"},
	{seen: "^unless", code: token.WordExpected, do: replace, put: "if",
		says: "`unless` is not a word of the language", fix: "write `if not (CONDITION)`"},
	{seen: "^,|:|= ~!if", code: token.WordExpected, do: replace, put: "if",
		says: "expected `if` after `{-1}`",
		fix:  "a sentence of `end` continues with `if CONDITION`"},
	{seen: "^,|:|=", code: token.WordExpected, do: dropToken,
		says: "expected `if` after `{-1}`",
		fix:  "a sentence of `end` continues with `if CONDITION`"},
	{seen: "^NAME|QUANTIFIER", where: (*spot).bareReason, whole: quoteReason},
	{seen: "^NAME ~if", where: func(s *spot) bool { return s.said == s.i-1 },
		code: token.Misplaced, do: dropToken,
		says: "the player comes before `{sentence}`", fix: "write `{0} {third} if …`"},
	{seen: "for ^NAME", where: func(s *spot) bool { return s.said == s.i-2 },
		code: token.Misplaced, do: dropToken,
		says: "the player comes before `{sentence}`", fix: "write `{0} {third} if …`"},
	{seen: "^for ~ANY ~if", where: func(s *spot) bool { return s.said == s.i-1 },
		code: token.Misplaced, do: dropToken, width: 2,
		says: "the player comes before `{sentence}`", fix: "write `{1} {third} if …`"},
}

// bareReason reports whether words between an outcome and its `if` are a reason without quotes. A
// single one may be a player.
func (s *spot) bareReason() bool {
	n := bareWords(s.tokens, s.i)
	if s.said != s.i-1 || n == 0 || s.i+n >= len(s.tokens) || !s.tokens[s.i+n].Is("if", "when") {
		return false
	}
	name := s.at(0).Text
	player := s.p.players[name] ||
		len(s.p.players) == 0 && name != strings.ToLower(name) // those of the base are unknown here
	return n > 1 || !player
}

// quoteReason handles a reason without quotes.
func quoteReason(s *spot) mistake {
	n := bareWords(s.tokens, s.i)
	span := s.at(0).Span(s.p.File).To(s.at(n - 1).Span(s.p.File))
	text := `"` + span.Text() + `"`
	return mistake{at: s.i, width: n, how: replace, kind: token.StringToken, text: text,
		diag: &diag.Diagnostic{Code: token.StringExpected, Span: span,
			Summary: s.fill("the reason of an outcome is a text in quotes"),
			Suggestion: s.fill("write `{sentence} ") + token.Clip(text) +
				" if …`; for what happens to one player: `PLAYER " + s.fill("{third} if …`")}}
}

// conditionIdioms are about what follows a possibly complete condition of a sentence.
var conditionIdioms = []idiom{
	{seen: "^TEXT", where: func(s *spot) bool { return !s.at(0).First },
		code: token.Misplaced, do: dropToken,
		says: "the text comes before the condition",
		fix:  "write the reason of an outcome before `if`: `win {0} if …`"},
	{seen: "at ^once", none: true},
	{seen: "^at ~once", code: token.Misplaced, do: dropToken, width: 2,
		says: "`at once` comes before the condition", fix: "write `win at once if …`"},
	{seen: "^, OPERAND", where: func(s *spot) bool { return s.at(1).Kind != token.StringToken },
		code: token.CommaTooMany, do: replace, put: "and",
		says: "a sentence of `end` has one condition", fix: "join conditions with `and` or `or`"},
	{seen: "^else", code: token.Misplaced, do: dropLine,
		says: "`else` does not belong here",
		fix:  "sentences are read in order, and the first true one decides: remove `else`"},
	{seen: "^then", code: token.Misplaced, do: dropToken,
		says: "`then` does not belong here",
		fix:  "a sentence ends with its condition: remove `then`"},
	{seen: "^NAME|INT|(", where: func(s *spot) bool { return !s.at(0).First },
		whole: func(s *spot) mistake { return s.p.sideBySide(s.tokens, s.i) }},
}

// headIdioms are about the beginnings of sentences of `end`.
var headIdioms = []idiom{
	{seen: "^if", where: markLine, code: token.UnknownSentence,
		says: "no sentence of `end` begins with `if`",
		fix:  "write the outcome first: `win if CONDITION`, `lose if …`, `draw if …`"},
	{seen: "^say ~TEXT", where: func(s *spot) bool { return s.at(0).Kind == token.NameToken },
		whole: func(s *spot) mistake {
			return mistake{diag: &diag.Diagnostic{Code: token.UnknownSentence,
				Span: s.at(0).Span(s.p.File), Summary: "`say` does not belong in `end`",
				Detail:     "It decides nothing.",
				Suggestion: "move the line below the `}` of `end`"}}
		}},
}

// markLine marks what follows on the line of the stop, so that messages about it are left out.
func markLine(s *spot) bool {
	for j := s.i + 1; j < len(s.tokens) && !s.tokens[j].First; j++ {
		s.tokens[j].Mended = true
	}
	return true
}

// outcomesElsewhere are other words for the ways games end.
var outcomesElsewhere = map[string]string{
	"tie": "draw", "tied": "draw", "remis": "draw", "stalemate": "draw",
	"victory": "win", "winner": "win", "won": "win", "winning": "win",
	"loser": "lose", "lost": "lose", "defeat": "lose", "loss": "lose", "losing": "lose",
	"most": "highest", "more": "highest", "maximum": "highest", "max": "highest",
	"least": "lowest", "fewest": "lowest", "minimum": "lowest", "min": "lowest",
}

// third returns an outcome in the third person.
func third(outcome string) string {
	switch outcome {
	case "win":
		return "wins"
	case "lose":
		return "loses"
	}
	return outcome
}

// bracedEffects are the effects of a move in braces.
var bracedEffects = []idiom{{seen: "^{", code: token.Misplaced,
	says: "effects have no braces around them", fix: "join them with commas: `do EFFECT, EFFECT`"}}

// bindingIdioms are about the lines of a move before `do`.
var bindingIdioms = []idiom{
	{seen: "^when", where: func(s *spot) bool { return !s.unit().Is("do") },
		code: token.Misplaced, do: replace, put: "if",
		says: "the condition of a move begins with `if`, not `when`",
		fix:  "write `if`, best on a line of its own"},
	{seen: "^unless ANY", where: condition, code: token.UnknownClause, do: replace, put: "if",
		says: "`{0}` is not a word of the language", fix: "write `if not (CONDITION)`"},
	{seen: "^where|require|requires|provided|given|whenever ANY", where: condition,
		code: token.UnknownClause, do: replace, put: "if",
		says: "`{0}` is not a word of the language", fix: "write `if`"},
	{seen: "^, ROLE|CLAUSE", where: binds, code: token.CommaTooMany, do: dropToken,
		says: "no comma belongs between the lines of a move", fix: "remove it"},
	{seen: "^, NAME in", where: binds, whole: nextBinding},
	{seen: "^, NAME =", where: func(s *spot) bool { return binds(s) && s.unit().Is("let") },
		code: token.CommaTooMany, do: replace, put: "let",
		says: "a line of a move binds one name", fix: "begin another line: `let {1} = …`"},
	{seen: "if|ensure TEXT ^OPERAND", code: token.Misplaced, do: dropToken, on: -1,
		says: "the text comes after the condition", fix: "write `{head} CONDITION {-1}`"},
	{seen: ", TEXT ^OPERAND", where: func(s *spot) bool { return s.unit().Is("if", "ensure") },
		code: token.Misplaced, do: dropToken, on: -1,
		says: "the text comes after the condition", fix: "write `CONDITION {-1}`"},
	{seen: "^, OPERAND", where: binds, whole: func(s *spot) mistake { return s.members(s.i) }},
}

// condition reports whether a name may have been meant as the beginning of a condition.
func condition(s *spot) bool {
	t := s.at(0)
	return t.Kind == token.NameToken && (t.First || token.EndsOperand(s.at(-1))) &&
		!s.unit().Is("do") && !effectAhead(s.tokens, s.i)
}

// binds reports whether the line binds something and has no effect before the stop.
func binds(s *spot) bool {
	return !slices.ContainsFunc(s.tokens[s.pl.Block:s.i], isWord("do")) &&
		(slices.Contains(token.RoleWords, s.unit().Text) || s.unit().Is("let"))
}

// nextBinding handles a second name that is bound on a line, as in `from p in mine, q in p.north`.
func nextBinding(s *spot) mistake {
	word := "at"
	for _, role := range []string{"to", "over", "at", "from"} {
		if !slices.ContainsFunc(s.tokens[s.pl.Block:token.Match(s.tokens, s.pl.Block)], isWord(role)) {
			word = role
			break
		}
	}
	m := s.p.instead(s.tokens, s.i, 1, word, token.CommaTooMany, "a line of a move binds one name",
		s.fill("begin another line with a word for what is chosen: `"+word+" {1} in …`"))
	for j := s.pl.Block; j+1 < len(s.tokens); j++ {
		if patternClasses["ROLE"](&s.tokens[j]) && s.tokens[j+1].Text == s.at(1).Text {
			m.how = dropLine // another line binds the same name
			m.diag.Suggestion = s.fill("leave `, {1} in …` out")
		}
	}
	return m
}

// moveIdioms are about the lines of a move, except its effects and `then`.
var moveIdioms = slices.Concat(bindingIdioms, []idiom{
	{seen: "^win|lose|draw",
		where: func(s *spot) bool { return s.at(0).First && s.at(0).Kind == token.WordToken },
		code:  token.Misplaced,
		says:  "`{0}` does not belong here",
		fix:   "sentences in `end { … }` say who has won"},
	{seen: "^NAME in", where: func(s *spot) bool { return s.at(0).First || s.i == s.pl.Block+1 },
		code: token.UnknownClause, do: insert, put: "at",
		says: "no line of a move begins with `{0}`",
		fix: "what a player chooses begins with its role, a site with `from`, `to`, `over` or " +
			"`at`: `at {0} in …`"},
	{seen: "^for NAME", code: token.UnknownClause, do: replace, put: "at",
		says: "no line of a move begins with `for`",
		fix: "what a player chooses begins with its role, a site with `from`, `to`, " +
			"`over` or `at`: `at {1} in …`"},
})

// verbs are other names for effects. An empty word means that no word can replace it.
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

// verb returns this language's form of the verb that begins an effect.
func (s *spot) verb() (v struct{ word, form string }, known bool) {
	start := &s.tokens[s.item]
	v, known = verbs[start.Text]
	if known && start.Kind == token.NameToken && s.item+1 < len(s.tokens) {
		next := &s.tokens[s.item+1]
		known = token.StartsOperand(next) || next.Is("each")
	}
	return v, known
}

// effectIdioms are about what follows `do`.
var effectIdioms = []idiom{
	{seen: "and ^VERB", code: token.Misplaced, do: replace, put: ",", on: -1,
		says: "effects are not joined with `and`", fix: "write a comma"},
	{seen: "NAME ^NAME CHANGE", where: counter, code: token.Misplaced,
		says: "write the arguments of a counter in parentheses after `{item}`",
		fix:  "write `{item}({counter})`"},
	{seen: "NAME ^[", where: counter, code: token.Misplaced,
		says: "write the arguments of a counter in parentheses after `{item}`",
		fix:  "write `{item}({counter})`"},
	{seen: ", ^then", whole: func(s *spot) mistake { return s.p.strayComma(s.tokens, s.i) }},
	{seen: "VALUE ^implies", // the sign => has been reported
		where: func(s *spot) bool { return s.p.File.Text[s.at(0).Pos.Offset] == '=' },
		whole: func(s *spot) mistake {
			return mistake{at: s.i, width: 1, how: replace, kind: token.SignToken, text: "->"}
		}},
	{seen: "VALUE ^to ANY", where: func(s *spot) bool { _, known := s.verb(); return !known },
		code: token.EffectExpected, do: replace, put: "->",
		says: "`{-1} to {1}` is not an effect", fix: "write `->`"},
	{seen: "+ ^+", whole: twice}, {seen: "- ^-", whole: twice}, {seen: "+ + ^ANY", whole: twice},
	{seen: "- ^>", where: func(s *spot) bool { return s.p.File.Text[s.at(-1).Pos.Offset] != '-' },
		whole: func(s *spot) mistake { // – has been reported
			return mistake{at: s.i - 1, width: 2, how: replace, kind: token.SignToken, text: "->"}
		}},
	{seen: "BAR ^=", code: token.EffectExpected, do: replace, put: "+=", on: -1, width: 2,
		says: "`|=` is not an effect", fix: "write `+=`"},
	{seen: "&|*|/ ^=", code: token.EffectExpected, do: replace, put: ":=", on: -1, width: 2,
		says: "`{-1}=` is not an effect", fix: "write `{item} := {item} {-1} …`"},
	{seen: "- ^>", where: func(s *spot) bool { return s.at(0).Pos.Line == s.at(-1).Pos.Line },
		code: token.Misplaced, do: replace, put: "->", on: -1, width: 2,
		says: "`->` is one sign", fix: "write it without a space"},
	{seen: "^ANY", where: func(s *spot) bool { return s.tokens[s.item].Is("if") },
		whole: func(s *spot) mistake {
			return mistake{diag: &diag.Diagnostic{Code: token.Misplaced,
				Span:    s.tokens[s.item].Span(s.p.File),
				Summary: "an effect does not begin with `if`",
				Suggestion: "write its condition after it, with `when`: " +
					"`p -> q when CONDITION`"}}
		}},
	{seen: "^ANY", where: foreignVerb, none: true},
	{seen: "^ANY", where: func(s *spot) bool {
		_, known := s.verb()
		return known && verbAtStart(s)
	},
		whole: verbElsewhere},
	{seen: "NAME ^moves|goes|jumps|slides|steps|hops to ANY", code: token.EffectExpected,
		do: replace, put: "->", width: 2,
		says: "no effect says `{0} to`", fix: "write `{-1} -> {2}`"},
	{seen: "^at|on NAME", where: func(s *spot) bool { return s.tokens[s.item].Is("remove") },
		code: token.Misplaced, says: "`remove` takes only sites", fix: "write `remove {1}`"},
	{seen: "^from ~ANY", where: func(s *spot) bool { return s.tokens[s.item].Is("remove") },
		code: token.Misplaced, says: "`remove` takes only sites", fix: "write `remove {1}`"},
	{seen: "^if", where: func(s *spot) bool { return !s.at(0).First },
		code: token.Misplaced, do: replace, put: "when",
		says: "the condition of an effect begins with `when`, not `if`",
		fix:  "write `when`; what must hold for the whole move belongs before `do`"},
	{seen: "^else", where: func(s *spot) bool { return s.i > s.item },
		code: token.Misplaced, says: "`else` does not belong here",
		fix: "write two effects, `… when C, … when not C`; for what follows a move, " +
			"use `then … else …`"},
	{seen: "VALUE ^FIXED", where: func(s *spot) bool { return matches("win|lose|draw", s.at(0)) },
		code: token.Misplaced, says: "`{0}` does not belong here",
		fix: "sentences in `end { … }` say who has won"},
	{seen: "VALUE ^FIXED", code: token.Misplaced, says: "`{0}` does not belong here",
		fix: "use `then` for what follows the effects: `then {0}`; without it the turn is " +
			"over"},
}

// counter reports whether a name at the beginning of an effect may be a counter.
func counter(s *spot) bool {
	_, known := s.verb()
	return s.i == s.item+1 && !known
}

// twice handles ++ and --.
func twice(s *spot) mistake {
	before := s.at(-1)
	return mistake{diag: &diag.Diagnostic{Code: token.Misplaced, Span: before.Span(s.p.File),
		Summary:    "the language has no `++` and no `--`",
		Suggestion: s.fill("write `{item} {-1}= 1`")}}
}

// verbAtStart reports whether the first word of an effect may be a verb of another language.
func verbAtStart(s *spot) bool {
	start := &s.tokens[s.item]
	return start.Kind == token.NameToken || matches("move|for|all|turn", start)
}

// foreignVerb reports whether `for` or `all` begins an effect and is itself where the grammar
// stopped. In that case it is a word of the language in the wrong place, which other code reports
// better.
func foreignVerb(s *spot) bool {
	v, known := s.verb()
	return known && verbAtStart(s) && v.word == "each" && s.i == s.item &&
		s.tokens[s.item].Kind == token.WordToken
}

// verbElsewhere handles a verb of another language.
func verbElsewhere(s *spot) mistake {
	v, _ := s.verb()
	start := &s.tokens[s.item]
	says := fmt.Sprintf("no effect begins with `%s`", start.Text)
	if v.word != "" {
		return s.p.instead(s.tokens, s.item, 1, v.word, token.EffectExpected,
			says, fmt.Sprintf("write `%s`", v.word))
	}
	end := s.item + 1
	for end < len(s.tokens) && !s.tokens[end].First && !s.tokens[end].Is(",") &&
		!s.tokens[end].Is("}") {
		end++
	}
	// Any effect in its place lets the parser continue.
	m := s.p.instead(s.tokens, s.item, end-s.item, "again", token.EffectExpected,
		says, fmt.Sprintf("write `%s`", v.form))
	m.diag.Span = start.Span(s.p.File)
	return m
}

// strayIdioms are about text between declarations that begins none.
var strayIdioms = []idiom{
	{seen: "^else", code: token.Misplaced, says: "this `else` has no `if`"},
	{seen: "^ROLE|CLAUSE", code: token.UnknownDecl, says: "`{0}` is outside a move",
		fix: "lines of a move belong between the braces of `move NAME { … }`; look for a `}` that " +
			"comes too early"},
	{seen: "^TEXT", code: token.Misplaced, says: "the text `{0}` does not belong here"},
	{seen: "^SENTENCE", code: token.UnknownDecl, says: "no declaration begins with `{0}`",
		fix: "sentences about the end belong in `end { … }`"},
	{seen: "^VERB", code: token.UnknownDecl, says: "no declaration begins with `{0}`",
		fix: "effects belong after `do` in a move"},
	{seen: "^WORD", code: token.UnknownDecl, says: "no declaration begins with `{0}`"},
	{seen: "^CHANGE", code: token.AssignmentInExpr,
		says: "`{0}` changes something and cannot be part of a value",
		fix:  "effects belong after `do` in a move"},
}
