package token

// Soften turns reserved words into names in the places where the language allows that: an effect
// verb as the name of a move, `per piece`, the attribute `on`, and the moves that every game has
// (pass, done, win, lose, draw, illegal) in a choice. Conversely, `line` and `loop` are words of
// the language only in a graph, and `weight` only at the head of a line of a chance move. The colon
// of an `each` with several effects becomes `::`, because a brace after it might also begin a set.
// The comma between lines of a setup becomes `,,`, because it might belong to a set. The tokens are
// changed in place.
func Soften(tokens []Token) {
	s := softener{tokens: tokens, previous: &Token{}, level: -1, choice: -1, each: -1, place: -1}
	for i := range tokens {
		// a value rather than the declaration; checked before the token changes
		value := tokens[i].Is("players") && ExpectsOperand(s.previous)
		s.change(i)
		s.follow(i, value)
	}
}

// A softener walks over tokens and tracks what is being read. A depth is a number of open brackets;
// -1 stands for anything that is not being read.
type softener struct {
	tokens   []Token
	previous *Token
	depth    int

	decl      string // the word of the declaration being read
	level     int    // its depth
	choice    int    // the depth of the `each` whose colon is still to come
	each      int    // the index of the `place` whose `on` is still to come
	place     int    // the index of the `place` whose `on` has not come yet
	perList   bool   // in the list after `per`
	afterList bool   // in the list after `after`
}

// inside reports whether the softener is directly in the block of a declaration, in no inner
// bracket.
func (s *softener) inside(decl string) bool {
	return s.decl == decl && s.level >= 0 && s.depth == s.level+1
}

// change gives the token at i its meaning in this place.
func (s *softener) change(i int) {
	switch t := &s.tokens[i]; {
	case t.Kind == NameToken && s.isWord(i):
		t.Kind = WordToken
	case t.Kind == WordToken && s.isName(t):
		t.Kind = NameToken
	case t.Is(",") && s.inside("setup") && beginsItem(s.tokens[i+1:]):
		t.Text = ",,"
	case t.Is(":") && s.depth == s.each && i+1 < len(s.tokens) && s.tokens[i+1].Is("{") &&
		!goesOnAsSet(s.tokens, Match(s.tokens, i+1)):
		t.Text = "::"
	}
}

// isWord reports whether the name at i is a word of the language in this place.
func (s *softener) isWord(i int) bool {
	switch s.tokens[i].Text {
	case "line", "loop":
		return s.inside("board")
	case "weight":
		return s.inside("chance") && (s.previous.Is("{") || EndsOperand(s.previous))
	case "while":
		return loops(s.tokens, i)
	case "under":
		return i > 0 && i+1 < len(s.tokens) && goesUnder(s.tokens, i, s.place)
	}
	return false
}

// isName reports whether a reserved word is a name in this place.
func (s *softener) isName(t *Token) bool {
	before := s.previous
	switch {
	case before.Is("move"), before.Is("chance"), before.Is("after"), s.afterList && before.Is(","):
		return IsEffectVerb(t.Text)
	case s.choice == s.depth &&
		before.Is("turn", "then", "else", ","):
		return IsEffectVerb(t.Text) || IsFixedMove(t.Text)
	case t.Text == "piece":
		return before.Is("per") || s.perList && before.Is(",")
	case t.Text == "on":
		return s.inside("piece") && before.Is("{", ",")
	}
	return false
}

// follow records what the token at i begins or ends. Value says that it is not a declaration,
// although its word could begin one.
func (s *softener) follow(i int, value bool) {
	t := &s.tokens[i]
	switch {
	case t.Is("place"):
		s.place = i
	case t.Is("on"), t.Is("under"), t.Is(","), t.Is("}"):
		s.place = -1
	}
	switch {
	case t.Is("each"), t.Is("while"):
		s.each = s.depth
	case t.Is(":", "::") && s.depth == s.each:
		s.each = -1
	}
	declares := t.Kind == WordToken && IsDeclWord(t.Text) && !value
	switch {
	case t.Is("(", "[", "{"):
		s.depth++
	case t.Is(")", "]", "}"):
		s.depth--
		if s.depth < s.choice {
			s.choice = -1
		}
	case t.Is("then"), t.Is("turn") && !s.previous.Is("this"):
		s.choice = s.depth
	case s.depth <= s.choice && (declares || t.Is("if") && t.First):
		s.choice = -1
	}
	if declares {
		s.decl, s.level = t.Text, s.depth
	}
	s.afterList = t.Is("after") || s.afterList && (t.Kind == NameToken || t.Is(","))
	s.perList = t.Is("per") || s.perList && (t.Kind == NameToken || t.Is(","))
	s.previous = t
}

// goesUnder reports whether the word `under` at i says where a piece goes: after `->`, or after
// the kind that is placed, and before a site. Place is the index of the `place` before it, or -1.
func goesUnder(tokens []Token, i, place int) bool {
	before, next := &tokens[i-1], &tokens[i+1]
	site := next.Kind == NameToken || next.Is("{") || next.Is("(") &&
		next.Pos.Offset > tokens[i].End.Offset
	return site && (before.Is("->", "<->") || place >= 0 && i > place+1 &&
		EndsOperand(before))
}

// loops reports whether the word `while` at i begins an effect: it stands where one may begin, and
// a condition with a colon follows.
func loops(tokens []Token, i int) bool {
	before := &Token{}
	if i > 0 {
		before = &tokens[i-1]
	}
	if !before.Is("do") && !before.Is(",") && !before.Is("{") && !before.Is(":") &&
		!before.Is("::") || i+1 == len(tokens) {
		return false
	}
	if next := &tokens[i+1]; next.Kind == SignToken && !next.Is("(") && !next.Is("{") {
		return false
	}
	depth := 0
	for j := i + 1; j < len(tokens); j++ {
		switch t := &tokens[j]; {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth < 0 {
				return false
			}
		case depth > 0:
		case t.Is(":"), t.Is("::"):
			return true
		case t.Is(","), t.Is(":="), t.Is("+="), t.Is("-="), t.Is("->"), t.Is("<->"),
			t.Is("becomes"), t.Is("else"), t.Is("ensure"), t.Is("then"):
			return false
		}
	}
	return false
}

// beginsItem reports whether the tokens begin a line of a setup: on a new line of the text, or with
// words and a colon after them. Any other comma belongs to a set.
func beginsItem(tokens []Token) bool {
	for i := range tokens {
		t := &tokens[i]
		switch {
		case i == 0 && t.Kind != NameToken:
			return false
		case t.First, t.Is(":"):
			return i == 0 || t.Is(":")
		case t.Is(","), t.Is("}"):
			return false
		case t.Is("("):
			return true
		}
	}
	return false
}

// goesOnAsSet reports whether the brace at i closes a set to which something is done, rather than a
// list of effects.
func goesOnAsSet(tokens []Token, i int) bool {
	if i+1 >= len(tokens) {
		return false
	}
	switch t := &tokens[i+1]; t.Text {
	case "->", "<->", ":=", "+=", "-=", "becomes", ".", "&", "|", "-":
		return true
	}
	return false
}

// IsEffectVerb reports whether the word begins an effect or occurs in the middle of one.
func IsEffectVerb(word string) bool {
	switch word {
	case "place", "remove", "shift", "becomes", "again", "each":
		return true
	}
	return false
}

// IsFixedMove reports whether the word is a choice that needs no declaration.
func IsFixedMove(word string) bool {
	switch word {
	case "pass", "done", "win", "lose", "draw", "illegal":
		return true
	}
	return false
}
