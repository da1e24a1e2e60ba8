package mend

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// An idiom is an expression of plain speech or another language, with its form in this language. If
// the grammar stops at one, it is usually clear what was meant: the message says what to write, and
// parsing continues as if that had been written. The tables are in idioms.go.
type idiom struct {
	// The tokens around the place, separated by blanks; the one marked ^ is where the grammar
	// stopped. See [spot.fits] for what else is allowed here.
	seen  string
	where func(s *spot) bool // a further condition; nil: none

	// The message. In its texts {0} is the token where the grammar stopped, {-1} the one before and
	// {1} the one after it; for {head} and others see [spot.fill].
	code      diag.Code
	says, fix string

	do  repair // zero: the line is left out
	put string // the word or sign that is read in its place
	// the first token that it replaces, counted from the stop, and how many; 0: one
	on, width int

	none  bool                  // there is no idiom here, whatever the rows below say
	whole func(s *spot) mistake // the whole mistake, if a row cannot express it
}

// A spot is where the grammar stopped, and what is around it.
type spot struct {
	p      *Mender
	tokens []token.Token
	i      int
	pl     token.Place
	item   int // where the list member that contains the stop begins, for effects
	said   int // where the outcome of a sentence is; -1: nowhere
}

// at returns the token d places after the stop, or an empty one outside the text.
func (s *spot) at(d int) *token.Token {
	if i := s.i + d; i >= 0 && i < len(s.tokens) {
		return &s.tokens[i]
	}
	return &token.Token{}
}

// decl and unit return the first words of the declaration and of the line that contain the stop.
func (s *spot) decl() *token.Token { return &s.tokens[s.pl.Decl] }
func (s *spot) unit() *token.Token { return &s.tokens[min(s.pl.Unit, len(s.tokens)-1)] }

// patternClasses are the classes of tokens that a pattern may name.
var patternClasses = map[string]func(t *token.Token) bool{
	"ANY":        func(t *token.Token) bool { return true },
	"NAME":       func(t *token.Token) bool { return t.Kind == token.NameToken },
	"INT":        func(t *token.Token) bool { return t.Kind == token.IntToken },
	"TEXT":       func(t *token.Token) bool { return t.Kind == token.StringToken },
	"VALUE":      token.EndsOperand,
	"OPERAND":    token.StartsOperand,
	"BAR":        func(t *token.Token) bool { return t.Is("|") },
	"QUANTIFIER": wordIn(token.QuantifierWords),
	"ROLE":       wordIn(token.RoleWords),
	"CLAUSE":     wordIn(token.ClauseWords),
	"SENTENCE":   wordIn(sentenceWords),
	"WORD":       func(t *token.Token) bool { return t.Kind == token.WordToken },
	"VERB": func(t *token.Token) bool {
		return t.Kind == token.WordToken && token.IsEffectVerb(t.Text)
	},
	"FIXED": func(t *token.Token) bool {
		return t.Kind == token.WordToken && token.IsFixedMove(t.Text)
	},
	"CHANGE": changes,
}

func wordIn(words []string) func(t *token.Token) bool {
	return func(t *token.Token) bool {
		return t.Kind == token.WordToken && slices.Contains(words, t.Text)
	}
}

// fits reports whether the tokens around the stop match a pattern. Its parts are words and signs of
// the text, classes in capitals, or several of these separated by |; a ! before a part means that
// it is absent. Each token after the stop must be on the same line as its neighbor, unless ~
// precedes it.
func (s *spot) fits(seen string) bool {
	parts := strings.Fields(seen)
	stop := slices.IndexFunc(parts, func(p string) bool { return p[0] == '^' })
	for k, part := range parts {
		d := k - stop
		i := s.i + d
		if i < 0 || i >= len(s.tokens) {
			return false
		}
		t := &s.tokens[i]
		part = strings.TrimPrefix(part, "^")
		part, elsewhere := strings.CutPrefix(part, "~")
		if d > 0 && t.First && !elsewhere || !matches(part, t) {
			return false
		}
	}
	return true
}

func matches(part string, t *token.Token) bool {
	if part, not := strings.CutPrefix(part, "!"); not {
		return !matches(part, t)
	}
	for one := range strings.SplitSeq(part, "|") {
		if class := patternClasses[one]; class != nil && class(t) ||
			t.Is(one) || t.Kind == token.NameToken && t.Text == one {
			return true
		}
	}
	return false
}

var places = regexp.MustCompile(`\{(-?\d|head|item|sentence|third|counter)\}`)

// fill inserts tokens into a text. Besides numbers, {head} is the first word of the line, {item}
// the first of the list member, {sentence} the outcome of a sentence, {third} the same in the third
// person, and {counter} what is between the brackets at the stop.
func (s *spot) fill(text string) string {
	return places.ReplaceAllStringFunc(text, func(place string) string {
		switch name := strings.Trim(place, "{}"); name {
		case "head":
			return s.unit().Text
		case "item":
			return token.Clip(s.tokens[s.item].Text)
		case "sentence":
			return s.tokens[s.said].Text
		case "third":
			return third(s.tokens[s.said].Text)
		case "counter":
			end := s.i + 1
			if s.at(0).Is("[") {
				end = token.Match(s.tokens, s.i)
			}
			return strings.Trim(written(s.tokens, s.i, end), "[ ")
		default:
			d, _ := strconv.Atoi(name)
			return token.Clip(s.at(d).Text)
		}
	})
}

// find returns the mistake of the first row that matches.
func (s *spot) find(table []idiom) (mistake, bool) {
	for _, row := range table {
		if !s.fits(row.seen) || row.where != nil && !row.where(s) {
			continue
		}
		if row.none {
			return mistake{}, false
		}
		if row.whole != nil {
			return row.whole(s), true
		}
		at, width := s.i+row.on, max(row.width, 1)
		m := mistake{how: row.do, text: row.put, diag: &diag.Diagnostic{Code: row.code,
			Span:    s.tokens[at].Span(s.p.File).To(s.tokens[at+width-1].Span(s.p.File)),
			Summary: s.fill(row.says), Suggestion: s.fill(row.fix)}}
		if row.do == replace || row.do == dropToken {
			m.at, m.width = at, width
		}
		if row.put != "" {
			m.kind = kindOf(row.put)
		}
		return m, true
	}
	return mistake{}, false
}

// kindOf returns the token kind of a fixed word or sign.
func kindOf(text string) token.Kind {
	if token.PlainName(text) {
		return token.WordToken
	}
	return token.SignToken
}

// idiom recognizes what plain speech or another language would write at token i, where the grammar
// stopped.
func (p *Mender) idiom(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	if i == 0 || i >= len(tokens) {
		if s := (&spot{p: p, tokens: tokens, i: i, pl: pl, said: -1}); i > 0 && s.decl().Is("turn") &&
			s.choice().i < i {
			return s.find(choiceIdioms)
		}
		return mistake{}, false
	}
	ending := pl.Block >= 0 && tokens[pl.Decl].Is("end")
	if name := &tokens[i-1]; ending && name.Kind == token.NameToken && !name.First && i >= 2 &&
		token.EndsOperand(&tokens[i-2]) {
		i-- // what follows a condition was read as the player of the next sentence
		pl = token.Locate(tokens, i)
	}
	move := pl.Block >= 0 && token.IsMove(tokens, pl)
	if !tokens[i].First && move && i > pl.Block+1 {
		// a word that can begin a line may have been meant as part of this one
		pl.Unit = token.Locate(tokens, i-1).Unit
	}
	s := &spot{p: p, tokens: tokens, i: i, pl: pl, said: -1}
	if !ending || slices.ContainsFunc(tokens[pl.Unit:i], isWord("if")) {
		if m, ok := p.comparison(tokens, i, pl); ok {
			return m, true
		}
	}
	if m, ok := s.find(setIdioms); ok {
		return m, true
	}
	switch {
	case pl.Block < 0 && s.decl().Is("players", "piece") && pl.Open < 0:
		return s.find(listIdioms)
	case pl.Block < 0 && (s.decl().Is("counter") || s.decl().Is("memory")):
		before := tokens[pl.Decl:i]
		if slices.ContainsFunc(before, isWord("per")) && !slices.ContainsFunc(before, isWord("=")) {
			return s.find(stateIdioms)
		}
	case s.decl().Is("turn"), move && s.unit().Is("then"):
		if pl.Open < 0 {
			return s.choice().find(choiceIdioms)
		}
	case move:
		return s.move()
	case ending:
		return s.sentence()
	}
	return mistake{}, false
}

func isWord(text string) func(t token.Token) bool {
	return func(t token.Token) bool { return t.Is(text) }
}

// choice returns the spot itself, or that of the `if` before it that was read as the beginning of
// conditional declarations.
func (s *spot) choice() *spot {
	for j := s.pl.Unit + 1; j < s.i && s.pl.Block < 0; j++ {
		if s.tokens[j].Is("if") && !s.tokens[j].First &&
			endsItem(&s.tokens[j-1]) && token.Locate(s.tokens, j).Open < 0 {
			s.i = j
			break
		}
	}
	return s
}

// endsItem reports whether a choice such as `step`, `lose` or `lose "stuck"` may end with a token.
func endsItem(t *token.Token) bool {
	return t.Kind == token.NameToken || t.Kind == token.StringToken ||
		t.Kind == token.WordToken && slices.Contains(token.OutcomeWords, t.Text)
}

// move searches the idioms of the lines of a move, except `then`.
func (s *spot) move() (mistake, bool) {
	if open := s.pl.Open; open >= 0 {
		if open >= 1 && s.tokens[open].Is("{") && s.tokens[open-1].Is("do") {
			s.i = open
			return s.find(bracedEffects)
		}
		return mistake{}, false
	}
	if !s.unit().Is("do") && !s.at(-1).Is("do") {
		return s.find(moveIdioms)
	}
	from := s.pl.Unit + 1
	if s.at(-1).Is("do") {
		from = s.i
	}
	if m, ok := s.find(bindingIdioms); ok {
		return m, true
	}
	s.item, _ = token.Item(s.tokens, from, len(s.tokens), s.i)
	s.item = min(s.item, s.i)
	return s.find(effectIdioms)
}

// sentence searches the idioms of `end`.
func (s *spot) sentence() (mistake, bool) {
	at := min(s.pl.Unit, s.i)
	head, begun := &s.tokens[at], false
	for j := at; j < s.i && !begun; j++ {
		t := &s.tokens[j]
		if s.said < 0 && t.Kind == token.WordToken && slices.Contains(token.OutcomeWords, t.Text) {
			s.said = j
		}
		begun = t.Is("if")
		if opens(t) {
			j = token.Match(s.tokens, j)
		}
	}
	switch {
	case begun && s.said >= 0:
		if before := s.at(-1); !token.EndsOperand(before) ||
			before.First && before.Kind == token.WordToken {
			return mistake{}, false
		}
		return s.find(conditionIdioms)
	case s.said >= 0 && !head.Is("highest") && !head.Is("lowest"):
		return s.find(outcomeIdioms)
	}
	s.i = at
	if m, ok := s.find(headIdioms); ok {
		return m, true
	}
	if word := outcomesElsewhere[strings.ToLower(head.Text)]; word != "" &&
		head.Kind == token.NameToken && at+1 < len(s.tokens) {
		return s.p.instead(s.tokens, at, 1, word, token.UnknownSentence,
			fmt.Sprintf("`%s` does not belong in a sentence of `end`", token.Clip(head.Text)),
			fmt.Sprintf("write `%s`", word)), true
	}
	return mistake{}, false
}

// comparison recognizes a comparison in words after a value.
func (p *Mender) comparison(tokens []token.Token, i int, pl token.Place) (mistake, bool) {
	head := &tokens[pl.Unit]
	if pl.Block < 0 && head.Is("players", "piece", "game", "use", "board") {
		return mistake{}, false
	}
	if tokens[i-1].Is("at") && i > 1 && (tokens[i].Text == "least" || tokens[i].Text == "most") {
		i-- // `at` was read as the beginning of a line
	} else if i > 2 && tokens[i-2].Is("at") &&
		(tokens[i-1].Text == "least" || tokens[i-1].Text == "most") {
		i -= 2
	}
	if !token.EndsOperand(&tokens[i-1]) ||
		slices.Contains(token.RoleWords, tokens[max(i-2, 0)].Text) &&
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
		summary := fmt.Sprintf("`%s` is not a word of the language", c.words)
		if strings.Contains(c.words, " ") {
			summary = fmt.Sprintf("the language has no `%s`", c.words)
		}
		return p.instead(tokens, i, n, sign, token.Misplaced, summary, advice), true
	}
	return mistake{}, false
}

// phrase returns how many tokens from i on form the words, or 0 if they do not.
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

// written returns the text of tokens [lo, hi), separated by blanks.
func written(tokens []token.Token, lo, hi int) string {
	words := lists.Map(tokens[lo:hi], func(t token.Token) string { return t.Text })
	return strings.Join(words, " ")
}

// members returns the mistake of a set whose members are joined with commas. The index of the first
// one is comma. All commas together are one mistake, and each is read as `|`.
func (s *spot) members(comma int) mistake {
	commas := []int{comma}
	before := &s.tokens[comma-1]
	names := []string{before.Text}
	// each member is one word
	plain := before.Kind == token.NameToken && (comma < 2 || !s.tokens[comma-2].Is("."))
	for j := comma + 1; j < len(s.tokens); j++ {
		t := &s.tokens[j]
		names = append(names, t.Text)
		if t.Kind != token.NameToken && !opens(t) {
			plain = false
			break
		}
		end := s.memberEnd(j)
		plain, j = plain && t.Kind == token.NameToken && end == j, end+1
		if j >= len(s.tokens) || !joins(&s.tokens[j]) || !s.isMember(j+1) {
			break
		}
		commas = append(commas, j)
	}
	m := s.p.instead(s.tokens, comma, 1, "|", token.Misplaced,
		"the members of a set are not joined with a comma here",
		"write `|` between them; for sites, you can also write `{a1, b2}`")
	if plain && len(names) <= 6 {
		m.diag.Suggestion = fmt.Sprintf("write `%s`; for sites, you can also write `{a1, b2}`",
			token.Clip(strings.Join(names, " | ")))
	}
	m.also = commas[1:]
	if len(m.also) > 0 {
		m.diag.Fixes = []diag.Fix{s.joined(commas)}
	}
	return m
}

// memberEnd returns the last token of a member of a set that begins at token j.
func (s *spot) memberEnd(j int) int {
	for {
		if opens(&s.tokens[j]) {
			j = token.Match(s.tokens, j)
		}
		switch next := j + 1; {
		case next < len(s.tokens) && s.tokens[next].Is("("): // a call
			j = next
		case next+1 < len(s.tokens) && pathSign(&s.tokens[next]):
			j = next + 1
		default:
			return j
		}
	}
}

// joined is the fix that writes `|` in place of some commas, and leaves those between them alone.
func (s *spot) joined(commas []int) diag.Fix {
	at := func(i int) source.Span { return s.tokens[commas[i]].Span(s.p.File) }
	whole := at(0).To(at(len(commas) - 1))
	var text strings.Builder
	from := whole.Lo
	for i := range commas {
		text.WriteString(strings.TrimRight(s.p.File.Text[from:at(i).Lo], " ") + " |")
		from = at(i).Hi
	}
	return diag.Fix{Title: "Join the members with `|`", Span: whole, Text: text.String()}
}

// opens reports whether a token is an opening bracket.
func opens(t *token.Token) bool { return t.Is("(", "[", "{") }

// pathSign reports whether a sign continues a member of a set.
func pathSign(t *token.Token) bool { return t.Is(".", "|", "&", "-") }

// joins reports whether a token is a comma; the one between two lines of a setup is `,,`.
func joins(t *token.Token) bool { return t.Is(",", ",,") }

// isMember reports whether the token after a comma begins a member of a set, and not the next line
// of a block, as in `White man: a1, Black man: a8`.
func (s *spot) isMember(i int) bool {
	if i >= len(s.tokens) || !token.StartsOperand(&s.tokens[i]) || s.tokens[i].First {
		return false
	}
	for j := i + 1; j < len(s.tokens) && j <= i+2; j++ {
		if s.tokens[j].Is(":") {
			return j == i+2 && strings.ContainsAny(s.tokens[i].Text, "123456789") // c3 man: …
		}
		if s.tokens[j].Kind != token.NameToken || s.tokens[j].First {
			break
		}
	}
	return true
}

// instead makes a mistake that is repaired by replacing width tokens from at on with a word or
// sign.
func (p *Mender) instead(tokens []token.Token, at, width int, text string, code diag.Code,
	summary, suggestion string) mistake {
	return mistake{at: at, width: width, how: replace, kind: kindOf(text), text: text,
		diag: &diag.Diagnostic{Code: code, Summary: summary, Suggestion: suggestion,
			Span: tokens[at].Span(p.File).To(tokens[at+width-1].Span(p.File))}}
}
