package token

// Soften makes names of reserved words in the places where the language lets them be names: an
// effect verb as the name of a move, `per piece`, the attribute `on`, and the moves that every game
// has (pass, done, win, lose, draw, illegal) in a choice. The other way round, `line` and `loop`
// are words of the language in a graph and nowhere else, and so is `weight` at the head of a line
// of a chance move. The colon of an `each` with several effects becomes `::`, for a brace behind it
// might begin a set as well, and the comma between lines of a set-up `,,`, for it might be meant
// for a set. The tokens are changed in place.
func Soften(tokens []Token) {
	var (
		depth     int  // brackets open
		choice    = -1 // the depth of the choice that is being read, -1: none
		perList   bool // in the list behind `per`
		place     = -1 // the index of the `place` whose `on` has not come yet, -1: none
		afterList bool // in the list behind `after`
		pieces    = -1 // the depth of the piece declaration that is being read, -1: none
		board     = -1 // the depth of the board declaration that is being read, -1: none
		chance    = -1 // the depth of the chance move that is being read, -1: none
		setup     = -1 // the depth of the set-up that is being read, -1: none
		each      = -1 // the depth of the `each` whose colon has not come yet, -1: none
		previous  = &Token{}
	)
	for i := range tokens {
		t := &tokens[i]
		value := t.Is("players") && ExpectsOperand(previous) // not the declaration
		switch {
		case t.Kind == NameToken && board >= 0 && depth == board+1 &&
			(t.Text == "line" || t.Text == "loop"):
			t.Kind = WordToken
		case t.Kind == NameToken && chance >= 0 && depth == chance+1 && t.Text == "weight" &&
			(previous.Is("{") || EndsOperand(previous)):
			t.Kind = WordToken
		case t.Kind == NameToken && t.Text == "under" && i > 0 && i+1 < len(tokens) &&
			goesUnder(tokens, i, place):
			t.Kind = WordToken
		case t.Kind != WordToken:
		case previous.Is("move") || previous.Is("chance") || previous.Is("after") || afterList &&
			previous.Is(","):
			if IsEffectVerb(t.Text) {
				t.Kind = NameToken
			}
		case choice == depth &&
			(previous.Is("turn") || previous.Is("then") || previous.Is("else") || previous.Is(",")):
			if IsEffectVerb(t.Text) || IsFixedMove(t.Text) {
				t.Kind = NameToken
			}
		case t.Text == "piece" && (previous.Is("per") || perList && previous.Is(",")):
			t.Kind = NameToken
		case t.Text == "on" && pieces >= 0 && depth == pieces+1 &&
			(previous.Is("{") || previous.Is(",")):
			t.Kind = NameToken
		}
		if t.Is(",") && setup >= 0 && depth == setup+1 && beginsItem(tokens[i+1:]) {
			t.Text = ",,"
		}
		switch {
		case t.Is("place") && t.Kind == WordToken:
			place = i
		case t.Is("on"), t.Is("under"), t.Is(","), t.Is("}"):
			place = -1
		}
		switch {
		case t.Is("each"):
			each = depth
		case t.Is(":") && depth == each:
			if i+1 < len(tokens) && tokens[i+1].Is("{") &&
				!goesOnAsSet(tokens, Match(tokens, i+1)) {
				t.Text = "::"
			}
			each = -1
		}
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
			if depth < choice {
				choice = -1
			}
		case t.Is("then") || t.Is("turn") && !previous.Is("this"):
			choice = depth
		case t.Kind == WordToken && depth <= choice &&
			(IsDeclWord(t.Text) && !value || t.Text == "if" && t.First):
			choice = -1
		}
		if t.Kind == WordToken && IsDeclWord(t.Text) && !value {
			pieces, board, chance, setup = -1, -1, -1, -1
			switch t.Text {
			case "piece":
				pieces = depth
			case "board":
				board = depth
			case "chance":
				chance = depth
			case "setup":
				setup = depth
			}
		}
		afterList = t.Is("after") || afterList && (t.Kind == NameToken || t.Is(","))
		perList = t.Is("per") || perList && (t.Kind == NameToken || t.Is(","))
		previous = t
	}
}

// goesUnder reports whether the word `under` at i says where a piece goes: behind `->`, or behind
// the kind that is placed, and before a site. Place is the index of the `place` before it, or -1.
func goesUnder(tokens []Token, i, place int) bool {
	before, next := &tokens[i-1], &tokens[i+1]
	site := next.Kind == NameToken || next.Is("{") || next.Is("(") &&
		next.Pos.Offset > tokens[i].End.Offset
	return site && (before.Is("->") || before.Is("<->") || place >= 0 && i > place+1 &&
		EndsOperand(before))
}

// beginsItem reports whether a line of a set-up begins with the first of the tokens: a new line of
// the text, or words with a colon behind them. What else follows a comma was meant for a set.
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

// goesOnAsSet reports whether what is closed by the brace at i is a set to which something is done,
// and no list of effects.
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

// IsEffectVerb reports whether an effect begins with the word, or has it in its middle.
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
